/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One deterministic answer: throughput and latency of one load at one set of parameters. No
 * allocation. */
#ifndef ENGINE_POINT_H
#define ENGINE_POINT_H

#include "engine/bounds.h"

struct engine_point {
    double ops;           /* client operations/s */
    double latency_s;     /* mean; UNLIMITED where an open load is more than the cluster carries */
    double saturated_ops; /* the same load with everything outstanding */
    double depth; /* requests outstanding behind `ops`: the given ones, rate x latency, or for a
                     saturating load those that reach 90 % */
    struct direction read, write; /* a direction that the load has not is at UNLIMITED */
    struct direction load;        /* the load itself: of a mix, each resource mixed by itself */
    double inside, outside;       /* joint bounds of the load */
    enum bound bound, next_bound;
    /* Behind a cache tier the load goes two ways. Bounds of devices and CPUs, directions and names
     * are those of the way that takes more of the time, as rates of all operations. */
    double share; /* of the operations that go this way; 1 without a tier */
    bool of_tier; /* the way is the tier's, not the pool's */
};

/* Source: models/engine.md, sections 4 to 6. A mix shares each resource, not the sum of two
 * clusters each with its own bottleneck; reads and writes disturb each other inside the loop only.
 */
void engine_point(const struct engine_model *model, const struct engine_inputs *in,
                  const struct params *p, struct engine_point *out);

/* The tier's own inputs, its OSDs in place of the pool's. */
void engine_point_tier(const struct engine_inputs *in, struct engine_inputs *tier);

/* Throughput of one direction alone with q requests outstanding. */
double engine_direction_ops(const struct direction *d, double q, double pnorm);

#endif
