/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right values: RFC 3629 for decoding, UAX #11 for widths. */
#include "support/suite.h"

#include "base/utf8.h"

#include <string.h>

static void characters_are_read_by_rfc_3629(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t c;
        size_t length;
    } rows[] = {
        {"a", 'a', 1},
        {"\xC2\xB5", 0xB5, 2},
        {"\xE2\x82\xAC", 0x20AC, 3},
        {"\xF0\x9F\x98\x80", 0x1F600, 4},
        {"\xC0\xAF", UTF8_BAD, 1},         /* overlong */
        {"\xE0\x80\xAF", UTF8_BAD, 1},     /* overlong */
        {"\xED\xA0\x80", UTF8_BAD, 1},     /* surrogate */
        {"\xF4\x90\x80\x80", UTF8_BAD, 1}, /* above U+10FFFF */
        {"\xE2\x82", UTF8_BAD, 1},         /* cut short */
        {"\xFF", UTF8_BAD, 1},
        {"\x80", UTF8_BAD, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *p = rows[i].bytes;
        assert_int_equal(utf8_next(&p), rows[i].c);
        assert_int_equal(p - rows[i].bytes, rows[i].length);
    }
}

static void cells_follow_east_asian_width(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t cells;
    } rows[] = {
        {"", 0},
        {"4k randread", 11},
        {"\u65E5\u672C\u8A9E", 6},       /* Japanese */
        {"\uD55C\uAD6D\uC5B4", 6},       /* Korean, composed */
        {"\u1112\u1161\u11AB", 2},       /* Korean, letters that form one syllable */
        {"\u041A\u043B\u0430\u0441", 4}, /* Cyrillic */
        {"e\u0301", 1},                  /* combining accent */
        {"\uFF71", 1},                   /* halfwidth katakana */
        {"\uFF21", 2},                   /* fullwidth A */
        {"\u00B5s \u2026", 4},           /* narrow signs */
        {"a\tb", 2},                     /* control characters have no cell */
        {"\U0001F600", 2},               /* emoji */
        {"\U00020000", 2},               /* the last wide span */
        {"\xFF", 1},                     /* shown as U+FFFD */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(utf8_cells(rows[i].text), rows[i].cells);
}

static void clusters_keep_marks_with_their_letter(void **state)
{
    (void)state;
    const char *accent = "e\u0301x";
    assert_ptr_equal(utf8_cluster_end(accent), accent + 3);
    const char *family = "\U0001F468\u200D\U0001F469x";
    assert_ptr_equal(utf8_cluster_end(family), family + strlen(family) - 1);
    const char *plain = "ab";
    assert_ptr_equal(utf8_cluster_end(plain), plain + 1);
    assert_ptr_equal(utf8_cluster_end(plain + 2), plain + 2);
}

static void cleaning_leaves_text_that_can_be_shown(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL);
    assert_string_equal(utf8_clean(&arena, "a\nb\tc\x7F"), "a b c ");
    assert_string_equal(utf8_clean(&arena, "\xFFx\xE2\x82"), "\uFFFDx\uFFFD\uFFFD");
    assert_string_equal(utf8_clean(&arena, "\u65E5\u0301"), "\u65E5\u0301");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_read_by_rfc_3629),
        cmocka_unit_test(cells_follow_east_asian_width),
        cmocka_unit_test(clusters_keep_marks_with_their_letter),
        cmocka_unit_test(cleaning_leaves_text_that_can_be_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
