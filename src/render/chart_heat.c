/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns are named by the points of the longest row. A cell without value stays empty. */
#include "render/chart_heat.h"

#include <math.h>

#define LABEL_PART 0.26 /* of the content, for the names of rows */
#define CELL_MAX 84.0
#define CELL_HEIGHT 26.0
#define RAMP_WIDTH 180.0
#define GAP 8.0
#define NAME_WIDTH 90.0    /* what a column's name may take before columns go unnamed for it */
#define SAME_CONTRAST 0.19 /* luminance on which dark and white text are equally legible */

struct heat {
    struct frame *frame;
    struct axis axis;
    const struct figure_series *longest;
    const char **names; /* of the rows, shortened */
    double left, top, cell_width, cell_height;
    bool words; /* values are written into the cells */
};

static const char *amount(const struct heat *heat, double value)
{
    char text[48];
    axis_label(&heat->axis, value, text, sizeof text);
    return arena_copy(heat->frame->sketch->arena, text);
}

static void measure(struct heat *heat)
{
    struct frame *frame = heat->frame;
    const struct figure *figure = frame->figure;
    const struct text_style *label = frame_style(FRAME_LABEL);
    double content = frame->right - frame->left, name = 0, value = 0;
    heat->cell_height = CELL_HEIGHT;
    heat->names = arena_array(frame->sketch->arena, (size_t)figure->n_series, sizeof *heat->names);
    for (int s = 0; s < figure->n_series; s++) {
        const struct figure_series *row = &figure->series[s];
        heat->names[s] = sketch_shorten(frame->sketch, label, row->name == NULL ? "" : row->name,
                                        LABEL_PART * content);
        struct text_size size = sketch_text_size(frame->sketch, label, heat->names[s]);
        name = fmax(name, size.width);
        heat->cell_height = fmax(heat->cell_height, size.ascent + size.descent + 2);
        for (int p = 0; p < row->n_points; p++)
            value = fmax(value, sketch_text_size(frame->sketch, label,
                                                 amount(heat, row->points[p].value.p50))
                                    .width);
    }
    heat->left = frame->left + name + (name > 0 ? GAP : 0);
    heat->cell_width = fmin(CELL_MAX, (frame->right - heat->left) / heat->longest->n_points);
    heat->words = value + 6 <= heat->cell_width;
}

/* The key: the ramp between its ends. */
static void set_ramp(struct heat *heat)
{
    enum { STEPS = 36 };
    struct frame *frame = heat->frame;
    const struct text_style *style = frame_style(FRAME_SMALL);
    double height = frame_line_height(frame, FRAME_SMALL),
           baseline = frame->y + frame_ascent(frame, FRAME_SMALL);
    const char *low = amount(heat, heat->axis.min), *high = amount(heat, heat->axis.max);
    double x = frame->left + sketch_text_size(frame->sketch, style, low).width + GAP;
    sketch_text(frame->sketch, style, SKETCH_LEFT, (struct point){frame->left, baseline}, low);
    for (int i = 0; i < STEPS; i++)
        sketch_rect(frame->sketch,
                    (struct box){x + RAMP_WIDTH * i / STEPS, frame->y + 2, RAMP_WIDTH / STEPS + 0.3,
                                 height - 4},
                    (struct paint){.role = CANVAS_RAMP, .alpha = 1, .level = (i + 0.5) / STEPS});
    x += RAMP_WIDTH + GAP;
    sketch_text(frame->sketch, style, SKETCH_LEFT, (struct point){x, baseline}, high);
    x += sketch_text_size(frame->sketch, style, high).width + 2 * GAP;
    const char *name = frame_axis_name(frame, &heat->axis, frame->figure->value.label);
    name = sketch_shorten(frame->sketch, style, name, frame->right - x);
    struct text_size size = sketch_text_size(frame->sketch, style, name);
    sketch_text(frame->sketch, style, SKETCH_LEFT, (struct point){x, frame->y + size.ascent}, name);
    frame->y += fmax(height, size.ascent + size.descent) + GAP;
}

static void draw_cell(const struct heat *heat, const struct figure_point *point, struct box box)
{
    struct sketch *sketch = heat->frame->sketch;
    double value = point->value.p50;
    if (isnan(value))
        return;
    struct paint paint = {.role = CANVAS_RAMP, .alpha = 1, .level = axis_place(&heat->axis, value)};
    sketch_rect(sketch, (struct box){box.x, box.y, box.width - 1, box.height - 1}, paint);
    if (!heat->words)
        return;
    struct text_style style = *frame_style(FRAME_LABEL);
    style.role = canvas_luminance(canvas_color(paint)) > SAME_CONTRAST ? CANVAS_INK : CANVAS_PAPER;
    const char *text = amount(heat, value);
    struct text_size size = sketch_text_size(sketch, &style, text);
    double baseline = box.y + (box.height - size.ascent - size.descent) / 2 + size.ascent;
    sketch_text(sketch, &style, SKETCH_CENTER,
                (struct point){box.x + (box.width - 1) / 2, baseline}, text);
}

static void draw_frame(const struct heat *heat, struct box b)
{
    double x1 = b.x + b.width - 1, y1 = b.y + b.height - 1;
    struct point corners[] = {{b.x, b.y}, {x1, b.y}, {x1, y1}, {b.x, y1}, {b.x, b.y}};
    sketch_polyline(heat->frame->sketch, corners, 5,
                    (struct stroke){.paint = canvas_paint(CANVAS_CHOSEN), .width = 2.5});
}

static struct box cell_box(const struct heat *heat, int row, int column)
{
    return (struct box){heat->left + column * heat->cell_width, heat->top + row * heat->cell_height,
                        heat->cell_width, heat->cell_height};
}

static void draw_cells(const struct heat *heat)
{
    const struct figure *figure = heat->frame->figure;
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++)
            draw_cell(heat, &figure->series[s].points[p], cell_box(heat, s, p));
    for (int s = 0; s < figure->n_series; s++)
        for (int p = 0; p < figure->series[s].n_points; p++)
            if (figure->series[s].points[p].mark == FIGURE_CHOSEN)
                draw_frame(heat, cell_box(heat, s, p));
}

static void set_row_names(const struct heat *heat)
{
    struct frame *frame = heat->frame;
    for (int s = 0; s < frame->figure->n_series; s++) {
        struct text_size size =
            sketch_text_size(frame->sketch, frame_style(FRAME_LABEL), heat->names[s]);
        double top = heat->top + s * heat->cell_height +
                     (heat->cell_height - size.ascent - size.descent) / 2;
        sketch_text(frame->sketch, frame_style(FRAME_LABEL), SKETCH_RIGHT,
                    (struct point){heat->left - GAP, top + size.ascent}, heat->names[s]);
    }
}

/* Every how many columns a name stands, so that the widest has room; long names are shortened
 * before columns go unnamed. */
static int name_stride(const struct heat *heat, double room)
{
    double widest = 0;
    for (int p = 0; p < heat->longest->n_points; p++)
        if (heat->longest->points[p].label != NULL)
            widest = fmax(widest,
                          fmin(room, sketch_text_size(heat->frame->sketch, frame_style(FRAME_TICK),
                                                      heat->longest->points[p].label)
                                         .width));
    return (int)fmax(1, ceil((widest + 4) / heat->cell_width));
}

static void set_column_names(const struct heat *heat)
{
    struct frame *frame = heat->frame;
    const struct text_style *style = frame_style(FRAME_TICK);
    int stride = name_stride(heat, NAME_WIDTH);
    double height = frame_line_height(frame, FRAME_TICK);
    for (int p = 0; p < heat->longest->n_points; p += stride) {
        const char *label = heat->longest->points[p].label;
        if (label == NULL)
            continue;
        double centre = cell_box(heat, 0, p).x + heat->cell_width / 2;
        double edge = fmin(frame->right - centre, centre - frame->left);
        double room = fmin(stride * heat->cell_width - 4, 2 * edge);
        const char *text = sketch_shorten(frame->sketch, style, label, room);
        struct text_size size = sketch_text_size(frame->sketch, style, text);
        sketch_text(frame->sketch, style, SKETCH_CENTER,
                    (struct point){centre, frame->y + size.ascent}, text);
        height = fmax(height, size.ascent + size.descent);
    }
    frame->y += height + 2;
}

/* The name of an axis of the sweep at the cursor. */
static void set_name(const struct heat *heat, const char *name, double left, double right)
{
    struct frame *frame = heat->frame;
    const struct text_style *style = frame_style(FRAME_SMALL);
    const char *text = sketch_shorten(frame->sketch, style, name, frame->right - frame->left);
    struct text_size size = sketch_text_size(frame->sketch, style, text);
    double x = fmax(frame->left, fmin((left + right - size.width) / 2, frame->right - size.width));
    sketch_text(frame->sketch, style, SKETCH_LEFT, (struct point){x, frame->y + size.ascent}, text);
    frame->y += size.ascent + size.descent;
}

void chart_heat(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    struct heat heat = {.frame = frame};
    struct extent extent;
    extent_init(&extent);
    for (int s = 0; s < figure->n_series; s++) {
        const struct figure_series *row = &figure->series[s];
        if (heat.longest == NULL || row->n_points > heat.longest->n_points)
            heat.longest = row;
        for (int p = 0; p < row->n_points; p++)
            extent_add(&extent, row->points[p].value.p50);
    }
    if (heat.longest == NULL || heat.longest->n_points == 0) {
        frame_nothing(frame);
        return;
    }
    axis_init(&heat.axis, &figure->value, extent, (struct axis_fit){0});
    measure(&heat);
    set_ramp(&heat);
    if (figure->rows_label != NULL)
        frame_paragraph(frame, FRAME_SMALL,
                        sketch_shorten(frame->sketch, frame_style(FRAME_SMALL), figure->rows_label,
                                       frame->right - frame->left));
    heat.top = frame->y + 2;
    draw_cells(&heat);
    set_row_names(&heat);
    frame->y = heat.top + figure->n_series * heat.cell_height + 3;
    set_column_names(&heat);
    if (figure->x.label != NULL)
        set_name(&heat, figure->x.label, heat.left,
                 heat.left + heat.longest->n_points * heat.cell_width);
}
