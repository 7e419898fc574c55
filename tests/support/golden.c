/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_golden(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        fail_msg("cannot write %s", path);
}

static char *read_golden(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s is missing; GOLDEN=write makes it", path);
    size_t size = 0, capacity = 1 << 20;
    char *text = malloc(capacity);
    assert_non_null(text);
    size = fread(text, 1, capacity - 1, file);
    text[size] = '\0';
    (void)fclose(file);
    return text;
}

/* The 1-based line in which two texts differ first. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a == *b && *a != '\0'; a++, b++)
        line += *a == '\n';
    return line;
}

static void print_line(const char *who, const char *text, int line)
{
    for (int i = 1; i < line && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    if (text != NULL)
        print_error("%s: %.*s\n", who, (int)strcspn(text, "\n"), text);
}

void golden_compare(const char *name, const char *text)
{
    char path[512];
    (void)snprintf(path, sizeof path, "tests/golden/%s", name);
    const char *mode = getenv("GOLDEN");
    if (mode != NULL && strcmp(mode, "write") == 0) {
        write_golden(path, text);
        return;
    }
    char *want = read_golden(path);
    bool same = strcmp(want, text) == 0;
    int line = first_difference(want, text);
    if (!same) {
        print_line("want", want, line);
        print_line("have", text, line);
    }
    free(want);
    if (!same)
        fail_msg("%s differs from line %d on", path, line);
}
