/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart described without any drawing library: series of points with their ranges, axes with
 * their dimensions, titles and sources. A command fills one; `render` lays it out and draws it.
 *
 * One shape serves every kind of chart; what a series and a point mean is said at enum figure_kind.
 */
#ifndef MODEL_FIGURE_H
#define MODEL_FIGURE_H

#include "base/arena.h"
#include "base/units.h"
#include "model/table.h"

/* What a series and its points are. CHOSEN: see enum figure_mark. */
enum figure_kind {
    FIGURE_RANGE_BARS, /* a group (workload); a row (model): label, value, reason */
    FIGURE_BOUNDS, /* a group, its answer the estimate; a resource: p50 its limit, CHOSEN binds */
    FIGURE_WATERFALL, /* one series; steps in order: label, p50 what is left, reason */
    FIGURE_SCATTER,   /* a class; x measured, value predicted */
    FIGURE_LINE_BAND, /* a curve; points by rising x, CHOSEN knee, MEASURED outside the curve */
    FIGURE_PARETO,    /* a family of designs; x and p50, CHOSEN on the front */
    FIGURE_HEATMAP,   /* a row of cells; label of the column, p50, CHOSEN framed */
    FIGURE_KINDS
};

enum figure_mark {
    FIGURE_PLAIN,
    FIGURE_MEASURED, /* a measurement, drawn visibly unlike a model's answer */
    FIGURE_CHOSEN    /* the point that matters: knee, front, binding resource, chosen design */
};

struct figure_point {
    const char *label;  /* NULL: none */
    const char *reason; /* why, one sentence; NULL: none */
    double x;
    struct range
        value; /* all three: P10..P90; p50 NaN: only min..max known; only p50: no range known */
    enum figure_mark mark;
};

struct figure_series {
    const char *name; /* NULL: none */
    double answer;    /* FIGURE_BOUNDS; NaN: none */
    struct figure_point *points;
    int n_points;
};

enum figure_scale {
    FIGURE_AUTO, /* log when all values are positive and span more than a factor of 30; said on the
                    axis */
    FIGURE_LINEAR,
    FIGURE_LOG
};

struct figure_axis {
    const char *label; /* what is measured ("throughput"); NULL: none */
    enum dim dim;
    enum figure_scale scale;
    bool binary; /* bytes in powers of 1024 */
    bool date;   /* seconds since 1970-01-01 UTC, shown as dates */
};

/* A value that is no data: a need, a nearfull ratio. A line across the value axis with its label.
 */
struct figure_limit {
    const char *label;
    double value;
};

struct figure {
    struct arena *arena;
    enum figure_kind kind;
    bool counts; /* `x` counts something: no tick lies between two whole numbers */
    const char *title;
    const char *subtitle;     /* NULL: none */
    const char *source;       /* where the figures come from; NULL: none */
    const char *model;        /* model and version; NULL: none */
    struct figure_axis x;     /* LINE_BAND, SCATTER, PARETO; HEATMAP: label of the columns */
    struct figure_axis value; /* of the points' values, whichever way they are drawn */
    const char *rows_label;   /* HEATMAP: label of the rows; NULL: none */
    const char *chosen;       /* LINE_BAND: what its CHOSEN points are; NULL: marked points */
    struct figure_series *series;
    int n_series;
    struct figure_limit *limits;
    int n_limits;
    const char **notes; /* lines below the chart */
    int n_notes;
};

/* An empty figure. Texts are kept by pointer, here and in the points. */
void figure_init(struct figure *figure, struct arena *arena, enum figure_kind kind,
                 const char *title);

/* A new empty series, valid until the next one. */
struct figure_series *figure_add_series(struct figure *figure, const char *name);

/* A new point at the end of the last series (which must exist), valid until the next one. */
struct figure_point *figure_add_point(struct figure *figure, const char *label, double x,
                                      struct range value);

void figure_add_limit(struct figure *figure, const char *label, double value);

/* A line below the chart, by printf's rules. */
void figure_note(struct figure *figure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct range figure_value(double value);             /* no range known: p10 and p90 NaN */
struct range figure_between(double min, double max); /* nothing but the ends known: p50 NaN */

#endif
