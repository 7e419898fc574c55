/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: n <= CELLS_MAX and every cell is terminated. */
#include "load/import_cells.h"

#include "base/units.h"
#include "load/textscan.h"

#include <math.h>
#include <string.h>

enum { ABSENT_COLUMN = -1 };

static bool is_unit(const char *word, size_t n)
{
    static const char *const units[] = {"B",  "KiB", "MiB", "GiB", "TiB", "PiB",  "EiB", "kB",
                                        "KB", "MB",  "GB",  "TB",  "PB",  "EB",   "k",   "K",
                                        "M",  "G",   "T",   "P",   "E",   "bytes"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i]) == n && strncmp(units[i], word, n) == 0)
            return true;
    return false;
}

static void add(struct cells *cells, const char *word, size_t n, int column)
{
    if (cells->n == CELLS_MAX)
        return;
    n = n < CELL_B - 1 ? n : CELL_B - 1;
    memcpy(cells->text[cells->n], word, n);
    cells->text[cells->n][n] = '\0';
    cells->column[cells->n++] = column;
}

/* Passes blanks; counts columns and notes whether there was more than one. */
static const char *skip(const char *p, int *column, bool *spread)
{
    const char *start = p;
    for (; *p == ' ' || *p == '\t'; p++)
        *column += *p == '\t' ? 4 : 1;
    if (p - start >= 2 || (p > start && *start == '\t'))
        *spread = true;
    return p;
}

void cells_split(const char *line, struct cells *cells)
{
    int column = 0;
    *cells = (struct cells){.n = 0};
    for (const char *p = skip(line, &column, &cells->spread); *p != '\0' && cells->n < CELLS_MAX;) {
        size_t n = strcspn(p, " \t");
        char *before = cells->n > 0 ? cells->text[cells->n - 1] : NULL;
        if (before != NULL && cell_is_number(before) && is_unit(p, n) &&
            strlen(before) + n < CELL_B - 2) {
            size_t used = strlen(before);
            memcpy(before + used, p, n);
            before[used + n] = '\0';
        } else {
            add(cells, p, n, column);
        }
        column += (int)n;
        p = skip(p + n, &column, &cells->spread);
    }
}

static size_t pair_length(const char *p, const char *const *pairs)
{
    for (size_t i = 0; pairs[i] != NULL; i++) {
        size_t n = strlen(pairs[i]);
        if (strncmp(p, pairs[i], n) == 0 && (p[n] == ' ' || p[n] == '\t' || p[n] == '\0'))
            return n;
    }
    return strcspn(p, " \t");
}

void cells_split_head(const char *line, const char *const *pairs, struct cells *cells)
{
    int column = 0;
    *cells = (struct cells){.n = 0};
    for (const char *p = skip(line, &column, &cells->spread); *p != '\0' && cells->n < CELLS_MAX;) {
        size_t n = pair_length(p, pairs);
        add(cells, p, n, column);
        column += (int)n;
        p = skip(p + n, &column, &cells->spread);
    }
}

int cells_find(const struct cells *head, const char *name)
{
    for (int i = 0; i < head->n; i++)
        if (strcmp(head->text[i], name) == 0)
            return i;
    return ABSENT_COLUMN;
}

double cell_value(const char *cell)
{
    const char *p = cell;
    double value;
    return text_number(&p, &value) && *p == '\0' ? value : UNKNOWN;
}

bool cell_is_number(const char *cell)
{
    return isfinite(cell_value(cell));
}

double cell_size(const char *cell)
{
    const char *p = cell;
    double value;
    if (!text_number(&p, &value))
        return UNKNOWN;
    p = text_skip_blanks(p);
    value *= text_binary_prefix(&p);
    p += *p == 'i' ? 1 : 0;
    if (*p == 'B' || *p == 'b')
        p++;
    return *p == '\0' || strcmp(p, "ytes") == 0 ? value : UNKNOWN;
}

double cell_count(const char *cell)
{
    static const char letters[] = "kMGTPE";
    const char *p = cell;
    double value;
    if (!text_number(&p, &value))
        return UNKNOWN;
    const char *at = *p == '\0' ? NULL : strchr(letters, *p == 'K' ? 'k' : *p);
    if (at != NULL) {
        value *= pow(1000, (double)(at - letters) + 1);
        p++;
    }
    return *p == '\0' ? value : UNKNOWN;
}
