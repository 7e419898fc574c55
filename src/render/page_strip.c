/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a strip's sketch is as wide as the type area, and nothing in it reaches beyond. */
#include "render/page_strip.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

#define LEADING 1.08 /* of the font's own line */

static const struct text_style styles[PAGE_TEXTS] = {
    [PAGE_TITLE] = {.size = 22, .bold = true, .role = CANVAS_INK},
    [PAGE_SUBTITLE] = {.size = 11, .role = CANVAS_MUTED},
    [PAGE_SECTION] = {.size = 15, .bold = true, .role = CANVAS_INK},
    [PAGE_PART] = {.size = 10.5, .bold = true, .role = CANVAS_INK},
    [PAGE_BODY] = {.size = 9.5, .role = CANVAS_INK},
    [PAGE_BOLD] = {.size = 9.5, .bold = true, .role = CANVAS_INK},
    [PAGE_MUTED] = {.size = 8.25, .role = CANVAS_MUTED},
    [PAGE_CARD] = {.size = 17, .bold = true, .role = CANVAS_INK},
    [PAGE_CODE] = {.size = 7.5, .role = CANVAS_INK, .mono = true},
    [PAGE_FURNITURE] = {.size = 7.75, .role = CANVAS_MUTED},
};

const struct text_style *page_style(enum page_text text)
{
    return &styles[text];
}

double page_line(const struct flow *flow, const struct text_style *style)
{
    struct text_size size = flow->metrics->text_size(flow->metrics->self, style, "Ag", 2);
    return LEADING * (size.ascent + size.descent);
}

double page_baseline(const struct flow *flow, const struct text_style *style)
{
    return flow->metrics->text_size(flow->metrics->self, style, "Ag", 2).ascent;
}

struct strip *flow_strip(struct flow *flow)
{
    struct strip *strip = arena_append(flow->arena, &flow->strips, &flow->n, sizeof *strip);
    *strip = (struct strip){.scale = 1,
                            .height = NAN,
                            .gap = flow->gap,
                            .page = flow->page,
                            .header = flow->header,
                            .floats = flow->floats};
    sketch_init(&strip->sketch, flow->arena, flow->metrics, flow->width);
    flow->gap = 0;
    flow->page = false;
    return strip;
}

void flow_gap(struct flow *flow, double gap)
{
    flow->gap = fmax(flow->gap, gap);
}

void flow_link(struct flow *flow, struct strip *strip, struct box box, const char *url)
{
    struct strip_link *link =
        arena_append(flow->arena, &strip->links, &strip->n_links, sizeof *link);
    *link = (struct strip_link){box, url};
}

void flow_line(struct flow *flow, struct strip *strip, const struct text_style *style,
               struct point top, const char *text)
{
    sketch_text(&strip->sketch, style, SKETCH_LEFT,
                (struct point){top.x, top.y + page_baseline(flow, style)}, text);
}

/* -- paragraphs ---------------------------------------------------------------------------------
 */

/* A paragraph being broken: its lines, the first narrower by what the key takes. */
struct broken {
    const char **lines;
    int n;
    double first; /* where the first line's text begins */
};

/* What is left of `text` behind its first line. */
static const char *behind(const char *text, const char *line)
{
    return text + strspn(text, " ") + strlen(line);
}

static struct broken break_lines(struct flow *flow, const struct text_style *style, double indent,
                                 const char *key, const char *text)
{
    enum {
        PARTS = 2
    }; /* a key takes at most this part of the line, else it has lines of its own */
    struct broken b = {.first = indent};
    struct sketch scratch;
    const char **lines;
    double width = flow->width - indent;
    sketch_init(&scratch, flow->arena, flow->metrics, width);
    double key_width =
        key == NULL ? 0 : sketch_text_size(&scratch, &styles[PAGE_BOLD], key).width + 4;
    if (key_width == 0 || key_width > width / PARTS) {
        b.n = sketch_wrap(&scratch, style, text, width, &b.lines);
        return b;
    }
    const char *clean = utf8_clean(flow->arena, text);
    b.first = indent + key_width;
    if (sketch_wrap(&scratch, style, clean, width - key_width, &lines) == 0)
        return b;
    const char *first = lines[0];
    int rest = sketch_wrap(&scratch, style, behind(clean, first), width, &lines);
    b.n = rest + 1;
    b.lines = arena_array(flow->arena, (size_t)b.n, sizeof *b.lines);
    b.lines[0] = first;
    for (int i = 0; i < rest; i++)
        b.lines[i + 1] = lines[i];
    return b;
}

/* A key too long for the line of its text has lines of its own. */
static void set_key(struct flow *flow, double indent, const char *key)
{
    const char **lines;
    struct sketch scratch;
    sketch_init(&scratch, flow->arena, flow->metrics, flow->width);
    int n = sketch_wrap(&scratch, &styles[PAGE_BOLD], key, flow->width - indent, &lines);
    for (int i = 0; i < n; i++) {
        struct strip *strip = flow_strip(flow);
        flow_line(flow, strip, &styles[PAGE_BOLD], (struct point){indent, 0}, lines[i]);
        strip->sketch.height = page_line(flow, &styles[PAGE_BOLD]);
        strip->keep = true;
    }
}

void flow_paragraph(struct flow *flow, enum page_text text_style, double indent, const char *key,
                    const char *text)
{
    const struct text_style *style = &styles[text_style];
    const char *clean_key = key == NULL ? NULL : utf8_clean(flow->arena, key);
    struct broken b = break_lines(flow, style, indent, clean_key, text);
    bool beside = b.first > indent;
    if (clean_key != NULL && !beside)
        set_key(flow, indent, clean_key);
    for (int i = 0; i < b.n; i++) {
        struct strip *strip = flow_strip(flow);
        double x = i == 0 ? b.first : indent;
        double drop = i == 0 && beside
                          ? page_baseline(flow, &styles[PAGE_BOLD]) - page_baseline(flow, style)
                          : 0;
        if (i == 0 && beside)
            flow_line(flow, strip, &styles[PAGE_BOLD], (struct point){indent, 0}, clean_key);
        flow_line(flow, strip, style, (struct point){x, drop}, b.lines[i]);
        strip->sketch.height = page_line(flow, style);
        strip->keep = b.n > 1 && (i == 0 || i == b.n - 2);
        if (document_is_url(text))
            flow_link(flow, strip,
                      (struct box){x, 0, sketch_text_size(&strip->sketch, style, b.lines[i]).width,
                                   strip->sketch.height},
                      text);
    }
}
