/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expand.h"

#include "base/num.h"
#include "engine/bounds.h"

#include <math.h>

#define PAYS 0.1 /* share of the added OSDs that a step must bring */

static double ratio_of(const struct engine_model *model, const struct engine_inputs *before,
                       const struct engine_inputs *after, const struct params *p)
{
    struct engine_point one, two;
    engine_point(model, before, p, &one);
    engine_point(model, after, p, &two);
    return log(two.ops / one.ops);
}

/* Scatter and the share of a flash OSD's ceiling, after over before, of the direction that pays
 * most. */
static double scatter_cost(const struct engine_model *model, const struct engine_inputs *before,
                           const struct engine_inputs *after)
{
    struct factors was, is;
    bounds_factors(model, before, &model->params, &was);
    bounds_factors(model, after, &model->params, &is);
    double reads = is.read_imbalance / was.read_imbalance * was.pg_share / is.pg_share;
    return fmax(1, fmax(reads, is.write_imbalance / was.write_imbalance));
}

struct gain_error gain_error_of(const struct planning *planning)
{
    return (struct gain_error){log(planning_value(planning, PLAN_gain_spread)) / NUM_Z90,
                               planning_value(planning, PLAN_run_scatter)};
}

/* The most that a change raises and lowers what the engine is made of, in natural logarithms, both
 * >= 0, infinite where a bound goes or comes. The engine grows with all of it and by the factor
 * that all of it grows by, so no ratio lies outside. */
struct change {
    double up, down;
    double most; /* of what is bound before and after */
};

static void add_change(struct change *c, double before, double after)
{
    if (before == after)
        return;
    double moved = log(after / before);
    if (isfinite(moved))
        c->most = fmax(c->most, fabs(moved));
    c->up = fmax(c->up, moved);
    c->down = fmax(c->down, -moved);
}

static struct change change_of(const struct engine_point *one, const struct engine_point *two)
{
    const struct direction *was[] = {&one->read, &one->write}, *is[] = {&two->read, &two->write};
    struct change change = {0};
    for (int i = 0; i < 2; i++) {
        for (int b = 0; b < N_BOUNDS; b++)
            add_change(&change, was[i]->ops[b], is[i]->ops[b]);
        if (isfinite(was[i]->t0_s) && was[i]->t0_s > 0 && is[i]->t0_s > 0)
            add_change(&change, is[i]->t0_s, was[i]->t0_s);
    }
    return change;
}

double gain_error_sd(const struct gain_error *error, const struct engine_point *one,
                     const struct engine_point *two)
{
    struct change change = change_of(one, two);
    return hypot(error->doubling_sd * change.most / log(2), error->run_sd);
}

void gain_limit(const struct gain_error *error, const struct engine_point *one,
                const struct engine_point *two, struct range *ratio)
{
    struct change change = change_of(one, two);
    double runs = exp(NUM_Z90 * error->run_sd), middle = ratio->p50;
    ratio->p10 = fmax(ratio->p10, fmin(middle, exp(-change.down)) / runs);
    ratio->p90 = fmin(ratio->p90, fmax(middle, exp(change.up)) * runs);
}

void gain_make(const struct engine_model *model, const struct engine_inputs *before,
               const struct engine_inputs *after, const struct draws *draws,
               const struct gain_error *error, double *scratch, struct gain *gain)
{
    struct engine_point one, two;
    engine_point(model, before, &model->params, &one);
    engine_point(model, after, &model->params, &two);
    for (int i = 0; i < draws->n; i++) {
        const double *row = draws->values + (size_t)i * N_PARAMS;
        scratch[i] = ratio_of(model, before, after, (const struct params *)row);
    }
    double middle = two.ops / one.ops;
    double sd = hypot(sqrt(num_variance(scratch, draws->n)), gain_error_sd(error, &one, &two));
    gain->ratio = (struct range){middle / exp(NUM_Z90 * sd), middle, middle * exp(NUM_Z90 * sd)};
    gain_limit(error, &one, &two, &gain->ratio);
    gain->bound_before = one.bound;
    gain->bound_after = two.bound;
    gain->saturated_ops = two.saturated_ops;
    gain->scatter = scatter_cost(model, before, after);
    gain->leaves_home = after->local_frac < before->local_frac;
    gain->before = estimate_bound_name(one.bound, &one.load);
    gain->after = estimate_bound_name(two.bound, &two.load);
}

static struct range scaled(struct range r, double factor)
{
    return (struct range){r.p10 * factor, r.p50 * factor, r.p90 * factor};
}

/* The range about `middle` whose ends lie `down` and `up` away, in natural logarithms. */
static struct range spread(double middle, double down, double up)
{
    double low = middle * exp(-down);
    double high = middle * exp(up);
    return (struct range){low, middle, high};
}

void gain_apply(const struct estimate *before, const struct range *ratio, double bytes,
                struct estimate *after)
{
    double middle = before->ops.p50 * ratio->p50;
    double low = hypot(log(before->ops.p50 / before->ops.p10), log(ratio->p50 / ratio->p10));
    double high = hypot(log(before->ops.p90 / before->ops.p50), log(ratio->p90 / ratio->p50));
    double faster = middle / after->ops.p50;
    double latency_s = after->latency_s.p50 / faster;
    after->ops = spread(middle, low, high);
    after->bandwidth_Bps = scaled(after->ops, bytes);
    after->latency_s = spread(latency_s, high, low);
    after->p99_s = scaled(after->p99_s, 1 / faster);
}

/* Does a rate rise by at least a tenth of the share of OSDs that the step adds? */
static bool pays(const struct gain_step *last, const struct gain_step *next, double before,
                 double after)
{
    double osds = log((double)next->osds / last->osds);
    return log(after / before) >= PAYS * osds;
}

int gain_knee(const struct gain_step *steps, int n)
{
    int knee = 0;
    for (int i = 1; i < n; i++)
        if (pays(&steps[knee], &steps[i], steps[knee].ops, steps[i].ops))
            knee = i;
    return knee;
}

/* Does what is added bring more of that resource? */
static bool is_added(enum bound bound, bool hosts)
{
    bool with_osds = bound == BOUND_DATA || bound == BOUND_OSD;
    bool with_hosts = bound == BOUND_DB || bound == BOUND_SYNC || bound == BOUND_CPU ||
                      bound == BOUND_NET_PUBLIC || bound == BOUND_NET_CLUSTER;
    return with_osds || (hosts && with_hosts);
}

enum bound gain_stopper(const struct gain_step *last, const struct gain_step *next, bool hosts)
{
    bool rises = pays(last, next, last->saturated_ops, next->saturated_ops);
    return is_added(next->bound, hosts) && rises ? BOUND_DEPTH : next->bound;
}

const char *gain_stopper_remedy(enum bound stopper, bool hosts)
{
    return is_added(stopper, hosts)
               ? "what levels the load: hosts of equal size, more placement groups"
               : gain_remedy(stopper);
}

const char *gain_remedy(enum bound bound)
{
    static const char *const remedies[] = {
        [BOUND_DATA] = "more or faster data devices",
        [BOUND_DB] = "a DB or WAL device of more bandwidth, or fewer OSDs behind each",
        [BOUND_SYNC] = "devices with power-loss protection where writes are committed",
        [BOUND_CPU] = "more or faster cores in the OSD hosts",
        [BOUND_OSD] = "more OSDs, or more placement groups an OSD",
        [BOUND_NET_PUBLIC] = "a faster public link of the OSD hosts",
        [BOUND_NET_CLUSTER] = "a faster cluster link",
        [BOUND_CLIENT_NET] = "faster links of the clients, or more clients",
        [BOUND_CLIENT_CPU] = "more client processes",
        [BOUND_DEPTH] = "more requests outstanding: clients, jobs or queue depth",
    };
    return remedies[bound];
}
