/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axes of a sweep: `--set` with several values. */
#ifndef CLI_AXES_H
#define CLI_AXES_H

#include "load/load.h"

enum { AXES_MAX = 8, AXIS_VALUES_MAX = 10000 };

struct axis_of_sweep {
    const char *path;
    const char **texts; /* values as --set takes them */
    double *numbers;    /* the same in base units; NaN where the field holds no number */
    int n;
    bool numeric; /* all are numbers */
    enum dim dim; /* of the numbers */
};

/* A grid: the first axis moves slowest. */
struct grid {
    struct axis_of_sweep axes[AXES_MAX];
    int n_axes;
    struct override *fixed; /* --set with one value */
    int n_fixed;
    int points;
};

/* Reads `--set` texts. Of PATH=VALUE the value may be a list `a,b,c`, a span of numbers `a..b`
 * (whole ones, step 1), `a..b:step`, or `a..b:xFACTOR` (each so many times the one before); a unit
 * need only stand once, at `b` or the last of a list. What begins with a bracket, a brace or a
 * quote is one value. ERR_USAGE says what is allowed; also when no axis stands among them. */
bool grid_parse(struct arena *arena, const char *const *sets, int n, struct grid *grid,
                struct err *err);

/* The value of an axis at a point of the grid (0 .. points - 1): index into its texts. */
int grid_index(const struct grid *grid, int point, int axis);

/* The overrides of a point: room for n_fixed + n_axes; returns how many. */
int grid_overrides(const struct grid *grid, int point, struct override *overrides);

/* "hosts.0.count 6, network.public 25Gbit/s". */
const char *grid_title(const struct grid *grid, int point, struct arena *arena);

#endif
