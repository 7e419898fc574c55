/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a row is as high as its tallest text and columns never share an x; so no text meets
 * another. What two kinds of chart differ in is a row of `kinds`. */
#include "render/chart_rows.h"

#include <math.h>
#include <string.h>

#define ROW_PAD 4.0
#define GROUP_GAP 9.0
#define COLUMN_GAP 12.0
#define VALUE_GAP 8.0
#define INDENT 10.0
#define BAR_HEIGHT 9.0
#define AXIS_GAP 7.0     /* between the axis above and the first group */
#define TIMES_MOST 999.5 /* more headroom than this is told apart by nobody */
#define AXIS_TWICE 520.0 /* a body higher than this has its axis above too */

struct row {
    const struct figure_series *group;
    const struct figure_point *point;
    const char *label;  /* cleaned, full */
    const char *value;  /* read first */
    const char *range;  /* read second */
    const char *reason; /* read last */
    enum canvas_role hue;
    double y, height;
};

struct rows {
    struct frame *frame;
    struct axis axis;
    struct row *row;
    int n, n_hues;
    bool compact; /* every group is one row and gives it its name */
    double label_room;
    double plot_left, plot_right;
    double value_right, range_left, reason_left; /* columns of words */
    double range_width, reason_room;
    struct tick ticks[AXIS_TICKS_MAX];
    int n_ticks;
};

static const char estimate_words[] = "the estimate";

/* What differs between the kinds. */
struct kind {
    void (*words)(const struct rows *rows, struct row *row);
    void (*draw)(const struct rows *rows, const struct row *row, struct box band);
    void (*keys)(const struct rows *rows);
    const char *(*value_head)(const struct rows *rows);
    const char *(*range_head)(const struct rows *rows);
};

/* -- words --------------------------------------------------------------------------------------
 */

static const char *amount(const struct rows *rows, double value)
{
    char text[48];
    axis_label(&rows->axis, value, text, sizeof text);
    return arena_copy(rows->frame->sketch->arena, text);
}

static void bar_words(const struct rows *rows, struct row *row)
{
    struct range range = row->point->value;
    if (!isnan(range.p50))
        row->value = amount(rows, range.p50);
    if (!isnan(range.p10) || !isnan(range.p90))
        row->range = arena_printf(rows->frame->sketch->arena, "%s \u2013 %s",
                                  amount(rows, range.p10), amount(rows, range.p90));
    else if (isnan(range.p50))
        row->value = "-";
}

/* Headroom: how many times the estimate the resource could carry. */
static void bound_words(const struct rows *rows, struct row *row)
{
    double limit = row->point->value.p50, answer = row->group->answer;
    row->value = amount(rows, limit);
    if (row->point->mark == FIGURE_CHOSEN)
        row->range = "binds";
    else if (limit > 0 && answer > 0 && isfinite(limit)) {
        double times = limit / answer;
        row->range = times < TIMES_MOST ? arena_printf(rows->frame->sketch->arena,
                                                       "%.3g\u00D7 the estimate", times)
                                        : "over 1000\u00D7 the estimate";
    }
}

/* -- marks --------------------------------------------------------------------------------------
 */

static double x_of(const struct rows *rows, double value)
{
    return rows->plot_left + (rows->plot_right - rows->plot_left) * axis_place(&rows->axis, value);
}

static void draw_bar(const struct rows *rows, const struct row *row, struct box band)
{
    struct range range = row->point->value;
    struct sketch *sketch = rows->frame->sketch;
    bool measured = row->point->mark == FIGURE_MEASURED;
    double middle = x_of(rows, range.p50);
    if (!isnan(range.p10) && !isnan(range.p90)) {
        double x = x_of(rows, range.p10);
        struct box bar = {x, band.y + (band.height - BAR_HEIGHT) / 2, x_of(rows, range.p90) - x,
                          BAR_HEIGHT};
        frame_draw_range(sketch, bar, measured ? UNKNOWN : middle, row->hue);
    }
    bool alone = isnan(range.p10) || isnan(range.p90);
    if (!isnan(middle) && (measured || alone))
        sketch_marker(sketch, (struct point){middle, band.y + band.height / 2},
                      measured ? CANVAS_DIAMOND : CANVAS_CIRCLE, 8,
                      canvas_paint(measured ? CANVAS_MEASURED : row->hue));
}

static void draw_bound(const struct rows *rows, const struct row *row, struct box band)
{
    double limit = row->point->value.p50;
    if (isnan(limit))
        return;
    bool binds = row->point->mark == FIGURE_CHOSEN;
    enum canvas_role role = binds ? CANVAS_CHOSEN : CANVAS_HUE_1;
    double y = band.y + band.height / 2, x = x_of(rows, limit);
    double from = isnan(row->group->answer) ? rows->plot_left : x_of(rows, row->group->answer);
    sketch_line(rows->frame->sketch, (struct point){from, y}, (struct point){x, y},
                (struct stroke){.paint = {.role = role, .alpha = 0.55}, .width = 3});
    if (isinf(limit)) /* it has no end that could be marked */
        return;
    sketch_marker(rows->frame->sketch, (struct point){x, y}, binds ? CANVAS_DIAMOND : CANVAS_CIRCLE,
                  binds ? 10 : 8, canvas_paint(role));
}

/* -- keys ---------------------------------------------------------------------------------------
 */

static bool is_measured(const struct figure_point *point)
{
    return point->mark == FIGURE_MEASURED;
}

static bool is_range(const struct figure_point *point)
{
    return !isnan(point->value.p10) && !isnan(point->value.p50) && !is_measured(point);
}

static bool is_between(const struct figure_point *point)
{
    return !isnan(point->value.p10) && isnan(point->value.p50);
}

static bool is_alone(const struct figure_point *point)
{
    return isnan(point->value.p10) && !isnan(point->value.p50) && !is_measured(point);
}

static void bar_keys(const struct rows *rows)
{
    static const struct {
        bool (*occurs)(const struct figure_point *point);
        struct frame_key key;
    } all[] = {
        {is_range, {FRAME_RANGE, {CANVAS_MUTED, 1, 0}, 0, 0, "P10 to P90, the line is P50"}},
        {is_between, {FRAME_BETWEEN, {CANVAS_MUTED, 1, 0}, 0, 0, "minimum to maximum"}},
        {is_alone,
         {FRAME_MARK, {CANVAS_MUTED, 1, 0}, CANVAS_CIRCLE, 0, "one value, no range known"}},
        {is_measured, {FRAME_MARK, {CANVAS_MEASURED, 1, 0}, CANVAS_DIAMOND, 0, "measured"}},
    };
    enum { N_ALL = sizeof all / sizeof all[0] };
    struct frame_key keys[N_ALL];
    int n = 0;
    for (int i = 0; i < N_ALL; i++) {
        bool occurs = false;
        for (int r = 0; r < rows->n && !occurs; r++)
            occurs = all[i].occurs(rows->row[r].point);
        if (occurs)
            keys[n++] = all[i].key;
    }
    frame_keys(rows->frame, keys, n);
}

static void bound_keys(const struct rows *rows)
{
    static const struct frame_key keys[] = {
        {FRAME_LINE, {CANVAS_INK, 1, 0}, 0, CANVAS_SOLID, "the estimate"},
        {FRAME_MARK, {CANVAS_CHOSEN, 1, 0}, CANVAS_DIAMOND, 0, "the resource that binds"},
        {FRAME_MARK, {CANVAS_HUE_1, 1, 0}, CANVAS_CIRCLE, 0, "what the others could carry"},
    };
    frame_keys(rows->frame, keys, sizeof keys / sizeof keys[0]);
}

/* A single number that stands for itself is no quantile. */
static const char *bar_value_head(const struct rows *rows)
{
    for (int i = 0; i < rows->n; i++)
        if (is_alone(rows->row[i].point) || is_measured(rows->row[i].point))
            return "value";
    return "P50";
}

static const char *bar_head(const struct rows *rows)
{
    for (int i = 0; i < rows->n; i++)
        if (is_between(rows->row[i].point))
            return "range";
    return "P10 \u2013 P90";
}

static const char *bound_value_head(const struct rows *rows)
{
    (void)rows;
    return "limit";
}

static const char *bound_head(const struct rows *rows)
{
    (void)rows;
    return "headroom";
}

static const struct kind bars = {bar_words, draw_bar, bar_keys, bar_value_head, bar_head};
static const struct kind bounds = {bound_words, draw_bound, bound_keys, bound_value_head,
                                   bound_head};

/* -- measuring ----------------------------------------------------------------------------------
 */

/* The i-th distinct label of the figure has the i-th hue, wherever it stands. */
static enum canvas_role hue_of(struct rows *rows, const char *label)
{
    for (int i = 0; i < rows->n; i++)
        if (strcmp(rows->row[i].label, label) == 0)
            return rows->row[i].hue;
    return canvas_hue(rows->n_hues++);
}

static void collect(struct rows *rows, const struct figure *figure)
{
    int total = 0;
    rows->compact = true;
    for (int s = 0; s < figure->n_series; s++) {
        total += figure->series[s].n_points;
        rows->compact = rows->compact && figure->series[s].n_points <= 1;
    }
    rows->row = arena_array(rows->frame->sketch->arena, (size_t)total, sizeof *rows->row);
    for (int s = 0; s < figure->n_series; s++) {
        const struct figure_series *series = &figure->series[s];
        for (int p = 0; p < series->n_points; p++) {
            struct row *row = &rows->row[rows->n];
            *row = (struct row){.group = series, .point = &series->points[p]};
            row->label = row->point->label == NULL ? "" : row->point->label;
            row->value = row->range = row->reason = "";
            row->hue = hue_of(rows, row->label);
            rows->n++;
        }
    }
}

static void set_axis(struct rows *rows, const struct figure *figure)
{
    struct extent extent;
    extent_init(&extent);
    for (int i = 0; i < rows->n; i++)
        extent_add_range(&extent, rows->row[i].point->value);
    for (int s = 0; s < figure->n_series; s++)
        extent_add(&extent, figure->series[s].answer);
    for (int i = 0; i < figure->n_limits; i++)
        extent_add(&extent, figure->limits[i].value);
    axis_init(&rows->axis, &figure->value, extent, (struct axis_fit){.zero = true, .pad = 0.03});
}

static double width_of(const struct rows *rows, enum frame_text text, const char *words)
{
    return words[0] == '\0' ? 0
                            : sketch_text_size(rows->frame->sketch, frame_style(text), words).width;
}

/* What a compact row is called: its group's name. */
static const char *name_of(const struct rows *rows, const struct row *row)
{
    bool by_group = rows->compact && row->group->name != NULL;
    return by_group ? row->group->name : row->label;
}

/* Shortens a row's texts to their room and finds its height. */
static void fit_row(struct rows *rows, struct row *row)
{
    struct sketch *sketch = rows->frame->sketch;
    row->label =
        sketch_shorten(sketch, frame_style(FRAME_LABEL), name_of(rows, row), rows->label_room);
    if (row->point->reason != NULL)
        row->reason =
            sketch_shorten(sketch, frame_style(FRAME_SMALL), row->point->reason, rows->reason_room);
    struct text_size label = sketch_text_size(sketch, frame_style(FRAME_LABEL), row->label);
    struct text_size reason = sketch_text_size(sketch, frame_style(FRAME_SMALL), row->reason);
    row->height = fmax(label.ascent + label.descent, reason.ascent + reason.descent);
    row->height = fmax(row->height, frame_line_height(rows->frame, FRAME_VALUE)) + ROW_PAD;
}

/* Room for labels and reasons: what values and the least plot leave, up to a share of the page. */
static void set_rooms(struct rows *rows, double value)
{
    double content = rows->frame->right - rows->frame->left;
    double fixed = value + rows->range_width + 3 * COLUMN_GAP + VALUE_GAP + INDENT;
    double left = fmax(0, content - fixed - 0.2 * content);
    bool reasons = false;
    for (int i = 0; i < rows->n; i++)
        reasons = reasons || rows->row[i].point->reason != NULL;
    rows->label_room = fmin((rows->compact ? 0.36 : 0.28) * content, reasons ? 0.65 * left : left);
    rows->reason_room = fmin(0.16 * content, left - rows->label_room);
}

/* Divides the width into label, plot, value, range, reason. */
static void set_columns(struct rows *rows, const struct kind *kind)
{
    struct frame *frame = rows->frame;
    double label = 0, reason = 0, value = width_of(rows, FRAME_SMALL, kind->value_head(rows));
    rows->range_width = width_of(rows, FRAME_SMALL, kind->range_head(rows));
    for (int i = 0; i < rows->n; i++) {
        kind->words(rows, &rows->row[i]);
        value = fmax(value, width_of(rows, FRAME_VALUE, rows->row[i].value));
        if (!isnan(rows->row[i].group->answer)) {
            value =
                fmax(value, width_of(rows, FRAME_VALUE, amount(rows, rows->row[i].group->answer)));
            rows->range_width =
                fmax(rows->range_width, width_of(rows, FRAME_SMALL, estimate_words));
        }
        rows->range_width =
            fmax(rows->range_width, width_of(rows, FRAME_SMALL, rows->row[i].range));
    }
    set_rooms(rows, value);
    for (int i = 0; i < rows->n; i++) {
        fit_row(rows, &rows->row[i]);
        label = fmax(label, width_of(rows, FRAME_LABEL, rows->row[i].label));
        reason = fmax(reason, width_of(rows, FRAME_SMALL, rows->row[i].reason));
    }
    rows->reason_left = frame->right - reason;
    double range_right = reason > 0 ? rows->reason_left - COLUMN_GAP : frame->right;
    rows->range_left = range_right - rows->range_width;
    rows->value_right = rows->range_left - VALUE_GAP;
    rows->plot_left = frame->left + (rows->compact ? 0 : INDENT) + label + COLUMN_GAP;
    rows->plot_right = rows->value_right - value - COLUMN_GAP;
}

/* -- setting ------------------------------------------------------------------------------------
 */

static void set_heads(struct rows *rows, const struct kind *kind)
{
    struct frame *frame = rows->frame;
    double baseline = frame->y + frame_ascent(frame, FRAME_SMALL);
    sketch_text(frame->sketch, frame_style(FRAME_SMALL), SKETCH_RIGHT,
                (struct point){rows->value_right, baseline}, kind->value_head(rows));
    sketch_text(frame->sketch, frame_style(FRAME_SMALL), SKETCH_LEFT,
                (struct point){rows->range_left, baseline}, kind->range_head(rows));
}

/* A group's name and, where it has one, its estimate in the columns of the values. */
static void set_heading(struct rows *rows, const struct figure_series *group)
{
    struct frame *frame = rows->frame;
    bool estimated = !isnan(group->answer);
    double baseline = frame->y + frame_ascent(frame, FRAME_VALUE);
    double least = frame->y + (estimated ? frame_line_height(frame, FRAME_VALUE) : 0);
    double room = (estimated ? rows->plot_right : frame->right) - frame->left;
    if (estimated) {
        sketch_text(frame->sketch, frame_style(FRAME_VALUE), SKETCH_RIGHT,
                    (struct point){rows->value_right, baseline}, amount(rows, group->answer));
        sketch_text(frame->sketch, frame_style(FRAME_SMALL), SKETCH_LEFT,
                    (struct point){rows->range_left, baseline}, estimate_words);
    }
    if (group->name != NULL)
        frame_paragraph(frame, FRAME_GROUP,
                        sketch_shorten(frame->sketch, frame_style(FRAME_GROUP), group->name, room));
    frame->y = fmax(frame->y, least) + 1;
}

/* Places the rows; returns the bottom of the last. Headings are set at once, nothing else. */
static double place_rows(struct rows *rows)
{
    struct frame *frame = rows->frame;
    const struct figure_series *group = NULL;
    for (int i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        bool heads = row->group != group && !rows->compact;
        if (heads && group != NULL)
            frame->y += GROUP_GAP;
        if (heads)
            set_heading(rows, row->group);
        group = row->group;
        row->y = frame->y;
        frame->y += row->height;
    }
    return frame->y;
}

/* Calls `run` for each stretch of neighbouring rows of one group (of all rows when compact). */
static void each_stretch(struct rows *rows, void (*run)(struct rows *rows, int first, int last))
{
    int first = 0;
    for (int i = 1; i <= rows->n; i++) {
        bool ends =
            i == rows->n || (!rows->compact && rows->row[i].group != rows->row[first].group);
        if (ends) {
            run(rows, first, i - 1);
            first = i;
        }
    }
}

static void draw_grid(struct rows *rows, int first, int last)
{
    struct sketch *sketch = rows->frame->sketch;
    double top = rows->row[first].y, bottom = rows->row[last].y + rows->row[last].height;
    struct stroke grid = {.paint = canvas_paint(CANVAS_GRID), .width = 1};
    struct stroke limit = {
        .paint = canvas_paint(CANVAS_LIMIT), .width = 1.2, .dash = CANVAS_DASHED};
    for (int i = 0; i < rows->n_ticks; i++) {
        double x = x_of(rows, rows->ticks[i].value);
        sketch_line(sketch, (struct point){x, top}, (struct point){x, bottom}, grid);
    }
    for (int i = 0; i < rows->frame->figure->n_limits; i++) {
        double x = x_of(rows, rows->frame->figure->limits[i].value);
        if (!isnan(x))
            sketch_line(sketch, (struct point){x, top}, (struct point){x, bottom}, limit);
    }
}

/* The estimate through its group's rows. */
static void draw_answer(struct rows *rows, int first, int last)
{
    for (int i = first; i <= last; i++) {
        const struct row *row = &rows->row[i];
        double x = x_of(rows, row->group->answer);
        if (!isnan(x))
            sketch_line(rows->frame->sketch, (struct point){x, row->y},
                        (struct point){x, row->y + row->height},
                        (struct stroke){.paint = canvas_paint(CANVAS_INK), .width = 1.5});
    }
}

static void set_row(const struct rows *rows, const struct row *row, const struct kind *kind)
{
    struct frame *frame = rows->frame;
    double ascent = frame_ascent(frame, FRAME_LABEL);
    double descent = frame_line_height(frame, FRAME_LABEL) - ascent;
    double baseline = row->y + (row->height + ascent - descent) / 2;
    double left = frame->left + (rows->compact ? 0 : INDENT);
    kind->draw(
        rows, row,
        (struct box){rows->plot_left, row->y, rows->plot_right - rows->plot_left, row->height});
    sketch_text(frame->sketch, frame_style(FRAME_LABEL), SKETCH_LEFT,
                (struct point){left, baseline}, row->label);
    sketch_text(frame->sketch, frame_style(FRAME_VALUE), SKETCH_RIGHT,
                (struct point){rows->value_right, baseline}, row->value);
    sketch_text(frame->sketch, frame_style(FRAME_SMALL), SKETCH_LEFT,
                (struct point){rows->range_left, baseline}, row->range);
    sketch_text(frame->sketch, frame_style(FRAME_SMALL), SKETCH_LEFT,
                (struct point){rows->reason_left, baseline}, row->reason);
}

static double body_height(const struct rows *rows)
{
    double height = 0;
    for (int i = 0; i < rows->n; i++)
        height += rows->row[i].height;
    return height;
}

static void set_body(struct rows *rows, const struct kind *kind)
{
    struct frame *frame = rows->frame;
    const struct figure_axis *value = &frame->figure->value;
    frame_x_limits(frame, &rows->axis, rows->plot_left, rows->plot_right);
    set_heads(rows, kind);
    frame->y += frame_line_height(frame, FRAME_SMALL) + 2;
    if (body_height(rows) > AXIS_TWICE)
        frame_x_labels(frame, &rows->axis, rows->plot_left, rows->plot_right, rows->ticks,
                       rows->n_ticks);
    if (!rows->compact)
        frame->y += AXIS_GAP;
    double top = frame->y, bottom = place_rows(rows);
    each_stretch(rows, draw_grid);
    each_stretch(rows, draw_answer);
    for (int i = 0; i < rows->n; i++)
        set_row(rows, &rows->row[i], kind);
    if (bottom > top)
        sketch_line(frame->sketch, (struct point){rows->plot_left, bottom + 2},
                    (struct point){rows->plot_right, bottom + 2},
                    (struct stroke){.paint = canvas_paint(CANVAS_RULE), .width = 1});
    frame->y += 5;
    frame_x_labels(frame, &rows->axis, rows->plot_left, rows->plot_right, rows->ticks,
                   rows->n_ticks);
    frame_x_name(frame, &rows->axis, value->label, rows->plot_left, rows->plot_right);
}

static void set_rows(struct frame *frame, const struct kind *kind)
{
    struct rows rows = {.frame = frame};
    collect(&rows, frame->figure);
    if (rows.n == 0) {
        frame_nothing(frame);
        return;
    }
    set_axis(&rows, frame->figure);
    set_columns(&rows, kind);
    rows.n_ticks = frame_x_ticks(frame, &rows.axis, rows.plot_left, rows.plot_right, rows.ticks);
    kind->keys(&rows);
    set_body(&rows, kind);
}

void chart_rows_bars(struct frame *frame)
{
    set_rows(frame, &bars);
}

void chart_rows_bounds(struct frame *frame)
{
    set_rows(frame, &bounds);
}
