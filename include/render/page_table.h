/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table on pages: columns give way until it fits, text wraps, the head is repeated. */
#ifndef RENDER_PAGE_TABLE_H
#define RENDER_PAGE_TABLE_H

#include "render/page_strip.h"

/* Sets the table, a strip a row, with its title above and its notes below. No cell reaches beyond
 * its column nor the table beyond the type area: columns of text narrow to their longest word, then
 * the letters get smaller, then words are broken. A cell of very many lines is shortened in the
 * middle. */
void page_table(struct flow *flow, const struct table *table);

#endif
