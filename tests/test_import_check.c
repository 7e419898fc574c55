/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plausibility: what cannot be right, or says less than it seems to, is said and never repaired.
 * Each rule is tried on both sides of its limit. */
#include "support/import.h"

#include <string.h>

/* A run of one job, as fio's JSON. */
struct run {
    const char *rw, *bs, *options; /* further options, each `,"key":"value"` */
    int iodepth;
    double iops, bytes_each, lat_ms, seconds;
};

static const char *text_of(struct fixture *f, struct run run)
{
    const char *dir = strstr(run.rw, "read") != NULL ? "read" : "write";
    return suite_text(
        f,
        "{\"fio "
        "version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"job "
        "options\":{\"rw\":\"%s\",\"bs\":\"%s\",\"iodepth\":\"%d\",\"ioengine\":\"libaio\","
        "\"direct\":"
        "\"1\"%s},\"%s\":{\"io_bytes\":%.0f,\"bw_bytes\":%.0f,\"iops\":%.6f,\"runtime\":%.0f,"
        "\"total_ios\":%.0f,\"lat_ns\":{\"mean\":%.3f,\"max\":1e12}}}]}\n",
        run.rw, run.bs, run.iodepth, run.options == NULL ? "" : run.options, dir,
        run.iops * run.bytes_each * run.seconds, run.iops * run.bytes_each, run.iops,
        1000 * run.seconds, run.iops * run.seconds, 1e6 * run.lat_ms);
}

/* Is it told of the run, on a device of the class (FIELD_ABSENT: not said)? */
static bool told(struct fixture *f, int device_class, struct run run, const char *fragment)
{
    struct import *import = import_words_of(f, device_class, text_of(f, run));
    assert_int_equal(import->n_results, 1); /* said, not repaired */
    suite_close(import->results[0].iops_ops, run.iops, 1e-6, "iops");
    suite_close(import->results[0].bw_Bps, run.iops * run.bytes_each, 1e-6, "bandwidth");
    return import_told(import, fragment);
}

/* A disk's run that nothing speaks against. */
static struct run plain(void)
{
    return (struct run){.rw = "randread",
                        .bs = "4k",
                        .iodepth = 4,
                        .iops = 200,
                        .bytes_each = 4096,
                        .lat_ms = 20,
                        .seconds = 60};
}

static void a_plain_run(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words_of(f, CLASS_HDD, text_of(f, plain()));
    assert_int_equal(import->n_messages, 0);
}

static void bandwidth_against_operations(void **state)
{
    struct fixture *f = *state;
    struct run run = plain();
    run.bytes_each = 4096 * 1.1;
    run.options = ",\"bssplit\":\"4k/90:8k/10\""; /* several sizes contradict nothing */
    assert_false(told(f, CLASS_HDD, run, "contradict each other"));
    struct import *import = import_words(
        f, "CrystalDiskMark 8.0.1 x64 (C) 2007-2021 hiyohiyo\n[Read]\n"
           "  RND    4KiB (Q= 32, T= 1):   280.415 MB/s [  6851.3 IOPS] <  4614.9 us>\n");
    import_must_tell(import, "the two differ by a factor"); /* 6 851 x 4 096 is 28.06 MB/s */
    assert_true(import->results[0].bw_Bps == 280.415e6);
}

/* Little's law: 4 requests outstanding are 200 IOPS x 20 ms. */
static void throughput_times_latency(void **state)
{
    struct fixture *f = *state;
    struct run run = plain();
    const char *words = "requests outstanding, but only 4 could be";
    assert_false(told(f, CLASS_HDD, run, words));
    run.lat_ms = 30;
    assert_true(told(f, CLASS_HDD, run, words));
    run.lat_ms = 2; /* 0.4 of 4: nothing is wrong, but the depth was not used */
    assert_false(told(f, CLASS_HDD, run, words));
    assert_true(told(f, CLASS_HDD, run, "of 4 requests were outstanding on average"));
}

static void how_long_it_lasted(void **state)
{
    struct fixture *f = *state;
    struct run run = plain();
    run.seconds = 10;
    assert_false(told(f, CLASS_HDD, run, "lasted"));
    run.seconds = 9.9;
    assert_true(told(f, CLASS_HDD, run, "lasted 9.9 s: under 10 s"));
    run.seconds = 0.9;
    assert_true(told(f, CLASS_HDD, run, "lasted 900 ms: too short to mean anything"));
}

static void how_much_of_the_disk_it_touched(void **state)
{
    struct fixture *f = *state;
    struct run run = plain();
    run.options = ",\"size\":\"1G\"";
    assert_true(told(f, CLASS_HDD, run, "touched only 1 GiB"));
    assert_true(told(f, FIELD_ABSENT, run, "touched only 1 GiB")); /* as slow as a disk */
    assert_false(told(f, CLASS_NVME, run, "touched only"));
    run.options = ",\"size\":\"500G\"";
    assert_false(told(f, CLASS_HDD, run, "touched only"));
    run.options = ",\"size\":\"1G\"";
    run.rw = "read"; /* a sequential run moves no arm */
    assert_false(told(f, CLASS_HDD, run, "touched only"));
}

static void what_the_class_can_do(void **state)
{
    static const struct {
        int device_class;
        const char *rw;
        double possible, impossible;
    } cases[] = {{CLASS_HDD, "randread", 400, 600},
                 {CLASS_HDD, "randwrite", 900, 1300},
                 {CLASS_SATA_SSD, "randread", 98e3, 150e3},
                 {CLASS_NVME, "randread", 1.5e6, 5e6}};
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = plain();
        run.rw = cases[i].rw;
        run.iops = cases[i].possible;
        assert_false(told(f, cases[i].device_class, run, "more than a device of class"));
        run.iops = cases[i].impossible;
        assert_true(told(f, cases[i].device_class, run, "more than a device of class"));
        assert_false(told(f, FIELD_ABSENT, run, "more than a device of class"));
    }
}

static void whether_it_may_hold_a_db(void **state)
{
    const char *words = "no synchronous-write test";
    struct fixture *f = *state;
    struct run run = plain();
    run.rw = "randwrite";
    assert_true(told(f, CLASS_NVME, run, words));
    assert_false(told(f, CLASS_HDD, run, words));
    run.options = ",\"fsync\":\"1\"";
    assert_false(told(f, CLASS_NVME, run, words));
    run.options = ",\"sync\":\"1\"";
    assert_false(told(f, CLASS_NVME, run, words));
    run.options = NULL;
    run.rw = "randread";
    assert_false(told(f, CLASS_NVME, run, words));
}

/* One run on each of two devices, the second one slower by the factor. */
static bool spread(struct fixture *f, double factor, const char *other)
{
    struct run fast = plain(), slow = plain();
    fast.options = ",\"filename\":\"/dev/sda\"";
    slow.options = suite_text(f, ",\"filename\":\"%s\"", other);
    slow.iops = fast.iops / factor;
    slow.lat_ms = fast.lat_ms * factor;
    struct import *import =
        import_words_of(f, CLASS_HDD, suite_text(f, "%s%s", text_of(f, fast), text_of(f, slow)));
    assert_int_equal(import->n_results, 2);
    return import_told(import, "like disks should agree within 10 %");
}

static void like_disks(void **state)
{
    struct fixture *f = *state;
    assert_false(spread(f, 1.05, "/dev/sdb"));
    assert_true(spread(f, 1.15, "/dev/sdb"));
    assert_false(spread(f, 1.15, "/dev/sda")); /* one disk may have good and bad days */
}

/* An OSD of 4 TB in one output and of 16 TB in the other; a DB of 60 GiB explains itself. */
static void sizes_in_two_outputs(void **state)
{
    static const struct {
        double kib;
        bool wrong;
    } cases[] = {{3906999044, false}, {3969913604, false}, {15625879552, true}, {976762584, true}};
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import *import = import_words(
            f,
            suite_text(f,
                       "{\"nodes\": [{\"id\": 0, \"device_class\": \"hdd\", \"name\": \"osd.0\", "
                       "\"type\": \"osd\", \"crush_weight\": 3.6, \"reweight\": 1, \"kb\": %.0f, "
                       "\"kb_used\": 9000, \"kb_avail\": 900000}], \"stray\": []}\n"
                       "[{\"id\": 0, \"bluestore_bdev_size\": \"4000787030016\", "
                       "\"bluefs_db_size\": \"64424509440\", \"bluefs_dedicated_db\": \"1\", "
                       "\"osd_objectstore\": \"bluestore\"}]\n",
                       cases[i].kib));
        if (import_told(import, "1 OSD has another size in") != cases[i].wrong)
            fail_msg("%.0f KiB beside 4.0 TB", cases[i].kib);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(a_plain_run),
                                       SUITE_TEST(bandwidth_against_operations),
                                       SUITE_TEST(throughput_times_latency),
                                       SUITE_TEST(how_long_it_lasted),
                                       SUITE_TEST(how_much_of_the_disk_it_touched),
                                       SUITE_TEST(what_the_class_can_do),
                                       SUITE_TEST(whether_it_may_hold_a_db),
                                       SUITE_TEST(like_disks),
                                       SUITE_TEST(sizes_in_two_outputs)};
    return suite_run("import_check", tests, sizeof tests / sizeof tests[0]);
}
