/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws figures. Layout measures first and knows no drawing library; the page is as wide as asked
 * and as high as its content; no text is cut by the page or lies on another, however many rows and
 * however long the names. */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "base/err.h"
#include "model/figure.h"
#include "render/sketch.h"

#include <stdio.h>

enum { CHART_WIDTH = 900, CHART_WIDTH_MIN = 480 };

/* Draws a figure into a file whose ending says the format: .svg, .png or .pdf, else ERR_USAGE. The
 * file appears whole or not at all. ERR_IO when it cannot be written, ERR_MODEL when the page is
 * too large for the format. */
bool chart_write(const struct figure *figure, const char *path, struct err *err);

/* Draws a figure as SVG into a stream that stays open; a write that fails shows in the error. */
bool chart_write_to(const struct figure *figure, FILE *file, struct err *err);

/* Lays a figure out for a page `width` wide (at least CHART_WIDTH_MIN), texts measured by
 * `metrics`, in the arena; to be placed with sketch_draw at its own scale. `sketch->height` is then
 * known. */
void chart_layout(const struct figure *figure, const struct canvas *metrics, double width,
                  struct arena *arena, struct sketch *sketch);

#endif
