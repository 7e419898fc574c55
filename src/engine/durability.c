/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/durability.h"

#include "base/units.h"

#include <math.h>

double durability_rate(double afr_per_year)
{
    return -log1p(-fmin(afr_per_year, 1 - 1e-12)) / YEAR_S;
}

double durability_mttdl_s(int n, int survived, double rate_per_s, double repair_s)
{
    double sum = 0, step = 0;
    for (int missing = 0; missing <= survived; missing++) {
        double fails = (n - missing) * rate_per_s;
        step = missing == 0 ? 1 / fails : (1 + step / repair_s) / fails;
        sum += step;
    }
    return sum;
}

double durability_sets(int n, double domains, double osds_each, double groups)
{
    double log_sets = n * log(osds_each);
    for (int i = 0; i < n; i++)
        log_sets += log((domains - i) / (i + 1));
    double sets = exp(fmin(log_sets, 600));
    return -sets * expm1(groups * log1p(-fmin(1 / sets, 1 - 1e-12)));
}

double durability_loss_per_year(double mttdl_s, double sets)
{
    return -expm1(-sets * YEAR_S / mttdl_s);
}
