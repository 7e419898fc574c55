/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour on a terminal: the answer's text is made without any, and painted while it is shown. */
#ifndef CLI_PAINT_H
#define CLI_PAINT_H

#include <stdbool.h>
#include <stdio.h>

/* Is colour welcome on this stream? `color` is the option's word, NULL for auto: on a terminal that
 * is not dumb, unless NO_COLOR is set. */
bool paint_wanted(const char *color, FILE *stream);

/* Writes `size` bytes of text; rules between a table's head and rows are dimmed, lines that warn
 * stand out. False when writing failed. */
bool paint_text(const char *text, size_t size, FILE *out);

#endif
