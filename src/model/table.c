/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: cells[row * n_columns + column], rows only grow. */
#include "model/table.h"

#include <math.h>
#include <stdarg.h>

void table_init(struct table *table, struct arena *arena, const struct column *columns,
                int n_columns)
{
    *table = (struct table){.arena = arena, .columns = columns, .n_columns = n_columns};
}

struct cell *table_row(struct table *table)
{
    size_t width = (size_t)table->n_columns;
    return arena_append(table->arena, &table->cells, &table->n_rows, width * sizeof *table->cells);
}

static void add_note(struct table *table, const char *text)
{
    const char **note = arena_append(table->arena, &table->notes, &table->n_notes, sizeof *note);
    *note = text;
}

void table_note(struct table *table, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_note(table, arena_vprintf(table->arena, format, args));
    va_end(args);
}

void table_select(const struct table *table, const int *indices, int n, struct table *out)
{
    struct column *columns = arena_array(table->arena, (size_t)n, sizeof *columns);
    for (int c = 0; c < n; c++)
        columns[c] = table->columns[indices[c]];
    table_init(out, table->arena, columns, n);
    for (int r = 0; r < table->n_rows; r++) {
        struct cell *row = table_row(out);
        for (int c = 0; c < n; c++)
            row[c] = table->cells[(size_t)r * (size_t)table->n_columns + (size_t)indices[c]];
    }
    out->title = table->title;
    for (int i = 0; i < table->n_notes; i++)
        add_note(out, table->notes[i]);
}

struct cell cell_text(const char *text)
{
    return (struct cell){.kind = text == NULL ? CELL_EMPTY : CELL_TEXT, .text = text};
}

struct cell cell_number(double number)
{
    return (struct cell){.kind = CELL_NUMBER, .number = number};
}

struct cell cell_int(double number)
{
    return (struct cell){.kind = CELL_INT, .number = number};
}

struct cell cell_range(struct range range)
{
    return (struct cell){.kind = CELL_RANGE, .range = range};
}

struct cell cell_known(double number)
{
    return isfinite(number) ? cell_number(number) : (struct cell){.kind = CELL_EMPTY};
}

struct cell cell_known_range(struct range range)
{
    return isfinite(range.p50) ? cell_range(range) : (struct cell){.kind = CELL_EMPTY};
}
