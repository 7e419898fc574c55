/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door to libyaml. Invariant: the tree is a directed graph without cycles, no path longer
 * than YAMLDOC_MAX_DEPTH; nodes that aliases share are shared here too, so that no alias can
 * multiply memory.
 *
 * The tree is built from libyaml's events and not from its documents: those look anchors up one by
 * one, so that many of them take minutes, keep no place of an alias, and end only at the end. */
#include "load/yamldoc.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { TAG_LINES_MAX = 16 };

/* A list or mapping whose end was not met yet. */
struct frame {
    struct ynode *node;
    size_t first; /* of its children on the stack; a mapping's are keys and values in turn */
};

/* Names of anchors as a tree of their characters: no name can be chosen so that it takes long. The
 * tree is as much larger than its text as its entries are than a character, so they are counted. */
enum { ANCHOR_ENTRIES_MAX = 100000 };

struct anchor {
    char c;
    struct ynode *node;           /* NULL: no name ends here */
    struct anchor *inside, *next; /* one character more; another character in this place */
};

struct reading {
    struct arena *arena;
    const struct filetext *text;
    struct err *err;
    struct ynode *root;
    struct frame open[YAMLDOC_MAX_DEPTH];
    int depth; /* frames in `open` */
    struct ynode **stack;
    size_t n, capacity;
    struct anchor anchors; /* the empty name */
    int anchor_entries, nodes, documents;
};

/* What to do about the problems that libyaml names in its own words. */
static const struct {
    const char *problem, *allowed;
} advice[] = {
    {"did not find expected key", "keys of one mapping that begin in one column"},
    {"did not find expected '-' indicator", "entries of one list that begin in one column"},
    {"did not find expected ',' or '}'", "'}' at the end of a mapping that '{' begins"},
    {"did not find expected ',' or ']'", "']' at the end of a list that '[' begins"},
    {"mapping values are not allowed in this context",
     "text that holds ': ' in quotes; keys of one mapping in one column"},
    {"could not find expected ':'", "a key, then ':' and a blank"},
    {"found unexpected end of stream", "a closing quote"},
    {"found character that cannot start any token",
     "blanks, not tabs, before a key; text that begins with @, ` or % in quotes"},
    {"found a tab character that violates indentation", "blanks to indent"},
};

static bool error_at(struct reading *r, const yaml_mark_t *mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool error_at(struct reading *r, const yaml_mark_t *mark, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return err_at(r->err, r->text->name, (int)mark->line + 1, (int)mark->column + 1, "%s", text);
}

static bool parser_error(const yaml_parser_t *parser, const struct filetext *text, struct err *err)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return err_set(err, ERR_IO, "out of memory");
    const char *problem = parser->problem == NULL ? "cannot be read" : parser->problem;
    const char *allowed = NULL;
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++)
        if (strcmp(advice[i].problem, problem) == 0)
            allowed = advice[i].allowed;
    char context[120] = "";
    if (parser->context != NULL)
        (void)snprintf(context, sizeof context, ", %s (line %d)", parser->context,
                       (int)parser->context_mark.line + 1);
    return err_at(err, text->name, (int)parser->problem_mark.line + 1,
                  (int)parser->problem_mark.column + 1, "is not YAML: %s%s; allowed: %s", problem,
                  context, allowed == NULL ? "YAML 1.1" : allowed);
}

/* -- anchors ----------------------------------------------------------------------------------- */

/* The entry of a name, character by character; NULL when there is none and none is to be made, or
 * no more may be made. */
static struct anchor *find_anchor(struct reading *r, const char *name, bool make)
{
    struct anchor *entry = &r->anchors;
    for (; *name != '\0'; name++) {
        struct anchor **slot = &entry->inside;
        while (*slot != NULL && (*slot)->c != *name)
            slot = &(*slot)->next;
        if (*slot == NULL && (!make || r->anchor_entries == ANCHOR_ENTRIES_MAX))
            return NULL;
        if (*slot == NULL) {
            *slot = arena_alloc(r->arena, sizeof **slot);
            (*slot)->c = *name;
            r->anchor_entries++;
        }
        entry = *slot;
    }
    return entry;
}

static bool add_anchor(struct reading *r, const yaml_mark_t *mark, const yaml_char_t *name,
                       struct ynode *node)
{
    if (name == NULL)
        return true;
    struct anchor *entry = find_anchor(r, (const char *)name, true);
    if (entry == NULL)
        return error_at(r, mark,
                        "the names of anchors have more than %d characters; allowed: fewer or "
                        "shorter anchors",
                        ANCHOR_ENTRIES_MAX);
    if (entry->node != NULL)
        return error_at(r, mark, "anchor '&%.60s' stands twice, first at line %d; allowed: once",
                        (const char *)name, entry->node->line);
    entry->node = node;
    return true;
}

/* -- the tree ---------------------------------------------------------------------------------- */

static bool check_tag(struct reading *r, const yaml_mark_t *mark, const yaml_char_t *tag)
{
    static const char *const core[] = {
        "!",           YAML_STR_TAG, YAML_INT_TAG, YAML_FLOAT_TAG,    YAML_BOOL_TAG,
        YAML_NULL_TAG, YAML_MAP_TAG, YAML_SEQ_TAG, YAML_TIMESTAMP_TAG};
    for (size_t i = 0; tag != NULL && i < sizeof core / sizeof core[0]; i++)
        if (strcmp(core[i], (const char *)tag) == 0)
            return true;
    return tag == NULL ||
           error_at(r, mark, "tag '%.60s'; allowed: values without a tag", (const char *)tag);
}

/* Is the next child of the innermost mapping a key? */
static bool at_key(const struct reading *r)
{
    const struct frame *top = r->depth == 0 ? NULL : &r->open[r->depth - 1];
    return top != NULL && top->node->kind == YNODE_MAP && (r->n - top->first) % 2 == 0;
}

static bool check_key(struct reading *r, const yaml_mark_t *mark, const struct ynode *node)
{
    if (!at_key(r))
        return true;
    if (node->kind != YNODE_SCALAR)
        return error_at(r, mark, "%s as a key; allowed: text",
                        node->kind == YNODE_MAP ? "a mapping" : "a list");
    if (node->plain && strcmp(node->text, "<<") == 0)
        return error_at(r, mark,
                        "merge key '<<'; allowed: the keys themselves, an alias for a whole value, "
                        "or 'like' in a device");
    return true;
}

/* Puts a node, of which all is known but what stands inside, where the events have come to. */
static bool add_node(struct reading *r, const yaml_mark_t *mark, struct ynode *node)
{
    if (r->depth + node->height > YAMLDOC_MAX_DEPTH)
        return error_at(r, mark, "nested deeper than %d levels; allowed: at most %d",
                        YAMLDOC_MAX_DEPTH, YAMLDOC_MAX_DEPTH);
    if (!check_key(r, mark, node))
        return false;
    if (r->depth == 0) {
        r->root = node;
        return true;
    }
    if (r->n == r->capacity) {
        size_t capacity = 2 * r->capacity + 256;
        r->stack = arena_grow(r->arena, r->stack, r->n, capacity, sizeof(struct ynode *));
        r->capacity = capacity;
    }
    r->stack[r->n++] = node;
    return true;
}

/* A node with `extra` bytes behind it. */
static struct ynode *new_node(struct reading *r, const yaml_mark_t *mark, enum ynode_kind kind,
                              size_t extra)
{
    struct ynode *made = arena_alloc(r->arena, sizeof *made + extra);
    made->kind = kind;
    made->file = r->text->name;
    made->line = (int)mark->line + 1;
    made->col = (int)mark->column + 1;
    made->height = 1;
    return made;
}

static bool count_node(struct reading *r, const yaml_mark_t *mark)
{
    return ++r->nodes <= YAMLDOC_MAX_NODES ||
           error_at(r, mark, "more than %d values; allowed: at most so many", YAMLDOC_MAX_NODES);
}

static bool on_scalar(struct reading *r, const yaml_event_t *event)
{
    const yaml_mark_t *mark = &event->start_mark;
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (memchr(value, '\0', length) != NULL)
        return error_at(r, mark, "text with a NUL character; allowed: text without one");
    struct ynode *made = new_node(r, mark, YNODE_SCALAR, length + 1);
    made->text = memcpy(made + 1, value, length);
    made->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return count_node(r, mark) && check_tag(r, mark, event->data.scalar.tag) &&
           add_anchor(r, mark, event->data.scalar.anchor, made) && add_node(r, mark, made);
}

static bool on_start(struct reading *r, const yaml_event_t *event)
{
    bool map = event->type == YAML_MAPPING_START_EVENT;
    const yaml_mark_t *mark = &event->start_mark;
    const yaml_char_t *tag = map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    const yaml_char_t *anchor =
        map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    struct ynode *made = new_node(r, mark, map ? YNODE_MAP : YNODE_SEQ, 0);
    if (!count_node(r, mark) || !check_tag(r, mark, tag) || !add_anchor(r, mark, anchor, made) ||
        !add_node(r, mark, made))
        return false;
    r->open[r->depth++] = (struct frame){made, r->n};
    return true;
}

static bool on_alias(struct reading *r, const yaml_event_t *event)
{
    const yaml_mark_t *mark = &event->start_mark;
    const char *name = (const char *)event->data.alias.anchor;
    const struct anchor *entry = find_anchor(r, name, false);
    if (entry == NULL || entry->node == NULL)
        return error_at(r, mark, "alias '*%.60s' of nothing; allowed: an anchor '&%.60s' before it",
                        name, name);
    for (int i = 0; i < r->depth; i++)
        if (r->open[i].node == entry->node)
            return error_at(r, mark, "alias '*%.60s' inside what it stands for; allowed: after it",
                            name);
    return add_node(r, mark, entry->node);
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

/* Moves the children of the innermost list or mapping from the stack into it. */
static bool on_end(struct reading *r)
{
    const struct frame *top = &r->open[--r->depth];
    struct ynode *node = top->node;
    size_t n = r->n - top->first, step = node->kind == YNODE_MAP ? 2 : 1;
    node->n = node->capacity = (int)(n / step);
    if (n == 0)
        return true; /* there may be no stack yet */
    struct ynode **children = r->stack + top->first;
    node->items = arena_array(r->arena, n / step, sizeof *node->items);
    if (node->kind == YNODE_MAP)
        node->keys = arena_array(r->arena, n / step, sizeof *node->keys);
    for (size_t i = 0; i < n; i++) {
        bool key = step == 2 && i % 2 == 0;
        (key ? node->keys : node->items)[i / step] = children[i];
        if (children[i]->height >= node->height)
            node->height = (unsigned char)(children[i]->height + 1);
    }
    r->n = top->first;
    return node->kind != YNODE_MAP || check_duplicates(r, node);
}

static bool on_event(struct reading *r, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return on_scalar(r, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return on_start(r, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_end(r);
    case YAML_ALIAS_EVENT:
        return on_alias(r, event);
    case YAML_DOCUMENT_START_EVENT:
        return ++r->documents == 1 ||
               error_at(r, &event->start_mark, "a second document; allowed: one document a file");
    default:
        return true;
    }
}

/* What libyaml allocates by itself. */
struct parsing {
    yaml_parser_t parser;
    yaml_event_t event;
};

static void end_parsing(void *what)
{
    struct parsing *parsing = what;
    yaml_event_delete(&parsing->event);
    yaml_parser_delete(&parsing->parser);
}

static bool read_events(struct reading *r, struct parsing *parsing)
{
    yaml_event_t *event = &parsing->event;
    for (bool more = true; more;) {
        if (!yaml_parser_parse(&parsing->parser, event))
            return parser_error(&parsing->parser, r->text, r->err);
        more = event->type != YAML_STREAM_END_EVENT;
        bool ok = on_event(r, event);
        yaml_event_delete(event);
        if (!ok)
            return false;
    }
    return r->root != NULL ||
           err_at(r->err, r->text->name, 1, 1, "is empty; allowed: one YAML document");
}

static bool is_control(uint32_t c)
{
    bool c0 = c < 0x20 && c != '\t' && c != '\n' && c != '\r';
    bool c1 = c >= 0x7F && c < 0xA0 && c != 0x85;
    return c0 || c1 || c == 0xFFFE || c == 0xFFFF;
}

/* What the text may hold, before libyaml sees it: it tells bad bytes by an offset alone, and it
 * compares each tag directive with all before it. */
static bool check_text(const struct filetext *text, struct err *err)
{
    int line = 1, col = 1, directives = 0;
    const char *end = text->data + text->size;
    for (const char *p = text->data, *next = p; p < end; p = next, col++) {
        uint32_t c = utf8_next(&next);
        if (c == UTF8_BAD && next == p + 1)
            return err_at(err, text->name, line, col,
                          "byte 0x%02x is not UTF-8; allowed: UTF-8 text", (unsigned char)*p);
        if (is_control(c))
            return err_at(err, text->name, line, col,
                          "control character 0x%02x; allowed: UTF-8 text without control "
                          "characters",
                          (unsigned)c);
        directives += col == 1 && strncmp(p, "%TAG", 4) == 0;
        if (directives > TAG_LINES_MAX)
            return err_at(err, text->name, line, 1, "more than %d tag directives; allowed: none",
                          TAG_LINES_MAX);
        col = c == '\n' ? 0 : col;
        line += c == '\n';
    }
    return true;
}

bool yamldoc_parse(struct arena *arena, const struct filetext *text, struct ynode **root,
                   struct err *err)
{
    bool marked = text->size >= 3 && memcmp(text->data, "\xEF\xBB\xBF", 3) == 0;
    struct filetext body = {text->name, text->data + (marked ? 3 : 0),
                            text->size - (marked ? 3 : 0)};
    if (body.size >= 2 &&
        (memcmp(body.data, "\xFF\xFE", 2) == 0 || memcmp(body.data, "\xFE\xFF", 2) == 0))
        return err_at(err, text->name, 1, 1, "is UTF-16 text; allowed: UTF-8");
    if (!check_text(&body, err))
        return false;
    struct parsing *parsing = arena_alloc(arena, sizeof *parsing);
    struct arena_hold *hold = arena_hold(arena, end_parsing);
    if (!yaml_parser_initialize(&parsing->parser))
        arena_full(arena);
    hold->what = parsing;
    yaml_parser_set_input_string(&parsing->parser, (const unsigned char *)body.data, body.size);
    yaml_parser_set_encoding(&parsing->parser, YAML_UTF8_ENCODING);
    struct reading r = {.arena = arena, .text = &body, .err = err};
    bool ok = read_events(&r, parsing);
    arena_let_go(hold);
    if (ok && r.root != NULL) {
        r.root->nodes = r.nodes;
        *root = r.root;
    }
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
    return err_at(err, node->file, node->line, node->col, "%s", text);
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

/* The place of one step in a node: an existing one or, to make, a new empty one. NULL when it does
 * not fit, or is not there. */
static struct ynode **step_into(struct arena *arena, struct ynode *node, const char *step,
                                bool make)
{
    if (node->kind == YNODE_SEQ) {
        char *end = NULL;
        long i = strtol(step, &end, 10);
        if (!isdigit((unsigned char)step[0]) || *end != '\0' || i > node->n)
            return NULL;
        if (i == node->n && !make)
            return NULL;
        if (i == node->n)
            append(arena, node, NULL, made_node(arena, YNODE_MAP, NULL));
        return &node->items[i];
    }
    for (int i = 0; i < node->n; i++)
        if (strcmp(node->keys[i]->text, step) == 0)
            return &node->items[i];
    if (!make)
        return NULL;
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

/* A copy that owns its arrays: what an alias repeats elsewhere must stay as it is. */
static struct ynode *own_copy(struct arena *arena, const struct ynode *node)
{
    struct ynode *copy = arena_alloc(arena, sizeof *copy);
    size_t n = (size_t)node->n;
    *copy = *node;
    copy->capacity = node->n;
    copy->items = arena_grow(arena, node->items, n, n, sizeof *copy->items);
    if (node->kind == YNODE_MAP)
        copy->keys = arena_grow(arena, node->keys, n, n, sizeof *copy->keys);
    return copy;
}

/* Makes what `slot` holds ready for the next step: a list or mapping of its own. `last` is the step
 * that led to it. */
static bool enter(struct arena *arena, struct ynode **slot, const char *last, const char *next)
{
    struct ynode *node = *slot;
    if (node->kind == YNODE_SCALAR && strcmp(last, "device") == 0)
        node = as_mapping(arena, node);
    else if (node->kind == YNODE_SCALAR)
        return false;
    else
        node = own_copy(arena, node);
    bool fresh = node->line == 0 && node->n == 0; /* made on the way: not yet a list or mapping */
    if (fresh && strcmp(next, "0") == 0)
        node->kind = YNODE_SEQ;
    *slot = node;
    return true;
}

/* `parent` (NULL: nothing to say of it) is where the step does not fit, `list` its name. */
static bool path_error(struct err *err, const char *path, const struct ynode *parent,
                       const char *list, const char *step)
{
    if (parent != NULL && parent->kind == YNODE_SEQ)
        return err_set(err, ERR_USAGE,
                       "--set %s: '%s' does not fit there: %s is a list of %d; allowed: an index "
                       "from 0 to %d, of which the last adds an item",
                       path, step, list, parent->n, parent->n);
    return err_set(
        err, ERR_USAGE,
        "--set %s: '%s' does not fit there; allowed: a key of a mapping, or an index of a "
        "list from 0 to its length",
        path, step);
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

/* Walks a path and puts `value` at its end; NULL removes what is there. */
static bool place(struct arena *arena, struct ynode *root, const char *path, struct ynode *value,
                  struct err *err)
{
    struct ynode *parent = root, **slot = NULL;
    char *copy = arena_copy(arena, path), *rest = NULL, *last = NULL;
    for (char *step = strtok_r(copy, ".", &rest); step != NULL; step = strtok_r(NULL, ".", &rest)) {
        if (last != NULL) {
            if (!enter(arena, slot, last, step))
                return path_error(err, path, NULL, last, step);
            parent = *slot;
        }
        slot = parent->kind == YNODE_SCALAR ? NULL : step_into(arena, parent, step, value != NULL);
        if (slot == NULL && value == NULL && parent->kind == YNODE_MAP)
            return true; /* gone already */
        if (slot == NULL)
            return path_error(err, path, value == NULL ? NULL : parent, last, step);
        last = step;
    }
    if (last == NULL)
        return path_error(err, path, NULL, path, path);
    if (value == NULL)
        remove_item(parent, slot);
    else
        *slot = value;
    return true;
}

bool yamldoc_set(struct arena *arena, struct ynode *root, const char *path, const char *value,
                 struct err *err)
{
    struct filetext text = {arena_printf(arena, "--set %s", path), value, strlen(value)};
    struct ynode *parsed = NULL;
    if (*path == '\0' || *value == '\0')
        return err_set(err, ERR_USAGE, "--set %s=%s; allowed: PATH=VALUE", path, value);
    if (!yamldoc_parse(arena, &text, &parsed, err) || parsed == NULL)
        return false;
    if (parsed->kind == YNODE_SCALAR)
        parsed->line = parsed->col = 0; /* the whole value: its path says enough */
    return place(arena, root, path, is_null(parsed) ? NULL : parsed, err);
}
