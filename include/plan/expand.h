/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What more hosts or OSDs bring: the ratio of two sizes of one cluster, which is known better than
 * either level, because most of what is uncertain is the same in both. */
#ifndef PLAN_EXPAND_H
#define PLAN_EXPAND_H

#include "engine/estimate.h"
#include "model/planning.h"

/* One load before and after. */
struct gain {
    struct range ratio; /* of client operations/s, after over before */
    enum bound bound_before, bound_after;
    const char *before, *after; /* names of the bounds */
    double saturated_ops;       /* after, however many requests are outstanding; at the medians */
    double scatter;   /* what it costs that as many placement groups lie on more OSDs: less evenly
                         (disks), or too few for an OSD's ceiling (flash); a factor >= 1 */
    bool leaves_home; /* clients on the OSD hosts find less of their data there than before */
};

/* ln-scatter of a predicted ratio of two sizes about the measured one: of its own for each doubling
 * of what was changed, and of two runs of a test on the same cluster. */
struct gain_error {
    double doubling_sd, run_sd;
};

struct gain_error gain_error_of(const struct planning *planning);

/* ln-scatter of the ratio of two answers: of the model, by the most that a bound or the latency of
 * one request alone moves from one to the other, and of the runs. */
double gain_error_sd(const struct gain_error *error, const struct engine_point *one,
                     const struct engine_point *two);

/* Takes off a ratio what the engine rules out: but for the scatter of runs none lies beyond the
 * most that any bound, or the rate of one request alone, falls or rises. Hosts added are not
 * slower, nor bring more than they are. */
void gain_limit(const struct gain_error *error, const struct engine_point *one,
                const struct engine_point *two, struct range *ratio);

/* The gain: P50 at the medians; the range holds the spread of the ratio over common draws and the
 * error of predicted ratios, which grows with the change: with the most that a bound, or the
 * latency of one request alone, moves. `scratch` has room for the draws. */
void gain_make(const struct engine_model *model, const struct engine_inputs *before,
               const struct engine_inputs *after, const struct draws *draws,
               const struct gain_error *error, double *scratch, struct gain *gain);

/* Puts the level of `after` on that of `before`, which leans on a measurement, times the predicted
 * ratio; `bytes` of a request. Bounds and losses of `after` stay the model's own. */
void gain_apply(const struct estimate *before, const struct range *ratio, double bytes,
                struct estimate *after);

/* One point of the curve over more and more additions. */
struct gain_step {
    int times; /* 0: the cluster as it is */
    int osds;
    double ops, saturated_ops; /* at the medians */
    struct range ratio;        /* to the cluster as it is */
    enum bound bound;
    const char *bound_name;
};

/* The last step that still pays: from it on further ones bring less than a tenth of the share of
 * OSDs they add, d ln ops / d ln OSDs < 0.1. n - 1 when all do; 0 when none does. A step that
 * brings nothing, while unequal hosts level out, does not end it when later ones make up for it.
 * `steps` by rising `times`, from 0. */
int gain_knee(const struct gain_step *steps, int n);

/* What stops the gain from `last` to `next`, a step that no longer pays. A bound that grows with
 * what is added does not, as long as saturation still rises: then the requests outstanding are too
 * few to use it, and depth is the answer. Where saturation does not rise either, the bound itself
 * is: the busiest OSD or host stays as busy. `hosts`: whole hosts are added. */
enum bound gain_stopper(const struct gain_step *last, const struct gain_step *next, bool hosts);

/* What would help there, in a few words; `stopper` as gain_stopper says. */
const char *gain_stopper_remedy(enum bound stopper, bool hosts);

/* What would help where that bound binds, in a few words. */
const char *gain_remedy(enum bound bound);

#endif
