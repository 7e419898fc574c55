/* SPDX-License-Identifier: GPL-3.0-or-later */
/* X operations/s, Q outstanding, T latency: Q = X T in every answer of a closed load. */
#include "engine/point.h"

#include "engine/closed.h"

#include <math.h>

/* Throughput of one direction alone with q outstanding. */
static double run_direction(const struct direction *d, double q, double p)
{
    double inside = closed_joint(d->ops, N_INSIDE, p);
    double outside = closed_joint(d->ops + N_INSIDE, N_BOUNDS - N_INSIDE, p);
    return closed_throughput(q, d->t0_s, inside, outside, p);
}

/* Times of a closed loop add up, so a mix is harmonic. */
static double mix(const struct engine_inputs *in, const struct params *p, double read, double write)
{
    double rho = in->read_frac;
    if (rho >= 1)
        return read;
    if (rho <= 0)
        return write;
    return p->mix_factor / (rho / read + (1 - rho) / write);
}

static double depth_rate(double q, const struct direction *d)
{
    return isinf(q) ? UNLIMITED : q / d->t0_s;
}

static void name_bounds(double q, const struct direction *d, struct engine_point *out)
{
    double rates[N_BOUND_NAMES];
    for (int i = 0; i < N_BOUNDS; i++)
        rates[i] = d->ops[i];
    rates[BOUND_DEPTH] = depth_rate(q, d);
    int first = 0, second = -1;
    for (int i = 1; i < N_BOUND_NAMES; i++)
        if (rates[i] < rates[first])
            first = i;
    for (int i = 0; i < N_BOUND_NAMES; i++)
        if (i != first && (second < 0 || rates[i] < rates[second]))
            second = i;
    out->bound = (enum bound)first;
    out->next_bound = (enum bound)second;
}

static void no_direction(struct direction *d)
{
    for (int i = 0; i < N_BOUNDS; i++)
        d->ops[i] = UNLIMITED;
    d->t0_s = 0;
}

/* An open load: as many as arrive, as long as they can be carried. */
static void open_load(const struct engine_inputs *in, const struct params *p,
                      const struct direction *d, struct engine_point *out)
{
    double share = in->rate_ops / out->saturated_ops;
    double alone = in->read_frac * out->read.t0_s + (1 - in->read_frac) * out->write.t0_s;
    double scale = out->saturated_ops / run_direction(d, UNLIMITED, p->pnorm);
    out->ops = fmin(in->rate_ops, out->saturated_ops);
    out->latency_s = closed_open_latency(in->rate_ops, alone, out->inside * scale,
                                         out->outside * scale, p->pnorm);
    if (share >= 1)
        out->latency_s = UNLIMITED;
    out->depth = out->ops * out->latency_s;
}

void engine_point(const struct engine_model *model, const struct engine_inputs *in,
                  const struct params *p, struct engine_point *out)
{
    struct factors f;
    double q = in->outstanding;
    bool reads = in->read_frac > 0, writes = in->read_frac < 1;
    bounds_factors(model, in, p, &f);
    no_direction(&out->read);
    no_direction(&out->write);
    out->read_ops = out->write_ops = UNLIMITED;
    if (reads) {
        bounds_of_read(model, in, p, &f, &out->read);
        out->read_ops = run_direction(&out->read, q, p->pnorm);
    }
    if (writes) {
        bounds_of_write(model, in, p, &f, &out->write);
        out->write_ops = run_direction(&out->write, q, p->pnorm);
    }
    double rho = in->read_frac;
    out->named_write = !reads || (writes && (1 - rho) / out->write_ops > rho / out->read_ops);
    const struct direction *d = out->named_write ? &out->write : &out->read;
    out->inside = closed_joint(d->ops, N_INSIDE, p->pnorm);
    out->outside = closed_joint(d->ops + N_INSIDE, N_BOUNDS - N_INSIDE, p->pnorm);
    out->ops = mix(in, p, out->read_ops, out->write_ops);
    out->saturated_ops = out->ops;
    if (!isinf(q))
        out->saturated_ops =
            mix(in, p, reads ? run_direction(&out->read, UNLIMITED, p->pnorm) : UNLIMITED,
                writes ? run_direction(&out->write, UNLIMITED, p->pnorm) : UNLIMITED);
    out->depth = isinf(q) ? closed_depth(0.9, d->t0_s, out->inside) : q;
    out->latency_s = out->depth / out->ops;
    name_bounds(q, d, out);
    if (!isnan(in->rate_ops))
        open_load(in, p, d, out);
}
