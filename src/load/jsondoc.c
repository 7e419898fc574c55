/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: cleaning a document never moves a byte, so that jansson's line and column stay true.
 */
#include "load/jsondoc.h"

#include "base/units.h"
#include "load/textscan.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>

/* -- where does a document end? -- */

static const char *skip_space(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

bool jsonscan_begins(const char *text)
{
    const char *next = skip_space(text + 1);
    if (*next == '\0')
        return true;
    if (*text == '[')
        return *next == '{' || *next == '[' || (*next == ']' && *skip_space(next + 1) == '\0');
    if (*next == '}')
        return *skip_space(next + 1) == '\0';
    return *next == '"' || *next == '\'' || (*next == 'u' && next[1] == '\'');
}

void jsonscan_init(struct jsonscan *scan)
{
    *scan = (struct jsonscan){0};
}

/* Passes over the inside of a string; returns the bytes read. */
static size_t feed_string(struct jsonscan *scan, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (scan->escaped) {
            scan->escaped = false;
        } else if (bytes[i] == '\\') {
            scan->escaped = true;
        } else if (bytes[i] == scan->quote) {
            scan->in_string = false;
            return i + 1;
        } else if (bytes[i] == '\n') {
            scan->newlines++;
        }
    }
    return n;
}

/* One byte that is not inside a string and means something. */
static void feed_mark(struct jsonscan *scan, char c)
{
    if (c == '{' || c == '[') {
        scan->depth++;
    } else if (c == '}' || c == ']') {
        scan->depth--;
        scan->ended = scan->depth <= 0;
    } else if (c == '\n') {
        scan->newlines++;
    } else if (c == '"' || scan->python || !scan->seen_string) {
        /* a single quote is one of Python's if the first key has it */
        scan->python = scan->python || c == '\'';
        scan->seen_string = scan->in_string = true;
        scan->quote = c;
    }
}

size_t jsonscan_feed(struct jsonscan *scan, const char *bytes, size_t n)
{
    static const bool marks[256] = {['{'] = true, ['}'] = true,  ['['] = true, [']'] = true,
                                    ['"'] = true, ['\''] = true, ['\n'] = true};
    size_t i = 0;
    scan->newlines = 0;
    while (i < n && !scan->ended) {
        if (scan->in_string) {
            i += feed_string(scan, bytes + i, n - i);
            continue;
        }
        while (i < n && !marks[(unsigned char)bytes[i]])
            i++;
        if (i < n)
            feed_mark(scan, bytes[i++]);
    }
    return i;
}

/* -- cleaning what is not JSON -- */

static void blank(char *from, const char *to)
{
    for (char *p = from; p < to; p++)
        if (*p != '\n' && *p != '\r')
            *p = ' ';
}

/* An absent number: an empty string, which no reader takes for a figure. */
static void absent(char *from, const char *to)
{
    blank(from, to);
    from[0] = '"';
    from[1] = '"';
}

struct word {
    const char *text;
    const char *meaning; /* NULL: an absent number */
};

static const struct word words[] = {
    {"true", "true"}, {"false", "false"}, {"null", "null"}, {"True", "true"},  {"False", "false"},
    {"None", "null"}, {"nan", NULL},      {"NaN", NULL},    {"NAN", NULL},     {"inf", NULL},
    {"Inf", NULL},    {"Infinity", NULL}, {"INF", NULL},    {"infinity", NULL}};

/* A word outside strings: a literal, a number that is none, or text that does not belong here.
 * Returns where to go on. */
static char *clean_word(char *start, char *end, bool python)
{
    char *word = start + (*start == '-' || *start == '+'), *after = word;
    while (after < end && isalpha((unsigned char)*after))
        after++;
    if (python && after == word + 1 && *word == 'u' && after < end && *after == '\'') {
        *word = ' ';
        return after;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].text);
        if ((size_t)(after - word) != length || memcmp(word, words[i].text, length) != 0)
            continue;
        if (words[i].meaning == NULL)
            absent(start, after);
        else
            memcpy(word, words[i].meaning, length);
        return after;
    }
    char *line_end = start;
    while (line_end < end && *line_end != '\n' && *line_end != '\r')
        line_end++;
    blank(start, line_end);
    return line_end;
}

/* A number; one that no double holds becomes absent. Leading zeros and a bare point are not JSON.
 */
static char *clean_number(char *start, char *end)
{
    char *after = start;
    while (after < end && (isalnum((unsigned char)*after) || strchr("+-.", *after) != NULL))
        after++;
    if (after == start)
        return start + 1;
    const char *p = start;
    double value;
    if ((!text_number(&p, &value) || p != after) && after - start >= 2)
        absent(start, after);
    return after;
}

/* The rest of a string; single quotes become double, double ones inside those become blanks. */
static char *clean_string(char *start, char *end)
{
    char quote = *start, *p = start + 1;
    *start = '"';
    for (; p < end && *p != quote; p++) {
        if (*p == '\\' && p + 1 < end) {
            if (p[1] == '\'')
                *p = ' ';
            p++;
        } else if (*p == '"' || (unsigned char)*p < 0x20) {
            *p = ' ';
        }
    }
    if (p < end)
        *p++ = '"';
    return p;
}

static void clean(char *text, size_t size)
{
    const char *first = skip_space(text + 1);
    bool python = *first == '\'' || (*first == 'u' && first[1] == '\'') ||
                  (*first == '{' && *skip_space(first + 1) == '\'');
    char *end = text + size;
    for (char *p = text; p < end;) {
        bool sign = (*p == '-' || *p == '+') && p + 1 < end && isalpha((unsigned char)p[1]);
        if (*p == '"' || (*p == '\'' && python))
            p = clean_string(p, end);
        else if (isalpha((unsigned char)*p) || sign)
            p = clean_word(p, end, python);
        else if (isdigit((unsigned char)*p) || *p == '-' || *p == '+' || *p == '.')
            p = clean_number(p, end);
        else
            p++;
    }
}

/* A comma before a closing bracket is no JSON, but what is left when a line was passed over. */
static void drop_last_commas(char *text, size_t size)
{
    char *comma = NULL;
    bool in_string = false;
    for (char *p = text; p < text + size; p++) {
        if (in_string) {
            in_string = *p != '"';
            p += *p == '\\' ? 1 : 0;
            continue;
        }
        if ((*p == ']' || *p == '}') && comma != NULL)
            *comma = ' ';
        if (!isspace((unsigned char)*p))
            comma = *p == ',' ? p : NULL;
        in_string = *p == '"';
    }
}

/* -- a parsed document -- */

static const json_t *json(const struct jnode *node)
{
    return (const json_t *)node;
}

static const struct jnode *wrap(const json_t *value)
{
    return (const struct jnode *)value;
}

/* Where jansson's values go while it parses, and how many bytes more may: its hooks take no
 * context. One arena for a document takes a third less time than a malloc and a free for each
 * value. */
static _Thread_local struct arena *values;
static _Thread_local size_t room_B;

static void *take(size_t bytes)
{
    if (bytes > room_B) {
        room_B = 0; /* for good: jansson gives up */
        return NULL;
    }
    room_B -= bytes;
    return arena_alloc(values, bytes);
}

static void leave(void *memory)
{
    (void)memory; /* it goes with the arena */
}

static json_t *parse(struct arena *arena, const char *text, size_t size, json_error_t *found)
{
    json_malloc_t allocate;
    json_free_t release;
    jmp_buf full, *on_full = arena->on_full;
    json_get_alloc_funcs(&allocate, &release);
    if (setjmp(full) != 0) {
        json_set_alloc_funcs(allocate, release);
        arena->on_full = on_full;
        arena_full(arena);
    }
    json_set_alloc_funcs(take, leave);
    arena->on_full = &full; /* the hooks must not outlive this call */
    values = arena;
    room_B = JSONDOC_VALUES_MAX_B;
    json_t *root = json_loadb(text, size, JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, found);
    arena->on_full = on_full;
    json_set_alloc_funcs(allocate, release);
    return root;
}

const struct jnode *jsondoc_parse(struct arena *arena, const char *file, int line, int col,
                                  char *text, size_t size, struct err *err)
{
    json_error_t found, ignored;
    json_t *root = parse(arena, text, size, &found);
    if (root == NULL && room_B > 0 && size > 0) {
        char last = text[size - 1];
        text[size - 1] = '\0'; /* the helpers below stop at a terminator */
        clean(text, size - 1);
        drop_last_commas(text, size - 1);
        text[size - 1] = last;
        root = parse(arena, text, size, &ignored);
    }
    if (root == NULL && room_B == 0) {
        (void)err_at(err, file, line, col,
                     "JSON whose values take more than %d MiB; allowed: smaller documents",
                     JSONDOC_VALUES_MAX_B >> 20);
    } else if (root == NULL) {
        int at_col = found.line == 1 ? found.column + col - 1 : found.column;
        (void)err_at(err, file, line + found.line - 1, at_col, "not JSON: %s", found.text);
    }
    return wrap(root);
}

bool jnode_is_object(const struct jnode *node)
{
    return json_is_object(json(node));
}

bool jnode_is_array(const struct jnode *node)
{
    return json_is_array(json(node));
}

const struct jnode *jnode_get(const struct jnode *node, const char *key)
{
    return wrap(json_object_get(json(node), key));
}

size_t jnode_count(const struct jnode *node)
{
    return jnode_is_array(node) ? json_array_size(json(node)) : json_object_size(json(node));
}

const struct jnode *jnode_at(const struct jnode *array, size_t i)
{
    return wrap(json_array_get(json(array), i));
}

/* jansson's iterators want a pointer to a document that may change; nothing here changes it. */
static json_t *unconst(const struct jnode *node)
{
    union {
        const struct jnode *in;
        json_t *out;
    } pun = {.in = node};
    return pun.out;
}

void *jnode_first(const struct jnode *object)
{
    return jnode_is_object(object) ? json_object_iter(unconst(object)) : NULL;
}

void *jnode_next(const struct jnode *object, void *at)
{
    return json_object_iter_next(unconst(object), at);
}

const char *jnode_key(void *at)
{
    return json_object_iter_key(at);
}

const struct jnode *jnode_value(void *at)
{
    return wrap(json_object_iter_value(at));
}

const char *jnode_text(const struct jnode *node)
{
    return json_string_value(json(node));
}

double jnode_number(const struct jnode *node)
{
    if (json_is_number(json(node)))
        return json_number_value(json(node));
    const char *p = jnode_text(node);
    double value;
    if (p == NULL || !text_number(&p, &value) || *text_skip_blanks(p) != '\0')
        return UNKNOWN;
    return value;
}

int jnode_bool(const struct jnode *node)
{
    if (json_is_boolean(json(node)))
        return json_is_true(json(node));
    const char *text = jnode_text(node);
    if (text != NULL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        return strcmp(text, "true") == 0;
    double number = jnode_number(node);
    return isnan(number) ? -1 : number != 0;
}

double jnode_get_number(const struct jnode *node, const char *key)
{
    return jnode_number(jnode_get(node, key));
}

const char *jnode_get_text(const struct jnode *node, const char *key)
{
    return jnode_text(jnode_get(node, key));
}
