/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measured rows of records as the engine sees them, ready to be predicted many times. */
#ifndef PLAN_ROWS_H
#define PLAN_ROWS_H

#include "base/arena.h"
#include "engine/inputs.h"

struct row {
    const struct cluster *record;
    int record_index; /* of the record among those given */
    int index;        /* of the row in its record */
    const struct measured *measured;
    struct engine_inputs in;
    double ops; /* measured: iops, else bandwidth over block size, else outstanding over latency */
    const char *quantity; /* "iops", "bandwidth" or "latency": what it was taken from */
    double physical_ops;  /* line rate of the links in its way */
    bool doubtful;        /* measured above that: flagged, not fitted */
    int publisher;        /* index into row_set.publishers */
    bool fit;             /* may a fit use it: the record says so */
    bool outside;         /* not for a fit, but nothing speaks against it as a trial */
};

struct row_set {
    struct row *rows;
    int n;
    const char **publishers;
    int n_publishers;
    int n_records;
    int unmeasured, unpredicted; /* rows that were left out, and why */
};

/* All rows that were measured and can be predicted, in the order of the records. */
void rows_make(const struct engine_model *model, struct cluster *const *records, int n,
               struct arena *arena, struct row_set *set);

/* Is there a tag that forbids any comparison (cached, degraded, inconsistent ...)? */
bool rows_disqualified(const struct measured *measured);

#endif
