/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published benchmarks as whole documents, prose around the outputs. The figures were counted from
 * the texts by hand: what was done over the time it took, else what is printed. */
#include "support/import.h"

#include "load/import.h"

#include <math.h>
#include <string.h>

#define SEEDS "tests/cases/seeds/"
#define MIB 1048576.0
#define NONE UNKNOWN

static void check_all(const struct import *import, const struct noted *noted, int n)
{
    for (int i = 0; i < n; i++)
        import_check_noted(import, i, &noted[i]);
}

static int count_of(const struct import *import, const char *tool)
{
    int n = 0;
    for (int i = 0; i < import->n_results; i++)
        n += strcmp(import->results[i].tool, tool) == 0;
    return n;
}

/* -- eight runs of fio on one disk -- */

/* 1 GiB each: 256 requests of 4 MiB or 262144 of 4 KiB. */
#define LARGE(line, rw, s, lat, p99)                                                               \
    {                                                                                              \
        line, "fio", rw, 4 * MIB, 128, 1, 256 / s, 1024 * MIB / 1e6 / s, lat, p99, 1e-6            \
    }
#define SMALL(line, rw, s, lat, p99)                                                               \
    {                                                                                              \
        line, "fio", rw, 4096, 128, 1, 262144 / s, 1024 * MIB / 1e6 / s, lat, p99, 1e-6            \
    }

static const struct noted disk[] = {LARGE(85, RW_READ, 2.848, 1249.50, 2198),
                                    LARGE(121, RW_RANDREAD, 3.717, 1423.24, 2056),
                                    LARGE(158, RW_WRITE, 4.785, 1819.93, 2467),
                                    LARGE(195, RW_RANDWRITE, 5.454, 2250.79, 3205),
                                    SMALL(231, RW_READ, 4.068, 1.98532, 2.835),
                                    SMALL(269, RW_RANDREAD, 370.303, 180.81, 393),
                                    SMALL(306, RW_WRITE, 3.073, 1.49935, 2.999),
                                    SMALL(342, RW_RANDWRITE, 95.995, 46.87122, 107.480)};

static void eight_runs_of_one_disk(void **state)
{
    struct fixture *f = *state;
    const struct import *import = import_path(f, SEEDS "003_ad5a396e95850856.txt");
    assert_int_equal(import->n_results, 8);
    check_all(import, disk, 8);
    for (int i = 0; i < 8; i++) {
        assert_true(import->results[i].span_B == 1024 * MIB);
        assert_int_equal(import->results[i].direct, 1);
    }
    import_must_tell(import, "touched only 1 GiB");
}

/* What fio printed, cut or rounded, must not be far from what was counted. */
static void what_fio_printed_agrees(void **state)
{
    static const double iops[] = {89, 68, 53, 46, 64400, 707, 85300, 2730};
    static const double mbps[] = {377, 289, 224, 197, 264, 2.900, 349, 11.2};
    const struct import *import = import_path(*state, SEEDS "003_ad5a396e95850856.txt");
    for (int i = 0; i < 8; i++) {
        double got = import->results[i].iops_ops;
        assert_true(got >= iops[i] && got < iops[i] + (iops[i] >= 10000 ? 100 : 1));
        suite_close(import->results[i].bw_Bps / 1e6, mbps[i], 0.005, "bandwidth");
    }
}

static void eight_runs_make_one_device(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_path(f, SEEDS "003_ad5a396e95850856.txt");
    assert_int_equal(import_as_default(import), IMPORT_AS_DEVICE);
    const struct device *device = import_made(f, import, IMPORT_AS_DEVICE)->device;
    assert_int_equal(device->n_measurements, 8);
    for (int i = 0; i < 8; i++) {
        const struct measurement *row = &device->measurements[i];
        assert_int_equal(row->rw, disk[i].rw);
        assert_true(row->bs_B == disk[i].bs_B && row->span_B == 1024 * MIB);
        assert_int_equal(row->iodepth, 128);
        suite_close(row->iops_ops, disk[i].iops, 1e-5, "iops");
        suite_close(row->p99_s, disk[i].p99_ms / 1e3, 1e-5, "p99");
    }
}

/* -- three and six OSDs: rados bench, rbd bench, CrystalDiskMark 7, fio_cdm -- */

#define RADOS(line, rw, bs, n, s, lat_s)                                                           \
    {                                                                                              \
        line, "rados bench", rw, bs, 16, FIELD_ABSENT, n / s, n *bs / 1e6 / s, 1e3 * lat_s, NONE,  \
            1e-4                                                                                   \
    }
/* `ops/sec` and `bytes/sec` as printed. */
#define RBD(line, rw, bs, ops, bytes)                                                              \
    {                                                                                              \
        line, "rbd bench", rw, bs, 16, FIELD_ABSENT, ops, bytes / 1e6, NONE, NONE, 1e-4            \
    }
#define CDM(line, rw, bs, q, t, mbps, iops, us)                                                    \
    {                                                                                              \
        line, "crystaldiskmark", rw, bs, q, t, iops, mbps, us / 1e3, NONE, 2e-3                    \
    }
/* Whole MiB/s and IOPS, both cut. */
#define FIO_CDM(line, rw, bs, q, t, iops, bytes)                                                   \
    {                                                                                              \
        line, "fio", rw, bs, q, t, iops, (bytes) / 1e6, NONE, NONE, 1e-6                           \
    }

static const struct noted three_osds[] = {
    FIO_CDM(79, RW_READ, 1024 * MIB, 1, 1, 167 / 1024.0, 167 * MIB),
    FIO_CDM(79, RW_WRITE, 1024 * MIB, 1, 1, 13 / 1024.0, 13 * MIB),
    FIO_CDM(79, RW_READ, MIB / 2, 1, 1, 178, 178 * MIB / 2),
    FIO_CDM(79, RW_WRITE, MIB / 2, 1, 1, 15, 15 * MIB / 2),
    FIO_CDM(79, RW_READ, 32 * MIB, 32, 1, 133 / 32.0, 133 * MIB),
    FIO_CDM(79, RW_WRITE, 32 * MIB, 32, 1, 12 / 32.0, 12 * MIB),
    FIO_CDM(79, RW_RANDREAD, 4096, 1, 1, 1000, 1000 * 4096.0),
    FIO_CDM(79, RW_RANDWRITE, 4096, 1, 1, 357, 357 * 4096.0),
    FIO_CDM(79, RW_RANDREAD, 4096, 32, 1, 1000, 1000 * 4096.0),
    FIO_CDM(79, RW_RANDWRITE, 4096, 32, 1, 384, 384 * 4096.0),
    FIO_CDM(79, RW_RANDREAD, 4096, 8, 8, 7500, 7500 * 4096.0),
    FIO_CDM(79, RW_RANDWRITE, 4096, 8, 8, 448, 448 * 4096.0),
    CDM(88, RW_READ, MIB, 8, 1, 156.037, 148.8, 52896.59),
    CDM(89, RW_READ, MIB, 1, 1, 147.865, 141.0, 7086.97),
    CDM(90, RW_RANDREAD, 4096, 32, 16, 73.861, 18032.5, 27882.25),
    CDM(91, RW_RANDREAD, 4096, 1, 1, 6.930, 1691.9, 590.15),
    CDM(93, RW_WRITE, MIB, 8, 1, 26.426, 25.2, 304247.52),
    CDM(94, RW_WRITE, MIB, 1, 1, 12.164, 11.6, 85638.83),
    CDM(95, RW_RANDWRITE, 4096, 32, 16, 0.939, 229.2, 644831.31),
    CDM(96, RW_RANDWRITE, 4096, 1, 1, 0.244, 59.6, 16644.98),
    CDM(98, RW_RW, MIB, 8, 1, 49.079, 46.8, 160927.67),
    CDM(99, RW_RW, MIB, 1, 1, 27.893, 26.6, 37276.62),
    CDM(100, RW_RANDRW, 4096, 32, 16, 2.486, 606.9, 313891.24),
    CDM(101, RW_RANDRW, 4096, 1, 1, 0.649, 158.4, 6226.98),
    RADOS(111, RW_WRITE, MIB, 6003, 60.0725, 0.160111),
    RADOS(201, RW_READ, MIB, 6003, 35.383, 0.094226),
    RADOS(258, RW_WRITE, 4096, 53276, 60.0476, 0.0180321),
    RBD(353, RW_WRITE, MIB, 75.42, 79088015.97),
    RBD(370, RW_READ, MIB, 180.27, 189031503.11),
    RBD(382, RW_RANDWRITE, 4096, 414.63, 1698323.52),
    RBD(633, RW_RANDREAD, 4096, 10896.66, 44632703.98),
};

static const struct noted six_osds[] = {
    FIO_CDM(676, RW_READ, 1024 * MIB, 1, 1, 167 / 1024.0, 167 * MIB),
    FIO_CDM(676, RW_WRITE, 1024 * MIB, 1, 1, 21 / 1024.0, 21 * MIB),
    FIO_CDM(676, RW_READ, MIB / 2, 1, 1, 178, 178 * MIB / 2),
    FIO_CDM(676, RW_WRITE, MIB / 2, 1, 1, 15, 15 * MIB / 2),
    FIO_CDM(676, RW_READ, 32 * MIB, 32, 1, 144 / 32.0, 144 * MIB),
    FIO_CDM(676, RW_WRITE, 32 * MIB, 32, 1, 20 / 32.0, 20 * MIB),
    FIO_CDM(676, RW_RANDREAD, 4096, 1, 1, 1000, 1000 * 4096.0),
    FIO_CDM(676, RW_RANDWRITE, 4096, 1, 1, 416, 416 * 4096.0),
    FIO_CDM(676, RW_RANDREAD, 4096, 32, 1, 1000, 1000 * 4096.0),
    FIO_CDM(676, RW_RANDWRITE, 4096, 32, 1, 454, 454 * 4096.0),
    FIO_CDM(676, RW_RANDREAD, 4096, 8, 8, 7166, 7166 * 4096.0),
    FIO_CDM(676, RW_RANDWRITE, 4096, 8, 8, 590, 590 * 4096.0),
    CDM(685, RW_READ, MIB, 8, 1, 170.076, 162.2, 48530.25),
    CDM(686, RW_READ, MIB, 1, 1, 146.399, 139.6, 7144.82),
    CDM(687, RW_RANDREAD, 4096, 32, 16, 134.570, 32854.0, 15447.79),
    CDM(688, RW_RANDREAD, 4096, 1, 1, 7.442, 1816.9, 549.57),
    CDM(690, RW_WRITE, MIB, 8, 1, 33.979, 32.4, 238823.59),
    CDM(691, RW_WRITE, MIB, 1, 1, 12.373, 11.8, 84429.52),
    CDM(692, RW_RANDWRITE, 4096, 32, 16, 1.581, 386.0, 487031.60),
    CDM(693, RW_RANDWRITE, 4096, 1, 1, 0.338, 82.5, 11958.85),
    CDM(695, RW_RW, MIB, 8, 1, 63.965, 61.0, 126822.69),
    CDM(696, RW_RW, MIB, 1, 1, 31.039, 29.6, 33102.56),
    CDM(697, RW_RANDRW, 4096, 32, 16, 4.417, 1078.4, 247830.37),
    CDM(698, RW_RANDRW, 4096, 1, 1, 0.919, 224.4, 4310.61),
    RADOS(708, RW_WRITE, MIB, 6043, 60.1105, 0.159152),
    RADOS(798, RW_READ, MIB, 6043, 35.9216, 0.095055),
};

static void three_and_six_osds(void **state)
{
    struct fixture *f = *state;
    const struct import *import = import_path(f, SEEDS "000_ff4a4680b62e6f51.txt");
    int three = (int)(sizeof three_osds / sizeof three_osds[0]);
    int six = (int)(sizeof six_osds / sizeof six_osds[0]);
    check_all(import, three_osds, three);
    for (int i = 0; i < six; i++)
        import_check_noted(import, three + i, &six_osds[i]);
    assert_int_equal(count_of(import, "rados bench"), 6);
    assert_int_equal(count_of(import, "rbd bench"), 8);
    assert_int_equal(count_of(import, "crystaldiskmark"), 24);
    assert_int_equal(count_of(import, "fio"), 24);
    assert_int_equal(import->n_results, 62);
    for (int i = 0; i < import->n_results; i++)
        if (import->results[i].rw == RW_RW || import->results[i].rw == RW_RANDRW)
            assert_true(import->results[i].rwmix_read_pct == 70);
}

/* -- rbd bench, one run of three cut by the author -- */

static void rbd_bench_with_a_cut_run(void **state)
{
    /* 5.9 MiB/s and 3.2 MiB/s are rounded; operations x 4096 bytes are not */
    static const struct noted noted[] = {RBD(7, RW_WRITE, 4096, 1510.07, 1510.07 * 4096),
                                         RBD(46, RW_READ, 4096, 827.236, 827.236 * 4096)};
    const struct import *import = import_path(*state, SEEDS "001_2541818155191fc2.txt");
    assert_int_equal(import->n_results, 2);
    check_all(import, noted, 2);
    suite_close(import->results[0].bw_Bps, 5.9 * MIB, 0.01, "printed bytes/s");
    suite_close(import->results[1].bw_Bps, 3.2 * MIB, 0.02, "printed bytes/s");
    import_must_tell(import, "interrupted: no `elapsed` line");
}

/* -- rados bench for three pools, dd and CrystalDiskMark in guests, ceph osd tree -- */

/* The author cut the lines that tell how many operations were in flight. */
#define FINAL(line, rw, n, s, lat_s)                                                               \
    {                                                                                              \
        line, "rados bench", rw, 4 * MIB, FIELD_ABSENT, FIELD_ABSENT, n / s,                       \
            n * 4 * MIB / 1e6 / s, 1e3 * lat_s, NONE, 1e-5                                         \
    }
#define DD(line, rw, bs, bytes, s)                                                                 \
    {                                                                                              \
        line, "dd", rw, bs, 1, 1, bytes / (bs) / s, bytes / 1e6 / s, NONE, NONE, 1e-5              \
    }
#define CDM4(line, rw, bs, q, mbps, iops)                                                          \
    {                                                                                              \
        line, "crystaldiskmark", rw, bs, q, 1, iops, mbps, NONE, NONE, 2e-4                        \
    }

static const struct noted tiering[] = {FINAL(59, RW_WRITE, 28484, 600.350796, 0.337183),
                                       FINAL(74, RW_READ, 28484, 68.378041, 0.0383959),
                                       FINAL(85, RW_RANDREAD, 250574, 600.059177, 0.0383101),
                                       FINAL(98, RW_WRITE, 41592, 600.752459, 0.231092),
                                       FINAL(113, RW_READ, 41592, 105.532674, 0.0405882),
                                       FINAL(124, RW_RANDREAD, 260485, 600.059951, 0.0368541),
                                       FINAL(137, RW_WRITE, 38133, 600.644228, 0.251998),
                                       FINAL(152, RW_READ, 38133, 93.425101, 0.0391905),
                                       FINAL(163, RW_RANDREAD, 255727, 600.058321, 0.0375399),
                                       DD(181, RW_WRITE, 1024, 4096e6, 14.7433),
                                       DD(186, RW_READ, 1024, 4096e6, 3.69977),
                                       DD(191, RW_WRITE, 4096, 4096e6, 13.5798),
                                       DD(196, RW_READ, 4096, 4096e6, 3.32988),
                                       DD(201, RW_WRITE, 8 * MIB, 4096 * MIB, 20.8665),
                                       DD(206, RW_READ, 8 * MIB, 1024 * MIB, 0.855307),
                                       DD(213, RW_WRITE, 1024, 4096e6, 11.9787),
                                       DD(218, RW_READ, 1024, 4096e6, 3.60961),
                                       DD(223, RW_WRITE, 4096, 4096e6, 16.6614),
                                       DD(228, RW_READ, 4096, 4096e6, 3.26184),
                                       DD(233, RW_WRITE, 8 * MIB, 4096 * MIB, 14.5202),
                                       DD(238, RW_READ, 8 * MIB, 1024 * MIB, 0.83268),
                                       CDM4(255, RW_READ, NONE, 32, 1143.550, NONE),
                                       CDM4(256, RW_WRITE, NONE, 32, 122.437, NONE),
                                       CDM4(257, RW_RANDREAD, 4096, 32, 70.663, 17251.7),
                                       CDM4(258, RW_RANDWRITE, 4096, 32, 13.511, 3298.6),
                                       CDM4(259, RW_READ, NONE, 1, 640.929, NONE),
                                       CDM4(260, RW_WRITE, NONE, 1, 95.850, NONE),
                                       CDM4(261, RW_RANDREAD, 4096, 1, 8.763, 2139.4),
                                       CDM4(262, RW_RANDWRITE, 4096, 1, 1.625, 396.7),
                                       CDM4(277, RW_READ, NONE, 32, 778.601, NONE),
                                       CDM4(278, RW_WRITE, NONE, 32, 140.752, NONE),
                                       CDM4(279, RW_RANDREAD, 4096, 32, 37.714, 9207.5),
                                       CDM4(280, RW_RANDWRITE, 4096, 32, 11.318, 2763.2),
                                       CDM4(281, RW_READ, NONE, 1, 633.984, NONE),
                                       CDM4(282, RW_WRITE, NONE, 1, 74.041, NONE),
                                       CDM4(283, RW_RANDREAD, 4096, 1, 8.583, 2095.5),
                                       CDM4(284, RW_RANDWRITE, 4096, 1, 1.330, 324.7)};

static void a_cluster_before_and_after_tiering(void **state)
{
    const struct import *import = import_path(*state, SEEDS "002_ffa8d6f39b20a45f.txt");
    int n = (int)(sizeof tiering / sizeof tiering[0]);
    assert_int_equal(import->n_results, n);
    check_all(import, tiering, n);
    import_must_tell(import, "94 % full");
}

/* osd.6 to 14 on three hosts of one root, osd.0 to 5 on three of the other, all of weight 1. */
static void its_tree(void **state)
{
    struct fixture *f = *state;
    const struct import *import = import_path(f, SEEDS "002_ffa8d6f39b20a45f.txt");
    assert_int_equal(import->n_osds, 15);
    for (int i = 0; i < 15; i++) {
        const struct import_osd *osd = &import->osds[i];
        bool disk_of_hosts = osd->id >= 6;
        int host = disk_of_hosts ? (osd->id - 6) / 3 : osd->id / 2;
        assert_string_equal(osd->bucket[BUCKET_ROOT], disk_of_hosts ? "hdd" : "ssd-cache");
        assert_string_equal(
            osd->bucket[BUCKET_HOST],
            suite_text(f, "HV-0%d-%s", host + 1, disk_of_hosts ? "hdd" : "ssd-cache"));
        assert_true(osd->weight_tib == 1 && osd->reweight == 1);
        assert_string_equal(osd->status, "up");
        assert_null(osd->class);
        assert_true(isnan(osd->size_B));
    }
    import_must_tell(import, "all CRUSH weights are 1");
    import_must_tell(import, "no device class in this release");
}

/* Weights that are no sizes must not become capacities. */
static void its_weights_are_no_sizes(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_path(f, SEEDS "002_ffa8d6f39b20a45f.txt");
    assert_int_equal(import_as_default(import), IMPORT_AS_RECORD);
    const struct cluster *cluster = import_made(f, import, IMPORT_AS_CLUSTER)->cluster;
    assert_int_equal(cluster->n_hosts, 2);
    for (int g = 0; g < 2; g++) {
        assert_int_equal(cluster->hosts[g].count, 3);
        assert_int_equal(cluster->hosts[g].n_osds, 1);
        assert_int_equal(cluster->hosts[g].osds[0].count, g == 0 ? 3 : 2);
        assert_true(isnan(cluster->hosts[g].osds[0].device->capacity_B));
        assert_int_equal(cluster->hosts[g].osds[0].device->class, FIELD_ABSENT);
    }
}

/* -- prose only -- */

static void prose_is_refused(void **state)
{
    struct fixture *f = *state;
    struct import import;
    struct err err = ERR_INIT;
    const char *path = SEEDS "004_b6960438464eb177.txt";
    import_init(&import, &f->arena);
    assert_false(import_run(&import, &path, 1, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "no output of a known tool"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(eight_runs_of_one_disk),
                                       SUITE_TEST(what_fio_printed_agrees),
                                       SUITE_TEST(eight_runs_make_one_device),
                                       SUITE_TEST(three_and_six_osds),
                                       SUITE_TEST(rbd_bench_with_a_cut_run),
                                       SUITE_TEST(a_cluster_before_and_after_tiering),
                                       SUITE_TEST(its_tree),
                                       SUITE_TEST(its_weights_are_no_sizes),
                                       SUITE_TEST(prose_is_refused)};
    return suite_run("import: published documents", tests, sizeof tests / sizeof tests[0]);
}
