/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the published formulas (engine/formula_rules) answer. An answer is min..max without any
 * probability; print the row's `defects` under every table that shows one, so that nobody takes it
 * for more than it is. No allocation. */
#ifndef ENGINE_FORMULAS_H
#define ENGINE_FORMULAS_H

#include "engine/formula_rules.h"

enum { FORMULA_MAX_IGNORED = 16, FORMULA_MAX_SOURCES = 8 };

struct formula_result {
    const struct formula *formula;
    bool applies;
    char why_not[FORMULA_TEXT_SIZE]; /* set when it does not apply; all figures are then NaN */
    const char *outside; /* the figures stand, but the source does not claim them; NULL: it does */
    struct formula_span iops_ops; /* sequential loads: bandwidth over block size */
    struct formula_span bw_Bps;   /* random loads: operations/s times block size */
    struct formula_span lat_s;    /* mean; known to vitastor at one request outstanding alone */
    bool mixed;                   /* the load reads and writes: the next three are set */
    struct formula_span harmonic_iops_ops, harmonic_bw_Bps; /* what the mix would be if times added
                                                               up; NaN unless mixed */
    const char *mix_reason; /* why that differs from the formula's own mix, one line; else NULL */
    const char *ignored[FORMULA_MAX_IGNORED]; /* inputs stated but not looked at: "db", "network" */
    int n_ignored;
    struct formula_notes notes; /* what was taken for want of a statement, what was extended */
    struct device_rate sources[FORMULA_MAX_SOURCES]; /* device figures used: device_rate_text */
    int n_sources;
    int sources_left_out; /* further ones, of further kinds of devices */
};

/* The answer of a formula for one load on one cluster. Always fills `out`: where the formula cannot
 * answer, `applies` is false and `why_not` says why. A load on a pool takes the disks of the pool's
 * device class alone. */
void formula_evaluate(const struct formula *formula, const struct formula_constants *c,
                      const struct cluster *cluster, const struct workload *load,
                      struct formula_result *out);

#endif
