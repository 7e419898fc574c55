/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fit finds what made its data, says how sure it is, and never sees a publisher left out. */
#include "support/random.h"
#include "support/synthetic.h"

#include "plan/validate.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* A world whose coefficients are one prior's width off, up and down in turn. */
static struct params shifted(const struct engine_model *model)
{
    struct params truth = model->params;
    const double *sd = params_array_const(&model->log_sd);
    for (int i = 0; i < model->n_fit; i++) {
        int k = model->fitted[i];
        params_array(&truth)[k] = model->param_info[k].value * exp((i % 2 ? 1 : -1) * sd[k]);
    }
    return truth;
}

struct world {
    struct engine_model *model;
    struct params truth;
    struct cluster **records;
    int n;
    struct row_set set;
};

static void make_world(struct fixture *f, unsigned long seed, int publishers, int records,
                       struct world *w)
{
    struct num_rng *rng = random_new(seed);
    assert_non_null(rng);
    w->model = suite_model(f);
    w->truth = shifted(w->model);
    synthetic_publishers(f, w->model, publishers);
    struct synthesis how = {
        .truth = &w->truth, .row_sd = 0.1, .publishers = publishers, .records = records, .rows = 6};
    w->records = synthetic_records(f, w->model, &how, rng, &w->n);
    random_free(rng);
    rows_make(w->model, w->records, w->n, &f->arena, &w->set);
}

static void fit_world(struct fixture *f, const struct world *w, int without, struct fit *fit)
{
    struct err err = ERR_INIT;
    if (!calibrate_fit(w->model, &w->set, without, &f->arena, fit, &err))
        fail_msg("%s", err.text);
}

/* Each coefficient within two of its own stated deviations of the truth, and at most six
 * tenths as far off as its prior was. */
static void check_found(const struct world *w, const struct fit *fit)
{
    int p = w->model->n_fit;
    const double *truth = params_array_const(&w->truth), *found = params_array_const(&fit->params);
    for (int i = 0; i < p; i++) {
        int k = w->model->fitted[i];
        double off = fabs(log(found[k] / truth[k])), sd = sqrt(fit->covariance[i * p + i]);
        double prior_sd = params_array_const(&w->model->log_sd)[k];
        if (off > 2 * sd || off > 0.6 * prior_sd || sd >= prior_sd)
            fail_msg("%s: ln is off by %.3f, stated %.3f, prior %.3f", param_names[k], off, sd,
                     prior_sd);
    }
}

static void the_fit_finds_what_made_the_data(void **state)
{
    struct world w;
    struct fit fit;
    make_world(*state, 3, 12, 10, &w);
    fit_world(*state, &w, -1, &fit);
    check_found(&w, &fit);
    /* The noise is 0.1 where the classes expect 0.15 to 0.3. */
    assert_true(fit.rms > 0.3 && fit.rms < 0.6);
    for (int k = 0; k < N_PARAMS; k++) {
        bool fitted = false;
        for (int i = 0; i < w.model->n_fit; i++)
            fitted = fitted || w.model->fitted[i] == k;
        if (!fitted)
            assert_true(params_array(&fit.params)[k] == params_array(&w.model->params)[k]);
    }
}

/* One row in thirty is ten times too slow: a typing error, a broken disk. */
static void outliers_do_not_move_it(void **state)
{
    struct world w;
    struct fit fit;
    make_world(*state, 3, 12, 10, &w);
    for (int i = 0; i < w.set.n; i += 30)
        w.set.rows[i].ops /= 10;
    fit_world(*state, &w, -1, &fit);
    check_found(&w, &fit);
}

/* Rows that say nothing of a coefficient leave it at its prior, width included. */
static void without_data_the_priors_stay(void **state)
{
    struct world w;
    struct fit fit;
    make_world(*state, 4, 4, 4, &w);
    for (int i = 0; i < w.set.n; i++)
        w.set.rows[i].fit = w.set.rows[i].in.class == LOAD_HDD_RANDREAD;
    fit_world(*state, &w, -1, &fit);
    int p = w.model->n_fit;
    for (int i = 0; i < p; i++) {
        int k = w.model->fitted[i];
        double prior = params_array_const(&w.model->log_sd)[k];
        if (strcmp(param_names[k], "flash_seq_write") != 0 &&
            strcmp(param_names[k], "lat_write_hop") != 0)
            continue;
        suite_close(params_array(&fit.params)[k], w.model->param_info[k].value, 1e-6,
                    param_names[k]);
        suite_close(sqrt(fit.covariance[i * p + i]), prior, 1e-3, param_names[k]);
    }
}

/* What a publisher measured moves the predictions of all others, and none of its own. */
static void a_publisher_left_out_is_not_seen(void **state)
{
    struct fixture *f = *state;
    struct world w;
    struct err err = ERR_INIT;
    enum { DRAWS = 16 };
    double *values = arena_array(&f->arena, DRAWS * N_PARAMS, sizeof *values);
    struct draws draws = {values, DRAWS};
    make_world(f, 5, 4, 3, &w);
    assert_int_equal(w.set.n_publishers, 4);
    size_t n = (size_t)w.set.n;
    struct prediction *before = arena_array(&f->arena, n, sizeof *before);
    struct prediction *after = arena_array(&f->arena, n, sizeof *after);
    assert_true(draws_make(w.model, 1, DRAWS, values, &err));
    assert_true(validate_engine(w.model, &w.set, true, &draws, &f->arena, before, &err));
    for (size_t i = 0; i < n; i++)
        if (w.set.rows[i].publisher == 2)
            w.set.rows[i].ops *= 0.4;
    assert_true(validate_engine(w.model, &w.set, true, &draws, &f->arena, after, &err));
    double others = 0;
    for (size_t i = 0; i < n; i++) {
        double moved = fabs(log(after[i].ops.p50 / before[i].ops.p50));
        if (w.set.rows[i].publisher == 2)
            assert_true(moved == 0 && after[i].ops.p10 == before[i].ops.p10);
        else
            others = fmax(others, moved);
    }
    assert_true(others > 0.01);
}

/* A row that no wire can carry is no evidence. */
static void doubtful_rows_are_not_fitted(void **state)
{
    struct world w;
    struct fit with, without;
    make_world(*state, 6, 4, 3, &w);
    for (int i = 0; i < w.set.n; i++)
        w.set.rows[i].doubtful = i % 7 == 0;
    fit_world(*state, &w, -1, &without);
    for (int i = 0; i < w.set.n; i += 7)
        w.set.rows[i].ops *= 3;
    fit_world(*state, &w, -1, &with);
    assert_memory_equal(&with.params, &without.params, sizeof with.params);
    assert_int_equal(with.rows, w.set.n - (w.set.n + 6) / 7);
}

static void nothing_to_fit_is_an_error(void **state)
{
    struct fixture *f = *state;
    struct world w;
    struct fit fit;
    struct err err = ERR_INIT;
    make_world(f, 7, 4, 1, &w);
    for (int i = 0; i < w.set.n; i++)
        w.set.rows[i].fit = false;
    assert_false(calibrate_fit(w.model, &w.set, -1, &f->arena, &fit, &err));
    assert_int_equal(err.kind, ERR_MODEL);
}

static void a_fitted_model_is_the_model_with_the_fit(void **state)
{
    struct world w;
    struct fit fit;
    struct engine_model fitted;
    make_world(*state, 8, 4, 2, &w);
    fit_world(*state, &w, -1, &fit);
    calibrate_apply(w.model, &fit, &fitted);
    assert_memory_equal(&fitted.params, &fit.params, sizeof fit.params);
    assert_ptr_equal(fitted.covariance, fit.covariance);
    assert_memory_equal(&fitted.constants, &w.model->constants, sizeof fitted.constants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_fit_finds_what_made_the_data),
        SUITE_TEST(outliers_do_not_move_it),
        SUITE_TEST(without_data_the_priors_stay),
        SUITE_TEST(a_publisher_left_out_is_not_seen),
        SUITE_TEST(doubtful_rows_are_not_fitted),
        SUITE_TEST(nothing_to_fit_is_an_error),
        SUITE_TEST(a_fitted_model_is_the_model_with_the_fit),
    };
    return suite_run("calibrate", tests, N_OF(tests));
}
