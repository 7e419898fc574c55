/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which measured rows are most like a load on a cluster: what a reader should look at before
 * trusting an estimate. */
#ifndef PLAN_NEAREST_H
#define PLAN_NEAREST_H

#include "plan/rows.h"

/* The rows nearest to a case, nearest first, at most one a record and `most` in all, out of those
 * that may be compared (fit or outside, not doubtful). Returns how many; their indices in
 * `indices`. */
int nearest_rows(const struct row_set *set, const struct engine_inputs *in, int most,
                 struct arena *arena, int *indices);

#endif
