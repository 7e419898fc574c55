/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every file of tests/bad is refused at the place and in the words that its first line states:
 * `# expect: LINE:COL: a part of the message`, where ` ... ` stands for anything. A file whose name
 * begins with `device-` or `need-` is read as such, any other as a cluster. */
#include "support/suite.h"

#include "load/need_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/bad"

enum { FILES_MAX = 1000, MEMORY_MAX_B = 64 * 1000 * 1000 };

struct expectation {
    int line, col;
    char part[700];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the folder's files, sorted. */
static int list_files(struct arena *arena, const char **names)
{
    int n = 0;
    DIR *dir = opendir(FOLDER);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strstr(entry->d_name, ".yaml") == NULL)
            continue;
        assert_true(n < FILES_MAX);
        names[n++] = arena_copy(arena, entry->d_name);
    }
    (void)closedir(dir);
    qsort(names, (size_t)n, sizeof *names, by_text);
    return n;
}

static bool read_expectation(const char *path, struct expectation *expected)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    int fields =
        fscanf(file, "# expect: %d:%d: %699[^\n]", &expected->line, &expected->col, expected->part);
    assert_int_equal(fclose(file), 0);
    return fields == 3;
}

/* Do the parts between ` ... ` stand in the text, in their order? */
static bool holds(const char *text, const char *parts)
{
    char part[700];
    (void)snprintf(part, sizeof part, "%s", parts);
    char *gap = strstr(part, " ... ");
    if (gap != NULL)
        *gap = '\0';
    const char *found = strstr(text, part);
    if (found == NULL || gap == NULL)
        return found != NULL;
    return holds(found + strlen(part), gap + strlen(" ... "));
}

/* 1 when the file is not refused as it says. */
static int check_file(const char *name)
{
    struct arena arena;
    struct loader loader;
    struct cluster *cluster = NULL;
    struct device *device = NULL;
    struct need *need = NULL;
    struct expectation expected;
    struct err err = ERR_INIT;
    char text[2048] = "was read", wanted[1024];
    arena_init(&arena, NULL);
    catalogue_loader(catalogue_new(&arena, NULL), &loader);
    const char *path = arena_printf(&arena, FOLDER "/%s", name);
    bool stated = read_expectation(path, &expected);
    bool read = strncmp(name, "device-", 7) == 0 ? load_device(&loader, path, &device, &err)
                : strncmp(name, "need-", 5) == 0 ? load_need(&loader, path, &need, &err)
                                                 : suite_load(&loader, path, &cluster, &err);
    if (!read)
        err_format(&err, text, sizeof text);
    (void)snprintf(wanted, sizeof wanted, "%s:%d:%d: ", path, expected.line, expected.col);
    bool placed = strncmp(text, wanted, strlen(wanted)) == 0;
    bool worded = holds(text, expected.part);
    bool advised = strstr(text, "; allowed") != NULL || strstr(text, "; needed: ") != NULL;
    bool small = arena.used_B < MEMORY_MAX_B;
    arena_free(&arena);
    if (stated && !read && err.kind == ERR_INPUT && placed && worded && advised && small)
        return 0;
    print_error("%s\n  expected: %s%s\n", text, wanted, expected.part);
    return 1;
}

static void every_bad_file_is_refused_as_it_says(void **state)
{
    struct fixture *f = *state;
    static const char *names[FILES_MAX];
    int n = list_files(&f->arena, names), wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += check_file(names[i]);
    assert_true(n >= 190);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(every_bad_file_is_refused_as_it_says),
    };
    return suite_run("bad", tests, sizeof tests / sizeof tests[0]);
}
