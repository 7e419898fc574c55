/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/suite.h"

#include "base/utf8.h"
#include "render/textfit.h"

#include <string.h>

static const struct textfit fit = {.measure = textfit_cells};

static void long_text_is_shortened_in_the_middle(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double width;
        const char *want;
    } rows[] = {
        {"4k randread", 11, "4k randread"},
        {"4k randread", 10, "4k ra\u2026read"},
        {"4k randread", 2, "4\u2026"},
        {"4k randread", 1, "\u2026"},
        {"4k randread", 0.5, ""},
        {"\u65E5\u672C\u8A9E\u306E", 7, "\u65E5\u672C\u2026\u306E"},
        {"\u65E5\u672C\u8A9E\u306E", 6, "\u65E5\u2026\u306E"},
        {"e\u0301e\u0301e\u0301e\u0301", 3, "e\u0301\u2026e\u0301"},
        {"", 0, ""},
    };
    struct arena arena;
    arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(textfit_shorten(&fit, &arena, rows[i].text, rows[i].width),
                            rows[i].want);
    arena_free(&arena);
}

static void lines_break_where_they_may(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double width;
        const char *joined; /* lines joined by | */
    } rows[] = {
        {"", 10, ""},
        {"   ", 10, ""},
        {"one two three", 20, "one two three"},
        {"one two three", 7, "one two|three"},
        {"one two three", 8, "one two|three"},
        {"one  two", 4, "one|two"},
        {"network.public/cluster", 15, "network.public/|cluster"},
        {"abcdefghij", 4, "abcd|efgh|ij"},
        {"\u65E5\u672C\u8A9E\u306E", 5, "\u65E5\u672C|\u8A9E\u306E"},
        {"\u65E5\u672C", 1, "\u65E5|\u672C"},
    };
    struct arena arena;
    arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char **lines;
        int n = textfit_wrap(&fit, &arena, rows[i].text, rows[i].width, &lines);
        const char *joined = "";
        for (int j = 0; j < n; j++)
            joined = arena_printf(&arena, "%s%s%s", joined, j == 0 ? "" : "|", lines[j]);
        assert_string_equal(joined, rows[i].joined);
    }
    arena_free(&arena);
}

/* Whatever the width, no line is wider (but a single wide character) and no letter is lost. */
static void wrapping_keeps_every_letter(void **state)
{
    (void)state;
    static const char text[] =
        "The estimate of 4k-randread/rbd is \u65E5\u672C\u8A9E bound by e\u0301e\u0301 cpu";
    for (int width = 1; width < 60; width++) {
        struct arena arena;
        arena_init(&arena, NULL);
        const char **lines;
        int n = textfit_wrap(&fit, &arena, text, width, &lines);
        const char *p = text;
        for (int i = 0; i < n; i++) {
            assert_true(utf8_cells(lines[i]) <= (size_t)(width < 2 ? 2 : width));
            p += strspn(p, " ");
            assert_memory_equal(p, lines[i], strlen(lines[i]));
            p += strlen(lines[i]);
        }
        assert_string_equal(p, "");
        arena_free(&arena);
    }
}

static double count_cells(void *context, const char *text, size_t length)
{
    size_t *measured = context;
    *measured += length;
    return textfit_cells(NULL, text, length);
}

/* Lines are as long as they may be, and a long text takes time in proportion to its length. */
static void a_long_text_is_measured_in_proportion(void **state)
{
    (void)state;
    enum { LENGTH = 20000 };
    for (int width = 10; width < 1000; width += 90) {
        struct arena arena;
        arena_init(&arena, NULL);
        const char **lines;
        size_t measured = 0;
        const struct textfit counting = {.measure = count_cells, .context = &measured};
        char *text = arena_alloc(&arena, LENGTH + 1);
        memset(text, 'a', LENGTH);
        int n = textfit_wrap(&counting, &arena, text, width, &lines);
        assert_int_equal(n, (LENGTH + width - 1) / width);
        for (int i = 0; i < n - 1; i++)
            assert_int_equal(strlen(lines[i]), width);
        assert_true(measured < (size_t)60 * LENGTH);
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_text_is_shortened_in_the_middle),
        cmocka_unit_test(lines_break_where_they_may),
        cmocka_unit_test(wrapping_keeps_every_letter),
        cmocka_unit_test(a_long_text_is_measured_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
