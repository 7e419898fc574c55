/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole answer to a need: the cheapest designs, what decided each, the fronts, or the nearest
 * miss. */
#ifndef PLAN_SIZE_H
#define PLAN_SIZE_H

#include "plan/front.h"
#include "plan/miss.h"

/* One goal as a design meets it. */
struct size_goal {
    const struct goal *goal;
    double needed, achieved; /* in the goal's dimension; of the fewest hosts those of the family */
    double factor;           /* >= 1: met; factor - 1 is the slack */
    double saving; /* of the objective, were the goal a tenth easier: of the answer's first design
                      over all designs, of the others over those of their own device and scheme;
                      NaN: it cannot be eased */
    struct search_found eased; /* the design that would then be cheapest; hosts 0: none is cheaper
                                */
    double saving_without;     /* the same, were the goal not asked at all */
};

struct size_design {
    struct search_found found;
    struct design design;
    struct size_goal *goals; /* [n_goals] */
    int decided_by, next;    /* goals: easing it saves most, or where that saves nothing, going
                                without it, or where that saves nothing the one with the least
                                slack; and the next in that order; -1: none */
    bool proven;             /* nothing of its kind (the first: nothing at all) is cheaper */
};

struct size_answer {
    const struct space *space;
    const struct goals *goals;
    struct size_design *designs; /* best first */
    int n;
    bool optimal; /* the first is proven the cheapest */
    long points, estimates;
    struct fronts fronts;       /* of designs that hold; empty when there are none */
    struct miss miss;           /* hosts 0: something holds */
    struct size_design nearest; /* the miss, goal by goal */
};

struct size_question {
    const struct space *space;
    const struct goals *goals;
    int top;
    bool fronts; /* asked for as well */
    int threads;
    search_tick *tick;
    void *tick_context;
};

/* Answers. ERR_IO when memory or threads run out. */
bool size_answer(const struct size_question *question, struct arena *arena,
                 struct size_answer *answer, struct err *err);

/* How much easier `saving` makes a goal: its needed value less a tenth, or a tenth more. */
#define SIZE_EASE 0.1

#endif
