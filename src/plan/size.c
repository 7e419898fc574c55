/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What decides a design is found by asking the search again with one goal a tenth easier, and
 * without it. */
#include "plan/size.h"

struct answering {
    const struct size_question *q;
    struct arena *arena;
    struct size_answer *answer;
    struct trial trial;
    double *ease;
    struct err *err;
};

/* -- goals of one design -- */

static void fill_goals(struct answering *a, struct size_design *d)
{
    const struct goals *goals = a->q->goals;
    const struct space_family *f = &a->q->space->families[d->found.family];
    d->design = space_design(f, d->found.hosts);
    d->goals = arena_array(a->arena, (size_t)goals->n, sizeof *d->goals);
    d->decided_by = d->next = -1;
    trial_set(&a->trial, f, d->found.hosts);
    for (int i = 0; i < goals->n; i++) {
        const struct goal *goal = &goals->goal[i];
        d->goals[i] =
            (struct size_goal){.goal = goal,
                               .needed = goal->kind == GOAL_HOSTS ? f->design.hosts : goal->needed,
                               .achieved = trial_achieved(&a->trial, i),
                               .factor = trial_factor(&a->trial, i),
                               .saving = UNKNOWN,
                               .saving_without = UNKNOWN};
    }
}

/* Met or not: nothing to ease by a tenth. */
static bool can_be_eased(const struct goal *goal)
{
    return goal->kind != GOAL_IO && goal->kind != GOAL_HOSTS;
}

/* -- easing one goal -- */

/* The cheapest design with one goal easier, no dearer than the design itself. `best` has no hosts
 * when the search was stopped. */
static bool search_eased(struct answering *a, const struct size_design *d, int goal, double ease,
                         bool own_kind, struct search_found *best)
{
    struct search_result result;
    bool space = a->q->goals->goal[goal].kind == GOAL_SPACE;
    struct search_question question = {.space = a->q->space,
                                       .goals = a->q->goals,
                                       .ease = a->ease,
                                       .top = 1,
                                       .known = &d->found,
                                       .only_kind = own_kind,
                                       .threads = a->q->threads,
                                       .tick = a->q->tick,
                                       .tick_context = a->q->tick_context};
    for (int i = 0; i < a->q->goals->n; i++)
        a->ease[i] = 1;
    a->ease[goal] = ease;
    /* Who asks for less capacity stores less, and has less to rebuild. */
    if (space && isfinite(ease))
        question.stored_frac = 1 / ease;
    best->hosts = 0;
    if (!search_run(&question, a->arena, &result, a->err))
        return false;
    a->answer->points += result.points;
    a->answer->estimates += result.estimates;
    if (result.proven)
        *best = result.found[0];
    return true;
}

static bool ease_goal(struct answering *a, struct size_design *d, int goal, bool own_kind)
{
    struct search_found best;
    struct size_goal *g = &d->goals[goal];
    double ease = g->goal->at_most ? 1 + SIZE_EASE : 1 / (1 - SIZE_EASE);
    if (can_be_eased(g->goal)) {
        if (!search_eased(a, d, goal, ease, own_kind, &best))
            return false;
        if (best.hosts == 0)
            return true;
        g->saving = d->found.key.value - best.key.value;
        if (search_compare(&best.key, &d->found.key) < 0)
            g->eased = best;
    }
    if (g->goal->kind == GOAL_HOSTS)
        return true;
    if (!search_eased(a, d, goal, UNLIMITED, own_kind, &best))
        return false;
    if (best.hosts != 0)
        g->saving_without = d->found.key.value - best.key.value;
    return true;
}

static double or_nothing(double saving)
{
    return isnan(saving) ? 0 : saving;
}

/* Does a decide rather than b? */
static bool decides(const struct size_goal *a, const struct size_goal *b)
{
    if (or_nothing(a->saving) != or_nothing(b->saving))
        return or_nothing(a->saving) > or_nothing(b->saving);
    if (or_nothing(a->saving_without) != or_nothing(b->saving_without))
        return or_nothing(a->saving_without) > or_nothing(b->saving_without);
    return a->factor < b->factor;
}

/* More hosts than the fewest are of other goals' making; a budget that suffices never makes the
 * cheapest design another. */
static bool may_decide(const struct goal *goal, const struct size_goal *g)
{
    if (goal->kind == GOAL_HOSTS)
        return g->factor <= 1;
    if (goal->kind == GOAL_BUDGET)
        return g->factor < 1;
    return goal->kind != GOAL_IO || g->factor < 1 || g->saving_without > 0;
}

static void rank_goals(const struct goals *goals, struct size_design *d)
{
    for (int i = 0; i < goals->n; i++) {
        if (!may_decide(&goals->goal[i], &d->goals[i]))
            continue;
        if (d->decided_by < 0 || decides(&d->goals[i], &d->goals[d->decided_by])) {
            d->next = d->decided_by;
            d->decided_by = i;
        } else if (d->next < 0 || decides(&d->goals[i], &d->goals[d->next])) {
            d->next = i;
        }
    }
}

static bool explain(struct answering *a, struct size_design *d, bool own_kind)
{
    fill_goals(a, d);
    for (int i = 0; i < a->q->goals->n; i++)
        if (!ease_goal(a, d, i, own_kind))
            return false;
    rank_goals(a->q->goals, d);
    return true;
}

/* -- all -- */

static bool find_designs(struct answering *a)
{
    struct size_answer *answer = a->answer;
    struct search_result result;
    struct search_question question = {.space = a->q->space,
                                       .goals = a->q->goals,
                                       .top = a->q->top,
                                       .threads = a->q->threads,
                                       .tick = a->q->tick,
                                       .tick_context = a->q->tick_context};
    if (!search_run(&question, a->arena, &result, a->err))
        return false;
    answer->optimal = result.proven;
    answer->points = result.points;
    answer->estimates = result.estimates;
    answer->n = result.n;
    answer->designs = arena_array(a->arena, (size_t)result.n + 1, sizeof *answer->designs);
    for (int i = 0; i < result.n; i++) {
        answer->designs[i].found = result.found[i];
        answer->designs[i].proven = result.proven;
        if (!explain(a, &answer->designs[i], i > 0))
            return false;
    }
    return true;
}

/* As much easier as the nearest design needs every goal, and a little; what it cannot meet at all
 * is not asked. */
static void ease_to_nearest(struct answering *a, const struct size_design *nearest)
{
    double worst = miss_worst(a->answer->miss.shortfall);
    for (int i = 0; i < a->q->goals->n; i++)
        a->ease[i] = nearest->goals[i].factor * MISS_NEVER > 1
                         ? worst > 1 ? worst * (1 + MISS_STEP) : 1
                         : UNLIMITED;
}

/* The cheapest design that the ease allows; `found` stays where there is none. */
static bool cheapest_eased(struct answering *a, const struct search_found *known,
                           struct search_found *found, bool *any)
{
    struct search_result result;
    struct search_question question = {.space = a->q->space,
                                       .goals = a->q->goals,
                                       .ease = a->ease,
                                       .top = 1,
                                       .known = known,
                                       .threads = a->q->threads,
                                       .tick = a->q->tick,
                                       .tick_context = a->q->tick_context};
    if (!search_run(&question, a->arena, &result, a->err))
        return false;
    *any = result.n > 0 && result.proven;
    if (*any)
        *found = result.found[0];
    return true;
}

/* The cheapest design that misses no goal by more than the nearest one; what can be met beside is
 * asked again, goal by goal in their order. */
static bool cheapest_miss(struct answering *a, struct search_found *found)
{
    bool any = false;
    struct search_found nearest = *found;
    if (!cheapest_eased(a, &nearest, found, &any))
        return false;
    for (int i = 0; i < a->q->goals->n; i++) {
        double ease = a->ease[i];
        if (isinf(ease) || ease == 1)
            continue;
        a->ease[i] = 1;
        if (!cheapest_eased(a, NULL, found, &any))
            return false;
        if (!any)
            a->ease[i] = ease;
    }
    return true;
}

static bool find_miss(struct answering *a)
{
    struct size_answer *answer = a->answer;
    struct miss *miss = &answer->miss;
    struct search_found *found = &answer->nearest.found;
    miss_find(a->q->space, a->q->goals, a->q->tick, a->q->tick_context, a->arena, miss);
    if (miss->hosts == 0)
        return true;
    *found = (struct search_found){miss->family, miss->hosts,
                                   search_key_of(a->q->space, miss->family, miss->hosts)};
    fill_goals(a, &answer->nearest);
    ease_to_nearest(a, &answer->nearest);
    if (!cheapest_miss(a, found))
        return false;
    miss->family = found->family;
    miss->hosts = found->hosts;
    fill_goals(a, &answer->nearest);
    rank_goals(a->q->goals, &answer->nearest);
    return true;
}

bool size_answer(const struct size_question *q, struct arena *arena, struct size_answer *answer,
                 struct err *err)
{
    struct answering a = {.q = q, .arena = arena, .answer = answer, .err = err};
    *answer = (struct size_answer){.space = q->space, .goals = q->goals};
    a.ease = arena_array(arena, (size_t)q->goals->n, sizeof *a.ease);
    trial_open(q->space, q->goals, arena, &a.trial);
    if (!find_designs(&a))
        return false;
    if (answer->n == 0 && answer->optimal && !find_miss(&a))
        return false;
    if (q->fronts && answer->n > 0 && answer->optimal) {
        struct front_question fronts = {q->space, q->goals, &answer->designs[0].found, q->tick,
                                        q->tick_context};
        front_find(&fronts, arena, &answer->fronts);
    }
    trial_end(&a.trial, arena);
    return true;
}
