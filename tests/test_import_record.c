/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: what clients measured, and whether a fit may use it. A row may serve a fit only when the
 * copies of its pool, the number of OSDs, the classes of their devices and the requests outstanding
 * are known, and nothing speaks against it. */
#include "support/import.h"

#include "load/import.h"

#include <string.h>

#define BENCH(depth, ops, lat)                                                                     \
    "Maintaining " depth " concurrent writes of 4194304 bytes to objects of size 4194304 for up "  \
    "to 60 seconds or 0 objects\n"                                                                 \
    "Total time run:         60\nTotal writes made:      " ops "\n"                                \
    "Write size:             4194304\nObject size:            4194304\n"                           \
    "Bandwidth (MB/sec):     200\nAverage Latency(s):     " lat "\n"
#define RUN BENCH("16", "3000", "0.32")
#define POOL                                                                                       \
    "pool 2 'rbd' replicated size 3 min_size 2 crush_rule 0 object_hash rjenkins pg_num 32 "       \
    "pgp_num 32 last_change 57 flags hashpspool stripe_width 0 application rbd\n"
#define CLUSTER                                                                                    \
    {                                                                                              \
        "tests/import/df-tree.json", "tests/import/metadata.json", "tests/import/pools.json",      \
            "tests/import/df.json", "tests/import/profile.txt", "tests/import/rules.json"          \
    }
static const char *const cluster[] = CLUSTER;
enum { N_CLUSTER = sizeof cluster / sizeof cluster[0] };

/* The record of a text and of the first `n` outputs of the cluster, as it is read again. */
static const struct cluster *record_of(struct fixture *f, const char *text, int n,
                                       const struct import_document **document)
{
    struct import *import = import_words(f, text);
    struct err err = ERR_INIT;
    if (!import_run(import, cluster, n, &err))
        fail_msg("%s", err.text);
    *document = import_made(f, import, IMPORT_AS_RECORD);
    return suite_cluster_text(f, import_yaml(f, import, *document));
}

static void check_unfit(struct fixture *f, const char *text, int n, const char *unknown)
{
    const struct import_document *document;
    const struct cluster *record = record_of(f, text, n, &document);
    assert_int_equal(record->n_measured, 1);
    assert_int_equal(record->measured[0].fit, 0);
    if (unknown != NULL)
        import_must_remark(document, suite_text(f, "%s is not known", unknown));
}

static void check_fit(struct fixture *f, const char *text, const char *pool)
{
    const struct import_document *document;
    const struct cluster *record = record_of(f, text, N_CLUSTER, &document);
    assert_int_equal(record->n_measured, 1);
    assert_int_not_equal(record->measured[0].fit, 0);
    assert_false(import_remarked(document, "fit: false"));
    assert_string_equal(record->measured[0].load.pool, pool);
}

/* -- what must be known -- */

static void a_run_of_an_unknown_cluster(void **state)
{
    check_unfit(*state, RUN, 0, "the number of OSDs");
}

/* Of four pools, one of Ceph's own, nothing says which it was. */
static void a_run_on_an_unknown_pool(void **state)
{
    check_unfit(*state, RUN, N_CLUSTER, "the pool that it ran on");
}

static void a_run_on_a_pool_that_is_not_there(void **state)
{
    check_unfit(*state, "# rados -p gone bench 60 write\n" RUN, N_CLUSTER,
                "the pool that it ran on");
}

/* The erasure code of `cold` is in the fifth output. */
static void a_run_on_a_pool_whose_code_is_unknown(void **state)
{
    check_unfit(*state, "# rados -p cold bench 60 write\n" RUN, 4, "the pool that it ran on");
}

/* Ceph's class `ssd`, without the metadata, is no class of ours. */
static void a_run_on_devices_of_an_unknown_class(void **state)
{
    check_unfit(*state, "# rados -p rbd bench 60 write\n" RUN, 1, "the class of the devices");
}

static void check_remark(struct fixture *f, const char *text, const char *remark)
{
    const struct import_document *document =
        import_made(f, import_words(f, text), IMPORT_AS_RECORD);
    assert_int_equal(document->cluster->measured[0].fit, 0);
    import_must_remark(document, remark);
}

/* Disks alone do not say whether a DB stands apart; only the metadata does. */
static void a_run_without_the_metadata(void **state)
{
    check_remark(*state,
                 RUN
                 "ID CLASS WEIGHT  REWEIGHT SIZE    USE     AVAIL   %USE  VAR  PGS TYPE NAME\n"
                 "-1       3.63869        - 3.6 TiB 1.7 TiB 1.9 TiB 46.70 1.00   - root default\n"
                 "-3       3.63869        - 3.6 TiB 1.7 TiB 1.9 TiB 46.70 1.00   -     host a\n"
                 " 0   hdd 3.63869  1.00000 3.6 TiB 1.7 TiB 1.9 TiB 46.70 1.00 101         osd.0\n"
                 "                     TOTAL 3.6 TiB 1.7 TiB 1.9 TiB 46.70\n" POOL,
                 "whether DB, WAL or journal stand on devices of their own");
}

/* Nor does the metadata of FileStore say where its journal is. */
static void a_run_on_filestore(void **state)
{
    check_remark(*state,
                 RUN "[{\"id\": 0, \"hostname\": \"a\", \"osd_objectstore\": \"filestore\", "
                     "\"rotational\": \"1\", \"default_device_class\": \"hdd\", "
                     "\"ceph_version_short\": \"12.2.12\"}]\n" POOL,
                 "whether the journals stand on devices of their own");
}

static void a_run_on_a_cluster_that_is_known(void **state)
{
    check_fit(*state, "# rados -p rbd bench 60 write\n" RUN, "rbd");
    check_fit(*state, "# rados bench -p cold 60 write\n" RUN, "cold");
    check_fit(*state,
              "# rbd bench --io-type write --pool=fast disk-1\n"
              "bench  type write io_size 4096 io_threads 16 bytes 1073741824 pattern random\n"
              "elapsed: 60   ops: 262144   ops/sec: 4369.07   bytes/sec: 17 MiB/s\n",
              "fast");
    check_fit(*state,
              "# rbd bench --io-type write fast/disk-1\n"
              "bench  type write io_size 4096 io_threads 16 bytes 1073741824 pattern random\n"
              "elapsed: 60   ops: 262144   ops/sec: 4369.07   bytes/sec: 17 MiB/s\n",
              "fast");
    check_fit(
        *state,
        "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
        "\"job options\":{\"rw\":\"randwrite\",\"bs\":\"4k\",\"iodepth\":\"32\",\"ioengine\":"
        "\"rbd\",\"pool\":\"fast\",\"rbdname\":\"disk-1\"},\"write\":{\"bw_bytes\":40960000,"
        "\"iops\":10000,\"runtime\":30000,\"total_ios\":300000,\"lat_ns\":{\"mean\":3200000}}}]}",
        "fast");
}

/* -- what speaks against a row -- */

/* 50 operations/s of 3.2 s are 160 outstanding, not 16. */
static void a_run_that_contradicts_itself(void **state)
{
    const struct import_document *document;
    const char *text = "# rados -p rbd bench 60 write\n" BENCH("16", "3000", "3.2");
    const struct cluster *record = record_of(*state, text, N_CLUSTER, &document);
    assert_int_equal(record->measured[0].fit, 0);
    assert_true(measured_has_tag(&record->measured[0], "inconsistent"));
}

static void a_run_without_its_depth(void **state)
{
    const char *text = strstr(RUN, "Total");
    check_unfit(*state,
                suite_text((struct fixture *)*state, "# rados -p rbd bench 60 write\n%s", text),
                N_CLUSTER, NULL);
}

/* fio or dd on /dev/rbd0 measure the cluster behind it, not a device. */
static void a_mapped_image_is_no_device(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f,
        "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
        "\"job options\":{\"rw\":\"randwrite\",\"bs\":\"4k\",\"iodepth\":\"32\",\"ioengine\":"
        "\"libaio\",\"direct\":\"1\",\"filename\":\"/dev/rbd0\"},\"write\":{\"bw_bytes\":40960000,"
        "\"iops\":10000,\"runtime\":30000,\"total_ios\":300000,\"lat_ns\":{\"mean\":3200000}}}]}\n"
        "$ dd if=/dev/zero of=/dev/rbd1 bs=4M count=256 oflag=direct\n256+0 records in\n"
        "256+0 records out\n1073741824 bytes (1.1 GB) copied, 10.7374 s, 100 MB/s\n");
    struct import_document device;
    struct err err = ERR_INIT;
    assert_int_equal(import_as_default(import), IMPORT_AS_RECORD);
    const struct cluster *record = import_made(f, import, IMPORT_AS_RECORD)->cluster;
    assert_int_equal(record->n_measured, 2);
    assert_string_equal(record->measured[0].tool, "fio-krbd");
    assert_string_equal(record->measured[1].tool, "dd");
    assert_false(import_document_make(import, IMPORT_AS_DEVICE, "made", &device, &err));
    assert_non_null(strstr(err.text, "a client of a cluster measured it"));
}

/* -- the one pool that clients use -- */

/* Ceph's own `.mgr` comes first. */
static void the_only_pool_of_clients(void **state)
{
    struct fixture *f = *state;
    struct import *import =
        import_words(f, RUN "[{\"pool_id\": 1, \"pool_name\": \".mgr\", \"type\": 1, "
                            "\"size\": 3, \"min_size\": 2, "
                            "\"crush_rule\": 0, \"pg_num\": 1, "
                            "\"erasure_code_profile\": \"\", \"stripe_width\": 0},"
                            "{\"pool_id\": 2, \"pool_name\": \"vms\", \"type\": 1, "
                            "\"size\": 3, \"min_size\": 2, "
                            "\"crush_rule\": 0, \"pg_num\": 32, "
                            "\"erasure_code_profile\": \"\", \"stripe_width\": 0}]");
    const struct cluster *record = import_made(f, import, IMPORT_AS_RECORD)->cluster;
    assert_string_equal(cluster_pool(record, record->measured[0].load.pool)->name, "vms");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(a_run_of_an_unknown_cluster),
                                       SUITE_TEST(a_run_on_an_unknown_pool),
                                       SUITE_TEST(a_run_on_a_pool_that_is_not_there),
                                       SUITE_TEST(a_run_on_a_pool_whose_code_is_unknown),
                                       SUITE_TEST(a_run_on_devices_of_an_unknown_class),
                                       SUITE_TEST(a_run_without_the_metadata),
                                       SUITE_TEST(a_run_on_filestore),
                                       SUITE_TEST(a_run_on_a_cluster_that_is_known),
                                       SUITE_TEST(a_run_that_contradicts_itself),
                                       SUITE_TEST(a_run_without_its_depth),
                                       SUITE_TEST(a_mapped_image_is_no_device),
                                       SUITE_TEST(the_only_pool_of_clients)};
    return suite_run("import_record", tests, sizeof tests / sizeof tests[0]);
}
