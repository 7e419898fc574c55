/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two passes: strips get their page and height, then the pages are drawn in order. Invariant: a
 * strip lies inside the type area unless it is itself higher than a page. */
#include "render/page.h"

#include "base/utf8.h"
#include "render/canvas_pdf.h"
#include "render/page_block.h"
#include "render/page_break.h"
#include "render/page_summary.h"

#include <math.h>
#include <string.h>

/* Points. */
#define SIDE 54.0
#define TOP 58.0
#define BOTTOM 54.0
#define LOGO_WIDTH 130.0
#define LOGO_HEIGHT 46.0

struct paper {
    double width, height;
};

static const struct paper papers[] = {{595.276, 841.89}, {612, 792}}; /* A4, US letter */

struct pages {
    const struct document *document;
    struct flow flow;
    struct paper paper;
    struct page_breaks breaks;
    struct canvas_picture logo; /* size 0: none */
    struct canvas_cairo *pdf;
    const struct canvas *canvas;
};

/* -- drawing ------------------------------------------------------------------------------------
 */

/* A heading may take several strips: each line of it is one to whoever listens. */
static const char *element_of(const struct strip *strip)
{
    if (strip->heading != NULL)
        return strip->heading->level == 1 ? "H1" : "H2";
    return strip->floats != NULL && strip->floats->kind == BLOCK_FIGURE ? "Figure" : "P";
}

static void draw_strip(struct pages *p, const struct strip *strip, double y)
{
    const char *element = element_of(strip);
    struct point at = {SIDE + strip->shift.x, y + strip->shift.y};
    bool scaled = fabs(strip->scale - 1) > 1e-9;
    canvas_pdf_begin(p->pdf, element);
    if (scaled)
        canvas_pdf_scale(p->pdf, at, strip->scale);
    sketch_draw(&strip->sketch, p->canvas, scaled ? (struct point){0, 0} : at);
    if (scaled)
        canvas_pdf_unscale(p->pdf);
    canvas_pdf_end(p->pdf, element);
    for (int i = 0; i < strip->n_links; i++) {
        struct box box = strip->links[i].box;
        box.x += SIDE;
        box.y += y;
        canvas_pdf_link_out(p->pdf, box, strip->links[i].url);
    }
}

static void draw_words(struct pages *p, const struct text_style *style, enum sketch_anchor anchor,
                       double baseline, const char *text)
{
    double width = p->canvas->text_size(p->canvas->self, style, text, strlen(text)).width;
    double x = anchor == SKETCH_RIGHT ? SIDE + p->flow.width - width : SIDE;
    p->canvas->text(p->canvas->self, style, x, baseline, text);
}

/* The size at which the logo is shown; 0: none. */
static struct box logo_box(const struct pages *p)
{
    if (p->logo.size == 0)
        return (struct box){0, 0, 0, 0};
    double scale = fmin(LOGO_WIDTH / p->logo.width, LOGO_HEIGHT / p->logo.height);
    double width = scale * p->logo.width;
    return (struct box){SIDE + p->flow.width - width, TOP - 12, width, scale * p->logo.height};
}

/* The page on which a heading stands. */
static int page_of(const struct pages *p, const struct block *heading)
{
    for (int i = 0; i < p->flow.n; i++)
        if (p->flow.strips[i].heading == heading)
            return p->breaks.places[i].page;
    return 0;
}

/* Dots and the page's number behind a line of the contents; the line is a link. */
static void draw_leader(struct pages *p, const struct strip *strip, double y)
{
    const struct text_style *style = page_style(PAGE_BODY);
    double baseline = y + page_baseline(&p->flow, style);
    const char *number = arena_printf(p->flow.arena, "%d", page_of(p, strip->leads) + 1);
    draw_words(p, style, SKETCH_RIGHT, baseline, number);
    struct box whole = {SIDE, y, p->flow.width, strip->sketch.height};
    canvas_pdf_link(p->pdf, whole, strip->leads->id);
    double text = sketch_right(&strip->sketch), end = p->flow.width - 24;
    if (end - text < 20)
        return;
    struct point dots[2] = {{SIDE + text + 6, baseline - 1}, {SIDE + end, baseline - 1}};
    struct stroke stroke = {
        .paint = canvas_paint(CANVAS_GRID), .width = 0.8, .dash = CANVAS_DOTTED};
    p->canvas->polyline(p->canvas->self, dots, 2, &stroke);
}

/* The heading of level 1 under which a page begins; NULL: none has come yet. */
static const struct block *section_of(const struct pages *p, int page)
{
    const struct block *section = NULL;
    for (int i = 0; i < p->flow.n; i++) {
        const struct strip *strip = &p->flow.strips[i];
        bool starts = strip->heading != NULL && strip->heading->level == 1;
        if (p->breaks.places[i].page > page)
            break;
        if (starts &&
            (p->breaks.places[i].page < page || section == NULL || p->breaks.places[i].y <= TOP))
            section = strip->heading;
    }
    return section;
}

static const char *fitting(struct pages *p, const struct text_style *style, const char *text,
                           double part)
{
    struct sketch scratch;
    sketch_init(&scratch, p->flow.arena, p->canvas, p->flow.width);
    return sketch_shorten(&scratch, style, text, part * p->flow.width);
}

static void draw_furniture(struct pages *p, int page)
{
    const struct text_style *style = page_style(PAGE_FURNITURE);
    const struct document *d = p->document;
    double foot = p->paper.height - BOTTOM / 2;
    const struct block *section = section_of(p, page);
    if (page > 0) {
        draw_words(p, style, SKETCH_LEFT, TOP - 26, fitting(p, style, d->title, 0.55));
        if (section != NULL)
            draw_words(p, style, SKETCH_RIGHT, TOP - 26, fitting(p, style, section->text, 0.4));
        struct point line[2] = {{SIDE, TOP - 19}, {SIDE + p->flow.width, TOP - 19}};
        struct stroke stroke = {.paint = canvas_paint(CANVAS_GRID), .width = 0.6};
        p->canvas->polyline(p->canvas->self, line, 2, &stroke);
    }
    const char *made = d->date == NULL ? d->program
                       : d->program == NULL
                           ? d->date
                           : arena_printf(p->flow.arena, "%s \xc2\xb7 %s", d->program, d->date);
    if (made != NULL)
        draw_words(p, style, SKETCH_LEFT, foot, fitting(p, style, made, 0.7));
    draw_words(p, style, SKETCH_RIGHT, foot,
               arena_printf(p->flow.arena, "Page %d of %d", page + 1, p->breaks.n));
}

/* The outline's entry and the target of a heading. */
static void draw_target(struct pages *p, const struct strip *strip, double y, int *section)
{
    const struct block *heading = strip->heading;
    const char *text = utf8_clean(
        p->flow.arena, arena_printf(p->flow.arena, "%s %s", heading->number, heading->text));
    canvas_pdf_target(p->pdf, heading->id, (struct point){SIDE, fmax(0, y - 12)});
    int entry = canvas_pdf_outline(p->pdf, heading->level == 1 ? 0 : *section, text, heading->id);
    if (heading->level == 1)
        *section = entry;
}

static void draw_pages(struct pages *p)
{
    int strip = 0, repeat = 0, section = 0;
    for (int page = 0; page < p->breaks.n; page++) {
        p->canvas->begin(p->canvas->self, p->paper.width, p->paper.height);
        draw_furniture(p, page);
        if (page == 0 && p->logo.size > 0)
            canvas_pdf_show(p->pdf, &p->logo, logo_box(p));
        for (; repeat < p->breaks.n_repeats && p->breaks.repeats[repeat].at.page == page; repeat++)
            draw_strip(p, &p->flow.strips[p->breaks.repeats[repeat].strip],
                       p->breaks.repeats[repeat].at.y);
        for (; strip < p->flow.n && p->breaks.places[strip].page == page; strip++) {
            const struct strip *s = &p->flow.strips[strip];
            draw_strip(p, s, p->breaks.places[strip].y);
            if (s->heading != NULL)
                draw_target(p, s, p->breaks.places[strip].y, &section);
            if (s->leads != NULL)
                draw_leader(p, s, p->breaks.places[strip].y);
        }
    }
}

/* -- the first page's head ----------------------------------------------------------------------
 */

static void set_title_lines(struct flow *flow, enum page_text text, const char *words, double width)
{
    struct flow narrow = *flow;
    if (words == NULL)
        return;
    narrow.width = width;
    flow_paragraph(&narrow, text, 0, NULL, words);
    narrow.width = flow->width;
    *flow = narrow;
}

/* A title of more lines than this would push the answer off the page: it loses its middle. */
static const char *title_of(const struct flow *flow, const char *title, double width)
{
    enum { LINES_MAX = 4 };
    struct sketch scratch;
    const char **lines;
    sketch_init(&scratch, flow->arena, flow->metrics, width);
    if (sketch_wrap(&scratch, page_style(PAGE_TITLE), title, width, &lines) <= LINES_MAX)
        return title;
    return sketch_shorten(&scratch, page_style(PAGE_TITLE), title, (LINES_MAX - 0.8) * width);
}

static void set_title(struct pages *p)
{
    const struct document *d = p->document;
    struct flow *flow = &p->flow;
    struct box logo = logo_box(p);
    double width = flow->width - (logo.width > 0 ? logo.width + 20 : 0);
    set_title_lines(flow, PAGE_TITLE, title_of(flow, d->title, width), width);
    flow_gap(flow, 2);
    set_title_lines(flow, PAGE_SUBTITLE, d->subtitle, width);
    flow_gap(flow, 4);
    const char *imprint = d->author == NULL ? d->date
                          : d->date == NULL
                              ? d->author
                              : arena_printf(flow->arena, "%s \xc2\xb7 %s", d->author, d->date);
    set_title_lines(flow, PAGE_MUTED, imprint, width);
    flow_gap(flow, 10);
}

bool page_write(const struct document *document, FILE *file, struct err *err)
{
    struct pages p = {.document = document, .paper = papers[document->letter ? 1 : 0]};
    if (document->logo.size > 0 &&
        !canvas_pdf_picture(document->logo.bytes, document->logo.size, &p.logo, err))
        return false;
    struct arena *arena = arena_child(document->arena);
    const char *title = utf8_clean(arena, document->title);
    const char *author = document->author == NULL ? NULL : utf8_clean(arena, document->author);
    p.pdf = canvas_cairo_new(arena, CANVAS_PDF, file, title, author);
    p.canvas = canvas_cairo_canvas(p.pdf);
    p.flow = (struct flow){.arena = arena,
                           .metrics = p.canvas,
                           .document = document,
                           .width = p.paper.width - 2 * SIDE,
                           .height = p.paper.height - TOP - BOTTOM,
                           .header = -1};
    set_title(&p);
    for (int i = page_summary(&p.flow); i < document->n; i++)
        page_block(&p.flow, &document->blocks[i]);
    page_break(&p.flow, TOP, p.paper.height - BOTTOM, &p.breaks);
    draw_pages(&p);
    bool ok = canvas_cairo_finish(p.pdf, err);
    arena_free(arena);
    return ok;
}
