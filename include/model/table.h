/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result for people and programs: typed columns, rows of cells, notes. A format (text, CSV,
 * Markdown, JSON) is one function over any table; a command only fills one. */
#ifndef MODEL_TABLE_H
#define MODEL_TABLE_H

#include "base/arena.h"
#include "base/units.h"

/* A figure with its uncertainty: 10 %, 50 % and 90 % quantiles; p10 <= p50 <= p90. */
struct range {
    double p10, p50, p90;
};

enum cell_kind {
    CELL_EMPTY,
    CELL_TEXT,   /* text */
    CELL_NUMBER, /* number, base units of the column's dimension */
    CELL_INT,    /* number, printed whole */
    CELL_RANGE   /* range: p10 .. p50 .. p90 */
};

struct cell {
    enum cell_kind kind;
    const char *text;
    double number;
    struct range range;
};

struct column {
    const char *name; /* head, lower case, such as "iops" */
    enum dim dim;     /* of its numbers */
};

struct table {
    struct arena *arena;
    const char *title; /* NULL: none */
    const struct column *columns;
    int n_columns;
    struct cell *cells; /* n_rows x n_columns, row-major */
    int n_rows;
    const char **notes; /* lines below the table */
    int n_notes;
};

/* An empty table; the columns are kept by pointer. */
void table_init(struct table *table, struct arena *arena, const struct column *columns,
                int n_columns);

/* A new row of empty cells; returns its first cell, valid until the next row. */
struct cell *table_row(struct table *table);

/* A line below the table, by printf's rules. */
void table_note(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A table of some columns of another, whose texts it shares: those of the `n` indices, in that
 * order. Notes and title come along. */
void table_select(const struct table *table, const int *indices, int n, struct table *out);

struct cell cell_text(const char *text); /* kept by pointer; NULL gives an empty cell */
struct cell cell_number(double number);
struct cell cell_int(double number);
struct cell cell_range(struct range range);

/* The same, but empty for a number, or a range whose middle, is unknown or infinite. */
struct cell cell_known(double number);
struct cell cell_known_range(struct range range);

#endif
