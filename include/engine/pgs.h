/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placement group counts: what the calculators advise and what the monitors allow. */
#ifndef ENGINE_PGS_H
#define ENGINE_PGS_H

#include "engine/layout.h"

/* The power of two nearest on a log scale, the next one when that is more than 25 % below; at least
 * 1 (https://docs.ceph.com/en/squid/rados/operations/pgcalc/). */
int pgs_round(double wanted);

/* The calculator's advice for a pool with `data_frac` of the data on `osds` OSDs: target x osds x
 * data_frac / n, not below osds / n, rounded. */
int pgs_advise(int osds, double data_frac, int n, double target);

#endif
