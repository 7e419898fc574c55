/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `cephplan check` finds: each finding in a document that is spoiled in one thing, and no more
 * when that thing is mended. */
#include "support/capacities.h"

#include "load/planning_file.h"
#include "plan/check_parts.h"
#include "plan/check_space.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static struct findings findings_of(struct fixture *f, const char *document)
{
    struct findings findings = {.arena = &f->arena};
    struct planning *planning = NULL;
    struct advice *advice = NULL;
    struct err err = ERR_INIT;
    assert_true(load_planning(&f->arena, "models/recovery.yaml", &planning, &err));
    assert_true(load_advice(&f->arena, "models/advice.yaml", &advice, &err));
    const struct capacity *c = capacity_document(f, document);
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
        /* Not the largest disk, in the large host, but one of the small hosts that are the fullest.
         */
        {"nearfull-too-high", SEVERITY_WARN,
         "hosts: [{count: 2, " HOST "osds: [{count: 6, device: " DISK "}]}, {count: 1, " HOST
         "osds: [{count: 12, device: {class: hdd, capacity: 16TB}}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 512, stored: 40TB}]",
         "only up to 36 TB (32.7 TiB), and 40 TB", "count: 2,", "count: 3,"},
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
         "53.9 %", "count: 6", "count: 2"},
        {"copies-share-device", SEVERITY_SEVERE,
         "hosts: [{count: 6, " HOST
         "osds: [{count: 2, osds_per_device: 2, device: {class: nvme, capacity: 4TB}}]}]\n" LINK
         "pools: [{name: a, size: 2, failure_domain: osd, pg_num: 512}]",
         "2 OSDs stand on one device", ", osds_per_device: 2", ""},
        {"copies-share-device", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST
         "osds: [{count: 2, osds_per_device: 2, device: {class: nvme, capacity: 4TB}}]}]\n" LINK
         "pools: [{name: a, size: 3, failure_domain: osd, pg_num: 512}]",
         "2 OSDs stand on one device", "failure_domain: osd", "failure_domain: host"},
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
        {"stranded-raw", SEVERITY_WARN,
         "hosts: [{count: 3, " HOST "osds: [{count: 5, device: " DISK "}]}, {count: 1, " HOST
         "osds: [{count: 20, device: " DISK "}]}]\n" LINK
         "pools: [{name: a, size: 3, pg_num: 1024}]",
         "of 280 TB (255 TiB) raw 100 TB", "count: 20", "count: 7"},
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
        {"above-limit", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 110TB}]",
         "the nearfull limit", "110TB", "90TB"},
        {"above-limit", SEVERITY_SEVERE,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 117TB}]",
         "the backfillfull limit", "117TB", "90TB"},
        {"quota-full", SEVERITY_SEVERE,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 10TB, quota: 10TB}]",
         "100 % of its quota", "quota: 10TB", "quota: 11TB"},
        {"full-soon", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 90TB, growth: 40%/y}]",
         "the safe fill is reached in", "90TB", "70TB"},
        {"full-soon", SEVERITY_WARN,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 85TB, growth: 40%/y}]",
         "what to store at most is reached in", "85TB", "70TB"},
        {"above-plan", SEVERITY_INFO,
         GOOD_HOSTS LINK "pools: [{name: a, size: 3, pg_num: 1024, stored: 90TB}]",
         "of what to store at most", "90TB", "70TB"},
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
         "368 placement groups an OSD, above 250", "737", "256"},
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
        {"db-over-capacity", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
         " db: {device: {class: nvme, capacity: 1.92TB}, count: 2, size: 900GB}}]}]\n" GOOD_POOL
             LINK,
         "5 DBs of 900 GB need 4.5 TB, the device holds 1.92 TB", "900GB", "384GB"},
        {"db-over-capacity", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
         " wal: {device: {class: nvme, capacity: 400GB}, size: 50GB}}]}]\n" GOOD_POOL LINK,
         "10 WALs of 50 GB need 500 GB, the device holds 400 GB", "50GB", "40GB"},
        {"db-over-capacity", SEVERITY_SEVERE,
         "hosts: [{count: 4, " HOST "osds: [{count: 10, device: {class: hdd, capacity: 16TB},"
         " journal: {device: {class: sata-ssd, capacity: 100GB}, count: 4, size: "
         "40GB}}]}]\n" GOOD_POOL LINK,
         "3 journals of 40 GB", "40GB", "30GB"},
        {"db-on-disk", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 8, device: " DISK
         ", db: {device: {class: hdd, capacity: 2TB}}}]}]\n" GOOD_POOL LINK,
         "the DB is on a disk", "class: hdd, capacity: 2TB", "class: nvme, capacity: 2TB"},
        {"db-on-disk", SEVERITY_SEVERE,
         "hosts: [{count: 6, " HOST "osds: [{count: 4, device: {class: sata-ssd, capacity: 8TB}"
         ", wal: {device: {class: hdd, capacity: 2TB}}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "the WAL of flash is on a disk", "class: hdd", "class: nvme"},
        {"sync-writes-low", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 4, device: " DISK
         ", db: {device: {class: nvme, capacity: 1TB, measurements: "
         "[{rw: randwrite, bs: 4k, iodepth: 1, numjobs: 1, fsync: 1, iops: 381}]}}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "(381/s, the DB)", "iops: 381", "iops: 15k"},
        /* A product of the catalogue that was measured and says nothing of its protection. */
        {"sync-writes-low", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 4, device: " DISK
         ", db: {device: micron-p400e-400gb}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "(750/s, the DB)", "micron-p400e-400gb", "{like: micron-p400e-400gb, plp: true}"},
        /* Whoever knows that it is protected has said so. */
        {"sync-writes-low", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 2, device: {class: sata-ssd, capacity: 1TB, "
         "measurements: [{rw: write, bs: 4k, iodepth: 1, sync: 1, iops: 700}]}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "(700/s, the data)", "capacity: 1TB", "capacity: 1TB, plp: true"},
        /* Several at once wait for one flush together: more depth is no such test. */
        {"sync-writes-low", SEVERITY_WARN,
         "hosts: [{count: 6, " HOST "osds: [{count: 2, device: {class: sata-ssd, capacity: 1TB, "
         "measurements: [{rw: write, bs: 4k, iodepth: 1, fsync: 1, iops: 700}]}}]}]\n"
         "pools: [{name: a, size: 3, pg_num: 512}]\n" LINK,
         "(700/s, the data)", "iodepth: 1", "iodepth: 32"},
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
         "its link carries 125 MB/s", "1Gbit/s", "10Gbit/s"},
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

/* The threshold stands by what was measured: no protected drive of the catalogue falls below it,
 * and at least half of the unprotected ones do. */
static void test_sync_threshold_parts_the_catalogue(void **state)
{
    struct fixture *f = *state;
    struct advice *advice = NULL;
    struct err err = ERR_INIT;
    size_t n = 0;
    const char *const *names = catalogue_names(f->catalogue, &n);
    int below = 0, unprotected = 0, protected = 0;
    assert_true(load_advice(&f->arena, "models/advice.yaml", &advice, &err));
    double least = advice_value(advice, ADVICE_sync_unprotected);
    for (size_t i = 0; i < n; i++) {
        const struct device *device = NULL;
        if (!catalogue_find(f->catalogue, names[i], &device, &err))
            fail_msg("%s", err.text);
        double found = device_sync_ops(device);
        if (isnan(found) || !device_is_flash(device) || device_is_typical(device) ||
            device->plp == FIELD_ABSENT)
            continue;
        protected += device->plp == 1;
        unprotected += device->plp == 0;
        below += device->plp == 0 && found < least;
        if (device->plp == 1 && found < least)
            fail_msg("%s is protected and writes %.0f/s", device_title(device), found);
    }
    assert_true(protected > 20);
    assert_true(2 * below >= unprotected && unprotected > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_nothing_found),
        SUITE_TEST(test_every_finding),
        SUITE_TEST(test_offers_for_two_hosts),
        SUITE_TEST(test_over_osds_a_host_stops_io),
        SUITE_TEST(test_sync_threshold_parts_the_catalogue),
    };
    return suite_run("findings", tests, N_OF(tests));
}
