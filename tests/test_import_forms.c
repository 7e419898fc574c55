/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs in the wrappings that people give them: lists made by jq, parts cut out of a document,
 * quotations in a mail. The same figures come out, and what was cut off is absent. */
#include "support/import.h"

#include <math.h>
#include <string.h>

#define JOB(name, options)                                                                         \
    "{\"jobname\":\"" name "\",\"groupid\":0,\"error\":0,\"job options\":{" options "},\"read\":{" \
    "\"io_bytes\":122880000,\"bw_bytes\":4096000,\"iops\":1000,\"runtime\":30000,\"total_ios\":"   \
    "30000,"                                                                                       \
    "\"lat_ns\":{\"mean\":4000000}}}"
#define RANDREAD "\"rw\":\"randread\",\"bs\":\"4k\",\"iodepth\":\"4\",\"direct\":\"1\""
#define DOCUMENT(jobs) "{\"fio version\":\"fio-3.28\",\"jobs\":[" jobs "]}"
#define BENCH(rate)                                                                                \
    "{\"bytes_written\":1073741824,\"blocksize\":4194304,\"elapsed_sec\":10.0,\"bytes_per_"        \
    "sec\":" rate "}"

/* `n` results, each of 1000 random reads/s of 4 KiB at depth 4. */
static struct import *check_jobs(struct fixture *f, int n, const char *text)
{
    struct import *import = import_words(f, text);
    assert_int_equal(import->n_results, n);
    for (int i = 0; i < n; i++) {
        const struct import_result *r = &import->results[i];
        assert_int_equal(r->rw, RW_RANDREAD);
        assert_true(r->iops_ops == 1000 && r->bs_B == 4096 && r->iodepth == 4);
        assert_true(fabs(r->lat_s - 4e-3) < 1e-9);
    }
    return import;
}

static void a_list_of_documents(void **state)
{
    struct import *import = check_jobs(
        *state, 2, "[" DOCUMENT(JOB("a", RANDREAD)) ",\n" DOCUMENT(JOB("b", RANDREAD)) "]");
    assert_int_not_equal(import->results[0].run, import->results[1].run); /* never added up */
}

static void documents_by_name(void **state)
{
    (void)check_jobs(
        *state, 2,
        "{\"monday\": " DOCUMENT(JOB("a", RANDREAD)) ", \"tuesday\": {\"again\": " DOCUMENT(
            JOB("b", RANDREAD)) "}}");
}

static void osd_benches_by_name(void **state)
{
    struct import *import = import_words(
        *state, "{\"osd.3\": " BENCH("107374182.4") ", \"osd.14\": " BENCH("119304647.1") "}");
    assert_int_equal(import->n_results, 2);
    assert_int_equal(import->results[0].osd, 3);
    assert_int_equal(import->results[1].osd, 14);
}

/* `jq .jobs`: one run still. */
static void jobs_without_their_document(void **state)
{
    struct import *import =
        check_jobs(*state, 2, "[" JOB("a", RANDREAD) "," JOB("a", RANDREAD) "]");
    assert_int_equal(import->results[0].run, import->results[1].run);
    assert_int_equal(import->n_totals, 1);
    assert_true(import->totals[0].iops_ops == 2000);
}

/* `jq '.jobs[0]'`: of two processes, or their sum? Nobody knows. */
static void one_of_two_jobs(void **state)
{
    struct import *import = check_jobs(*state, 1, JOB("a", RANDREAD ",\"numjobs\":\"2\""));
    assert_int_equal(import->results[0].numjobs, FIELD_ABSENT);
}

/* What stood under [global] is not in the job: it has no default then. */
static void a_job_without_its_global_options(void **state)
{
    struct import *import = import_words(*state, JOB("a", "\"iodepth\":\"4\""));
    assert_int_equal(import->n_results, 1);
    assert_int_equal(import->results[0].rw, FIELD_ABSENT);
    assert_true(isnan(import->results[0].bs_B));
    assert_int_equal(import->results[0].direct, FIELD_ABSENT);
    import_must_tell(import, "pattern, block size and queue depth of job 'a' are not in the file");
    import = import_words(*state, DOCUMENT(JOB("a", "\"iodepth\":\"4\"")));
    assert_int_equal(import->results[0].rw, RW_READ); /* fio's defaults: the document is whole */
    assert_true(import->results[0].bs_B == 4096);
}

static void json_quoted_in_a_mail(void **state)
{
    const char *mail =
        "Bob wrote:\n> {\n>   \"fio version\" : \"fio-3.28\",\n>\n>   \"jobs\" : [\n> " JOB(
            "a", RANDREAD) "\n>   ]\n> }\n>\nThanks {Bob}!\n";
    (void)check_jobs(*state, 1, mail);
    (void)check_jobs(
        *state, 2,
        suite_text((struct fixture *)*state, "%s>> %s\n", mail, DOCUMENT(JOB("b", RANDREAD))));
}

/* A quotation that stops in the middle takes nothing of what follows. */
static void half_a_document_in_a_mail(void **state)
{
    (void)check_jobs(*state, 1,
                     "> {\n>   \"fio version\" : \"fio-3.28\",\n>   \"jobs\" : [\n(cut)\n" DOCUMENT(
                         JOB("a", RANDREAD)) "\n");
}

static void what_is_deeper_is_nobodys(void **state)
{
    const char *why =
        import_refused(*state, "{\"a\": {\"b\": {\"c\": " DOCUMENT(JOB("a", RANDREAD)) "}}}");
    assert_non_null(strstr(why, "its first keys are: a"));
}

/* 26.97 operations/s of 32 KiB are printed as 26; the bytes are 27 MiB in 32.032 s. */
static void a_fraction_that_terse_output_cuts_off(void **state)
{
    struct fixture *f = *state;
    const char *zeros = "0;0;0.000000;0.000000", *percentiles = "";
    for (int i = 0; i < 20; i++)
        percentiles = suite_text(f, "%s%d.000000%%=900;", percentiles, 5 * i + 1);
    const char *dir = suite_text(f, "27648;863;26;32032;%s;%s;%s%s;0;0;0.0%%;0.0;0.0", zeros, zeros,
                                 percentiles, "10;20;15.0;1.0");
    const char *none =
        suite_text(f, "0;0;0;0;%s;%s;%s%s;0;0;0.0%%;0.0;0.0", zeros, zeros, percentiles, zeros);
    const char *tail = "1.0%;1.0%;10;0;0;1%;0%;0%;0%;0%;0%;0%";
    for (int i = 0; i < 22; i++)
        tail = suite_text(f, "%s;0.00%%", tail);
    struct import *import = import_words(
        f, suite_text(f,
                      "$ fio --name=j --rw=randread --bs=32k --minimal --filename=/dev/sdb\n"
                      "3;fio-3.33;j;0;0;%s;%s;%s\n",
                      dir, none, tail));
    assert_int_equal(import->n_results, 1);
    suite_close(import->results[0].iops_ops, 27648.0 / 32 / 32.032, 1e-9, "iops");
}

/* Options of a job beside its pattern. `buffered` is the opposite of `direct`; with kb_base=1000
 * `4k` is 4000 bytes. */
static void options_of_a_job(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *options;
        int direct;
        double bs_B;
    } rows[] = {
        {"\"bs\":\"4k\",\"buffered\":\"1\"", 0, 4096},
        {"\"bs\":\"4k\",\"buffered\":\"\"", 0, 4096},
        {"\"bs\":\"4k\",\"buffered\":\"0\"", 1, 4096},
        {"\"bs\":4096,\"direct\":1", 1, 4096},
        {"\"bs\":\"4k\",\"direct\":\"1\",\"kb_base\":\"1000\"", 1, 4000},
        {"\"bs\":\"4k\",\"direct\":\"1\",\"kb_base\":\"1024\"", 1, 4096},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *job = suite_text(
            f,
            "{\"fio version\":\"fio-3.28\",\"jobs\":[{\"jobname\":\"a\",\"groupid\":0,"
            "\"error\":0,\"job options\":{\"rw\":\"randread\",%s},\"read\":{\"io_bytes\":"
            "%.0f,\"bw_bytes\":%.0f,\"iops\":1000,\"runtime\":30000,\"total_ios\":30000}}]}",
            rows[i].options, 30000 * rows[i].bs_B, 1000 * rows[i].bs_B);
        struct import *import = import_words(f, job);
        assert_int_equal(import->n_results, 1);
        assert_int_equal(import->results[0].direct, rows[i].direct);
        suite_close(import->results[0].bs_B, rows[i].bs_B, 0, rows[i].options);
    }
}

/* Zeros that are written are compressed; of what is read, nobody knows what was written before. */
static void jobs_of_zeros(void **state)
{
    const char *text = DOCUMENT(JOB("a", RANDREAD ",\"zero_buffers\":\"1\""));
    assert_false(import_told(import_words(*state, text), "wrote zeros"));
    const char *writes = suite_swap(*state, suite_swap(*state, text, "randread", "randwrite"),
                                    "\"read\":", "\"write\":");
    import_must_tell(import_words(*state, writes), "job 'a' wrote zeros (zero_buffers)");
    const char *honest = suite_swap(*state, writes, ",\"zero_buffers\":\"1\"", "");
    assert_false(import_told(import_words(*state, honest), "wrote zeros"));
}

/* Percentiles under other spellings of 99: fio 2 prints two decimals. */
static void percentiles_of_other_releases(void **state)
{
    struct fixture *f = *state;
    static const char *const ranks[] = {"99.000000", "99.00", "99.0", "99"};
    const char *text = DOCUMENT(JOB("a", RANDREAD));
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        const char *with = suite_text(f,
                                      "\"clat_ns\":{\"mean\":3900000,\"percentile\":{\"95.000000\":"
                                      "5000000,\"%s\":8000000}},\"lat_ns\":",
                                      ranks[i]);
        struct import *import = import_words(f, suite_swap(f, text, "\"lat_ns\":", with));
        suite_close(import->results[0].p99_s, 8e-3, 1e-9, ranks[i]);
    }
}

/* The sizes of dd's manual: c=1, w=2, b=512, kB=1000, K=1024, and products. */
static void sizes_of_dd(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *text;
        double bs_B;
    } rows[] = {{"4096", 4096},  {"8b", 4096},     {"4096c", 4096}, {"2048w", 4096},
                {"4k", 4096},    {"4K", 4096},     {"4KiB", 4096},  {"4kB", 4000},
                {"1M", 1048576}, {"1MB", 1000000}, {"2x4k", 8192},  {"2x8x1b", 8192}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = suite_text(
            f,
            "$ dd if=/dev/zero of=/dev/sdb bs=%s count=1000 oflag=direct\n1000+0 records in\n"
            "1000+0 records out\n%.0f bytes (x) copied, 2 s, %.0f B/s\n",
            rows[i].text, 1000 * rows[i].bs_B, 500 * rows[i].bs_B);
        struct import *import = import_words(f, text);
        assert_int_equal(import->n_results, 1);
        suite_close(import->results[0].bs_B, rows[i].bs_B, 0, rows[i].text);
        suite_close(import->results[0].iops_ops, 500, 1e-9, rows[i].text);
    }
}

static void a_dd_that_filled_the_device(void **state)
{
    struct import *import =
        import_words(*state, "$ dd if=/dev/zero of=/dev/sdb bs=1M oflag=direct\ndd: error writing "
                             "'/dev/sdb': No space left on device\n"
                             "1001+0 records in\n1000+0 records out\n1048576000 bytes (1.0 GB, "
                             "1000 MiB) copied, 10 s, 105 MB/s\n");
    assert_int_equal(import->n_results, 1);
    import_must_tell(import, "dd wrote until the device was full");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(a_list_of_documents),
                                       SUITE_TEST(documents_by_name),
                                       SUITE_TEST(osd_benches_by_name),
                                       SUITE_TEST(jobs_without_their_document),
                                       SUITE_TEST(one_of_two_jobs),
                                       SUITE_TEST(a_job_without_its_global_options),
                                       SUITE_TEST(json_quoted_in_a_mail),
                                       SUITE_TEST(half_a_document_in_a_mail),
                                       SUITE_TEST(what_is_deeper_is_nobodys),
                                       SUITE_TEST(options_of_a_job),
                                       SUITE_TEST(jobs_of_zeros),
                                       SUITE_TEST(percentiles_of_other_releases),
                                       SUITE_TEST(sizes_of_dd),
                                       SUITE_TEST(a_dd_that_filled_the_device),
                                       SUITE_TEST(a_fraction_that_terse_output_cuts_off)};
    return suite_run("import_forms", tests, sizeof tests / sizeof tests[0]);
}
