/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/formulas.h"

#include "load/formula_file.h"

#include <math.h>
#include <string.h>

static bool ends_in_yaml(const char *name)
{
    size_t n = strlen(name);
    /* cppcheck-suppress pointerOutOfBoundsCond ; n is the length of the name */
    return n > 5 && strcmp(name + n - 5, ".yaml") == 0;
}

static bool add_model(const char *name, const char **names, int *n, struct err *err)
{
    const char *words[MAX_MODELS + 2] = {"engine", "all"};
    size_t n_words = 2;
    bool known = strcmp(name, "engine") == 0 || ends_in_yaml(name);
    const char *kept = known ? "engine" : NULL;
    for (int i = 0; i < n_formulas; i++) {
        words[n_words++] = formulas[i].name;
        if (strcmp(name, formulas[i].name) == 0)
            kept = formulas[i].name;
    }
    const char *near = kept == NULL ? err_nearest(name, words, n_words) : NULL;
    if (kept == NULL)
        return err_set(err, ERR_USAGE,
                       "--model: '%.60s' is no model%s%s%s; allowed: engine, mirantis, seed-range, "
                       "ucloud, vitastor, "
                       "disk-rule, all, or a model file ending in .yaml",
                       name, near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                       near == NULL ? "" : "'?)");
    for (int i = 0; i < *n; i++)
        if (strcmp(names[i], kept) == 0)
            return true;
    names[(*n)++] = kept;
    return true;
}

bool models_wanted(const struct context *ctx, const char **names, int *n, struct err *err)
{
    const char *wanted = ctx->options.model;
    *n = 0;
    if (wanted == NULL)
        return add_model("engine", names, n, err);
    if (strcmp(wanted, "all") == 0) {
        names[(*n)++] = "engine";
        for (int i = 0; i < n_formulas; i++)
            names[(*n)++] = formulas[i].name;
        return true;
    }
    char *copy = arena_copy(ctx->arena, wanted), *rest = NULL;
    for (char *name = strtok_r(copy, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest))
        if (!add_model(name, names, n, err))
            return false;
    return *n > 0 || add_model("", names, n, err);
}

bool formulas_answer(struct context *ctx, const char *name, const struct cluster *cluster,
                     const struct workload *loads, int n, struct formula_answers *out,
                     struct err *err)
{
    struct formula_model *model = NULL;
    if (!load_formula_model(ctx->arena, "models/formulas.yaml", &model, err))
        return false;
    *out = (struct formula_answers){.formula = formula_find(name), .loads = loads, .n = n};
    out->results = arena_array(ctx->arena, (size_t)n + 1, sizeof *out->results);
    for (int i = 0; i < n; i++)
        formula_evaluate(out->formula, &model->constants, cluster, &loads[i], &out->results[i]);
    return true;
}

/* One number where least and most are the same. */
static struct range as_range(struct formula_span span)
{
    return span.min == span.max ? figure_value(span.min) : figure_between(span.min, span.max);
}

static struct cell span_cell(const struct context *ctx, struct formula_span span)
{
    return isnan(span.min) ? context_unknown(ctx) : cell_range(as_range(span));
}

static const char *load_title(struct context *ctx, const struct workload *load)
{
    char title[160];
    workload_title(load, title, sizeof title);
    return arena_copy(ctx->arena, title);
}

void formulas_row(struct context *ctx, const struct formula_answers *a, int i, struct table *table)
{
    const struct formula_result *r = &a->results[i];
    struct cell *c = table_row(table);
    c[0] = cell_text(load_title(ctx, &a->loads[i]));
    c[1] = cell_text(a->formula->name);
    c[2] = c[3] = c[4] = c[5] = context_unknown(ctx);
    if (!r->applies) {
        c[6] = cell_text("no answer");
        return;
    }
    c[2] = span_cell(ctx, r->iops_ops);
    c[3] = span_cell(ctx, r->bw_Bps);
    c[4] = span_cell(ctx, r->lat_s);
    if (!r->mixed)
        return;
    c = table_row(table);
    c[0] = cell_text(load_title(ctx, &a->loads[i]));
    c[1] = cell_text(arena_printf(ctx->arena, "%s, harmonic", a->formula->name));
    c[4] = c[5] = context_unknown(ctx);
    c[2] = span_cell(ctx, r->harmonic_iops_ops);
    c[3] = span_cell(ctx, r->harmonic_bw_Bps);
}

/* "db, network": what any of the loads had that the formula did not look at. */
static const char *ignored_text(struct context *ctx, const struct formula_answers *a)
{
    const char *seen[FORMULA_MAX_IGNORED], *text = "";
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        for (int k = 0; k < a->results[i].n_ignored; k++) {
            const char *input = a->results[i].ignored[k];
            bool known = n == FORMULA_MAX_IGNORED;
            for (int j = 0; j < n && !known; j++)
                known = strcmp(seen[j], input) == 0;
            if (known)
                continue;
            text = arena_printf(ctx->arena, "%s%s%s", text, n == 0 ? "" : ", ", input);
            seen[n++] = input;
        }
    }
    return text;
}

/* A line once, however many loads say it. */
static void note_once(struct table *table, const char *text)
{
    for (int i = 0; i < table->n_notes; i++)
        if (strcmp(table->notes[i], text) == 0)
            return;
    table_note(table, "%s", text);
}

static void note_result(struct context *ctx, const struct formula_answers *a, int i,
                        struct table *table)
{
    const struct formula_result *r = &a->results[i];
    const char *name = a->formula->name;
    if (!r->applies)
        note_once(table, arena_printf(ctx->arena, "%s, %s: %s", name, load_title(ctx, &a->loads[i]),
                                      r->why_not));
    if (r->mix_reason != NULL)
        note_once(table, arena_printf(ctx->arena, "%s: %s", name, r->mix_reason));
    if (r->outside != NULL)
        note_once(table, arena_printf(ctx->arena, "%s: %s", name, r->outside));
    for (int k = 0; k < r->notes.n; k++)
        note_once(table, arena_printf(ctx->arena, "%s: %s", name, r->notes.note[k].text));
    for (int k = 0; k < r->n_sources; k++) {
        char text[300];
        device_rate_text(&r->sources[k], text, sizeof text);
        if (r->sources[k].origin != ORIGIN_OWN_MEASUREMENT)
            note_once(table, arena_printf(ctx->arena, "%s, %s", name, text));
    }
}

void formulas_note(struct context *ctx, const struct formula_answers *a, struct table *table)
{
    const struct formula *f = a->formula;
    table_note(table, "%s: %s (%s); least .. most, without any probability", f->name, f->equation,
               f->title);
    const char *defects = "";
    for (int i = 0; f->defects[i] != NULL; i++)
        defects = arena_printf(ctx->arena, "%s%s%s", defects, i == 0 ? "" : "; ", f->defects[i]);
    table_note(table, "%s, known defects: %s", f->name, defects);
    const char *ignored = ignored_text(ctx, a);
    if (*ignored != '\0')
        table_note(table, "%s ignores: %s", f->name, ignored);
    for (int i = 0; i < a->n; i++)
        note_result(ctx, a, i, table);
}

static void json_span(struct jsonout *json, const char *key, struct formula_span span)
{
    jsonout_key(json, key);
    if (isnan(span.min)) {
        jsonout_null(json);
        return;
    }
    jsonout_object(json);
    jsonout_key_number(json, "min", span.min);
    jsonout_key_number(json, "max", span.max);
    jsonout_close(json);
}

static void json_texts(struct jsonout *json, const char *key, const char *const *texts, int n)
{
    jsonout_key_array(json, key);
    for (int i = 0; i < n && texts[i] != NULL; i++)
        jsonout_text(json, texts[i]);
    jsonout_close(json);
}

void formulas_json(struct jsonout *json, const struct cluster *cluster,
                   const struct formula_answers *a, int i)
{
    const struct formula_result *r = &a->results[i];
    const struct workload *load = &a->loads[i];
    char title[160];
    workload_title(load, title, sizeof title);
    jsonout_object(json);
    double outstanding = cluster_outstanding(cluster, load);
    answer_json_load(json, load, title, outstanding, isnan(outstanding), load->clients);
    jsonout_key_text(json, "model", a->formula->name);
    jsonout_key_bool(json, "applies", r->applies);
    jsonout_key_text(json, "why_not", r->applies ? NULL : r->why_not);
    json_span(json, "iops", r->iops_ops);
    json_span(json, "bandwidth", r->bw_Bps);
    jsonout_key_object(json, "latency");
    json_span(json, "mean", r->lat_s);
    jsonout_close(json);
    if (r->mixed) {
        jsonout_key_object(json, "harmonic");
        json_span(json, "iops", r->harmonic_iops_ops);
        json_span(json, "bandwidth", r->harmonic_bw_Bps);
        jsonout_key_text(json, "why", r->mix_reason);
        jsonout_close(json);
    }
    json_texts(json, "defects", a->formula->defects, 1000);
    json_texts(json, "ignored", r->ignored, r->n_ignored);
    jsonout_key_array(json, "warnings");
    if (r->outside != NULL)
        jsonout_text(json, r->outside);
    for (int k = 0; k < r->notes.n; k++)
        jsonout_text(json, r->notes.note[k].text);
    jsonout_close(json);
    jsonout_close(json);
}

void formulas_point(const struct formula_answers *a, int i, bool bandwidth, struct figure *figure)
{
    const struct formula_result *r = &a->results[i];
    struct formula_span span = bandwidth ? r->bw_Bps : r->iops_ops;
    if (r->applies && !isnan(span.min))
        figure_add_point(figure, a->formula->name, 0, as_range(span));
}

bool formulas_predict(struct context *ctx, const char *name, const struct row_set *set,
                      struct prediction **predictions, struct err *err)
{
    struct formula_model *model = NULL;
    struct formula_result r;
    struct prediction *made = arena_array(ctx->arena, (size_t)set->n + 1, sizeof *made);
    if (!load_formula_model(ctx->arena, "models/formulas.yaml", &model, err))
        return false;
    for (int i = 0; i < set->n; i++) {
        const struct row *row = &set->rows[i];
        formula_evaluate(formula_find(name), &model->constants, row->record, &row->measured->load,
                         &r);
        double low = UNKNOWN, high = UNKNOWN;
        if (r.applies && r.iops_ops.min > 0) {
            low = r.iops_ops.min;
            high = r.iops_ops.max;
        }
        /* Least and most are no quantiles: the middle is judged, and no coverage is claimed. */
        made[i] = (struct prediction){
            .ops = {UNKNOWN, sqrt(low * high), UNKNOWN}, .low = low, .high = high};
    }
    *predictions = made;
    return true;
}
