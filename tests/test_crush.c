/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placement probabilities against three oracles: the sum over all subsets, a simulation of straw2,
 * and the figures of published threads. */
#include "support/random.h"
#include "support/suite.h"

#include "base/num.h"
#include "engine/crush.h"
#include "support/straw2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* -- oracle: draws without replacement, summed over every set that may have been drawn before  */

struct subsets {
    double weight[12];
    int n;
    double chance[1 << 12]; /* that after popcount(set) draws exactly this set is drawn */
};

static void fill_subsets(struct subsets *s, int draws)
{
    memset(s->chance, 0, sizeof s->chance);
    s->chance[0] = 1;
    for (int set = 0; set < 1 << s->n; set++) {
        double left = 0;
        int taken = 0;
        for (int i = 0; i < s->n; i++) {
            left += set >> i & 1 ? 0 : s->weight[i];
            taken += set >> i & 1;
        }
        for (int i = 0; i < s->n && taken < draws; i++)
            if (!(set >> i & 1))
                s->chance[set | 1 << i] += s->chance[set] * s->weight[i] / left;
    }
}

static int size_of(int set)
{
    int n = 0;
    for (; set > 0; set &= set - 1)
        n++;
    return n;
}

static double subset_inclusion(const struct subsets *s, int draws, int item)
{
    double sum = 0;
    for (int set = 0; set < 1 << s->n; set++)
        if (size_of(set) == draws && set >> item & 1)
            sum += s->chance[set];
    return sum;
}

static void fill_random(struct subsets *s, struct num_rng *rng, int n)
{
    s->n = n;
    for (int i = 0; i < n; i++)
        s->weight[i] = exp(1.2 * num_normal(rng));
}

static void test_against_subsets(void **state)
{
    struct fixture *f = *state;
    struct subsets *s = arena_alloc(&f->arena, sizeof *s);
    struct num_rng *rng = random_new(1);
    for (int round = 0; round < 40; round++) {
        int n = 2 + (int)random_below(rng, 9), draws = 1 + (int)random_below(rng, (size_t)n);
        struct crush_items items[12];
        double probability[12];
        struct err err = ERR_INIT;
        fill_random(s, rng, n);
        fill_subsets(s, draws);
        for (int i = 0; i < n; i++)
            items[i] = (struct crush_items){s->weight[i] * 1e12, 1};
        assert_true(crush_inclusion(items, (size_t)n, draws, probability, &f->arena, &err));
        for (int i = 0; i < n; i++)
            suite_close(probability[i], subset_inclusion(s, draws, i), 1e-11, "inclusion");
    }
    random_free(rng);
}

/* Kinds of equal items must give what the items give one by one. */
static void test_equal_items_grouped(void **state)
{
    struct fixture *f = *state;
    struct subsets *s = arena_alloc(&f->arena, sizeof *s);
    double weights[] = {3, 3, 3, 1, 1, 7, 2, 2, 2, 2};
    struct crush_items items[] = {{3, 3}, {1, 2}, {7, 1}, {0, 5}, {2, 4}};
    int first[] = {0, 3, 5, 0, 6};
    s->n = 10;
    memcpy(s->weight, weights, sizeof weights);
    for (int draws = 1; draws <= 9; draws++) {
        double probability[N_OF(items)];
        struct err err = ERR_INIT;
        fill_subsets(s, draws);
        assert_true(crush_inclusion(items, N_OF(items), draws, probability, &f->arena, &err));
        for (size_t i = 0; i < N_OF(items); i++)
            suite_close(probability[i], i == 3 ? 0 : subset_inclusion(s, draws, first[i]), 1e-11,
                        "grouped inclusion");
    }
}

/* Hosts of 20, 20, 40 and 20 GiB at size 3: github.com/ceph/ceph/pull/59614. */
static void test_uneven_hosts_of_the_thread(void **state)
{
    struct fixture *f = *state;
    struct crush_items items[] = {{20, 3}, {40, 1}};
    double crush[2], balanced[2];
    struct err err = ERR_INIT;
    assert_true(crush_inclusion(items, 2, 3, crush, &f->arena, &err));
    suite_close(crush[1], 0.9, 1e-12, "big host");
    suite_close(crush[0], 0.7, 1e-12, "small host");
    assert_true(crush_balanced(items, 2, 3, balanced, &err));
    suite_close(balanced[1], 1, 1e-12, "big host, balanced");
    suite_close(balanced[0], 2.0 / 3, 1e-12, "small host, balanced");
}

static void test_equal_items(void **state)
{
    struct fixture *f = *state;
    static const int rows[][2] = {{4, 3}, {12, 11}, {1000, 3}, {100000, 14}, {64, 64}, {128, 127}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct crush_items items = {4e12, rows[i][0]};
        double probability;
        struct err err = ERR_INIT;
        assert_true(crush_inclusion(&items, 1, rows[i][1], &probability, &f->arena, &err));
        suite_close(probability, (double)rows[i][1] / rows[i][0], 1e-11, "equal items");
    }
}

/* The sum is checked inside to 1e-9: weights over twelve powers of ten must pass that check. */
static void test_extreme_weights(void **state)
{
    struct fixture *f = *state;
    struct crush_items items[] = {{1e15, 2}, {1e12, 3}, {1e3, 2}};
    double probability[3];
    for (int draws = 1; draws <= 7; draws++) {
        struct err err = ERR_INIT;
        assert_true(crush_inclusion(items, 3, draws, probability, &f->arena, &err));
        assert_true(probability[0] > probability[1] - 1e-12);
        assert_true(probability[1] > probability[2] - 1e-12);
        /* The lightest items come in only where all heavier ones are taken: two of 1e3 against 1e12
         * before. */
        assert_true(draws > 5 ? probability[2] > 0.49 : probability[2] < 1e-8);
    }
}

static void test_too_few_places(void **state)
{
    struct fixture *f = *state;
    struct crush_items items[] = {{1, 2}, {0, 4}};
    double probability[2];
    struct err err = ERR_INIT, again = ERR_INIT;
    assert_false(crush_inclusion(items, 2, 3, probability, &f->arena, &err));
    assert_int_equal(err.kind, ERR_MODEL);
    assert_false(crush_balanced(items, 2, 3, probability, &again));
}

/* One more item rings beside the others and can only push them out. */
static void test_more_items_push_out(void **state)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(2);
    for (int round = 0; round < 60; round++) {
        struct crush_items items[9];
        double before[9], after[9];
        size_t n = 4 + random_below(rng, 5);
        int draws = 1 + (int)random_below(rng, 4);
        for (size_t i = 0; i < n; i++)
            items[i] = (struct crush_items){exp(num_normal(rng)), 1 + (int)random_below(rng, 3)};
        struct err err = ERR_INIT;
        assert_true(crush_inclusion(items, n - 1, draws > 3 ? 3 : draws, before, &f->arena, &err));
        assert_true(crush_inclusion(items, n, draws > 3 ? 3 : draws, after, &f->arena, &err));
        for (size_t i = 0; i + 1 < n; i++)
            assert_true(after[i] <= before[i] + 1e-12);
    }
    random_free(rng);
}

/* -- oracle: straw2 itself ---------------------------------------------- */

enum { GROUPS = 40000 };

static void count_places(const struct straw2_map *map, enum straw2_domain domain, int draws,
                         double *mean)
{
    int counts[STRAW2_MAX] = {0}, osds[CRUSH_DRAWS_MAX];
    for (uint64_t x = 0; x < GROUPS; x++) {
        int n = straw2_place(map, x, domain, draws, osds);
        assert_int_equal(n, draws);
        for (int i = 0; i < n; i++)
            counts[osds[i]]++;
    }
    for (int i = 0; i < map->n; i++)
        mean[i] = (double)counts[i] / GROUPS;
}

/* Within four standard errors of a share p of GROUPS groups. */
static void assert_share(double measured, double p)
{
    if (fabs(measured - p) > 4 * sqrt(fmax(p * (1 - p), 1e-6) / GROUPS))
        fail_msg("straw2 puts %.4f of the groups there, the integral %.4f", measured, p);
}

/* Unequal hosts in two racks, unequal OSDs in a host: the share of every OSD. */
static void test_straw2_hosts_in_racks(void **state)
{
    struct fixture *f = *state;
    struct straw2_map map = {.n = 0};
    straw2_add(&map, 0, 0, 2, 4);
    straw2_add(&map, 0, 1, 3, 4);
    straw2_add(&map, 0, 1, 1, 8);
    straw2_add(&map, 1, 2, 2, 4);
    straw2_add(&map, 1, 3, 1, 2);
    double host[] = {8, 20, 8, 2}, probability[4], mean[STRAW2_MAX];
    struct crush_items items[4];
    struct err err = ERR_INIT;
    for (int i = 0; i < 4; i++)
        items[i] = (struct crush_items){host[i], 1};
    assert_true(crush_inclusion(items, 4, 3, probability, &f->arena, &err));
    count_places(&map, STRAW2_HOST, 3, mean);
    for (int i = 0; i < map.n; i++) {
        int h = map.osds[i].host;
        assert_share(mean[i], probability[h] * map.osds[i].weight / host[h]);
    }
}

static void test_straw2_racks(void **state)
{
    struct fixture *f = *state;
    struct straw2_map map = {.n = 0};
    static const double weight[] = {1, 2, 3, 1.5};
    for (int rack = 0; rack < 4; rack++)
        for (int host = 0; host < 2; host++)
            straw2_add(&map, rack, 2 * rack + host, 1 + host, weight[rack]);
    struct crush_items items[4];
    double probability[4], mean[STRAW2_MAX];
    struct err err = ERR_INIT;
    for (int i = 0; i < 4; i++)
        items[i] = (struct crush_items){3 * weight[i], 1};
    assert_true(crush_inclusion(items, 4, 2, probability, &f->arena, &err));
    count_places(&map, STRAW2_RACK, 2, mean);
    for (int i = 0; i < map.n; i++)
        assert_share(mean[i], probability[map.osds[i].rack] / 3);
}

static void test_straw2_osds(void **state)
{
    struct fixture *f = *state;
    struct straw2_map map = {.n = 0};
    straw2_add(&map, -1, 0, 3, 1);
    straw2_add(&map, -1, 1, 2, 4);
    struct crush_items items[] = {{1, 3}, {4, 2}};
    double probability[2], mean[STRAW2_MAX];
    struct err err = ERR_INIT;
    assert_true(crush_inclusion(items, 2, 3, probability, &f->arena, &err));
    count_places(&map, STRAW2_OSD, 3, mean);
    for (int i = 0; i < map.n; i++)
        assert_share(mean[i], probability[i < 3 ? 0 : 1]);
}

/* -- balancing ---------------------------------------------------------- */

/* The most that distinct items can hold, by bisection on: each takes what it has, but no more than
 * D. */
static double most_storable(const struct crush_items *items, size_t n, int draws)
{
    double low = 0, high = 1e6;
    for (int i = 0; i < 200; i++) {
        double d = (low + high) / 2, sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += items[j].count * fmin(items[j].weight, d);
        if (sum >= draws * d)
            low = d;
        else
            high = d;
    }
    return low;
}

static void test_balanced_fills_like_water(void **state)
{
    (void)state;
    struct num_rng *rng = random_new(3);
    for (int round = 0; round < 200; round++) {
        struct crush_items items[6];
        double probability[6], room = HUGE_VAL;
        size_t n = 1 + random_below(rng, 6);
        for (size_t i = 0; i < n; i++)
            items[i] = (struct crush_items){exp(num_normal(rng)), 1 + (int)random_below(rng, 4)};
        int draws = 1 + (int)random_below(rng, (size_t)crush_available(items, n));
        struct err err = ERR_INIT;
        assert_true(crush_balanced(items, n, draws, probability, &err));
        for (size_t i = 0; i < n; i++)
            room = fmin(room, items[i].weight / probability[i]);
        suite_close(room, most_storable(items, n, draws), 1e-9, "water filling");
    }
    random_free(rng);
}

/* -- several shards in one unit ----------------------------------------- */

/* 4+2 over the OSDs of four nodes of six: github.com/rook/rook/issues/11650. */
static void test_chunks_on_one_node(void **state)
{
    (void)state;
    struct crush_items osds = {16e12, 6};
    struct crush_unit nodes = {&osds, 1, 4};
    double some = 0;
    struct err err = ERR_INIT;
    assert_true(crush_any_unit(&nodes, 1, 6, 3, &some, &err));
    suite_close(some, 72496.0 / 134596.0, 1e-11, "three chunks on one node");
    assert_true(crush_any_unit(&nodes, 1, 6, 7, &some, &err));
    assert_true(some < 1e-11);
}

/* Unequal OSDs: every order summed. */
static void test_units_against_subsets(void **state)
{
    struct fixture *f = *state;
    struct subsets *s = arena_alloc(&f->arena, sizeof *s);
    struct num_rng *rng = random_new(4);
    for (int round = 0; round < 20; round++) {
        struct crush_items items[9];
        struct crush_unit units[3];
        double pmf[5], oracle[5] = {0}, some = 0, oracle_some = 0;
        fill_random(s, rng, 9);
        fill_subsets(s, 4);
        for (int i = 0; i < 9; i++)
            items[i] = (struct crush_items){s->weight[i], 1};
        for (int u = 0; u < 3; u++)
            units[u] = (struct crush_unit){items + 3 * u, 3, 1};
        for (int set = 0; set < 1 << 9; set++) {
            if (size_of(set) != 4)
                continue;
            oracle[size_of(set >> 3 & 7)] += s->chance[set];
            bool three = (set & 7) == 7 || (set >> 3 & 7) == 7 || (set >> 6 & 7) == 7;
            oracle_some += three ? s->chance[set] : 0;
        }
        struct err err = ERR_INIT;
        assert_true(crush_unit_pmf(units, 3, 1, 4, pmf, &err));
        assert_true(crush_any_unit(units, 3, 4, 3, &some, &err));
        suite_close(some, oracle_some, 1e-10, "three of four in one unit");
        for (int c = 0; c <= 3; c++)
            suite_close(pmf[c], oracle[c], 1e-10, "items in one unit");
        assert_true(fabs(pmf[4]) < 1e-11);
    }
    random_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_against_subsets),
        SUITE_TEST(test_equal_items_grouped),
        SUITE_TEST(test_uneven_hosts_of_the_thread),
        SUITE_TEST(test_equal_items),
        SUITE_TEST(test_extreme_weights),
        SUITE_TEST(test_too_few_places),
        SUITE_TEST(test_more_items_push_out),
        SUITE_TEST(test_straw2_hosts_in_racks),
        SUITE_TEST(test_straw2_racks),
        SUITE_TEST(test_straw2_osds),
        SUITE_TEST(test_balanced_fills_like_water),
        SUITE_TEST(test_chunks_on_one_node),
        SUITE_TEST(test_units_against_subsets),
    };
    return suite_run("crush", tests, N_OF(tests));
}
