/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan models: every constant with its value, range, unit and source. */
#include "cli/commands.h"
#include "cli/formulas.h"
#include "load/formula_file.h"
#include "load/planning_file.h"

#include <string.h>

static bool list_models(struct context *ctx)
{
    static const struct column columns[] = {
        {"model", DIM_NUMBER}, {"what", DIM_NUMBER}, {"holds", DIM_NUMBER}};
    struct table table;
    table_init(&table, ctx->arena, columns, 3);
    struct cell *c = table_row(&table);
    c[0] = cell_text("engine");
    c[1] = cell_text("physical model: bounds of devices, CPU, network and clients in a closed "
                     "loop, with ranges");
    c[2] = cell_text("see cephplan validate --lopo");
    for (int i = 0; i < n_formulas; i++) {
        c = table_row(&table);
        c[0] = cell_text(formulas[i].name);
        c[1] = cell_text(formulas[i].title);
        c[2] = cell_text(formulas[i].holds);
    }
    c = table_row(&table);
    c[0] = cell_text("recovery");
    c[1] = cell_text("rates, shares and failure rates behind recover, expand and capacity");
    c = table_row(&table);
    c[0] = cell_text("advice");
    c[1] = cell_text("thresholds behind check");
    context_table(ctx, &table);
    return true;
}

static const struct column constant_columns[] = {
    {"name", DIM_NUMBER}, {"value", DIM_NUMBER},  {"low", DIM_NUMBER},     {"high", DIM_NUMBER},
    {"unit", DIM_NUMBER}, {"fitted", DIM_NUMBER}, {"meaning", DIM_NUMBER}, {"source", DIM_NUMBER}};

static void constant_row(struct table *table, const char *name, const struct param_info *info)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(name);
    c[1] = cell_number(info->value);
    c[2] = cell_known(info->low);
    c[3] = cell_known(info->high);
    c[4] = cell_text(info->unit);
    c[5] = cell_known(info->fitted);
    c[6] = cell_text(info->meaning);
    c[7] = cell_text(info->source);
}

static bool show_engine(struct context *ctx, struct err *err)
{
    struct engine_model *model = NULL;
    struct table table;
    if (!context_model(ctx, &model, err))
        return false;
    table_init(&table, ctx->arena, constant_columns, 8);
    table.title = "engine: parameters (with a range) and constants";
    for (int i = 0; i < N_PARAMS; i++)
        constant_row(&table, param_names[i], &model->param_info[i]);
    for (int i = 0; i < N_CONSTANTS; i++)
        constant_row(&table, constant_names[i], &model->constant_info[i]);
    table_note(&table, "value: prior median; low and high: its 10 %% and 90 %% quantiles; fitted: "
                       "what calibrate found "
                       "on the open fit rows (the value then used).");
    table_note(&table, "PG copies an OSD: %s; share of the read ceiling: %s", model->kpg.x_text,
               model->kpg.y_text);
    table_note(&table, "link in bytes/s: %s; round trip in s: %s", model->rtt.x_text,
               model->rtt.y_text);
    for (int i = 0; i < model->n_speeds; i++)
        table_note(&table, "CPU model /%s/: speed %.3g%s%s", model->speeds[i].pattern,
                   model->speeds[i].speed, model->speeds[i].note == NULL ? "" : ", ",
                   model->speeds[i].note == NULL ? "" : model->speeds[i].note);
    context_table(ctx, &table);
    return true;
}

static void show_numbers(struct context *ctx, const char *title, const char *const *names, int n,
                         const struct param_info *info)
{
    struct table table;
    table_init(&table, ctx->arena, constant_columns, 8);
    table.title = title;
    for (int i = 0; i < n; i++)
        constant_row(&table, names[i], &info[i]);
    table_note(
        &table,
        "value: the middle; low and high: its 10 %% and 90 %% quantiles, where it has a range");
    context_table(ctx, &table);
}

static bool show_recovery(struct context *ctx, struct err *err)
{
    struct planning *planning = NULL;
    if (!load_planning(ctx->arena, "models/recovery.yaml", &planning, err))
        return false;
    show_numbers(ctx, "recovery: what rebuilding, moving and the risk of loss rest on",
                 planning_names, N_PLANNING, planning->info);
    return true;
}

static bool show_advice(struct context *ctx, struct err *err)
{
    struct advice *advice = NULL;
    if (!load_advice(ctx->arena, "models/advice.yaml", &advice, err))
        return false;
    show_numbers(ctx, "advice: thresholds of check", advice_names, N_ADVICE, advice->info);
    return true;
}

static bool show_formula(struct context *ctx, const struct formula *f, struct err *err)
{
    struct formula_model *model = NULL;
    struct table table;
    if (!load_formula_model(ctx->arena, "models/formulas.yaml", &model, err))
        return false;
    table_init(&table, ctx->arena, constant_columns, 8);
    table.title = arena_printf(ctx->arena, "%s: %s", f->name, f->title);
    for (int i = 0; f->constants[i] != NULL; i++)
        constant_row(&table, f->constants[i], formula_constant_info(model, f->constants[i]));
    table_note(&table, "%s", f->equation);
    table_note(&table, "holds: %s", f->holds);
    for (int i = 0; f->defects[i] != NULL; i++)
        table_note(&table, "defect: %s", f->defects[i]);
    table_note(&table, "source: %s", f->source);
    context_table(ctx, &table);
    return true;
}

bool cmd_models(struct context *ctx, struct err *err)
{
    if (ctx->n_arguments == 0)
        return list_models(ctx);
    const char *name = ctx->arguments[0];
    if (strcmp(name, "engine") == 0)
        return show_engine(ctx, err);
    if (strcmp(name, "recovery") == 0)
        return show_recovery(ctx, err);
    if (strcmp(name, "advice") == 0)
        return show_advice(ctx, err);
    const struct formula *f = formula_find(name);
    const char *words[MAX_MODELS + 3] = {"engine", "recovery", "advice"};
    for (int i = 0; i < n_formulas && i < MAX_MODELS; i++)
        words[i + 3] = formulas[i].name;
    const char *near = f == NULL ? err_nearest(name, words, (size_t)n_formulas + 3) : NULL;
    if (f == NULL)
        return err_set(err, ERR_USAGE, "'%.60s' is no model%s%s%s; cephplan models lists them",
                       name, near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                       near == NULL ? "" : "'?)");
    return show_formula(ctx, f, err);
}
