/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan calibrate: fits the engine's coefficients to measured clusters and writes a model file.
 */
#include "cli/commands.h"
#include "cli/model_yaml.h"
#include "plan/validate.h"

#include <math.h>
#include <string.h>

/* `--fit a,b,c` instead of the parameters that the model file marks. */
static bool choose_parameters(struct context *ctx, struct engine_model *model, struct err *err)
{
    if (ctx->options.fit == NULL)
        return true;
    char *copy = arena_copy(ctx->arena, ctx->options.fit), *rest = NULL;
    for (int i = 0; i < N_PARAMS; i++)
        model->param_info[i].fit = 0;
    for (char *name = strtok_r(copy, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        int i = params_find(name);
        const char *near = err_nearest(name, param_names, N_PARAMS);
        if (i < 0)
            return err_set(err, ERR_USAGE,
                           "--fit: '%.60s' is no parameter%s%s%s; see cephplan models engine", name,
                           near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                           near == NULL ? "" : "'?)");
        model->param_info[i].fit = 1;
    }
    model->n_fit = 0;
    for (int i = 0; i < N_PARAMS; i++)
        if (model->param_info[i].fit == 1)
            model->fitted[model->n_fit++] = i;
    if (model->n_fit > 10)
        return err_set(err, ERR_USAGE,
                       "--fit names %d parameters; allowed: at most ten, or the fit follows "
                       "the noise",
                       model->n_fit);
    return true;
}

/* The fit starts from the priors, whatever was fitted before. */
static void forget_fit(struct engine_model *model)
{
    model->covariance = NULL;
    for (int i = 0; i < N_PARAMS; i++) {
        model->param_info[i].fitted = UNKNOWN;
        params_array(&model->params)[i] = model->param_info[i].value;
    }
}

static void describe_class(const struct row_set *set, int class, struct class_error *c)
{
    bool seen[512] = {false};
    c->rows = c->publishers = 0;
    c->osds_low = c->osds_high = UNKNOWN;
    for (int i = 0; i < set->n; i++) {
        const struct row *row = &set->rows[i];
        if ((int)row->in.class != class || !row->fit)
            continue;
        c->rows++;
        if (row->publisher < 512 && !seen[row->publisher]) {
            seen[row->publisher] = true;
            c->publishers++;
        }
        c->osds_low = fmin(isnan(c->osds_low) ? row->in.osds : c->osds_low, row->in.osds);
        c->osds_high = fmax(isnan(c->osds_high) ? row->in.osds : c->osds_high, row->in.osds);
    }
}

static int constant_index(const char *name)
{
    for (int i = 0; i < N_CONSTANTS; i++)
        if (strcmp(constant_names[i], name) == 0)
            return i;
    return -1;
}

static void record_fit(struct engine_model *model, const struct row_set *set, const struct fit *fit,
                       double kappa)
{
    for (int i = 0; i < model->n_fit; i++) {
        /* Digits that the next machine would print otherwise say nothing. */
        double rounded = params_array_const(&fit->params)[model->fitted[i]];
        char text[40];
        (void)snprintf(text, sizeof text, "%.4g", rounded);
        (void)units_parse(DIM_NUMBER, text, &rounded, NULL);
        model->param_info[model->fitted[i]].fitted = rounded;
    }
    model->covariance = fit->covariance;
    model->constant_info[constant_index("kappa_measured")].value = floor(kappa * 100 + 0.5) / 100;
    for (int c = 0; c < N_LOAD_CLASSES; c++)
        describe_class(set, c, &model->classes[c]);
}

static void summary(struct context *ctx, const struct engine_model *model, const struct fit *fit,
                    double kappa, struct table *table)
{
    static const struct column columns[] = {{"parameter", DIM_NUMBER},   {"prior", DIM_NUMBER},
                                            {"fitted", DIM_NUMBER},      {"factor", DIM_RATIO},
                                            {"log-sd prior", DIM_RATIO}, {"log-sd fit", DIM_RATIO}};
    table_init(table, ctx->arena, columns, 6);
    table->title = "Coefficients fitted";
    for (int i = 0; i < model->n_fit; i++) {
        int k = model->fitted[i];
        double value = params_array_const(&fit->params)[k], prior = model->param_info[k].value;
        struct cell *c = table_row(table);
        c[0] = cell_text(param_names[k]);
        c[1] = cell_number(prior);
        c[2] = cell_number(value);
        c[3] = cell_number(value / prior);
        c[4] = cell_number(params_array_const(&model->log_sd)[k]);
        c[5] = cell_number(sqrt(fit->covariance[i * model->n_fit + i]));
    }
    table_note(
        table,
        "%d rows; standardised residuals have an rms of %.2f; conformal factor on the fit rows, "
        "publishers left out: %.2f",
        fit->rows, fit->rms, kappa);
}

bool cmd_calibrate(struct context *ctx, struct err *err)
{
    struct engine_model *model = NULL;
    struct cluster **records = NULL;
    struct row_set set;
    struct fit fit;
    struct table table;
    int n_records = 0;
    double kappa = 0;
    if (!context_model(ctx, &model, err) || !choose_parameters(ctx, model, err) ||
        !context_clusters(ctx, true, &records, &n_records, err))
        return false;
    forget_fit(model);
    rows_make(model, records, n_records, ctx->arena, &set);
    int n = ctx->options.draws == FIELD_ABSENT ? (int)model->constants.draws : ctx->options.draws;
    double *values = arena_array(ctx->arena, (size_t)n * N_PARAMS, sizeof *values);
    struct draws draws = {values, n};
    if (!calibrate_fit(model, &set, -1, ctx->arena, &fit, err) ||
        !draws_make(model, context_seed(ctx), n, values, err) ||
        !validate_kappa(model, &set, &draws, ctx->arena, &kappa, err))
        return false;
    if (ctx->options.output == NULL) {
        summary(ctx, model, &fit, kappa, &table);
        context_table(ctx, &table);
        context_remark(ctx, "nothing was written; -o FILE.yaml writes the model file");
        return true;
    }
    record_fit(model, &set, &fit, kappa);
    model_yaml_write(model, ctx->out);
    return true;
}
