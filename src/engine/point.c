/* SPDX-License-Identifier: GPL-3.0-or-later */
/* X operations/s, Q outstanding, T latency: Q = X T in every answer of a closed load. */
#include "engine/point.h"

#include "engine/closed.h"

#include <math.h>

/* What queues inside the closed loop and what caps it from outside. */
struct loop {
    double t0_s, inside, outside;
};

/* Whose writes are acked elsewhere does not wait for the data devices. */
static struct loop make_loop(const struct direction *d, double factor, double pnorm)
{
    double in[N_INSIDE], out[N_BOUNDS - N_INSIDE + 1];
    for (int i = 0; i < N_INSIDE; i++)
        in[i] = d->ops[i];
    in[BOUND_DATA] = d->waited_ops;
    for (int i = N_INSIDE; i < N_BOUNDS; i++)
        out[i - N_INSIDE] = d->ops[i];
    out[N_BOUNDS - N_INSIDE] = d->acked_ops;
    return (struct loop){.t0_s = d->t0_s,
                         .inside = factor * closed_joint(in, N_INSIDE, pnorm),
                         .outside = closed_joint(out, N_BOUNDS - N_INSIDE + 1, pnorm)};
}

static double run(const struct loop *loop, double q, double pnorm)
{
    return closed_throughput(q, loop->t0_s, loop->inside, loop->outside, pnorm);
}

double engine_direction_ops(const struct direction *d, double q, double pnorm)
{
    struct loop loop = make_loop(d, 1, pnorm);
    return run(&loop, q, pnorm);
}

/* Times of a closed loop add up, so rates mix harmonically; a resource without bound takes no time.
 */
static double harmonic(double rho, double read, double write)
{
    double time = (isinf(read) ? 0 : rho / read) + (isinf(write) ? 0 : (1 - rho) / write);
    return time > 0 ? 1 / time : UNLIMITED;
}

static struct loop mixed_loop(const struct engine_inputs *in, const struct params *p,
                              struct engine_point *out)
{
    double rho = in->read_frac;
    struct direction *d = &out->load;
    for (int i = 0; i < N_BOUNDS; i++)
        d->ops[i] = harmonic(rho, out->read.ops[i], out->write.ops[i]);
    d->t0_s = rho * out->read.t0_s + (1 - rho) * out->write.t0_s;
    double read = out->read.ops[BOUND_DATA], acked = out->write.acked_ops;
    d->waited_ops = harmonic(rho, read, out->write.waited_ops);
    d->acked_ops = isinf(acked) ? UNLIMITED : harmonic(rho, read, acked);
    d->acked = out->write.acked;
    d->sync_of_data = out->write.sync_of_data;
    return make_loop(d, p->mix_factor, p->pnorm);
}

/* Of equal bounds the first is named, on every machine: rounding must not decide. */
static bool is_less(double a, double b)
{
    return a < b * (1 - 1e-9) || (isinf(b) && !isinf(a));
}

static void name_bounds(double q, struct engine_point *out)
{
    double rates[N_BOUND_NAMES];
    for (int i = 0; i < N_BOUNDS; i++)
        rates[i] = out->load.ops[i];
    rates[BOUND_DEPTH] = isinf(q) ? UNLIMITED : q / out->load.t0_s;
    int first = 0, second = -1;
    for (int i = 1; i < N_BOUND_NAMES; i++)
        if (is_less(rates[i], rates[first]))
            first = i;
    for (int i = 0; i < N_BOUND_NAMES; i++)
        if (i != first && (second < 0 || is_less(rates[i], rates[second])))
            second = i;
    out->bound = (enum bound)first;
    out->next_bound = (enum bound)second;
}

static void no_direction(struct direction *d)
{
    for (int i = 0; i < N_BOUNDS; i++)
        d->ops[i] = UNLIMITED;
    d->t0_s = 0;
    d->waited_ops = d->acked_ops = UNLIMITED;
    d->acked = d->sync_of_data = false;
}

/* An open load: as many as arrive, as long as they can be carried. */
static void open_load(const struct engine_inputs *in, const struct params *p,
                      const struct loop *loop, struct engine_point *out)
{
    out->ops = fmin(in->rate_ops, out->saturated_ops);
    out->latency_s =
        closed_open_latency(in->rate_ops, loop->t0_s, loop->inside, loop->outside, p->pnorm);
    out->depth = out->ops * out->latency_s;
}

static void point_of_pool(const struct engine_model *model, const struct engine_inputs *in,
                          const struct params *p, struct engine_point *out)
{
    struct factors f;
    struct loop loop;
    double q = in->outstanding;
    bounds_factors(model, in, p, &f);
    no_direction(&out->read);
    no_direction(&out->write);
    if (in->read_frac > 0)
        bounds_of_read(model, in, p, &f, &out->read);
    if (in->read_frac < 1)
        bounds_of_write(model, in, p, &f, &out->write);
    if (in->read_frac > 0 && in->read_frac < 1) {
        loop = mixed_loop(in, p, out);
    } else {
        out->load = in->read_frac > 0 ? out->read : out->write;
        loop = make_loop(&out->load, 1, p->pnorm);
    }
    out->share = 1;
    out->of_tier = false;
    out->inside = loop.inside;
    out->outside = loop.outside;
    out->saturated_ops = run(&loop, UNLIMITED, p->pnorm);
    out->ops = isinf(q) ? out->saturated_ops : run(&loop, q, p->pnorm);
    out->depth = isinf(q) ? closed_depth(0.9, loop.t0_s, loop.inside, loop.outside, p->pnorm) : q;
    out->latency_s = out->depth / out->ops;
    name_bounds(q, out);
    if (!isnan(in->rate_ops))
        open_load(in, p, &loop, out);
}

void engine_point_tier(const struct engine_inputs *in, struct engine_inputs *tier)
{
    *tier = *in;
    tier->groups = &in->tier.group;
    tier->n_groups = 1;
    tier->osds = in->tier.group.osds;
    tier->devices = in->tier.group.devices;
    tier->flash = in->tier.group.law.flash;
    tier->erasure = tier->fast_erasure = false;
    tier->k = 1;
    tier->m = 0;
    tier->copies = in->tier.copies;
    tier->own_read_ops = tier->own_write_ops = UNKNOWN;
}

/* Rates of a direction that sees `share` of the operations, as rates of all operations. */
static void spread_direction(struct direction *d, double share)
{
    for (int i = 0; i < N_BOUNDS; i++)
        d->ops[i] /= share;
    d->waited_ops /= share;
    d->acked_ops /= share;
    d->t0_s *= share;
}

/* The point of a part of the load, `in` being the part's own inputs, in operations of the whole. */
static void point_of_part(const struct engine_model *model, struct engine_inputs *in,
                          const struct params *p, double share, struct engine_point *out)
{
    in->rate_ops *= share;
    point_of_pool(model, in, p, out);
    spread_direction(&out->read, share);
    spread_direction(&out->write, share);
    spread_direction(&out->load, share);
    out->ops /= share;
    out->saturated_ops /= share;
    out->inside /= share;
    out->outside /= share;
    out->share = share;
}

/* Wires and clients serve both ways: rates of all operations, `b` being those of the other way. */
static void join_outside(struct direction *a, const struct direction *b)
{
    for (int i = N_INSIDE; i < N_BOUNDS; i++)
        a->ops[i] = 1 / (1 / a->ops[i] + 1 / b->ops[i]);
    a->t0_s += b->t0_s;
}

/* What arrives goes its two ways independently: the first that cannot carry its part, or the wires
 * of both, are the end. */
static void join_open(const struct engine_inputs *in, const struct engine_point *hit,
                      const struct engine_point *miss, struct engine_point *out)
{
    out->saturated_ops = fmin(hit->saturated_ops, miss->saturated_ops);
    for (int i = N_INSIDE; i < N_BOUNDS; i++)
        out->saturated_ops = fmin(out->saturated_ops, out->load.ops[i]);
    out->ops = fmin(in->rate_ops, out->saturated_ops);
    out->latency_s = in->rate_ops < out->saturated_ops
                         ? hit->share * hit->latency_s + miss->share * miss->latency_s
                         : UNLIMITED;
    out->depth = out->ops * out->latency_s;
}

/* A closed loop adds the times of its two ways. */
static void join_closed(const struct engine_point *hit, const struct engine_point *miss,
                        struct engine_point *out)
{
    out->saturated_ops = 1 / (1 / hit->saturated_ops + 1 / miss->saturated_ops);
    out->ops = 1 / (1 / hit->ops + 1 / miss->ops);
    out->depth = hit->share * hit->depth + miss->share * miss->depth;
    out->latency_s = out->depth / out->ops;
}

/* What the tier serves sees its devices alone, what it misses the pool behind it. The bounds that
 * stand in the point are those of the way that takes more of the time; wires and clients are
 * common. */
static void point_with_tier(const struct engine_model *model, const struct engine_inputs *in,
                            const struct params *p, struct engine_point *out)
{
    struct engine_inputs tier, pool = *in;
    struct engine_point hit, miss;
    double h = in->tier.hit_frac;
    engine_point_tier(in, &tier);
    point_of_part(model, &tier, p, h, &hit);
    hit.of_tier = true;
    *out = hit;
    if (h >= 1)
        return;
    point_of_part(model, &pool, p, 1 - h, &miss);
    bool closed = isnan(in->rate_ops);
    if (closed ? miss.ops <= hit.ops : miss.saturated_ops <= hit.saturated_ops)
        *out = miss;
    join_outside(&out->load, out->of_tier ? &miss.load : &hit.load);
    name_bounds(in->outstanding, out);
    if (closed)
        join_closed(&hit, &miss, out);
    else
        join_open(in, &hit, &miss, out);
}

void engine_point(const struct engine_model *model, const struct engine_inputs *in,
                  const struct params *p, struct engine_point *out)
{
    if (in->tier.present)
        point_with_tier(model, in, p, out);
    else
        point_of_pool(model, in, p, out);
}
