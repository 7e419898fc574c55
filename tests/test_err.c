/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors: the first wins, places, exit statuses, printable output, nearest words. */
#include "support/suite.h"

#include "base/err.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static void the_first_error_wins(void **state)
{
    (void)state;
    struct err err = ERR_INIT;
    assert_false(err_set(&err, ERR_MODEL, "first %d", 1));
    assert_false(err_set(&err, ERR_IO, "second"));
    assert_false(err_at(&err, "file", 1, 2, "third"));
    assert_int_equal(err.kind, ERR_MODEL);
    assert_string_equal(err.text, "first 1");
    assert_string_equal(err.file, "");
    assert_false(err_set(NULL, ERR_IO, "nobody asks"));
    assert_false(err_at(NULL, "file", 1, 2, "nobody asks"));
}

static void a_place_is_given_once(void **state)
{
    (void)state;
    struct err none = ERR_INIT, set = ERR_INIT, at = ERR_INIT;
    err_locate(&none, "a.yaml", 1, 2);
    err_locate(NULL, "a.yaml", 1, 2);
    assert_string_equal(none.file, "");
    (void)err_set(&set, ERR_INPUT, "text");
    err_locate(&set, "a.yaml", 3, 4);
    err_locate(&set, "b.yaml", 5, 6);
    assert_string_equal(set.file, "a.yaml");
    assert_int_equal(set.line, 3);
    assert_int_equal(set.col, 4);
    (void)err_at(&at, "c.yaml", 7, 8, "text");
    err_locate(&at, "d.yaml", 9, 10);
    assert_string_equal(at.file, "c.yaml");
    assert_int_equal(at.kind, ERR_INPUT);
}

static void kinds_have_their_exit_status(void **state)
{
    (void)state;
    static const struct {
        enum err_kind kind;
        int status;
    } rows[] = {{ERR_NONE, 0}, {ERR_USAGE, 2}, {ERR_INPUT, 3}, {ERR_MODEL, 4}, {ERR_IO, 5}};
    for (size_t i = 0; i < N_OF(rows); i++)
        assert_int_equal(err_exit_status(rows[i].kind), rows[i].status);
}

static void unknown_parts_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        int line, col;
        const char *text;
    } rows[] = {{"", 0, 0, "what"},
                {"", 3, 4, "what"},
                {"f.yaml", 0, 0, "f.yaml: what"},
                {"f.yaml", 3, 0, "f.yaml:3: what"},
                {"f.yaml", 3, 4, "f.yaml:3:4: what"}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        char text[100];
        struct err err = ERR_INIT;
        (void)err_at(&err, rows[i].file, rows[i].line, rows[i].col, "what");
        err_format(&err, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

/* What a document says must not move the cursor, colour the terminal or break the line. */
static void output_is_printable(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed;
    } rows[] = {
        {"plain ~", "plain ~"},
        {"\x1b[2Jgone", "?[2Jgone"},
        {"two\nlines\ttab\rback\x7f", "two?lines?tab?back?"},
        {"K\xc3\xb6ln \xe6\x9d\xb1\xe4\xba\xac \xf0\x9f\x98\x80",
         "K\xc3\xb6ln \xe6\x9d\xb1\xe4\xba\xac \xf0\x9f\x98\x80"},
        {"\xc2\x9b"
         "31m C1",
         "??31m C1"},
        {"cut \xe6\x9d", "cut ??"},
        {"cut \xf0\x9f\x98", "cut ???"},
        {"long form \xc0\xaf\xe0\x80\xaf", "long form ?????"},
        {"surrogate \xed\xa0\x80", "surrogate ???"},
        {"too large \xf4\x90\x80\x80\xff", "too large ?????"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        char text[100];
        struct err err = ERR_INIT;
        (void)err_set(&err, ERR_INPUT, "%s", rows[i].text);
        err_format(&err, text, sizeof text);
        assert_string_equal(text, rows[i].printed);
    }
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    char longest[5000], printed[50] = "";
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    struct err err = ERR_INIT;
    (void)err_at(&err, longest, 1, 2, "%s", longest);
    assert_int_equal(strlen(err.file), sizeof err.file - 1);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    err_format(&err, printed, sizeof printed);
    assert_int_equal(strlen(printed), sizeof printed - 1);
    err_format(&err, printed, 1);
    assert_string_equal(printed, "");
}

static void the_nearest_word_is_found(void **state)
{
    (void)state;
    static const char *const words[] = {"count", "device", "osds_per_device",
                                        "db",    "wal",    "journal"};
    static const struct {
        const char *word, *nearest;
    } rows[] = {{"cuont", "count"},  {"coutn", "count"},   {"Count", "count"},
                {"counts", "count"}, {"devcie", "device"}, {"osd_per_device", "osds_per_device"},
                {"DB", "db"},        {"walk", "wal"},      {"jornal", "journal"},
                {"d", "db"},         {"", NULL},           {"xyz", NULL},
                {"capacity", NULL},  {"dd", "db"}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        const char *nearest = err_nearest(rows[i].word, words, N_OF(words));
        if (rows[i].nearest == NULL)
            assert_null(nearest);
        else
            assert_string_equal(nearest, rows[i].nearest);
    }
    assert_null(err_nearest("count", words, 0));
}

static void an_abbreviation_is_understood(void **state)
{
    (void)state;
    static const char *const words[] = {"size", "min_size", "device_class", "failure_domain",
                                        "pg_num"};
    static const struct {
        const char *word, *nearest;
    } rows[] = {{"devclass", "device_class"},
                {"DevClass", "device_class"},
                {"class", "device_class"},
                {"domain", "failure_domain"},
                {"faildom", "failure_domain"},
                {"siz", "size"},
                {"num", "pg_num"},
                {"evclass", NULL},
                {"dc", NULL},
                {"", NULL},
                {"classdev", NULL},
                {"device_classes", NULL}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        const char *nearest = err_abbreviated(rows[i].word, words, N_OF(words));
        if (rows[i].nearest == NULL)
            assert_null(nearest);
        else
            assert_string_equal(nearest, rows[i].nearest);
    }
}

/* Words longer than any key cost nothing and match nothing. */
static void long_words_have_no_neighbour(void **state)
{
    (void)state;
    static char word[100000];
    memset(word, 'a', sizeof word - 1);
    const char *const words[] = {"aaaa", word};
    assert_null(err_nearest(word, words, 2));
    assert_string_equal(err_nearest("aaab", words, 2), "aaaa");
}

static void the_nearest_is_bounded_by_edits(void **state)
{
    (void)state;
    static const char *const words[] = {"GiB", "TiB"};
    assert_string_equal(err_nearest("Gbit", words, 2), "GiB");
    assert_null(err_nearest_within("Gbit", words, 2, 1));
    assert_string_equal(err_nearest_within("giB", words, 2, 1), "GiB");
    assert_string_equal(err_hint("GiB").text, " (did you mean 'GiB'?)");
    assert_string_equal(err_hint(NULL).text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_first_error_wins),         SUITE_TEST(a_place_is_given_once),
        SUITE_TEST(kinds_have_their_exit_status), SUITE_TEST(unknown_parts_are_left_out),
        SUITE_TEST(output_is_printable),          SUITE_TEST(long_texts_are_cut),
        SUITE_TEST(the_nearest_word_is_found),    SUITE_TEST(an_abbreviation_is_understood),
        SUITE_TEST(long_words_have_no_neighbour), SUITE_TEST(the_nearest_is_bounded_by_edits),
    };
    return suite_run("err", tests, N_OF(tests));
}
