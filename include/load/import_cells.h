/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of Ceph's text tables as cells. Columns are split by blanks, but a figure and its unit are
 * one cell
 * ("1.1 TiB"), and so are heads of two words ("RAW USE"). A cell that overflows its column shifts
 * the rest of its row, so cells are counted, never cut at the heads' places. */
#ifndef LOAD_IMPORT_CELLS_H
#define LOAD_IMPORT_CELLS_H

#include <stdbool.h>

enum { CELLS_MAX = 48, CELL_B = 128 };

struct cells {
    char text[CELLS_MAX][CELL_B]; /* longer ones are cut */
    int column[CELLS_MAX];        /* where each begins: bytes, a tab counts four */
    int n;
    bool spread; /* two blanks or a tab stand somewhere: the table was not squeezed */
};

/* Splits a row; a unit joins the figure before it. */
void cells_split(const char *line, struct cells *cells);

/* Splits a head; the words of `pairs` (NULL-terminated: "RAW USE", ...) stay together. */
void cells_split_head(const char *line, const char *const *pairs, struct cells *cells);

/* The column of that name, FIELD_ABSENT when there is none. */
int cells_find(const struct cells *head, const char *name);

/* Is the cell a plain decimal number? ("10k" is none, "-" neither.) */
bool cell_is_number(const char *cell);

/* A plain number; NaN for "-" and others. */
double cell_value(const char *cell);

/* "20 GiB", "97231M", "0B", "0": bytes, every unit a power of 1024. NaN for others. */
double cell_size(const char *cell);

/* "5.32M", "349.02k", "281": a count, units are powers of 1000. NaN for others. */
double cell_count(const char *cell);

#endif
