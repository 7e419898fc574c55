/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: NaN, once added, stays. */
#include "load/import_sum.h"

#include <math.h>

void import_sum_add(struct import_sum *sum, const struct import_result *result)
{
    double weight = isfinite(result->ios) ? result->ios : result->iops_ops, p99 = result->p99_s;
    sum->iops_ops += result->iops_ops;
    sum->bw_Bps += result->bw_Bps;
    sum->ios += result->ios;
    sum->lat_weighted += weight * result->lat_s;
    sum->weight += weight;
    if (sum->n == 0 || isnan(p99) || p99 < sum->p99_low_s)
        sum->p99_low_s = p99;
    if (sum->n == 0 || isnan(p99) || p99 > sum->p99_high_s)
        sum->p99_high_s = p99;
    sum->n++;
}

double import_sum_latency(const struct import_sum *sum)
{
    return sum->weight > 0 ? sum->lat_weighted / sum->weight : UNKNOWN;
}

void import_sum_total(const struct import_sum *sum, struct import_total *total)
{
    total->iops_ops = sum->iops_ops;
    total->bw_Bps = sum->bw_Bps;
    total->lat_s = import_sum_latency(sum);
    total->p99_s = sum->n == 1 ? sum->p99_low_s : UNKNOWN;
    total->p99_low_s = sum->n > 1 ? sum->p99_low_s : UNKNOWN;
    total->p99_high_s = sum->n > 1 ? sum->p99_high_s : UNKNOWN;
}
