/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that moves onto new hosts and disks, and how long: closed forms and sums that must balance.
 */
#include "support/suite.h"

#include "engine/move.h"
#include "load/planning_file.h"

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12

struct moved {
    struct capacity before, after;
    struct recovery_work work;
    struct remap remap;
};

static void fill_capacity(struct fixture *f, const char *hosts, const char *pool,
                          struct capacity *capacity)
{
    struct err err = ERR_INIT;
    const struct cluster *cluster = suite_cluster_text(
        f,
        suite_text(f, "cephplan: cluster/1\nhosts: %s\nnetwork: {public: 100Gbit/s}\npools: [%s]\n",
                   hosts, pool));
    if (!capacity_make(cluster, &suite_model(f)->constants, &f->arena, capacity, &err))
        fail_msg("%s", err.text);
}

static struct moved *move_of(struct fixture *f, const char *before, const char *after,
                             const char *pool, const char *pool_after)
{
    struct moved *m = arena_alloc(&f->arena, sizeof *m);
    struct err err = ERR_INIT;
    fill_capacity(f, before, pool, &m->before);
    fill_capacity(f, after, pool_after, &m->after);
    double *stored = arena_alloc(&f->arena, sizeof *stored);
    *stored = m->before.pools[0].stored_B;
    if (!move_work_make(&m->before, &m->after, stored, 1e6, &f->arena, &m->work, &m->remap, &err))
        fail_msg("%s", err.text);
    return m;
}

#define DISKS(n) "osds: [{count: " #n ", device: {class: hdd, capacity: 10TB}}]"

static double sum_writes(const struct recovery_work *work)
{
    double sum = 0;
    for (int i = 0; i < work->rest.n_sets; i++)
        sum += work->write_B[i] * topology_osds(&work->rest, i);
    return sum;
}

static void test_sums_balance(void **state)
{
    struct fixture *f = *state;
    static const char *const pools[] = {
        "{name: a, size: 3, pg_num: 1024, stored: 40TB}",
        "{name: a, type: erasure, k: 2, m: 2, pg_num: 512, stored: 40TB}"};
    static const char *const after[] = {"[{count: 7, " DISKS(4) "}]", "[{count: 5, " DISKS(6) "}]",
                                        "[{count: 5, " DISKS(4) "}, {count: 1, " DISKS(9) "}]"};
    for (size_t i = 0; i < N_OF(pools); i++) {
        for (size_t j = 0; j < N_OF(after); j++) {
            struct moved *m =
                move_of(f, "[{count: 5, " DISKS(4) "}]", after[j], pools[i], pools[i]);
            double raw_B = m->before.stored_raw_B, read_B = 0;
            for (int s = 0; s < m->work.rest.n_sets; s++)
                read_B += m->work.out_B[m->work.rest.sets[s].host];
            suite_close(m->work.moved_B, m->remap.moved_frac * raw_B, 1e-9, "moved");
            suite_close(sum_writes(&m->work), m->work.moved_B, 1e-9, "written");
            suite_close(m->work.pools[0].moved_B, m->work.moved_B, 1e-9, "of the pool");
            /* One host set gave it all: five equal hosts. */
            suite_close(read_B * 5, m->work.moved_B, 1e-9, "read");
        }
    }
}

/* A fifth host like the other four: a fifth of everything lands on its disks, which decide. */
static void test_one_host_more(void **state)
{
    struct fixture *f = *state;
    struct planning *planning = NULL;
    struct err err = ERR_INIT;
    const char *pool = "{name: a, size: 3, pg_num: 65536, stored: 40TB}";
    struct moved *m =
        move_of(f, "[{count: 4, " DISKS(6) "}]", "[{count: 5, " DISKS(6) "}]", pool, pool);
    assert_true(load_planning(&f->arena, "models/recovery.yaml", &planning, &err));
    suite_close(m->remap.landed_frac, 0.2, 1e-12, "landed");
    struct recovery_draw draw = {0, 0, 0, 0};
    struct recovery_speed speed = recovery_speed(&m->work, planning, PROFILE_BALANCED, &draw);
    double rate = planning_value(planning, PLAN_rate_hdd_balanced);
    assert_int_equal(speed.bound, RECOVERY_OSD);
    /* 24 TB on six disks; reads of other disks and the scatter of groups come on top. */
    assert_true(speed.seconds > 4 * TB / rate);
    assert_true(speed.seconds < 1.25 * 4 * TB / rate);
}

/* From two copies to three: a copy of everything is written. */
static void test_one_copy_more(void **state)
{
    struct fixture *f = *state;
    const char *hosts = "[{count: 4, " DISKS(6) "}]";
    struct moved *m = move_of(f, hosts, hosts, "{name: a, size: 2, pg_num: 512, stored: 40TB}",
                              "{name: a, size: 3, pg_num: 512, stored: 40TB}");
    suite_close(m->work.moved_B, 40 * TB, 1e-9, "a copy");
    suite_close(sum_writes(&m->work), 40 * TB, 1e-9, "written");
}

static void test_nothing_stored(void **state)
{
    struct moved *m = move_of(*state, "[{count: 4, " DISKS(6) "}]", "[{count: 5, " DISKS(6) "}]",
                              "{name: a, size: 3}", "{name: a, size: 3}");
    assert_true(m->work.moved_B == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_sums_balance),
        SUITE_TEST(test_one_host_more),
        SUITE_TEST(test_one_copy_more),
        SUITE_TEST(test_nothing_stored),
    };
    return suite_run("move", tests, N_OF(tests));
}
