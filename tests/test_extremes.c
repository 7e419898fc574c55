/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents at the ends of what may be said, through every command that computes: each answers, in
 * JSON whose numbers are finite and not negative, and never leaves a rate out; in the other formats
 * without a word for what is no number; and a report can be made of it. The program is $CEPHPLAN.
 */
#include "support/scratch.h"
#include "support/suite.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* -- documents at the ends -----------------------------------------------------------------------
 */

struct corner {
    const char *name, *hosts, *pools;
};

#define OSD(count, device) "osds: [{count: " count ", device: " device "}]"

static const struct corner corners[] = {
    {"one OSD", "[{count: 1, " OSD("1", "class-hdd-7200") "}]", "[{name: p, size: 1}]"},
    {"one OSD on three hosts", "[{count: 3, " OSD("1", "class-nvme-plp-read") "}]",
     "[{name: p, size: 3}]"},
    {"100000 OSDs", "[{count: 2500, " OSD("40", "class-hdd-7200") "}]",
     "[{name: p, size: 3, pg_num: 4194304}]"},
    {"100000 OSDs of flash", "[{count: 10000, " OSD("10", "class-nvme-plp-read") "}]",
     "[{name: p, type: erasure, k: 8, m: 3}]"},
    {"devices of one byte", "[{count: 3, " OSD("2", "{class: hdd, capacity: 1B}") "}]",
     "[{name: p, size: 3}]"},
    {"devices of an exabyte", "[{count: 3, " OSD("2", "{class: nvme, capacity: 1EB}") "}]",
     "[{name: p, size: 3}]"},
    {"a thousand hosts and one",
     "[{count: 1000, " OSD("1", "class-hdd-5400") "}, {count: 1, " OSD("100",
                                                                       "class-sata-ssd-plp") "}]",
     "[{name: p, size: 2}]"},
    {"a wide code", "[{count: 128, " OSD("1", "class-hdd-7200") "}]",
     "[{name: p, type: erasure, k: 64, m: 64}]"},
    {"more copies than hosts", "[{count: 2, " OSD("3", "class-hdd-7200") "}]",
     "[{name: p, size: 5}]"},
    {"slow and fast",
     "[{count: 3, osds: [{count: 1, device: {class: hdd, capacity: 1TB, measurements: [{rw: "
     "randread, bs: 4k, iodepth: 1, iops: 1}]}}, {count: 1, device: {class: nvme, capacity: 1TB, "
     "measurements: [{rw: randread, bs: 4k, iodepth: 256, iops: 20000000}]}}]}]",
     "[{name: p, size: 3}]"},
};

/* Loads at the ends; each document carries all of them. */
static const char loads[] =
    "workloads:\n"
    "  - {rw: randread, bs: 1B, iodepth: 1}\n"
    "  - {rw: randwrite, bs: 1B, iodepth: 10000000}\n"
    "  - {rw: randread, bs: 1GiB, iodepth: 1}\n"
    "  - {rw: randwrite, bs: 1GiB, iodepth: 10000000}\n"
    "  - {rw: write, bs: 1GiB, in_flight: 1}\n"
    "  - {rw: read, bs: 1B, in_flight: 1000000000}\n"
    "  - {rw: randrw, bs: 4k, read: 0%, iodepth: 10000000, numjobs: 1000, clients: 1000}\n"
    "  - {rw: randrw, bs: 4k, read: 100%, iodepth: 1}\n"
    "  - {rw: rw, bs: 1GiB, read: 50%}\n"
    "  - {rw: randread, bs: 4k, rate: 1}\n"
    "  - {rw: randwrite, bs: 1GiB, rate: 1000000000}\n"
    "  - {rw: randwrite, bs: 4k, iodepth: 1, sync: 1}\n";

static const char *write_corner(struct fixture *f, const char *folder, const struct corner *c)
{
    const char *text = suite_text(f, "cephplan: cluster/1\nname: corner\nhosts: %s\npools: %s\n%s",
                                  c->hosts, c->pools, loads);
    return scratch_write(&f->arena, folder, "corner.yaml", text, strlen(text));
}

/* -- what an answer must be ----------------------------------------------------------------------
 */

struct walk {
    const char *command, *corner;
    char path[400];
    int wrong, numbers;
};

static void complain(struct walk *w, const char *what, double value)
{
    if (w->wrong++ < 20)
        print_error("%s, %s: %s is %s (%g)\n", w->corner, w->command, w->path, what, value);
}

/* Changes may be negative; nothing else is. */
static bool may_be_negative(const char *path)
{
    static const char *const keys[] = {".change", ".saving", ".slack", ".difference"};
    for (size_t i = 0; i < N_OF(keys); i++)
        if (strstr(path, keys[i]) != NULL)
            return true;
    return false;
}

/* A rate or its range is always known. */
static bool must_be_known(const char *path)
{
    static const char *const keys[] = {".iops.p10", ".iops.p50", ".iops.p90", ".bandwidth.p50"};
    if (strstr(path, "measured") != NULL || strstr(path, ".models") != NULL)
        return false;
    for (size_t i = 0; i < N_OF(keys); i++)
        if (strstr(path, keys[i]) != NULL)
            return true;
    return false;
}

static void walk_value(struct walk *w, const json_t *value);

static void walk_under(struct walk *w, const char *key, const json_t *value)
{
    size_t length = strlen(w->path);
    (void)snprintf(w->path + length, sizeof w->path - length, ".%s", key);
    walk_value(w, value);
    w->path[length] = '\0';
}

static void walk_value(struct walk *w, const json_t *value)
{
    if (json_is_number(value)) {
        double number = json_number_value(value);
        w->numbers++;
        if (!isfinite(number))
            complain(w, "not finite", number);
        if (number < 0 && !may_be_negative(w->path))
            complain(w, "negative", number);
    } else if (json_is_null(value) && must_be_known(w->path)) {
        complain(w, "unknown", 0);
    } else if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++)
            walk_under(w, "-", json_array_get(value, i));
    } else if (json_is_object(value)) {
        /* jansson wants what it walks to be its own. */
        json_t *copy = json_copy((json_t *)(uintptr_t)value), *item;
        const char *key;
        json_object_foreach(copy, key, item) walk_under(w, key, item);
        json_decref(copy);
    }
}

/* All that a command line says, terminated. */
static const char *said_by(struct fixture *f, const char *line, size_t *size)
{
    enum { MOST = 16 * 1024 * 1024 };
    char *text = arena_alloc(&f->arena, MOST);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    *size = fread(text, 1, MOST - 1, pipe);
    (void)pclose(pipe);
    return text;
}

/* Few draws are enough here, and not every command makes any. */
static const char *draws_of(const char *command)
{
    static const char *const drawn[] = {"estimate", "curve", "compare", "expand", "sweep"};
    for (size_t i = 0; i < N_OF(drawn); i++)
        if (strncmp(command, drawn[i], strlen(drawn[i])) == 0)
            return "--draws 10";
    return "";
}

/* Asks one command of one document; how much is wrong with the answer. */
static int ask(struct fixture *f, const char *command, const char *corner, const char *path)
{
    struct walk w = {.command = command, .corner = corner};
    json_error_t error;
    size_t size = 0;
    const char *line = suite_text(f, "'%s' %s '%s' --format json --quiet %s 2>&1",
                                  getenv("CEPHPLAN"), command, path, draws_of(command));
    const char *said = said_by(f, line, &size);
    json_t *json = json_loadb(said, size, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) {
        print_error("%s, %s: line %d: %s: %.300s\n", corner, command, error.line, error.text, said);
        return 1;
    }
    walk_value(&w, json);
    if (w.numbers == 0 && strncmp(command, "check", 5) != 0)
        complain(&w, "without numbers", 0);
    json_decref(json);
    return w.wrong;
}

static const char *const commands[] = {
    "estimate",
    "estimate --model all",
    "curve",
    "compare rbdbench",
    "expand --add hosts=1",
    "expand --add osds=1",
    "capacity",
    "recover --lose host",
    "recover --lose osd",
    "check",
    "sweep --set network.public=1,400Gbit/s",
};

static bool is_long(void)
{
    const char *cases = getenv("CEPHPLAN_CASES");
    return cases != NULL && atol(cases) >= 10000;
}

static void make_folder(struct fixture *f, char *folder, size_t size)
{
    (void)snprintf(folder, size, "%s", scratch_make(&f->arena));
    if (getenv("CEPHPLAN") == NULL)
        fail_msg("CEPHPLAN is not set; make check-fast sets it");
}

static void every_command_answers_at_the_ends(void **state)
{
    struct fixture *f = *state;
    char folder[400];
    int wrong = 0;
    make_folder(f, folder, sizeof folder);
    for (size_t i = 0; i < N_OF(corners); i++) {
        for (size_t k = 0; k < N_OF(commands); k++) {
            const char *path = write_corner(f, folder, &corners[i]);
            wrong += ask(f, commands[k], corners[i].name, path);
            arena_free(&f->arena);
        }
    }
    scratch_remove(folder);
    assert_int_equal(wrong, 0);
}

/* -- other formats -------------------------------------------------------------------------------
 */

/* Is there a word for what is no number, "nan" or "inf", on its own? */
static const char *no_number(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    for (const char *p = text; *p != '\0'; p++) {
        if (p > text && isalnum((unsigned char)p[-1]))
            continue;
        for (size_t i = 0; i < N_OF(words); i++) {
            size_t n = 0;
            while (words[i][n] != '\0' && tolower((unsigned char)p[n]) == words[i][n])
                n++;
            if (words[i][n] == '\0' && !isalnum((unsigned char)p[n]))
                return p;
        }
    }
    return NULL;
}

/* Is a cell of this CSV negative? Changes may be; they stand in two commands. */
static const char *negative_cell(const char *command, const char *text)
{
    if (strncmp(command, "compare", 7) == 0 || strncmp(command, "expand", 6) == 0)
        return NULL;
    for (const char *p = strstr(text, ",-"); p != NULL; p = strstr(p + 1, ",-"))
        if (isdigit((unsigned char)p[2]))
            return p;
    return NULL;
}

/* Runs a command line whose answer is text; how much is wrong with it. */
static int read_answer(struct fixture *f, const char *command, const char *corner,
                       const char *arguments)
{
    size_t size = 0;
    const char *said = said_by(
        f, suite_text(f, "'%s' %s 2>&1 || echo status $?", getenv("CEPHPLAN"), arguments), &size);
    const char *found = no_number(said);
    if (found == NULL)
        found = strstr(arguments, "--format csv") != NULL ? negative_cell(command, said) : NULL;
    if (found == NULL && strstr(said, "status ") != NULL && strstr(said, "status 1\n") == NULL)
        found = strstr(said, "cephplan: ");
    if (found == NULL && size > 0)
        return 0;
    print_error("%s, %s: %.200s\n", corner, arguments, found == NULL ? "no answer" : found);
    return 1;
}

/* A third of the pairs of command and document, each document in one of the formats; in a long
 * check all in all. */
static void every_format_has_numbers_at_the_ends(void **state)
{
    struct fixture *f = *state;
    static const char *const formats[] = {"text", "csv", "md"};
    bool all = is_long();
    char folder[400];
    int wrong = 0;
    make_folder(f, folder, sizeof folder);
    for (size_t i = 0; i < N_OF(corners); i++) {
        for (size_t k = 0; k < N_OF(commands); k++) {
            const char *path = write_corner(f, folder, &corners[i]);
            for (size_t n = 0; n < N_OF(formats); n++)
                if (all || (n == i % N_OF(formats) && (i + k) % 3 == 0))
                    wrong +=
                        read_answer(f, commands[k], corners[i].name,
                                    suite_text(f, "%s '%s' --format %s --quiet %s", commands[k],
                                               path, formats[n], draws_of(commands[k])));
            arena_free(&f->arena);
        }
    }
    scratch_remove(folder);
    assert_int_equal(wrong, 0);
}

/* Documents as Markdown, which also has the words of its charts, and one of them in each of the
 * other forms. */
static void a_report_is_made_at_the_ends(void **state)
{
    struct fixture *f = *state;
    char folder[400];
    int wrong = 0;
    make_folder(f, folder, sizeof folder);
    for (size_t i = 0; i < N_OF(corners); i++) {
        const char *path = write_corner(f, folder, &corners[i]);
        if (i % 3 == 0 || is_long())
            wrong += read_answer(
                f, "report", corners[i].name,
                suite_text(f, "report '%s' --format md --draws 10 --quiet --today 2026-12-01",
                           path));
        if (i < 2)
            wrong += read_answer(
                f, "report", corners[i].name,
                suite_text(f,
                           "report '%s' -o '%s/a.%s' --draws 10 --quiet && cat '%s/a.%s' | tr -d "
                           "'\\0' | sed 's/^stream.*//;s/[^ -~]//g' | head -c %d",
                           path, folder, i == 0 ? "html" : "pdf", folder, i == 0 ? "html" : "pdf",
                           i == 0 ? 10000000 : 5));
        arena_free(&f->arena);
    }
    scratch_remove(folder);
    assert_int_equal(wrong, 0);
}

/* -- needs and records ---------------------------------------------------------------------------
 */

static const char need[] =
    "cephplan: need/1\n"
    "name: corner\n"
    "usable: %s\n"
    "workloads:\n"
    "  - {name: a, rw: randread, bs: 1B, iodepth: 1, clients: 1, iops: %s}\n"
    "  - {name: b, rw: randwrite, bs: 1GiB, iodepth: 10000000, clients: 1000, iops: %s}\n"
    "limits: {max_hosts: 1000}\n"
    "choices:\n"
    "  hosts: [{name: h, cpu: {cores: 1, threads: 1}, ram: 1TiB, price: 1 EUR, bays: 100}]\n"
    "  devices: [{device: {like: class-hdd-7200, capacity: 1TB, price: 1 EUR}}]\n"
    "  networks: [{public: 1Gbit/s}]\n"
    "  schemes: [{size: 3}]\n";

static const char record[] =
    "cephplan: cluster/1\n"
    "name: corner\n"
    "source: {title: made up, year: 2020}\n"
    "quality: A\n"
    "hosts: [{count: 3, osds: [{count: 2, device: class-hdd-7200}]}]\n"
    "pools: [{name: p, size: 3}]\n"
    "measured:\n"
    "  - {rw: randread, bs: 1B, iodepth: 1, iops: 1}\n"
    "  - {rw: randwrite, bs: 1GiB, iodepth: 10000000, iops: 1000000000}\n"
    "  - {rw: randread, bs: 1B, in_flight: 1000000000, iops: 1000000000}\n";

static void needs_and_records_at_the_ends(void **state)
{
    struct fixture *f = *state;
    static const char *const sizes[][2] = {{"1B", "1"}, {"1PB", "1"}, {"1EB", "1000000000"}};
    char folder[400];
    int wrong = 0;
    make_folder(f, folder, sizeof folder);
    for (size_t i = 0; i < N_OF(sizes); i++) {
        const char *text = suite_text(f, need, sizes[i][0], sizes[i][1], sizes[i][1]);
        const char *path = scratch_write(&f->arena, folder, "need.yaml", text, strlen(text));
        wrong += ask(f, "size --draws 10", sizes[i][0], path);
    }
    const char *path = scratch_write(&f->arena, folder, "record.yaml", record, strlen(record));
    wrong += ask(f, "validate --draws 10", "a record", path);
    scratch_remove(folder);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(every_command_answers_at_the_ends),
        SUITE_TEST(every_format_has_numbers_at_the_ends),
        SUITE_TEST(a_report_is_made_at_the_ends),
        SUITE_TEST(needs_and_records_at_the_ends),
    };
    return suite_run("extremes", tests, N_OF(tests));
}
