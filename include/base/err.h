/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An error: what kind, where (file:line:column, all optional), and what was found and is allowed.
 *
 * A function that can fail returns bool and takes `struct err *` last. The first error wins:
 * setting an error on a record that already holds one changes nothing. On failure outputs stay
 * untouched. Only `main` prints an error and exits; the kind decides the exit status
 * (err_exit_status). */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

enum err_kind {
    ERR_NONE,
    ERR_USAGE, /* the command line is wrong: exit 2 */
    ERR_INPUT, /* a document is wrong: exit 3 */
    ERR_MODEL, /* a model or a computation failed: exit 4 */
    ERR_IO     /* reading, writing or memory failed: exit 5 */
};

struct err {
    enum err_kind kind;
    char file[512]; /* empty: no file */
    int line;       /* 1-based; 0: unknown */
    int col;        /* 1-based, in characters; 0: unknown */
    char text[1024];
};

#define ERR_INIT                                                                                   \
    {                                                                                              \
        .kind = ERR_NONE                                                                           \
    }

/* Sets an error without a place. Always returns false, so that a caller can `return err_set(...)`.
 */
bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets an input error with its place. `line` and `col` are 1-based; 0 means unknown. Returns false.
 */
bool err_at(struct err *err, const char *file, int line, int col, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Gives a place to an error that has none yet (a parser of scalars knows no place). */
void err_locate(struct err *err, const char *file, int line, int col);

/* The exit status of a kind: 0, 2, 3, 4 or 5. */
int err_exit_status(enum err_kind kind);

/* Writes `file:line:col: text` into buf, always terminated; the parts that are unknown are left
 * out. What a document put into it cannot steer a terminal: a byte that is no UTF-8 text or a
 * control character becomes `?`. */
void err_format(const struct err *err, char *buf, size_t size);

/* The nearest of the `n` words to `word` by Damerau-Levenshtein distance (at most a third of its
 * length, at least 1), NULL when none is near. Case counts as half a step, and not at all when it
 * is all that differs. */
const char *err_nearest(const char *word, const char *const *words, size_t n);

/* The same with at most `edits` steps: for words so short that a third of them is most of them. */
const char *err_nearest_within(const char *word, const char *const *words, size_t n, int edits);

/* The shortest of the words that `word` abbreviates (its letters in their order, from the first one
 * on: devclass, device_class) or that holds it whole; NULL when there is none or it has less than
 * three letters. For names that no few edits reach. */
const char *err_abbreviated(const char *word, const char *const *words, size_t n);

/* The end of a message: " (did you mean 'word'?)", nothing for NULL. */
struct err_hint {
    char text[96];
};
struct err_hint err_hint(const char *word);

#endif
