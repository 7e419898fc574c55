/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changed clusters, gains of expansion against the two measured sizes of one cluster, fills. */
#include "support/capacities.h"
#include "support/estimates.h"
#include "support/random.h"

#include "plan/change.h"
#include "plan/expand.h"
#include "plan/stock.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define TB 1e12

/* -- changes ------------------------------------------------------------- */

static struct cluster *grown(struct fixture *f, const struct cluster *cluster,
                             const struct addition *addition, int times)
{
    struct cluster *made = NULL;
    struct err err = ERR_INIT;
    if (!change_add(cluster, addition, times, &f->arena, &made, &err))
        fail_msg("%s", err.text);
    return made;
}

static void test_add_hosts_and_osds(void **state)
{
    struct fixture *f = *state;
    const struct cluster *kvaps = suite_cluster(f, "kvaps");
    struct addition hosts = {.hosts = 2}, osds = {.osds = 1}, both = {.hosts = 1, .osds = 2};
    assert_int_equal(cluster_osds(kvaps), 15);
    assert_int_equal(cluster_osds(grown(f, kvaps, &hosts, 1)), 25);
    assert_int_equal(cluster_osds(grown(f, kvaps, &hosts, 3)), 45);
    assert_int_equal(cluster_osds(grown(f, kvaps, &osds, 2)), 21);
    assert_int_equal(cluster_osds(grown(f, kvaps, &both, 1)), 4 * 7);
    /* The document itself stays as it was. */
    assert_int_equal(cluster_osds(kvaps), 15);
}

static void test_add_another_device(void **state)
{
    struct fixture *f = *state;
    const struct cluster *cluster = suite_cluster(f, "hdd-12-nvme-db");
    struct err err = ERR_INIT;
    struct addition addition = {.hosts = 1, .like = "osd"};
    assert_true(catalogue_find(f->catalogue, "samsung-pm983-3.84tb", &addition.device, &err));
    const struct cluster *made = grown(f, cluster, &addition, 2);
    assert_int_equal(made->n_hosts, 2);
    assert_int_equal(made->hosts[0].count, 6);
    assert_int_equal(made->hosts[1].count, 2);
    assert_int_equal(made->hosts[1].osds[0].device->class, CLASS_NVME);
    addition.hosts = 0;
    addition.osds = 3;
    made = grown(f, cluster, &addition, 1);
    assert_int_equal(made->hosts[0].n_osds, 2);
    assert_int_equal(cluster_osds(made), 6 * 15);
}

static void test_change_refusals(void **state)
{
    struct fixture *f = *state;
    struct cluster *cluster = suite_cluster(f, "hdd-12-nvme-db"), *made = NULL;
    struct addition addition = {.hosts = 0};
    struct err none = ERR_INIT, group = ERR_INIT, key = ERR_INIT, value = ERR_INIT, size = ERR_INIT;
    static const char *const wrong[] = {"host=1", "hosts=0", "hosts=x", "osds=-1", "hosts=1e3"};
    for (size_t i = 0; i < N_OF(wrong); i++) {
        struct err err = ERR_INIT;
        assert_false(change_parse(wrong[i], &addition, &err));
        assert_int_equal(err.kind, ERR_USAGE);
    }
    assert_true(change_parse("hosts=3", &addition, &none) && addition.hosts == 3);
    addition.like = "osb";
    assert_false(change_add(cluster, &addition, 1, &f->arena, &made, &group));
    assert_non_null(strstr(group.text, "did you mean 'osd'"));
    addition = (struct addition){.osds = 1000000};
    assert_false(change_add(cluster, &addition, 2, &f->arena, &made, &size));
    assert_non_null(strstr(size.text, "6 hosts with 12000072 OSDs; allowed: at most 10000000"));
    assert_false(change_pool(cluster, "sise=3", &f->arena, &key));
    assert_non_null(strstr(key.text, "did you mean 'size'"));
    assert_false(change_pool(cluster, "size=none", &f->arena, &value));
    assert_int_equal(value.kind, ERR_USAGE);
}

#define DISK "device: {class: hdd, capacity: 4TB}"

static void refused(struct fixture *f, const struct cluster *cluster,
                    const struct addition *addition, const char *says)
{
    struct cluster *made = NULL;
    struct err err = ERR_INIT;
    assert_false(change_add(cluster, addition, 1, &f->arena, &made, &err));
    if (strstr(err.text, says) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, says);
}

/* What is not counted cannot grow; OSDs that share a device come in whole devices. */
static void test_what_cannot_grow(void **state)
{
    struct fixture *f = *state;
    const struct addition host = {.hosts = 1}, osd = {.osds = 1}, two = {.osds = 2};
    const struct cluster *uncounted = suite_cluster_text(
        f, "cephplan: cluster/1\nosds_total: 12\nhosts: [{osds: [{" DISK "}]}]\n");
    refused(f, uncounted, &host, "the number of hosts is not stated");
    refused(f, uncounted, &osd, "the number of OSDs per host is not stated");
    const struct cluster *bare =
        suite_cluster_text(f, "cephplan: cluster/1\nhosts: [{count: 3}]\n");
    refused(f, bare, &host, "no host holds an OSD");
    const struct cluster *shared = suite_cluster_text(
        f, "cephplan: cluster/1\nhosts: [{count: 3, osds: [{count: 4, osds_per_device: 2, device: "
           "{class: nvme, capacity: 4TB}}]}]\n");
    refused(f, shared, &osd, "allowed: a multiple of 2");
    assert_int_equal(cluster_osds(grown(f, shared, &two, 1)), 18);
    /* One of another kind has its OSD for itself. */
    struct err err = ERR_INIT;
    struct addition other = osd;
    assert_true(catalogue_find(f->catalogue, "samsung-pm983-3.84tb", &other.device, &err));
    assert_int_equal(cluster_osds(grown(f, shared, &other, 1)), 15);
}

static void test_a_group_by_its_number(void **state)
{
    struct fixture *f = *state;
    struct addition third = {.hosts = 1, .like = "2"}, second = {.hosts = 1, .like = "1"};
    const struct cluster *cluster = suite_cluster_text(
        f, "cephplan: cluster/1\nhosts:\n  - {count: 3, osds: [{count: 4, " DISK "}]}\n"
           "  - {count: 3}\n  - {count: 2, osds: [{count: 10, " DISK "}]}\n");
    assert_int_equal(cluster_hosts(cluster), 5); /* those that hold OSDs */
    assert_int_equal(cluster_osds(cluster), 32);
    assert_int_equal(cluster_osds(grown(f, cluster, &third, 1)), 42);
    refused(f, cluster, &second, "'1' is no host group with OSDs");
}

static void test_pool_changes_need_a_pool(void **state)
{
    struct fixture *f = *state;
    struct err pair = ERR_INIT, none = ERR_INIT;
    struct cluster *cluster = suite_cluster_text(
        f, "cephplan: cluster/1\nhosts: [{count: 3, osds: [{count: 4, " DISK "}]}]\n");
    assert_false(change_pool(cluster, "size", &f->arena, &pair));
    assert_non_null(strstr(pair.text, "is no KEY=VALUE, such as size=3"));
    assert_false(change_pool(cluster, "size=2", &f->arena, &none));
    assert_non_null(strstr(none.text, "the document has no pool"));
}

/* Counts of a record: `osds_total` is the word of whoever measured. */
static void test_counts(void **state)
{
    static const struct {
        const char *text;
        int hosts, osds;
    } rows[] = {
        {"hosts: [{count: 3, osds: [{count: 4, " DISK "}]}]", 3, 12},
        {"hosts: [{count: 3, osds: [{count: 4, osds_per_device: 2, " DISK "}]}]", 3, 12},
        {"osds_total: 12\nhosts: [{count: 3, osds: [{count: 4, osds_per_device: 2, " DISK "}]}]", 3,
         12},
        {"osds_total: 20\nhosts: [{osds: [{count: 4, osds_per_device: 2, " DISK "}]}]", 0, 20},
        {"osds_total: 20\nhosts: [{osds: [{" DISK "}]}]", 0, 20},
        {"hosts: [{osds: [{count: 4, " DISK "}]}]", 0, 0},
        {"hosts: [{count: 3, osds: [{" DISK "}]}]", 3, 0},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct fixture *f = *state;
        const struct cluster *cluster =
            suite_cluster_text(f, suite_text(f, "cephplan: cluster/1\n%s\n", rows[i].text));
        assert_int_equal(cluster_hosts(cluster), rows[i].hosts);
        assert_int_equal(cluster_osds(cluster), rows[i].osds);
    }
}

static void test_lose(void **state)
{
    struct fixture *f = *state;
    const struct cluster *c = suite_cluster_text(
        f, "cephplan: cluster/1\nhosts: [{count: 4, rack: [a, a, b, b], osds: [{count: 10, device:"
           " {class: hdd, capacity: 16TB}, db: {device: {class: nvme, capacity: 1.6TB}, count: "
           "2}}]}]\n"
           "pools: [{name: a, size: 2}]\n");
    static const struct {
        enum failure_unit unit;
        int osds, groups;
    } rows[] = {{FAIL_OSD, 39, 2}, {FAIL_DB_DEVICE, 35, 2}, {FAIL_HOST, 30, 1}, {FAIL_RACK, 20, 1}};
    struct topology topology;
    struct err err = ERR_INIT;
    assert_true(topology_make(c, &f->arena, &topology, &err));
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct failure failure;
        assert_true(layout_largest(&topology, &c->pools[0], rows[i].unit, &failure));
        const struct cluster *rest = change_lose(c, &topology, &failure, &f->arena);
        assert_int_equal(cluster_osds(rest), rows[i].osds);
        assert_int_equal(rest->n_hosts, rows[i].groups);
        if (rows[i].unit == FAIL_DB_DEVICE)
            assert_int_equal(rest->hosts[1].osds[0].db->count, 1);
    }
    assert_int_equal(cluster_osds(c), 40);
}

/* -- gains --------------------------------------------------------------- */

static struct gain gain_between(const struct estimator *s, const struct cluster *before,
                                const struct cluster *after, const struct workload *load)
{
    const struct gain_error error = {log(1.22) / 1.2815515655446004, 0.05};
    struct estimated one, two;
    struct gain gain;
    estimator_ask(s, before, load, &one);
    estimator_ask(s, after, load, &two);
    gain_make(s->model, &one.in, &two.in, &s->draws, &error, s->scratch, &gain);
    return gain;
}

/* fefcc.net measured 4K random writes with 3 and with 6 OSDs: 414.63 and 683.25 (rbd bench), 229.2
 * and 386 (guest); 1M writes stayed at 100 MiB/s on the shared link. */
static void test_fefcc_three_to_six(void **state)
{
    struct fixture *f = *state;
    struct estimator s;
    const struct cluster *three = suite_cluster(f, "fefcc-3hdd");
    const struct cluster *six = suite_cluster(f, "fefcc-6hdd");
    struct addition addition = {.osds = 1};
    const struct cluster *made = grown(f, three, &addition, 1);
    static const double measured[] = {1.648, 1.684};
    estimator_open(&s, f, 60, 1);
    assert_int_equal(cluster_osds(made), cluster_osds(six));
    for (int i = 0; i < 2; i++) {
        struct gain gain = gain_between(&s, three, made, &three->workloads[i]);
        struct gain other = gain_between(&s, three, six, &three->workloads[i]);
        assert_true(gain.ratio.p10 < measured[i] && measured[i] < gain.ratio.p90);
        suite_close(gain.ratio.p50, other.ratio.p50, 1e-9, "the cluster with six as documented");
    }
    struct gain large = gain_between(&s, three, made, &three->workloads[2]);
    assert_int_equal(large.bound_before, BOUND_NET_PUBLIC);
    assert_int_equal(large.bound_after, BOUND_NET_PUBLIC);
    assert_true(large.ratio.p10 < 1 && large.ratio.p90 > 1 && large.ratio.p50 < 1.1);
}

/* Saturated, another host never costs operations; nor does a lost one bring any. */
static void test_hosts_never_cost_operations(void **state)
{
    struct fixture *f = *state;
    struct estimator s;
    struct num_rng *rng = random_new(31);
    static const char *const names[] = {"hdd-12-nvme-db", "ec42-archive", "proxmox-3node-nvme"};
    static const int kinds[] = {RW_RANDREAD, RW_RANDWRITE, RW_READ, RW_WRITE};
    estimator_open(&s, f, 60, 1);
    for (int round = 0; round < 60; round++) {
        struct cluster *cluster = suite_cluster(f, names[random_below(rng, 3)]);
        struct workload load;
        struct addition addition = {.hosts = 1 + (int)random_below(rng, 3)};
        field_init(&workload_schema, &load);
        load.rw = kinds[random_below(rng, 4)];
        load.bs_B = random_below(rng, 2) == 0 ? 4096 : 4194304;
        load.in_flight = 1e6;
        cluster->hosts[0].count = 7 + (int)random_below(rng, 30);
        cluster->clients->colocated = 0;
        struct gain gain = gain_between(&s, cluster, grown(f, cluster, &addition, 1), &load);
        if (gain.ratio.p50 < 1 - 1e-9)
            fail_msg("%d hosts and %d more: %.5f, bound %s", cluster->hosts[0].count,
                     addition.hosts, gain.ratio.p50, gain.after);
    }
    random_free(rng);
}

/* What was not changed gains nothing, known but for the scatter of runs; one OSD more among many
 * hardly more; a range widens with the addition, and one that lowers no bound is not slower. */
static void test_a_gain_is_as_uncertain_as_its_change(void **state)
{
    struct fixture *f = *state;
    struct estimator s;
    const struct cluster *cluster = suite_cluster(f, "rbdbench");
    double width = 0, runs = exp(1.2815515655446004 * 0.05);
    estimator_open(&s, f, 60, 1);
    struct gain same = gain_between(&s, cluster, cluster, &cluster->workloads[0]);
    suite_close(same.ratio.p10, 1 / runs, 1e-9, "nothing changed");
    suite_close(same.ratio.p90, runs, 1e-9, "nothing changed");
    for (int hosts = 1; hosts <= 16; hosts *= 2) {
        struct addition addition = {.hosts = hosts};
        struct gain gain =
            gain_between(&s, cluster, grown(f, cluster, &addition, 1), &cluster->workloads[0]);
        double now = log(gain.ratio.p90 / gain.ratio.p50);
        assert_true(now >= width);
        width = now;
        double most = (double)cluster_osds(grown(f, cluster, &addition, 1)) / cluster_osds(cluster);
        assert_true(gain.ratio.p90 <=
                    most * runs * (1 + 1e-9)); /* nothing grew more than the OSDs */
    }
    /* One virtual machine at depth 1 is bound by latency: another host is neither good nor bad. */
    struct workload alone = cluster->workloads[0];
    struct addition more = {.hosts = 4};
    alone.iodepth = alone.numjobs = alone.clients = 1;
    alone.in_flight = UNKNOWN;
    struct gain none = gain_between(&s, cluster, grown(f, cluster, &more, 1), &alone);
    assert_true(none.ratio.p10 >= 0.999 * fmin(1, none.ratio.p50) / runs);
}

/* Flash hosts beside disks whose DB answers their writes: the disks stay the bound, the mixed load
 * loses nothing. */
static void test_another_medium_costs_no_operations(void **state)
{
    struct fixture *f = *state;
    struct estimator s;
    struct err err = ERR_INIT;
    struct addition addition = {.hosts = 2};
    struct workload load;
    const struct cluster *cluster = suite_cluster(f, "hdd-12-nvme-db");
    estimator_open(&s, f, 60, 1);
    assert_true(catalogue_find(f->catalogue, "samsung-pm983-3.84tb", &addition.device, &err));
    field_init(&workload_schema, &load);
    load.rw = RW_RANDRW;
    load.bs_B = 4096;
    load.in_flight = 1e6;
    for (double read = 0; read <= 1; read += 0.1) {
        load.read_frac = read;
        struct gain gain = gain_between(&s, cluster, grown(f, cluster, &addition, 1), &load);
        assert_int_equal(gain.bound_after, BOUND_DATA);
        if (gain.ratio.p50 < 1)
            fail_msg("%.0f %% reads: %.4f", 100 * read, gain.ratio.p50);
    }
}

/* Levels lean on what was measured, ratios are predicted: after is before times the ratio. */
static void test_gain_on_a_measured_level(void **state)
{
    (void)state;
    struct estimate before = {.ops = {200, 400, 800}};
    struct estimate after = {.ops = {500, 1000, 2000}, .latency_s = {0.008, 0.016, 0.032}};
    struct range ratio = {1.6 / 1.2, 1.6, 1.6 * 1.2};
    gain_apply(&before, &ratio, 4096, &after);
    suite_close(after.ops.p50, 640, 1e-12, "level");
    suite_close(log(after.ops.p90 / after.ops.p50), hypot(log(2), log(1.2)), 1e-12, "width");
    suite_close(after.bandwidth_Bps.p50, 640 * 4096.0, 1e-12, "bandwidth");
    /* 16 requests outstanding, as before. */
    suite_close(after.latency_s.p50 * after.ops.p50, 16, 1e-12, "outstanding");
    suite_close(after.latency_s.p10 * after.ops.p90, 16, 1e-12, "outstanding");
}

static void test_knee(void **state)
{
    (void)state;
    /* Doubling OSDs: +90 %, +40 %, +5 %. */
    struct gain_step steps[] = {{.osds = 3, .ops = 100},
                                {.osds = 6, .ops = 190},
                                {.osds = 12, .ops = 266},
                                {.osds = 24, .ops = 279}};
    assert_int_equal(gain_knee(steps, 4), 2);
    assert_int_equal(gain_knee(steps, 3), 2);
    steps[1].ops = 101;
    steps[2].ops = steps[3].ops = 102;
    assert_int_equal(gain_knee(steps, 4), 0);
    /* A plateau that later steps make up for, and one they do not. */
    struct gain_step plateau[] = {{.osds = 10, .ops = 100},
                                  {.osds = 20, .ops = 160},
                                  {.osds = 30, .ops = 158},
                                  {.osds = 40, .ops = 210}};
    assert_int_equal(gain_knee(plateau, 4), 3);
    assert_int_equal(gain_knee(plateau, 3), 1);
    plateau[3].ops = 165;
    assert_int_equal(gain_knee(plateau, 4), 1);
    /* Twice as much would be carried if it were asked for; then no more, whatever is asked. */
    struct gain_step last = {.osds = 3, .saturated_ops = 100, .bound = BOUND_DATA};
    struct gain_step more = {.osds = 6, .saturated_ops = 200, .bound = BOUND_DATA};
    struct gain_step same = {.osds = 6, .saturated_ops = 101, .bound = BOUND_DATA};
    assert_int_equal(gain_stopper(&last, &more, false), BOUND_DEPTH);
    assert_int_equal(gain_stopper(&last, &same, false), BOUND_DATA);
    assert_non_null(strstr(gain_stopper_remedy(BOUND_DATA, false), "placement groups"));
    more.bound = same.bound = BOUND_CPU;
    assert_int_equal(gain_stopper(&last, &more, false), BOUND_CPU);
    assert_int_equal(gain_stopper(&last, &more, true), BOUND_DEPTH);
    assert_string_equal(gain_stopper_remedy(BOUND_CPU, false), gain_remedy(BOUND_CPU));
    for (int bound = 0; bound < N_BOUND_NAMES; bound++)
        assert_non_null(gain_remedy((enum bound)bound));
}

/* -- fills --------------------------------------------------------------- */

static void test_stock(void **state)
{
    struct fixture *f = *state;
    double stored[2];
    const struct capacity *c = capacity_document(
        f, "hosts: [{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3}, {name: b, size: 2}]");
    stock_fill(c, 0.5, &f->arena, stored);
    suite_close(stored[0], stored[1], 1e-12, "equal bytes");
    suite_close(3 * stored[0] + 2 * stored[1], 100 * TB, 1e-12, "half of raw");
    stock_fill(c, UNKNOWN, &f->arena, stored);
    suite_close(stored[0] + stored[1], c->safe_fill_B, 1e-9, "the safe fill");
    c = capacity_document(
        f, "hosts: [{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3, stored: 7TB}, {name: b, size: 2}]");
    stock_fill(c, UNKNOWN, &f->arena, stored);
    assert_true(stored[0] == 7 * TB && stored[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_add_hosts_and_osds),
        SUITE_TEST(test_add_another_device),
        SUITE_TEST(test_change_refusals),
        SUITE_TEST(test_what_cannot_grow),
        SUITE_TEST(test_a_group_by_its_number),
        SUITE_TEST(test_pool_changes_need_a_pool),
        SUITE_TEST(test_counts),
        SUITE_TEST(test_lose),
        SUITE_TEST(test_fefcc_three_to_six),
        SUITE_TEST(test_hosts_never_cost_operations),
        SUITE_TEST(test_a_gain_is_as_uncertain_as_its_change),
        SUITE_TEST(test_another_medium_costs_no_operations),
        SUITE_TEST(test_gain_on_a_measured_level),
        SUITE_TEST(test_knee),
        SUITE_TEST(test_stock),
    };
    return suite_run("plan", tests, N_OF(tests));
}
