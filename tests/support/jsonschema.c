/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/jsonschema.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_B = 200 };

struct checking {
    json_t *root, *schema; /* the schema that is being checked */
    char *why;
};

static bool no(const struct checking *c, const struct ynode *node, const char *keyword)
{
    (void)snprintf(c->why, WHY_B, "%s:%d:%d: %s of %.60s", node->file, node->line, node->col,
                   keyword, node->kind == YNODE_SCALAR ? node->text : "a collection");
    return false;
}

static bool as_number(const struct ynode *node, double *value)
{
    char *end = NULL;
    if (node->kind != YNODE_SCALAR || !node->plain || node->text[0] == '\0' ||
        strspn(node->text, "0123456789+-.eE") != strlen(node->text))
        return false;
    *value = strtod(node->text, &end);
    return *end == '\0';
}

static bool is_whole(double value)
{
    return value > -1e15 && value < 1e15 && value - (double)(long long)value == 0;
}

static bool has_type(const struct ynode *node, const char *type)
{
    double value = 0;
    bool number = as_number(node, &value);
    bool truth = node->kind == YNODE_SCALAR && node->plain &&
                 (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0);
    if (strcmp(type, "object") == 0)
        return node->kind == YNODE_MAP;
    if (strcmp(type, "array") == 0)
        return node->kind == YNODE_SEQ;
    if (strcmp(type, "number") == 0)
        return number;
    if (strcmp(type, "integer") == 0)
        return number && is_whole(value);
    if (strcmp(type, "boolean") == 0)
        return truth;
    return strcmp(type, "string") == 0 && node->kind == YNODE_SCALAR && !number && !truth;
}

/* -- keywords: each says whether `node` satisfies `rule` -- */

static bool check_type(const struct checking *c, json_t *rule, const struct ynode *node)
{
    if (json_is_string(rule))
        return has_type(node, json_string_value(rule)) || no(c, node, "type");
    for (size_t i = 0; i < json_array_size(rule); i++)
        if (has_type(node, json_string_value(json_array_get(rule, i))))
            return true;
    return no(c, node, "type");
}

static bool check_const(const struct checking *c, json_t *rule, const struct ynode *node)
{
    return (node->kind == YNODE_SCALAR && strcmp(node->text, json_string_value(rule)) == 0) ||
           no(c, node, "const");
}

static bool check_enum(const struct checking *c, json_t *rule, const struct ynode *node)
{
    for (size_t i = 0; i < json_array_size(rule) && node->kind == YNODE_SCALAR; i++)
        if (strcmp(node->text, json_string_value(json_array_get(rule, i))) == 0)
            return true;
    return no(c, node, "enum");
}

static bool check_pattern(const struct checking *c, json_t *rule, const struct ynode *node)
{
    regex_t pattern;
    if (!has_type(node, "string"))
        return true;
    if (regcomp(&pattern, json_string_value(rule), REG_EXTENDED | REG_NOSUB) != 0)
        return no(c, node, "a pattern that cannot be compiled");
    bool matches = regexec(&pattern, node->text, 0, NULL, 0) == 0;
    regfree(&pattern);
    return matches || no(c, node, "pattern");
}

static bool check_minimum(const struct checking *c, json_t *rule, const struct ynode *node)
{
    double value = 0;
    return !as_number(node, &value) || value >= json_number_value(rule) || no(c, node, "minimum");
}

static bool check_maximum(const struct checking *c, json_t *rule, const struct ynode *node)
{
    double value = 0;
    return !as_number(node, &value) || value <= json_number_value(rule) || no(c, node, "maximum");
}

static bool check_required(const struct checking *c, json_t *rule, const struct ynode *node)
{
    for (size_t i = 0; i < json_array_size(rule) && node->kind == YNODE_MAP; i++)
        if (yamldoc_get(node, json_string_value(json_array_get(rule, i))) == NULL)
            return no(c, node, "required");
    return true;
}

static bool check_properties(const struct checking *c, json_t *rule, const struct ynode *node)
{
    for (int i = 0; i < node->n && node->kind == YNODE_MAP; i++) {
        json_t *sub = json_object_get(rule, node->keys[i]->text);
        if (sub != NULL && !jsonschema_check(c->root, sub, node->items[i], c->why))
            return false;
    }
    return true;
}

static bool check_additional(const struct checking *c, json_t *rule, const struct ynode *node)
{
    json_t *known = json_object_get(c->schema, "properties");
    for (int i = 0; i < node->n && node->kind == YNODE_MAP && json_is_false(rule); i++)
        if (json_object_get(known, node->keys[i]->text) == NULL)
            return no(c, node->keys[i], "additionalProperties");
    return true;
}

static bool check_items(const struct checking *c, json_t *rule, const struct ynode *node)
{
    for (int i = 0; i < node->n && node->kind == YNODE_SEQ; i++)
        if (!jsonschema_check(c->root, rule, node->items[i], c->why))
            return false;
    return true;
}

static bool check_any(const struct checking *c, json_t *rule, const struct ynode *node)
{
    for (size_t i = 0; i < json_array_size(rule); i++)
        if (jsonschema_check(c->root, json_array_get(rule, i), node, c->why))
            return true;
    return no(c, node, "anyOf");
}

static bool check_ref(const struct checking *c, json_t *rule, const struct ynode *node)
{
    const char *name = json_string_value(rule) + strlen("#/$defs/");
    json_t *target = json_object_get(json_object_get(c->root, "$defs"), name);
    return target == NULL ? no(c, node, "a reference to nothing")
                          : jsonschema_check(c->root, target, node, c->why);
}

static bool check_if(const struct checking *c, json_t *rule, const struct ynode *node)
{
    bool holds = jsonschema_check(c->root, rule, node, c->why);
    json_t *next = json_object_get(c->schema, holds ? "then" : "else");
    return jsonschema_check(c->root, next, node, c->why);
}

static bool check_nothing(const struct checking *c, json_t *rule, const struct ynode *node)
{
    return c != NULL && rule != NULL && node != NULL;
}

static const struct {
    const char *keyword;
    bool (*check)(const struct checking *c, json_t *rule, const struct ynode *node);
} keywords[] = {
    {"type", check_type},
    {"const", check_const},
    {"enum", check_enum},
    {"pattern", check_pattern},
    {"minimum", check_minimum},
    {"maximum", check_maximum},
    {"required", check_required},
    {"properties", check_properties},
    {"additionalProperties", check_additional},
    {"items", check_items},
    {"anyOf", check_any},
    {"$ref", check_ref},
    {"if", check_if},
    {"then", check_nothing},
    {"else", check_nothing},
    {"$schema", check_nothing},
    {"$defs", check_nothing},
    {"title", check_nothing},
    {"description", check_nothing},
};

bool jsonschema_check(json_t *root, json_t *schema, const struct ynode *node, char *why)
{
    const struct checking c = {root, schema, why};
    const char *key = NULL;
    json_t *rule = NULL;
    json_object_foreach(schema, key, rule)
    {
        size_t i = 0, n = sizeof keywords / sizeof keywords[0];
        while (i < n && strcmp(keywords[i].keyword, key) != 0)
            i++;
        if (i == n)
            return no(&c, node, key);
        if (!keywords[i].check(&c, rule, node))
            return false;
    }
    return true;
}
