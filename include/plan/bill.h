/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a cluster costs and draws, out of what its document and catalogue state: nothing is ever
 * invented, so one part without a price leaves the whole without one. */
#ifndef PLAN_BILL_H
#define PLAN_BILL_H

#include "base/arena.h"
#include "model/cluster.h"

struct bill {
    struct money cost;         /* hosts, data devices, DB, WAL, journal and tier devices; NaN value:
                                  not known */
    const char *cost_missing;  /* what has no price or count, or stands in another currency; NULL:
                                  nothing */
    double power_W;            /* the same parts, devices active; NaN: not known */
    const char *power_missing; /* what states no power or count; NULL: nothing */
    double devices;            /* of every kind; NaN: not known */
};

/* Fills `bill`; its texts stand in the arena. */
void bill_make(const struct cluster *cluster, struct arena *arena, struct bill *bill);

#endif
