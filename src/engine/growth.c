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
    double *stored; /* [n_pools] */
    int limit;      /* row of fill_names */
    const struct pool *quota;
};

enum { SAFE, NEARFULL, BACKFILLFULL, FULL, N_FILLS };
static const char *const fill_names[N_FILLS] = {"safe fill", "nearfull", "backfillfull", "full"};

static double fullest(const struct capacity *c, const struct topology *topology,
                      const struct layout *layouts, const double *stored)
{
    double most = 0;
    for (int i = 0; i < topology->n_sets; i++)
        most = fmax(most, capacity_fill(topology, layouts, c->n_pools, stored, i));
    return most * c->imbalance;
}

/* Of nearfull now, or of backfillfull once a domain is lost and rebuilt. */
static double safe_frac(const struct capacity *c, const double *stored)
{
    double most = fullest(c, &c->topology, c->layouts, stored) / c->nearfull_frac;
    for (int i = 0; i < c->n_pools; i++) {
        int after = c->pools[i].after_domain;
        if (stored[i] > 0 && c->pools[i].group != CAPACITY_ASIDE && capacity_rebuilds(c, i, after))
            most = fmax(most,
                        fullest(c, &c->afters[after].topology, c->afters[after].layouts, stored) /
                            c->backfillfull_frac);
    }
    return most;
}

static double reached_frac(double years, void *context)
{
    struct question *q = context;
    const struct capacity *c = q->capacity;
    const double limits[] = {[NEARFULL] = c->nearfull_frac,
                             [BACKFILLFULL] = c->backfillfull_frac,
                             [FULL] = c->full_frac};
    if (q->quota != NULL)
        return growth_stored_B(q->quota, years) / q->quota->quota_B;
    for (int i = 0; i < c->n_pools; i++)
        q->stored[i] = growth_stored_B(&c->pool_rows[i], years);
    if (q->limit == SAFE)
        return safe_frac(c, q->stored);
    return fullest(c, &c->topology, c->layouts, q->stored) / limits[q->limit];
}

static double beyond_limit(double years, void *context)
{
    return reached_frac(years, context) - 1;
}

static struct growth_limit answer(struct question *question, const char *name)
{
    struct growth_limit limit = {.limit = name, .pool = question->quota, .years = HUGE_VAL};
    struct err err = ERR_INIT;
    double year = 0, found = 0;
    limit.now_frac = reached_frac(0, question);
    if (limit.now_frac >= 1) {
        limit.years = 0;
        return limit;
    }
    /* The first year in which it is reached; with shrinking pools beside growing ones there may be
     * more. */
    while (year < GROWTH_YEARS_MAX && reached_frac(year + 1, question) < 1)
        year++;
    if (year < GROWTH_YEARS_MAX && num_root(beyond_limit, question, year, year + 1, &found, &err))
        limit.years = found;
    return limit;
}

int growth_limits(const struct capacity *capacity, struct arena *arena, struct growth_limit *limits)
{
    struct question question = {.capacity = capacity};
    int n = 0;
    if (!(capacity->stored_B > 0))
        return 0;
    question.stored = arena_array(arena, (size_t)capacity->n_pools, sizeof(double));
    for (question.limit = 0; question.limit < N_FILLS; question.limit++)
        limits[n++] = answer(&question, fill_names[question.limit]);
    for (int i = 0; i < capacity->n_pools; i++) {
        question.quota = &capacity->pool_rows[i];
        if (question.quota->quota_B > 0 && !isnan(question.quota->stored_B))
            limits[n++] = answer(&question, "quota");
    }
    return n;
}
