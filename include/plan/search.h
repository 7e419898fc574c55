/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheapest designs of a space that meet every goal, exactly.
 *
 * Best first: families wait in a heap by what they cost at least, which only rises as more is known
 * of them: first with as many hosts as the capacity needs, then as the loads need at the optimist's
 * medians (halving where a further host never slows a family, one by one where it may), then host
 * by host with the engine's ranges. What is taken off the heap is cheaper than all that waits, so
 * that the first design which holds is the cheapest there is; the rest is never looked at. Equals
 * are decided by the objective's second and third part and the order of the need's lists, never by
 * chance or by which thread was first. */
#ifndef PLAN_SEARCH_H
#define PLAN_SEARCH_H

#include "plan/goals.h"

enum { SEARCH_TOP_MAX = 50 };

/* What makes a design better: cost (devices where parts have no price), devices, hosts, place in
 * the lists. */
struct search_key {
    double value;
    double devices;
    int hosts, family;
};

struct search_found {
    int family, hosts;
    struct search_key key;
};

/* Called now and then by one thread at a time; false stops the search. */
typedef bool search_tick(void *context, int done, int total);

struct search_question {
    const struct space *space;
    const struct goals *goals;
    const double *ease;               /* by goal: factors count so many times; NULL: all 1 */
    double stored_frac;               /* so much of what is to be held is stored; 0: all */
    int top;                          /* so many designs that differ in data device or scheme */
    const struct search_found *known; /* a design that is known to hold; NULL: none */
    bool only_kind;                   /* only designs of its data device and scheme */
    int threads;                      /* 0: one a processor */
    search_tick *tick;                /* NULL: none */
    void *tick_context;
};

struct search_result {
    struct search_found found[SEARCH_TOP_MAX]; /* best first */
    int n;
    bool proven;            /* false: stopped; what was found may not be the cheapest */
    long points, estimates; /* of the engine */
};

struct search_key search_key_of(const struct space *space, int family, int hosts);

/* -1, 0 or 1. */
int search_compare(const struct search_key *a, const struct search_key *b);

/* ERR_IO when memory or threads run out. */
bool search_run(const struct search_question *question, struct arena *arena,
                struct search_result *result, struct err *err);

/* The fewest hosts from `from` on with which the optimist thinks that the family carries all loads;
 * 0: none. */
int search_first_hosts(struct trial *trial, const struct space_family *family, int from,
                       const double *ease);

#endif
