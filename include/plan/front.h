/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What more money buys: of the designs that meet a need, those that no cheaper one equals in
 * operations/s, capacity, or power. */
#ifndef PLAN_FRONT_H
#define PLAN_FRONT_H

#include "plan/search.h"

enum front_kind {
    FRONT_OPS,   /* operations/s of the first workload at P50; an open load's are what it could be
                    given */
    FRONT_SPACE, /* safe fill, bytes */
    FRONT_POWER, /* watts: less is better */
    N_FRONTS
};
extern const char *const front_names[];

enum { FRONT_POINTS_MAX = 400 };

struct front_point {
    struct search_found found;
    double value;
};

struct front {
    struct front_point *points; /* by rising cost; each better than all before it */
    int n;
};

struct fronts {
    struct front front[N_FRONTS];
    bool complete; /* false: stopped, or more than FRONT_POINTS_MAX */
};

/* Designs up to FRONT_CEILING times the cheapest. A design joins a front when it is at least
 * FRONT_STEP better than the last one on it, going by rising cost: what lies within a step of a
 * cheaper design is left out. */
#define FRONT_CEILING 4.0
#define FRONT_STEP 0.01

struct front_question {
    const struct space *space;
    const struct goals *goals;
    const struct search_found *cheapest; /* that holds, proven */
    search_tick *tick;
    void *tick_context;
};

/* Fills the fronts; the points stand in the arena. Without workloads there is none of operations,
 * without watts none of power. */
void front_find(const struct front_question *question, struct arena *arena, struct fronts *fronts);

#endif
