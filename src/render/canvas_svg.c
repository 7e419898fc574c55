/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every element is closed where it is opened; numbers have at most two digits behind the
 * point. A text is as wide as it was measured, whatever font the reader's machine takes. */
#include "render/canvas_svg.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

void canvas_svg_text(FILE *file, struct arena *arena, const char *text)
{
    for (const char *p = utf8_clean(arena, text); *p != '\0'; p++) {
        static const char *const names[] = {
            ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
        unsigned char c = (unsigned char)*p;
        if (c < sizeof names / sizeof names[0] && names[c] != NULL)
            (void)fputs(names[c], file);
        else
            (void)fputc(*p, file);
    }
}

static void put_number(FILE *file, double number)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.2f", number);
    size_t n = strlen(digits);
    while (digits[n - 1] == '0')
        n--;
    if (digits[n - 1] == '.')
        n--;
    digits[n] = '\0';
    (void)fputs(strcmp(digits, "-0") == 0 ? "0" : digits, file);
}

static void put_attribute(FILE *file, const char *name, double number)
{
    (void)fprintf(file, " %s=\"", name);
    put_number(file, number);
    (void)fputc('"', file);
}

/* The colour as a style of `property`. */
static void put_paint(FILE *file, const char *property, struct paint paint)
{
    if (paint.role == CANVAS_RAMP)
        (void)fprintf(file,
                      " style=\"%s:color-mix(in oklab,var(--ramp-low),var(--ramp-high) %.0f%%)\"",
                      property, 100 * fmin(fmax(paint.level, 0), 1));
    else
        (void)fprintf(file, " style=\"%s:var(--%s)\"", property, canvas_role_name(paint.role));
    if (paint.alpha < 1)
        put_attribute(file, "opacity", paint.alpha);
}

static void begin(void *self, double width, double height)
{
    struct canvas_svg *svg = self;
    struct box view = svg->view.width > 0 ? svg->view : (struct box){0, 0, width, height};
    const double numbers[] = {view.x, view.y, view.width, view.height};
    (void)fputs("<svg viewBox=\"", svg->file);
    for (int i = 0; i < 4; i++) {
        (void)fputs(i > 0 ? " " : "", svg->file);
        put_number(svg->file, numbers[i]);
    }
    (void)fprintf(svg->file, "\"%s%s>\n", svg->attributes[0] == '\0' ? "" : " ", svg->attributes);
}

void canvas_svg_end(struct canvas_svg *svg)
{
    (void)fputs("</svg>\n", svg->file);
}

static struct text_size text_size(void *self, const struct text_style *style, const char *text,
                                  size_t length)
{
    struct canvas_svg *svg = self;
    return svg->metrics->text_size(svg->metrics->self, style, text, length);
}

static void put_text(void *self, const struct text_style *style, double x, double baseline,
                     const char *text)
{
    struct canvas_svg *svg = self;
    (void)fputs("<text", svg->file);
    put_attribute(svg->file, "x", x);
    put_attribute(svg->file, "y", baseline);
    put_attribute(svg->file, "font-size", style->size);
    if (style->bold)
        (void)fputs(" font-weight=\"bold\"", svg->file);
    put_attribute(svg->file, "textLength", text_size(svg, style, text, strlen(text)).width);
    (void)fputs(" lengthAdjust=\"spacingAndGlyphs\"", svg->file);
    put_paint(svg->file, "fill", canvas_paint(style->role));
    (void)fputc('>', svg->file);
    canvas_svg_text(svg->file, svg->arena, text);
    (void)fputs("</text>\n", svg->file);
}

static void put_rect(void *self, const struct box *box, struct paint paint)
{
    struct canvas_svg *svg = self;
    (void)fputs("<rect", svg->file);
    put_attribute(svg->file, "x", box->x);
    put_attribute(svg->file, "y", box->y);
    put_attribute(svg->file, "width", fmax(box->width, 0));
    put_attribute(svg->file, "height", fmax(box->height, 0));
    put_paint(svg->file, "fill", paint);
    (void)fputs("/>\n", svg->file);
}

static void put_points(FILE *file, const struct point *points, size_t n)
{
    (void)fputs(" points=\"", file);
    for (size_t i = 0; i < n; i++) {
        (void)fputs(i > 0 ? " " : "", file);
        put_number(file, points[i].x);
        (void)fputc(',', file);
        put_number(file, points[i].y);
    }
    (void)fputc('"', file);
}

static void put_polyline(void *self, const struct point *points, size_t n,
                         const struct stroke *stroke)
{
    static const char *const dashes[CANVAS_DASHES] = {[CANVAS_SOLID] = "",
                                                      [CANVAS_DASHED] = "5 3",
                                                      [CANVAS_DOTTED] = "1.5 2.5",
                                                      [CANVAS_DASHDOT] = "6 2.5 1.5 2.5"};
    struct canvas_svg *svg = self;
    (void)fputs("<polyline fill=\"none\" stroke-linejoin=\"round\"", svg->file);
    put_points(svg->file, points, n);
    put_attribute(svg->file, "stroke-width", stroke->width);
    if (dashes[stroke->dash][0] != '\0')
        (void)fprintf(svg->file, " stroke-dasharray=\"%s\"", dashes[stroke->dash]);
    put_paint(svg->file, "stroke", stroke->paint);
    (void)fputs("/>\n", svg->file);
}

static void put_polygon(void *self, const struct point *points, size_t n, struct paint paint)
{
    struct canvas_svg *svg = self;
    (void)fputs("<polygon", svg->file);
    put_points(svg->file, points, n);
    put_paint(svg->file, "fill", paint);
    (void)fputs("/>\n", svg->file);
}

/* How the outline of a hollow marker is drawn; filled ones need nothing more. */
static void put_marker_paint(struct canvas_svg *svg, bool open, double size, struct paint paint)
{
    if (open) {
        (void)fputs(" fill=\"none\"", svg->file);
        put_attribute(svg->file, "stroke-width", fmax(1, size / 6));
    }
    put_paint(svg->file, open ? "stroke" : "fill", paint);
    (void)fputs("/>\n", svg->file);
}

static void put_marker(void *self, struct point at, enum canvas_shape shape, double size,
                       struct paint paint)
{
    struct canvas_svg *svg = self;
    const struct canvas_outline *outline = canvas_outline(shape);
    double half = size / 2;
    struct point corners[CANVAS_CORNERS];
    if (outline->n == 0) {
        (void)fputs("<circle", svg->file);
        put_attribute(svg->file, "cx", at.x);
        put_attribute(svg->file, "cy", at.y);
        put_attribute(svg->file, "r", half);
    } else {
        for (int i = 0; i < outline->n; i++)
            corners[i] = (struct point){at.x + half * outline->corners[i].x,
                                        at.y + half * outline->corners[i].y};
        (void)fputs("<polygon", svg->file);
        put_points(svg->file, corners, (size_t)outline->n);
    }
    put_marker_paint(svg, outline->open, size, paint);
}

struct canvas canvas_svg(struct canvas_svg *svg)
{
    return (struct canvas){.self = svg,
                           .begin = begin,
                           .text_size = text_size,
                           .text = put_text,
                           .rect = put_rect,
                           .polyline = put_polyline,
                           .polygon = put_polygon,
                           .marker = put_marker};
}
