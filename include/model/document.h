/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report described without any format: blocks one after another. A command fills one; `render`
 * makes pages, HTML or Markdown of it, so that no text is written twice.
 *
 * Headings of level 1 begin a numbered section and those of level 2 a part of it; a document opens
 * with blocks before the first heading: what stands there is the summary. */
#ifndef MODEL_DOCUMENT_H
#define MODEL_DOCUMENT_H

#include "model/figure.h"
#include "model/table.h"

enum block_kind {
    BLOCK_HEADING,   /* text, level, number, id */
    BLOCK_PARAGRAPH, /* text */
    BLOCK_VERDICT,   /* text that must not be missed, key: its first words, tone */
    BLOCK_CARDS,     /* items: key what, text the figure, note its range */
    BLOCK_LIST,      /* items: text, key (may be NULL) its first words */
    BLOCK_FACTS,     /* items: key, text, note (may be NULL) where it comes from */
    BLOCK_TABLE,     /* table */
    BLOCK_FIGURE,    /* figure, id */
    BLOCK_CODE,      /* text, its lines kept as they are */
    BLOCK_CONTENTS,  /* the headings, wherever they stand */
    BLOCK_BREAK,     /* what follows begins a page */
    BLOCK_KINDS
};

enum block_tone { TONE_PLAIN, TONE_GOOD, TONE_BAD };

/* One entry of a list, one fact, one card. */
struct block_item {
    const char *key, *text, *note; /* NULL: none */
};

struct block {
    enum block_kind kind;
    int level;          /* 1, 2 */
    const char *number; /* "3", "3.1" */
    const char *id;     /* of headings and figures: a-z, 0-9, '-'; no two alike */
    const char *key, *text;
    enum block_tone tone;
    struct block_item *items;
    int n_items;
    struct table *table;
    struct figure *figure;
};

/* A picture in the file format of PNG. */
struct document_logo {
    const void *bytes;
    size_t size; /* 0: none */
};

struct document {
    struct arena *arena;
    const char *title;
    const char *subtitle;      /* NULL: none */
    const char *author, *date; /* NULL: not said */
    const char *program;       /* what made it, with its version */
    const char *language;      /* "en" */
    bool letter;               /* pages of US letter, else A4 */
    struct document_logo logo;
    struct block *blocks;
    int n;
    int sections, parts; /* headings of level 1; of level 2 since the last of these */
};

/* An empty document. Texts are kept by pointer unless a function takes a format. */
void document_init(struct document *document, struct arena *arena, const char *title);

/* A heading by printf's rules; its number and id follow. */
void document_heading(struct document *document, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A paragraph by printf's rules. */
void document_paragraph(struct document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What must not be missed, by printf's rules; `key` is said first. */
void document_verdict(struct document *document, enum block_tone tone, const char *key,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* An empty block of items: BLOCK_CARDS, BLOCK_LIST or BLOCK_FACTS. */
void document_items(struct document *document, enum block_kind kind);

/* An item of the last block, which must be of items; its text by printf's rules. */
void document_item(struct document *document, const char *key, const char *note, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

/* A table without rows, to be filled. */
struct table *document_table(struct document *document, const char *title,
                             const struct column *columns, int n_columns);

/* A figure without points, to be filled; `name` goes into its id. */
struct figure *document_figure(struct document *document, const char *name, enum figure_kind kind,
                               const char *title);

/* Takes a table or a figure that was filled before; what they point to is kept by pointer. Columns
 * of the table in which nothing stands are left out. */
void document_put_table(struct document *document, const struct table *table);
void document_put_figure(struct document *document, const char *name, const struct figure *figure);

/* Lines that are kept as they are. */
void document_code(struct document *document, const char *text);

void document_contents(struct document *document);

/* A new page, but where one has just begun. */
void document_break(struct document *document);

/* Takes the blocks from number `first` on out again. */
void document_forget(struct document *document, int first);

/* Moves the blocks from number `first` (document->n before they were added) on to the front. They
 * must hold no headings: those are numbered already. */
void document_lead(struct document *document, int first);

/* Is the whole text one address on the web, with nothing in it that a format must escape? */
bool document_is_url(const char *text);

#endif
