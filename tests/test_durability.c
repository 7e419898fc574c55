/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain against the exponential of its matrix, the published approximation and worked figures.
 */
#include "support/random.h"
#include "support/suite.h"

#include "engine/durability.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define HOUR 3600.0

/* AFR 1.5 %, 1024 sets, repair in 10 hours: chance of loss a year (models of MTTDL in any
 * textbook). */
static void test_worked_figures(void **state)
{
    (void)state;
    static const struct {
        int n, survived;
        double loss, ten_times_faster;
    } rows[] = {
        {2, 1, 5.3e-4, 10}, {3, 2, 2.76e-8, 100}, {6, 2, 5.5e-7, 100}, {8, 2, 1.55e-6, 100}};
    double rate = durability_rate(0.015);
    for (size_t i = 0; i < N_OF(rows); i++) {
        double slow = durability_loss_per_year(
            durability_mttdl_s(rows[i].n, rows[i].survived, rate, 10 * HOUR), 1024);
        double fast = durability_loss_per_year(
            durability_mttdl_s(rows[i].n, rows[i].survived, rate, HOUR), 1024);
        suite_close(slow, rows[i].loss, 0.01, "loss a year");
        suite_close(slow / fast, rows[i].ten_times_faster, 0.01, "repair ten times as fast");
    }
}

/* mu^m / prod (n - i) lambda, where repair is far faster than failure. */
static void test_published_approximation(void **state)
{
    (void)state;
    static const int rows[][2] = {{2, 1}, {3, 2}, {6, 2}, {11, 3}, {20, 4}};
    double rate = durability_rate(0.02), repair_s = 5 * HOUR;
    for (size_t i = 0; i < N_OF(rows); i++) {
        double approximate = 1;
        for (int j = 0; j <= rows[i][1]; j++)
            approximate /= (rows[i][0] - j) * rate * (j == 0 ? 1 : repair_s);
        suite_close(durability_mttdl_s(rows[i][0], rows[i][1], rate, repair_s), approximate, 1e-3,
                    "MTTDL");
    }
}

/* -- oracle: the chain's own matrix, scaled and squared ------------------ */

enum { STATES = 6 };

static void multiply(const double *a, const double *b, double *product)
{
    double made[STATES * STATES] = {0};
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++)
            for (int k = 0; k < STATES; k++)
                made[i * STATES + j] += a[i * STATES + k] * b[k * STATES + j];
    memcpy(product, made, sizeof made);
}

/* exp(Q t) by its series on t / 2^40, squared forty times. */
static double lost_within(int n, int survived, double rate, double repair_s, double t)
{
    double q[STATES * STATES] = {0}, term[STATES * STATES] = {0}, sum[STATES * STATES] = {0};
    double scale = ldexp(t, -40);
    for (int i = 0; i <= survived; i++) {
        double up = (n - i) * rate, down = i > 0 ? 1 / repair_s : 0;
        q[i * STATES + i + 1] = up * scale;
        q[i * STATES + i] = -(up + down) * scale;
        if (i > 0)
            q[i * STATES + i - 1] = down * scale;
    }
    for (int i = 0; i < STATES; i++)
        term[i * STATES + i] = sum[i * STATES + i] = 1;
    for (int order = 1; order < 8; order++) {
        multiply(term, q, term);
        for (int i = 0; i < STATES * STATES; i++) {
            term[i] /= order;
            sum[i] += term[i];
        }
    }
    for (int i = 0; i < 40; i++)
        multiply(sum, sum, sum);
    return sum[survived + 1];
}

/* Slow repairs and weak codes, so that a year's loss is no tiny number. */
static void test_against_matrix_exponential(void **state)
{
    (void)state;
    static const struct {
        int n, survived;
        double afr, repair_s;
    } rows[] = {{2, 1, 0.02, 48 * HOUR},
                {3, 2, 0.05, 240 * HOUR},
                {6, 2, 0.1, 168 * HOUR},
                {11, 3, 0.1, 480 * HOUR},
                {3, 0, 0.01, HOUR}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        double rate = durability_rate(rows[i].afr);
        double mttdl_s = durability_mttdl_s(rows[i].n, rows[i].survived, rate, rows[i].repair_s);
        /* The chain starts whole and needs some repair times to settle: a lag of a few T in a year.
         */
        suite_close(durability_loss_per_year(mttdl_s, 1),
                    lost_within(rows[i].n, rows[i].survived, rate, rows[i].repair_s, YEAR_S),
                    0.005 + 2 * rows[i].survived * rows[i].repair_s / YEAR_S, "loss a year");
    }
}

/* -- oracle: a simulated chain ------------------------------------------- */

static void test_against_simulation(void **state)
{
    (void)state;
    struct num_rng *rng = random_new(5);
    int n = 4, survived = 2, runs = 4000;
    double rate = 1e-3, repair_s = 200, sum = 0;
    for (int run = 0; run < runs; run++) {
        double t = 0;
        for (int missing = 0; missing <= survived;) {
            double up = (n - missing) * rate, down = missing > 0 ? 1 / repair_s : 0;
            t += random_exponential(rng) / (up + down);
            missing += random_uniform(rng) * (up + down) < up ? 1 : -1;
        }
        sum += t;
    }
    random_free(rng);
    suite_close(durability_mttdl_s(n, survived, rate, repair_s), sum / runs, 4 / sqrt(runs),
                "MTTDL");
}

/* -- sets ---------------------------------------------------------------- */

static void test_sets(void **state)
{
    (void)state;
    /* Three hosts of one OSD: one set, whatever the number of groups. */
    suite_close(durability_sets(3, 3, 1, 128), 1, 1e-9, "one set");
    /* Three hosts of four: 64 sets, all used by many groups. */
    suite_close(durability_sets(3, 3, 4, 1e6), 64, 1e-9, "all sets");
    suite_close(durability_sets(3, 3, 4, 1), 1, 1e-9, "one group");
    /* Many more sets than groups: as many sets as groups. */
    suite_close(durability_sets(3, 100, 10, 4096), 4096, 1e-4, "a set a group");
    suite_close(durability_sets(6, 1000, 24, 32768), 32768, 1e-6, "a set a group");
}

/* Balls into urns, counted. */
static void test_sets_against_counting(void **state)
{
    (void)state;
    struct num_rng *rng = random_new(6);
    double sum = 0;
    for (int round = 0; round < 2000; round++) {
        bool used[40] = {false};
        int distinct = 0;
        for (int group = 0; group < 50; group++) {
            size_t set = random_below(rng, 40); /* C(5,2) x 2^2 */
            distinct += !used[set];
            used[set] = true;
        }
        sum += distinct;
    }
    random_free(rng);
    suite_close(durability_sets(2, 5, 2, 50), sum / 2000, 0.01, "distinct sets");
}

static void test_order(void **state)
{
    (void)state;
    double rate = durability_rate(0.015);
    double last = 2;
    for (int survived = 0; survived <= 4; survived++) {
        double loss =
            durability_loss_per_year(durability_mttdl_s(8, survived, rate, 10 * HOUR), 1000);
        assert_true(loss < last);
        last = loss;
    }
    assert_true(durability_mttdl_s(6, 2, rate, HOUR) > durability_mttdl_s(6, 2, rate, 2 * HOUR));
    suite_close(durability_rate(0.015) * YEAR_S, 0.015113638, 1e-6, "lambda");
    assert_true(isfinite(durability_rate(1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_worked_figures),
        SUITE_TEST(test_published_approximation),
        SUITE_TEST(test_against_matrix_exponential),
        SUITE_TEST(test_against_simulation),
        SUITE_TEST(test_sets),
        SUITE_TEST(test_sets_against_counting),
        SUITE_TEST(test_order),
    };
    return suite_run("durability", tests, N_OF(tests));
}
