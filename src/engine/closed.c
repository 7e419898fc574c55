/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the result is never above any of the bounds it was made from. */
#include "engine/closed.h"

#include "base/units.h"

#include <math.h>
#include <stdbool.h>

/* A rate so many times the least adds less than 1e-16 of it to the sum, which then does not change:
 * its power need not be taken, and no rounding can tell on which side of this a rate stands. */
static double far_above(double p)
{
    return p >= 6 ? 500 : p >= 4 ? 1e4 : p >= 2 ? 1e8 : 1e16;
}

/* The prior's sharpness is a whole number, and three products are far cheaper than a general power.
 */
static double power(double x, double p)
{
    if (p != 6)
        return pow(x, p);
    double cube = x * x * x;
    return cube * cube;
}

double closed_joint(const double *rates, int n, double p)
{
    double least = rates[0], sum = 0;
    for (int i = 1; i < n; i++)
        least = rates[i] < least ? rates[i] : least;
    if (isinf(least) || least == 0)
        return least;
    double limit = least * far_above(p);
    bool least_alone = true;
    for (int i = 0; i < n; i++) {
        if (rates[i] >= limit)
            continue;
        bool is_least = rates[i] == least;
        sum += is_least ? 1 : power(least / rates[i], p);
        least_alone = least_alone && is_least;
    }
    return least_alone && sum == 1 ? least : least * pow(sum, -1 / p);
}

double closed_throughput(double q, double t0_s, double inside, double outside, double p)
{
    double alone = fmax(t0_s, 1 / inside);
    double rates[2] = {isinf(q) ? inside : q / (alone + (q - 1) / inside), outside};
    return closed_joint(rates, 2, p);
}

double closed_open_latency(double rate, double t0_s, double inside, double outside, double p)
{
    double rates[2] = {inside, outside};
    if (rate >= 0.98 * closed_joint(rates, 2, p))
        return UNLIMITED;
    return fmax(t0_s, (t0_s - 1 / inside) / (1 - rate / inside));
}

double closed_depth(double share, double t0_s, double inside, double outside, double p)
{
    double rates[2] = {inside, outside}, wanted = share * closed_joint(rates, 2, p);
    /* The loop's own rate, whose joint with what lies outside is the wanted one. */
    double rate = isinf(outside) ? wanted : wanted * pow(1 - power(wanted / outside, p), -1 / p);
    double depth = isinf(inside) ? rate * t0_s : rate * (t0_s - 1 / inside) / (1 - rate / inside);
    return fmax(depth, 1);
}
