/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratios of two clusters, and bills: identities, and sums done by hand. */
#include "support/estimates.h"

#include "plan/bill.h"
#include "plan/compare.h"

#include <math.h>
#include <string.h>

#define Z90 1.2815515655446004
static const struct gain_error error = {0.155, 0.05};

enum { DRAWS = 60 };

/* `hosts` hosts of `osds` devices, everything stated. */
static struct cluster *cluster_of(struct estimator *b, int hosts, int osds, const char *device,
                                  const char *more)
{
    return suite_cluster_text(
        b->f, suite_text(b->f,
                         "cephplan: cluster/1\nceph: {version: 18.2.4, tuning: default}\n"
                         "hosts: [{name: node, count: %d, cpu: {model: EPYC 7742, threads: 64}, "
                         "price: 4000 EUR, power: 150W, osds: [{count: %d, device: %s}]}]\n"
                         "network: {public: 25Gbit/s, rtt: 50us%s}\n"
                         "pools: [{name: p, size: 3, pg_num: 1024}]\nclients: {count: 8}\n",
                         hosts, osds, device, more));
}

static void side_make(struct estimator *b, const struct cluster *cluster, enum rw rw,
                      struct estimated *side)
{
    struct workload load;
    field_init(&workload_schema, &load);
    load.rw = (int)rw;
    load.bs_B = 4096;
    load.iodepth = 32;
    estimator_ask(b, cluster, &load, side);
}

static struct ratio ratio_of(struct estimator *b, const struct estimated *first,
                             const struct estimated *other)
{
    struct ratio ratio;
    struct comparison comparison = {
        b->model, {&first->in, &first->e}, {&other->in, &other->e}, &b->draws, &error};
    compare_ratio(&comparison, b->scratch, &ratio);
    return ratio;
}

#define NVME "samsung-pm983-3.84tb"

static void a_cluster_is_no_better_than_itself(void **state)
{
    struct estimator b;
    struct estimated a;
    estimator_open(&b, *state, DRAWS, 3);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDWRITE, &a);
    struct ratio ratio = ratio_of(&b, &a, &a);
    suite_close(ratio.factor.p50, 1, 1e-12, "ratio");
    suite_close(ratio.factor.p90, exp(Z90 * error.run_sd), 1e-9, "two runs of one hardware");
    suite_close(ratio.factor.p10, exp(-Z90 * error.run_sd), 1e-9, "two runs of one hardware");
    assert_true(ratio.same_hardware);
    assert_false(ratio.significant);
}

/* By the definition: the variance of the difference of logarithms over common draws. */
static void what_both_share_cancels(void **state)
{
    struct estimator b;
    struct estimated a, c;
    double mean = 0, sum = 0, x[DRAWS];
    estimator_open(&b, *state, DRAWS, 3);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDWRITE, &a);
    side_make(&b, cluster_of(&b, 10, 4, NVME, ""), RW_RANDWRITE, &c);
    for (int i = 0; i < DRAWS; i++) {
        const struct params *p = (const struct params *)(b.draws.values + i * N_PARAMS);
        struct engine_point one, two;
        engine_point(b.model, &a.in, p, &one);
        engine_point(b.model, &c.in, p, &two);
        x[i] = log(two.ops) - log(one.ops);
        mean += x[i] / DRAWS;
    }
    for (int i = 0; i < DRAWS; i++)
        sum += (x[i] - mean) * (x[i] - mean) / (DRAWS - 1);
    double kappa = b.model->constants.kappa;
    double sd = sqrt(kappa * kappa * sum + pow(gain_error_sd(&error, &a.e.point, &c.e.point), 2));
    struct ratio ratio = ratio_of(&b, &a, &c);
    suite_close(ratio.log_sd, sd, 1e-9, "log sd");
    suite_close(ratio.factor.p50, c.e.ops.p50 / a.e.ops.p50, 1e-12, "P50");
    assert_true(ratio.significant && ratio.factor.p50 > 1.5);
    assert_true(ratio.log_sd < 0.5 * hypot(a.e.log_sd, c.e.log_sd));
}

static void turned_round_it_is_the_reciprocal(void **state)
{
    struct estimator b;
    struct estimated a, c;
    estimator_open(&b, *state, DRAWS, 3);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDREAD, &a);
    side_make(&b, cluster_of(&b, 5, 8, "class-hdd-7200", ""), RW_RANDREAD, &c);
    struct ratio there = ratio_of(&b, &a, &c), back = ratio_of(&b, &c, &a);
    suite_close(there.factor.p10, 1 / back.factor.p90, 1e-9, "P10");
    suite_close(there.factor.p50, 1 / back.factor.p50, 1e-9, "P50");
    suite_close(there.factor.p90, 1 / back.factor.p10, 1e-9, "P90");
    assert_false(there.same_hardware);
    assert_true(there.significant && there.factor.p90 < 1);
    /* Disk and flash share no publisher effect: all of both widths counts. */
    assert_true(there.log_sd >= hypot(a.e.publisher_sd, c.e.publisher_sd));
}

/* A slightly faster network under a CPU-bound load is nothing to speak of. */
static void a_small_difference_is_not_significant(void **state)
{
    struct estimator b;
    struct estimated a, c;
    estimator_open(&b, *state, DRAWS, 3);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDWRITE, &a);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ", mtu: 9000"), RW_RANDWRITE, &c);
    struct ratio ratio = ratio_of(&b, &a, &c);
    assert_true(ratio.factor.p50 >= 1 && ratio.factor.p50 < 1.02);
    assert_false(ratio.significant);
}

/* Four times the link under a load that other parts bind may help, and harms in no case but by the
 * scatter of runs; twice the processors help a load that they bind, by no more than twice. */
static void parts_added_do_no_harm(void **state)
{
    struct estimator b;
    struct estimated a, links, cores;
    estimator_open(&b, *state, DRAWS, 3);
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDWRITE, &a);
    struct cluster *faster = cluster_of(&b, 5, 4, NVME, "");
    faster->network->public_Bps *= 4;
    side_make(&b, faster, RW_RANDWRITE, &links);
    double runs = exp(Z90 * error.run_sd);
    struct ratio ratio = ratio_of(&b, &a, &links);
    assert_false(ratio.same_hardware);
    assert_true(ratio.factor.p10 >= fmin(1, ratio.factor.p50) / runs * (1 - 1e-9));
    struct cluster *twice = cluster_of(&b, 5, 4, NVME, "");
    twice->hosts[0].cpu->threads = 64;
    struct cluster *once = cluster_of(&b, 5, 4, NVME, "");
    once->hosts[0].cpu->threads = 32;
    side_make(&b, once, RW_RANDWRITE, &a);
    side_make(&b, twice, RW_RANDWRITE, &cores);
    ratio = ratio_of(&b, &a, &cores);
    assert_false(ratio.same_hardware);
    assert_true(ratio.factor.p50 > 1.2);
    assert_true(ratio.factor.p10 >= 1 / runs * (1 - 1e-9) && ratio.factor.p90 <= 2 * runs);
}

/* A round trip that only one document states widens the ratio; one that both leave out does not. */
static void only_guesses_that_differ_count(void **state)
{
    struct estimator b;
    struct estimated stated, guessed;
    estimator_open(&b, *state, DRAWS, 3);
    static const char text[] =
        "cephplan: cluster/1\nceph: {version: 18.2.4, tuning: default}\n"
        "hosts: [{count: 5, cpu: {model: EPYC 7742}, osds: [{count: 4, device: " NVME "}]}]\n"
        "network: {public: 25Gbit/s, rtt: 50us}\n"
        "pools: [{name: p, size: 3, pg_num: 1024}]\nclients: {count: 8}\n";
    side_make(&b, cluster_of(&b, 5, 4, NVME, ""), RW_RANDWRITE, &stated);
    side_make(&b, suite_cluster_text(b.f, text), RW_RANDWRITE, &guessed);
    assert_true(guessed.in.guess_variance > 0);
    double against_itself = ratio_of(&b, &guessed, &guessed).log_sd;
    suite_close(against_itself, error.run_sd, 1e-9, "the same guess");
    struct ratio ratio = ratio_of(&b, &stated, &guessed);
    assert_true(ratio.log_sd >= sqrt(guessed.in.guess_variance));
}

/* -- bills -- */

/* 4 hosts of 4000 EUR with 6 devices of 500 EUR and 2 DB devices of 250 EUR: 30 000 EUR; 150 W, 6 x
 * 9 W, 2 x 8 W a host: 880 W. */
static void a_bill_adds_up(void **state)
{
    struct estimator b;
    struct bill bill;
    estimator_open(&b, *state, DRAWS, 3);
    const struct cluster *cluster = suite_cluster_text(
        b.f, "cephplan: cluster/1\nhosts:\n"
             "  - count: 4\n    price: 4000 EUR\n    power: 150W\n    osds:\n"
             "      - count: 12\n        osds_per_device: 2\n"
             "        device: {like: " NVME ", price: 500 EUR, power: {idle: 5W, active: 9W}}\n"
             "        db: {count: 2, device: {like: intel-p4610-1.6tb, price: 250 EUR, power: "
             "{idle: 5W, active: 8W}}}\n");
    bill_make(cluster, &b.f->arena, &bill);
    assert_string_equal(bill.cost.currency, "EUR");
    suite_close(bill.cost.value, 30000, 1e-12, "cost");
    suite_close(bill.power_W, 880, 1e-12, "power");
    suite_close(bill.devices, 32, 1e-12, "devices");
    assert_null(bill.cost_missing);
    assert_null(bill.power_missing);
}

static void a_bill_invents_nothing(void **state)
{
    struct estimator b;
    struct bill bill;
    estimator_open(&b, *state, DRAWS, 3);
    bill_make(cluster_of(&b, 5, 4, NVME, ""), &b.f->arena, &bill);
    assert_true(isnan(bill.cost.value));
    assert_non_null(strstr(bill.cost_missing, "has no price"));
    bill_make(cluster_of(&b, 5, 4, "{like: " NVME ", price: 10 USD}", ""), &b.f->arena, &bill);
    assert_true(isnan(bill.cost.value));
    assert_non_null(strstr(bill.cost_missing, "another currency"));
    bill_make(suite_cluster(b.f, "rbdbench"), &b.f->arena, &bill);
    assert_true(isnan(bill.cost.value) && isnan(bill.power_W));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(a_cluster_is_no_better_than_itself),
        SUITE_TEST(what_both_share_cancels),
        SUITE_TEST(turned_round_it_is_the_reciprocal),
        SUITE_TEST(a_small_difference_is_not_significant),
        SUITE_TEST(parts_added_do_no_harm),
        SUITE_TEST(only_guesses_that_differ_count),
        SUITE_TEST(a_bill_adds_up),
        SUITE_TEST(a_bill_invents_nothing),
    };
    return suite_run("compare", tests, sizeof tests / sizeof tests[0]);
}
