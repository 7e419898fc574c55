/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every row is the one before times its factor. */
#include "engine/capacity_steps.h"

#include <math.h>

static void add_step(const struct capacity *c, struct capacity_steps *steps, const char *step,
                     double factor, const char *why)
{
    double before = steps->n == 0 ? c->installed_B : steps->rows[steps->n - 1].bytes;
    steps->rows[steps->n++] = (struct capacity_step){step, why, before * factor, factor};
}

/* A step that changes nothing is left out. */
static void add_loss(const struct capacity *c, struct capacity_steps *steps, const char *step,
                     double factor, const char *why)
{
    if (fabs(factor - 1) > 1e-9)
        add_step(c, steps, step, factor, why);
}

/* Why room is kept for a failure, or why none is. */
static const char *reserve_why(const struct capacity *c, double factor)
{
    bool rebuilds = false;
    for (int i = 0; i < c->n_pools; i++)
        rebuilds = rebuilds || c->pools[i].rebuilds;
    if (!rebuilds)
        return "none: no failure domain to spare, a lost one could not be rebuilt";
    return factor < 1 - 1e-9 ? "room to rebuild the largest failure domain below backfillfull"
                             : "none needed: nearfull leaves enough to rebuild a failure domain";
}

/* Raw bytes that may be filled. */
static void add_raw(const struct capacity *c, struct capacity_steps *steps)
{
    add_step(c, steps, "installed devices", 1, "data devices and DB, WAL or journal devices");
    add_loss(c, steps, "data devices", c->raw_B / c->installed_B,
             "DB, WAL and journal devices hold no client data");
    add_loss(c, steps, "used by a pool", c->used_raw_B / c->raw_B,
             "OSDs whose class no pool uses, or whose pool cannot be placed");
}

/* From the safe fill to the figure to plan with. */
static void add_plan(const struct capacity *c, const struct capacity_plan *plan,
                     struct capacity_steps *steps)
{
    bool uneven = fabs(plan->room_B / c->repair_fill_B - 1) > 1e-9;
    bool quota = fabs(plan->bytes / plan->room_B - 1) > 1e-9;
    add_loss(c, steps, uneven || quota ? "a lost disk" : "a lost disk: plan at most",
             c->repair_fill_B / c->safe_fill_B,
             "room to rebuild a disk, or a host of a rack, by the rest of its failure domain");
    add_loss(c, steps, quota ? "uneven balance" : "uneven balance: plan at most",
             plan->room_B / c->repair_fill_B,
             "the balancer levels groups, not bytes: room for the OSD that it leaves fullest");
    add_loss(c, steps, "quota: plan at most", plan->bytes / plan->room_B,
             "the pools may hold no more");
}

void capacity_steps_make(const struct capacity *c, const struct capacity_plan *plan,
                         struct capacity_steps *steps)
{
    *steps = (struct capacity_steps){.n = 0};
    add_raw(c, steps);
    if (!(c->ideal_B > 0))
        return;
    double reserve = c->safe_fill_B / (c->usable_nearfull_B / c->imbalance);
    bool padded = fabs(c->padded_B / c->ideal_B - 1) > 1e-9;
    add_step(c, steps, "nearfull ratio", c->nearfull_frac,
             "above it the cluster warns; full stops writes");
    add_step(c, steps, "failure reserve", reserve, reserve_why(c, reserve));
    add_loss(c, steps, "unequal domains", c->usable_B / c->padded_B,
             c->balanced ? "copies need distinct domains: the largest cannot be filled"
                         : "CRUSH gives small domains more than their share: they fill first");
    add_loss(c, steps, "placement group scatter", 1 / c->imbalance,
             "no balancer: the fullest OSD holds more groups than the mean");
    add_step(c, steps, padded ? "redundancy" : "redundancy: safe fill", c->ideal_B / c->used_raw_B,
             "copies or coding shards; client bytes from here on");
    if (padded)
        add_step(c, steps, "allocation units: safe fill", c->padded_B / c->ideal_B,
                 "objects are padded to whole stripe and allocation units");
    add_plan(c, plan, steps);
}
