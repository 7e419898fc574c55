/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canvases that make SVG, PNG and PDF: the only module that knows cairo and pango. Nothing of them
 * is started before the first canvas. The same drawing gives the same bytes; a PDF's date is
 * SOURCE_DATE_EPOCH when that is set. */
#ifndef RENDER_CANVAS_CAIRO_H
#define RENDER_CANVAS_CAIRO_H

#include "base/arena.h"
#include "base/err.h"
#include "render/canvas.h"

#include <stdio.h>

enum canvas_format { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF, CANVAS_FORMATS };

struct canvas_cairo; /* a document being drawn */

/* The format of a path's ending, in any case; ERR_USAGE names the allowed endings. */
bool canvas_cairo_format(const char *path, enum canvas_format *format, struct err *err);

/* A document that writes into `file` (kept open), in the arena. `title` and `author` become a PDF's
 * metadata; NULL: none. Must be ended with canvas_cairo_finish. */
struct canvas_cairo *canvas_cairo_new(struct arena *arena, enum canvas_format format, FILE *file,
                                      const char *title, const char *author);

/* Its canvas. A second `begin` starts another page of a PDF; the other formats have one page. */
const struct canvas *canvas_cairo_canvas(struct canvas_cairo *document);

/* The drawing context of the page that has begun, for the second door, render/canvas_pdf. */
void *canvas_cairo_context(struct canvas_cairo *document);

/* Writes what is left and releases everything. ERR_IO when writing failed or memory ran out,
 * ERR_MODEL when the page is larger than the format can hold. The stream's own close must still be
 * checked. */
bool canvas_cairo_finish(struct canvas_cairo *document, struct err *err);

#endif
