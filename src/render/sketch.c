/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: items are drawn in the order they were added; a text's box is final when it is added.
 */
#include "render/sketch.h"

#include "base/utf8.h"
#include "render/textfit.h"

#include <math.h>
#include <string.h>

enum item_kind { ITEM_TEXT, ITEM_RECT, ITEM_POLYLINE, ITEM_POLYGON, ITEM_MARKER };

struct sketch_item {
    enum item_kind kind;
    struct box box;     /* text, rect */
    struct point at;    /* text: left end of the baseline; marker: centre */
    struct paint paint; /* rect, polygon, marker */
    struct stroke stroke;
    struct text_style style;
    const char *text;
    struct point *points;
    size_t n_points;
    enum canvas_shape shape;
    double size; /* marker */
};

void sketch_init(struct sketch *sketch, struct arena *arena, const struct canvas *metrics,
                 double width)
{
    *sketch = (struct sketch){.arena = arena, .metrics = metrics, .width = width};
}

static struct sketch_item *add(struct sketch *sketch, enum item_kind kind)
{
    struct sketch_item *item =
        arena_append(sketch->arena, &sketch->items, &sketch->n, sizeof *item);
    *item = (struct sketch_item){.kind = kind};
    return item;
}

/* -- text ---------------------------------------------------------------------------------------
 */

struct font {
    const struct canvas *metrics;
    const struct text_style *style;
};

static double width_in_font(void *context, const char *text, size_t length)
{
    const struct font *font = context;
    return font->metrics->text_size(font->metrics->self, font->style, text, length).width;
}

const char *sketch_shorten(struct sketch *sketch, const struct text_style *style, const char *text,
                           double width)
{
    struct font font = {sketch->metrics, style};
    struct textfit fit = {.measure = width_in_font, .context = &font};
    return textfit_shorten(&fit, sketch->arena, utf8_clean(sketch->arena, text), width);
}

int sketch_wrap(struct sketch *sketch, const struct text_style *style, const char *text,
                double width, const char ***lines)
{
    struct font font = {sketch->metrics, style};
    struct textfit fit = {.measure = width_in_font, .context = &font};
    return textfit_wrap(&fit, sketch->arena, utf8_clean(sketch->arena, text), width, lines);
}

struct text_size sketch_text_size(const struct sketch *sketch, const struct text_style *style,
                                  const char *text)
{
    return sketch->metrics->text_size(sketch->metrics->self, style, text, strlen(text));
}

struct box sketch_text_box(const struct sketch *sketch, const struct text_style *style,
                           enum sketch_anchor anchor, struct point at, const char *text)
{
    static const double parts[] = {[SKETCH_LEFT] = 0, [SKETCH_CENTER] = 0.5, [SKETCH_RIGHT] = 1};
    struct text_size size = sketch_text_size(sketch, style, text);
    return (struct box){.x = at.x - parts[anchor] * size.width,
                        .y = at.y - size.ascent,
                        .width = size.width,
                        .height = size.ascent + size.descent};
}

static bool overlap(const struct box *a, const struct box *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

bool sketch_is_free(const struct sketch *sketch, const struct box *box)
{
    if (box->x < 0 || box->x + box->width > sketch->width || box->y < 0)
        return false;
    for (int i = 0; i < sketch->n; i++)
        if (sketch->items[i].kind == ITEM_TEXT && overlap(&sketch->items[i].box, box))
            return false;
    return true;
}

void sketch_text(struct sketch *sketch, const struct text_style *style, enum sketch_anchor anchor,
                 struct point at, const char *text)
{
    if (text[strspn(text, " ")] == '\0')
        return;
    struct sketch_item *item = add(sketch, ITEM_TEXT);
    item->box = sketch_text_box(sketch, style, anchor, at, text);
    item->at = (struct point){item->box.x, at.y};
    item->style = *style;
    item->text = text;
}

/* -- shapes -------------------------------------------------------------------------------------
 */

void sketch_rect(struct sketch *sketch, struct box box, struct paint paint)
{
    struct sketch_item *item = add(sketch, ITEM_RECT);
    item->box = box;
    item->paint = paint;
}

static struct sketch_item *add_points(struct sketch *sketch, enum item_kind kind,
                                      const struct point *points, size_t n)
{
    struct sketch_item *item = add(sketch, kind);
    item->points = arena_grow(sketch->arena, points, n, n, sizeof *points);
    item->n_points = n;
    return item;
}

void sketch_polyline(struct sketch *sketch, const struct point *points, size_t n,
                     struct stroke stroke)
{
    if (n >= 2)
        add_points(sketch, ITEM_POLYLINE, points, n)->stroke = stroke;
}

void sketch_set_height(struct sketch *sketch, int item, double height)
{
    sketch->items[item].box.height = height;
}

double sketch_right(const struct sketch *sketch)
{
    double right = 0;
    for (int i = 0; i < sketch->n; i++)
        if (sketch->items[i].kind == ITEM_TEXT)
            right = fmax(right, sketch->items[i].box.x + sketch->items[i].box.width);
    return right;
}

void sketch_line(struct sketch *sketch, struct point from, struct point to, struct stroke stroke)
{
    struct point ends[2] = {from, to};
    sketch_polyline(sketch, ends, 2, stroke);
}

void sketch_polygon(struct sketch *sketch, const struct point *points, size_t n, struct paint paint)
{
    if (n >= 3)
        add_points(sketch, ITEM_POLYGON, points, n)->paint = paint;
}

void sketch_marker(struct sketch *sketch, struct point at, enum canvas_shape shape, double size,
                   struct paint paint)
{
    struct sketch_item *item = add(sketch, ITEM_MARKER);
    item->at = at;
    item->shape = shape;
    item->size = size;
    item->paint = paint;
}

/* -- drawing ------------------------------------------------------------------------------------
 */

static struct point moved(struct point point, struct point by)
{
    return (struct point){point.x + by.x, point.y + by.y};
}

/* The item's points, moved, in a buffer that the caller lent. */
static const struct point *moved_points(const struct sketch_item *item, struct point by,
                                        struct point *buffer)
{
    for (size_t i = 0; i < item->n_points; i++)
        buffer[i] = moved(item->points[i], by);
    return buffer;
}

static void draw_item(const struct sketch_item *item, const struct canvas *canvas, struct point by,
                      struct point *buffer)
{
    struct box box = {item->box.x + by.x, item->box.y + by.y, item->box.width, item->box.height};
    struct point at = moved(item->at, by);
    switch (item->kind) {
    case ITEM_TEXT:
        canvas->text(canvas->self, &item->style, at.x, at.y, item->text);
        break;
    case ITEM_RECT:
        canvas->rect(canvas->self, &box, item->paint);
        break;
    case ITEM_POLYLINE:
        canvas->polyline(canvas->self, moved_points(item, by, buffer), item->n_points,
                         &item->stroke);
        break;
    case ITEM_POLYGON:
        canvas->polygon(canvas->self, moved_points(item, by, buffer), item->n_points, item->paint);
        break;
    case ITEM_MARKER:
        canvas->marker(canvas->self, at, item->shape, item->size, item->paint);
        break;
    }
}

void sketch_draw(const struct sketch *sketch, const struct canvas *canvas, struct point at)
{
    size_t most = 0;
    for (int i = 0; i < sketch->n; i++)
        most = sketch->items[i].n_points > most ? sketch->items[i].n_points : most;
    struct point *buffer = arena_array(sketch->arena, most, sizeof *buffer);
    for (int i = 0; i < sketch->n; i++)
        draw_item(&sketch->items[i], canvas, at, buffer);
}
