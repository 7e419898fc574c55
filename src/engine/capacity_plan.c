/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/capacity_plan.h"

bool capacity_plan_together(const struct capacity *c, int a, int b)
{
    return a == b || (c->pools[a].group >= 0 && c->pools[a].group == c->pools[b].group);
}

/* The worst of the OSDs that the pool, or one that shares OSDs with it, stands on. */
static double tolerance_of(const struct capacity *c, int pool)
{
    double most = 1;
    for (int i = 0; i < c->n_pools; i++)
        for (int s = 0; s < c->topology.n_sets && capacity_plan_together(c, i, pool); s++)
            if (c->layouts[i].share[s] > 0)
                most = fmax(most, c->tolerances[s]);
    return most;
}

static double quota_of(const struct pool *pool)
{
    return isnan(pool->quota_B) ? HUGE_VAL : pool->quota_B;
}

static enum plan_reason reason_of(const struct pool_capacity *p, double bytes)
{
    double host_B = p->domain == DOMAIN_RACK ? p->host_loss_fill_B : HUGE_VAL;
    if (!p->placeable)
        return PLAN_UNPLACED;
    if (bytes >= quota_of(p->pool))
        return PLAN_QUOTA;
    if (host_B < fmin(p->safe_fill_B, p->osd_loss_fill_B))
        return PLAN_HOST;
    if (p->osd_loss_fill_B < p->safe_fill_B)
        return PLAN_OSD;
    return p->loss_fill_B <= p->safe_fill_B ? PLAN_DOMAIN : PLAN_NEARFULL;
}

static void plan_pool(const struct capacity *c, int pool, struct arena *arena,
                      struct pool_plan *plan)
{
    const struct pool_capacity *p = &c->pools[pool];
    plan->tolerance = tolerance_of(c, pool);
    if (p->placeable) {
        double *mix = arena_array(arena, (size_t)c->n_pools, sizeof *mix);
        double *others = arena_array(arena, (size_t)c->n_pools, sizeof *others);
        for (int i = 0; i < c->n_pools; i++) {
            mix[i] = i == pool;
            others[i] = i == pool ? 0 : c->pools[i].stored_B;
        }
        double room_B = capacity_repair_room(c, mix, others, c->imbalance * plan->tolerance);
        plan->bytes = fmin(room_B, quota_of(p->pool));
    }
    plan->reason = reason_of(p, plan->bytes);
}

/* Pools that share OSDs scale together; their quotas count where each has one. */
static void add_group(const struct capacity *c, int group, struct arena *arena,
                      struct capacity_plan *plan)
{
    double *mix = arena_array(arena, (size_t)c->n_pools, sizeof *mix), quota_B = 0;
    bool assumed = false;
    if (!capacity_group_mix(c, group, mix, &assumed))
        return;
    for (int i = 0; i < c->n_pools; i++)
        if (c->pools[i].group == group && c->pools[i].placeable)
            quota_B += quota_of(&c->pool_rows[i]);
    double room_B = capacity_repair_room(c, mix, NULL, c->imbalance * plan->pools[group].tolerance);
    plan->room_B += room_B;
    plan->bytes += fmin(room_B, quota_B);
}

void capacity_plan_make(const struct capacity *c, struct arena *arena, struct capacity_plan *plan)
{
    *plan = (struct capacity_plan){0};
    plan->pools = arena_array(arena, (size_t)c->n_pools, sizeof *plan->pools);
    for (int i = 0; i < c->n_pools; i++)
        plan_pool(c, i, arena, &plan->pools[i]);
    for (int group = 0; group < c->n_pools; group++)
        add_group(c, group, arena, plan);
}
