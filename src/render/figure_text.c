/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes into a memory stream; the words are cleaned once at the end. */
#include "render/figure_text.h"

#include "base/memstream.h"
#include "base/utf8.h"
#include "render/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW_POINTS = 24 }; /* more are told as a span, with those that are marked */

static const char *const kinds[FIGURE_KINDS] = {
    [FIGURE_RANGE_BARS] = "Range bars", [FIGURE_BOUNDS] = "Limits of each resource",
    [FIGURE_WATERFALL] = "Waterfall",   [FIGURE_SCATTER] = "Scatter plot",
    [FIGURE_LINE_BAND] = "Curves",      [FIGURE_PARETO] = "Designs by cost and figure",
    [FIGURE_HEATMAP] = "Heat map"};

static void put_value(FILE *file, const struct figure_axis *figure_axis, double value)
{
    char text[64];
    struct axis axis = {
        .dim = figure_axis->dim, .binary = figure_axis->binary, .date = figure_axis->date};
    axis_label(&axis, value, text, sizeof text);
    (void)fputs(text, file);
}

static void put_range(FILE *file, const struct figure_axis *axis, struct range range)
{
    bool ends = !isnan(range.p10) && !isnan(range.p90);
    if (!isnan(range.p50))
        put_value(file, axis, range.p50);
    if (!ends || (range.p10 == range.p50 && range.p50 == range.p90))
        return;
    (void)fputs(isnan(range.p50) ? "" : " (", file);
    put_value(file, axis, range.p10);
    (void)fputs(" to ", file);
    put_value(file, axis, range.p90);
    (void)fputs(isnan(range.p50) ? "" : ")", file);
}

/* Do the points of this kind stand at an x of their own? */
static bool has_x(enum figure_kind kind)
{
    return kind == FIGURE_SCATTER || kind == FIGURE_LINE_BAND || kind == FIGURE_PARETO;
}

static void put_point(FILE *file, const struct figure *figure, const struct figure_point *point)
{
    static const char *const marks[] = {
        [FIGURE_PLAIN] = "", [FIGURE_MEASURED] = " (measured)", [FIGURE_CHOSEN] = " (marked)"};
    if (point->label != NULL)
        (void)fprintf(file, "%s ", point->label);
    if (has_x(figure->kind)) {
        (void)fputs("at ", file);
        put_value(file, &figure->x, point->x);
        (void)fputc(' ', file);
    }
    put_range(file, &figure->value, point->value);
    (void)fputs(marks[point->mark], file);
}

static void put_span(FILE *file, const struct figure *figure, const struct figure_series *series)
{
    struct extent x, value;
    extent_init(&x);
    extent_init(&value);
    for (int i = 0; i < series->n_points; i++) {
        extent_add(&x, series->points[i].x);
        extent_add_range(&value, series->points[i].value);
    }
    (void)fprintf(file, "%d points", series->n_points);
    if (has_x(figure->kind) && !isnan(x.min)) {
        (void)fputs(" at ", file);
        put_value(file, &figure->x, x.min);
        (void)fputs(" to ", file);
        put_value(file, &figure->x, x.max);
    }
    if (isnan(value.min))
        return;
    (void)fputs(", values ", file);
    put_value(file, &figure->value, value.min);
    (void)fputs(" to ", file);
    put_value(file, &figure->value, value.max);
    for (int i = 0; figure->kind == FIGURE_LINE_BAND && i < series->n_points; i++) {
        if (series->points[i].mark != FIGURE_CHOSEN)
            continue;
        (void)fputs(", ", file);
        put_point(file, figure, &series->points[i]);
    }
}

static void put_series(FILE *file, const struct figure *figure, const struct figure_series *series,
                       bool few)
{
    (void)fputc(' ', file);
    if (series->name != NULL)
        (void)fprintf(file, "%s: ", series->name);
    if (!isnan(series->answer)) {
        (void)fputs("estimate ", file);
        put_value(file, &figure->value, series->answer);
        (void)fputs(series->n_points > 0 ? ", " : "", file);
    }
    for (int i = 0; few && i < series->n_points; i++) {
        (void)fputs(i > 0 ? ", " : "", file);
        put_point(file, figure, &series->points[i]);
    }
    if (!few)
        put_span(file, figure, series);
    (void)fputc('.', file);
}

static void put_figure(FILE *file, const struct figure *figure)
{
    int points = 0;
    for (int i = 0; i < figure->n_series; i++)
        points += figure->series[i].n_points;
    (void)fprintf(file, "%s. %s", figure->title == NULL ? "Chart" : figure->title,
                  kinds[figure->kind]);
    if (figure->value.label != NULL)
        (void)fprintf(file, " of %s", figure->value.label);
    if (has_x(figure->kind) && figure->x.label != NULL)
        (void)fprintf(file, " over %s", figure->x.label);
    (void)fputc('.', file);
    for (int i = 0; i < figure->n_series; i++)
        put_series(file, figure, &figure->series[i], points <= FEW_POINTS);
    for (int i = 0; i < figure->n_limits; i++) {
        (void)fprintf(file, " Line at %s: ", figure->limits[i].label);
        put_value(file, &figure->value, figure->limits[i].value);
        (void)fputc('.', file);
    }
}

const char *figure_text(struct arena *arena, const struct figure *figure)
{
    struct memstream *text = memstream_open(arena);
    put_figure(text->file, figure);
    const char *clean = utf8_clean(arena, memstream_end(text, arena, NULL));
    memstream_free(text);
    return clean;
}
