/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metrics are those of a font whose letters are all alike: a terminal cell is 0.6 of the size wide.
 */
#include "render/canvas_record.h"

#include "base/utf8.h"

#include <string.h>

#define CELL_WIDTH 0.6
#define BOLD_CELL_WIDTH 0.66
#define ASCENT 0.93
#define DESCENT 0.24

static void begin(void *self, double width, double height)
{
    (void)fprintf(self, "page %.1f x %.1f\n", width, height);
}

static struct text_size text_size(void *self, const struct text_style *style, const char *text,
                                  size_t length)
{
    (void)self;
    int cells = 0;
    const char *end = text + length;
    while (text < end)
        cells += utf8_cells_of(utf8_next(&text));
    return (struct text_size){.width = cells * style->size *
                                       (style->bold ? BOLD_CELL_WIDTH : CELL_WIDTH),
                              .ascent = ASCENT * style->size,
                              .descent = DESCENT * style->size};
}

static void put_text(void *self, const struct text_style *style, double x, double baseline,
                     const char *text)
{
    struct text_size size = text_size(self, style, text, strlen(text));
    (void)fprintf(self, "text %.1f %.1f %.1f x %.1f %s %.1f %s \"%s\"\n", x, baseline - size.ascent,
                  size.width, size.ascent + size.descent, style->bold ? "bold" : "plain",
                  style->size, canvas_role_name(style->role), text);
}

static void put_paint(FILE *file, struct paint paint)
{
    (void)fprintf(file, " %s %.2f", canvas_role_name(paint.role), paint.alpha);
    if (paint.role == CANVAS_RAMP)
        (void)fprintf(file, " level %.2f", paint.level);
}

static void put_points(FILE *file, const struct point *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        (void)fprintf(file, " %.1f,%.1f", points[i].x, points[i].y);
    (void)fputc('\n', file);
}

static void put_rect(void *self, const struct box *box, struct paint paint)
{
    (void)fprintf(self, "rect %.1f %.1f %.1f x %.1f", box->x, box->y, box->width, box->height);
    put_paint(self, paint);
    (void)fputc('\n', self);
}

static void put_polyline(void *self, const struct point *points, size_t n,
                         const struct stroke *stroke)
{
    (void)fprintf(self, "line %.1f %s", stroke->width, canvas_dash_name(stroke->dash));
    put_paint(self, stroke->paint);
    put_points(self, points, n);
}

static void put_polygon(void *self, const struct point *points, size_t n, struct paint paint)
{
    (void)fputs("area", self);
    put_paint(self, paint);
    put_points(self, points, n);
}

static void put_marker(void *self, struct point at, enum canvas_shape shape, double size,
                       struct paint paint)
{
    (void)fprintf(self, "mark %.1f,%.1f %s %.1f", at.x, at.y, canvas_shape_name(shape), size);
    put_paint(self, paint);
    (void)fputc('\n', self);
}

struct canvas canvas_record(FILE *file)
{
    return (struct canvas){.self = file,
                           .begin = begin,
                           .text_size = text_size,
                           .text = put_text,
                           .rect = put_rect,
                           .polyline = put_polyline,
                           .polygon = put_polygon,
                           .marker = put_marker};
}
