/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door to libyaml. Invariant: the tree is a directed graph without cycles, no path longer
 * than YAMLDOC_MAX_DEPTH; nodes that aliases share are shared here too, so that no alias can
 * multiply memory. */
#include "load/yamldoc.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct reading {
    struct arena *arena;
    const struct filetext *text;
    yaml_document_t *document;
    struct ynode **made; /* by node index; NULL: not met yet */
    unsigned char *open; /* by node index; 1: above us on the path */
    struct err *err;
};

static bool error_at(struct reading *r, const yaml_mark_t *mark, const char *what)
{
    return err_at(r->err, r->text->name, (int)mark->line + 1, (int)mark->column + 1, "%s", what);
}

/* libyaml tells bad bytes by their offset alone. */
static bool error_at_offset(const struct filetext *text, size_t offset, const char *what,
                            struct err *err)
{
    int line = 1, col = 1;
    for (size_t i = 0; i < offset && i < text->size; i++) {
        col = text->data[i] == '\n' ? 1 : col + ((text->data[i] & 0xC0) != 0x80);
        line += text->data[i] == '\n';
    }
    return err_at(err, text->name, line, col, "is not UTF-8 text: %s", what);
}

static bool parser_error(const yaml_parser_t *parser, const struct filetext *text, struct err *err)
{
    const char *problem = parser->problem == NULL ? "cannot be read" : parser->problem;
    if (parser->error == YAML_MEMORY_ERROR)
        return err_set(err, ERR_IO, "out of memory");
    if (parser->error == YAML_READER_ERROR)
        return error_at_offset(text, parser->problem_offset, problem, err);
    const yaml_mark_t *mark = &parser->problem_mark;
    if (parser->context != NULL)
        return err_at(err, text->name, (int)mark->line + 1, (int)mark->column + 1,
                      "is not YAML: %s, %s (line %d)", problem, parser->context,
                      (int)parser->context_mark.line + 1);
    return err_at(err, text->name, (int)mark->line + 1, (int)mark->column + 1, "is not YAML: %s",
                  problem);
}

static bool is_core_tag(const char *tag)
{
    static const char *const core[] = {YAML_STR_TAG,  YAML_INT_TAG,      YAML_FLOAT_TAG,
                                       YAML_BOOL_TAG, YAML_NULL_TAG,     YAML_MAP_TAG,
                                       YAML_SEQ_TAG,  YAML_TIMESTAMP_TAG};
    for (size_t i = 0; tag != NULL && i < sizeof core / sizeof core[0]; i++)
        if (strcmp(core[i], tag) == 0)
            return true;
    return tag == NULL;
}

static bool convert(struct reading *r, int index, int depth, struct ynode **out);

static struct ynode *new_node(struct reading *r, const yaml_node_t *node, enum ynode_kind kind,
                              int n)
{
    struct ynode *made = arena_alloc(r->arena, sizeof *made);
    made->kind = kind;
    made->file = r->text->name;
    made->line = (int)node->start_mark.line + 1;
    made->col = (int)node->start_mark.column + 1;
    made->n = n;
    made->capacity = n;
    if (n > 0)
        made->items = arena_array(r->arena, (size_t)n, sizeof *made->items);
    if (n > 0 && kind == YNODE_MAP)
        made->keys = arena_array(r->arena, (size_t)n, sizeof *made->keys);
    return made;
}

static bool convert_scalar(struct reading *r, const yaml_node_t *node, struct ynode **out)
{
    const char *value = (const char *)node->data.scalar.value;
    size_t length = node->data.scalar.length;
    if (memchr(value, '\0', length) != NULL)
        return error_at(r, &node->start_mark,
                        "text with a NUL character; allowed: text without one");
    struct ynode *made = new_node(r, node, YNODE_SCALAR, 0);
    made->text = arena_string(r->arena, value, length);
    made->plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    *out = made;
    return true;
}

static bool convert_seq(struct reading *r, const yaml_node_t *node, int depth, struct ynode **out)
{
    const yaml_node_item_t *start = node->data.sequence.items.start;
    int n = (int)(node->data.sequence.items.top - start);
    struct ynode *made = new_node(r, node, YNODE_SEQ, n);
    for (int i = 0; i < n; i++)
        if (!convert(r, start[i], depth + 1, &made->items[i]))
            return false;
    *out = made;
    return true;
}

static int by_key(const void *a, const void *b)
{
    const struct ynode *const *x = a, *const *y = b;
    int order = strcmp((*x)->text, (*y)->text);
    if (order != 0)
        return order;
    return (*x)->line != (*y)->line ? (*x)->line - (*y)->line : (*x)->col - (*y)->col;
}

/* Sorted copy first: a map of a million keys must not take a million squared comparisons. */
static bool check_duplicates(struct reading *r, const struct ynode *map)
{
    if (map->n < 2)
        return true;
    struct ynode **keys = arena_array(r->arena, (size_t)map->n, sizeof *keys);
    memcpy(keys, map->keys, (size_t)map->n * sizeof *keys);
    qsort(keys, (size_t)map->n, sizeof *keys, by_key);
    for (int i = 1; i < map->n; i++)
        if (strcmp(keys[i - 1]->text, keys[i]->text) == 0)
            return yamldoc_error(keys[i], r->err,
                                 "key '%.60s' stands twice, first at line %d; allowed: once",
                                 keys[i]->text, keys[i - 1]->line);
    return true;
}

static bool convert_map(struct reading *r, const yaml_node_t *node, int depth, struct ynode **out)
{
    const yaml_node_pair_t *start = node->data.mapping.pairs.start;
    int n = (int)(node->data.mapping.pairs.top - start);
    struct ynode *made = new_node(r, node, YNODE_MAP, n);
    for (int i = 0; i < n; i++) {
        if (!convert(r, start[i].key, depth + 1, &made->keys[i]) ||
            !convert(r, start[i].value, depth + 1, &made->items[i]))
            return false;
        if (made->keys[i]->kind != YNODE_SCALAR)
            return yamldoc_error(made->keys[i], r->err,
                                 "a list or mapping as a key; allowed: text");
    }
    if (!check_duplicates(r, made))
        return false;
    *out = made;
    return true;
}

static bool convert(struct reading *r, int index, int depth, struct ynode **out)
{
    const yaml_node_t *node = yaml_document_get_node(r->document, index);
    if (r->open[index])
        return error_at(r, &node->start_mark, "an alias that contains itself; allowed: none");
    if (depth > YAMLDOC_MAX_DEPTH)
        return error_at(r, &node->start_mark, "nested deeper than 64 levels; allowed: at most 64");
    if (!is_core_tag((const char *)node->tag))
        return error_at(r, &node->start_mark, "a tag that is not YAML's own; allowed: none");
    if (r->made[index] != NULL) {
        *out = r->made[index];
        return true;
    }
    r->open[index] = 1;
    bool ok = node->type == YAML_SCALAR_NODE     ? convert_scalar(r, node, out)
              : node->type == YAML_SEQUENCE_NODE ? convert_seq(r, node, depth, out)
                                                 : convert_map(r, node, depth, out);
    r->open[index] = 0;
    if (ok)
        r->made[index] = *out;
    return ok;
}

static bool convert_document(struct arena *arena, const struct filetext *text,
                             yaml_document_t *document, struct ynode **root, struct err *err)
{
    size_t nodes = (size_t)(document->nodes.top - document->nodes.start) + 1;
    struct reading r = {.arena = arena, .text = text, .document = document, .err = err};
    r.made = arena_array(arena, nodes, sizeof *r.made);
    r.open = arena_array(arena, nodes, 1);
    return convert(&r, 1, 1, root);
}

/* The second document of a stream, if any, is an error at its start. */
static bool check_single(yaml_parser_t *parser, const struct filetext *text, struct err *err)
{
    yaml_document_t more;
    if (!yaml_parser_load(parser, &more))
        return parser_error(parser, text, err);
    const yaml_node_t *root = yaml_document_get_root_node(&more);
    bool single = root == NULL;
    if (!single)
        (void)err_at(err, text->name, (int)root->start_mark.line + 1,
                     (int)root->start_mark.column + 1,
                     "a second document; allowed: one document a file");
    yaml_document_delete(&more);
    return single;
}

bool yamldoc_parse(struct arena *arena, const struct filetext *text, struct ynode **root,
                   struct err *err)
{
    yaml_parser_t parser;
    yaml_document_t document;
    if (!yaml_parser_initialize(&parser))
        return err_set(err, ERR_IO, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->data, text->size);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    bool ok = false;
    if (!yaml_parser_load(&parser, &document)) {
        (void)parser_error(&parser, text, err);
        goto out;
    }
    if (yaml_document_get_root_node(&document) == NULL)
        (void)err_at(err, text->name, 1, 1, "is empty; allowed: one YAML document");
    else
        ok =
            convert_document(arena, text, &document, root, err) && check_single(&parser, text, err);
    yaml_document_delete(&document);
out:
    yaml_parser_delete(&parser);
    return ok;
}

struct ynode *yamldoc_get(const struct ynode *map, const char *key)
{
    if (map->kind != YNODE_MAP)
        return NULL;
    for (int i = 0; i < map->n; i++)
        if (strcmp(map->keys[i]->text, key) == 0)
            return map->items[i];
    return NULL;
}

bool yamldoc_error(const struct ynode *node, struct err *err, const char *format, ...)
{
    char text[900];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return err_at(err, node->file, node->line, node->line == 0 ? 0 : node->col, "%s", text);
}

const char *yamldoc_found(const struct ynode *node, char *buf, size_t size)
{
    if (node->kind == YNODE_SCALAR)
        (void)snprintf(buf, size, "'%.60s'", node->text);
    else
        (void)snprintf(buf, size, "%s", node->kind == YNODE_MAP ? "a mapping" : "a list");
    return buf;
}

/* -- setting by path -- */

static struct ynode *made_node(struct arena *arena, enum ynode_kind kind, const char *text)
{
    struct ynode *node = arena_alloc(arena, sizeof *node);
    node->kind = kind;
    node->file = "--set";
    node->text = text;
    node->plain = true;
    return node;
}

static void append(struct arena *arena, struct ynode *node, struct ynode *key, struct ynode *item)
{
    if (node->n == node->capacity) {
        size_t n = (size_t)node->n;
        node->capacity = 2 * node->n + 4;
        node->items =
            arena_grow(arena, node->items, n, (size_t)node->capacity, sizeof *node->items);
        if (node->kind == YNODE_MAP)
            node->keys =
                arena_grow(arena, node->keys, n, (size_t)node->capacity, sizeof *node->keys);
    }
    if (key != NULL)
        node->keys[node->n] = key;
    node->items[node->n++] = item;
}

/* The place of one step in a node: an existing one or a new empty one. NULL when it does not fit.
 */
static struct ynode **step_into(struct arena *arena, struct ynode *node, const char *step)
{
    if (node->kind == YNODE_SEQ) {
        char *end = NULL;
        long i = strtol(step, &end, 10);
        if (!isdigit((unsigned char)step[0]) || *end != '\0' || i < 0 || i > node->n)
            return NULL;
        if (i == node->n)
            append(arena, node, NULL, made_node(arena, YNODE_MAP, NULL));
        return &node->items[i];
    }
    for (int i = 0; i < node->n; i++)
        if (strcmp(node->keys[i]->text, step) == 0)
            return &node->items[i];
    append(arena, node, made_node(arena, YNODE_SCALAR, step), made_node(arena, YNODE_MAP, NULL));
    return &node->items[node->n - 1];
}

/* A device named by a scalar becomes a mapping that starts from that name. */
static struct ynode *as_mapping(struct arena *arena, struct ynode *scalar)
{
    struct ynode *map = made_node(arena, YNODE_MAP, NULL);
    append(arena, map, made_node(arena, YNODE_SCALAR, "like"), scalar);
    return map;
}

static bool path_error(struct err *err, const char *path, const char *step)
{
    return err_set(
        err, ERR_USAGE,
        "--set %s: '%s' does not fit there; allowed: a key of a mapping, or an index of a "
        "list from 0 to its length",
        path, step);
}

/* An empty map made on the way turns into a list when the next step is an index. */
static void choose_kind(struct ynode *node, const char *next)
{
    if (node->line == 0 && node->n == 0 && node->kind == YNODE_MAP && strcmp(next, "0") == 0)
        node->kind = YNODE_SEQ;
}

static bool is_null(const struct ynode *node)
{
    return node->kind == YNODE_SCALAR && node->plain &&
           (strcmp(node->text, "null") == 0 || strcmp(node->text, "~") == 0);
}

/* Takes the item that `slot` points at out of its parent. */
static void remove_item(struct ynode *parent, struct ynode **slot)
{
    int index = (int)(slot - parent->items);
    for (int i = index; i + 1 < parent->n; i++) {
        parent->items[i] = parent->items[i + 1];
        if (parent->kind == YNODE_MAP)
            parent->keys[i] = parent->keys[i + 1];
    }
    parent->n--;
}

bool yamldoc_set(struct arena *arena, struct ynode *root, const char *path, const char *value,
                 struct err *err)
{
    struct filetext text = {.name = "--set", .data = value, .size = strlen(value)};
    struct ynode *parsed = NULL, *parent = NULL, **slot = &root;
    if (*path == '\0' || *value == '\0')
        return err_set(err, ERR_USAGE, "--set %s=%s: allowed: PATH=VALUE", path, value);
    if (!yamldoc_parse(arena, &text, &parsed, err))
        return false;
    char *copy = arena_string(arena, path, strlen(path)), *rest = NULL;
    for (char *step = strtok_r(copy, ".", &rest); step != NULL; step = strtok_r(NULL, ".", &rest)) {
        if (parent != NULL && (*slot)->kind == YNODE_SCALAR)
            *slot = as_mapping(arena, *slot);
        choose_kind(*slot, step);
        parent = *slot;
        slot = parent->kind == YNODE_SCALAR ? NULL : step_into(arena, parent, step);
        if (slot == NULL)
            return path_error(err, path, step);
    }
    if (parent == NULL)
        return path_error(err, path, path);
    if (is_null(parsed))
        remove_item(parent, slot);
    else
        *slot = parsed;
    return true;
}
