/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A property over many random clusters: each case has a seed of its own, and a failure shows the
 * case's number and document. */
#ifndef TESTS_SUPPORT_TRIAL_H
#define TESTS_SUPPORT_TRIAL_H

#include "support/random_cluster.h"
#include "support/suite.h"

#include "engine/estimate.h"

struct trial {
    struct fixture *f;
    struct engine_model *model;
    struct draws draws;  /* few: enough for a range */
    struct arena arena;  /* of this case */
    struct num_rng *rng; /* of this case */
    struct random_cluster cluster;
    int number;
    bool excepted; /* this case says nothing of the property: see trial_except */
};

/* The engine on one document. */
struct answer {
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct engine_point point;
};

typedef void trial_check(struct trial *trial);

/* Runs `check` on random clusters until 500 of them, or as many as CEPHPLAN_CASES says, were not
 * excepted. Fails when fewer than one in twenty are not. */
void trials_run(void **state, unsigned long salt, trial_check *check);

/* The property does not speak of this case, and another one takes its place; the check returns. */
void trial_except(struct trial *trial);

/* Cases that a property was asked to run. */
int trials_wanted(void);

/* The inputs and the point of a cluster, read from its document. */
void trial_answer(struct trial *trial, const struct random_cluster *cluster, struct answer *out);

/* The same from a document in any spelling. */
void trial_answer_spelled(struct trial *trial, const struct random_cluster *cluster,
                          const struct spelling *spelling, struct answer *out);

/* Does a failure domain hold a copy of every placement group? Then it is full: it takes less than
 * its weight, and more of the others' next to it change who holds what. */
bool trial_is_full(const struct engine_inputs *in);

/* The range of an answer. */
void trial_estimate(struct trial *trial, const struct answer *answer, struct estimate *out);

/* Ends the test: the text by printf's rules, the case and the documents of `cluster`. */
void trial_fail(struct trial *trial, const struct random_cluster *cluster, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails unless `higher` >= `lower`, but for rounding. */
void trial_not_below(struct trial *trial, const struct random_cluster *cluster, double higher,
                     double lower, const char *what);

/* Fails unless the two agree within a relative tolerance. */
void trial_close(struct trial *trial, const struct random_cluster *cluster, double a, double b,
                 double tolerance, const char *what);

#endif
