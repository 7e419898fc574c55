/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan import: what people have measured or asked Ceph, as documents that cephplan reads. */
#include "cli/commands.h"
#include "cli/import_json.h"
#include "cli/import_tables.h"
#include "load/import.h"
#include "load/import_stream.h"

/* The options that are words. */
struct wanted {
    struct place place;
    int as, class, format;
};

enum { FORMAT_YAML, FORMAT_JSON };
static const char *const formats[] = {"yaml", "json", "text", "csv", "md", NULL};
static const enum out_format table_formats[] = {OUT_TEXT, OUT_JSON, OUT_TEXT, OUT_CSV, OUT_MD};

static const struct field wanted_fields[] = {
    ROW_CHOICE(struct wanted, "as", as, import_as_names, NULL, ""),
    ROW_CHOICE(struct wanted, "class", class, device_class_names, NULL, ""),
    ROW_CHOICE(struct wanted, "format", format, formats, "yaml", "")};
static const struct schema wanted_schema = {"import", sizeof(struct wanted), wanted_fields, 3};

static bool read_options(const struct context *ctx, struct wanted *wanted, struct err *err)
{
    const char *const given[] = {ctx->options.as, ctx->options.class, ctx->options.format};
    field_init(&wanted_schema, wanted);
    for (size_t i = 0; i < wanted_schema.n_fields; i++) {
        struct err why = ERR_INIT;
        if (given[i] != NULL && !field_parse(&wanted_fields[i], given[i], wanted, &why))
            return err_set(err, ERR_USAGE, "import: --%s", why.text);
    }
    if (wanted->format == FIELD_ABSENT)
        wanted->format = FORMAT_YAML;
    return true;
}

static void remark_messages(const struct context *ctx, const struct import *import)
{
    for (int i = 0; i < import->n_messages; i++) {
        const struct import_message *message = &import->messages[i];
        const char *level = message->level == IMPORT_WARNING ? "warning" : "note";
        if (message->place.file == NULL)
            context_remark(ctx, "%s: %s", level, message->text);
        else if (message->place.line == 0)
            context_remark(ctx, "%s: %s: %s", message->place.file, level, message->text);
        else
            context_remark(ctx, "%s:%d: %s: %s", message->place.file, message->place.line, level,
                           message->text);
    }
}

static bool show_document(struct context *ctx, struct import *import, const struct wanted *wanted,
                          struct err *err)
{
    struct import_document document;
    enum import_as as =
        wanted->as == FIELD_ABSENT ? import_as_default(import) : (enum import_as)wanted->as;
    remark_messages(ctx, import);
    if (!import_document_make(import, as, ctx->options.name, &document, err))
        return false;
    for (int i = 0; i < document.remarks.n; i++)
        context_remark(ctx, "%s", document.remarks.texts[i]);
    import_document_write(import, &document, ctx->out);
    return true;
}

/* Each reader's own words, in the order of the table, and folders, which are no reader's. */
const char *cmd_import_inputs(size_t i)
{
    size_t n = 0;
    while (n < i && import_readers[n] != NULL)
        n++;
    if (n < i)
        return NULL;
    return import_readers[n] != NULL ? import_readers[n]->help
                                     : "folders of CBT's results, or of any of these";
}

bool cmd_import(struct context *ctx, struct err *err)
{
    struct wanted wanted;
    struct import import;
    if (!read_options(ctx, &wanted, err))
        return false;
    import_init(&import, ctx->arena);
    import.device_class = wanted.class;
    if (!import_run(&import, ctx->arguments, ctx->n_arguments, err))
        return false;
    ctx->format = table_formats[wanted.format];
    if (wanted.format == FORMAT_YAML)
        return show_document(ctx, &import, &wanted, err);
    if (wanted.format == FORMAT_JSON)
        import_write_json(&import, ctx->out);
    else
        import_show_tables(ctx, &import);
    return true;
}
