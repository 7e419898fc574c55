/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What charts draw on: seven functions. Lengths are points (1/72 inch, a pixel of SVG), x to the
 * right, y down, from the upper left corner. Colours are named by their role, so that a palette is
 * one table.
 *
 * No function here fails; what goes wrong while drawing is kept by the canvas and told when it is
 * finished. */
#ifndef RENDER_CANVAS_H
#define RENDER_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

struct point {
    double x, y;
};

struct box {
    double x, y, width, height;
};

enum canvas_role {
    CANVAS_PAPER,
    CANVAS_INK,   /* text that is read first */
    CANVAS_MUTED, /* text that is read second */
    CANVAS_RULE,  /* axes and frames */
    CANVAS_GRID,
    CANVAS_SHADE, /* areas behind data */
    CANVAS_HUE_1, /* eight colours for models, classes, curves: told apart by readers with any
                     colour sight */
    CANVAS_HUE_2,
    CANVAS_HUE_3,
    CANVAS_HUE_4,
    CANVAS_HUE_5,
    CANVAS_HUE_6,
    CANVAS_HUE_7,
    CANVAS_HUE_8,
    CANVAS_MEASURED, /* measurements */
    CANVAS_CHOSEN,   /* the point that matters: knee, binding resource */
    CANVAS_LIMIT,    /* needs, ratios */
    CANVAS_RAMP,     /* heat: by level */
    CANVAS_ROLES
};
enum { CANVAS_HUES = 8 };

struct paint {
    enum canvas_role role;
    double alpha; /* 0..1, 1: opaque */
    double level; /* CANVAS_RAMP: 0 light .. 1 dark */
};

struct canvas_color {
    double red, green, blue; /* 0..1, sRGB */
};

enum canvas_dash { CANVAS_SOLID, CANVAS_DASHED, CANVAS_DOTTED, CANVAS_DASHDOT, CANVAS_DASHES };

struct stroke {
    struct paint paint;
    double width;
    enum canvas_dash dash;
};

enum canvas_shape {
    CANVAS_CIRCLE,
    CANVAS_SQUARE,
    CANVAS_TRIANGLE,
    CANVAS_DIAMOND,
    CANVAS_NABLA, /* triangle standing on its tip */
    CANVAS_CROSS,
    CANVAS_RING,
    CANVAS_FRAME, /* hollow square */
    CANVAS_SHAPES
};

struct text_style {
    double size;
    bool bold;
    enum canvas_role role;
    bool mono; /* letters of one width, for what is code */
};

struct text_size {
    double width, ascent, descent; /* ascent and descent from the baseline, both >= 0 */
};

struct canvas {
    void *self;
    /* Starts a page of this size; must be called before anything is drawn, not before text is
     * measured. */
    void (*begin)(void *self, double width, double height);
    struct text_size (*text_size)(void *self, const struct text_style *style, const char *text,
                                  size_t length);
    void (*text)(void *self, const struct text_style *style, double x, double baseline,
                 const char *text);
    void (*rect)(void *self, const struct box *box, struct paint paint);
    void (*polyline)(void *self, const struct point *points, size_t n, const struct stroke *stroke);
    void (*polygon)(void *self, const struct point *points, size_t n, struct paint paint);
    void (*marker)(void *self, struct point at, enum canvas_shape shape, double size,
                   struct paint paint);
};

/* The opaque paint of a role. */
struct paint canvas_paint(enum canvas_role role);

/* The colour of a paint, before its alpha. */
struct canvas_color canvas_color(struct paint paint);

/* Relative luminance (WCAG 2), 0 black .. 1 white: which text is legible on it. */
double canvas_luminance(struct canvas_color color);

/* The role of the i-th model, class or curve, i >= 0; repeats after CANVAS_HUES. */
enum canvas_role canvas_hue(int i);

/* Their shape and dash, which tell them apart where colours cannot. */
enum canvas_shape canvas_shape_of(int i);
enum canvas_dash canvas_dash_of(int i);

/* The outline of a shape: corners in units of half its size from its centre. */
enum { CANVAS_CORNERS = 12 };
struct canvas_outline {
    struct point corners[CANVAS_CORNERS];
    int n;     /* 0: a circle */
    bool open; /* stroked, not filled */
};
const struct canvas_outline *canvas_outline(enum canvas_shape shape);

/* Names for the text twin. */
const char *canvas_role_name(enum canvas_role role);
const char *canvas_shape_name(enum canvas_shape shape);
const char *canvas_dash_name(enum canvas_dash dash);

#endif
