/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON as it goes, indented, the same bytes for the same calls. A write that fails shows in
 * the stream (ferror, outfile_commit); no call here returns it. Calls in an order that is no JSON
 * are a programmer's fault and stop at an assert. The names keep clear of jansson's json_*, which
 * the program is linked with too. */
#ifndef RENDER_JSONOUT_H
#define RENDER_JSONOUT_H

#include "model/table.h"

#include <stdbool.h>
#include <stdio.h>

enum { JSONOUT_DEPTH_MAX = 64 };

struct jsonout {
    FILE *file;
    int indent;                    /* blanks a level */
    int depth;                     /* open objects and arrays */
    char close[JSONOUT_DEPTH_MAX]; /* what ends each of them */
    bool filled[JSONOUT_DEPTH_MAX];
    bool after_key;
};

/* Starts a document. */
void jsonout_begin(struct jsonout *json, FILE *file, int indent);

/* Ends the document, all of whose objects and arrays must be closed, with a line end. */
void jsonout_end(struct jsonout *json);

void jsonout_object(struct jsonout *json);
void jsonout_array(struct jsonout *json);
void jsonout_close(struct jsonout *json); /* the innermost object or array */

/* The key of the next value; needed before every value in an object. */
void jsonout_key(struct jsonout *json, const char *key);

void jsonout_text(struct jsonout *json,
                  const char *text); /* escaped; malformed UTF-8 as U+FFFD; NULL: null */
void jsonout_number(struct jsonout *json,
                    double number); /* at most twelve digits; NaN, infinity: null */
void jsonout_int(struct jsonout *json, long number);
void jsonout_bool(struct jsonout *json, bool truth);
void jsonout_null(struct jsonout *json);

/* {"p10": .., "p50": .., "p90": ..}; {"min": .., "max": ..} when only the ends are known (p50 NaN);
 * null when nothing is. */
void jsonout_range(struct jsonout *json, struct range range);

/* A key and its value in one call. */
void jsonout_key_text(struct jsonout *json, const char *key, const char *text);
void jsonout_key_number(struct jsonout *json, const char *key, double number);
void jsonout_key_int(struct jsonout *json, const char *key, long number);
void jsonout_key_bool(struct jsonout *json, const char *key, bool truth);
void jsonout_key_range(struct jsonout *json, const char *key, struct range range);
void jsonout_key_object(struct jsonout *json, const char *key);
void jsonout_key_array(struct jsonout *json, const char *key);

#endif
