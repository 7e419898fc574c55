/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sizing report on its way: the clusters it is about, what was found out about them, and the
 * document that chapters append to. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/chapters.h"
#include "cli/report_words.h"
#include "model/planning.h"
#include "plan/bill.h"
#include "plan/purchase.h"
#include "plan/verdict.h"

enum { REPORT_CLUSTERS_MAX = 6, REPORT_HEADLINES = 4 };

/* One cluster of the report. */
struct report_side {
    const struct filetext *text;
    const char *name; /* the cluster's; with its number where another has the same */
    struct cluster *cluster;
    struct context ctx; /* with this cluster as its only argument */
    struct answers answers;
    int headlines[REPORT_HEADLINES]; /* loads that stand for the others */
    int n_headlines;
    struct chapter chapter;
    const char *titles[REPORT_HEADLINES + 1];
    struct purchase purchases[PURCHASES_MAX];
    int n_purchases;
    struct bill bill;
    struct capacity_digest capacity;
    struct recovery_digest host, osd;
    struct check_digest check;
    struct expansion_digest expansion;
    struct verdict verdict; /* with --need */
};

struct report {
    struct context *ctx;
    struct document document;
    struct engine_model *model;
    struct planning *planning;
    struct draws draws;
    struct report_side sides[REPORT_CLUSTERS_MAX];
    int n;
    struct validate_digest validate;
    struct need *need; /* NULL: none */
    struct filetext need_text;
};

/* Loads and estimates of every cluster that the command line names. */
bool report_find(struct report *report, struct err *err);

/* Is the load a matter of bandwidth rather than of operations? */
bool report_is_large(const struct workload *load);

/* Values in words, in the arena: "3.25k", "1.81k to 5.85k", "+11 %". */
const char *report_value(const struct report *report, enum dim dim, double value);
const char *report_span(const struct report *report, enum dim dim, struct range range);
const char *report_percent(const struct report *report, double ratio);

/* "2 more hosts" for hosts=2. */
const char *report_addition(const struct report *report, const char *text);

#endif
