/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan capacity: what a cluster holds, what may be stored safely, and when that is reached. */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "cli/space.h"
#include "engine/capacity_steps.h"
#include "plan/check_space.h"

#include <string.h>

struct found {
    struct cluster *cluster;
    struct engine_model *model;
    struct capacity capacity;
    struct planning *planning;
    struct findings findings;
    double today;
};

static bool find_all(struct context *ctx, struct found *f, struct err *err)
{
    struct advice *advice = NULL;
    f->findings = (struct findings){.arena = ctx->arena};
    if (!space_today(ctx, &f->today, err) ||
        !context_cluster(ctx, ctx->arguments[0], &f->cluster, err) ||
        !context_model(ctx, &f->model, err) || !space_planning(ctx, &f->planning, err) ||
        !space_advice(ctx, &advice, err) ||
        !space_capacity(ctx, f->cluster, f->model, &f->capacity, err) ||
        !check_space(&f->capacity, f->planning, advice, &f->findings, err))
        return false;
    findings_sort(&f->findings);
    for (int i = 0; i < f->capacity.n_pools; i++)
        ctx->answer_is_no = ctx->answer_is_no || !f->capacity.pools[i].placeable;
    return true;
}

static void show_json(struct context *ctx, const struct found *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "capacity/1");
    space_json(ctx, &json, &f->capacity, &f->findings, f->today);
    jsonout_close(&json);
    jsonout_end(&json);
}

static void note_findings(const struct found *f, struct table *table)
{
    for (int i = 0; i < f->findings.n; i++) {
        const struct finding *row = &f->findings.rows[i];
        if (row->severity > SEVERITY_INFO)
            table_note(table, "%s: %s: %s (%s)", severity_names[row->severity], row->where,
                       row->what, row->why);
    }
}

static void show_tables(struct context *ctx, const struct found *f)
{
    struct table table;
    if (ctx->format == OUT_CSV) {
        space_pools_table(ctx, &f->capacity, &table);
        context_table(ctx, &table);
        return;
    }
    space_plan_table(ctx, &f->capacity, &table);
    note_findings(f, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    space_totals_table(ctx, &f->capacity, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    space_pools_table(ctx, &f->capacity, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    space_classes_table(ctx, &f->capacity, f->planning, &table);
    context_table(ctx, &table);
    fputc('\n', ctx->out);
    space_steps_table(ctx, &f->capacity, &table);
    context_table(ctx, &table);
    space_limits_table(ctx, &f->capacity, f->today, &table);
    if (table.n_rows == 0)
        return;
    fputc('\n', ctx->out);
    context_table(ctx, &table);
}

/* -- charts -------------------------------------------------------------- */

static void fill_steps(const struct found *f, struct figure *figure)
{
    struct capacity_steps steps;
    struct capacity_plan plan;
    capacity_plan_make(&f->capacity, figure->arena, &plan);
    capacity_steps_make(&f->capacity, &plan, &steps);
    figure->value = (struct figure_axis){"bytes", DIM_CAPACITY, FIGURE_LINEAR, false, false};
    figure_add_series(figure, NULL);
    for (int i = 0; i < steps.n; i++)
        figure_add_point(figure, steps.rows[i].step, 0, figure_value(steps.rows[i].bytes))->reason =
            steps.rows[i].why;
}

/* Do the cluster's limits in bytes hold at any time? Only where all data stands on the same OSDs
 * and grows alike; else what is reached when depends on the mix. */
static bool has_fixed_limits(const struct capacity *c)
{
    const struct pool_capacity *first = NULL;
    for (int i = 0; i < c->n_pools; i++) {
        const struct pool_capacity *p = &c->pools[i];
        if (p->group == CAPACITY_ASIDE)
            continue;
        first = first == NULL ? p : first;
        double one = first->pool->growth_per_year, two = p->pool->growth_per_year;
        if (p->group != first->group || !(one == two || (isnan(one) && isnan(two))))
            return false;
    }
    return !c->mix_assumed;
}

static void add_stored(const struct found *f, double years, const char *label,
                       struct figure *figure)
{
    const struct capacity *c = &f->capacity;
    double sum = 0;
    for (int p = 0; p < c->n_pools; p++)
        sum += growth_stored_B(&c->pool_rows[p], years);
    struct figure_point *point =
        figure_add_point(figure, label, f->today + years * YEAR_S, figure_value(sum));
    point->mark = label == NULL ? FIGURE_PLAIN : FIGURE_CHOSEN;
}

/* Bytes stored over the years, up to a year past the full ratio, ten years at most. The limits are
 * lines where they are fixed, else marks at the day they are reached. */
static void fill_growth(const struct found *f, struct context *ctx, struct figure *figure)
{
    enum { SAMPLES = 60 };
    const struct capacity *c = &f->capacity;
    struct growth_limit *limits;
    struct capacity_plan plan;
    int n = growth_limits(c, ctx->arena, &limits), marked = 0;
    bool fixed = has_fixed_limits(c);
    double years =
        n > 0 && isfinite(limits[GROWTH_FULL].years) ? fmin(10, limits[GROWTH_FULL].years + 1) : 10;
    figure->value = (struct figure_axis){"stored", DIM_CAPACITY, FIGURE_LINEAR, false, false};
    figure->x = (struct figure_axis){"date", DIM_NUMBER, FIGURE_LINEAR, false, true};
    figure_add_series(figure, "stored by clients");
    for (int i = 0; i <= SAMPLES; i++) {
        double t = years * i / SAMPLES;
        /* Limits stand in the order in which they are reached. */
        for (; !fixed && marked < N_GROWTH_FILLS && limits[marked].years <= t; marked++)
            add_stored(f, limits[marked].years, limits[marked].limit, figure);
        add_stored(f, t, NULL, figure);
    }
    if (!fixed) {
        figure->chosen = "the first OSDs reach a limit; when depends on what grows";
        return;
    }
    capacity_plan_make(c, ctx->arena, &plan);
    figure_add_limit(figure, "plan at most", plan.bytes);
    if (plan.bytes < c->safe_fill_B * (1 - 1e-9))
        figure_add_limit(figure, "safe fill", c->safe_fill_B);
    figure_add_limit(figure, "nearfull", c->usable_nearfull_B);
    figure_add_limit(figure, "full", c->usable_full_B);
}

static void fill_figure(struct context *ctx, const struct found *f, bool time,
                        struct figure *figure)
{
    figure_init(
        figure, ctx->arena, time ? FIGURE_LINE_BAND : FIGURE_WATERFALL,
        arena_printf(ctx->arena,
                     time ? "%s: fill over time" : "%s: from the devices to what to store at most",
                     f->cluster->name));
    context_sign(f->model, f->cluster, figure);
    if (time)
        fill_growth(f, ctx, figure);
    else
        fill_steps(f, figure);
}

static bool draw(struct context *ctx, const struct found *f, struct err *err)
{
    struct figure figure;
    const char *view = ctx->options.view == NULL ? "steps" : ctx->options.view;
    bool time = strcmp(view, "time") == 0;
    if (!time && strcmp(view, "steps") != 0)
        return err_set(err, ERR_USAGE, "--view '%.40s'; allowed: steps, time", view);
    if (time && !(f->capacity.stored_B > 0))
        return err_set(err, ERR_USAGE, "--view time: no pool states what it stores (`stored`)");
    fill_figure(ctx, f, time, &figure);
    return context_chart(ctx, &figure, err);
}

bool cmd_capacity(struct context *ctx, struct err *err)
{
    struct found f;
    if (!find_all(ctx, &f, err))
        return false;
    if (ctx->format == OUT_JSON)
        show_json(ctx, &f);
    else
        show_tables(ctx, &f);
    return ctx->options.chart == NULL || draw(ctx, &f, err);
}

/* -- report -------------------------------------------------------------- */

static void append_growth(struct context *ctx, const struct chapter *chapter, const struct found *f)
{
    struct table table;
    struct figure figure;
    space_limits_table(ctx, &f->capacity, f->today, &table);
    if (table.n_rows == 0)
        return;
    document_heading(chapter->document, 2, "%s", table.title);
    table.title = NULL;
    table.n_notes--;
    table_note(&table, "Growth is compounded year on year; a pool that states none stands still.");
    document_put_table(chapter->document, &table);
    fill_figure(ctx, f, true, &figure);
    document_put_figure(chapter->document, "fill-over-time", &figure);
}

static void append_tables(struct context *ctx, const struct chapter *chapter, const struct found *f)
{
    /* Of the pools what one plans with; the ways of placement are for `cephplan capacity`. */
    static const int shown[] = {0, 1, 14, 2, 5, 4, 3, 9, 10, 11, 12};
    struct document *document = chapter->document;
    struct table table, some;
    struct figure figure;
    space_plan_table(ctx, &f->capacity, &table);
    table.title = "Plan to store at most";
    document_put_table(document, &table);
    space_totals_table(ctx, &f->capacity, &table);
    document_put_table(document, &table);
    fill_figure(ctx, f, false, &figure);
    document_put_figure(document, "capacity", &figure);
    space_pools_table(ctx, &f->capacity, &table);
    table_select(&table, shown, sizeof shown / sizeof shown[0], &some);
    document_put_table(document, &some);
    space_classes_table(ctx, &f->capacity, f->planning, &table);
    if (table.n_rows > 1)
        document_put_table(document, &table);
}

/* What to store at most in each of several pools; NULL: there is one. */
static const char *plan_pools(struct context *ctx, const struct capacity *c,
                              const struct capacity_plan *plan)
{
    enum { SHOWN = 4 };
    const char *text = NULL;
    for (int i = 0; i < c->n_pools && c->n_pools > 1 && i < SHOWN; i++)
        text = arena_printf(ctx->arena, "%s%s%s %s", text == NULL ? "" : text,
                            text == NULL ? "" : ", ", c->pool_rows[i].name,
                            units_text(DIM_CAPACITY, plan->pools[i].bytes).text);
    if (c->n_pools > SHOWN)
        text = arena_printf(ctx->arena, "%s and %d more pools", text, c->n_pools - SHOWN);
    return text;
}

bool chapter_capacity(struct context *ctx, const struct chapter *chapter,
                      struct capacity_digest *digest, struct err *err)
{
    struct found f;
    if (!find_all(ctx, &f, err))
        return false;
    const struct capacity *c = &f.capacity;
    struct growth_limit *limits;
    struct capacity_plan plan;
    bool grows = growth_limits(c, ctx->arena, &limits) > 0;
    capacity_plan_make(c, ctx->arena, &plan);
    *digest = (struct capacity_digest){
        .known = true,
        .rebuilds = c->rebuilds_after_host_loss,
        .raw_B = c->raw_B,
        .plan_B = plan.bytes,
        .plan_pools = plan_pools(ctx, c, &plan),
        .safe_fill_B = c->safe_fill_B,
        .nearfull_B = c->usable_nearfull_B,
        .stored_B = c->stored_B,
        .limit_date = grows ? space_date(ctx, f.today, limits[0].years) : NULL,
    };
    document_heading(chapter->document, 1, "Capacity and growth%s", chapter->of);
    document_paragraph(chapter->document,
                       "Plan to store no more than the first table says: up to there even the "
                       "fullest OSD stays below the warning level, and what can be rebuilt after "
                       "a failure finds room. The second table shows the parts of that figure. "
                       "Bytes are what clients store, all copies taken off, unless they are "
                       "called raw.");
    append_tables(ctx, chapter, &f);
    append_growth(ctx, chapter, &f);
    return true;
}
