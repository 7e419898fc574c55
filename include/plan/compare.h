/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One cluster against another under the same load: by how much, and is that more than noise. */
#ifndef PLAN_COMPARE_H
#define PLAN_COMPARE_H

#include "plan/expand.h"

/* A load on a cluster and what was estimated of it. */
struct compared {
    const struct engine_inputs *in;
    const struct estimate *estimate;
};

struct ratio {
    struct range factor; /* operations/s over those of the first; of open loads what either could
                            carry; P10..P90 */
    double log_sd;
    bool same_hardware; /* equal but for the numbers of hosts, OSDs and devices */
    bool significant;   /* P10..P90 does not hold 1 */
};

struct comparison {
    const struct engine_model *model;
    struct compared first, other;
    const struct draws *draws;
    const struct gain_error *error; /* of two sizes of one cluster */
};

/* The ratio's own range: its parameters vary over the same draws in both, so that what both share
 * cancels; of publishers and rows only what two loads do not share is added, and a guess counts
 * only when the two clusters' guesses differ. Where the clusters differ in links, processors and
 * numbers alone, the error of predicted ratios stands for publishers and rows; else the row's part
 * of the width, and the publisher's when their classes belong to different groups. `scratch` has
 * room for the draws' n values. */
void compare_ratio(const struct comparison *comparison, double *scratch, struct ratio *out);

#endif
