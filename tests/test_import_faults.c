/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults that readers of these outputs have had elsewhere, each by the figures of its report. */
#include "support/import.h"

#include <math.h>
#include <string.h>

#define MIB 1048576.0

static void check(double got, double wanted, double tolerance, const char *what)
{
    suite_close(got, wanted, tolerance, what);
}

static const struct import_result *only(const struct import *import)
{
    assert_int_equal(import->n_results, 1);
    return &import->results[0];
}

static const struct import_total *total(const struct import *import, int dir)
{
    for (int i = 0; i < import->n_totals; i++)
        if (import->totals[i].dir == dir)
            return &import->totals[i];
    fail_msg("no total");
    return NULL;
}

/* https://github.com/axboe/fio/issues/519: with group_reporting `iops` is the sum already and
 * `iops_mean` is of one job. */
static void group_reporting_is_summed_already(void **state)
{
    const struct import *import = import_words(
        *state,
        "{\"fio version\":\"fio-3.2\",\"global options\":{\"rw\":\"randread\",\"bs\":\"4k\","
        "\"group_reporting\":\"1\"},\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,\"error\":0,"
        "\"job options\":{\"numjobs\":\"4\"},\"read\":{\"io_bytes\":3114393600,\"bw\":101380,"
        "\"iops\":25345.0,\"iops_mean\":6334.0,\"runtime\":30000,\"total_ios\":760350}}]}");
    check(only(import)->iops_ops, 25345, 1e-9, "iops");
    assert_int_equal(only(import)->numjobs, 4);
    check(total(import, DIR_READ)->iops_ops, 25345, 1e-9, "total");
}

/* https://github.com/axboe/fio/issues/1882, 1844: unified_rw_reporting=both prints an empty mixed
 * line. */
static void an_empty_mixed_line_is_no_result(void **state)
{
    const struct import *import =
        import_words(*state, "j: (g=0): rw=read, bs=(R) 1024KiB-1024KiB, (W) 1024KiB-1024KiB, (T) "
                             "1024KiB-1024KiB, ioengine=libaio, iodepth=1\n"
                             "j: (groupid=0, jobs=1): err= 0: pid=9: Thu Mar 20 10:00:00 2025\n"
                             "  read: IOPS=19.0k, BW=18.5GiB/s (19.9GB/s)(1024MiB/54msec)\n"
                             "    clat (usec): min=48, max=112, avg=52.00, stdev= 4.00\n"
                             "     lat (usec): min=48, max=112, avg=52.10, stdev= 4.00\n"
                             "  mixed: IOPS=0, BW=0 (0)(0B/54msec)\n");
    check(only(import)->iops_ops, 19000, 0.005, "iops");
    check(only(import)->bw_Bps / 1e6, 19900, 0.005, "mbps");
    assert_int_equal(only(import)->dir, DIR_READ);
    import_must_tell(import, "lasted 54 ms: too short");
    import_must_tell(import, "as fast as memory");
}

/* https://github.com/axboe/fio/issues/1918: fio's own sum over clients is wrong and lacks a B. */
static void the_block_of_all_clients_counts_nothing(void **state)
{
    const struct import *import = import_words(
        *state, "<h1> Starting 1 process\n"
                "<h1> j: (groupid=0, jobs=1): err= 0: pid=1: Tue May 20 10:00:00 2025\n"
                "  read: IOPS=6015, BW=752MiB/s (788MB/s)(22.0GiB/30001msec)\n"
                "<h2> j: (groupid=0, jobs=1): err= 0: pid=2: Tue May 20 10:00:00 2025\n"
                "  read: IOPS=5882, BW=735MiB/s (771MB/s)(21.5GiB/30001msec)\n"
                "All clients: (groupid=0, jobs=2): err= 0: pid=0: Tue May 20 10:00:00 2025\n"
                "  read: IOPS=11.8k, BW=1471Mi (1542M)(43.6GiB/30001msec)\n");
    double iops = 0, mbps = 0;
    for (int i = 0; i < import->n_results; i++) {
        iops += import->results[i].iops_ops;
        mbps += import->results[i].bw_Bps / 1e6;
    }
    check(iops, 11897, 1e-3, "iops of the clients");
    check(mbps, 1559, 2e-3, "mbps of the clients");
    import_must_tell(import, "the block 'All clients' says");
}

/* https://github.com/axboe/fio/issues/1668: percentiles end at 17.1 s while the mean is 41 s. */
static void a_percentile_at_the_limit_is_no_figure(void **state)
{
    const struct import *import = import_words(
        *state, "j: (groupid=0, jobs=40): err= 0: pid=7: Wed Nov 29 10:00:00 2023\n"
                "  write: IOPS=29, BW=29.3MiB/s (30.7MB/s)(5280MiB/180200msec); 0 zone resets\n"
                "    clat (usec): min=140, max=101000000, avg=41163568.65, stdev=1.00\n"
                "     lat (usec): min=170, max=101000000, avg=41197000.00, stdev=1.00\n"
                "    clat percentiles (msec):\n"
                "     |  1.00th=[  600],  5.00th=[ 3700], 10.00th=[ 8500], 20.00th=[17113],\n"
                "     | 30.00th=[17113], 40.00th=[17113], 50.00th=[17113], 60.00th=[17113],\n"
                "     | 70.00th=[17113], 80.00th=[17113], 90.00th=[17113], 95.00th=[17113],\n"
                "     | 99.00th=[17113], 99.50th=[17113], 99.90th=[17113], 99.95th=[17113],\n"
                "     | 99.99th=[17113]\n");
    assert_true(isnan(only(import)->p99_s));
    check(only(import)->lat_s, 41.197, 1e-6, "mean");
    import_must_tell(import, "more than 17.1 s");
}

/* The fields of one direction of terse version 3: amount, rate, latencies. */
static const char *terse_direction(struct fixture *f, const char *amounts, const char *slat,
                                   const char *clat, const char *p99, const char *lat)
{
    static const char *const ranks[] = {"1.0",  "5.0",  "10.0", "20.0",  "30.0", "40.0",
                                        "50.0", "60.0", "70.0", "80.0",  "90.0", "95.0",
                                        "99.0", "99.5", "99.9", "99.95", "99.99"};
    const char *text = suite_text(f, "%s;%s;%s", amounts, slat, clat);
    for (int i = 0; i < 17; i++)
        text = suite_text(f, "%s;%s00000%%=%s", text, ranks[i], i == 12 ? p99 : "16000");
    return suite_text(f, "%s;0%%=0;0%%=0;0%%=0;%s;500000;510000;99.0%%;506000.0;900.0", text, lat);
}

/* https://github.com/intel/fiovisualizer/pull/17, https://github.com/axboe/fio/issues/1226: 121
 * fields without disks, 130 with one. */
static void a_terse_line_with_and_without_disks(void **state)
{
    struct fixture *f = *state;
    const char *read =
        terse_direction(f, "581120;506202;4035;1148", "3;90;9.0;2.0", "1500;29000;16055.0;2300.0",
                        "21626", "1510;29010;16064.0;2301.0");
    const char *write =
        terse_direction(f, "0;0;0;0", "0;0;0.0;0.0", "0;0;0.0;0.0", "0", "0;0;0.0;0.0");
    const char *line =
        suite_text(f,
                   "3;fio-3.19-45-gc650;seq-read;0;0;%s;%s;0.5%%;8.1%%;3921;0;141;"
                   "0.1%%;0.1%%;0.1%%;0.2%%;0.3%%;0.7%%;98.6%%;"
                   "0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;"
                   "0.0%%;0.1%%;0.2%%;0.9%%;97.0%%;1.8%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%;0.0%%",
                   read, write);
    int fields = 1;
    for (const char *p = line; *p != '\0'; p++)
        fields += *p == ';';
    assert_int_equal(fields, 121);
    const char *lines[] = {suite_text(f, "%s\n", line),
                           suite_text(f, "%s;sda;4540;0;0;0;72101;0;0;91.2%%\n", line)};
    for (int i = 0; i < 2; i++) {
        const struct import_result *r = only(import_words(f, lines[i]));
        check(r->iops_ops, 4035, 1e-9, "iops");
        check(r->bw_Bps / 1e6, 506202 * 1024 / 1e6, 1e-9, "mbps");
        check(r->lat_s, 16.064e-3, 1e-9, "lat");
        check(r->p99_s, 21.626e-3, 1e-9, "p99");
        assert_int_equal(r->dir, DIR_READ);
    }
}

/* https://github.com/intel/CeTune/pull/91 and others: only the first job was taken. */
static void all_jobs_of_a_group_count(void **state)
{
    struct fixture *f = *state;
    const char *text = "";
    for (int i = 0; i < 4; i++)
        text = suite_text(f,
                          "%sm: (groupid=0, jobs=1): err= 0: pid=%d: Thu Mar 20 10:00:00 2025\n"
                          "  read: IOPS=1750, BW=7000KiB/s (7168kB/s)(205MiB/30001msec)\n"
                          "  write: IOPS=750, BW=3000KiB/s (3072kB/s)(87.9MiB/30001msec)\n",
                          text, i + 1);
    const struct import *import = import_words(
        f, suite_text(f,
                      "m: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
                      "ioengine=libaio, iodepth=16\n%s",
                      text));
    check(total(import, DIR_READ)->iops_ops, 7000, 1e-3, "reads");
    check(total(import, DIR_WRITE)->iops_ops, 3000, 1e-3, "writes");
    assert_true(import->results[0].rwmix_read_pct == 70);
}

/* https://github.com/intel/lkp-tests/issues/356, https://github.com/intel/CeTune/pull/115: each
 * line has its own unit of time. */
static void each_line_has_its_own_unit_of_time(void **state)
{
    const struct import_result *json = only(import_words(
        *state,
        "{\"fio version\":\"fio-3.2\",\"jobs\":[{\"jobname\":\"j\",\"groupid\":0,\"error\":0,"
        "\"read\":{\"io_bytes\":409600000,\"bw\":13333,\"iops\":3333.3,\"runtime\":30000,"
        "\"total_ios\":100000,\"clat_ns\":{\"mean\":512000.0},"
        "\"lat_ns\":{\"mean\":512000.0}}}]}"));
    check(json->lat_s, 0.512e-3, 1e-9, "mean in ns");
    const struct import_result *text = only(import_words(
        *state, "j: (groupid=0, jobs=1): err= 0: pid=9: Thu Mar 20 10:00:00 2025\n"
                "  read: IOPS=104k, BW=406MiB/s (426MB/s)(11.9GiB/30001msec)\n"
                "    clat (nsec): min=8000, max=900000, avg=9014.95, stdev=1000.00\n"
                "    clat percentiles (usec):\n"
                "     | 99.00th=[  217], 99.50th=[  300], 99.90th=[  400], 99.95th=[  500],\n"));
    check(text->lat_s, 0.00901495e-3, 1e-9, "mean in ns");
    check(text->p99_s, 0.217e-3, 1e-9, "p99 in us");
}

/* https://github.com/ceph/ceph/pull/5572, 7081, https://github.com/ceph/cbt/issues/153: extremes
 * that were never set, a line without a colon, and MB/sec that are MiB/s. */
static void rados_bench_with_garbage_beside_its_figures(void **state)
{
    const struct import *import = import_words(*state, "Total time run:         12.279167\n"
                                                       "Total writes made:      92\n"
                                                       "Write size:             4194304\n"
                                                       "Bandwidth (MB/sec):     30\n"
                                                       "Stddev Bandwidth:       16.3\n"
                                                       "Average IOPS:           7\n"
                                                       "Stddev IOPS:            4\n"
                                                       "Max IOPS:               32767\n"
                                                       "Min IOPS:               -1537890352\n"
                                                       "Average Latency(s):     2.0\n");
    check(only(import)->bw_Bps / 1e6, 31.425, 1e-4, "mbps");
    check(only(import)->iops_ops, 7.492, 1e-3, "iops");
    import = import_words(*state, "Total time run:       1.103127\n"
                                  "Total reads made:     248\n"
                                  "Read size:            4194304\n"
                                  "Bandwidth (MB/sec):   899.261\n"
                                  "Average IOPS          224\n"
                                  "Average Latency(s):   0.07\n");
    check(only(import)->bw_Bps / 1e6, 942.94, 1e-4, "mbps");
    check(only(import)->iops_ops, 224.8, 1e-3, "iops");
    import_must_tell(import, "lasted 1.1 s");
}

/* https://github.com/ceph/ceph/pull/66936: a line of text in the middle of the JSON. */
static void rados_bench_with_text_inside_its_json(void **state)
{
    const struct import *import = import_words(
        *state,
        "{\n\"write_size\": 4194304,\n\"object_size\": 4194304,\n\"samples\": [\n"
        "{\"sec\": \"1\", \"cur_ops\": \"16\"},\nCleaning up (deleting benchmark objects)\n"
        "{\"sec\": \"2\", \"cur_ops\": \"16\"}\n],\n\"total_time_run\": \"10.2\",\n"
        "\"total_writes_made\": \"255\",\n\"bandwidth\": \"100.0\",\n\"average_iops\": \"25\",\n"
        "\"stddev_iops\": \"-1754881104\",\n\"average_latency\": \"0.63\"\n}\n");
    check(only(import)->bw_Bps / 1e6, 104.8576, 1e-3, "mbps");
    check(only(import)->lat_s, 0.63, 1e-9, "latency");
}

/* https://github.com/cloud-bulldozer/benchmark-operator/issues/627: reads of what was never written
 * are too fast for the disks. */
static void reads_too_fast_for_the_class(void **state)
{
    struct fixture *f = *state;
    struct import *import =
        import_words(f, "j: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) "
                        "4096B-4096B, ioengine=libaio, iodepth=32\n"
                        "j: (groupid=0, jobs=1): err= 0: pid=9: Thu Mar 20 10:00:00 2025\n"
                        "  read: IOPS=95.0k, BW=371MiB/s (389MB/s)(10.9GiB/30001msec)\n");
    assert_false(import_told(import, "never written"));
    struct import *disk = import_words_of(f, CLASS_HDD,
                                          "j: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) "
                                          "4096B-4096B, (T) 4096B-4096B, ioengine=libaio, "
                                          "iodepth=32\n"
                                          "j: (groupid=0, jobs=1): err= 0: pid=9: Thu Mar 20 "
                                          "10:00:00 2025\n"
                                          "  read: IOPS=95.0k, BW=371MiB/s (389MB/s)(10.9GiB/"
                                          "30001msec)\n");
    import_must_tell(disk, "cached data, or data that was never written");
}

/* https://github.com/akopytov/sysbench/issues/283: fsyncs are events too. */
static void sysbench_events_are_not_requests(void **state)
{
    const struct import *import = import_words(
        *state, "sysbench 1.0.17 (using system LuaJIT 2.0.4)\n\n"
                "Running the test with following options:\nNumber of threads: 16\n\n"
                "Extra file open flags: (none)\n128 files, 16MiB each\n2GiB total file size\n"
                "Block size 16KiB\nDoing sequential write (creation) test\nThreads started!\n\n"
                "File operations:\n    reads/s:                      0.00\n"
                "    writes/s:                     2997.65\n    fsyncs/s:                     "
                "11991.92\n\nThroughput:\n    read, MiB/s:                  0.00\n"
                "    written, MiB/s:               46.84\n\nGeneral statistics:\n"
                "    total time:                          3.0022s\n"
                "    total number of events:              45015\n\nLatency (ms):\n"
                "         min:                                  0.00\n"
                "         avg:                                  1.06\n");
    check(only(import)->iops_ops, 2997.65, 1e-9, "writes/s");
    check(only(import)->bw_Bps / 1e6, 49.113, 1e-4, "mbps");
    check(only(import)->fsyncs_ops, 11991.92, 1e-9, "fsyncs/s");
}

static const char cdm_head[] =
    "------------------------------------------------------------------------------\n"
    "KDiskMark (2.3.0): https://github.com/JonMagon/KDiskMark\n"
    "              Flexible I/O Tester (fio-3.28): https://github.com/axboe/fio\n"
    "------------------------------------------------------------------------------\n"
    "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n"
    "* KB = 1000 bytes, KiB = 1024 bytes\n\n[Read]\n";

/* https://github.com/JonMagon/KDiskMark/issues/58: a test that failed shows zeros; MB/s that are
 * KiB/s over 1000. */
static void kdiskmark_zeros_and_small_megabytes(void **state)
{
    struct fixture *f = *state;
    const char *zeros = suite_text(
        f,
        "%sSequential   1 MiB (Q= 8, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>\n"
        "Random       4 KiB (Q=32, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>\n",
        cdm_head);
    assert_non_null(strstr(import_refused(f, zeros), "nothing was measured"));
    const char *small = suite_text(
        f, "%sSequential   1 MiB (Q= 8, T= 1):   542.516 MB/s [    529.8 IOPS] < 15000.00 us>\n",
        cdm_head);
    const struct import *import = import_words(f, small);
    check(only(import)->iops_ops, 529.8, 0.03, "iops");
    import_must_tell(import, "555.5");
}

/* https://github.com/Azure/azurehpc/issues/433, https://github.com/axboe/fio/issues/451: units
 * change from line to line and from release to release. */
static void units_change_from_line_to_line(void **state)
{
    const struct import *import =
        import_words(*state, "a: (groupid=0, jobs=1): err= 0: pid=1: Thu Mar 20 10:00:00 2025\n"
                             "  read: IOPS=900, BW=3600KiB/s (3686kB/s)(105MiB/30001msec)\n"
                             "b: (groupid=1, jobs=1): err= 0: pid=2: Thu Mar 20 10:00:30 2025\n"
                             "  read: IOPS=64.4k, BW=252MiB/s (264MB/s)(7549MiB/30001msec)\n");
    assert_int_equal(import->n_results, 2);
    check(import->results[0].iops_ops, 900, 50 / 900.0, "iops");
    check(import->results[1].iops_ops, 64400, 50 / 64400.0, "iops");
    check(import->results[0].bw_Bps, 3686e3, 1e-3, "kB/s");
    check(import->results[1].bw_Bps, 264e6, 3e-3, "MB/s");
    import = import_words(*state, "Run status group 0 (all jobs):\n"
                                  "   READ: bw=611MiB/s (641MB/s), 611MiB/s-611MiB/s "
                                  "(641MB/s-641MB/s), io=512MiB (537MB), run=838-838msec\n");
    check(only(import)->bw_Bps / 1e6, 641, 1e-3, "the summary alone");
}

/* -- placement groups -- */

/* https://github.com/osism/testbed/pull/2117 and others: PG counts chosen pool by pool; what a sum
 * needs is size and pg_num of every pool. 1 650 PG copies on 6 OSDs are 275 each. */
static void pg_copies_of_all_pools(void **state)
{
    const struct import *import = import_words(
        *state,
        "pool 1 '.mgr' replicated size 3 min_size 2 crush_rule 0 object_hash rjenkins pg_num 6 "
        "pgp_num 6 autoscale_mode on last_change 9 flags hashpspool stripe_width 0 application "
        "mgr\n"
        "pool 2 'vms' replicated size 3 min_size 2 crush_rule 0 object_hash rjenkins pg_num 512 "
        "pgp_num 512 autoscale_mode off last_change 9 flags hashpspool stripe_width 0\n"
        "pool 3 'two' replicated size 2 min_size 1 crush_rule 0 object_hash rjenkins pg_num 48 "
        "pgp_num 48 autoscale_mode off last_change 9 flags hashpspool stripe_width 0\n");
    int copies = 0;
    assert_int_equal(import->n_pools, 3);
    for (int i = 0; i < 3; i++)
        copies += import->pools[i].size * import->pools[i].pg_num;
    assert_int_equal(copies, 1650);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(group_reporting_is_summed_already),
                                       SUITE_TEST(an_empty_mixed_line_is_no_result),
                                       SUITE_TEST(the_block_of_all_clients_counts_nothing),
                                       SUITE_TEST(a_percentile_at_the_limit_is_no_figure),
                                       SUITE_TEST(a_terse_line_with_and_without_disks),
                                       SUITE_TEST(all_jobs_of_a_group_count),
                                       SUITE_TEST(each_line_has_its_own_unit_of_time),
                                       SUITE_TEST(rados_bench_with_garbage_beside_its_figures),
                                       SUITE_TEST(rados_bench_with_text_inside_its_json),
                                       SUITE_TEST(reads_too_fast_for_the_class),
                                       SUITE_TEST(sysbench_events_are_not_requests),
                                       SUITE_TEST(kdiskmark_zeros_and_small_megabytes),
                                       SUITE_TEST(units_change_from_line_to_line),
                                       SUITE_TEST(pg_copies_of_all_pools)};
    return suite_run("import: known faults", tests, sizeof tests / sizeof tests[0]);
}
