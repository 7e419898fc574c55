/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document as one HTML file that needs nothing beside it: no script, no other file, figures drawn
 * into it twice, for wide and for narrow screens, light or dark as the reader's system has it,
 * light on paper. */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include "base/err.h"
#include "model/document.h"

#include <stdio.h>

/* Writes the document. ERR_IO when memory runs out; a write that fails shows in the stream. */
bool html_write(const struct document *document, FILE *file, struct err *err);

#endif
