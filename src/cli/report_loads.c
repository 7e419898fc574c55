/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number here is one of struct estimate or struct gain, as `estimate` and `expand` show them.
 */
#include "cli/report_loads.h"

#include "cli/load_figures.h"

#include <string.h>

static const char *bound_name(const struct answer *a)
{
    return estimate_bound_name(a->e.point.bound, &a->e.point.load);
}

static const char *next_bound_name(const struct answer *a)
{
    return estimate_bound_name(a->e.point.next_bound, &a->e.point.load);
}

/* -- tables -------------------------------------------------------------------------------------
 */

static struct cell count_or_empty(int count)
{
    return count > 0 ? cell_int(count) : cell_text(NULL);
}

static void definitions_table(struct report *report, const struct report_side *side)
{
    static const struct column columns[] = {
        {"load", DIM_NUMBER},    {"access", DIM_NUMBER},      {"reads", DIM_FRACTION},
        {"block", DIM_BLOCK},    {"depth", DIM_NUMBER},       {"jobs", DIM_NUMBER},
        {"clients", DIM_NUMBER}, {"outstanding", DIM_NUMBER}, {"pool", DIM_NUMBER}};
    struct table table;
    table_init(&table, report->ctx->arena, columns, 9);
    bool saturates = false, open = false;
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        const struct workload *load = a->load;
        bool all = isinf(a->in->outstanding) && isnan(a->in->rate_ops);
        struct cell *c = table_row(&table);
        c[0] = cell_text(a->title);
        c[1] = cell_text(workload_is_sequential(load) ? "sequential" : "random");
        c[2] = cell_number(workload_read_frac(load));
        c[3] = cell_number(load->bs_B);
        c[4] = count_or_empty(load->iodepth);
        c[5] = count_or_empty(load->numjobs);
        c[6] = count_or_empty(load->clients);
        c[7] = all ? cell_text(NULL) : cell_int(round(a->e.point.depth));
        c[8] = cell_text(load->pool);
        saturates = saturates || all;
        open = open || !isnan(load->rate_ops);
    }
    table_note(&table, "Outstanding: requests in flight at once, depth x jobs x clients%s%s.",
               saturates ? "; where none are given, as many as the cluster can use" : "",
               open ? "; of a load with a fixed rate, rate x latency" : "");
    document_put_table(&report->document, &table);
}

static void answers_table(struct report *report, const struct report_side *side)
{
    static const struct column columns[] = {{"load", DIM_NUMBER},      {"iops", DIM_OPS},
                                            {"bandwidth", DIM_RATE},   {"mean latency", DIM_TIME},
                                            {"p99 latency", DIM_TIME}, {"limited by", DIM_NUMBER},
                                            {"next", DIM_NUMBER}};
    struct table *table = document_table(&report->document, "What each load gets", columns, 7);
    bool modes = false;
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(a->title);
        c[1] = cell_range(a->e.ops);
        c[2] = cell_range(a->e.bandwidth_Bps);
        c[3] = cell_known_range(a->e.latency_s);
        if (!a->e.two_modes)
            c[4] = cell_known_range(a->e.p99_s);
        c[5] = cell_text(bound_name(a));
        c[6] = cell_text(next_bound_name(a));
        modes = modes || a->e.two_modes;
    }
    table_note(table, "One cluster in ten does worse than P10, one in ten better than P90; of "
                      "latencies P10 is the best case.");
    if (modes)
        table_note(table, "No p99 latency: writes are answered by flash until it is full, then by "
                          "the disks behind it, and no one figure describes both.");
}

struct names {
    const char *name[3 * N_BOUND_NAMES];
    int n;
};

static void list_bound(struct report *report, struct names *seen, const char *name,
                       enum bound bound)
{
    for (int k = 0; k < seen->n; k++)
        if (strcmp(seen->name[k], name) == 0)
            return;
    if (seen->n == (int)(sizeof seen->name / sizeof seen->name[0]))
        return;
    seen->name[seen->n++] = name;
    document_item(&report->document, report_bound_words(name),
                  arena_printf(report->ctx->arena, "helps: %s", gain_remedy(bound)), "%s (%s)",
                  report_bound(name), name);
}

/* What the names in the table and in the figures stand for: those that bind first, then the rest.
 */
static void bounds_list(struct report *report, const struct report_side *side)
{
    struct names seen = {.n = 0};
    document_items(&report->document, BLOCK_FACTS);
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        list_bound(report, &seen, bound_name(a), a->e.point.bound);
        list_bound(report, &seen, next_bound_name(a), a->e.point.next_bound);
    }
    for (int i = 0; i < side->n_headlines; i++)
        for (int b = 0; b < N_BOUNDS; b++)
            if (b != BOUND_SYNC &&
                isfinite(estimate_bound_ops(
                    (enum bound)b, &side->answers.answers[side->headlines[i]].e.point.load)))
                list_bound(report, &seen, bound_names[b], (enum bound)b);
}

/* -- figures ------------------------------------------------------------------------------------
 */

/* Ranges of the loads of small blocks in operations, of large ones in bandwidth. */
static void ranges_figure(struct report *report, const struct report_side *side, bool large)
{
    int n = 0;
    for (int i = 0; i < side->answers.n; i++)
        n += report_is_large(side->answers.answers[i].load) == large;
    if (n == 0)
        return;
    struct figure *figure = document_figure(
        &report->document, large ? "bandwidth" : "iops", FIGURE_RANGE_BARS,
        arena_printf(report->ctx->arena, "%s: %s", side->cluster->name,
                     large ? "bandwidth of large blocks" : "operations/s of small blocks"));
    figure->subtitle = "P10, P50 and P90; beside them what limits the load";
    figure->value = (struct figure_axis){large ? "bandwidth" : "IOPS", large ? DIM_RATE : DIM_OPS,
                                         FIGURE_AUTO, false, false};
    context_sign(report->model, side->cluster, figure);
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        if (report_is_large(a->load) != large)
            continue;
        figure_add_series(figure, a->title);
        figure_add_point(figure, "engine", 0, large ? a->e.bandwidth_Bps : a->e.ops)->reason =
            bound_name(a);
    }
}

/* Where every resource would end the headline loads of small blocks or of large ones. */
static void bounds_figure(struct report *report, const struct report_side *side, bool large)
{
    struct figure figure;
    load_figures_bounds(&side->answers,
                        arena_printf(report->ctx->arena,
                                     "%s: the limit of each resource, %s blocks",
                                     side->cluster->name, large ? "large" : "small"),
                        report->ctx->arena, &figure);
    for (int i = 0; i < side->n_headlines; i++) {
        const struct answer *a = &side->answers.answers[side->headlines[i]];
        if (report_is_large(a->load) == large)
            load_figures_add_bounds(a, &figure);
    }
    if (figure.n_series > 0)
        document_put_figure(&report->document, "bounds", &figure);
}

void report_loads(struct report *report, struct report_side *side)
{
    document_heading(&report->document, 1, "The loads and what they get%s", side->chapter.of);
    answers_table(report, side);
    ranges_figure(report, side, false);
    ranges_figure(report, side, true);
    document_heading(&report->document, 2, "What limits them");
    bounds_list(report, side);
    bounds_figure(report, side, false);
    bounds_figure(report, side, true);
    document_heading(&report->document, 2, "How the loads are defined");
    definitions_table(report, side);
}

/* -- losses -------------------------------------------------------------------------------------
 */

/* Steps that matter in any load, in the order of the way. */
struct steps {
    const char *names[2 * MAX_LOSSES], *why[2 * MAX_LOSSES];
    int n;
};

static int find_step(const struct steps *steps, const char *name)
{
    for (int i = 0; i < steps->n; i++)
        if (strcmp(steps->names[i], name) == 0)
            return i;
    return -1;
}

/* Puts a step in, right behind the last one that stood before it in its load. */
static int insert_step(struct steps *steps, int after, const struct loss *loss)
{
    int at = after + 1;
    for (int i = steps->n; i > at; i--) {
        steps->names[i] = steps->names[i - 1];
        steps->why[i] = steps->why[i - 1];
    }
    steps->names[at] = loss->step;
    steps->why[at] = loss->why;
    steps->n++;
    return at;
}

static void collect_steps(const struct report_side *side, struct steps *steps)
{
    steps->n = 0;
    for (int i = 0; i < side->answers.n; i++) {
        const struct estimate *e = &side->answers.answers[i].e;
        int after = -1;
        for (int k = 1; k < e->n_losses; k++) {
            if (!load_figures_matters(&e->losses[k]))
                continue;
            int at = find_step(steps, e->losses[k].step);
            if (at < 0 && steps->n < 2 * MAX_LOSSES)
                at = insert_step(steps, after, &e->losses[k]);
            else if (at >= 0 && strlen(e->losses[k].why) > strlen(steps->why[at]))
                steps->why[at] = e->losses[k].why;
            after = at > after ? at : after;
        }
    }
}

static void losses_table(struct report *report, const struct report_side *side,
                         const struct steps *steps)
{
    struct arena *arena = report->ctx->arena;
    int n = steps->n + 3;
    struct column *columns = arena_array(arena, (size_t)n, sizeof *columns);
    columns[0] = (struct column){"load", DIM_NUMBER};
    columns[1] = (struct column){"raw devices", DIM_OPS};
    for (int i = 0; i < steps->n; i++)
        columns[i + 2] = (struct column){steps->names[i], DIM_RATIO};
    columns[n - 1] = (struct column){"at the client", DIM_OPS};
    struct table *table =
        document_table(&report->document, "What every step leaves of the one before", columns, n);
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(a->title);
        c[1] = cell_number(a->e.losses[0].ops);
        for (int k = 1; k < a->e.n_losses; k++) {
            int at = find_step(steps, a->e.losses[k].step);
            if (load_figures_matters(&a->e.losses[k]) && at >= 0)
                c[at + 2] = cell_number(a->e.losses[k].factor);
        }
        c[n - 1] = cell_number(a->e.losses[a->e.n_losses - 1].ops);
    }
    table_note(table, "Operations/s at P50; the steps are factors. Empty: the step takes nothing.");
}

void report_losses(struct report *report, struct report_side *side)
{
    struct steps steps;
    collect_steps(side, &steps);
    document_heading(&report->document, 1, "From raw devices to the client%s", side->chapter.of);
    document_paragraph(&report->document,
                       "A device's own figures are not what clients get. Copies, processors, "
                       "links, uneven placement and too short queues each take their part.");
    losses_table(report, side, &steps);
    document_items(&report->document, BLOCK_FACTS);
    for (int i = 0; i < steps.n; i++)
        document_item(&report->document, steps.names[i], NULL, "%s", steps.why[i]);
    for (int i = 0; i < side->n_headlines && i < 2; i++) {
        struct figure figure;
        load_figures_losses(&side->answers, &side->answers.answers[side->headlines[i]],
                            report->ctx->arena, &figure);
        document_put_figure(&report->document, "losses", &figure);
    }
}

/* -- purchases ----------------------------------------------------------------------------------
 */

#define NO_CHANGE 0.005 /* what shows as 0 % */

static const char *gain_words(const struct report *report, struct range ratio)
{
    if (fabs(ratio.p50 - 1) < NO_CHANGE)
        return "none";
    return arena_printf(report->ctx->arena, "%s (%s to %s)", report_percent(report, ratio.p50),
                        report_percent(report, ratio.p10), report_percent(report, ratio.p90));
}

void report_purchases(struct report *report, struct report_side *side)
{
    struct column *columns = arena_array(report->ctx->arena, PURCHASES_MAX + 1, sizeof *columns);
    columns[0] = (struct column){"load", DIM_NUMBER};
    for (int i = 0; i < side->n_purchases; i++)
        columns[i + 1] = (struct column){side->purchases[i].what, DIM_NUMBER};
    struct table *table = document_table(&report->document, "What the next purchase brings",
                                         columns, side->n_purchases + 1);
    for (int i = 0; i < side->answers.n; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(side->answers.answers[i].title);
        for (int k = 0; k < side->n_purchases; k++)
            c[k + 1] = cell_text(gain_words(report, side->purchases[k].ratios[i]));
    }
    table_note(table, "Operations/s more than the cluster as it is gives: P50 (P10 to P90). What "
                      "is uncertain in both cancels; what remains is how well such changes have "
                      "been predicted. None: something else limits the load.");
    for (int k = 0; k < side->n_purchases; k++)
        table_note(table, "%s: cephplan %s", side->purchases[k].what, side->purchases[k].command);
}
