/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every figure is one of struct verdict. */
#include "cli/report_need.h"

#include "load/need_file.h"

#define TENFOLD 10.0 /* from here on nobody asks how much more it is */

/* -- finding ------------------------------------------------------------------------------------
 */

/* Without the overrides of --set: they are meant for the clusters. */
static bool read_need(struct report *report, struct err *err)
{
    static const char *const folders[] = {"models/needs", NULL};
    struct context plain = *report->ctx;
    struct err quiet = ERR_INIT;
    catalogue_loader(plain.catalogue, &plain.loader);
    const char *path = load_find(plain.arena, folders, plain.options.need);
    if (!filetext_read(plain.arena, path, &report->need_text, &quiet))
        return context_need(&plain, plain.options.need, &report->need, err); /* it says why */
    return load_need_text(&plain.loader, &report->need_text, &report->need, err);
}

/* "met", "3 of 13 targets missed": of one cluster, for a table. */
static const char *words_of(const struct report *report, const struct verdict *verdict)
{
    struct arena *arena = report->ctx->arena;
    if (verdict->missed > 0)
        return arena_printf(arena, "%d of %d targets missed", verdict->missed, verdict->goals.n);
    if (verdict->open > 0)
        return arena_printf(arena, "met as far as known, %d of %d targets open", verdict->open,
                            verdict->goals.n);
    return "met";
}

/* The exit status says no; one line says why to whoever does not open the document. */
static void remark_missed(const struct report *report)
{
    struct arena *arena = report->ctx->arena;
    const char *text = "";
    for (int i = 0; i < report->n; i++)
        text = arena_printf(arena, "%s%s%s: %s", text, i == 0 ? "" : "; ", report->sides[i].name,
                            words_of(report, &report->sides[i].verdict));
    context_remark(report->ctx, "the need %s is not met: %s", report->need->name, text);
}

bool report_need_find(struct report *report, struct err *err)
{
    struct context *ctx = report->ctx;
    int holding = 0;
    if (ctx->options.need == NULL)
        return true;
    if (!read_need(report, err))
        return false;
    for (int i = 0; i < report->n; i++) {
        struct report_side *side = &report->sides[i];
        struct verdict_question question = {.need = report->need,
                                            .cluster = side->cluster,
                                            .model = report->model,
                                            .planning = report->planning,
                                            .draws = report->draws,
                                            .seed = context_seed(ctx)};
        if (!verdict_make(&question, ctx->arena, &side->verdict, err))
            return false;
        holding += side->verdict.missed == 0;
    }
    ctx->answer_is_no = holding == 0;
    if (ctx->answer_is_no)
        remark_missed(report);
    return true;
}

/* -- words --------------------------------------------------------------------------------------
 */

static const char *value_words(const struct report *report, const struct goal *goal, double value)
{
    struct arena *arena = report->ctx->arena;
    if (goal->kind == GOAL_IO)
        return value >= 1 ? "yes" : "no";
    if (isnan(value))
        return "not known";
    if (isinf(value))
        return goal->kind == GOAL_REBUILD ? "never" : "overloaded";
    if (goal->kind == GOAL_BUDGET)
        return arena_printf(arena, "%.0f %s", value, report->need->limits->budget.currency);
    if (goal->kind == GOAL_HOSTS || goal->kind == GOAL_ROOM)
        return arena_printf(arena, "%.0f", value);
    return report_value(report, goal->dim, value);
}

static const char *needed_words(const struct report *report, const struct goal *goal)
{
    const char *value = value_words(report, goal, goal->needed);
    if (goal->kind == GOAL_IO)
        return value;
    return arena_printf(report->ctx->arena, "at %s %s", goal->at_most ? "most" : "least", value);
}

/* "12 %"; a difference that rounds to nothing is still one. */
static const char *share_words(const struct report *report, double share)
{
    if (share < 0.01)
        return "less than 1\xc2\xa0%";
    return arena_printf(report->ctx->arena, "%.0f\xc2\xa0%%", 100 * share);
}

/* By how much a target is missed, or what there is to spare; NULL: there is no such measure. */
static const char *margin_words(const struct report *report, const struct verdict_goal *row)
{
    struct arena *arena = report->ctx->arena;
    bool at_most = row->goal->at_most, met = row->state == VERDICT_MET;
    double ratio = row->achieved / row->goal->needed;
    if (row->goal->kind == GOAL_IO || row->state == VERDICT_OPEN)
        return NULL;
    if (isinf(ratio))
        return value_words(report, row->goal, row->achieved);
    if (ratio == 1)
        return "just";
    if (met && !at_most && ratio >= TENFOLD)
        return "over 10 times what is needed";
    if (met && !at_most && ratio >= 2)
        return arena_printf(arena, "%.1f times what is needed", ratio);
    if (!met && at_most && ratio >= 2)
        return arena_printf(arena, "%.1f times what is allowed", ratio);
    const char *words = at_most ? (met ? "below" : "too much") : (met ? "to spare" : "short");
    return arena_printf(arena, "%s %s", share_words(report, fabs(ratio - 1)), words);
}

static const char *verdict_words(const struct report *report, const struct verdict_goal *row)
{
    struct arena *arena = report->ctx->arena;
    const char *margin = isinf(row->achieved) ? NULL : margin_words(report, row);
    if (row->state == VERDICT_OPEN)
        return arena_printf(arena, "open: %s", row->why_open == NULL ? "?" : row->why_open);
    const char *word = row->state == VERDICT_MET ? "met" : "MISSED";
    return margin == NULL ? word : arena_printf(arena, "%s, %s", word, margin);
}

/* -- the verdict --------------------------------------------------------------------------------
 */

static const char *chance_words(const struct report *report)
{
    return report->need->confidence == NEED_P50 ? "as often as not (P50)"
                                                : "in nine chances of ten (P10)";
}

/* The rows of one state, the first ones by name, each with why or by how much. */
static const char *list_rows(const struct report *report, const struct verdict *v,
                             enum verdict_state state)
{
    enum { NAMED = 4 };
    struct arena *arena = report->ctx->arena;
    const char *text = "";
    int n = 0;
    for (int i = 0; i < v->goals.n; i++) {
        const struct verdict_goal *row = &v->rows[i];
        if (row->state != state || ++n > NAMED)
            continue;
        const char *more = state == VERDICT_OPEN ? row->why_open : margin_words(report, row);
        text = arena_printf(arena, "%s%s%s%s%s%s", text, *text == '\0' ? "" : "; ", row->goal->name,
                            more == NULL ? "" : " (", more == NULL ? "" : more,
                            more == NULL ? "" : ")");
    }
    return n <= NAMED ? text
                      : arena_printf(arena, "%s; and %d more, listed below", text, n - NAMED);
}

static void one_verdict(struct report *report, const struct verdict *v)
{
    struct arena *arena = report->ctx->arena;
    const char *name = report->need->name;
    const char *open = v->open == 0 ? ""
                                    : arena_printf(arena, " Not known from the document: %s.",
                                                   list_rows(report, v, VERDICT_OPEN));
    if (v->missed > 0)
        document_verdict(&report->document, TONE_BAD,
                         arena_printf(arena, "The need %s is not met.", name),
                         "%d of %d targets do not hold %s: %s.%s", v->missed, v->goals.n,
                         chance_words(report), list_rows(report, v, VERDICT_MISSED), open);
    else
        document_verdict(&report->document, v->open > 0 ? TONE_PLAIN : TONE_GOOD,
                         arena_printf(arena, "The need %s is met%s.", name,
                                      v->open > 0 ? " as far as it can be judged" : ""),
                         "%d of %d targets hold %s.%s", v->met, v->goals.n, chance_words(report),
                         open);
}

static void all_verdicts(struct report *report)
{
    struct arena *arena = report->ctx->arena;
    const char *text = "";
    int holding = 0;
    for (int i = 0; i < report->n; i++) {
        const struct report_side *side = &report->sides[i];
        holding += side->verdict.missed == 0;
        text = arena_printf(arena, "%s%s%s: %s", text, i == 0 ? "" : "; ", side->name,
                            words_of(report, &side->verdict));
    }
    document_verdict(
        &report->document, holding > 0 ? TONE_GOOD : TONE_BAD,
        arena_printf(arena, "The need %s, %s.", report->need->name, chance_words(report)), "%s.",
        text);
}

/* -- the table ----------------------------------------------------------------------------------
 */

static void note_terms(const struct report *report, struct table *table)
{
    const struct need *need = report->need;
    if (need_stored_B(need) > need->usable_B)
        table_note(table, "Safe capacity: %s now, growing %s for %s.",
                   report_value(report, DIM_CAPACITY, need->usable_B),
                   report_value(report, DIM_GROWTH, need->growth_per_year),
                   report_value(report, DIM_DURATION, need->horizon_s));
    table_note(table, "Reached %s%s. %s.", chance_words(report),
               need->confidence == NEED_P50 ? "" : ", times at P90",
               need->clients != NULL ? "The loads come from the clients that the need states"
                                     : "The loads come from the clients of the cluster");
}

/* The target is the need's own; who signs should know that less is better. */
static void note_plan(const struct report *report, const struct verdict *v, struct table *table)
{
    const struct capacity_digest *c = &report->sides[0].capacity;
    for (int i = 0; i < v->goals.n && c->known; i++)
        if (v->rows[i].goal->kind == GOAL_SPACE && v->rows[i].state == VERDICT_MET &&
            v->rows[i].goal->needed > c->plan_B)
            table_note(table,
                       "Safe capacity leaves no room for the fullest OSD, nor for a disk to be "
                       "rebuilt inside its host: with that, plan to store at most %s.",
                       report_value(report, DIM_CAPACITY, c->plan_B));
}

static void one_table(struct report *report, const struct verdict *v)
{
    static const struct column columns[] = {{"target", DIM_NUMBER},
                                            {"needed", DIM_NUMBER},
                                            {"reached", DIM_NUMBER},
                                            {"verdict", DIM_NUMBER}};
    struct table *table = document_table(&report->document, NULL, columns, 4);
    for (int i = 0; i < v->goals.n; i++) {
        const struct verdict_goal *row = &v->rows[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(row->goal->name);
        c[1] = cell_text(needed_words(report, row->goal));
        c[2] = cell_text(value_words(report, row->goal, row->achieved));
        c[3] = cell_text(verdict_words(report, row));
    }
    note_terms(report, table);
    note_plan(report, v, table);
}

/* A column a cluster; the targets are the same for all. */
static void side_by_side(struct report *report)
{
    struct arena *arena = report->ctx->arena;
    int n = report->n + 2;
    const struct goals *goals = &report->sides[0].verdict.goals;
    struct column *columns = arena_array(arena, (size_t)n, sizeof *columns);
    columns[0] = (struct column){"target", DIM_NUMBER};
    columns[1] = (struct column){"needed", DIM_NUMBER};
    for (int i = 0; i < report->n; i++)
        columns[i + 2] = (struct column){report->sides[i].name, DIM_NUMBER};
    struct table *table = document_table(&report->document, NULL, columns, n);
    for (int g = 0; g < goals->n; g++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(goals->goal[g].name);
        c[1] = cell_text(needed_words(report, &goals->goal[g]));
        for (int i = 0; i < report->n; i++) {
            const struct verdict_goal *row = &report->sides[i].verdict.rows[g];
            const char *value = value_words(report, row->goal, row->achieved);
            c[i + 2] =
                cell_text(row->state == VERDICT_OPEN ? "open"
                          : row->state == VERDICT_MET
                              ? value
                              : arena_printf(arena, "%s: %s", value, verdict_words(report, row)));
        }
    }
    table_note(table, "A value alone: the target is met.");
    note_terms(report, table);
}

void report_need(struct report *report)
{
    if (report->need == NULL)
        return;
    if (report->n > 1) {
        all_verdicts(report);
        side_by_side(report);
    } else {
        one_verdict(report, &report->sides[0].verdict);
        one_table(report, &report->sides[0].verdict);
    }
}
