/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: pages only grow, and on a page `y` only moves down. */
#include "render/page_break.h"

#include <math.h>
#include <string.h>

#define SHRINK_LEAST 0.85 /* a figure is drawn so much smaller at most to stand on a page */
#define SLACK 0.01        /* rounding is no reason for a new page */

struct breaking {
    struct flow *flow;
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
    struct page_repeat *repeat =
        arena_append(b->flow->arena, &out->repeats, &out->n_repeats, sizeof *repeat);
    *repeat = (struct page_repeat){header, {out->n - 1, b->y}};
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

/* -- figures that wait --------------------------------------------------------------------------
 */

/* Behind the last strip of the table or figure that begins at `first`. */
static int block_end(const struct flow *flow, int first)
{
    int i = first + 1;
    while (i < flow->n && flow->strips[i].floats == flow->strips[first].floats)
        i++;
    return i;
}

static double height_of(const struct flow *flow, int first, int end)
{
    double height = 0;
    for (int i = first; i < end; i++)
        height += strip_height(&flow->strips[i]) + flow->strips[i].gap;
    return height;
}

/* Moves the strips first..end - 1 before strip `to`; heads of tables keep theirs. */
static void move_before(struct flow *flow, int to, int first, int end)
{
    int n = end - first, behind = first - to;
    struct strip *moved = arena_array(flow->arena, (size_t)n, sizeof *moved);
    memcpy(moved, flow->strips + first, (size_t)n * sizeof *moved);
    memmove(flow->strips + to + n, flow->strips + to, (size_t)behind * sizeof *moved);
    memcpy(flow->strips + to, moved, (size_t)n * sizeof *moved);
    for (int i = to; i < end; i++)
        if (flow->strips[i].header >= to)
            flow->strips[i].header += i < to + n ? -behind : n;
}

/* The first figure's strip among first..last; -1: there is none. */
static int figure_of(const struct flow *flow, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (flow->strips[i].floats != NULL)
            return flow->strips[i].floats->kind == BLOCK_FIGURE ? i : -1;
    return -1;
}

/* A figure that almost fits is drawn that much smaller. */
static bool shrink(struct breaking *b, int first, int at)
{
    struct strip *strip = &b->flow->strips[at];
    double y = b->y + height_of(b->flow, first, at) + strip->gap;
    double factor = (b->bottom - y) / strip_height(strip);
    if (strip->keep || !(factor >= SHRINK_LEAST && factor < 1))
        return false;
    strip->scale *= factor;
    strip->shift.x *= factor;
    strip->shift.y *= factor;
    strip->height *= factor;
    return true;
}

/* A figure at strip `at` of a group that begins at `first` has no room: takes what follows it and
 * has. */
static bool pull_forward(struct breaking *b, int first, int at)
{
    struct flow *flow = b->flow;
    double y = b->y + height_of(flow, first, at);
    for (int next = block_end(flow, at), end; next < flow->n; next = end) {
        if (flow->strips[next].floats == NULL || flow->strips[next].page)
            return false;
        end = block_end(flow, next);
        if (y + height_of(flow, next, end) > b->bottom + SLACK)
            continue;
        move_before(flow, at, next, end);
        return true;
    }
    return false;
}

/* Makes use of the room that a figure of the group leaves when it must wait; true: the group has
 * changed. */
static bool use_room(struct breaking *b, int first, int last)
{
    int at = figure_of(b->flow, first, last);
    return at >= 0 && (shrink(b, first, at) || pull_forward(b, first, at));
}

/* -- pages --------------------------------------------------------------------------------------
 */

/* Contents that found no room on the first page begin the second, and the text follows them. */
static bool behind_late_contents(const struct breaking *b, int strip)
{
    return b->out->n > 1 && strip > 0 && b->flow->strips[strip - 1].leads != NULL;
}

void page_break(struct flow *flow, double top, double bottom, struct page_breaks *out)
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
        if (!at_head(&b) && !strip->page && !fits && ever && use_room(&b, i, last))
            continue;
        if (!at_head(&b) && ((strip->page && !behind_late_contents(&b, i)) || (!fits && ever)))
            new_page(&b);
        for (; i <= last; i++)
            place_strip(&b, i);
    }
}
