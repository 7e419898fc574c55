/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hockey stick against the estimates it is made of, enumeration, and the closed loop's algebra.
 */
#include "support/estimates.h"

#include "plan/curve.h"

#include <math.h>

enum { DRAWS = 40 };

static struct workload load_of(enum rw rw, double bs_B, int iodepth, int clients)
{
    struct workload load;
    field_init(&workload_schema, &load);
    load.rw = (int)rw;
    load.bs_B = bs_B;
    load.iodepth = iodepth;
    load.clients = clients;
    return load;
}

static struct load_curve curve_of(struct estimator *b, const struct cluster *cluster,
                                  const struct workload *load, enum curve_axis axis, int from,
                                  int to)
{
    struct load_curve curve;
    struct err err = ERR_INIT;
    struct curve_question question = {b->model, cluster, load, &b->draws, axis, from, to};
    if (!curve_make(&question, &b->f->arena, &curve, &err))
        fail_msg("%s", err.text);
    return curve;
}

static struct estimate estimate_of(struct estimator *b, const struct cluster *cluster,
                                   const struct workload *load)
{
    struct estimated out;
    estimator_ask(b, cluster, load, &out);
    return out.e;
}

static void same_range(struct range a, struct range b, const char *what)
{
    suite_close(a.p10, b.p10, 1e-12, what);
    suite_close(a.p50, b.p50, 1e-12, what);
    suite_close(a.p90, b.p90, 1e-12, what);
}

static const enum rw kinds[] = {RW_RANDREAD, RW_RANDWRITE, RW_READ, RW_WRITE, RW_RANDRW};
static const char *const names[] = {"rbdbench", "proxmox-3node-nvme", "ec42-archive", "fefcc-6hdd"};

/* With as many clients as requests, the curve's point is the estimate of that very load. */
static void a_point_is_the_estimate(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    for (size_t i = 0; i < 4; i++) {
        const struct cluster *cluster = suite_cluster(b.f, names[i]);
        for (size_t k = 0; k < 5; k++) {
            struct workload load = load_of(kinds[k], k % 2 == 0 ? 4096 : 4194304, 1, 50);
            struct load_curve curve = curve_of(&b, cluster, &load, CURVE_CLIENTS, 1, 64);
            assert_true(curve.n_steps >= 10);
            for (int s = 0; s < curve.n_steps; s++) {
                load.clients = curve.steps[s].n;
                struct estimate e = estimate_of(&b, cluster, &load);
                same_range(curve.steps[s].ops, e.ops, "operations/s");
                same_range(curve.steps[s].latency_s, e.latency_s, "latency");
                if (!isnan(e.p99_s.p50))
                    same_range(curve.steps[s].p99_s, e.p99_s, "p99");
            }
        }
    }
}

/* One client: depth alone varies, and a load of that depth is estimated alike. */
static void depth_is_the_loads_own_depth(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    const struct cluster *cluster = suite_cluster(b.f, "proxmox-3node-nvme");
    struct workload load = load_of(RW_RANDWRITE, 4096, 8, 1);
    struct load_curve curve = curve_of(&b, cluster, &load, CURVE_DEPTH, 0, 0);
    for (int s = 0; s < curve.n_steps; s++) {
        load.iodepth = curve.steps[s].n;
        same_range(curve.steps[s].ops, estimate_of(&b, cluster, &load).ops, "operations/s");
    }
}

static void littles_law_holds_and_nothing_falls(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    for (size_t i = 0; i < 4; i++) {
        const struct cluster *cluster = suite_cluster(b.f, names[i]);
        for (size_t k = 0; k < 5; k++) {
            struct workload load = load_of(kinds[k], 16384, FIELD_ABSENT, 32);
            struct load_curve c = curve_of(&b, cluster, &load, CURVE_DEPTH, 0, 0);
            assert_int_equal(c.steps[0].n, 1);
            for (int s = 0; s < c.n_steps; s++) {
                const struct curve_step *step = &c.steps[s];
                suite_close(step->ops.p50 * step->latency_s.p50, step->outstanding, 1e-9,
                            "Q = X T");
                suite_close(step->ops.p10 * step->latency_s.p90, step->outstanding, 1e-9,
                            "Q = X T");
                assert_true(step->ops.p10 <= step->ops.p50 && step->ops.p50 <= step->ops.p90);
                if (s == 0)
                    continue;
                assert_true(step->n > step[-1].n);
                assert_true(step->ops.p50 >= step[-1].ops.p50 * (1 - 1e-9));
                assert_true(step->latency_s.p50 >= step[-1].latency_s.p50 * (1 - 1e-9));
            }
            assert_true(c.steps[c.n_steps - 1].ops.p50 <= c.saturation.ops.p50);
            assert_true(c.steps[c.n_steps - 1].ops.p50 >= CURVE_SHARE * c.saturation.ops.p50);
        }
    }
}

static double ops_at(struct estimator *b, const struct cluster *cluster, struct workload load,
                     int q)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct engine_point point;
    struct err err = ERR_INIT;
    load.iodepth = q;
    assert_true(engine_inputs_make(b->model, cluster, &load, NULL, groups, &in, &err));
    engine_point(b->model, &in, &b->model->params, &point);
    return point.ops;
}

/* Every whole number of requests is tried. */
static void the_knee_has_most_power(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    for (size_t i = 0; i < 4; i++) {
        const struct cluster *cluster = suite_cluster(b.f, names[i]);
        for (size_t k = 0; k < 5; k++) {
            struct workload load = load_of(kinds[k], 4096, 1, 1);
            struct load_curve c = curve_of(&b, cluster, &load, CURVE_DEPTH, 0, 0);
            double most = 0;
            for (int q = 1; q <= 3000; q++)
                most = fmax(most, pow(ops_at(&b, cluster, load, q), 2) / q);
            double power = c.knee.ops.p50 / c.knee.latency_s.p50;
            suite_close(
                power, most, 2e-4,
                suite_text(b.f, "power of %s %s at %d", names[i], rw_names[kinds[k]], c.knee.n));
        }
    }
}

/* Where only resources inside the loop bind, X = q/(T0 + (q-1)/I): power is greatest at I T0 - 1,
 * and 90 % of I is reached at 1 + 9 (I T0). */
static void the_knee_of_a_plain_loop_is_known(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    const struct cluster *cluster = suite_cluster_text(
        b.f, "cephplan: cluster/1\n"
             "ceph: {version: 18.2.4}\n"
             "hosts:\n"
             "  - {count: 6, cpu: {model: EPYC 7742, threads: 64}, osds: [{count: 4, device: "
             "samsung-pm983-3.84tb}]}\n"
             "network: {public: 100Tbit/s, rtt: 50us}\n"
             "pools: [{name: p, size: 3, pg_num: 1024}]\n"
             "clients: {count: 1000, network: 100Tbit/s}\n");
    struct workload load = load_of(RW_RANDREAD, 4096, FIELD_ABSENT, 1000000);
    struct load_curve c = curve_of(&b, cluster, &load, CURVE_DEPTH, 0, 0);
    double t0 = c.steps[0].latency_s.p50, most = c.saturation.ops.p50 * t0;
    suite_close(c.crossing, most, 1e-6, "crossing of the asymptotes");
    assert_true(fabs(c.knee.outstanding - (most - 1)) <= 2 + 0.01 * most);
    suite_close(c.most90.outstanding, 1 + 9 * most, 0.01, "requests for 90 %");
}

static void limits_are_kept_and_not_one_request_too_few(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    for (size_t i = 0; i < 4; i++) {
        const struct cluster *cluster = suite_cluster(b.f, names[i]);
        struct workload load = load_of(RW_RANDREAD, 4096, 1, 1);
        struct load_curve c = curve_of(&b, cluster, &load, CURVE_DEPTH, 0, 0);
        int met = 0;
        for (int k = 0; k < N_CURVE_LIMITS; k++) {
            const struct curve_limit *limit = &c.limits[k];
            int q = (int)limit->outstanding;
            assert_true(limit->ops.p10 <= limit->ops.p50 && limit->ops.p50 <= limit->ops.p90);
            assert_true((q + 1) / ops_at(&b, cluster, load, q + 1) > limit->latency_s);
            if (q == 0)
                continue;
            met++;
            assert_true(q / ops_at(&b, cluster, load, q) <= limit->latency_s);
            suite_close(limit->ops.p50, ops_at(&b, cluster, load, q), 1e-9, "operations/s");
        }
        assert_true(met >= 1);
    }
}

static void loads_of_one_curve_are_drawn_once(void **state)
{
    struct estimator b;
    estimator_open(&b, *state, DRAWS, 7);
    const struct cluster *cluster = suite_cluster(b.f, "proxmox-3node-nvme");
    struct workload loads[4] = {
        load_of(RW_RANDREAD, 4096, 1, 1), load_of(RW_RANDREAD, 4096, 16, 30),
        load_of(RW_RANDWRITE, 4096, 1, 1), load_of(RW_RANDREAD, 4096, 16, 3)};
    const struct workload *kept[4];
    assert_int_equal(curve_loads(cluster, loads, 4, CURVE_DEPTH, kept), 2);
    assert_ptr_equal(kept[0], &loads[1]);
    assert_ptr_equal(kept[1], &loads[2]);
    assert_int_equal(curve_loads(cluster, loads, 4, CURVE_CLIENTS, kept), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(a_point_is_the_estimate),
        SUITE_TEST(depth_is_the_loads_own_depth),
        SUITE_TEST(littles_law_holds_and_nothing_falls),
        SUITE_TEST(the_knee_has_most_power),
        SUITE_TEST(the_knee_of_a_plain_loop_is_known),
        SUITE_TEST(limits_are_kept_and_not_one_request_too_few),
        SUITE_TEST(loads_of_one_curve_are_drawn_once),
    };
    return suite_run("curve", tests, sizeof tests / sizeof tests[0]);
}
