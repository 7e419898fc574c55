/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: pages only grow, and on a page `y` only moves down. */
#include "render/page_break.h"

#include <math.h>

#define SLACK 0.01 /* rounding is no reason for a new page */

struct breaking {
    const struct flow *flow;
    double top, bottom;
    double y; /* below what stands on the last page */
    struct page_breaks *out;
};

double strip_height(const struct strip *strip)
{
    return isnan(strip->height) ? strip->sketch.height : strip->height;
}

static void new_page(struct breaking *b)
{
    b->out->n++;
    b->y = b->top;
}

static bool at_head(const struct breaking *b)
{
    return b->y <= b->top;
}

static void repeat_header(struct breaking *b, int header)
{
    struct page_breaks *out = b->out;
    if (out->n_repeats == out->repeat_capacity) {
        out->repeat_capacity = out->repeat_capacity == 0 ? 16 : 2 * out->repeat_capacity;
        out->repeats = arena_grow(b->flow->arena, out->repeats, (size_t)out->n_repeats,
                                  (size_t)out->repeat_capacity, sizeof *out->repeats);
    }
    out->repeats[out->n_repeats++] = (struct page_repeat){header, {out->n - 1, b->y}};
    b->y += strip_height(&b->flow->strips[header]);
}

/* Height of the strips that must stand together, from the first on. */
static double group_height(const struct flow *flow, int first, int *last)
{
    double height = 0;
    int i = first;
    for (;; i++) {
        height += strip_height(&flow->strips[i]) + (i > first ? flow->strips[i].gap : 0);
        if (!flow->strips[i].keep || i + 1 == flow->n)
            break;
    }
    *last = i;
    return height;
}

static void place_strip(struct breaking *b, int i)
{
    const struct strip *strip = &b->flow->strips[i];
    double height = strip_height(strip);
    if (!at_head(b) && b->y + strip->gap + height > b->bottom + SLACK)
        new_page(b);
    if (at_head(b) && strip->header >= 0)
        repeat_header(b, strip->header);
    else if (!at_head(b))
        b->y += strip->gap;
    b->out->places[i] = (struct page_place){b->out->n - 1, b->y};
    b->y += height;
}

/* Contents that found no room on the first page begin the second, and the text follows them. */
static bool behind_late_contents(const struct breaking *b, int strip)
{
    return b->out->n > 1 && strip > 0 && b->flow->strips[strip - 1].leads != NULL;
}

void page_break(const struct flow *flow, double top, double bottom, struct page_breaks *out)
{
    struct breaking b = {.flow = flow, .top = top, .bottom = bottom, .out = out};
    *out = (struct page_breaks){.n = 0};
    out->places = arena_array(flow->arena, (size_t)flow->n + 1, sizeof *out->places);
    new_page(&b);
    for (int i = 0; i < flow->n;) {
        const struct strip *strip = &flow->strips[i];
        int last = i;
        double height = fmax(group_height(flow, i, &last), strip->room);
        double repeated = strip->header >= 0 ? strip_height(&flow->strips[strip->header]) : 0;
        bool fits = b.y + strip->gap + height <= bottom + SLACK;
        bool ever = height + repeated <= bottom - top;
        if (!at_head(&b) && ((strip->page && !behind_late_contents(&b, i)) || (!fits && ever)))
            new_page(&b);
        for (; i <= last; i++)
            place_strip(&b, i);
    }
}
