/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More of anything never makes a cluster slower. Where a law has a step, or counts against size by
 * purpose, the exception stands beside the property. */
#include "support/random.h"
#include "support/trial.h"

#include "engine/bounds.h"

#include <math.h>

#define KIB 1024.0

/* `after` has more of something than `before`. */
static void check_gain(struct trial *t, const struct random_cluster *before,
                       const struct random_cluster *after, const char *what)
{
    struct answer a, b;
    trial_answer(t, before, &a);
    trial_answer(t, after, &b);
    trial_not_below(t, after, b.point.ops, a.point.ops, what);
    trial_not_below(t, after, b.point.saturated_ops, a.point.saturated_ops, what);
}

static double factor_of(struct trial *t)
{
    return random_log(t->rng, 1.001, 8);
}

static bool has_disks(const struct random_cluster *c)
{
    for (int i = 0; i < c->n_hosts; i++)
        for (int j = 0; j < c->hosts[i].n_osds; j++)
            if (c->hosts[i].osds[j].device.class == CLASS_HDD)
                return true;
    return false;
}

/* -- requests outstanding -- */

static void depth_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.rate_ops = UNKNOWN;
    before.iodepth = before.numjobs = FIELD_ABSENT;
    before.in_flight = floor(random_log(t->rng, 1, 1e7));
    after = before;
    after.in_flight =
        fmin(before.in_flight + fmax(1, floor(before.in_flight * random_uniform(t->rng))), 1e9);
    check_gain(t, &before, &after, "more requests outstanding");
}

static void depth_pays(void **state)
{
    trials_run(state, 41, 1, depth_of);
}

/* -- OSDs and hosts -- */

/* Where one of unequal hosts or OSDs is full, more of them let it take more of the whole, and with
 * it more of its latency: excepted. */
static bool is_filled(struct trial *t, const struct random_cluster *c)
{
    struct answer a;
    trial_answer(t, c, &a);
    return a.in.n_groups > 1 && trial_is_full(&a.in);
}

/* Read cost grows with the number of OSDs by purpose, so with few CPU threads an OSD more OSDs in a
 * host cost a little: set aside. A cache tier's OSDs are given as many threads as those of the
 * pool: excepted. */
static void osds_of(struct trial *t)
{
    struct random_cluster after;
    int times = random_int(t->rng, 2, 4);
    t->cluster.tier_per_host = 0;
    after = t->cluster;
    if (is_filled(t, &t->cluster))
        return;
    t->model->params.cpu_size_exponent = 1e-15;
    for (int i = 0; i < after.n_hosts; i++)
        for (int j = 0; j < after.hosts[i].n_osds; j++)
            after.hosts[i].osds[j].count *= times;
    check_gain(t, &t->cluster, &after, "more OSDs in every host");
}

static void osds_pay(void **state)
{
    trials_run(state, 42, 1, osds_of);
}

/* The second host makes copies cross a wire. Clients on the OSD hosts find less of their data at
 * home the more hosts there are. */
static void hosts_of(struct trial *t)
{
    struct random_cluster after = t->cluster;
    int times = random_int(t->rng, 2, 4);
    if (random_cluster_hosts(&after) == 1 || after.colocated == 1 || is_filled(t, &after))
        return;
    struct answer a;
    trial_answer(t, &after, &a);
    if (a.in.hosts == 1)
        return;
    for (int i = 0; i < after.n_hosts; i++)
        after.hosts[i].count *= times;
    check_gain(t, &t->cluster, &after, "more hosts");
}

static void hosts_pay(void **state)
{
    trials_run(state, 43, 1, hosts_of);
}

/* CPU threads that are not stated are guessed from the mean number of OSDs a host, which a host
 * more changes: a trace of it in the joint of all bounds. */
#define DEFAULTS (1 + 1e-5)

/* Placement groups that stay as many scatter more over more OSDs, and few of them use less of an
 * OSD: what each costs, worse over better. */
static double scatter_cost(struct trial *t, const struct answer *before, const struct answer *after)
{
    struct factors was, is;
    bounds_factors(t->model, &before->in, &t->model->params, &was);
    bounds_factors(t->model, &after->in, &t->model->params, &is);
    double reads = is.read_imbalance / was.read_imbalance * was.pg_share / is.pg_share;
    return fmax(1, fmax(reads, is.write_imbalance / was.write_imbalance));
}

/* One host more of one of unequal kinds, saturated: it costs no
 * operations but those that the scatter of placement groups does, and none where they do not
 * scatter. Read cost grows with the number of OSDs by purpose (set aside). Clients on the OSD hosts
 * find less of their data at home, and over OSDs fewer shards of a group meet on a host, so that
 * more bytes cross wires; a tier grows with the hosts; a pool of more copies than hosts gets
 * another copy to write: excepted. */
static void one_host_of(struct trial *t)
{
    struct engine_model whole = *t->model;
    struct random_cluster before = t->cluster, after;
    struct answer a, b;
    if (before.colocated == 1 || before.tier_per_host > 0)
        return;
    before.rate_ops = UNKNOWN;
    before.in_flight = 1e8;
    before.iodepth = before.numjobs = FIELD_ABSENT;
    after = before;
    after.hosts[random_int(t->rng, 0, after.n_hosts - 1)].count++;
    t->model->params.cpu_size_exponent = 1e-15;
    trial_answer(t, &before, &a);
    if (!a.in.osd_domain && a.in.hosts >= a.in.copies) {
        trial_answer(t, &after, &b);
        trial_not_below(t, &after, b.point.saturated_ops * DEFAULTS * scatter_cost(t, &a, &b),
                        a.point.saturated_ops, "one host more, but for scatter");
        t->model->constants.imbalance_scale = t->model->constants.balancer_deviation = 0;
        for (int i = 0; i < t->model->kpg.n; i++)
            t->model->kpg.y[i] = 1;
        trial_answer(t, &before, &a);
        trial_answer(t, &after, &b);
        trial_not_below(t, &after, b.point.saturated_ops * DEFAULTS, a.point.saturated_ops,
                        "one host more, without scatter");
    }
    *t->model = whole;
}

static void one_host_pays(void **state)
{
    trials_run(state, 57, 1, one_host_of);
}

/* -- wires -- */

/* From 96 Gbit/s on links run at a lower share of their rate: excepted. */
static bool crosses_fast_link(const struct trial *t, double before, double after)
{
    double fast = t->model->constants.fast_link;
    return before < fast && after >= fast;
}

static void links_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.public_Bps = random_log(t->rng, 1e8, 5e10);
    before.cluster_Bps = random_log(t->rng, 1e8, 5e10);
    before.client_Bps = random_log(t->rng, 1e8, 5e10);
    after = before;
    double *links[] = {&after.public_Bps, &after.cluster_Bps, &after.client_Bps};
    double *link = links[random_int(t->rng, 0, 2)], was = *link;
    *link *= factor_of(t);
    if (!crosses_fast_link(t, was, *link))
        check_gain(t, &before, &after, "a faster link");
}

static void links_pay(void **state)
{
    trials_run(state, 44, 1, links_of);
}

static void packets_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.mtu = random_int(t->rng, 576, 8000);
    before.rtt_s = random_log(t->rng, 1e-6, 1e-2);
    after = before;
    after.mtu = random_int(t->rng, before.mtu, 9000);
    check_gain(t, &before, &after, "larger packets");
    before.rtt_s *= factor_of(t);
    check_gain(t, &before, &after, "a shorter round trip");
}

static void packets_and_round_trips_pay(void **state)
{
    trials_run(state, 45, 1, packets_of);
}

/* -- CPUs -- */

static void threads_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    for (int i = 0; i < before.n_hosts; i++)
        if (before.hosts[i].threads == FIELD_ABSENT)
            before.hosts[i].threads = random_int(t->rng, 1, 128);
    after = before;
    struct random_host *host = &after.hosts[random_int(t->rng, 0, after.n_hosts - 1)];
    host->threads += random_int(t->rng, 1, host->threads);
    check_gain(t, &before, &after, "more CPU threads in some hosts");
}

static void threads_pay(void **state)
{
    trials_run(state, 46, 1, threads_of);
}

static void speed_of(struct trial *t)
{
    struct answer a;
    struct engine_point faster;
    trial_answer(t, &t->cluster, &a);
    a.groups[random_int(t->rng, 0, a.in.n_groups - 1)].speed *= factor_of(t);
    engine_point(t->model, &a.in, &t->model->params, &faster);
    trial_not_below(t, &t->cluster, faster.ops, a.point.ops, "a faster CPU");
}

static void speed_pays(void **state)
{
    trials_run(state, 47, 1, speed_of);
}

/* -- devices -- */

/* A figure of its own in every row, so that none comes from the class. */
static void state_rates(struct trial *t, struct random_device *d)
{
    bool disk = d->class == CLASS_HDD;
    d->alone_ops = random_log(t->rng, 40, 2e4);
    d->read_ops = disk ? UNKNOWN : random_log(t->rng, 2e4, 1e6);
    d->write_ops = disk ? UNKNOWN : random_log(t->rng, 2e3, 1e6);
    d->sync_ops = disk ? UNKNOWN : random_log(t->rng, 100, 1e5);
    d->read_Bps = random_log(t->rng, 5e7, 1e10);
    d->write_Bps = random_log(t->rng, 5e7, 1e10);
}

static void raise_rate(struct trial *t, struct random_device *d)
{
    double *rates[] = {&d->alone_ops, &d->read_ops, &d->write_ops,
                       &d->sync_ops,  &d->read_Bps, &d->write_Bps};
    *rates[random_int(t->rng, 0, 5)] *= factor_of(t);
}

static void devices_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    int i = random_int(t->rng, 0, before.n_hosts - 1);
    int j = random_int(t->rng, 0, before.hosts[i].n_osds - 1);
    state_rates(t, &before.hosts[i].osds[j].device);
    state_rates(t, &before.hosts[i].osds[j].side_device);
    after = before;
    raise_rate(t, &after.hosts[i].osds[j].device);
    check_gain(t, &before, &after, "a faster data device");
    raise_rate(t, &after.hosts[i].osds[j].side_device);
    check_gain(t, &before, &after, "a faster journal, WAL or DB device");
    before = after;
    after.hosts[i].osds[j].side_count++;
    check_gain(t, &before, &after, "one more journal, WAL or DB device");
}

static void devices_pay(void **state)
{
    trials_run(state, 48, 1, devices_of);
}

/* All else equal, a cache that survives a power loss costs nothing. */
static void protection_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    for (int i = 0; i < before.n_hosts; i++) {
        for (int j = 0; j < before.hosts[i].n_osds; j++) {
            state_rates(t, &before.hosts[i].osds[j].device);
            before.hosts[i].osds[j].device.plp = 0;
        }
    }
    after = before;
    for (int i = 0; i < after.n_hosts; i++)
        for (int j = 0; j < after.hosts[i].n_osds; j++)
            after.hosts[i].osds[j].device.plp = 1;
    check_gain(t, &before, &after, "power-loss protection");
}

static void protection_pays(void **state)
{
    trials_run(state, 49, 1, protection_of);
}

/* -- software -- */

/* From Pacific on disks take writes of up to 64 KiB through the WAL, before up to 32 KiB: more
 * bytes on a DB device. */
static bool defers_more(const struct random_cluster *c)
{
    double shards = c->erasure && c->bs_B >= 64 * KIB * c->k ? c->k : 1, block = c->bs_B / shards;
    return has_disks(c) && c->version == 15 && block > 32 * KIB && block <= 64 * KIB;
}

static void releases_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.version = random_int(t->rng, 9, 17);
    after = before;
    after.version++;
    if (!defers_more(&before))
        check_gain(t, &before, &after, "a later release");
}

static void releases_up_to_reef_pay(void **state)
{
    trials_run(state, 50, 1, releases_of);
}

static void settings_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.tuning = TUNING_DEFAULT;
    after = before;
    after.tuning = FIELD_ABSENT;
    check_gain(t, &before, &after, "settings that may be tuned");
    before.tuning = TUNING_TUNED;
    check_gain(t, &after, &before, "tuned settings");
    after = before;
    before.sync = 1;
    after.sync = FIELD_ABSENT;
    check_gain(t, &before, &after, "writes that need not be synchronous");
}

static void settings_pay(void **state)
{
    trials_run(state, 51, 1, settings_of);
}

/* -- placement -- */

static void groups_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.pg_num = random_int(t->rng, 1, 100000);
    after = before;
    after.pg_num += random_int(t->rng, 1, before.pg_num);
    check_gain(t, &before, &after, "more placement groups");
    before.balancer = 0;
    after = before;
    after.balancer = 1;
    check_gain(t, &before, &after, "the balancer");
}

static void placement_groups_pay(void **state)
{
    trials_run(state, 52, 1, groups_of);
}

/* On unequal hosts more copies lie more evenly: excepted. */
static void copies_of(struct trial *t)
{
    struct random_cluster before = t->cluster, after;
    before.erasure = false;
    before.k = before.m = before.optimizations = FIELD_ABSENT;
    before.rw = RW_RANDWRITE;
    before.read_frac = UNKNOWN;
    before.tier_per_host = 0;
    before.size = random_int(t->rng, 2, 6);
    after = before;
    after.size--;
    struct answer a;
    trial_answer(t, &before, &a);
    if (a.in.n_groups == 1)
        check_gain(t, &before, &after, "one copy less");
}

static void copies_cost_writes(void **state)
{
    trials_run(state, 53, 1, copies_of);
}

/* -- block size -- */

/* Block sizes at which a law changes: whole stripes of an erasure code, deferral on disks, direct
 * writes on disks, flash that counts bytes instead of operations. */
static bool crosses_step(const struct random_cluster *c, double small, double large)
{
    double k = c->erasure ? c->k : 1;
    const double steps[] = {32 * KIB, 64 * KIB, 128 * KIB, 32 * KIB * k, 64 * KIB * k};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (small <= steps[i] && large >= steps[i])
            return true;
    return false;
}

/* Larger blocks: fewer operations, more bytes. */
static void blocks_of(struct trial *t)
{
    struct random_cluster small = t->cluster, large;
    struct answer a, b;
    small.bs_B = floor(random_log(t->rng, 1, 67108864));
    large = small;
    large.bs_B = floor(small.bs_B * factor_of(t)) + 1;
    if (crosses_step(&small, small.bs_B, large.bs_B))
        return;
    trial_answer(t, &small, &a);
    trial_answer(t, &large, &b);
    trial_not_below(t, &small, a.point.ops, b.point.ops, "operations/s of smaller blocks");
    if (isnan(small.rate_ops))
        trial_not_below(t, &large, b.point.ops * large.bs_B, a.point.ops * small.bs_B,
                        "bytes/s of larger blocks");
}

static void blocks_trade_operations_for_bytes(void **state)
{
    trials_run(state, 54, 1, blocks_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(depth_pays),
        SUITE_TEST(osds_pay),
        SUITE_TEST(hosts_pay),
        SUITE_TEST(one_host_pays),
        SUITE_TEST(links_pay),
        SUITE_TEST(packets_and_round_trips_pay),
        SUITE_TEST(threads_pay),
        SUITE_TEST(speed_pays),
        SUITE_TEST(devices_pay),
        SUITE_TEST(protection_pays),
        SUITE_TEST(releases_up_to_reef_pay),
        SUITE_TEST(settings_pay),
        SUITE_TEST(placement_groups_pay),
        SUITE_TEST(copies_cost_writes),
        SUITE_TEST(blocks_trade_operations_for_bytes),
    };
    return suite_run("engine monotone", tests, sizeof tests / sizeof tests[0]);
}
