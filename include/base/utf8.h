/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8: walking it, its width in terminal cells, and making any bytes showable. Knows no locale.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

enum { UTF8_BAD = 0xFFFD };

/* The character at `*text`, which moves past it; a malformed byte gives UTF8_BAD and moves by one.
 * Must not be called at the terminator. */
uint32_t utf8_next(const char **text);

/* Terminal cells of a character: 0 (combining, control), 1, or 2 (wide East Asian). Ambiguous ones
 * are 1. */
int utf8_cells_of(uint32_t c);

/* Terminal cells of a text. */
size_t utf8_cells(const char *text);

/* Where the first character ends, with the combining marks and joined characters that belong to it.
 * Text must be cut only there. `text` itself at the terminator. */
const char *utf8_cluster_end(const char *text);

/* A copy with control characters (line ends and tabs too) as blanks and malformed bytes as U+FFFD.
 */
char *utf8_clean(struct arena *arena, const char *text);

#endif
