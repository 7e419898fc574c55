/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door to GSL. Invariant: no GSL type or status leaves this file. */
#include "base/num.h"

#include "base/units.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FIT_PARAMETERS_MAX = 64 };

void num_init(void)
{
    gsl_set_error_handler_off();
}

/* The GSL's view of a generator. */
static gsl_rng gsl_of(struct num_rng *rng)
{
    return (gsl_rng){.type = gsl_rng_mt19937, .state = rng->state};
}

void num_rng_start(struct num_rng *rng, unsigned long seed)
{
    gsl_rng gsl = gsl_of(rng);
    if (gsl.type->size > sizeof rng->state)
        abort(); /* a GSL with another Mersenne twister than that of 1998 */
    gsl_rng_set(&gsl, seed);
}

double num_normal(struct num_rng *rng)
{
    gsl_rng gsl = gsl_of(rng);
    return gsl_ran_gaussian(&gsl, 1);
}

/* Two passes: a variance as a difference of large sums would lose digits. */
double num_variance(const double *values, int n)
{
    double mean = 0, sum = 0;
    for (int i = 0; i < n; i++)
        mean += values[i] / n;
    for (int i = 0; i < n; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return n > 1 ? sum / (n - 1) : 0;
}

double num_clip(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

void num_sort(double *values, size_t n)
{
    gsl_sort(values, 1, n);
}

double num_quantile_sorted(const double *values, size_t n, double q)
{
    return gsl_stats_quantile_from_sorted_data(values, 1, n, q);
}

double num_quantile_weighted(double *values, double *weights, size_t n, double q)
{
    if (n == 0)
        return UNKNOWN;
    gsl_sort2(values, 1, weights, 1, n);
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += weights[i];
    if (!(total > 0))
        return UNKNOWN;
    double before = 0, last_place = 0, last = UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        if (!(weights[i] > 0))
            continue;
        double place = (before + 0.5 * weights[i]) / total;
        if (q <= place) {
            if (isnan(last))
                return values[i];
            return last + (q - last_place) / (place - last_place) * (values[i] - last);
        }
        last_place = place;
        last = values[i];
        before += weights[i];
    }
    return last;
}

struct closure {
    num_function *f;
    void *context;
};

static double call_closure(double x, void *params)
{
    const struct closure *closure = params;
    return closure->f(x, closure->context);
}

bool num_root(num_function *f, void *context, double low, double high, double *root,
              struct err *err)
{
    struct closure closure = {f, context};
    gsl_function function = {call_closure, &closure};
    /* What gsl_root_fsolver_alloc makes, without asking for memory. */
    max_align_t state[8];
    gsl_root_fsolver solver = {.type = gsl_root_fsolver_brent, .state = state};
    if (gsl_root_fsolver_brent->size > sizeof state)
        return err_set(err, ERR_MODEL, "this GSL is not the one that is known here");
    int status = gsl_root_fsolver_set(&solver, &function, low, high);
    for (int i = 0; i < 200 && status == GSL_SUCCESS; i++) {
        status = gsl_root_fsolver_iterate(&solver);
        double x_low = gsl_root_fsolver_x_lower(&solver);
        double x_high = gsl_root_fsolver_x_upper(&solver);
        if (status == GSL_SUCCESS && gsl_root_test_interval(x_low, x_high, 0, 1e-12) == GSL_SUCCESS)
            break;
    }
    double found = gsl_root_fsolver_root(&solver);
    if (status != GSL_SUCCESS)
        return err_set(err, ERR_MODEL, "no root between %g and %g: %s", low, high,
                       gsl_strerror(status));
    *root = found;
    return true;
}

/* GSL hands out vectors with strides (a column of the Jacobian); callers fill plain arrays. */
struct fit_call {
    const struct num_fit *fit;
    double *residuals; /* n */
};

static int call_residuals(const gsl_vector *x, void *params, gsl_vector *f)
{
    const struct fit_call *call = params;
    double parameters[FIT_PARAMETERS_MAX];
    for (size_t i = 0; i < call->fit->p; i++)
        parameters[i] = gsl_vector_get(x, i);
    call->fit->residuals(parameters, call->residuals, call->fit->context);
    for (size_t i = 0; i < call->fit->n; i++) {
        if (!isfinite(call->residuals[i]))
            return GSL_EBADFUNC;
        gsl_vector_set(f, i, call->residuals[i]);
    }
    return GSL_SUCCESS;
}

static int solve(struct fit_call *call, gsl_multifit_nlinear_workspace *work, double *parameters,
                 double *covariance)
{
    const struct num_fit *fit = call->fit;
    gsl_vector_view start = gsl_vector_view_array(parameters, fit->p);
    gsl_multifit_nlinear_fdf fdf = {.f = call_residuals, .n = fit->n, .p = fit->p, .params = call};
    int info = 0;
    int status = gsl_multifit_nlinear_init(&start.vector, &fdf, work);
    if (status == GSL_SUCCESS)
        status = gsl_multifit_nlinear_driver((size_t)fit->iterations, 1e-8, 1e-8, 1e-8, NULL, NULL,
                                             &info, work);
    /* No progress and too many iterations leave the best point found, which is what we want. */
    if (status == GSL_ENOPROG || status == GSL_EMAXITER)
        status = GSL_SUCCESS;
    if (status != GSL_SUCCESS)
        return status;
    const gsl_vector *x = gsl_multifit_nlinear_position(work);
    for (size_t i = 0; i < fit->p; i++)
        parameters[i] = gsl_vector_get(x, i);
    if (covariance != NULL) {
        gsl_matrix_view view = gsl_matrix_view_array(covariance, fit->p, fit->p);
        status = gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(work), 0, &view.matrix);
    }
    return status;
}

bool num_least_squares(const struct num_fit *fit, double *parameters, double *covariance,
                       struct err *err)
{
    if (fit->p == 0 || fit->p > FIT_PARAMETERS_MAX || fit->n < fit->p)
        return err_set(err, ERR_MODEL, "a fit of %zu parameters to %zu rows is not possible",
                       fit->p, fit->n);
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *work =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, fit->n, fit->p);
    struct fit_call call = {fit, calloc(fit->n, sizeof(double))};
    bool ok = false;
    if (work == NULL || call.residuals == NULL) {
        (void)err_set(err, ERR_IO, "out of memory");
        goto out;
    }
    int status = solve(&call, work, parameters, covariance);
    ok = status == GSL_SUCCESS ||
         err_set(err, ERR_MODEL, "the fit failed: %s", gsl_strerror(status));
out:
    free(call.residuals);
    gsl_multifit_nlinear_free(work);
    return ok;
}

bool num_cholesky(double *matrix, size_t p, struct err *err)
{
    double scale = 0;
    if (p == 0)
        return true;
    for (size_t i = 0; i < p; i++)
        scale = fmax(scale, matrix[i * p + i]);
    double *copy = malloc(p * p * sizeof *copy);
    if (copy == NULL)
        return err_set(err, ERR_IO, "out of memory");
    int status = GSL_EFAILED;
    for (double ridge = 0; ridge < 1e-3 && status != GSL_SUCCESS; ridge = fmax(1e-14, ridge * 10)) {
        memcpy(copy, matrix, p * p * sizeof *copy);
        for (size_t i = 0; i < p; i++)
            copy[i * p + i] += ridge * scale;
        gsl_matrix_view view = gsl_matrix_view_array(copy, p, p);
        status = gsl_linalg_cholesky_decomp1(&view.matrix);
    }
    for (size_t i = 0; i < p && status == GSL_SUCCESS; i++)
        for (size_t j = 0; j < p; j++)
            matrix[i * p + j] = j <= i ? copy[i * p + j] : 0;
    free(copy);
    if (status != GSL_SUCCESS)
        return err_set(err, ERR_MODEL, "a covariance is not positive definite");
    return true;
}
