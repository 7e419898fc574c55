/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of any origin to clean lines; numbers as people of all locales write them. */
#include "support/scratch.h"
#include "support/suite.h"

#include "load/textscan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All lines of some bytes, joined by '|'; a partial one is followed by '+', an unended one by '.'.
 */
static const char *lines_of(struct fixture *f, const void *data, size_t size)
{
    struct textscan *scan = malloc(sizeof *scan);
    struct line line;
    struct err err = ERR_INIT;
    const char *all = "";
    assert_non_null(scan);
    textscan_open_memory(scan, "input", data, size);
    for (int n = 0; textscan_line(scan, &line, &err); n++)
        all = suite_text(f, "%s%s%s%s%s", all, n == 0 ? "" : "|", line.text,
                         line.partial ? "+" : "", line.unended ? "." : "");
    assert_int_equal(err.kind, ERR_NONE);
    textscan_close(scan);
    free(scan);
    return all;
}

#define LINES(f, bytes) lines_of(f, bytes, sizeof(bytes) - 1)

static void line_ends(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(LINES(f, "a\nb\n"), "a|b");
    assert_string_equal(LINES(f, "a\r\nb\r\n"), "a|b");
    assert_string_equal(LINES(f, "a\rb\r"), "a|b");
    assert_string_equal(LINES(f, "a\n\r\nb"), "a||b.");
    assert_string_equal(LINES(f, "a\r\rb\n"), "a||b");
    assert_string_equal(LINES(f, ""), "");
    assert_string_equal(LINES(f, "\n"), "");
}

/* A progress bar's carriage returns, without a line feed to the end. */
static void either_line_end_alone_is_found_soon(void **state)
{
    struct fixture *f = *state;
    enum { SIZE = 4000000 };
    struct textscan *scan = arena_alloc(&f->arena, sizeof *scan);
    char *bytes = arena_alloc(&f->arena, SIZE);
    for (const char *end = "\r\n"; *end != '\0'; end++) {
        struct line line;
        struct err err = ERR_INIT;
        int n = 0;
        memset(bytes, *end, SIZE);
        double start = scratch_seconds();
        textscan_open_memory(scan, "input", bytes, SIZE);
        while (textscan_line(scan, &line, &err))
            n++;
        textscan_close(scan);
        double took = scratch_seconds() - start;
        print_message("    %.0f ms\n", 1e3 * took);
        assert_int_equal(n, SIZE);
        assert_true(took < 0.4 * scratch_slowness());
    }
}

static void encodings(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(LINES(f, "\xef\xbb\xbf"
                                 "a\n"),
                        "a");
    assert_string_equal(LINES(f, "\xff\xfe"
                                 "a\0\n\0\xe9\0"
                                 "b\0\n\0"),
                        "a|\xc3\xa9"
                        "b");
    assert_string_equal(LINES(f, "\xfe\xff\0a\0\n\0b\0\n"), "a|b");
    assert_string_equal(LINES(f, "a\0b\0c\0\n\0d\0e\0f\0\n\0"), "abc|def"); /* without a mark */
    assert_string_equal(LINES(f, "\xff\xfe\x3d\xd8\x19\xdc\n\0"), "\xf0\x9f\x90\x99"); /* a pair */
    assert_string_equal(LINES(f, "1\xc2\xa0"
                                 "234\xe2\x80\xaf"
                                 "567\n"),
                        "1 234 567");
    assert_string_equal(LINES(f, "a\xff"
                                 "b\xc3\n"),
                        "a?b?");
}

static void terminals(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(LINES(f, "\x1b[1;32mgreen\x1b[0m plain\n"), "green plain");
    assert_string_equal(LINES(f, "a\tb\n"), "a\tb");
}

/* The same bytes through a file, whose reads end at any place. */
static void files_and_memory_agree(void **state)
{
    struct fixture *f = *state;
    static const char piece[] = "read: IOPS=1\r\n\xc3\xa9t\xc3\xa9 \xe2\x80\xaf\r\xe6\x97\xa5\n";
    size_t n = 0, size = 3 * TEXTSCAN_CHUNK_B;
    char *bytes = malloc(size);
    struct textscan *scan = malloc(sizeof *scan);
    struct line line;
    struct err err = ERR_INIT;
    assert_true(bytes != NULL && scan != NULL);
    while (n + sizeof piece < size) {
        memcpy(bytes + n, piece, sizeof piece - 1);
        n += sizeof piece - 1;
    }
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    rewind(file);
    textscan_open_file(scan, "file", file);
    const char *wanted[] = {"read: IOPS=1", "\xc3\xa9t\xc3\xa9  ", "\xe6\x97\xa5"};
    int count = 0;
    for (; textscan_line(scan, &line, &err); count++) {
        assert_string_equal(line.text, wanted[count % 3]);
        assert_int_equal(line.number, count + 1);
    }
    assert_int_equal(count, 3 * (int)(n / (sizeof piece - 1)));
    textscan_close(scan);
    assert_int_equal(fclose(file), 0);
    free(scan);
    free(bytes);
    (void)f;
}

/* A line longer than a piece is nobody's, and must not fill the memory. */
static void endless_lines_come_in_pieces(void **state)
{
    size_t size = 3 * (size_t)TEXTSCAN_PIECE_B + 5, length = 0;
    char *bytes = malloc(size);
    struct textscan *scan = malloc(sizeof *scan);
    struct line line;
    struct err err = ERR_INIT;
    int pieces = 0;
    assert_true(bytes != NULL && scan != NULL);
    memset(bytes, '7', size);
    bytes[size - 3] = '\n';
    textscan_open_memory(scan, "input", bytes, size);
    while (textscan_line(scan, &line, &err)) {
        if (line.number == 1) {
            length += line.length;
            assert_true(line.partial && line.length <= TEXTSCAN_PIECE_B);
            pieces++;
        } else {
            assert_string_equal(line.text, "77");
            assert_int_equal(line.number, 2);
        }
    }
    assert_int_equal(length, size - 3);
    assert_true(pieces >= 3 && scan->capacity < 8 * (size_t)TEXTSCAN_PIECE_B);
    textscan_close(scan);
    free(scan);
    free(bytes);
    (void)state;
}

/* -- numbers -- */

static void check_number(const char *text, double wanted, const char *rest)
{
    const char *p = text;
    double value = -1;
    bool ok = text_number(&p, &value);
    if (isnan(wanted)) {
        if (ok || p != text)
            fail_msg("%s was taken for %g", text, value);
    } else if (!ok || value != wanted || strcmp(p, rest) != 0) {
        fail_msg("%s gave %g, rest '%s'", text, value, p);
    }
}

static void plain_numbers(void **state)
{
    (void)state;
    check_number("12", 12, "");
    check_number(" -1.5e3x", -1500, "x");
    check_number("0.5 s", 0.5, " s");
    check_number("5.", 5, "");
    check_number(".25", 0.25, "");
    check_number("1e", 1, "e");
    check_number("1e+", 1, "e+");
    check_number("18446744073709551615", 18446744073709551616.0, "");
    check_number("1.79769e+308", 1.79769e+308, "");
    check_number("0x10", 0, "x10");
    check_number("1e999", UNKNOWN, "");
    check_number("nan", UNKNOWN, "");
    check_number("-nan", UNKNOWN, "");
    check_number("inf", UNKNOWN, "");
    check_number("", UNKNOWN, "");
    check_number("-", UNKNOWN, "");
    check_number(".", UNKNOWN, "");
}

static void check_local(const char *text, bool grouped, double wanted)
{
    const char *p = text;
    double value = -1;
    if (!text_local_number(&p, grouped, &value) || value != wanted)
        fail_msg("%s gave %.10g, not %.10g", text, value, wanted);
}

static void numbers_of_locales(void **state)
{
    (void)state;
    check_local("1,5", false, 1.5);
    check_local("0,044123", false, 0.044123);
    check_local("1.234,5", false, 1234.5);
    check_local("1 234,5", true, 1234.5);
    check_local("1'234.5", false, 1234.5);
    check_local("1,234,567", false, 1234567);
    check_local("1,234,567.8", false, 1234567.8);
    check_local("1.234.567", false, 1234567);
    check_local("1,234", true, 1234);
    check_local("1,234", false, 1.234);
    check_local("1.234", true, 1234);
    check_local("12,34", true, 12.34);
    check_local("42", true, 42);
}

static void words_and_keys(void **state)
{
    double value = -1;
    (void)state;
    assert_true(text_begins("abc", "ab") && !text_begins("ab", "abc"));
    assert_true(text_has("abcabd", "abd") && !text_has("abc", "x"));
    assert_true(text_number_after("a= 1 b: 2.5 c", "b:", &value) && value == 2.5);
    assert_false(text_number_after("a= 1", "b:", &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(line_ends),
                                       SUITE_TEST(either_line_end_alone_is_found_soon),
                                       SUITE_TEST(encodings),
                                       SUITE_TEST(terminals),
                                       SUITE_TEST(files_and_memory_agree),
                                       SUITE_TEST(plain_numbers),
                                       SUITE_TEST(endless_lines_come_in_pieces),
                                       SUITE_TEST(numbers_of_locales),
                                       SUITE_TEST(words_and_keys)};
    return suite_run("textscan", tests, sizeof tests / sizeof tests[0]);
}
