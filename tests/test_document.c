/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/document.h"
#include "support/suite.h"

#include <string.h>

static struct document *start(struct fixture *f)
{
    struct document *document = arena_alloc(&f->arena, sizeof *document);
    document_init(document, &f->arena, "Title");
    return document;
}

static void headings_are_numbered_within_their_section(void **state)
{
    struct document *d = start(*state);
    document_heading(d, 1, "One");
    document_heading(d, 2, "Part");
    document_heading(d, 2, "Part");
    document_heading(d, 1, "Two");
    document_heading(d, 2, "Part");
    static const char *const numbers[] = {"1", "1.1", "1.2", "2", "2.1"};
    for (int i = 0; i < 5; i++)
        assert_string_equal(d->blocks[i].number, numbers[i]);
}

static bool is_id(const char *id)
{
    return id[0] != '\0' && id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static void ids_are_plain_and_no_two_alike(void **state)
{
    struct document *d = start(*state);
    static const char *const names[] = {
        "The cluster", "the  CLUSTER!", "<script>", "\u65E5\u672C", "", "---", "script", "part"};
    enum { N = sizeof names / sizeof names[0] };
    for (int i = 0; i < N; i++)
        document_heading(d, 1, "%s", names[i]);
    for (int i = 0; i < N; i++)
        document_figure(d, names[i], FIGURE_WATERFALL, NULL);
    for (int i = 0; i < d->n; i++) {
        assert_true(is_id(d->blocks[i].id));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(d->blocks[i].id, d->blocks[k].id);
    }
    assert_string_equal(d->blocks[0].id, "the-cluster");
    assert_string_equal(d->blocks[1].id, "the-cluster-2");
}

static void texts_are_as_long_as_they_are(void **state)
{
    struct fixture *f = *state;
    struct document *d = start(f);
    char *longest = arena_alloc(&f->arena, 100001);
    memset(longest, 'x', 100000);
    document_paragraph(d, "%s!", longest);
    assert_int_equal(strlen(d->blocks[0].text), 100001);
}

static void the_lead_comes_first_and_numbers_stay(void **state)
{
    struct document *d = start(*state);
    document_heading(d, 1, "One");
    document_paragraph(d, "in it");
    int lead = d->n;
    document_paragraph(d, "before all");
    document_break(d);
    document_lead(d, lead);
    static const enum block_kind kinds[] = {BLOCK_PARAGRAPH, BLOCK_BREAK, BLOCK_HEADING,
                                            BLOCK_PARAGRAPH};
    assert_int_equal(d->n, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(d->blocks[i].kind, kinds[i]);
    assert_string_equal(d->blocks[0].text, "before all");
    document_heading(d, 1, "Two");
    assert_string_equal(d->blocks[4].number, "2");
}

static void what_is_forgotten_leaves_no_number(void **state)
{
    struct document *d = start(*state);
    document_heading(d, 1, "One");
    document_heading(d, 2, "Part");
    int before = d->n;
    document_heading(d, 1, "Two");
    document_heading(d, 2, "Part of two");
    document_forget(d, before);
    document_heading(d, 2, "Next");
    document_heading(d, 1, "Two again");
    assert_int_equal(d->n, 4);
    assert_string_equal(d->blocks[2].number, "1.2");
    assert_string_equal(d->blocks[3].number, "2");
}

static void columns_without_a_cell_are_left_out(void **state)
{
    struct fixture *f = *state;
    struct document *d = start(f);
    static const struct column columns[] = {
        {"a", DIM_NUMBER}, {"b", DIM_OPS}, {"c", DIM_TIME}, {"d", DIM_NUMBER}};
    struct table table;
    table_init(&table, &f->arena, columns, 4);
    table.title = "title";
    table_note(&table, "note");
    for (int r = 0; r < 3; r++) {
        struct cell *c = table_row(&table);
        c[0] = r == 1 ? cell_text("x") : cell_text(NULL);
        c[2] = cell_number(r);
    }
    document_put_table(d, &table);
    const struct table *put = d->blocks[0].table;
    assert_int_equal(put->n_columns, 2);
    assert_string_equal(put->columns[0].name, "a");
    assert_string_equal(put->columns[1].name, "c");
    assert_int_equal(put->n_rows, 3);
    assert_true(put->cells[2 * 2 + 1].number == 2);
    assert_string_equal(put->title, "title");
    assert_string_equal(put->notes[0], "note");
}

static void addresses_are_told_from_text(void **state)
{
    (void)state;
    static const char *const good[] = {"https://x", "http://a.b/c?d=e&f#g", "https://a/~b_c%20"};
    static const char *const bad[] = {"",
                                      "https://",
                                      "http:/x",
                                      "ftp://x",
                                      "see https://x",
                                      "https://x y",
                                      "https://x\"",
                                      "https://x'onclick",
                                      "https://<script>",
                                      "https://\u65E5",
                                      "javascript:alert(1)",
                                      "https://x\n"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(document_is_url(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(document_is_url(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(headings_are_numbered_within_their_section),
                                       SUITE_TEST(ids_are_plain_and_no_two_alike),
                                       SUITE_TEST(texts_are_as_long_as_they_are),
                                       SUITE_TEST(the_lead_comes_first_and_numbers_stay),
                                       SUITE_TEST(what_is_forgotten_leaves_no_number),
                                       SUITE_TEST(columns_without_a_cell_are_left_out),
                                       SUITE_TEST(addresses_are_told_from_text)};
    return suite_run("document", tests, sizeof tests / sizeof tests[0]);
}
