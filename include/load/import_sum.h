/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that ran together as one: operations and bytes add up, the mean latency is that of all
 * I/Os, percentiles of several results are bounds. What one of them does not say, the sum does not
 * say either. */
#ifndef LOAD_IMPORT_SUM_H
#define LOAD_IMPORT_SUM_H

#include "load/import_data.h"

/* Begins as {0}. */
struct import_sum {
    int n; /* results */
    double iops_ops, bw_Bps;
    double ios; /* NaN: not all results say */
    double lat_weighted, weight;
    double p99_low_s, p99_high_s; /* of the results; NaN: not all have one */
};

void import_sum_add(struct import_sum *sum, const struct import_result *result);

/* The mean over all I/Os, or where they are not counted, by their rates; NaN: a result has none. */
double import_sum_latency(const struct import_sum *sum);

/* The sums, latencies and percentiles of one or more results; the rest stays as it is. */
void import_sum_total(const struct import_sum *sum, struct import_total *total);

#endif
