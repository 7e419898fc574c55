/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: cells[row * n_columns + column], rows only grow. */
#include "model/table.h"

#include <stdarg.h>
#include <stdio.h>

void table_init(struct table *table, struct arena *arena, const struct column *columns,
                int n_columns)
{
    *table = (struct table){.arena = arena, .columns = columns, .n_columns = n_columns};
}

struct cell *table_row(struct table *table)
{
    size_t width = (size_t)table->n_columns;
    if (table->n_rows == table->row_capacity) {
        int capacity = table->row_capacity == 0 ? 16 : 2 * table->row_capacity;
        table->cells = arena_grow(table->arena, table->cells, (size_t)table->n_rows * width,
                                  (size_t)capacity * width, sizeof *table->cells);
        table->row_capacity = capacity;
    }
    return &table->cells[(size_t)table->n_rows++ * width];
}

void table_note(struct table *table, const char *format, ...)
{
    if (table->n_notes == table->note_capacity) {
        int capacity = table->note_capacity == 0 ? 8 : 2 * table->note_capacity;
        table->notes = arena_grow(table->arena, table->notes, (size_t)table->n_notes,
                                  (size_t)capacity, sizeof *table->notes);
        table->note_capacity = capacity;
    }
    char line[2048];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    table->notes[table->n_notes++] = arena_printf(table->arena, "%s", line);
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
    out->notes = table->notes;
    out->n_notes = out->note_capacity = table->n_notes;
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
