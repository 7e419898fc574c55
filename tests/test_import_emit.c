/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported as documents: they load, they say what the inputs say and no more. */
#include "support/import.h"

#include "load/import.h"

#include <glob.h>
#include <math.h>
#include <string.h>

/* -- documents -- */

/* The document as the planner reads it: a cluster, or a device in a cluster of one. */
static const struct cluster *loaded(struct fixture *f, const struct import *import,
                                    const struct import_document *document)
{
    const char *yaml = import_yaml(f, import, document);
    if (document->cluster != NULL)
        return suite_cluster_text(f, yaml);
    struct filetext text = {"made.yaml", yaml, strlen(yaml)};
    struct loader loader;
    struct device *device = NULL;
    struct err err = ERR_INIT;
    catalogue_loader(f->catalogue, &loader);
    if (!load_device_text(&loader, &text, &device, &err))
        fail_msg("%s\n%s", err.text, yaml);
    struct cluster *cluster = arena_alloc(&f->arena, sizeof *cluster);
    field_init(&cluster_schema, cluster);
    cluster->hosts = arena_alloc(&f->arena, sizeof *cluster->hosts);
    cluster->hosts[0].osds = arena_alloc(&f->arena, sizeof *cluster->hosts[0].osds);
    cluster->hosts[0].osds[0].device = device;
    return cluster;
}

static const struct device *device_of(struct fixture *f, struct import *import)
{
    const struct import_document *document = import_made(f, import, IMPORT_AS_DEVICE);
    return loaded(f, import, document)->hosts[0].osds[0].device;
}

static const struct cluster *cluster_of(struct fixture *f, struct import *import, enum import_as as)
{
    return loaded(f, import, import_made(f, import, as));
}

/* Everything that can be imported, as everything that it can be: if a document is made, it loads.
 */
static void every_document_loads(void **state)
{
    glob_t found;
    int made = 0;
    (void)state;
    assert_int_equal(glob("tests/cases/*/*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        if (strstr(path, ".expect.yaml") != NULL)
            continue;
        for (int as = 0; as < 3; as++) {
            struct import import;
            struct import_document document;
            struct err err = ERR_INIT;
            void *inner = NULL;
            assert_int_equal(suite_setup(&inner), 0);
            struct fixture *f = inner;
            import_init(&import, &f->arena);
            import.device_class = CLASS_SATA_SSD;
            if (import_run(&import, &path, 1, &err) &&
                import_document_make(&import, (enum import_as)as, "made", &document, &err)) {
                (void)loaded(f, &import, &document);
                made++;
            }
            if (err.kind != ERR_NONE)
                assert_int_equal(err.kind, ERR_INPUT);
            assert_int_equal(suite_teardown(&inner), 0);
        }
    }
    globfree(&found);
    assert_true(made > 180);
}

/* -- a cluster from six outputs -- */

/* Three hosts of four 4 TB disks and two DB devices, one of six 8 TB disks (one of them out), one
 * DB device and an NVMe device with two OSDs. */
static const char *const outputs[] = {"tests/import/df-tree.json", "tests/import/metadata.json",
                                      "tests/import/pools.json",   "tests/import/df.json",
                                      "tests/import/profile.txt",  "tests/import/rules.json"};

static void check_disks(const struct osd_group *osds, int count, double capacity, int db_devices)
{
    assert_int_equal(osds->count, count);
    assert_int_equal(osds->device->class, CLASS_HDD);
    assert_true(osds->device->capacity_B == capacity);
    assert_true(osds->osds_per_device == FIELD_ABSENT || osds->osds_per_device == 1);
    assert_non_null(osds->db);
    assert_int_equal(osds->db->count, db_devices);
    assert_int_equal(osds->db->device->class, CLASS_NVME);
    assert_true(osds->db->size_B == 60 * 1073741824.0);
    assert_null(osds->wal);
}

static void hosts_of_six_outputs(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_files(f, outputs, 6);
    const struct cluster *cluster = cluster_of(f, import, import_as_default(import));
    assert_int_equal(cluster->n_hosts, 2);
    assert_int_equal(cluster_osds(cluster), 19);
    assert_string_equal(cluster->ceph->version, "18.2.4");
    assert_int_equal(cluster->ceph->objectstore, STORE_BLUESTORE);
    const struct host_group *equal = &cluster->hosts[0], *other = &cluster->hosts[1];
    assert_string_equal(equal->name, "a1, a2, a3");
    assert_int_equal(equal->count, 3);
    assert_int_equal(equal->n_racks, 3);
    assert_string_equal(equal->racks[1], "r2");
    assert_true(equal->ram_B == 131072000 * 1024.0);
    assert_string_equal(equal->cpu->model, "AMD EPYC 7302P 16-Core Processor");
    assert_int_equal(equal->n_osds, 1);
    check_disks(&equal->osds[0], 4, 4000787030016, 2);
    assert_string_equal(equal->osds[0].device->model, "ATA_ST4000NM002A");
    assert_string_equal(other->name, "b1");
    assert_int_equal(other->count, 1);
    assert_int_equal(other->n_racks, 1);
    assert_string_equal(other->racks[0], "r1");
    assert_int_equal(other->n_osds, 2);
    check_disks(&other->osds[0], 5, 8001563222016, 1);
    assert_int_equal(other->osds[1].count, 2);
    assert_int_equal(other->osds[1].osds_per_device, 2);
    assert_int_equal(other->osds[1].device->class, CLASS_NVME);
    assert_true(other->osds[1].device->capacity_B == 3840755982336);
    assert_null(other->osds[1].db);
}

static void pools_of_six_outputs(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_files(f, outputs, 6);
    const struct cluster *cluster = cluster_of(f, import, IMPORT_AS_CLUSTER);
    assert_int_equal(cluster->n_pools, 4);
    const struct pool *rbd = cluster_pool(cluster, "rbd"), *fast = cluster_pool(cluster, "fast"),
                      *cold = cluster_pool(cluster, "cold");
    assert_int_equal(rbd->type, POOL_REPLICATED);
    assert_true(rbd->size == 3 && rbd->min_size == 2 && rbd->pg_num == 128);
    assert_true(rbd->stored_B == 3e12 && rbd->quota_B == 1e13);
    assert_int_equal(rbd->failure_domain, DOMAIN_RACK);
    assert_string_equal(rbd->device_class, "hdd");
    assert_true(fast->size == 2 && fast->min_size == 1);
    assert_int_equal(fast->failure_domain, DOMAIN_OSD);
    assert_string_equal(fast->device_class, "ssd");
    assert_int_equal(cold->type, POOL_ERASURE);
    assert_true(cold->k == 4 && cold->m == 2 && cold->min_size == 5 && cold->pg_num == 64);
    assert_true(cold->stripe_unit_B == 4096 && cold->stored_B == 4e12);
    assert_string_equal(cold->plugin, "jerasure");
    assert_int_equal(cold->failure_domain, DOMAIN_OSD);
    assert_null(cluster_pool(cluster, ".mgr")->device_class);
}

static void what_six_outputs_do_not_say(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_files(f, outputs, 6);
    const struct import_document *document = import_made(f, import, IMPORT_AS_CLUSTER);
    import_must_remark(document, "osd.17 is left out of the document: out");
    import_must_remark(document, "absent: cores and threads");
    import_must_remark(document, "absent: the network");
    import_must_remark(document, "absent: what the devices can do");
    assert_false(import_remarked(document, "absent: class"));
    assert_false(import_remarked(document, "absent: capacity"));
    assert_false(import_remarked(document, "absent: the pools"));
    assert_false(import_remarked(document, "add up to"));
    assert_null(document->cluster->network);
    assert_true(isnan(document->cluster->hosts[0].cpu->threads));
}

/* Inputs in another order must give the same cluster. */
static void the_order_of_outputs_does_not_matter(void **state)
{
    struct fixture *f = *state;
    const char *backwards[6];
    for (int i = 0; i < 6; i++)
        backwards[i] = outputs[5 - i];
    struct import *a = import_files(f, outputs, 6), *b = import_files(f, backwards, 6);
    const struct cluster *x = cluster_of(f, a, IMPORT_AS_CLUSTER),
                         *y = cluster_of(f, b, IMPORT_AS_CLUSTER);
    assert_int_equal(x->n_hosts, y->n_hosts);
    assert_int_equal(cluster_osds(x), cluster_osds(y));
    for (int g = 0; g < x->n_hosts; g++) {
        const struct host_group *group = NULL;
        for (int k = 0; k < y->n_hosts; k++)
            if (strcmp(y->hosts[k].name, x->hosts[g].name) == 0)
                group = &y->hosts[k];
        assert_non_null(group);
        assert_int_equal(group->count, x->hosts[g].count);
        assert_int_equal(group->n_osds, x->hosts[g].n_osds);
    }
    for (int i = 0; i < x->n_pools; i++) {
        const struct pool *pool = cluster_pool(y, x->pools[i].name);
        assert_non_null(pool);
        assert_true(pool->stored_B == x->pools[i].stored_B && pool->k == x->pools[i].k);
        assert_int_equal(pool->failure_domain, x->pools[i].failure_domain);
    }
}

/* Without the metadata, `osd df` gives a size that holds the DB. */
static void a_part_of_the_outputs(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_files(f, outputs, 1);
    const struct import_document *document = import_made(f, import, IMPORT_AS_CLUSTER);
    const struct cluster *cluster = loaded(f, import, document);
    assert_int_equal(cluster_osds(cluster), 19);
    assert_true(cluster->hosts[0].osds[0].device->capacity_B == 4000787030016 + 64424509440.0);
    assert_null(cluster->hosts[0].osds[0].db);
    assert_int_equal(cluster->hosts[1].osds[1].device->class, FIELD_ABSENT);
    import_must_remark(document, "absent: class of the devices of b1");
    import_must_remark(document, "absent: release, object store, DB and WAL devices");
    import_must_remark(document, "absent: the pools");
}

/* `--class` says what Ceph's "ssd" is, and does not touch disks. */
static void a_class_that_was_named(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_files(f, outputs, 1);
    import->device_class = CLASS_SAS_SSD;
    const struct cluster *cluster = cluster_of(f, import, IMPORT_AS_CLUSTER);
    assert_int_equal(cluster->hosts[0].osds[0].device->class, CLASS_HDD);
    assert_int_equal(cluster->hosts[1].osds[1].device->class, CLASS_SAS_SSD);
}

static void an_erasure_coded_pool_without_its_profile(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/import/pools.json"};
    struct import *import = import_files(f, paths, 1);
    const struct import_document *document = import_made(f, import, IMPORT_AS_CLUSTER);
    const struct cluster *cluster = loaded(f, import, document);
    assert_null(cluster_pool(cluster, "cold"));
    assert_non_null(cluster_pool(cluster, "rbd"));
    import_must_remark(document, "pool cold is left out");
    import_must_remark(document, "ceph osd erasure-code-profile get ec42");
    import_must_remark(document, "absent: what the pools store");
}

static void a_profile_alone_is_the_pool_it_would_make(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/import/profile.txt"};
    struct import *import = import_files(f, paths, 1);
    const struct cluster *cluster = cluster_of(f, import, import_as_default(import));
    assert_int_equal(cluster->n_pools, 1);
    assert_string_equal(cluster->pools[0].name, "ec42");
    assert_true(cluster->pools[0].k == 4 && cluster->pools[0].m == 2);
}

static void the_model_of_an_old_release(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/cases/osd-metadata/06-luminous-db-on-nvme.json"};
    const struct cluster *cluster = cluster_of(f, import_files(f, paths, 1), IMPORT_AS_CLUSTER);
    assert_string_equal(cluster->hosts[0].osds[0].device->model, "ST4000NM0033-9ZM");
    assert_int_equal(cluster->hosts[0].osds[0].db->device->class, CLASS_NVME);
}

/* `ceph osd df` alone tells of no host. */
static void osds_without_hosts(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/cases/osd-df/01-two-classes-uneven-text.txt"};
    struct import *import = import_files(f, paths, 1);
    const struct import_document *document = import_made(f, import, IMPORT_AS_CLUSTER);
    const struct cluster *cluster = loaded(f, import, document);
    assert_int_equal(cluster->osds_total, 7);
    assert_int_equal(cluster_osds(cluster), 7);
    assert_int_equal(cluster->n_hosts, 1);
    assert_int_equal(cluster->hosts[0].count, FIELD_ABSENT);
    import_must_remark(document, "absent: the hosts");
}

/* Two outputs of different clusters are noticed by what they add up to. */
static void outputs_of_two_clusters(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/import/df-tree.json",
                                        "tests/cases/ceph-df/06-detail-json-pretty.json"};
    struct import *import = import_files(f, paths, 2);
    import_must_remark(import_made(f, import, IMPORT_AS_CLUSTER),
                       "not of the same cluster or time");
}

/* -- rows -- */

#define JOB(name, rw, read_iops, write_iops)                                                       \
    "{\"jobname\":\"" name "\",\"groupid\":0,\"error\":0,\"job options\":{\"rw\":\"" rw            \
    "\",\"bs\":\"4k\",\"iodepth\":\"8\",\"direct\":\"1\",\"ioengine\":\"libaio\"},"                \
    "\"read\":{\"io_bytes\":" read_iops "e1,\"bw_bytes\":" read_iops "e1,\"iops\":" read_iops      \
    ",\"runtime\":30000,\"total_ios\":" read_iops ",\"lat_ns\":{\"mean\":1000000}},"               \
    "\"write\":{\"io_bytes\":" write_iops "e1,\"bw_bytes\":" write_iops "e1,\"iops\":" write_iops  \
    ",\"runtime\":30000,\"total_ios\":" write_iops ",\"lat_ns\":{\"mean\":3000000}}}"
#define RUN(jobs) "{\"fio version\":\"fio-3.28\",\"jobs\":[" jobs "]}\n"

static void equal_jobs_are_one_row(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, RUN(JOB("a", "randread", "1000", "0") "," JOB("b", "randread", "3000", "0")));
    const struct device *device = device_of(f, import);
    assert_int_equal(device->n_measurements, 1);
    const struct measurement *row = &device->measurements[0];
    assert_true(row->iops_ops == 4000);
    assert_int_equal(row->numjobs, 2);
    assert_int_equal(row->iodepth, 8);
    assert_true(isnan(row->p99_s));
    assert_string_equal(row->note, "sum of 2 jobs");
}

static void a_mixed_job_is_one_row(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(f, RUN(JOB("m", "randrw", "700", "300")));
    const struct cluster *record = cluster_of(f, import, IMPORT_AS_RECORD);
    assert_int_equal(record->n_measured, 1);
    const struct measured *row = &record->measured[0];
    assert_int_equal(row->load.rw, RW_RANDRW);
    assert_true(row->iops_ops == 1000 && row->read_iops_ops == 700 && row->write_iops_ops == 300);
    suite_close(row->lat_s, (700 * 1e-3 + 300 * 3e-3) / 1000, 1e-9, "mean over all I/Os");
    assert_true(row->load.read_frac == 0.5); /* rwmixread is fio's default: 50 */
    const struct device *device = device_of(f, import);
    assert_int_equal(device->n_measurements, 1);
    assert_true(device->measurements[0].iops_ops == 1000);
    assert_non_null(strstr(device->measurements[0].note, "50 % reads"));
}

/* Readers beside writers: each figure holds only beside the other. */
static void unequal_jobs_are_no_row(void **state)
{
    struct fixture *f = *state;
    struct import import;
    struct import_document document;
    struct err err = ERR_INIT;
    import = *import_words(
        f, RUN(JOB("r", "randread", "1000", "0") "," JOB("w", "randwrite", "0", "500")));
    assert_false(import_document_make(&import, IMPORT_AS_DEVICE, NULL, &document, &err));
    assert_non_null(strstr(err.text, "other settings ran at the same time"));
}

/* fio prints the options that were given; direct is 0 unless it was. */
static void a_run_without_direct(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
           "\"job options\":{\"rw\":\"read\",\"bs\":\"1m\",\"ioengine\":\"libaio\"},\"read\":{"
           "\"bw_bytes\":11989712345,\"iops\":11434.28,\"runtime\":30000,\"total_ios\":343028}}]}");
    import_must_tell(import, "ran without direct=1");
    const struct device *device = device_of(f, import);
    assert_non_null(strstr(device->measurements[0].note, "through the page cache"));
    assert_true(device->measurements[0].bw_Bps == 11989700000.0); /* six digits, exactly */
    import = import_words(
        f, "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
           "\"job options\":{\"rw\":\"read\",\"bs\":\"1m\",\"ioengine\":\"rbd\"},\"read\":{"
           "\"bw_bytes\":104857600,\"iops\":100,\"runtime\":30000,\"total_ios\":3000}}]}");
    assert_false(import_told(import, "page cache")); /* librbd has none */
}

static void a_run_that_was_given_twice(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(f, RUN(JOB("a", "randread", "1000", "0"))
                                                RUN(JOB("a", "randread", "1000", "0"))
                                                    RUN(JOB("a", "randread", "1001", "0")));
    const struct import_document *document = import_made(f, import, IMPORT_AS_DEVICE);
    assert_int_equal(document->device->n_measurements, 2);
    import_must_remark(document, "1 result was given twice and counted once");
}

static void a_synchronous_engine_has_depth_one(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f,
        "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
        "\"job options\":{\"rw\":\"write\",\"bs\":\"4k\",\"iodepth\":\"32\",\"ioengine\":\"psync\","
        "\"fsync\":\"1\"},\"write\":{\"bw_bytes\":4096000,\"iops\":1000,\"runtime\":30000,"
        "\"total_ios\":30000,\"lat_ns\":{\"mean\":900000}}}]}");
    const struct device *device = device_of(f, import);
    assert_int_equal(device->measurements[0].iodepth, 1);
    assert_int_equal(device->measurements[0].fsync, 1);
    assert_true(measurement_is_sync(&device->measurements[0]));
    assert_non_null(strstr(device->measurements[0].note, "iodepth 32 has no effect"));
}

/* Two devices under one run: figures of one. */
static void devices_that_ran_together(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f,
        "{\"fio version\":\"fio-3.28\",\"jobs\":["
        "{\"jobname\":\"a\",\"groupid\":0,\"error\":0,\"job "
        "options\":{\"rw\":\"randread\",\"bs\":\"4k\","
        "\"filename\":\"/dev/sdb\"},\"read\":{\"bw_bytes\":409600,\"iops\":100,\"runtime\":30000,"
        "\"total_ios\":3000}},"
        "{\"jobname\":\"b\",\"groupid\":0,\"error\":0,\"job "
        "options\":{\"rw\":\"randread\",\"bs\":\"4k\","
        "\"filename\":\"/dev/sdc\"},\"read\":{\"bw_bytes\":819200,\"iops\":200,\"runtime\":30000,"
        "\"total_ios\":6000}}]}");
    const struct device *device = device_of(f, import);
    assert_int_equal(device->n_measurements, 1);
    assert_int_equal(device->measurements[0].devices, 2);
    assert_int_equal(device->measurements[0].numjobs, 1);
    assert_true(device->measurements[0].iops_ops == 150);
    assert_true(device->measurements[0].bw_Bps == 614400);
}

/* `ceph tell osd.* bench`: the median of the OSDs, as what it is. */
static void the_bench_of_osds(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "osd.0: {\"bytes_written\":1073741824,\"blocksize\":4194304,\"elapsed_sec\":10.0,"
           "\"bytes_per_sec\":107374182.4,\"iops\":25.6}\n"
           "osd.1: {\"bytes_written\":1073741824,\"blocksize\":4194304,\"elapsed_sec\":8.0,"
           "\"bytes_per_sec\":134217728.0,\"iops\":32.0}\n"
           "osd.2: {\"bytes_written\":1073741824,\"blocksize\":4194304,\"elapsed_sec\":9.0,"
           "\"bytes_per_sec\":119304647.1,\"iops\":28.44}\n");
    const struct device *device = device_of(f, import);
    assert_int_equal(device->n_measurements, 1);
    assert_int_equal(device->measurements[0].samples, 3);
    suite_close(device->measurements[0].bw_Bps, 119304647.1, 1e-5, "median");
    assert_string_equal(device->measurements[0].from, "median");
}

static void nothing_for_a_device(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {
        "tests/cases/rados-bench/16-jewel-stalled-twice-the-time.txt"};
    struct import *import = import_files(f, paths, 1);
    struct import_document document;
    struct err err = ERR_INIT;
    assert_int_equal(import_as_default(import), IMPORT_AS_RECORD);
    assert_false(import_document_make(import, IMPORT_AS_DEVICE, NULL, &document, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "a client of a cluster measured it"));
    struct err other = ERR_INIT;
    assert_false(import_document_make(import, IMPORT_AS_CLUSTER, NULL, &document, &other));
    assert_non_null(strstr(other.text, "no OSD, pool or erasure code profile"));
}

/* Terse output says neither pattern nor block size: no row can be made of it. */
static void a_row_without_its_pattern(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"tests/cases/fio-terse/01-version-2-of-a-3x-release.txt"};
    struct import *import = import_files(f, paths, 1);
    struct import_document document;
    struct err err = ERR_INIT;
    assert_false(import_document_make(import, IMPORT_AS_DEVICE, NULL, &document, &err));
    assert_non_null(strstr(err.text, "its pattern is not stated"));
}

/* What is outside the limits of a document is left out, so that the rest loads. */
static void values_beyond_the_limits(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"s\",\"groupid\":0,\"error\":0,"
           "\"job options\":{\"rw\":\"read\",\"bs\":\"8g\",\"iodepth\":\"900000000\",\"ioengine\":"
           "\"libaio\"},\"read\":{\"bw_bytes\":8589934592,\"iops\":1.0,\"runtime\":30000,"
           "\"total_ios\":30,\"lat_ns\":{\"mean\":1e18}}}]}");
    const struct import_document *document = import_made(f, import, IMPORT_AS_DEVICE);
    const struct device *device = device_of(f, import);
    assert_true(isnan(device->measurements[0].bs_B));
    assert_true(isnan(device->measurements[0].lat_s));
    assert_int_equal(device->measurements[0].iodepth, FIELD_ABSENT);
    assert_true(device->measurements[0].iops_ops == 1);
    import_must_remark(document, "bs of 8.58993e+09 is outside");
}

/* A row whose only figure is beyond the limits says nothing: it would not load. */
static void a_row_without_a_possible_figure(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"a\",\"groupid\":0,\"error\":0,"
           "\"job options\":{\"rw\":\"read\",\"bs\":\"1m\",\"iodepth\":\"4\"},\"read\":{"
           "\"bw_bytes\":1e17,\"runtime\":30000}},{\"jobname\":\"b\",\"groupid\":1,\"error\":0,"
           "\"job options\":{\"rw\":\"randread\",\"bs\":\"4k\",\"iodepth\":\"1\"},\"read\":{"
           "\"iops\":100,\"runtime\":30000,\"total_ios\":3000}}]}");
    const struct device *device = device_of(f, import);
    for (int i = 0; i < device->n_measurements; i++)
        assert_true(device->measurements[i].iops_ops > 0 || device->measurements[i].bw_Bps > 0);
    assert_true(device->n_measurements > 0);
}

/* A min_size that no pool of that size can have, as half a line leaves it, must not stand in the
 * document, which would not load. */
static void a_min_size_that_cannot_be_is_left_out(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "pool 1 'a' replicated size x min_size 9 crush_rule 0 object_hash rjenkins pg_num 64 "
           "pgp_num 64\n"
           "pool 2 'b' replicated size 2 min_size 3 crush_rule 0 object_hash rjenkins pg_num 64 "
           "pgp_num 64\n"
           "pool 3 'c' erasure profile p size 6 min_size 2 crush_rule 0 object_hash rjenkins "
           "pg_num 64 pgp_num 64\n"
           "# ceph osd erasure-code-profile get p\n"
           "crush-failure-domain=host\nk=4\nm=2\nplugin=jerasure\ntechnique=reed_sol_van\n");
    const struct cluster *cluster = cluster_of(f, import, IMPORT_AS_CLUSTER);
    assert_int_equal(cluster->n_pools, 3);
    assert_int_equal(cluster->pools[2].k, 4);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cluster->pools[i].min_size, FIELD_ABSENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(every_document_loads),
                                       SUITE_TEST(hosts_of_six_outputs),
                                       SUITE_TEST(pools_of_six_outputs),
                                       SUITE_TEST(what_six_outputs_do_not_say),
                                       SUITE_TEST(the_order_of_outputs_does_not_matter),
                                       SUITE_TEST(a_part_of_the_outputs),
                                       SUITE_TEST(a_class_that_was_named),
                                       SUITE_TEST(an_erasure_coded_pool_without_its_profile),
                                       SUITE_TEST(a_profile_alone_is_the_pool_it_would_make),
                                       SUITE_TEST(the_model_of_an_old_release),
                                       SUITE_TEST(osds_without_hosts),
                                       SUITE_TEST(outputs_of_two_clusters),
                                       SUITE_TEST(equal_jobs_are_one_row),
                                       SUITE_TEST(a_mixed_job_is_one_row),
                                       SUITE_TEST(unequal_jobs_are_no_row),
                                       SUITE_TEST(a_run_without_direct),
                                       SUITE_TEST(a_run_that_was_given_twice),
                                       SUITE_TEST(a_synchronous_engine_has_depth_one),
                                       SUITE_TEST(devices_that_ran_together),
                                       SUITE_TEST(the_bench_of_osds),
                                       SUITE_TEST(nothing_for_a_device),
                                       SUITE_TEST(a_row_without_its_pattern),
                                       SUITE_TEST(values_beyond_the_limits),
                                       SUITE_TEST(a_row_without_a_possible_figure),
                                       SUITE_TEST(a_min_size_that_cannot_be_is_left_out)};
    return suite_run("import: documents", tests, sizeof tests / sizeof tests[0]);
}
