/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: patterns are plain enough to mean the same to ECMAScript, as JSON Schema asks, and to
 * POSIX extended expressions. */
#include "cli/json_schema.h"

#include "model/schemas.h"
#include "render/jsonout.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define NUMBER "[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?"

/* The name under $defs: "host group" is host-group. */
static const char *slug(const char *name, char *buf, size_t size)
{
    size_t used = 0;
    for (; *name != '\0' && used + 1 < size; name++) {
        if (isalnum((unsigned char)*name))
            buf[used++] = *name;
        else if (used > 0 && buf[used - 1] != '-')
            buf[used++] = '-';
    }
    buf[used] = '\0';
    return buf;
}

static void refer(struct jsonout *json, const char *name)
{
    char word[80], path[100];
    (void)snprintf(path, sizeof path, "#/$defs/%s", slug(name, word, sizeof word));
    jsonout_key_text(json, "$ref", path);
}

static void types(struct jsonout *json, const char *const *names)
{
    jsonout_key_array(json, "type");
    for (; *names != NULL; names++)
        jsonout_text(json, *names);
    jsonout_close(json);
}

static void words(struct jsonout *json, const char *const *names)
{
    jsonout_key_array(json, "enum");
    for (; *names != NULL; names++)
        jsonout_text(json, *names);
    jsonout_close(json);
}

/* "(B|kB|MB)": what may follow a number; returns whether nothing may. */
static bool units_pattern(enum dim dim, char *buf, size_t size)
{
    bool bare = false;
    size_t used = (size_t)snprintf(buf, size, "(");
    for (int i = 0; units_suffix(dim, i) != NULL; i++) {
        const char *unit = units_suffix(dim, i);
        bare = bare || unit[0] == '\0';
        if (unit[0] != '\0')
            used += (size_t)snprintf(buf + used, size - used, "%s%s", used > 1 ? "|" : "", unit);
    }
    (void)snprintf(buf + used, size - used, ")");
    return bare;
}

static void limits(struct jsonout *json, const struct field *field)
{
    if (isfinite(field->min))
        jsonout_key_number(json, "minimum", field->min);
    if (isfinite(field->max))
        jsonout_key_number(json, "maximum", field->max);
}

static void quantity(struct jsonout *json, const struct field *field)
{
    static const char *const number_or_text[] = {"number", "string", NULL};
    char units[300], pattern[900];
    bool bare = units_pattern(field->dim, units, sizeof units);
    bool plain = strcmp(units, "()") == 0;
    if (field->dim == DIM_LINK)
        (void)snprintf(pattern, sizeof pattern, "^ *(%s *%s? *[+] *)*%s *%s *$", NUMBER, units,
                       NUMBER, units);
    else
        (void)snprintf(pattern, sizeof pattern, "^ *%s *%s%s *$", NUMBER, units, bare ? "?" : "");
    if (plain)
        jsonout_key_text(json, "type", "number");
    else if (bare)
        types(json, number_or_text);
    else
        jsonout_key_text(json, "type", "string");
    if (!plain)
        jsonout_key_text(json, "pattern", pattern);
    if (bare)
        limits(json, field);
}

static void describe(struct jsonout *json, const struct field *field)
{
    char text[600];
    const char *unit = field->kind == FIELD_QUANTITY ? units_help(field->dim) : NULL;
    (void)snprintf(
        text, sizeof text, "%s%s%s%s%s", field->help,
        unit == NULL ? "" : "; unit: ", unit == NULL ? "" : unit,
        field->def == NULL ? "" : "; when absent: ", field->def == NULL ? "" : field->def);
    jsonout_key_text(json, "description", text);
}

static void texts(struct jsonout *json)
{
    static const char *const text[] = {"string", "number", NULL};
    static const char *const list[] = {"string", "number", "array", NULL};
    types(json, list);
    jsonout_key_object(json, "items");
    types(json, text);
    jsonout_close(json);
}

static void value(struct jsonout *json, const struct field *field)
{
    /* YAML reads a version such as 18.2 as a number; the program takes any scalar as text. */
    static const char *const text[] = {"string", "number", NULL};
    switch (field->kind) {
    case FIELD_TEXT:
        types(json, text);
        break;
    case FIELD_TEXTS:
        texts(json);
        break;
    case FIELD_INT:
        jsonout_key_text(json, "type", "integer");
        limits(json, field);
        break;
    case FIELD_QUANTITY:
        quantity(json, field);
        break;
    case FIELD_MONEY:
        jsonout_key_text(json, "type", "string");
        jsonout_key_text(json, "pattern", "^ *" NUMBER " *[A-Z]{3} *$");
        break;
    case FIELD_BOOL:
        jsonout_key_text(json, "type", "boolean");
        break;
    case FIELD_CHOICE:
        words(json, field->choices);
        break;
    case FIELD_MAP:
        refer(json, field->sub->name);
        break;
    case FIELD_LIST:
        jsonout_key_text(json, "type", "array");
        jsonout_key_object(json, "items");
        refer(json, field->sub->name);
        jsonout_close(json);
        break;
    case FIELD_DEVICE:
        refer(json, "device reference");
        break;
    }
}

/* A document says what it is and in which version. */
static bool is_format(const struct field *field)
{
    return strcmp(field->key, "cephplan") == 0;
}

static void format(struct jsonout *json, const struct schema *schema)
{
    char text[80];
    (void)snprintf(text, sizeof text, "%s/1", schema->name);
    jsonout_key_text(json, "const", text);
}

static void definition(struct jsonout *json, const struct schema *schema)
{
    char word[80];
    bool any = false;
    jsonout_key_object(json, slug(schema->name, word, sizeof word));
    jsonout_key_text(json, "title", schema->name);
    jsonout_key_text(json, "type", "object");
    jsonout_key_bool(json, "additionalProperties", false);
    for (size_t i = 0; i < schema->n_fields; i++)
        any = any || schema->fields[i].required;
    if (any)
        jsonout_key_array(json, "required");
    for (size_t i = 0; i < schema->n_fields; i++)
        if (schema->fields[i].required)
            jsonout_text(json, schema->fields[i].key);
    if (any)
        jsonout_close(json);
    jsonout_key_object(json, "properties");
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        jsonout_key_object(json, field->key);
        describe(json, field);
        if (is_format(field))
            format(json, schema);
        else
            value(json, field);
        jsonout_close(json);
    }
    jsonout_close(json);
    jsonout_close(json);
}

static void device_reference(struct jsonout *json, const char *const *device_names)
{
    jsonout_key_object(json, "device-reference");
    jsonout_key_text(json, "title", "device reference");
    jsonout_key_array(json, "anyOf");
    jsonout_object(json);
    jsonout_key_text(json, "description", "a name of the device catalogue");
    words(json, device_names);
    jsonout_close(json);
    jsonout_object(json);
    jsonout_key_text(json, "description", "a file of a device, beside this document");
    jsonout_key_text(json, "type", "string");
    jsonout_key_text(json, "pattern", "[.]ya?ml$");
    jsonout_close(json);
    jsonout_object(json);
    refer(json, "device");
    jsonout_close(json);
    jsonout_close(json);
    jsonout_close(json);
}

/* The other documents by what they say they are, else a cluster: one message where something is
 * wrong, not one for each kind of document. */
static void by_format(struct jsonout *json, int document)
{
    const struct schema *schema = document_schemas[document];
    if (schema == NULL) {
        refer(json, document_schemas[0]->name);
        return;
    }
    jsonout_key_object(json, "if");
    jsonout_key_object(json, "properties");
    jsonout_key_object(json, "cephplan");
    format(json, schema);
    jsonout_close(json);
    jsonout_close(json);
    jsonout_close(json);
    jsonout_key_object(json, "then");
    refer(json, schema->name);
    jsonout_close(json);
    jsonout_key_object(json, "else");
    by_format(json, document + 1);
    jsonout_close(json);
}

static void any_document(struct jsonout *json)
{
    char text[80];
    jsonout_key_object(json, "properties");
    jsonout_key_object(json, "cephplan");
    jsonout_key_array(json, "enum");
    for (int i = 0; document_schemas[i] != NULL; i++) {
        (void)snprintf(text, sizeof text, "%s/1", document_schemas[i]->name);
        jsonout_text(json, text);
    }
    jsonout_close(json);
    jsonout_close(json);
    jsonout_close(json);
    by_format(json, 1);
}

void json_schema_write(const struct schema *root, const char *const *device_names, FILE *out)
{
    struct jsonout json;
    bool document = root == NULL || field_find(root, "cephplan") != NULL;
    jsonout_begin(&json, out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    jsonout_key_text(&json, "title", "cephplan documents");
    if (document) {
        jsonout_key_array(&json, "required");
        jsonout_text(&json, "cephplan");
        jsonout_close(&json);
    }
    if (root == NULL)
        any_document(&json);
    else
        refer(&json, root->name);
    jsonout_key_object(&json, "$defs");
    for (int i = 0; all_schemas[i] != NULL; i++)
        definition(&json, all_schemas[i]);
    device_reference(&json, device_names);
    jsonout_close(&json);
    jsonout_close(&json);
    jsonout_end(&json);
}
