/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one row type. A row says how one key of a document becomes one member of a struct: its kind,
 * place in the struct, dimension, allowed values, default and help. The same rows read YAML, apply
 * `--set`, make sweep axes, print `cephplan fields`, the help and the manual. A new key is one row.
 *
 * Every struct that a schema describes begins with `struct place place`. Absent members are NaN
 * (quantities), FIELD_ABSENT (whole numbers, truth values, choices), NULL (text, maps, lists,
 * devices). */
#ifndef MODEL_FIELD_H
#define MODEL_FIELD_H

#include "base/units.h"

#include <stdbool.h>
#include <stddef.h>

enum { FIELD_ABSENT = -1 };

/* Where in its document a struct was read. */
struct place {
    const char *file; /* NULL: made by the program */
    int line, col;    /* 1-based */
};

enum field_kind {
    FIELD_TEXT,     /* const char * */
    FIELD_TEXTS,    /* const char ** and int count: a list of texts, or one text */
    FIELD_INT,      /* int, >= 0 */
    FIELD_QUANTITY, /* double in base units of `dim` */
    FIELD_MONEY,    /* struct money */
    FIELD_BOOL,     /* int: 0, 1 or FIELD_ABSENT */
    FIELD_CHOICE,   /* int: index into `choices` or FIELD_ABSENT */
    FIELD_MAP,      /* pointer to the struct of `sub`, NULL when absent */
    FIELD_LIST,     /* pointer to an array of the structs of `sub`, and int count */
    FIELD_DEVICE /* struct device *: a catalogue name, a path ending in .yaml, or a mapping in place
                  */
};

struct schema;

struct field {
    const char *key;
    enum field_kind kind;
    size_t offset;
    size_t count_offset; /* FIELD_LIST, FIELD_TEXTS: where the int count is */
    enum dim dim;        /* FIELD_QUANTITY */
    double min,
        max; /* allowed values, base units, ends included; -UNLIMITED, UNLIMITED: no limit */
    const char *const *choices; /* FIELD_CHOICE: NULL-terminated */
    const struct schema *sub;   /* FIELD_MAP, FIELD_LIST, FIELD_DEVICE */
    bool required;
    const char *def;  /* what stands in when absent, as text; NULL: nothing */
    const char *help; /* one line */
};

struct schema {
    const char *name; /* "host group" */
    size_t size;      /* of the struct */
    const struct field *fields;
    size_t n_fields;
};

/* The frequent rows, written on one line; `S` is the struct and `m` the member. Quantities are >=
 * 0. */
#define ROW_TEXT(S, k, m, h)                                                                       \
    {                                                                                              \
        .key = k, .kind = FIELD_TEXT, .offset = offsetof(S, m), .help = h                          \
    }
#define ROW_TEXTS(S, k, m, n, h)                                                                   \
    {                                                                                              \
        .key = k, .kind = FIELD_TEXTS, .offset = offsetof(S, m), .count_offset = offsetof(S, n),   \
        .help = h                                                                                  \
    }
#define ROW_INT(S, k, m, lo, hi, d, h)                                                             \
    {                                                                                              \
        .key = k, .kind = FIELD_INT, .offset = offsetof(S, m), .min = lo, .max = hi, .def = d,     \
        .help = h                                                                                  \
    }
#define ROW_QUANTITY(S, k, m, dm, lo, hi, d, h)                                                    \
    {                                                                                              \
        .key = k, .kind = FIELD_QUANTITY, .offset = offsetof(S, m), .dim = dm, .min = lo,          \
        .max = hi, .def = d, .help = h                                                             \
    }
#define ROW_MONEY(S, k, m, h)                                                                      \
    {                                                                                              \
        .key = k, .kind = FIELD_MONEY, .offset = offsetof(S, m), .help = h                         \
    }
#define ROW_BOOL(S, k, m, d, h)                                                                    \
    {                                                                                              \
        .key = k, .kind = FIELD_BOOL, .offset = offsetof(S, m), .def = d, .help = h                \
    }
#define ROW_CHOICE(S, k, m, c, d, h)                                                               \
    {                                                                                              \
        .key = k, .kind = FIELD_CHOICE, .offset = offsetof(S, m), .choices = c, .def = d,          \
        .help = h                                                                                  \
    }
#define ROW_MAP(S, k, m, s, h)                                                                     \
    {                                                                                              \
        .key = k, .kind = FIELD_MAP, .offset = offsetof(S, m), .sub = s, .help = h                 \
    }
#define ROW_LIST(S, k, m, n, s, h)                                                                 \
    {                                                                                              \
        .key = k, .kind = FIELD_LIST, .offset = offsetof(S, m), .count_offset = offsetof(S, n),    \
        .sub = s, .help = h                                                                        \
    }
#define ROW_DEVICE(S, k, m, h)                                                                     \
    {                                                                                              \
        .key = k, .kind = FIELD_DEVICE, .offset = offsetof(S, m), .sub = &device_schema, .help = h \
    }

/* Marks every member of a struct of this schema absent (place zeroed). */
void field_init(const struct schema *schema, void *object);

/* The row of a key, NULL when there is none. */
const struct field *field_find(const struct schema *schema, const char *key);

/* The nearest key to a misspelt one, NULL when none is near. */
const char *field_nearest(const struct schema *schema, const char *key);

/* "a, b or c": the choices of a row, for messages. */
void field_choices(const struct field *field, char *buf, size_t size);

/* Reads a scalar (text, int, quantity, money, truth value, choice) into the member of `object`;
 * text is kept by pointer. ERR_INPUT without place when it is not allowed; the member is then
 * untouched. */
bool field_parse(const struct field *field, const char *text, void *object, struct err *err);

/* Are two texts the same, or both absent? */
bool field_same_text(const char *a, const char *b);

/* Is the member absent? */
bool field_is_absent(const struct field *field, const void *object);

/* The member as text that field_parse reads back ("4KiB" as "4096B"): quantities in base units.
 * Empty text when it is absent or not a scalar. */
void field_format(const struct field *field, const void *object, char *buf, size_t size);

#endif
