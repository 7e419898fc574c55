/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Erasure-coded pools on disks: what reading old data before a write costs, and how unevenly data
 * shards lie. The figures were worked out apart, from the laws' text. */
#include "support/random.h"
#include "support/suite.h"

#include "engine/placement.h"
#include "engine/point.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

enum { MOST_OSDS = 256, RUNS = 60 };

static const char document[] =
    "cephplan: cluster/1\nname: disks\nceph: {version: %s}\n"
    "hosts: [{count: 6, cpu: {cores: 32, threads: 64, model: EPYC 7742}, osds: [{count: 4,\n"
    "  device: {class: hdd, rpm: 7200, measurements: [\n"
    "    {rw: randread, bs: 4k, iodepth: 1, iops: 80}, {rw: read, bs: 4M, bw: 200MB/s},\n"
    "    {rw: write, bs: 4M, bw: 180MB/s}]}}]}]\n"
    "network: {public: 25Gbit/s, rtt: 60us}\n"
    "pools: [{type: erasure, k: %d, m: %d, pg_num: %d, optimizations: %s}]\n"
    "workloads: [{rw: %s, bs: %s, iodepth: 32}]\n";

struct case_of_disks {
    const char *version, *optimizations, *rw, *bs;
    int k, m, pg_num;
    double data_ops, t0_s; /* 0: not asked */
};

static const struct case_of_disks cases[] = {
    /* 64 groups an OSD. Old data: four reads and six writes, and the slowest of four reads waits.
     */
    {"18.2.4", "false", "randwrite", "4k", 4, 2, 256, 341.642514800, 0.085417206597},
    /* Parity delta and the other shards read three each; three writes. */
    {"20.2.0", "true", "randwrite", "4k", 4, 2, 256, 504.412594021, 0.043681539930},
    /* The other data shard is one read where parity delta would be three. */
    {"20.2.0", "true", "randwrite", "4k", 2, 2, 384, 1058.72521499, 0},
    /* Reads find their work spread over four of six shards. */
    {"18.2.4", "false", "randread", "4k", 4, 2, 256, 408.826687370, 0},
    {"18.2.4", "false", "read", "4M", 4, 2, 256, 677.378848975, 0},
};

static void engine_of(struct fixture *f, const struct case_of_disks *c, struct direction *out)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct engine_point point;
    struct err err = ERR_INIT;
    struct engine_model *model = suite_model(f);
    const struct cluster *cluster =
        suite_cluster_text(f, suite_text(f, document, c->version, c->k, c->m, c->pg_num,
                                         c->optimizations, c->rw, c->bs));
    for (int i = 0; i < N_PARAMS; i++)
        params_array(&model->params)[i] = model->param_info[i].value;
    if (!engine_inputs_make(model, cluster, &cluster->workloads[0], NULL, groups, &in, &err))
        fail_msg("%s", err.text);
    engine_point(model, &in, &model->params, &point);
    *out = strstr(c->rw, "write") != NULL ? point.write : point.read;
}

static void test_disks_read_before_they_write(void **state)
{
    struct direction d;
    for (size_t i = 0; i < N_OF(cases); i++) {
        engine_of(*state, &cases[i], &d);
        if (cases[i].data_ops > 0)
            suite_close(d.ops[BOUND_DATA], cases[i].data_ops, 1e-9, cases[i].rw);
        if (cases[i].t0_s > 0)
            suite_close(d.t0_s, cases[i].t0_s, 1e-9, "alone");
    }
}

/* The old code reads every data shard before it writes: an overwrite is never faster than the read
 * of the same. */
static void test_no_overwrite_is_faster_than_its_read(void **state)
{
    static const int codes[][2] = {{2, 1}, {2, 2}, {4, 2}, {8, 3}, {8, 4}};
    static const char *const sizes[] = {"4k", "16k", "64k"};
    for (size_t i = 0; i < N_OF(codes); i++)
        for (size_t j = 0; j < N_OF(sizes); j++) {
            struct case_of_disks c = {"18.2.4",    "false", "randread", sizes[j], codes[i][0],
                                      codes[i][1], 4096,    0,          0};
            struct direction read, write;
            engine_of(*state, &c, &read);
            c.rw = "randwrite";
            engine_of(*state, &c, &write);
            assert_true(write.ops[BOUND_DATA] < read.ops[BOUND_DATA]);
            assert_true(write.t0_s > read.t0_s);
        }
}

/* -- placement ------------------------------------------------------------------------------------
 */

/* Chooses n OSDs for a group: any, or those that hold least when a balancer has been at work. */
static void place(struct num_rng *rng, int osds, int n, bool even, const int *held, int *chosen)
{
    int order[MOST_OSDS];
    for (int i = 0; i < osds; i++) {
        int j = (int)random_below(rng, (size_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int j = i + 1; even && j < osds; j++)
            if (held[order[j]] < held[order[best]])
                best = j;
        int osd = order[best];
        order[best] = order[i];
        order[i] = osd;
        chosen[i] = osd;
    }
    for (int i = n - 1; even && i > 0; i--) { /* which of them are data is chance */
        int j = (int)random_below(rng, (size_t)i + 1), osd = chosen[i];
        chosen[i] = chosen[j];
        chosen[j] = osd;
    }
}

/* Mean over many placements of the data shards on the busiest OSD over those on the mean one. */
static double simulated(int osds, int k, int m, int pg_num, bool even)
{
    struct num_rng rng;
    double sum = 0;
    num_rng_start(&rng, 7);
    for (int run = 0; run < RUNS; run++) {
        int held[MOST_OSDS] = {0}, data[MOST_OSDS] = {0}, chosen[MOST_OSDS], most = 0;
        for (int pg = 0; pg < pg_num; pg++) {
            place(&rng, osds, k + m, even, held, chosen);
            for (int i = 0; i < k + m; i++) {
                held[chosen[i]]++;
                data[chosen[i]] += i < k;
            }
        }
        for (int i = 0; i < osds; i++)
            most = data[i] > most ? data[i] : most;
        sum += (double)most * osds / ((double)pg_num * k);
    }
    return sum / RUNS;
}

static void test_data_shards_scatter_as_simulated(void **state)
{
    static const struct {
        int osds, k, m, pg_num;
    } rows[] = {
        {24, 4, 2, 256}, {60, 4, 2, 1024}, {60, 8, 3, 512}, {168, 4, 2, 2048}, {12, 8, 4, 128}};
    struct engine_model *model = suite_model(*state);
    for (size_t i = 0; i < N_OF(rows); i++)
        for (int even = 0; even < 2; even++) {
            int n = rows[i].k + rows[i].m;
            struct engine_inputs in = {.erasure = true,
                                       .balancer = even,
                                       .k = rows[i].k,
                                       .m = rows[i].m,
                                       .copies = n,
                                       .osds = rows[i].osds,
                                       .pgs_per_osd = (double)rows[i].pg_num * n / rows[i].osds};
            double law = placement_read_imbalance(&in, &model->constants);
            /* The balancer may leave an OSD five groups above the mean, which the even placement
             * here does not. */
            double left = even ? 1 + model->constants.balancer_deviation / in.pgs_per_osd : 1;
            double seen = simulated(rows[i].osds, rows[i].k, rows[i].m, rows[i].pg_num, even);
            print_message("%d OSDs, %d+%d, %d groups, %s: law %.3f, simulated %.3f\n", rows[i].osds,
                          rows[i].k, rows[i].m, rows[i].pg_num, even ? "balanced" : "as it falls",
                          law, seen);
            assert_true(law >= 0.96 * seen && law <= 1.04 * seen * left);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_disks_read_before_they_write),
        SUITE_TEST(test_no_overwrite_is_faster_than_its_read),
        SUITE_TEST(test_data_shards_scatter_as_simulated),
    };
    return suite_run("erasure code on disks", tests, sizeof tests / sizeof tests[0]);
}
