/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One deterministic answer: throughput and latency of one load at one set of parameters. No
 * allocation. */
#ifndef ENGINE_POINT_H
#define ENGINE_POINT_H

#include "engine/bounds.h"

struct engine_point {
    double ops;           /* client operations/s */
    double latency_s;     /* mean; INFINITY where an open load is more than the cluster carries */
    double saturated_ops; /* the same mix with everything outstanding */
    double depth; /* requests outstanding behind `ops`: the given ones, rate x latency, or for
                     a saturating load those that reach 90 % */
    struct direction read, write; /* the one that the load has not is left at INFINITY */
    double read_ops, write_ops;   /* each direction alone */
    double inside, outside;       /* joint bounds of the direction that is named */
    bool named_write;             /* the bound is of the writes: they take more of the time */
    enum bound bound, next_bound;
};

void engine_point(const struct engine_model *model, const struct engine_inputs *in,
                  const struct params *p, struct engine_point *out);

#endif
