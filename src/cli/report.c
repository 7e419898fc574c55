/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/report.h"

#include "cli/space.h"
#include "plan/change.h"

#include <string.h>

#define NO_BREAK "\xc2\xa0" /* a blank at which no line ends */

bool report_is_large(const struct workload *load)
{
    return load->bs_B >= CHAPTER_LARGE_B;
}

/* -- words --------------------------------------------------------------------------------------
 */

const char *report_value(const struct report *report, enum dim dim, double value)
{
    char text[64];
    units_format(dim, value, text, sizeof text);
    char *blank = strchr(text, ' ');
    if (blank == NULL)
        return arena_copy(report->ctx->arena, text);
    *blank = '\0'; /* a figure and its unit stay on one line */
    return arena_printf(report->ctx->arena, "%s" NO_BREAK "%s", text, blank + 1);
}

const char *report_span(const struct report *report, enum dim dim, struct range range)
{
    return arena_printf(report->ctx->arena, "%s to %s", report_value(report, dim, range.p10),
                        report_value(report, dim, range.p90));
}

const char *report_percent(const struct report *report, double ratio)
{
    double percent = 100 * (ratio - 1);
    const char *sign = percent < -0.5 ? "\xe2\x88\x92" : "+";
    return arena_printf(report->ctx->arena, "%s%.0f" NO_BREAK "%%",
                        fabs(percent) < 0.5 ? "\xc2\xb1" : sign, fabs(percent));
}

const char *report_addition(const struct report *report, const char *text)
{
    struct addition addition = {0};
    struct err quiet = ERR_INIT;
    if (!change_parse(text, &addition, &quiet))
        return text;
    int n = addition.hosts > 0 ? addition.hosts : addition.osds;
    const char *count = n == 1 ? "one" : arena_printf(report->ctx->arena, "%d", n);
    return arena_printf(report->ctx->arena, "%s more %s%s%s", count,
                        addition.hosts > 0 ? "host" : "OSD", n == 1 ? "" : "s",
                        addition.hosts > 0 ? "" : " in every host");
}

/* -- headlines ----------------------------------------------------------------------------------
 */

/* What a headline is about; random access and the greatest throughput stand for the others. */
static int kind_of(const struct workload *load)
{
    double reads = workload_read_frac(load);
    if (reads > 0 && reads < 1)
        return -1;
    return (report_is_large(load) ? 2 : 0) + (reads > 0 ? 0 : 1);
}

static bool is_better(const struct answer *a, const struct answer *b)
{
    bool large = report_is_large(a->load);
    bool one = workload_is_sequential(a->load), other = workload_is_sequential(b->load);
    if (one != other && !large)
        return other;
    return a->e.ops.p50 > b->e.ops.p50;
}

static void find_headlines(struct report_side *side)
{
    int best[REPORT_HEADLINES] = {-1, -1, -1, -1};
    for (int i = 0; i < side->answers.n; i++) {
        const struct answer *a = &side->answers.answers[i];
        int kind = kind_of(a->load);
        if (kind >= 0 && (best[kind] < 0 || is_better(a, &side->answers.answers[best[kind]])))
            best[kind] = i;
    }
    for (int kind = 0; kind < REPORT_HEADLINES; kind++)
        if (best[kind] >= 0)
            side->headlines[side->n_headlines++] = best[kind];
    if (side->n_headlines == 0) /* mixed loads only */
        while (side->n_headlines < side->answers.n && side->n_headlines < REPORT_HEADLINES) {
            side->headlines[side->n_headlines] = side->n_headlines;
            side->n_headlines++;
        }
    for (int i = 0; i < side->n_headlines; i++)
        side->titles[i] = side->answers.answers[side->headlines[i]].title;
}

/* -- finding ------------------------------------------------------------------------------------
 */

/* Clusters of one name are told apart by their number. */
static const char *name_of(const struct report *report, int i)
{
    const char *name = report->sides[i].cluster->name;
    for (int k = 0; k < report->n; k++)
        if (k != i && strcmp(report->sides[k].cluster->name, name) == 0)
            return arena_printf(report->ctx->arena, "%s (%d)", name, i + 1);
    return name;
}

static bool find_side(struct report *report, struct report_side *side, struct err *err)
{
    const struct workload *loads = NULL;
    int n = 0;
    if (!answer_loads(report->ctx, side->cluster, &loads, &n, err) ||
        !answer_make(report->ctx, report->model, side->cluster, NULL, loads, n, &report->draws,
                     &side->answers, err))
        return false;
    struct purchase_question question = {
        report->model, side->cluster, loads, n, &report->draws, gain_error_of(report->planning)};
    side->n_purchases = purchase_find(&question, report->ctx->arena, side->purchases);
    bill_make(side->cluster, report->ctx->arena, &side->bill);
    find_headlines(side);
    return true;
}

bool report_find(struct report *report, struct err *err)
{
    struct context *ctx = report->ctx;
    report->n = ctx->n_arguments;
    if (!context_model(ctx, &report->model, err) || !space_planning(ctx, &report->planning, err) ||
        !answer_draws(ctx, report->model, &report->draws, err))
        return false;
    for (int i = 0; i < report->n; i++) {
        struct report_side *side = &report->sides[i];
        if (!context_read(ctx, ctx->arguments[i], &side->text, err) ||
            !context_cluster(ctx, ctx->arguments[i], &side->cluster, err))
            return false;
    }
    for (int i = 0; i < report->n; i++) {
        struct report_side *side = &report->sides[i];
        side->name = name_of(report, i);
        if (!find_side(report, side, err))
            return false;
        side->ctx = *ctx;
        side->ctx.arguments = &ctx->arguments[i];
        side->ctx.n_arguments = 1;
        side->chapter = (struct chapter){
            .document = &report->document,
            .of = report->n == 1 ? "" : arena_printf(ctx->arena, ": %s", side->name),
            .loads = side->titles};
    }
    return true;
}
