/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan validate: predictions against measured clusters, with the error they have. */
#include "cli/commands.h"
#include "cli/formulas.h"
#include "plan/validate.h"
#include "render/chart.h"
#include "render/jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One model's predictions of all rows. */
struct judged {
    const char *name;
    struct prediction *predictions;
    bool *fit, *outside; /* which rows count */
    struct accuracy all, beyond;
    struct accuracy *groups, *beyond_groups;
    int n_groups, n_beyond_groups;
};

static bool find_grouping(const struct options *o, enum grouping *grouping, struct err *err)
{
    static const char *const names[] = {"class", "publisher", "quality"};
    *grouping = BY_CLASS;
    if (o->by == NULL)
        return true;
    for (int i = 0; i < 3; i++) {
        if (strcmp(o->by, names[i]) == 0) {
            *grouping = (enum grouping)i;
            return true;
        }
    }
    return err_set(err, ERR_USAGE, "--by is '%.60s'; allowed: class, publisher or quality", o->by);
}

static bool has_answer(const struct prediction *p)
{
    return p->ops.p50 > 0 && isfinite(p->ops.p50);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct accuracy *)a)->name, ((const struct accuracy *)b)->name);
}

static void judge(struct context *ctx, const struct row_set *set, enum grouping grouping,
                  struct judged *j)
{
    size_t n = (size_t)set->n + 1;
    j->fit = arena_array(ctx->arena, n, sizeof *j->fit);
    j->outside = arena_array(ctx->arena, n, sizeof *j->outside);
    for (int i = 0; i < set->n; i++) {
        j->fit[i] = set->rows[i].fit && has_answer(&j->predictions[i]);
        j->outside[i] = set->rows[i].outside && has_answer(&j->predictions[i]);
    }
    j->groups = arena_array(ctx->arena, n, sizeof *j->groups);
    j->beyond_groups = arena_array(ctx->arena, n, sizeof *j->beyond_groups);
    validate_accuracy(set, j->predictions, j->fit, ctx->arena, &j->all);
    validate_accuracy(set, j->predictions, j->outside, ctx->arena, &j->beyond);
    j->n_groups = validate_groups(set, j->predictions, j->fit, grouping, ctx->arena, j->groups);
    j->n_beyond_groups =
        validate_groups(set, j->predictions, j->outside, grouping, ctx->arena, j->beyond_groups);
    qsort(j->groups, (size_t)j->n_groups, sizeof *j->groups, by_name);
    qsort(j->beyond_groups, (size_t)j->n_beyond_groups, sizeof *j->beyond_groups, by_name);
}

static void accuracy_row(struct table *table, const char *model, const char *name,
                         const struct accuracy *a)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(model);
    c[1] = cell_text(name);
    c[2] = cell_int(a->rows);
    c[3] = cell_int(a->records);
    c[4] = cell_int(a->publishers);
    if (a->rows == 0)
        return;
    c[5] = cell_number(a->median_factor);
    c[6] = cell_number(a->p80_factor);
    c[7] = cell_number(a->bias);
    if (isnan(a->spread))
        return;
    c[8] = cell_number(a->coverage80);
    c[9] = cell_number(a->spread);
}

static const struct column accuracy_columns[] = {
    {"model", DIM_NUMBER},          {"group", DIM_NUMBER},      {"rows", DIM_NUMBER},
    {"records", DIM_NUMBER},        {"publishers", DIM_NUMBER}, {"median factor", DIM_RATIO},
    {"80 % factor", DIM_RATIO},     {"bias", DIM_RATIO},        {"coverage", DIM_FRACTION},
    {"range x/\xc3\xb7", DIM_RATIO}};

/* Rows outside the fit by group, where there are any: nothing was ever tuned on them. */
static void outside_rows(struct context *ctx, const struct judged *j, struct table *table)
{
    for (int g = 0; g < j->n_beyond_groups; g++)
        accuracy_row(table, j->name,
                     arena_printf(ctx->arena, "outside the fit, %s", j->beyond_groups[g].name),
                     &j->beyond_groups[g]);
    if (j->beyond.rows > 0)
        accuracy_row(table, j->name, "outside the fit, all", &j->beyond);
}

static void accuracy_table(struct context *ctx, const struct row_set *set,
                           const struct judged *judged, int n, struct table *table)
{
    table_init(table, ctx->arena, accuracy_columns, 10);
    table->title = "Predicted against measured";
    for (int i = 0; i < n; i++) {
        for (int g = 0; g < judged[i].n_groups; g++)
            accuracy_row(table, judged[i].name, judged[i].groups[g].name, &judged[i].groups[g]);
        accuracy_row(table, judged[i].name, "all", &judged[i].all);
        outside_rows(ctx, &judged[i], table);
    }
    table_note(
        table,
        "A factor of 1.20 means: half of the rows are within 20 %% above or 17 %% below P50. "
        "Coverage is the share of rows inside P10..P90; 80 %% is meant.");
    if (ctx->options.lopo == 1)
        table_note(table, "Each publisher was predicted by coefficients fitted without it.");
    table_note(table, "%d of %d measured rows have a prediction and a figure to compare.", set->n,
               set->n + set->unpredicted + set->unmeasured);
}

static int by_error(const void *a, const void *b)
{
    double x = ((const double *)a)[0], y = ((const double *)b)[0];
    return x < y ? 1 : x > y ? -1 : 0;
}

/* "pools.size, network.public": what the engine had to guess. */
static const char *guesses(struct context *ctx, const struct engine_inputs *in)
{
    char *text = arena_string(ctx->arena, "", 0);
    for (int i = 0; i < in->n_assumed; i++)
        text = arena_printf(ctx->arena, "%s%s%s", text, i == 0 ? "" : ", ",
                            input_key_names[in->assumed[i].key]);
    return text;
}

static void worst_table(struct context *ctx, const struct row_set *set, const struct judged *j,
                        struct table *table)
{
    static const struct column columns[] = {
        {"record", DIM_NUMBER}, {"row", DIM_NUMBER},    {"load", DIM_NUMBER},
        {"measured", DIM_OPS},  {"predicted", DIM_OPS}, {"factor", DIM_RATIO},
        {"bound", DIM_NUMBER},  {"remark", DIM_NUMBER}, {"assumed", DIM_NUMBER}};
    double(*order)[2] = arena_array(ctx->arena, (size_t)set->n + 1, sizeof *order);
    int n = 0;
    table_init(table, ctx->arena, columns, 9);
    table->title = "Rows that are furthest off";
    for (int i = 0; i < set->n; i++) {
        if (!j->fit[i] && !j->outside[i])
            continue;
        order[n][0] = fabs(log(set->rows[i].ops / j->predictions[i].ops.p50));
        order[n++][1] = i;
    }
    qsort(order, (size_t)n, sizeof *order, by_error);
    for (int k = 0; k < n && k < ctx->options.worst; k++) {
        int i = (int)order[k][1];
        const struct row *row = &set->rows[i];
        char title[120];
        workload_title(&row->measured->load, title, sizeof title);
        struct cell *c = table_row(table);
        c[0] = cell_text(row->record->name);
        c[1] = cell_int(row->index);
        c[2] = cell_text(arena_printf(ctx->arena, "%s", title));
        c[3] = cell_number(row->ops);
        c[4] = cell_range(j->predictions[i].ops);
        c[5] = cell_number(row->ops / j->predictions[i].ops.p50);
        c[6] = cell_text(j->predictions[i].bound_name);
        c[7] = cell_text(row->doubtful ? "above a wire: doubtful record"
                         : j->fit[i]   ? "fit"
                                       : "outside the fit");
        c[8] = cell_text(guesses(ctx, &row->in));
    }
}

static void json_accuracy(struct jsonout *json, const struct accuracy *a)
{
    jsonout_key_int(json, "rows", a->rows);
    jsonout_key_int(json, "records", a->records);
    jsonout_key_int(json, "publishers", a->publishers);
    jsonout_key_number(json, "median_factor", a->median_factor);
    jsonout_key_number(json, "p80_factor", a->p80_factor);
    jsonout_key_number(json, "bias", a->bias);
    jsonout_key_number(json, "coverage80", isnan(a->spread) ? UNKNOWN : a->coverage80);
    jsonout_key_number(json, "range_factor", a->spread);
}

static void json_groups(struct jsonout *json, const struct accuracy *groups, int n)
{
    jsonout_key_array(json, "groups");
    for (int g = 0; g < n; g++) {
        jsonout_object(json);
        jsonout_key_text(json, "group", groups[g].name);
        json_accuracy(json, &groups[g]);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_model(struct jsonout *json, const struct judged *j)
{
    jsonout_object(json);
    jsonout_key_text(json, "model", j->name);
    json_accuracy(json, &j->all);
    json_groups(json, j->groups, j->n_groups);
    jsonout_key_object(json, "outside");
    json_accuracy(json, &j->beyond);
    json_groups(json, j->beyond_groups, j->n_beyond_groups);
    jsonout_close(json);
    jsonout_close(json);
}

static void json_row(struct jsonout *json, const struct row_set *set, const struct judged *j, int i)
{
    const struct row *row = &set->rows[i];
    const struct prediction *p = &j->predictions[i];
    double scale = strcmp(row->quantity, "bandwidth") == 0 ? row->in.bytes : 1;
    bool latency = strcmp(row->quantity, "latency") == 0;
    double q = row->in.outstanding;
    struct range r = {p->ops.p10 * scale, p->ops.p50 * scale, p->ops.p90 * scale};
    if (latency)
        r = (struct range){q / p->ops.p90, q / p->ops.p50, q / p->ops.p10};
    jsonout_object(json);
    jsonout_key_text(json, "model", j->name);
    jsonout_key_text(json, "record", row->record->name);
    jsonout_key_int(json, "row", row->index);
    jsonout_key_text(json, "class", load_class_names[row->in.class]);
    jsonout_key_text(json, "publisher", set->publishers[row->publisher]);
    jsonout_key_text(json, "quantity", row->quantity);
    jsonout_key_number(json, "measured", latency ? q / row->ops : row->ops * scale);
    jsonout_key_number(json, "p10", r.p10);
    jsonout_key_number(json, "p50", r.p50);
    jsonout_key_number(json, "p90", r.p90);
    jsonout_key_text(json, "bound", p->bound_name);
    jsonout_key_bool(json, "fit", row->fit);
    jsonout_key_bool(json, "outside", row->outside);
    jsonout_key_bool(json, "doubtful", row->doubtful);
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct row_set *set, const struct judged *judged,
                      int n)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "validate/1");
    jsonout_key_bool(&json, "lopo", ctx->options.lopo == 1);
    jsonout_key_array(&json, "models");
    for (int i = 0; i < n; i++)
        json_model(&json, &judged[i]);
    jsonout_close(&json);
    jsonout_key_array(&json, "rows");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < set->n; k++)
            if (has_answer(&judged[i].predictions[k]))
                json_row(&json, set, &judged[i], k);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* The points of one series: rows that `wanted` marks, of one class or (-1) of all. */
static void add_points(const struct row_set *set, const struct judged *j, const bool *wanted,
                       int class, const char *name, struct figure *figure)
{
    bool begun = false;
    for (int i = 0; i < set->n; i++) {
        if (!wanted[i] || (class >= 0 && (int)set->rows[i].in.class != class))
            continue;
        if (!begun)
            figure_add_series(figure, name);
        begun = true;
        figure_add_point(figure, NULL, set->rows[i].ops, j->predictions[i].ops);
    }
}

static void draw(struct context *ctx, const struct row_set *set, const struct judged *j,
                 struct figure *figure)
{
    figure_init(figure, ctx->arena, FIGURE_SCATTER, "Predicted against measured");
    figure->subtitle = ctx->options.lopo == 1
                           ? "client operations/s, each publisher predicted by coefficients fitted "
                             "without it"
                           : "client operations/s";
    figure->source = ctx->n_arguments == 0
                         ? "the built-in records"
                         : arena_printf(ctx->arena, "%d published clusters", set->n_records);
    figure->model = arena_printf(ctx->arena, "%s, cephplan %s", j->name, CEPHPLAN_VERSION);
    figure->x = (struct figure_axis){"measured", DIM_OPS, FIGURE_LOG, false, false};
    figure->value = (struct figure_axis){"predicted", DIM_OPS, FIGURE_LOG, false, false};
    for (int c = 0; c < N_LOAD_CLASSES; c++)
        add_points(set, j, j->fit, c, load_class_names[c], figure);
    add_points(set, j, j->outside, -1, "outside the fit", figure);
    figure_note(
        figure,
        "%d rows of %d publishers that a fit may use: median factor %.2f, 80 %% within %.2f.",
        j->all.rows, j->all.publishers, j->all.median_factor, j->all.p80_factor);
    if (j->beyond.rows > 0)
        figure_note(
            figure,
            "%d rows of %d publishers outside the fit: median factor %.2f, 80 %% within %.2f.",
            j->beyond.rows, j->beyond.publishers, j->beyond.median_factor, j->beyond.p80_factor);
}

static bool judge_engine(struct context *ctx, const struct engine_model *model,
                         const struct row_set *set, struct judged *j, struct err *err)
{
    int n = ctx->options.draws == FIELD_ABSENT ? (int)model->constants.draws : ctx->options.draws;
    double *values = arena_array(ctx->arena, (size_t)n * N_PARAMS, sizeof *values);
    struct draws draws = {values, n};
    j->name = "engine";
    j->predictions = arena_array(ctx->arena, (size_t)set->n + 1, sizeof *j->predictions);
    return draws_make(model, context_seed(ctx), n, values, err) &&
           validate_engine(model, set, ctx->options.lopo == 1, &draws, ctx->arena, j->predictions,
                           err);
}

static bool judge_all(struct context *ctx, const struct engine_model *model,
                      const struct row_set *set, enum grouping grouping, struct judged *judged,
                      int *n, struct err *err)
{
    const char *names[MAX_MODELS];
    int wanted = 0;
    if (!models_wanted(ctx, names, &wanted, err))
        return false;
    for (int i = 0; i < wanted; i++) {
        struct judged *j = &judged[(*n)++];
        *j = (struct judged){.name = names[i]};
        bool ok = strcmp(names[i], "engine") == 0
                      ? judge_engine(ctx, model, set, j, err)
                      : formulas_predict(ctx, names[i], set, &j->predictions, err);
        if (!ok)
            return false;
        judge(ctx, set, grouping, j);
    }
    return true;
}

bool cmd_validate(struct context *ctx, struct err *err)
{
    struct engine_model *model = NULL;
    struct cluster **records = NULL;
    struct row_set set;
    struct judged judged[MAX_MODELS] = {{.name = NULL}};
    struct table table;
    enum grouping grouping;
    int n_records = 0, n = 0;
    if (!find_grouping(&ctx->options, &grouping, err) || !context_model(ctx, &model, err) ||
        !context_clusters(ctx, true, &records, &n_records, err))
        return false;
    rows_make(model, records, n_records, ctx->arena, &set);
    if (set.n == 0)
        return err_set(err, ERR_INPUT,
                       "no measured row can be compared; allowed: records with `measured` rows");
    if (!judge_all(ctx, model, &set, grouping, judged, &n, err))
        return false;
    if (ctx->format == OUT_JSON) {
        show_json(ctx, &set, judged, n);
    } else {
        accuracy_table(ctx, &set, judged, n, &table);
        context_table(ctx, &table);
    }
    if (n > 0 && ctx->options.worst != FIELD_ABSENT && ctx->format != OUT_JSON) {
        fputc('\n', ctx->out);
        worst_table(ctx, &set, &judged[0], &table);
        context_table(ctx, &table);
    }
    if (ctx->options.chart == NULL || n == 0)
        return true;
    struct figure figure;
    draw(ctx, &set, &judged[0], &figure);
    return chart_write(&figure, ctx->options.chart, err);
}
