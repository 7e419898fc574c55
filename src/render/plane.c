/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: labels inside the plot are set after everything else that bears text there; a label is
 * never moved. */
#include "render/plane.h"

#include <math.h>
#include <string.h>

#define PLOT_ASPECT 0.36 /* height over the page's width: two charts fit on one page of paper */
#define PLOT_LOWEST 240.0
#define PLOT_HIGHEST 360.0
#define TICK_GAP 6.0
#define Y_TICK_GAP 6.0
#define LEADER_LEAST 15.0 /* a label nearer than this needs no leader */
#define MARKER_RADIUS 6.0

struct point plane_at(const struct plane *plane, double x, double y)
{
    const struct box *plot = &plane->plot;
    return (struct point){plot->x + plot->width * axis_place(&plane->x, x),
                          plot->y + plot->height * (1 - axis_place(&plane->y, y))};
}

static bool can_show(const struct axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

bool plane_shows(const struct plane *plane, double x, double y)
{
    return can_show(&plane->x, x) && can_show(&plane->y, y);
}

/* -- axes ---------------------------------------------------------------------------------------
 */

/* Do labels of a vertical axis of this height keep apart? */
static bool y_labels_fit(const struct plane *plane, double height, const struct tick *ticks, int n)
{
    double line = frame_line_height(plane->frame, FRAME_TICK) + Y_TICK_GAP;
    for (int i = 1; i < n; i++) {
        double from = axis_place(&plane->y, ticks[i - 1].value),
               to = axis_place(&plane->y, ticks[i].value);
        if (height * (to - from) < line)
            return false;
    }
    return n > 0;
}

/* The densest ticks whose labels keep apart on a vertical axis of this height. */
static int pick_y_ticks(const struct plane *plane, double height, struct tick *ticks)
{
    for (int level = 0; level < AXIS_LEVELS; level++) {
        int n = axis_ticks(&plane->y, level, ticks);
        if (y_labels_fit(plane, height, ticks, n))
            return n;
    }
    return 0;
}

static double widest_y_label(const struct plane *plane)
{
    double width = 0;
    for (int i = 0; i < plane->n_y; i++)
        width = fmax(width, sketch_text_size(plane->frame->sketch, frame_style(FRAME_TICK),
                                             plane->y_ticks[i].label)
                                .width);
    return width;
}

static void draw_grid(const struct plane *plane)
{
    struct sketch *sketch = plane->frame->sketch;
    const struct box *plot = &plane->plot;
    struct stroke grid = {.paint = canvas_paint(CANVAS_GRID), .width = 1};
    struct stroke rule = {.paint = canvas_paint(CANVAS_RULE), .width = 1};
    double bottom = plot->y + plot->height, right = plot->x + plot->width;
    for (int i = 0; i < plane->n_x; i++) {
        double x = plot->x + plot->width * axis_place(&plane->x, plane->x_ticks[i].value);
        sketch_line(sketch, (struct point){x, plot->y}, (struct point){x, bottom}, grid);
    }
    for (int i = 0; i < plane->n_y; i++) {
        double y = bottom - plot->height * axis_place(&plane->y, plane->y_ticks[i].value);
        sketch_line(sketch, (struct point){plot->x, y}, (struct point){right, y}, grid);
    }
    sketch_line(sketch, (struct point){plot->x, bottom}, (struct point){right, bottom}, rule);
    sketch_line(sketch, (struct point){plot->x, plot->y}, (struct point){plot->x, bottom}, rule);
}

static void set_y_labels(const struct plane *plane)
{
    struct frame *frame = plane->frame;
    const struct box *plot = &plane->plot;
    double ascent = frame_ascent(frame, FRAME_TICK);
    double half = frame_line_height(frame, FRAME_TICK) / 2;
    for (int i = 0; i < plane->n_y; i++) {
        double y = plot->y + plot->height * (1 - axis_place(&plane->y, plane->y_ticks[i].value));
        const char *label = plane->y_ticks[i].label;
        sketch_text(frame->sketch, frame_style(FRAME_TICK), SKETCH_RIGHT,
                    (struct point){plot->x - TICK_GAP, y - half + ascent},
                    arena_copy(frame->sketch->arena, label));
    }
}

/* Ticks the vertical axis like the horizontal one, if their labels have room. */
static void share_ticks(struct plane *plane)
{
    double room = plane->plot.x - TICK_GAP - plane->frame->left;
    for (int i = 0; i < plane->n_x; i++)
        if (sketch_text_size(plane->frame->sketch, frame_style(FRAME_TICK), plane->x_ticks[i].label)
                .width > room)
            return;
    if (!y_labels_fit(plane, plane->plot.height, plane->x_ticks, plane->n_x))
        return;
    memcpy(plane->y_ticks, plane->x_ticks, sizeof plane->y_ticks);
    plane->n_y = plane->n_x;
}

double plane_height(const struct frame *frame)
{
    return fmin(PLOT_HIGHEST, fmax(PLOT_LOWEST, PLOT_ASPECT * frame->sketch->width));
}

void plane_open(struct plane *plane, double right, double height, const char *x_label,
                const char *y_label)
{
    struct frame *frame = plane->frame;
    const struct text_style *small = frame_style(FRAME_SMALL);
    double half = frame_line_height(frame, FRAME_TICK) / 2;
    const char *name = frame_axis_name(frame, &plane->y, y_label);
    frame_paragraph(frame, FRAME_SMALL,
                    sketch_shorten(frame->sketch, small, name, frame->right - frame->left));
    frame->y += half + 3;
    plane->n_y = pick_y_ticks(plane, height, plane->y_ticks);
    double left = frame->left + widest_y_label(plane) + TICK_GAP;
    plane->plot = (struct box){left, frame->y, right - left, height};
    plane->n_x = frame_x_ticks(frame, &plane->x, left, right, plane->x_ticks);
    if (plane->same_axes)
        share_ticks(plane);
    draw_grid(plane);
    set_y_labels(plane);
    frame->y += height + half + 3;
    frame_x_labels(frame, &plane->x, left, right, plane->x_ticks, plane->n_x);
    frame_x_name(frame, &plane->x, x_label, left, right);
}

/* -- labels inside ------------------------------------------------------------------------------
 */

void plane_keep_off(struct plane *plane, struct point from, struct point to)
{
    const struct point ends[] = {from, to};
    for (int i = 0; i < 2; i++) {
        struct point *end = arena_append(plane->frame->sketch->arena, &plane->pieces,
                                         &plane->n_pieces, sizeof *end);
        *end = ends[i];
    }
}

/* The part t0..t1 of a line that lies between two values of one coordinate; empty when t0 > t1. */
static void clip(double from, double to, double low, double high, double *t0, double *t1)
{
    double d = to - from;
    if (fabs(d) < 1e-12) {
        if (from < low || from > high)
            *t1 = -1;
        return;
    }
    double a = (low - from) / d, b = (high - from) / d;
    *t0 = fmax(*t0, fmin(a, b));
    *t1 = fmin(*t1, fmax(a, b));
}

static bool covers_line(const struct plane *plane, const struct box *box)
{
    for (int i = 0; i < plane->n_pieces; i += 2) {
        struct point a = plane->pieces[i], b = plane->pieces[i + 1];
        double t0 = 0, t1 = 1;
        clip(a.x, b.x, box->x, box->x + box->width, &t0, &t1);
        clip(a.y, b.y, box->y, box->y + box->height, &t0, &t1);
        if (t0 <= t1)
            return true;
    }
    return false;
}

static bool inside(const struct box *outer, const struct box *inner)
{
    return inner->x >= outer->x && inner->x + inner->width <= outer->x + outer->width &&
           inner->y >= outer->y && inner->y + inner->height <= outer->y + outer->height;
}

/* Directions in which a label may lie from its point, the nicest first, and which part of it lies
 * there. */
struct spot {
    double dx, dy;
    double part; /* of its width: 0 its left end, 1 its right end */
};

static const struct spot spots[] = {{1, -0.6, 0},   {-1, -0.6, 1}, {1, 0.9, 0}, {-1, 0.9, 1},
                                    {0, -1.2, 0.5}, {0, 1.6, 0.5}, {1, 0.2, 0}, {-1, 0.2, 1}};
static const double distances[] = {9, 16, 26, 40, 60};
enum {
    N_SPOTS = sizeof spots / sizeof spots[0],
    N_PLACES = N_SPOTS * (sizeof distances / sizeof distances[0])
};

/* The box of a label at its i-th place, near ones first. */
static struct box label_box(struct point at, const struct text_size *size, int i)
{
    const struct spot *spot = &spots[i % N_SPOTS];
    double distance = distances[i / N_SPOTS];
    return (struct box){.x = at.x + distance * spot->dx - spot->part * size->width,
                        .y = at.y + distance * spot->dy + 3 - size->ascent,
                        .width = size->width,
                        .height = size->ascent + size->descent};
}

/* Finds a place for a label; false when there is none. The first pass keeps off lines, the second
 * only off texts. */
static bool find_box(const struct plane *plane, struct point at, const struct text_size *size,
                     struct box *box)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < N_PLACES; i++) {
            *box = label_box(at, size, i);
            if (!inside(&plane->plot, box) || (pass == 0 && covers_line(plane, box)))
                continue;
            if (sketch_is_free(plane->frame->sketch, box))
                return true;
        }
    }
    return false;
}

/* A thin line from a point to a label that had to go away from it. */
static void draw_leader(struct plane *plane, struct point at, const struct box *label)
{
    struct point end = {fmin(fmax(at.x, label->x), label->x + label->width),
                        fmin(fmax(at.y, label->y + 2), label->y + label->height - 2)};
    double length = hypot(end.x - at.x, end.y - at.y);
    if (length < LEADER_LEAST)
        return;
    double part = MARKER_RADIUS / length;
    struct point from = {at.x + part * (end.x - at.x), at.y + part * (end.y - at.y)};
    sketch_line(plane->frame->sketch, from, end,
                (struct stroke){.paint = canvas_paint(CANVAS_RULE), .width = 0.8});
}

void plane_label(struct plane *plane, const struct text_style *style, struct point at,
                 const char *text)
{
    struct box box;
    if (text[strspn(text, " ")] == '\0')
        return;
    struct text_size size = sketch_text_size(plane->frame->sketch, style, text);
    if (!find_box(plane, at, &size, &box)) {
        plane->unplaced++;
        return;
    }
    draw_leader(plane, at, &box);
    sketch_text(plane->frame->sketch, style, SKETCH_LEFT,
                (struct point){box.x, box.y + size.ascent}, text);
}

void plane_close(struct plane *plane)
{
    if (plane->unplaced > 0)
        frame_paragraph(plane->frame, FRAME_SMALL,
                        arena_printf(plane->frame->sketch->arena,
                                     "%d %s found no room in the chart.", plane->unplaced,
                                     plane->unplaced == 1 ? "label" : "labels"));
}

/* -- limits -------------------------------------------------------------------------------------
 */

void plane_limits(struct plane *plane)
{
    const struct figure *figure = plane->frame->figure;
    struct stroke stroke = {
        .paint = canvas_paint(CANVAS_LIMIT), .width = 1.2, .dash = CANVAS_DASHED};
    for (int i = 0; i < figure->n_limits; i++) {
        if (!can_show(&plane->y, figure->limits[i].value))
            continue;
        struct point left = plane_at(plane, plane->x.min, figure->limits[i].value);
        struct point right = {plane->plot.x + plane->plot.width, left.y};
        sketch_line(plane->frame->sketch, left, right, stroke);
        plane_keep_off(plane, left, right);
    }
}

void plane_label_limits(struct plane *plane)
{
    const struct figure *figure = plane->frame->figure;
    struct text_style style = *frame_style(FRAME_SMALL);
    style.role = CANVAS_LIMIT;
    for (int i = 0; i < figure->n_limits; i++) {
        const char *label = figure->limits[i].label;
        if (label == NULL || !can_show(&plane->y, figure->limits[i].value))
            continue;
        struct point at = plane_at(plane, plane->x.min, figure->limits[i].value);
        label = sketch_shorten(plane->frame->sketch, &style, label, plane->plot.width / 2);
        plane_label(plane, &style, at, label);
    }
}

/* -- labels beside ------------------------------------------------------------------------------
 */

static void sort_by_wish(struct side_label *labels, int n)
{
    for (int i = 1; i < n; i++) {
        struct side_label moving = labels[i];
        int j = i;
        for (; j > 0 && labels[j - 1].wanted > moving.wanted; j--)
            labels[j] = labels[j - 1];
        labels[j] = moving;
    }
}

/* Pushes down what overlaps, then up what left the plot at the bottom. */
static void spread(struct side_label *labels, int n, double top, double bottom)
{
    double edge = top;
    for (int i = 0; i < n; i++) {
        labels[i].y = fmax(labels[i].wanted, edge + labels[i].height / 2);
        edge = labels[i].y + labels[i].height / 2;
    }
    edge = bottom;
    for (int i = n - 1; i >= 0; i--) {
        labels[i].y = fmin(labels[i].y, edge - labels[i].height / 2);
        edge = labels[i].y - labels[i].height / 2;
    }
}

void plane_side_labels(struct plane *plane, struct side_label *labels, int n, double x)
{
    struct sketch *sketch = plane->frame->sketch;
    double right = plane->plot.x + plane->plot.width;
    sort_by_wish(labels, n);
    spread(labels, n, plane->plot.y, plane->plot.y + plane->plot.height);
    for (int i = 0; i < n; i++) {
        const struct side_label *label = &labels[i];
        struct text_size size = sketch_text_size(sketch, &label->style, label->text);
        double top = label->y - (size.ascent + size.descent) / 2;
        sketch_line(sketch, (struct point){right + 2, label->wanted},
                    (struct point){x - 4, label->y},
                    (struct stroke){.paint = label->paint, .width = 1});
        sketch_text(sketch, &label->style, SKETCH_LEFT, (struct point){x, top + size.ascent},
                    label->text);
    }
}
