/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an estimate leans on a run of the user's own: which row, how much, and what the range
 * becomes. */
#include "support/estimates.h"

#include "plan/anchor.h"

#include <math.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
enum { DRAWS = 64 };

static struct cluster *cluster_with(struct fixture *f, const char *osds, const char *tail)
{
    return suite_cluster_text(
        f, suite_text(f,
                      "cephplan: cluster/1\nname: own\nceph: {version: 18.2.0, tuning: tuned}\n"
                      "hosts: [{count: 4, cpu: {threads: 32, model: AMD EPYC 7742}, osds: [%s]}]\n"
                      "network: {public: 25Gbit/s}\npools: [{size: 3, pg_num: 1024}]\n"
                      "clients: {count: 4}\n%s\n",
                      osds, tail));
}

#define FLASH6 "{count: 6, device: {like: class-nvme-plp-read}}"
#define FLASH8 "{count: 8, device: {like: class-nvme-plp-read}}"
#define DISKS "{count: 6, device: {class: hdd}}"
#define ASKED "workloads: [{rw: randread, bs: 4k, iodepth: 16, numjobs: 4, clients: 4}]"
#define ROW "iodepth: 16, numjobs: 4, clients: 4, iops: "

struct question {
    struct estimator estimator;
    struct cluster *cluster;
    struct estimated alone;
};

static void ask(struct fixture *f, struct question *q)
{
    estimator_open(&q->estimator, f, DRAWS, 1);
    q->cluster = cluster_with(f, FLASH6, ASKED);
    estimator_ask(&q->estimator, q->cluster, &q->cluster->workloads[0], &q->alone);
}

static void find(struct fixture *f, struct question *q, const char *osds, const char *rows,
                 struct anchor *anchor)
{
    struct cluster *baseline = cluster_with(f, osds, suite_text(f, "measured: [%s]", rows));
    anchor_find(q->estimator.model, q->cluster, baseline, &q->alone.in, &f->arena, anchor);
}

/* Weights of the specification: 0.65 the same class on the same cluster, 0.55 another count or the
 * other direction, 0.30 another block size, nothing of another medium. */
static void the_nearest_row_counts_most(void **state)
{
    static const struct {
        const char *osds, *rows;
        double weight, ops;
    } cases[] = {
        {FLASH6, "{rw: randread, bs: 4k, " ROW "500k}", 0.65, 5e5},
        {FLASH8, "{rw: randread, bs: 4k, " ROW "500k}", 0.55, 5e5},
        {FLASH6, "{rw: randwrite, bs: 4k, " ROW "90k}", 0.55, 9e4},
        {FLASH6, "{rw: read, bs: 4M, " ROW "2k}", 0.30, 2e3},
        {FLASH6, "{rw: write, bs: 4M, " ROW "1k}", 0, 0},
        {DISKS, "{rw: randread, bs: 4k, " ROW "2k}", 0, 0},
        /* Of several the heaviest, of equal ones the nearest. */
        {FLASH6,
         "{rw: read, bs: 4M, " ROW "2k}, {rw: randwrite, bs: 4k, " ROW "90k}, "
         "{rw: randread, bs: 4k, " ROW "500k}",
         0.65, 5e5},
        {FLASH6, "{rw: randread, bs: 16k, " ROW "300k}, {rw: randread, bs: 8k, " ROW "400k}", 0.65,
         4e5},
        {FLASH6,
         "{rw: randread, bs: 4k, in_flight: 8, iops: 20k}, {rw: randread, bs: 4k, in_flight: 300, "
         "iops: 480k}",
         0.65, 4.8e5},
        /* What says nothing of the cluster does not count. */
        {FLASH6, "{rw: randread, bs: 4k, tags: [cached], " ROW "9M}", 0, 0},
        {FLASH6,
         "{rw: randread, bs: 4k, tags: [cached], " ROW "9M}, {rw: randwrite, bs: 4k, " ROW "90k}",
         0.55, 9e4},
        /* Four clients on 25 Gbit/s take no 30 GB/s. */
        {FLASH6, "{rw: randread, bs: 64k, " ROW "500k}", 0, 0},
    };
    struct fixture *f = *state;
    struct question q;
    ask(f, &q);
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct anchor anchor;
        find(f, &q, cases[i].osds, cases[i].rows, &anchor);
        suite_close(anchor.weight, cases[i].weight, 1e-12, cases[i].rows);
        assert_int_equal(anchor.in != NULL, cases[i].weight > 0);
        if (anchor.in != NULL)
            suite_close(anchor.measured_ops, cases[i].ops, 1e-12, cases[i].rows);
    }
}

static struct estimate lean_on(const struct question *q, const struct anchor *anchor)
{
    struct estimate e;
    estimate_make(q->estimator.model, &q->alone.in, &q->estimator.draws, anchor,
                  q->estimator.scratch, &e);
    return e;
}

/* The question, and an anchor that is the same load on the same cluster. */
static void ask_with_anchor(struct fixture *f, struct question *q, struct anchor *anchor)
{
    ask(f, q);
    find(f, q, FLASH6, "{rw: randread, bs: 4k, " ROW "300k}", anchor);
}

/* ln X = ln X_model + lambda (ln measured - ln X_model at the anchor). */
static void the_level_leans_by_the_weight(void **state)
{
    struct question q;
    struct anchor anchor;
    ask_with_anchor(*state, &q, &anchor);
    const struct estimate *alone = &q.alone.e;
    struct estimate leaning = lean_on(&q, &anchor);
    double ratio = 3e5 / alone->ops.p50;
    suite_close(leaning.ops.p50, alone->ops.p50 * pow(ratio, 0.65), 1e-9, "weight 0.65");
    anchor.weight = 1;
    leaning = lean_on(&q, &anchor);
    suite_close(leaning.ops.p50, 3e5, 1e-9, "the full ratio");
    anchor.weight = 0;
    leaning = lean_on(&q, &anchor);
    suite_close(leaning.ops.p50, alone->ops.p50, 1e-12, "no weight");
    suite_close(leaning.ops.p10, alone->ops.p10, 1e-12, "no weight");
}

/* The same load on the same cluster: what the parameters leave open cancels to 1 - lambda of it,
 * the publisher's to sqrt(1 - lambda^2). */
static void an_anchor_narrows_the_range(void **state)
{
    struct question q;
    struct anchor anchor;
    ask_with_anchor(*state, &q, &anchor);
    const struct estimate *alone = &q.alone.e;
    struct estimate leaning = lean_on(&q, &anchor);
    suite_close(leaning.parameter_sd, alone->parameter_sd * 0.35, 1e-9, "parameters");
    suite_close(leaning.publisher_sd, alone->publisher_sd * sqrt(1 - 0.65 * 0.65), 1e-9,
                "publisher");
    assert_true(leaning.log_sd < alone->log_sd);
    suite_close(log(leaning.ops.p90 / leaning.ops.p50), log(leaning.ops.p50 / leaning.ops.p10),
                1e-9, "both sides");
}

/* A record that leaves out what the document states is the same cluster all the same. */
static void a_record_inherits_from_the_document(void **state)
{
    struct fixture *f = *state;
    struct question q;
    struct anchor full, sparse;
    ask_with_anchor(f, &q, &full);
    struct cluster *baseline =
        suite_cluster_text(f, "cephplan: cluster/1\nname: own\n"
                              "hosts: [{count: 4, osds: [" FLASH6
                              "]}]\nmeasured: [{rw: randread, bs: 4k, " ROW "300k}]\n");
    anchor_find(q.estimator.model, q.cluster, baseline, &q.alone.in, &f->arena, &sparse);
    assert_non_null(sparse.in);
    suite_close(sparse.weight, full.weight, 1e-12, "weight");
    suite_close(sparse.in->copies, 3, 1e-12, "copies");
    suite_close(sparse.in->public_Bps, 3.125e9, 1e-12, "link");
    suite_close(sparse.in->groups[0].threads, full.in->groups[0].threads, 1e-12, "threads");
    assert_null(baseline->network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_nearest_row_counts_most),
        SUITE_TEST(the_level_leans_by_the_weight),
        SUITE_TEST(an_anchor_narrows_the_range),
        SUITE_TEST(a_record_inherits_from_the_document),
    };
    return suite_run("anchor", tests, N_OF(tests));
}
