/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of `cephplan size`, and its chart. */
#include "cli/size_view.h"

#include <math.h>
#include <string.h>

/* -- the designs -- */

static const char *objective_text(const struct size_view *view)
{
    const struct space *space = view->answer->space;
    return space->priced ? space->currency : "devices";
}

static const char *goal_name(const struct size_card *card, int goal)
{
    return goal < 0 ? NULL : card->design->goals[goal].goal->name;
}

static const struct column design_columns[] = {
    {"design", DIM_NUMBER},         {"hosts", DIM_NUMBER},          {"devices a host", DIM_NUMBER},
    {"DB a host", DIM_NUMBER},      {"network", DIM_NUMBER},        {"pool", DIM_NUMBER},
    {"cost", DIM_NUMBER},           {"devices", DIM_NUMBER},        {"safe capacity", DIM_CAPACITY},
    {"cost a safe TB", DIM_NUMBER}, {"cost 1000 IOPS", DIM_NUMBER}, {"power", DIM_POWER},
    {"rack units", DIM_NUMBER},     {"decided by", DIM_NUMBER},     {"next", DIM_NUMBER}};

static struct cell whole(double number)
{
    return isfinite(number) && number > 0 ? cell_int(round(number))
                                          : (struct cell){.kind = CELL_EMPTY};
}

static void design_row(struct context *ctx, const struct size_view *view,
                       const struct size_card *card, struct table *table)
{
    struct cell *c = table_row(table);
    double safe_B = card->capacity.safe_fill_B;
    c[0] = cell_text(card->label);
    c[1] = cell_text(size_hosts_text(view, card, ctx->arena));
    c[2] = cell_text(size_devices_text(view, card, ctx->arena));
    c[3] = cell_text(size_db_text(view, card, ctx->arena));
    c[4] = cell_text(size_network_text(view, card, ctx->arena));
    c[5] = cell_text(size_scheme_text(view, card, ctx->arena));
    c[6] = whole(card->cost);
    c[7] = cell_int(card->design->found.key.devices);
    c[8] = cell_known(safe_B);
    c[9] = whole(card->cost / safe_B * 1e12);
    c[10] = whole(card->cost / size_ops(card) * 1000);
    c[11] = cell_known(card->power_W);
    c[12] = whole(card->rack_units);
    c[13] = cell_text(goal_name(card, card->design->decided_by));
    c[14] = cell_text(goal_name(card, card->design->next));
}

static void note_objective(const struct size_view *view, struct table *table)
{
    const struct space *space = view->answer->space;
    if (space->priced)
        table_note(table, "cheapest first, in %s; prices are those of the need and its devices",
                   space->currency);
    else
        table_note(table,
                   "fewest devices first, then fewest hosts: there is no cost, as %s has no price",
                   space->unpriced);
    table_note(table,
               "%.0f designs are possible; each data device and scheme is shown with its best one",
               space->candidates);
    if (space->n_loads > 0 && space->priced)
        table_note(table,
                   "1000 IOPS: of the first workload at P50, of an open one what it could be "
                   "given");
    if (space->left_out != NULL)
        table_note(table, "left out where choices do not fit together: %s", space->left_out);
}

static void designs_table(struct context *ctx, const struct size_view *view)
{
    struct table table;
    table_init(&table, ctx->arena, design_columns, 15);
    table.title = arena_printf(ctx->arena, "%s: %s", view->need->name,
                               view->miss ? "nothing holds; the nearest miss"
                               : view->answer->optimal
                                   ? "the cheapest designs that hold"
                                   : "stopped: designs that hold, NOT proven the cheapest");
    for (int i = 0; i < view->n; i++)
        design_row(ctx, view, &view->cards[i], &table);
    note_objective(view, &table);
    if (view->miss)
        table_note(&table,
                   "nearest: fewest goals that it cannot meet at all, then the smallest factor by "
                   "which the worst of its other goals is missed; within %.0f %% of that the "
                   "cheapest",
                   100 * MISS_STEP);
    if (view->miss && !view->answer->miss.proven)
        table_note(&table, "not proven the nearest: others that look as near were not tried");
    context_table(ctx, &table);
}

/* -- goal by goal -- */

static const struct column goal_columns[] = {{"goal", DIM_NUMBER},
                                             {"needed", DIM_NUMBER},
                                             {"achieved", DIM_NUMBER},
                                             {"slack", DIM_NUMBER},
                                             {"verdict", DIM_NUMBER},
                                             {"without it saves", DIM_NUMBER},
                                             {"10 % easier saves", DIM_NUMBER},
                                             {"by", DIM_NUMBER}};

static const char *value_text(struct context *ctx, const struct goal *goal, double value)
{
    char text[64];
    if (goal->kind == GOAL_IO)
        return value >= 1 ? "yes" : "no";
    if (goal->kind == GOAL_BUDGET)
        return arena_printf(ctx->arena, "%.0f", value);
    if (isinf(value))
        return "never";
    units_format(goal->dim, value, text, sizeof text);
    return arena_printf(ctx->arena, "%s%s", goal->at_most ? "at most " : "", text);
}

static const char *slack_text(struct context *ctx, const struct size_goal *g)
{
    if (g->goal->kind == GOAL_IO || isinf(g->factor))
        return "";
    return arena_printf(ctx->arena, "%+.0f %%", 100 * (g->factor - 1));
}

/* Less cost, or where devices are counted, at least fewer hosts. */
static bool is_saved(const struct size_view *view, const struct size_goal *g)
{
    return g->eased.hosts != 0 && (g->saving > 0 || !view->answer->space->priced);
}

static const char *amount_text(struct context *ctx, const struct size_view *view, double saving)
{
    if (isnan(saving))
        return "";
    if (!(saving > 0))
        return "nothing";
    return arena_printf(ctx->arena, "%.0f %s", saving, objective_text(view));
}

static const char *saving_text(struct context *ctx, const struct size_view *view,
                               const struct size_goal *g)
{
    bool hosts = is_saved(view, g) && !(g->saving > 0);
    return hosts ? "hosts" : amount_text(ctx, view, g->saving);
}

/* The design that would then be cheapest. */
static const char *eased_text(struct context *ctx, const struct size_view *view,
                              const struct size_goal *g)
{
    if (!is_saved(view, g))
        return "";
    struct size_design eased = {
        .design = space_design(&view->answer->space->families[g->eased.family], g->eased.hosts)};
    struct size_card card = {.design = &eased};
    const char *db =
        eased.design.db == DESIGN_NO_DB
            ? ""
            : arena_printf(ctx->arena, ", DB %s", size_db_text(view, &card, ctx->arena));
    return arena_printf(ctx->arena, "%s, %s%s, %s, %s", size_hosts_text(view, &card, ctx->arena),
                        size_devices_text(view, &card, ctx->arena), db,
                        size_network_text(view, &card, ctx->arena),
                        size_scheme_text(view, &card, ctx->arena));
}

static const char *achieved_text(struct context *ctx, const struct size_goal *g)
{
    struct goal plain = *g->goal;
    plain.at_most = false;
    return value_text(ctx, &plain, g->achieved);
}

static void goals_table(struct context *ctx, const struct size_view *view,
                        const struct size_card *card)
{
    const struct size_design *d = card->design;
    struct table table;
    bool eased = !view->miss && view->answer->optimal;
    table_init(&table, ctx->arena, goal_columns, eased ? 8 : 5);
    table.title =
        arena_printf(ctx->arena, "%s: what is asked for and what it reaches", card->label);
    for (int i = 0; i < view->answer->goals->n; i++) {
        const struct size_goal *g = &d->goals[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(g->goal->name);
        c[1] = cell_text(value_text(ctx, g->goal, g->needed));
        c[2] = cell_text(achieved_text(ctx, g));
        c[3] = cell_text(slack_text(ctx, g));
        c[4] = cell_text(g->factor < 1        ? "MISSED"
                         : i == d->decided_by ? "decides"
                         : i == d->next       ? "next"
                                              : "");
        if (!eased)
            continue;
        c[5] = cell_text(amount_text(ctx, view, g->saving_without));
        c[6] = cell_text(saving_text(ctx, view, g));
        c[7] = cell_text(eased_text(ctx, view, g));
    }
    table_note(&table,
               "achieved: at %s; slack: achieved over needed, or for what must stay below "
               "needed over achieved",
               view->need->confidence == NEED_P50 ? "P50" : "P10, nine chances in ten");
    table_note(&table,
               "safe capacity is the safe fill; with room besides for the fullest OSD and for a "
               "disk to be rebuilt inside its host, plan to store at most %s (cephplan capacity)",
               units_text(DIM_CAPACITY, card->plan_B).text);
    if (eased)
        table_note(&table,
                   "saves: what the cheapest design would cost less, were this one goal not "
                   "asked, or a tenth easier, and all others as they are");
    context_table(ctx, &table);
}

/* -- all designs -- */

enum { SIDE_BY_SIDE = 6 };

/* What each design reaches of each goal. */
static void reaches_table(struct context *ctx, const struct size_view *view)
{
    int n = view->n < SIDE_BY_SIDE ? view->n : SIDE_BY_SIDE;
    struct column *columns = arena_array(ctx->arena, (size_t)n + 2, sizeof *columns);
    struct table table;
    columns[0] = goal_columns[0];
    columns[1] = goal_columns[1];
    for (int i = 0; i < n; i++)
        columns[i + 2].name = view->cards[i].label;
    table_init(&table, ctx->arena, columns, n + 2);
    table.title = "What each design reaches";
    for (int i = 0; i < view->answer->goals->n; i++) {
        const struct size_goal *first = &view->cards[0].design->goals[i];
        struct cell *c = table_row(&table);
        if (first->goal->kind == GOAL_HOSTS)
            c[1] = cell_text("");
        else
            c[1] = cell_text(value_text(ctx, first->goal, first->needed));
        c[0] = cell_text(first->goal->kind == GOAL_HOSTS ? "hosts" : first->goal->name);
        for (int k = 0; k < n; k++)
            c[k + 2] = cell_text(achieved_text(ctx, &view->cards[k].design->goals[i]));
    }
    struct cell *c = table_row(&table);
    c[0] = cell_text("plan to store at most");
    for (int k = 0; k < n; k++)
        c[k + 2] = cell_text(
            arena_printf(ctx->arena, "%s", units_text(DIM_CAPACITY, view->cards[k].plan_B).text));
    context_table(ctx, &table);
}

static const struct column load_columns[] = {
    {"design", DIM_NUMBER},  {"load", DIM_NUMBER},       {"iops", DIM_OPS},
    {"bandwidth", DIM_RATE}, {"mean latency", DIM_TIME}, {"p99 latency", DIM_TIME},
    {"bound", DIM_NUMBER},   {"next bound", DIM_NUMBER}};

static void loads_rows(const struct size_card *card, struct table *table)
{
    for (int i = 0; i < card->answers.n; i++) {
        const struct answer *a = &card->answers.answers[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(i == 0 ? card->label : "");
        c[1] = cell_text(a->title);
        c[2] = cell_range(a->e.ops);
        c[3] = cell_range(a->e.bandwidth_Bps);
        c[4] = cell_known_range(a->e.latency_s);
        c[5] = cell_known_range(a->e.p99_s);
        c[6] = cell_text(estimate_bound_name(a->e.point.bound, &a->e.point.load));
        c[7] = cell_text(estimate_bound_name(a->e.point.next_bound, &a->e.point.load));
    }
}

static void loads_table(struct context *ctx, const struct size_view *view)
{
    struct table table;
    const struct answers *first = &view->cards[0].answers;
    if (first->n == 0)
        return;
    table_init(&table, ctx->arena, load_columns, 8);
    table.title = "What each will do";
    for (int i = 0; i < view->n; i++)
        loads_rows(&view->cards[i], &table);
    for (int k = 0; k < first->answers[0].in->n_assumed; k++) {
        char text[200];
        answer_assumption(&first->answers[0].in->assumed[k], text, sizeof text);
        table_note(&table, "assumed: %s", text);
    }
    table_note(&table, "P10 .. P50 .. P90; an open load gets what arrives, if it can be carried");
    context_table(ctx, &table);
}

static const struct column finding_columns[] = {{"design", DIM_NUMBER},
                                                {"severity", DIM_NUMBER},
                                                {"where", DIM_NUMBER},
                                                {"what", DIM_NUMBER},
                                                {"why", DIM_NUMBER}};

/* What the targets do not ask for and experience does. */
static void findings_table(struct context *ctx, const struct size_view *view)
{
    struct table table;
    table_init(&table, ctx->arena, finding_columns, 5);
    table.title = "What to weigh before buying (cephplan check)";
    for (int k = 0; k < view->n; k++) {
        const struct findings *findings = &view->cards[k].findings;
        for (int i = 0; i < findings->n; i++) {
            const struct finding *row = &findings->rows[i];
            struct cell *c = table_row(&table);
            c[0] = cell_text(i == 0 ? view->cards[k].label : "");
            c[1] = cell_text(severity_names[row->severity]);
            c[2] = cell_text(row->where);
            c[3] = cell_text(row->what);
            c[4] = cell_text(row->why);
        }
    }
    if (table.n_rows == 0)
        table_note(&table, "nothing found; what the need leaves out was not checked");
    context_table(ctx, &table);
}

void size_show(struct context *ctx, const struct size_view *view)
{
    designs_table(ctx, view);
    if ((ctx->format != OUT_TEXT && ctx->format != OUT_MD) || view->n == 0)
        return;
    fputc('\n', ctx->out);
    goals_table(ctx, view, &view->cards[0]);
    fputc('\n', ctx->out);
    if (view->n > 1) {
        reaches_table(ctx, view);
        fputc('\n', ctx->out);
    }
    loads_table(ctx, view);
    fputc('\n', ctx->out);
    findings_table(ctx, view);
}

/* -- chart -- */

static const struct {
    const char *title, *axis;
    enum dim dim;
} drawn[N_FRONTS] = {[FRONT_OPS] = {"operations/s", "IOPS of the first workload, P50", DIM_OPS},
                     [FRONT_SPACE] = {"safe capacity", "safe capacity", DIM_CAPACITY},
                     [FRONT_POWER] = {"power", "power, devices active", DIM_POWER}};

static bool find_front(const struct context *ctx, enum front_kind *kind, struct err *err)
{
    const char *asked = ctx->options.show;
    *kind = FRONT_OPS;
    for (int i = 0; asked != NULL && i < N_FRONTS; i++) {
        if (strcmp(asked, front_names[i]) == 0) {
            *kind = (enum front_kind)i;
            return true;
        }
    }
    return asked == NULL ||
           err_set(err, ERR_USAGE, "--show is '%.60s'; allowed: iops, usable or power", asked);
}

/* One series a data device, in the order of the need. */
static void add_points(const struct size_view *view, const struct front *front,
                       struct figure *figure)
{
    const struct space *space = view->answer->space;
    for (int device = 0; device < view->need->choices->n_devices; device++) {
        bool opened = false;
        for (int i = 0; i < front->n; i++) {
            const struct front_point *p = &front->points[i];
            const struct design *d = &space->families[p->found.family].design;
            if (d->device != device)
                continue;
            if (!opened) {
                const struct device *of = view->need->choices->devices[device].device;
                figure_add_series(figure, of->like == NULL ? device_title(of) : of->like);
            }
            opened = true;
            const char *label = i == 0 || i == front->n - 1
                                    ? arena_printf(figure->arena, "%d hosts", p->found.hosts)
                                    : NULL;
            figure_add_point(figure, label, p->found.key.value, figure_value(p->value))->mark =
                FIGURE_CHOSEN;
        }
    }
}

bool size_chart_check(const struct context *ctx, struct err *err)
{
    enum front_kind kind = FRONT_OPS;
    return find_front(ctx, &kind, err);
}

static bool nothing_to_draw(enum front_kind kind, struct err *err)
{
    return err_set(err, ERR_USAGE, "--chart: there is no front of %s: %s", drawn[kind].title,
                   kind == FRONT_OPS     ? "the need has no workload"
                   : kind == FRONT_POWER ? "not every part states its power"
                                         : "none was found");
}

bool size_chart(struct context *ctx, const struct size_view *view, struct err *err)
{
    struct figure figure;
    enum front_kind kind = FRONT_OPS;
    if (!find_front(ctx, &kind, err))
        return false;
    if (view->answer->fronts.front[kind].n == 0)
        return nothing_to_draw(kind, err);
    figure_init(&figure, ctx->arena, FIGURE_PARETO,
                arena_printf(ctx->arena, "%s: what more money buys in %s", view->need->name,
                             drawn[kind].title));
    figure.subtitle = arena_printf(ctx->arena,
                                   "designs that meet the need, up to %.0f times the "
                                   "cheapest; none cheaper does as well",
                                   FRONT_CEILING);
    context_sign(view->answer->space->model, NULL, &figure);
    figure.source = arena_printf(ctx->arena, "needs document %s", view->need->name);
    const char *axis = view->answer->space->priced
                           ? arena_printf(ctx->arena, "cost, %s", view->answer->space->currency)
                           : "devices";
    figure.x = (struct figure_axis){axis, DIM_NUMBER, FIGURE_AUTO, false, false};
    figure.value =
        (struct figure_axis){drawn[kind].axis, drawn[kind].dim, FIGURE_AUTO, false, false};
    add_points(view, &view->answer->fronts.front[kind], &figure);
    if (!view->answer->fronts.complete)
        figure_note(&figure, "not the whole front: the search was stopped, or there is more of it");
    return context_chart(ctx, &figure, err);
}
