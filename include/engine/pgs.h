/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placement group counts: what the calculators advise and what the monitors allow. */
#ifndef ENGINE_PGS_H
#define ENGINE_PGS_H

#include "engine/layout.h"

/* mon_max_pg_per_osd: the monitors refuse a pool that brings the mean above it
 * (OSDMonitor::check_pg_num: sum of pg_num x size over OSDs; 250 since Mimic, ceph PR 23251; 500
 * with Tentacle, ceph PR 60492). */
#define PG_PER_OSD_MAX 250

/* mon_target_pg_per_osd: what the autoscaler and the calculator aim at. */
#define PG_PER_OSD_TARGET 100

/* The power of two nearest on a log scale, the next one when that is more than 25 % below; at least
 * 1 (https://docs.ceph.com/en/squid/rados/operations/pgcalc/). */
int pgs_round(double wanted);

/* The calculator's advice for a pool with `data_frac` of the data on `osds` OSDs: target x osds x
 * data_frac / n, not below osds / n, rounded. */
int pgs_advise(int osds, double data_frac, int n, double target);

/* How much fuller the fullest OSD is than the mean when nothing balances: 1 + 0.8 sqrt(2 ln osds /
 * pgs), the excess of the greatest of `osds` binomials (Raab and Steger 1998), scaled to
 * simulations of CRUSH; at most `osds`. 1 for one OSD. */
double pgs_imbalance(double osds, double pgs_per_osd);

#endif
