/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much the pools hold when a question depends on it (rebuilding, moving) and the document may
 * not say. */
#ifndef PLAN_STOCK_H
#define PLAN_STOCK_H

#include "engine/capacity.h"

/* Fills stored[n_pools], client bytes. `fill_frac` (NaN: not asked) fills the OSDs of every pool to
 * that share of their raw space in the mean, by equal client bytes of the pools that share them.
 * Else what the pools state; when none states anything, the safe fill. Returns what was taken, for
 * people: "as the pools state", "70 % of raw", "assumed: the safe fill". */
const char *stock_fill(const struct capacity *capacity, double fill_frac, struct arena *arena,
                       double *stored);

#endif
