/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: of a design of `size` every factor is that of plan/goals, but that an OSD is lost by
 * the document here, there by all hosts alike. */
#include "plan/verdict.h"

#include "engine/outage.h"
#include "engine/recovery.h"
#include "plan/bill.h"
#include "plan/change.h"
#include "plan/stock.h"

#include <string.h>

/* One load, whole or with something failed. */
struct carried {
    struct engine_inputs in;
    struct estimate e;
    bool carries; /* something is left to carry it */
};

struct judging {
    const struct verdict_question *q;
    struct arena *arena;
    struct verdict *verdict;
    struct cluster *cluster;      /* under the loads of the need */
    struct carried *whole, *lost; /* [n_workloads] */
    struct capacity capacity;
    bool has_capacity, has_failure;
    const char *no_capacity, *no_failure;
    bool io_goes_on, rebuilds;
    double rebuild_s, kept_frac;
    struct bill bill;
};

/* -- what is asked ------------------------------------------------------------------------------
 */

/* The cluster with the loads and the clients of the need. */
static struct cluster *under_need(const struct verdict_question *q, struct arena *arena)
{
    const struct need *need = q->need;
    struct cluster *cluster = arena_alloc(arena, sizeof *cluster);
    *cluster = *q->cluster;
    cluster->workloads =
        arena_array(arena, (size_t)need->n_workloads + 1, sizeof *cluster->workloads);
    cluster->n_workloads = need->n_workloads;
    for (int i = 0; i < need->n_workloads; i++)
        cluster->workloads[i] = design_load(&need->workloads[i]);
    if (need->clients != NULL)
        cluster->clients = need->clients;
    return cluster;
}

static void add_hosts_goal(struct goals *goals, const char *name, int needed, bool at_most)
{
    if (needed != FIELD_ABSENT)
        goals->goal[goals->n++] = (struct goal){.kind = GOAL_HOSTS,
                                                .load = -1,
                                                .name = name,
                                                .dim = DIM_NUMBER,
                                                .needed = needed,
                                                .per_op = 1,
                                                .at_most = at_most};
}

/* The goals of `size` without the one that stands for a design's own fewest hosts; the limits of
 * the number of hosts, which there bound the search, are goals here. */
static void make_goals(const struct verdict_question *q, struct arena *arena, struct goals *goals)
{
    const struct need *need = q->need;
    struct space asked = {
        .need = need, .n_loads = need->n_workloads, .stored_B = need_stored_B(need)};
    struct goals all;
    goals_make(&asked, arena, &all);
    goals->goal = arena_array(arena, (size_t)all.n + 2, sizeof *goals->goal);
    goals->n = 0;
    for (int i = 0; i < all.n; i++)
        if (all.goal[i].kind != GOAL_HOSTS)
            goals->goal[goals->n++] = all.goal[i];
    if (need->limits == NULL)
        return;
    add_hosts_goal(goals, "fewest hosts", need->limits->min_hosts, false);
    add_hosts_goal(goals, "most hosts", need->limits->max_hosts, true);
}

/* -- loads --------------------------------------------------------------------------------------
 */

static bool carry(struct judging *j, const struct cluster *cluster, int load, double share,
                  struct carried *out, struct err *err)
{
    const struct verdict_question *q = j->q;
    struct engine_group *groups = arena_array(j->arena, MAX_GROUPS, sizeof *groups);
    double *scratch = arena_array(j->arena, (size_t)q->draws.n + 1, sizeof *scratch);
    *out = (struct carried){.carries = cluster->n_hosts > 0};
    if (!out->carries)
        return true;
    if (!engine_inputs_make(q->model, cluster, &j->cluster->workloads[load], NULL, groups, &out->in,
                            err))
        return false;
    out->in.rate_ops *= share;
    estimate_make(q->model, &out->in, &q->draws, NULL, scratch, &out->e);
    return true;
}

static bool carry_all(struct judging *j, const struct cluster *cluster, double share,
                      struct carried **out, struct err *err)
{
    int n = j->q->need->n_workloads;
    *out = arena_array(j->arena, (size_t)n + 1, sizeof **out);
    for (int i = 0; i < n; i++)
        if (!carry(j, cluster, i, share, &(*out)[i], err))
            return false;
    return true;
}

/* -- failure ------------------------------------------------------------------------------------
 */

/* What the pools hold when the need's bytes are stored, but no more than is safe. Several pools
 * share them as they share what they state, else as they share the safe fill. */
static double *stored_of(struct judging *j)
{
    const struct capacity *c = &j->capacity;
    double *stored = arena_array(j->arena, (size_t)c->n_pools + 1, sizeof *stored);
    double sum = 0, asked = fmin(need_stored_B(j->q->need), c->safe_fill_B);
    (void)stock_fill(c, UNKNOWN, j->arena, stored);
    for (int i = 0; i < c->n_pools; i++)
        sum += stored[i];
    for (int i = 0; i < c->n_pools && sum > 0; i++)
        stored[i] *= asked / sum;
    return stored;
}

/* The unit that holds most data, over all pools. */
static bool find_failure(struct judging *j, enum failure_unit unit, const double *stored,
                         struct recovery_work *work, struct failure *failure, struct err *err)
{
    bool found = false;
    for (int i = 0; i < j->capacity.n_pools; i++) {
        struct recovery_case question = {.capacity = &j->capacity, .stored = stored};
        struct recovery_work one;
        if (!layout_largest(&j->capacity.topology, &j->capacity.pool_rows[i], unit,
                            &question.failure))
            continue;
        if (!recovery_work_make(&question, j->arena, &one, err))
            return false;
        if (!found || one.lost_B > work->lost_B) {
            found = true;
            *work = one;
            *failure = question.failure;
        }
    }
    if (!found)
        (void)err_set(err, ERR_INPUT, "the document has no %s to lose", failure_unit_names[unit]);
    return found;
}

/* The cluster without what failed; copies that find no place are not written. */
static struct cluster *rest_of(struct judging *j, const struct recovery_work *work,
                               const struct failure *failure)
{
    struct cluster *rest = change_lose(j->cluster, &j->capacity.topology, failure, j->arena);
    struct pool *pools = arena_array(j->arena, (size_t)rest->n_pools + 1, sizeof *pools);
    for (int i = 0; i < rest->n_pools; i++) {
        const struct layout *layout = &work->layouts[i];
        pools[i] = rest->pools[i];
        if (!layout->scheme.erasure && layout->placed < layout->scheme.n && layout->placed > 0)
            pools[i].size = layout->placed;
    }
    rest->pools = pools;
    return rest;
}

static bool fail(struct judging *j, struct err *err)
{
    const struct verdict_question *q = j->q;
    const struct need_failure *asked = q->need->failure;
    enum failure_unit unit = goal_unit(asked);
    struct recovery_work work = {.fits = false};
    struct recovery_ranges ranges;
    struct failure failure = {.unit = unit};
    const double *stored = stored_of(j);
    if (!find_failure(j, unit, stored, &work, &failure, err))
        return false;
    j->io_goes_on = true;
    for (int i = 0; i < j->capacity.n_pools; i++) {
        struct outage outage;
        if (!outage_make(&j->capacity, i, &failure, j->arena, &outage, err))
            return false;
        j->io_goes_on = j->io_goes_on && !outage.io_stops && !outage.data_lost;
    }
    recovery_ranges(&work, q->planning, goal_profile(asked), q->seed, &ranges);
    j->rebuilds = work.fits;
    j->rebuild_s = q->need->confidence == NEED_P50 ? ranges.seconds.p50 : ranges.seconds.p90;
    if (work.moved_B > 0 && asked->during != NEED_OUTAGE)
        j->kept_frac = ranges.client_frac.p50;
    double share = isnan(asked->share_frac) ? 1 : asked->share_frac;
    return carry_all(j, rest_of(j, &work, &failure), share, &j->lost, err);
}

/* -- goals --------------------------------------------------------------------------------------
 */

static double factor_of_load(const struct judging *j, const struct goal *goal)
{
    bool lost = goal_is_lost(goal->kind);
    const struct carried *whole = &j->whole[goal->load];
    const struct carried *now = lost ? &j->lost[goal->load] : whole;
    if (!now->carries)
        return 0;
    return goal_load_factor(j->q->need, goal, (struct goal_load){&whole->in, &whole->e},
                            (struct goal_load){&now->in, &now->e}, lost ? j->kept_frac : 1);
}

/* What is achieved of the rest; NaN, and why, where the document does not say. */
static double achieved_of_whole(const struct judging *j, const struct goal *goal, const char **why)
{
    const struct bill *bill = &j->bill;
    bool other_money = !isnan(bill->cost.value) && j->q->need->limits != NULL &&
                       strcmp(bill->cost.currency, j->q->need->limits->budget.currency) != 0;
    switch (goal->kind) {
    case GOAL_SPACE:
        *why = j->no_capacity;
        return j->has_capacity ? j->capacity.safe_fill_B : UNKNOWN;
    case GOAL_IO:
        *why = j->no_failure;
        return j->has_failure ? (j->io_goes_on ? 1 : 0) : UNKNOWN;
    case GOAL_REBUILD:
        *why = j->no_failure;
        return !j->has_failure ? UNKNOWN : j->rebuilds ? j->rebuild_s : UNLIMITED;
    case GOAL_BUDGET:
        *why = other_money ? "the prices are in another currency" : bill->cost_missing;
        return other_money ? UNKNOWN : bill->cost.value;
    case GOAL_POWER:
        *why = bill->power_missing;
        return bill->power_W;
    case GOAL_HOSTS:
        return cluster_hosts(j->cluster);
    case GOAL_ROOM:
        *why = "a cluster document states no height";
        return UNKNOWN;
    case GOAL_OPS:
    case GOAL_LATENCY:
    case GOAL_TAIL:
    case GOAL_LOST_OPS:
    case GOAL_LOST_LATENCY:
    case GOAL_LOST_TAIL:
        break;
    }
    return UNKNOWN;
}

static void judge(const struct judging *j, const struct goal *goal, struct verdict_goal *row)
{
    *row = (struct verdict_goal){.goal = goal, .achieved = UNKNOWN, .factor = UNKNOWN};
    if (goal->load < 0) {
        row->achieved = achieved_of_whole(j, goal, &row->why_open);
        row->factor =
            goal->at_most ? goal_over(goal->needed, row->achieved) : row->achieved / goal->needed;
    } else if (goal_is_lost(goal->kind) && !j->has_failure) {
        row->why_open = j->no_failure;
    } else {
        row->factor = factor_of_load(j, goal);
        row->achieved =
            goal->at_most ? goal_over(goal->needed, row->factor) : goal->needed * row->factor;
    }
    if (isnan(row->achieved)) {
        row->factor = UNKNOWN;
        row->state = VERDICT_OPEN;
        return;
    }
    row->state = row->factor >= 1 ? VERDICT_MET : VERDICT_MISSED;
    row->why_open = NULL;
}

static void judge_all(struct judging *j)
{
    struct verdict *v = j->verdict;
    int *counts[] = {
        [VERDICT_MET] = &v->met, [VERDICT_MISSED] = &v->missed, [VERDICT_OPEN] = &v->open};
    v->rows = arena_array(j->arena, (size_t)v->goals.n + 1, sizeof *v->rows);
    for (int i = 0; i < v->goals.n; i++) {
        judge(j, &v->goals.goal[i], &v->rows[i]);
        ++*counts[v->rows[i].state];
    }
}

bool verdict_make(const struct verdict_question *q, struct arena *arena, struct verdict *verdict,
                  struct err *err)
{
    struct judging j = {.q = q, .arena = arena, .verdict = verdict, .kept_frac = 1};
    struct err quiet = ERR_INIT, inner = ERR_INIT;
    *verdict = (struct verdict){.need = q->need, .cluster = q->cluster};
    make_goals(q, arena, &verdict->goals);
    j.cluster = under_need(q, arena);
    if (!carry_all(&j, j.cluster, 1, &j.whole, err))
        return false;
    j.has_capacity = capacity_make(j.cluster, &q->model->constants, arena, &j.capacity, &quiet);
    if (!j.has_capacity)
        j.no_capacity = j.no_failure = arena_copy(arena, quiet.text);
    else if (q->need->failure != NULL)
        j.has_failure = fail(&j, &inner);
    if (inner.kind != ERR_NONE)
        j.no_failure = arena_copy(arena, inner.text);
    bill_make(q->cluster, arena, &j.bill);
    judge_all(&j);
    return true;
}
