/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan fields: the documents' keys, out of the tables that read them. */
#include "cli/commands.h"

#include <math.h>
#include <string.h>

static const struct column columns[] = {{"in", DIM_NUMBER},      {"key", DIM_NUMBER},
                                        {"value", DIM_NUMBER},   {"allowed", DIM_NUMBER},
                                        {"default", DIM_NUMBER}, {"meaning", DIM_NUMBER}};

static const char *kind_text(struct context *ctx, const struct field *field)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return "text";
    case FIELD_TEXTS:
        return "text, or list of texts";
    case FIELD_INT:
        return "whole number";
    case FIELD_QUANTITY:
        return units_dim_name(field->dim);
    case FIELD_MONEY:
        return "price";
    case FIELD_BOOL:
        return "true or false";
    case FIELD_CHOICE:
        return "word";
    case FIELD_MAP:
        return arena_printf(ctx->arena, "mapping: %s", field->sub->name);
    case FIELD_LIST:
        return arena_printf(ctx->arena, "list of: %s", field->sub->name);
    case FIELD_DEVICE:
        return "catalogue name, path ending in .yaml, or mapping: device";
    }
    return "";
}

static const char *range_text(struct context *ctx, const struct field *field)
{
    char low[40], high[40];
    enum dim dim = field->kind == FIELD_QUANTITY ? field->dim : DIM_NUMBER;
    units_format(dim, field->min, low, sizeof low);
    units_format(dim, field->max, high, sizeof high);
    const char *unit = field->kind == FIELD_QUANTITY && dim != DIM_NUMBER ? units_help(dim) : "";
    return arena_printf(ctx->arena, "%s to %s%s%s", low, high, *unit == '\0' ? "" : "; ", unit);
}

static const char *allowed_text(struct context *ctx, const struct field *field)
{
    char choices[300];
    if (field->kind == FIELD_CHOICE) {
        field_choices(field, choices, sizeof choices);
        return arena_printf(ctx->arena, "%s", choices);
    }
    if (field->kind == FIELD_MONEY)
        return "a number and an ISO 4217 code, e.g. 340 EUR";
    if (field->kind == FIELD_INT || field->kind == FIELD_QUANTITY)
        return range_text(ctx, field);
    return NULL;
}

static void list_schema(struct context *ctx, const struct schema *schema, struct table *table)
{
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(schema->name);
        c[1] = cell_text(field->required ? arena_printf(ctx->arena, "%s (needed)", field->key)
                                         : field->key);
        c[2] = cell_text(kind_text(ctx, field));
        c[3] = cell_text(allowed_text(ctx, field));
        c[4] = cell_text(field->def);
        c[5] = cell_text(field->help);
    }
}

static bool unknown_schema(const char *name, struct err *err)
{
    const char *words[32];
    size_t n = 0;
    for (; all_schemas[n] != NULL && n < 32; n++)
        words[n] = all_schemas[n]->name;
    const char *near = err_nearest(name, words, n);
    return err_set(err, ERR_USAGE,
                   "'%.60s' is no part of a document%s%s%s; cephplan fields lists all", name,
                   near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                   near == NULL ? "" : "'?)");
}

bool cmd_fields(struct context *ctx, struct err *err)
{
    struct table table;
    table_init(&table, ctx->arena, columns, 6);
    table.title = "Keys of device and cluster documents";
    if (ctx->options.format != NULL && !out_format_find(ctx->options.format, &ctx->format, err))
        return false;
    for (int i = 0; all_schemas[i] != NULL; i++)
        if (ctx->n_arguments == 0 || strcmp(all_schemas[i]->name, ctx->arguments[0]) == 0)
            list_schema(ctx, all_schemas[i], &table);
    if (table.n_rows == 0)
        return unknown_schema(ctx->arguments[0], err);
    context_table(ctx, &table);
    return true;
}
