/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: lists only grow, and grow by doubling inside the figure's arena. */
#include "model/figure.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void figure_init(struct figure *figure, struct arena *arena, enum figure_kind kind,
                 const char *title)
{
    *figure = (struct figure){.arena = arena, .kind = kind, .title = title};
}

/* Room for one more element in a list of `n`; returns the list, moved when it was full. */
static void *room(struct arena *arena, void *list, int n, int *capacity, size_t bytes_each)
{
    if (n < *capacity)
        return list;
    *capacity = *capacity == 0 ? 8 : 2 * *capacity;
    return arena_grow(arena, list, (size_t)n, (size_t)*capacity, bytes_each);
}

struct figure_series *figure_add_series(struct figure *figure, const char *name)
{
    figure->series = room(figure->arena, figure->series, figure->n_series, &figure->series_capacity,
                          sizeof *figure->series);
    struct figure_series *series = &figure->series[figure->n_series++];
    *series = (struct figure_series){.name = name, .answer = UNKNOWN};
    return series;
}

struct figure_point *figure_add_point(struct figure *figure, const char *label, double x,
                                      struct range value)
{
    assert(figure->n_series > 0);
    struct figure_series *series = &figure->series[figure->n_series - 1];
    series->points = room(figure->arena, series->points, series->n_points, &series->point_capacity,
                          sizeof *series->points);
    struct figure_point *point = &series->points[series->n_points++];
    *point = (struct figure_point){.label = label, .x = x, .value = value};
    return point;
}

void figure_add_limit(struct figure *figure, const char *label, double value)
{
    figure->limits = room(figure->arena, figure->limits, figure->n_limits, &figure->limit_capacity,
                          sizeof *figure->limits);
    figure->limits[figure->n_limits++] = (struct figure_limit){.label = label, .value = value};
}

void figure_note(struct figure *figure, const char *format, ...)
{
    figure->notes = room(figure->arena, figure->notes, figure->n_notes, &figure->note_capacity,
                         sizeof *figure->notes);
    char line[2048];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    figure->notes[figure->n_notes++] = arena_printf(figure->arena, "%s", line);
}

struct range figure_value(double value)
{
    return (struct range){.p10 = UNKNOWN, .p50 = value, .p90 = UNKNOWN};
}

struct range figure_between(double min, double max)
{
    return (struct range){.p10 = min, .p50 = UNKNOWN, .p90 = max};
}
