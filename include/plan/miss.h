/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where nothing holds: by how much every design misses at least. */
#ifndef PLAN_MISS_H
#define PLAN_MISS_H

#include "plan/search.h"

enum { MISS_TRIES_MAX = 3000 };

struct miss {
    int family, hosts;
    double shortfall; /* greatest of needed over achieved of all goals; infinite: some goal cannot
                         be met at all */
    bool proven;      /* no other design misses by less; false: the nearest of MISS_TRIES_MAX tried,
                         those first that look nearest at the medians, or stopped */
};

/* What lies within this of the nearest counts as near: the cheapest of them is shown. */
#define MISS_STEP 0.02

/* The nearest miss of a space in which no design holds: the design whose worst goal is missed by
 * the smallest factor. Best first by what the optimist misses, which is never more. */
void miss_find(const struct space *space, const struct goals *goals, search_tick *tick,
               void *tick_context, struct arena *arena, struct miss *miss);

#endif
