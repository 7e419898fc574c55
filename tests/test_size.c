/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole answer to a need against plain enumeration: what each design reaches, what a tenth
 * less of each goal saves, the nearest miss; and that neither seed nor missing prices lead it
 * astray. */
#include "support/oracle.h"
#include "support/random.h"

#include "plan/size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 12, NEEDS = 200, TOP = 2, GOALS_MAX = 40 };

/* One need with everything that is possible, and what each design reaches. */
struct world {
    struct needs *needs;
    const char *text;
    const struct space *space;
    struct goals goals;
    struct size_answer answer;
    double *factors; /* [all designs][goals.n] */
    double *less;    /* the same with a tenth less to hold */
};

static void answer(struct world *w, int top)
{
    struct err err = ERR_INIT;
    struct size_question question = {
        .space = w->space, .goals = &w->goals, .top = top, .fronts = true, .threads = 2};
    if (!size_answer(&question, &w->needs->f->arena, &w->answer, &err))
        fail_msg("%s", err.text);
}

static void open_world(struct world *w, struct needs *needs, const struct need *need, int top)
{
    *w = (struct world){.needs = needs, .text = "", .space = needs_space(needs, need)};
    goals_make(w->space, &needs->f->arena, &w->goals);
    assert_in_range(w->goals.n, 1, GOALS_MAX);
    answer(w, top);
}

/* -- enumeration -- */

typedef void visitor(struct world *w, int family, int hosts, size_t index, void *context);

static size_t each_design(struct world *w, visitor *visit, void *context)
{
    size_t index = 0;
    for (int i = 0; i < w->space->n_families; i++) {
        const struct space_family *f = &w->space->families[i];
        for (int hosts = f->design.hosts; hosts <= f->most_hosts; hosts++)
            visit(w, i, hosts, index++, context);
    }
    return index;
}

static void fill_factors(struct world *w, int family, int hosts, size_t index, void *context)
{
    const struct need *less = context;
    struct design design = space_design(&w->space->families[family], hosts);
    size_t at = index * (size_t)w->goals.n;
    oracle_factors(w->needs, w->space->need, &design, &w->goals, w->factors + at);
    if (less != NULL)
        oracle_factors(w->needs, less, &design, &w->goals, w->less + at);
}

static void enumerate(struct world *w)
{
    struct need less = *w->space->need;
    size_t n = (size_t)w->space->candidates * (size_t)w->goals.n;
    less.usable_B *= 1 - SIZE_EASE;
    w->factors = arena_array(&w->needs->f->arena, n + 1, sizeof *w->factors);
    w->less = arena_array(&w->needs->f->arena, n + 1, sizeof *w->less);
    size_t seen = each_design(w, fill_factors, isnan(less.usable_B) ? NULL : &less);
    assert_int_equal(seen, (size_t)w->space->candidates);
}

/* The cheapest design that holds with one goal a tenth easier or not asked, of one data device and
 * scheme or of all. */
struct seeking {
    int eased; /* goal; -1: none */
    bool dropped;
    const struct space_family *kind;
    struct search_found best;
};

static bool is_kind(const struct space_family *a, const struct space_family *b)
{
    return b == NULL ||
           (a->design.device == b->design.device && a->design.scheme == b->design.scheme);
}

static double ease_of(const struct world *w, int goal, int eased)
{
    if (goal != eased)
        return 1;
    return w->goals.goal[goal].at_most ? 1 + SIZE_EASE : 1 / (1 - SIZE_EASE);
}

static void seek(struct world *w, int family, int hosts, size_t index, void *context)
{
    struct seeking *s = context;
    struct search_key key = search_key_of(w->space, family, hosts);
    bool space = s->eased >= 0 && !s->dropped && w->goals.goal[s->eased].kind == GOAL_SPACE;
    const double *factors = (space ? w->less : w->factors) + index * (size_t)w->goals.n;
    bool ok = is_kind(&w->space->families[family], s->kind) &&
              (s->best.hosts == 0 || search_compare(&key, &s->best.key) < 0);
    for (int i = 0; i < w->goals.n && ok; i++)
        ok = (i == s->eased && s->dropped) ||
             factors[i] * (space ? 1 : ease_of(w, i, s->eased)) >= 1;
    if (ok)
        s->best = (struct search_found){family, hosts, key};
}

static struct search_found cheapest(struct world *w, int eased, bool dropped,
                                    const struct space_family *kind)
{
    struct seeking s = {.eased = eased, .dropped = dropped, .kind = kind};
    (void)each_design(w, seek, &s);
    return s.best;
}

/* -- what a design reaches, and what a tenth less saves -- */

static bool can_be_eased(const struct goal *goal)
{
    return goal->kind != GOAL_IO && goal->kind != GOAL_HOSTS;
}

static void same_factors(struct world *w, const struct size_design *d)
{
    double factors[GOALS_MAX];
    oracle_factors(w->needs, w->space->need, &d->design, &w->goals, factors);
    for (int i = 0; i < w->goals.n; i++)
        if (w->goals.goal[i].kind != GOAL_HOSTS)
            suite_close(d->goals[i].factor, factors[i], 1e-9, w->goals.goal[i].name);
}

static void same_saving(const struct world *w, const struct size_design *d, int goal, double said,
                        const struct search_found *best)
{
    double saving = d->found.key.value - best->key.value;
    if (fabs(said - saving) > 1e-9 * d->found.key.value)
        fail_msg("%s: saves %g instead of %g for\n%s", w->goals.goal[goal].name, said, saving,
                 w->text);
}

static void same_savings(struct world *w, const struct size_design *d, bool own_kind, int *saved)
{
    const struct space_family *kind = own_kind ? &w->space->families[d->found.family] : NULL;
    for (int i = 0; i < w->goals.n; i++) {
        const struct size_goal *g = &d->goals[i];
        if (g->goal->kind != GOAL_HOSTS) {
            struct search_found without = cheapest(w, i, true, kind);
            same_saving(w, d, i, g->saving_without, &without);
        }
        if (!can_be_eased(&w->goals.goal[i])) {
            assert_true(isnan(g->saving));
            continue;
        }
        struct search_found best = cheapest(w, i, false, kind);
        same_saving(w, d, i, g->saving, &best);
        if (search_compare(&best.key, &d->found.key) < 0)
            assert_int_equal(search_compare(&best.key, &g->eased.key), 0);
        else
            assert_int_equal(g->eased.hosts, 0);
        saved[w->goals.goal[i].kind] += g->saving > 0;
    }
}

static double or_nothing(double saving)
{
    return isnan(saving) ? 0 : saving;
}

/* The goal that saves most decides, eased or dropped, else the one with the least slack. */
static void ranks_goals(const struct world *w, const struct size_design *d)
{
    if (d->decided_by < 0)
        return;
    const struct size_goal *top = &d->goals[d->decided_by];
    for (int i = 0; i < w->goals.n; i++) {
        const struct size_goal *g = &d->goals[i];
        double most = or_nothing(top->saving), without = or_nothing(top->saving_without);
        assert_true(or_nothing(g->saving) <= most);
        if (most == 0)
            assert_true(or_nothing(g->saving_without) <= without);
        if (most == 0 && without == 0 && can_be_eased(g->goal) && g->goal->kind != GOAL_BUDGET)
            assert_true(g->factor >= top->factor);
    }
}

/* -- the nearest miss -- */

struct missing {
    double least;
    struct search_found nearest; /* the cheapest of the least */
    double factors[GOALS_MAX];   /* its own */
    double allowed[GOALS_MAX];   /* a factor times this counts; infinite: not asked */
    struct search_found near;    /* the cheapest that is allowed */
};

static double shortfall(const double *factors, int n, int *never)
{
    double worst = 1;
    *never = 0;
    for (int i = 0; i < n; i++) {
        if (factors[i] <= 1 / MISS_NEVER)
            ++*never;
        else if (1 / factors[i] > worst)
            worst = 1 / factors[i];
    }
    return worst;
}

static void find_nearest(struct world *w, int family, int hosts, size_t index, void *context)
{
    struct missing *m = context;
    const double *factors = w->factors + index * (size_t)w->goals.n;
    int never = 0;
    double all = shortfall(factors, w->goals.n, &never) + never * MISS_NEVER;
    struct search_key key = search_key_of(w->space, family, hosts);
    if (m->nearest.hosts != 0 &&
        (all > m->least || (all == m->least && search_compare(&key, &m->nearest.key) >= 0)))
        return;
    m->least = all;
    m->nearest = (struct search_found){family, hosts, key};
    memcpy(m->factors, factors, (size_t)w->goals.n * sizeof *factors);
}

static void find_near(struct world *w, int family, int hosts, size_t index, void *context)
{
    struct missing *m = context;
    const double *factors = w->factors + index * (size_t)w->goals.n;
    struct search_key key = search_key_of(w->space, family, hosts);
    for (int i = 0; i < w->goals.n; i++)
        if (isfinite(m->allowed[i]) && factors[i] * m->allowed[i] < 1)
            return;
    if (m->near.hosts == 0 || search_compare(&key, &m->near.key) < 0)
        m->near = (struct search_found){family, hosts, key};
}

/* What hardly misses more than the nearest, and meets what can be met beside. */
static void find_cheapest_near(struct world *w, struct missing *m)
{
    int never = 0;
    double worst = shortfall(m->factors, w->goals.n, &never);
    for (int i = 0; i < w->goals.n; i++)
        m->allowed[i] = m->factors[i] <= 1 / MISS_NEVER ? UNLIMITED
                        : worst > 1                     ? worst * (1 + MISS_STEP)
                                                        : 1;
    (void)each_design(w, find_near, m);
    for (int i = 0; i < w->goals.n; i++) {
        struct missing tried = *m;
        if (isinf(m->allowed[i]))
            continue;
        tried.allowed[i] = 1;
        tried.near.hosts = 0;
        (void)each_design(w, find_near, &tried);
        if (tried.near.hosts != 0)
            *m = tried;
    }
}

static void same_miss(struct world *w)
{
    struct missing m = {.least = 0};
    (void)each_design(w, find_nearest, &m);
    find_cheapest_near(w, &m);
    assert_true(w->answer.miss.proven);
    suite_close(w->answer.miss.shortfall, m.least, 1e-9, w->text);
    if (search_compare(&m.near.key, &w->answer.nearest.found.key) != 0)
        fail_msg("family %d with %d hosts is nearest, not family %d with %d, for\n%s",
                 w->answer.nearest.found.family, w->answer.nearest.found.hosts, m.near.family,
                 m.near.hosts, w->text);
    same_factors(w, &w->answer.nearest);
    bool missed = false;
    for (int i = 0; i < w->goals.n; i++)
        missed = missed || w->answer.nearest.goals[i].factor < 1;
    assert_true(missed);
}

/* -- fronts -- */

struct holding {
    struct search_found *found;
    int n;
};

static void collect_holding(struct world *w, int family, int hosts, size_t index, void *context)
{
    struct holding *h = context;
    struct search_key key = search_key_of(w->space, family, hosts);
    const double *factors = w->factors + index * (size_t)w->goals.n;
    for (int i = 0; i < w->goals.n; i++)
        if (factors[i] < 1)
            return;
    h->found[h->n++] = (struct search_found){family, hosts, key};
}

static int by_key(const void *a, const void *b)
{
    const struct search_found *x = a, *y = b;
    return search_compare(&x->key, &y->key);
}

static double front_value(struct world *w, enum front_kind kind, const struct search_found *found)
{
    const struct space_family *f = &w->space->families[found->family];
    struct design design = space_design(f, found->hosts);
    if (kind == FRONT_OPS)
        return oracle_median(w->needs, w->space->need, &design, 0);
    return kind == FRONT_SPACE ? space_safe_B(w->space, f, found->hosts) : found->hosts * f->host_W;
}

/* By rising cost, what is a step better than all before; at the same price the better one. */
static int walk_front(struct world *w, const struct holding *h, enum front_kind kind,
                      struct search_found *points)
{
    double record = 0, ceiling = FRONT_CEILING * h->found[0].key.value;
    int n = 0;
    for (int i = 0; i < h->n && h->found[i].key.value <= ceiling; i++) {
        double value = front_value(w, kind, &h->found[i]);
        bool better = kind == FRONT_POWER ? value <= record * (1 - FRONT_STEP)
                                          : value >= record * (1 + FRONT_STEP);
        if (i > 0 && !better)
            continue;
        n -= n > 0 && points[n - 1].key.value == h->found[i].key.value;
        points[n++] = h->found[i];
        record = value;
    }
    return n;
}

static void same_front(struct world *w, const struct holding *h, enum front_kind kind, int *points)
{
    const struct front *front = &w->answer.fronts.front[kind];
    struct search_found *wanted =
        arena_array(&w->needs->f->arena, (size_t)h->n + 1, sizeof *wanted);
    bool known = kind != FRONT_POWER || w->space->powered;
    int n = known ? walk_front(w, h, kind, wanted) : 0;
    for (int i = 0; i < n; i++)
        if (i >= front->n || search_compare(&front->points[i].found.key, &wanted[i].key) != 0)
            fail_msg("front %d: point %d of %d (%d), family %d with %d hosts, is not there for\n%s",
                     kind, i, n, front->n, wanted[i].family, wanted[i].hosts, w->text);
    assert_int_equal(front->n, n);
    *points += n;
}

static void same_fronts(struct world *w, int *points)
{
    struct holding h = {.n = 0};
    h.found = arena_array(&w->needs->f->arena, (size_t)w->space->candidates + 1, sizeof *h.found);
    (void)each_design(w, collect_holding, &h);
    qsort(h.found, (size_t)h.n, sizeof *h.found, by_key);
    assert_true(w->answer.fronts.complete);
    for (int kind = 0; kind < N_FRONTS; kind++)
        same_front(w, &h, (enum front_kind)kind, &points[kind]);
}

/* -- 200 needs -- */

static void same_answer(struct world *w, int *saved, int *points)
{
    enumerate(w);
    struct search_found best = cheapest(w, -1, false, NULL);
    assert_true(w->answer.optimal);
    assert_int_equal(best.hosts != 0, w->answer.n > 0);
    for (int i = 0; i < w->answer.n; i++) {
        const struct size_design *d = &w->answer.designs[i];
        if (i == 0)
            assert_int_equal(search_compare(&best.key, &d->found.key), 0);
        same_factors(w, d);
        same_savings(w, d, i > 0, saved);
        ranks_goals(w, d);
    }
    if (w->answer.n == 0)
        same_miss(w);
    else
        same_fronts(w, points);
}

/* The same need with racks: one is lost where a host was, and copies may have to keep apart. */
static const char *with_racks(struct needs *needs, const char *text, int i)
{
    bool domain = strstr(text, "failure_domain") == NULL && i % 2 == 0;
    int shards = strstr(text, "k: 4") != NULL ? 6 : strstr(text, "m: 2") != NULL ? 4 : 3;
    int racks = domain ? shards + i / 2 % 2 : 2 + i % 4;
    text = suite_swap(needs->f, text, "limits: {",
                      suite_text(needs->f, "limits: {racks: %d, ", racks));
    text = suite_swap(needs->f, text, "lose: host", i % 3 == 0 ? "lose: host" : "lose: rack");
    return domain ? suite_text(needs->f, "%s  failure_domain: rack\n", text) : text;
}

/* Watts for every device, so that power is known. */
static const char *with_power(struct needs *needs, const char *text)
{
    const char *done = "";
    for (const char *at; (at = strstr(text, "{like: ")) != NULL;) {
        size_t name = strcspn(at + 7, ",}");
        done = suite_text(needs->f, "%s%.*s, power: {active: %dW}", done,
                          (int)(at + 7 + name - text), text, 4 + 7 * (int)(name % 5));
        text = at + 7 + name;
    }
    return suite_text(needs->f, "%s%s", done, text);
}

static void answers_as_enumeration(void **state, unsigned long seed, int n, bool racks)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(seed);
    int met = 0, saved[GOAL_HOSTS + 1] = {0}, points[N_FRONTS] = {0};
    for (int i = 0; i < n; i++) {
        struct needs needs;
        struct world w;
        struct fixture own = {.catalogue = f->catalogue};
        arena_init(&own.arena, NULL);
        needs_open(&needs, &own, DRAWS, 1);
        const char *text = needs_random(&needs, rng);
        text = racks ? with_racks(&needs, text, i) : text;
        text = i % 2 == 0 ? with_power(&needs, text) : text;
        open_world(&w, &needs, needs_text(&needs, text), TOP);
        w.text = text;
        same_answer(&w, saved, points);
        met += w.answer.n > 0;
        arena_free(&own.arena);
    }
    random_free(rng);
    /* Both kinds of answer, and capacity deciding as well as speed. */
    assert_in_range(met, n / 4, n * 19 / 20);
    for (int kind = 0; kind < N_FRONTS; kind++)
        assert_true(points[kind] > n / 6);
    assert_true(saved[GOAL_SPACE] > n / 40 && saved[GOAL_OPS] > n / 40);
}

/* Fewer where CEPHPLAN_CASES asks for less, as under a sanitizer. */
static int wanted(int n)
{
    const char *cases = getenv("CEPHPLAN_CASES");
    int most = cases == NULL ? n : (int)strtol(cases, NULL, 10);
    return most < n ? most : n;
}

static void the_answer_is_that_of_enumeration(void **state)
{
    answers_as_enumeration(state, 77, wanted(NEEDS), false);
}

static void racks_are_lost_as_enumeration_loses_them(void **state)
{
    answers_as_enumeration(state, 78, wanted(NEEDS / 4), true);
}

/* Every goal of designs that nobody would choose. */
static void the_bench_agrees_with_documents(void **state)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(79);
    int lost_racks = 0;
    for (int i = 0; i < NEEDS / 3; i++) {
        struct needs needs;
        struct goals goals;
        struct trial trial;
        struct fixture own = {.catalogue = f->catalogue};
        arena_init(&own.arena, NULL);
        needs_open(&needs, &own, DRAWS, 1);
        const char *text = with_racks(&needs, needs_random(&needs, rng), i);
        const struct space *space = needs_space(&needs, needs_text(&needs, text));
        goals_make(space, &own.arena, &goals);
        trial_open(space, &goals, &own.arena, &trial);
        for (int k = 0; k < 12; k++) {
            double factors[GOALS_MAX];
            int family = (int)random_below(rng, (size_t)space->n_families);
            const struct space_family *of = &space->families[family];
            int more = (int)random_below(rng, (size_t)(of->most_hosts - of->design.hosts + 1));
            struct design design = space_design(of, of->design.hosts + more);
            oracle_factors(&needs, space->need, &design, &goals, factors);
            trial_set(&trial, of, design.hosts);
            for (int goal = 0; goal < goals.n; goal++) {
                if (goals.goal[goal].kind == GOAL_HOSTS)
                    continue;
                suite_close(trial_factor(&trial, goal), factors[goal], 1e-9, text);
                lost_racks += goals.goal[goal].kind == GOAL_LOST_OPS &&
                              strstr(text, "domain: rack") != NULL && strstr(text, "lose: rack");
            }
        }
        arena_free(&own.arena);
    }
    random_free(rng);
    assert_true(lost_racks > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_bench_agrees_with_documents),
        SUITE_TEST(the_answer_is_that_of_enumeration),
        SUITE_TEST(racks_are_lost_as_enumeration_loses_them),
    };
    return suite_run("size", tests, sizeof tests / sizeof tests[0]);
}
