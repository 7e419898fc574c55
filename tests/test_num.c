/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door to GSL: published sequences and certified fits, hand-made examples, failures. */
#include "support/random.h"
#include "support/suite.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* The C++ standard (rand.predef) fixes the 10000th output of MT19937 seeded with 5489. */
static void the_generator_is_the_published_one(void **state)
{
    (void)state;
    struct num_rng *rng = random_new(5489);
    assert_non_null(rng);
    double last = 0;
    for (int i = 0; i < 10000; i++)
        last = random_uniform(rng);
    random_free(rng);
    assert_true(last * 4294967296.0 == 4123659995.0);
    random_free(NULL);
}

/* 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squares of deviations adding up to 32. A large offset
 * changes nothing. */
static void a_variance_is_that_of_a_sample(void **state)
{
    (void)state;
    double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    assert_true(fabs(num_variance(values, 8) - 32.0 / 7) < 1e-12);
    for (size_t i = 0; i < N_OF(values); i++)
        values[i] += 1e9;
    assert_true(fabs(num_variance(values, 8) - 32.0 / 7) < 1e-6);
    assert_true(num_variance(values, 1) == 0);
    assert_true(num_variance(values, 0) == 0);
}

/* Means and variances of 200 000 draws stand within five standard errors of the law's own. */
static void draws_follow_their_law(void **state)
{
    (void)state;
    enum { N = 200000 };
    struct num_rng *rng = random_new(7);
    double sum = 0, squares = 0, waits = 0;
    size_t hits[6] = {0};
    for (int i = 0; i < N; i++) {
        double x = num_normal(rng);
        sum += x;
        squares += x * x;
        waits += random_exponential(rng);
        hits[random_below(rng, 6)]++;
    }
    assert_int_equal(random_below(rng, 1), 0);
    random_free(rng);
    assert_true(fabs(sum / N) < 5 / sqrt(N));
    assert_true(fabs(squares / N - 1) < 5 * sqrt(2.0 / N));
    assert_true(fabs(waits / N - 1) < 5 / sqrt(N));
    for (size_t i = 0; i < N_OF(hits); i++)
        assert_true(fabs((double)hits[i] / N - 1.0 / 6) < 5 * sqrt(5.0 / 36 / N));
}

static void quantiles_stand_between_order_statistics(void **state)
{
    (void)state;
    static const struct {
        double q, value;
    } rows[] = {{0, 1}, {0.25, 1.75}, {0.5, 2.5}, {0.9, 3.7}, {1, 4}};
    double values[] = {4, 2, 1, 3};
    num_sort(values, 4);
    for (size_t i = 0; i < N_OF(rows); i++)
        suite_close(num_quantile_sorted(values, 4, rows[i].q), rows[i].value, 1e-15, "quantile");
    assert_true(num_quantile_sorted(values, 1, 0.3) == 1);
}

/* By hand: 10, 20, 30 with weights 1, 2, 1 stand at 0.125, 0.5 and 0.875. */
static void weighted_quantiles_stand_at_half_their_weight(void **state)
{
    (void)state;
    static const struct {
        double q, value;
    } rows[] = {{0, 10}, {0.125, 10}, {0.3125, 15}, {0.5, 20}, {0.6875, 25}, {0.875, 30}, {1, 30}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        double values[] = {30, 10, 20}, weights[] = {1, 1, 2};
        suite_close(num_quantile_weighted(values, weights, 3, rows[i].q), rows[i].value, 1e-15,
                    "weighted quantile");
        assert_true(values[0] == 10 && weights[1] == 2);
    }
}

/* A weight of zero takes a value out of the count; no weight at all leaves nothing to say. */
static void weightless_values_do_not_count(void **state)
{
    (void)state;
    double values[] = {5, 1, 9}, weights[] = {0, 1, 0}, none[] = {0, 0, 0};
    for (int i = 0; i <= 4; i++)
        assert_true(num_quantile_weighted(values, weights, 3, i / 4.0) == 1);
    assert_true(isnan(num_quantile_weighted(values, none, 3, 0.5)));
    assert_true(isnan(num_quantile_weighted(values, none, 0, 0.5)));
}

static double parabola(double x, void *context)
{
    return x * x - *(const double *)context;
}

static double hole(double x, void *context)
{
    (void)context;
    return x < 0.5 ? -1 : (double)NAN;
}

static void roots_are_found_where_signs_differ(void **state)
{
    (void)state;
    static const double squares[] = {2, 3, 1e-6, 4};
    for (size_t i = 0; i < N_OF(squares); i++) {
        double root = 0, square = squares[i];
        struct err err = ERR_INIT;
        assert_true(num_root(parabola, &square, 0, 2, &root, &err));
        suite_close(root, sqrt(square), 1e-9, "root");
    }
}

static void no_root_is_an_error_and_changes_nothing(void **state)
{
    (void)state;
    double root = 77, square = 9;
    struct err same_sign = ERR_INIT, not_a_number = ERR_INIT;
    assert_false(num_root(parabola, &square, 0, 2, &root, &same_sign));
    assert_int_equal(same_sign.kind, ERR_MODEL);
    assert_non_null(strstr(same_sign.text, "no root between 0 and 2"));
    assert_false(num_root(hole, NULL, 0, 2, &root, &not_a_number));
    assert_int_equal(not_a_number.kind, ERR_MODEL);
    assert_true(root == 77);
}

/* A parabola through 0..4 with errors of -0.1, 0.1, -0.1, 0.1, -0.1 on 1 + 2x + 3x^2. */
static void parabola_residuals(const double *p, double *residuals, void *context)
{
    (void)context;
    for (int i = 0; i < 5; i++) {
        double x = i, y = 1 + 2 * x + 3 * x * x + (i % 2 == 1 ? 0.1 : -0.1);
        residuals[i] = p[0] + p[1] * x + p[2] * x * x - y;
    }
}

/* Solved by hand from the normal equations; (A'A)^-1 of the design 0..4 in 35ths and 7ths. */
static void a_linear_problem_is_solved_exactly(void **state)
{
    (void)state;
    static const double solution[] = {1 - 0.27 / 3.5, 2 + 0.4 / 3.5, 3 - 0.1 / 3.5};
    static const double inverse[] = {31 / 35.0, -27 / 35.0, 1 / 7.0,  -27 / 35.0, 87 / 70.0,
                                     -2 / 7.0,  1 / 7.0,    -2 / 7.0, 1 / 14.0};
    double p[] = {0.5, 0.5, 0.5}, covariance[9];
    struct err err = ERR_INIT;
    struct num_fit fit = {parabola_residuals, NULL, 5, 3, 100};
    assert_true(num_least_squares(&fit, p, covariance, &err));
    for (size_t i = 0; i < 3; i++)
        suite_close(p[i], solution[i], 1e-6, "parameter");
    for (size_t i = 0; i < 9; i++)
        suite_close(covariance[i], inverse[i], 1e-6, "covariance");
    double again[] = {-3, 40, 7};
    assert_true(num_least_squares(&fit, again, NULL, &err));
    for (size_t i = 0; i < 3; i++)
        suite_close(again[i], solution[i], 1e-6, "parameter from elsewhere");
}

/* NIST StRD, Misra1a: y = b1 (1 - exp(-b2 x)), certified to eleven digits. */
static const double misra_x[] = {77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                                 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
static const double misra_y[] = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                                 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};

static void misra_residuals(const double *p, double *residuals, void *context)
{
    (void)context;
    for (size_t i = 0; i < N_OF(misra_x); i++)
        residuals[i] = p[0] * (1 - exp(-p[1] * misra_x[i])) - misra_y[i];
}

static void a_certified_fit_is_met(void **state)
{
    (void)state;
    double p[] = {250, 5e-4}, covariance[4];
    struct err err = ERR_INIT;
    struct num_fit fit = {misra_residuals, NULL, N_OF(misra_x), 2, 200};
    assert_true(num_least_squares(&fit, p, covariance, &err));
    suite_close(p[0], 2.3894212918e2, 1e-6, "b1");
    suite_close(p[1], 5.5015643181e-4, 1e-6, "b2");
    suite_close(1.0187876330e-1 * sqrt(covariance[0]), 2.7070075241, 1e-4, "sd of b1");
    suite_close(1.0187876330e-1 * sqrt(covariance[3]), 7.2668688436e-6, 1e-4, "sd of b2");
}

static void no_number_residuals(const double *p, double *residuals, void *context)
{
    (void)context;
    for (int i = 0; i < 3; i++)
        residuals[i] = p[0] > 0 ? (double)NAN : p[0];
}

static void impossible_fits_are_errors(void **state)
{
    (void)state;
    static const struct {
        size_t n, p;
        const char *text;
    } rows[] = {{1, 2, "2 parameters to 1 rows"},
                {3, 0, "0 parameters"},
                {100, 65, "65 parameters"},
                {3, 1, "the fit failed"}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        double p[65] = {1};
        struct err err = ERR_INIT;
        struct num_fit fit = {no_number_residuals, NULL, rows[i].n, rows[i].p, 10};
        assert_false(num_least_squares(&fit, p, NULL, &err));
        assert_int_equal(err.kind, ERR_MODEL);
        assert_non_null(strstr(err.text, rows[i].text));
        assert_true(p[0] == 1);
    }
}

static void factors_multiply_back(void **state)
{
    (void)state;
    static const double matrices[][4] = {{4, 2, 2, 3}, {1, 1, 1, 1}, {2, 0, 0, 5}, {1, 0, 0, 0}};
    for (size_t i = 0; i < N_OF(matrices); i++) {
        double l[4];
        struct err err = ERR_INIT;
        memcpy(l, matrices[i], sizeof l);
        assert_true(num_cholesky(l, 2, &err));
        assert_true(l[1] == 0);
        const double back[] = {l[0] * l[0], l[0] * l[2], l[0] * l[2], l[2] * l[2] + l[3] * l[3]};
        for (size_t j = 0; j < 4; j++)
            assert_true(fabs(back[j] - matrices[i][j]) < 1e-9);
    }
}

static void an_indefinite_matrix_is_an_error(void **state)
{
    (void)state;
    double matrix[] = {1, 2, 2, 1};
    struct err err = ERR_INIT;
    assert_false(num_cholesky(matrix, 2, &err));
    assert_int_equal(err.kind, ERR_MODEL);
    assert_true(matrix[0] == 1 && matrix[1] == 2 && matrix[2] == 2 && matrix[3] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_generator_is_the_published_one),
        SUITE_TEST(a_variance_is_that_of_a_sample),
        SUITE_TEST(draws_follow_their_law),
        SUITE_TEST(quantiles_stand_between_order_statistics),
        SUITE_TEST(weighted_quantiles_stand_at_half_their_weight),
        SUITE_TEST(weightless_values_do_not_count),
        SUITE_TEST(roots_are_found_where_signs_differ),
        SUITE_TEST(no_root_is_an_error_and_changes_nothing),
        SUITE_TEST(a_linear_problem_is_solved_exactly),
        SUITE_TEST(a_certified_fit_is_met),
        SUITE_TEST(impossible_fits_are_errors),
        SUITE_TEST(factors_multiply_back),
        SUITE_TEST(an_indefinite_matrix_is_an_error),
    };
    return suite_run("num", tests, N_OF(tests));
}
