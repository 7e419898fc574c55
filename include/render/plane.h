/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot with two axes: where values lie, grid and tick labels, and labels put where they cover
 * nothing. */
#ifndef RENDER_PLANE_H
#define RENDER_PLANE_H

#include "render/frame.h"

struct plane {
    struct frame *frame;
    struct axis x, y;
    bool same_axes; /* both show the same quantity in the same window: they are ticked alike */
    struct box plot;
    struct tick x_ticks[AXIS_TICKS_MAX], y_ticks[AXIS_TICKS_MAX];
    int n_x, n_y;
    /* What labels should not cover: line pieces, pairs of points. */
    struct point *pieces;
    int n_pieces;
    int unplaced; /* labels that found no room */
};

/* Sets the name of the vertical axis, the plot of a height below it, grid and tick labels. The plot
 * reaches from the tick labels to `right`; x and y must be set. The cursor then stands below the
 * horizontal axis's ticks and name. */
void plane_open(struct plane *plane, double right, double height, const char *x_label,
                const char *y_label);

/* The height of a plot that is to look well on the frame's page: flat on narrow ones. */
double plane_height(const struct frame *frame);

/* Where a pair of values lies; outside values are held to the edge. */
struct point plane_at(const struct plane *plane, double x, double y);

/* Can the pair be shown: finite, and positive where an axis is logarithmic? */
bool plane_shows(const struct plane *plane, double x, double y);

/* The limits of the figure as lines across, labelled by plane_label_limits after the data. */
void plane_limits(struct plane *plane);
void plane_label_limits(struct plane *plane);

/* Says that labels should keep off the straight line between two points. */
void plane_keep_off(struct plane *plane, struct point from, struct point to);

/* Puts a label near a point, inside the plot, on no other text and off the lines if it can; counts
 * it in `unplaced` when every place is taken. */
void plane_label(struct plane *plane, const struct text_style *style, struct point at,
                 const char *text);

/* Says how many labels found no room; nothing when all did. */
void plane_close(struct plane *plane);

/* A label beside the plot and the height it would like to stand at. */
struct side_label {
    const char *text;
    struct text_style style;
    double wanted, y; /* middle: wished, given */
    double height;
    struct paint paint; /* of its leader */
};

/* Spreads labels in a column at x, so that none overlaps and each is near its wish, and draws them
 * with leaders. The plot must be at least as high as all of them together. */
void plane_side_labels(struct plane *plane, struct side_label *labels, int n, double x);

#endif
