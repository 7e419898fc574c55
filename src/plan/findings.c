/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/findings.h"

#include "base/units.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const severity_names[] = {"info", "warn", "severe", NULL};

void findings_add(struct findings *findings, const struct finding *finding, const char *what, ...)
{
    char text[600];
    va_list args;
    va_start(args, what);
    (void)vsnprintf(text, sizeof text, what, args);
    va_end(args);
    for (int i = 0; i < findings->n; i++) {
        const struct finding *row = &findings->rows[i];
        if (strcmp(row->id, finding->id) == 0 && strcmp(row->where, finding->where) == 0 &&
            strcmp(row->what, text) == 0)
            return;
    }
    struct finding *row = arena_append(findings->arena, &findings->rows, &findings->n, sizeof *row);
    *row = *finding;
    row->what = arena_copy(findings->arena, text);
}

void findings_sort(struct findings *findings)
{
    /* Insertion keeps equal ones in order; there are few. */
    for (int i = 1; i < findings->n; i++) {
        struct finding row = findings->rows[i];
        int j = i;
        for (; j > 0 && findings->rows[j - 1].severity < row.severity; j--)
            findings->rows[j] = findings->rows[j - 1];
        findings->rows[j] = row;
    }
}

int findings_count(const struct findings *findings, enum severity severity)
{
    int n = 0;
    for (int i = 0; i < findings->n; i++)
        n += findings->rows[i].severity == severity;
    return n;
}

const char *findings_bytes(struct arena *arena, double bytes)
{
    char decimal[40], binary[40];
    units_format(DIM_CAPACITY, bytes, decimal, sizeof decimal);
    units_format_binary(bytes, binary, sizeof binary);
    return arena_printf(arena, "%s (%s)", decimal, binary);
}
