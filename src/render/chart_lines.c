/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bands lie below lines, lines below markers, markers below text. Curves and limits are named at
 * their ends, not in a key; a series of measurements alone has no end and is named in the key. */
#include "render/chart_lines.h"

#include "render/plane.h"

#include <math.h>

#define SIDE_GAP 20.0
#define SIDE_PART 0.28 /* of the content, for the names of curves and limits */

struct curve {
    const struct figure_series *series;
    bool has_line; /* some point is no measurement */
    enum canvas_role hue;
    enum canvas_dash dash;
    enum canvas_shape shape; /* of measured points */
};

struct lines {
    struct plane plane;
    struct curve *curves;
    int n;
    struct point *buffer; /* room for twice the points of the longest series */
    bool has_band, has_knee, has_measured;
};

/* -- what there is ------------------------------------------------------------------------------
 */

static bool has_range(const struct figure_point *point)
{
    return !isnan(point->value.p10) && !isnan(point->value.p90);
}

static void collect(struct lines *lines, const struct figure *figure)
{
    struct arena *arena = lines->plane.frame->sketch->arena;
    int hues = 0, shapes = 0, longest = 0;
    lines->n = figure->n_series;
    lines->curves = arena_array(arena, (size_t)figure->n_series, sizeof *lines->curves);
    for (int s = 0; s < figure->n_series; s++) {
        struct curve *curve = &lines->curves[s];
        *curve = (struct curve){.series = &figure->series[s]};
        longest = curve->series->n_points > longest ? curve->series->n_points : longest;
        for (int p = 0; p < curve->series->n_points; p++) {
            const struct figure_point *point = &curve->series->points[p];
            bool measured = point->mark == FIGURE_MEASURED;
            curve->has_line = curve->has_line || !measured;
            lines->has_measured = lines->has_measured || measured;
            lines->has_band = lines->has_band || (!measured && has_range(point));
            lines->has_knee = lines->has_knee || point->mark == FIGURE_CHOSEN;
        }
        curve->hue = canvas_hue(hues);
        curve->dash = canvas_dash_of(hues / CANVAS_HUES);
        curve->shape = canvas_shape_of(CANVAS_DIAMOND + shapes);
        hues += curve->has_line;
        shapes += !curve->has_line;
    }
    lines->buffer = arena_array(arena, 2 * (size_t)longest + 1, sizeof *lines->buffer);
}

static void set_axes(struct lines *lines, const struct figure *figure)
{
    struct extent x, y;
    extent_init(&x);
    extent_init(&y);
    for (int s = 0; s < figure->n_series; s++) {
        for (int p = 0; p < figure->series[s].n_points; p++) {
            extent_add(&x, figure->series[s].points[p].x);
            extent_add_range(&y, figure->series[s].points[p].value);
        }
    }
    for (int i = 0; i < figure->n_limits; i++)
        extent_add(&y, figure->limits[i].value);
    axis_init(&lines->plane.x, &figure->x, x, (struct axis_fit){.pad = 0.01});
    lines->plane.x.whole = figure->counts;
    axis_init(&lines->plane.y, &figure->value, y, (struct axis_fit){.zero = true, .pad = 0.06});
}

static void set_keys(struct lines *lines)
{
    struct frame *frame = lines->plane.frame;
    struct frame_key *keys = arena_array(frame->sketch->arena, (size_t)lines->n + 4, sizeof *keys);
    int n = 0;
    if (lines->has_band)
        keys[n++] = (struct frame_key){
            FRAME_AREA, {CANVAS_MUTED, 0.3, 0}, 0, 0, "P10 to P90 around the line of P50"};
    if (lines->has_knee)
        keys[n++] = (struct frame_key){FRAME_MARK,
                                       {CANVAS_CHOSEN, 1, 0},
                                       CANVAS_RING,
                                       0,
                                       frame->figure->chosen == NULL ? "marked point"
                                                                     : frame->figure->chosen};
    for (int i = 0; i < lines->n; i++) {
        const struct curve *curve = &lines->curves[i];
        if (!curve->has_line && curve->series->n_points > 0)
            keys[n++] =
                (struct frame_key){FRAME_MARK,
                                   {CANVAS_MEASURED, 1, 0},
                                   curve->shape,
                                   0,
                                   curve->series->name == NULL ? "measured" : curve->series->name};
    }
    bool mixed = false;
    for (int i = 0; i < lines->n && !mixed; i++)
        for (int p = 0; p < lines->curves[i].series->n_points && !mixed; p++)
            mixed = lines->curves[i].has_line &&
                    lines->curves[i].series->points[p].mark == FIGURE_MEASURED;
    if (mixed)
        keys[n++] =
            (struct frame_key){FRAME_MARK, {CANVAS_MEASURED, 1, 0}, CANVAS_DIAMOND, 0, "measured"};
    frame_keys(frame, keys, n);
}

/* -- drawing ------------------------------------------------------------------------------------
 */

/* The next stretch of points from `*p` on that hang together and satisfy `belongs`; false at the
 * end. */
static bool next_stretch(const struct lines *lines, const struct curve *curve, bool band,
                         int *first, int *p)
{
    const struct figure_series *series = curve->series;
    *first = -1;
    for (; *p < series->n_points; ++*p) {
        const struct figure_point *point = &series->points[*p];
        if (point->mark == FIGURE_MEASURED)
            continue;
        bool belongs = band ? has_range(point) &&
                                  plane_shows(&lines->plane, point->x, point->value.p10) &&
                                  plane_shows(&lines->plane, point->x, point->value.p90)
                            : plane_shows(&lines->plane, point->x, point->value.p50);
        if (belongs && *first < 0)
            *first = *p;
        if (!belongs && *first >= 0)
            return true;
    }
    return *first >= 0;
}

static void draw_band(const struct lines *lines, const struct curve *curve)
{
    int first = 0, p = 0;
    while (next_stretch(lines, curve, true, &first, &p)) {
        size_t n = 0;
        for (int i = first; i < p; i++)
            if (curve->series->points[i].mark != FIGURE_MEASURED)
                lines->buffer[n++] = plane_at(&lines->plane, curve->series->points[i].x,
                                              curve->series->points[i].value.p90);
        for (int i = p - 1; i >= first; i--)
            if (curve->series->points[i].mark != FIGURE_MEASURED)
                lines->buffer[n++] = plane_at(&lines->plane, curve->series->points[i].x,
                                              curve->series->points[i].value.p10);
        sketch_polygon(lines->plane.frame->sketch, lines->buffer, n,
                       (struct paint){.role = curve->hue, .alpha = 0.22});
    }
}

static void draw_line(struct lines *lines, const struct curve *curve)
{
    int first = 0, p = 0;
    while (next_stretch(lines, curve, false, &first, &p)) {
        size_t n = 0;
        for (int i = first; i < p; i++) {
            const struct figure_point *point = &curve->series->points[i];
            if (point->mark == FIGURE_MEASURED)
                continue;
            lines->buffer[n++] = plane_at(&lines->plane, point->x, point->value.p50);
            if (n > 1)
                plane_keep_off(&lines->plane, lines->buffer[n - 2], lines->buffer[n - 1]);
        }
        sketch_polyline(
            lines->plane.frame->sketch, lines->buffer, n,
            (struct stroke){.paint = canvas_paint(curve->hue), .width = 2, .dash = curve->dash});
        if (n == 1)
            sketch_marker(lines->plane.frame->sketch, lines->buffer[0], CANVAS_CIRCLE, 6,
                          canvas_paint(curve->hue));
    }
}

/* A measurement with its spread, on a white edge so that it stands out from the line. */
static void draw_measured(struct lines *lines, const struct curve *curve,
                          const struct figure_point *point)
{
    struct sketch *sketch = lines->plane.frame->sketch;
    enum canvas_shape shape = curve->has_line ? CANVAS_DIAMOND : curve->shape;
    struct point at = plane_at(&lines->plane, point->x, point->value.p50);
    if (has_range(point))
        sketch_line(sketch, plane_at(&lines->plane, point->x, point->value.p10),
                    plane_at(&lines->plane, point->x, point->value.p90),
                    (struct stroke){.paint = canvas_paint(CANVAS_MEASURED), .width = 1.2});
    sketch_marker(sketch, at, shape, 11, canvas_paint(CANVAS_PAPER));
    sketch_marker(sketch, at, shape, 8, canvas_paint(CANVAS_MEASURED));
    plane_keep_off(&lines->plane, (struct point){at.x - 4, at.y}, (struct point){at.x + 4, at.y});
}

static void draw_markers(struct lines *lines, const struct curve *curve)
{
    for (int p = 0; p < curve->series->n_points; p++) {
        const struct figure_point *point = &curve->series->points[p];
        if (!plane_shows(&lines->plane, point->x, point->value.p50))
            continue;
        struct point at = plane_at(&lines->plane, point->x, point->value.p50);
        if (point->mark == FIGURE_MEASURED) {
            draw_measured(lines, curve, point);
        } else if (point->mark == FIGURE_CHOSEN) {
            sketch_marker(lines->plane.frame->sketch, at, CANVAS_CIRCLE, 10,
                          canvas_paint(CANVAS_PAPER));
            sketch_marker(lines->plane.frame->sketch, at, CANVAS_RING, 9,
                          canvas_paint(CANVAS_CHOSEN));
        }
    }
}

/* -- labels -------------------------------------------------------------------------------------
 */

static void label_points(struct lines *lines, const struct curve *curve)
{
    struct text_style style = *frame_style(FRAME_SMALL);
    style.role = CANVAS_INK;
    for (int p = 0; p < curve->series->n_points; p++) {
        const struct figure_point *point = &curve->series->points[p];
        bool wants = point->label != NULL && plane_shows(&lines->plane, point->x, point->value.p50);
        if (!wants || point->mark == FIGURE_PLAIN)
            continue;
        const char *text = sketch_shorten(lines->plane.frame->sketch, &style, point->label,
                                          0.4 * lines->plane.plot.width);
        plane_label(&lines->plane, &style, plane_at(&lines->plane, point->x, point->value.p50),
                    text);
    }
}

/* The last point of a curve that can be shown; NULL: none. */
static const struct figure_point *end_of(const struct lines *lines, const struct curve *curve)
{
    for (int p = curve->series->n_points - 1; p >= 0; p--) {
        const struct figure_point *point = &curve->series->points[p];
        if (point->mark != FIGURE_MEASURED &&
            plane_shows(&lines->plane, point->x, point->value.p50))
            return point;
    }
    return NULL;
}

static void set_side_label(const struct lines *lines, enum canvas_role hue, const char *text,
                           struct side_label *label)
{
    struct frame *frame = lines->plane.frame;
    *label = (struct side_label){.style = *frame_style(FRAME_LABEL), .paint = canvas_paint(hue)};
    label->text = sketch_shorten(frame->sketch, &label->style, text,
                                 SIDE_PART * (frame->right - frame->left));
    struct text_size size = sketch_text_size(frame->sketch, &label->style, label->text);
    label->height = size.ascent + size.descent + 1;
}

/* "safe fill 13.1 TB". */
static const char *limit_text(const struct lines *lines, const struct figure_limit *limit)
{
    char value[48];
    axis_label(&lines->plane.y, limit->value, value, sizeof value);
    return arena_printf(lines->plane.frame->sketch->arena, "%s %s", limit->label, value);
}

/* The names of the curves and limits that have one, shortened, and the value at which each ends;
 * where that lies follows when the plot is known. */
static int side_labels(const struct lines *lines, struct side_label *labels, double *ends)
{
    const struct figure *figure = lines->plane.frame->figure;
    int n = 0;
    for (int i = 0; i < lines->n; i++) {
        const struct curve *curve = &lines->curves[i];
        const struct figure_point *end = end_of(lines, curve);
        if (end == NULL || curve->series->name == NULL)
            continue;
        set_side_label(lines, curve->hue, curve->series->name, &labels[n]);
        ends[n++] = end->value.p50;
    }
    /* The last first: of equal ones the least, which comes first, then stands lowest. */
    for (int i = figure->n_limits - 1; i >= 0; i--) {
        const struct figure_limit *limit = &figure->limits[i];
        if (limit->label == NULL || !plane_shows(&lines->plane, 1, limit->value))
            continue;
        set_side_label(lines, CANVAS_LIMIT, limit_text(lines, limit), &labels[n]);
        labels[n].style.role = CANVAS_LIMIT;
        ends[n++] = limit->value;
    }
    return n;
}

static double widest(const struct sketch *sketch, const struct side_label *labels, int n)
{
    double width = 0;
    for (int i = 0; i < n; i++)
        width = fmax(width, sketch_text_size(sketch, &labels[i].style, labels[i].text).width);
    return width;
}

static void set_body(struct lines *lines)
{
    struct plane *plane = &lines->plane;
    struct frame *frame = plane->frame;
    size_t most = (size_t)lines->n + (size_t)frame->figure->n_limits;
    struct side_label *labels = arena_array(frame->sketch->arena, most, sizeof *labels);
    double *ends = arena_array(frame->sketch->arena, most, sizeof *ends);
    int n = side_labels(lines, labels, ends);
    double height = 0;
    for (int i = 0; i < n; i++)
        height += labels[i].height;
    double side = n == 0 ? 8 : widest(frame->sketch, labels, n) + SIDE_GAP;
    plane_open(plane, frame->right - side, fmax(plane_height(frame), height),
               frame->figure->x.label, frame->figure->value.label);
    for (int i = 0; i < lines->n; i++)
        draw_band(lines, &lines->curves[i]);
    plane_limits(plane);
    for (int i = 0; i < lines->n; i++)
        draw_line(lines, &lines->curves[i]);
    for (int i = 0; i < lines->n; i++)
        draw_markers(lines, &lines->curves[i]);
    for (int i = 0; i < n; i++)
        labels[i].wanted = plane_at(plane, plane->x.min, ends[i]).y;
    plane_side_labels(plane, labels, n, frame->right - side + SIDE_GAP);
    for (int i = 0; i < lines->n; i++)
        label_points(lines, &lines->curves[i]);
    plane_close(plane);
}

void chart_lines(struct frame *frame)
{
    struct lines lines = {.plane = {.frame = frame}};
    int points = 0;
    for (int s = 0; s < frame->figure->n_series; s++)
        points += frame->figure->series[s].n_points;
    if (points == 0) {
        frame_nothing(frame);
        return;
    }
    collect(&lines, frame->figure);
    set_axes(&lines, frame->figure);
    set_keys(&lines);
    set_body(&lines);
}
