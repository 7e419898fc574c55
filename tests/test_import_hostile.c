/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that were cut, garbled, made of noise, or saved by another program. A clear refusal or a
 * right reading; never a wrong figure. */
#include "support/import.h"
#include "support/scratch.h"

#include "load/import_check.h"
#include "load/import_check_cluster.h"
#include "load/import_file.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* -- inputs -- */

struct input {
    const char *path;
    unsigned char *bytes;
    size_t size;
};

struct inputs {
    struct input *all;
    int n;
};

static struct input read_input(const char *path)
{
    struct input input = {path, NULL, 0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    input.size = (size_t)ftell(file);
    rewind(file);
    input.bytes = malloc(input.size + 1);
    assert_non_null(input.bytes);
    assert_int_equal(fread(input.bytes, 1, input.size, file), input.size);
    assert_int_equal(fclose(file), 0);
    return input;
}

/* Every input of the cases that is one file. */
static struct inputs read_inputs(void)
{
    glob_t found;
    struct inputs inputs = {NULL, 0};
    assert_int_equal(glob("tests/cases/*/*", 0, NULL, &found), 0);
    inputs.all = calloc(found.gl_pathc, sizeof *inputs.all);
    assert_non_null(inputs.all);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct stat info;
        const char *path = found.gl_pathv[i];
        if (strstr(path, ".expect.yaml") != NULL || stat(path, &info) != 0 ||
            !S_ISREG(info.st_mode))
            continue;
        inputs.all[inputs.n] = read_input(path);
        inputs.all[inputs.n++].path = strdup(path);
    }
    globfree(&found);
    assert_true(inputs.n > 150);
    return inputs;
}

static void free_inputs(struct inputs *inputs)
{
    for (int i = 0; i < inputs->n; i++) {
        free(inputs->all[i].bytes);
        free((char *)(void *)inputs->all[i].path);
    }
    free(inputs->all);
}

/* How many more cases than usual: 1, or more with CEPHPLAN_CASES. */
static int effort(void)
{
    const char *cases = getenv("CEPHPLAN_CASES");
    int n = cases == NULL ? 0 : atoi(cases) / 500;
    return n < 1 ? 1 : n;
}

/* A short check: fewer cases than usual were asked for. */
static bool is_short(void)
{
    const char *cases = getenv("CEPHPLAN_CASES");
    return cases != NULL && atoi(cases) < 500;
}

/* An import with its arena. */
struct one {
    struct arena arena;
    struct import import;
    bool ok;
    struct err err;
};

static void run(struct one *one, const void *bytes, size_t size)
{
    *one = (struct one){.err = ERR_INIT};
    arena_init(&one->arena, NULL);
    import_init(&one->import, &one->arena);
    one->ok = import_memory(&one->import, "input", bytes, size, &one->err);
    if (one->ok) {
        import_check_results(&one->import);
        import_check_cluster(&one->import);
    } else {
        assert_int_equal(one->err.kind, ERR_INPUT);
        assert_true(one->err.text[0] != '\0');
    }
}

static void done(struct one *one)
{
    arena_free(&one->arena);
}

/* -- figures -- */

static bool sane(double value)
{
    return isnan(value) || (value >= 0 && value <= 1e21);
}

/* No figure may be negative or infinite, whatever the input. */
static const char *insane(const struct import *import)
{
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        if (!sane(r->iops_ops) || !sane(r->bw_Bps) || !sane(r->lat_s) || !sane(r->p99_s) ||
            !sane(r->bs_B) || !sane(r->span_B) || !sane(r->rwmix_read_pct))
            return "a result is negative or infinite";
    }
    for (int i = 0; i < import->n_totals; i++)
        if (!sane(import->totals[i].iops_ops) || !sane(import->totals[i].bw_Bps))
            return "a total is negative or infinite";
    for (int i = 0; i < import->n_osds; i++)
        if (!sane(import->osds[i].size_B) || !sane(import->osds[i].weight_tib) ||
            !sane(import->osds[i].use_pct) || import->osds[i].id < 0)
            return "an OSD is negative or infinite";
    for (int i = 0; i < import->n_pools; i++)
        if (!sane(import->pools[i].stored_B) || import->pools[i].size == 0)
            return "a pool is negative or infinite";
    return NULL;
}

/* What was imported must come out as JSON and, where a document is made of it, load again. */
static void check_outputs(struct fixture *f, struct import *import)
{
    (void)import_json(f, import);
    for (int as = 0; as < 3; as++) {
        struct import_document document;
        struct err why = ERR_INIT;
        if (as != IMPORT_AS_DEVICE &&
            import_document_make(import, (enum import_as)as, "made", &document, &why))
            (void)suite_cluster_text(f, import_yaml(f, import, &document));
    }
}

/* -- cut inputs -- */

static bool near(double got, double whole)
{
    return isnan(got) || fabs(got - whole) <= 0.015 * fabs(whole) || fabs(got - whole) <= 1;
}

static bool of_product(const struct import_result *r)
{
    return fabs(r->bw_Bps - r->iops_ops * r->bs_B) <= 1e-9 * r->bw_Bps;
}

static bool same_result(const struct import_result *cut, const struct import_result *whole)
{
    return near(cut->iops_ops, whole->iops_ops) &&
           (near(cut->bw_Bps, whole->bw_Bps) || of_product(cut)) &&
           near(1e6 * cut->lat_s, 1e6 * whole->lat_s) &&
           near(1e6 * cut->p99_s, 1e6 * whole->p99_s) && near(cut->bs_B, whole->bs_B) &&
           (cut->rw == FIELD_ABSENT || cut->rw == whole->rw) &&
           (cut->iodepth == FIELD_ABSENT || cut->iodepth == whole->iodepth) &&
           (cut->numjobs == FIELD_ABSENT || cut->numjobs == whole->numjobs);
}

/* A cut between two rounds of --status-interval leaves the round before. */
static bool is_earlier_round(const struct import_result *cut, const struct import *whole)
{
    if (!import_told(whole, "status-interval"))
        return false;
    for (int i = 0; i < whole->n_results; i++) {
        const struct import_result *r = &whole->results[i];
        if (strcmp(cut->job, r->job) == 0 && cut->dir == r->dir && cut->elapsed_s <= r->elapsed_s)
            return true;
    }
    return false;
}

/* A figure of a cut input is one of the whole input's, or is said to be of a run that was
 * interrupted. */
static bool result_is_known(const struct import_result *cut, const struct import *whole)
{
    for (int i = 0; i < whole->n_results; i++)
        if (same_result(cut, &whole->results[i]))
            return true;
    for (int i = 0; i < whole->n_totals; i++)
        if (near(cut->iops_ops, whole->totals[i].iops_ops) && of_product(cut))
            return true;
    return cut->partial || is_earlier_round(cut, whole);
}

static bool osd_is_known(const struct import_osd *cut, const struct import *whole)
{
    for (int i = 0; i < whole->n_osds; i++) {
        const struct import_osd *osd = &whole->osds[i];
        bool texts =
            (cut->class == NULL || (osd->class != NULL && strcmp(cut->class, osd->class) == 0)) &&
            (cut->status == NULL || (osd->status != NULL && strcmp(cut->status, osd->status) == 0));
        if (cut->id == osd->id && texts && near(cut->size_B, osd->size_B) &&
            near(cut->used_B, osd->used_B) && near(1e6 * cut->weight_tib, 1e6 * osd->weight_tib) &&
            near(cut->use_pct, osd->use_pct) && (cut->pgs == FIELD_ABSENT || cut->pgs == osd->pgs))
            return true;
    }
    return false;
}

static bool pool_is_known(const struct import_pool *cut, const struct import *whole)
{
    for (int i = 0; i < whole->n_pools; i++) {
        const struct import_pool *pool = &whole->pools[i];
        if (strcmp(cut->name, pool->name) == 0 && near(cut->stored_B, pool->stored_B) &&
            near(cut->used_B, pool->used_B) && near(cut->quota_B, pool->quota_B) &&
            (cut->size == FIELD_ABSENT || cut->size == pool->size) &&
            (cut->min_size == FIELD_ABSENT || cut->min_size == pool->min_size) &&
            (cut->pg_num == FIELD_ABSENT || cut->pg_num == pool->pg_num))
            return true;
    }
    return false;
}

static bool profile_is_known(const struct import_profile *cut, const struct import *whole)
{
    for (int i = 0; i < whole->n_profiles; i++)
        if (cut->k == whole->profiles[i].k && cut->m == whole->profiles[i].m &&
            strcmp(cut->plugin, whole->profiles[i].plugin) == 0)
            return true;
    return false;
}

static void check_cut(const struct input *input, size_t at, const struct import *whole)
{
    struct one cut;
    run(&cut, input->bytes, at);
    const char *wrong = cut.ok ? insane(&cut.import) : NULL;
    for (int i = 0; cut.ok && i < cut.import.n_results; i++)
        if (!result_is_known(&cut.import.results[i], whole))
            wrong = "a figure that the whole input does not have";
    for (int i = 0; cut.ok && i < cut.import.n_osds; i++)
        if (!osd_is_known(&cut.import.osds[i], whole))
            wrong = "an OSD that the whole input does not have";
    for (int i = 0; cut.ok && i < cut.import.n_pools; i++)
        if (!pool_is_known(&cut.import.pools[i], whole))
            wrong = "a pool that the whole input does not have";
    for (int i = 0; cut.ok && i < cut.import.n_profiles; i++)
        if (!profile_is_known(&cut.import.profiles[i], whole))
            wrong = "a profile that the whole input does not have";
    done(&cut);
    if (wrong != NULL)
        fail_msg("%s cut after %zu bytes: %s", input->path, at, wrong);
}

/* At 250 places of each, at every byte with CEPHPLAN_CASES. */
static void cut_anywhere(void **state)
{
    struct inputs inputs = read_inputs();
    (void)state;
    for (int i = 0; i < inputs.n; i++) {
        const struct input *input = &inputs.all[i];
        struct one whole;
        size_t step = effort() > 1 ? 1 : input->size / 250 + 1;
        run(&whole, input->bytes, input->size);
        for (size_t at = 0; at < input->size; at += step)
            check_cut(input, at, &whole.import);
        done(&whole);
    }
    free_inputs(&inputs);
}

/* -- garbled inputs -- */

static const char *const hostile[] = {"-nan",
                                      "nan",
                                      "inf",
                                      "-inf",
                                      "1.79769e+308",
                                      "-1.79769e+308",
                                      "18446744073709551615",
                                      "-18446744073709551616",
                                      "99999999999999999999999999999999999999",
                                      "0",
                                      "-1",
                                      "1e999",
                                      "0x7fffffff",
                                      "4294967296",
                                      "1e-320",
                                      "",
                                      "\"",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "\\",
                                      ",",
                                      ":",
                                      ";",
                                      "\n",
                                      "\r",
                                      "\xff\xfe",
                                      "\xc3"};

/* The input with one run of digits replaced by a hostile word. */
static size_t replace_number(const struct input *input, unsigned char *out)
{
    size_t at = (size_t)rand() % input->size, n = 0;
    for (size_t i = 0; i < input->size && !(input->bytes[at] >= '0' && input->bytes[at] <= '9');
         i++)
        at = (at + 1) % input->size;
    size_t end = at;
    while (end < input->size && input->bytes[end] >= '0' && input->bytes[end] <= '9')
        end++;
    const char *word = hostile[(size_t)rand() % (sizeof hostile / sizeof hostile[0])];
    memcpy(out, input->bytes, at);
    n = at;
    memcpy(out + n, word, strlen(word));
    n += strlen(word);
    memcpy(out + n, input->bytes + end, input->size - end);
    return n + input->size - end;
}

static size_t flip_bytes(const struct input *input, unsigned char *out)
{
    memcpy(out, input->bytes, input->size);
    for (int i = 0; i < 1 + rand() % 8; i++)
        out[(size_t)rand() % input->size] = (unsigned char)(rand() & 0xff);
    return input->size;
}

/* A piece of the input twice, or not at all. */
static size_t move_piece(const struct input *input, unsigned char *out)
{
    size_t a = (size_t)rand() % input->size, b = (size_t)rand() % input->size, n;
    memcpy(out, input->bytes, a);
    n = a;
    memcpy(out + n, input->bytes + b, input->size - b);
    return n + input->size - b;
}

typedef size_t garble(const struct input *input, unsigned char *out);

static void garbled(void **state)
{
    static garble *const ways[] = {replace_number, flip_bytes, move_piece};
    struct inputs inputs = read_inputs();
    (void)state;
    srand(4);
    for (int i = 0; i < inputs.n; i++) {
        const struct input *input = &inputs.all[i];
        unsigned char *bytes = malloc(2 * input->size + 64);
        assert_non_null(bytes);
        for (int k = 0; k < 12 * effort() && input->size > 0; k++) {
            struct one one;
            void *inner = NULL;
            size_t size = ways[k % 3](input, bytes);
            run(&one, bytes, size);
            const char *wrong = one.ok ? insane(&one.import) : NULL;
            if (wrong != NULL)
                fail_msg("%s garbled, way %d: %s", input->path, k % 3, wrong);
            assert_int_equal(suite_setup(&inner), 0);
            if (one.ok)
                check_outputs(inner, &one.import);
            assert_int_equal(suite_teardown(&inner), 0);
            done(&one);
        }
        free(bytes);
    }
    free_inputs(&inputs);
}

/* -- noise -- */

static void noise_is_refused(void **state)
{
    static const char *const alphabets[] = {NULL, "{}[]\",:0123456789truefalsn \n",
                                            "0123456789.,;:/%+-eE \n",
                                            "<>[](){}=|IOPSBW MiB/s\n\r"};
    unsigned char bytes[3000];
    (void)state;
    srand(11);
    for (int k = 0; k < 200 * effort(); k++) {
        const char *alphabet = alphabets[k % 4];
        size_t size = (size_t)rand() % sizeof bytes,
               letters = alphabet == NULL ? 1 : strlen(alphabet);
        for (size_t i = 0; i < size; i++)
            bytes[i] = alphabet == NULL ? (unsigned char)(rand() & 0xff)
                                        : (unsigned char)alphabet[(size_t)rand() % letters];
        struct one one;
        run(&one, bytes, size);
        if (one.ok)
            fail_msg("noise %d was taken for an output", k);
        done(&one);
    }
}

/* Bytes of one kind, much more than a line or a document may have. */
static void endless_inputs_are_refused(void **state)
{
    static const char *const units[] = {"7", "[", "{\"a\":", "\0",   "\n",   "\r", " ",    "\"",
                                        "(", "-", "a;",      "1.5 ", "\xff", "{}", "[]\n", "[[],"};
    size_t size = (is_short() ? 256 : 2048) * 1024 + 7;
    char *bytes = malloc(size);
    (void)state;
    assert_non_null(bytes);
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
        size_t length = units[u][0] == '\0' ? 1 : strlen(units[u]);
        for (size_t i = 0; i < size; i++)
            bytes[i] = units[u][i % length];
        struct one one;
        run(&one, bytes, size);
        if (one.ok)
            fail_msg("endless '%s' was taken for an output", units[u]);
        if (one.arena.used_B > (size_t)1 << 20) /* whatever the length: a log may be long */
            fail_msg("endless '%s' takes %zu bytes", units[u], one.arena.used_B);
        done(&one);
    }
    free(bytes);
}

static void packed_files_are_named(void **state)
{
    static const struct {
        const char *bytes, *name;
    } files[] = {{"\x1f\x8b\x08\x08\x11\x22", "gzip"},
                 {"BZh91AY&SY", "bzip2"},
                 {"\xfd"
                  "7zXZ",
                  "xz"},
                 {"\x28\xb5\x2f\xfd\x04", "zstd"},
                 {"PK\x03\x04\x14", "zip"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_non_null(strstr(import_refused(*state, files[i].bytes), files[i].name));
    assert_null(strstr(import_refused(*state, "PK"), "packed"));
}

/* Noise around an output must not hide it. */
static void an_output_amid_noise(void **state)
{
    static const char output[] = "\n  read: IOPS=900, BW=3600KiB/s (3686kB/s)(105MiB/30001msec)\n";
    static const char head[] = "j: (groupid=0, jobs=1): err= 0: pid=1: Thu Mar 20 10:00:00 2025";
    static const char letters[] = "\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCXYZ[\\]^_`abcxyz{|}~";
    size_t noise = 200000;
    char *bytes = malloc(noise + sizeof head + sizeof output);
    (void)state;
    assert_non_null(bytes);
    srand(3);
    for (size_t i = 0; i < noise; i++)
        bytes[i] = letters[i % 80 == 79 ? 0 : 1 + (size_t)rand() % (sizeof letters - 2)];
    bytes[noise - 1] = '\n';
    memcpy(bytes + noise, head, sizeof head - 1);
    memcpy(bytes + noise + sizeof head - 1, output, sizeof output);
    struct one one;
    run(&one, bytes, noise + sizeof head - 1 + sizeof output - 1);
    assert_true(one.ok);
    assert_int_equal(one.import.n_results, 1);
    suite_close(one.import.results[0].iops_ops, 900, 0.001, "iops");
    done(&one);
    free(bytes);
}

/* -- figures that no cluster has -- */

static void an_osd_whose_number_is_none(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f,
        "{\"nodes\": [{\"id\": 1e20, \"name\": \"osd.0\", \"type\": \"osd\", \"crush_weight\": 1},"
        "{\"id\": 1.5, \"name\": \"osd.1\", \"type\": \"osd\", \"crush_weight\": 1},"
        "{\"id\": 2, \"name\": \"osd.2\", \"type\": \"osd\", \"crush_weight\": 1}], \"stray\": "
        "[]}");
    assert_int_equal(import->n_osds, 1);
    assert_int_equal(import->osds[0].id, 2);
}

static void a_pool_of_no_copies(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "pool 2 'rbd' replicated size 0 min_size 2 crush_rule 0 object_hash rjenkins pg_num 32 "
           "pgp_num 32 last_change 57 flags hashpspool stripe_width 0 application rbd\n");
    assert_int_equal(import->pools[0].size, FIELD_ABSENT);
    assert_int_equal(import->pools[0].pg_num, 32);
    check_outputs(f, import);
    import = import_words(
        f, "pool 2 'ec' replicated size 5000000000 min_size 9 crush_rule 0 object_hash rjenkins "
           "pg_num "
           "32 pgp_num 32 last_change 57 flags hashpspool stripe_width 0 application rbd\n");
    check_outputs(f, import); /* a min_size above the default of copies would not load */
}

/* What no document may say is left out, so that what is written loads again. */
static void a_release_that_is_none(void **state)
{
    static const char *const versions[] = {"18446744073709551615.2.7", "-1.79769e+308.2.7", ""};
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        struct import *import = import_words(
            f, suite_text(f,
                          "[{\"id\": 0, \"ceph_version_short\": \"%s\", \"osd_objectstore\": "
                          "\"bluestore\", \"bluestore_bdev_size\": \"4000787030016\"}]",
                          versions[i]));
        assert_int_equal(import->n_osds, 1);
        check_outputs(f, import);
    }
}

/* "bench  type write io_size 4096 ..." is a row of seven words and numbers. */
static void rbd_bench_below_a_table_of_pools(void **state)
{
    struct fixture *f = *state;
    struct import *import = import_words(
        f, "--- POOLS ---\n"
           "POOL  ID  STORED  OBJECTS  USED  %USED  MAX AVAIL\n"
           "vms   1   20 TiB  5.32M    61 TiB  66.31  10 TiB\n"
           "bench  type write io_size 4096 io_threads 16 bytes 1073741824 pattern random\n"
           "elapsed:    11  ops:   262144  ops/sec: 23401.52  bytes/sec: 95852625.92\n");
    assert_int_equal(import->n_pools, 1);
    assert_int_equal(import->n_results, 1);
    assert_int_equal(import->results[0].rw, RW_RANDWRITE);
}

/* sysbench 1.1 and fio both print "read: IOPS=". */
static void fio_below_sysbench(void **state)
{
    struct fixture *f = *state;
    struct import *import =
        import_words(f, "sysbench 1.1.0 (using bundled LuaJIT 2.1.0)\n"
                        "Running the test with following options:\nNumber of threads: 1\n"
                        "Extra file open flags: directio\n1GiB total file size\nBlock size 16KiB\n"
                        "Doing random read test\n"
                        "Throughput:\n         read:  IOPS=100.50 1.57 MiB/s (1.65 MB/s)\n"
                        "         write: IOPS=0.00 0.00 MiB/s (0.00 MB/s)\n    total time:  60.0s\n"
                        "$ fio --name=t --rw=randread --bs=4k --filename=/dev/sdb --direct=1\n"
                        "  read: IOPS=21.5k, BW=84.0MiB/s (88.1MB/s)(2520MiB/30001msec)\n");
    assert_int_equal(import->n_results, 2);
    suite_close(import->results[0].iops_ops, 100.5, 1e-9, "sysbench");
    suite_close(import->results[1].iops_ops, 21.5e3, 0.01, "fio");
}

/* -- saved by another program -- */

static bool same_figures(const struct import *a, const struct import *b)
{
    if (a->n_results != b->n_results || a->n_osds != b->n_osds || a->n_pools != b->n_pools ||
        a->n_profiles != b->n_profiles)
        return false;
    for (int i = 0; i < a->n_results; i++)
        if (!same_result(&a->results[i], &b->results[i]) ||
            !same_result(&b->results[i], &a->results[i]))
            return false;
    for (int i = 0; i < a->n_osds; i++)
        if (!osd_is_known(&a->osds[i], b))
            return false;
    return true;
}

static bool has_high_bytes(const struct input *input)
{
    for (size_t i = 0; i < input->size; i++)
        if (input->bytes[i] >= 0x80 || input->bytes[i] == '\0')
            return true;
    return false;
}

static size_t as_utf16(const struct input *input, unsigned char *out)
{
    out[0] = 0xff;
    out[1] = 0xfe;
    for (size_t i = 0; i < input->size; i++) {
        out[2 + 2 * i] = input->bytes[i];
        out[3 + 2 * i] = 0;
    }
    return 2 + 2 * input->size;
}

static size_t as_utf16_be_without_mark(const struct input *input, unsigned char *out)
{
    for (size_t i = 0; i < input->size; i++) {
        out[2 * i] = 0;
        out[2 * i + 1] = input->bytes[i];
    }
    return 2 * input->size;
}

static size_t with_a_mark(const struct input *input, unsigned char *out)
{
    memcpy(out, "\xef\xbb\xbf", 3);
    memcpy(out + 3, input->bytes, input->size);
    return 3 + input->size;
}

static size_t with_crlf(const struct input *input, unsigned char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < input->size; i++) {
        if (input->bytes[i] == '\n' && (i == 0 || input->bytes[i - 1] != '\r'))
            out[n++] = '\r';
        out[n++] = input->bytes[i];
    }
    return n;
}

static size_t with_cr_alone(const struct input *input, unsigned char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < input->size; i++) {
        if (input->bytes[i] == '\n' && i > 0 && input->bytes[i - 1] == '\r')
            continue;
        out[n++] = input->bytes[i] == '\n' ? '\r' : input->bytes[i];
    }
    return n;
}

static size_t amid_prose(const struct input *input, unsigned char *out)
{
    static const char before[] = "We ran it three times, e.g. at 10:15, and got:\n\n",
                      after[] = "\n\nWhich is 2 times better than before (1,234 vs 567).\n";
    size_t n = sizeof before - 1;
    memcpy(out, before, n);
    memcpy(out + n, input->bytes, input->size);
    n += input->size;
    memcpy(out + n, after, sizeof after - 1);
    return n + sizeof after - 1;
}

static size_t quoted(const struct input *input, unsigned char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < input->size; i++) {
        if (i == 0 || input->bytes[i - 1] == '\n') {
            out[n++] = '>';
            out[n++] = ' ';
        }
        out[n++] = input->bytes[i];
    }
    return n;
}

/* As code in Markdown. */
static size_t indented(const struct input *input, unsigned char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < input->size; i++) {
        if (i == 0 || input->bytes[i - 1] == '\n')
            for (int k = 0; k < 4; k++)
                out[n++] = ' ';
        out[n++] = input->bytes[i];
    }
    return n;
}

static void saved(garble *way, const char *what)
{
    struct inputs inputs = read_inputs();
    for (int i = 0; i < inputs.n; i++) {
        const struct input *input = &inputs.all[i];
        if (has_high_bytes(input))
            continue;
        unsigned char *bytes = malloc(6 * input->size + 200);
        struct one plain, other;
        assert_non_null(bytes);
        run(&plain, input->bytes, input->size);
        run(&other, bytes, way(input, bytes));
        if (plain.ok != other.ok)
            fail_msg("%s %s: %s", input->path, what, plain.ok ? other.err.text : "was not refused");
        if (plain.ok && !same_figures(&plain.import, &other.import))
            fail_msg("%s %s gives other figures", input->path, what);
        done(&plain);
        done(&other);
        free(bytes);
    }
    free_inputs(&inputs);
}

/* Every job asks for three processes, of which each entry may be one. */
static void many_jobs_in_a_document(void **state)
{
    (void)state;
    enum { JOBS = 20000, JOB_B = 120 };
    char *text = malloc(JOBS * JOB_B + 100);
    assert_non_null(text);
    int length = sprintf(text, "{\"fio version\": \"fio-3.1\", \"jobs\": [");
    for (int i = 0; i < JOBS; i++)
        length += sprintf(text + length,
                          "%s{\"jobname\": \"j%d\", \"job options\": {\"numjobs\": \"3\"}, "
                          "\"read\": {\"iops\": 5}}",
                          i == 0 ? "" : ", ", i);
    length += sprintf(text + length, "]}\n");
    struct one one;
    double start = scratch_seconds();
    run(&one, text, (size_t)length);
    double took = scratch_seconds() - start;
    print_message("    %.0f ms\n", 1e3 * took);
    done(&one);
    free(text);
    assert_true(took < 1.5 * scratch_slowness());
}

static void saved_as_utf16(void **state)
{
    (void)state;
    saved(as_utf16, "as UTF-16");
    saved(as_utf16_be_without_mark, "as big-endian UTF-16 without a mark");
}

static void saved_with_other_line_ends(void **state)
{
    (void)state;
    saved(with_a_mark, "with a byte order mark");
    saved(with_crlf, "with CR LF");
    saved(with_cr_alone, "with CR alone");
}

static void pasted_amid_prose(void **state)
{
    (void)state;
    saved(amid_prose, "amid prose");
    saved(quoted, "quoted in a mail");
    saved(indented, "indented as code");
}

/* -- several outputs in one paste -- */

/* Two outputs of different kinds one after the other give what each gives; half a JSON document
 * alone swallows what follows, and is refused. */
static void check_pair(const struct input *a, const struct input *b)
{
    size_t size = a->size + b->size + 1;
    unsigned char *bytes = malloc(size);
    struct one first, second, both;
    assert_non_null(bytes);
    memcpy(bytes, a->bytes, a->size);
    bytes[a->size] = '\n';
    memcpy(bytes + a->size + 1, b->bytes, b->size);
    run(&first, a->bytes, a->size);
    run(&second, b->bytes, b->size);
    run(&both, bytes, size);
    int results = first.import.n_results + second.import.n_results;
    int pools = first.import.n_pools + second.import.n_pools;
    int osds = first.import.n_osds + second.import.n_osds;
    bool half = strstr(a->path, "truncated-file.json") != NULL;
    if (half)
        assert_false(both.ok);
    else if (both.ok != (first.ok || second.ok) || both.import.n_results != results ||
             both.import.n_pools != pools || both.import.n_osds != osds)
        fail_msg("%s and %s in one paste: %d results of %d, %d OSDs of %d, %d pools of %d", a->path,
                 b->path, both.import.n_results, results, both.import.n_osds, osds,
                 both.import.n_pools, pools);
    done(&first);
    done(&second);
    done(&both);
    free(bytes);
}

static bool same_folder(const char *a, const char *b)
{
    size_t n = (size_t)(strrchr(a, '/') - a);
    return strncmp(a, b, n + 1) == 0;
}

static bool is_fio(const char *path)
{
    return strstr(path, "/fio-") != NULL;
}

static bool is_of_ceph(const char *path)
{
    return strstr(path, "/osd-") != NULL || strstr(path, "/ceph-df") != NULL ||
           strstr(path, "/pool-") != NULL;
}

static void two_outputs_in_one_paste(void **state)
{
    struct inputs inputs = read_inputs();
    (void)state;
    for (int i = 0; i < inputs.n; i++)
        for (int k = 0; k < 2 * effort(); k++) {
            const struct input *a = &inputs.all[i];
            const struct input *b = &inputs.all[(i * 7 + k * 31 + 3) % inputs.n];
            bool alike = same_folder(a->path, b->path) || (is_fio(a->path) && is_fio(b->path)) ||
                         (is_of_ceph(a->path) && is_of_ceph(b->path));
            bool seeds = strstr(a->path, "seeds/") != NULL || strstr(b->path, "seeds/") != NULL;
            if (!alike && !seeds && a->size > 3 && b->bytes[0] < 0x80 && a->bytes[0] < 0x80 &&
                a->bytes[1] != 0 && b->bytes[1] != 0)
                check_pair(a, b);
        }
    free_inputs(&inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(cut_anywhere),
                                       SUITE_TEST(garbled),
                                       SUITE_TEST(noise_is_refused),
                                       SUITE_TEST(endless_inputs_are_refused),
                                       SUITE_TEST(packed_files_are_named),
                                       SUITE_TEST(an_output_amid_noise),
                                       SUITE_TEST(an_osd_whose_number_is_none),
                                       SUITE_TEST(a_pool_of_no_copies),
                                       SUITE_TEST(a_release_that_is_none),
                                       SUITE_TEST(rbd_bench_below_a_table_of_pools),
                                       SUITE_TEST(fio_below_sysbench),
                                       SUITE_TEST(many_jobs_in_a_document),
                                       SUITE_TEST(saved_as_utf16),
                                       SUITE_TEST(saved_with_other_line_ends),
                                       SUITE_TEST(pasted_amid_prose),
                                       SUITE_TEST(two_outputs_in_one_paste)};
    return suite_run("import: hostile inputs", tests, sizeof tests / sizeof tests[0]);
}
