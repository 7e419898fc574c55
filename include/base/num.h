/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numerics behind plain functions: this module is the only one that knows GSL. */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Must be called once before any other function: GSL's default handler would abort the process. */
void num_init(void);

/* -- random numbers: seeded, the same on every machine -- */

/* Mersenne twister, wherever the caller has room for it. */
struct num_rng {
    _Alignas(max_align_t) unsigned char state[5120];
};

/* Starts the sequence of a seed. */
void num_rng_start(struct num_rng *rng, unsigned long seed);

double num_normal(struct num_rng *rng); /* mean 0, standard deviation 1 */

#define NUM_Z90 1.2815515655446004 /* its quantile at 90 % */

/* The variance of a sample of `n` values; 0 below two. */
double num_variance(const double *values, int n);

/* The nearest to x from low to high. */
double num_clip(double x, double low, double high);

/* -- quantiles -- */

/* Sorts ascending, in place. */
void num_sort(double *values, size_t n);

/* The q-quantile (0..1) of `n` > 0 sorted values, linear between order statistics. */
double num_quantile_sorted(const double *values, size_t n, double q);

/* The q-quantile of weighted values: at half its own weight a value stands at its cumulated weight,
 * linear between, flat outside; without weight it does not count. Sorts both arrays by value. NaN
 * for n == 0 or no weight. */
double num_quantile_weighted(double *values, double *weights, size_t n, double q);

/* -- functions of one variable ------------------------------------------------------------------
 */

typedef double num_function(double x, void *context);

/* A root of `f` in [low, high], where the signs must differ (Brent). ERR_MODEL when they do not. */
bool num_root(num_function *f, void *context, double low, double high, double *root,
              struct err *err);

/* -- least squares ------------------------------------------------------------------------------
 */

/* Fills `residuals` (n) for the parameters (p); must be finite wherever the fit may go. */
typedef void num_residuals(const double *parameters, double *residuals, void *context);

struct num_fit {
    num_residuals *residuals;
    void *context;
    size_t n;       /* residuals, >= p */
    size_t p;       /* parameters */
    int iterations; /* at most */
};

/* Minimises the sum of squares from the values in `parameters` (p, overwritten) by trust-region
 * Levenberg-Marquardt, Jacobian by forward differences. `covariance` (p x p, row-major) may be NULL
 * and is (J'J)^-1, not scaled by the residuals. ERR_MODEL when GSL fails, ERR_IO when memory runs
 * out. */
bool num_least_squares(const struct num_fit *fit, double *parameters, double *covariance,
                       struct err *err);

/* Lower Cholesky factor in place of a symmetric positive definite matrix (p x p, row-major), the
 * upper triangle zeroed. A semidefinite matrix gets the smallest ridge that makes it definite. */
bool num_cholesky(double *matrix, size_t p, struct err *err);

#endif
