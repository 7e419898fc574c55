/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rebuilds against published figures, closed forms, sums that must balance, and straw2. */
#include "support/capacities.h"

#include "engine/durability.h"
#include "engine/outage.h"
#include "engine/recovery.h"
#include "engine/risk.h"
#include "load/planning_file.h"
#include "support/random.h"
#include "support/straw2.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12

static struct planning *planning_of(struct fixture *f)
{
    struct planning *planning = NULL;
    struct err err = ERR_INIT;
    if (!load_planning(&f->arena, "models/recovery.yaml", &planning, &err))
        fail_msg("%s", err.text);
    return planning;
}

static double *stored_of(struct fixture *f, const struct capacity *c)
{
    double *stored = arena_array(&f->arena, (size_t)c->n_pools, sizeof *stored);
    for (int i = 0; i < c->n_pools; i++)
        stored[i] = c->pools[i].stored_B;
    return stored;
}

/* The loss of the largest unit of that kind for the first pool. */
static struct recovery_work lose(struct fixture *f, const struct capacity *c,
                                 enum failure_unit unit)
{
    struct recovery_case question = {.capacity = c, .stored = stored_of(f, c)};
    struct recovery_work work;
    struct err err = ERR_INIT;
    assert_true(layout_largest(&c->topology, &c->pool_rows[0], unit, &question.failure));
    if (!recovery_work_make(&question, &f->arena, &work, &err))
        fail_msg("%s", err.text);
    return work;
}

static struct recovery_speed middle(const struct recovery_work *work,
                                    const struct planning *planning)
{
    struct recovery_draw draw = {0, 0, 0, 0};
    return recovery_speed(work, planning, PROFILE_BALANCED, &draw);
}

/* -- published figures --------------------------------------------------- */

/* SUSE/doc-ses issue 975: a shared DB device takes its OSDs along. */
static void test_db_device_takes_five_osds(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 4, osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
           " db: {device: {class: nvme, capacity: 1.6TB}, count: 2}}]}]\n"
           "pools: [{name: a, size: 3, stored: 149.3333333TB}]");
    suite_close(c->stored_raw_B / c->raw_B, 0.7, 1e-8, "70 % full");
    struct recovery_work db = lose(f, c, FAIL_DB_DEVICE), osd = lose(f, c, FAIL_OSD);
    assert_int_equal(db.lost_osds, 5);
    suite_close(db.lost_capacity_B / c->raw_B, 0.125, 1e-12, "of the cluster");
    suite_close(db.moved_B, 56 * TB, 1e-8, "to rebuild");
    suite_close(osd.moved_B, 11.2 * TB, 1e-8, "one OSD");
}

/* Old Ceph hardware guides: 1 TB takes 3 hours over 1 Gbit/s, 20 minutes over 10. */
static void test_link_rule(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *link;
        double hours;
    } rows[] = {{"1Gbit/s", 3}, {"10Gbit/s", 1.0 / 3}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        const struct capacity *c = capacity_document(
            f, suite_text(f,
                          "hosts: [{count: 3, osds: [{count: 16, device: {class: nvme, capacity: "
                          "2TB}}]}]\nnetwork: {public: %s}\n"
                          "pools: [{name: a, size: 3, pg_num: 4096, stored: 16TB}]",
                          rows[i].link));
        struct recovery_work work = lose(f, c, FAIL_OSD);
        suite_close(work.moved_B, TB, 1e-9, "to rebuild");
        struct recovery_speed speed = middle(&work, planning_of(f));
        assert_int_equal(speed.bound, RECOVERY_LINK);
        suite_close(speed.seconds / 3600, rows[i].hours, 0.15, "hours");
    }
}

/* The mClock study: one OSD takes 75 000 objects of 4 MiB in 966, 647 and 488 seconds. */
static void test_mclock_study(void **state)
{
    struct fixture *f = *state;
    const struct planning *planning = planning_of(f);
    static const double seconds[] = {966, 647, 488};
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 3, osds: [{count: 2, device: {class: nvme, capacity: 1.6TB}}]}]\n"
           "network: {public: 100Gbit/s}\n"
           "pools: [{name: a, size: 3, pg_num: 1024, stored: 629.1456GB}]");
    struct recovery_work work = lose(f, c, FAIL_OSD);
    struct recovery_draw draw = {0, 0, 0, 0};
    suite_close(work.moved_B, 75000 * 4194304.0, 1e-9, "to rebuild");
    for (int i = 0; i < N_PROFILES; i++)
        suite_close(recovery_speed(&work, planning, (enum recovery_profile)i, &draw).seconds,
                    seconds[i], 0.05, "seconds");
}

/* -- closed forms -------------------------------------------------------- */

/* Three hosts, size 3: a disk is rebuilt by its own host's other disks alone; a host not at all. */
static void test_three_hosts(void **state)
{
    struct fixture *f = *state;
    const struct planning *planning = planning_of(f);
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 3, osds: [{count: 4, device: {class: hdd, capacity: 8TB}}]}]\n"
           "network: {public: 25Gbit/s}\n"
           "pools: [{name: a, size: 3, pg_num: 65536, stored: 16TB}]");
    struct recovery_work osd = lose(f, c, FAIL_OSD);
    suite_close(osd.moved_B, 4 * TB, 1e-12, "half of 8 TB");
    assert_true(osd.rebuilds && osd.fits);
    struct recovery_targets targets = recovery_targets(&osd);
    double write_B = 0;
    for (int i = 0; i < osd.rest.n_sets; i++)
        write_B = fmax(write_B, osd.write_B[i]);
    assert_true(targets.same_host && targets.osds == 3 && targets.hosts == 1);
    suite_close(write_B, 4 * TB / 3, 1e-12, "a third each");
    double rate = planning_value(planning, PLAN_rate_hdd_balanced);
    suite_close(middle(&osd, planning).seconds, 4 * TB / 3 / rate, 0.03, "seconds");
    struct recovery_work host = lose(f, c, FAIL_HOST);
    assert_false(host.rebuilds);
    assert_false(host.fits);
    suite_close(host.lost_B, 16 * TB, 1e-12, "a copy of everything");
    assert_true(host.moved_B == 0);
    assert_int_equal(recovery_targets(&host).osds, 0);
    assert_true(middle(&host, planning).seconds == 0);
}

/* Many equal hosts: every other disk takes the same part. */
static void test_equal_hosts_share_the_work(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 11, osds: [{count: 10, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3, pg_num: 65536, stored: 100TB}]");
    struct recovery_work work = lose(f, c, FAIL_HOST);
    suite_close(work.moved_B, 300 * TB / 11, 1e-10, "a host's part");
    for (int i = 0; i < work.rest.n_sets; i++)
        if (topology_osds(&work.rest, i) > 0)
            suite_close(work.write_B[i], 300 * TB / 11 / 100, 1e-10, "equal parts");
    suite_close(work.fullest_frac, 0.3, 1e-10, "filled from 27.3 to 30 %");
}

/* An erasure code reads k shards for one. */
static void test_erasure_reads(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 8, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, type: erasure, k: 4, m: 2, pg_num: 1024, stored: 80TB}]");
    struct recovery_work work = lose(f, c, FAIL_OSD);
    double read_B = 0, write_B = 0, in_B = 0, out_B = 0;
    for (int i = 0; i < work.rest.n_sets; i++) {
        read_B += work.read_B[i] * topology_osds(&work.rest, i);
        write_B += work.write_B[i] * topology_osds(&work.rest, i);
    }
    for (int i = 0; i < work.rest.n_hosts; i++) {
        in_B += work.in_B[i] * work.rest.hosts[i].count;
        out_B += work.out_B[i] * work.rest.hosts[i].count;
    }
    suite_close(work.moved_B, 120 * TB / 32, 1e-10, "one disk's shards");
    suite_close(write_B, work.moved_B, 1e-10, "written once");
    suite_close(read_B, 4 * work.moved_B, 1e-10, "read k times");
    suite_close(in_B, 4 * work.moved_B, 1e-10, "received: k - 1 shards and the new one");
    suite_close(out_B, 4 * work.moved_B, 1e-10, "sent");
}

static void test_too_full_to_rebuild(void **state)
{
    struct fixture *f = *state;
    static const char form[] =
        "hosts: [{count: 4, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
        "pools: [{name: a, size: 3, stored: %s}]";
    struct recovery_work fits =
        lose(f, capacity_document(f, suite_text(f, form, "35.9TB")), FAIL_HOST);
    struct recovery_work full =
        lose(f, capacity_document(f, suite_text(f, form, "36.1TB")), FAIL_HOST);
    assert_true(fits.rebuilds && fits.fits);
    assert_true(full.rebuilds && !full.fits);
}

/* -- laws ---------------------------------------------------------------- */

static struct cluster *random_cluster(struct fixture *f, struct num_rng *rng, int hosts)
{
    static const char *const pools[] = {"size: 3", "size: 2", "type: erasure, k: 4, m: 2"};
    static const char *const classes[] = {"hdd", "sata-ssd", "nvme"};
    return suite_cluster_text(
        f,
        suite_text(f,
                   "cephplan: cluster/1\nhosts: [{count: %d, osds: [{count: %d, device: {class: %s,"
                   " capacity: %dTB}}]}]\nnetwork: {public: %dGbit/s}\n"
                   "pools: [{name: a, %s, pg_num: %d, stored: 10TB}]\n",
                   hosts, 1 + (int)random_below(rng, 12), classes[random_below(rng, 3)],
                   4 + (int)random_below(rng, 12), 1 + (int)random_below(rng, 40),
                   pools[random_below(rng, 3)], 128 << random_below(rng, 6)));
}

/* What is written is what was lost, and more hosts are never slower. */
static void test_more_hosts_recover_faster(void **state)
{
    struct fixture *f = *state;
    const struct planning *planning = planning_of(f);
    const struct constants *constants = &suite_model(f)->constants;
    struct num_rng *rng = random_new(21);
    for (int round = 0; round < 40; round++) {
        struct cluster *cluster = random_cluster(f, rng, 7 + (int)random_below(rng, 5));
        double last = HUGE_VAL;
        for (int more = 0; more < 3; more++) {
            struct capacity *c = arena_alloc(&f->arena, sizeof *c);
            struct err err = ERR_INIT;
            assert_true(capacity_make(cluster, constants, &f->arena, c, &err));
            struct recovery_work work = lose(f, c, FAIL_HOST);
            double write_B = 0;
            for (int i = 0; i < work.rest.n_sets; i++)
                write_B += work.write_B[i] * topology_osds(&work.rest, i);
            suite_close(write_B, work.moved_B, 1e-9, "written");
            suite_close(work.moved_B, work.lost_B, 1e-9, "rebuilt");
            struct recovery_speed speed = middle(&work, planning);
            assert_true(speed.seconds <= last * (1 + 1e-9));
            assert_true(speed.client_frac > 0 && speed.client_frac <= 1);
            last = speed.seconds;
            cluster->hosts[0].count += 1 + (int)random_below(rng, 8);
        }
    }
    random_free(rng);
}

/* Two to four kinds of hosts of one medium. */
static struct cluster *unequal_cluster(struct fixture *f, struct num_rng *rng)
{
    static const char *const pools[] = {"size: 3", "size: 2", "type: erasure, k: 2, m: 2"};
    static const char *const classes[] = {"hdd", "sata-ssd", "nvme"};
    const char *hosts = "", *class = classes[random_below(rng, 3)];
    for (int i = 2 + (int)random_below(rng, 3); i > 0; i--)
        hosts = suite_text(f,
                           "%s{count: %d, osds: [{count: %d, device: {class: %s, capacity: "
                           "%dTB}}]}%s",
                           hosts, 1 + (int)random_below(rng, 4), 1 + (int)random_below(rng, 12),
                           class, 4 + (int)random_below(rng, 12), i > 1 ? ", " : "");
    return suite_cluster_text(
        f, suite_text(f,
                      "cephplan: cluster/1\nhosts: [%s]\nnetwork: {public: %dGbit/s}\n"
                      "pools: [{name: a, %s, pg_num: %d, stored: 3TB}]\n",
                      hosts, 1 + (int)random_below(rng, 40), pools[random_below(rng, 3)],
                      1024 << random_below(rng, 5)));
}

/* Does a host hold a shard of every group? */
static bool has_full_host(const struct recovery_work *work)
{
    for (int i = 0; i < work->rest.n_sets; i++)
        if (work->layouts[0].share[i] * work->rest.sets[i].per_host > 1 - 1e-9)
            return true;
    return false;
}

/* One host more of a kind that is there, and the loss of the largest takes no longer than before.
 * A second one of the largest, of which only the first is lost, may be the slowest to take its
 * share, and a host that holds every group after the loss takes the more of them the fewer it held
 * before: both excepted. Groups that stay the same in number scatter a little more over more OSDs:
 * that bound stands apart. */
static void test_a_host_more_recovers_faster(void **state)
{
    struct fixture *f = *state;
    const struct planning *planning = planning_of(f);
    struct constants constants = suite_model(f)->constants;
    struct num_rng *rng = random_new(22);
    int compared = 0;
    constants.imbalance_scale = 0;
    for (int round = 0; round < 300; round++) {
        struct cluster *cluster = unequal_cluster(f, rng);
        struct capacity *c = arena_alloc(&f->arena, sizeof *c);
        struct err err = ERR_INIT;
        assert_true(capacity_make(cluster, &constants, &f->arena, c, &err));
        struct recovery_work before = lose(f, c, FAIL_HOST);
        if (!before.fits || has_full_host(&before))
            continue;
        int lost = c->topology.hosts[before.question.failure.host].row;
        int more = (int)random_below(rng, (size_t)cluster->n_hosts);
        if (more == lost && cluster->hosts[lost].count == 1)
            continue;
        c = arena_alloc(&f->arena, sizeof *c);
        cluster->hosts[more].count++;
        assert_true(capacity_make(cluster, &constants, &f->arena, c, &err));
        struct recovery_work after = lose(f, c, FAIL_HOST);
        double was = middle(&before, planning).seconds, is = middle(&after, planning).seconds;
        assert_true(after.fits && after.fullest_frac <= before.fullest_frac * (1 + 1e-9));
        if (is > was * (1 + 1e-9))
            fail_msg("round %d: %.6g s with %d hosts, %.6g s with one more", round, was,
                     before.question.capacity->pools[0].domains, is);
        compared++;
    }
    assert_true(compared > 100);
    random_free(rng);
}

static void test_ranges(void **state)
{
    struct fixture *f = *state;
    const struct planning *planning = planning_of(f);
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 8, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3, pg_num: 1024, stored: 40TB}]");
    struct recovery_work work = lose(f, c, FAIL_OSD);
    struct recovery_ranges slow, fast, again;
    recovery_ranges(&work, planning, PROFILE_HIGH_CLIENT, 1, &slow);
    recovery_ranges(&work, planning, PROFILE_HIGH_RECOVERY, 1, &fast);
    recovery_ranges(&work, planning, PROFILE_HIGH_RECOVERY, 1, &again);
    assert_memory_equal(&fast, &again, sizeof fast);
    assert_true(slow.seconds.p10 < slow.seconds.p50 && slow.seconds.p50 < slow.seconds.p90);
    assert_true(fast.seconds.p50 < slow.seconds.p50);
    assert_true(fast.client_frac.p50 < slow.client_frac.p50);
    assert_true(slow.client_frac.p90 <= 1);
}

/* -- what stops and what is lost ----------------------------------------- */

static struct outage outage_of(struct fixture *f, const struct capacity *c, int pool,
                               enum failure_unit unit)
{
    struct failure failure;
    struct outage outage;
    struct err err = ERR_INIT;
    assert_true(layout_largest(&c->topology, &c->pool_rows[pool], unit, &failure));
    if (!outage_make(c, pool, &failure, &f->arena, &outage, &err))
        fail_msg("%s", err.text);
    return outage;
}

static double choose(int n, int k)
{
    double product = 1;
    for (int i = 0; i < k; i++)
        product *= (double)(n - i) / (i + 1);
    return product;
}

/* 4+2 over the OSDs of four nodes: three chunks on the lost node are too many. */
static void test_erasure_over_osds(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 4, osds: [{count: 6, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, type: erasure, k: 4, m: 2, failure_domain: osd}]");
    struct outage outage = outage_of(f, c, 0, FAIL_HOST);
    double dead = 0, stopped = 0;
    for (int lost = 1; lost <= 6; lost++) {
        double p = choose(6, lost) * choose(18, 6 - lost) / choose(24, 6);
        stopped += lost > 1 ? p : 0;
        dead += lost > 2 ? p : 0;
    }
    assert_int_equal(outage.lost_max, 6);
    assert_true(outage.io_stops && outage.data_lost);
    suite_close(outage.dead_frac, dead, 1e-9, "dead");
    suite_close(outage.stopped_frac, stopped, 1e-9, "stopped");
    suite_close(outage.affected_frac, 1 - choose(18, 6) / choose(24, 6), 1e-9, "affected");
    outage = outage_of(f, c, 0, FAIL_OSD);
    assert_true(!outage.io_stops && !outage.data_lost);
    suite_close(outage.affected_frac, 0.25, 1e-9, "one OSD of 24");
}

/* Groups that lost more than their code survives have nothing to be rebuilt from: at 4+2 over the
 * OSDs of four nodes those with three or more shards on the lost one, at one copy all. */
static void test_dead_groups_are_not_rebuilt(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 4, osds: [{count: 6, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, type: erasure, k: 4, m: 2, failure_domain: osd, stored: 40TB},"
           " {name: b, size: 1, stored: 12TB}, {name: c, size: 3, stored: 6TB}]");
    struct recovery_work work = lose(f, c, FAIL_HOST);
    double dead = 0, all = 0;
    for (int lost = 1; lost <= 6; lost++) {
        double shards = lost * choose(6, lost) * choose(18, 6 - lost);
        all += shards;
        dead += lost > 2 ? shards : 0;
    }
    suite_close(work.pools[0].lost_B, 15 * TB, 1e-9, "a fourth of 60 TB");
    suite_close(work.pools[0].gone_B, 15 * TB * dead / all, 1e-9, "of dead groups");
    suite_close(work.pools[0].moved_B, 15 * TB * (1 - dead / all), 1e-9, "of the others");
    suite_close(work.pools[1].gone_B, 3 * TB, 1e-9, "one copy");
    assert_true(work.pools[1].moved_B == 0);
    suite_close(work.pools[2].moved_B, work.pools[2].lost_B, 1e-9, "three copies");
    assert_true(!work.pools[0].rebuilds && !work.pools[1].rebuilds && work.pools[2].rebuilds);
    assert_true(!work.rebuilds && !work.fits);
    work = lose(f, c, FAIL_OSD);
    assert_true(work.pools[0].rebuilds && work.pools[0].gone_B == 0);
}

static void test_hosts_and_min_size(void **state)
{
    struct fixture *f = *state;
    static const struct {
        int hosts;
        const char *pool;
        bool io_stops, data_lost;
    } rows[] = {{9, "size: 3", false, false},
                {3, "size: 3, min_size: 2", false, false},
                {3, "size: 3, min_size: 3", true, false},
                {4, "size: 2, min_size: 2", true, false},
                {4, "size: 2", false, false},
                {4, "size: 1", true, true},
                {6, "type: erasure, k: 4, m: 2", false, false},
                {3, "type: erasure, k: 2, m: 1", false, false},
                {3, "type: erasure, k: 2, m: 1, min_size: 3", true, false}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        const struct capacity *c = capacity_document(
            f, suite_text(f,
                          "hosts: [{count: %d, osds: [{count: 2, device: {class: hdd, capacity: "
                          "4TB}}]}]\npools: [{name: a, %s}]",
                          rows[i].hosts, rows[i].pool));
        struct outage outage = outage_of(f, c, 0, FAIL_HOST);
        assert_int_equal(outage.io_stops, rows[i].io_stops);
        assert_int_equal(outage.data_lost, rows[i].data_lost);
        suite_close(outage.affected_frac, c->pools[0].scheme.n / (double)rows[i].hosts, 1e-9,
                    "groups with a shard there");
    }
}

/* A rack of two unequal hosts, counted on straw2. */
static void test_rack_against_straw2(void **state)
{
    struct fixture *f = *state;
    enum { SAMPLES = 20000 };
    const struct capacity *c = capacity_document(
        f,
        "hosts: [{count: 2, rack: [a, b], osds: [{count: 3, device: {class: hdd, capacity: 4TB}}]},"
        " {count: 2, rack: [a, c], osds: [{count: 2, device: {class: hdd, capacity: 4TB}}]}]\n"
        "pools: [{name: a, size: 3}]");
    struct straw2_map map = {.n = 0};
    straw2_add(&map, 0, 0, 3, 4);
    straw2_add(&map, 1, 1, 3, 4);
    straw2_add(&map, 0, 2, 2, 4);
    straw2_add(&map, 2, 3, 2, 4);
    double counts[4] = {0};
    for (uint64_t x = 0; x < SAMPLES; x++) {
        int osds[3], lost = 0;
        assert_int_equal(straw2_place(&map, x, STRAW2_HOST, 3, osds), 3);
        for (int i = 0; i < 3; i++)
            lost += map.osds[osds[i]].rack == 0;
        counts[lost] += 1.0 / SAMPLES;
    }
    struct outage outage = outage_of(f, c, 0, FAIL_RACK);
    assert_int_equal(outage.lost_max, 2);
    assert_true(outage.io_stops && !outage.data_lost);
    assert_true(fabs(outage.stopped_frac - counts[2]) < 4 * 0.5 / sqrt(SAMPLES));
    assert_true(fabs(outage.affected_frac - counts[1] - counts[2]) < 4 * 0.5 / sqrt(SAMPLES));
}

/* -- yearly risk --------------------------------------------------------- */

static struct risk *risks_of(struct fixture *f, const struct capacity *c)
{
    struct risk *risks = arena_array(&f->arena, (size_t)c->n_pools, sizeof *risks);
    struct err err = ERR_INIT;
    if (!risk_pools(c, stored_of(f, c), planning_of(f), PROFILE_BALANCED, &f->arena, risks, &err))
        fail_msg("%s", err.text);
    return risks;
}

/* Stated failure rate, known repair time: the chain's own figure. */
static void test_risk_by_hand(void **state)
{
    struct fixture *f = *state;
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 10, osds: [{count: 12, device: {class: hdd, capacity: "
           "12TB, afr: 1.5%}}]}]\n"
           "pools: [{name: two, size: 2, pg_num: 4096, stored: 100TB},"
           " {name: three, size: 3, pg_num: 4096, stored: 100TB}]");
    const struct risk *risks = risks_of(f, c);
    struct recovery_work work = lose(f, c, FAIL_OSD);
    double repair_s = 600 + middle(&work, planning_of(f)).seconds;
    double rate = 0.0151136 / YEAR_S;
    for (int i = 0; i < 2; i++) {
        assert_true(risks[i].afr_stated && !risks[i].replaced);
        suite_close(risks[i].repair_s.p50, repair_s, 1e-9, "repair");
        suite_close(risks[i].afr_per_year, 0.015, 1e-6, "rate");
    }
    /* 120 x 108 / 2 pairs; 4096 groups use 3044 of the 6480. */
    suite_close(risks[0].sets, 6480 * (1 - exp(-4096.0 / 6480)), 1e-3, "pairs in use");
    suite_close(risks[0].loss_per_year.p50, risks[0].sets * 2 * rate * rate * repair_s * YEAR_S,
                0.02, "size 2");
    suite_close(risks[1].loss_per_year.p50,
                risks[1].sets * 6 * pow(rate, 3) * repair_s * repair_s * YEAR_S, 0.02, "size 3");
    assert_true(risks[0].loss_per_year.p10 < risks[0].loss_per_year.p50);
    assert_true(risks[0].loss_per_year.p50 < risks[0].loss_per_year.p90);
}

static void test_risk_order(void **state)
{
    struct fixture *f = *state;
    static const char *const osds[] = {"device: {like: class-hdd-7200, capacity: 12TB}",
                                       "device: {like: class-hdd-7200, capacity: 12TB}, db: "
                                       "{device: {class: nvme, capacity: 1TB}}"};
    double loss[2];
    for (int i = 0; i < 2; i++) {
        const struct capacity *c = capacity_document(
            f, suite_text(f,
                          "hosts: [{count: 6, osds: [{count: 12, %s}]}]\n"
                          "pools: [{name: a, size: 3, pg_num: 2048, stored: 60TB}]",
                          osds[i]));
        const struct risk *risk = risks_of(f, c);
        /* The sheet's 0.35 % of the catalogue is no statement of the document. */
        assert_false(risk->afr_stated);
        assert_true(risk->afr_per_year > 0.015);
        loss[i] = risk->loss_per_year.p50;
    }
    assert_true(loss[1] > 5 * loss[0]);
}

/* A pool that cannot be placed, or keeps one copy, does not keep the others from being rebuilt. */
static void test_risk_of_one_pool_is_its_own(void **state)
{
    struct fixture *f = *state;
    static const char form[] =
        "hosts: [{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 4TB}}]}]\n"
        "pools: [{name: a, size: 3, pg_num: 512, stored: 2TB}%s]";
    const struct risk *alone = risks_of(f, capacity_document(f, suite_text(f, form, "")));
    static const char *const others[] = {", {name: b, size: 1, pg_num: 64, stored: 10GB}",
                                         ", {name: b, size: 7, pg_num: 64}"};
    for (size_t i = 0; i < N_OF(others); i++) {
        const struct risk *risks =
            risks_of(f, capacity_document(f, suite_text(f, form, others[i])));
        assert_false(risks[0].replaced);
        suite_close(risks[0].repair_s.p50, alone->repair_s.p50, 0.05, "repair");
    }
}

/* Where no OSD is left in the host, the third copy waits for a new disk. */
static void test_risk_waits_for_a_new_device(void **state)
{
    struct fixture *f = *state;
    static const char form[] =
        "hosts: [{count: 3, osds: [{count: %d, device: {class: hdd, capacity: 4TB}}]}]\n"
        "pools: [{name: a, size: 3, stored: 2TB}]";
    const struct risk *one = risks_of(f, capacity_document(f, suite_text(f, form, 1)));
    const struct risk *four = risks_of(f, capacity_document(f, suite_text(f, form, 4)));
    assert_true(one->replaced && !four->replaced);
    assert_true(one->repair_s.p50 > 172800);
    assert_true(four->repair_s.p50 < 86400);
    suite_close(one->sets, 1, 1e-9, "one set of disks");
    suite_close(four->sets, 64, 0.1, "64 sets of disks");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_db_device_takes_five_osds),
        SUITE_TEST(test_link_rule),
        SUITE_TEST(test_mclock_study),
        SUITE_TEST(test_three_hosts),
        SUITE_TEST(test_equal_hosts_share_the_work),
        SUITE_TEST(test_erasure_reads),
        SUITE_TEST(test_too_full_to_rebuild),
        SUITE_TEST(test_more_hosts_recover_faster),
        SUITE_TEST(test_a_host_more_recovers_faster),
        SUITE_TEST(test_ranges),
        SUITE_TEST(test_erasure_over_osds),
        SUITE_TEST(test_dead_groups_are_not_rebuilt),
        SUITE_TEST(test_hosts_and_min_size),
        SUITE_TEST(test_rack_against_straw2),
        SUITE_TEST(test_risk_by_hand),
        SUITE_TEST(test_risk_order),
        SUITE_TEST(test_risk_of_one_pool_is_its_own),
        SUITE_TEST(test_risk_waits_for_a_new_device),
    };
    return suite_run("recovery", tests, N_OF(tests));
}
