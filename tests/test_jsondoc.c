/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as tools print it: what is no JSON but means something is read, the rest refused with its
 * place. */
#include "support/suite.h"

#include "load/jsondoc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct jnode *parse(void **state, const char *text, struct err *err)
{
    struct fixture *f = *state;
    char *copy = strdup(text);
    assert_non_null(copy);
    const struct jnode *root = jsondoc_parse(&f->arena, "input", 3, 5, copy, strlen(copy), err);
    free(copy);
    return root;
}

static const struct jnode *good(void **state, const char *text)
{
    struct err err = ERR_INIT;
    const struct jnode *root = parse(state, text, &err);
    if (root == NULL)
        fail_msg("%s: %s", text, err.text);
    return root;
}

static double number_in(void **state, const char *text, const char *key)
{
    const struct jnode *root = good(state, text);
    double value = jnode_get_number(root, key);
    return value;
}

static void numbers(void **state)
{
    assert_true(number_in(state, "{\"a\": 1.5}", "a") == 1.5);
    assert_true(number_in(state, "{\"a\": \"4096\"}", "a") == 4096);
    assert_true(isnan(number_in(state, "{\"a\": \"4k\"}", "a")));
    assert_true(isnan(number_in(state, "{\"a\": null}", "a")));
    assert_true(isnan(number_in(state, "{\"a\": true}", "a")));
    assert_true(isnan(number_in(state, "{\"b\": 1}", "a")));
    assert_true(number_in(state, "{\"a\": 18446744073709551615}", "a") == 18446744073709551616.0);
    assert_true(number_in(state, "{\"a\": 1.79769e+308}", "a") == 1.79769e+308);
}

/* printf's words for what is no number. */
static void numbers_that_are_none(void **state)
{
    static const char *const words[] = {"-nan", "nan", "NaN", "inf", "-inf", "Infinity", "1e999"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "{\"a\": %s, \"b\": [%s], \"c\": 2}", words[i], words[i]);
        assert_true(isnan(number_in(state, text, "a")));
        assert_true(number_in(state, text, "c") == 2);
    }
    const struct jnode *root = good(state, "{\"a\": \"-nan inf\", \"nan\": 1}");
    assert_string_equal(jnode_get_text(root, "a"), "-nan inf");
    assert_true(jnode_get_number(root, "nan") == 1);
}

static void text_between_values(void **state)
{
    assert_true(number_in(state,
                          "{\"a\": [1,\nCleaning up (deleting benchmark objects)\n2],\n\"c\": 7}",
                          "c") == 7);
}

static void a_python_dictionary(void **state)
{
    const struct jnode *root =
        good(state, "{'a': 1, 'b': u'x', 'c': True, 'd': None, 'e': \"it's\"}");
    assert_true(jnode_get_number(root, "a") == 1);
    assert_string_equal(jnode_get_text(root, "b"), "x");
    assert_int_equal(jnode_bool(jnode_get(root, "c")), 1);
    assert_null(jnode_get_text(root, "d"));
    assert_string_equal(jnode_get_text(root, "e"), "it's");
}

static void truth(void **state)
{
    const struct jnode *root =
        good(state, "{\"t\": true, \"f\": false, \"one\": \"1\", \"zero\": 0, \"x\": \"y\"}");
    assert_int_equal(jnode_bool(jnode_get(root, "t")), 1);
    assert_int_equal(jnode_bool(jnode_get(root, "f")), 0);
    assert_int_equal(jnode_bool(jnode_get(root, "one")), 1);
    assert_int_equal(jnode_bool(jnode_get(root, "zero")), 0);
    assert_int_equal(jnode_bool(jnode_get(root, "x")), -1);
    assert_int_equal(jnode_bool(NULL), -1);
}

/* -- refusals -- */

static void check_place(void **state, const char *text, int line, int col)
{
    struct err err = ERR_INIT;
    const struct jnode *root = parse(state, text, &err);
    if (root != NULL)
        fail_msg("%s was taken for JSON", text);
    assert_int_equal(err.kind, ERR_INPUT);
    if (err.line != line || (col > 0 && err.col != col))
        fail_msg("%s: the error is at %d:%d: %s", text, err.line, err.col, err.text);
}

/* The document begins at line 3, column 5 of its input. */
static void errors_have_a_place(void **state)
{
    check_place(state, "{\"a\" 1}", 3, 0);
    check_place(state, "{\"a\": 1,\n \"b\" 2}", 4, 0);
    check_place(state, "{\"a\": 1,\n\n \"b\": }", 5, 0);
    check_place(state, "{\"a\": 1", 3, 0);
    check_place(state, "[1, 2", 3, 0);
    check_place(state, "", 3, 0);
}

static void deep_documents_are_refused(void **state)
{
    size_t n = 300000;
    char *text = malloc(n + 1);
    struct err err = ERR_INIT;
    assert_non_null(text);
    memset(text, '[', n);
    text[n] = '\0';
    assert_null(parse(state, text, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    free(text);
}

/* -- where a document ends -- */

static size_t length_of(const char *text, size_t step)
{
    struct jsonscan scan;
    size_t n = 0, size = strlen(text);
    jsonscan_init(&scan);
    while (n < size && !scan.ended) {
        size_t some = size - n < step ? size - n : step;
        n += jsonscan_feed(&scan, text + n, some);
    }
    return scan.ended ? n : 0;
}

/* However the bytes come. */
static void the_end_of_a_document(void **state)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"{} tail", 2},      {"{\"a\": \"}\"} {", 10}, {"{\"a\": \"\\\"}\"}x", 12},
                 {"[[1], [2]]]", 10}, {"{'a': '}'} x", 10},     {"{\"a\": \"it's\"} 'x", 13},
                 {"{\"a\": 1", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t step = 1; step < 20; step++)
            if (length_of(cases[i].text, step) != cases[i].length)
                fail_msg("%s in steps of %zu ends after %zu", cases[i].text, step,
                         length_of(cases[i].text, step));
}

static void what_only_looks_like_a_document(void **state)
{
    (void)state;
    assert_true(jsonscan_begins("{\"a\": 1}"));
    assert_true(jsonscan_begins("{ }"));
    assert_true(jsonscan_begins("{\n"));
    assert_true(jsonscan_begins("[{\"a\": 1}]"));
    assert_true(jsonscan_begins("{'a': 1}"));
    assert_false(jsonscan_begins("[root@host ~]# fio"));
    assert_false(jsonscan_begins("[Read]"));
    assert_false(jsonscan_begins("[r=15.0k IOPS]"));
    assert_false(jsonscan_begins("[ 2198], 99.50th"));
}

/* An empty object takes seventy times its text. */
static void values_in_memory_are_bounded(void **state)
{
    struct fixture *f = *state;
    enum { OBJECTS = 3000000 };
    struct err err = ERR_INIT;
    size_t size = 3 * (size_t)OBJECTS;
    char *text = arena_alloc(&f->arena, size + 1);
    for (size_t i = 0; i < OBJECTS; i++)
        memcpy(text + 3 * i, i == 0 ? "[{}" : ",{}", 3);
    text[size++] = ']';
    size_t before = f->arena.used_B;
    assert_null(jsondoc_parse(&f->arena, "input", 3, 5, text, size, &err));
    assert_true(f->arena.used_B - before < 2 * (size_t)JSONDOC_VALUES_MAX_B);
    assert_int_equal(err.line, 3);
    assert_non_null(strstr(err.text, "allowed: smaller documents"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(numbers),
                                       SUITE_TEST(numbers_that_are_none),
                                       SUITE_TEST(text_between_values),
                                       SUITE_TEST(a_python_dictionary),
                                       SUITE_TEST(truth),
                                       SUITE_TEST(errors_have_a_place),
                                       SUITE_TEST(deep_documents_are_refused),
                                       SUITE_TEST(values_in_memory_are_bounded),
                                       SUITE_TEST(the_end_of_a_document),
                                       SUITE_TEST(what_only_looks_like_a_document)};
    return suite_run("jsondoc", tests, sizeof tests / sizeof tests[0]);
}
