/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands add to a report. Each asks its own question, by the options and the first argument
 * of the context it is given, and appends a chapter that shows the tables and the chart of the
 * command; so a report says what the commands say. On failure nothing was appended. */
#ifndef CLI_CHAPTERS_H
#define CLI_CHAPTERS_H

#include "cli/answer.h"
#include "model/document.h"
#include "plan/expand.h"

struct chapter {
    struct document *document;
    const char *of;           /* ", NAME" behind headings where a report has several clusters */
    const char *const *loads; /* titles of the loads that charts show, NULL-terminated */
};

/* Blocks from here on are a matter of bandwidth, smaller ones of operations. */
#define CHAPTER_LARGE_B 65536

/* Do charts show the load of that title? */
bool chapter_shows(const struct chapter *chapter, const char *title);

/* What a summary takes from chapters; `known` false: that chapter could not be written. */
struct capacity_digest {
    bool known, rebuilds; /* a lost host can be rebuilt */
    double raw_B, plan_B, safe_fill_B, nearfull_B, stored_B;
    const char *plan_pools; /* of several pools each one's part; NULL: there is one */
    const char *limit_date; /* when plan_B is reached; NULL: no pool says what it stores */
};

struct recovery_digest {
    bool known, fits, rebuilds, io_stops, data_lost;
    bool unplaced;        /* a pool has fewer failure domains than copies, whatever fails */
    struct range seconds; /* NaN: nothing to rebuild */
    struct table *risk;   /* how likely each pool loses data in a year, whatever is lost first */
};

struct expansion_digest {
    bool known;
    struct answers before, after;
    const struct gain *gains; /* one a load */
    int osds_before, osds_after;
    double plan_before_B, plan_after_B; /* what to store at most; NaN: not known */
    double moved_B;
    struct range seconds, client_frac; /* of the movement; NaN: nothing moves */
};

/* Findings by how much they matter, and the words of the first ones. */
enum { CHECK_FIRST = 3 };
struct check_digest {
    bool known;
    int severe, warn, info;
    const char *first[CHECK_FIRST]; /* severe or to weigh; NULL: fewer */
};

/* How good the engine is on the built-in records. */
struct validate_digest {
    bool known;
    int rows, records, publishers;
    double median_factor, inside; /* factor; share between P10 and P90 */
    int unseen_rows;              /* that no fit has seen */
    double unseen_inside;
};

bool chapter_curve(struct context *ctx, const struct chapter *chapter, struct err *err);

/* Under a heading that stands already. */
bool chapter_expand(struct context *ctx, const struct chapter *chapter,
                    struct expansion_digest *digest, struct err *err);
bool chapter_capacity(struct context *ctx, const struct chapter *chapter,
                      struct capacity_digest *digest, struct err *err);

/* A part for what is lost (--lose), under a heading that stands already. */
bool chapter_recover(struct context *ctx, const struct chapter *chapter,
                     struct recovery_digest *digest, struct err *err);

bool chapter_check(struct context *ctx, const struct chapter *chapter, struct check_digest *digest,
                   struct err *err);

/* All arguments side by side. */
bool chapter_compare(struct context *ctx, const struct chapter *chapter, struct err *err);

/* How good the engine is on the built-in records, and what was measured nearest to the loads of
 * `answers`. */
bool chapter_validate(struct context *ctx, const struct chapter *chapter,
                      const struct answers *answers, struct validate_digest *digest,
                      struct err *err);

#endif
