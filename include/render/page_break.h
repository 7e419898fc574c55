/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strips onto pages: which page, and where on it. */
#ifndef RENDER_PAGE_BREAK_H
#define RENDER_PAGE_BREAK_H

#include "render/page_strip.h"

struct page_place {
    int page; /* from 0 */
    double y; /* of the strip's top, from the page's upper edge */
};

/* A head of a table that stands once more at a page's head. */
struct page_repeat {
    int strip;
    struct page_place at;
};

struct page_breaks {
    struct page_place *places; /* [flow->n] */
    struct page_repeat *repeats;
    int n_repeats;
    int n; /* pages */
};

/* The height of a strip as it is drawn. */
double strip_height(const struct strip *strip);

/* Places the strips between `top` and `bottom` of pages, in the flow's arena. Strips that must keep
 * together do, unless they are together higher than a page; a strip reaches below `bottom` only
 * when it is itself higher than a page. A figure that almost fits is drawn a little
 * smaller; where one must wait for the next page, a table or figure that follows it directly and
 * still fits goes before it: the strips are sorted so. */
void page_break(struct flow *flow, double top, double bottom, struct page_breaks *out);

#endif
