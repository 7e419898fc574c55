/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where CRUSH puts copies, in expectation and exactly.
 *
 * A straw2 bucket gives every item the key ln(u)/w, u a hash of placement group, item and attempt;
 * the greatest key wins, so that an item wins an attempt with probability w/W. Attempts are
 * independent; a copy that hits an item already taken tries again. The items of a group are
 * therefore the first `draws` different ones of an endless row of weighted draws: draws without
 * replacement (Weil et al. 2006; Sage Weil's straw2, Ceph Hammer). The same distribution arises
 * when item i rings at a time that is exponential with rate w_i and the first `draws` to ring are
 * taken; given the time, the items are independent, so that one integral over time replaces the sum
 * over all orders:
 *
 *     P(i) = integral of w_i exp(-w_i t) P(at most draws-1 of the others have rung by t) dt
 *
 * computed by the trapezoidal rule in ln t, whose error falls exponentially with the step: 1e-12
 * here. Symbols: w weight, W their sum, t time, n draws. */
#ifndef ENGINE_CRUSH_H
#define ENGINE_CRUSH_H

#include "base/arena.h"
#include "base/err.h"

#include <stddef.h>

enum { CRUSH_DRAWS_MAX = 128 };

/* Equal items. */
struct crush_items {
    double weight; /* >= 0, any unit; an item of weight 0 is never taken */
    int count;     /* >= 0 */
};

/* Equal units (hosts, racks) that hold items. */
struct crush_unit {
    const struct crush_items *items;
    size_t n_items;
    int count;
};

/* Items of weight above 0. */
int crush_available(const struct crush_items *items, size_t n);

/* probability[n]: that one item of each kind is among the first `draws` different ones. Sums with
 * the counts to `draws` (checked to 1e-9). ERR_MODEL when fewer than `draws` items are available or
 * draws > CRUSH_DRAWS_MAX. Cost: some 800 x n x draws^2 steps. */
bool crush_inclusion(const struct crush_items *items, size_t n, int draws, double *probability,
                     struct arena *scratch, struct err *err);

/* The same under perfect balancing: min(1, theta w), theta such that they sum to `draws`. With it
 * the largest amount can be stored that distinct items allow (water filling). Fails as
 * crush_inclusion. */
bool crush_balanced(const struct crush_items *items, size_t n, int draws, double *probability,
                    struct err *err);

/* pmf[draws + 1]: how many of the first `draws` items stand in one unit of kind `which`. */
bool crush_unit_pmf(const struct crush_unit *units, size_t n, size_t which, int draws, double *pmf,
                    struct err *err);

/* The probability that some unit holds `at_least` or more of the first `draws` items. */
bool crush_any_unit(const struct crush_unit *units, size_t n, int draws, int at_least,
                    double *probability, struct err *err);

#endif
