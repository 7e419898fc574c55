/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things stand is tested with the text twin's fixed metrics; the PDF itself for what a file
 * must have. */
#include "render/canvas_record.h"
#include "render/page.h"
#include "render/page_block.h"
#include "render/page_break.h"
#include "render/page_summary.h"
#include "support/sample.h"
#include "support/suite.h"
#include "support/twin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 487.0
#define TOP 58.0
#define BOTTOM 788.0

static struct flow lay_out(struct fixture *f, const struct document *document)
{
    struct canvas *metrics = arena_alloc(&f->arena, sizeof *metrics);
    *metrics = canvas_record(stderr); /* measures only */
    struct flow flow = {.arena = &f->arena,
                        .metrics = metrics,
                        .document = document,
                        .width = WIDTH,
                        .height = BOTTOM - TOP,
                        .header = -1};
    for (int i = 0; i < document->n; i++)
        page_block(&flow, &document->blocks[i]);
    return flow;
}

/* -- strips -------------------------------------------------------------------------------------
 */

/* No text of a strip leaves the type area, its own height, or lies on another. */
static void check_strip(const struct strip *strip, const char *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    struct canvas canvas = canvas_record(file);
    canvas.begin(canvas.self, strip->sketch.width, strip->sketch.height + 0.1);
    sketch_draw(&strip->sketch, &canvas, (struct point){0, 0});
    assert_int_equal(fclose(file), 0);
    twin_check_texts(text, what);
    free(text);
}

static void no_text_leaves_its_place(void **state)
{
    struct fixture *f = *state;
    for (unsigned seed = 1; seed <= 25; seed++) {
        struct document document;
        sample_random(&document, &f->arena, seed);
        struct flow flow = lay_out(f, &document);
        for (int i = 0; i < flow.n; i++) {
            char what[60];
            (void)snprintf(what, sizeof what, "seed %u, strip %d", seed, i);
            check_strip(&flow.strips[i], what);
        }
        arena_free(&f->arena);
    }
}

static void hostile_text_is_held_too(void **state)
{
    struct fixture *f = *state;
    struct document document;
    sample_hostile(&document, &f->arena);
    struct flow flow = lay_out(f, &document);
    assert_true(flow.n > 40);
    for (int i = 0; i < flow.n; i++)
        check_strip(&flow.strips[i], "hostile");
}

/* A table much wider than a page: letters shrink, words break, nothing overflows. */
static void the_widest_table_fits(void **state)
{
    struct fixture *f = *state;
    struct document document;
    document_init(&document, &f->arena, "wide");
    enum { COLUMNS = 24 };
    struct column columns[COLUMNS];
    for (int c = 0; c < COLUMNS; c++)
        columns[c] = (struct column){"operations of clients", DIM_OPS};
    struct table *table = document_table(&document, NULL, columns, COLUMNS);
    for (int r = 0; r < 3; r++) {
        struct cell *cells = table_row(table);
        for (int c = 0; c < COLUMNS; c++)
            cells[c] = c % 2 == 0 ? cell_text("unbreakablewordthatislongandlonger")
                                  : cell_range((struct range){1234567, 2345678, 3456789});
    }
    struct flow flow = lay_out(f, &document);
    for (int i = 0; i < flow.n; i++)
        check_strip(&flow.strips[i], "wide");
}

/* -- pages --------------------------------------------------------------------------------------
 */

static bool is_heading(const struct strip *strip)
{
    return strip->heading != NULL;
}

static void check_order(const struct flow *flow, const struct page_breaks *b)
{
    for (int i = 0; i < flow->n; i++) {
        const struct page_place *here = &b->places[i];
        double height = strip_height(&flow->strips[i]);
        assert_true(here->page >= 0 && here->page < b->n && here->y >= TOP - 0.1);
        if (height < BOTTOM - TOP - 80)
            assert_true(here->y + height <= BOTTOM + 0.1);
        if (i == 0)
            continue;
        const struct page_place *last = &b->places[i - 1];
        bool below = here->page == last->page
                         ? here->y >= last->y + strip_height(&flow->strips[i - 1]) - 0.1
                         : here->page == last->page + 1;
        assert_true(below);
    }
}

/* What must keep together does, unless it is higher than a page. */
static void check_groups(const struct flow *flow, const struct page_breaks *b)
{
    for (int i = 0; i < flow->n;) {
        double height = 0;
        int last = i;
        while (last + 1 < flow->n && flow->strips[last].keep)
            last++;
        for (int k = i; k <= last; k++)
            height += strip_height(&flow->strips[k]) + (k > i ? flow->strips[k].gap : 0);
        if (height < BOTTOM - TOP - 120)
            assert_int_equal(b->places[i].page, b->places[last].page);
        i = last + 1;
    }
}

/* A heading has something below it on its page, and a table its head. */
static void check_heads(const struct flow *flow, const struct page_breaks *b)
{
    for (int i = 0; i + 1 < flow->n; i++) {
        if (is_heading(&flow->strips[i]))
            assert_true(flow->strips[i].keep);
        const struct strip *next = &flow->strips[i + 1];
        if (next->header < 0 || b->places[i + 1].page == b->places[i].page)
            continue;
        bool repeated = false;
        for (int k = 0; k < b->n_repeats; k++)
            repeated = repeated || (b->repeats[k].strip == next->header &&
                                    b->repeats[k].at.page == b->places[i + 1].page &&
                                    b->repeats[k].at.y < b->places[i + 1].y);
        assert_true(repeated);
    }
}

static void pages_break_where_they_may(void **state)
{
    struct fixture *f = *state;
    for (unsigned seed = 1; seed <= 25; seed++) {
        struct document document;
        struct page_breaks breaks;
        sample_random(&document, &f->arena, seed);
        struct flow flow = lay_out(f, &document);
        page_break(&flow, TOP, BOTTOM, &breaks);
        check_order(&flow, &breaks);
        check_groups(&flow, &breaks);
        check_heads(&flow, &breaks);
        arena_free(&f->arena);
    }
}

static void fill_summary(struct document *document, struct fixture *f, int rows)
{
    static const struct column columns[] = {{"target", DIM_NUMBER}, {"verdict", DIM_NUMBER}};
    document_init(document, &f->arena, "Summary");
    document_paragraph(document, "What it will do.");
    struct table *table = document_table(document, NULL, columns, 2);
    for (int i = 0; i < rows; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text("bandwidth");
        c[1] = cell_text("met");
    }
    document_items(document, BLOCK_FACTS);
    document_item(document, "Source", NULL, "https://example.org/x");
    document_contents(document);
    document_break(document);
    document_heading(document, 1, "The first");
}

/* A summary that passes its page by a little is drawn smaller and stays on it; one that is much too
 * long keeps its size. */
static void a_summary_stands_on_its_page(void **state)
{
    struct fixture *f = *state;
    double last = 1;
    bool smaller = false, broken = false;
    for (int rows = 5; rows < 80; rows++) {
        struct document document;
        struct page_breaks breaks;
        fill_summary(&document, f, rows);
        struct flow flow = lay_out(f, &document);
        flow.n = 0;
        assert_int_equal(page_summary(&flow), 3);
        const struct strip *end = &flow.strips[flow.n - 1];
        assert_true(end->n_links == 1 && end->links[0].box.width <= WIDTH + 0.1);
        assert_true(end->scale >= 0.8 && flow.width == WIDTH);
        page_break(&flow, TOP, BOTTOM, &breaks);
        broken = broken || breaks.n > 1;
        smaller = smaller || end->scale < 1;
        if (breaks.n > 1)
            assert_true(end->scale == 1);
        else
            assert_true(!broken && end->scale <= last);
        last = end->scale;
    }
    assert_true(smaller && broken);
}

/* Notes are not parted from their table nor from each other. */
static void notes_stay_with_their_table(void **state)
{
    static const struct column columns[] = {{"what", DIM_NUMBER}};
    struct fixture *f = *state;
    for (int before = 0; before < 60; before++) {
        struct document document;
        struct page_breaks breaks;
        document_init(&document, &f->arena, "Notes");
        for (int i = 0; i < before; i++)
            document_paragraph(&document, "A line.");
        struct table *table = document_table(&document, NULL, columns, 1);
        for (int i = 0; i < 6; i++)
            table_row(table)[0] = cell_text("a row");
        for (int i = 0; i < 3; i++)
            table_note(table, "A note.");
        struct flow flow = lay_out(f, &document);
        page_break(&flow, TOP, BOTTOM, &breaks);
        assert_int_equal(breaks.places[flow.n - 1].page, breaks.places[flow.n - 4].page);
    }
}

/* A small table behind a figure that must wait for the next page goes before it; nothing else
 * moves, and nothing is lost. */
static void what_fits_goes_before_a_figure_that_waits(void **state)
{
    static const struct column columns[] = {{"what", DIM_NUMBER}};
    struct fixture *f = *state;
    struct document document;
    struct page_breaks breaks;
    document_init(&document, &f->arena, "floats");
    document_heading(&document, 1, "Section");
    for (int i = 0; i < 36; i++)
        document_paragraph(&document, "Paragraph %d.", i);
    struct figure *figure = document_figure(&document, "wide", FIGURE_RANGE_BARS, "Figure");
    for (int i = 0; i < 8; i++) {
        figure_add_series(figure, arena_printf(&f->arena, "load %d", i));
        figure_add_point(figure, "engine", 0, (struct range){1, 2, 3 + i});
    }
    struct table *table = document_table(&document, "Table", columns, 1);
    *table_row(table) = cell_text("row");
    document_paragraph(&document, "After both.");
    struct flow flow = lay_out(f, &document);
    int n = flow.n;
    page_break(&flow, TOP, BOTTOM, &breaks);
    int at_figure = -1, at_table = -1;
    for (int i = 0; i < flow.n; i++) {
        const struct block *block = flow.strips[i].floats;
        if (block != NULL && block->kind == BLOCK_FIGURE)
            at_figure = i;
        if (block != NULL && block->kind == BLOCK_TABLE && at_table < 0)
            at_table = i;
    }
    assert_int_equal(flow.n, n);
    assert_true(at_table >= 0 && at_table < at_figure);
    assert_int_equal(breaks.places[at_table].page, 0);
    assert_int_equal(breaks.places[at_figure].page, 1);
    assert_int_equal(flow.strips[at_figure - 1].header, at_figure - 2);
    assert_null(flow.strips[flow.n - 1].floats);
    check_order(&flow, &breaks);
    check_heads(&flow, &breaks);
}

/* A figure that lacks a little room is drawn smaller, and never by more than a little. */
static void a_figure_shrinks_a_little_to_stay(void **state)
{
    struct fixture *f = *state;
    int shrunk = 0;
    for (int paragraphs = 15; paragraphs < 45; paragraphs++) {
        struct document document;
        struct page_breaks breaks;
        document_init(&document, &f->arena, "shrinks");
        document_heading(&document, 1, "Section");
        for (int i = 0; i < paragraphs; i++)
            document_paragraph(&document, "Paragraph %d.", i);
        struct figure *figure = document_figure(&document, "wide", FIGURE_RANGE_BARS, "Figure");
        for (int i = 0; i < 8; i++) {
            figure_add_series(figure, arena_printf(&f->arena, "load %d", i));
            figure_add_point(figure, "engine", 0, (struct range){1, 2, 3 + i});
        }
        struct flow flow = lay_out(f, &document);
        const struct strip *last = &flow.strips[flow.n - 1];
        double scale = last->scale, height = last->height;
        page_break(&flow, TOP, BOTTOM, &breaks);
        double factor = last->scale / scale;
        assert_true(factor > 0.849 && factor <= 1);
        assert_true(fabs(last->height - factor * height) < 1e-6);
        check_order(&flow, &breaks);
        shrunk += factor < 1;
    }
    assert_true(shrunk > 0);
}

/* -- the file -----------------------------------------------------------------------------------
 */

static size_t written(const struct document *document, char **bytes)
{
    struct err err = ERR_INIT;
    size_t size = 0;
    FILE *file = open_memstream(bytes, &size);
    assert_non_null(file);
    assert_true(page_write(document, file, &err));
    assert_int_equal(fclose(file), 0);
    return size;
}

static void the_file_has_what_a_reader_needs(void **state)
{
    struct fixture *f = *state;
    struct document document;
    char *bytes = NULL;
    sample_hostile(&document, &f->arena);
    document.title = "The title";
    document.author = "The author";
    size_t size = written(&document, &bytes);
    static const char *const parts[] = {"%PDF-1.",
                                        "/Title (The title)",
                                        "/Author (The author)",
                                        "/Outlines",
                                        "/Annot",
                                        "/URI",
                                        "/ToUnicode",
                                        "/S /H1",
                                        "/S /P"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!suite_holds(bytes, size, parts[i]))
            fail_msg("no %s", parts[i]);
    free(bytes);
}

/* Where a word stands in bytes; NULL: it does not. */
static const char *find_bytes(const char *bytes, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (; bytes + length <= end; bytes++)
        if (memcmp(bytes, word, length) == 0)
            return bytes;
    return NULL;
}

/* Every place that the table of objects names is the beginning of that object. */
static void check_objects(const char *bytes, const char *end)
{
    const char *table = NULL;
    for (const char *at = bytes; (at = find_bytes(at, end, "\nxref\n")) != NULL; at++)
        table = at;
    assert_non_null(table);
    char *row = NULL;
    (void)strtol(table + 6, &row, 10);
    long n = strtol(row, &row, 10);
    assert_true(n > 10);
    row++;
    for (long i = 0; i < n; i++, row += 20) {
        char wanted[32];
        (void)snprintf(wanted, sizeof wanted, "%ld 0 obj", i);
        long at = strtol(row, NULL, 10);
        if (row[17] == 'n' && strncmp(bytes + at, wanted, strlen(wanted)) != 0)
            fail_msg("object %ld is not where the file says", i);
    }
}

/* Every name that a link leads to is a target with a page. */
static int check_links(const char *bytes, const char *end)
{
    const char *names = find_bytes(bytes, end, "/Names [");
    int n = 0;
    assert_non_null(names);
    const char *names_end = find_bytes(names, end, "endobj");
    for (const char *at = bytes; (at = find_bytes(at, end, "/Dest (")) != NULL; at++, n++) {
        char name[200];
        size_t length = strcspn(at + 7, ")");
        (void)snprintf(name, sizeof name, "(%.*s)", (int)length, at + 7);
        if (find_bytes(names, names_end, name) == NULL)
            fail_msg("a link leads nowhere: %s", name);
    }
    return n;
}

static void every_link_leads_to_its_heading(void **state)
{
    struct fixture *f = *state;
    struct document document;
    char *bytes = NULL;
    document_init(&document, &f->arena, "Links");
    document_contents(&document);
    document_break(&document);
    for (int i = 0; i < 40; i++) {
        document_heading(&document, 1 + i % 2, "Section %d", i);
        document_paragraph(&document, "%s", i % 3 == 0 ? "https://example.org/x" : "Text.");
    }
    size_t size = written(&document, &bytes);
    check_objects(bytes, bytes + size);
    assert_true(check_links(bytes, bytes + size) >= 20); /* the outline may use names too */
    free(bytes);
}

static void the_same_document_gives_the_same_bytes(void **state)
{
    struct fixture *f = *state;
    struct document document;
    char *one = NULL, *two = NULL;
    assert_int_equal(setenv("SOURCE_DATE_EPOCH", "1700000000", 1), 0);
    sample_hostile(&document, &f->arena);
    size_t size = written(&document, &one);
    assert_int_equal(written(&document, &two), size);
    assert_memory_equal(one, two, size);
    assert_true(suite_holds(one, size, "20231114221320Z"));
    assert_int_equal(unsetenv("SOURCE_DATE_EPOCH"), 0);
    free(one);
    free(two);
    size = written(&document, &one);
    assert_false(suite_holds(one, size, "/CreationDate")); /* else no two files would be alike */
    free(one);
}

static void paper_has_its_size(void **state)
{
    struct fixture *f = *state;
    struct document document;
    char *bytes = NULL;
    document_init(&document, &f->arena, "t");
    document_paragraph(&document, "p");
    document.letter = true;
    size_t size = written(&document, &bytes);
    assert_true(suite_holds(bytes, size, "612 792"));
    free(bytes);
}

static void a_logo_must_be_a_picture(void **state)
{
    struct fixture *f = *state;
    struct document document;
    struct err err = ERR_INIT;
    char *bytes = NULL;
    size_t size = 0;
    document_init(&document, &f->arena, "t");
    document.logo = (struct document_logo){"no picture", 10};
    FILE *file = open_memstream(&bytes, &size);
    assert_non_null(file);
    assert_false(page_write(&document, file, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_int_equal(fclose(file), 0);
    free(bytes);
}

static void a_full_disk_is_told(void **state)
{
    struct fixture *f = *state;
    struct document document;
    struct err err = ERR_INIT;
    FILE *file = fopen("/dev/full", "w");
    if (file == NULL)
        skip();
    assert_int_equal(setvbuf(file, NULL, _IONBF, 0), 0);
    sample_hostile(&document, &f->arena);
    assert_false(page_write(&document, file, &err));
    assert_int_equal(err.kind, ERR_IO);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(no_text_leaves_its_place),
                                       SUITE_TEST(hostile_text_is_held_too),
                                       SUITE_TEST(the_widest_table_fits),
                                       SUITE_TEST(pages_break_where_they_may),
                                       SUITE_TEST(a_summary_stands_on_its_page),
                                       SUITE_TEST(notes_stay_with_their_table),
                                       SUITE_TEST(what_fits_goes_before_a_figure_that_waits),
                                       SUITE_TEST(the_file_has_what_a_reader_needs),
                                       SUITE_TEST(a_figure_shrinks_a_little_to_stay),
                                       SUITE_TEST(every_link_leads_to_its_heading),
                                       SUITE_TEST(the_same_document_gives_the_same_bytes),
                                       SUITE_TEST(paper_has_its_size),
                                       SUITE_TEST(a_logo_must_be_a_picture),
                                       SUITE_TEST(a_full_disk_is_told)};
    return suite_run("page", tests, sizeof tests / sizeof tests[0]);
}
