/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How narrow a range can be at most: what lets an optimist refuse without drawing.
 *
 * sd^2 = kappa^2 (V + W^2) + guesses. W lies between the noise of loads that a network bounds and
 * that of the load's class, by the share of draws in which a network binds. In a closed loop the
 * depth binds before a link does as long as q/T0 is below what the links carry: T0 is the same for
 * all designs of a kind, and links only grow with hosts, so that the smallest design tells the
 * greatest share. With one request outstanding X = 1/T0 but for what caps it from outside, which
 * grows with hosts and devices: the smallest and the largest design then hold every draw of every
 * other between them, and V is at least the least variance of values from those intervals. */
#ifndef PLAN_NARROW_H
#define PLAN_NARROW_H

#include "plan/space.h"

/* Raises log_sd_low of every kind where more is known than that V >= 0 and W is one of the two.
 * Cost: two points a draw, kind and closed load. */
void narrow_kinds(struct space *space);

#endif
