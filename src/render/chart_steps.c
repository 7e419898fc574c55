/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On a linear axis a bar is what is left and its pale end what was lost. On a logarithmic axis no
 * bar can start at zero: only the way from step to step is drawn, and equal factors are equally
 * long. */
#include "render/chart_steps.h"

#include <math.h>

#define COLUMN_GAP 14.0
#define ROW_GAP 9.0
#define BAR_HEIGHT 14.0
#define LABEL_PART 0.40 /* of the content, for labels and reasons */

struct step {
    const struct figure_point *point;
    double before; /* NaN for the first */
    bool last;
    const char *label, *value, *factor;
    const char **reasons;
    int n_reasons;
    double y, height;
};

struct steps {
    struct frame *frame;
    struct axis axis;
    struct step *step;
    int n;
    double plot_left, plot_right, value_right, factor_right;
    struct tick ticks[AXIS_TICKS_MAX];
    int n_ticks;
};

static double x_of(const struct steps *steps, double value)
{
    return steps->plot_left +
           (steps->plot_right - steps->plot_left) * axis_place(&steps->axis, value);
}

static void set_axis(struct steps *steps)
{
    const struct figure *figure = steps->frame->figure;
    struct extent extent;
    extent_init(&extent);
    for (int i = 0; i < steps->n; i++)
        extent_add_range(&extent, steps->step[i].point->value);
    for (int i = 0; i < figure->n_limits; i++)
        extent_add(&extent, figure->limits[i].value);
    axis_init(&steps->axis, &figure->value, extent, (struct axis_fit){.zero = true, .pad = 0.02});
}

static void collect(struct steps *steps, const struct figure_series *series)
{
    steps->n = series->n_points;
    steps->step =
        arena_array(steps->frame->sketch->arena, (size_t)series->n_points, sizeof *steps->step);
    double before = NAN;
    for (int i = 0; i < series->n_points; i++) {
        steps->step[i].point = &series->points[i];
        steps->step[i].before = before;
        before = series->points[i].value.p50;
    }
    steps->step[series->n_points - 1].last = true;
}

static enum frame_text label_text(const struct step *step)
{
    return step->last ? FRAME_VALUE : FRAME_LABEL;
}

static void fit_step(struct steps *steps, struct step *step)
{
    struct frame *frame = steps->frame;
    struct sketch *sketch = frame->sketch;
    const struct figure_point *point = step->point;
    double room = LABEL_PART * (frame->right - frame->left);
    char text[48];
    axis_label(&steps->axis, point->value.p50, text, sizeof text);
    step->value = arena_copy(sketch->arena, text);
    step->factor = "";
    if (step->before > 0 && isfinite(step->before) && isfinite(point->value.p50))
        step->factor = arena_printf(sketch->arena, "\u00D7 %.3g", point->value.p50 / step->before);
    step->label = sketch_shorten(sketch, frame_style(label_text(step)),
                                 point->label == NULL ? "" : point->label, room);
    if (point->reason != NULL)
        step->n_reasons =
            sketch_wrap(sketch, frame_style(FRAME_SMALL), point->reason, room, &step->reasons);
    struct text_size size = sketch_text_size(sketch, frame_style(label_text(step)), step->label);
    step->height = fmax(size.ascent + size.descent, BAR_HEIGHT + 4);
    for (int i = 0; i < step->n_reasons; i++) {
        size = sketch_text_size(sketch, frame_style(FRAME_SMALL), step->reasons[i]);
        step->height += size.ascent + size.descent;
    }
}

static double width_of(const struct steps *steps, enum frame_text text, const char *words)
{
    return sketch_text_size(steps->frame->sketch, frame_style(text), words).width;
}

static void set_columns(struct steps *steps)
{
    struct frame *frame = steps->frame;
    double label = 0, value = 0, factor = 0;
    for (int i = 0; i < steps->n; i++) {
        struct step *step = &steps->step[i];
        fit_step(steps, step);
        label = fmax(label, width_of(steps, label_text(step), step->label));
        value = fmax(value, width_of(steps, FRAME_VALUE, step->value));
        factor = fmax(factor, width_of(steps, FRAME_SMALL, step->factor));
        for (int r = 0; r < step->n_reasons; r++)
            label = fmax(label, width_of(steps, FRAME_SMALL, step->reasons[r]));
    }
    steps->factor_right = frame->right;
    steps->value_right = frame->right - factor - (factor > 0 ? COLUMN_GAP : 0);
    steps->plot_left = frame->left + label + COLUMN_GAP;
    steps->plot_right = steps->value_right - value - COLUMN_GAP;
}

static void place_steps(struct steps *steps)
{
    for (int i = 0; i < steps->n; i++) {
        steps->step[i].y = steps->frame->y;
        steps->frame->y += steps->step[i].height + ROW_GAP;
    }
}

static void draw_grid(struct steps *steps, double top, double bottom)
{
    const struct figure *figure = steps->frame->figure;
    for (int i = 0; i < steps->n_ticks; i++) {
        double x = x_of(steps, steps->ticks[i].value);
        sketch_line(steps->frame->sketch, (struct point){x, top}, (struct point){x, bottom},
                    (struct stroke){.paint = canvas_paint(CANVAS_GRID), .width = 1});
    }
    for (int i = 0; i < figure->n_limits; i++) {
        double x = x_of(steps, figure->limits[i].value);
        if (!isnan(x))
            sketch_line(steps->frame->sketch, (struct point){x, top}, (struct point){x, bottom},
                        (struct stroke){.paint = canvas_paint(CANVAS_LIMIT),
                                        .width = 1.2,
                                        .dash = CANVAS_DASHED});
    }
}

static void draw_bar(struct steps *steps, const struct step *step)
{
    struct sketch *sketch = steps->frame->sketch;
    double now = x_of(steps, step->point->value.p50), before = x_of(steps, step->before);
    double y = step->y + (step->height - BAR_HEIGHT) / 2;
    if (isnan(now))
        return;
    enum canvas_role kept = step->last ? CANVAS_HUE_1 : CANVAS_MUTED;
    if (!steps->axis.log)
        sketch_rect(sketch, (struct box){steps->plot_left, y, now - steps->plot_left, BAR_HEIGHT},
                    (struct paint){.role = kept, .alpha = step->last ? 1 : 0.45});
    bool gains = now > before;
    if (!isnan(before))
        sketch_rect(sketch, (struct box){fmin(now, before), y, fabs(now - before), BAR_HEIGHT},
                    (struct paint){.role = gains ? CANVAS_HUE_3 : CANVAS_CHOSEN, .alpha = 0.3});
    sketch_rect(sketch, (struct box){now - 1.5, y - 2, 3, BAR_HEIGHT + 4}, canvas_paint(kept));
}

/* Down to the next step, so that the eye follows what is left. */
static void draw_link(struct steps *steps, const struct step *step, const struct step *next)
{
    double x = x_of(steps, step->point->value.p50);
    double from = step->y + (step->height + BAR_HEIGHT) / 2 + 2;
    double to = next->y + (next->height - BAR_HEIGHT) / 2;
    if (!isnan(x))
        sketch_line(
            steps->frame->sketch, (struct point){x, from}, (struct point){x, to},
            (struct stroke){.paint = canvas_paint(CANVAS_RULE), .width = 1, .dash = CANVAS_DOTTED});
}

static void set_words(struct steps *steps, const struct step *step)
{
    struct frame *frame = steps->frame;
    struct sketch *sketch = frame->sketch;
    struct text_size size = sketch_text_size(sketch, frame_style(label_text(step)), step->label);
    double y = step->y + size.ascent;
    sketch_text(sketch, frame_style(label_text(step)), SKETCH_LEFT, (struct point){frame->left, y},
                step->label);
    y = step->y + fmax(size.ascent + size.descent, BAR_HEIGHT + 4);
    for (int i = 0; i < step->n_reasons; i++) {
        size = sketch_text_size(sketch, frame_style(FRAME_SMALL), step->reasons[i]);
        sketch_text(sketch, frame_style(FRAME_SMALL), SKETCH_LEFT,
                    (struct point){frame->left, y + size.ascent}, step->reasons[i]);
        y += size.ascent + size.descent;
    }
    double ascent = frame_ascent(frame, FRAME_VALUE);
    double baseline = step->y + (step->height - frame_line_height(frame, FRAME_VALUE)) / 2 + ascent;
    sketch_text(sketch, frame_style(FRAME_VALUE), SKETCH_RIGHT,
                (struct point){steps->value_right, baseline}, step->value);
    sketch_text(sketch, frame_style(FRAME_SMALL), SKETCH_RIGHT,
                (struct point){steps->factor_right, baseline}, step->factor);
}

static void set_keys(struct steps *steps)
{
    static const struct frame_key keys[] = {
        {FRAME_AREA, {CANVAS_MUTED, 0.45, 0}, 0, 0, "what is left after the step"},
        {FRAME_AREA, {CANVAS_CHOSEN, 0.3, 0}, 0, 0, "what the step took"},
        {FRAME_AREA, {CANVAS_HUE_3, 0.3, 0}, 0, 0, "what the step gave"},
    };
    bool gains = false;
    for (int i = 0; i < steps->n; i++)
        gains = gains || steps->step[i].point->value.p50 > steps->step[i].before;
    int first = steps->axis.log ? 1 : 0;
    frame_keys(steps->frame, keys + first, (gains ? 3 : 2) - first);
}

static void set_body(struct steps *steps)
{
    struct frame *frame = steps->frame;
    frame_x_limits(frame, &steps->axis, steps->plot_left, steps->plot_right);
    double top = frame->y;
    place_steps(steps);
    double bottom = frame->y - ROW_GAP + 2;
    draw_grid(steps, top, bottom);
    for (int i = 0; i + 1 < steps->n; i++)
        draw_link(steps, &steps->step[i], &steps->step[i + 1]);
    for (int i = 0; i < steps->n; i++) {
        draw_bar(steps, &steps->step[i]);
        set_words(steps, &steps->step[i]);
    }
    sketch_line(frame->sketch, (struct point){steps->plot_left, bottom},
                (struct point){steps->plot_right, bottom},
                (struct stroke){.paint = canvas_paint(CANVAS_RULE), .width = 1});
    frame_x_labels(frame, &steps->axis, steps->plot_left, steps->plot_right, steps->ticks,
                   steps->n_ticks);
    frame_x_name(frame, &steps->axis, frame->figure->value.label, steps->plot_left,
                 steps->plot_right);
}

void chart_steps(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    if (figure->n_series == 0 || figure->series[0].n_points == 0) {
        frame_nothing(frame);
        return;
    }
    struct steps steps = {.frame = frame};
    collect(&steps, &figure->series[0]);
    set_axis(&steps);
    set_columns(&steps);
    steps.n_ticks =
        frame_x_ticks(frame, &steps.axis, steps.plot_left, steps.plot_right, steps.ticks);
    set_keys(&steps);
    set_body(&steps);
}
