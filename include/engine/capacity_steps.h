/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from the devices to what may be stored: raw, DB devices, ratio, failure reserve, unequal
 * domains, scatter, redundancy, allocation units; then what the figure to plan with keeps besides.
 */
#ifndef ENGINE_CAPACITY_STEPS_H
#define ENGINE_CAPACITY_STEPS_H

#include "engine/capacity_plan.h"

struct capacity_step {
    const char *step, *why;
    double bytes;  /* raw bytes before redundancy, client bytes from there on */
    double factor; /* of the step before */
};

enum { CAPACITY_STEPS_MAX = 12 };

struct capacity_steps {
    struct capacity_step rows[CAPACITY_STEPS_MAX];
    int n;
};

/* Fills the steps; one, named so, ends on the safe fill, the last one on the figure to plan with.
 * What takes nothing is left out, but for the ratio, the failure reserve and redundancy. */
void capacity_steps_make(const struct capacity *capacity, const struct capacity_plan *plan,
                         struct capacity_steps *steps);

#endif
