/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which row of a device answers for a kind of request, and what stands in for a missing one. */
#include "support/suite.h"

#include "engine/device_rate.h"

/* A device mapping in place, as a cluster of one OSD holds it. */
static const struct device *device_of(struct fixture *f, const char *mapping)
{
    const char *text = suite_text(f,
                                  "cephplan: cluster/1\nname: one\nhosts:\n  - count: 1\n"
                                  "    osds:\n      - {count: 1, device: %s}\n",
                                  mapping);
    return suite_cluster_text(f, text)->hosts[0].osds[0].device;
}

#define OWN(class, rows) "{class: " class ", measurements: [" rows "]}"

static void check(struct fixture *f, const char *mapping, enum rw rw, double bs, double value,
                  const char *text)
{
    struct device_rate rate;
    char words[256];
    if (!device_rate_find(device_of(f, mapping), rw, bs, suite_formulas(f), &rate))
        fail_msg("%s: no rate", text);
    suite_close(rate.value, value, 1e-12, text);
    device_rate_text(&rate, words, sizeof words);
    assert_string_equal(words, text);
}

static void the_exact_row_comes_first(void **state)
{
    struct fixture *f = *state;
    static const char rows[] =
        OWN("hdd", "{rw: randread, bs: 4k, iodepth: 1, span: 1GiB, iops: 300},"
                   "{rw: randread, bs: 4k, iodepth: 128, span: 1GiB, iops: 707},"
                   "{rw: randread, bs: 64k, iodepth: 1, iops: 99},"
                   "{rw: read, bs: 4M, iops: 89, bw: 377MB/s},"
                   "{rw: write, bs: 4M, iops: 50}");
    check(f, rows, RW_RANDREAD, 4096, 707, "randread 4 KiB: own measurement");
    check(f, rows, RW_RANDREAD, 65536, 99, "randread 64 KiB: own measurement, at depth 1");
    check(f, rows, RW_READ, 4 << 20, 377e6, "read 4 MiB: own measurement");
    check(f, rows, RW_WRITE, 4 << 20, 50 * 4194304.0, "write 4 MiB: own measurement");
}

static void a_near_block_stands_in_by_rule(void **state)
{
    struct fixture *f = *state;
    static const char rows[] = OWN("nvme", "{rw: randread, bs: 4k, iodepth: 64, iops: 400k},"
                                           "{rw: read, bs: 1M, bw: 3000MB/s}");
    check(f, rows, RW_RANDREAD, 512, 400e3,
          "randread 512 B: from the row at 4 KiB, own measurement");
    /* 4 KiB rate: 400 000; bandwidth: 3e9/16384 = 183 105. */
    check(f, rows, RW_RANDREAD, 16384, 3e9 / 16384,
          "randread 16 KiB: from the read bandwidth at 1 MiB, own measurement");
    check(f, rows, RW_RANDREAD, 6144, 400e3,
          "randread 6 KiB: from the row at 4 KiB, own measurement");
    check(f, rows, RW_READ, 4096, 3e9,
          "read 4 KiB: from the read bandwidth at 1 MiB, own measurement");
    /* A disk positions for every block: its streaming rate alone would say 2563 a second. */
    check(f,
          OWN("hdd",
              "{rw: randread, bs: 4k, iodepth: 4, iops: 120}, {rw: read, bs: 1M, bw: 168MB/s}"),
          RW_RANDREAD, 65536, 120, "randread 64 KiB: from the row at 4 KiB, own measurement");
    /* Random rows of large blocks come before streaming ones. */
    check(f,
          OWN("hdd",
              "{rw: randread, bs: 4k, iodepth: 4, iops: 120}, {rw: read, bs: 4M, bw: 377MB/s},"
              "{rw: randread, bs: 1M, bw: 80MB/s}"),
          RW_RANDREAD, 4 << 20, 80e6 / 4194304,
          "randread 4 MiB: from the randread bandwidth at 1 MiB, own measurement");
}

static void own_rows_come_before_the_catalogue_and_the_class(void **state)
{
    struct fixture *f = *state;
    check(f,
          "{like: samsung-pm983-3.84tb, measurements: [{rw: randread, bs: 4k, iodepth: 1, iops: "
          "9k}]}",
          RW_RANDREAD, 4096, 9000, "randread 4 KiB: own measurement, at depth 1");
    struct device_rate rate;
    const struct device *named = device_of(f, "samsung-pm983-3.84tb");
    assert_true(device_rate_find(named, RW_RANDWRITE, 4096, suite_formulas(f), &rate));
    assert_ptr_equal(rate.holder, named->base);
    assert_true(rate.origin == ORIGIN_CATALOGUE_SHEET ||
                rate.origin == ORIGIN_CATALOGUE_MEASUREMENT);
    /* The class file's figures: 96 and 364 at 4 KiB, 157 MB/s at 1 MiB. */
    check(f, "{class: hdd}", RW_RANDWRITE, 4096, 364, "randwrite 4 KiB: class file class-hdd-7200");
    check(f, "{class: hdd}", RW_WRITE, 4 << 20, 157e6,
          "write 4 MiB: from the write bandwidth at 1 MiB, class file class-hdd-7200");
    check(f, "{class: hdd, rpm: 7200, spec: [{rw: randread, bs: 4k, iops: 170}]}", RW_RANDREAD,
          4096, 170, "randread 4 KiB: own spec");
}

/* Its only measured row is of depth 1, 14 700 a second; its sheets say 850 000. */
static void a_class_file_of_flash_gives_its_rate_not_its_latency(void **state)
{
    struct fixture *f = *state;
    check(f, "{class: nvme, plp: true}", RW_RANDREAD, 4096, 850e3,
          "randread 4 KiB: spec of class file class-nvme-plp-read");
}

static void synchronous_rows_are_no_rates(void **state)
{
    struct fixture *f = *state;
    check(f,
          OWN("sata-ssd", "{rw: write, bs: 4k, iodepth: 1, fsync: 1, iops: 500},"
                          "{rw: write, bs: 1M, iodepth: 1, sync: 1, bw: 900MB/s},"
                          "{rw: write, bs: 128k, bw: 400MB/s}"),
          RW_WRITE, 4096, 400e6,
          "write 4 KiB: from the write bandwidth at 128 KiB, own measurement");
}

/* Rates handed down with the rule: 140, 167 and 200 a second. */
static void the_disk_rule_is_the_last_resort(void **state)
{
    struct fixture *f = *state;
    const struct formula_constants *c = suite_formulas(f);
    suite_close(device_rate_disk_rule(c, 7200), 139.5348837, 1e-9, "7200 rpm");
    suite_close(device_rate_disk_rule(c, 10000), 166.6666667, 1e-9, "10000 rpm");
    suite_close(device_rate_disk_rule(c, 15000), 200, 1e-12, "15000 rpm");
    check(f, "{class: hdd, rpm: 15000}", RW_RANDWRITE, 4096, 200,
          "randwrite 4 KiB: no row, models/formulas.yaml");
    /* 64 MiB at 188 MB/s is slower than the rule. */
    check(f, "{class: hdd, rpm: 15000}", RW_RANDWRITE, 64 << 20, 188e6 / (64 << 20),
          "randwrite 64 MiB: from the write bandwidth of large blocks, spec of class file "
          "class-hdd-15k-sas");
}

static void nothing_known_is_no_rate(void **state)
{
    struct fixture *f = *state;
    const struct device *device = device_of(f, "{model: unknown}");
    struct device_rate rate = {.value = 7};
    assert_false(device_rate_find(device, RW_RANDREAD, 4096, suite_formulas(f), &rate));
    assert_false(device_rate_find(device, RW_WRITE, 1 << 20, suite_formulas(f), &rate));
    assert_false(device_rate_read_time(device, 4096, suite_formulas(f), &rate));
    assert_false(device_rate_write_time(device, 4096, suite_formulas(f), &rate));
    assert_true(rate.value == 7);
}

static double read_s(struct fixture *f, const char *mapping, double bs)
{
    struct device_rate time;
    assert_true(device_rate_read_time(device_of(f, mapping), bs, suite_formulas(f), &time));
    assert_true(time.time);
    return time.value;
}

static double write_s(struct fixture *f, const char *mapping, double bs)
{
    struct device_rate time;
    assert_true(device_rate_write_time(device_of(f, mapping), bs, suite_formulas(f), &time));
    return time.value;
}

static void one_request_alone_takes_its_own_row(void **state)
{
    struct fixture *f = *state;
    static const char flash[] =
        "{class: nvme, plp: true, measurements: ["
        "{rw: randread, bs: 4k, iodepth: 1, numjobs: 1, iops: 12500, lat: 80us},"
        "{rw: randread, bs: 4k, iodepth: 128, iops: 500k}, {rw: read, bs: 1M, bw: 3000MB/s},"
        "{rw: randwrite, bs: 4k, iodepth: 1, fsync: 1, iops: 20k},"
        "{rw: write, bs: 1M, bw: 1000MB/s}]}";
    suite_close(read_s(f, flash, 4096), 80e-6, 1e-12, "read");
    suite_close(read_s(f, flash, 20480), 80e-6 + 16384 / 3e9, 1e-12, "read and transfer");
    suite_close(write_s(f, flash, 4096), 50e-6, 1e-12, "write");
    suite_close(write_s(f, flash, 20480), 50e-6 + 16384 / 1e9, 1e-12, "write and transfer");
    /* Without a synchronous row: a plain one where it is as safe, else the class file's 625 a
     * second. */
    suite_close(write_s(f,
                        "{class: nvme, plp: true, measurements: [{rw: randwrite, bs: 4k, iodepth: "
                        "1, iops: 40k}]}",
                        4096),
                25e-6, 1e-12, "protected");
    suite_close(write_s(f,
                        "{class: nvme, plp: false, measurements: [{rw: randwrite, bs: 4k, "
                        "iodepth: 1, iops: 40k}]}",
                        4096),
                1 / 625.0, 1e-12, "consumer");
    suite_close(write_s(f, "{class: hdd}", 4096), 0.012, 1e-12, "disk");
    suite_close(write_s(f, OWN("hdd", "{rw: write, bs: 4k, iodepth: 1, sync: 1, iops: 100}"), 4096),
                0.01, 1e-12, "disk, own row");
    suite_close(read_s(f, "{class: sas-ssd}", 4096), 111e-6, 1e-12, "constant of the class");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(the_exact_row_comes_first),
        SUITE_TEST(a_near_block_stands_in_by_rule),
        SUITE_TEST(own_rows_come_before_the_catalogue_and_the_class),
        SUITE_TEST(a_class_file_of_flash_gives_its_rate_not_its_latency),
        SUITE_TEST(synchronous_rows_are_no_rates),
        SUITE_TEST(the_disk_rule_is_the_last_resort),
        SUITE_TEST(nothing_known_is_no_rate),
        SUITE_TEST(one_request_alone_takes_its_own_row),
    };
    return suite_run("device_rate", tests, sizeof tests / sizeof tests[0]);
}
