/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each warning on a cluster made to earn it, and silence on one that does not. */
#include "support/estimates.h"

#include "plan/warn.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
enum { DRAWS = 16 };

static bool mentions(const struct warnings *warnings, const char *words)
{
    for (int i = 0; i < warnings->n; i++)
        if (strstr(warnings->text[i], words) != NULL)
            return true;
    return false;
}

static void warn_of(struct fixture *f, const char *osds, const char *tail, struct warnings *out)
{
    struct estimator estimator;
    struct estimated found;
    const struct cluster *cluster = suite_cluster_text(
        f, suite_text(f,
                      "cephplan: cluster/1\nname: own\nceph: {version: 18.2.0, tuning: tuned}\n"
                      "hosts: [{count: 6, cpu: {threads: 64, model: AMD EPYC 7742}, osds: [%s]}]\n"
                      "network: {public: 100Gbit/s, rtt: 30us}\nclients: {count: 9}\n%s\n",
                      osds, tail));
    estimator_open(&estimator, f, DRAWS, 1);
    estimator_ask(&estimator, cluster, &cluster->workloads[0], &found);
    warn_of_estimate(estimator.model, cluster, &cluster->workloads[0], &found.in, &found.e,
                     &f->arena, out);
}

#define POOL "pools: [{size: 3, pg_num: 1024}]\n"
#define SMALL_READS POOL "workloads: [{rw: randread, bs: 4k, iodepth: 32, numjobs: 8, clients: 9}]"
#define SMALL_WRITES                                                                               \
    POOL "workloads: [{rw: randwrite, bs: 4k, iodepth: 32, numjobs: 8, clients: 9}]"
#define EC(keys)                                                                                   \
    "pools: [{name: a, pg_num: 1024, type: erasure, " keys "}]\n"                                  \
    "workloads: [{rw: randread, bs: 4k, iodepth: 32}]"
#define PLP "{count: 5, device: {like: class-nvme-plp-read}}"
#define CONSUMER "{count: 5, device: {like: class-nvme-consumer}}"
#define READ_ONLY                                                                                  \
    "{count: 5, device: {class: nvme, measurements: [{rw: randread, bs: 4k, iodepth: 32, iops: "   \
    "71k}]}}"
#define DISKS "{count: 12, device: {class: hdd}}"

static void each_warning_is_earned(void **state)
{
    static const struct {
        const char *osds, *tail, *words;
        bool stands;
    } cases[] = {
        {READ_ONLY, SMALL_WRITES,
         "taken from its class, not from rows of its own: 4k random writes, synchronous writes, "
         "sequential reads, sequential writes",
         true},
        {READ_ONLY, SMALL_WRITES, "of its own: 4k random reads", false},
        {DISKS, SMALL_READS, "taken from its class", false},
        {CONSUMER, SMALL_WRITES, "taken from its class, not", false},
        {PLP, SMALL_READS, "far from the measured clusters", false},
        {"{count: 500, device: {like: class-nvme-plp-read}}", SMALL_READS,
         "3000 OSDs is far from the measured clusters of flash-randread", true},
        {"{count: 1, device: {like: class-nvme-plp-read}}", SMALL_READS,
         "6 OSDs is far from the measured clusters", true},
        {PLP, SMALL_READS, "comes from one lab", true},
        {DISKS, SMALL_READS, "comes from one lab", false},
        {CONSUMER, SMALL_WRITES, "decided by the device's synchronous write rate", true},
        {CONSUMER, SMALL_READS, "decided by the device's synchronous write rate", false},
        {PLP, SMALL_WRITES, "synchronous write rate", false},
        {CONSUMER, SMALL_WRITES, "bound by flushes", true},
        {PLP, SMALL_WRITES, "bound by flushes", false},
        {"{count: 5, device: {class: nvme, plp: false, measurements: [{rw: randwrite, bs: 4k, "
         "iodepth: 1, "
         "fsync: 1, iops: 900}]}}",
         SMALL_WRITES, "decided by the device's synchronous write rate", false},
        {"{count: 12, device: {class: hdd}, db: {device: {like: class-sata-ssd-consumer}}}",
         SMALL_WRITES, "serves as DB without power-loss protection", true},
        {"{count: 12, device: {class: hdd}, wal: {device: {like: class-sata-ssd-consumer}}}",
         SMALL_WRITES, "serves as WAL without power-loss protection", true},
        {"{count: 12, device: {class: hdd}, db: {device: {like: class-sata-ssd-plp}}}",
         SMALL_WRITES, "power-loss protection", false},
        {"{count: 12, device: {class: hdd}, db: {device: {like: class-sata-ssd-plp}}}",
         SMALL_WRITES, "two modes", true},
        {DISKS, SMALL_WRITES, "two modes", false},
        {DISKS, POOL "workloads: [{rw: randread, bs: 4k, rate: 1M}]", "queue grows without end",
         true},
        {DISKS, POOL "workloads: [{rw: randread, bs: 4k, rate: 10}]", "queue grows without end",
         false},
        {DISKS, SMALL_READS "\ncache_tier: {device: {class: nvme}}", "cache tier is not counted",
         true},
        {DISKS, SMALL_READS "\ncache_tier: {device: {class: nvme}, hit: 40%}",
         "cache tier is not counted", false},
        {"{count: 12, device: {class: hdd, measurements: [{rw: randread, bs: 4k, iodepth: 1, span: "
         "1GiB, "
         "iops: 300}]}}",
         SMALL_READS, "was measured on 1 GiB of the disk", true},
        {"{count: 12, device: {class: hdd, measurements: [{rw: randread, bs: 4k, iodepth: 1, span: "
         "1TB, "
         "iops: 90}]}}",
         SMALL_READS, "of the disk", false},
        /* Six hosts. */
        {PLP, EC("k: 4, m: 3"), "pool a cannot be placed: 4+3 needs 7 hosts, 6 are there", true},
        {PLP, EC("k: 4, m: 2"), "cannot be placed", false},
        {PLP, EC("k: 4, m: 3, failure_domain: osd"), "cannot be placed", false},
        {PLP, EC("k: 20, m: 11, failure_domain: osd"), "needs 31 osds, 30 are there", true},
        {PLP ", " DISKS, EC("k: 20, m: 11, failure_domain: osd, device_class: nvme"),
         "needs 31 osds, 30 are there", true},
        {PLP ", " DISKS, EC("k: 20, m: 11, failure_domain: osd"), "cannot be placed", false},
        {PLP,
         "pools: [{name: a, pg_num: 1024, size: 7}]\nworkloads: [{rw: randread, bs: 4k, iodepth: "
         "32}]",
         "size 7 needs 7 hosts", true},
        /* No rack is stated: nobody knows how many there are. */
        {PLP, EC("k: 4, m: 3, failure_domain: rack"), "cannot be placed", false},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct warnings warnings;
        warn_of(f, cases[i].osds, cases[i].tail, &warnings);
        if (mentions(&warnings, cases[i].words) != cases[i].stands)
            fail_msg("%s %s: '%s' %s", cases[i].osds, cases[i].tail, cases[i].words,
                     cases[i].stands ? "is missing" : "stands there");
    }
}

static void implausible_rows_are_named(void **state)
{
    static const struct {
        const char *device, *words; /* NULL: nothing to say */
    } cases[] = {
        {"class: nvme, measurements: [{rw: randread, bs: 4k, iops: 100k, bw: 409MB/s}]", NULL},
        {"class: nvme, measurements: [{rw: randread, bs: 4k, iops: 100k, bw: 819MB/s}]",
         "one of them is misread"},
        {"class: nvme, measurements: [{rw: randread, bs: 4k, iodepth: 32, iops: 100k, lat: 320us}]",
         NULL},
        {"class: nvme, measurements: [{rw: randread, bs: 4k, iodepth: 32, iops: 100k, lat: 3.2ms}]",
         "320 requests in flight but iodepth x numjobs is 32"},
        {"class: hdd, measurements: [{rw: randread, bs: 4k, iops: 180}]", NULL},
        {"class: hdd, measurements: [{rw: randread, bs: 4k, iops: 9k}]", "more than a disk can do"},
        {"class: hdd, measurements: [{rw: randwrite, bs: 4k, iops: 40k}]",
         "more than a disk can do"},
        {"class: hdd, measurements: [{rw: read, bs: 4k, iops: 64k}]",
         "the drive's cache and merging"},
        {"class: hdd, measurements: [{rw: read, bs: 1M, bw: 200MB/s}]", NULL},
        {"class: nvme, measurements: [{rw: randread, bs: 4k, iops: 900k}]", NULL},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct warnings warnings = {.n = 0};
        const struct cluster *cluster = suite_cluster_text(
            f,
            suite_text(
                f, "cephplan: cluster/1\nhosts: [{count: 1, osds: [{count: 1, device: {%s}}]}]\n",
                cases[i].device));
        warn_of_device(cluster->hosts[0].osds[0].device, &f->arena, &warnings);
        assert_int_equal(warnings.n, cases[i].words != NULL);
        if (cases[i].words != NULL && !mentions(&warnings, cases[i].words))
            fail_msg("'%s' is not in: %s", cases[i].words, warnings.text[0]);
    }
}

static void a_warning_stands_once_and_there_is_room_for_some(void **state)
{
    struct fixture *f = *state;
    struct warnings warnings = {.n = 0};
    for (int i = 0; i < 3; i++)
        warn_add(&warnings, &f->arena, "%d of %s", 7, "these");
    assert_int_equal(warnings.n, 1);
    assert_string_equal(warnings.text[0], "7 of these");
    for (int i = 0; i < 2 * MAX_WARNINGS; i++)
        warn_add(&warnings, &f->arena, "number %d", i);
    assert_int_equal(warnings.n, MAX_WARNINGS);
}

/* Classes that rest on one to three publishers say so, the others do not. */
static void few_publishers_are_told(void **state)
{
    struct engine_model *model = suite_model(*state);
    static const int publishers[] = {1, 3, 4, 8, FIELD_ABSENT};
    static const int told[] = {1, 3, 0, 0, 0};
    for (size_t i = 0; i < N_OF(publishers); i++) {
        model->classes[LOAD_MIXED].publishers = publishers[i];
        assert_int_equal(warn_publishers(model, LOAD_MIXED), told[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(each_warning_is_earned),
        SUITE_TEST(implausible_rows_are_named),
        SUITE_TEST(a_warning_stands_once_and_there_is_room_for_some),
        SUITE_TEST(few_publishers_are_told),
    };
    return suite_run("warn", tests, N_OF(tests));
}
