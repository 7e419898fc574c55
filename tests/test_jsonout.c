/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right values: RFC 8259; whole documents are read back by jansson. */
#include "support/suite.h"

#include "render/jsonout.h"

#include <jansson.h>
#include <stdlib.h>

struct sink {
    struct jsonout json;
    FILE *file;
    char *text;
    size_t size;
};

static void sink_open(struct sink *s, int indent)
{
    s->file = open_memstream(&s->text, &s->size);
    assert_non_null(s->file);
    jsonout_begin(&s->json, s->file, indent);
}

static void sink_expect(struct sink *s, const char *want)
{
    jsonout_end(&s->json);
    assert_int_equal(fclose(s->file), 0);
    assert_string_equal(s->text, want);
    free(s->text);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *json;
    } rows[] = {
        {"", "\"\"\n"},
        {"4k randread", "\"4k randread\"\n"},
        {"a\"b\\c/d", "\"a\\\"b\\\\c/d\"\n"},
        {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"\n"},
        {"\x01\x1F\x7F", "\"\\u0001\\u001f\\u007f\"\n"},
        {"\u65E5\u672C \U0001F600", "\"\u65E5\u672C \U0001F600\"\n"},
        {"bad \xFF\xC3", "\"bad \uFFFD\uFFFD\"\n"},
        {NULL, "null\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sink s;
        sink_open(&s, 2);
        jsonout_text(&s.json, rows[i].text);
        sink_expect(&s, rows[i].json);
    }
}

static void numbers_read_back_and_what_is_none_is_null(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *json;
    } rows[] = {
        {0, "0\n"},          {0.1, "0.1\n"},        {20622, "20622\n"},
        {1e6, "1000000\n"},  {-2.5, "-2.5\n"},      {1.0 / 3, "0.333333333333\n"},
        {UNKNOWN, "null\n"}, {UNLIMITED, "null\n"}, {-UNLIMITED, "null\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sink s;
        sink_open(&s, 2);
        jsonout_number(&s.json, rows[i].number);
        sink_expect(&s, rows[i].json);
    }
}

static void ranges_say_what_is_known(void **state)
{
    (void)state;
    static const struct {
        struct range range;
        const char *json;
    } rows[] = {
        {{1, 2, 3}, "{\"p10\": 1, \"p50\": 2, \"p90\": 3}\n"},
        {{684, UNKNOWN, 2052}, "{\"min\": 684, \"max\": 2052}\n"},
        {{UNKNOWN, 5, UNKNOWN}, "{\"p10\": null, \"p50\": 5, \"p90\": null}\n"},
        {{UNKNOWN, UNKNOWN, UNKNOWN}, "null\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sink s;
        sink_open(&s, 2);
        jsonout_range(&s.json, rows[i].range);
        sink_expect(&s, rows[i].json);
    }
}

static void documents_are_indented(void **state)
{
    (void)state;
    struct sink s;
    sink_open(&s, 1);
    jsonout_object(&s.json);
    jsonout_key_text(&s.json, "cephplan", "estimate/1");
    jsonout_key_array(&s.json, "bounds");
    jsonout_object(&s.json);
    jsonout_key_int(&s.json, "iops", 7);
    jsonout_key_bool(&s.json, "binds", true);
    jsonout_close(&s.json);
    jsonout_null(&s.json);
    jsonout_close(&s.json);
    jsonout_key_array(&s.json, "none");
    jsonout_close(&s.json);
    jsonout_key_object(&s.json, "empty");
    jsonout_close(&s.json);
    jsonout_close(&s.json);
    sink_expect(&s, "{\n \"cephplan\": \"estimate/1\",\n \"bounds\": [\n  {\n   \"iops\": 7,\n"
                    "   \"binds\": true\n  },\n  null\n ],\n \"none\": [],\n \"empty\": {}\n}\n");
}

static void another_reader_understands_it(void **state)
{
    (void)state;
    struct sink s;
    sink_open(&s, 2);
    jsonout_object(&s.json);
    jsonout_key_text(&s.json, "na\"me\n", "\u65E5\\\x02");
    jsonout_key_number(&s.json, "tiny", 4.9e-324);
    jsonout_key_number(&s.json, "huge", 1.7976931348623157e308);
    jsonout_key_range(&s.json, "iops", (struct range){1.5, 2.5, 3.5});
    jsonout_close(&s.json);
    jsonout_end(&s.json);
    assert_int_equal(fclose(s.file), 0);
    json_t *root = json_loads(s.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "na\"me\n")), "\u65E5\\\x02");
    assert_true(json_real_value(json_object_get(root, "tiny")) == 4.9e-324);
    assert_true(json_real_value(json_object_get(root, "huge")) == 1.79769313486e308);
    assert_true(json_real_value(json_object_get(json_object_get(root, "iops"), "p50")) == 2.5);
    json_decref(root);
    free(s.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(numbers_read_back_and_what_is_none_is_null),
        cmocka_unit_test(ranges_say_what_is_known),
        cmocka_unit_test(documents_are_indented),
        cmocka_unit_test(another_reader_understands_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
