/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing laid out but not yet drawn: shapes and texts with their final places. Layout only
 * measures text; so a page's size may follow its content, labels can be kept apart, and what was
 * measured is what is drawn. */
#ifndef RENDER_SKETCH_H
#define RENDER_SKETCH_H

#include "base/arena.h"
#include "render/canvas.h"

enum sketch_anchor {
    SKETCH_LEFT,
    SKETCH_CENTER,
    SKETCH_RIGHT
}; /* which part of a text stands at x */

struct sketch_item;

struct sketch {
    struct arena *arena;
    const struct canvas *metrics; /* measures text */
    double width, height;         /* the page; layout sets the height at last */
    struct sketch_item *items;
    int n;
};

/* An empty drawing; texts are kept by pointer. */
void sketch_init(struct sketch *sketch, struct arena *arena, const struct canvas *metrics,
                 double width);

/* Cleans a text (utf8_clean) and shortens it to a width. All foreign text must pass here or through
 * sketch_wrap. */
const char *sketch_shorten(struct sketch *sketch, const struct text_style *style, const char *text,
                           double width);

/* Cleans a text and breaks it into lines of a width; returns their number. */
int sketch_wrap(struct sketch *sketch, const struct text_style *style, const char *text,
                double width, const char ***lines);

struct text_size sketch_text_size(const struct sketch *sketch, const struct text_style *style,
                                  const char *text);

/* The box a text would have. */
struct box sketch_text_box(const struct sketch *sketch, const struct text_style *style,
                           enum sketch_anchor anchor, struct point at, const char *text);

/* Does the box lie on the page (its height apart) and on no text? */
bool sketch_is_free(const struct sketch *sketch, const struct box *box);

/* Adds a text with its baseline at `at`; empty text adds nothing. */
void sketch_text(struct sketch *sketch, const struct text_style *style, enum sketch_anchor anchor,
                 struct point at, const char *text);

void sketch_rect(struct sketch *sketch, struct box box, struct paint paint);
void sketch_line(struct sketch *sketch, struct point from, struct point to, struct stroke stroke);

/* Points are copied. */
void sketch_polyline(struct sketch *sketch, const struct point *points, size_t n,
                     struct stroke stroke);
void sketch_polygon(struct sketch *sketch, const struct point *points, size_t n,
                    struct paint paint);
void sketch_marker(struct sketch *sketch, struct point at, enum canvas_shape shape, double size,
                   struct paint paint);

/* The height of the rectangle that was added as item number `item` (sketch->n before it). */
void sketch_set_height(struct sketch *sketch, int item, double height);

/* Where the texts end at the right; 0: there are none. */
double sketch_right(const struct sketch *sketch);

/* Draws everything, the sketch's upper left corner at `at` of a page that has begun. */
void sketch_draw(const struct sketch *sketch, const struct canvas *canvas, struct point at);

#endif
