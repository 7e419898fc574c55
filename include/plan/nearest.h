/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which measured rows are most like a load on a cluster: what a reader should look at before
 * trusting an estimate. */
#ifndef PLAN_NEAREST_H
#define PLAN_NEAREST_H

#include "plan/rows.h"

/* How unlike two cases are, in doublings: the sum over OSDs, hosts, block size, requests
 * outstanding, copies, links and threads an OSD of |log2| of their ratio, each at its weight, plus
 * the share of reads and releases apart. 0: alike; infinite: another class of load. Plain
 * judgement, no model: it only sorts. */
double nearest_distance(const struct engine_inputs *a, const struct engine_inputs *b);

/* The rows nearest to a case, nearest first, at most one a record and `most` in all, out of those
 * that may be compared (fit or outside, not doubtful). Returns how many; their indices in
 * `indices`. */
int nearest_rows(const struct row_set *set, const struct engine_inputs *in, int most,
                 struct arena *arena, int *indices);

#endif
