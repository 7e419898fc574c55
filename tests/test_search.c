/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search against plain enumeration, every design asked of its own document. */
#include "support/oracle.h"
#include "support/random.h"

#include "plan/search.h"

enum { DRAWS = 12, NEEDS = 200, TOP = 3 };

static struct search_result search(struct needs *needs, const struct space *space, int top,
                                   int threads)
{
    struct goals goals;
    struct search_result result;
    struct err err = ERR_INIT;
    goals_make(space, &needs->f->arena, &goals);
    struct search_question question = {
        .space = space, .goals = &goals, .top = top, .threads = threads};
    if (!search_run(&question, &needs->f->arena, &result, &err))
        fail_msg("%s", err.text);
    return result;
}

/* The best design of each data device and scheme, best first, by trying all. */
static int enumerate(struct needs *needs, const struct space *space, struct search_found *best)
{
    int schemes = design_n_schemes(space->need), n = 0;
    int groups = space->need->choices->n_devices * schemes;
    struct search_found *all = arena_array(&needs->f->arena, (size_t)groups, sizeof *all);
    for (int i = 0; i < space->n_families; i++) {
        const struct space_family *f = &space->families[i];
        struct search_found *group = &all[f->design.device * schemes + f->design.scheme];
        for (int hosts = f->design.hosts; hosts <= f->most_hosts; hosts++) {
            struct search_key key = search_key_of(space, i, hosts);
            struct design design = space_design(f, hosts);
            if (group->hosts != 0 && search_compare(&key, &group->key) >= 0)
                break;
            if (oracle_holds(needs, space->need, &design)) {
                *group = (struct search_found){i, hosts, key};
                break;
            }
        }
    }
    for (int g = 0; g < groups; g++) {
        int i = n;
        if (all[g].hosts == 0)
            continue;
        for (n++; i > 0 && search_compare(&all[g].key, &best[i - 1].key) < 0; i--)
            best[i] = best[i - 1];
        best[i] = all[g];
    }
    return n;
}

static void one_need(struct needs *needs, const char *text, int *met)
{
    struct search_found best[64];
    const struct space *space = needs_space(needs, needs_text(needs, text));
    int n = enumerate(needs, space, best);
    struct search_result result = search(needs, space, TOP, 2);
    int wanted = n < TOP ? n : TOP;
    assert_true(result.proven);
    *met += n > 0;
    if (result.n != wanted)
        fail_msg("%d designs instead of %d for\n%s", result.n, wanted, text);
    for (int i = 0; i < wanted; i++)
        if (search_compare(&result.found[i].key, &best[i].key) != 0)
            fail_msg("design %d: family %d with %d hosts at %g instead of family %d with %d at %g "
                     "for\n%s",
                     i, result.found[i].family, result.found[i].hosts, result.found[i].key.value,
                     best[i].family, best[i].hosts, best[i].key.value, text);
}

/* 200 seeded random needs, a good part of which cannot be met. */
static void the_search_finds_what_enumeration_finds(void **state)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(2024);
    int met = 0;
    for (int i = 0; i < NEEDS; i++) {
        struct needs needs;
        struct fixture own = {.catalogue = f->catalogue};
        arena_init(&own.arena, NULL);
        needs_open(&needs, &own, DRAWS, 1);
        one_need(&needs, needs_random(&needs, rng), &met);
        arena_free(&own.arena);
    }
    random_free(rng);
    assert_in_range(met, NEEDS / 3, NEEDS * 19 / 20);
}

/* One thread or many: the same answer. */
static void threads_change_nothing(void **state)
{
    struct needs needs;
    needs_open(&needs, *state, DRAWS, 1);
    const struct space *space = needs_space(&needs, needs_load(&needs, "vms-200-nvme"));
    struct search_result one = search(&needs, space, 4, 1);
    assert_int_equal(one.n, 4);
    for (int threads = 2; threads <= 5; threads++) {
        struct search_result more = search(&needs, space, 4, threads);
        assert_int_equal(more.n, one.n);
        for (int i = 0; i < one.n; i++)
            assert_int_equal(search_compare(&one.found[i].key, &more.found[i].key), 0);
    }
}

struct stopper {
    int calls, most;
};

static bool stop_soon(void *context, int done, int total)
{
    struct stopper *stopper = context;
    assert_true(done <= total);
    return ++stopper->calls < stopper->most;
}

static struct search_result stopped_at_once(struct needs *needs, const struct space *space)
{
    struct goals goals;
    struct search_result result;
    struct stopper stopper = {0, 1};
    struct err err = ERR_INIT;
    goals_make(space, &needs->f->arena, &goals);
    struct search_question question = {.space = space,
                                       .goals = &goals,
                                       .top = 1,
                                       .threads = 1,
                                       .tick = stop_soon,
                                       .tick_context = &stopper};
    assert_true(search_run(&question, &needs->f->arena, &result, &err));
    assert_int_equal(stopper.calls, 1);
    assert_false(result.proven);
    return result;
}

/* Also of ten million designs the cheapest of which, tried first, do not hold. */
static void a_stopped_search_has_something(void **state)
{
    struct needs needs;
    static const char *const paths[] = {"archive-1pb-ec", "tests/needs/large-search.yaml"};
    needs_open(&needs, *state, DRAWS, 1);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const struct space *space = needs_space(&needs, needs_load(&needs, paths[i]));
        struct search_result result = stopped_at_once(&needs, space);
        assert_int_equal(result.n, 1);
        struct design design =
            space_design(&space->families[result.found[0].family], result.found[0].hosts);
        assert_true(oracle_holds(&needs, space->need, &design));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_search_finds_what_enumeration_finds),
        SUITE_TEST(threads_change_nothing),
        SUITE_TEST(a_stopped_search_has_something),
    };
    return suite_run("search", tests, sizeof tests / sizeof tests[0]);
}
