/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owns the table of formats and what they share. Invariant: no format looks at what a table is
 * about. */
#include "render/out.h"

#include "render/jsonout.h"
#include "render/out_text.h"

#include <math.h>
#include <string.h>

const char *const out_format_names[OUT_FORMATS + 1] = {
    [OUT_TEXT] = "text", [OUT_CSV] = "csv", [OUT_JSON] = "json", [OUT_MD] = "md"};

bool out_format_find(const char *name, enum out_format *format, struct err *err)
{
    for (int i = 0; i < OUT_FORMATS; i++) {
        if (strcmp(name, out_format_names[i]) == 0) {
            *format = (enum out_format)i;
            return true;
        }
    }
    const char *near = err_nearest(name, out_format_names, OUT_FORMATS);
    if (near != NULL)
        return err_set(err, ERR_USAGE,
                       "'%.60s' is no format; allowed: text, csv, json, md (did you mean '%s'?)",
                       name, near);
    return err_set(err, ERR_USAGE, "'%.60s' is no format; allowed: text, csv, json, md", name);
}

/* -- CSV ----------------------------------------------------------------------------------------
 */

static void put_csv_text(FILE *file, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL && text[0] != ' ') {
        (void)fputs(text, file);
        return;
    }
    (void)fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            (void)fputc('"', file);
        (void)fputc(*text, file);
    }
    (void)fputc('"', file);
}

static void put_csv_number(FILE *file, double number)
{
    char digits[64];
    if (!isfinite(number)) /* as in JSON: what has no end has no figure */
        return;
    units_format_machine(number, digits, sizeof digits);
    (void)fputs(digits, file);
}

static void put_csv_head(FILE *file, const struct column *column, const char *part)
{
    char head[256];
    const char *unit = units_base(column->dim);
    (void)snprintf(head, sizeof head, "%s%s%s%s%s", column->name, part, *unit == '\0' ? "" : " [",
                   unit, *unit == '\0' ? "" : "]");
    put_csv_text(file, head);
}

static void put_csv_cell(FILE *file, const struct cell *cell)
{
    if (cell->kind == CELL_TEXT)
        put_csv_text(file, cell->text);
    else if (cell->kind == CELL_NUMBER || cell->kind == CELL_INT)
        put_csv_number(file, cell->number);
}

/* A number in a column of ranges is a range of which only the middle is known. */
static void put_csv_range(FILE *file, const struct cell *cell)
{
    bool is_range = cell->kind == CELL_RANGE;
    if (is_range)
        put_csv_number(file, cell->range.p10);
    (void)fputc(',', file);
    if (is_range)
        put_csv_number(file, cell->range.p50);
    else
        put_csv_cell(file, cell);
    (void)fputc(',', file);
    if (is_range)
        put_csv_number(file, cell->range.p90);
}

static void write_csv(const struct table *table, int width, FILE *file)
{
    (void)width;
    for (int c = 0; c < table->n_columns; c++) {
        static const char *const parts[] = {" p10", " p50", " p90"};
        bool ranges = out_text_has_ranges(table, c);
        for (int i = 0; i < (ranges ? 3 : 1); i++) {
            if (c + i > 0)
                (void)fputc(',', file);
            put_csv_head(file, &table->columns[c], ranges ? parts[i] : "");
        }
    }
    (void)fputs("\r\n", file);
    for (int r = 0; r < table->n_rows; r++) {
        const struct cell *row = &table->cells[(size_t)r * (size_t)table->n_columns];
        for (int c = 0; c < table->n_columns; c++) {
            if (c > 0)
                (void)fputc(',', file);
            (out_text_has_ranges(table, c) ? put_csv_range : put_csv_cell)(file, &row[c]);
        }
        (void)fputs("\r\n", file);
    }
}

/* -- JSON ---------------------------------------------------------------------------------------
 */

static void put_json_cell(struct jsonout *json, const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_TEXT:
        jsonout_text(json, cell->text);
        return;
    case CELL_NUMBER:
    case CELL_INT:
        jsonout_number(json, cell->number);
        return;
    case CELL_RANGE:
        jsonout_range(json, cell->range);
        return;
    case CELL_EMPTY:
        break;
    }
    jsonout_null(json);
}

static void write_json(const struct table *table, int width, FILE *file)
{
    (void)width;
    struct jsonout json;
    jsonout_begin(&json, file, 2);
    jsonout_array(&json);
    for (int r = 0; r < table->n_rows; r++) {
        jsonout_object(&json);
        for (int c = 0; c < table->n_columns; c++) {
            jsonout_key(&json, table->columns[c].name);
            put_json_cell(&json, &table->cells[(size_t)r * (size_t)table->n_columns + (size_t)c]);
        }
        jsonout_close(&json);
    }
    jsonout_close(&json);
    jsonout_end(&json);
}

/* -----------------------------------------------------------------------------------------------
 */

typedef void write_function(const struct table *table, int width, FILE *file);

void out_table(const struct table *table, enum out_format format, int width, FILE *file)
{
    static write_function *const writers[OUT_FORMATS] = {[OUT_TEXT] = out_text_write,
                                                         [OUT_CSV] = write_csv,
                                                         [OUT_JSON] = write_json,
                                                         [OUT_MD] = out_md_write};
    writers[format](table, width, file);
}
