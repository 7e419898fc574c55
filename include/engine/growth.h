/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a growing cluster meets its limits. What a pool stores grows by its yearly share,
 * compounded: stored (1 + growth)^years; a pool without `growth` stands still. */
#ifndef ENGINE_GROWTH_H
#define ENGINE_GROWTH_H

#include "engine/capacity_plan.h"

enum { GROWTH_YEARS_MAX = 100 };

struct growth_limit {
    const char *limit;         /* "plan at most", "safe fill", "nearfull", "backfillfull", "full",
                                  "quota" */
    const struct pool *pool;   /* of a quota, else NULL */
    const struct pool **pools; /* that stand on the OSDs which reach it first */
    int n_pools;
    double now_frac; /* how much of the limit is reached today; 1: all of it; infinite where a pool
                        stores what has no place */
    double years;    /* until it is reached; 0: reached, infinite: not within GROWTH_YEARS_MAX */
};

/* The limits of fill come first, in the order in which they are reached. */
enum growth_fill {
    GROWTH_PLAN,
    GROWTH_SAFE,
    GROWTH_NEARFULL,
    GROWTH_BACKFILLFULL,
    GROWTH_FULL,
    N_GROWTH_FILLS
};

/* Limits of a cluster: those of fill, then the quotas. The fullest OSD counts, in expectation, with
 * what balancing leaves (capacity.imbalance; in the plan figure capacity.tolerances too). Returns
 * how many rows were written; 0 when no pool states what it stores. */
int growth_limits(const struct capacity *capacity, struct arena *arena,
                  struct growth_limit **limits);

/* Client bytes that a pool holds after so many years. */
double growth_stored_B(const struct pool *pool, double years);

#endif
