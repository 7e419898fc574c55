/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A YAML document as a tree in which every node knows its place. This module is the only one that
 * knows libyaml. Refused: duplicate keys, several documents, keys that are no scalars, merge keys,
 * alias cycles, nesting deeper than 64, more than four million nodes, foreign tags, bytes that are
 * not UTF-8, NUL characters. Takes time and memory in proportion to the text. */
#ifndef LOAD_YAMLDOC_H
#define LOAD_YAMLDOC_H

#include "base/arena.h"
#include "base/err.h"
#include "load/filetext.h"

enum ynode_kind { YNODE_SCALAR, YNODE_MAP, YNODE_SEQ };

struct ynode {
    enum ynode_kind kind;
    bool plain;           /* YNODE_SCALAR: not quoted */
    unsigned char height; /* levels: 1 for a scalar, 1 more than the highest inside */
    int line, col;        /* 1-based; 0: no place in a file (set on the command line) */
    const char *file;
    union {
        const char *text;    /* YNODE_SCALAR, terminated, without NUL inside */
        struct ynode **keys; /* YNODE_MAP: n scalars, all different */
    };
    struct ynode **items; /* YNODE_MAP: n values; YNODE_SEQ: n items */
    int n, capacity;
    int nodes; /* of the root: nodes in the document, however often aliases repeat them */
};

enum { YAMLDOC_MAX_DEPTH = 64, YAMLDOC_MAX_NODES = 4000000 };

/* The tree of the only document in `text`; all of it in `arena`. ERR_INPUT with the place. */
bool yamldoc_parse(struct arena *arena, const struct filetext *text, struct ynode **root,
                   struct err *err);

/* The value under a key of a map, NULL when there is none or it is no map. */
struct ynode *yamldoc_get(const struct ynode *map, const char *key);

/* Sets `hosts.0.osds.0.count` style paths in a tree: list indices count from 0, an index one past
 * the end appends, missing maps are made, and a scalar `device` on the way becomes `{like:
 * scalar}`. `value` is YAML; `null` removes. What an alias repeats elsewhere stays as it is.
 * ERR_USAGE when the path does not fit the tree, ERR_INPUT when the value is no YAML. */
bool yamldoc_set(struct arena *arena, struct ynode *root, const char *path, const char *value,
                 struct err *err);

/* An error at a node's place. Returns false. */
bool yamldoc_error(const struct ynode *node, struct err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "a list", "a mapping" or "'text'": what was found, for messages. */
const char *yamldoc_found(const struct ynode *node, char *buf, size_t size);

#endif
