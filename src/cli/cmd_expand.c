/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan expand: what more hosts or OSDs bring, what moves, and where more of them stops paying.
 */
#include "cli/chapters.h"
#include "cli/commands.h"
#include "cli/gain_notes.h"
#include "cli/space.h"
#include "engine/move.h"
#include "plan/change.h"
#include "plan/expand.h"
#include "plan/stock.h"

enum { STEPS_MAX = 64, STEPS_DEFAULT = 12 };
#define KEYS 2e7 /* straw2 keys drawn for what is shuffled */

/* One load over more and more additions. */
struct curve_of {
    struct gain_step steps[STEPS_MAX + 1];
    int n, knee;
};

struct found {
    struct cluster *cluster, *grown, *baseline;
    struct addition addition;
    int first, last; /* --steps; 0, 0: not asked */
    bool ranged;     /* the steps' ranges are asked for */
    struct engine_model *model;
    struct planning *planning;
    struct draws draws;
    struct gain_error error;
    double *scratch;
    const struct workload *loads;
    int n_loads;
    struct answers before, after;
    struct gain *gains;
    struct curve_of *curves;
    struct capacity old, new;
    bool has_space; /* the document says enough for capacity and movement */
    const char *no_space;
    double *stored;
    const char *stock;
    struct recovery_work work;
    struct remap *remaps;
    struct recovery_ranges ranges;
};

/* -- options ------------------------------------------------------------- */

static bool find_steps(const char *text, struct found *f, struct err *err)
{
    int first = 0, last = 0;
    char rest;
    if (text == NULL)
        return true;
    if (sscanf(text, "%4d..%4d%c", &first, &last, &rest) == 2 && first >= 1 && last >= first &&
        last <= STEPS_MAX) {
        f->first = first;
        f->last = last;
        return true;
    }
    return err_set(err, ERR_USAGE,
                   "--steps '%.40s'; allowed: A..B with 1 <= A <= B <= %d, such as 1..12", text,
                   STEPS_MAX);
}

static bool find_addition(struct context *ctx, struct found *f, struct err *err)
{
    const struct options *o = &ctx->options;
    if (o->n_add == 0 && o->n_pool == 0)
        return err_set(err, ERR_USAGE,
                       "expand: needs --add hosts=N, --add osds=N or --pool KEY=VALUE; see "
                       "cephplan help expand");
    for (int i = 0; i < o->n_add; i++)
        if (!change_parse(o->add[i], &f->addition, err))
            return false;
    f->addition.like = o->like;
    return o->device == NULL || catalogue_find(ctx->catalogue, o->device, &f->addition.device, err);
}

static bool grow(struct context *ctx, const struct found *f, int times, struct cluster **grown,
                 struct err *err)
{
    if (!change_add(f->cluster, &f->addition, times, ctx->arena, grown, err))
        return false;
    for (int i = 0; i < ctx->options.n_pool; i++)
        if (!change_pool(*grown, ctx->options.pool[i], ctx->arena, err))
            return false;
    return true;
}

/* -- performance --------------------------------------------------------- */

static bool make_step(struct context *ctx, struct found *f, const struct cluster *cluster, int load,
                      int times, struct gain_step *step, struct err *err)
{
    struct engine_group *groups = arena_array(ctx->arena, MAX_GROUPS, sizeof *groups);
    struct engine_inputs *in = arena_alloc(ctx->arena, sizeof *in);
    struct draws none = {NULL, 0};
    struct gain gain;
    if (!engine_inputs_make(f->model, cluster, &f->loads[load], NULL, groups, in, err))
        return false;
    gain_make(f->model, f->before.answers[load].in, in, f->ranged ? &f->draws : &none, &f->error,
              f->scratch, &gain);
    *step = (struct gain_step){
        .times = times,
        .osds = cluster_osds(cluster),
        .ops = f->before.answers[load].e.ops.p50 * gain.ratio.p50,
        .saturated_ops = gain.saturated_ops,
        .ratio = gain.ratio,
        .bound = gain.bound_after,
        .bound_name = gain.after,
    };
    return true;
}

/* Steps 0 .. last, or to the default where none were asked: the knee is looked for in any case. A
 * first step that could be made leaves only size to forbid another: the curve ends before it. */
static bool make_curves(struct context *ctx, struct found *f, struct err *err)
{
    int last = f->last > 0 ? f->last : STEPS_DEFAULT;
    f->curves = arena_array(ctx->arena, (size_t)f->n_loads + 1, sizeof *f->curves);
    for (int times = 0; times <= last; times++) {
        struct cluster *cluster = f->cluster;
        struct err inner = ERR_INIT;
        if (times > 0 && !grow(ctx, f, times, &cluster, &inner)) {
            last = times - 1;
            if (f->last == 0)
                break;
            *err = inner;
            return false;
        }
        context_progress(ctx, "steps", times, last);
        for (int i = 0; i < f->n_loads; i++)
            if (!make_step(ctx, f, cluster, i, times, &f->curves[i].steps[times], err))
                return false;
    }
    for (int i = 0; i < f->n_loads; i++) {
        f->curves[i].n = last + 1;
        f->curves[i].knee = gain_knee(f->curves[i].steps, last + 1);
    }
    return true;
}

static bool ask_engine(struct context *ctx, struct found *f, struct err *err)
{
    if (!answer_loads(ctx, f->cluster, &f->loads, &f->n_loads, err) ||
        !answer_draws(ctx, f->model, &f->draws, err) ||
        !answer_make(ctx, f->model, f->cluster, f->baseline, f->loads, f->n_loads, &f->draws,
                     &f->before, err) ||
        !answer_make(ctx, f->model, f->grown, NULL, f->loads, f->n_loads, &f->draws, &f->after,
                     err))
        return false;
    answer_remark_pools(ctx, f->cluster);
    answer_remark_unplaced(ctx, f->grown, f->loads, f->n_loads);
    f->gains = arena_array(ctx->arena, (size_t)f->n_loads + 1, sizeof *f->gains);
    f->scratch = arena_array(ctx->arena, (size_t)f->draws.n + 1, sizeof *f->scratch);
    for (int i = 0; i < f->n_loads; i++)
        gain_make(f->model, f->before.answers[i].in, f->after.answers[i].in, &f->draws, &f->error,
                  f->scratch, &f->gains[i]);
    for (int i = 0; i < f->n_loads && f->baseline != NULL; i++)
        gain_apply(&f->before.answers[i].e, &f->gains[i].ratio, f->after.answers[i].in->bytes,
                   &f->after.answers[i].e);
    return f->addition.hosts + f->addition.osds == 0 || make_curves(ctx, f, err);
}

/* -- space and movement -------------------------------------------------- */

/* A record may say too little for it: then there is no capacity, and the answer says why. */
static bool ask_space(struct context *ctx, struct found *f, struct err *err)
{
    double fill = UNKNOWN;
    enum recovery_profile profile;
    struct err quiet = ERR_INIT;
    if (!space_share("fill", ctx->options.fill, &fill, err) ||
        !space_profile(ctx->options.profile, &profile, err))
        return false;
    f->has_space = space_capacity(ctx, f->cluster, f->model, &f->old, &quiet) &&
                   space_capacity(ctx, f->grown, f->model, &f->new, &quiet);
    if (!f->has_space) {
        f->no_space = arena_copy(ctx->arena, quiet.text);
        return true;
    }
    f->stored = arena_array(ctx->arena, (size_t)f->old.n_pools, sizeof *f->stored);
    f->remaps = arena_array(ctx->arena, (size_t)f->old.n_pools, sizeof *f->remaps);
    f->stock = stock_fill(&f->old, fill, ctx->arena, f->stored);
    if (!move_work_make(&f->old, &f->new, f->stored, KEYS, ctx->arena, &f->work, f->remaps, err))
        return false;
    recovery_ranges(&f->work, f->planning, profile, context_seed(ctx), &f->ranges);
    return true;
}

static bool find_all(struct context *ctx, struct found *f, struct err *err)
{
    if (!find_steps(ctx->options.steps, f, err) || !find_addition(ctx, f, err) ||
        !context_cluster(ctx, ctx->arguments[0], &f->cluster, err) ||
        !context_model(ctx, &f->model, err) || !space_planning(ctx, &f->planning, err) ||
        (ctx->options.baseline != NULL &&
         !context_record(ctx, ctx->options.baseline, &f->baseline, err)) ||
        !grow(ctx, f, 1, &f->grown, err))
        return false;
    f->error = gain_error_of(f->planning);
    return ask_engine(ctx, f, err) && ask_space(ctx, f, err);
}

/* -- tables -------------------------------------------------------------- */

static void gains_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {
        {"load", DIM_NUMBER}, {"iops before", DIM_OPS},     {"iops after", DIM_OPS},
        {"gain", DIM_RATIO},  {"bound before", DIM_NUMBER}, {"bound after", DIM_NUMBER}};
    table_init(table, ctx->arena, columns, 6);
    table->title = arena_printf(ctx->arena, "%s: %d OSDs to %d", f->cluster->name,
                                cluster_osds(f->cluster), cluster_osds(f->grown));
    for (int i = 0; i < f->n_loads; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(f->before.answers[i].title);
        c[1] = cell_range(f->before.answers[i].e.ops);
        c[2] = cell_range(f->after.answers[i].e.ops);
        c[3] = cell_range(f->gains[i].ratio);
        c[4] = cell_text(f->gains[i].before);
        c[5] = cell_text(f->gains[i].after);
    }
    table_note(
        table,
        "P10 .. P50 .. P90. The gain is a ratio: what is uncertain in both sizes cancels, so its "
        "range is narrower than that of either.");
    if (f->baseline != NULL)
        table_note(table, "anchored on %s: levels lean on what was measured, ratios are predicted",
                   f->baseline->name);
    if (f->addition.hosts > 0 && f->addition.like == NULL)
        gain_note_kind(f->cluster, table);
    gain_note_losses(f->gains, &f->before, &f->after, table);
}

/* What stops the gain at the knee, or binds at the last step where all of them pay. */
static enum bound stopper_of(const struct found *f, const struct curve_of *curve, const char **name)
{
    bool all = curve->knee == curve->n - 1;
    const struct gain_step *knee = &curve->steps[curve->knee], *next = all ? knee : knee + 1;
    enum bound stopper = all ? next->bound : gain_stopper(knee, next, f->addition.hosts > 0);
    *name = stopper == next->bound ? next->bound_name : bound_names[stopper];
    return stopper;
}

/* How one load takes more and more of it. */
static void curve_row(struct context *ctx, const struct found *f, int i, struct table *table)
{
    const struct curve_of *curve = &f->curves[i];
    const struct gain_step *knee = &curve->steps[curve->knee];
    const char *name = NULL;
    enum bound stopper = stopper_of(f, curve, &name);
    struct cell *c = table_row(table);
    c[0] = cell_text(f->before.answers[i].title);
    const char *first =
        curve->knee > 1 && curve->steps[1].ratio.p50 < 1 ? "not the first step, then " : "";
    if (curve->knee == 0)
        c[1] = cell_text("no: more OSDs do not pay at this load");
    else
        c[1] = cell_text(arena_printf(ctx->arena, "%sup to %d OSDs%s", first, knee->osds,
                                      curve->knee == curve->n - 1 ? " and more" : ""));
    c[2] = cell_number(knee->ratio.p50);
    c[3] = cell_text(name);
    c[4] = cell_text(curve->knee == curve->n - 1
                         ? gain_remedy(stopper)
                         : gain_stopper_remedy(stopper, f->addition.hosts > 0));
}

static void curves_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {{"load", DIM_NUMBER},
                                            {"pays", DIM_NUMBER},
                                            {"gain there", DIM_RATIO},
                                            {"then bound by", DIM_NUMBER},
                                            {"what would help", DIM_NUMBER}};
    table_init(table, ctx->arena, columns, 5);
    table->title = "How far more of it pays";
    for (int i = 0; i < f->n_loads; i++)
        curve_row(ctx, f, i, table);
    table_note(
        table,
        "it pays as long as further steps bring at least a tenth of the share of OSDs they add; "
        "looked at %d steps",
        f->curves[0].n - 1);
}

static void steps_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {{"load", DIM_NUMBER}, {"steps", DIM_NUMBER},
                                            {"OSDs", DIM_NUMBER}, {"iops", DIM_OPS},
                                            {"gain", DIM_RATIO},  {"bound", DIM_NUMBER}};
    table_init(table, ctx->arena, columns, 6);
    table->title = "Step by step, at P50";
    for (int i = 0; i < f->n_loads; i++) {
        for (int k = f->first; k <= f->last; k++) {
            const struct gain_step *step = &f->curves[i].steps[k];
            struct cell *c = table_row(table);
            c[0] = cell_text(k == f->first || ctx->format == OUT_CSV ? f->before.answers[i].title
                                                                     : "");
            c[1] = cell_int(step->times);
            c[2] = cell_int(step->osds);
            c[3] = cell_number(step->ops);
            c[4] = cell_number(step->ratio.p50);
            c[5] = cell_text(step->bound_name);
        }
    }
}

static void space_row(struct context *ctx, struct table *table, const char *what, double before,
                      double after)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(what);
    c[1] = cell_text(findings_bytes(ctx->arena, before));
    c[2] = cell_text(findings_bytes(ctx->arena, after));
    c[3] = before > 0 ? cell_number(after / before) : (struct cell){.kind = CELL_EMPTY};
}

static void note_movement(struct context *ctx, const struct found *f, struct table *table)
{
    char p10[40], p50[40], p90[40];
    const char *profile = ctx->options.profile == NULL ? "balanced" : ctx->options.profile;
    units_format(DIM_DURATION, f->ranges.seconds.p10, p10, sizeof p10);
    units_format(DIM_DURATION, f->ranges.seconds.p50, p50, sizeof p50);
    units_format(DIM_DURATION, f->ranges.seconds.p90, p90, sizeof p90);
    table_note(table, "data that moves: %s, all copies (fill: %s)",
               findings_bytes(ctx->arena, f->work.moved_B), f->stock);
    for (int i = 0; i < f->old.n_pools; i++)
        if (f->remaps[i].moved_frac > 0)
            table_note(
                table,
                "pool %s: %.3g %% of its data lands on new OSDs (exact for straw2), %.2g %% moves "
                "between old ones (simulated, \xc2\xb1 %.1g %%)",
                f->new.pool_rows[i].name, 100 * f->remaps[i].landed_frac,
                100 * f->remaps[i].shuffled_frac, 200 * f->remaps[i].error_frac);
    if (f->work.moved_B > 0)
        table_note(
            table,
            "time to move it under client load, profile %s: %s .. %s .. %s (P10 .. P50 .. P90); "
            "clients keep %.0f .. %.0f .. %.0f %% of their operations meanwhile",
            profile, p10, p50, p90, 100 * f->ranges.client_frac.p10,
            100 * f->ranges.client_frac.p50, 100 * f->ranges.client_frac.p90);
    if (f->new.pgs_per_osd < 50 && f->new.pgs_per_osd < f->old.pgs_per_osd)
        table_note(table, "placement groups fall to %.3g an OSD: raise pg_num", f->new.pgs_per_osd);
}

static double plan_of(struct context *ctx, const struct capacity *c)
{
    struct capacity_plan plan;
    capacity_plan_make(c, ctx->arena, &plan);
    return plan.bytes;
}

static void space_table(struct context *ctx, const struct found *f, struct table *table)
{
    static const struct column columns[] = {{"capacity", DIM_NUMBER},
                                            {"before", DIM_NUMBER},
                                            {"after", DIM_NUMBER},
                                            {"gain", DIM_RATIO}};
    table_init(table, ctx->arena, columns, 4);
    table->title = "Capacity and movement";
    if (!f->has_space) {
        table_note(table, "not known: %s", f->no_space);
        return;
    }
    space_row(ctx, table, "plan at most", plan_of(ctx, &f->old), plan_of(ctx, &f->new));
    space_row(ctx, table, "raw", f->old.raw_B, f->new.raw_B);
    space_row(ctx, table, "nearfull", f->old.usable_nearfull_B, f->new.usable_nearfull_B);
    space_row(ctx, table, "safe fill", f->old.safe_fill_B, f->new.safe_fill_B);
    if (!f->old.rebuilds_after_host_loss && f->new.rebuilds_after_host_loss)
        table_note(
            table,
            "after it a lost host can be rebuilt, which it could not before: the safe fill keeps "
            "room for that");
    if (f->old.rebuilds_after_host_loss && !f->new.rebuilds_after_host_loss)
        table_note(
            table,
            "after it a lost host can no longer be rebuilt: the safe fill keeps no room for that");
    for (int i = 0; i < f->old.n_pools; i++)
        if (!f->old.pools[i].placeable && f->new.pools[i].placeable)
            table_note(table,
                       "pool %s finds a place for every copy only after it, so that what the pools "
                       "hold together is another mix than before",
                       f->new.pool_rows[i].name);
    note_movement(ctx, f, table);
}

static void show_tables(struct context *ctx, const struct found *f)
{
    struct table table;
    bool added = f->curves != NULL;
    if (ctx->format == OUT_CSV) {
        if (f->last > 0 && added)
            steps_table(ctx, f, &table);
        else
            gains_table(ctx, f, &table);
        context_table(ctx, &table);
        return;
    }
    gains_table(ctx, f, &table);
    context_table(ctx, &table);
    if (added && f->n_loads > 0) {
        fputc('\n', ctx->out);
        curves_table(ctx, f, &table);
        context_table(ctx, &table);
    }
    if (added && f->last > 0) {
        fputc('\n', ctx->out);
        steps_table(ctx, f, &table);
        context_table(ctx, &table);
    }
    fputc('\n', ctx->out);
    space_table(ctx, f, &table);
    context_table(ctx, &table);
}

/* -- JSON ---------------------------------------------------------------- */

static void json_estimates(struct jsonout *json, const char *key, const struct answers *answers)
{
    jsonout_key_object(json, key);
    jsonout_key_text(json, "cluster", answers->cluster->name);
    jsonout_key_int(json, "osds", cluster_osds(answers->cluster));
    jsonout_key_array(json, "estimates");
    for (int i = 0; i < answers->n; i++)
        answer_json(json, &answers->answers[i]);
    jsonout_close(json);
    jsonout_close(json);
}

static void json_gain(struct jsonout *json, const struct found *f, int i)
{
    jsonout_object(json);
    jsonout_key_text(json, "workload", f->before.answers[i].title);
    jsonout_key_range(json, "iops", f->gains[i].ratio);
    jsonout_key_number(json, "scatter", f->gains[i].scatter);
    jsonout_key_text(json, "bound_before", f->gains[i].before);
    jsonout_key_text(json, "bound_after", f->gains[i].after);
    if (f->curves != NULL) {
        const struct curve_of *curve = &f->curves[i];
        jsonout_key_int(json, "pays_to_osds", curve->steps[curve->knee].osds);
        jsonout_key_bool(json, "pays_beyond", curve->knee == curve->n - 1);
        jsonout_key_array(json, "steps");
        for (int k = f->first; k > 0 && k <= f->last; k++) {
            jsonout_object(json);
            jsonout_key_int(json, "times", k);
            jsonout_key_int(json, "osds", curve->steps[k].osds);
            jsonout_key_number(json, "iops", curve->steps[k].ops);
            jsonout_key_range(json, "gain", curve->steps[k].ratio);
            jsonout_key_text(json, "bound", curve->steps[k].bound_name);
            jsonout_close(json);
        }
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_space(struct context *ctx, struct jsonout *json, const struct found *f)
{
    struct range none = {UNKNOWN, UNKNOWN, UNKNOWN};
    bool moves = f->has_space && f->work.moved_B > 0;
    jsonout_key_number(json, "data_moved", f->has_space ? f->work.moved_B : UNKNOWN);
    jsonout_key_range(json, "move_time", moves ? f->ranges.seconds : none);
    jsonout_key_range(json, "client_share", moves ? f->ranges.client_frac : none);
    jsonout_key_text(json, "fill", f->stock);
    jsonout_key_array(json, "moved");
    for (int i = 0; f->has_space && i < f->old.n_pools; i++) {
        jsonout_object(json);
        jsonout_key_text(json, "pool", f->new.pool_rows[i].name);
        jsonout_key_number(json, "landed", f->remaps[i].landed_frac);
        jsonout_key_number(json, "shuffled", f->remaps[i].shuffled_frac);
        jsonout_key_number(json, "shuffled_error", f->remaps[i].error_frac);
        jsonout_close(json);
    }
    jsonout_close(json);
    jsonout_key_object(json, "capacity");
    const struct capacity *sides[] = {&f->old, &f->new};
    static const char *const keys[] = {"before", "after"};
    for (int i = 0; f->has_space && i < 2; i++) {
        jsonout_key_object(json, keys[i]);
        space_json(ctx, json, sides[i], NULL, UNKNOWN);
        jsonout_close(json);
    }
    if (f->has_space)
        jsonout_key_number(json, "plan_gain", plan_of(ctx, &f->new) / plan_of(ctx, &f->old));
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct found *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "expand/1");
    jsonout_key_text(&json, "cluster", f->cluster->name);
    json_estimates(&json, "before", &f->before);
    json_estimates(&json, "after", &f->after);
    jsonout_key_array(&json, "gain");
    for (int i = 0; i < f->n_loads; i++)
        json_gain(&json, f, i);
    jsonout_close(&json);
    json_space(ctx, &json, f);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -- chart --------------------------------------------------------------- */

/* How the gain of one load grows. */
static void add_curve(const struct found *f, int i, struct figure *figure)
{
    const struct curve_of *curve = &f->curves[i];
    const char *name = NULL;
    (void)stopper_of(f, curve, &name);
    figure_add_series(figure, f->before.answers[i].title);
    for (int k = 0; k < curve->n; k++) {
        const struct gain_step *step = &curve->steps[k];
        bool knee = k == curve->knee && k > 0 && k < curve->n - 1;
        struct range value = k > 0 ? step->ratio : (struct range){1, 1, 1};
        struct figure_point *point =
            figure_add_point(figure, knee ? name : NULL, step->osds, value);
        point->mark = knee ? FIGURE_CHOSEN : FIGURE_PLAIN;
    }
}

static void init_figure(struct context *ctx, const struct found *f, struct figure *figure)
{
    figure_init(figure, ctx->arena, FIGURE_LINE_BAND,
                arena_printf(ctx->arena, "%s: gain by number of OSDs", f->cluster->name));
    figure->subtitle = "operations/s over those of the cluster as it is";
    figure->chosen = "more stops paying here: what then limits the load";
    context_sign(f->model, f->cluster, figure);
    figure->x = (struct figure_axis){"OSDs", DIM_NUMBER, FIGURE_LINEAR, false, false};
    figure->counts = true;
    figure->value = (struct figure_axis){"gain", DIM_RATIO, FIGURE_LINEAR, false, false};
}

static bool draw(struct context *ctx, const struct found *f, struct err *err)
{
    enum { SERIES_MAX = 6 };
    struct figure figure;
    if (f->curves == NULL)
        return err_set(err, ERR_USAGE, "--chart draws the gain over additions: it needs --add");
    init_figure(ctx, f, &figure);
    for (int i = 0; i < f->n_loads && i < SERIES_MAX; i++)
        add_curve(f, i, &figure);
    if (f->n_loads > SERIES_MAX)
        figure_note(&figure, "the first %d of %d loads; --workload chooses others", SERIES_MAX,
                    f->n_loads);
    return context_chart(ctx, &figure, err);
}

bool cmd_expand(struct context *ctx, struct err *err)
{
    struct found f = {.ranged = ctx->options.chart != NULL || ctx->format == OUT_JSON};
    if (!find_all(ctx, &f, err))
        return false;
    if (ctx->format == OUT_JSON)
        show_json(ctx, &f);
    else
        show_tables(ctx, &f);
    return ctx->options.chart == NULL || draw(ctx, &f, err);
}

/* -- report -------------------------------------------------------------- */

static void append_figure(struct context *ctx, const struct chapter *chapter, const struct found *f)
{
    struct figure figure;
    init_figure(ctx, f, &figure);
    for (int i = 0; i < f->n_loads; i++)
        if (chapter_shows(chapter, f->before.answers[i].title))
            add_curve(f, i, &figure);
    document_put_figure(chapter->document, "gain", &figure);
}

bool chapter_expand(struct context *ctx, const struct chapter *chapter,
                    struct expansion_digest *digest, struct err *err)
{
    struct found f = {.ranged = true};
    struct table table;
    struct range none = {UNKNOWN, UNKNOWN, UNKNOWN};
    if (!find_all(ctx, &f, err))
        return false;
    bool moves = f.has_space && f.work.moved_B > 0;
    *digest =
        (struct expansion_digest){.known = true,
                                  .before = f.before,
                                  .after = f.after,
                                  .gains = f.gains,
                                  .osds_before = cluster_osds(f.cluster),
                                  .osds_after = cluster_osds(f.grown),
                                  .plan_before_B = f.has_space ? plan_of(ctx, &f.old) : UNKNOWN,
                                  .plan_after_B = f.has_space ? plan_of(ctx, &f.new) : UNKNOWN,
                                  .moved_B = moves ? f.work.moved_B : UNKNOWN,
                                  .seconds = moves ? f.ranges.seconds : none,
                                  .client_frac = moves ? f.ranges.client_frac : none};
    if (ctx->options.expand != NULL) {
        gains_table(ctx, &f, &table);
        document_put_table(chapter->document, &table);
    }
    if (f.curves != NULL && f.n_loads > 0) {
        append_figure(ctx, chapter, &f);
        curves_table(ctx, &f, &table);
        document_put_table(chapter->document, &table);
    }
    if (!f.has_space)
        return true;
    space_table(ctx, &f, &table);
    document_put_table(chapter->document, &table);
    return true;
}
