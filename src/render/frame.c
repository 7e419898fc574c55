/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: `y` never moves up, and a line takes at least the height of its text's box. */
#include "render/frame.h"

#include <math.h>

#define GLYPH_WIDTH 22.0
#define GLYPH_GAP 6.0
#define KEY_GAP 18.0
#define TICK_GAP 8.0

static const struct text_style styles[FRAME_TEXTS] = {
    [FRAME_TITLE] = {.size = 15, .bold = true, .role = CANVAS_INK},
    [FRAME_SUBTITLE] = {.size = 12, .role = CANVAS_MUTED},
    [FRAME_GROUP] = {.size = 12, .bold = true, .role = CANVAS_INK},
    [FRAME_LABEL] = {.size = 11.5, .role = CANVAS_INK},
    [FRAME_VALUE] = {.size = 11.5, .bold = true, .role = CANVAS_INK},
    [FRAME_SMALL] = {.size = 10.5, .role = CANVAS_MUTED},
    [FRAME_TICK] = {.size = 10.5, .role = CANVAS_MUTED}};

const struct text_style *frame_style(enum frame_text text)
{
    return &styles[text];
}

double frame_line_height(const struct frame *frame, enum frame_text text)
{
    struct text_size size = sketch_text_size(frame->sketch, &styles[text], "Ag");
    return size.ascent + size.descent;
}

double frame_ascent(const struct frame *frame, enum frame_text text)
{
    return sketch_text_size(frame->sketch, &styles[text], "Ag").ascent;
}

/* A line of text at the cursor, which moves below it. */
static void set_line(struct frame *frame, enum frame_text text, const char *words)
{
    struct text_size size = sketch_text_size(frame->sketch, &styles[text], words);
    sketch_text(frame->sketch, &styles[text], SKETCH_LEFT,
                (struct point){frame->left, frame->y + size.ascent}, words);
    frame->y += size.ascent + size.descent;
}

void frame_paragraph(struct frame *frame, enum frame_text text, const char *words)
{
    const char **lines;
    int n = sketch_wrap(frame->sketch, &styles[text], words, frame->right - frame->left, &lines);
    for (int i = 0; i < n; i++)
        set_line(frame, text, lines[i]);
}

void frame_nothing(struct frame *frame)
{
    frame_paragraph(frame, FRAME_SMALL, "There is nothing to draw.");
}

struct frame frame_open(struct sketch *sketch, const struct figure *figure)
{
    struct frame frame = {.sketch = sketch,
                          .figure = figure,
                          .left = FRAME_MARGIN,
                          .right = sketch->width - FRAME_MARGIN,
                          .y = FRAME_ABOVE};
    if (figure->title != NULL)
        frame_paragraph(&frame, FRAME_TITLE, figure->title);
    if (figure->subtitle != NULL) {
        frame.y += 2;
        frame_paragraph(&frame, FRAME_SUBTITLE, figure->subtitle);
    }
    frame.y += 12;
    return frame;
}

void frame_close(struct frame *frame)
{
    const struct figure *figure = frame->figure;
    if (figure->n_notes > 0)
        frame->y += 12;
    for (int i = 0; i < figure->n_notes; i++) {
        frame_paragraph(frame, FRAME_SMALL, figure->notes[i]);
        frame->y += 2;
    }
    if (figure->source != NULL || figure->model != NULL)
        frame->y += 10;
    if (figure->source != NULL)
        frame_paragraph(frame, FRAME_SMALL,
                        arena_printf(frame->sketch->arena, "Source: %s", figure->source));
    if (figure->model != NULL)
        frame_paragraph(frame, FRAME_SMALL,
                        arena_printf(frame->sketch->arena, "Model: %s", figure->model));
    frame->sketch->height = ceil(frame->y + FRAME_BELOW);
}

/* -- key ----------------------------------------------------------------------------------------
 */

static void draw_outline(struct sketch *sketch, struct box b, struct stroke stroke)
{
    struct point corners[5] = {{b.x, b.y},
                               {b.x + b.width, b.y},
                               {b.x + b.width, b.y + b.height},
                               {b.x, b.y + b.height},
                               {b.x, b.y}};
    sketch_polyline(sketch, corners, 5, stroke);
}

void frame_draw_range(struct sketch *sketch, struct box bar, double middle, enum canvas_role role)
{
    enum { MIDDLE_WIDTH = 3, LEAST_WIDTH = 2 };
    if (bar.width < LEAST_WIDTH) {
        bar.x -= (LEAST_WIDTH - bar.width) / 2;
        bar.width = LEAST_WIDTH;
    }
    bool hollow = isnan(middle);
    sketch_rect(sketch, bar, (struct paint){.role = role, .alpha = hollow ? 0.12 : 0.40});
    if (hollow) {
        struct box inner = {bar.x + 0.5, bar.y + 0.5, bar.width - 1, bar.height - 1};
        draw_outline(sketch, inner, (struct stroke){.paint = canvas_paint(role), .width = 1});
    } else {
        sketch_rect(
            sketch,
            (struct box){middle - MIDDLE_WIDTH / 2.0, bar.y - 2, MIDDLE_WIDTH, bar.height + 4},
            canvas_paint(role));
    }
}

/* Draws a glyph of the key in a box. */
static void draw_glyph(struct sketch *sketch, const struct frame_key *key, struct box box)
{
    struct point middle = {box.x + box.width / 2, box.y + box.height / 2};
    struct box bar = {box.x, middle.y - 4, box.width, 8};
    switch (key->glyph) {
    case FRAME_RANGE:
        frame_draw_range(sketch, bar, middle.x, key->paint.role);
        break;
    case FRAME_BETWEEN:
        frame_draw_range(sketch, bar, NAN, key->paint.role);
        break;
    case FRAME_AREA:
        sketch_rect(sketch, bar, key->paint);
        break;
    case FRAME_LINE:
        sketch_line(sketch, (struct point){box.x, middle.y},
                    (struct point){box.x + box.width, middle.y},
                    (struct stroke){.paint = key->paint, .width = 2, .dash = key->dash});
        break;
    case FRAME_MARK:
        sketch_marker(sketch, middle, key->shape, 8, key->paint);
        break;
    }
}

static double glyph_width(const struct frame_key *key)
{
    return key->glyph == FRAME_MARK ? 10 : GLYPH_WIDTH;
}

void frame_keys(struct frame *frame, const struct frame_key *keys, int n)
{
    const struct text_style *style = &styles[FRAME_SMALL];
    double line = 0, x = frame->left;
    for (int i = 0; i < n; i++) {
        double glyph = glyph_width(&keys[i]);
        double room = frame->right - frame->left - glyph - GLYPH_GAP;
        const char *text = sketch_shorten(frame->sketch, style, keys[i].text, room);
        struct text_size size = sketch_text_size(frame->sketch, style, text);
        double height = size.ascent + size.descent;
        if (x > frame->left && x + glyph + GLYPH_GAP + size.width > frame->right) {
            frame->y += line;
            x = frame->left;
            line = 0;
        }
        line = fmax(line, height + 3);
        draw_glyph(frame->sketch, &keys[i], (struct box){x, frame->y, glyph, height});
        sketch_text(frame->sketch, style, SKETCH_LEFT,
                    (struct point){x + glyph + GLYPH_GAP, frame->y + size.ascent}, text);
        x += glyph + GLYPH_GAP + size.width + KEY_GAP;
    }
    if (n > 0)
        frame->y += line + 6;
}

/* -- horizontal axis ----------------------------------------------------------------------------
 */

/* Where a label of this width is centred: over its tick, but inside the content. */
static double label_centre(const struct frame *frame, double x, double width)
{
    return fmin(fmax(x, frame->left + width / 2), frame->right - width / 2);
}

static bool labels_fit(const struct frame *frame, const struct axis *axis, double x0, double x1,
                       const struct tick *ticks, int n)
{
    double end = -INFINITY;
    for (int i = 0; i < n; i++) {
        double width = sketch_text_size(frame->sketch, &styles[FRAME_TICK], ticks[i].label).width;
        double x = label_centre(frame, x0 + (x1 - x0) * axis_place(axis, ticks[i].value), width);
        if (x - width / 2 < end + TICK_GAP)
            return false;
        end = x + width / 2;
    }
    return true;
}

int frame_x_ticks(const struct frame *frame, const struct axis *axis, double x0, double x1,
                  struct tick *ticks)
{
    for (int level = 0; level < AXIS_LEVELS; level++) {
        int n = axis_ticks(axis, level, ticks);
        if (n > 0 && labels_fit(frame, axis, x0, x1, ticks, n))
            return n;
    }
    return 0;
}

void frame_x_labels(struct frame *frame, const struct axis *axis, double x0, double x1,
                    const struct tick *ticks, int n)
{
    const struct text_style *style = &styles[FRAME_TICK];
    double ascent = frame_ascent(frame, FRAME_TICK);
    for (int i = 0; i < n; i++) {
        double width = sketch_text_size(frame->sketch, style, ticks[i].label).width;
        double x = label_centre(frame, x0 + (x1 - x0) * axis_place(axis, ticks[i].value), width);
        sketch_text(frame->sketch, style, SKETCH_CENTER, (struct point){x, frame->y + ascent},
                    arena_copy(frame->sketch->arena, ticks[i].label));
    }
    frame->y += frame_line_height(frame, FRAME_TICK) + 2;
}

const char *frame_axis_name(const struct frame *frame, const struct axis *axis, const char *label)
{
    const char *scale = axis->date ? "" : axis->log ? "log scale" : "linear scale";
    if (label == NULL)
        return scale;
    if (scale[0] == '\0')
        return label;
    return arena_printf(frame->sketch->arena, "%s (%s)", label, scale);
}

void frame_x_name(struct frame *frame, const struct axis *axis, const char *label, double x0,
                  double x1)
{
    const struct text_style *style = &styles[FRAME_SMALL];
    const char *name = sketch_shorten(frame->sketch, style, frame_axis_name(frame, axis, label),
                                      frame->right - frame->left);
    struct text_size size = sketch_text_size(frame->sketch, style, name);
    double x = label_centre(frame, (x0 + x1) / 2, size.width);
    sketch_text(frame->sketch, style, SKETCH_CENTER, (struct point){x, frame->y + size.ascent},
                name);
    frame->y += size.ascent + size.descent;
}

void frame_x_limits(struct frame *frame, const struct axis *axis, double x0, double x1)
{
    struct text_style style = styles[FRAME_SMALL];
    style.role = CANVAS_LIMIT;
    double ascent = frame_ascent(frame, FRAME_SMALL), bottom = frame->y;
    for (int i = 0; i < frame->figure->n_limits; i++) {
        const struct figure_limit *limit = &frame->figure->limits[i];
        if (isnan(limit->value))
            continue;
        const char *text =
            sketch_shorten(frame->sketch, &style, limit->label == NULL ? "limit" : limit->label,
                           (frame->right - frame->left) / 2);
        struct text_size size = sketch_text_size(frame->sketch, &style, text);
        double x = label_centre(frame, x0 + (x1 - x0) * axis_place(axis, limit->value), size.width);
        double lane = fmax(size.ascent + size.descent, frame_line_height(frame, FRAME_SMALL));
        struct point at = {x, frame->y + fmax(ascent, size.ascent)};
        struct box box = sketch_text_box(frame->sketch, &style, SKETCH_CENTER, at, text);
        while (!sketch_is_free(frame->sketch, &box)) {
            at.y += lane;
            box.y += lane;
        }
        sketch_text(frame->sketch, &style, SKETCH_CENTER, at, text);
        bottom = fmax(bottom, box.y + box.height);
    }
    frame->y = bottom + (bottom > frame->y ? 2 : 0);
}
