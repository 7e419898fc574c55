/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of every estimate, over random clusters: order of quantiles, bounds, Little's law,
 * limits of mixes, copies and depth, the steps of the loss, finite numbers at the extremes. */
#include "support/random.h"
#include "support/trial.h"

#include "engine/closed.h"
#include "engine/placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-9

static bool is_open(const struct trial *t)
{
    return !isnan(t->cluster.rate_ops);
}

/* -- ranges -- */

static void check_order(struct trial *t, const struct range *r, bool may_be_infinite,
                        const char *what)
{
    bool ordered = r->p10 >= 0 && r->p10 <= r->p50 && r->p50 <= r->p90;
    if (!ordered || (!may_be_infinite && !isfinite(r->p90)))
        trial_fail(t, &t->cluster, "%s is %.10g .. %.10g .. %.10g", what, r->p10, r->p50, r->p90);
}

/* Only the latency of an open load that may be more than the cluster carries has no end. */
static void check_ranges(struct trial *t, const struct estimate *e)
{
    check_order(t, &e->ops, false, "ops");
    check_order(t, &e->bandwidth_Bps, false, "bandwidth");
    check_order(t, &e->latency_s, is_open(t), "latency");
    if (!e->two_modes)
        check_order(t, &e->p99_s, is_open(t), "p99");
    else if (!isnan(e->p99_s.p10) || !isnan(e->p99_s.p50) || !isnan(e->p99_s.p90))
        trial_fail(t, &t->cluster, "a p99 stands beside two modes");
}

static void order_of(struct trial *t)
{
    struct answer a;
    struct estimate e;
    trial_answer(t, &t->cluster, &a);
    trial_estimate(t, &a, &e);
    check_ranges(t, &e);
    double sum = 0;
    for (int i = 0; i < N_BOUND_NAMES; i++) {
        if (!(e.probability[i] >= 0))
            trial_fail(t, &t->cluster, "probability of %s is %g", bound_names[i], e.probability[i]);
        sum += e.probability[i];
    }
    trial_close(t, &t->cluster, sum, 1, 1e-12, "sum of probabilities");
}

static void quantiles_stand_in_order(void **state)
{
    trials_run(state, 1, 1, order_of);
}

/* Requests outstanding = throughput x latency, at every quantile of a closed load. */
static void little_of(struct trial *t)
{
    struct answer a;
    struct estimate e;
    trial_answer(t, &t->cluster, &a);
    trial_estimate(t, &a, &e);
    double depth = a.point.depth;
    trial_close(t, &t->cluster, a.point.ops * a.point.latency_s, depth, ROUNDING, "X T of a point");
    trial_close(t, &t->cluster, e.bandwidth_Bps.p50, e.ops.p50 * t->cluster.bs_B, ROUNDING,
                "bandwidth");
    if (is_open(t))
        return;
    if (!isinf(a.in.outstanding))
        trial_close(t, &t->cluster, depth, a.in.outstanding, ROUNDING, "depth of a closed load");
    trial_close(t, &t->cluster, e.ops.p10 * e.latency_s.p90, depth, ROUNDING, "X P10 T P90");
    trial_close(t, &t->cluster, e.ops.p50 * e.latency_s.p50, depth, ROUNDING, "X P50 T P50");
    trial_close(t, &t->cluster, e.ops.p90 * e.latency_s.p10, depth, ROUNDING, "X P90 T P10");
}

static void littles_law_holds(void **state)
{
    trials_run(state, 2, 1, little_of);
}

/* -- bounds -- */

static void bounds_of(struct trial *t)
{
    struct answer a;
    struct estimate e;
    trial_answer(t, &t->cluster, &a);
    trial_estimate(t, &a, &e);
    double rates[N_BOUND_NAMES], least = UNLIMITED, next = UNLIMITED;
    for (int i = 0; i < N_BOUNDS; i++)
        rates[i] = a.point.load.ops[i];
    rates[BOUND_DEPTH] = isinf(a.in.outstanding) ? UNLIMITED : a.in.outstanding / a.point.load.t0_s;
    for (int i = 0; i < N_BOUND_NAMES; i++) {
        if (!(rates[i] > 0))
            trial_fail(t, &t->cluster, "bound %s is %g", bound_names[i], rates[i]);
        least = fmin(least, rates[i]);
        trial_not_below(t, &t->cluster, rates[i], e.ops.p50, bound_names[i]);
        if (i != (int)a.point.bound)
            next = fmin(next, rates[i]);
    }
    if (rates[a.point.bound] > least * (1 + ROUNDING))
        trial_fail(t, &t->cluster, "%s is named but does not bind", bound_names[a.point.bound]);
    if (rates[a.point.next_bound] > next * (1 + ROUNDING) || a.point.next_bound == a.point.bound)
        trial_fail(t, &t->cluster, "%s is not the next", bound_names[a.point.next_bound]);
}

static void no_estimate_is_above_a_bound(void **state)
{
    trials_run(state, 3, 1, bounds_of);
}

/* What clients read leaves the OSD hosts and what they write enters them, each byte at least once
 * but for those whose OSD is on the client's own host; nothing is faster than the wire, lucky or
 * not. */
static void wires_of(struct trial *t)
{
    struct answer a;
    struct estimate e;
    trial_answer(t, &t->cluster, &a);
    trial_estimate(t, &a, &e);
    double remote_Bps = e.bandwidth_Bps.p90 * (1 - a.in.local_frac);
    double most_way = fmax(a.in.read_frac, 1 - a.in.read_frac);
    if (!isnan(t->cluster.public_Bps))
        trial_not_below(t, &t->cluster, a.in.hosts * t->cluster.public_Bps, remote_Bps * most_way,
                        "links of the OSD hosts");
    if (!isnan(t->cluster.client_Bps))
        trial_not_below(t, &t->cluster, a.in.client_hosts * t->cluster.client_Bps,
                        remote_Bps * most_way, "links of the clients");
}

static void no_range_is_above_the_wire(void **state)
{
    trials_run(state, 21, 1, wires_of);
}

/* The busiest OSD holds at most every placement group, so that it is at most as far above the mean
 * as every group is above an OSD's share of them. */
static void imbalance_of(struct trial *t)
{
    struct answer a;
    trial_answer(t, &t->cluster, &a);
    double most = fmax(a.in.osds / a.in.copies, 1);
    double imbalance = placement_write_imbalance(&a.in, &t->model->constants);
    trial_not_below(t, &t->cluster, imbalance, 1, "imbalance");
    trial_not_below(t, &t->cluster, most, imbalance, "every group on one OSD");
    trial_not_below(t, &t->cluster, a.in.osds,
                    placement_read_imbalance(&a.in, &t->model->constants), "primaries on one OSD");
}

static void no_osd_holds_more_than_all_groups(void **state)
{
    trials_run(state, 20, 1, imbalance_of);
}

/* Eight groups on six OSDs: with five copies the busiest may hold all eight, as each of them does
 * with six copies, and never more. */
static void few_groups_on_few_osds(void **state)
{
    const struct engine_model *model = suite_model(*state);
    for (int copies = 1; copies <= 6; copies++) {
        struct engine_inputs in = {.osds = 6, .copies = copies, .pgs_per_osd = 8.0 * copies / 6};
        double busiest = placement_write_imbalance(&in, &model->constants) * in.pgs_per_osd;
        assert_true(busiest <= 8 * (1 + ROUNDING));
        assert_true(busiest >= in.pgs_per_osd);
    }
}

/* A pool of unequal groups runs at the pace of the one that is slowest for its share, each by the
 * laws of its own kind of device. */
static void groups_of(struct trial *t)
{
    struct answer a;
    double least[N_BOUNDS], alone = 0;
    t->cluster.tier_per_host = 0;
    trial_answer(t, &t->cluster, &a);
    for (int b = 0; b < N_BOUNDS; b++)
        least[b] = UNLIMITED;
    for (int i = 0; i < a.in.n_groups; i++) {
        struct engine_inputs in = a.in;
        struct engine_point point;
        in.groups = &a.groups[i];
        in.n_groups = 1;
        in.flash = a.groups[i].law.flash;
        engine_point(t->model, &in, &t->model->params, &point);
        const struct direction *d = in.read_frac > 0 ? &point.read : &point.write;
        for (int b = 0; b < N_BOUNDS; b++)
            least[b] = fmin(least[b], d->ops[b]);
        alone += d->t0_s;
    }
    const struct direction *d = a.in.read_frac > 0 ? &a.point.read : &a.point.write;
    for (int b = 0; b < N_BOUNDS; b++)
        trial_close(t, &t->cluster, d->ops[b], least[b], ROUNDING, bound_names[b]);
    trial_close(t, &t->cluster, d->t0_s, alone, ROUNDING, "one operation alone");
}

static void each_group_follows_its_own_laws(void **state)
{
    trials_run(state, 15, 1, groups_of);
}

/* -- mixes -- */

static void answer_mix(struct trial *t, enum rw rw, double read_frac, struct answer *out)
{
    struct random_cluster c = t->cluster;
    c.rw = (int)rw;
    c.read_frac = read_frac;
    trial_answer(t, &c, out);
}

/* A mix of reads alone is a read, of writes alone a write. */
static void ends_of(struct trial *t)
{
    bool sequential =
        t->cluster.rw == RW_READ || t->cluster.rw == RW_WRITE || t->cluster.rw == RW_RW;
    enum rw mix = sequential ? RW_RW : RW_RANDRW;
    struct answer pure, limit;
    answer_mix(t, sequential ? RW_READ : RW_RANDREAD, UNKNOWN, &pure);
    answer_mix(t, mix, 1, &limit);
    trial_close(t, &t->cluster, limit.point.ops, pure.point.ops, 0, "a mix of reads alone");
    trial_close(t, &t->cluster, limit.in.guess_variance, pure.in.guess_variance, 0, "its width");
    answer_mix(t, sequential ? RW_WRITE : RW_RANDWRITE, UNKNOWN, &pure);
    answer_mix(t, mix, 0, &limit);
    trial_close(t, &t->cluster, limit.point.ops, pure.point.ops, 0, "a mix of writes alone");
    trial_close(t, &t->cluster, limit.in.guess_variance, pure.in.guess_variance, 0, "its width");
}

static void a_mix_of_one_kind_is_that_kind(void **state)
{
    trials_run(state, 4, 1, ends_of);
}

static double harmonic(double rho, double read, double write)
{
    double time = rho / read + (1 - rho) / write;
    return time > 0 ? 1 / time : UNLIMITED;
}

/* Each resource of a mix lies between its two pure loads, by shares of time. The whole: times of
 * the joint bounds are norms of the times of the resources, so a mix is no slower than pure loads
 * one after the other (but for the interference `mix_factor`) and no faster than either part alone
 * would be; two loads that ask different resources can together be faster than each. Where a
 * journal answers, the data devices count inside for the reads and outside for all, twice. */
static void middle_of(struct trial *t)
{
    struct answer read, write, mix;
    bool sequential =
        t->cluster.rw == RW_READ || t->cluster.rw == RW_WRITE || t->cluster.rw == RW_RW;
    double rho = random_int(t->rng, 1, 19) / 20.0, p = t->model->params.pnorm;
    if (is_open(t) || t->cluster.tier_per_host > 0)
        return;
    answer_mix(t, sequential ? RW_READ : RW_RANDREAD, UNKNOWN, &read);
    answer_mix(t, sequential ? RW_WRITE : RW_RANDWRITE, UNKNOWN, &write);
    answer_mix(t, sequential ? RW_RW : RW_RANDRW, rho, &mix);
    for (int i = 0; i < N_BOUNDS; i++) {
        double r = read.point.load.ops[i], w = write.point.load.ops[i], m = mix.point.load.ops[i];
        trial_close(t, &t->cluster, m, harmonic(rho, r, w), ROUNDING, bound_names[i]);
        if (m < fmin(r, w) * (1 - ROUNDING) || m * (1 - ROUNDING) > fmax(r, w))
            if (!isinf(r) && !isinf(w))
                trial_fail(t, &t->cluster, "%s of the mix is not between", bound_names[i]);
    }
    double twice = isinf(write.point.load.acked_ops) ? 1 : pow(2, -1 / p);
    double slow =
        t->model->params.mix_factor * twice * harmonic(rho, read.point.ops, write.point.ops);
    trial_not_below(t, &t->cluster, mix.point.ops, slow, "the mix");
    trial_not_below(t, &t->cluster, read.point.ops / rho, mix.point.ops, "reads of the mix");
    trial_not_below(t, &t->cluster, write.point.ops / (1 - rho), mix.point.ops, "writes of it");
}

static void a_mix_lies_between_its_parts(void **state)
{
    trials_run(state, 5, 1, middle_of);
}

/* -- copies -- */

/* One copy: nothing crosses between the OSD hosts, and the write commits once. */
static void single_of(struct trial *t)
{
    struct random_cluster c = t->cluster, other;
    struct answer a, b;
    c.erasure = false;
    c.k = c.m = c.optimizations = FIELD_ABSENT;
    c.size = 1;
    c.rw = RW_RANDWRITE;
    c.read_frac = UNKNOWN;
    c.tier_per_host = 0;
    c.public_Bps = 1.25e9;
    c.cluster_Bps = 1.25e8;
    c.shared = 0;
    other = c;
    other.cluster_Bps = 1.25e10;
    trial_answer(t, &c, &a);
    trial_answer(t, &other, &b);
    if (!isinf(a.point.write.ops[BOUND_NET_CLUSTER]))
        trial_fail(t, &c, "one copy crosses the cluster network");
    trial_close(t, &c, a.point.ops, b.point.ops, 0, "one copy, with a faster cluster network");
    other = c;
    other.shared = 1;
    trial_answer(t, &other, &b);
    trial_close(t, &c, a.point.ops, b.point.ops, 0, "one copy, on one wire");
    c.rw = RW_RANDREAD;
    trial_answer(t, &c, &b);
    trial_close(t, &c, a.point.write.ops[BOUND_NET_PUBLIC] / t->model->params.net_write_eff,
                b.point.read.ops[BOUND_NET_PUBLIC] / t->model->params.net_read_eff,
                c.colocated == 1 ? UNLIMITED : ROUNDING, "bytes of a write on the public network");
}

static void one_copy_has_no_replication_traffic(void **state)
{
    trials_run(state, 6, 1, single_of);
}

/* -- depth -- */

/* One request: 1/T0 where no wire and no client is near; without end: the joint bound. */
static void limits_of(struct trial *t)
{
    struct random_cluster c = t->cluster;
    struct answer a;
    c.tier_per_host = 0;
    c.rate_ops = UNKNOWN;
    c.iodepth = c.numjobs = c.load_clients = FIELD_ABSENT;
    c.in_flight = 1;
    trial_answer(t, &c, &a);
    double t0 = a.point.load.t0_s, p = t->model->params.pnorm;
    if (a.point.inside * t0 >= 1 && a.point.outside * t0 > 30)
        trial_close(t, &c, a.point.ops, 1 / t0, 1e-8, "one request");
    double rates[2] = {fmin(1 / t0, a.point.inside), a.point.outside};
    trial_close(t, &c, a.point.ops, closed_joint(rates, 2, p), ROUNDING, "one request under caps");
    c.in_flight = 1e9;
    trial_answer(t, &c, &a);
    rates[0] = a.point.inside;
    rates[1] = a.point.outside;
    trial_close(t, &c, a.point.saturated_ops, closed_joint(rates, 2, p), ROUNDING, "joint bound");
    double rest = a.point.inside * a.point.load.t0_s / c.in_flight;
    trial_close(t, &c, a.point.ops, a.point.saturated_ops, rest + ROUNDING, "endless requests");
}

static void depth_has_its_limits(void **state)
{
    trials_run(state, 7, 1, limits_of);
}

/* A saturating load is shown with the requests at which the loop runs at 90 %. */
static void saturating_of(struct trial *t)
{
    struct random_cluster c = t->cluster;
    struct answer a;
    c.tier_per_host = 0;
    c.rate_ops = c.in_flight = UNKNOWN;
    c.iodepth = c.numjobs = c.load_clients = FIELD_ABSENT;
    trial_answer(t, &c, &a);
    const struct engine_point *x = &a.point;
    double p = t->model->params.pnorm;
    double there = closed_throughput(x->depth, x->load.t0_s, x->inside, x->outside, p);
    if (x->depth < 1)
        trial_fail(t, &c, "%g requests outstanding", x->depth);
    if (x->depth > 1)
        trial_close(t, &c, there, 0.9 * x->saturated_ops, 1e-6, "throughput at the depth shown");
    else
        trial_not_below(t, &c, there, 0.9 * x->saturated_ops, "throughput at depth 1");
}

static void a_saturating_load_states_its_depth(void **state)
{
    trials_run(state, 8, 1, saturating_of);
}

/* -- losses -- */

static void losses_of(struct trial *t)
{
    struct answer a;
    struct estimate e;
    trial_answer(t, &t->cluster, &a);
    trial_estimate(t, &a, &e);
    double left = e.losses[0].ops;
    bool placed = false;
    trial_close(t, &t->cluster, e.losses[0].factor, 1, 0, "the first factor");
    for (int i = 1; i < e.n_losses; i++) {
        const struct loss *loss = &e.losses[i];
        left *= loss->factor;
        trial_close(t, &t->cluster, loss->ops, left, ROUNDING, loss->step);
        /* What an own fio run promised may be less than what the whole span gives. */
        placed = placed || strcmp(loss->step, "fio span") != 0;
        if (placed && loss->factor > 1 + ROUNDING)
            trial_fail(t, &t->cluster, "%s gains x %.10g", loss->step, loss->factor);
    }
    trial_close(t, &t->cluster, left, e.ops.p50, ROUNDING, "end of the losses");
}

static void losses_lead_from_devices_to_the_estimate(void **state)
{
    trials_run(state, 9, 1, losses_of);
}

static double sequential_bytes(const struct engine_inputs *in)
{
    double bytes = 0;
    for (int i = 0; i < in->n_groups; i++)
        bytes +=
            in->groups[i].devices * fmax(in->groups[i].law.read_Bps, in->groups[i].law.write_Bps);
    return bytes;
}

/* Bare devices deliver no more bytes than their sequential rates. */
static void bare_of(struct trial *t)
{
    struct random_cluster c = t->cluster;
    struct answer a;
    struct estimate e;
    c.tier_per_host = 0;
    trial_answer(t, &c, &a);
    trial_estimate(t, &a, &e);
    /* A fio run of one block size may promise more. */
    bool promised = strcmp(e.losses[1].step, "fio span") == 0;
    trial_not_below(t, &c, sequential_bytes(&a.in), e.losses[promised].ops * c.bs_B,
                    "bare devices");
}

static void bare_devices_keep_to_their_bytes(void **state)
{
    trials_run(state, 10, 1, bare_of);
}

/* -- draws -- */

static void a_draw_depends_on_seed_and_place_alone(void **state)
{
    struct fixture *f = *state;
    struct engine_model *model = suite_model(f);
    struct err err = ERR_INIT;
    enum { FEW = 20, MANY = 200 };
    double *few = arena_array(&f->arena, FEW * N_PARAMS, sizeof *few);
    double *many = arena_array(&f->arena, MANY * N_PARAMS, sizeof *many);
    double *other = arena_array(&f->arena, FEW * N_PARAMS, sizeof *other);
    for (unsigned long seed = 0; seed < 20; seed++) {
        assert_true(draws_make(model, seed, FEW, few, &err));
        assert_true(draws_make(model, seed, MANY, many, &err));
        assert_true(draws_make(model, seed + 1000, FEW, other, &err));
        assert_memory_equal(few, many, FEW * N_PARAMS * sizeof *few);
        assert_memory_not_equal(few, other, FEW * N_PARAMS * sizeof *few);
        for (int i = 0; i < MANY * N_PARAMS; i++)
            assert_true(many[i] > 0 && isfinite(many[i]));
    }
}

/* The drawn fitted parameters have the fit's covariance, the others their priors. */
static void draws_have_the_spread_that_the_model_states(void **state)
{
    struct fixture *f = *state;
    struct engine_model *model = suite_model(f);
    struct err err = ERR_INIT;
    enum { N = 20000 };
    double *rows = arena_array(&f->arena, N * N_PARAMS, sizeof *rows);
    const double *sd = params_array_const(&model->log_sd);
    const double *median = params_array_const(&model->params);
    assert_true(draws_make(model, 3, N, rows, &err));
    for (int k = 0; k < N_PARAMS; k++) {
        double wanted = sd[k], sum = 0;
        for (int j = 0; j < model->n_fit; j++)
            if (model->fitted[j] == k)
                wanted = sqrt(model->covariance[j * model->n_fit + j]);
        for (int i = 0; i < N; i++)
            sum += pow(log(rows[i * N_PARAMS + k] / median[k]), 2);
        /* The error of a variance from 20 000 normal numbers is one per cent; four of them. */
        suite_close(sum / N, wanted * wanted, 0.04, param_names[k]);
    }
}

/* -- extremes -- */

static void check_finite(struct trial *t, const struct random_cluster *c)
{
    struct answer a;
    struct estimate e;
    struct random_cluster kept = t->cluster;
    trial_answer(t, c, &a);
    trial_estimate(t, &a, &e);
    t->cluster = *c;
    check_ranges(t, &e);
    t->cluster = kept;
    bool idle = c->rate_ops == 0;
    if (!(idle ? e.ops.p90 == 0 : e.ops.p10 > 0) || !isfinite(e.log_sd) || !(e.log_sd >= 0))
        trial_fail(t, c, "ops %g with log-sd %g", e.ops.p10, e.log_sd);
    for (int i = 0; i < e.n_losses - idle; i++)
        if (!(e.losses[i].ops > 0) || !isfinite(e.losses[i].ops) || !isfinite(e.losses[i].factor))
            trial_fail(t, c, "loss %s is %g, factor %g", e.losses[i].step, e.losses[i].ops,
                       e.losses[i].factor);
}

static void make_huge(struct random_cluster *c)
{
    c->n_hosts = 1;
    c->hosts[0].n_osds = 1;
    c->hosts[0].count = 1000;
    c->hosts[0].osds[0].count = 100;
    c->hosts[0].osds[0].per_device = 1;
    c->device_class = NULL;
}

static void make_single(struct random_cluster *c)
{
    make_huge(c);
    c->hosts[0].count = c->hosts[0].osds[0].count = 1;
    c->erasure = false;
    c->k = c->m = c->optimizations = FIELD_ABSENT;
    c->size = 1;
}

static void extremes_of(struct trial *t)
{
    static const double blocks[] = {1, 4096, 1073741824};
    static const double depths[] = {1, 1e7};
    for (int size = 0; size < 3; size++) {
        for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
            for (size_t j = 0; j < sizeof depths / sizeof depths[0]; j++) {
                struct random_cluster c = t->cluster;
                if (size == 1)
                    make_huge(&c);
                if (size == 2)
                    make_single(&c);
                c.bs_B = blocks[i];
                c.rate_ops = UNKNOWN;
                c.iodepth = FIELD_ABSENT;
                c.in_flight = depths[j];
                check_finite(t, &c);
            }
        }
    }
}

static void extremes_stay_finite(void **state)
{
    trials_run(state, 11, 10, extremes_of);
}

/* Arrivals from nothing to far more than the cluster carries. */
static void open_of(struct trial *t)
{
    static const double rates[] = {0, 0.001, 1, 1e3, 1e6, 1e12};
    struct random_cluster c = t->cluster;
    c.in_flight = UNKNOWN;
    c.iodepth = FIELD_ABSENT;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        c.rate_ops = rates[i];
        check_finite(t, &c);
    }
}

/* Jobs of an open load are clients, not a limit of what is outstanding. */
static void jobs_of(struct trial *t)
{
    struct random_cluster c = t->cluster;
    struct answer few, many;
    c.in_flight = UNKNOWN;
    c.iodepth = FIELD_ABSENT;
    c.tier_per_host = 0;
    c.rate_ops = 1e12;
    c.numjobs = 1;
    c.load_clients = 1000;
    trial_answer(t, &c, &few);
    c.numjobs = 1000;
    c.load_clients = 1;
    trial_answer(t, &c, &many);
    trial_close(t, &c, few.in.outstanding, UNLIMITED, 0, "outstanding");
    trial_close(t, &c, few.in.processes, 1000, 0, "processes");
    trial_close(t, &c, few.point.inside, many.point.inside, 0, "what queues inside");
}

static void an_open_load_has_no_depth(void **state)
{
    trials_run(state, 14, 5, jobs_of);
}

/* What the cluster carries is as uncertain under an open load as under a saturating one, and who
 * cannot carry the load keeps it waiting without end. */
static void capacity_of(struct trial *t)
{
    struct random_cluster c = t->cluster;
    struct answer closed, open;
    struct estimate e, x;
    c.tier_per_host = 0;
    c.in_flight = c.rate_ops = UNKNOWN;
    c.iodepth = c.numjobs = FIELD_ABSENT;
    trial_answer(t, &c, &closed);
    trial_estimate(t, &closed, &e);
    /* The guess of the depth widens the closed load alone. */
    c.rate_ops = 1e12;
    trial_answer(t, &c, &open);
    trial_estimate(t, &open, &x);
    trial_close(t, &c, x.parameter_sd, e.parameter_sd, ROUNDING, "parameters of an open load");
    trial_close(t, &c, x.ops.p50, e.ops.p50, ROUNDING, "what it gets");
    c.rate_ops = (x.ops.p10 + x.ops.p50) / 2;
    trial_answer(t, &c, &open);
    trial_estimate(t, &open, &x);
    if (!isinf(x.latency_s.p90) || (!x.two_modes && !isinf(x.p99_s.p90)))
        trial_fail(t, &c, "latency %g .. %g .. %g", x.latency_s.p10, x.latency_s.p50,
                   x.latency_s.p90);
}

static void an_open_load_is_as_uncertain_as_its_cluster(void **state)
{
    trials_run(state, 13, 1, capacity_of);
}

static void open_loads_stay_finite(void **state)
{
    trials_run(state, 12, 5, open_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(quantiles_stand_in_order),
        SUITE_TEST(littles_law_holds),
        SUITE_TEST(no_estimate_is_above_a_bound),
        SUITE_TEST(no_range_is_above_the_wire),
        SUITE_TEST(no_osd_holds_more_than_all_groups),
        SUITE_TEST(few_groups_on_few_osds),
        SUITE_TEST(each_group_follows_its_own_laws),
        SUITE_TEST(a_mix_of_one_kind_is_that_kind),
        SUITE_TEST(a_mix_lies_between_its_parts),
        SUITE_TEST(one_copy_has_no_replication_traffic),
        SUITE_TEST(depth_has_its_limits),
        SUITE_TEST(a_saturating_load_states_its_depth),
        SUITE_TEST(losses_lead_from_devices_to_the_estimate),
        SUITE_TEST(bare_devices_keep_to_their_bytes),
        SUITE_TEST(a_draw_depends_on_seed_and_place_alone),
        SUITE_TEST(draws_have_the_spread_that_the_model_states),
        SUITE_TEST(extremes_stay_finite),
        SUITE_TEST(open_loads_stay_finite),
        SUITE_TEST(an_open_load_has_no_depth),
        SUITE_TEST(an_open_load_is_as_uncertain_as_its_cluster),
    };
    return suite_run("engine properties", tests, sizeof tests / sizeof tests[0]);
}
