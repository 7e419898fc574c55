/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An estimate says the same as text, Markdown, CSV and JSON, over random clusters: CSV to the last
 * digit of JSON, text and Markdown read back to what their three digits can hold. */
#include "support/scratch.h"
#include "support/trial.h"

#include "base/num.h"
#include "cli/program.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, CELL_B = 200, RANGES = 4, PARTS = 3 };

/* Columns of the table: load, model, four ranges, bound, next bound. */
static const char *const range_keys[RANGES] = {"iops", "bandwidth", "mean", "p99"};
static const enum dim range_dims[RANGES] = {DIM_OPS, DIM_RATE, DIM_TIME, DIM_TIME};
enum { FIRST_RANGE = 2, BOUND = 6, NEXT_BOUND = 7 };

static const char *folder; /* of this program's run */

/* -- asking -------------------------------------------------------------------------------------
 */

static const char *read_whole(struct trial *t, const char *path)
{
    struct filetext text;
    struct err err = ERR_INIT;
    if (!filetext_read(&t->arena, path, &text, &err))
        trial_fail(t, &t->cluster, "%s", err.text);
    return text.data;
}

/* The answer of `estimate` to the document at `path`. */
static const char *answer_as(struct trial *t, const char *path, const char *format)
{
    char *out = arena_printf(&t->arena, "%s/answer", folder);
    char *arguments[] = {"cephplan", "estimate", (char *)(uintptr_t)path,
                         "--draws",  "10",       "--format",
                         NULL,       "-o",       out,
                         "--quiet",  NULL};
    arguments[6] = (char *)(uintptr_t)format;
    assert_int_equal(setenv("COLUMNS", "1000", 1), 0); /* a row stands on one line */
    int status = program_run(10, arguments);
    if (status != 0)
        trial_fail(t, &t->cluster, "status %d as %s", status, format);
    return read_whole(t, out);
}

/* -- what each format says ----------------------------------------------------------------------
 */

struct said {
    double range[RANGES][PARTS]; /* NaN: not known */
    char bound[CELL_B], next[CELL_B];
};

static const json_t *range_of(const json_t *estimate, int i)
{
    const json_t *holder = i < 2 ? estimate : json_object_get(estimate, "latency");
    return json_object_get(holder, range_keys[i]);
}

static void read_json(struct trial *t, const char *text, struct said *said)
{
    static const char *const parts[PARTS] = {"p10", "p50", "p90"};
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const json_t *estimates = json_object_get(root, "estimates");
    if (json_array_size(estimates) != 1)
        trial_fail(t, &t->cluster, "JSON: %zu estimates", json_array_size(estimates));
    const json_t *e = json_array_get(estimates, 0);
    for (int i = 0; i < RANGES; i++) {
        for (int k = 0; k < PARTS; k++) {
            const json_t *part = json_object_get(range_of(e, i), parts[k]);
            said->range[i][k] = json_is_number(part) ? json_number_value(part) : (double)NAN;
        }
    }
    (void)snprintf(said->bound, CELL_B, "%s", json_string_value(json_object_get(e, "bound")));
    (void)snprintf(said->next, CELL_B, "%s", json_string_value(json_object_get(e, "next_bound")));
    json_decref(root);
}

/* The cells of the second line; only the first one, the load's title, may stand in quotes. */
static void read_csv(struct trial *t, const char *text, struct said *said)
{
    const char *p = strchr(text, '\n');
    if (p == NULL)
        trial_fail(t, &t->cluster, "CSV without rows");
    p++;
    if (*p == '"')
        for (p++; *p == '"' ? *++p == '"' : *p != '\0'; p++)
            ;
    for (int c = 0; c < 2; c++)
        p = strchr(p, ',') + 1;
    for (int i = 0; i < RANGES; i++) {
        for (int k = 0; k < PARTS; k++) {
            char *end = NULL;
            said->range[i][k] = *p == ',' ? (double)NAN : strtod(p, &end);
            p = (*p == ',' ? p : end) + 1;
        }
    }
    if (sscanf(p, "%199[^,],%199[^\r\n]", said->bound, said->next) != 2)
        trial_fail(t, &t->cluster, "CSV without bounds: %s", p);
}

static void trim(char *text)
{
    size_t start = strspn(text, " "), n = strlen(text + start);
    memmove(text, text + start, n + 1);
    while (n > 0 && text[n - 1] == ' ')
        text[--n] = '\0';
}

/* What has no figure in JSON: nothing, or no end. */
static bool is_figure(const char *word)
{
    return *word != '\0' && strcmp(word, "two modes") != 0 && strcmp(word, "unlimited") != 0;
}

/* "4.81 ms .. 12 ms .. 30 ms"; one figure stands for three that are equal. */
static void read_range(struct trial *t, enum dim dim, char *cell, double *parts)
{
    char *at = cell;
    int n = 0;
    parts[0] = parts[1] = parts[2] = (double)NAN;
    for (; n < PARTS && at != NULL; n++) {
        struct err err = ERR_INIT;
        char *next = strstr(at, "..");
        if (next != NULL)
            *next = '\0';
        trim(at);
        /* A latency of more than a day is told in days, which no input would say. */
        if (dim == DIM_TIME && *at != '\0' && strchr("dwy", at[strlen(at) - 1]) != NULL)
            dim = DIM_DURATION;
        if (is_figure(at) && !units_parse(dim, at, &parts[n], &err))
            trial_fail(t, &t->cluster, "'%s': %s", at, err.text);
        at = next == NULL ? NULL : next + 2;
    }
    if (n == 1)
        parts[1] = parts[2] = parts[0];
}

static void read_cells(struct trial *t, char cells[COLUMNS][CELL_B], struct said *said)
{
    for (int c = 0; c < COLUMNS; c++)
        trim(cells[c]);
    for (int i = 0; i < RANGES; i++)
        read_range(t, range_dims[i], cells[FIRST_RANGE + i], said->range[i]);
    (void)snprintf(said->bound, CELL_B, "%s", cells[BOUND]);
    (void)snprintf(said->next, CELL_B, "%s", cells[NEXT_BOUND]);
}

/* The row below the ruler; a backslash guards a bar. */
static void read_markdown(struct trial *t, const char *text, struct said *said)
{
    char cells[COLUMNS][CELL_B] = {{0}};
    const char *p = strstr(text, "\n|---");
    p = p == NULL ? NULL : strchr(p + 1, '\n');
    if (p == NULL)
        trial_fail(t, &t->cluster, "Markdown without a table");
    p += 2;
    for (int c = 0; c < COLUMNS; c++, p++)
        for (int n = 0; *p != '|' && *p != '\n'; p++) {
            p += *p == '\\';
            if (n + 1 < CELL_B)
                cells[c][n++] = *p;
        }
    read_cells(t, cells, said);
}

/* The row below the ruler of dashes, which tells where each column stands. Titles of loads are
 * plain letters here. */
static void read_text(struct trial *t, const char *text, struct said *said)
{
    char cells[COLUMNS][CELL_B] = {{0}};
    const char *ruler = strstr(text, "\n--");
    const char *row = ruler == NULL ? NULL : strchr(ruler + 1, '\n');
    if (row == NULL)
        trial_fail(t, &t->cluster, "text without a table");
    const char *mark = ++ruler;
    row++;
    size_t length = strcspn(row, "\n");
    for (int c = 0; c < COLUMNS; c++) {
        size_t from = (size_t)(mark - ruler), n = strspn(mark, "-");
        if (from < length)
            (void)snprintf(cells[c], CELL_B, "%.*s", (int)(from + n < length ? n : length - from),
                           row + from);
        mark += n;
        mark += strspn(mark, " ");
    }
    read_cells(t, cells, said);
}

/* -- agreeing -----------------------------------------------------------------------------------
 */

static void check_agrees(struct trial *t, const struct said *have, const struct said *wanted,
                         double tolerance, const char *format)
{
    for (int i = 0; i < RANGES; i++)
        for (int k = 0; k < PARTS; k++)
            trial_close(t, &t->cluster, have->range[i][k], wanted->range[i][k], tolerance,
                        arena_printf(&t->arena, "%s: %s, part %d", format, range_keys[i], k));
    if (strcmp(have->bound, wanted->bound) != 0 || strcmp(have->next, wanted->next) != 0)
        trial_fail(t, &t->cluster, "%s: bounds %s, %s are not %s, %s", format, have->bound,
                   have->next, wanted->bound, wanted->next);
}

static void formats_of(struct trial *t)
{
    struct spelling plain = {NULL, false, false};
    struct said json, csv, markdown, text;
    const char *yaml = random_cluster_text(&t->cluster, &plain, &t->arena);
    const char *path = scratch_write(&t->arena, folder, "cluster.yaml", yaml, strlen(yaml));
    read_json(t, answer_as(t, path, "json"), &json);
    read_csv(t, answer_as(t, path, "csv"), &csv);
    read_markdown(t, answer_as(t, path, "md"), &markdown);
    read_text(t, answer_as(t, path, "text"), &text);
    check_agrees(t, &csv, &json, 0, "CSV");
    check_agrees(t, &markdown, &json, 0.0051, "Markdown");
    check_agrees(t, &text, &json, 0.0051, "text");
}

static void every_format_says_the_same(void **state)
{
    struct fixture *f = *state;
    folder = scratch_make(&f->arena);
    assert_non_null(folder);
    trials_run(state, 41, 1, formats_of);
    scratch_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(every_format_says_the_same)};
    num_init();
    return suite_run("formats agree", tests, sizeof tests / sizeof tests[0]);
}
