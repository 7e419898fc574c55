/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Throughput and latency of a closed loop from its bounds, the latency of one request alone and the
 * requests outstanding. X operations/s, N requests outstanding (here Q), T seconds: Q = X T. */
#ifndef ENGINE_CLOSED_H
#define ENGINE_CLOSED_H

/* (sum rates^-p)^(-1/p): the joint bound of several; infinite ones add nothing. All > 0, p > 0. */
double closed_joint(const double *rates, int n, double p);

/* Throughput with q requests outstanding (INFINITY: saturated): resources in the loop saturate
 * together at `inside`, a request alone takes `t0_s`, and what lies outside caps at `outside`:
 * joint(q / (t0 + (q - 1)/inside), outside). Balanced job bounds: Zahorjan et al. 1982. */
double closed_throughput(double q, double t0_s, double inside, double outside, double p);

/* Mean latency of an open load of `rate` operations/s: the same loop with q = rate T,
 * max(t0, (t0 - 1/inside) / (1 - rate/inside)); INFINITY from 98 % of the joint bound on. */
double closed_open_latency(double rate, double t0_s, double inside, double outside, double p);

/* Requests outstanding, at least 1, at which throughput is `share` (below 1) of what it saturates
 * at. */
double closed_depth(double share, double t0_s, double inside, double outside, double p);

#endif
