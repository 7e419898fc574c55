/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one line scanner of all text readers: bytes of any origin to clean lines, in constant memory.
 *
 * What people paste has LF, CR LF or lone CR at line ends, a byte order mark, UTF-16, no-break
 * spaces, terminal colours and NUL bytes. The scanner turns all of that into UTF-8 lines with plain
 * blanks; bytes that are no UTF-8 become '?'. A line longer than TEXTSCAN_PIECE_B comes in pieces.
 */
#ifndef LOAD_TEXTSCAN_H
#define LOAD_TEXTSCAN_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TEXTSCAN_PIECE_B = 1024 * 1024, TEXTSCAN_CHUNK_B = 64 * 1024 };

enum textscan_encoding { ENCODING_UNKNOWN, ENCODING_UTF8, ENCODING_UTF16LE, ENCODING_UTF16BE };

struct textscan {
    const char *name; /* of the input, for errors */
    FILE *file;       /* NULL: memory */
    const unsigned char *memory;
    size_t memory_left;
    enum textscan_encoding encoding;
    unsigned char head[16];              /* the first bytes, as they were; zeros beyond the end */
    unsigned char raw[TEXTSCAN_CHUNK_B]; /* bytes not yet decoded */
    size_t n_raw;
    char *buf; /* decoded bytes start..end, one byte to spare */
    size_t start, end, capacity;
    int line;       /* number of the line at `start` */
    bool ended;     /* no more bytes to read */
    bool failed;    /* reading failed */
    bool any;       /* something that is no blank came */
    bool skip_lf;   /* a CR was the last byte: an LF that follows belongs to it */
    bool continued; /* the next piece goes on with the same line */
    size_t patched; /* where a terminator stands in place of `saved`; SIZE_MAX: nowhere */
    char saved;
};

struct line {
    char *text; /* terminated; valid until the next call, except for textscan_rewind */
    size_t length;
    int number;   /* 1-based */
    bool partial; /* a piece of a line that is too long to be anybody's */
    bool unended; /* the input ended in it: its last figure may be cut off */
};

/* Starts on an open file (not closed by the scanner) or on memory (kept by pointer). */
void textscan_open_file(struct textscan *scan, const char *name, FILE *file);
void textscan_open_memory(struct textscan *scan, const char *name, const void *data, size_t size);
void textscan_close(struct textscan *scan);

/* The next line, false at the end or when reading or memory failed (then `err` is set, ERR_IO). */
bool textscan_line(struct textscan *scan, struct line *line, struct err *err);

/* Back to a place in the line just returned, so that what follows can be read as raw text. */
void textscan_rewind(struct textscan *scan, const struct line *line, const char *place);

/* Decoded bytes from here on, at least one unless the input ended. */
size_t textscan_peek(struct textscan *scan, const char **bytes, struct err *err);

/* Passes over `n` peeked bytes in which `newlines` lines ended. */
void textscan_skip(struct textscan *scan, size_t n, int newlines);

/* Puts `n` bytes back in front of what is left; `line` is the number of their first line. */
bool textscan_push(struct textscan *scan, const char *bytes, size_t n, int line, struct err *err);

/* -- pieces of a line: each moves *p past what it read, or leaves it and returns false --------- */

const char *text_skip_blanks(const char *p);

/* A decimal number with optional sign, point and exponent; never nan, inf or hexadecimal. Values
 * beyond double's range are refused. */
bool text_number(const char **p, double *value);

/* A number of people's locales: `1,5`, `1.234,5`, `1 234,5`, `1'234.5`, `1,234,567`. A single
 * separator followed by exactly three digits is a thousands mark only if `grouped` says so. */
bool text_local_number(const char **p, bool grouped, double *value);

/* May the figure that ended at `p` be cut off? */
bool text_is_cut(const struct line *line, const char *p);

/* A whole number within int's range. */
bool text_int(const char **p, int *value);

/* The literal text, after blanks. */
bool text_literal(const char **p, const char *literal);

/* Does the text begin with, or contain, the other? */
bool text_begins(const char *text, const char *prefix);
bool text_has(const char *text, const char *part);

/* Where `key` stands in `text` and a number right after it (blanks allowed between). */
bool text_number_after(const char *text, const char *key, double *value);

/* A power of 1024 for one of K M G T P E (any case), 1 for other letters; moves past it. */
double text_binary_prefix(const char **p);

#endif
