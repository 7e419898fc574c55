/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges: the spread of ln X over parameter draws (V), of publishers and rows (W), of what was
 * guessed. Invariant: P10 <= P50 <= P90, and latency x throughput is the requests outstanding at
 * every quantile. */
#include "engine/estimate.h"

#include "base/num.h"

#include <math.h>

static bool is_net(enum bound bound)
{
    return bound == BOUND_NET_PUBLIC || bound == BOUND_NET_CLUSTER || bound == BOUND_CLIENT_NET;
}

/* What is uncertain of a load: the throughput of a closed one, what an open one could get. */
static double capacity_of(const struct engine_inputs *in, const struct engine_point *point)
{
    return isnan(in->rate_ops) ? point->ops : point->saturated_ops;
}

/* ln of what a draw says, less what it says of the anchor. */
static double run_draw(const struct engine_model *model, const struct engine_inputs *in,
                       const struct params *p, const struct anchor *anchor, struct estimate *out)
{
    struct engine_point point;
    engine_point(model, in, p, &point);
    out->probability[point.bound] += 1;
    double x = log(capacity_of(in, &point));
    if (anchor != NULL && anchor->in != NULL) {
        engine_point(model, anchor->in, p, &point);
        x -= anchor->weight * log(point.ops);
    }
    return x;
}

static bool writes_to_consumer_flash(const struct engine_inputs *in)
{
    bool consumer = false;
    for (int i = 0; i < in->n_groups; i++)
        consumer = consumer || in->groups[i].law.consumer;
    return consumer && in->read_frac < 1;
}

double estimate_width(const struct engine_model *model, const struct engine_inputs *in,
                      double net_probability)
{
    double width = model->classes[in->class].width;
    if (in->fast_erasure)
        width = fmax(width, model->constants.fast_ec_width);
    if (writes_to_consumer_flash(in))
        width = fmax(width, model->constants.consumer_width);
    double net = model->net_width * model->net_width;
    return sqrt(net_probability * net + (1 - net_probability) * width * width);
}

static struct range spread(double median, double log_sd)
{
    double factor = exp(NUM_Z90 * log_sd);
    return (struct range){median / factor, median, median * factor};
}

/* Of the mean latency; an end that is without bound says nothing of it. */
static double latency_log_sd(const struct estimate *e)
{
    return isinf(e->latency_s.p90) ? e->log_sd : log(e->latency_s.p90 / e->latency_s.p50) / NUM_Z90;
}

/* p99 over the mean: little at depth 1, much at saturation, between them by the load's share. */
static void make_tail(const struct engine_model *model, const struct engine_inputs *in,
                      struct estimate *out)
{
    const struct constants *c = &model->constants;
    double factor = c->tail_hdd, sd = c->tail_hdd_log_sd;
    out->two_modes = !in->flash && out->point.write.acked && in->read_frac < 1;
    if (in->flash) {
        double saturated =
            in->read_frac * log(c->tail_read) + (1 - in->read_frac) * log(c->tail_write);
        double share = fmin(out->point.ops / out->point.saturated_ops, 1);
        double alone = log(c->tail_qd1);
        factor = exp(alone + share * (saturated - alone));
        sd = c->tail_log_sd;
    }
    double median = out->two_modes ? UNKNOWN : factor * out->latency_s.p50;
    double mean_sd = latency_log_sd(out);
    out->p99_s = spread(median, sqrt(mean_sd * mean_sd + sd * sd));
    if (isinf(out->latency_s.p90) && !out->two_modes)
        out->p99_s.p90 = UNLIMITED;
    /* No percentile above the median lies below the mean where the tail is to the right. */
    out->p99_s.p10 = fmax(out->p99_s.p10, out->two_modes ? UNKNOWN : out->latency_s.p10);
}

/* Closed loops keep what is outstanding, so slow quantiles of the rate are those of the latency
 * turned. An open load waits without end in those clusters that cannot carry it: `capacity` is what
 * it could get. */
static void make_latency(const struct engine_inputs *in, const struct range *capacity,
                         struct estimate *out)
{
    double depth = out->point.depth;
    if (isnan(in->rate_ops)) {
        out->latency_s =
            (struct range){depth / out->ops.p90, depth / out->ops.p50, depth / out->ops.p10};
        return;
    }
    out->latency_s = spread(out->point.latency_s, out->log_sd);
    if (capacity->p10 <= in->rate_ops)
        out->latency_s.p90 = UNLIMITED;
}

/* The rate of one direction that its links carry at line rate; UNLIMITED where none is stated. */
static double wire_of(const struct engine_inputs *in, const struct direction *d)
{
    double public = fmin(d->ops[BOUND_NET_PUBLIC], d->ops[BOUND_NET_CLUSTER]);
    return fmin(in->public_stated ? public : UNLIMITED,
                in->client_stated ? d->ops[BOUND_CLIENT_NET] : UNLIMITED);
}

/* What no cluster of that description passes, however good: every stated link full, nothing lost
 * but the headers of frames. Links carry both ways at once, so that reads and writes are bounded
 * apart. */
static double wire_ops(const struct engine_model *model, const struct engine_inputs *in)
{
    struct params params = model->params;
    struct engine_inputs best = *in;
    struct engine_point at;
    params.net_read_eff = params.net_write_eff = params.net_100g_eff = params.net_mesh_factor = 1;
    best.eta = in->eta_most;
    engine_point(model, &best, &params, &at);
    /* Both ways behind a cache tier use the same links. */
    double most =
        fmin(wire_of(in, &at.read) / in->read_frac, wire_of(in, &at.write) / (1 - in->read_frac));
    return most * at.share;
}

/* The spread knows nothing of line rates. A measured run above them says that the document is wrong
 * about the links: it stands. */
static void cap_at_wire(const struct engine_model *model, const struct engine_inputs *in,
                        struct range *ops)
{
    ops->p90 = fmin(ops->p90, fmax(ops->p50, wire_ops(model, in)));
}

/* An open load gets what it asks for; only what cannot be carried is uncertain. */
static void cap_at_rate(const struct engine_inputs *in, struct range *ops)
{
    if (isnan(in->rate_ops))
        return;
    ops->p10 = fmin(ops->p10, in->rate_ops);
    ops->p50 = fmin(ops->p50, in->rate_ops);
    ops->p90 = fmin(ops->p90, in->rate_ops);
}

void estimate_make(const struct engine_model *model, const struct engine_inputs *in,
                   const struct draws *draws, const struct anchor *anchor, double *scratch,
                   struct estimate *out)
{
    bool anchored = anchor != NULL && anchor->in != NULL;
    double lambda = anchored ? anchor->weight : 0, net = 0, kappa = model->constants.kappa;
    struct engine_point at_anchor;
    for (int i = 0; i < N_BOUND_NAMES; i++)
        out->probability[i] = 0;
    engine_point(model, in, &model->params, &out->point);
    for (int i = 0; i < draws->n; i++) {
        const double *row = draws->values + (size_t)i * N_PARAMS;
        scratch[i] = run_draw(model, in, (const struct params *)row, anchor, out);
    }
    for (int i = 0; i < N_BOUND_NAMES; i++) {
        out->probability[i] /= draws->n;
        net += is_net((enum bound)i) ? out->probability[i] : 0;
    }
    double width = estimate_width(model, in, net) * sqrt(1 - lambda * lambda);
    double v = num_variance(scratch, draws->n), w = width * width;
    out->parameter_sd = kappa * sqrt(v);
    out->publisher_sd = kappa * width;
    out->guess_sd = sqrt(in->guess_variance) * (1 - lambda);
    out->log_sd = sqrt(kappa * kappa * (v + w) + out->guess_sd * out->guess_sd);
    double median = capacity_of(in, &out->point);
    if (anchored) {
        engine_point(model, anchor->in, &model->params, &at_anchor);
        median *= pow(anchor->measured_ops / at_anchor.ops, lambda);
    }
    struct range capacity = spread(median, out->log_sd);
    cap_at_wire(model, in, &capacity);
    out->ops = capacity;
    cap_at_rate(in, &out->ops);
    out->bandwidth_Bps = (struct range){out->ops.p10 * in->bytes, out->ops.p50 * in->bytes,
                                        out->ops.p90 * in->bytes};
    make_latency(in, &capacity, out);
    make_tail(model, in, out);
    estimate_losses(model, in, &model->params, out);
}

const char *estimate_bound_name(enum bound bound, const struct direction *d)
{
    if (bound == BOUND_SYNC)
        return bound_names[d->sync_of_data ? BOUND_DATA : BOUND_DB];
    return bound_names[bound];
}

double estimate_bound_ops(enum bound bound, const struct direction *d)
{
    double ops = d->ops[bound];
    if (bound == BOUND_DATA && d->sync_of_data)
        return fmin(ops, d->ops[BOUND_SYNC]);
    if (bound == BOUND_DB && !d->sync_of_data)
        return fmin(ops, d->ops[BOUND_SYNC]);
    return ops;
}
