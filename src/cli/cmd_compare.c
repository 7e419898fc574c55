/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan compare: two to six clusters under the same loads, side by side. */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "engine/capacity_plan.h"
#include "engine/outage.h"
#include "engine/recovery.h"
#include "load/planning_file.h"
#include "plan/bill.h"
#include "plan/compare.h"

#include <math.h>
#include <string.h>

enum { CLUSTERS_MAX = 6 };

/* What is known of a cluster beside its loads. */
struct facts {
    struct capacity capacity;
    double plan_B; /* what to store at most */
    bool has_capacity, has_recovery;
    bool io_stops;          /* after the loss of the largest host */
    struct range rebuild_s; /* after it; NaN: not rebuilt */
    struct bill bill;
};

struct side {
    const char *name;
    struct cluster *cluster;
    struct answers answers;
    struct ratio *ratios; /* one a load */
    struct facts facts;
};

struct findings {
    struct side sides[CLUSTERS_MAX];
    int n_sides;
    const struct workload *loads; /* the first cluster's */
    int n_loads;
    const struct engine_model *model;
    const struct planning *planning;
    struct gain_error error;
    struct draws draws;
    struct warnings notes;
};

/* -- loads -- */

/* The first cluster's load on another one: as many clients, and its own first pool where it has
 * none of that name. */
static struct workload load_for(struct context *ctx, struct findings *f, const struct side *side,
                                const struct workload *load)
{
    struct workload out = *load;
    const struct cluster *first = f->sides[0].cluster;
    bool counted = first->clients != NULL && first->clients->count != FIELD_ABSENT;
    bool depth = load->iodepth != FIELD_ABSENT || load->numjobs != FIELD_ABSENT;
    if (out.clients == FIELD_ABSENT && depth)
        out.clients = counted ? first->clients->count : 1;
    if (out.pool != NULL && cluster_pool(side->cluster, out.pool) == NULL) {
        warn_add(&f->notes, ctx->arena, "%s has no pool '%s': its first pool stands in", side->name,
                 out.pool);
        out.pool = NULL;
    }
    return out;
}

static bool answer_side(struct context *ctx, struct findings *f, struct side *side, struct err *err)
{
    struct workload *loads = arena_array(ctx->arena, (size_t)f->n_loads, sizeof *loads);
    double *scratch = arena_array(ctx->arena, (size_t)f->draws.n, sizeof *scratch);
    for (int i = 0; i < f->n_loads; i++)
        loads[i] = load_for(ctx, f, side, &f->loads[i]);
    if (!answer_make(ctx, f->model, side->cluster, NULL, loads, f->n_loads, &f->draws,
                     &side->answers, err))
        return false;
    struct warnings unplaced = {.n = 0};
    answer_unplaced(side->cluster, loads, f->n_loads, ctx->arena, &unplaced);
    for (int i = 0; i < unplaced.n; i++)
        warn_add(&f->notes, ctx->arena, "%s: %s", side->name, unplaced.text[i]);
    side->ratios = arena_array(ctx->arena, (size_t)f->n_loads, sizeof *side->ratios);
    for (int i = 0; i < f->n_loads; i++) {
        const struct answer *a = &f->sides[0].answers.answers[i], *b = &side->answers.answers[i];
        struct comparison comparison = {
            f->model, {a->in, &a->e}, {b->in, &b->e}, &f->draws, &f->error};
        compare_ratio(&comparison, scratch, &side->ratios[i]);
    }
    return true;
}

/* -- facts -- */

/* What the pools store, else their safe fill. */
static double *stored_of(struct context *ctx, const struct capacity *c)
{
    double *stored = arena_array(ctx->arena, (size_t)c->n_pools, sizeof *stored);
    bool stated = c->stored_B > 0;
    for (int i = 0; i < c->n_pools; i++)
        stored[i] = stated ? c->pools[i].stored_B : c->pools[i].safe_fill_B / c->n_pools;
    return stored;
}

static bool find_recovery(struct context *ctx, const struct planning *planning, struct facts *facts,
                          struct err *err)
{
    const struct capacity *c = &facts->capacity;
    struct recovery_work work;
    struct recovery_ranges ranges;
    struct recovery_case question = {.capacity = c, .stored = stored_of(ctx, c)};
    facts->rebuild_s = (struct range){UNKNOWN, UNKNOWN, UNKNOWN};
    if (!layout_largest(&c->topology, &c->pool_rows[0], FAIL_HOST, &question.failure))
        return true;
    for (int i = 0; i < c->n_pools; i++) {
        struct outage outage;
        if (!outage_make(c, i, &question.failure, ctx->arena, &outage, err))
            return false;
        facts->io_stops = facts->io_stops || outage.io_stops;
    }
    if (!recovery_work_make(&question, ctx->arena, &work, err))
        return false;
    recovery_ranges(&work, planning, PROFILE_BALANCED, context_seed(ctx), &ranges);
    if (work.fits)
        facts->rebuild_s = ranges.seconds;
    facts->has_recovery = true;
    return true;
}

/* A cluster whose capacity is not stated is still compared by its loads. */
static void find_facts(struct context *ctx, struct findings *f, struct side *side)
{
    struct err err = ERR_INIT;
    bill_make(side->cluster, ctx->arena, &side->facts.bill);
    side->facts.has_capacity =
        capacity_make(side->cluster, &f->model->constants, ctx->arena, &side->facts.capacity, &err);
    if (side->facts.has_capacity) {
        struct capacity_plan plan;
        capacity_plan_make(&side->facts.capacity, ctx->arena, &plan);
        side->facts.plan_B = plan.bytes;
        (void)find_recovery(ctx, f->planning, &side->facts, &err);
    }
    if (err.kind != ERR_NONE)
        warn_add(&f->notes, ctx->arena, "%s: capacity or recovery is not known: %s", side->name,
                 err.text);
}

/* -- all -- */

static bool name_taken(const struct findings *f, const char *name)
{
    for (int i = 0; i < f->n_sides; i++)
        if (strcmp(f->sides[i].name, name) == 0)
            return true;
    return false;
}

static bool add_side(struct context *ctx, struct findings *f, const char *path, struct err *err)
{
    struct side *side = &f->sides[f->n_sides];
    if (!context_cluster(ctx, path, &side->cluster, err))
        return false;
    side->name = side->cluster->name;
    if (name_taken(f, side->name))
        side->name = arena_printf(ctx->arena, "%s (%d)", side->name, f->n_sides + 1);
    f->n_sides++;
    return true;
}

static bool find_all(struct context *ctx, struct findings *f, struct err *err)
{
    struct engine_model *model = NULL;
    struct planning *planning = NULL;
    for (int i = 0; i < ctx->n_arguments; i++)
        if (!add_side(ctx, f, ctx->arguments[i], err))
            return false;
    if (!answer_loads(ctx, f->sides[0].cluster, &f->loads, &f->n_loads, err) ||
        !context_model(ctx, &model, err) || !answer_draws(ctx, model, &f->draws, err) ||
        !load_planning(ctx->arena, "models/recovery.yaml", &planning, err))
        return false;
    f->model = model;
    f->planning = planning;
    f->error = gain_error_of(planning);
    for (int i = 0; i < f->n_sides; i++) {
        if (!answer_side(ctx, f, &f->sides[i], err))
            return false;
        find_facts(ctx, f, &f->sides[i]);
    }
    return true;
}

static const char *verdict_of(const struct ratio *ratio)
{
    if (!ratio->significant)
        return "not significant";
    return ratio->factor.p50 > 1 ? "more" : "less";
}

/* -- text, CSV, Markdown -- */

static const struct column load_columns[] = {
    {"load", DIM_NUMBER},       {"cluster", DIM_NUMBER}, {"iops", DIM_OPS},
    {"mean latency", DIM_TIME}, {"bound", DIM_NUMBER},   {"against the first", DIM_FRACTION},
    {"verdict", DIM_NUMBER}};

static struct range change_of(const struct ratio *ratio)
{
    return (struct range){ratio->factor.p10 - 1, ratio->factor.p50 - 1, ratio->factor.p90 - 1};
}

static void loads_table(struct context *ctx, const struct findings *f, struct table *table)
{
    table_init(table, ctx->arena, load_columns, 7);
    table->title = arena_printf(ctx->arena, "Against %s, under the same loads", f->sides[0].name);
    for (int i = 0; i < f->n_loads; i++) {
        for (int k = 0; k < f->n_sides; k++) {
            const struct answer *a = &f->sides[k].answers.answers[i];
            struct cell *c = table_row(table);
            c[0] = cell_text(k == 0 || ctx->format == OUT_CSV ? a->title : "");
            c[1] = cell_text(f->sides[k].name);
            c[2] = cell_range(a->e.ops);
            if (isfinite(a->e.latency_s.p50))
                c[3] = cell_range(a->e.latency_s);
            c[4] = cell_text(estimate_bound_name(a->e.point.bound, &a->e.point.load));
            if (k == 0)
                continue;
            c[5] = cell_range(change_of(&f->sides[k].ratios[i]));
            c[6] = cell_text(verdict_of(&f->sides[k].ratios[i]));
        }
    }
    table_note(table,
               "against the first: the ratio's own P10 .. P50 .. P90, both clusters under the "
               "same draws; what they share cancels, so it is narrower than the two ranges. "
               "Not significant: it holds 0 %%.");
    for (int i = 0; i < f->notes.n; i++)
        table_note(table, "note: %s", f->notes.text[i]);
}

typedef void fact_text(const struct facts *facts, const struct side *side, char *buf, size_t size);

static void dash(char *buf, size_t size)
{
    (void)snprintf(buf, size, "-");
}

static void fact_hosts(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)facts;
    (void)snprintf(buf, size, "%d hosts, %d OSDs", cluster_hosts(side->cluster),
                   cluster_osds(side->cluster));
}

static void capacity_text(const struct facts *facts, double bytes, char *buf, size_t size)
{
    if (facts->has_capacity)
        units_format(DIM_CAPACITY, bytes, buf, size);
    else
        dash(buf, size);
}

static void fact_raw(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    capacity_text(facts, facts->capacity.raw_B, buf, size);
}

static void fact_usable(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    capacity_text(facts, facts->capacity.usable_full_B, buf, size);
}

static void fact_safe(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    capacity_text(facts, facts->capacity.safe_fill_B, buf, size);
}

static void fact_plan(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    capacity_text(facts, facts->plan_B, buf, size);
}

static void fact_failure(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    char low[32], high[32];
    (void)side;
    if (!facts->has_recovery) {
        dash(buf, size);
        return;
    }
    const char *io = facts->io_stops ? "I/O stops" : "I/O goes on";
    if (isnan(facts->rebuild_s.p50)) {
        (void)snprintf(buf, size, "%s, not rebuilt", io);
        return;
    }
    units_format(DIM_DURATION, facts->rebuild_s.p10, low, sizeof low);
    units_format(DIM_DURATION, facts->rebuild_s.p90, high, sizeof high);
    (void)snprintf(buf, size, "%s, rebuilt in %s .. %s", io, low, high);
}

static void fact_cost(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    if (isnan(facts->bill.cost.value))
        (void)snprintf(buf, size, "not known: %s", facts->bill.cost_missing);
    else
        (void)snprintf(buf, size, "%.0f %s", facts->bill.cost.value, facts->bill.cost.currency);
}

static void fact_cost_TB(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    double per_TB = facts->bill.cost.value / facts->plan_B * 1e12;
    if (!facts->has_capacity || !isfinite(per_TB))
        dash(buf, size);
    else
        (void)snprintf(buf, size, "%.0f %s", per_TB, facts->bill.cost.currency);
}

static void fact_power(const struct facts *facts, const struct side *side, char *buf, size_t size)
{
    (void)side;
    if (isnan(facts->bill.power_W))
        (void)snprintf(buf, size, "not known: %s",
                       facts->bill.power_missing == NULL ? "a host has no count"
                                                         : facts->bill.power_missing);
    else
        units_format(DIM_POWER, facts->bill.power_W, buf, size);
}

static const struct {
    const char *title;
    fact_text *text;
} fact_rows[] = {{"size", fact_hosts},
                 {"plan to store at most", fact_plan},
                 {"raw", fact_raw},
                 {"usable, to the full ratio", fact_usable},
                 {"safe fill, with a host to lose", fact_safe},
                 {"largest host lost", fact_failure},
                 {"cost", fact_cost},
                 {"cost of a TB to plan with", fact_cost_TB},
                 {"power, devices active", fact_power}};
enum { N_FACTS = sizeof fact_rows / sizeof fact_rows[0] };

static void facts_table(struct context *ctx, const struct findings *f, struct table *table)
{
    struct column *columns = arena_array(ctx->arena, CLUSTERS_MAX + 1, sizeof *columns);
    columns[0].name = "";
    for (int k = 0; k < f->n_sides; k++)
        columns[k + 1].name = f->sides[k].name;
    table_init(table, ctx->arena, columns, f->n_sides + 1);
    table->title = "Capacity, failure, cost";
    for (int i = 0; i < N_FACTS; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(fact_rows[i].title);
        for (int k = 0; k < f->n_sides; k++) {
            char text[200];
            fact_rows[i].text(&f->sides[k].facts, &f->sides[k], text, sizeof text);
            c[k + 1] = cell_text(arena_copy(ctx->arena, text));
        }
    }
    table_note(table,
               "client bytes, all but raw. Rebuilt: P10 .. P90, mClock profile balanced, with "
               "what the pools store, else at the safe fill");
}

/* -- JSON -- */

static void json_capacity(struct jsonout *json, const struct facts *facts)
{
    const struct capacity *c = &facts->capacity;
    jsonout_key(json, "capacity");
    if (!facts->has_capacity) {
        jsonout_null(json);
        return;
    }
    jsonout_object(json);
    jsonout_key_number(json, "raw", c->raw_B);
    jsonout_key_number(json, "usable_nearfull", c->usable_nearfull_B);
    jsonout_key_number(json, "usable_full", c->usable_full_B);
    jsonout_key_number(json, "safe_fill", c->safe_fill_B);
    jsonout_key_number(json, "plan_fill", facts->plan_B);
    jsonout_key_bool(json, "rebuilds_after_host_loss", c->rebuilds_after_host_loss);
    if (facts->has_recovery) {
        jsonout_key_text(json, "io_after_host_loss", facts->io_stops ? "stops" : "continues");
        jsonout_key_range(json, "rebuild_time", facts->rebuild_s);
    }
    jsonout_close(json);
}

static void json_side(struct jsonout *json, const struct side *side)
{
    const struct bill *bill = &side->facts.bill;
    jsonout_object(json);
    jsonout_key_text(json, "name", side->name);
    jsonout_key_int(json, "hosts", cluster_hosts(side->cluster));
    jsonout_key_int(json, "osds", cluster_osds(side->cluster));
    json_capacity(json, &side->facts);
    jsonout_key_object(json, "cost");
    jsonout_key_number(json, "value", bill->cost.value);
    jsonout_key_text(json, "currency", isnan(bill->cost.value) ? NULL : bill->cost.currency);
    jsonout_close(json);
    jsonout_key_number(json, "power", bill->power_W);
    jsonout_close(json);
}

static void json_result(struct jsonout *json, const struct findings *f, int side, int load)
{
    jsonout_object(json);
    jsonout_key_text(json, "cluster", f->sides[side].name);
    jsonout_key(json, "estimate");
    answer_json(json, &f->sides[side].answers.answers[load]);
    if (side > 0) {
        /* cppcheck-suppress arrayIndexOutOfBoundsCond ; a side is one of those found */
        const struct ratio *ratio = &f->sides[side].ratios[load];
        jsonout_key_range(json, "ratio", ratio->factor);
        jsonout_key_bool(json, "same_hardware", ratio->same_hardware);
        jsonout_key_bool(json, "significant", ratio->significant);
    }
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct findings *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "compare/1");
    jsonout_key_array(&json, "clusters");
    for (int k = 0; k < f->n_sides; k++)
        json_side(&json, &f->sides[k]);
    jsonout_close(&json);
    jsonout_key_array(&json, "workloads");
    for (int i = 0; i < f->n_loads; i++) {
        jsonout_object(&json);
        jsonout_key_text(&json, "name", f->sides[0].answers.answers[i].title);
        jsonout_key_array(&json, "results");
        for (int k = 0; k < f->n_sides; k++)
            json_result(&json, f, k, i);
        jsonout_close(&json);
        jsonout_close(&json);
    }
    jsonout_close(&json);
    jsonout_key_array(&json, "notes");
    for (int i = 0; i < f->notes.n; i++)
        jsonout_text(&json, f->notes.text[i]);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -- chart -- */

static void fill_figure(struct context *ctx, const struct findings *f, struct figure *figure)
{
    bool bandwidth = true;
    for (int i = 0; i < f->n_loads; i++)
        bandwidth = bandwidth && f->loads[i].bs_B >= 65536;
    figure_init(figure, ctx->arena, FIGURE_RANGE_BARS,
                arena_printf(ctx->arena, "%d clusters under the same loads", f->n_sides));
    figure->subtitle =
        arena_printf(ctx->arena, "P10, P50, P90; change against %s; what binds", f->sides[0].name);
    context_sign(f->model, NULL, figure);
    figure->source = "the cluster documents";
    figure->value = (struct figure_axis){bandwidth ? "bandwidth" : "IOPS",
                                         bandwidth ? DIM_RATE : DIM_OPS, FIGURE_LOG, false, false};
    for (int i = 0; i < f->n_loads; i++) {
        figure_add_series(figure, f->sides[0].answers.answers[i].title);
        for (int k = 0; k < f->n_sides; k++) {
            const struct answer *a = &f->sides[k].answers.answers[i];
            const char *bound = estimate_bound_name(a->e.point.bound, &a->e.point.load);
            const struct ratio *ratio = &f->sides[k].ratios[i];
            struct figure_point *point = figure_add_point(
                figure, f->sides[k].name, 0, bandwidth ? a->e.bandwidth_Bps : a->e.ops);
            point->reason =
                k == 0 ? bound
                       : arena_printf(ctx->arena, "%+.0f %%%s, %s", 100 * (ratio->factor.p50 - 1),
                                      ratio->significant ? "" : " (n. s.)", bound);
        }
    }
    figure_note(figure, "n. s.: not significant, the ratio's own range includes 0 %%");
}

static bool draw(struct context *ctx, const struct findings *f, struct err *err)
{
    struct figure figure;
    fill_figure(ctx, f, &figure);
    return context_chart(ctx, &figure, err);
}

bool cmd_compare(struct context *ctx, struct err *err)
{
    struct findings *f = arena_alloc(ctx->arena, sizeof *f);
    struct table table;
    if (!find_all(ctx, f, err))
        return false;
    if (ctx->format == OUT_JSON) {
        show_json(ctx, f);
    } else {
        loads_table(ctx, f, &table);
        context_table(ctx, &table);
    }
    if (ctx->format == OUT_TEXT || ctx->format == OUT_MD) {
        fputc('\n', ctx->out);
        facts_table(ctx, f, &table);
        context_table(ctx, &table);
    }
    /* CSV has no notes. */
    for (int i = 0; i < f->notes.n && ctx->format == OUT_CSV; i++)
        context_remark(ctx, "note: %s", f->notes.text[i]);
    return ctx->options.chart == NULL || draw(ctx, f, err);
}

/* -- report -- */

bool chapter_compare(struct context *ctx, const struct chapter *chapter, struct err *err)
{
    struct findings *f = arena_alloc(ctx->arena, sizeof *f);
    struct table table;
    struct figure figure;
    if (!find_all(ctx, f, err))
        return false;
    document_heading(chapter->document, 1, "Side by side");
    facts_table(ctx, f, &table);
    document_put_table(chapter->document, &table);
    fill_figure(ctx, f, &figure);
    document_put_figure(chapter->document, "side-by-side", &figure);
    loads_table(ctx, f, &table);
    document_put_table(chapter->document, &table);
    return true;
}
