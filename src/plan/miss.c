/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the shortfall under which an item waits is never above the exact one of its design,
 * and never below that of the design next to it on the way to the family's least. */
#include "plan/miss.h"

#include "base/heap.h"

/* A design to try, and which way its neighbours lie: -1, 1, or 0 for both. */
struct waiting {
    double least;
    struct search_key key;
    int way;
};

struct finding {
    struct trial *trial;
    const struct space *space;
    struct heap heap; /* of struct waiting */
    int capacity;
    struct arena *arena;
};

/* -- the heap -- */

static bool before(const void *a, const void *b)
{
    const struct waiting *x = a, *y = b;
    if (x->least != y->least)
        return x->least < y->least;
    return search_compare(&x->key, &y->key) < 0;
}

static void push(struct finding *f, const struct waiting *item)
{
    struct heap *heap = &f->heap;
    if (heap->n == f->capacity) {
        f->capacity = 2 * f->capacity + 64;
        heap->items = arena_grow(f->arena, heap->items, (size_t)heap->n, (size_t)f->capacity,
                                 heap->bytes_each);
    }
    heap_push(heap, item);
}

/* -- shortfalls -- */

/* A shortfall in the making. Both parts only grow with further goals. */
struct sum {
    int never;
    double worst;
};

static void add_factor(struct sum *sum, double factor)
{
    if (factor * MISS_NEVER > 1)
        sum->worst = fmax(sum->worst, 1 / factor);
    else
        sum->never++;
}

static double total(const struct sum *sum)
{
    return sum->never * MISS_NEVER + sum->worst;
}

double miss_worst(double shortfall)
{
    return shortfall - MISS_NEVER * floor(shortfall / MISS_NEVER);
}

static bool is_limit(enum goal_kind kind)
{
    return kind == GOAL_BUDGET || kind == GOAL_POWER || kind == GOAL_ROOM;
}

/* What the optimist misses of the goals that get harder with further hosts, or of the others. */
static double optimist_misses(struct trial *t, bool limits)
{
    struct sum sum = {0, 1};
    for (int i = 0; i < t->goals->n; i++)
        if (is_limit(t->goals->goal[i].kind) == limits)
            add_factor(&sum, trial_optimist(t, i));
    return total(&sum);
}

static double least_of(struct finding *f, int family, int hosts)
{
    trial_set(f->trial, &f->space->families[family], hosts);
    return fmax(optimist_misses(f->trial, false), optimist_misses(f->trial, true));
}

/* Goals in an order that gives up early once `enough` is reached. */
static double exact_shortfall(struct trial *t, double enough)
{
    struct sum sum = {0, 1};
    for (int i = 0; i < t->goals->n && total(&sum) < enough; i++)
        add_factor(&sum, trial_factor(t, t->order[i]));
    return total(&sum);
}

/* From so many hosts on the family's misses are monotone: what grows harder with a further host
 * never turns back, and what grows easier neither. */
static int monotone_from(const struct finding *f, int family)
{
    const struct space_family *of = &f->space->families[family];
    int steady = of->steady ? space_steady_from(f->space, of) : of->most_hosts + 1;
    return of->design.hosts > steady ? of->design.hosts : steady;
}

static void wait_for(struct finding *f, int family, int hosts, int way)
{
    const struct space_family *of = &f->space->families[family];
    int fewest = way == 0 ? of->design.hosts : monotone_from(f, family);
    if (hosts < fewest || hosts > of->most_hosts)
        return;
    struct waiting item = {least_of(f, family, hosts), search_key_of(f->space, family, hosts), way};
    push(f, &item);
}

/* Where what grows harder with further hosts overtakes what grows easier: the least stands there or
 * one host before. */
static int crossing(struct finding *f, int family, int low)
{
    const struct space_family *of = &f->space->families[family];
    int high = of->most_hosts;
    while (low < high) {
        int middle = low + (high - low) / 2;
        trial_set(f->trial, of, middle);
        if (optimist_misses(f->trial, true) >= optimist_misses(f->trial, false))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void add_family(struct finding *f, int family)
{
    const struct space_family *of = &f->space->families[family];
    int monotone = monotone_from(f, family);
    for (int hosts = of->design.hosts; hosts < monotone && hosts <= of->most_hosts; hosts++)
        wait_for(f, family, hosts, 0);
    if (monotone > of->most_hosts)
        return;
    int at = crossing(f, family, monotone);
    wait_for(f, family, at, 1);
    wait_for(f, family, at - 1, -1);
}

void miss_find(const struct space *space, const struct goals *goals, search_tick *tick,
               void *tick_context, struct arena *arena, struct miss *miss)
{
    struct trial trial;
    struct finding f = {.trial = &trial,
                        .space = space,
                        .heap = {NULL, 0, sizeof(struct waiting), before},
                        .arena = arena};
    struct waiting item;
    struct search_key best = {.value = UNLIMITED};
    int tries = 0;
    *miss = (struct miss){.shortfall = UNLIMITED, .proven = true};
    trial_open(space, goals, arena, &trial);
    for (int i = 0; i < space->n_families; i++)
        add_family(&f, i);
    while (f.heap.n > 0 && ((const struct waiting *)f.heap.items)->least <= miss->shortfall) {
        heap_pop(&f.heap, &item);
        if (tries++ == MISS_TRIES_MAX ||
            (tick != NULL && tries % 16 == 0 && !tick(tick_context, tries, MISS_TRIES_MAX))) {
            miss->proven = false;
            break;
        }
        trial_set(&trial, &space->families[item.key.family], item.key.hosts);
        double shortfall = exact_shortfall(&trial, nextafter(miss->shortfall, UNLIMITED));
        if (miss->hosts == 0 || shortfall < miss->shortfall ||
            (shortfall == miss->shortfall && search_compare(&item.key, &best) < 0)) {
            best = item.key;
            miss->shortfall = shortfall;
            miss->family = item.key.family;
            miss->hosts = item.key.hosts;
        }
        if (item.way != 0)
            wait_for(&f, item.key.family, item.key.hosts + item.way, item.way);
    }
    trial_end(&trial, arena);
}
