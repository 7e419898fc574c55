/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hockey stick: throughput and latency of one load as ever more requests are outstanding, to
 * the knee and past it. X operations/s, q requests outstanding, T = q/X mean latency.
 *
 * The knee is where power, throughput over latency X/T, is greatest: left of it a further request
 * buys more throughput than it costs latency, in per cent, right of it less (Kleinrock, "Power and
 * deterministic rules of thumb for probabilistic problems in computer communications", ICC 1979).
 * In a closed loop that saturates at I and takes T0 alone it stands within one request of I T0,
 * where the two asymptotes X = q/T0 and X = I cross (Lazowska et al., "Quantitative system
 * performance", 1984, chapter 5), which is given beside it. */
#ifndef PLAN_CURVE_H
#define PLAN_CURVE_H

#include "base/arena.h"
#include "engine/estimate.h"

/* What varies along the curve. */
enum curve_axis {
    CURVE_DEPTH,  /* requests outstanding, by the clients that the document has */
    CURVE_CLIENTS /* clients, each with iodepth x numjobs requests outstanding (absent: 1) */
};

struct curve_question {
    const struct engine_model *model;
    const struct cluster *cluster;
    const struct workload *load;
    const struct draws *draws;
    enum curve_axis axis;
    int from, to; /* CURVE_CLIENTS: 1 <= from <= to */
};

struct curve_step {
    int n;                              /* on the axis */
    double outstanding;                 /* q; infinite: saturation */
    struct range ops, latency_s, p99_s; /* p99 NaN: not known */
    double log_sd;                      /* of ln ops */
    const char *bound;
};

/* The most operations/s at a mean latency of at most so much; the largest whole n that keeps it.
 * 0: not even one request does (at that quantile). */
struct curve_limit {
    double latency_s;
    struct range ops;
    double outstanding; /* at P50 */
};

enum { N_CURVE_LIMITS = 5 };
extern const double
    curve_limits_s[N_CURVE_LIMITS]; /* 1, 2, 5, 10, 30 ms, as CBT and Wally report */

struct load_curve {
    const struct workload *load;
    enum curve_axis axis;
    struct curve_step *steps; /* rising n; the knee stands among them when it is within */
    int n_steps;
    struct curve_step saturation; /* everything outstanding: what the curve tends to */
    struct curve_step knee;
    struct curve_step most90; /* the least n that reaches 90 % of saturation at P50 */
    double crossing;          /* requests outstanding where the asymptotes cross */
    struct curve_limit limits[N_CURVE_LIMITS];
};

/* The share of saturation that `most90` stands for. */
#define CURVE_SHARE 0.9

/* Fills `out`; the steps stand in the arena. A load's own depth and rate do not count (of
 * CURVE_CLIENTS: its clients and rate). ERR_INPUT as engine_inputs_make. Cost: some 25 estimates.
 */
bool curve_make(const struct curve_question *question, struct arena *arena, struct load_curve *out,
                struct err *err);

/* The loads that differ on that axis: of those that differ only in what the curve varies, the one
 * with most outstanding. `kept` has room for n; returns how many. */
int curve_loads(const struct cluster *cluster, const struct workload *loads, int n,
                enum curve_axis axis, const struct workload **kept);

/* Do two loads differ in nothing but what the curve varies? */
bool curve_is_same(const struct workload *a, const struct workload *b, enum curve_axis axis);

#endif
