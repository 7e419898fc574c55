/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the widths of the columns and the gaps between them add up to at most the type area.
 */
#include "render/page_table.h"

#include "base/utf8.h"
#include "render/out_text.h"

#include <math.h>
#include <string.h>

#define GAP 10.0      /* between columns */
#define PADDING 2.6   /* above and below a row's text */
#define LONG_WORD 0.3 /* of the type area: a longer word is broken rather than given its width */
#define WHOLE 0.22    /* of the type area's height: a lower table is never broken */
#define SPREAD 28.0   /* at most so much is added to a column of a table with room to spare */
enum { LINES_MAX = 14 };

/* The letters get smaller, one step after another, until the table fits. */
static const double sizes[] = {8.75, 8.25, 7.75, 7.25, 6.75, 6.25};
enum { N_SIZES = sizeof sizes / sizeof sizes[0] };

/* A cell is one or two texts: a range has its middle above its ends. */
struct words {
    const char *main, *small; /* small: NULL where there is none */
};

struct setting {
    struct flow *flow;
    const struct table *table;
    struct text_style head, main, strong, small; /* strong: the middle of a range */
    double *width, *least, *natural;             /* [n_columns] */
    bool *left, *ranged;
};

static void set_size(struct setting *s, double size)
{
    s->main = (struct text_style){.size = size, .role = CANVAS_INK};
    s->strong = (struct text_style){.size = size, .role = CANVAS_INK, .bold = true};
    s->head = (struct text_style){.size = size - 0.75, .role = CANVAS_MUTED, .bold = true};
    s->small = (struct text_style){.size = size - 1.25, .role = CANVAS_MUTED};
}

static double width_of(const struct setting *s, const struct text_style *style, const char *text,
                       size_t length)
{
    const struct canvas *metrics = s->flow->metrics;
    return metrics->text_size(metrics->self, style, text, length).width;
}

/* -- what stands in the cells -------------------------------------------------------------------
 */

static struct words head_words(const struct setting *s, int column)
{
    const char *name = utf8_clean(s->flow->arena, s->table->columns[column].name);
    if (!s->ranged[column])
        return (struct words){name, NULL};
    return (struct words){name, out_text_has_middle(s->table, column) ? "P10 \xe2\x80\x93 P90"
                                                                      : "min \xe2\x80\x93 max"};
}

static struct words cell_words(const struct setting *s, int row, int column)
{
    const struct table *table = s->table;
    struct arena *arena = s->flow->arena;
    if (!s->ranged[column])
        return (struct words){out_text_cell(arena, table, row, column), NULL};
    const struct cell *cell =
        &table->cells[(size_t)row * (size_t)table->n_columns + (size_t)column];
    struct out_range range = out_text_range(cell, table->columns[column].dim);
    bool ends = range.low[0] != '\0' && range.high[0] != '\0';
    const char *both =
        ends ? arena_printf(arena, "%s \xe2\x80\x93 %s", range.low, range.high) : NULL;
    if (range.middle[0] == '\0')
        return (struct words){both == NULL ? "" : both, NULL};
    return (struct words){arena_copy(arena, range.middle), both};
}

static const struct text_style *main_style(const struct setting *s, int row, int column)
{
    return row < 0 ? &s->head : s->ranged[column] ? &s->strong : &s->main;
}

/* -- widths -------------------------------------------------------------------------------------
 */

/* The widest word, broken where textfit breaks. */
static double widest_word(const struct setting *s, const struct text_style *style, const char *text)
{
    double widest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " -/");
        length += text[length] == '-' || text[length] == '/';
        widest = fmax(widest, width_of(s, style, text, length));
        text += length;
        text += strspn(text, " ");
    }
    return widest;
}

static void measure_cell(struct setting *s, int row, int column)
{
    struct words words = row < 0 ? head_words(s, column) : cell_words(s, row, column);
    const struct text_style *style = main_style(s, row, column);
    double natural = width_of(s, style, words.main, strlen(words.main));
    double least = s->left[column] || row < 0 ? widest_word(s, style, words.main) : natural;
    if (words.small != NULL) {
        double small = width_of(s, &s->small, words.small, strlen(words.small));
        natural = fmax(natural, small);
        least = fmax(least, small);
    }
    s->natural[column] = fmax(s->natural[column], natural);
    s->least[column] = fmax(s->least[column], least);
}

static double sum(const double *values, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}

static void measure(struct setting *s)
{
    int n = s->table->n_columns;
    for (int c = 0; c < n; c++) {
        s->natural[c] = s->least[c] = 0;
        for (int r = -1; r < s->table->n_rows; r++)
            measure_cell(s, r, c);
        if (s->left[c])
            s->least[c] = fmin(s->least[c], LONG_WORD * s->flow->width);
    }
}

static double room_of(const struct setting *s)
{
    return fmax(0, s->flow->width - GAP * (s->table->n_columns - 1));
}

/* No line wraps: every column gets what it asks for, and a part of what is left. */
static bool share_plenty(struct setting *s)
{
    int n = s->table->n_columns;
    double room = room_of(s), natural = sum(s->natural, n);
    for (int c = 0; c < n; c++)
        s->width[c] = s->natural[c] + fmin(SPREAD, fmax(0, room - natural) / n);
    return natural <= room;
}

/* The width of all columns when none that can be narrower is wider than `level`. */
static double cut_at(struct setting *s, double level)
{
    for (int c = 0; c < s->table->n_columns; c++)
        s->width[c] = fmin(s->natural[c], fmax(s->least[c], level));
    return sum(s->width, s->table->n_columns);
}

/* The widest columns give way until all fit; false when the letters are too large for that. */
static bool share_scarce(struct setting *s)
{
    double low = 0, high = s->flow->width;
    for (int i = 0; i < 40; i++) {
        double level = (low + high) / 2;
        if (cut_at(s, level) <= room_of(s))
            low = level;
        else
            high = level;
    }
    return cut_at(s, low) <= room_of(s) + 1e-6;
}

/* Every column narrower by the same part, words broken. */
static void force_width(struct setting *s)
{
    int n = s->table->n_columns;
    double total = sum(s->width, n);
    for (int c = 0; c < n; c++)
        s->width[c] *= fmin(1, room_of(s) / total);
}

static void fit(struct setting *s)
{
    typedef bool sharing(struct setting * s);
    static const struct {
        sharing *share;
        int sizes; /* that are tried */
    } ways[] = {{share_plenty, 3}, {share_scarce, N_SIZES}};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
        for (int i = 0; i < ways[way].sizes; i++) {
            set_size(s, sizes[i]);
            measure(s);
            if (ways[way].share(s))
                return;
        }
    force_width(s);
}

/* -- rows ---------------------------------------------------------------------------------------
 */

/* The lines of a text; a very long one loses its middle. */
static int wrap(struct setting *s, struct sketch *sketch, const struct text_style *style,
                const char *text, double width, const char ***lines)
{
    int n = sketch_wrap(sketch, style, text, width, lines);
    for (int keep = LINES_MAX; n > LINES_MAX && keep > 1; keep--) {
        const char *shorter = sketch_shorten(sketch, style, text, keep * width);
        n = sketch_wrap(sketch, style, shorter, width, lines);
    }
    (void)s;
    return n;
}

/* Sets one text of a cell from `y` on; returns where it ends. */
static double set_text(struct setting *s, struct strip *strip, const struct text_style *style,
                       struct box cell, const char *text, bool left)
{
    const char **lines;
    int n = wrap(s, &strip->sketch, style, text, cell.width, &lines);
    double y = cell.y, line = page_line(s->flow, style);
    for (int i = 0; i < n; i++) {
        struct point at = {left ? cell.x : cell.x + cell.width, y + page_baseline(s->flow, style)};
        sketch_text(&strip->sketch, style, left ? SKETCH_LEFT : SKETCH_RIGHT, at, lines[i]);
        if (document_is_url(text))
            flow_link(s->flow, strip, (struct box){cell.x, y, cell.width, line}, text);
        y += line;
    }
    return y;
}

static double set_cell(struct setting *s, struct strip *strip, int row, int column, double x)
{
    struct words words = row < 0 ? head_words(s, column) : cell_words(s, row, column);
    struct box cell = {x, PADDING, s->width[column], 0};
    bool left = s->left[column];
    double y = set_text(s, strip, main_style(s, row, column), cell, words.main, left);
    cell.y = y;
    return words.small == NULL ? y : set_text(s, strip, &s->small, cell, words.small, left);
}

static void rule(struct setting *s, struct strip *strip, enum canvas_role role, double y)
{
    int n = s->table->n_columns;
    double right = sum(s->width, n) + GAP * (n - 1);
    sketch_line(&strip->sketch, (struct point){0, y}, (struct point){right, y},
                (struct stroke){.paint = canvas_paint(role), .width = 0.6});
}

/* A row; row -1 is the head. */
static struct strip *set_row(struct setting *s, int row)
{
    struct strip *strip = flow_strip(s->flow);
    double x = 0, height = page_line(s->flow, &s->main) + PADDING;
    for (int c = 0; c < s->table->n_columns; c++) {
        height = fmax(height, set_cell(s, strip, row, c, x));
        x += s->width[c] + GAP;
    }
    strip->sketch.height = height + PADDING;
    rule(s, strip, row < 0 ? CANVAS_RULE : CANVAS_GRID, strip->sketch.height);
    return strip;
}

static void set_rows(struct setting *s)
{
    int n = s->table->n_rows;
    set_row(s, -1)->keep = true;
    s->flow->header = s->flow->n - 1;
    for (int r = 0; r < n; r++) {
        bool keep = n > 1 && (r == 0 || r == n - 2);
        set_row(s, r)->keep = keep || (r == n - 1 && s->table->n_notes > 0);
    }
    s->flow->header = -1;
    double height = 0;
    for (int i = s->flow->n - n; i < s->flow->n; i++)
        height += s->flow->strips[i].sketch.height;
    for (int i = s->flow->n - n; i < s->flow->n - 1 && height < WHOLE * s->flow->height; i++)
        s->flow->strips[i].keep = true;
}

/* Notes stay with their table and each other, unless they are as long as a table. */
static void set_notes(struct setting *s)
{
    int first = s->flow->n;
    double height = 0;
    for (int i = 0; i < s->table->n_notes; i++) {
        flow_gap(s->flow, 3);
        flow_paragraph(s->flow, PAGE_MUTED, 0, NULL, s->table->notes[i]);
    }
    for (int i = first; i < s->flow->n; i++)
        height += s->flow->strips[i].sketch.height;
    for (int i = first; i < s->flow->n - 1 && height < WHOLE * s->flow->height; i++)
        s->flow->strips[i].keep = true;
}

void page_table(struct flow *flow, const struct table *table)
{
    size_t n = (size_t)table->n_columns;
    struct setting s = {.flow = flow, .table = table};
    s.width = arena_array(flow->arena, n, sizeof *s.width);
    s.least = arena_array(flow->arena, n, sizeof *s.least);
    s.natural = arena_array(flow->arena, n, sizeof *s.natural);
    s.left = arena_array(flow->arena, n, sizeof *s.left);
    s.ranged = arena_array(flow->arena, n, sizeof *s.ranged);
    for (int c = 0; c < table->n_columns; c++) {
        s.left[c] = out_text_is_left(table, c);
        s.ranged[c] = !s.left[c] && out_text_has_ranges(table, c);
    }
    fit(&s);
    flow_gap(flow, 10);
    if (table->title != NULL) {
        int first = flow->n;
        flow_paragraph(flow, PAGE_PART, 0, NULL, table->title);
        for (int i = first; i < flow->n; i++)
            flow->strips[i].keep = true;
        flow_gap(flow, 2);
    }
    set_rows(&s);
    set_notes(&s);
    flow_gap(flow, 10);
}
