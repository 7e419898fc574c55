/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: blocks and items only grow; an id is given once and never again. */
#include "model/document.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum { ID_MAX = 48 };

void document_init(struct document *document, struct arena *arena, const char *title)
{
    *document = (struct document){.arena = arena, .title = title, .language = "en"};
}

static struct block *add(struct document *document, enum block_kind kind)
{
    struct block *block =
        arena_append(document->arena, &document->blocks, &document->n, sizeof *block);
    *block = (struct block){.kind = kind};
    return block;
}

/* -- ids ----------------------------------------------------------------------------------------
 */

static bool is_taken(const struct document *document, const char *id)
{
    for (int i = 0; i < document->n; i++)
        if (document->blocks[i].id != NULL && strcmp(document->blocks[i].id, id) == 0)
            return true;
    return false;
}

/* The letters and digits of a text, small, with `-` between its words. */
static void make_slug(const char *text, char *slug)
{
    size_t n = 0;
    for (; *text != '\0' && n + 1 < ID_MAX; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x80 && isalnum(c))
            slug[n++] = (char)tolower(c);
        else if (n > 0 && slug[n - 1] != '-')
            slug[n++] = '-';
    }
    while (n > 0 && slug[n - 1] == '-')
        n--;
    slug[n] = '\0';
}

static const char *new_id(struct document *document, const char *text)
{
    char slug[ID_MAX];
    make_slug(text, slug);
    const char *base = slug[0] == '\0' ? "part" : slug;
    const char *id = arena_copy(document->arena, base);
    for (int i = 2; is_taken(document, id); i++)
        id = arena_printf(document->arena, "%s-%d", base, i);
    return id;
}

/* -- blocks -------------------------------------------------------------------------------------
 */

void document_heading(struct document *document, int level, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(document->arena, format, args);
    va_end(args);
    document->parts = level == 1 ? 0 : document->parts + 1;
    document->sections += level == 1;
    const char *id = new_id(document, text);
    struct block *block = add(document, BLOCK_HEADING);
    block->level = level;
    block->text = text;
    block->id = id;
    block->number =
        level == 1 ? arena_printf(document->arena, "%d", document->sections)
                   : arena_printf(document->arena, "%d.%d", document->sections, document->parts);
}

void document_paragraph(struct document *document, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(document->arena, format, args);
    va_end(args);
    add(document, BLOCK_PARAGRAPH)->text = text;
}

void document_verdict(struct document *document, enum block_tone tone, const char *key,
                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(document->arena, format, args);
    va_end(args);
    struct block *block = add(document, BLOCK_VERDICT);
    block->tone = tone;
    block->key = key;
    block->text = text;
}

void document_items(struct document *document, enum block_kind kind)
{
    assert(kind == BLOCK_CARDS || kind == BLOCK_LIST || kind == BLOCK_FACTS);
    add(document, kind);
}

void document_item(struct document *document, const char *key, const char *note, const char *format,
                   ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(document->arena, format, args);
    va_end(args);
    assert(document->n > 0);
    struct block *block = &document->blocks[document->n - 1];
    struct block_item *item =
        arena_append(document->arena, &block->items, &block->n_items, sizeof *item);
    *item = (struct block_item){.key = key, .text = text, .note = note};
}

struct table *document_table(struct document *document, const char *title,
                             const struct column *columns, int n_columns)
{
    struct table *table = arena_alloc(document->arena, sizeof *table);
    table_init(table, document->arena, columns, n_columns);
    table->title = title;
    add(document, BLOCK_TABLE)->table = table;
    return table;
}

struct figure *document_figure(struct document *document, const char *name, enum figure_kind kind,
                               const char *title)
{
    struct figure *figure = arena_alloc(document->arena, sizeof *figure);
    figure_init(figure, document->arena, kind, title);
    const char *id = new_id(document, name);
    struct block *block = add(document, BLOCK_FIGURE);
    block->figure = figure;
    block->id = id;
    return figure;
}

static bool has_cell(const struct table *table, int column)
{
    for (int r = 0; r < table->n_rows; r++)
        if (table->cells[(size_t)r * (size_t)table->n_columns + (size_t)column].kind != CELL_EMPTY)
            return true;
    return false;
}

void document_put_table(struct document *document, const struct table *table)
{
    int *shown = arena_array(document->arena, (size_t)table->n_columns + 1, sizeof *shown);
    int n = 0;
    for (int c = 0; c < table->n_columns; c++)
        if (has_cell(table, c))
            shown[n++] = c;
    table_select(table, shown, n, document_table(document, NULL, NULL, 0));
}

void document_put_figure(struct document *document, const char *name, const struct figure *figure)
{
    *document_figure(document, name, figure->kind, NULL) = *figure;
}

void document_code(struct document *document, const char *text)
{
    add(document, BLOCK_CODE)->text = text;
}

void document_contents(struct document *document)
{
    add(document, BLOCK_CONTENTS);
}

void document_break(struct document *document)
{
    if (document->n == 0 || document->blocks[document->n - 1].kind != BLOCK_BREAK)
        add(document, BLOCK_BREAK);
}

void document_forget(struct document *document, int first)
{
    document->n = first;
    document->sections = document->parts = 0;
    for (int i = 0; i < first; i++) {
        const struct block *block = &document->blocks[i];
        if (block->kind != BLOCK_HEADING)
            continue;
        document->sections += block->level == 1;
        document->parts = block->level == 1 ? 0 : document->parts + 1;
    }
}

void document_lead(struct document *document, int first)
{
    size_t n = (size_t)document->n;
    struct block *blocks = arena_array(document->arena, n, sizeof *blocks);
    for (size_t i = 0; i < n; i++)
        blocks[i] = document->blocks[(i + (size_t)first) % n];
    if (n > 0)
        memcpy(document->blocks, blocks, n * sizeof *blocks);
}

bool document_is_url(const char *text)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t length = strlen(schemes[i]);
        if (strncmp(text, schemes[i], length) != 0 || text[length] == '\0')
            continue;
        for (const char *p = text; *p != '\0'; p++)
            if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 0x7F ||
                strchr("\"'<>\\^`{|}", *p) != NULL)
                return false;
        return true;
    }
    return false;
}
