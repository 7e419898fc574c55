/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan validate: predictions against measured clusters, with the error they have. */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "cli/formulas.h"
#include "plan/nearest.h"
#include "plan/validate.h"
#include "render/jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One model's predictions of all rows. */
struct judged {
    const char *name, *version; /* version NULL: none */
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
        c[2] = cell_text(arena_copy(ctx->arena, title));
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

/* A row in the quantity that was measured. */
struct shown_row {
    enum dim dim;
    double measured;
    struct range predicted;
};

static struct shown_row show_row(const struct row *row, const struct prediction *p)
{
    double q = row->in.outstanding, bytes = row->in.bytes;
    struct range ops = p->ops;
    if (strcmp(row->quantity, "latency") == 0)
        return (struct shown_row){DIM_TIME, q / row->ops, {q / ops.p90, q / ops.p50, q / ops.p10}};
    if (strcmp(row->quantity, "bandwidth") == 0)
        return (struct shown_row){
            DIM_RATE, row->ops * bytes, {ops.p10 * bytes, ops.p50 * bytes, ops.p90 * bytes}};
    return (struct shown_row){DIM_OPS, row->ops, ops};
}

static void json_row(struct jsonout *json, const struct row_set *set, const struct judged *j, int i)
{
    const struct row *row = &set->rows[i];
    const struct prediction *p = &j->predictions[i];
    struct shown_row shown = show_row(row, p);
    jsonout_object(json);
    jsonout_key_text(json, "model", j->name);
    jsonout_key_text(json, "record", row->record->name);
    jsonout_key_int(json, "row", row->index);
    jsonout_key_text(json, "class", load_class_names[row->in.class]);
    jsonout_key_text(json, "publisher", set->publishers[row->publisher]);
    jsonout_key_text(json, "quantity", row->quantity);
    jsonout_key_number(json, "measured", shown.measured);
    jsonout_key_number(json, "p10", shown.predicted.p10);
    jsonout_key_number(json, "p50", shown.predicted.p50);
    jsonout_key_number(json, "p90", shown.predicted.p90);
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
    figure->model =
        arena_printf(ctx->arena, "%s%s%s, cephplan %s", j->name, j->version == NULL ? "" : " ",
                     j->version == NULL ? "" : j->version, CEPHPLAN_VERSION);
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
    j->version = model->version;
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
    return context_chart(ctx, &figure, err);
}

/* -- report -- */

static bool read_records(struct context *ctx, struct cluster ***records, int *n, struct err *err)
{
    struct context plain = *ctx; /* --set and arguments are for the clusters of the report */
    catalogue_loader(ctx->catalogue, &plain.loader);
    plain.n_arguments = 0;
    return context_clusters(&plain, true, records, n, err);
}

/* Does a load of the report belong to the group? */
static bool concerns(const struct answers *answers, const char *group)
{
    for (int i = 0; i < answers->n; i++)
        if (strcmp(load_class_names[answers->answers[i].in->class], group) == 0)
            return true;
    return false;
}

static void report_accuracy_row(struct table *table, const char *name, const struct accuracy *a)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(name);
    c[1] = cell_int(a->rows);
    c[2] = cell_int(a->records);
    c[3] = cell_int(a->publishers);
    if (a->rows == 0)
        return;
    c[4] = cell_number(a->median_factor);
    c[5] = cell_number(a->p80_factor);
    c[6] = cell_number(a->bias);
    c[7] = cell_number(a->coverage80);
    c[8] = cell_number(1 - a->coverage80);
}

static void append_accuracy(const struct chapter *chapter, const struct judged *j,
                            const struct answers *answers)
{
    static const struct column columns[] = {
        {"kind of load", DIM_NUMBER}, {"rows", DIM_NUMBER},         {"records", DIM_NUMBER},
        {"publishers", DIM_NUMBER},   {"median factor", DIM_RATIO}, {"80 % factor", DIM_RATIO},
        {"bias", DIM_RATIO},          {"inside", DIM_FRACTION},     {"outside", DIM_FRACTION}};
    struct table *table = document_table(chapter->document,
                                         "Predicted against measured, for the "
                                         "kinds of load in this report",
                                         columns, 9);
    for (int g = 0; g < j->n_groups; g++)
        if (concerns(answers, j->groups[g].name))
            report_accuracy_row(table, j->groups[g].name, &j->groups[g]);
    report_accuracy_row(table, "all kinds", &j->all);
    if (j->beyond.rows > 0)
        report_accuracy_row(table, "rows no fit has seen", &j->beyond);
    table_note(table, "median factor: half of the rows lie within this factor of P50. 80 %% "
                      "factor: four in five do. Bias: the middle of measured over predicted. "
                      "Inside: share of rows between P10 and P90, of which 80 %% is meant; "
                      "outside: the rest. Of the kinds, qd1 is one request at a time, bandwidth "
                      "and large are large blocks, ec is erasure code.");
}

static const char *value_words(struct context *ctx, enum dim dim, double value)
{
    char text[64];
    units_format(dim, value, text, sizeof text);
    return arena_printf(ctx->arena, "%s%s", text, dim == DIM_OPS ? " IOPS" : "");
}

static void nearest_row(struct context *ctx, const struct row *row, const struct prediction *p,
                        const char *title, struct table *table)
{
    char load[160];
    struct shown_row shown = show_row(row, p);
    workload_title(&row->measured->load, load, sizeof load);
    struct cell *c = table_row(table);
    c[0] = cell_text(title);
    c[1] = cell_text(row->record->name);
    c[2] = cell_text(arena_copy(ctx->arena, load));
    c[3] = cell_int(row->in.osds);
    c[4] = cell_text(value_words(ctx, shown.dim, shown.measured));
    c[5] = cell_text(arena_printf(ctx->arena, "%s (%s to %s)",
                                  value_words(ctx, shown.dim, shown.predicted.p50),
                                  value_words(ctx, shown.dim, shown.predicted.p10),
                                  value_words(ctx, shown.dim, shown.predicted.p90)));
    c[6] = cell_number(shown.measured / shown.predicted.p50);
}

/* Where no cluster of such devices was measured under such a load, those of the other kind of
 * device. */
static int nearest_of(const struct row_set *set, const struct answer *a, int most,
                      struct arena *arena, int *rows, bool *other)
{
    struct engine_inputs turned = *a->in;
    int n = nearest_rows(set, a->in, most, arena, rows);
    *other = n == 0;
    turned.flash = !turned.flash;
    return n > 0 ? n : nearest_rows(set, &turned, most, arena, rows);
}

static void append_nearest(struct context *ctx, const struct chapter *chapter,
                           const struct row_set *set, const struct judged *j,
                           const struct answers *answers)
{
    enum { NEAREST = 2 };
    static const struct column columns[] = {{"load here", DIM_NUMBER}, {"record", DIM_NUMBER},
                                            {"its load", DIM_NUMBER},  {"OSDs", DIM_NUMBER},
                                            {"measured", DIM_NUMBER},  {"predicted", DIM_NUMBER},
                                            {"factor", DIM_RATIO}};
    struct table table;
    bool any_other = false, other = false;
    const char *unmeasured = NULL;
    table_init(&table, ctx->arena, columns, 7);
    table.title = "Measured most nearly alike";
    for (int i = 0; i < answers->n; i++) {
        int rows[NEAREST];
        const struct answer *a = &answers->answers[i];
        if (!chapter_shows(chapter, a->title))
            continue;
        int n = nearest_of(set, a, NEAREST, ctx->arena, rows, &other);
        const char *title = other ? arena_printf(ctx->arena, "%s *", a->title) : a->title;
        any_other = any_other || (other && n > 0);
        if (n == 0)
            unmeasured = unmeasured == NULL
                             ? a->title
                             : arena_printf(ctx->arena, "%s, %s", unmeasured, a->title);
        for (int k = 0; k < n; k++)
            nearest_row(ctx, &set->rows[rows[k]], &j->predictions[rows[k]], k == 0 ? title : "",
                        &table);
    }
    if (unmeasured != NULL)
        document_paragraph(chapter->document,
                           "No published measurement is of the kind of %s: the engine's laws carry "
                           "over from other loads, and nothing checks them here.",
                           unmeasured);
    if (table.n_rows == 0)
        return;
    if (any_other)
        table_note(&table, "* No measured cluster has disks, or flash, as this one under such a "
                           "load; these have the other. How the figure carries over to this kind "
                           "of device was not checked by anyone.");
    table_note(&table, "Nearest by OSDs, hosts, block size, requests outstanding, copies, links, "
                       "threads and release; one row a record. The factor is measured over "
                       "predicted.");
    document_put_table(chapter->document, &table);
}

static void append_trust(struct context *ctx, const struct chapter *chapter,
                         const struct engine_model *model, const struct judged *j)
{
    document_paragraph(
        chapter->document,
        "The engine's figures are judged on %d published measurements of %d clusters by %d "
        "publishers. Half of them lie within a factor of %.2f of what it predicts, four in five "
        "within %.2f; %.3g %% lie between P10 and P90, %.3g %% outside.",
        j->all.rows, j->all.records, j->all.publishers, j->all.median_factor, j->all.p80_factor,
        100 * j->all.coverage80, 100 * (1 - j->all.coverage80));
    document_paragraph(
        chapter->document, "%s",
        ctx->options.lopo == 1
            ? "Each publisher's clusters were predicted by coefficients that were fitted without "
              "them."
            : arena_printf(ctx->arena,
                           "The same measurements have fitted %d of the engine's %d uncertain "
                           "coefficients, so this is its best side; 'cephplan validate --lopo' "
                           "predicts each publisher by the others alone. Rows that no fit has "
                           "seen stand in a line of their own.",
                           model->n_fit, (int)N_PARAMS));
}

bool chapter_validate(struct context *ctx, const struct chapter *chapter,
                      const struct answers *answers, struct validate_digest *digest,
                      struct err *err)
{
    struct engine_model *model = NULL;
    struct cluster **records = NULL;
    struct row_set set;
    struct judged judged = {.name = "engine"};
    struct figure figure;
    int n = 0;
    if (!context_model(ctx, &model, err) || !read_records(ctx, &records, &n, err))
        return false;
    rows_make(model, records, n, ctx->arena, &set);
    if (!judge_engine(ctx, model, &set, &judged, err))
        return false;
    judge(ctx, &set, BY_CLASS, &judged);
    *digest = (struct validate_digest){.known = true,
                                       .rows = judged.all.rows,
                                       .records = judged.all.records,
                                       .publishers = judged.all.publishers,
                                       .median_factor = judged.all.median_factor,
                                       .inside = judged.all.coverage80,
                                       .unseen_rows = judged.beyond.rows,
                                       .unseen_inside = judged.beyond.coverage80};
    document_heading(chapter->document, 1, "How good the model is");
    append_trust(ctx, chapter, model, &judged);
    append_accuracy(chapter, &judged, answers);
    draw(ctx, &set, &judged, &figure);
    document_put_figure(chapter->document, "validation", &figure);
    append_nearest(ctx, chapter, &set, &judged, answers);
    return true;
}
