/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan size: the cheapest clusters that hold what a needs document asks for. */
#include "cli/commands.h"
#include "cli/size_view.h"
#include "load/planning_file.h"
#include "plan/check_parts.h"
#include "plan/check_space.h"
#include "plan/narrow.h"

#include <signal.h>

enum { TOP_DEFAULT = 5 };

/* Set by the first interrupt; the second one ends the program as ever. */
static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

struct watch {
    const struct context *ctx;
    int shown; /* thousandths */
};

static bool watch_search(void *context, int done, int total)
{
    struct watch *watch = context;
    int share = (int)(1000.0 * done / total);
    if (share != watch->shown)
        context_progress(watch->ctx, "size", share, 1000);
    watch->shown = share;
    return !interrupted;
}

/* -- the search -- */

struct sizing {
    struct need *need;
    struct engine_model *model;
    struct planning *planning;
    struct advice *advice;
    struct draws draws;
    struct space space;
    struct goals goals;
    struct size_answer answer;
};

static bool load_all(struct context *ctx, struct sizing *s, struct err *err)
{
    return context_need(ctx, ctx->arguments[0], &s->need, err) &&
           context_model(ctx, &s->model, err) && answer_draws(ctx, s->model, &s->draws, err) &&
           load_planning(ctx->arena, "models/recovery.yaml", &s->planning, err) &&
           load_advice(ctx->arena, "models/advice.yaml", &s->advice, err);
}

static bool run_search(struct context *ctx, struct sizing *s, struct err *err)
{
    struct watch watch = {ctx, -1};
    int top = ctx->options.top == FIELD_ABSENT ? TOP_DEFAULT : ctx->options.top;
    struct size_question question = {.space = &s->space,
                                     .goals = &s->goals,
                                     .top = top,
                                     .fronts =
                                         ctx->options.chart != NULL || ctx->format == OUT_JSON,
                                     .tick = watch_search,
                                     .tick_context = &watch};
    bool ok = size_answer(&question, ctx->arena, &s->answer, err);
    context_progress(ctx, "size", 1000, 1000);
    return ok;
}

static bool make_space(struct context *ctx, struct sizing *s, struct err *err)
{
    struct space_question question = {s->need, s->model, s->planning, s->advice, s->draws};
    if (!space_make(&question, ctx->arena, &s->space, err))
        return false;
    narrow_kinds(&s->space);
    goals_make(&s->space, ctx->arena, &s->goals);
    return true;
}

/* An interrupt while the space is laid out counts when the search begins. */
static bool find_answer(struct context *ctx, struct sizing *s, struct err *err)
{
    struct sigaction handler = {.sa_flags = (int)(SA_RESETHAND | SA_RESTART)}, before;
    interrupted = 0;
    if (!load_all(ctx, s, err))
        return false;
    handler.sa_handler = note_interrupt;
    (void)sigemptyset(&handler.sa_mask);
    bool handled = sigaction(SIGINT, &handler, &before) == 0;
    bool ok = make_space(ctx, s, err) && run_search(ctx, s, err);
    if (handled)
        (void)sigaction(SIGINT, &before, NULL);
    return ok;
}

/* -- what is shown of it -- */

static bool find_findings(struct context *ctx, const struct sizing *s, struct size_card *card,
                          struct err *err)
{
    card->findings = (struct findings){.arena = ctx->arena};
    struct capacity_plan plan;
    capacity_plan_make(&card->capacity, ctx->arena, &plan);
    card->plan_B = plan.bytes;
    if (!check_space(&card->capacity, s->planning, s->advice, &card->findings, err))
        return false;
    check_parts(&card->capacity, s->advice, &card->findings);
    findings_sort(&card->findings);
    return true;
}

static bool make_card(struct context *ctx, const struct sizing *s, const struct size_design *design,
                      const char *label, struct size_card *card, struct err *err)
{
    const struct space_family *f = &s->space.families[design->found.family];
    const struct need_host *host = &s->need->choices->hosts[design->design.host];
    card->design = design;
    card->label = label;
    card->cluster =
        design_cluster(s->need, &design->design, s->model->constants.pgs_default, ctx->arena);
    card->cluster->name = arena_printf(ctx->arena, "%s, %s", s->need->name, label);
    card->cost = s->space.priced ? design->found.hosts * f->host_cost : UNKNOWN;
    card->power_W = design->found.hosts * f->host_W;
    card->rack_units =
        host->rack_units == FIELD_ABSENT ? 0 : design->found.hosts * host->rack_units;
    return answer_make(ctx, s->model, card->cluster, NULL, card->cluster->workloads,
                       card->cluster->n_workloads, &s->draws, &card->answers, err) &&
           capacity_make(card->cluster, &s->model->constants, ctx->arena, &card->capacity, err) &&
           find_findings(ctx, s, card, err);
}

static bool make_view(struct context *ctx, const struct sizing *s, struct size_view *view,
                      struct err *err)
{
    const struct size_answer *answer = &s->answer;
    *view = (struct size_view){.need = s->need, .answer = answer};
    view->cards = arena_array(ctx->arena, (size_t)answer->n + 1, sizeof *view->cards);
    for (int i = 0; i < answer->n; i++, view->n++)
        if (!make_card(ctx, s, &answer->designs[i], arena_printf(ctx->arena, "design %d", i + 1),
                       &view->cards[i], err))
            return false;
    view->miss = answer->n == 0 && answer->miss.hosts != 0;
    if (!view->miss)
        return true;
    view->n = 1;
    return make_card(ctx, s, &answer->nearest, "nearest miss", &view->cards[0], err);
}

static bool nothing_found(const struct sizing *s, struct err *err)
{
    return err_set(err, ERR_MODEL,
                   s->answer.optimal ? "no design holds, and none can be named as the nearest"
                                     : "stopped before a design was found that holds");
}

bool cmd_size(struct context *ctx, struct err *err)
{
    struct sizing *s = arena_alloc(ctx->arena, sizeof *s);
    struct size_view view;
    if (!size_folder_check(ctx, err) || !size_chart_check(ctx, err) || !find_answer(ctx, s, err) ||
        !make_view(ctx, s, &view, err))
        return false;
    if (view.n == 0)
        return nothing_found(s, err);
    ctx->answer_is_no = view.miss;
    if (ctx->format == OUT_JSON)
        size_json(ctx, &view);
    else
        size_show(ctx, &view);
    if (!size_folder_write(ctx, &view, err))
        return false;
    if (interrupted && s->answer.optimal)
        context_remark(
            ctx, "stopped when the cheapest was proven: what else would save is not complete");
    if (ctx->options.chart == NULL)
        return true;
    if (!view.miss && s->answer.optimal && !interrupted)
        return size_chart(ctx, &view, err);
    context_remark(ctx, "no chart: %s", view.miss ? "no design holds" : "the search was stopped");
    return true;
}
