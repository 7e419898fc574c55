/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: lists only grow. */
#include "model/figure.h"

#include <assert.h>
#include <stdarg.h>

void figure_init(struct figure *figure, struct arena *arena, enum figure_kind kind,
                 const char *title)
{
    *figure = (struct figure){.arena = arena, .kind = kind, .title = title};
}

struct figure_series *figure_add_series(struct figure *figure, const char *name)
{
    struct figure_series *series =
        arena_append(figure->arena, &figure->series, &figure->n_series, sizeof *series);
    *series = (struct figure_series){.name = name, .answer = UNKNOWN};
    return series;
}

struct figure_point *figure_add_point(struct figure *figure, const char *label, double x,
                                      struct range value)
{
    assert(figure->n_series > 0);
    struct figure_series *series = &figure->series[figure->n_series - 1];
    struct figure_point *point =
        arena_append(figure->arena, &series->points, &series->n_points, sizeof *point);
    *point = (struct figure_point){.label = label, .x = x, .value = value};
    return point;
}

void figure_add_limit(struct figure *figure, const char *label, double value)
{
    struct figure_limit *limit =
        arena_append(figure->arena, &figure->limits, &figure->n_limits, sizeof *limit);
    *limit = (struct figure_limit){.label = label, .value = value};
}

void figure_note(struct figure *figure, const char *format, ...)
{
    const char **note = arena_append(figure->arena, &figure->notes, &figure->n_notes, sizeof *note);
    va_list args;
    va_start(args, format);
    *note = arena_vprintf(figure->arena, format, args);
    va_end(args);
}

struct range figure_value(double value)
{
    return (struct range){.p10 = UNKNOWN, .p50 = value, .p90 = UNKNOWN};
}

struct range figure_between(double min, double max)
{
    return (struct range){.p10 = min, .p50 = UNKNOWN, .p90 = max};
}
