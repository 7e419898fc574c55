/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard loads, and the pools that they and an unnamed load run on. */
#include "support/suite.h"

#include "plan/change.h"
#include "plan/standard.h"

enum { LOADS_A_POOL = 14 };

/* A cluster with these pools, e.g. "{name: a, size: 3}, {name: b}". */
static const struct cluster *with_pools(struct fixture *f, const char *pools)
{
    return suite_cluster_text(
        f, suite_text(f,
                      "cephplan: cluster/1\nhosts: [{count: 3, osds: [{count: 4, device: {class: "
                      "hdd, capacity: 4TB}}]}]\npools: [%s]\n",
                      pools));
}

/* The pools of the standard loads, with blanks between; "-": no load names one. */
static const char *pools_of_loads(struct fixture *f, const char *pools)
{
    const struct cluster *cluster = with_pools(f, pools);
    const struct workload *loads;
    const char *names = "";
    int n;
    standard_loads(cluster, &f->arena, &loads, &n);
    assert_int_equal(n % LOADS_A_POOL, 0);
    for (int i = 0; i < n; i += LOADS_A_POOL)
        names = suite_text(f, "%s%s%s", names, i == 0 ? "" : " ",
                           loads[i].pool == NULL ? "-" : loads[i].pool);
    return names;
}

static void pools_of_clients(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(pools_of_loads(f, ""), "-");
    assert_string_equal(pools_of_loads(f, "{name: a}"), "-");
    assert_string_equal(pools_of_loads(f, "{name: a}, {name: b}"), "a b");
    assert_string_equal(pools_of_loads(f, "{name: .mgr}, {name: a}"), "-");
    assert_string_equal(pools_of_loads(f, "{name: a}, {name: device_health_metrics}"), "-");
    assert_string_equal(pools_of_loads(f, "{name: .rgw.root}, {name: a}, {name: b}"), "a b");
    assert_string_equal(pools_of_loads(f, "{name: .mgr}"), "-");
}

static void of_many_pools_those_that_store_most(void **state)
{
    struct fixture *f = *state;
    const char *five = "{name: a, stored: 1TB}, {name: b}, {name: c, stored: 3TB}, {name: d, "
                       "stored: 2TB}, {name: e, stored: 9TB}";
    assert_string_equal(pools_of_loads(f, five), "a c d e");
    assert_string_equal(pools_of_loads(f, "{name: a}, {name: b}, {name: c}, {name: d}, {name: e}"),
                        "a b c d");
}

/* What a load without a pool means. */
static void the_pool_of_an_unnamed_load(void **state)
{
    struct fixture *f = *state;
    assert_null(cluster_pool(with_pools(f, ""), NULL));
    assert_string_equal(cluster_pool(with_pools(f, "{name: .mgr}, {name: a}"), NULL)->name, "a");
    assert_string_equal(cluster_pool(with_pools(f, "{name: .mgr}"), NULL)->name, ".mgr");
    assert_string_equal(cluster_pool(with_pools(f, "{name: .mgr}, {name: a}"), ".mgr")->name,
                        ".mgr");
}

/* And what `expand --pool size=2` changes. */
static void the_pool_that_is_changed(void **state)
{
    struct fixture *f = *state;
    struct err err = ERR_INIT;
    struct cluster changed = *with_pools(f, "{name: .mgr, size: 3}, {name: a, size: 3}");
    assert_true(change_pool(&changed, "size=2", &f->arena, &err));
    assert_int_equal(cluster_pool(&changed, ".mgr")->size, 3);
    assert_int_equal(cluster_pool(&changed, "a")->size, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(pools_of_clients), SUITE_TEST(of_many_pools_those_that_store_most),
        SUITE_TEST(the_pool_of_an_unnamed_load), SUITE_TEST(the_pool_that_is_changed)};
    return suite_run("standard", tests, sizeof tests / sizeof tests[0]);
}
