/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/stock.h"

#include "base/units.h"

/* One client byte of every pool of the group that can be placed; false when there is none. */
static bool set_mix(const struct capacity *c, int group, double *mix)
{
    bool any = false;
    for (int i = 0; i < c->n_pools; i++) {
        bool in = c->pools[i].group == group && c->pools[i].placeable;
        mix[i] = in ? 1 : 0;
        any = any || in;
    }
    return any;
}

/* Bytes of the mix at which the OSDs it uses are full in the mean. */
static double mean_room(const struct capacity *c, const double *mix)
{
    double raw_B = 0, raw_per_unit = 0;
    for (int i = 0; i < c->topology.n_sets; i++)
        if (capacity_fill(&c->topology, c->layouts, c->n_pools, mix, i) > 0)
            raw_B += topology_osds(&c->topology, i) * c->topology.sets[i].capacity_B;
    for (int i = 0; i < c->n_pools; i++)
        raw_per_unit += mix[i] * scheme_raw(&c->pools[i].scheme) * c->layouts[i].padding;
    return raw_B / raw_per_unit;
}

const char *stock_fill(const struct capacity *capacity, double fill_frac, struct arena *arena,
                       double *stored)
{
    const struct capacity *c = capacity;
    bool asked = !isnan(fill_frac);
    double *mix = arena_array(arena, (size_t)c->n_pools, sizeof *mix);
    for (int i = 0; i < c->n_pools; i++)
        stored[i] = c->pools[i].stored_B;
    if (!asked && c->stored_B > 0)
        return "as the pools state";
    for (int group = 0; group < c->n_pools; group++) {
        if (!set_mix(c, group, mix))
            continue;
        double each_B = asked ? fill_frac * mean_room(c, mix) : capacity_safe_room(c, mix);
        for (int i = 0; i < c->n_pools; i++)
            if (mix[i] > 0)
                stored[i] = each_B;
    }
    return asked ? arena_printf(arena, "%s of raw", units_text(DIM_FRACTION, fill_frac).text)
                 : "assumed: the safe fill, no pool states what it stores";
}
