/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that a known truth made: random clusters with rows that the engine itself computed with
 * parameters of the test's choice, plus seeded noise. They share nothing with measured data. */
#ifndef TESTS_SUPPORT_SYNTHETIC_H
#define TESTS_SUPPORT_SYNTHETIC_H

#include "support/random_cluster.h"
#include "support/suite.h"

struct synthesis {
    const struct params *truth;
    const struct draws *worlds; /* a publisher's own parameters are one of these; NULL: `truth` */
    double row_sd;              /* noise of a row, ln */
    const double *publisher_sd; /* of a publisher in each class, ln; NULL: none */
    int publishers, records, rows; /* records of a publisher, rows of a record */
};

/* The records, publisher by publisher, named `publisherNN-M`; every row of them is for a fit. */
struct cluster **synthetic_records(struct fixture *f, const struct engine_model *model,
                                   const struct synthesis *how, struct num_rng *rng, int *n);

/* Lets the model tell the publishers of these records apart. */
void synthetic_publishers(struct fixture *f, struct engine_model *model, int n);

#endif
