/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changed clusters, gains of expansion against the two measured sizes of one cluster, fills, and
 * every finding of `check` on a cluster made to have it and on one that has not. */
#include "support/suite.h"

#include "base/num.h"
#include "load/planning_file.h"
#include "plan/change.h"
#include "plan/check_parts.h"
#include "plan/check_space.h"
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
    struct err none = ERR_INIT, group = ERR_INIT, key = ERR_INIT, value = ERR_INIT;
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
    assert_false(change_pool(cluster, "sise=3", &f->arena, &key));
    assert_non_null(strstr(key.text, "did you mean 'size'"));
    assert_false(change_pool(cluster, "size=none", &f->arena, &value));
    assert_int_equal(value.kind, ERR_USAGE);
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

struct sizes {
    struct engine_model *model;
    struct draws draws;
    double *scratch;
};

static void fill_sizes(struct fixture *f, struct sizes *s)
{
    enum { DRAWS = 60 };
    struct err err = ERR_INIT;
    s->model = suite_model(f);
    double *values = arena_array(&f->arena, (size_t)DRAWS * N_PARAMS, sizeof *values);
    s->scratch = arena_array(&f->arena, DRAWS, sizeof *s->scratch);
    s->draws = (struct draws){values, DRAWS};
    assert_true(draws_make(s->model, 1, DRAWS, values, &err));
}

static struct gain gain_between(struct fixture *f, const struct sizes *s,
                                const struct cluster *before, const struct cluster *after,
                                const struct workload *load)
{
    struct engine_group *groups = arena_array(&f->arena, 2 * MAX_GROUPS, sizeof *groups);
    struct engine_inputs one, two;
    struct gain gain;
    struct err err = ERR_INIT;
    assert_true(engine_inputs_make(s->model, before, load, NULL, groups, &one, &err));
    assert_true(engine_inputs_make(s->model, after, load, NULL, groups + MAX_GROUPS, &two, &err));
    gain_make(s->model, &one, &two, &s->draws, 1.22, s->scratch, &gain);
    return gain;
}

/* fefcc.net measured 4K random writes with 3 and with 6 OSDs: 414.63 and 683.25 (rbd bench), 229.2
 * and 386 (guest); 1M writes stayed at 100 MiB/s on the shared link. */
static void test_fefcc_three_to_six(void **state)
{
    struct fixture *f = *state;
    struct sizes s;
    const struct cluster *three = suite_cluster(f, "fefcc-3hdd");
    const struct cluster *six = suite_cluster(f, "fefcc-6hdd");
    struct addition addition = {.osds = 1};
    const struct cluster *made = grown(f, three, &addition, 1);
    static const double measured[] = {1.648, 1.684};
    fill_sizes(f, &s);
    assert_int_equal(cluster_osds(made), cluster_osds(six));
    for (int i = 0; i < 2; i++) {
        struct gain gain = gain_between(f, &s, three, made, &three->workloads[i]);
        struct gain other = gain_between(f, &s, three, six, &three->workloads[i]);
        assert_true(gain.ratio.p10 < measured[i] && measured[i] < gain.ratio.p90);
        suite_close(gain.ratio.p50, other.ratio.p50, 1e-9, "the cluster with six as documented");
    }
    struct gain large = gain_between(f, &s, three, made, &three->workloads[2]);
    assert_int_equal(large.bound_before, BOUND_NET_PUBLIC);
    assert_int_equal(large.bound_after, BOUND_NET_PUBLIC);
    assert_true(large.ratio.p10 < 1 && large.ratio.p90 > 1 && large.ratio.p50 < 1.1);
}

/* Saturated, another host never costs operations; nor does a lost one bring any. */
static void test_hosts_never_cost_operations(void **state)
{
    struct fixture *f = *state;
    struct sizes s;
    struct num_rng *rng = num_rng_new(31);
    static const char *const names[] = {"hdd-12-nvme-db", "ec42-archive", "proxmox-3node-nvme"};
    static const int kinds[] = {RW_RANDREAD, RW_RANDWRITE, RW_READ, RW_WRITE};
    fill_sizes(f, &s);
    for (int round = 0; round < 60; round++) {
        struct cluster *cluster = suite_cluster(f, names[num_below(rng, 3)]);
        struct workload load;
        struct addition addition = {.hosts = 1 + (int)num_below(rng, 3)};
        field_init(&workload_schema, &load);
        load.rw = kinds[num_below(rng, 4)];
        load.bs_B = num_below(rng, 2) == 0 ? 4096 : 4194304;
        load.in_flight = 1e6;
        cluster->hosts[0].count = 7 + (int)num_below(rng, 30);
        cluster->clients->colocated = 0;
        struct gain gain = gain_between(f, &s, cluster, grown(f, cluster, &addition, 1), &load);
        if (gain.ratio.p50 < 1 - 1e-9)
            fail_msg("%d hosts and %d more: %.5f, bound %s", cluster->hosts[0].count,
                     addition.hosts, gain.ratio.p50, gain.after);
    }
    num_rng_free(rng);
}

/* Flash hosts beside disks whose DB answers their writes: the disks stay the bound, the mixed load
 * loses nothing. */
static void test_another_medium_costs_no_operations(void **state)
{
    struct fixture *f = *state;
    struct sizes s;
    struct err err = ERR_INIT;
    struct addition addition = {.hosts = 2};
    struct workload load;
    const struct cluster *cluster = suite_cluster(f, "hdd-12-nvme-db");
    fill_sizes(f, &s);
    assert_true(catalogue_find(f->catalogue, "samsung-pm983-3.84tb", &addition.device, &err));
    field_init(&workload_schema, &load);
    load.rw = RW_RANDRW;
    load.bs_B = 4096;
    load.in_flight = 1e6;
    for (double read = 0; read <= 1; read += 0.1) {
        load.read_frac = read;
        struct gain gain = gain_between(f, &s, cluster, grown(f, cluster, &addition, 1), &load);
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
    assert_int_equal(gain_knee(steps, 4), 0);
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

static struct capacity *capacity_text(struct fixture *f, const char *rest)
{
    struct capacity *capacity = arena_alloc(&f->arena, sizeof *capacity);
    struct err err = ERR_INIT;
    const struct cluster *cluster =
        suite_cluster_text(f, suite_text(f, "cephplan: cluster/1\n%s\n", rest));
    if (!capacity_make(cluster, &suite_model(f)->constants, &f->arena, capacity, &err))
        fail_msg("%s", err.text);
    return capacity;
}

static void test_stock(void **state)
{
    struct fixture *f = *state;
    double stored[2];
    const struct capacity *c = capacity_text(
        f, "hosts: [{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3}, {name: b, size: 2}]");
    stock_fill(c, 0.5, &f->arena, stored);
    suite_close(stored[0], stored[1], 1e-12, "equal bytes");
    suite_close(3 * stored[0] + 2 * stored[1], 100 * TB, 1e-12, "half of raw");
    stock_fill(c, UNKNOWN, &f->arena, stored);
    suite_close(stored[0] + stored[1], c->safe_fill_B, 1e-9, "the safe fill");
    c = capacity_text(
        f, "hosts: [{count: 5, osds: [{count: 4, device: {class: hdd, capacity: 10TB}}]}]\n"
           "pools: [{name: a, size: 3, stored: 7TB}, {name: b, size: 2}]");
    stock_fill(c, UNKNOWN, &f->arena, stored);
    assert_true(stored[0] == 7 * TB && stored[1] == 0);
}

/* -- findings ------------------------------------------------------------ */

static struct findings findings_of(struct fixture *f, const char *document)
{
    struct findings findings = {.arena = &f->arena};
    struct planning *planning = NULL;
    struct advice *advice = NULL;
    struct err err = ERR_INIT;
    assert_true(load_planning(&f->arena, "models/recovery.yaml", &planning, &err));
    assert_true(load_advice(&f->arena, "models/advice.yaml", &advice, &err));
    const struct capacity *c = capacity_text(f, document);
    if (!check_space(c, planning, advice, &findings, &err))
        fail_msg("%s", err.text);
    check_parts(c, advice, &findings);
    findings_sort(&findings);
    return findings;
}

static const struct finding *find(const struct findings *findings, const char *id)
{
    for (int i = 0; i < findings->n; i++)
        if (strcmp(findings->rows[i].id, id) == 0)
            return &findings->rows[i];
    return NULL;
}

/* A cluster nothing is wrong with; each row below spoils one thing. */
#define HOST "cpu: {cores: 32}, ram: 128GB, "
#define DISK "{class: hdd, capacity: 8TB}"
#define GOOD_HOSTS "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK "}]}]\n"
#define GOOD_POOL "pools: [{name: a, size: 3, pg_num: 1024}]\n"
#define LINK "network: {public: 25Gbit/s}\n"

static void test_nothing_found(void **state)
{
    struct findings findings = findings_of(*state, GOOD_HOSTS GOOD_POOL LINK);
    for (int i = 0; i < findings.n; i++)
        print_error("%s: %s\n", findings.rows[i].id, findings.rows[i].what);
    assert_int_equal(findings.n, 0);
}

/* `text` with its first `from` put as `to`. */
static const char *replaced(struct fixture *f, const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (at == NULL)
        fail_msg("no '%s' in '%s'", from, text);
    return suite_text(f, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* Each document is spoiled in one thing, and found; with that thing mended it is not. */
static void test_every_finding(void **state)
{
    static const struct {
        const char *id;
        enum severity severity;
        const char *document, *says, *spoiled, *mended;
    } rows[] = {
        {"size-1", SEVERITY_SEVERE, GOOD_HOSTS LINK "pools: [{name: a, size: 1, pg_num: 2048}]",
         "one copy", "size: 1", "size: 2"},
        {"size-2", SEVERITY_SEVERE, GOOD_HOSTS LINK "pools: [{name: a, size: 2, pg_num: 2048}]",
         "two copies", "size: 2", "size: 3"},
        {"min-size-1", SEVERITY_SEVERE,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, min_size: 1, pg_num: 1024}]", "min_size is 1",
         "min_size: 1", "min_size: 2"},
        {"min-size-k", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, type: erasure, k: 3, m: 2, min_size: 3, pg_num: 1024}]",
         "k 3", "min_size: 3", "min_size: 4"},
        {"min-size-all", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, min_size: 3, pg_num: 1024}]", "3 of 3",
         "min_size: 3", "min_size: 2"},
        {"too-few-domains", SEVERITY_SEVERE,
         "hosts: [{count: 2, " HOST "osds: [{count: 8, device: " DISK "}]}]\n" GOOD_POOL LINK,
         "needs 3 hosts, 2 are there", "count: 2", "count: 3"},
        {"too-few-domains", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 6, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, type: erasure, k: 4, m: 2, pg_num: 256}]",
         "needs 6 hosts, 4 are there", "count: 4", "count: 6"},
        {"no-spare-domain", SEVERITY_WARN,
         "hosts: [{count: 3, " HOST "osds: [{count: 8, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 512}]",
         "with 3 hosts nothing can be rebuilt", "count: 3", "count: 4"},
        {"no-spare-domain", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, type: erasure, k: 4, m: 2, pg_num: 512}]",
         "with 6 hosts nothing can be rebuilt", "count: 6", "count: 7"},
        /* 0.85 of nearfull against 0.9 times 3/4, and 17/18. */
        {"nearfull-too-high", SEVERITY_WARN,
         "hosts: [{count: 3, " HOST "osds: [{count: 4, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 256}]",
         "21.6 TB", "osds: [{count: 4", "osds: [{count: 18"},
        {"nearfull-too-high-for-host", SEVERITY_WARN,
         "hosts: [{count: 6, rack: [a, b, c, a, b, c], " HOST "osds: [{count: 8, device: " DISK
         "}]}]\n" LINK "pools: [{name: a, size: 3, failure_domain: rack, pg_num: 1024}]",
         "57.6 TB", "[a, b, c, a, b, c]", "[a, b, c, d, e, f]"},
        {"host-loses-data", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 6, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, type: erasure, k: 2, m: 1, failure_domain: osd, pg_num: 256}]",
         "%", "failure_domain: osd", "failure_domain: host"},
        {"host-loses-data", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 6, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, type: erasure, k: 4, m: 2, failure_domain: osd, pg_num: 256}]",
         "54 %", "count: 6", "count: 2"},
        {"mixed-classes", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK
         "}, {count: 2, device: {class: nvme, capacity: 4TB}}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 1024}]",
         "on disks and on flash", "name: a", "name: a, device_class: hdd"},
        {"unequal-domains", SEVERITY_INFO,
         "hosts: [{count: 3, " HOST "osds: [{count: 5, device: " DISK "}]}, {count: 1, " HOST
         "osds: [{count: 10, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 1024}]",
         "a balanced cluster", "count: 10", "count: 5"},
        {"small-objects", SEVERITY_WARN,
         "ceph: {version: 14.2.22}\nbalancer: true\n" GOOD_HOSTS LINK
         "pools: [{name: a, size: 3, pg_num: 1024, object_size: 16k}]",
         "16 KiB take 4 times", "14.2.22", "16.2.15"},
        {"above-limit", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 100TB}]", "safe fill",
         "100TB", "90TB"},
        {"full", SEVERITY_SEVERE,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 125TB}]", "full limit",
         "125TB", "119TB"},
        {"full-soon", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 90TB, growth: 40%/y}]",
         "months", "90TB", "70TB"},
        {"pg-not-power-of-two", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1000}]", "1000", "1000", "1024"},
        {"pg-too-many", SEVERITY_SEVERE,
         GOOD_HOSTS LINK
         "pools: [{name: a, size: 3, pg_num: 4096}, {name: b, size: 3, pg_num: 4096}]",
         "512 placement groups an OSD, above 250", "4096}, {name: b, size: 3, pg_num: 4096",
         "2048}, {name: b, size: 3, pg_num: 1024"},
        /* The sums of the thread: 550, 308 and 737 groups of three copies, 250 an OSD at most. */
        {"pg-too-many", SEVERITY_SEVERE,
         "hosts: [{count: 3, " HOST "osds: [{count: 2, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 550}]",
         "275 placement groups an OSD, above 250", "550", "500"},
        {"pg-too-many", SEVERITY_SEVERE,
         "hosts: [{count: 3, " HOST "osds: [{count: 1, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 308}]",
         "308 placement groups an OSD, above 250", "308", "250"},
        {"pg-too-many", SEVERITY_SEVERE,
         "hosts: [{count: 3, " HOST "osds: [{count: 2, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 737}]",
         "368.5 placement groups an OSD, above 250", "737", "256"},
        {"pg-too-few", SEVERITY_WARN, GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 128}]",
         "8 placement", "pg_num: 128", "pg_num: 512"},
        {"balancer-off", SEVERITY_WARN, "balancer: false\n" GOOD_HOSTS GOOD_POOL LINK,
         "without the balancer", "false", "true"},
        {"db-small", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK
         ", db: {device: {class: nvme, capacity: 1TB}, count: 1, size: 30GB}}]}]\n" GOOD_POOL LINK,
         "80 GB (1 %)", "30GB", "80GB"},
        /* Small objects ask for four times as much. */
        {"db-small", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK
         ", db: {device: {class: nvme, capacity: 1TB}, count: 1, size: 80GB}}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 1024, object_size: 64k}]",
         "320 GB (4 %)", "64k", "4M"},
        {"db-levels", SEVERITY_INFO,
         "ceph: {version: 14.2.4}\nbalancer: true\nhosts: [{count: 6, " HOST
         "osds: [{count: 8, device: " DISK
         ", db: {device: {class: nvme, capacity: 1TB}, count: 1, size: 60GB}}]}]\n" GOOD_POOL LINK,
         "of a DB of 60 GB release 14.2.4 uses about 30 GB", "14.2.4", "18.2.4"},
        {"db-many-osds", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 16, device: " DISK
         ", db: {device: {class: nvme, capacity: 3.2TB}}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 2048}]\n" LINK,
         "16 OSDs hang on one device", "capacity: 3.2TB}", "capacity: 3.2TB}, count: 2"},
        {"db-failure", SEVERITY_INFO,
         "hosts: [{count: 4, " HOST "osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
         " db: {device: {class: nvme, capacity: 1.6TB}, count: 2}}]}]\n" GOOD_POOL LINK,
         "5 OSDs hang on one device: 80 TB (72.8 TiB), 12.5 % of the cluster",
         ", db: {device: {class: nvme, capacity: 1.6TB}, count: 2}", ""},
        {"consumer-db", SEVERITY_SEVERE,
         "hosts: [{count: 6, " HOST "osds: [{count: 4, device: " DISK
         ", db: {device: {class: sata-ssd, capacity: 1TB, plp: false}}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "is the DB without power-loss", "plp: false", "plp: true"},
        {"consumer-db", SEVERITY_SEVERE,
         "hosts: [{count: 6, " HOST "osds: [{count: 4, device: " DISK
         ", wal: {device: {class: nvme, capacity: 1TB, plp: false}}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "is the WAL without power-loss", "plp: false", "plp: true"},
        {"consumer-osd", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST
         "osds: [{count: 2, device: {class: sata-ssd, capacity: 1TB, plp: "
         "false}}]}]\npools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "no power-loss", "plp: false", "plp: true"},
        {"measurement", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST
         "osds: [{count: 8, device: {class: hdd, capacity: 8TB, measurements: "
         "[{rw: randread, bs: 4k, iodepth: 32, iops: 95k}]}}]}]\n" GOOD_POOL LINK,
         "more than a disk can do", "95k", "180"},
        {"measurement", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK
         ", wal: {device: {class: nvme, capacity: 1TB, plp: true, measurements: "
         "[{rw: randwrite, bs: 4k, iodepth: 32, iops: 100k, bw: 900MB/s}]}}}]}]\n" GOOD_POOL LINK,
         "900 MB/s", "900MB/s", "410MB/s"},
        {"cpu-low", SEVERITY_WARN,
         "hosts: [{count: 6, cpu: {cores: 4}, ram: 128GB, osds: [{count: 8, device: " DISK
         "}]}]\n" GOOD_POOL LINK,
         "4 cores for 8 OSDs, the rule is 8", "cores: 4", "cores: 8"},
        {"ram-low", SEVERITY_WARN,
         "hosts: [{count: 6, cpu: {cores: 16}, ram: 32GB, osds: [{count: 8, device: " DISK
         "}]}]\n" GOOD_POOL LINK,
         "4 GB of memory an OSD", "32GB", "40GB"},
        {"ram-low", SEVERITY_SEVERE,
         "hosts: [{count: 6, cpu: {cores: 16}, ram: 8GB, osds: [{count: 8, device: " DISK
         "}]}]\n" GOOD_POOL LINK,
         "1 GB of memory an OSD", "8GB", "40GB"},
        {"nic-below-disks", SEVERITY_WARN, GOOD_HOSTS GOOD_POOL "network: {public: 1Gbit/s}\n",
         "its link carries 0.125 GB/s", "1Gbit/s", "10Gbit/s"},
        {"mixed-sizes", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 6, device: " DISK
         "}, {count: 2, device: {class: hdd,"
         " capacity: 16TB}}]}]\n" GOOD_POOL LINK,
         "8 TB (7.28 TiB) to 16 TB", "16TB", "9TB"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct findings findings = findings_of(*state, rows[i].document);
        const struct finding *finding = find(&findings, rows[i].id);
        if (finding == NULL)
            fail_msg("%s is not found", rows[i].id);
        assert_int_equal(finding->severity, rows[i].severity);
        if (strstr(finding->what, rows[i].says) == NULL)
            fail_msg("%s: '%s' does not say '%s'", rows[i].id, finding->what, rows[i].says);
        assert_true(finding->why != NULL && finding->source != NULL && finding->where != NULL);
        for (int k = 1; k < findings.n; k++)
            assert_true(findings.rows[k - 1].severity >= findings.rows[k].severity);
        findings = findings_of(*state,
                               replaced(*state, rows[i].document, rows[i].spoiled, rows[i].mended));
        finding = find(&findings, rows[i].id);
        if (finding != NULL)
            fail_msg("%s with '%s': '%s'", rows[i].id, rows[i].mended, finding->what);
    }
}

/* rook/rook issue 10672: what is offered instead, and the risk of each. */
static void test_offers_for_two_hosts(void **state)
{
    struct findings findings =
        findings_of(*state, "hosts: [{count: 2, " HOST "osds: [{count: 6, device: " DISK
                            "}]}]\n" GOOD_POOL LINK);
    const struct finding *finding = find(&findings, "too-few-domains");
    assert_non_null(strstr(finding->why, "size 3 over OSDs"));
    assert_non_null(strstr(finding->why, "its loss stops I/O at min_size 2"));
    assert_non_null(strstr(finding->why, "size 2: one failure leaves a single copy"));
}

/* Over OSDs of two hosts that advice holds: the loss of one stops groups of which it has two
 * copies. */
static void test_over_osds_a_host_stops_io(void **state)
{
    struct findings findings = findings_of(
        *state, "hosts: [{count: 2, " HOST "osds: [{count: 2, device: " DISK "}]}]\n" LINK
                "pools: [{name: a, size: 3, failure_domain: osd, pg_num: 128}]");
    const struct finding *finding = find(&findings, "host-stops-io");
    assert_non_null(finding);
    assert_int_equal(finding->severity, SEVERITY_WARN);
    assert_non_null(strstr(finding->what, "50 %"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_add_hosts_and_osds),
        SUITE_TEST(test_add_another_device),
        SUITE_TEST(test_change_refusals),
        SUITE_TEST(test_lose),
        SUITE_TEST(test_fefcc_three_to_six),
        SUITE_TEST(test_hosts_never_cost_operations),
        SUITE_TEST(test_another_medium_costs_no_operations),
        SUITE_TEST(test_gain_on_a_measured_level),
        SUITE_TEST(test_knee),
        SUITE_TEST(test_stock),
        SUITE_TEST(test_nothing_found),
        SUITE_TEST(test_every_finding),
        SUITE_TEST(test_offers_for_two_hosts),
        SUITE_TEST(test_over_osds_a_host_stops_io),
    };
    return suite_run("plan", tests, N_OF(tests));
}
