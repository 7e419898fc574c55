/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function a kind of block; tables have a module of their own. */
#include "render/page_block.h"

#include "base/utf8.h"
#include "render/chart.h"
#include "render/frame.h"
#include "render/page_table.h"

#include <math.h>
#include <string.h>

#define FIGURE_WIDTH 700.0 /* at which figures are laid out; then scaled to the type area */
#define PARAGRAPH_GAP 5.0
#define CARD_GAP 8.0
#define CARD_PADDING 8.0
#define CARD_LEAST 108.0 /* width */
#define VERDICT_BAR 3.0
#define VERDICT_PADDING 8.0
#define KEY_PART 0.30 /* of the type area: the most that keys of facts take */
#define KEY_GAP 16.0
#define BULLET 10.0

static void set_heading(struct flow *flow, const struct block *block)
{
    bool section = block->level == 1;
    const struct text_style *style = page_style(section ? PAGE_SECTION : PAGE_PART);
    struct sketch scratch;
    const char **lines;
    sketch_init(&scratch, flow->arena, flow->metrics, flow->width);
    const char *text = arena_printf(flow->arena, "%s  %s", block->number, block->text);
    int n = sketch_wrap(&scratch, style, text, flow->width, &lines);
    flow_gap(flow, section ? 26 : 14);
    for (int i = 0; i < n; i++) {
        struct strip *strip = flow_strip(flow);
        flow_line(flow, strip, style, (struct point){0, 0}, lines[i]);
        strip->sketch.height = page_line(flow, style);
        strip->keep = true;
        strip->heading = i == 0 ? block : NULL;
        strip->room = i == 0 ? (section ? 120 : 70) : 0;
    }
    flow_gap(flow, section ? 7 : 3);
}

static void set_paragraph(struct flow *flow, const struct block *block)
{
    flow_gap(flow, PARAGRAPH_GAP);
    flow_paragraph(flow, PAGE_BODY, 0, NULL, block->text);
    flow_gap(flow, PARAGRAPH_GAP);
}

/* A shaded box with a bar of its tone at the left; one strip, it is short. */
static void set_verdict(struct flow *flow, const struct block *block)
{
    static const enum canvas_role bars[] = {
        [TONE_PLAIN] = CANVAS_HUE_1, [TONE_GOOD] = CANVAS_HUE_3, [TONE_BAD] = CANVAS_LIMIT};
    flow_gap(flow, PARAGRAPH_GAP + 2);
    struct strip *strip = flow_strip(flow);
    double x = VERDICT_BAR + VERDICT_PADDING, y = VERDICT_PADDING - 1;
    const char *texts[] = {block->key, block->text};
    const struct text_style *looks[] = {page_style(PAGE_BOLD), page_style(PAGE_BODY)};
    struct sketch text = strip->sketch;
    const char **lines[2];
    int n[2];
    double height = 2 * (VERDICT_PADDING - 1);
    for (int i = 0; i < 2; i++) {
        n[i] = sketch_wrap(&text, looks[i], texts[i], flow->width - x - VERDICT_PADDING, &lines[i]);
        height += n[i] * page_line(flow, looks[i]);
    }
    sketch_rect(&strip->sketch, (struct box){0, 0, flow->width, height},
                canvas_paint(CANVAS_SHADE));
    sketch_rect(&strip->sketch, (struct box){0, 0, VERDICT_BAR, height},
                canvas_paint(bars[block->tone]));
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < n[i]; k++) {
            flow_line(flow, strip, looks[i], (struct point){x, y}, lines[i][k]);
            y += page_line(flow, looks[i]);
        }
    }
    strip->sketch.height = height;
    flow_gap(flow, PARAGRAPH_GAP + 2);
}

/* -- cards --------------------------------------------------------------------------------------
 */

/* The lines of one text of a card and where they stand. */
static double set_card_text(struct flow *flow, struct strip *strip, const struct text_style *style,
                            struct box at, const char *text)
{
    enum { LINES_MAX = 3 };
    const char **lines;
    if (text == NULL)
        return at.y;
    int n = sketch_wrap(&strip->sketch, style, text, at.width, &lines);
    if (n > LINES_MAX) {
        const char *shorter =
            sketch_shorten(&strip->sketch, style, text, (LINES_MAX - 0.5) * at.width);
        n = sketch_wrap(&strip->sketch, style, shorter, at.width, &lines);
    }
    for (int i = 0; i < n; i++)
        flow_line(flow, strip, style, (struct point){at.x, at.y + i * page_line(flow, style)},
                  lines[i]);
    return at.y + n * page_line(flow, style);
}

/* The figure of a card, in smaller letters when it is long. */
static double set_card_figure(struct flow *flow, struct strip *strip, struct box at,
                              const char *text)
{
    struct text_style style = *page_style(PAGE_CARD);
    const char *clean = utf8_clean(flow->arena, text);
    double width = sketch_text_size(&strip->sketch, &style, clean).width;
    if (width > at.width)
        style.size = fmax(page_style(PAGE_BODY)->size, style.size * at.width / width * 0.99);
    const char *shown = sketch_shorten(&strip->sketch, &style, clean, at.width);
    flow_line(flow, strip, &style, (struct point){at.x, at.y}, shown);
    return at.y + page_line(flow, page_style(PAGE_CARD));
}

static double set_card(struct flow *flow, struct strip *strip, struct box at,
                       const struct block_item *item)
{
    at.y = set_card_text(flow, strip, page_style(PAGE_MUTED), at, item->key);
    at.y = set_card_figure(flow, strip, at, item->text);
    return set_card_text(flow, strip, page_style(PAGE_MUTED), at, item->note);
}

/* A row of cards, all as high as the highest. */
static void set_card_row(struct flow *flow, const struct block_item *items, int n, double width)
{
    struct strip *strip = flow_strip(flow);
    double height = 0;
    /* The boxes lie below the texts, but their height follows from them. */
    int first = strip->sketch.n;
    for (int i = 0; i < n; i++)
        sketch_rect(&strip->sketch, (struct box){i * (width + CARD_GAP), 0, width, 0},
                    canvas_paint(CANVAS_SHADE));
    for (int i = 0; i < n; i++) {
        struct box at = {i * (width + CARD_GAP) + CARD_PADDING, CARD_PADDING - 1,
                         width - 2 * CARD_PADDING, 0};
        height = fmax(height, set_card(flow, strip, at, &items[i]) + CARD_PADDING);
    }
    for (int i = 0; i < n; i++)
        sketch_set_height(&strip->sketch, first + i, height);
    strip->sketch.height = height;
}

static void set_cards(struct flow *flow, const struct block *block)
{
    int across = (int)((flow->width + CARD_GAP) / (CARD_LEAST + CARD_GAP));
    int rows = (block->n_items + across - 1) / across;
    if (rows == 0)
        return;
    across = (block->n_items + rows - 1) / rows;
    double width = (flow->width - (across - 1) * CARD_GAP) / across;
    flow_gap(flow, 10);
    for (int i = 0; i < block->n_items; i += across) {
        int n = block->n_items - i < across ? block->n_items - i : across;
        set_card_row(flow, &block->items[i], n, width);
        flow_gap(flow, CARD_GAP);
    }
    flow_gap(flow, 10);
}

/* -- lists and facts ----------------------------------------------------------------------------
 */

static void set_list(struct flow *flow, const struct block *block)
{
    flow_gap(flow, PARAGRAPH_GAP);
    for (int i = 0; i < block->n_items; i++) {
        const struct block_item *item = &block->items[i];
        const char *key = item->key == NULL ? NULL : arena_printf(flow->arena, "%s:", item->key);
        int first = flow->n;
        flow_paragraph(flow, PAGE_BODY, BULLET, key, item->text);
        if (flow->n > first)
            flow_line(flow, &flow->strips[first], page_style(PAGE_BODY), (struct point){1, 0},
                      "\xe2\x80\xa2");
        if (item->note != NULL) {
            if (flow->n > first)
                flow->strips[flow->n - 1].keep = true;
            flow_paragraph(flow, PAGE_MUTED, BULLET, NULL, item->note);
        }
        flow_gap(flow, 3);
    }
    flow_gap(flow, PARAGRAPH_GAP);
}

/* One column of a fact: its lines from the top of a strip on. */
static double set_column(struct flow *flow, struct strip *strip, const struct text_style *style,
                         struct box at, const char *text)
{
    enum { LINES_MAX = 20 };
    const char **lines;
    int n = sketch_wrap(&strip->sketch, style, text, at.width, &lines);
    if (n > LINES_MAX) {
        const char *shorter =
            sketch_shorten(&strip->sketch, style, text, (LINES_MAX - 4) * at.width);
        n = sketch_wrap(&strip->sketch, style, shorter, at.width, &lines);
    }
    double line = page_line(flow, style);
    for (int i = 0; i < n; i++) {
        flow_line(flow, strip, style, (struct point){at.x, at.y + i * line}, lines[i]);
        if (document_is_url(text))
            flow_link(flow, strip, (struct box){at.x, at.y + i * line, at.width, line}, text);
    }
    return at.y + n * line;
}

/* As wide as the widest key, within reason. */
static double key_width(const struct flow *flow, const struct block *block)
{
    const struct canvas *metrics = flow->metrics;
    const struct text_style *style = page_style(PAGE_MUTED);
    double widest = 0;
    for (int i = 0; i < block->n_items; i++) {
        const char *raw = block->items[i].key;
        const char *key = raw == NULL ? "" : utf8_clean(flow->arena, raw);
        widest = fmax(widest, metrics->text_size(metrics->self, style, key, strlen(key)).width);
    }
    return fmin(widest + 1, KEY_PART * flow->width);
}

static void set_facts(struct flow *flow, const struct block *block)
{
    const struct text_style *muted = page_style(PAGE_MUTED), *body = page_style(PAGE_BODY);
    double drop = page_baseline(flow, body) - page_baseline(flow, muted);
    double left = key_width(flow, block) + KEY_GAP;
    flow_gap(flow, PARAGRAPH_GAP);
    for (int i = 0; i < block->n_items; i++) {
        const struct block_item *item = &block->items[i];
        struct strip *strip = flow_strip(flow);
        double key = set_column(flow, strip, muted, (struct box){0, drop, left - KEY_GAP, 0},
                                item->key == NULL ? "" : item->key);
        double text =
            set_column(flow, strip, body, (struct box){left, 0, flow->width - left, 0}, item->text);
        if (item->note != NULL)
            text = set_column(flow, strip, muted, (struct box){left, text, flow->width - left, 0},
                              item->note);
        strip->sketch.height = fmax(key, text);
        strip->keep = block->n_items > 1 && (i == 0 || i == block->n_items - 2);
        flow_gap(flow, 3);
    }
    flow_gap(flow, PARAGRAPH_GAP + 3);
}

/* -- figures, code, contents --------------------------------------------------------------------
 */

static void set_table(struct flow *flow, const struct block *block)
{
    page_table(flow, block->table);
}

static void set_figure(struct flow *flow, const struct block *block)
{
    flow_gap(flow, 16);
    struct strip *strip = flow_strip(flow);
    chart_layout(block->figure, flow->metrics, FIGURE_WIDTH, flow->arena, &strip->sketch);
    double width = strip->sketch.width - 2 * FRAME_MARGIN;
    double height = strip->sketch.height - FRAME_ABOVE - FRAME_BELOW;
    strip->scale = fmin(flow->width / width, flow->height / height);
    strip->shift = (struct point){-FRAME_MARGIN * strip->scale, -FRAME_ABOVE * strip->scale};
    strip->height = height * strip->scale;
    flow_gap(flow, 16);
}

/* How many of the line's blanks stand before its first letter. */
static size_t indent_of(const char *line)
{
    return strspn(line, " ");
}

/* A line of code and what of it does not fit, indented further, on a shaded ground. */
static void set_code_line(struct flow *flow, const char *line)
{
    enum { HANGING = 2, PADDING = 6 };
    const struct text_style *style = page_style(PAGE_CODE);
    double cell = flow->metrics->text_size(flow->metrics->self, style, "0", 1).width;
    double room = flow->width - 2 * PADDING;
    double indent = fmin(cell * (double)indent_of(line), room / 2);
    struct sketch scratch;
    const char **lines;
    sketch_init(&scratch, flow->arena, flow->metrics, flow->width);
    int n = sketch_wrap(&scratch, style, line, room - indent - HANGING * cell, &lines);
    for (int i = 0; i < n || i == 0; i++) {
        struct strip *strip = flow_strip(flow);
        strip->sketch.height = page_line(flow, style);
        /* A little overlap: neighbours must not show the paper between them. */
        sketch_rect(&strip->sketch, (struct box){0, -0.2, flow->width, strip->sketch.height + 0.4},
                    canvas_paint(CANVAS_SHADE));
        double x = PADDING + indent + (i > 0 ? HANGING * cell : 0);
        flow_line(flow, strip, style, (struct point){x, 0}, n == 0 ? "" : lines[i]);
    }
}

static void set_code(struct flow *flow, const struct block *block)
{
    flow_gap(flow, 6);
    for (const char *line = block->text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        set_code_line(flow, utf8_clean(flow->arena, arena_string(flow->arena, line, length)));
        line += length + (line[length] == '\n');
    }
    flow_gap(flow, 6);
}

/* Lines with room at the right for the page's number, which is known when all is broken. */
static void set_contents(struct flow *flow, const struct block *block)
{
    (void)block;
    enum { NUMBER = 24, ROOM = 40 };
    const struct text_style *style = page_style(PAGE_BODY);
    flow_gap(flow, 12);
    struct strip *title = flow_strip(flow);
    flow_line(flow, title, page_style(PAGE_PART), (struct point){0, 0}, "Contents");
    title->sketch.height = page_line(flow, page_style(PAGE_PART));
    title->keep = true;
    flow_gap(flow, 3);
    for (int i = 0; i < flow->document->n; i++) {
        const struct block *heading = &flow->document->blocks[i];
        if (heading->kind != BLOCK_HEADING || heading->level != 1)
            continue;
        struct strip *strip = flow_strip(flow);
        const char *text =
            sketch_shorten(&strip->sketch, style, heading->text, flow->width - NUMBER - ROOM);
        flow_line(flow, strip, style, (struct point){0, 0}, heading->number);
        flow_line(flow, strip, style, (struct point){NUMBER, 0}, text);
        strip->sketch.height = page_line(flow, style);
        strip->leads = heading;
        strip->keep = true;
        flow_gap(flow, 2);
    }
    flow->strips[flow->n - 1].keep = false;
    flow_gap(flow, 10);
}

static void set_break(struct flow *flow, const struct block *block)
{
    (void)block;
    flow->page = true;
}

typedef void block_setter(struct flow *flow, const struct block *block);

static block_setter *const setters[BLOCK_KINDS] = {
    [BLOCK_HEADING] = set_heading, [BLOCK_PARAGRAPH] = set_paragraph,
    [BLOCK_VERDICT] = set_verdict, [BLOCK_CARDS] = set_cards,
    [BLOCK_LIST] = set_list,       [BLOCK_FACTS] = set_facts,
    [BLOCK_TABLE] = set_table,     [BLOCK_FIGURE] = set_figure,
    [BLOCK_CODE] = set_code,       [BLOCK_CONTENTS] = set_contents,
    [BLOCK_BREAK] = set_break,
};

void page_block(struct flow *flow, const struct block *block)
{
    bool floats = block->kind == BLOCK_TABLE || block->kind == BLOCK_FIGURE;
    flow->floats = floats ? block : NULL;
    setters[block->kind](flow, block);
    flow->floats = NULL;
    bool introduces = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_VERDICT;
    if (introduces && flow->headed && flow->n > 0)
        flow->strips[flow->n - 1].keep = true;
    flow->headed = block->kind == BLOCK_HEADING;
}
