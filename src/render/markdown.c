/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every block ends with a blank line, so that no block runs into the next. */
#include "render/markdown.h"

#include "base/utf8.h"
#include "render/figure_text.h"
#include "render/out.h"
#include "render/out_text.h"

#include <ctype.h>
#include <string.h>

/* A document on its way into a file. */
struct writing {
    FILE *file;
    struct arena *arena; /* released after the last block */
    const struct document *document;
    const char *stem;
};

/* A text whose first letters would make a list, a quote or a rule of its line gets a backslash. */
static void put_line(struct writing *w, const char *text)
{
    const char *clean = utf8_clean(w->arena, text);
    size_t digits = strspn(clean, "0123456789");
    bool numbered = digits > 0 && (clean[digits] == '.' || clean[digits] == ')');
    if (numbered)
        (void)fprintf(w->file, "%.*s\\", (int)digits, clean);
    else if (strchr("-+>=", clean[0]) != NULL && clean[0] != '\0')
        (void)fputc('\\', w->file);
    out_md_text(w->file, clean + (numbered ? digits : 0));
}

static void put_text(struct writing *w, const char *text)
{
    out_md_text(w->file, utf8_clean(w->arena, text));
}

/* Words set bold; a text without letters is left out. */
static void put_bold(struct writing *w, const char *text)
{
    const char *clean = utf8_clean(w->arena, text);
    clean += strspn(clean, " ");
    if (*clean == '\0')
        return;
    size_t length = strlen(clean);
    while (clean[length - 1] == ' ')
        length--;
    (void)fputs("**", w->file);
    out_md_text(w->file, arena_string(w->arena, clean, length));
    (void)fputs("**", w->file);
}

static void put_heading(struct writing *w, const struct block *block)
{
    (void)fprintf(w->file, "%s <a id=\"%s\"></a>%s ", block->level == 1 ? "##" : "###", block->id,
                  block->number);
    put_text(w, block->text);
    (void)fputs("\n\n", w->file);
}

static void put_paragraph(struct writing *w, const struct block *block)
{
    put_line(w, block->text);
    (void)fputs("\n\n", w->file);
}

static void put_verdict(struct writing *w, const struct block *block)
{
    (void)fputs("> ", w->file);
    put_bold(w, block->key);
    (void)fputc(' ', w->file);
    put_text(w, block->text);
    (void)fputs("\n\n", w->file);
}

/* "- **key**: text — note". */
static void put_items(struct writing *w, const struct block *block)
{
    for (int i = 0; i < block->n_items; i++) {
        const struct block_item *item = &block->items[i];
        (void)fputs("- ", w->file);
        if (item->key != NULL) {
            put_bold(w, item->key);
            (void)fputs(": ", w->file);
            put_text(w, item->text);
        } else {
            put_line(w, item->text);
        }
        if (item->note != NULL) {
            bool card = block->kind == BLOCK_CARDS;
            (void)fputs(card ? " (" : " \xe2\x80\x94 ", w->file);
            put_text(w, item->note);
            (void)fputs(card ? ")" : "", w->file);
        }
        (void)fputc('\n', w->file);
    }
    (void)fputc('\n', w->file);
}

static void put_table(struct writing *w, const struct block *block)
{
    out_table(block->table, OUT_MD, 0, w->file);
    (void)fputc('\n', w->file);
}

/* A path as it stands in a link: everything but plain characters as %XX. */
static void put_path(FILE *file, const char *path)
{
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = c < 0x80 && (isalnum(c) || strchr("-._~/", c) != NULL);
        (void)fprintf(file, plain ? "%c" : "%%%02X", c);
    }
}

static void put_figure(struct writing *w, const struct block *block)
{
    const char *words = figure_text(w->arena, block->figure);
    if (w->stem == NULL) {
        put_line(w, words);
    } else {
        (void)fputs("![", w->file);
        out_md_text(w->file, words);
        (void)fputs("](", w->file);
        put_path(w->file, markdown_picture(w->arena, w->stem, block));
        (void)fputc(')', w->file);
    }
    (void)fputs("\n\n", w->file);
}

/* A fence longer than any row of backquotes inside. */
static void put_code(struct writing *w, const struct block *block)
{
    size_t longest = 2;
    for (const char *p = block->text; *p != '\0'; p += *p == '\0' ? 0 : 1) {
        size_t run = strspn(p, "`");
        longest = run > longest ? run : longest;
        p += run;
        if (*p == '\0')
            break;
    }
    char *fence = arena_alloc(w->arena, longest + 2);
    memset(fence, '`', longest + 1);
    (void)fprintf(w->file, "%s\n", fence);
    for (const char *line = block->text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        const char *copy = arena_string(w->arena, line, length);
        (void)fprintf(w->file, "%s\n", utf8_clean(w->arena, copy));
        line += length + (line[length] == '\n');
    }
    (void)fprintf(w->file, "%s\n\n", fence);
}

static void put_contents(struct writing *w, const struct block *block)
{
    (void)block;
    for (int i = 0; i < w->document->n; i++) {
        const struct block *heading = &w->document->blocks[i];
        if (heading->kind != BLOCK_HEADING || heading->level != 1)
            continue;
        (void)fprintf(w->file, "- [%s ", heading->number);
        put_text(w, heading->text);
        (void)fprintf(w->file, "](#%s)\n", heading->id);
    }
    (void)fputc('\n', w->file);
}

static void put_nothing(struct writing *w, const struct block *block)
{
    (void)w;
    (void)block;
}

typedef void block_writer(struct writing *w, const struct block *block);

static block_writer *const writers[BLOCK_KINDS] = {
    [BLOCK_HEADING] = put_heading, [BLOCK_PARAGRAPH] = put_paragraph,
    [BLOCK_VERDICT] = put_verdict, [BLOCK_CARDS] = put_items,
    [BLOCK_LIST] = put_items,      [BLOCK_FACTS] = put_items,
    [BLOCK_TABLE] = put_table,     [BLOCK_FIGURE] = put_figure,
    [BLOCK_CODE] = put_code,       [BLOCK_CONTENTS] = put_contents,
    [BLOCK_BREAK] = put_nothing,
};

/* "author · date · program", what is known of it. */
static void put_imprint(struct writing *w)
{
    const char *parts[] = {w->document->author, w->document->date, w->document->program};
    bool any = false;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] == NULL)
            continue;
        (void)fputs(any ? " \xc2\xb7 " : "", w->file);
        (any ? put_text : put_line)(w, parts[i]);
        any = true;
    }
    (void)fputs(any ? "\n\n" : "", w->file);
}

void markdown_write(const struct document *document, const char *stem, FILE *file)
{
    struct writing w = {
        .file = file, .document = document, .stem = stem, .arena = arena_child(document->arena)};
    (void)fputs("# ", file);
    put_text(&w, document->title);
    (void)fputs("\n\n", file);
    if (document->subtitle != NULL) {
        put_line(&w, document->subtitle);
        (void)fputs("\n\n", file);
    }
    put_imprint(&w);
    for (int i = 0; i < document->n; i++)
        writers[document->blocks[i].kind](&w, &document->blocks[i]);
    arena_free(w.arena);
}

const char *markdown_picture(struct arena *arena, const char *stem, const struct block *figure)
{
    return arena_printf(arena, "%s-%s.svg", stem, figure->id);
}
