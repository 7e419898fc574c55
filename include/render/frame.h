/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every chart has around its data: title, key, horizontal axis, notes, source. Things are set
 * from the top to the bottom; each moves the cursor `y` below itself, so that nothing set later can
 * lie upon it. */
#ifndef RENDER_FRAME_H
#define RENDER_FRAME_H

#include "model/figure.h"
#include "render/axis.h"
#include "render/sketch.h"

/* Free room around the content: at its sides, above and below it. */
#define FRAME_MARGIN 24.0
#define FRAME_ABOVE 20.0
#define FRAME_BELOW 18.0

enum frame_text {
    FRAME_TITLE,
    FRAME_SUBTITLE,
    FRAME_GROUP, /* heading of a group */
    FRAME_LABEL, /* name of a row, of a series */
    FRAME_VALUE, /* a value read first */
    FRAME_SMALL, /* reasons, ranges, notes */
    FRAME_TICK,
    FRAME_TEXTS
};

const struct text_style *frame_style(enum frame_text text);

struct frame {
    struct sketch *sketch;
    const struct figure *figure;
    double left, right; /* edges of the content */
    double y;           /* below all that is set */
};

/* Sets title and subtitle. */
struct frame frame_open(struct sketch *sketch, const struct figure *figure);

/* Sets notes, source and model, and the sketch's height. */
void frame_close(struct frame *frame);

/* A wrapped paragraph at the cursor. */
void frame_paragraph(struct frame *frame, enum frame_text text, const char *words);

/* Says that there are no data. */
void frame_nothing(struct frame *frame);

/* How much the line of a style takes, and where its baseline lies below the line's top. */
double frame_line_height(const struct frame *frame, enum frame_text text);
double frame_ascent(const struct frame *frame, enum frame_text text);

enum frame_glyph {
    FRAME_RANGE,   /* bar with its middle */
    FRAME_BETWEEN, /* bar without middle */
    FRAME_MARK,    /* marker */
    FRAME_LINE,
    FRAME_AREA
};

/* An entry of the key. */
struct frame_key {
    enum frame_glyph glyph;
    struct paint paint;
    enum canvas_shape shape;
    enum canvas_dash dash;
    const char *text;
};

/* Sets the key in lines at the cursor; nothing for n == 0. */
void frame_keys(struct frame *frame, const struct frame_key *keys, int n);

/* A bar of a range from x0 to x1; `middle` NaN: hollow, only the ends are known. */
void frame_draw_range(struct sketch *sketch, struct box bar, double middle, enum canvas_role role);

/* The densest ticks whose labels keep apart on a horizontal axis from x0 to x1. */
int frame_x_ticks(const struct frame *frame, const struct axis *axis, double x0, double x1,
                  struct tick *ticks);

/* Sets the labels of ticks at the cursor, held inside the content. */
void frame_x_labels(struct frame *frame, const struct axis *axis, double x0, double x1,
                    const struct tick *ticks, int n);

/* Sets the name of a horizontal axis and its scale at the cursor, under the middle of x0..x1. */
void frame_x_name(struct frame *frame, const struct axis *axis, const char *label, double x0,
                  double x1);

/* "throughput (log scale)": an axis's name, in the sketch's arena. */
const char *frame_axis_name(const struct frame *frame, const struct axis *axis, const char *label);

/* Sets labels of limits at the cursor, each over its line at axis_place between x0 and x1, in as
 * many lanes as they need. The lines are the caller's. */
void frame_x_limits(struct frame *frame, const struct axis *axis, double x0, double x1);

#endif
