/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan estimate: what a cluster will do under each load, as ranges, and why. */
#include "base/num.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/formulas.h"
#include "cli/load_figures.h"

#include <math.h>
#include <string.h>

/* Everything one run of estimate found. */
struct findings {
    struct cluster *cluster;
    struct engine_model *model;
    const struct workload *loads;
    int n_loads;
    struct answers engine;
    bool has_engine;
    struct formula_answers formulas[MAX_MODELS];
    int n_formulas;
};

/* A pool that cannot be placed is among the engine's warnings, which CSV and formulas alone do not
 * show. */
static void remark_unplaced(const struct context *ctx, const struct findings *f,
                            const char *const *names, int n)
{
    bool engine = false;
    for (int i = 0; i < n; i++)
        engine = engine || strcmp(names[i], "engine") == 0;
    if (!engine || ctx->format == OUT_CSV)
        answer_remark_unplaced(ctx, f->cluster, f->loads, f->n_loads);
}

static bool find_all(struct context *ctx, struct findings *f, struct err *err)
{
    const char *names[MAX_MODELS];
    struct cluster *baseline = NULL;
    struct draws draws;
    int n = 0;
    if (!models_wanted(ctx, names, &n, err) ||
        !context_cluster(ctx, ctx->arguments[0], &f->cluster, err) ||
        !answer_loads(ctx, f->cluster, &f->loads, &f->n_loads, err))
        return false;
    answer_remark_pools(ctx, f->cluster);
    remark_unplaced(ctx, f, names, n);
    if (ctx->options.baseline != NULL &&
        !context_record(ctx, ctx->options.baseline, &baseline, err))
        return false;
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], "engine") == 0) {
            f->has_engine = true;
            if (!context_model(ctx, &f->model, err) || !answer_draws(ctx, f->model, &draws, err) ||
                !answer_make(ctx, f->model, f->cluster, baseline, f->loads, f->n_loads, &draws,
                             &f->engine, err))
                return false;
        } else if (!formulas_answer(ctx, names[i], f->cluster, f->loads, f->n_loads,
                                    &f->formulas[f->n_formulas++], err)) {
            return false;
        }
    }
    return true;
}

/* -- text, CSV, Markdown -- */

static const struct column columns[] = {{"load", DIM_NUMBER},       {"model", DIM_NUMBER},
                                        {"iops", DIM_OPS},          {"bandwidth", DIM_RATE},
                                        {"mean latency", DIM_TIME}, {"p99 latency", DIM_TIME},
                                        {"bound", DIM_NUMBER},      {"next bound", DIM_NUMBER}};

static struct cell known(const struct context *ctx, struct range r)
{
    return isfinite(r.p50) ? cell_range(r) : context_unknown(ctx);
}

static void engine_row(const struct context *ctx, struct table *table, const struct answer *a)
{
    const struct estimate *e = &a->e;
    struct cell *c = table_row(table);
    c[0] = cell_text(a->title);
    c[1] = cell_text("engine");
    c[2] = cell_range(e->ops);
    c[3] = cell_range(e->bandwidth_Bps);
    c[4] = known(ctx, e->latency_s);
    c[5] = e->two_modes && ctx->format != OUT_CSV ? cell_text("two modes") : known(ctx, e->p99_s);
    c[6] = cell_text(estimate_bound_name(e->point.bound, &e->point.load));
    c[7] = cell_text(estimate_bound_name(e->point.next_bound, &e->point.load));
}

static void load_rows(struct context *ctx, const struct findings *f, int i, struct table *table)
{
    if (f->has_engine)
        engine_row(ctx, table, &f->engine.answers[i]);
    for (int k = 0; k < f->n_formulas; k++)
        formulas_row(ctx, &f->formulas[k], i, table);
}

/* Each default once, with what it costs in width where it costs most. */
static void note_assumed(struct context *ctx, const struct answers *all, struct table *table)
{
    for (int key = 0; key < N_INPUT_KEYS; key++) {
        const struct assumption *widest = NULL;
        for (int i = 0; i < all->n; i++) {
            const struct engine_inputs *in = all->answers[i].in;
            for (int k = 0; k < in->n_assumed; k++)
                if ((int)in->assumed[k].key == key &&
                    (widest == NULL || in->assumed[k].log_sd > widest->log_sd))
                    widest = &in->assumed[k];
        }
        if (widest == NULL)
            continue;
        char text[200];
        answer_assumption(widest, text, sizeof text);
        if (widest->log_sd > 0)
            table_note(table, "assumed: %s; alone it widens the range by x/\xc3\xb7 %.2f", text,
                       exp(NUM_Z90 * widest->log_sd));
        else
            table_note(table, "assumed: %s", text);
    }
    (void)ctx;
}

/* The classes that rest on few publishers, in one line. */
static void note_publishers(struct context *ctx, const struct answers *all, struct table *table)
{
    const char *text = "";
    bool seen[N_LOAD_CLASSES] = {false};
    for (int i = 0; i < all->n; i++) {
        enum load_class class = all->answers[i].in->class;
        int publishers = warn_publishers(all->model, class);
        if (publishers == 0 || seen[class])
            continue;
        seen[class] = true;
        text = arena_printf(ctx->arena, "%s%s%s (%d)", text, *text == '\0' ? "" : ", ",
                            load_class_names[class], publishers);
    }
    if (*text != '\0')
        table_note(table,
                   "few publishers of measurements behind: %s; a range can be no better than that",
                   text);
}

static void note_warnings(struct context *ctx, const struct answers *all, struct table *table)
{
    struct warnings seen = {.n = 0};
    for (int i = 0; i < all->n; i++)
        for (int k = 0; k < all->answers[i].warnings.n; k++)
            warn_add(&seen, ctx->arena, "%s", all->answers[i].warnings.text[k]);
    for (int i = 0; i < seen.n; i++)
        table_note(table, "warning: %s", seen.text[i]);
    note_publishers(ctx, all, table);
}

static void estimates_table(struct context *ctx, const struct findings *f, struct table *table)
{
    table_init(table, ctx->arena, columns, 8);
    table->title = arena_printf(ctx->arena, "%s: what it will do (%s)", f->cluster->name,
                                answer_describe(ctx->arena, f->cluster));
    for (int i = 0; i < f->n_loads; i++)
        load_rows(ctx, f, i, table);
    if (f->has_engine) {
        table_note(
            table,
            "engine: P10 .. P50 .. P90; one cluster in ten does worse than P10. The range holds "
            "parameter, "
            "publisher and guess uncertainty; `cephplan validate --lopo` shows how often it held.");
        note_assumed(ctx, &f->engine, table);
        note_warnings(ctx, &f->engine, table);
    }
    for (int k = 0; k < f->n_formulas; k++)
        formulas_note(ctx, &f->formulas[k], table);
}

static void losses_table(struct context *ctx, const struct findings *f, struct table *table)
{
    static const struct column loss_columns[] = {{"load", DIM_NUMBER},
                                                 {"step", DIM_NUMBER},
                                                 {"iops left", DIM_OPS},
                                                 {"factor", DIM_RATIO},
                                                 {"why", DIM_NUMBER}};
    table_init(table, ctx->arena, loss_columns, 5);
    table->title = "The loss from raw devices to the client, at P50";
    for (int i = 0; i < f->engine.n; i++) {
        const struct answer *a = &f->engine.answers[i];
        for (int k = 0; k < a->e.n_losses; k++) {
            const struct loss *loss = &a->e.losses[k];
            if (k > 0 && fabs(loss->factor - 1) < 0.005)
                continue;
            struct cell *c = table_row(table);
            c[0] = cell_text(k == 0 ? a->title : "");
            c[1] = cell_text(loss->step);
            c[2] = cell_number(loss->ops);
            c[3] = cell_number(loss->factor);
            c[4] = cell_text(loss->why);
        }
    }
}

/* -- JSON -- */

static void show_json(struct context *ctx, const struct findings *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "estimate/1");
    jsonout_key_text(&json, "cluster", f->cluster->name);
    jsonout_key_array(&json, "estimates");
    for (int i = 0; i < f->n_loads; i++) {
        if (f->has_engine)
            answer_json(&json, &f->engine.answers[i]);
        for (int k = 0; k < f->n_formulas; k++)
            formulas_json(&json, f->cluster, &f->formulas[k], i);
    }
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -- chart -- */

enum { LARGE_B = 65536 };

/* Large blocks are a matter of bandwidth, small ones of operations: a chart shows the one that most
 * loads ask for. */
static bool shows_bandwidth(const struct findings *f)
{
    int large = 0;
    for (int i = 0; i < f->n_loads; i++)
        large += f->loads[i].bs_B >= LARGE_B;
    return large == f->n_loads;
}

/* What limits an estimate, for people who do not know the names in the JSON. */
static const char *bound_words(const struct estimate *e)
{
    static const struct {
        const char *name, *words;
    } table[] = {{"data", "data devices"},
                 {"db", "DB or journal"},
                 {"cpu", "OSD CPU"},
                 {"osd", "OSD process"},
                 {"net.public", "public network"},
                 {"net.cluster", "cluster network"},
                 {"client.net", "client network"},
                 {"client.cpu", "client CPU"},
                 {"depth", "queue depth"}};
    const char *name = estimate_bound_name(e->point.bound, &e->point.load);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].words;
    return name;
}

/* Among operations of small blocks, large ones need their bandwidth said. */
static const char *load_label(struct context *ctx, const struct findings *f, int i, bool bandwidth)
{
    char title[160], rate[40];
    workload_title(&f->loads[i], title, sizeof title);
    if (bandwidth || !f->has_engine || f->loads[i].bs_B < LARGE_B)
        return arena_copy(ctx->arena, title);
    units_format(DIM_RATE, f->engine.answers[i].e.bandwidth_Bps.p50, rate, sizeof rate);
    return arena_printf(ctx->arena, "%s (%s)", title, rate);
}

static void chart_load(struct context *ctx, const struct findings *f, int i, bool bandwidth,
                       struct figure *figure)
{
    figure_add_series(figure, load_label(ctx, f, i, bandwidth));
    if (f->has_engine) {
        const struct estimate *e = &f->engine.answers[i].e;
        struct figure_point *point =
            figure_add_point(figure, "engine", 0, bandwidth ? e->bandwidth_Bps : e->ops);
        point->reason = bound_words(e);
    }
    for (int k = 0; k < f->n_formulas; k++)
        formulas_point(&f->formulas[k], i, bandwidth, figure);
}

static void fill_ranges(struct context *ctx, const struct findings *f, struct figure *figure)
{
    bool bandwidth = shows_bandwidth(f);
    figure_init(figure, ctx->arena, FIGURE_RANGE_BARS,
                arena_printf(ctx->arena, "%s: %s by load", f->cluster->name,
                             bandwidth ? "client bandwidth" : "client operations/s"));
    figure->subtitle = answer_describe(ctx->arena, f->cluster);
    context_sign(f->model, f->cluster, figure);
    if (f->n_formulas > 0)
        figure->model = f->has_engine
                            ? arena_printf(ctx->arena, "published formulas, %s", figure->model)
                            : "published formulas, cephplan " CEPHPLAN_VERSION;
    figure->value = (struct figure_axis){bandwidth ? "bandwidth" : "IOPS",
                                         bandwidth ? DIM_RATE : DIM_OPS, FIGURE_LOG, false, false};
    for (int i = 0; i < f->n_loads; i++)
        chart_load(ctx, f, i, bandwidth, figure);
    if (f->has_engine)
        figure_note(figure, "Words at the end of a row: what limits the engine's estimate.");
}

/* Of the first load: --workload chooses another. */
static void fill_losses(struct context *ctx, const struct findings *f, struct figure *figure)
{
    load_figures_losses(&f->engine, &f->engine.answers[0], ctx->arena, figure);
}

static void fill_bounds(struct context *ctx, const struct findings *f, struct figure *figure)
{
    load_figures_bounds(
        &f->engine, arena_printf(ctx->arena, "%s: the limit of each resource", f->cluster->name),
        ctx->arena, figure);
    for (int i = 0; i < f->n_loads; i++)
        load_figures_add_bounds(&f->engine.answers[i], figure);
}

struct chart_row {
    const char *name;
    void (*fill)(struct context *ctx, const struct findings *f, struct figure *figure);
    bool engine; /* asks the engine */
};

/* The chart that --show names; NULL, and err told, when there is none of that name. */
static const struct chart_row *find_chart(const struct context *ctx, const struct findings *f,
                                          struct err *err)
{
    static const struct chart_row rows[] = {{"ranges", fill_ranges, false},
                                            {"losses", fill_losses, true},
                                            {"bounds", fill_bounds, true}};
    const char *show = ctx->options.show == NULL ? "ranges" : ctx->options.show;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, show) == 0 &&
            (!rows[i].engine || (f->has_engine && f->n_loads > 0)))
            return &rows[i];
    (void)err_set(err, ERR_USAGE,
                  "--show '%.40s'; allowed: ranges, and of the engine losses and bounds", show);
    return NULL;
}

static bool draw(struct context *ctx, const struct findings *f, struct err *err)
{
    struct figure figure;
    const struct chart_row *row = find_chart(ctx, f, err);
    if (row == NULL)
        return false;
    row->fill(ctx, f, &figure);
    return context_chart(ctx, &figure, err);
}

bool cmd_estimate(struct context *ctx, struct err *err)
{
    struct findings f = {.n_formulas = 0};
    struct table table;
    if (ctx->options.show != NULL && ctx->options.chart == NULL)
        return err_set(err, ERR_USAGE, "--show says what --chart draws, which is not given");
    if (!find_all(ctx, &f, err))
        return false;
    if (ctx->format == OUT_JSON) {
        show_json(ctx, &f);
    } else {
        estimates_table(ctx, &f, &table);
        context_table(ctx, &table);
    }
    if (f.has_engine && (ctx->format == OUT_TEXT || ctx->format == OUT_MD)) {
        fputc('\n', ctx->out);
        losses_table(ctx, &f, &table);
        context_table(ctx, &table);
    }
    return ctx->options.chart == NULL || draw(ctx, &f, err);
}
