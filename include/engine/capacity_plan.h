/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one figure to plan with: how much to store at most so that nothing has to be regretted.
 *
 *   plan at most   the most that keeps every OSD at or below nearfull, and that is rebuilt with
 * every OSD at or below backfillfull whatever one unit is lost: the largest failure domain, an OSD
 * of it, a host of a rack. What cannot be rebuilt at all (as many domains as shards) keeps no room.
 * The OSD that counts is the one the balancer leaves fullest, `tolerance` times the mean; and no
 * more than the quota
 *
 * So it is never above the safe fill. A pool's figure holds while the others store what they state;
 * the figure of all scales the pools of one set of OSDs together, as capacity's do.
 */
#ifndef ENGINE_CAPACITY_PLAN_H
#define ENGINE_CAPACITY_PLAN_H

#include "engine/capacity.h"

/* What sets a pool's figure. */
enum plan_reason {
    PLAN_UNPLACED, /* fewer domains than shards: nothing may be planned */
    PLAN_QUOTA,
    PLAN_NEARFULL,
    PLAN_DOMAIN, /* its largest failure domain is to be rebuilt */
    PLAN_OSD,    /* a lost OSD is, where the rest of its domain alone takes what it held */
    PLAN_HOST    /* the same of a host of a rack */
};

struct pool_plan {
    double bytes;     /* client bytes; 0 when it cannot be placed */
    double tolerance; /* fullest OSD over the mean where it and those that share its OSDs stand */
    enum plan_reason reason;
};

struct capacity_plan {
    double bytes;            /* all pools together; those of Ceph's own stand aside */
    double room_B;           /* the same without quotas */
    struct pool_plan *pools; /* [n_pools] */
};

void capacity_plan_make(const struct capacity *capacity, struct arena *arena,
                        struct capacity_plan *plan);

/* Do two pools share OSDs, be it through others? */
bool capacity_plan_together(const struct capacity *capacity, int a, int b);

#endif
