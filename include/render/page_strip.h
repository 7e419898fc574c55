/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document laid out but not yet broken into pages: strips from edge to edge of the type area, one
 * below the other. A page may end between two strips, nowhere else. */
#ifndef RENDER_PAGE_STRIP_H
#define RENDER_PAGE_STRIP_H

#include "model/document.h"
#include "render/sketch.h"

/* A box of a strip that leads to an address. */
struct strip_link {
    struct box box;
    const char *url;
};

struct strip {
    struct sketch sketch;        /* its height is final */
    double scale;                /* at which it is drawn; 1 but for figures */
    struct point shift;          /* where its sketch's corner lies, from the strip's own */
    double height;               /* of the strip; NaN: that of its sketch */
    double gap;                  /* free room above it, which a page's head does without */
    double room;                 /* a page that has less left ends before it */
    bool keep;                   /* stands on one page with the next strip */
    bool page;                   /* begins a page */
    int header;                  /* strip that is repeated above it at a page's head; -1: none */
    const struct block *heading; /* that stands here; NULL: none */
    const struct block *leads;   /* a line of the contents that leads to this heading */
    const struct block *floats;  /* the table or figure that it is of; NULL: of another block */
    struct strip_link *links;
    int n_links;
};

/* Strips on their way. */
struct flow {
    struct arena *arena;
    const struct canvas *metrics;
    const struct document *document;
    double width, height; /* of the type area of a page */
    struct strip *strips;
    int n;
    double gap;                 /* above the next strip */
    bool page;                  /* the next strip begins a page */
    int header;                 /* of the next strips */
    const struct block *floats; /* the same */
    bool headed;                /* the last block was a heading: what introduces stays with it */
};

/* How text stands on a page. */
enum page_text {
    PAGE_TITLE,
    PAGE_SUBTITLE,
    PAGE_SECTION, /* heading of level 1 */
    PAGE_PART,    /* heading of level 2, title of a table */
    PAGE_BODY,
    PAGE_BOLD,  /* first words of an item */
    PAGE_MUTED, /* keys and notes */
    PAGE_CARD,  /* the figure of a card */
    PAGE_CODE,
    PAGE_FURNITURE, /* head and foot of a page */
    PAGE_TEXTS
};
const struct text_style *page_style(enum page_text text);

/* Height of a line with its leading, and where its baseline lies below the line's top. */
double page_line(const struct flow *flow, const struct text_style *style);
double page_baseline(const struct flow *flow, const struct text_style *style);

/* A new empty strip below the others, valid until the next one. */
struct strip *flow_strip(struct flow *flow);

/* Free room above the next strip; the largest that was asked for counts. */
void flow_gap(struct flow *flow, double gap);

/* An address as a link on a strip: its box, and what it leads to. */
void flow_link(struct flow *flow, struct strip *strip, struct box box, const char *url);

/* Sets one line at x of a strip, its top at y. */
void flow_line(struct flow *flow, struct strip *strip, const struct text_style *style,
               struct point top, const char *text);

/* A paragraph, a strip a line, `indent` from the left edge; neither its first nor its last line is
 * left alone. `key` (NULL: none) is set bold before it, on its first line. An address becomes a
 * link. */
void flow_paragraph(struct flow *flow, enum page_text style, double indent, const char *key,
                    const char *text);

#endif
