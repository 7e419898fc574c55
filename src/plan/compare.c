/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a cluster against itself is exactly 1, with the noise of two runs at most. */
#include "plan/compare.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

static double carried(const struct engine_inputs *in, const struct engine_point *point)
{
    return isnan(in->rate_ops) ? point->ops : point->saturated_ops;
}

static double ratio_variance(const struct engine_model *model, const struct compared *a,
                             const struct compared *b, const struct draws *draws, double *scratch)
{
    struct engine_point first, other;
    for (int i = 0; i < draws->n; i++) {
        const double *row = draws->values + (size_t)i * N_PARAMS;
        engine_point(model, a->in, (const struct params *)row, &first);
        engine_point(model, b->in, (const struct params *)row, &other);
        scratch[i] = log(carried(b->in, &other) / carried(a->in, &first));
    }
    return num_variance(scratch, draws->n);
}

/* The same CPUs, whether they serve as many OSDs or more of them. */
static bool same_cpus(const struct engine_group *a, const struct engine_group *b)
{
    double per_host_a = a->threads * a->osds / a->net_hosts;
    double per_host_b = b->threads * b->osds / b->net_hosts;
    bool same = a->threads == b->threads || fabs(per_host_a - per_host_b) < 1e-9 * per_host_a;
    return same && a->speed == b->speed;
}

static bool same_devices(const struct engine_group *a, const struct engine_group *b)
{
    return a->apart == b->apart && device_law_equal(&a->law, &b->law) &&
           (!a->apart || device_law_equal(&a->side, &b->side));
}

/* The same but for links, processors and numbers: what is bought for a cluster that stands. */
static bool is_upgrade(const struct engine_inputs *a, const struct engine_inputs *b)
{
    if (a->n_groups != b->n_groups || a->copies != b->copies || a->k != b->k ||
        a->release != b->release || a->filestore != b->filestore || a->untuned != b->untuned ||
        a->colocated != b->colocated || a->class != b->class || a->tier.present != b->tier.present)
        return false;
    for (int i = 0; i < a->n_groups; i++)
        if (!same_devices(&a->groups[i], &b->groups[i]))
            return false;
    return true;
}

static bool same_hardware(const struct engine_inputs *a, const struct engine_inputs *b)
{
    if (!is_upgrade(a, b) || a->public_Bps != b->public_Bps || a->cluster_Bps != b->cluster_Bps)
        return false;
    for (int i = 0; i < a->n_groups; i++)
        if (!same_cpus(&a->groups[i], &b->groups[i]))
            return false;
    return true;
}

/* The part of a width that two loads of the same group do not share. */
static double own_share(const struct class_error *error)
{
    double sigma = error->sigma * error->sigma, tau = error->tau * error->tau;
    return sigma / (sigma + tau);
}

/* Publisher and row noise of a ratio, already widened. */
static double noise_variance(const struct comparison *c, bool upgrade)
{
    const struct engine_model *model = c->model;
    const struct compared *a = &c->first, *b = &c->other;
    const struct class_error *one = &model->classes[a->in->class],
                             *two = &model->classes[b->in->class];
    bool shared = strcmp(one->group, two->group) == 0;
    double wa = a->estimate->publisher_sd, wb = b->estimate->publisher_sd;
    if (upgrade)
        return pow(gain_error_sd(c->error, &a->estimate->point, &b->estimate->point), 2);
    return wa * wa * (shared ? own_share(one) : 1) + wb * wb * (shared ? own_share(two) : 1);
}

static bool guessed_alike(const struct engine_inputs *in, const struct assumption *guess)
{
    for (int i = 0; i < in->n_assumed; i++) {
        const struct assumption *other = &in->assumed[i];
        if (other->key == guess->key && field_same_text(other->text, guess->text) &&
            (guess->text != NULL || other->value == guess->value))
            return true;
    }
    return false;
}

static double guess_variance(const struct engine_inputs *in, const struct engine_inputs *other)
{
    double sum = 0;
    for (int i = 0; i < in->n_assumed; i++)
        if (!guessed_alike(other, &in->assumed[i]))
            sum += in->assumed[i].log_sd * in->assumed[i].log_sd;
    return sum;
}

void compare_ratio(const struct comparison *c, double *scratch, struct ratio *out)
{
    const struct compared *first = &c->first, *other = &c->other;
    double kappa = c->model->constants.kappa;
    bool upgrade = is_upgrade(first->in, other->in);
    double v = ratio_variance(c->model, first, other, c->draws, scratch);
    double guesses = guess_variance(first->in, other->in) + guess_variance(other->in, first->in);
    double sd = sqrt(kappa * kappa * v + noise_variance(c, upgrade) + guesses);
    double middle =
        carried(other->in, &other->estimate->point) / carried(first->in, &first->estimate->point);
    double factor = exp(NUM_Z90 * sd);
    struct range ratio = {middle / factor, middle, middle * factor};
    if (upgrade)
        gain_limit(c->error, &first->estimate->point, &other->estimate->point, &ratio);
    *out = (struct ratio){.factor = ratio,
                          .log_sd = sd,
                          .same_hardware = same_hardware(first->in, other->in),
                          .significant = ratio.p10 > 1 || ratio.p90 < 1};
}
