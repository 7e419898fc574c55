/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON documents as tools print them. This module is the only one that knows jansson.
 *
 * Two steps: a scanner finds where a document ends in a stream (text may stand before and after it,
 * and several documents may follow each other), then the document is parsed. What is not JSON but
 * appears in the field is read too: `-nan`, `inf`, `NaN` and numbers beyond double's range count as
 * absent numbers; lines of plain text between two values are passed over; a Python dictionary
 * (single quotes, True, None) is taken for what it means. */
#ifndef LOAD_JSONDOC_H
#define LOAD_JSONDOC_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Of the text; and of its values in memory, which take four times as much where a tool wrote it,
 * and seventy times as much where it is malice. */
enum { JSONDOC_MAX_B = 64 * 1024 * 1024, JSONDOC_VALUES_MAX_B = 256 * 1024 * 1024 };

/* -- where does a document end? -- */

struct jsonscan {
    int depth;
    bool ended;
    bool in_string, escaped, python, seen_string;
    char quote;
    int newlines; /* line ends passed in the last call */
};

/* Does a JSON object or array (or a Python dictionary) seem to begin at `text`, which is a '{' or
 * '['? An array may be empty or hold objects and arrays only, so that `[root@host ~]#` is none. */
bool jsonscan_begins(const char *text);

void jsonscan_init(struct jsonscan *scan);

/* Passes over bytes of the document, at most to its end (then `ended`); returns how many. */
size_t jsonscan_feed(struct jsonscan *scan, const char *bytes, size_t n);

/* -- a parsed document -- */

struct jnode; /* a value inside a document; lives as long as the arena of the document */

/* Parses one document; all its values live in the arena. ERR_INPUT with the place when it is no
 * JSON: `line` and `col` are those of its first byte. `text` may be changed. NULL on failure. */
const struct jnode *jsondoc_parse(struct arena *arena, const char *file, int line, int col,
                                  char *text, size_t size, struct err *err);

bool jnode_is_object(const struct jnode *node);
bool jnode_is_array(const struct jnode *node);

/* The value under a key, NULL when there is none or `node` is no object (or NULL). */
const struct jnode *jnode_get(const struct jnode *node, const char *key);

/* Members of an array or object; 0 for anything else. */
size_t jnode_count(const struct jnode *node);
const struct jnode *jnode_at(const struct jnode *array, size_t i);

/* Walks an object: `for (void *at = jnode_first(o); at != NULL; at = jnode_next(o, at))`. */
void *jnode_first(const struct jnode *object);
void *jnode_next(const struct jnode *object, void *at);
const char *jnode_key(void *at);
const struct jnode *jnode_value(void *at);

/* The text of a string, NULL for anything else. */
const char *jnode_text(const struct jnode *node);

/* A number, or a string that holds one ("4096"); NaN when it is neither, or absent. */
double jnode_number(const struct jnode *node);

/* 1 or 0 for true and false and for numbers and strings "1", "0", "true", "false"; -1 otherwise. */
int jnode_bool(const struct jnode *node);

/* The number and text under a key. */
double jnode_get_number(const struct jnode *node, const char *key);
const char *jnode_get_text(const struct jnode *node, const char *key);

#endif
