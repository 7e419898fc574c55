/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a growing cluster meets its limits. What a pool stores grows by its yearly share,
 * compounded: stored (1 + growth)^years; a pool without `growth` stands still. */
#ifndef ENGINE_GROWTH_H
#define ENGINE_GROWTH_H

#include "engine/capacity.h"

enum { GROWTH_YEARS_MAX = 100 };

struct growth_limit {
    const char *limit;       /* "safe fill", "nearfull", "backfillfull", "full", "quota" */
    const struct pool *pool; /* of a quota, else NULL */
    double now_frac;         /* how much of the limit is reached today; 1: all of it */
    double years; /* until it is reached; 0: reached, infinite: not within GROWTH_YEARS_MAX */
};

/* Limits of a cluster: the four fill limits, then the quotas; at most 4 + n_pools rows. The fullest
 * OSD counts, in expectation, with what balancing leaves (capacity.imbalance). Returns how many
 * rows were written; 0 when no pool states what it stores. */
int growth_limits(const struct capacity *capacity, struct arena *arena,
                  struct growth_limit *limits);

/* Client bytes that a pool holds after so many years. */
double growth_stored_B(const struct pool *pool, double years);

#endif
