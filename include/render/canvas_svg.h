/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SVG to stand inside an HTML page: text stays text, and colours are the page's own, by role, so
 * that one drawing is right on light and on dark paper. */
#ifndef RENDER_CANVAS_SVG_H
#define RENDER_CANVAS_SVG_H

#include "base/arena.h"
#include "render/canvas.h"

#include <stdio.h>

struct canvas_svg {
    FILE *file;
    struct arena *arena;
    const struct canvas *metrics; /* measures text */
    const char *attributes;       /* of the svg element, escaped; "" for none */
    struct box view;              /* what of the page is shown; width 0: all */
};

/* A canvas that writes one `svg` element, which canvas_svg_end closes. Colours are
 * `var(--NAME)` of the role's name (canvas_role_name), those of the ramp a mix of `--ramp-low` and
 * `--ramp-high`. A write that fails shows in the stream. */
struct canvas canvas_svg(struct canvas_svg *svg);

void canvas_svg_end(struct canvas_svg *svg);

/* Writes text with HTML's special characters escaped, control characters as blanks. */
void canvas_svg_text(FILE *file, struct arena *arena, const char *text);

#endif
