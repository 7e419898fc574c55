/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was written loads again as the same values. */
#include "support/suite.h"

#include "load/yamlout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check_quantity(enum dim dim, double value, const char *wanted)
{
    char text[64];
    yamlout_quantity(dim, value, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void quantities_are_short(void **state)
{
    (void)state;
    check_quantity(DIM_BLOCK, 4096, "4k");
    check_quantity(DIM_BLOCK, 4194304, "4M");
    check_quantity(DIM_BLOCK, 1073741824, "1G");
    check_quantity(DIM_BLOCK, 512, "512B");
    check_quantity(DIM_CAPACITY, 4e12, "4TB");
    check_quantity(DIM_CAPACITY, 1073741824, "1GiB");
    check_quantity(DIM_CAPACITY, 4000787030016, "4.000787030016TB");
    check_quantity(DIM_CAPACITY, 0, "0B");
    check_quantity(DIM_RATE, 377e6, "377MB/s");
    check_quantity(DIM_RATE, 2899630, "2.89963MB/s");
    check_quantity(DIM_RATE, 1.25e9, "1.25GB/s");
    check_quantity(DIM_TIME, 0.18081, "180.81ms");
    check_quantity(DIM_TIME, 46e-6, "46us");
    check_quantity(DIM_TIME, 2.75, "2.75s");
    check_quantity(DIM_LINK, 1.25e9, "10Gbit/s");
    check_quantity(DIM_FRACTION, 0.7, "0.7");
    check_quantity(DIM_OPS, 707.918, "707.918");
    check_quantity(DIM_GROWTH, 0.3, "30%/y");
}

/* Any double, of any size: the text must give it back to the last bit. */
static void quantities_read_back(void **state)
{
    static const enum dim dims[] = {DIM_NUMBER, DIM_CAPACITY, DIM_BLOCK, DIM_RATE,  DIM_LINK,
                                    DIM_TIME,   DIM_DURATION, DIM_OPS,   DIM_POWER, DIM_ENDURANCE};
    (void)state;
    srand(7);
    for (int i = 0; i < 20000; i++) {
        enum dim dim = dims[i % 10];
        double value = (rand() + rand() / (RAND_MAX + 1.0)) * pow(10, rand() % 24 - 16), back = -1;
        char text[64];
        struct err err = ERR_INIT;
        yamlout_quantity(dim, value, text, sizeof text);
        if (!units_parse(dim, text, &back, &err) || back != value)
            fail_msg("%.17g in %s became %s, %.17g", value, units_dim_name(dim), text, back);
    }
}

/* -- text -- */

static char *written(const struct schema *schema, const void *object)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    yamlout_document(schema, object, out);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static const struct cluster *loaded(struct fixture *f, const struct cluster *cluster)
{
    char *bytes = written(&cluster_schema, cluster);
    const struct cluster *back = suite_cluster_text(f, suite_text(f, "%s", bytes));
    free(bytes);
    return back;
}

static void any_text_reads_back(void **state)
{
    static const char *const texts[] = {"plain",
                                        "two words",
                                        "12",
                                        "1e5",
                                        "null",
                                        "~",
                                        "yes",
                                        "No",
                                        "TRUE",
                                        "- item",
                                        "key: value",
                                        "#comment",
                                        "a #b",
                                        "'quoted'",
                                        "\"quoted\"",
                                        "back\\slash",
                                        "{brace",
                                        "[bracket",
                                        "a,b",
                                        "*alias",
                                        "&anchor",
                                        "!tag",
                                        "%dir",
                                        "@at",
                                        "`tick",
                                        "|",
                                        ">",
                                        "?",
                                        ":",
                                        "-",
                                        " lead",
                                        "trail ",
                                        "tab\there",
                                        "line\nend",
                                        "bell\a",
                                        "\x7f",
                                        "\xc2\x85next",
                                        "\xe2\x80\xa8sep",
                                        "\xef\xbb\xbf"
                                        "bom",
                                        "Gr\xc3\xb6\xc3\x9f"
                                        "e",
                                        "\xe6\x97\xa5\xe6\x9c\xac",
                                        "\xf0\x9f\x90\x99",
                                        "",
                                        ".mgr",
                                        "a/b+c_d",
                                        "0x10",
                                        "2024-01-01",
                                        "<<",
                                        "="};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct cluster cluster;
        field_init(&cluster_schema, &cluster);
        cluster.format = "cluster/1";
        cluster.name = cluster.notes = texts[i];
        assert_string_equal(loaded(*state, &cluster)->name, texts[i]);
        assert_string_equal(loaded(*state, &cluster)->notes, texts[i]);
    }
}

static void malformed_bytes_become_replacement_characters(void **state)
{
    struct cluster cluster;
    field_init(&cluster_schema, &cluster);
    cluster.format = "cluster/1";
    cluster.name = "a\xff"
                   "b\xc3";
    assert_string_equal(loaded(*state, &cluster)->name, "a\xef\xbf\xbd"
                                                        "b\xef\xbf\xbd");
}

/* A comment must never become a part of the document. */
static void comments_stay_comments(void **state)
{
    static const char *const texts[] = {"plain",
                                        "a\nname: evil",
                                        "a\r\nname: evil",
                                        "a\xc2\x85name: evil",
                                        "a\xe2\x80\xa8name: evil",
                                        "\x01\x7f\xff"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *bytes = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&bytes, &size);
        yamlout_comment(out, "warning: ", texts[i]);
        fputs("cephplan: cluster/1\nname: good\n", out);
        assert_int_equal(fclose(out), 0);
        assert_string_equal(
            suite_cluster_text(*state, suite_text((struct fixture *)*state, "%s", bytes))->name,
            "good");
        free(bytes);
    }
}

/* -- documents -- */

/* Every example and record: read, written, read again, written again: the same bytes. What a device
 * inherits from the catalogue is stated then, so that the first text may be another. */
static void examples_are_written_as_they_were_read(void **state)
{
    static const char *const paths[] = {"models/clusters/rbdbench.yaml",
                                        "models/clusters/proxmox-3node-nvme.yaml",
                                        "models/clusters/hdd-12-nvme-db.yaml",
                                        "models/clusters/ec42-archive.yaml",
                                        "data/records/seed-zxl-2018-36osd-diskonly.yaml",
                                        "data/records/seed-fefcc-2020-3hdd-ssddb.yaml"};
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const struct cluster *first = suite_cluster(f, paths[i]);
        const struct cluster *second = loaded(f, first);
        char *a = written(&cluster_schema, first), *b = written(&cluster_schema, second);
        assert_string_equal(a, b);
        assert_int_equal(first->n_hosts, second->n_hosts);
        assert_int_equal(first->n_measured, second->n_measured);
        assert_int_equal(cluster_osds(first), cluster_osds(second));
        free(a);
        free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(quantities_are_short),
                                       SUITE_TEST(quantities_read_back),
                                       SUITE_TEST(any_text_reads_back),
                                       SUITE_TEST(malformed_bytes_become_replacement_characters),
                                       SUITE_TEST(comments_stay_comments),
                                       SUITE_TEST(examples_are_written_as_they_were_read)};
    return suite_run("yamlout", tests, sizeof tests / sizeof tests[0]);
}
