/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/growth.h"

#include "base/num.h"

double growth_stored_B(const struct pool *pool, double years)
{
    double growth = isnan(pool->growth_per_year) ? 0 : pool->growth_per_year;
    return isnan(pool->stored_B) ? 0 : pool->stored_B * pow(1 + growth, years);
}

/* How much of one limit is reached after `years`. */
struct question {
    const struct capacity *capacity;
    const struct capacity_plan *plan;
    double *stored; /* [n_pools] */
    enum growth_fill limit;
    const struct pool *quota;
    int origin; /* set of the topology whose OSDs were the fullest */
};

static const char *const fill_names[N_GROWTH_FILLS] = {"plan at most", "safe fill", "nearfull",
                                                       "backfillfull", "full"};

/* Does the pool, or one that shares OSDs with it, stand on that set? */
static bool stands_on(const struct capacity *c, const struct layout *layouts, int pool, int set)
{
    for (int i = 0; i < c->n_pools; i++)
        if (capacity_plan_together(c, i, pool) && layouts[i].share[set] > 0)
            return true;
    return false;
}

static void fuller(struct question *q, double frac, int origin, double *most)
{
    if (frac > *most) {
        *most = frac;
        q->origin = origin;
    }
}

/* Raises `most` to the part of a limit that the OSDs of a pool reach (-1: all OSDs). */
static void add_fill(struct question *q, const struct topology *topology,
                     const struct layout *layouts, int pool, double limit_frac, double *most)
{
    const struct capacity *c = q->capacity;
    for (int i = 0; i < topology->n_sets; i++) {
        if (pool >= 0 && !stands_on(c, layouts, pool, i))
            continue;
        double fill = capacity_fill(topology, layouts, c->n_pools, q->stored, i) * c->imbalance;
        bool whole = topology == &c->topology;
        fuller(q, fill / limit_frac, whole ? i : topology->sets[i].origin, most);
    }
}

static int first_set(const struct capacity *c, int pool)
{
    int set = 0;
    while (set + 1 < c->topology.n_sets && !(c->layouts[pool].share[set] > 0))
        set++;
    return set;
}

static void add_after(struct question *q, int pool, int after, double scatter, double *most)
{
    const struct capacity *c = q->capacity;
    if (capacity_rebuilds(c, pool, after))
        add_fill(q, &c->afters[after].topology, c->afters[after].layouts, pool,
                 c->backfillfull_frac / scatter, most);
}

/* Of nearfull now, or of backfillfull once a domain is lost and rebuilt; to plan with, a smaller
 * unit too, and the fullest OSD that the balancer leaves. What has no place passes any limit. */
static double safe_frac(struct question *q)
{
    const struct capacity *c = q->capacity;
    bool plan = q->limit == GROWTH_PLAN;
    double most = 0;
    for (int i = 0; i < c->n_pools; i++) {
        const struct pool_capacity *p = &c->pools[i];
        double scatter = plan ? q->plan->pools[i].tolerance : 1;
        if (!(q->stored[i] > 0) || p->group == CAPACITY_ASIDE)
            continue;
        if (!p->placeable)
            return HUGE_VAL;
        add_fill(q, &c->topology, c->layouts, i, c->nearfull_frac / scatter, &most);
        add_after(q, i, p->after_domain, scatter, &most);
        if (plan)
            add_after(q, i, p->after_osd, scatter, &most);
        if (plan && p->domain == DOMAIN_RACK)
            add_after(q, i, p->after_host, scatter, &most);
        if (plan && p->pool->quota_B > 0)
            fuller(q, q->stored[i] / p->pool->quota_B, first_set(c, i), &most);
    }
    return most;
}

static double reached_frac(double years, void *context)
{
    struct question *q = context;
    const struct capacity *c = q->capacity;
    const double limits[] = {[GROWTH_NEARFULL] = c->nearfull_frac,
                             [GROWTH_BACKFILLFULL] = c->backfillfull_frac,
                             [GROWTH_FULL] = c->full_frac};
    double most = 0;
    if (q->quota != NULL)
        return growth_stored_B(q->quota, years) / q->quota->quota_B;
    for (int i = 0; i < c->n_pools; i++)
        q->stored[i] = growth_stored_B(&c->pool_rows[i], years);
    if (q->limit <= GROWTH_SAFE)
        return safe_frac(q);
    add_fill(q, &c->topology, c->layouts, -1, limits[q->limit], &most);
    return most;
}

static double beyond_limit(double years, void *context)
{
    return reached_frac(years, context) - 1;
}

static void find_years(struct question *question, struct growth_limit *limit)
{
    struct err err = ERR_INIT;
    double year = 0, found = 0;
    limit->now_frac = reached_frac(0, question);
    if (limit->now_frac >= 1) {
        limit->years = 0;
        return;
    }
    /* The first year in which it is reached; with shrinking pools beside growing ones there may be
     * more. */
    while (year < GROWTH_YEARS_MAX && reached_frac(year + 1, question) < 1)
        year++;
    if (year < GROWTH_YEARS_MAX && num_root(beyond_limit, question, year, year + 1, &found, &err))
        limit->years = found;
}

/* The pools whose data stand on the OSDs that reach the limit, then or, if never, now. */
static void find_pools(struct question *question, struct arena *arena, struct growth_limit *limit)
{
    const struct capacity *c = question->capacity;
    limit->pools = arena_array(arena, (size_t)c->n_pools, sizeof *limit->pools);
    (void)reached_frac(isfinite(limit->years) ? limit->years : 0, question);
    for (int i = 0; i < c->n_pools; i++) {
        const struct pool *pool = &c->pool_rows[i];
        bool here = c->layouts[i].share[question->origin] > 0;
        if (!isfinite(limit->now_frac))
            here = !c->pools[i].placeable;
        if (question->quota != NULL ? pool == question->quota
                                    : here && growth_stored_B(pool, 0) > 0)
            limit->pools[limit->n_pools++] = pool;
    }
}

static struct growth_limit answer(struct question *question, const char *name, struct arena *arena)
{
    struct growth_limit limit = {.limit = name, .pool = question->quota, .years = HUGE_VAL};
    find_years(question, &limit);
    find_pools(question, arena, &limit);
    return limit;
}

int growth_limits(const struct capacity *capacity, struct arena *arena,
                  struct growth_limit **limits)
{
    struct capacity_plan plan;
    struct question question = {.capacity = capacity, .plan = &plan};
    size_t most = (size_t)capacity->n_pools + N_GROWTH_FILLS;
    int n = 0;
    *limits = NULL;
    if (!(capacity->stored_B > 0))
        return 0;
    *limits = arena_array(arena, most, sizeof **limits);
    capacity_plan_make(capacity, arena, &plan);
    question.stored = arena_array(arena, (size_t)capacity->n_pools, sizeof(double));
    for (int i = 0; i < N_GROWTH_FILLS; i++) {
        question.limit = (enum growth_fill)i;
        (*limits)[n++] = answer(&question, fill_names[i], arena);
    }
    for (int i = 0; i < capacity->n_pools; i++) {
        question.quota = &capacity->pool_rows[i];
        if (question.quota->quota_B > 0 && !isnan(question.quota->stored_B))
            (*limits)[n++] = answer(&question, "quota", arena);
    }
    return n;
}
