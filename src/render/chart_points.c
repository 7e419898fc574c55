/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series are told apart by colour and by shape, so that neither a colour-blind reader nor grey
 * paper loses one. */
#include "render/chart_points.h"

#include "render/plane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define KEY_GAP 20.0
#define MARK_ROOM 16.0  /* of a class's mark, before its name */
#define Y_LABELS 40.0   /* about what the vertical axis takes of a square */
#define KEY_PART 0.30   /* of the content, for the names of classes */
#define BAND_FACTOR 1.5 /* a prediction within this factor counts as close */

static struct paint series_paint(int i, double alpha)
{
    return (struct paint){.role = canvas_hue(i), .alpha = alpha};
}

/* -- predicted against measured -----------------------------------------------------------------
 */

static struct extent both_axes(const struct figure *figure)
{
    struct extent extent;
    extent_init(&extent);
    for (int s = 0; s < figure->n_series; s++) {
        for (int p = 0; p < figure->series[s].n_points; p++) {
            extent_add(&extent, figure->series[s].points[p].x);
            extent_add(&extent, figure->series[s].points[p].value.p50);
        }
    }
    return extent;
}

/* Corners of the band around the identity, clipped to the window: the lines y = f x and y = x / f.
 */
static void draw_close_band(const struct plane *plane)
{
    double low = plane->x.min, high = plane->x.max, f = BAND_FACTOR;
    struct point corners[] = {plane_at(plane, low, low),       plane_at(plane, low, low * f),
                              plane_at(plane, high / f, high), plane_at(plane, high, high),
                              plane_at(plane, high, high / f), plane_at(plane, low * f, low)};
    sketch_polygon(plane->frame->sketch, corners, sizeof corners / sizeof corners[0],
                   canvas_paint(CANVAS_SHADE));
}

static void draw_identity(const struct plane *plane)
{
    sketch_line(plane->frame->sketch, plane_at(plane, plane->x.min, plane->x.min),
                plane_at(plane, plane->x.max, plane->x.max),
                (struct stroke){.paint = canvas_paint(CANVAS_RULE), .width = 1.2});
}

static void draw_whisker(const struct plane *plane, const struct figure_point *point, int series)
{
    if (!plane_shows(plane, point->x, point->value.p10) ||
        !plane_shows(plane, point->x, point->value.p90))
        return;
    sketch_line(plane->frame->sketch, plane_at(plane, point->x, point->value.p10),
                plane_at(plane, point->x, point->value.p90),
                (struct stroke){.paint = series_paint(series, 0.45), .width = 1});
}

static void draw_cloud(const struct plane *plane, const struct figure *figure)
{
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++)
            draw_whisker(plane, &figure->series[s].points[p], s);
    for (int s = 0; s < figure->n_series; s++) {
        for (int p = 0; p < figure->series[s].n_points; p++) {
            const struct figure_point *point = &figure->series[s].points[p];
            if (plane_shows(plane, point->x, point->value.p50))
                sketch_marker(plane->frame->sketch, plane_at(plane, point->x, point->value.p50),
                              canvas_shape_of(s), 7, series_paint(s, 0.85));
        }
    }
}

/* The room that the names of the classes would like. */
static double widest_class(const struct frame *frame)
{
    const struct figure *figure = frame->figure;
    double width = 0;
    for (int s = 0; s < figure->n_series; s++) {
        const char *name = figure->series[s].name == NULL ? "points" : figure->series[s].name;
        const char *text =
            arena_printf(frame->sketch->arena, "%s (%d)", name, figure->series[s].n_points);
        width = fmax(width, sketch_text_size(frame->sketch, frame_style(FRAME_LABEL), text).width);
    }
    return MARK_ROOM + width + 1;
}

/* The names of the classes and how many points each has, in a column from `top` on; returns its
 * bottom. */
static double set_classes(struct frame *frame, double left, double top)
{
    const struct figure *figure = frame->figure;
    const struct text_style *style = frame_style(FRAME_LABEL);
    double y = top;
    for (int s = 0; s < figure->n_series; s++) {
        const struct figure_series *series = &figure->series[s];
        char count[32];
        (void)snprintf(count, sizeof count, " (%d)", series->n_points);
        double room =
            frame->right - left - MARK_ROOM - sketch_text_size(frame->sketch, style, count).width;
        const char *name = sketch_shorten(frame->sketch, style,
                                          series->name == NULL ? "points" : series->name, room);
        const char *text = arena_printf(frame->sketch->arena, "%s%s", name, count);
        struct text_size size = sketch_text_size(frame->sketch, style, text);
        double height = size.ascent + size.descent;
        sketch_marker(frame->sketch, (struct point){left + 5, y + height / 2}, canvas_shape_of(s),
                      8, series_paint(s, 1));
        sketch_text(frame->sketch, style, SKETCH_LEFT,
                    (struct point){left + MARK_ROOM, y + size.ascent}, text);
        y += height + 3;
    }
    return y;
}

static void scatter_keys(struct frame *frame)
{
    static const struct frame_key keys[] = {
        {FRAME_LINE, {CANVAS_RULE, 1, 0}, 0, CANVAS_SOLID, "predicted = measured"},
        {FRAME_AREA, {CANVAS_GRID, 1, 0}, 0, 0, "within a factor of 1.5"},
        {FRAME_LINE, {CANVAS_MUTED, 0.5, 0}, 0, CANVAS_SOLID, "P10 to P90 of the prediction"},
    };
    bool ranges = false;
    for (int s = 0; s < frame->figure->n_series; s++)
        for (int p = 0; p < frame->figure->series[s].n_points; p++)
            ranges = ranges || !isnan(frame->figure->series[s].points[p].value.p10);
    frame_keys(frame, keys, ranges ? 3 : 2);
}

static int count_points(const struct figure *figure)
{
    int n = 0;
    for (int s = 0; s < figure->n_series; s++)
        n += figure->series[s].n_points;
    return n;
}

void chart_points_scatter(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    if (count_points(figure) == 0) {
        frame_nothing(frame);
        return;
    }
    scatter_keys(frame);
    double side = fmin(KEY_PART * (frame->right - frame->left), widest_class(frame));
    struct frame narrow = *frame; /* the plot's part of the page; the classes stand beside it */
    narrow.right = frame->right - side - KEY_GAP;
    struct plane plane = {.frame = &narrow, .same_axes = true};
    struct figure_axis axis = figure->value;
    axis.scale = axis.scale == FIGURE_LINEAR ? FIGURE_LINEAR : FIGURE_LOG;
    axis_init(&plane.x, &axis, both_axes(figure), (struct axis_fit){.pad = 0.05});
    plane.y = plane.x;
    plane_open(&plane, narrow.right, narrow.right - narrow.left - Y_LABELS, figure->x.label,
               figure->value.label);
    draw_close_band(&plane);
    draw_identity(&plane);
    draw_cloud(&plane, figure);
    double bottom = set_classes(frame, narrow.right + KEY_GAP, plane.plot.y);
    frame->y = fmax(narrow.y, bottom);
}

/* -- Pareto -------------------------------------------------------------------------------------
 */

static int by_x(const void *a, const void *b)
{
    const struct figure_point *left = *(const struct figure_point *const *)a;
    const struct figure_point *right = *(const struct figure_point *const *)b;
    if (left->x < right->x)
        return -1;
    if (left->x > right->x)
        return 1;
    return (left->value.p50 > right->value.p50) - (left->value.p50 < right->value.p50);
}

/* The chosen points that can be shown, by rising x; returns how many. */
static int find_front(const struct plane *plane, const struct figure *figure,
                      const struct figure_point **front)
{
    int n = 0;
    for (int s = 0; s < figure->n_series; s++) {
        for (int p = 0; p < figure->series[s].n_points; p++) {
            const struct figure_point *point = &figure->series[s].points[p];
            if (point->mark == FIGURE_CHOSEN && plane_shows(plane, point->x, point->value.p50))
                front[n++] = point;
        }
    }
    qsort(front, (size_t)n, sizeof *front, by_x);
    return n;
}

/* The next better design is had only at its own price: the front is a staircase. */
static void draw_front(struct plane *plane, const struct figure_point *const *front, int n)
{
    struct point *path = arena_array(plane->frame->sketch->arena, 2 * (size_t)n + 1, sizeof *path);
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        struct point at = plane_at(plane, front[i]->x, front[i]->value.p50);
        if (i > 0) {
            path[used] = (struct point){at.x, path[used - 1].y};
            plane_keep_off(plane, path[used - 1], path[used]);
            plane_keep_off(plane, path[used], at);
            used++;
        }
        path[used++] = at;
    }
    sketch_polyline(plane->frame->sketch, path, used,
                    (struct stroke){.paint = canvas_paint(CANVAS_CHOSEN), .width = 1.5});
}

static void draw_design(struct plane *plane, const struct figure_point *point, int series)
{
    struct sketch *sketch = plane->frame->sketch;
    bool chosen = point->mark == FIGURE_CHOSEN;
    if (!plane_shows(plane, point->x, point->value.p50))
        return;
    struct point at = plane_at(plane, point->x, point->value.p50);
    plane_keep_off(plane, (struct point){at.x - 3, at.y}, (struct point){at.x + 3, at.y});
    if (chosen)
        sketch_marker(sketch, at, canvas_shape_of(series), 12, canvas_paint(CANVAS_PAPER));
    sketch_marker(sketch, at, canvas_shape_of(series), chosen ? 9 : 6,
                  series_paint(series, chosen ? 1 : 0.4));
}

/* The front lies upon the others. */
static void draw_designs(struct plane *plane, const struct figure *figure)
{
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++)
            if (figure->series[s].points[p].mark != FIGURE_CHOSEN)
                draw_design(plane, &figure->series[s].points[p], s);
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++)
            if (figure->series[s].points[p].mark == FIGURE_CHOSEN)
                draw_design(plane, &figure->series[s].points[p], s);
}

static void label_front(struct plane *plane, const struct figure_point *const *front, int n)
{
    struct text_style style = *frame_style(FRAME_SMALL);
    style.role = CANVAS_INK;
    for (int i = 0; i < n; i++) {
        if (front[i]->label == NULL)
            continue;
        const char *text =
            sketch_shorten(plane->frame->sketch, &style, front[i]->label, 0.3 * plane->plot.width);
        plane_label(plane, &style, plane_at(plane, front[i]->x, front[i]->value.p50), text);
    }
}

static void pareto_keys(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    struct frame_key *keys =
        arena_array(frame->sketch->arena, (size_t)figure->n_series + 1, sizeof *keys);
    int n = 0;
    keys[n++] = (struct frame_key){FRAME_LINE,
                                   {CANVAS_CHOSEN, 1, 0},
                                   0,
                                   CANVAS_SOLID,
                                   "front: nothing is better at this price"};
    for (int s = 0; s < figure->n_series; s++)
        if (figure->series[s].name != NULL)
            keys[n++] = (struct frame_key){FRAME_MARK, series_paint(s, 1), canvas_shape_of(s), 0,
                                           figure->series[s].name};
    frame_keys(frame, keys, n);
}

void chart_points_pareto(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    struct plane plane = {.frame = frame};
    struct extent x, y;
    int points = count_points(figure);
    if (points == 0) {
        frame_nothing(frame);
        return;
    }
    extent_init(&x);
    extent_init(&y);
    for (int s = 0; s < figure->n_series; s++) {
        for (int p = 0; p < figure->series[s].n_points; p++) {
            extent_add(&x, figure->series[s].points[p].x);
            extent_add(&y, figure->series[s].points[p].value.p50);
        }
    }
    for (int i = 0; i < figure->n_limits; i++)
        extent_add(&y, figure->limits[i].value);
    axis_init(&plane.x, &figure->x, x, (struct axis_fit){.pad = 0.06});
    axis_init(&plane.y, &figure->value, y, (struct axis_fit){.zero = true, .pad = 0.08});
    pareto_keys(frame);
    plane_open(&plane, frame->right - 8, plane_height(frame), figure->x.label, figure->value.label);
    const struct figure_point **front =
        arena_array(frame->sketch->arena, (size_t)points, sizeof *front);
    int n = find_front(&plane, figure, front);
    plane_limits(&plane);
    draw_front(&plane, front, n);
    draw_designs(&plane, figure);
    label_front(&plane, front, n);
    plane_label_limits(&plane);
    plane_close(&plane);
}
