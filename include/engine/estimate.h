/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole answer for one load: ranges, bound, losses, what was assumed. Allocates nothing: the
 * caller gives the draws and the scratch. */
#ifndef ENGINE_ESTIMATE_H
#define ENGINE_ESTIMATE_H

#include "engine/point.h"
#include "model/table.h"

/* Draws of all parameters, the same for every load of a run, so that loads and clusters compare
 * without sampling noise: n rows of N_PARAMS. */
struct draws {
    const double *values;
    int n;
};

/* Fills n x N_PARAMS values: the fitted parameters ln-normal with the fit's covariance (before a
 * fit: their priors), the others ln-normal at their priors, independent. Same seed, same values.
 * ERR_MODEL when the covariance is not positive definite, ERR_IO when memory runs out. */
bool draws_make(const struct engine_model *model, unsigned long seed, int n, double *values,
                struct err *err);

/* One loss on the way from raw devices to the client. */
struct loss {
    const char *step, *why;
    double ops;    /* what is left after it */
    double factor; /* of what was left before it */
};
enum { MAX_LOSSES = 12 };

struct estimate {
    struct range ops; /* client operations/s */
    struct range bandwidth_Bps;
    struct range latency_s; /* mean */
    struct range p99_s;     /* NaN: not known (two modes) */
    bool two_modes;         /* disk writes acked behind flash: no one p99 describes them */
    double log_sd;          /* of ln ops, all parts together */
    double parameter_sd, publisher_sd, guess_sd; /* its parts, ln */
    double probability[N_BOUND_NAMES];           /* that each binds */
    struct engine_point point;                   /* at the medians */
    struct loss losses[MAX_LOSSES];
    int n_losses;
};

/* How an estimate leans on a measured row of the user's own cluster. */
struct anchor {
    const struct engine_inputs *in; /* of the measured row; NULL: no anchor */
    double measured_ops;
    double weight; /* lambda: 0 the model alone .. 1 the full ratio */
};

/* `scratch` has room for the draws' n values. `anchor` may be NULL. Source: models/engine.md,
 * section 10: P50 at the medians, sd^2 = kappa^2 (V + W^2) + the squared widths of what was
 * guessed. */
void estimate_make(const struct engine_model *model, const struct engine_inputs *in,
                   const struct draws *draws, const struct anchor *anchor, double *scratch,
                   struct estimate *out);

/* W: publisher and row noise of the load, ln, given the probability that a network link binds. */
double estimate_width(const struct engine_model *model, const struct engine_inputs *in,
                      double net_probability);

/* The name of a bound as reports and JSON show it: flushes belong to the device that makes them. */
const char *estimate_bound_name(enum bound bound, const struct direction *d);

/* The rate at which a reported bound saturates: `data` and `db` include the flushes of their
 * devices. */
double estimate_bound_ops(enum bound bound, const struct direction *d);

/* Fills the losses of `out` from its point. */
void estimate_losses(const struct engine_model *model, const struct engine_inputs *in,
                     const struct params *p, struct estimate *out);

#endif
