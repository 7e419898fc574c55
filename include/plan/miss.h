/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where nothing holds: by how much every design misses at least.
 *
 * The nearest design is the one with the fewest goals that it cannot meet at any size (I/O that
 * stops, a latency in saturation), and of those the one whose worst other goal is missed by the
 * smallest factor. Both in one number: MISS_NEVER a goal that cannot be met, and the greatest
 * needed over achieved of the others, at least 1. */
#ifndef PLAN_MISS_H
#define PLAN_MISS_H

#include "plan/search.h"

enum { MISS_TRIES_MAX = 3000 };

/* Needed over achieved from here on counts as never. */
#define MISS_NEVER 1e6

struct miss {
    int family, hosts;
    double shortfall; /* as above */
    bool proven;      /* no other design misses by less; false: the nearest of MISS_TRIES_MAX tried,
                         those first that look nearest at the medians, or stopped */
};

/* What the greatest of the goals that can be met is missed by: the shortfall without the others. */
double miss_worst(double shortfall);

/* What lies within this of the nearest's worst goal counts as near: of that the cheapest is shown
 * which meets what can be met beside, goal by goal in their order. */
#define MISS_STEP 0.02

/* The nearest miss of a space in which no design holds. Best first by what the optimist misses,
 * which is never more. */
void miss_find(const struct space *space, const struct goals *goals, search_tick *tick,
               void *tick_context, struct arena *arena, struct miss *miss);

#endif
