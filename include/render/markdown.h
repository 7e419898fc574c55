/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document as GitHub's Markdown. */
#ifndef RENDER_MARKDOWN_H
#define RENDER_MARKDOWN_H

#include "model/document.h"

#include <stdio.h>

/* Writes the document. Each figure becomes a link to `stem`-ID.svg (markdown_picture), with the
 * figure in words as its alternative text; NULL: the words alone stand there. A write that fails
 * shows in the stream. */
void markdown_write(const struct document *document, const char *stem, FILE *file);

/* The name of a figure's picture beside a document whose name begins with `stem`, in the arena. */
const char *markdown_picture(struct arena *arena, const char *stem, const struct block *figure);

#endif
