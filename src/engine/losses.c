/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from raw devices to the client as steps. Invariant: the factors multiply from the first
 * step's rate to the estimate's, and no factor but the first step's "fio span" is above 1. */
#include "engine/estimate.h"

#include <math.h>

struct path {
    struct estimate *out;
    double left; /* operations/s after the last step */
};

static void step(struct path *path, const char *name, double ops, const char *why)
{
    struct estimate *out = path->out;
    if (out->n_losses == MAX_LOSSES)
        return;
    double before = out->n_losses == 0 ? ops : path->left;
    out->losses[out->n_losses++] =
        (struct loss){.step = name, .why = why, .ops = ops, .factor = ops / before};
    path->left = ops;
}

/* A resource that lets less through than what is left. */
static void limit(struct path *path, const char *name, double ops, const char *why)
{
    step(path, name, fmin(path->left, ops), why);
}

static double mixed(const struct engine_inputs *in, double read, double write)
{
    double rho = in->read_frac;
    double time = (rho > 0 ? rho / read : 0) + (rho < 1 ? (1 - rho) / write : 0);
    return 1 / time;
}

/* All data devices of the pool together, evenly loaded. */
static double even_devices(const struct engine_model *model, const struct engine_inputs *in,
                           const struct params *p, const struct factors *f)
{
    struct factors even = *f;
    struct engine_inputs alone = *in;
    struct direction d;
    double read = 0, write = 0;
    even.read_imbalance = even.write_imbalance = 1;
    alone.n_groups = 1;
    for (int i = 0; i < in->n_groups; i++) {
        struct engine_group group = in->groups[i];
        group.share = 1;
        alone.groups = &group;
        bounds_of_read(model, &alone, p, &even, &d);
        read += d.ops[BOUND_DATA];
        bounds_of_write(model, &alone, p, &even, &d);
        write += d.ops[BOUND_DATA];
    }
    return mixed(in, read, write);
}

/* The same if the pool kept one copy. */
static double bare_devices(const struct engine_model *model, const struct engine_inputs *in,
                           const struct params *p, const struct factors *f)
{
    struct engine_inputs single = *in;
    single.erasure = single.fast_erasure = false;
    single.copies = single.k = 1;
    single.m = 0;
    return even_devices(model, &single, p, f);
}

/* The devices as the document's own fio runs had them; NaN when it has none for this load. */
static double own_devices(const struct engine_inputs *in, double share)
{
    double rho = in->read_frac;
    if (in->n_groups != 1 || (rho > 0 && isnan(in->own_read_ops)) ||
        (rho < 1 && isnan(in->own_write_ops)))
        return UNKNOWN;
    return in->devices * mixed(in, in->own_read_ops, in->own_write_ops) / share;
}

void estimate_losses(const struct engine_model *model, const struct engine_inputs *in,
                     const struct params *p, struct estimate *out)
{
    struct path path = {.out = out};
    struct engine_inputs tier;
    struct factors f;
    const struct engine_point *point = &out->point;
    const double *ops = point->load.ops;
    out->n_losses = 0;
    if (point->of_tier) {
        engine_point_tier(in, &tier);
        in = &tier;
    }
    bounds_factors(model, in, p, &f);
    double own = own_devices(in, point->share);
    double bare = bare_devices(model, in, p, &f) / point->share;
    if (!isnan(own)) {
        step(&path, "raw devices", own, "what fio measured of one device, times the data devices");
        step(&path, "fio span", bare,
             "what a device keeps up over its whole span, without its cache, at this load's queue");
    } else {
        step(&path, "raw devices", bare, "all data devices at their own rate for this load");
    }
    step(&path, "copies", even_devices(model, in, p, &f) / point->share,
         in->erasure ? "shards read and written for one client operation"
                     : "a read is served by one copy, a write by all");
    step(&path, "placement", ops[BOUND_DATA], "the busiest device saturates first");
    limit(&path, "db", fmin(ops[BOUND_DB], ops[BOUND_SYNC]),
          "bytes and flushes of journal, WAL and DB");
    limit(&path, "cpu", ops[BOUND_CPU], "CPU time of the OSDs");
    limit(&path, "osd", ops[BOUND_OSD], "what one OSD process lets through at this PG count");
    limit(&path, "wires", fmin(ops[BOUND_NET_PUBLIC], ops[BOUND_NET_CLUSTER]),
          "links of the OSD hosts");
    limit(&path, "clients", fmin(ops[BOUND_CLIENT_NET], ops[BOUND_CLIENT_CPU]),
          "links and processes of the clients");
    limit(
        &path, "joint", point->saturated_ops,
        in->read_frac > 0 && in->read_frac < 1
            ? "bounds that are near each other cost throughput; reads and writes disturb each other"
            : "bounds that are near each other cost throughput");
    if (isnan(in->rate_ops))
        limit(&path, "depth", point->ops, "too few requests outstanding to keep all busy");
    else
        limit(&path, "rate", point->ops, "the load asks for no more");
}
