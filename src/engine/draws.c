/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a row depends on the seed and its own place alone, not on how many rows there are. */
#include "base/num.h"
#include "engine/estimate.h"

#include <math.h>
#include <string.h>

/* Lower factor of the fit's covariance, n_fit x n_fit; the priors on the diagonal where there is
 * none. */
static bool factor_of(const struct engine_model *model, double *factor, struct err *err)
{
    int p = model->n_fit;
    const double *sd = params_array_const(&model->log_sd);
    memset(factor, 0, (size_t)(p * p) * sizeof *factor);
    for (int i = 0; i < p; i++)
        factor[i * p + i] = sd[model->fitted[i]];
    if (model->covariance == NULL || p == 0)
        return true;
    memcpy(factor, model->covariance, (size_t)(p * p) * sizeof *factor);
    return num_cholesky(factor, (size_t)p, err);
}

static void draw_row(const struct engine_model *model, const double *factor, struct num_rng *rng,
                     double *row)
{
    const double *median = params_array_const(&model->params);
    const double *sd = params_array_const(&model->log_sd);
    double z[N_PARAMS];
    int p = model->n_fit;
    for (int i = 0; i < N_PARAMS; i++)
        z[i] = num_normal(rng);
    for (int i = 0; i < N_PARAMS; i++)
        row[i] = median[i] * exp(sd[i] * z[i]);
    for (int i = 0; i < p; i++) {
        double step = 0;
        for (int j = 0; j <= i; j++)
            step += factor[i * p + j] * z[model->fitted[j]];
        row[model->fitted[i]] = median[model->fitted[i]] * exp(step);
    }
}

bool draws_make(const struct engine_model *model, unsigned long seed, int n, double *values,
                struct err *err)
{
    double factor[N_PARAMS * N_PARAMS];
    if (!factor_of(model, factor, err))
        return false;
    struct num_rng rng;
    num_rng_start(&rng, seed);
    for (int i = 0; i < n; i++)
        draw_row(model, factor, &rng, values + (size_t)i * N_PARAMS);
    return true;
}
