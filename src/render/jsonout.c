/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: `filled[depth - 1]` says whether the open object or array has a member already, so
 * that commas and line ends stand before a member and never after one. */
#include "render/jsonout.h"

#include "base/units.h"
#include "base/utf8.h"

#include <assert.h>
#include <math.h>

void jsonout_begin(struct jsonout *json, FILE *file, int indent)
{
    *json = (struct jsonout){.file = file, .indent = indent};
}

void jsonout_end(struct jsonout *json)
{
    assert(json->depth == 0 && !json->after_key);
    (void)fputc('\n', json->file);
}

static void line(const struct jsonout *json)
{
    (void)fprintf(json->file, "\n%*s", json->depth * json->indent, "");
}

/* What stands before a key, or before a value of an array. */
static void start_member(struct jsonout *json)
{
    if (json->depth == 0)
        return;
    if (json->filled[json->depth - 1])
        (void)fputc(',', json->file);
    json->filled[json->depth - 1] = true;
    line(json);
}

static void start_value(struct jsonout *json)
{
    assert(json->depth == 0 || json->after_key == (json->close[json->depth - 1] == '}'));
    if (!json->after_key)
        start_member(json);
    json->after_key = false;
}

static void open_level(struct jsonout *json, char open, char close)
{
    start_value(json);
    assert(json->depth < JSONOUT_DEPTH_MAX);
    (void)fputc(open, json->file);
    json->close[json->depth] = close;
    json->filled[json->depth] = false;
    json->depth++;
}

void jsonout_object(struct jsonout *json)
{
    open_level(json, '{', '}');
}

void jsonout_array(struct jsonout *json)
{
    open_level(json, '[', ']');
}

void jsonout_close(struct jsonout *json)
{
    assert(json->depth > 0 && !json->after_key);
    json->depth--;
    if (json->filled[json->depth])
        line(json);
    (void)fputc(json->close[json->depth], json->file);
}

static void put_character(FILE *file, uint32_t c, const char *bytes, size_t n)
{
    static const char *const short_forms[0x20] = {
        ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n", ['\f'] = "\\f", ['\r'] = "\\r"};
    if (c < 0x20 && short_forms[c] != NULL)
        (void)fputs(short_forms[c], file);
    else if (c < 0x20 || c == 0x7F)
        (void)fprintf(file, "\\u%04x", (unsigned)c);
    else if (c == '"' || c == '\\')
        (void)fprintf(file, "\\%c", (char)c);
    else if (c == UTF8_BAD)
        (void)fputs("\xEF\xBF\xBD", file);
    else
        (void)fwrite(bytes, 1, n, file);
}

static void put_text(FILE *file, const char *text)
{
    (void)fputc('"', file);
    while (*text != '\0') {
        const char *start = text;
        uint32_t c = utf8_next(&text);
        put_character(file, c, start, (size_t)(text - start));
    }
    (void)fputc('"', file);
}

static void put_number(FILE *file, double number)
{
    char digits[64];
    if (!isfinite(number)) {
        (void)fputs("null", file);
        return;
    }
    units_format_machine(number, digits, sizeof digits);
    (void)fputs(digits, file);
}

void jsonout_key(struct jsonout *json, const char *key)
{
    assert(json->depth > 0 && json->close[json->depth - 1] == '}' && !json->after_key);
    start_member(json);
    put_text(json->file, key);
    (void)fputs(": ", json->file);
    json->after_key = true;
}

void jsonout_text(struct jsonout *json, const char *text)
{
    if (text == NULL) {
        jsonout_null(json);
        return;
    }
    start_value(json);
    put_text(json->file, text);
}

void jsonout_number(struct jsonout *json, double number)
{
    start_value(json);
    put_number(json->file, number);
}

void jsonout_int(struct jsonout *json, long number)
{
    start_value(json);
    (void)fprintf(json->file, "%ld", number);
}

void jsonout_bool(struct jsonout *json, bool truth)
{
    start_value(json);
    (void)fputs(truth ? "true" : "false", json->file);
}

void jsonout_null(struct jsonout *json)
{
    start_value(json);
    (void)fputs("null", json->file);
}

void jsonout_range(struct jsonout *json, struct range range)
{
    if (isnan(range.p10) && isnan(range.p50) && isnan(range.p90)) {
        jsonout_null(json);
        return;
    }
    bool ends = isnan(range.p50);
    start_value(json);
    (void)fputs(ends ? "{\"min\": " : "{\"p10\": ", json->file);
    put_number(json->file, range.p10);
    if (!ends) {
        (void)fputs(", \"p50\": ", json->file);
        put_number(json->file, range.p50);
    }
    (void)fputs(ends ? ", \"max\": " : ", \"p90\": ", json->file);
    put_number(json->file, range.p90);
    (void)fputc('}', json->file);
}

void jsonout_key_text(struct jsonout *json, const char *key, const char *text)
{
    jsonout_key(json, key);
    jsonout_text(json, text);
}

void jsonout_key_number(struct jsonout *json, const char *key, double number)
{
    jsonout_key(json, key);
    jsonout_number(json, number);
}

void jsonout_key_int(struct jsonout *json, const char *key, long number)
{
    jsonout_key(json, key);
    jsonout_int(json, number);
}

void jsonout_key_bool(struct jsonout *json, const char *key, bool truth)
{
    jsonout_key(json, key);
    jsonout_bool(json, truth);
}

void jsonout_key_range(struct jsonout *json, const char *key, struct range range)
{
    jsonout_key(json, key);
    jsonout_range(json, range);
}

void jsonout_key_object(struct jsonout *json, const char *key)
{
    jsonout_key(json, key);
    jsonout_object(json);
}

void jsonout_key_array(struct jsonout *json, const char *key)
{
    jsonout_key(json, key);
    jsonout_array(json);
}
