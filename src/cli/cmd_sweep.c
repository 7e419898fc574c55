/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan sweep: any field of a cluster document over any grid. */
#include "cli/answer.h"
#include "cli/axes.h"
#include "cli/commands.h"
#include "engine/capacity_plan.h"
#include "plan/bill.h"

#include <string.h>

enum { SHOWN_MAX = 24, ROWS_MAX = 200000 };

/* What one row is made of. */
struct row_facts {
    const struct cluster *cluster;
    const struct answer *answer;
    const struct capacity *capacity; /* NULL: not known */
    const struct bill *bill;
    double plan_B; /* where the capacity is known */
};

typedef struct cell cell_of(const struct row_facts *facts);

static struct cell ops_of(const struct row_facts *f)
{
    return cell_range(f->answer->e.ops);
}

static struct cell bandwidth_of(const struct row_facts *f)
{
    return cell_range(f->answer->e.bandwidth_Bps);
}

static struct cell latency_of(const struct row_facts *f)
{
    return cell_known_range(f->answer->e.latency_s);
}

static struct cell p99_of(const struct row_facts *f)
{
    return cell_known_range(f->answer->e.p99_s);
}

static struct cell bound_of(const struct row_facts *f)
{
    const struct engine_point *p = &f->answer->e.point;
    return cell_text(estimate_bound_name(p->bound, &p->load));
}

static struct cell next_bound_of(const struct row_facts *f)
{
    const struct engine_point *p = &f->answer->e.point;
    return cell_text(estimate_bound_name(p->next_bound, &p->load));
}

static struct cell raw_of(const struct row_facts *f)
{
    return cell_known(f->capacity == NULL ? UNKNOWN : f->capacity->raw_B);
}

static struct cell usable_of(const struct row_facts *f)
{
    return cell_known(f->capacity == NULL ? UNKNOWN : f->capacity->usable_B);
}

static struct cell safe_of(const struct row_facts *f)
{
    return cell_known(f->capacity == NULL ? UNKNOWN : f->capacity->safe_fill_B);
}

static struct cell plan_of(const struct row_facts *f)
{
    return cell_known(f->capacity == NULL ? UNKNOWN : f->plan_B);
}

static struct cell cost_of(const struct row_facts *f)
{
    return cell_known(f->bill->cost.value);
}

static struct cell power_of(const struct row_facts *f)
{
    return cell_known(f->bill->power_W);
}

static struct cell hosts_of(const struct row_facts *f)
{
    return cell_int(cluster_hosts(f->cluster));
}

static struct cell osds_of(const struct row_facts *f)
{
    return cell_int(cluster_osds(f->cluster));
}

struct quantity {
    const char *key;
    enum dim dim;
    bool range; /* .p10, .p50 and .p90 may be asked for alone */
    cell_of *cell;
};

static const struct quantity quantities[] = {
    {"iops", DIM_OPS, true, ops_of},
    {"bandwidth", DIM_RATE, true, bandwidth_of},
    {"latency", DIM_TIME, true, latency_of},
    {"p99", DIM_TIME, true, p99_of},
    {"bound", DIM_NUMBER, false, bound_of},
    {"next_bound", DIM_NUMBER, false, next_bound_of},
    {"capacity.raw", DIM_CAPACITY, false, raw_of},
    {"capacity.usable", DIM_CAPACITY, false, usable_of},
    {"capacity.safe_fill", DIM_CAPACITY, false, safe_of},
    {"capacity.plan_fill", DIM_CAPACITY, false, plan_of},
    {"cost", DIM_NUMBER, false, cost_of},
    {"power", DIM_POWER, false, power_of},
    {"hosts", DIM_NUMBER, false, hosts_of},
    {"osds", DIM_NUMBER, false, osds_of},
};
enum { N_QUANTITIES = sizeof quantities / sizeof quantities[0] };

/* One column asked for. */
struct shown {
    const struct quantity *quantity;
    const char *name; /* as asked */
    int part;         /* 0: all; 10, 50 or 90: that quantile alone */
};

struct findings {
    const char *name; /* the cluster's */
    struct grid grid;
    struct shown shown[SHOWN_MAX];
    int n_shown;
    struct table table; /* axes, load, shown */
    struct engine_model *model;
    struct draws draws;
    int n_loads; /* at every point */
    struct warnings warnings;
};

/* -- what is asked for -- */

static bool unknown_quantity(const char *name, struct err *err)
{
    const char *words[N_QUANTITIES];
    char allowed[300] = "";
    for (int i = 0; i < N_QUANTITIES; i++) {
        size_t used = strlen(allowed);
        words[i] = quantities[i].key;
        (void)snprintf(allowed + used, sizeof allowed - used, "%s%s", i == 0 ? "" : ", ", words[i]);
    }
    return err_set(err, ERR_USAGE,
                   "--show: unknown '%.40s'; allowed: %s, the first four also with .p10, .p50 or "
                   ".p90%s",
                   name, allowed, err_hint(err_nearest(name, words, N_QUANTITIES)).text);
}

/* The quantile at the end of a name, 0 for none; `length` receives what is before it. */
static int part_of(const char *name, size_t *length)
{
    static const struct {
        const char *end;
        int part;
    } ends[] = {{".p10", 10}, {".p50", 50}, {".p90", 90}};
    size_t n = strlen(name);
    *length = n;
    for (int i = 0; i < 3; i++) {
        if (n > 4 && strcmp(name + n - 4, ends[i].end) == 0) {
            *length = n - 4;
            return ends[i].part;
        }
    }
    return 0;
}

static bool add_shown(struct findings *f, const char *name, struct err *err)
{
    size_t length = 0;
    int part = part_of(name, &length);
    if (f->n_shown == SHOWN_MAX)
        return err_set(err, ERR_USAGE, "--show: more than %d columns", SHOWN_MAX);
    for (int i = 0; i < N_QUANTITIES; i++) {
        const struct quantity *q = &quantities[i];
        if (strlen(q->key) != length || strncmp(q->key, name, length) != 0 ||
            (part != 0 && !q->range))
            continue;
        f->shown[f->n_shown++] = (struct shown){q, name, part};
        return true;
    }
    return unknown_quantity(name, err);
}

static bool find_shown(struct context *ctx, struct findings *f, struct err *err)
{
    const char *asked = ctx->options.show == NULL ? "iops,latency,bound" : ctx->options.show;
    char *copy = arena_copy(ctx->arena, asked), *rest = NULL;
    for (char *name = strtok_r(copy, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest))
        if (!add_shown(f, name, err))
            return false;
    return f->n_shown > 0 || err_set(err, ERR_USAGE, "--show names nothing");
}

/* -- the grid -- */

static void open_table(struct context *ctx, struct findings *f)
{
    int n = f->grid.n_axes + 1 + f->n_shown, k = 0;
    struct column *columns = arena_array(ctx->arena, (size_t)n, sizeof *columns);
    for (int i = 0; i < f->grid.n_axes; i++)
        columns[k++] = (struct column){f->grid.axes[i].path, DIM_NUMBER};
    columns[k++] = (struct column){"load", DIM_NUMBER};
    for (int i = 0; i < f->n_shown; i++)
        columns[k++] = (struct column){f->shown[i].name, f->shown[i].quantity->dim};
    table_init(&f->table, ctx->arena, columns, n);
}

static struct cell part_cell(struct cell cell, int part)
{
    if (cell.kind != CELL_RANGE || part == 0)
        return cell;
    return cell_number(part == 10 ? cell.range.p10 : part == 50 ? cell.range.p50 : cell.range.p90);
}

/* Texts of a row outlive the point they come from; names of bounds are static. */
static void add_row(struct context *ctx, struct findings *f, int point,
                    const struct row_facts *facts)
{
    struct cell *c = table_row(&f->table);
    for (int i = 0; i < f->grid.n_axes; i++)
        *c++ = cell_text(f->grid.axes[i].texts[grid_index(&f->grid, point, i)]);
    *c++ = cell_text(arena_copy(ctx->arena, facts->answer->title));
    for (int i = 0; i < f->n_shown; i++)
        *c++ = part_cell(f->shown[i].quantity->cell(facts), f->shown[i].part);
}

static bool wants_capacity(const struct findings *f)
{
    for (int i = 0; i < f->n_shown; i++)
        if (strncmp(f->shown[i].quantity->key, "capacity.", 9) == 0)
            return true;
    return false;
}

/* `local` is the context with memory of this point alone. */
static bool add_point(struct context *ctx, struct context *local, const struct filetext *text,
                      struct findings *f, int point, struct err *err)
{
    struct cluster *cluster = NULL;
    const struct workload *loads = NULL;
    struct answers answers;
    struct capacity capacity;
    struct capacity_plan plan = {.bytes = UNKNOWN};
    struct bill bill;
    struct err inner = ERR_INIT;
    int n = 0;
    if (!load_cluster_text(&local->loader, text, &cluster, err) ||
        !answer_loads(local, cluster, &loads, &n, err) ||
        !answer_make(local, f->model, cluster, NULL, loads, n, &f->draws, &answers, err))
        return false;
    bool known_space = wants_capacity(f) && capacity_make(cluster, &f->model->constants,
                                                          local->arena, &capacity, &inner);
    if (known_space)
        capacity_plan_make(&capacity, local->arena, &plan);
    if (point > 0 && n != f->n_loads)
        return err_set(err, ERR_USAGE, "--set changes how many loads there are; use --workload");
    f->n_loads = n;
    if ((double)f->grid.points * n > ROWS_MAX)
        return err_set(err, ERR_USAGE, "the grid has %d points with %d loads; allowed: %d rows",
                       f->grid.points, n, ROWS_MAX);
    f->name = arena_copy(ctx->arena, cluster->name);
    struct warnings unplaced = {.n = 0};
    answer_unplaced(cluster, loads, n, local->arena, &unplaced);
    for (int i = 0; i < unplaced.n; i++)
        warn_add(&f->warnings, ctx->arena, "%s", unplaced.text[i]);
    bill_make(cluster, local->arena, &bill);
    for (int i = 0; i < n; i++) {
        struct row_facts facts = {cluster, &answers.answers[i], known_space ? &capacity : NULL,
                                  &bill, plan.bytes};
        add_row(ctx, f, point, &facts);
    }
    return true;
}

/* Says at which point of the grid a document or an answer failed. */
static bool failed_at(struct context *ctx, const struct findings *f, int point, struct err *inner,
                      struct err *err)
{
    *err = *inner;
    (void)snprintf(err->text, sizeof err->text, "%.800s (at %.150s)", inner->text,
                   grid_title(&f->grid, point, ctx->arena));
    return false;
}

static bool run_grid(struct context *ctx, struct findings *f, struct err *err)
{
    size_t room = (size_t)f->grid.n_fixed + (size_t)f->grid.n_axes;
    struct override *overrides = arena_array(ctx->arena, room, sizeof *overrides);
    const struct filetext *text = NULL;
    if (!context_read(ctx, ctx->arguments[0], &text, err))
        return false;
    struct arena *arena = arena_child(ctx->arena); /* of one point */
    for (int point = 0; point < f->grid.points; point++) {
        struct err inner = ERR_INIT;
        struct context local = *ctx;
        local.arena = local.loader.arena = arena;
        local.loader.overrides = overrides;
        local.loader.n_overrides = grid_overrides(&f->grid, point, overrides);
        bool ok = add_point(ctx, &local, text, f, point, &inner);
        arena_free(arena);
        if (!ok)
            return failed_at(ctx, f, point, &inner, err);
        context_progress(ctx, "sweep", point + 1, f->grid.points);
    }
    return true;
}

/* -- JSON -- */

static void json_value(struct jsonout *json, const char *key, const struct cell *cell)
{
    jsonout_key(json, key);
    if (cell->kind == CELL_TEXT)
        jsonout_text(json, cell->text);
    else if (cell->kind == CELL_RANGE)
        jsonout_range(json, cell->range);
    else if (cell->kind == CELL_EMPTY)
        jsonout_null(json);
    else
        jsonout_number(json, cell->number);
}

static void json_row(struct jsonout *json, const struct findings *f, int row)
{
    const struct cell *c = &f->table.cells[(size_t)row * (size_t)f->table.n_columns];
    jsonout_object(json);
    jsonout_key_object(json, "at");
    for (int i = 0; i < f->grid.n_axes; i++)
        jsonout_key_text(json, f->grid.axes[i].path, (c++)->text);
    jsonout_close(json);
    jsonout_key_text(json, "workload", (c++)->text);
    for (int i = 0; i < f->n_shown; i++)
        json_value(json, f->shown[i].name, c++);
    jsonout_close(json);
}

static void show_json(struct context *ctx, const struct findings *f)
{
    struct jsonout json;
    jsonout_begin(&json, ctx->out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "sweep/1");
    jsonout_key_text(&json, "cluster", f->name);
    jsonout_key_array(&json, "axes");
    for (int i = 0; i < f->grid.n_axes; i++) {
        jsonout_object(&json);
        jsonout_key_text(&json, "path", f->grid.axes[i].path);
        jsonout_key_array(&json, "values");
        for (int k = 0; k < f->grid.axes[i].n; k++)
            jsonout_text(&json, f->grid.axes[i].texts[k]);
        jsonout_close(&json);
        jsonout_close(&json);
    }
    jsonout_close(&json);
    jsonout_key_array(&json, "rows");
    for (int i = 0; i < f->table.n_rows; i++)
        json_row(&json, f, i);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -- chart -- */

/* The first column that holds numbers; -1: none. */
static int drawn_column(const struct findings *f)
{
    for (int i = 0; i < f->n_shown; i++)
        if (f->shown[i].quantity->cell != bound_of && f->shown[i].quantity->cell != next_bound_of)
            return i;
    return -1;
}

static const struct cell *cells_at(const struct findings *f, int point, int load)
{
    size_t row = (size_t)point * (size_t)f->n_loads + (size_t)load;
    return &f->table.cells[row * (size_t)f->table.n_columns];
}

static struct range value_at(const struct findings *f, int point, int load, int shown)
{
    const struct cell *c = &cells_at(f, point, load)[f->grid.n_axes + 1 + shown];
    if (c->kind == CELL_RANGE)
        return c->range;
    return figure_value(c->kind == CELL_EMPTY ? UNKNOWN : c->number);
}

static const char *load_at(const struct findings *f, int load)
{
    return cells_at(f, 0, load)[f->grid.n_axes].text;
}

static bool holds_counts(const struct axis_of_sweep *axis)
{
    for (int i = 0; i < axis->n; i++)
        if (!axis->numeric || axis->dim != DIM_NUMBER ||
            axis->numbers[i] != round(axis->numbers[i]))
            return false;
    return true;
}

/* One axis: a line a load where it holds numbers, else bars. */
static void fill_line(const struct findings *f, int shown, struct figure *figure)
{
    const struct axis_of_sweep *axis = &f->grid.axes[0];
    figure->x = (struct figure_axis){axis->path, axis->dim, FIGURE_AUTO, false, false};
    figure->counts = holds_counts(axis);
    for (int load = 0; load < f->n_loads; load++) {
        figure_add_series(figure, load_at(f, load));
        for (int point = 0; point < f->grid.points; point++)
            figure_add_point(figure, axis->numeric ? NULL : axis->texts[point],
                             axis->numeric ? axis->numbers[point] : 0,
                             value_at(f, point, load, shown));
    }
}

/* Two axes: rows by the first, columns by the second, of the first load. */
static void fill_heat(const struct findings *f, int shown, struct figure *figure)
{
    const struct axis_of_sweep *rows = &f->grid.axes[0], *columns = &f->grid.axes[1];
    figure->x.label = columns->path;
    figure->rows_label = rows->path;
    figure->subtitle = load_at(f, 0);
    for (int i = 0; i < rows->n; i++) {
        figure_add_series(figure, rows->texts[i]);
        for (int k = 0; k < columns->n; k++)
            figure_add_point(figure, columns->texts[k], 0,
                             figure_value(value_at(f, i * columns->n + k, 0, shown).p50));
    }
    if (f->n_loads > 1)
        figure_note(figure, "the first of %d loads", f->n_loads);
}

static bool draw(struct context *ctx, const struct findings *f, struct err *err)
{
    struct figure figure;
    int shown = drawn_column(f);
    bool two = f->grid.n_axes == 2;
    if (f->grid.n_axes > 2 || shown < 0)
        return err_set(err, ERR_USAGE,
                       "--chart draws one or two axes and the first number of --show");
    enum figure_kind kind = two                       ? FIGURE_HEATMAP
                            : f->grid.axes[0].numeric ? FIGURE_LINE_BAND
                                                      : FIGURE_RANGE_BARS;
    figure_init(&figure, ctx->arena, kind,
                arena_printf(ctx->arena, "%s: %s by %s%s%s", f->name, f->shown[shown].name,
                             f->grid.axes[0].path, two ? " and " : "",
                             two ? f->grid.axes[1].path : ""));
    context_sign(f->model, NULL, &figure);
    figure.source = arena_printf(ctx->arena, "cluster document %s", f->name);
    figure.value = (struct figure_axis){f->shown[shown].name, f->shown[shown].quantity->dim,
                                        FIGURE_AUTO, false, false};
    if (two)
        fill_heat(f, shown, &figure);
    else
        fill_line(f, shown, &figure);
    return context_chart(ctx, &figure, err);
}

bool cmd_sweep(struct context *ctx, struct err *err)
{
    struct findings f = {.n_shown = 0};
    if (!grid_parse(ctx->arena, ctx->options.set, ctx->options.n_set, &f.grid, err) ||
        !find_shown(ctx, &f, err) || !context_model(ctx, &f.model, err) ||
        !answer_draws(ctx, f.model, &f.draws, err))
        return false;
    open_table(ctx, &f);
    if (!run_grid(ctx, &f, err))
        return false;
    for (int i = 0; i < f.warnings.n; i++)
        context_remark(ctx, "warning: %s", f.warnings.text[i]);
    f.table.title = arena_printf(ctx->arena, "%s: %d points", f.name, f.grid.points);
    if (ctx->format == OUT_JSON)
        show_json(ctx, &f);
    else
        context_table(ctx, &f.table);
    return ctx->options.chart == NULL || draw(ctx, &f, err);
}
