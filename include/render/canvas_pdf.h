/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only a document of pages has: outline, links, pictures, drawings at another scale. Second
 * door to cairo, beside render/canvas_cairo, whose CANVAS_PDF documents it works on. All but
 * canvas_pdf_picture need a page that has begun. */
#ifndef RENDER_CANVAS_PDF_H
#define RENDER_CANVAS_PDF_H

#include "render/canvas_cairo.h"

/* A place that links and the outline can lead to. `name`: a-z, 0-9, '-'. */
void canvas_pdf_target(struct canvas_cairo *document, const char *name, struct point at);

/* An entry of the outline under entry `parent` (0: at the top) that leads to a target; returns its
 * number. */
int canvas_pdf_outline(struct canvas_cairo *document, int parent, const char *text,
                       const char *target);

/* Makes a box of the page a link to a target. */
void canvas_pdf_link(struct canvas_cairo *document, struct box box, const char *target);

/* Makes a box of the page a link to an address (document_is_url). */
void canvas_pdf_link_out(struct canvas_cairo *document, struct box box, const char *url);

/* What is drawn until canvas_pdf_end is an element of the document's structure ("H1", "P",
 * "Figure"), for those who have the document read to them. */
void canvas_pdf_begin(struct canvas_cairo *document, const char *element);
void canvas_pdf_end(struct canvas_cairo *document, const char *element);

/* From here on everything is drawn with its origin at `at` and scaled, until canvas_pdf_unscale. */
void canvas_pdf_scale(struct canvas_cairo *document, struct point at, double scale);
void canvas_pdf_unscale(struct canvas_cairo *document);

/* A picture out of a PNG file's bytes. */
struct canvas_picture {
    const void *bytes;
    size_t size;
    double width, height; /* in dots */
};

/* Reads the size; ERR_INPUT when the bytes are no PNG. */
bool canvas_pdf_picture(const void *bytes, size_t size, struct canvas_picture *picture,
                        struct err *err);

/* Draws the picture, filling the box. */
void canvas_pdf_show(struct canvas_cairo *document, const struct canvas_picture *picture,
                     struct box box);

#endif
