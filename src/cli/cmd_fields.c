/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan fields: the documents' keys, out of the tables that read them. */
#include "cli/commands.h"
#include "cli/fieldtext.h"
#include "cli/json_schema.h"
#include "model/schemas.h"

#include <ctype.h>
#include <string.h>

static const struct column columns[] = {{"in", DIM_NUMBER},      {"key", DIM_NUMBER},
                                        {"value", DIM_NUMBER},   {"allowed", DIM_NUMBER},
                                        {"default", DIM_NUMBER}, {"meaning", DIM_NUMBER}};

/* With the units that a quantity takes. */
static const char *allowed(struct context *ctx, const struct field *field)
{
    const char *limits = fieldtext_allowed(ctx->arena, field);
    const char *unit = field->kind == FIELD_QUANTITY ? units_help(field->dim) : "";
    if (*unit == '\0')
        return limits;
    return arena_printf(ctx->arena, "%s; %s", limits, unit);
}

static void list_schema(struct context *ctx, const struct schema *schema, struct table *table)
{
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        struct cell *c = table_row(table);
        c[0] = cell_text(schema->name);
        c[1] = cell_text(field->required ? arena_printf(ctx->arena, "%s (needed)", field->key)
                                         : field->key);
        c[2] = cell_text(fieldtext_kind(ctx->arena, field));
        c[3] = cell_text(allowed(ctx, field));
        c[4] = cell_text(field->def);
        c[5] = cell_text(field->help);
    }
}

/* Letters and digits alone, in lower case: "OSD group" is asked for as osd-group too. */
static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a != '\0' && !isalnum((unsigned char)*a))
            a++;
        while (*b != '\0' && !isalnum((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

/* A part of a document by its own name or by the key it stands under. */
static const struct schema *find_part(const char *name)
{
    for (int i = 0; all_schemas[i] != NULL; i++)
        if (same_words(all_schemas[i]->name, name))
            return all_schemas[i];
    for (int i = 0; all_schemas[i] != NULL; i++) {
        const struct field *field = field_find(all_schemas[i], name);
        if (field != NULL && field->sub != NULL)
            return field->sub;
    }
    return NULL;
}

static bool unknown_part(const char *name, struct err *err)
{
    const char *words[128];
    size_t n = 0;
    for (int i = 0; all_schemas[i] != NULL; i++) {
        const struct schema *schema = all_schemas[i];
        words[n++] = schema->name;
        for (size_t k = 0; k < schema->n_fields && n < 120; k++)
            if (schema->fields[k].sub != NULL)
                words[n++] = schema->fields[k].key;
    }
    return err_set(err, ERR_USAGE, "'%.60s' is no part of a document; cephplan fields lists all%s",
                   name, err_hint(err_nearest(name, words, n)).text);
}

static void list_parts(struct context *ctx, const struct schema *part)
{
    struct table table;
    table_init(&table, ctx->arena, columns, 6);
    table.title = "Keys of cluster, device and need documents";
    for (int i = 0; all_schemas[i] != NULL; i++)
        if (part == NULL || part == all_schemas[i])
            list_schema(ctx, all_schemas[i], &table);
    context_table(ctx, &table);
}

bool cmd_fields(struct context *ctx, struct err *err)
{
    const struct schema *part = NULL;
    const char *format = ctx->options.format;
    bool schema = format != NULL && strcmp(format, "json-schema") == 0;
    if (ctx->n_arguments > 0 && (part = find_part(ctx->arguments[0])) == NULL)
        return unknown_part(ctx->arguments[0], err);
    if (schema)
        json_schema_write(part, catalogue_names(ctx->catalogue, NULL), ctx->out);
    else if (format != NULL && !out_format_find(format, &ctx->format, err))
        return false;
    else
        list_parts(ctx, part);
    return true;
}
