/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in a format: one function a format, any table. */
#ifndef RENDER_OUT_H
#define RENDER_OUT_H

#include "model/table.h"

#include <stdio.h>

enum out_format {
    OUT_TEXT, /* aligned columns for people, title above, notes below; numbers with their units */
    OUT_CSV,  /* RFC 4180; base units, named in the head; a range is three columns; empty where a
                 figure is unknown or has no end; no title, no notes */
    OUT_JSON, /* array of objects; base units; null in the same places; no title, no notes */
    OUT_MD,   /* a table of GitHub's Markdown, title and notes around it */
    OUT_FORMATS
};

/* The names of the formats ("text", "csv", "json", "md"), NULL-terminated; index: enum out_format.
 */
extern const char *const out_format_names[OUT_FORMATS + 1];

/* The format of a name; ERR_USAGE names the formats and the nearest. */
bool out_format_find(const char *name, enum out_format *format, struct err *err);

/* Writes the table. `width`: for OUT_TEXT, columns of text wrap so that lines stay within so many
 * cells if that is possible; 0: never. A write that fails shows in the stream. */
void out_table(const struct table *table, enum out_format format, int width, FILE *file);

#endif
