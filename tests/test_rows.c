/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured rows: whose they are, what they measured, what they may serve for, which are doubtful.
 */
#include "support/suite.h"

#include "plan/rows.h"

#include <math.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* The longest prefix decides; who has none stands for himself. */
static void publishers_go_by_the_longest_prefix(void **state)
{
    static const char *const cases[][2] = {
        {"n-cephio-2024-anything", "nelson"},
        {"n-cephio-2021-mclock-hdd", "mclock"},
        {"h-cephio-2021-mclock-hdd", "mclock"},
        {"n-cephio-2023-rgw-ec42-x", "reef-rgw"},
        {"n-cephio-2023-rgw-ec43-x", "nelson"},
        {"n-ibm-2025-rgw-ec", "parkes"},
        {"n-ibm-2025-nvmeof-8", "ibm-nvmeof"},
        {"h-inktank-2013-1x24", "nelson"},
        {"my-own-cluster", "my-own-cluster"},
        {"n-cephi", "n-cephi"},
        {"", ""},
    };
    const struct engine_model *model = suite_model(*state);
    for (size_t i = 0; i < N_OF(cases); i++)
        assert_string_equal(publisher_of(model, cases[i][0]), cases[i][1]);
}

static struct cluster *record_with(struct fixture *f, const char *extra, const char *rows)
{
    return suite_cluster_text(
        f, suite_text(f,
                      "cephplan: cluster/1\nname: own\nceph: {version: 18.2.0}\n"
                      "hosts: [{count: 3, osds: [{count: 4, device: {class: hdd}}]}]\n"
                      "%s\nmeasured: [%s]\n",
                      extra, rows));
}

static struct row_set rows_of(struct fixture *f, struct cluster *record)
{
    struct row_set set;
    struct cluster *records[] = {record};
    rows_make(suite_model(f), records, 1, &f->arena, &set);
    return set;
}

#define LINKS "network: {public: 1Gbit/s}\nclients: {count: 2}"
#define DEEP "iodepth: 16, numjobs: 2"

static void a_row_measures_operations_bytes_or_time(void **state)
{
    static const struct {
        const char *row, *quantity;
        double ops; /* NaN: nothing to compare */
    } cases[] = {
        {"rw: randread, bs: 4k, " DEEP ", iops: 700, bw: 9MB/s, lat: 1s", "iops", 700},
        {"rw: read, bs: 4M, " DEEP ", bw: 100MiB/s, lat: 1s", "bandwidth", 25},
        {"rw: randread, bs: 4k, " DEEP ", clients: 3, lat: 200ms", "latency", 480},
        {"rw: randread, bs: 4k, in_flight: 10, lat: 100ms", "latency", 100},
        {"rw: randread, bs: 4k, iodepth: 16, lat: 100ms", NULL, UNKNOWN},
        {"rw: randread, bs: 4k, " DEEP ", iops: 0", NULL, UNKNOWN},
        {"rw: randread, bs: 4k, " DEEP ", p99: 1s", NULL, UNKNOWN},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct row_set set = rows_of(f, record_with(f, LINKS, suite_text(f, "{%s}", cases[i].row)));
        if (isnan(cases[i].ops)) {
            assert_int_equal(set.n, 0);
            assert_int_equal(set.unmeasured, 1);
            continue;
        }
        assert_int_equal(set.n, 1);
        suite_close(set.rows[0].ops, cases[i].ops, 1e-12, cases[i].row);
        assert_string_equal(set.rows[0].quantity, cases[i].quantity);
    }
}

static void rows_serve_for_a_fit_a_trial_or_nothing(void **state)
{
    static const struct {
        const char *extra, *marks;
        bool fit, outside;
    } cases[] = {
        {"", "", true, false},
        {"", ", fit: true", true, false},
        {"", ", fit: false", false, true},
        {"", ", fit: false, tags: [net-bound]", false, true},
        {"", ", fit: false, tags: [net-bound, cached]", false, false},
        {"", ", fit: false, tags: degraded", false, false},
        {"", ", fit: false, tags: burst", false, false},
        {"cache_tier: {hit: 50%, device: {class: nvme}}", ", fit: false", false, false},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        const char *row =
            suite_text(f, "{rw: randread, bs: 4k, " DEEP ", iops: 700%s}", cases[i].marks);
        struct row_set set =
            rows_of(f, record_with(f, suite_text(f, LINKS "\n%s", cases[i].extra), row));
        assert_int_equal(set.n, 1);
        assert_int_equal(set.rows[0].fit, cases[i].fit);
        assert_int_equal(set.rows[0].outside, cases[i].outside);
    }
}

/* Three hosts on 1 Gbit/s read at most 375 MB/s, two clients take at most 250 MB/s; three copies on
 * one wire write at most 375/3 = 125 MB/s. */
static void what_no_wire_carries_is_doubtful(void **state)
{
    static const struct {
        const char *extra, *row;
        bool doubtful;
    } cases[] = {
        {LINKS, "rw: read, bw: 249MB/s", false},
        {LINKS, "rw: read, bw: 251MB/s", true},
        {LINKS, "rw: write, bw: 124MB/s", false},
        {LINKS, "rw: write, bw: 126MB/s", true},
        {"network: {public: 1Gbit/s}\nclients: {count: 9, network: 10Gbit/s}",
         "rw: read, clients: 9, bw: 374MB/s", false},
        {"network: {public: 1Gbit/s}\nclients: {count: 9, network: 10Gbit/s}",
         "rw: read, clients: 9, bw: 376MB/s", true},
        /* A guessed link, or a guessed number of clients, doubts nobody. */
        {"clients: {count: 2}", "rw: read, bw: 90GB/s", false},
        {"network: {public: 1Gbit/s}", "rw: read, bw: 374MB/s", false},
        {"network: {public: 1Gbit/s}", "rw: read, bw: 376MB/s", true},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        const char *pool = suite_text(f, "pools: [{size: 3}]\n%s", cases[i].extra);
        const char *row = suite_text(f, "{bs: 4M, " DEEP ", %s}", cases[i].row);
        struct row_set set = rows_of(f, record_with(f, pool, row));
        assert_int_equal(set.n, 1);
        if (set.rows[0].doubtful != cases[i].doubtful)
            fail_msg("%s; %s: %.4g against a bound of %.4g operations/s", cases[i].extra,
                     cases[i].row, set.rows[0].ops, set.rows[0].physical_ops);
    }
}

static void what_cannot_be_predicted_is_counted(void **state)
{
    struct fixture *f = *state;
    struct cluster *lone = record_with(f, LINKS, "{rw: randread, bs: 4k, iops: 700}");
    struct cluster *bare = suite_cluster_text(
        f, "cephplan: cluster/1\nname: bare\nmeasured: [{rw: randread, bs: 4k, iops: 700}]\n");
    struct cluster *records[] = {bare, lone, bare};
    struct row_set set;
    rows_make(suite_model(f), records, 3, &f->arena, &set);
    assert_int_equal(set.n, 1);
    assert_int_equal(set.unpredicted, 2);
    assert_int_equal(set.n_publishers, 1);
    assert_int_equal(set.rows[0].record_index, 1);
    assert_ptr_equal(set.rows[0].record, lone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(publishers_go_by_the_longest_prefix),
        SUITE_TEST(a_row_measures_operations_bytes_or_time),
        SUITE_TEST(rows_serve_for_a_fit_a_trial_or_nothing),
        SUITE_TEST(what_no_wire_carries_is_doubtful),
        SUITE_TEST(what_cannot_be_predicted_is_counted),
    };
    return suite_run("rows", tests, N_OF(tests));
}
