/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Capacity against the figures of public threads (github.com/..., named at each test), against
 * closed forms, and against what must hold for every cluster. */
#include "support/capacities.h"

#include "engine/alloc.h"
#include "engine/capacity.h"
#include "engine/growth.h"
#include "engine/placement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12
#define GIB 1073741824.0
#define TIB 1099511627776.0

/* -- capacity ----------------------------------------------------------- */

/* ceph/ceph pull 12923: the full ratio counts; three hosts cannot rebuild one. */
static void test_three_hosts_of_four_4tb(void **state)
{
    struct capacity c =
        capacity_text(*state, hdd_hosts(*state, 3, 4, "4TB"), "[{name: a, size: 3}]");
    suite_close(c.raw_B, 48 * TB, 1e-12, "raw");
    suite_close(c.usable_B, 16 * TB, 1e-12, "without ratio");
    suite_close(c.usable_full_B, 15.2 * TB, 1e-12, "full");
    suite_close(c.usable_full_B, 13.824 * TIB, 1e-4, "full in TiB");
    suite_close(c.usable_nearfull_B, 13.6 * TB, 1e-12, "nearfull");
    suite_close(c.safe_fill_B, 13.6 * TB, 1e-12, "the limit to plan with");
    assert_false(c.rebuilds_after_host_loss);
    assert_false(c.pools[0].rebuilds);
    suite_close(c.pools[0].osd_loss_fill_B, 0.9 * 12 * TB, 1e-12,
                "one disk, rebuilt in its own host");
}

/* red-hat-storage/cephci pull 2727: 30 % of the raw space, written at size 3. */
static void test_replication_forgotten(void **state)
{
    const char *hosts = hdd_hosts(*state, 3, 1, "31TiB");
    struct capacity c = capacity_text(*state, hosts, "[{name: a, size: 3, stored: 27.9TiB}]");
    suite_close(c.stored_raw_B, 83.7 * TIB, 1e-12, "raw");
    suite_close(c.classes[0].fill_frac, 0.9, 1e-12, "fill");
    assert_true(c.classes[0].fullest_frac > c.nearfull_frac);
    suite_close(c.usable_full_B, 29.45 * TIB, 1e-12, "room at full");
    suite_close(0.3 * c.usable_full_B, 8.8 * TIB, 0.005, "30 % of it");
}

/* ceph/ceph pull 59614: 20, 20, 40 and 20 GiB. */
static void test_uneven_hosts(void **state)
{
    const char *hosts = "[{count: 3, osds: [{count: 1, device: {class: hdd, capacity: 20GiB}}]},"
                        " {count: 1, osds: [{count: 1, device: {class: hdd, capacity: 40GiB}}]}]";
    struct capacity c = capacity_text(*state, hosts, "[{name: a, size: 3}]");
    suite_close(c.pools[0].crush_B, 19 / 0.7 * GIB, 1e-11, "CRUSH");
    suite_close(c.pools[0].balanced_B, 28.5 * GIB, 1e-11, "balanced");
    suite_close(c.usable_full_B, 28.5 * GIB, 1e-11, "balancer on");
    struct cluster *cluster = cluster_of(*state, hosts, "[{name: a, size: 3}]");
    cluster->balancer = 0;
    c = capacity_of(*state, cluster);
    suite_close(c.usable_full_B, 19 / 0.7 * GIB, 1e-11, "balancer off");
    assert_true(c.usable_full_B < 0.95 * c.raw_B / 3);
}

/* Checkmk pull 19 and 571, Crapworks/ceph-dash issue 20; ceph/cephmetrics issue 104. */
static void test_percentages(void **state)
{
    (void)state;
    suite_close(capacity_used_frac(52.30, 46.00), 0.532, 1e-3, "52.30 of 98.30");
    suite_close(capacity_used_frac(4.8 * TIB, 763 * GIB), 0.8656, 1e-3, "4.8 TiB and 763 GiB");
    suite_close(capacity_used_frac(64768, 1599), 0.976, 1e-3, "a full pool");
    suite_close(capacity_used_frac(1, 10), 0.0909, 1e-3, "1 of 11 TiB");
    assert_true(capacity_used_frac(0, 0) == 0);
    assert_true(capacity_used_frac(5, 0) == 1);
}

/* OpenNebula/one pull 4074: total and used are raw. */
static void test_raw_against_usable(void **state)
{
    struct capacity c = capacity_text(*state, hdd_hosts(*state, 3, 1, "9.7TB"),
                                      "[{name: a, size: 3, stored: 2.116667TB}]");
    suite_close(c.raw_B, 29.10 * TB, 1e-12, "raw");
    suite_close(c.usable_B, 9.70 * TB, 1e-12, "client bytes");
    suite_close(c.stored_raw_B, 6.35 * TB, 1e-6, "used raw");
    suite_close(c.stored_B, 2.12 * TB, 2e-3, "used");
}

/* ceph/ceph-nagios-plugins issue 73: each class by itself. */
static void test_two_classes(void **state)
{
    const char *hosts = "[{count: 5, osds: [{count: 1, device: {class: hdd, capacity: 23TiB}},"
                        " {count: 1, device: {class: sata-ssd, capacity: 2.6TiB}}]}]";
    struct capacity c =
        capacity_text(*state, hosts,
                      "[{name: cold, size: 3, device_class: hdd, stored: 21.666667TiB},"
                      " {name: hot, size: 2, device_class: ssd, stored: 2.15TiB}]");
    assert_int_equal(c.n_classes, 2);
    assert_string_equal(c.classes[0].name, "hdd");
    suite_close(c.classes[0].fill_frac, 0.565, 1e-3, "hdd");
    suite_close(c.classes[1].fill_frac, 0.331, 1e-3, "ssd");
    suite_close(c.stored_raw_B / c.raw_B, 0.541, 1e-3, "total");
    suite_close(c.pools[0].raw_B, 115 * TIB, 1e-12, "a pool is judged by its class");
    suite_close(c.pools[1].usable_B, 6.5 * TIB, 1e-12, "a pool is judged by its class");
    suite_close(c.usable_B, (115.0 / 3 + 6.5) * TIB, 1e-12, "classes add up");
    suite_close(c.classes[0].safe_fill_B, 0.9 * 4 / 5 * 115 / 3 * TIB, 1e-11, "safe on disks");
    suite_close(c.classes[1].safe_fill_B, 0.9 * 4 / 5 * 6.5 * TIB, 1e-11, "safe on flash");
    suite_close(c.classes[0].safe_fill_B + c.classes[1].safe_fill_B, c.safe_fill_B, 1e-12, "sum");
    c = capacity_text(*state, hosts, "[{name: both, size: 3}]");
    assert_true(isnan(c.classes[0].safe_fill_B) && isnan(c.classes[1].usable_nearfull_B));
}

/* Ceph's own pools stand on every class; with next to nothing in them they tie nothing together,
 * and do count where they hold the data (old releases kept objects in `.rgw.buckets`). */
static void test_own_pools_stand_aside(void **state)
{
    struct fixture *f = *state;
    const char *hosts = "[{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}},"
                        " {count: 1, device: {class: nvme, capacity: 2TB}}]}]";
    static const char form[] =
        "[{name: cold, size: 3, device_class: hdd, stored: 20TB, growth: 20%%/y},"
        " {name: hot, size: 2, device_class: nvme, stored: 1TB}%s]";
    static const char *const own[] = {", {name: .mgr, size: 3, stored: 1MiB}", ", {name: .mgr}",
                                      ", {name: device_health_metrics, size: 3, stored: 0B}"};
    struct capacity c = capacity_text(f, hosts, suite_text(f, form, ""));
    struct growth_limit *limits, *others;
    (void)growth_limits(&c, &f->arena, &limits);
    for (size_t i = 0; i < N_OF(own); i++) {
        struct capacity with = capacity_text(f, hosts, suite_text(f, form, own[i]));
        (void)growth_limits(&with, &f->arena, &others);
        suite_close(with.usable_B, c.usable_B, 1e-12, "usable");
        suite_close(with.safe_fill_B, c.safe_fill_B, 1e-6, "safe fill");
        suite_close(with.classes[1].safe_fill_B, c.classes[1].safe_fill_B, 1e-6, "of flash");
        suite_close(others[GROWTH_SAFE].years, limits[GROWTH_SAFE].years, 1e-5, "safe fill");
        assert_false(with.mix_assumed);
    }
    c = capacity_text(f, hosts,
                      "[{name: .rgw.buckets, size: 3, stored: 5TB}, {name: a, size: 2,"
                      " stored: 5TB}]");
    suite_close(c.usable_B, c.raw_B / 2.5, 1e-12, "half and half");
}

/* tdewin/rps issue 33: drives are sold in TB. */
static void test_terabytes_sold(void **state)
{
    struct capacity c =
        capacity_text(*state, hdd_hosts(*state, 5, 2, "16TB"), "[{name: a, size: 3}]");
    suite_close(c.raw_B, 160 * TB, 1e-12, "TB");
    suite_close(c.raw_B / TIB, 145.52, 1e-4, "TiB");
}

/* OpenNebula/one issue 1232 and 6564. */
static void test_quota(void **state)
{
    suite_close(capacity_quota_room(47 * GIB, 1 * GIB, 0.25 * GIB), 0.75 * GIB, 1e-12, "room");
    suite_close(capacity_used_frac(0.25, 0.75), 0.25, 1e-12, "fill");
    struct capacity c = capacity_text(*state, hdd_hosts(*state, 3, 1, "50GiB"),
                                      "[{name: a, size: 3, stored: 0.25GiB, quota: 1GiB}]");
    suite_close(c.pools[0].max_avail_B, 0.75 * GIB, 1e-12, "room");
    suite_close(c.pools[0].used_frac, 0.25, 1e-12, "fill");
}

/* Separate DB devices are no data space. */
static void test_db_devices_do_not_count(void **state)
{
    const char *hosts = "[{count: 4, osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
                        " db: {device: {class: nvme, capacity: 1.6TB}, count: 2}}]}]";
    struct capacity c = capacity_text(*state, hosts, "[{name: a, size: 3}]");
    suite_close(c.raw_B, 640 * TB, 1e-12, "raw");
    suite_close(c.installed_B, (640 + 4 * 2 * 1.6) * TB, 1e-12, "installed");
    assert_int_equal(topology_osds_behind_db(&c.topology.sets[0]), 5);
}

/* Two OSDs on one device share its capacity. */
static void test_osds_share_a_device(void **state)
{
    struct capacity c = capacity_text(*state,
                                      "[{count: 3, osds: [{count: 8, osds_per_device: 2, device: "
                                      "{class: nvme, capacity: 4TB}}]}]",
                                      "[{name: a, size: 2}]");
    suite_close(c.raw_B, 48 * TB, 1e-12, "raw");
}

/* -- failure domains and erasure code ----------------------------------- */

/* rook/rook issue 10672: size 3 on two hosts. */
static void test_too_few_hosts(void **state)
{
    struct capacity c =
        capacity_text(*state, hdd_hosts(*state, 2, 6, "4TB"),
                      "[{name: three, size: 3}, {name: osds, size: 3, failure_domain: osd},"
                      " {name: two, size: 2}]");
    assert_false(c.pools[0].placeable);
    assert_true(c.pools[0].usable_full_B == 0 && c.pools[0].safe_fill_B == 0);
    assert_true(c.pools[1].placeable && c.pools[1].rebuilds);
    assert_true(c.pools[2].placeable && !c.pools[2].rebuilds);
}

/* rook/rook pull 951: what nine hosts at size 3 survive. */
static void test_failures_survived(void **state)
{
    (void)state;
    struct pool pool = {.type = POOL_REPLICATED, .size = 3, .min_size = 2};
    struct scheme scheme = scheme_of(&pool);
    assert_int_equal(scheme_losses_survived(&scheme), 2);
    assert_int_equal(scheme_losses_with_io(&scheme), 1);
    /* 84 triples of hosts exist, and each holds all copies of a group as likely as any other. */
    struct crush_items hosts = {1, 9};
    struct crush_items lost = {1, 3}, left = {1, 6};
    struct crush_unit units[] = {{&lost, 1, 1}, {&left, 1, 1}};
    double pmf[4];
    struct err err = ERR_INIT;
    assert_int_equal(crush_available(&hosts, 1), 9);
    assert_true(crush_unit_pmf(units, 2, 0, 3, pmf, &err));
    suite_close(pmf[3], 1.0 / 84, 1e-10, "all copies on three given hosts");
}

/* rook/rook issue 1795, ceph/ceph pull 52775, SUSE/doc-ses pull 111. */
static void test_erasure_min_size(void **state)
{
    (void)state;
    static const int rows[][3] = {{2, 1, 2}, {4, 2, 5}, {8, 3, 9}, {2, 2, 3}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct pool pool = {
            .type = POOL_ERASURE, .k = rows[i][0], .m = rows[i][1], .min_size = FIELD_ABSENT};
        struct scheme scheme = scheme_of(&pool);
        assert_int_equal(scheme.min_size, rows[i][2]);
        assert_int_equal(scheme_losses_survived(&scheme), rows[i][1]);
    }
    /* 4+2 with two chunks per host on three hosts: a host takes two, four are left: no loss, no
     * I/O. */
    struct pool pool = {.type = POOL_ERASURE, .k = 4, .m = 2, .min_size = FIELD_ABSENT};
    struct scheme scheme = scheme_of(&pool);
    assert_true(2 <= scheme_losses_survived(&scheme) && 2 > scheme_losses_with_io(&scheme));
}

/* ceph/ceph pull 30311 and 35560: (k+m)/k, and one host more to rebuild. */
static void test_erasure_overhead_and_spare(void **state)
{
    static const struct {
        int k, m;
        double usable_frac;
    } rows[] = {{4, 2, 0.667}, {8, 3, 0.727}, {2, 1, 0.667}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        int n = rows[i].k + rows[i].m;
        const char *pool =
            suite_text((struct fixture *)*state, "[{name: a, type: erasure, k: %d, m: %d}]",
                       rows[i].k, rows[i].m);
        for (int spare = -1; spare <= 1; spare++) {
            struct capacity c =
                capacity_text(*state, hdd_hosts(*state, n + spare, 6, "10TB"), pool);
            assert_int_equal(c.pools[0].placeable, spare >= 0);
            assert_int_equal(c.pools[0].rebuilds, spare >= 1);
            assert_int_equal(c.rebuilds_after_host_loss, spare >= 1);
            if (spare >= 0)
                suite_close(c.usable_B / c.raw_B, rows[i].usable_frac, 1e-3, "k/(k+m)");
        }
    }
}

static void test_racks(void **state)
{
    const char *hosts = "[{count: 3, rack: [a, b, c], osds: [{count: 4, device: {class: hdd,"
                        " capacity: 8TB}}]}, {count: 3, rack: [a, b, d], osds: [{count: 2,"
                        " device: {class: hdd, capacity: 8TB}}]}]";
    struct capacity c = capacity_text(*state, hosts, "[{name: a, size: 3, failure_domain: rack}]");
    /* Racks of 6, 6, 4 and 2 disks of 8 TB: three distinct ones fill like 48 + 48 + 32 + 16. */
    assert_int_equal(c.pools[0].domains, 4);
    suite_close(c.usable_B, 48 * TB, 1e-11, "144 TB / 3, no rack above a third");
    suite_close(c.pools[0].loss_fill_B, 0.9 * 16 * TB, 1e-11,
                "a big rack lost: every rack is used");
    assert_true(c.rebuilds_after_host_loss);
}

static void test_racks_unnamed(void **state)
{
    struct fixture *f = *state;
    struct capacity capacity;
    struct err err = ERR_INIT;
    const struct cluster *cluster =
        cluster_of(f, hdd_hosts(f, 3, 1, "1TB"), "[{name: a, size: 3, failure_domain: rack}]");
    assert_false(capacity_make(cluster, &suite_model(f)->constants, &f->arena, &capacity, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "rack"));
}

static void test_class_without_osd(void **state)
{
    struct fixture *f = *state;
    struct capacity capacity;
    struct err err = ERR_INIT;
    const struct cluster *cluster =
        cluster_of(f, hdd_hosts(f, 3, 1, "1TB"), "[{name: a, device_class: nvme}]");
    assert_false(capacity_make(cluster, &suite_model(f)->constants, &f->arena, &capacity, &err));
    assert_int_equal(err.kind, ERR_INPUT);
}

/* -- placement groups --------------------------------------------------- */

/* osism/testbed pull 2117 and others: sums over pools. */
static void test_pg_sums(void **state)
{
    static const struct {
        int hosts, osds, pools, pg_num, size;
        double per_osd;
    } rows[] = {{3, 2, 1, 550, 3, 275},
                {3, 1, 1, 308, 3, 308},
                {3, 2, 1, 737, 3, 368.5},
                {3, 1, 12, 128, 3, 1536}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        char pools[2048] = "[";
        for (int j = 0; j < rows[i].pools; j++)
            (void)snprintf(pools + strlen(pools), sizeof pools - strlen(pools),
                           "%s{name: p%d, size: %d, pg_num: %d}", j == 0 ? "" : ", ", j,
                           rows[i].size, rows[i].pg_num);
        (void)snprintf(pools + strlen(pools), sizeof pools - strlen(pools), "]");
        struct capacity c =
            capacity_text(*state, hdd_hosts(*state, rows[i].hosts, rows[i].osds, "4TB"), pools);
        suite_close(c.pgs_per_osd, rows[i].per_osd, 1e-12, "groups per OSD");
        assert_true(c.pgs_per_osd > 250);
    }
}

/* ceph/ceph pull 23251: advice for twelve OSDs. */
static void test_pg_advice(void **state)
{
    int advised = pgs_advise(12, 1, 3, 100);
    assert_true(advised == 256 || advised == 512);
    assert_int_equal(pgs_round(400), 512);
    assert_int_equal(pgs_round(300), 256);
    assert_int_equal(pgs_round(1), 1);
    assert_int_equal(pgs_round(0.2), 1);
    /* Four pools advised one by one at 512 add up. */
    struct capacity c =
        capacity_text(*state, hdd_hosts(*state, 3, 4, "4TB"),
                      "[{name: a, pg_num: 512}, {name: b, pg_num: 512}, {name: c, pg_num: 512},"
                      " {name: d, pg_num: 512}]");
    suite_close(c.pgs_per_osd, 512, 1e-12, "groups per OSD");
    /* Advised together they stay below the limit. */
    c = capacity_text(*state, hdd_hosts(*state, 3, 4, "4TB"),
                      "[{name: a}, {name: b}, {name: c}, {name: d}]");
    assert_true(c.pgs_per_osd <= 250 && c.pools[0].pg_assumed);
}

/* Maxima over OSDs of simulated groups, host failure domain. */
static void test_pg_imbalance(void **state)
{
    (void)state;
    static const struct {
        double osds, pgs, simulated;
    } rows[] = {{36, 85, 1.23}, {60, 102, 1.23}, {60, 819, 1.08}, {630, 78, 1.37}};
    for (size_t i = 0; i < N_OF(rows); i++)
        suite_close(placement_imbalance(rows[i].osds, rows[i].pgs, 0.8), rows[i].simulated, 0.04,
                    "max over mean");
    assert_true(placement_imbalance(1, 100, 0.8) == 1);
}

/* -- allocation units --------------------------------------------------- */

static void test_allocation_units(void **state)
{
    struct fixture *f = *state;
    struct cluster *cluster = suite_cluster(f, "ec42-archive");
    const struct pool *pool = &cluster->pools[0];
    suite_close(alloc_object_B(cluster, pool, 16384, 65536), 384 * 1024, 1e-12, "64 KiB units");
    suite_close(alloc_object_B(cluster, pool, 16384, 4096), 24 * 1024, 1e-12, "4 KiB units");
    static const struct {
        const char *version;
        double disk, flash;
    } rows[] = {{"12.2.13", 65536, 16384},
                {"15.2.17", 65536, 4096},
                {"16.2.15", 4096, 4096},
                {"19.2.0", 4096, 4096}};
    struct device disk = {.class = CLASS_HDD}, flash = {.class = CLASS_NVME};
    for (size_t i = 0; i < N_OF(rows); i++) {
        cluster->ceph->version = rows[i].version;
        suite_close(alloc_unit_B(cluster, &disk), rows[i].disk, 0, "disk");
        suite_close(alloc_unit_B(cluster, &flash), rows[i].flash, 0, "flash");
    }
}

/* Tentacle's optimised code stores a small object on one data shard and the coding shards. */
static void test_allocation_optimised(void **state)
{
    struct cluster *cluster = suite_cluster(*state, "ec42-archive");
    struct pool pool = cluster->pools[0];
    pool.optimizations = 1;
    pool.stripe_unit_B = 16384;
    suite_close(alloc_object_B(cluster, &pool, 4096, 4096), 6 * 16384, 1e-12, "padded before");
    cluster->ceph->version = "20.2.0";
    suite_close(alloc_object_B(cluster, &pool, 4096, 4096), 3 * 4096, 1e-12, "1 + m shards");
    suite_close(alloc_object_B(cluster, &pool, 65536, 4096), 6 * 16384, 1e-12, "a whole stripe");
    suite_close(alloc_object_B(cluster, &pool, 65536 + 20480, 4096),
                6 * 16384 + 16384 + 4096 + 2 * 16384, 1e-12, "a stripe and a part");
}

static void test_replica_allocation(void **state)
{
    struct cluster *cluster = suite_cluster(*state, "hdd-12-nvme-db");
    suite_close(alloc_object_B(cluster, &cluster->pools[0], 5000, 4096), 3 * 8192, 1e-12, "padded");
}

/* -- growth
 * ------------------------------------------------------------------------------------------------------
 */

static void test_growth_closed_form(void **state)
{
    struct fixture *f = *state;
    struct capacity c = capacity_of(f, suite_cluster(f, "hdd-12-nvme-db"));
    struct growth_limit *limits;
    int n = growth_limits(&c, &f->arena, &limits);
    /* One pool on equal hosts: every limit is a share of what it holds. */
    struct capacity_plan plan;
    capacity_plan_make(&c, &f->arena, &plan);
    const double bytes[] = {plan.bytes, c.safe_fill_B, c.usable_nearfull_B, c.usable_B * 0.9,
                            c.usable_full_B};
    assert_int_equal(n, 5);
    for (int i = 0; i < n; i++) {
        suite_close(limits[i].years, log(bytes[i] / (100 * TB)) / log(1.3), 1e-9, limits[i].limit);
        suite_close(limits[i].now_frac, 100 * TB / bytes[i], 1e-9, limits[i].limit);
    }
}

static void test_growth_reached_and_never(void **state)
{
    struct fixture *f = *state;
    struct growth_limit *limits;
    struct capacity c = capacity_text(f, hdd_hosts(f, 3, 1, "10TB"),
                                      "[{name: a, size: 3, stored: 9TB, growth: 0%/y, quota: 18TB},"
                                      " {name: b, size: 3, quota: 1TB}]");
    assert_int_equal(growth_limits(&c, &f->arena, &limits), 6);
    assert_true(limits[GROWTH_SAFE].years == 0 && limits[GROWTH_NEARFULL].years == 0);
    assert_true(isinf(limits[GROWTH_FULL].years));
    assert_string_equal(limits[5].limit, "quota");
    suite_close(limits[5].now_frac, 0.5, 1e-12, "quota");
    c = capacity_text(f, hdd_hosts(f, 3, 1, "10TB"), "[{name: a, size: 3}]");
    assert_int_equal(growth_limits(&c, &f->arena, &limits), 0);
}

/* A limit names the pools on the OSDs that reach it; what has no place passes what one may plan. */
static void test_growth_names_the_pools(void **state)
{
    struct fixture *f = *state;
    const char *hosts = "[{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}},"
                        " {count: 1, device: {class: nvme, capacity: 2TB}}]}]";
    struct growth_limit *limits;
    struct capacity c = capacity_text(
        f, hosts,
        "[{name: cold, size: 3, device_class: hdd, stored: 20TB, growth: 5%/y},"
        " {name: hot, size: 3, device_class: nvme, stored: 1TB, growth: 40%/y, quota: 2TB}]");
    assert_int_equal(growth_limits(&c, &f->arena, &limits), 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(limits[i].n_pools, 1);
        assert_string_equal(limits[i].pools[0]->name, "hot");
    }
    c = capacity_text(f, hosts,
                      "[{name: cold, size: 3, device_class: hdd, stored: 20TB},"
                      " {name: warm, size: 2, device_class: hdd, stored: 20TB}]");
    (void)growth_limits(&c, &f->arena, &limits);
    assert_int_equal(limits[GROWTH_FULL].n_pools, 2);
    c = capacity_text(f, hosts,
                      "[{name: cold, size: 6, device_class: hdd, stored: 20TB},"
                      " {name: warm, size: 2, device_class: hdd, stored: 20TB}]");
    (void)growth_limits(&c, &f->arena, &limits);
    for (int i = GROWTH_PLAN; i <= GROWTH_SAFE; i++) {
        assert_true(isinf(limits[i].now_frac) && limits[i].years == 0);
        assert_int_equal(limits[i].n_pools, 1);
        assert_string_equal(limits[i].pools[0]->name, "cold");
    }
    assert_true(isfinite(limits[GROWTH_FULL].now_frac));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_growth_names_the_pools),
        SUITE_TEST(test_three_hosts_of_four_4tb),
        SUITE_TEST(test_replication_forgotten),
        SUITE_TEST(test_uneven_hosts),
        SUITE_TEST(test_percentages),
        SUITE_TEST(test_raw_against_usable),
        SUITE_TEST(test_two_classes),
        SUITE_TEST(test_own_pools_stand_aside),
        SUITE_TEST(test_terabytes_sold),
        SUITE_TEST(test_quota),
        SUITE_TEST(test_db_devices_do_not_count),
        SUITE_TEST(test_osds_share_a_device),
        SUITE_TEST(test_too_few_hosts),
        SUITE_TEST(test_failures_survived),
        SUITE_TEST(test_erasure_min_size),
        SUITE_TEST(test_erasure_overhead_and_spare),
        SUITE_TEST(test_racks),
        SUITE_TEST(test_racks_unnamed),
        SUITE_TEST(test_class_without_osd),
        SUITE_TEST(test_pg_sums),
        SUITE_TEST(test_pg_advice),
        SUITE_TEST(test_pg_imbalance),
        SUITE_TEST(test_allocation_units),
        SUITE_TEST(test_allocation_optimised),
        SUITE_TEST(test_replica_allocation),
        SUITE_TEST(test_growth_closed_form),
        SUITE_TEST(test_growth_reached_and_never),
    };
    return suite_run("capacity", tests, N_OF(tests));
}
