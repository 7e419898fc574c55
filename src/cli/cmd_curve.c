/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan curve: throughput and latency against the requests outstanding. */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "cli/span.h"
#include "plan/curve.h"

#include <math.h>
#include <string.h>

enum { CLIENTS_MAX = 100000 };

struct findings {
    struct cluster *cluster;
    struct engine_model *model;
    enum curve_axis axis;
    struct load_curve *curves;
    const char **titles;
    const struct workload *loads;
    int n;
    const struct workload *asked; /* all, those of one curve too */
    int n_asked;
};

static bool find_curves(struct context *ctx, struct findings *f, struct err *err)
{
    const struct workload *loads = NULL;
    struct draws draws;
    struct curve_question question = {.axis = CURVE_DEPTH};
    int n = 0;
    if (ctx->options.clients != NULL) {
        question.axis = CURVE_CLIENTS;
        if (!span_counts("clients", ctx->options.clients, CLIENTS_MAX, &question.from, &question.to,
                         err))
            return false;
    }
    if (!context_cluster(ctx, ctx->arguments[0], &f->cluster, err) ||
        !answer_bare_loads(ctx, f->cluster, &loads, &n, err) ||
        !context_model(ctx, &f->model, err) || !answer_draws(ctx, f->model, &draws, err))
        return false;
    const struct workload **kept = arena_array(ctx->arena, (size_t)n, sizeof *kept);
    f->axis = question.axis;
    f->asked = loads;
    f->n_asked = n;
    f->n = curve_loads(f->cluster, loads, n, question.axis, kept);
    struct workload *named = arena_array(ctx->arena, (size_t)f->n + 1, sizeof *named);
    for (int i = 0; i < f->n; i++)
        named[i] = *kept[i];
    named = workload_tell_apart(named, f->n, ctx->arena);
    f->curves = arena_array(ctx->arena, (size_t)f->n, sizeof *f->curves);
    f->titles = arena_array(ctx->arena, (size_t)f->n, sizeof *f->titles);
    question.model = f->model;
    question.cluster = f->cluster;
    question.draws = &draws;
    for (int i = 0; i < f->n; i++) {
        char title[160];
        question.load = &named[i];
        if (!curve_make(&question, ctx->arena, &f->curves[i], err))
            return false;
        workload_title(&named[i], title, sizeof title);
        f->titles[i] = arena_copy(ctx->arena, title);
        context_progress(ctx, "curves", i + 1, f->n);
    }
    f->loads = named;
    return true;
}

/* -- text, CSV, Markdown -- */

static struct cell known_range(struct range range)
{
    return isfinite(range.p50) || isfinite(range.p90) ? cell_range(range)
                                                      : (struct cell){.kind = CELL_EMPTY};
}

static const struct column marks_columns[] = {
    {"load", DIM_NUMBER},    {"saturation iops", DIM_OPS}, {"knee at", DIM_NUMBER},
    {"knee iops", DIM_OPS},  {"knee latency", DIM_TIME},   {"asymptotes cross at", DIM_NUMBER},
    {"90 % at", DIM_NUMBER}, {"90 % latency", DIM_TIME}};

/* Of loads that differ in depth alone one has a row: the others are named. */
static void note_merged(const struct findings *f, struct table *table)
{
    char title[160];
    for (int i = 0; i < f->n_asked; i++)
        for (int k = 0; k < f->n; k++) {
            workload_title(&f->asked[i], title, sizeof title);
            if (curve_is_same(&f->asked[i], &f->loads[k], f->axis) &&
                strcmp(title, f->titles[k]) != 0)
                table_note(table, "%s lies on the curve of %s", title, f->titles[k]);
        }
}

static void marks_table(struct context *ctx, const struct findings *f, struct table *table)
{
    table_init(table, ctx->arena, marks_columns, 8);
    table->title = arena_printf(ctx->arena, "%s: how far it can be loaded", f->cluster->name);
    for (int i = 0; i < f->n; i++) {
        const struct load_curve *curve = &f->curves[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(f->titles[i]);
        c[1] = cell_range(curve->saturation.ops);
        c[2] = cell_number(curve->knee.outstanding);
        c[3] = cell_range(curve->knee.ops);
        c[4] = known_range(curve->knee.latency_s);
        c[5] = cell_number(round(curve->crossing));
        c[6] = cell_number(curve->most90.outstanding);
        c[7] = known_range(curve->most90.latency_s);
    }
    table_note(table, "\"at\": requests outstanding. The knee is where throughput over latency is "
                      "greatest (Kleinrock 1979); 90 %% is of saturation, at P50.");
    table_note(table, "P10 .. P50 .. P90; one cluster in ten does worse than P10.");
    note_merged(f, table);
}

static void limits_table(struct context *ctx, const struct findings *f, struct table *table)
{
    struct column *columns = arena_array(ctx->arena, N_CURVE_LIMITS + 1, sizeof *columns);
    columns[0] = (struct column){"load", DIM_NUMBER};
    for (int i = 0; i < N_CURVE_LIMITS; i++)
        columns[i + 1] = (struct column){
            arena_printf(ctx->arena, "iops at %.0f ms", 1000 * curve_limits_s[i]), DIM_OPS};
    table_init(table, ctx->arena, columns, N_CURVE_LIMITS + 1);
    table->title = "Most operations/s while the mean latency keeps a limit";
    for (int i = 0; i < f->n; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(f->titles[i]);
        for (int k = 0; k < N_CURVE_LIMITS; k++)
            if (f->curves[i].limits[k].ops.p90 > 0)
                c[k + 1] = cell_range(f->curves[i].limits[k].ops);
    }
    table_note(table, "0 or empty: not even one request at a time keeps the limit");
}

/* The first only where clients vary. */
static const struct column step_columns[] = {
    {"clients", DIM_NUMBER},   {"load", DIM_NUMBER},    {"outstanding", DIM_NUMBER},
    {"iops", DIM_OPS},         {"bandwidth", DIM_RATE}, {"mean latency", DIM_TIME},
    {"p99 latency", DIM_TIME}, {"bound", DIM_NUMBER},   {"point", DIM_NUMBER}};

static const char *mark_of(const struct load_curve *curve, const struct curve_step *step)
{
    if (step->n == curve->knee.n)
        return "knee";
    return step->n == curve->most90.n ? "90 %" : NULL;
}

static struct range times(struct range r, double factor)
{
    return (struct range){r.p10 * factor, r.p50 * factor, r.p90 * factor};
}

static void steps_table(struct context *ctx, const struct findings *f, struct table *table)
{
    int skip = f->axis == CURVE_CLIENTS ? 0 : 1;
    table_init(table, ctx->arena, step_columns + skip, 9 - skip);
    table->title = "The curve";
    for (int i = 0; i < f->n; i++) {
        const struct load_curve *curve = &f->curves[i];
        for (int k = 0; k < curve->n_steps; k++) {
            const struct curve_step *step = &curve->steps[k];
            struct cell *c = table_row(table);
            if (f->axis == CURVE_CLIENTS)
                *c++ = cell_int(step->n);
            c[0] = cell_text(f->titles[i]);
            c[1] = cell_int(step->outstanding);
            c[2] = cell_range(step->ops);
            c[3] = cell_range(times(step->ops, curve->load->bs_B));
            c[4] = known_range(step->latency_s);
            c[5] = known_range(step->p99_s);
            c[6] = cell_text(step->bound);
            c[7] = cell_text(mark_of(curve, step));
        }
    }
}

/* -- JSON -- */

static void json_step(struct jsonout *json, const struct load_curve *curve,
                      const struct curve_step *step)
{
    jsonout_object(json);
    if (curve->axis == CURVE_CLIENTS)
        jsonout_key_int(json, "clients", step->n);
    jsonout_key_number(json, "outstanding", step->outstanding);
    jsonout_key_range(json, "iops", step->ops);
    jsonout_key_range(json, "bandwidth", times(step->ops, curve->load->bs_B));
    jsonout_key_object(json, "latency");
    jsonout_key_range(json, "mean", step->latency_s);
    jsonout_key_range(json, "p99", step->p99_s);
    jsonout_close(json);
    jsonout_key_text(json, "bound", step->bound);
    jsonout_close(json);
}

static void json_limits(struct jsonout *json, const struct load_curve *curve)
{
    jsonout_key_array(json, "at_latency");
    for (int i = 0; i < N_CURVE_LIMITS; i++) {
        const struct curve_limit *limit = &curve->limits[i];
        jsonout_object(json);
        jsonout_key_number(json, "latency", limit->latency_s);
        jsonout_key_range(json, "iops", limit->ops);
        jsonout_key_number(json, "outstanding", limit->outstanding);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_curve(struct jsonout *json, const struct load_curve *curve, const char *title)
{
    const struct workload *load = curve->load;
    jsonout_object(json);
    answer_json_load(json, load, title, UNKNOWN, false, load->clients);
    jsonout_key_range(json, "saturation", curve->saturation.ops);
    jsonout_key_text(json, "knee_by", "greatest throughput over latency (Kleinrock 1979)");
    jsonout_key(json, "knee");
    json_step(json, curve, &curve->knee);
    jsonout_key_number(json, "asymptotes_cross", curve->crossing);
    jsonout_key(json, "saturated90");
    json_step(json, curve, &curve->most90);
    json_limits(json, curve);
    jsonout_key_array(json, "steps");
    for (int i = 0; i < curve->n_steps; i++)
        json_step(json, curve, &curve->steps[i]);
    jsonout_close(json);
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct findings *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "curve/1");
    jsonout_key_text(&json, "cluster", f->cluster->name);
    jsonout_key_text(&json, "axis", f->axis == CURVE_CLIENTS ? "clients" : "outstanding");
    jsonout_key_array(&json, "curves");
    for (int i = 0; i < f->n; i++)
        json_curve(&json, &f->curves[i], f->titles[i]);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -- chart -- */

enum shown { SHOW_IOPS, SHOW_BANDWIDTH, SHOW_LATENCY, N_SHOWN };

struct shown_row {
    const char *key, *title, *axis;
    enum dim dim;
};

static const struct shown_row shown_rows[N_SHOWN] = {
    [SHOW_IOPS] = {"iops", "operations/s", "IOPS", DIM_OPS},
    [SHOW_BANDWIDTH] = {"bandwidth", "bandwidth", "bandwidth", DIM_RATE},
    [SHOW_LATENCY] = {"latency", "mean and p99 latency", "latency", DIM_TIME}};

static bool find_shown(const struct context *ctx, enum shown *shown, struct err *err)
{
    *shown = SHOW_IOPS;
    for (int i = 0; ctx->options.show != NULL && i < N_SHOWN; i++) {
        if (strcmp(ctx->options.show, shown_rows[i].key) == 0) {
            *shown = (enum shown)i;
            return true;
        }
    }
    return ctx->options.show == NULL ||
           err_set(err, ERR_USAGE, "--show is '%.60s'; allowed: iops, bandwidth or latency",
                   ctx->options.show);
}

static struct range value_of(const struct load_curve *curve, const struct curve_step *step,
                             enum shown shown)
{
    if (shown == SHOW_LATENCY)
        return step->latency_s;
    return shown == SHOW_IOPS ? step->ops : times(step->ops, curve->load->bs_B);
}

static void add_series(struct figure *figure, const struct load_curve *curve, const char *title,
                       enum shown shown)
{
    figure_add_series(figure, title);
    for (int i = 0; i < curve->n_steps; i++) {
        const struct curve_step *step = &curve->steps[i];
        struct figure_point *point =
            figure_add_point(figure, NULL, step->outstanding, value_of(curve, step, shown));
        if (step->n == curve->knee.n) {
            point->mark = FIGURE_CHOSEN;
            point->label = arena_printf(figure->arena, "knee at %.0f", step->outstanding);
        }
    }
}

static void add_tail(struct figure *figure, const struct load_curve *curve, const char *title)
{
    if (isnan(curve->steps[0].p99_s.p50))
        return;
    figure_add_series(figure, arena_printf(figure->arena, "%s, p99", title));
    for (int i = 0; i < curve->n_steps; i++)
        figure_add_point(figure, NULL, curve->steps[i].outstanding, curve->steps[i].p99_s);
}

/* What a record measured under the same kind of load. */
static void add_measured(struct figure *figure, const struct cluster *cluster,
                         const struct load_curve *curve, const char *title, enum shown shown)
{
    const struct workload *load = curve->load;
    bool opened = false;
    for (int i = 0; i < cluster->n_measured; i++) {
        const struct measured *row = &cluster->measured[i];
        double q = cluster_outstanding(cluster, &row->load);
        bool same = row->load.rw == load->rw && row->load.bs_B == load->bs_B &&
                    workload_read_frac(&row->load) == workload_read_frac(load);
        double value = shown == SHOW_LATENCY     ? row->lat_s
                       : shown == SHOW_BANDWIDTH ? row->bw_Bps
                                                 : row->iops_ops;
        if (!same || isnan(q) || isnan(value))
            continue;
        if (!opened)
            figure_add_series(figure, arena_printf(figure->arena, "%s, measured", title));
        opened = true;
        figure_add_point(figure, NULL, q, figure_value(value))->mark = FIGURE_MEASURED;
    }
}

static void init_chart(struct context *ctx, const struct findings *f, enum shown shown,
                       struct figure *figure)
{
    const struct shown_row *row = &shown_rows[shown];
    figure_init(
        figure, ctx->arena, FIGURE_LINE_BAND,
        arena_printf(ctx->arena, "%s: %s by requests outstanding", f->cluster->name, row->title));
    figure->subtitle = "P50 with the band P10 to P90";
    figure->chosen = "the knee: throughput over latency is greatest";
    context_sign(f->model, f->cluster, figure);
    figure->x = (struct figure_axis){"requests outstanding", DIM_NUMBER, FIGURE_LOG, false, false};
    figure->value = (struct figure_axis){row->axis, row->dim, FIGURE_AUTO, false, false};
}

static void add_load(const struct findings *f, int i, enum shown shown, struct figure *figure)
{
    add_series(figure, &f->curves[i], f->titles[i], shown);
    if (shown == SHOW_LATENCY)
        add_tail(figure, &f->curves[i], f->titles[i]);
    add_measured(figure, f->cluster, &f->curves[i], f->titles[i], shown);
}

static void fill_chart(struct context *ctx, const struct findings *f, enum shown shown,
                       struct figure *figure)
{
    init_chart(ctx, f, shown, figure);
    for (int i = 0; i < f->n; i++)
        add_load(f, i, shown, figure);
}

static bool draw(struct context *ctx, const struct findings *f, enum shown shown, struct err *err)
{
    struct figure figure;
    fill_chart(ctx, f, shown, &figure);
    return context_chart(ctx, &figure, err);
}

bool cmd_curve(struct context *ctx, struct err *err)
{
    struct findings f = {.n = 0};
    struct table table;
    enum shown shown = SHOW_IOPS;
    if (!find_shown(ctx, &shown, err) || !find_curves(ctx, &f, err))
        return false;
    answer_remark_unplaced(ctx, f.cluster, f.loads, f.n);
    if (ctx->format == OUT_JSON) {
        show_json(ctx, &f);
    } else {
        if (ctx->format != OUT_CSV) {
            marks_table(ctx, &f, &table);
            context_table(ctx, &table);
            fputc('\n', ctx->out);
            limits_table(ctx, &f, &table);
            context_table(ctx, &table);
            fputc('\n', ctx->out);
        }
        steps_table(ctx, &f, &table);
        context_table(ctx, &table);
    }
    return ctx->options.chart == NULL || draw(ctx, &f, shown, err);
}

/* -- report -- */

/* One chart of the loads that a report shows, small blocks or large ones. */
static void append_chart(struct context *ctx, const struct chapter *chapter,
                         const struct findings *f, enum shown shown, bool large)
{
    struct figure figure;
    init_chart(ctx, f, shown, &figure);
    for (int i = 0; i < f->n; i++)
        if (chapter_shows(chapter, f->titles[i]) &&
            (f->curves[i].load->bs_B >= CHAPTER_LARGE_B) == large)
            add_load(f, i, shown, &figure);
    if (figure.n_series > 0)
        document_put_figure(chapter->document, "hockey-stick", &figure);
}

/* Without the crossing of the asymptotes, which only an engineer asks for. */
static void append_marks(struct context *ctx, const struct chapter *chapter,
                         const struct findings *f)
{
    static const int shown[] = {0, 1, 2, 3, 4, 6, 7};
    struct table table, some;
    marks_table(ctx, f, &table);
    table_select(&table, shown, sizeof shown / sizeof shown[0], &some);
    some.title = "The knee, and what nine tenths of the most takes";
    some.n_notes = 1; /* ranges are explained where the loads stand */
    document_put_table(chapter->document, &some);
}

/* A load none of whose requests is ever fast enough is named below the table. */
static void append_limits(struct context *ctx, const struct chapter *chapter,
                          const struct findings *f)
{
    struct table table, some;
    const char *slow = NULL;
    limits_table(ctx, f, &table);
    table_init(&some, ctx->arena, table.columns, table.n_columns);
    some.title = table.title;
    for (int i = 0; i < f->n; i++) {
        const struct cell *cells = &table.cells[(size_t)i * (size_t)table.n_columns];
        bool any = false;
        for (int k = 1; k < table.n_columns; k++)
            any = any || cells[k].kind != CELL_EMPTY;
        if (any)
            memcpy(table_row(&some), cells, (size_t)table.n_columns * sizeof *cells);
        else
            slow = slow == NULL ? f->titles[i]
                                : arena_printf(ctx->arena, "%s, %s", slow, f->titles[i]);
    }
    table_note(&some, "0 or empty: not even one request at a time keeps the limit");
    if (slow != NULL)
        table_note(&some, "never within %.0f ms: %s", 1000 * curve_limits_s[N_CURVE_LIMITS - 1],
                   slow);
    if (some.n_rows > 0)
        document_put_table(chapter->document, &some);
}

bool chapter_curve(struct context *ctx, const struct chapter *chapter, struct err *err)
{
    struct findings f = {.n = 0};
    if (!find_curves(ctx, &f, err))
        return false;
    document_heading(chapter->document, 1, "How far it can be loaded%s", chapter->of);
    document_paragraph(chapter->document,
                       "Every further request outstanding brings throughput until the cluster is "
                       "busy, and nothing but latency after that. The knee is where throughput "
                       "over latency is greatest: the load to plan for lies at it or below.");
    append_chart(ctx, chapter, &f, SHOW_IOPS, false);
    append_chart(ctx, chapter, &f, SHOW_BANDWIDTH, true);
    append_chart(ctx, chapter, &f, SHOW_LATENCY, false);
    append_marks(ctx, chapter, &f);
    append_limits(ctx, chapter, &f);
    return true;
}
