/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour on a terminal adds escapes and changes nothing else; nothing but a terminal gets any. */
#include "support/suite.h"

#include "cli/paint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *painted(const char *text)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    assert_true(paint_text(text, strlen(text), out));
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static void strip(char *text)
{
    char *to = text;
    while (*text != '\0') {
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            *to++ = *text++;
    }
    *to = '\0';
}

static void escapes_are_all_that_is_added(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "no line end",
        "load  iops\n----  ----\na     1\n\nassumed: x\nwarning: y\n- a dash is no rule\n",
        "\n\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *bytes = painted(texts[i]);
        strip(bytes);
        assert_string_equal(bytes, texts[i]);
        free(bytes);
    }
}

static void warnings_stand_out(void **state)
{
    (void)state;
    char *bytes = painted("plain\nwarning: mind\n-----  ---\n");
    assert_string_equal(bytes, "plain\n\033[33mwarning: mind\033[0m\n\033[2m-----  ---\033[0m\n");
    free(bytes);
}

static void files_get_none(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(setenv("TERM", "xterm", 1), 0);
    assert_false(paint_wanted(NULL, file));
    assert_false(paint_wanted("auto", file));
    assert_int_equal(fclose(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_are_all_that_is_added),
        cmocka_unit_test(warnings_stand_out),
        cmocka_unit_test(files_get_none),
    };
    return suite_run("paint", tests, sizeof tests / sizeof tests[0]);
}
