/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a figure here is never above that of any design it speaks of. */
#include "plan/narrow.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

/* Half the derivative of the sum of squared distances of m from the intervals. */
static double pull(const double *low, const double *high, int n, double m)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += m > high[i] ? m - high[i] : m < low[i] ? m - low[i] : 0;
    return sum;
}

/* The least variance (over n - 1) of values each within [low_i, high_i]; n > 1. */
static double variance(const double *low, const double *high, int n)
{
    double from = low[0], to = high[0], sum = 0;
    for (int i = 1; i < n; i++) {
        from = fmin(from, low[i]);
        to = fmax(to, high[i]);
    }
    for (int i = 0; i < 60; i++) {
        double middle = (from + to) / 2;
        if (pull(low, high, n, middle) > 0)
            to = middle;
        else
            from = middle;
    }
    for (int i = 0; i < n; i++) {
        double away = from > high[i] ? from - high[i] : from < low[i] ? low[i] - from : 0;
        sum += away * away;
    }
    return sum / (n - 1);
}

/* The designs of a kind that hold all others between them. */
struct ends {
    const struct space_family *small, *large;
    int fewest, most; /* hosts */
    bool steady;
};

struct narrowing {
    struct space *space;
    struct ends *ends; /* [n_kinds] */
};

static double least_net(const struct direction *load)
{
    return fmin(load->ops[BOUND_NET_PUBLIC],
                fmin(load->ops[BOUND_NET_CLUSTER], load->ops[BOUND_CLIENT_NET]));
}

/* W^2 is linear in the share, so that its least stands at an end. */
static double least_width(const struct engine_model *model, const struct engine_inputs *in,
                          double net_share)
{
    return fmin(estimate_width(model, in, 0), estimate_width(model, in, net_share));
}

static double narrowed(const struct space *space, const struct ends *ends, int load)
{
    struct engine_inputs small, large;
    struct engine_group group_small, group_large;
    const struct draws *draws = &space->draws;
    double *low = malloc((size_t)draws->n * 2 * sizeof *low);
    double v = 0;
    int net = 0;
    if (low == NULL)
        return 0;
    double *high = low + draws->n;
    space_inputs(space, ends->small, ends->fewest, load, NULL, &small, &group_small);
    space_inputs(space, ends->large, ends->most, load, NULL, &large, &group_large);
    for (int i = 0; i < draws->n; i++) {
        const struct params *p = (const struct params *)(draws->values + (size_t)i * N_PARAMS);
        struct engine_point one, two;
        engine_point(space->model, &small, p, &one);
        net += least_net(&one.load) <= small.outstanding / one.load.t0_s;
        if (small.outstanding > 1)
            continue;
        engine_point(space->model, &large, p, &two);
        low[i] = log(fmin(one.ops, two.ops));
        high[i] = log(fmax(one.ops, two.ops));
    }
    if (small.outstanding <= 1 && draws->n > 1)
        v = variance(low, high, draws->n);
    free(low);
    double kappa = space->model->constants.kappa;
    double width = least_width(space->model, &small, (double)net / draws->n);
    /* A hair less, so that rounding refuses nobody. */
    return sqrt(kappa * kappa * (v + width * width) + small.guess_variance) * (1 - 1e-9);
}

static void narrow_kind(int i, void *context)
{
    struct narrowing *n = context;
    struct space_kind *kind = &n->space->kinds[i];
    const struct ends *ends = &n->ends[i];
    for (int load = 0; load < n->space->n_loads && ends->steady; load++) {
        const struct engine_inputs *in = &kind->in[load];
        if (isfinite(in->outstanding) && isnan(in->rate_ops))
            kind->log_sd_low[load] = fmax(kind->log_sd_low[load], narrowed(n->space, ends, load));
    }
}

/* One-host clusters and those whose clients run on the hosts are exceptions to all of this. */
static void find_ends(const struct space *space, struct ends *ends)
{
    bool colocated = space->need->clients != NULL && space->need->clients->colocated == 1;
    for (int i = 0; i < space->n_families; i++) {
        const struct space_family *f = &space->families[i];
        struct ends *e = &ends[f->kind];
        if (e->small == NULL)
            *e = (struct ends){f, f, f->design.hosts, f->most_hosts, !colocated};
        if (f->osds_per_host < e->small->osds_per_host)
            e->small = f;
        if (f->osds_per_host > e->large->osds_per_host)
            e->large = f;
        e->fewest = f->design.hosts < e->fewest ? f->design.hosts : e->fewest;
        e->steady = e->steady && f->design.hosts > 1;
    }
}

void narrow_kinds(struct space *space)
{
    struct narrowing n = {space, calloc((size_t)space->n_kinds + 1, sizeof *n.ends)};
    if (n.ends == NULL)
        return;
    find_ends(space, n.ends);
    parallel_for(space->n_kinds, 0, narrow_kind, &n);
    free(n.ends);
}
