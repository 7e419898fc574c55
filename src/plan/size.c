/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What decides a design is found by asking the search again with one goal a tenth easier. */
#include "plan/size.h"

#include <string.h>

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
                               .saving = UNKNOWN};
    }
}

/* Met or not, or of the scheme: nothing to ease by a tenth. */
static bool can_be_eased(const struct goal *goal)
{
    return goal->kind != GOAL_IO && goal->kind != GOAL_HOSTS;
}

/* -- easing one goal -- */

static bool ease_goal(struct answering *a, struct size_design *d, int goal, bool own_kind)
{
    struct search_result result;
    struct size_goal *g = &d->goals[goal];
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
    a->ease[goal] = g->goal->at_most ? 1 + SIZE_EASE : 1 / (1 - SIZE_EASE);
    if (!search_run(&question, a->arena, &result, a->err))
        return false;
    a->answer->points += result.points;
    a->answer->estimates += result.estimates;
    if (!result.proven)
        return true;
    g->saving = d->found.key.value - result.found[0].key.value;
    if (search_compare(&result.found[0].key, &d->found.key) < 0)
        g->eased = result.found[0];
    return true;
}

/* Does a decide rather than b: by what easing it saves, else by the lesser slack. */
static bool decides(const struct size_goal *a, const struct size_goal *b)
{
    double saves_a = isnan(a->saving) ? 0 : a->saving, saves_b = isnan(b->saving) ? 0 : b->saving;
    if (saves_a != saves_b)
        return saves_a > saves_b;
    return a->factor < b->factor;
}

static void rank_goals(const struct goals *goals, struct size_design *d)
{
    for (int i = 0; i < goals->n; i++) {
        bool idle = goals->goal[i].kind == GOAL_HOSTS && d->goals[i].factor > 1;
        if (goals->goal[i].kind == GOAL_IO || idle)
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
        if (can_be_eased(&a->q->goals->goal[i]) && !ease_goal(a, d, i, own_kind))
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

/* The cheapest design that misses no goal by more than the nearest, and a little. */
static bool cheapest_miss(struct answering *a, struct search_found *found)
{
    struct search_result result;
    const struct miss *miss = &a->answer->miss;
    struct search_question question = {.space = a->q->space,
                                       .goals = a->q->goals,
                                       .ease = a->ease,
                                       .top = 1,
                                       .known = found,
                                       .threads = a->q->threads,
                                       .tick = a->q->tick,
                                       .tick_context = a->q->tick_context};
    if (isinf(miss->shortfall))
        return true;
    for (int i = 0; i < a->q->goals->n; i++)
        a->ease[i] = miss->shortfall * (1 + MISS_STEP);
    if (!search_run(&question, a->arena, &result, a->err))
        return false;
    *found = result.found[0];
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
