/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/pgs.h"

#include <math.h>

int pgs_round(double wanted)
{
    if (!(wanted > 1))
        return 1;
    double nearest = exp2(round(log2(fmin(wanted, 1 << 28))));
    if (nearest < 0.75 * wanted)
        nearest *= 2;
    return (int)nearest;
}

int pgs_advise(int osds, double data_frac, int n, double target)
{
    double floor_pgs = (double)osds / n;
    return pgs_round(fmax(floor_pgs, target * osds * data_frac / n));
}
