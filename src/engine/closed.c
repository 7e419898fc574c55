/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the result is never above any of the bounds it was made from. */
#include "engine/closed.h"

#include "base/units.h"

#include <math.h>

double closed_joint(const double *rates, int n, double p)
{
    double least = UNLIMITED;
    int finite = 0;
    for (int i = 0; i < n; i++) {
        finite += isfinite(rates[i]);
        least = fmin(least, rates[i]);
    }
    if (finite <= 1 || least == 0)
        return least;
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(rates[i]))
            sum += rates[i] == least ? 1 : pow(least / rates[i], p);
    return least * pow(sum, -1 / p);
}

double closed_throughput(double q, double t0_s, double inside, double outside, double p)
{
    double rates[2] = {isinf(q) ? inside : q / (t0_s + (q - 1) / inside), outside};
    return closed_joint(rates, 2, p);
}

double closed_open_latency(double rate, double t0_s, double inside, double outside, double p)
{
    double rates[2] = {inside, outside};
    if (rate >= 0.98 * closed_joint(rates, 2, p))
        return UNLIMITED;
    return fmax(t0_s, (t0_s - 1 / inside) / (1 - rate / inside));
}

double closed_depth(double share, double t0_s, double inside)
{
    return 1 + share / (1 - share) * inside * t0_s;
}
