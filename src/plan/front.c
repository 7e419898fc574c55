/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs come in the order of their keys, so that what is on a front stays on it. Invariant: a
 * family waits at a number of hosts below which none of its designs can join any more. */
#include "plan/front.h"

#include "base/heap.h"

const char *const front_names[] = {"iops", "usable", "power", NULL};

struct waiting {
    struct search_key key;
    bool may; /* the optimist has been asked: nothing is left below */
};

struct walking {
    const struct front_question *q;
    struct trial trial;
    struct heap heap; /* of struct waiting */
    int done;
    double record[N_FRONTS]; /* of the last point; NaN: there is no such front */
    struct fronts *out;
};

/* -- values -- */

static double value_of(struct walking *w, enum front_kind kind, const struct space_family *f,
                       int hosts)
{
    if (kind == FRONT_SPACE)
        return space_safe_B(w->q->space, f, hosts);
    if (kind == FRONT_POWER)
        return hosts * f->host_W;
    trial_set(&w->trial, f, hosts);
    return trial_ops(&w->trial, 0);
}

static bool betters(const struct walking *w, enum front_kind kind, double value)
{
    double record = w->record[kind];
    if (isnan(record))
        return false;
    return kind == FRONT_POWER ? value <= record * (1 - FRONT_STEP)
                               : value >= record * (1 + FRONT_STEP);
}

static bool may_join(struct walking *w, const struct space_family *f, int hosts)
{
    for (int k = 0; k < N_FRONTS; k++)
        if (betters(w, (enum front_kind)k, value_of(w, (enum front_kind)k, f, hosts)))
            return true;
    return false;
}

static void join(struct walking *w, const struct search_found *found)
{
    const struct space_family *f = &w->q->space->families[found->family];
    for (int k = 0; k < N_FRONTS; k++) {
        struct front *front = &w->out->front[k];
        double value = value_of(w, (enum front_kind)k, f, found->hosts);
        if (!betters(w, (enum front_kind)k, value) && front->n > 0)
            continue;
        if (isnan(w->record[k]))
            continue;
        /* At the same price the better one stands. */
        if (front->n > 0 && front->points[front->n - 1].found.key.value == found->key.value)
            front->n--;
        if (front->n == FRONT_POINTS_MAX) {
            w->out->complete = false;
            continue;
        }
        front->points[front->n++] = (struct front_point){*found, value};
        w->record[k] = value;
    }
}

/* -- the heap -- */

static bool before(const void *a, const void *b)
{
    return search_compare(&((const struct waiting *)a)->key, &((const struct waiting *)b)->key) < 0;
}

/* The family on top goes on with so many hosts, or leaves. */
static void replace_top(struct walking *w, int hosts, bool may)
{
    struct waiting top = *(const struct waiting *)w->heap.items;
    if (hosts == 0) {
        heap_pop(&w->heap, &top);
        w->done++;
    } else {
        top = (struct waiting){search_key_of(w->q->space, top.key.family, hosts), may};
        heap_replace(&w->heap, &top);
    }
}

/* -- one family -- */

static int most_hosts(struct walking *w, int family)
{
    const struct space_family *f = &w->q->space->families[family];
    double ceiling = FRONT_CEILING * w->q->cheapest->key.value;
    int most = f->most_hosts;
    while (most >= f->design.hosts && search_key_of(w->q->space, family, most).value > ceiling)
        most--;
    return most;
}

/* The fewest hosts from `from` on whose design may join a front; 0: none. Further hosts only raise
 * the power: only the first of them may join that of power. */
static int next_to_join(struct walking *w, int family, int from)
{
    const struct space_family *f = &w->q->space->families[family];
    int most = most_hosts(w, family), at = from;
    if (from <= most && betters(w, FRONT_POWER, value_of(w, FRONT_POWER, f, from)))
        return from;
    for (; at <= most; at++)
        if (betters(w, FRONT_SPACE, value_of(w, FRONT_SPACE, f, at)))
            break;
    int high = at < most ? at : most;
    bool steady = f->steady && from >= space_steady_from(w->q->space, f);
    if (high < from || isnan(w->record[FRONT_OPS]))
        return at <= most ? at : 0;
    if (!steady) {
        for (int hosts = from; hosts <= high; hosts++)
            if (betters(w, FRONT_OPS, value_of(w, FRONT_OPS, f, hosts)))
                return hosts;
        return at <= most ? at : 0;
    }
    if (!betters(w, FRONT_OPS, value_of(w, FRONT_OPS, f, high)))
        return at <= most ? at : 0;
    for (int low = from; low < high;) {
        int middle = low + (high - low) / 2;
        if (betters(w, FRONT_OPS, value_of(w, FRONT_OPS, f, middle)))
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

/* The family on top, at its number of hosts. */
static void step(struct walking *w)
{
    struct waiting top = *(const struct waiting *)w->heap.items;
    const struct space *space = w->q->space;
    const struct space_family *f = &space->families[top.key.family];
    int hosts = top.key.hosts;
    if (!may_join(w, f, hosts)) {
        replace_top(w, next_to_join(w, top.key.family, hosts + 1), top.may);
        return;
    }
    if (!top.may) {
        int first = search_first_hosts(&w->trial, f, hosts, NULL);
        replace_top(w, first > most_hosts(w, top.key.family) ? 0 : first, true);
        return;
    }
    trial_set(&w->trial, f, hosts);
    if (trial_holds(&w->trial, NULL)) {
        struct search_found found = {top.key.family, hosts, top.key};
        join(w, &found);
    }
    replace_top(w, next_to_join(w, top.key.family, hosts + 1), true);
}

/* From the cheapest on: nothing cheaper holds. */
static void fill_heap(struct walking *w)
{
    const struct space *space = w->q->space;
    const struct search_key *cheapest = &w->q->cheapest->key;
    for (int i = 0; i < space->n_families; i++) {
        const struct space_family *f = &space->families[i];
        int most = most_hosts(w, i), hosts = f->design.hosts;
        for (; hosts <= most; hosts++) {
            struct search_key key = search_key_of(space, i, hosts);
            trial_set(&w->trial, f, hosts);
            if (search_compare(&key, cheapest) > 0 && trial_space_holds(&w->trial))
                break;
        }
        struct waiting item = {search_key_of(space, i, hosts), false};
        if (hosts <= most)
            heap_push(&w->heap, &item);
        else
            w->done++;
    }
}

void front_find(const struct front_question *q, struct arena *arena, struct fronts *fronts)
{
    struct walking w = {.q = q, .out = fronts};
    *fronts = (struct fronts){.complete = true};
    trial_open(q->space, q->goals, arena, &w.trial);
    w.heap =
        (struct heap){arena_array(arena, (size_t)q->space->n_families + 1, sizeof(struct waiting)),
                      0, sizeof(struct waiting), before};
    const struct space_family *first = &q->space->families[q->cheapest->family];
    for (int k = 0; k < N_FRONTS; k++) {
        fronts->front[k].points =
            arena_array(arena, FRONT_POINTS_MAX, sizeof *fronts->front[k].points);
        bool known =
            (k != FRONT_OPS || q->space->n_loads > 0) && (k != FRONT_POWER || q->space->powered);
        w.record[k] = known ? value_of(&w, (enum front_kind)k, first, q->cheapest->hosts) : UNKNOWN;
    }
    join(&w, q->cheapest);
    fill_heap(&w);
    for (long steps = 1; w.heap.n > 0; steps++) {
        step(&w);
        if (steps % 64 == 0 && q->tick != NULL &&
            !q->tick(q->tick_context, w.done, q->space->n_families)) {
            fronts->complete = false;
            break;
        }
    }
    trial_end(&w.trial, arena);
}
