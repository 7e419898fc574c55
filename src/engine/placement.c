/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: 1 <= imbalance <= number of OSDs. */
#include "engine/placement.h"

#include <math.h>

double placement_imbalance(double osds, double copies_per_osd, double scale)
{
    if (osds <= 1)
        return 1;
    return fmin(osds, 1 + scale * sqrt(2 * log(osds) / copies_per_osd));
}

/* Whether an OSD holds a group is a draw with probability `share`, and the counts scatter by share
 * (1 - share): not at all where every OSD holds every group. None can hold more than all. */
static double scattered(double osds, double copies_per_osd, double share, double scale)
{
    if (share >= 1)
        return 1;
    return fmin(1 / share, placement_imbalance(osds, copies_per_osd / (1 - share), scale));
}

/* A replicated pool is read at the primaries, an erasure-coded one at its data shards. The balancer
 * evens out how many shards an OSD holds; which of them are data stays chance. */
double placement_read_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    double readers = in->erasure ? in->k : 1, share = readers / in->copies;
    double groups = fmax(in->pgs_per_osd * share, 0.5);
    double imbalance = scattered(in->osds, groups, readers / in->osds, c->imbalance_scale);
    if (!in->erasure || !in->balancer)
        return imbalance;
    double shards = 1 + c->balancer_deviation / fmax(in->pgs_per_osd, 1);
    return fmin(imbalance, shards * scattered(in->osds, groups, share, c->imbalance_scale));
}

double placement_write_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    double copies = fmax(in->pgs_per_osd, 1), share = in->copies / in->osds;
    double imbalance = scattered(in->osds, copies, share, c->imbalance_scale);
    return in->balancer ? fmin(imbalance, 1 + c->balancer_deviation / copies) : imbalance;
}
