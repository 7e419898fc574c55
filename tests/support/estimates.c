/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/estimates.h"

#include "engine/inputs.h"

void estimator_open(struct estimator *estimator, struct fixture *f, int n_draws, unsigned long seed)
{
    struct err err = ERR_INIT;
    double *values = arena_array(&f->arena, (size_t)n_draws * N_PARAMS, sizeof *values);
    *estimator = (struct estimator){.f = f, .model = suite_model(f), .draws = {values, n_draws}};
    estimator->scratch = arena_array(&f->arena, (size_t)n_draws, sizeof *estimator->scratch);
    assert_true(draws_make(estimator->model, seed, n_draws, values, &err));
}

void estimator_ask(const struct estimator *estimator, const struct cluster *cluster,
                   const struct workload *load, struct estimated *out)
{
    struct err err = ERR_INIT;
    if (!engine_inputs_make(estimator->model, cluster, load, NULL, out->groups, &out->in, &err))
        fail_msg("%s", err.text);
    estimate_make(estimator->model, &out->in, &estimator->draws, NULL, estimator->scratch, &out->e);
}
