/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The safe fill: against closed forms, the worst loss tried one by one, and the way down to it. */
#include "support/capacities.h"
#include "support/random.h"

#include "engine/capacity_plan.h"
#include "engine/capacity_steps.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12

static void test_safe_fill_closed_forms(void **state)
{
    /* Host loss: what N-1 hosts hold at backfillfull, no more than nearfull of all. */
    static const int hosts[] = {4, 6, 10, 20, 40};
    for (size_t i = 0; i < N_OF(hosts); i++) {
        struct capacity c =
            capacity_text(*state, hdd_hosts(*state, hosts[i], 6, "8TB"), "[{name: a, size: 3}]");
        double n = hosts[i], of_raw = fmin(0.85, 0.9 * (n - 1) / n);
        suite_close(c.safe_fill_B, of_raw * c.raw_B / 3, 1e-11, "host loss");
        assert_true(c.rebuilds_after_host_loss);
    }
    /* A disk in a host of three: 0.68, 0.79, 0.83 of raw at 4, 8, 12 disks. */
    static const double of_raw[][2] = {{4, 0.675}, {8, 0.7875}, {12, 0.825}};
    for (size_t i = 0; i < N_OF(of_raw); i++) {
        struct capacity c = capacity_text(*state, hdd_hosts(*state, 3, (int)of_raw[i][0], "8TB"),
                                          "[{name: a, size: 3}]");
        suite_close(c.pools[0].osd_loss_fill_B, of_raw[i][1] * c.raw_B / 3, 1e-11, "disk loss");
    }
}

/* Without a balancer: maxima over OSDs of simulated groups, and nothing to scatter where every disk
 * holds every group. */
static void test_scatter_without_balancer(void **state)
{
    static const struct {
        int hosts, osds, size, pgs;
        double simulated;
    } rows[] = {{3, 1, 3, 128, 1.00},    {3, 2, 3, 128, 1.12},    {3, 1, 2, 128, 1.06},
                {3, 2, 2, 128, 1.17},    {3, 12, 3, 1024, 1.23},  {10, 6, 3, 2048, 1.23},
                {10, 6, 3, 16384, 1.08}, {63, 10, 3, 16384, 1.37}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct cluster *cluster =
            cluster_of(*state, hdd_hosts(*state, rows[i].hosts, rows[i].osds, "4TB"),
                       suite_text((struct fixture *)*state, "[{name: a, size: %d, pg_num: %d}]",
                                  rows[i].size, rows[i].pgs));
        cluster->balancer = 0;
        struct capacity c = capacity_of(*state, cluster);
        suite_close(c.imbalance, rows[i].simulated, 0.04, "fullest over mean");
        suite_close(c.usable_nearfull_B, 0.85 * c.raw_B / rows[i].size, 1e-11, "in expectation");
        if (c.pools[0].rebuilds)
            suite_close(c.safe_fill_B * c.imbalance,
                        fmin(0.85, 0.9 * (rows[i].hosts - 1) / rows[i].hosts) * c.raw_B /
                            rows[i].size,
                        1e-11, "safe fill");
    }
}

/* 36 disks of 4 TB on three hosts: 40.8 TB at nearfull, 38.9 TB where the balancer leaves 5 in 100
 * groups. */
static void test_worked_example_36_disks(void **state)
{
    struct capacity c = capacity_text(*state, hdd_hosts(*state, 3, 12, "4TB"),
                                      "[{name: a, size: 3, pg_num: 1200}]");
    suite_close(c.tolerance, 1.05, 1e-12, "five groups of a hundred");
    suite_close(c.safe_fill_B / c.tolerance, 38.857 * TB, 1e-4, "not even the fullest OSD");
    suite_close(c.safe_fill_B, 40.8 * TB, 1e-12, "nearfull: nothing can be rebuilt");
    /* Nothing to level where every disk holds every group. */
    c = capacity_text(*state, hdd_hosts(*state, 3, 1, "4TB"), "[{name: a, size: 3, pg_num: 128}]");
    suite_close(c.tolerance, 1, 1e-12, "every group on every disk");
}

/* The way down multiplies to the safe fill and to the figure to plan with, and ends on it. */
static void check_steps(struct fixture *f, const struct capacity *c)
{
    static const char *const order[] = {
        "installed devices", "data devices",    "used by a pool",          "nearfull ratio",
        "failure reserve",   "unequal domains", "placement group scatter", "redundancy",
        "allocation units",  "a lost disk",     "uneven balance",          "quota"};
    struct capacity_steps steps;
    struct capacity_plan plan;
    double product = 1, safe_B = 0; /* no row of it where nothing can be placed */
    size_t at = 0;
    capacity_plan_make(c, &f->arena, &plan);
    capacity_steps_make(c, &plan, &steps);
    for (int i = 0; i < steps.n; i++) {
        product *= steps.rows[i].factor;
        suite_close(steps.rows[i].bytes, c->installed_B * product, 1e-11, steps.rows[i].step);
        while (at < N_OF(order) && strncmp(steps.rows[i].step, order[at], strlen(order[at])) != 0)
            at++;
        assert_true(at < N_OF(order));
        if (strstr(steps.rows[i].step, ": safe fill") != NULL)
            safe_B = steps.rows[i].bytes;
    }
    suite_close(safe_B, c->safe_fill_B, 1e-12, "the safe fill");
    suite_close(steps.rows[steps.n - 1].bytes, plan.bytes, 1e-12, "the last step");
    assert_true(plan.bytes <= c->safe_fill_B * (1 + 1e-12));
}

static void test_steps_end_at_the_plan(void **state)
{
    struct fixture *f = *state;
    static const char *const hosts =
        "[{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 8TB},"
        " db: {device: {class: nvme, capacity: 1TB}}}]},"
        " {count: 1, osds: [{count: 12, device: {class: hdd, capacity: 8TB}},"
        " {count: 2, device: {class: nvme, capacity: 2TB}}]}]";
    static const char *const pools[] = {
        "[{name: a, size: 3, device_class: hdd, object_size: 5k, pg_num: 512}]",
        "[{name: a, type: erasure, k: 4, m: 2, device_class: hdd, object_size: 16k}]",
        "[{name: a, type: erasure, k: 4, m: 3, device_class: hdd}]",
        "[{name: a, size: 2, device_class: hdd, stored: 3TB}, {name: b, size: 3, stored: 1TB,"
        " object_size: 4k, failure_domain: osd}]",
        "[{name: a, size: 2, device_class: hdd}, {name: b, size: 2, failure_domain: osd,"
        " device_class: nvme}]",
        "[{name: a, type: erasure, k: 4, m: 2, device_class: hdd, pg_num: 256, quota: 20TB}]"};
    for (size_t i = 0; i < N_OF(pools); i++) {
        struct cluster *cluster = cluster_of(f, hosts, pools[i]);
        struct ceph ceph = {.version = "14.2.22", .objectstore = STORE_BLUESTORE};
        for (int balancer = 0; balancer < 2; balancer++) {
            cluster->balancer = balancer;
            cluster->ceph = NULL;
            struct capacity c = capacity_of(f, cluster);
            check_steps(f, &c);
            cluster->ceph = &ceph;
            c = capacity_of(f, cluster);
            check_steps(f, &c);
        }
    }
}

/* 16 KiB objects at 4+2 on the 64 KiB units of old disks take 384 KiB where 24 are needed, so that
 * a sixteenth of the client bytes fits; replicas of 16 KiB take four times their size. */
static void test_small_objects_hold_less(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *pool;
        double padding;
    } rows[] = {{"type: erasure, k: 4, m: 2, object_size: 16k", 16},
                {"size: 3, object_size: 16k", 4},
                {"size: 3, object_size: 64k", 1},
                {"size: 3, object_size: 65k", 128.0 / 65}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct cluster *cluster = suite_cluster_text(
            f, suite_text(f,
                          "cephplan: cluster/1\nceph: {version: 14.2.22}\nbalancer: true\n"
                          "hosts: %s\npools: [{name: a, %s, stored: 1TB}]\n",
                          hdd_hosts(f, 7, 6, "8TB"), rows[i].pool));
        struct capacity c = capacity_of(f, cluster);
        double raw_B = c.raw_B / scheme_raw(&c.pools[0].scheme) / rows[i].padding;
        suite_close(c.pools[0].alloc_frac, rows[i].padding, 1e-12, "padding");
        suite_close(c.usable_B, raw_B, 1e-11, "usable");
        suite_close(c.usable_nearfull_B, 0.85 * raw_B, 1e-11, "nearfull");
        suite_close(c.safe_fill_B, 0.9 * 6 / 7 * raw_B, 1e-11, "six of seven hosts at 0.90");
        suite_close(c.classes[0].stored_raw_B,
                    TB * scheme_raw(&c.pools[0].scheme) * rows[i].padding, 1e-11, "used");
    }
}

/* What is stated as nothing counts as nothing; what is not stated counts as much as the others. */
static void test_pools_of_nothing(void **state)
{
    struct fixture *f = *state;
    const char *hosts = hdd_hosts(f, 5, 2, "10TB");
    struct capacity one = capacity_text(f, hosts, "[{name: a, size: 3}]");
    struct capacity c = capacity_text(
        f, hosts, "[{name: a, size: 3, stored: 2TB}, {name: b, size: 1, stored: 0B}]");
    suite_close(c.usable_B, one.usable_B, 1e-12, "an empty pool");
    suite_close(c.safe_fill_B, one.safe_fill_B, 1e-12, "an empty pool");
    assert_false(c.mix_assumed);
    c = capacity_text(f, hosts, "[{name: a, size: 3, stored: 2TB}, {name: b, size: 1}]");
    suite_close(c.usable_B, one.raw_B / 2, 1e-12, "half of size 3, half of size 1");
    assert_true(c.mix_assumed);
}

/* Two hosts of 48 TB at 85 % beside one of 192 TB: the small ones' disks are the hard ones, of
 * which five take what six held, though the large one has the largest disks. */
static void test_the_fullest_host_decides(void **state)
{
    struct fixture *f = *state;
    static const char form[] =
        "[{count: 2, osds: [{count: 6, device: {class: hdd, capacity: 8TB}}]},"
        " {count: %d, osds: [{count: 12, device: {class: hdd, capacity: 16TB}}]}]";
    struct capacity c =
        capacity_text(f, suite_text(f, form, 1), "[{name: a, size: 3, stored: 40.8TB}]");
    struct failure failure;
    assert_true(capacity_loss(&c, 0, FAIL_OSD, &failure));
    assert_int_equal(failure.host, 0);
    suite_close(c.pools[0].osd_loss_fill_B, 0.9 * 40 * TB, 1e-12, "five disks of a small host");
    suite_close(c.repair_fill_B, 0.9 * 40 * TB, 1e-12, "five disks of a small host");
    suite_close(c.safe_fill_B, 0.85 * 48 * TB, 1e-12, "nearfull");
    /* With a host to spare the largest is lost, as always. */
    c = capacity_text(f, suite_text(f, form, 2), "[{name: a, size: 3, stored: 40.8TB}]");
    assert_true(capacity_loss(&c, 0, FAIL_OSD, &failure));
    assert_int_equal(failure.host, 1);
    /* A host with one disk loses all of it: nothing is left to be the fullest. */
    c = capacity_text(f,
                      "[{count: 2, osds: [{count: 1, device: {class: hdd, capacity: 20TB}}]},"
                      " {count: 1, osds: [{count: 4, device: {class: hdd, capacity: 8TB}}]}]",
                      "[{name: a, size: 3}]");
    assert_true(capacity_loss(&c, 0, FAIL_OSD, &failure));
    assert_int_equal(failure.host, 1);
}

/* No other disk of such hosts is worse to lose. */
static void test_the_tightest_is_the_worst(void **state)
{
    struct fixture *f = *state;
    struct num_rng *rng = random_new(17);
    for (int round = 0; round < 60; round++) {
        const char *hosts = "";
        for (int i = 0; i < 3; i++)
            hosts = suite_text(
                f,
                "%s%s{count: 1, osds: [{count: %d, device: {class: hdd, capacity: %dTB}},"
                " {count: %d, device: {class: hdd, capacity: %dTB}}]}",
                hosts, i > 0 ? ", " : "", 1 + (int)random_below(rng, 6),
                1 + (int)random_below(rng, 20), 1 + (int)random_below(rng, 6),
                1 + (int)random_below(rng, 20));
        struct capacity c = capacity_text(f, suite_text(f, "[%s]", hosts), "[{name: a, size: 3}]");
        double worst = HUGE_VAL;
        for (int i = 0; i < c.topology.n_sets; i++) {
            struct failure failure = {FAIL_OSD, c.topology.sets[i].host, i, 1, 0};
            worst = fmin(worst, capacity_left(f, &c, &failure, 0.9));
        }
        suite_close(c.pools[0].osd_loss_fill_B, worst, 1e-9, "the worst disk");
    }
    random_free(rng);
}

/* A host of a rack is rebuilt by the rest of its rack where there is no rack to spare: of four
 * hosts three at 0.90, of five disks in a host four. */
static void test_repair_inside_a_domain(void **state)
{
    const char *hosts = "[{count: 12, rack: [a, b, c, a, b, c, a, b, c, a, b, c],"
                        " osds: [{count: 5, device: {class: hdd, capacity: 8TB}}]}]";
    struct capacity c = capacity_text(*state, hosts, "[{name: a, size: 3, failure_domain: rack}]");
    double all_B = c.raw_B / 3;
    assert_false(c.pools[0].rebuilds);
    suite_close(c.safe_fill_B, 0.85 * all_B, 1e-12, "nearfull");
    suite_close(c.pools[0].host_loss_fill_B, 0.9 * 3 / 4 * all_B, 1e-11, "a host of its rack");
    suite_close(c.pools[0].osd_loss_fill_B, 0.9 * 19 / 20 * all_B, 1e-11, "a disk of its rack");
    suite_close(c.repair_fill_B, 0.9 * 3 / 4 * all_B, 1e-11, "the worse of both");
    c = capacity_text(*state, hosts, "[{name: a, size: 3}]");
    suite_close(c.repair_fill_B, c.safe_fill_B, 1e-12, "hosts to spare");
}

/* The figure to plan with, by hand. An OSD's groups are pg_num x shards / OSDs, five of which the
 * balancer may leave on top. */
static void test_plan_by_hand(void **state)
{
    struct fixture *f = *state;
    static const struct {
        int hosts, osds;
        const char *disk, *pool;
        double bytes;
        enum plan_reason reason;
    } rows[] = {
        /* 192 TB raw; five of six hosts at 0.90 are 0.75 of it, a third of that is 48 TB; 128
         * groups an OSD: 133 / 128 */
        {6, 4, "8TB", "size: 3, pg_num: 1024", 48 * TB * 128 / 133, PLAN_DOMAIN},
        /* 48 TB raw, no host to spare: nearfull would be 13.6 TB, but a lost disk's data has three
         * of four disks at 0.90, 10.8 TB; 64 groups an OSD */
        {3, 4, "4TB", "size: 3, pg_num: 256", 10.8 * TB * 64 / 69, PLAN_OSD},
        /* one disk a host: what it held cannot be rebuilt, no room is kept, and every disk holds
         * every group */
        {3, 1, "10TB", "size: 3, pg_num: 128", 8.5 * TB, PLAN_NEARFULL},
        /* 672 TB raw; six of seven hosts at 0.90 and two thirds of it: 345.6 TB; 512 x 6 / 42
         * groups an OSD */
        {7, 6, "16TB", "type: erasure, k: 4, m: 2, pg_num: 512",
         345.6 * TB * (512.0 * 6 / 42) / (512.0 * 6 / 42 + 5), PLAN_DOMAIN},
        /* 576 TB raw, no host to spare: five of six disks of a host at 0.90, 288 TB */
        {6, 6, "16TB", "type: erasure, k: 4, m: 2, pg_num: 512",
         288 * TB * (512.0 * 6 / 36) / (512.0 * 6 / 36 + 5), PLAN_OSD},
        {6, 6, "16TB", "type: erasure, k: 4, m: 2, pg_num: 512, quota: 100TB", 100 * TB,
         PLAN_QUOTA},
        {5, 6, "16TB", "type: erasure, k: 4, m: 2, pg_num: 512", 0, PLAN_UNPLACED},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct capacity_plan plan;
        struct capacity c =
            capacity_text(f, hdd_hosts(f, rows[i].hosts, rows[i].osds, rows[i].disk),
                          suite_text(f, "[{name: a, %s}]", rows[i].pool));
        capacity_plan_make(&c, &f->arena, &plan);
        suite_close(plan.pools[0].bytes, rows[i].bytes, 1e-9, rows[i].pool);
        suite_close(plan.bytes, rows[i].bytes, 1e-9, "the cluster of one pool");
        assert_int_equal(plan.pools[0].reason, rows[i].reason);
    }
}

/* What others store is full of the same scatter; a class of few groups does not cost another. */
static void test_plan_of_several_pools(void **state)
{
    struct fixture *f = *state;
    struct capacity_plan plan;
    struct capacity c = capacity_text(f, hdd_hosts(f, 6, 4, "8TB"),
                                      "[{name: a, size: 3, pg_num: 512, stored: 10TB},"
                                      " {name: b, size: 3, pg_num: 512, stored: 30TB}]");
    capacity_plan_make(&c, &f->arena, &plan);
    double all_B = 48 * TB * 128 / 133;
    suite_close(plan.bytes, all_B, 1e-9, "together");
    suite_close(plan.pools[0].bytes, all_B - 30 * TB, 1e-9, "beside b");
    suite_close(plan.pools[1].bytes, all_B - 10 * TB, 1e-9, "beside a");
    c = capacity_text(f,
                      "[{count: 6, osds: [{count: 4, device: {class: hdd, capacity: 8TB}},"
                      " {count: 4, device: {class: nvme, capacity: 8TB}}]}]",
                      "[{name: a, size: 3, pg_num: 1024, device_class: hdd},"
                      " {name: b, size: 3, pg_num: 64, device_class: nvme}]");
    capacity_plan_make(&c, &f->arena, &plan);
    suite_close(plan.pools[0].bytes, all_B, 1e-9, "128 groups an OSD");
    assert_true(plan.pools[1].bytes < all_B);
    suite_close(plan.bytes, plan.pools[0].bytes + plan.pools[1].bytes, 1e-12, "apart");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_safe_fill_closed_forms),   SUITE_TEST(test_scatter_without_balancer),
        SUITE_TEST(test_worked_example_36_disks),  SUITE_TEST(test_steps_end_at_the_plan),
        SUITE_TEST(test_small_objects_hold_less),  SUITE_TEST(test_pools_of_nothing),
        SUITE_TEST(test_the_fullest_host_decides), SUITE_TEST(test_the_tightest_is_the_worst),
        SUITE_TEST(test_repair_inside_a_domain),   SUITE_TEST(test_plan_by_hand),
        SUITE_TEST(test_plan_of_several_pools),
    };
    return suite_run("safe fill", tests, N_OF(tests));
}
