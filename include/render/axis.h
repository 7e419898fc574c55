/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales and their ticks: from the data's extent and dimension to a window, and from a window to
 * nice values with labels, linear or logarithmic, in powers of 10, of 2, in times or in dates. */
#ifndef RENDER_AXIS_H
#define RENDER_AXIS_H

#include "model/figure.h"

#include <stdbool.h>

/* The values an axis must show. */
struct extent {
    double min, max; /* NaN: none yet */
};

void extent_init(struct extent *extent);
void extent_add(struct extent *extent, double value); /* NaN and infinity are left out */
void extent_add_range(struct extent *extent, struct range range);

struct axis {
    bool log;
    enum dim dim;
    bool binary, date;
    bool whole;      /* no tick between two whole numbers; false until set */
    double min, max; /* the window, min < max, base units; positive when log */
};

/* How the window follows from the extent. */
struct axis_fit {
    bool zero;  /* a linear window starts at 0 */
    double pad; /* free room at each end, as a part of the window */
};

/* Sets the axis. Chooses the scale when the figure leaves it open: logarithmic when all values are
 * positive and span more than a factor of 30. A logarithmic scale asked for values that are not
 * positive becomes linear. */
void axis_init(struct axis *axis, const struct figure_axis *figure, struct extent extent,
               struct axis_fit fit);

/* Where a value lies: 0 at min, 1 at max, held to that window; NaN stays NaN. */
double axis_place(const struct axis *axis, double value);

struct tick {
    double value;
    char label[32];
};

enum { AXIS_TICKS_MAX = 48, AXIS_LEVELS = 8 };

/* The ticks inside the window, rising, at a level 0 (densest) to AXIS_LEVELS - 1 (sparsest).
 * Returns how many; 0 when two neighbours would bear the same label. */
int axis_ticks(const struct axis *axis, int level, struct tick *ticks);

/* A value as the axis labels it. */
void axis_label(const struct axis *axis, double value, char *buf, size_t size);

#endif
