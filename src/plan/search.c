/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the key of an item is never above that of any design of its family that is still
 * open; whatever is pushed back has a greater key than what was popped. */
#include "plan/search.h"

#include "base/heap.h"
#include "base/parallel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum stage {
    STAGE_SPACE, /* enough capacity */
    STAGE_EXACT  /* the optimist agrees: to be tried exactly */
};

struct item {
    struct search_key key;
    int stage;
};

struct search {
    const struct search_question *q;
    struct heap heap;          /* of struct item */
    struct search_found *best; /* [n_groups]: of each data device and scheme; hosts 0: none */
    int n_groups;
    struct search_key limit; /* of no interest from here on */
    int in_flight, done;
    long pops;
    bool stopped;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct trial *trials; /* [threads] */
};

/* -- keys -- */

struct search_key search_key_of(const struct space *space, int family, int hosts)
{
    const struct space_family *f = &space->families[family];
    double devices = (double)hosts * f->host_devices;
    return (struct search_key){space->priced ? hosts * f->host_cost : devices, devices, hosts,
                               family};
}

static int order(double a, double b)
{
    return (a > b) - (a < b);
}

int search_compare(const struct search_key *a, const struct search_key *b)
{
    int by = order(a->value, b->value);
    if (by == 0)
        by = order(a->devices, b->devices);
    if (by == 0)
        by = order(a->hosts, b->hosts);
    return by != 0 ? by : order(a->family, b->family);
}

static bool before(const void *a, const void *b)
{
    return search_compare(&((const struct item *)a)->key, &((const struct item *)b)->key) < 0;
}

/* -- what was found -- */

static int group_of(const struct search *s, int family)
{
    const struct design *d = &s->q->space->families[family].design;
    return d->device * design_n_schemes(s->q->space->need) + d->scheme;
}

/* The key of the worst design that is asked for, once there are so many. */
static void set_limit(struct search *s)
{
    struct search_key worst[SEARCH_TOP_MAX];
    int n = 0;
    for (int g = 0; g < s->n_groups; g++) {
        if (s->best[g].hosts == 0)
            continue;
        const struct search_key *key = &s->best[g].key;
        if (n > 0 && n == s->q->top && search_compare(key, &worst[n - 1]) >= 0)
            continue;
        int i = n < s->q->top ? n++ : n - 1;
        for (; i > 0 && search_compare(key, &worst[i - 1]) < 0; i--)
            worst[i] = worst[i - 1];
        worst[i] = *key;
    }
    if (n > 0 && n == s->q->top && search_compare(&worst[n - 1], &s->limit) < 0)
        s->limit = worst[n - 1];
}

static void record(struct search *s, int family, int hosts)
{
    struct search_found found = {family, hosts, search_key_of(s->q->space, family, hosts)};
    struct search_found *best = &s->best[group_of(s, family)];
    if (best->hosts != 0 && search_compare(&found.key, &best->key) >= 0)
        return;
    *best = found;
    set_limit(s);
}

/* Can nothing of it be among the designs asked for? */
static bool is_idle(const struct search *s, const struct search_key *key)
{
    const struct search_found *best = &s->best[group_of(s, key->family)];
    return search_compare(key, &s->limit) >= 0 ||
           (best->hosts != 0 && search_compare(key, &best->key) >= 0);
}

/* -- one family -- */

static double ease_of(const struct search_question *q, int goal)
{
    return q->ease == NULL ? 1 : q->ease[goal];
}

/* Limits only get tighter with further hosts; so what breaks one ends the family. */
static bool within_limits(struct trial *t, const struct search_question *q)
{
    for (int i = 0; i < t->goals->n; i++) {
        enum goal_kind kind = t->goals->goal[i].kind;
        bool limit = kind == GOAL_BUDGET || kind == GOAL_POWER || kind == GOAL_ROOM;
        if (limit && !goal_is_met(trial_factor(t, i), ease_of(q, i)))
            return false;
    }
    return true;
}

static bool enough_space(struct trial *t, const struct search_question *q)
{
    for (int i = 0; i < t->goals->n; i++)
        if (t->goals->goal[i].kind == GOAL_SPACE && !goal_is_met(trial_factor(t, i), ease_of(q, i)))
            return false;
    return true;
}

static bool may_at(struct trial *t, const struct space_family *f, int hosts, const double *ease)
{
    trial_set(t, f, hosts);
    return trial_may_carry(t, ease);
}

int search_first_hosts(struct trial *t, const struct space_family *f, int from, const double *ease)
{
    int steady = f->steady ? space_steady_from(t->space, f) : f->most_hosts;
    int low = from;
    for (; low <= steady && low <= f->most_hosts; low++)
        if (may_at(t, f, low, ease))
            return low;
    if (low > f->most_hosts || !may_at(t, f, f->most_hosts, ease))
        return 0;
    int high = f->most_hosts;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (may_at(t, f, middle, ease))
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

/* Some design of the family that holds, sooner rather than cheaper: something to show for when the
 * search is stopped. 0: none was met. */
static int dive(struct trial *t, const struct search_question *q, const struct space_family *f,
                int hosts)
{
    for (int tries = 0; hosts <= f->most_hosts && tries < 8; tries++, hosts += hosts / 4 + 1) {
        trial_set(t, f, hosts);
        if (!within_limits(t, q))
            return 0;
        if (trial_holds(t, q->ease))
            return hosts;
    }
    return 0;
}

/* What a step found of an item: hosts 0, nothing more comes of its family. */
struct outcome {
    struct item next;
    int found; /* hosts of a design that holds; 0: none */
};

static bool is_power_of_two(long n)
{
    return (n & (n - 1)) == 0;
}

static void step(const struct search *s, struct trial *t, const struct item *item, long pops,
                 struct outcome *out)
{
    const struct search_question *q = s->q;
    const struct space_family *f = &q->space->families[item->key.family];
    int hosts = item->key.hosts, next = 0;
    *out = (struct outcome){.found = 0};
    if (item->stage == STAGE_SPACE) {
        next = search_first_hosts(t, f, hosts, q->ease);
        if (next != 0 && is_power_of_two(pops))
            out->found = dive(t, q, f, next);
    } else {
        trial_set(t, f, hosts);
        if (trial_holds(t, q->ease)) {
            out->found = hosts;
            return;
        }
        next = hosts + 1;
    }
    if (next == 0 || next > f->most_hosts)
        return;
    trial_set(t, f, next);
    if (within_limits(t, q))
        out->next = (struct item){search_key_of(q->space, item->key.family, next), STAGE_EXACT};
}

/* -- threads -- */

static void tick(struct search *s)
{
    if (s->q->tick != NULL && !s->q->tick(s->q->tick_context, s->done, s->q->space->n_families))
        s->stopped = true;
}

/* The next item of interest; false when none is left. Holds the lock. */
static bool take(struct search *s, struct item *item)
{
    for (;;) {
        if (s->stopped)
            return false;
        while (s->heap.n > 0) {
            heap_pop(&s->heap, item);
            if (!is_idle(s, &item->key)) {
                s->in_flight++;
                s->pops++;
                return true;
            }
            s->done++;
        }
        if (s->in_flight == 0)
            return false;
        (void)pthread_cond_wait(&s->changed, &s->lock);
    }
}

static void put(struct search *s, const struct item *item, const struct outcome *out)
{
    if (out->found != 0)
        record(s, item->key.family, out->found);
    if (out->next.key.hosts != 0 && !is_idle(s, &out->next.key))
        heap_push(&s->heap, &out->next);
    else
        s->done++;
    s->in_flight--;
    if (s->pops % 64 == 0)
        tick(s);
    (void)pthread_cond_broadcast(&s->changed);
}

static void worker(int i, void *context)
{
    struct search *s = context;
    struct item item;
    struct outcome out;
    (void)pthread_mutex_lock(&s->lock);
    while (take(s, &item)) {
        long pops = s->pops;
        (void)pthread_mutex_unlock(&s->lock);
        step(s, &s->trials[i], &item, pops, &out);
        (void)pthread_mutex_lock(&s->lock);
        put(s, &item, &out);
        s->stopped = s->stopped || s->trials[i].starved;
    }
    (void)pthread_cond_broadcast(&s->changed);
    (void)pthread_mutex_unlock(&s->lock);
}

/* -- stopped with nothing found -- */

enum { SCOUT_ROUNDS = 6 };
#define SCOUT_STEP 0.6

/* The fewest hosts that have the capacity; more than may be: none has. */
static int hosts_for_space(struct trial *t, const struct search_question *q,
                           const struct space_family *f)
{
    int hosts = f->design.hosts;
    for (trial_set(t, f, hosts); hosts <= f->most_hosts && !enough_space(t, q);)
        trial_set(t, f, ++hosts);
    return hosts;
}

static bool scout_family(struct search *s, struct trial *t, int family)
{
    const struct space_family *f = &s->q->space->families[family];
    int hosts = hosts_for_space(t, s->q, f);
    if (hosts > f->most_hosts)
        return false;
    hosts = search_first_hosts(t, f, hosts, s->q->ease);
    int found = hosts == 0 ? 0 : dive(t, s->q, f, hosts);
    if (found != 0)
        record(s, family, found);
    return found != 0;
}

/* Looks for any design that holds: of each data device and scheme the richest host, then one of
 * some 0.6 of its price (or devices), and so on down, until one is met. Some ten ms a try. */
static void scout(struct search *s, struct trial *t, struct arena *arena)
{
    const struct space *space = s->q->space;
    double *ceiling = arena_array(arena, (size_t)s->n_groups, sizeof *ceiling);
    int *richest = arena_array(arena, (size_t)s->n_groups, sizeof *richest);
    for (int g = 0; g < s->n_groups; g++)
        ceiling[g] = UNLIMITED;
    for (int round = 0; round < SCOUT_ROUNDS; round++) {
        for (int g = 0; g < s->n_groups; g++)
            richest[g] = -1;
        for (int i = 0; i < space->n_families; i++) {
            int g = group_of(s, i);
            double value = search_key_of(space, i, 1).value;
            if (value <= ceiling[g] &&
                (richest[g] < 0 || value > search_key_of(space, richest[g], 1).value))
                richest[g] = i;
        }
        for (int g = 0; g < s->n_groups; g++) {
            if (richest[g] < 0)
                continue;
            if (scout_family(s, t, richest[g]))
                return;
            ceiling[g] = SCOUT_STEP * search_key_of(space, richest[g], 1).value;
        }
    }
}

static bool found_any(const struct search *s)
{
    for (int g = 0; g < s->n_groups; g++)
        if (s->best[g].hosts != 0)
            return true;
    return false;
}

/* -- all -- */

/* Where each family begins to be of interest. */
struct beginning {
    struct search *s;
    int *hosts; /* [n_families]; 0: nowhere */
    int parts;
};

static int first_of_interest(const struct search *s, struct trial *t, int family)
{
    const struct search_question *q = s->q;
    const struct space_family *f = &q->space->families[family];
    struct search_key least = search_key_of(q->space, family, f->design.hosts);
    bool asked = !q->only_kind || group_of(s, family) == group_of(s, q->known->family);
    if (!asked || is_idle(s, &least))
        return 0;
    int hosts = hosts_for_space(t, q, f);
    if (hosts > f->most_hosts || !within_limits(t, q))
        return 0;
    least = search_key_of(q->space, family, hosts);
    return is_idle(s, &least) ? 0 : hosts;
}

static void begin_part(int part, void *context)
{
    const struct beginning *b = context;
    double each = (double)b->s->q->space->n_families / b->parts;
    int from = (int)(part * each), to = (int)((part + 1) * each);
    if (part == b->parts - 1)
        to = b->s->q->space->n_families;
    for (int i = from; i < to; i++)
        b->hosts[i] = first_of_interest(b->s, &b->s->trials[part], i);
}

/* Every family that is of interest, by its least key. */
static void fill_heap(struct search *s, int threads, struct arena *arena)
{
    const struct space *space = s->q->space;
    struct beginning b = {s, arena_array(arena, (size_t)space->n_families + 1, sizeof *b.hosts),
                          threads};
    parallel_for(threads, threads, begin_part, &b);
    s->heap = (struct heap){arena_array(arena, (size_t)space->n_families + 1, sizeof(struct item)),
                            0, sizeof(struct item), before};
    for (int i = 0; i < space->n_families; i++) {
        struct item item = {search_key_of(space, i, b.hosts[i]), STAGE_SPACE};
        if (b.hosts[i] != 0)
            heap_push(&s->heap, &item);
    }
    s->done = space->n_families - s->heap.n;
}

static int by_key(const void *a, const void *b)
{
    const struct search_found *x = a, *y = b;
    return search_compare(&x->key, &y->key);
}

static void collect(const struct search *s, int threads, struct search_result *result)
{
    int n = 0;
    for (int g = 0; g < s->n_groups; g++)
        if (s->best[g].hosts != 0)
            s->best[n++] = s->best[g];
    qsort(s->best, (size_t)n, sizeof *s->best, by_key);
    *result = (struct search_result){.n = n < s->q->top ? n : s->q->top, .proven = !s->stopped};
    memcpy(result->found, s->best, (size_t)result->n * sizeof *result->found);
    for (int i = 0; i < threads; i++) {
        result->points += s->trials[i].points;
        result->estimates += s->trials[i].estimates;
    }
}

bool search_run(const struct search_question *q, struct arena *arena, struct search_result *result,
                struct err *err)
{
    struct search s = {.q = q, .limit = {.value = UNLIMITED}};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = q->threads > 0 ? q->threads : processors > 0 ? (int)processors : 1;
    s.n_groups = q->space->need->choices->n_devices * design_n_schemes(q->space->need);
    s.best = arena_array(arena, (size_t)s.n_groups, sizeof *s.best);
    s.trials = arena_array(arena, (size_t)threads, sizeof *s.trials);
    for (int i = 0; i < threads; i++) {
        trial_open(q->space, q->goals, arena, &s.trials[i]);
        s.trials[i].stored_frac = q->stored_frac == 0 ? 1 : q->stored_frac;
    }
    if (pthread_mutex_init(&s.lock, NULL) != 0)
        return err_set(err, ERR_IO, "no lock can be made");
    if (pthread_cond_init(&s.changed, NULL) != 0) {
        (void)pthread_mutex_destroy(&s.lock);
        return err_set(err, ERR_IO, "no lock can be made");
    }
    if (q->known != NULL)
        record(&s, q->known->family, q->known->hosts);
    fill_heap(&s, threads, arena);
    parallel_for(threads, threads, worker, &s);
    if (s.stopped && !found_any(&s))
        scout(&s, &s.trials[0], arena);
    collect(&s, threads, result);
    (void)pthread_cond_destroy(&s.changed);
    (void)pthread_mutex_destroy(&s.lock);
    for (int i = 0; i < threads; i++)
        trial_end(&s.trials[i], arena);
    return true;
}
