/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that moves when a cluster grows, against closed forms for one copy, the exact chain of both
 * maps for several, and the slow straw2 of tests/support. */
#include "support/suite.h"

#include "engine/remap.h"
#include "support/straw2.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static struct remap remap_of(struct fixture *f, const char *before, const char *after,
                             const char *pool)
{
    static const char form[] = "cephplan: cluster/1\nhosts: %s\npools: [%s]\n";
    const struct cluster *old = suite_cluster_text(f, suite_text(f, form, before, pool));
    const struct cluster *new = suite_cluster_text(f, suite_text(f, form, after, pool));
    struct topology one, two;
    struct remap remap;
    struct err err = ERR_INIT;
    assert_true(topology_make(old, &f->arena, &one, &err));
    assert_true(topology_make(new, &f->arena, &two, &err));
    if (!remap_pool(&one, &two, &old->pools[0], 1e7, &f->arena, &remap, &err))
        fail_msg("%s", err.text);
    return remap;
}

#define DISK "device: {class: hdd, capacity: 4TB}"
#define ONE_DISK "{count: 1, osds: [{count: 1, device: {class: hdd, capacity: %gTB}}]}"

/* Within four standard errors, and never by more than a per cent of the pool. */
static void assert_moved(const struct remap *remap, double exact)
{
    double slack = 4 * remap->error_frac + 1e-9;
    assert_true(slack < 0.02);
    if (fabs(remap->moved_frac - exact) > slack)
        fail_msg("moved %.5f, exact %.5f, slack %.5f", remap->moved_frac, exact, slack);
}

static void test_nothing_added(void **state)
{
    const char *hosts = "[{count: 5, osds: [{count: 3, " DISK "}]}]";
    struct remap r = remap_of(*state, hosts, hosts, "{name: a, size: 3}");
    assert_true(r.moved_frac == 0 && r.landed_frac == 0);
}

/* One copy, hosts at the root: exactly the new weight's share, nothing else. */
static void test_one_copy_new_host(void **state)
{
    struct remap r = remap_of(*state, "[{count: 5, osds: [{count: 3, " DISK "}]}]",
                              "[{count: 6, osds: [{count: 3, " DISK "}]}]", "{name: a, size: 1}");
    suite_close(r.landed_frac, 1.0 / 6, 1e-12, "landed");
    assert_true(r.shuffled_frac == 0);
}

/* As many copies as hosts: a bigger host changes nothing among hosts, a new disk takes its share in
 * its host. */
static void test_new_disk_every_host_full(void **state)
{
    struct remap r = remap_of(*state, "[{count: 3, osds: [{count: 3, " DISK "}]}]",
                              "[{count: 3, osds: [{count: 4, " DISK "}]}]", "{name: a, size: 3}");
    suite_close(r.landed_frac, 0.25, 1e-12, "landed");
    assert_true(r.shuffled_frac == 0);
}

/* One copy, a new host z in rack R: draws that switch to R, and those already there that z takes:
 * z/W ((W - R)/(W + z) + R/(R + z)). */
static void test_one_copy_new_host_in_rack(void **state)
{
    const char *rest = "{count: 2, rack: [b, c], osds: [{count: 4, " DISK "}]}";
    const char *before =
        suite_text((struct fixture *)*state,
                   "[{count: 2, rack: [a], osds: [{count: 4, " DISK "}]}, %s]", rest);
    const char *after =
        suite_text((struct fixture *)*state,
                   "[{count: 3, rack: [a], osds: [{count: 4, " DISK "}]}, %s]", rest);
    struct remap r = remap_of(*state, before, after, "{name: a, size: 1}");
    double z = 1, rack = 2, all = 4;
    suite_close(r.landed_frac, z / (all + z), 1e-12, "landed");
    assert_moved(&r, z / all * ((all - rack) / (all + z) + rack / (rack + z)));
    assert_true(r.shuffled_frac > 0);
}

/* -- oracle: the chain of what both maps have drawn ---------------------- */

enum { OLD_HOSTS = 4 };

/* Attempts are independent: the old map draws host i with w_i/W, the new one the same or, with q,
 * the new host. Sums over all pairs of sets of at most `draws`; returns the expected number of
 * shards that stand on an old host they did not stand on. */
static double chain_shuffled(const double *weight, double added, int draws)
{
    static double now[1 << OLD_HOSTS][1 << (OLD_HOSTS + 1)],
        next[1 << OLD_HOSTS][1 << (OLD_HOSTS + 1)];
    double total = 0, shuffled = 0;
    for (int i = 0; i < OLD_HOSTS; i++)
        total += weight[i];
    double q = added / (total + added);
    memset(now, 0, sizeof now);
    now[0][0] = 1;
    for (int attempt = 0; attempt < 400; attempt++) {
        memset(next, 0, sizeof next);
        for (int a = 0; a < 1 << OLD_HOSTS; a++) {
            for (int b = 0; b < 1 << (OLD_HOSTS + 1); b++) {
                if (now[a][b] == 0)
                    continue;
                for (int i = 0; i < 2 * OLD_HOSTS; i++) {
                    int host = i % OLD_HOSTS, taken = i < OLD_HOSTS ? host : OLD_HOSTS;
                    int to_a = __builtin_popcount((unsigned)a) < draws ? a | 1 << host : a;
                    int to_b = __builtin_popcount((unsigned)b) < draws ? b | 1 << taken : b;
                    next[to_a][to_b] +=
                        now[a][b] * weight[host] / total * (i < OLD_HOSTS ? 1 - q : q);
                }
            }
        }
        memcpy(now, next, sizeof now);
    }
    for (int a = 0; a < 1 << OLD_HOSTS; a++)
        for (int b = 0; b < 1 << (OLD_HOSTS + 1); b++)
            shuffled += now[a][b] * __builtin_popcount((unsigned)(b & ~a & ((1 << OLD_HOSTS) - 1)));
    return shuffled;
}

static void test_three_copies_against_the_chain(void **state)
{
    struct fixture *f = *state;
    static const double weights[][OLD_HOSTS] = {{3, 3, 3, 3}, {1, 2, 3, 4}};
    for (size_t i = 0; i < N_OF(weights); i++) {
        const double *w = weights[i];
        const char *before = "[";
        for (int j = 0; j < OLD_HOSTS; j++)
            before = suite_text(f, "%s%s" ONE_DISK, before, j == 0 ? "" : ", ", w[j]);
        const char *after = suite_text(f, "%s, " ONE_DISK "]", before, 2.0);
        struct remap r = remap_of(f, suite_text(f, "%s]", before), after, "{name: a, size: 3}");
        assert_moved(&r, r.landed_frac + chain_shuffled(w, 2, 3) / 3);
    }
}

/* -- oracle: straw2 ------------------------------------------------------ */

enum { SAMPLES = 20000 };

static double straw2_moved(const struct straw2_map *before, const struct straw2_map *after,
                           enum straw2_domain domain, int draws)
{
    double moved = 0;
    for (uint64_t x = 0; x < SAMPLES; x++) {
        int old[8], new[8];
        assert_int_equal(straw2_place(before, x, domain, draws, old), draws);
        assert_int_equal(straw2_place(after, x, domain, draws, new), draws);
        for (int i = 0; i < draws; i++) {
            bool stays = false;
            for (int j = 0; j < draws; j++)
                stays = stays || before->osds[old[j]].id == after->osds[new[i]].id;
            moved += !stays;
        }
    }
    return moved / draws / SAMPLES;
}

static void test_racks_against_straw2(void **state)
{
    /* Two hosts a rack in three racks; rack a gets a host, every host of rack b a disk. */
    struct straw2_map before = {.n = 0}, after = {.n = 0};
    for (int rack = 0; rack < 3; rack++)
        for (int host = 0; host < 2; host++)
            straw2_add(&before, rack, 2 * rack + host, 3, 4);
    after = before;
    straw2_add(&after, 0, 6, 3, 4);
    straw2_add(&after, 1, 2, 1, 4);
    straw2_add(&after, 1, 3, 1, 4);
    const char *old = "[{count: 2, rack: [a], osds: [{count: 3, " DISK "}]},"
                      " {count: 2, rack: [b], osds: [{count: 3, " DISK "}]},"
                      " {count: 2, rack: [c], osds: [{count: 3, " DISK "}]}]";
    const char *new = "[{count: 3, rack: [a], osds: [{count: 3, " DISK "}]},"
                      " {count: 2, rack: [b], osds: [{count: 4, " DISK "}]},"
                      " {count: 2, rack: [c], osds: [{count: 3, " DISK "}]}]";
    static const struct {
        const char *pool;
        enum straw2_domain domain;
        int draws;
    } rows[] = {{"{name: a, size: 3}", STRAW2_HOST, 3},
                {"{name: a, size: 2, failure_domain: rack}", STRAW2_RACK, 2},
                {"{name: a, size: 3, failure_domain: osd}", STRAW2_OSD, 3}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct remap r = remap_of(*state, old, new, rows[i].pool);
        double moved = straw2_moved(&before, &after, rows[i].domain, rows[i].draws);
        double slack = 4 * hypot(r.error_frac, 0.5 / sqrt(SAMPLES));
        if (fabs(r.moved_frac - moved) > slack)
            fail_msg("%s: moved %.4f, straw2 %.4f", rows[i].pool, r.moved_frac, moved);
    }
}

/* A shard that keeps its position keeps its place: an erasure code moves what lands, and little
 * more. */
static void test_erasure_positions(void **state)
{
    struct remap r = remap_of(*state, "[{count: 10, osds: [{count: 2, " DISK "}]}]",
                              "[{count: 11, osds: [{count: 2, " DISK "}]}]",
                              "{name: a, type: erasure, k: 4, m: 2}");
    suite_close(r.landed_frac, 1.0 / 11, 1e-12, "landed");
    assert_true(r.error_frac < 0.002);
    assert_true(r.shuffled_frac > 0 && r.shuffled_frac < 0.5 * r.landed_frac);
}

static void test_too_few_domains(void **state)
{
    struct fixture *f = *state;
    const struct cluster *c =
        suite_cluster_text(f, "cephplan: cluster/1\nhosts: [{count: 2, osds: [{count: 3, " DISK
                              "}]}]\npools: [{name: a}]\n");
    struct topology t;
    struct remap remap;
    struct err err = ERR_INIT;
    assert_true(topology_make(c, &f->arena, &t, &err));
    assert_false(remap_pool(&t, &t, &c->pools[0], 1e5, &f->arena, &remap, &err));
    assert_int_equal(err.kind, ERR_MODEL);
}

/* Hundred thousands of hosts cost no more than was allowed for. */
static void test_work_is_limited(void **state)
{
    struct remap r = remap_of(*state, "[{count: 200000, osds: [{count: 1, " DISK "}]}]",
                              "[{count: 200010, osds: [{count: 1, " DISK "}]}]", "{name: a}");
    double keys = 2 * 3 * 200000.0;
    suite_close(r.landed_frac, 10.0 / 200010, 1e-9, "landed");
    assert_true(r.samples >= 50 && r.samples * keys < 10 * 1e7 * 1.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_nothing_added),
        SUITE_TEST(test_one_copy_new_host),
        SUITE_TEST(test_new_disk_every_host_full),
        SUITE_TEST(test_one_copy_new_host_in_rack),
        SUITE_TEST(test_three_copies_against_the_chain),
        SUITE_TEST(test_racks_against_straw2),
        SUITE_TEST(test_erasure_positions),
        SUITE_TEST(test_too_few_domains),
        SUITE_TEST(test_work_is_limited),
    };
    return suite_run("remap", tests, N_OF(tests));
}
