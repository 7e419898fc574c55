/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a text that could be read as anything but itself is quoted. */
#include "load/yamlout.h"

#include "base/utf8.h"
#include "model/device.h"

#include <ctype.h>
#include <string.h>

/* -- quantities -- */

struct unit {
    const char *name;
    double factor;
};

static const struct unit *units_of(enum dim dim)
{
    static const struct unit bytes[] = {{"B", 1},        {"KiB", 0x1p10}, {"MiB", 0x1p20},
                                        {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"GB", 1e9},
                                        {"TB", 1e12},    {"PB", 1e15},    {NULL, 0}};
    static const struct unit blocks[] = {
        {"B", 1}, {"k", 0x1p10}, {"M", 0x1p20}, {"G", 0x1p30}, {NULL, 0}};
    static const struct unit rates[] = {
        {"B/s", 1}, {"MB/s", 1e6}, {"MiB/s", 0x1p20}, {"GB/s", 1e9}, {NULL, 0}};
    static const struct unit links[] = {{"bit/s", 0.125}, {"Gbit/s", 1.25e8}, {NULL, 0}};
    static const struct unit times[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {NULL, 0}};
    static const struct unit growths[] = {{"%/y", 0.01}, {NULL, 0}};
    static const struct unit watts[] = {{"W", 1}, {NULL, 0}};
    static const struct unit drive_writes[] = {{" DWPD", 1}, {NULL, 0}};
    static const struct unit plain[] = {{"", 1}, {NULL, 0}};
    static const struct unit *const of_dim[DIM_COUNT] = {
        [DIM_CAPACITY] = bytes, [DIM_BLOCK] = blocks, [DIM_RATE] = rates,
        [DIM_LINK] = links,     [DIM_TIME] = times,   [DIM_DURATION] = times,
        [DIM_GROWTH] = growths, [DIM_POWER] = watts,  [DIM_ENDURANCE] = drive_writes};
    return of_dim[dim] == NULL ? plain : of_dim[dim];
}

/* The number in one unit by as few digits as read back, without an exponent; empty when none do. */
static void in_unit(enum dim dim, double value, const struct unit *unit, char *buf, size_t size)
{
    double number = value / unit->factor, back;
    int exponent = number == 0 ? 0 : (int)floor(log10(fabs(number)));
    for (int digits = 1; digits <= 17; digits++) {
        struct err ignored = ERR_INIT;
        int decimals = digits - 1 - exponent;
        (void)snprintf(buf, size, "%.*f%s", decimals > 0 ? decimals : 0, number, unit->name);
        if (units_parse(dim, buf, &back, &ignored) && back == value)
            return;
    }
    buf[0] = '\0';
}

/* People read 180.81ms better than 0.18081s, and 2.9MB/s better than 2900000B/s. */
static size_t awkwardness(double value, const struct unit *unit, const char *text)
{
    double number = fabs(value) / unit->factor;
    return strlen(text) + (number >= 1 && number < 1000 ? 0 : 3);
}

void yamlout_quantity(enum dim dim, double value, char *buf, size_t size)
{
    char best[64] = "", text[64];
    size_t least = SIZE_MAX;
    for (const struct unit *unit = units_of(dim); unit->name != NULL; unit++) {
        in_unit(dim, value, unit, text, sizeof text);
        size_t length = awkwardness(value, unit, text);
        if (text[0] == '\0' || length > least)
            continue;
        least = length;
        memcpy(best, text, sizeof best);
    }
    if (best[0] == '\0')
        (void)snprintf(best, sizeof best, "0%s", units_of(dim)->name);
    (void)snprintf(buf, size, "%s", best);
}

/* -- text -- */

static bool is_word_of_yaml(const char *text)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no",
                                        "on",   "off",  "y",     "n",   NULL};
    char lower[8];
    size_t n = strlen(text);
    if (n >= sizeof lower)
        return false;
    for (size_t i = 0; i <= n; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], lower) == 0)
            return true;
    return false;
}

static bool is_plain(const char *text)
{
    size_t n = strlen(text);
    if (n == 0 || n > 200 || !isalpha((unsigned char)text[0]) || text[n - 1] == ' ')
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)text[i]) && strchr(" ._/+-", text[i]) == NULL)
            return false;
    return !is_word_of_yaml(text);
}

static void write_text(FILE *out, const char *text)
{
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *p = text; *p != '\0';) {
        const char *start = p;
        uint32_t code = utf8_next(&p);
        if (*start == '"' || *start == '\\')
            fprintf(out, "\\%c", *start);
        else if (code == UTF8_BAD)
            fputs("\xef\xbf\xbd", out);
        else if (code < 0x20 || (code >= 0x7f && code < 0xa0))
            fprintf(out, "\\x%02x", (unsigned)code);
        else if (code == 0xfeff || code == 0x2028 || code == 0x2029 || code == 0xfffe ||
                 code == 0xffff)
            fprintf(out, "\\u%04x", (unsigned)code);
        else
            (void)fwrite(start, 1, (size_t)(p - start), out);
    }
    fputc('"', out);
}

void yamlout_comment(FILE *out, const char *lead, const char *text)
{
    fprintf(out, "# %s", lead);
    for (const char *p = text; *p != '\0';) {
        const char *start = p;
        uint32_t code = utf8_next(&p);
        bool shown = code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code != 0x2028 &&
                     code != 0x2029 && code != 0xfeff && code != UTF8_BAD && code != 0xfffe &&
                     code != 0xffff;
        if (shown)
            (void)fwrite(start, 1, (size_t)(p - start), out);
        else
            fputc(' ', out);
    }
    fputc('\n', out);
}

/* -- members -- */

static const void *member(const struct field *field, const void *object)
{
    return (const char *)object + field->offset;
}

static int count_of(const struct field *field, const void *object)
{
    return *(const int *)(const void *)((const char *)object + field->count_offset);
}

static const void *pointed(const struct field *field, const void *object)
{
    return *(const void *const *)member(field, object);
}

static bool is_absent(const struct field *field, const void *object)
{
    bool counted = field->kind == FIELD_LIST || field->kind == FIELD_TEXTS;
    return field_is_absent(field, object) || (counted && count_of(field, object) == 0);
}

static bool is_scalar(const struct field *field)
{
    return field->kind != FIELD_MAP && field->kind != FIELD_LIST && field->kind != FIELD_DEVICE;
}

/* A device of which only the name is known. */
static const char *bare_name(const struct field *field, const void *device)
{
    const char *name = ((const struct device *)device)->name;
    if (field->kind != FIELD_DEVICE || name == NULL)
        return NULL;
    for (size_t i = 0; i < device_schema.n_fields; i++) {
        const struct field *other = &device_schema.fields[i];
        if (strcmp(other->key, "name") != 0 && !is_absent(other, device))
            return NULL;
    }
    return name;
}

/* May it stand on one line: nothing but scalars and such maps? */
static bool is_flat(const struct schema *schema, const void *object)
{
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        if (is_absent(field, object) || is_scalar(field))
            continue;
        if (field->kind == FIELD_LIST || !is_flat(field->sub, pointed(field, object)))
            return false;
    }
    return true;
}

static void write_flow(const struct schema *schema, const void *object, FILE *out);

static void write_texts(const struct field *field, const void *object, FILE *out)
{
    const char *const *texts = pointed(field, object);
    fputc('[', out);
    for (int i = 0; i < count_of(field, object); i++) {
        fputs(i == 0 ? "" : ", ", out);
        write_text(out, texts[i]);
    }
    fputc(']', out);
}

static void write_scalar(const struct field *field, const void *object, FILE *out)
{
    char text[128];
    if (field->kind == FIELD_TEXT) {
        write_text(out, pointed(field, object));
    } else if (field->kind == FIELD_TEXTS) {
        write_texts(field, object, out);
    } else if (field->kind == FIELD_QUANTITY) {
        yamlout_quantity(field->dim, *(const double *)member(field, object), text, sizeof text);
        fputs(text, out);
    } else {
        field_format(field, object, text, sizeof text);
        fputs(text, out);
    }
}

static void write_flow_value(const struct field *field, const void *object, FILE *out)
{
    const char *name = is_scalar(field) ? NULL : bare_name(field, pointed(field, object));
    if (name != NULL)
        write_text(out, name);
    else if (is_scalar(field))
        write_scalar(field, object, out);
    else
        write_flow(field->sub, pointed(field, object), out);
}

static void write_flow(const struct schema *schema, const void *object, FILE *out)
{
    const char *glue = "{";
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        if (is_absent(field, object))
            continue;
        fprintf(out, "%s%s: ", glue, field->key);
        write_flow_value(field, object, out);
        glue = ", ";
    }
    fputs(*glue == '{' ? "{}" : "}", out);
}

static void write_block(const struct schema *schema, const void *object, int indent, bool dashed,
                        FILE *out);

static void write_list(const struct field *field, const void *object, int indent, FILE *out)
{
    const char *items = pointed(field, object);
    fputc('\n', out);
    for (int i = 0; i < count_of(field, object); i++) {
        const void *item = items + (size_t)i * field->sub->size;
        fprintf(out, "%*s- ", indent + 2, "");
        if (is_flat(field->sub, item)) {
            write_flow(field->sub, item, out);
            fputc('\n', out);
        } else {
            write_block(field->sub, item, indent + 4, true, out);
        }
    }
}

/* `dashed`: the first key stands behind a dash already. */
static void write_block(const struct schema *schema, const void *object, int indent, bool dashed,
                        FILE *out)
{
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        if (is_absent(field, object))
            continue;
        fprintf(out, "%*s%s:", dashed ? 0 : indent, "", field->key);
        dashed = false;
        if (field->kind == FIELD_LIST) {
            write_list(field, object, indent, out);
        } else if (is_scalar(field) || is_flat(field->sub, pointed(field, object))) {
            fputc(' ', out);
            write_flow_value(field, object, out);
            fputc('\n', out);
        } else {
            fputc('\n', out);
            write_block(field->sub, pointed(field, object), indent + 2, false, out);
        }
    }
}

void yamlout_document(const struct schema *schema, const void *object, FILE *out)
{
    write_block(schema, object, 0, false, out);
}
