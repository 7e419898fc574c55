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

double placement_read_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    double primaries = fmax(in->pgs_per_osd / in->copies, 0.5);
    return placement_imbalance(in->osds, primaries, c->imbalance_scale);
}

double placement_write_imbalance(const struct engine_inputs *in, const struct constants *c)
{
    if (in->hosts == in->osds && in->hosts <= in->copies)
        return 1;
    double copies = fmax(in->pgs_per_osd, 1);
    double imbalance = placement_imbalance(in->osds, copies, c->imbalance_scale);
    return in->balancer ? fmin(imbalance, 1 + c->balancer_deviation / copies) : imbalance;
}
