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

double placement_read_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    double primaries = fmax(in->pgs_per_osd / in->copies, 0.5);
    return scattered(in->osds, primaries, 1 / in->osds, c->imbalance_scale);
}

double placement_write_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    double copies = fmax(in->pgs_per_osd, 1), share = in->copies / in->osds;
    double imbalance = scattered(in->osds, copies, share, c->imbalance_scale);
    return in->balancer ? fmin(imbalance, 1 + c->balancer_deviation / copies) : imbalance;
}
