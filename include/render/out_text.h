/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for people: aligned text and Markdown, and a cell's words. */
#ifndef RENDER_OUT_TEXT_H
#define RENDER_OUT_TEXT_H

#include "model/table.h"

#include <stdbool.h>
#include <stdio.h>

/* Does the column hold ranges? Its plain numbers are then ranges of which only the middle is known.
 */
bool out_text_has_ranges(const struct table *table, int column);

/* Does the column hold text? It is then set to the left, else to the right. */
bool out_text_is_left(const struct table *table, int column);

/* A cell as people read it ("20.6k", "12.1k .. 20.6k .. 32k", "684 .. 2.05k", empty), cleaned, in
 * the arena. */
const char *out_text_cell(struct arena *arena, const struct table *table, int row, int column);

/* The parts of a range as words; unknown ones are empty, but one word is always there unless the
 * cell is empty. Equal ends are said once, as the middle. */
struct out_range {
    char low[64], middle[64], high[64];
};
struct out_range out_text_range(const struct cell *cell, enum dim dim);

/* Is the middle known anywhere in a column of ranges? */
bool out_text_has_middle(const struct table *table, int column);

/* A text escaped for Markdown's running text and table cells; one that is a whole address becomes a
 * link. */
void out_md_text(FILE *file, const char *text);

/* Writers of out_table. */
void out_text_write(const struct table *table, int width, FILE *file);
void out_md_write(const struct table *table, int width, FILE *file);

#endif
