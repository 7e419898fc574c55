/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: whatever a user wrote reaches the file through canvas_svg_text alone; ids are made by
 * model/document and hold nothing to escape. */
#include "render/html.h"

#include "base/memstream.h"
#include "render/canvas_cairo.h"
#include "render/canvas_svg.h"
#include "render/chart.h"
#include "render/figure_text.h"
#include "render/frame.h"
#include "render/html_style.h"
#include "render/out_text.h"

#include <string.h>

/* Widths at which figures are laid out for screens; the style sheet shows one of them. */
#define WIDE 860.0
#define NARROW 480.0

/* A document on its way into a file. */
struct writing {
    FILE *file;
    struct arena *arena; /* released after the last block */
    const struct document *document;
    const struct canvas *metrics;
    bool section; /* a section is open */
};

static void put_text(struct writing *w, const char *text)
{
    canvas_svg_text(w->file, w->arena, text);
}

/* Text between tags of a name; NULL: nothing. */
static void put_tagged(struct writing *w, const char *tag, const char *text)
{
    if (text == NULL)
        return;
    (void)fprintf(w->file, "<%s>", tag);
    put_text(w, text);
    (void)fprintf(w->file, "</%s>\n", tag);
}

/* Text; an address as a link. */
static void put_linked(struct writing *w, const char *text)
{
    bool link = document_is_url(text);
    if (link) {
        (void)fputs("<a href=\"", w->file);
        put_text(w, text);
        (void)fputs("\">", w->file);
    }
    put_text(w, text);
    (void)fputs(link ? "</a>" : "", w->file);
}

/* -- blocks -------------------------------------------------------------------------------------
 */

static void end_section(struct writing *w)
{
    (void)fputs(w->section ? "</section>\n" : "", w->file);
    w->section = false;
}

static void put_heading(struct writing *w, const struct block *block)
{
    const char *tag = block->level == 1 ? "h2" : "h3";
    if (block->level == 1) {
        end_section(w);
        (void)fprintf(w->file, "<section aria-labelledby=\"%s\">\n", block->id);
        w->section = true;
    }
    (void)fprintf(w->file, "<%s id=\"%s\"><span class=\"number\">%s</span>", tag, block->id,
                  block->number);
    put_text(w, block->text);
    (void)fprintf(w->file, "</%s>\n", tag);
}

static void put_paragraph(struct writing *w, const struct block *block)
{
    put_tagged(w, "p", block->text);
}

static void put_verdict(struct writing *w, const struct block *block)
{
    static const char *const tones[] = {
        [TONE_PLAIN] = "", [TONE_GOOD] = " good", [TONE_BAD] = " bad"};
    (void)fprintf(w->file, "<p class=\"verdict%s\"><strong>", tones[block->tone]);
    put_text(w, block->key);
    (void)fputs("</strong> ", w->file);
    put_text(w, block->text);
    (void)fputs("</p>\n", w->file);
}

static void put_list(struct writing *w, const struct block *block)
{
    (void)fputs("<ul>\n", w->file);
    for (int i = 0; i < block->n_items; i++) {
        (void)fputs("<li>", w->file);
        if (block->items[i].key != NULL) {
            (void)fputs("<strong>", w->file);
            put_text(w, block->items[i].key);
            (void)fputs(":</strong> ", w->file);
        }
        put_linked(w, block->items[i].text);
        if (block->items[i].note != NULL) {
            (void)fputs(" <small>", w->file);
            put_linked(w, block->items[i].note);
            (void)fputs("</small>", w->file);
        }
        (void)fputs("</li>\n", w->file);
    }
    (void)fputs("</ul>\n", w->file);
}

/* Facts and cards: what each is, the fact, where it comes from. */
static void put_pairs(struct writing *w, const struct block *block)
{
    (void)fprintf(w->file, "<dl class=\"%s\">\n", block->kind == BLOCK_CARDS ? "cards" : "facts");
    for (int i = 0; i < block->n_items; i++) {
        const struct block_item *item = &block->items[i];
        (void)fputs(block->kind == BLOCK_CARDS ? "<div><dt>" : "<dt>", w->file);
        put_text(w, item->key == NULL ? "" : item->key);
        (void)fputs("</dt><dd>", w->file);
        put_linked(w, item->text);
        if (item->note != NULL) {
            (void)fputs(" <small>", w->file);
            put_linked(w, item->note);
            (void)fputs("</small>", w->file);
        }
        (void)fputs(block->kind == BLOCK_CARDS ? "</dd></div>\n" : "</dd>\n", w->file);
    }
    (void)fputs("</dl>\n", w->file);
}

static void put_head_cell(struct writing *w, const struct table *table, int column)
{
    bool left = out_text_is_left(table, column);
    (void)fprintf(w->file, "<th scope=\"col\"%s>", left ? " class=\"left\"" : "");
    put_text(w, table->columns[column].name);
    if (out_text_has_ranges(table, column))
        (void)fprintf(w->file, " <small>%s</small>",
                      out_text_has_middle(table, column) ? "P10 \xe2\x80\x93 P90"
                                                         : "min \xe2\x80\x93 max");
    (void)fputs("</th>", w->file);
}

/* The middle first and large, the ends below it. */
static void put_range(struct writing *w, const struct table *table, int row, int column)
{
    const struct cell *cell =
        &table->cells[(size_t)row * (size_t)table->n_columns + (size_t)column];
    struct out_range range = out_text_range(cell, table->columns[column].dim);
    bool any = range.middle[0] != '\0' || range.low[0] != '\0';
    (void)fputs(any ? "<span>" : "", w->file);
    if (range.middle[0] != '\0')
        (void)fprintf(w->file, "<b>%s</b>", range.middle);
    if (range.low[0] != '\0' && range.high[0] != '\0')
        (void)fprintf(w->file,
                      range.middle[0] != '\0' ? " <small>%s \xe2\x80\x93 %s</small>"
                                              : "<b>%s \xe2\x80\x93 %s</b>",
                      range.low, range.high);
    (void)fputs(any ? "</span>" : "", w->file);
}

static void put_cell(struct writing *w, const struct table *table, int row, int column)
{
    bool left = out_text_is_left(table, column);
    bool names = left && column == 0;
    (void)fprintf(w->file, names ? "<th scope=\"row\"" : "<td");
    if (left)
        (void)fputs(" class=\"left\"", w->file);
    if (!names) {
        (void)fputs(" data-label=\"", w->file);
        put_text(w, table->columns[column].name);
        (void)fputc('"', w->file);
    }
    (void)fputc('>', w->file);
    if (out_text_has_ranges(table, column) && !left) {
        put_range(w, table, row, column);
    } else {
        put_linked(w, out_text_cell(w->arena, table, row, column));
    }
    (void)fputs(names ? "</th>" : "</td>", w->file);
}

static void put_table(struct writing *w, const struct block *block)
{
    const struct table *table = block->table;
    (void)fputs("<div class=\"table\"><table>\n", w->file);
    put_tagged(w, "caption", table->title);
    (void)fputs("<thead><tr>", w->file);
    for (int c = 0; c < table->n_columns; c++)
        put_head_cell(w, table, c);
    (void)fputs("</tr></thead>\n<tbody>\n", w->file);
    for (int r = 0; r < table->n_rows; r++) {
        (void)fputs("<tr>", w->file);
        for (int c = 0; c < table->n_columns; c++)
            put_cell(w, table, r, c);
        (void)fputs("</tr>\n", w->file);
    }
    (void)fputs("</tbody></table></div>\n", w->file);
    for (int i = 0; i < table->n_notes; i++) {
        (void)fputs("<p class=\"note\">", w->file);
        put_text(w, table->notes[i]);
        (void)fputs("</p>\n", w->file);
    }
}

/* The figure laid out for one width; the other one is hidden by the style sheet. */
static void put_drawing(struct writing *w, const struct figure *figure, double width,
                        const char *class)
{
    struct sketch sketch;
    chart_layout(figure, w->metrics, width, w->arena, &sketch);
    struct memstream *attributes = memstream_open(w->arena);
    (void)fprintf(attributes->file, "class=\"%s\" role=\"img\" aria-label=\"", class);
    canvas_svg_text(attributes->file, w->arena, figure_text(w->arena, figure));
    (void)fputc('"', attributes->file);
    struct box view = {FRAME_MARGIN, FRAME_ABOVE, sketch.width - 2 * FRAME_MARGIN,
                       sketch.height - FRAME_ABOVE - FRAME_BELOW};
    struct canvas_svg svg = {w->file, w->arena, w->metrics,
                             memstream_end(attributes, w->arena, NULL), view};
    struct canvas canvas = canvas_svg(&svg);
    canvas.begin(canvas.self, sketch.width, sketch.height);
    sketch_draw(&sketch, &canvas, (struct point){0, 0});
    canvas_svg_end(&svg);
    memstream_free(attributes);
}

static void put_figure(struct writing *w, const struct block *block)
{
    (void)fprintf(w->file, "<figure id=\"%s\">\n", block->id);
    put_drawing(w, block->figure, WIDE, "wide");
    put_drawing(w, block->figure, NARROW, "narrow");
    (void)fputs("</figure>\n", w->file);
}

static void put_code(struct writing *w, const struct block *block)
{
    (void)fputs("<pre><code>", w->file);
    for (const char *line = block->text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        put_text(w, arena_string(w->arena, line, length));
        (void)fputc('\n', w->file);
        line += length + (line[length] == '\n');
    }
    (void)fputs("</code></pre>\n", w->file);
}

static void put_contents(struct writing *w, const struct block *block)
{
    (void)block;
    (void)fputs(
        "<nav aria-labelledby=\"contents-list\"><h2 id=\"contents-list\">Contents</h2>\n<ul>\n",
        w->file);
    for (int i = 0; i < w->document->n; i++) {
        const struct block *heading = &w->document->blocks[i];
        if (heading->kind != BLOCK_HEADING || heading->level != 1)
            continue;
        (void)fprintf(w->file, "<li><a href=\"#%s\">%s ", heading->id, heading->number);
        put_text(w, heading->text);
        (void)fputs("</a></li>\n", w->file);
    }
    (void)fputs("</ul></nav>\n", w->file);
}

static void put_nothing(struct writing *w, const struct block *block)
{
    (void)w;
    (void)block;
}

typedef void block_writer(struct writing *w, const struct block *block);

static block_writer *const writers[BLOCK_KINDS] = {
    [BLOCK_HEADING] = put_heading, [BLOCK_PARAGRAPH] = put_paragraph,
    [BLOCK_VERDICT] = put_verdict, [BLOCK_CARDS] = put_pairs,
    [BLOCK_LIST] = put_list,       [BLOCK_FACTS] = put_pairs,
    [BLOCK_TABLE] = put_table,     [BLOCK_FIGURE] = put_figure,
    [BLOCK_CODE] = put_code,       [BLOCK_CONTENTS] = put_contents,
    [BLOCK_BREAK] = put_nothing,
};

/* -- the page -----------------------------------------------------------------------------------
 */

static void put_base64(FILE *file, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned long three = (unsigned long)bytes[i] << 16 |
                              (left > 1 ? (unsigned long)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? (unsigned long)bytes[i + 2] : 0);
        (void)fputc(digits[three >> 18 & 63], file);
        (void)fputc(digits[three >> 12 & 63], file);
        (void)fputc(left > 1 ? digits[three >> 6 & 63] : '=', file);
        (void)fputc(left > 2 ? digits[three & 63] : '=', file);
    }
}

static void put_head(struct writing *w)
{
    const struct document *d = w->document;
    (void)fputs("<!DOCTYPE html>\n<html lang=\"", w->file);
    put_text(w, d->language);
    (void)fputs("\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n",
                w->file);
    put_tagged(w, "title", d->title);
    const char *names[][2] = {{"author", d->author}, {"generator", d->program}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i][1] == NULL)
            continue;
        (void)fprintf(w->file, "<meta name=\"%s\" content=\"", names[i][0]);
        put_text(w, names[i][1]);
        (void)fputs("\">\n", w->file);
    }
    html_style(w->file, d->letter);
    (void)fputs("</head>\n<body>\n", w->file);
}

static void put_title(struct writing *w)
{
    const struct document *d = w->document;
    (void)fputs("<header class=\"title\">\n", w->file);
    if (d->logo.size > 0) {
        (void)fputs("<img alt=\"\" src=\"data:image/png;base64,", w->file);
        put_base64(w->file, d->logo.bytes, d->logo.size);
        (void)fputs("\">\n", w->file);
    }
    put_tagged(w, "h1", d->title);
    if (d->subtitle != NULL) {
        (void)fputs("<p class=\"subtitle\">", w->file);
        put_text(w, d->subtitle);
        (void)fputs("</p>\n", w->file);
    }
    const char *parts[] = {d->author, d->date, d->program};
    const char *before = "<p class=\"imprint\">";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] == NULL)
            continue;
        (void)fputs(before, w->file);
        put_text(w, parts[i]);
        before = " \xc2\xb7 ";
    }
    (void)fputs(before[0] == '<' ? "" : "</p>\n", w->file);
    (void)fputs("</header>\n<main>\n", w->file);
}

bool html_write(const struct document *document, FILE *file, struct err *err)
{
    struct writing w = {.file = file, .document = document, .arena = arena_child(document->arena)};
    /* Nothing is drawn on it: it measures. */
    struct canvas_cairo *fonts = canvas_cairo_new(w.arena, CANVAS_PNG, file, NULL, NULL);
    w.metrics = canvas_cairo_canvas(fonts);
    put_head(&w);
    put_title(&w);
    for (int i = 0; i < document->n; i++)
        writers[document->blocks[i].kind](&w, &document->blocks[i]);
    end_section(&w);
    (void)fputs("</main>\n</body>\n</html>\n", file);
    bool ok = canvas_cairo_finish(fonts, err);
    arena_free(w.arena);
    return ok;
}
