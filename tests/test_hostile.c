/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Half a megabyte of malice is refused within 100 ms of processor time and 64 MB, of bulk (as large
 * as it looks, and refused at its end) within 500 ms; a large honest document is read within a
 * second. */
#include "support/child.h"
#include "support/many_hosts.h"
#include "support/scratch.h"
#include "support/suite.h"

#include "load/load.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define HEADER "cephplan: cluster/1\n"
#define LONG_TEXT "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"

enum { TEXT_B = 500000, PIECE_B = 200, MEMORY_MAX_B = 64000000 };

/* The head, then the pattern over and over with `#` counted up, then the tail. */
struct hostile {
    const char *name, *head, *pattern, *tail;
    bool bulk;
};

static const struct hostile hostile[] = {
    {"nested lists", "", "[", "", false},
    {"nested mappings", "", "{a: ", "", false},
    {"nested blocks", "", "- ", "", false},
    {"nested keys", "", "? ", "", false},
    {"lists and mappings in turn", "", "[{a: ", "", false},
    {"anchors", HEADER "a: [", "&a# x, ", "]", false},
    {"anchors with one beginning", HEADER "a: [", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa# x, ",
     "]", false},
    {"one anchor over and over", "[", "&a x, ", "", false},
    {"aliases", HEADER "b: &b x\na: [", "*b, ", "]", false},
    {"aliases of many anchors", HEADER "a: [", "&a# x, *a#, ", "]", false},
    {"aliases of nothing", "[&a x, ", "*a, *b, ", "", false},
    {"aliases in a circle", "&a [", "*a, ", "", false},
    {"tag directives", "", "%TAG !a#! tag:x,2000:\n", "", false},
    {"other directives", "", "%X# y\n", "", false},
    {"one long word", "", LONG_TEXT, "", false},
    {"one long key", HEADER "? ", LONG_TEXT, "\n: x\n", false},
    {"one long quoted key", HEADER "? \"", LONG_TEXT, "\"\n: x\n", false},
    {"one long name", HEADER "balancer: ", LONG_TEXT, "\n", false},
    {"one long device", HEADER "hosts: [{osds: [{device: ", LONG_TEXT, "}]}]\n", false},
    {"one long device path", HEADER "hosts: [{osds: [{device: ", LONG_TEXT, ".yaml}]}]\n", false},
    {"one long number", HEADER "osds_total: ", "111111111111111111111111", "\n", false},
    {"one long quantity", HEADER "network: {public: ", "1111111111+1111111111+", "}\n", false},
    {"one long anchor", "&", LONG_TEXT, " x", false},
    {"one long alias", "*", LONG_TEXT, "", false},
    {"one long tag", "!", LONG_TEXT, " x", false},
    {"one long comment", "# ", LONG_TEXT, "", false},
    {"quotes", "", "\"\" ", "", false},
    {"colons", "", ": ", "", false},
    {"commas", "[", ",", "", false},
    {"documents", "", "---\n", "", false},
    {"tabs", "", "\t", "", false},
    {"line ends", "", "\n", "", false},
    {"bad bytes", "", "\xC3(", "", false},
    {"one key over and over", "{", "a: , ", "}", true},
    {"many keys", HEADER, "k#: v\n", "", true},
    {"long keys", HEADER, LONG_TEXT "#: v\n", "", true},
    {"pools of one name", HEADER "pools:\n", "- {name: a}\n", "", true},
    {"pools of many names", HEADER "pools:\n", "- {name: a#}\n", "- {name: a7}\n", true},
    {"loads on one pool", HEADER "pools: [{name: a}]\nworkloads:\n",
     "- {rw: read, bs: 4k, pool: a}\n", "- {rw: read, bs: 4k, pool: b}\n", true},
    {"hosts without end", HEADER "hosts:\n", "- {count: 9999999}\n", "", true},
    {"devices like one", HEADER "hosts: [{osds: [\n", "{device: {like: class-hdd-7200}},\n",
     "{device: x}]}]\n", true},
    {"devices of the catalogue", HEADER "hosts: [{osds: [\n", "{device: class-hdd-7200},\n",
     "{device: x}]}]\n", true},
    {"racks", HEADER "hosts: [{rack: [", "a,", "b], count: 7}]\n", true},
    {"rows that are none", HEADER "measured: [", "1,", "]\n", true},
};

static int put(char *text, const char *pattern, int count)
{
    int length = 0;
    for (const char *p = pattern; *p != '\0'; p++) {
        if (*p == '#')
            length += snprintf(text + length, PIECE_B, "%d", count);
        else
            text[length++] = *p;
    }
    text[length] = '\0';
    return length;
}

static void fill(const struct hostile *row, char *text)
{
    int length = put(text, row->head, 0);
    for (int i = 0; length < TEXT_B - 2 * PIECE_B; i++)
        length += put(text + length, row->pattern, i);
    (void)put(text + length, row->tail, 0);
}

/* 0 when the text is refused as it should be. */
static int refuse(const struct hostile *row, const char *yaml)
{
    struct arena arena;
    struct loader loader;
    struct filetext text = {"t", yaml, strlen(yaml)};
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    char message[160];
    arena_init(&arena, NULL);
    catalogue_loader(catalogue_new(&arena, NULL), &loader);
    double start = scratch_seconds();
    bool read = load_cluster_text(&loader, &text, &cluster, &err);
    double took = scratch_seconds() - start;
    err_format(&err, message, sizeof message);
    print_message("    %4.0f ms %5.1f MB  %-28s %.70s\n", 1e3 * took, (double)arena.used_B / 1e6,
                  row->name, message);
    bool small = arena.used_B < MEMORY_MAX_B,
         soon = took < (row->bulk ? 0.5 : 0.1) * scratch_slowness();
    arena_free(&arena);
    return read ? 1 : err.kind != ERR_INPUT && err.kind != ERR_IO ? 2 : !small ? 3 : !soon ? 4 : 0;
}

/* In a process of its own, so that the memory of libyaml counts too. */
static int refuse_apart(const struct hostile *row, const char *yaml)
{
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int wrong = refuse(row, yaml);
        (void)fflush(NULL);
        child_exit(wrong);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static void malice_is_refused_soon_and_small(void **state)
{
    struct fixture *f = *state;
    static const char *const why[] = {"", "read", "of another kind", "large", "slow"};
    char *text = arena_alloc(&f->arena, TEXT_B + 2 * PIECE_B);
    int wrong = 0;
    for (size_t i = 0; i < N_OF(hostile); i++) {
        fill(&hostile[i], text);
        int status = refuse_apart(&hostile[i], text);
        if (status != 0)
            print_error("%s: %s\n", hostile[i].name, status < 0 ? "crashed" : why[status]);
        wrong += status != 0;
    }
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
    print_message("    %ld kB at most\n", used.ru_maxrss);
    assert_int_equal(wrong, 0);
    assert_true(scratch_slowness() > 1 || used.ru_maxrss < MEMORY_MAX_B / 1000);
}

/* Within a second of processor time, and in memory that a small machine has. */
static void ten_thousand_host_groups_load_within_a_second(void **state)
{
    struct fixture *f = *state;
    enum { GROUPS = 10000, EACH_MAX_B = 12000 };
    size_t size = 0;
    const char *yaml = many_hosts(&f->arena, GROUPS, &size);
    size_t before = f->arena.used_B;
    double start = scratch_seconds();
    const struct cluster *cluster = suite_cluster_text(f, yaml);
    double took = scratch_seconds() - start;
    size_t used = f->arena.used_B - before;
    print_message("    %zu bytes, %.0f ms, %.1f MB\n", size, 1e3 * took, (double)used / 1e6);
    assert_int_equal(cluster->n_hosts, GROUPS);
    assert_int_equal(cluster_osds(cluster), GROUPS * 3 * 14);
    assert_string_equal(cluster->hosts[GROUPS - 1].name, "group9999");
    assert_true(took < 1 * scratch_slowness());
    assert_true(used < (size_t)GROUPS * EACH_MAX_B);
}

/* Honest aliases: a thousand groups of one kind of host. */
static void aliases_repeat_what_is_honest(void **state)
{
    struct fixture *f = *state;
    char *yaml = arena_alloc(&f->arena, 100000);
    int length = put(yaml,
                     HEADER "hosts:\n"
                            "- &host {count: 1, cpu: {cores: 8}, osds: [{count: 4, device: "
                            "{class: hdd, measurements: [{rw: read, bs: 4M, iops: 50}]}}]}\n",
                     0);
    for (int i = 1; i < 1000; i++)
        length += put(yaml + length, "- *host\n", i);
    const struct cluster *cluster = suite_cluster_text(f, yaml);
    assert_int_equal(cluster_hosts(cluster), 1000);
    assert_int_equal(cluster_osds(cluster), 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(malice_is_refused_soon_and_small),
        SUITE_TEST(ten_thousand_host_groups_load_within_a_second),
        SUITE_TEST(aliases_repeat_what_is_honest),
    };
    return suite_run("hostile", tests, N_OF(tests));
}
