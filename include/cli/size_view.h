/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `cephplan size` shows of its answer: each design with its cluster document, estimates and
 * capacity. */
#ifndef CLI_SIZE_VIEW_H
#define CLI_SIZE_VIEW_H

#include "cli/answer.h"
#include "engine/capacity_plan.h"
#include "plan/findings.h"
#include "plan/size.h"

/* One design as its document is estimated. */
struct size_card {
    const struct size_design *design;
    const char *label; /* "design 1" */
    struct cluster *cluster;
    struct answers answers;
    struct capacity capacity;
    double plan_B;            /* what to store at most */
    struct findings findings; /* what `cephplan check` says of it */
    double cost;              /* NaN: not known */
    double power_W;           /* NaN: not known */
    int rack_units;           /* 0: not known */
};

struct size_view {
    const struct need *need;
    const struct size_answer *answer;
    struct size_card *cards; /* [n], best first; of a miss the only one */
    int n;
    bool miss;
};

/* "6 x 1U 16 cores, each 8 x samsung-pm983-3.84tb" without the hosts, and so on: in the arena. */
const char *size_hosts_text(const struct size_view *view, const struct size_card *card,
                            struct arena *arena);
const char *size_devices_text(const struct size_view *view, const struct size_card *card,
                              struct arena *arena);
const char *size_db_text(const struct size_view *view, const struct size_card *card,
                         struct arena *arena);
const char *size_network_text(const struct size_view *view, const struct size_card *card,
                              struct arena *arena);
const char *size_scheme_text(const struct size_view *view, const struct size_card *card,
                             struct arena *arena);

/* The design as a document that loads again as the same cluster; NULL when memory runs out. */
const char *size_document(const struct size_view *view, const struct size_card *card,
                          struct arena *arena);

/* Can the folder of -o be written into? Asked before the search. ERR_IO says why not. */
bool size_folder_check(const struct context *ctx, struct err *err);

/* Writes a document for each design into the folder of -o, if there is one, beside the answer: all
 * appear with it or none. Of a miss there is none. */
bool size_folder_write(struct context *ctx, const struct size_view *view, struct err *err);

/* Operations/s of the first load at P50, of an open one what it could be given; NaN: no load. */
double size_ops(const struct size_card *card);

/* Text, CSV, Markdown. */
void size_show(struct context *ctx, const struct size_view *view);

/* size/1. */
void size_json(struct context *ctx, const struct size_view *view);

/* Is --show a front? Asked before the search. ERR_USAGE. */
bool size_chart_check(const struct context *ctx, struct err *err);

/* --chart: what more money buys. ERR_USAGE where the need has no such front. */
bool size_chart(struct context *ctx, const struct size_view *view, struct err *err);

#endif
