/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of tools as they were printed or pasted, against what a correct reader gets: every key of
 * every expectation in tests/cases, with its tolerance, every warning and every refusal. */
#include "support/import.h"

#include "load/filetext.h"
#include "load/import.h"
#include "load/yamldoc.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- what must be told -- */

/* An expectation words what the user must be told; these are the words it is told in, one fragment
 * for each `warn` in its order, or the one of a refusal. */
struct told {
    const char *name; /* of the expectation */
    const char *fragments[3];
};

static const struct told told[] = {
    {"cbt/02-radosbench-empty-json-and-cut-text",
     {"output.1.client1 has no summary: one of 2 processes is missing, the sum is too low"}},
    {"ceph-df/03-detail-with-quota-and-compression", {"pool two may take only 1 GiB (quota)"}},
    {"ceph-df/06-detail-json-pretty", {"class ssd is at 91 %"}},
    {"ceph-df/08-hammer-max-avail-15e-and-zero",
     {"MAX AVAIL of pool backups is nonsense (more than the cluster)"}},
    {"ceph-df/12-reef-detail-data-and-omap", {"pool rbd may take only 20 TiB (quota)"}},
    {"crystaldiskmark/04-v8-0-5-real-hdd-zero-fill",
     {"the data were zeros (0Fill): compressing devices look too fast",
      "the test file was only 64 MiB: it fits into the drive's cache"}},
    {"crystaldiskmark/10-v7-two-columns-side-by-side",
     {"each line holds two results; only the first of each was read"}},
    {"crystaldiskmark/15-v5-2-stopped-half-way", {"4 rows are 0.000: not measured"}},
    {"crystaldiskmark/17-v3-0-2-full-disk", {"the volume was 99 % full"}},
    {"crystaldiskmark/20-kdiskmark-all-zero", {"nothing was measured: every row is 0.000"}},
    {"crystaldiskmark/21-header-only-truncated", {"no complete result row"}},
    {"dd/06-one-block-of-one-gib", {"one single request of 1 GiB"}},
    {"dd/07-512-bytes-no-bracket", {"512 bytes only"}},
    {"dd/09-busybox-no-speed", {"no time and no rate"}},
    {"dd/10-noxfer-no-speed", {"status=noxfer"}},
    {"dd/21-input-output-error-one-block", {"Input/output error"}},
    {"ec-profile/03-k4-m2-isa-json",
     {"failure domain osd: a host with 3 or more OSDs may hold 3 shards, its loss can lose data"}},
    {"fio-client/04-servers-without-job-options",
     {"pattern, block size and queue depth of job 'cs' are not in the file"}},
    {"fio-json/06-failed-job-message-before-json",
     {"job 'fill' ended with error 28 (No space left on device)"}},
    {"fio-json/19-fio-2-1-11-randrw",
     {"pattern, block size and queue depth of job 'jmix' are not in the file"}},
    {"fio-json/28-truncated-file", {"the file ends in the middle of the JSON"}},
    {"fio-json/29-empty-jobs-array", {"no job in the fio document"}},
    {"fio-json/33-two-sections-in-one-report", {"lasted 1 s: too short"}},
    {"fio-json/34-two-sections-of-other-settings-in-one-report",
     {"adds up jobs of other settings", "lasted 1 s: too short"}},
    {"fio-text/36-two-sections-in-one-report", {"lasted 1 s: too short"}},
    {"fio-text/37-two-sections-of-other-settings-in-one-report",
     {"adds up jobs of other settings"}},
    {"fio-text/39-commands-and-result-lines-alone",
     {"pattern, block size and queue depth of job '' are not in the file"}},
    {"fio-terse/01-version-2-of-a-3x-release",
     {"terse output does not say block size, queue depth or pattern of job 't2'"}},
    {"fio-terse/03-version-4-with-trim",
     {"terse output does not say block size, queue depth or pattern of job 't4'"}},
    {"fio-terse/04-version-5-with-samples",
     {"terse output does not say block size, queue depth or pattern of job 't5'"}},
    {"fio-terse/05-five-jobs",
     {"terse output does not say block size, queue depth or pattern of job 'randread-4k'"}},
    {"fio-terse/07-description-with-semicolon",
     {"terse output does not say block size, queue depth or pattern of job 'td'"}},
    {"fio-terse/08-job-name-with-semicolon",
     {"terse output does not say block size, queue depth or pattern of job 'a;b'"}},
    {"fio-terse/11-fio-2-16-minimal",
     {"terse output does not say block size, queue depth or pattern of job 'min'"}},
    {"fio-terse/13-fio-1-59-minimal-no-iops",
     {"prints no IOPS in its terse output: give the block size to get them"}},
    {"fio-text/06-bssplit", {"job 'split' has mixed block sizes"}},
    {"fio-text/15-one-io-one-millisecond", {"lasted 1 ms: too short to mean anything"}},
    {"fio-text/18-enospc-no-result", {"job 'fill' ended with error 28"}},
    {"osd-bench/01-osd-0-default-genuine", {"1.7 GB/s is implausible for a disk"}},
    {"osd-bench/05-refused-too-large", {"EINVAL"}},
    {"osd-bench/08-two-with-prompts", {"osd.143 is 12.1 times slower than osd.22"}},
    {"osd-bench/09-one-line-with-units", {"osd.3 is 4.48 times slower than osd.7"}},
    {"osd-df-tree/02-racks-and-strays-text", {"osd.6 and osd.7 report nothing"}},
    {"osd-df-tree/04-one-osd-out-json", {"osd.6 is down and out"}},
    {"osd-df-tree/05-class-filter-text",
     {"only class ssd is listed", "osd.1, osd.3 and osd.5 are over 90 %: backfillfull"}},
    {"osd-df-tree/06-mimic-down-osd-text", {"osd.3 reports nothing"}},
    {"osd-df/05-ssd-at-91-percent-text", {"osd.1, osd.3 and osd.5 are over 90 %: backfillfull"}},
    {"osd-df/06-ssd-at-91-percent-pretty", {"osd.1, osd.3 and osd.5 are over 90 %"}},
    {"osd-df/07-jewel-m-and-g-suffixes", {"osd.4 and osd.5 report nothing: out"}},
    {"osd-df/09-nautilus-single-blank-columns",
     {"osd.26 (16.9 TiB) is at 87.7 %, while the average is 46.2 %"}},
    {"osd-df/10-mgr-lost-all-sizes-zero",
     {"every size is 0 B although PGs are there: the manager had no statistics"}},
    {"osd-df/11-jewel-json-with-minus-nan", {"osd.4 reports nothing: out"}},
    {"osd-metadata/05-osds-never-booted",
     {"osd.8 and osd.9 have no metadata", "the DB device of osd.7 calls itself rotational"}},
    {"osd-tree/04-racks-two-roots-down-out-stray-json",
     {"osd.6 is down and out", "osd.7 is in no CRUSH bucket", "host node9 holds no OSD"}},
    {"osd-tree/06-firefly-tabs",
     {"no device class in this release",
      "50 % of the weight sits on node1: with three copies on different hosts it cannot all be "
      "used"}},
    {"osd-tree/07-jewel-with-down-osds", {"osd.4 and osd.5 are down and out"}},
    {"osd-tree/08-luminous-custom-class-datacenters-destroyed",
     {"osd.6 is destroyed", "class 10k is not one that the planner knows"}},
    {"osd-tree/09-no-osd-yet", {"no OSD in the tree"}},
    {"osd-tree/10-all-weights-zero",
     {"all CRUSH weights are 0 (disks under 5 GiB): sizes must come from elsewhere"}},
    {"pool-ls-detail/02-six-pools-json",
     {"pool scratch has one copy only",
      "pool two has size 2 and min_size 1: data loss is to be expected",
      "pool ec-data: k=2 m=1, min_size 2 = k"}},
    {"rados-bench/06-forty-milliseconds-min-is-dbl-max", {"rados bench lasted 39.7 ms"}},
    {"rados-bench/10-interrupted-no-summary",
     {"no summary: the run was interrupted; the figures are those of its last row"}},
    {"rados-bench/11-read-without-objects", {"Must write data before running a read benchmark"}},
    {"rados-bench/16-jewel-stalled-twice-the-time",
     {"14 whole seconds without a finished operation: the cluster stalled",
      "the run took 20 s instead of 10 s"}},
    {"rados-bench/17-luminous-seq-iops-without-colon", {"rados bench lasted 1.1 s"}},
    {"rados-bench/22-show-time-stopped", {"no summary: the run was interrupted"}},
    {"rbd-bench/03-read-subsecond-genuine", {"rbd bench lasted 292 ms"}},
    {"rbd-bench/07-bench-write-deprecated-line", {"rbd bench lasted 300 ms"}},
    {"rbd-bench/08-no-such-image", {"error opening image nope: (2) No such file or directory"}},
    {"rbd-bench/10-bytes-do-not-match-ops",
     {"1.98 times IOPS x block size (595 x 4096 B = 2.44 MB/s): the two figures contradict"}},
    {"sysbench/03-seqrd-1m", {"15.1 GB/s) from a file set of 64 MiB: page cache"}},
    {"sysbench/04-rndrd-latency-rounded-to-zero",
     {"1190836 reads/s (19.5 GB/s) from a file set of 64 MiB: page cache"}},
    {"sysbench/09-endless-run-no-result",
     {"no result of sysbench in the file: the run was stopped"}},
    {"sysbench/10-fatal-file-size", {"FATAL: Size of file"}},
};

/* -- one case -- */

struct one {
    struct fixture *f;
    const char *name; /* "fio-text/06-bssplit" */
    const struct ynode *expect;
    const struct ynode *tolerances;
    int wrong;
};

static void wrong(struct one *one, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void wrong(struct one *one, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_error("%s: ", one->name);
    char text[1000];
    (void)vsnprintf(text, sizeof text, format, args);
    print_error("%s\n", text);
    va_end(args);
    one->wrong++;
}

static const struct told *find_told(const char *name)
{
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        if (strcmp(told[i].name, name) == 0)
            return &told[i];
    return NULL;
}

static const char *scalar(const struct ynode *map, const char *key)
{
    const struct ynode *node = map == NULL ? NULL : yamldoc_get(map, key);
    return node == NULL || node->kind != YNODE_SCALAR ? NULL : node->text;
}

/* -- tolerances -- */

struct kind {
    const char *key, *tolerance;
};

static const struct kind kinds[] = {{"iops", "iops"},
                                    {"fsyncs_per_s", "iops"},
                                    {"mbps", "mbps"},
                                    {"lat_avg_ms", "lat"},
                                    {"lat_p99_ms", "lat"},
                                    {"lat_p99_ms_between", "lat"},
                                    {"event_lat_avg_ms", "event_lat_avg_ms"},
                                    {"size", "bytes"},
                                    {"used", "bytes"},
                                    {"data", "bytes"},
                                    {"omap", "bytes"},
                                    {"meta", "bytes"},
                                    {"avail", "bytes"},
                                    {"stored", "bytes"},
                                    {"raw_used", "bytes"},
                                    {"max_avail", "bytes"},
                                    {"used_compr", "bytes"},
                                    {"under_compr", "bytes"},
                                    {"use_pct", "pct"},
                                    {"var", "pct"},
                                    {"weight_tib", "weight"},
                                    {"weight_tib_by_class", "weight"}};

static const char *kind_of(const char *key)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].key, key) == 0)
            return kinds[i].tolerance;
    return NULL;
}

static double tolerance(const struct one *one, const char *kind, const char *suffix, double absent)
{
    char key[64];
    (void)snprintf(key, sizeof key, "%s%s", kind, suffix);
    const char *text = scalar(one->tolerances, key);
    return text == NULL ? absent : strtod(text, NULL);
}

static bool is_near(const struct one *one, double got, double wanted, const char *key)
{
    const char *kind = kind_of(key);
    double relative = 1e-6, absolute = 0, off = fabs(got - wanted);
    if (kind != NULL) {
        bool weight = strcmp(kind, "weight") == 0;
        relative = tolerance(one, kind, "", weight ? tolerance(one, "bytes", "", 1e-3) : 1e-6);
        absolute = tolerance(one, kind, "_abs", tolerance(one, kind, "_abs_ms", 0));
    }
    return off <= relative * fabs(wanted) + 1e-12 || off <= absolute;
}

/* -- expected and got -- */

static void compare(struct one *one, const char *path, const char *key, const struct ynode *wanted,
                    const struct jnode *got);

static bool is_null(const struct ynode *node)
{
    return node->plain && (strcmp(node->text, "null") == 0 || node->text[0] == '\0');
}

static void compare_scalar(struct one *one, const char *path, const char *key,
                           const struct ynode *wanted, const struct jnode *got)
{
    char *end;
    double number = strtod(wanted->text, &end), value = jnode_number(got);
    const char *text = jnode_text(got);
    bool same;
    if (is_null(wanted))
        same = text == NULL && isnan(value) && jnode_bool(got) < 0 && !jnode_is_object(got) &&
               !jnode_is_array(got);
    else if (wanted->plain &&
             (strcmp(wanted->text, "true") == 0 || strcmp(wanted->text, "false") == 0))
        same = jnode_bool(got) == (wanted->text[0] == 't');
    else if (wanted->plain && end != wanted->text && *end == '\0')
        same = text == NULL && is_near(one, value, number, key);
    else
        same = text != NULL && strcmp(text, wanted->text) == 0;
    if (!same)
        wrong(one, "%s is %s%.10g, wanted %s", path, text == NULL ? "" : text, value, wanted->text);
}

static void compare_map(struct one *one, const char *path, const char *key,
                        const struct ynode *wanted, const struct jnode *got)
{
    if (!jnode_is_object(got)) {
        wrong(one, "%s is no object", path);
        return;
    }
    for (int i = 0; i < wanted->n; i++) {
        const char *name = wanted->keys[i]->text;
        const char *inner = suite_text(one->f, "%s.%s", path, name);
        compare(one, inner, kind_of(name) == NULL && kind_of(key) != NULL ? key : name,
                wanted->items[i], jnode_get(got, name));
    }
}

static void compare(struct one *one, const char *path, const char *key, const struct ynode *wanted,
                    const struct jnode *got)
{
    if (wanted->kind == YNODE_SCALAR) {
        compare_scalar(one, path, key, wanted, got);
    } else if (wanted->kind == YNODE_MAP) {
        compare_map(one, path, key, wanted, got);
    } else {
        if (!jnode_is_array(got) || jnode_count(got) != (size_t)wanted->n)
            wrong(one, "%s has %zu members, wanted %d", path, jnode_count(got), wanted->n);
        for (int i = 0; i < wanted->n; i++)
            compare(one, suite_text(one->f, "%s[%d]", path, i), key, wanted->items[i],
                    jnode_at(got, (size_t)i));
    }
}

/* Keys that are no figures of the output. */
static bool is_about_the_case(const char *key)
{
    static const char *const keys[] = {"format", "input", "tool",     "tool_version",
                                       "source", "tol",   "trap",     "warn",
                                       "error",  "units", "optional", "may_refuse"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static void check_told(struct one *one, const struct import *import)
{
    const struct ynode *warn = yamldoc_get(one->expect, "warn");
    const struct told *words = find_told(one->name);
    int n = warn == NULL ? 0 : warn->kind == YNODE_SEQ ? warn->n : 1;
    for (int i = 0; i < n; i++) {
        const char *fragment = words == NULL || i >= 3 ? NULL : words->fragments[i];
        bool found = false;
        for (int k = 0; fragment != NULL && k < import->n_messages; k++)
            found = found || strstr(import->messages[k].text, fragment) != NULL;
        if (!found)
            wrong(one, "not told: %s",
                  fragment != NULL ? fragment : "(no words for this warning in the table)");
    }
}

static void check_refused(struct one *one, const struct err *err)
{
    const struct told *words = find_told(one->name);
    if (yamldoc_get(one->expect, "may_refuse") != NULL)
        return;
    if (strcmp(scalar(one->expect, "outcome"), "error") != 0)
        wrong(one, "refused: %s", err->text);
    else if (err->kind != ERR_INPUT)
        wrong(one, "an error of another kind: %s", err->text);
    else if (words == NULL || strstr(err->text, words->fragments[0]) == NULL)
        wrong(one, "refused with other words: %s", err->text);
}

static void check_case(struct fixture *f, const char *path, int *n_wrong)
{
    struct filetext text;
    struct ynode *root = NULL;
    struct err err = ERR_INIT;
    struct import import;
    if (!filetext_read(&f->arena, path, &text, &err) ||
        !yamldoc_parse(&f->arena, &text, &root, &err))
        fail_msg("%s", err.text);
    size_t folder = (size_t)(strrchr(path, '/') - path), prefix = strlen("tests/cases/");
    struct one one = {.f = f, .expect = root, .tolerances = yamldoc_get(root, "tol")};
    one.name =
        suite_text(f, "%.*s", (int)(strlen(path) - strlen(".expect.yaml") - prefix), path + prefix);
    const char *input = suite_text(f, "%.*s/%s", (int)folder, path, scalar(root, "input"));
    import_init(&import, &f->arena);
    if (!import_run(&import, &input, 1, &err)) {
        check_refused(&one, &err);
    } else if (strcmp(scalar(root, "outcome"), "error") == 0) {
        wrong(&one, "was not refused");
    } else {
        const struct jnode *json = import_json(one.f, &import);
        for (int i = 0; i < root->n; i++) {
            const char *key = root->keys[i]->text;
            if (!is_about_the_case(key))
                compare(&one, key, key, root->items[i], jnode_get(json, key));
        }
        check_told(&one, &import);
    }
    *n_wrong += one.wrong;
}

/* -- tests -- */

static void every_case_is_read_as_expected(void **state)
{
    glob_t found;
    int n_wrong = 0;
    assert_int_equal(glob("tests/cases/*/*.expect.yaml", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 157);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct fixture *f;
        void *inner = NULL;
        assert_int_equal(suite_setup(&inner), 0);
        f = inner;
        check_case(f, found.gl_pathv[i], &n_wrong);
        assert_int_equal(suite_teardown(&inner), 0);
    }
    globfree(&found);
    (void)state;
    assert_int_equal(n_wrong, 0);
}

/* A row of the table whose case is gone would never be noticed. */
static void every_word_belongs_to_a_case(void **state)
{
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        const char *path =
            suite_text((struct fixture *)*state, "tests/cases/%s.expect.yaml", told[i].name);
        FILE *file = fopen(path, "r");
        if (file == NULL)
            fail_msg("%s: no such case", told[i].name);
        assert_int_equal(fclose(file), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(every_case_is_read_as_expected),
                                       SUITE_TEST(every_word_belongs_to_a_case)};
    return suite_run("import: cases", tests, sizeof tests / sizeof tests[0]);
}
