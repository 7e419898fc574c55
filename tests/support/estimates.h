/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates of loads on clusters, with the shipped model and few draws. */
#ifndef TESTS_SUPPORT_ESTIMATES_H
#define TESTS_SUPPORT_ESTIMATES_H

#include "support/suite.h"

#include "engine/estimate.h"

struct estimator {
    struct fixture *f;
    struct engine_model *model;
    struct draws draws;
    double *scratch; /* [draws.n] */
};

/* Lives as long as the fixture. */
void estimator_open(struct estimator *estimator, struct fixture *f, int n_draws,
                    unsigned long seed);

/* One load on one cluster; `in` points into `groups`. */
struct estimated {
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct estimate e;
};

/* Fails the test with the engine's words when it cannot answer. */
void estimator_ask(const struct estimator *estimator, const struct cluster *cluster,
                   const struct workload *load, struct estimated *out);

#endif
