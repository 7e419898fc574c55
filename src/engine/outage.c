/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items are failure domains; those that the loss takes stand in one unit, the others in a second.
 */
#include "engine/outage.h"

struct sides {
    struct crush_items *lost, *left;
    size_t n_lost, n_left;
};

static void add_items(struct crush_items *items, size_t *n, double weight, int count)
{
    if (weight > 0 && count > 0)
        items[(*n)++] = (struct crush_items){weight, count};
}

static void split_osds(const struct capacity *c, int pool, const struct failure *failure,
                       struct sides *sides)
{
    for (int i = 0; i < c->topology.n_sets; i++) {
        const struct osd_set *set = &c->topology.sets[i];
        int lost = topology_lost_osds(&c->topology, failure, i);
        if (!layout_holds(&c->pool_rows[pool], set))
            continue;
        add_items(sides->lost, &sides->n_lost, set->capacity_B, lost);
        add_items(sides->left, &sides->n_left, set->capacity_B,
                  topology_osds(&c->topology, i) - lost);
    }
}

/* Hosts of a lost rack. */
static void split_hosts(const struct capacity *c, int pool, const struct failure *failure,
                        struct sides *sides)
{
    for (int i = 0; i < c->topology.n_hosts; i++) {
        const struct host_set *hosts = &c->topology.hosts[i];
        double weight = layout_host_weight(&c->topology, &c->pool_rows[pool], i);
        if (hosts->rack == failure->rack)
            add_items(sides->lost, &sides->n_lost, weight, hosts->count);
        else
            add_items(sides->left, &sides->n_left, weight, hosts->count);
    }
}

/* Can the loss take more than one shard of a group? */
static bool takes_several(int domain, const struct failure *failure)
{
    return domain == DOMAIN_OSD || (domain == DOMAIN_HOST && failure->unit == FAIL_RACK);
}

static void fill_fracs(const struct scheme *scheme, int placed, const double *pmf,
                       struct outage *outage)
{
    double shards = 0, dead_shards = 0;
    for (int lost = 1; lost <= outage->lost_max; lost++) {
        bool dead = placed - lost < scheme->k;
        shards += lost * pmf[lost];
        dead_shards += dead ? lost * pmf[lost] : 0;
        outage->affected_frac += pmf[lost];
        outage->stopped_frac += placed - lost < scheme->min_size ? pmf[lost] : 0;
        outage->dead_frac += dead ? pmf[lost] : 0;
    }
    outage->dead_shards_frac = shards > 0 ? dead_shards / shards : 0;
    outage->io_stops = placed - outage->lost_max < scheme->min_size;
    outage->data_lost = outage->lost_max > 0 && placed - outage->lost_max < scheme->k;
}

/* The expected number of shards that a group loses; with one at most it is the probability. */
static double expected_loss(const struct capacity *c, int pool, const struct failure *failure)
{
    double sum = 0;
    for (int i = 0; i < c->topology.n_sets; i++)
        sum += topology_lost_osds(&c->topology, failure, i) * c->layouts[pool].share[i];
    return sum;
}

bool outage_make(const struct capacity *capacity, int pool, const struct failure *failure,
                 struct arena *arena, struct outage *outage, struct err *err)
{
    const struct layout *layout = &capacity->layouts[pool];
    struct outage made = {0};
    double pmf[CRUSH_DRAWS_MAX + 1] = {0};
    if (!takes_several(layout->domain, failure)) {
        pmf[1] = expected_loss(capacity, pool, failure);
        made.lost_max = pmf[1] > 0;
        fill_fracs(&layout->scheme, layout->placed, pmf, &made);
        *outage = made;
        return true;
    }
    struct sides sides = {0};
    size_t most = (size_t)(capacity->topology.n_sets + capacity->topology.n_hosts) + 1;
    sides.lost = arena_array(arena, most, sizeof *sides.lost);
    sides.left = arena_array(arena, most, sizeof *sides.left);
    if (layout->domain == DOMAIN_OSD)
        split_osds(capacity, pool, failure, &sides);
    else
        split_hosts(capacity, pool, failure, &sides);
    struct crush_unit units[] = {{sides.lost, sides.n_lost, 1}, {sides.left, sides.n_left, 1}};
    int lost = crush_available(sides.lost, sides.n_lost);
    made.lost_max = lost < layout->placed ? lost : layout->placed;
    if (lost > 0 && !crush_unit_pmf(units, 2, 0, layout->placed, pmf, err))
        return false;
    fill_fracs(&layout->scheme, layout->placed, pmf, &made);
    *outage = made;
    return true;
}
