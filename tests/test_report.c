/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a cluster against the JSON that the other commands give of the same cluster: every
 * figure of every table. */
#include "cli/report_words.h"
#include "load/jsondoc.h"
#include "support/golden.h"
#include "support/scratch.h"
#include "support/suite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 24, ROWS_MAX = 400 };

/* -- running the program ------------------------------------------------------------------------
 */

static char *output_of(const char *command)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size), *from = popen(command, "r");
    assert_non_null(to);
    assert_non_null(from);
    for (int c; (c = fgetc(from)) != EOF;)
        (void)fputc(c, to);
    int status = pclose(from);
    assert_int_equal(fclose(to), 0);
    if (status != 0 && status != 256) /* 1: the answer is no */
        fail_msg("%s: status %d", command, status);
    return text;
}

static char *run(struct fixture *f, const char *arguments)
{
    const char *program = getenv("CEPHPLAN");
    return output_of(suite_text(f, "SOURCE_DATE_EPOCH=1700000000 %s %s",
                                program == NULL ? "build/cephplan" : program, arguments));
}

static const struct jnode *run_json(struct fixture *f, const char *arguments)
{
    struct err err = ERR_INIT;
    char *text = run(f, suite_text(f, "%s --format json", arguments));
    const struct jnode *root = jsondoc_parse(&f->arena, arguments, 1, 1, text, strlen(text), &err);
    if (root == NULL)
        fail_msg("%s: %s", arguments, err.text);
    free(text);
    return root;
}

/* -- reading Markdown ---------------------------------------------------------------------------
 */

struct md_table {
    char *cells[ROWS_MAX][CELLS_MAX]; /* row 0: the head */
    bool right[CELLS_MAX];            /* numbers */
    int rows, columns;
};

static int split(char *line, char **cells)
{
    int n = 0;
    for (char *p = line + 2; n < CELLS_MAX;) {
        char *end = strstr(p, " |");
        if (end == NULL)
            break;
        *end = '\0';
        cells[n++] = p;
        p = end + 2 + (end[2] == ' ');
    }
    return n;
}

/* Reads the table at `line` and moves behind it; lines are cut in place. */
static char *read_table(char *line, struct md_table *table)
{
    table->rows = 0;
    for (int row = 0; line[0] == '|'; row++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        if (row == 1) {
            for (int c = 0; c < table->columns; c++) {
                line = strchr(line, '-');
                line += strspn(line, "-");
                table->right[c] = *line == ':';
            }
        } else {
            assert_true(table->rows < ROWS_MAX);
            table->columns = split(line, table->cells[table->rows++]);
        }
        line = end + 1;
    }
    return line;
}

/* What the cells of the table found last point into. */
static char *table_text;

/* The table under a title, or the first under a heading; it lasts until the next is looked for. */
static void find_table(const char *report, const char *title, struct md_table *table)
{
    const char *at = strstr(report, title);
    if (at == NULL)
        fail_msg("no table '%s'", title);
    at = strstr(at, "\n| ");
    assert_non_null(at);
    free(table_text);
    table_text = strdup(at + 1);
    assert_non_null(table_text);
    (void)read_table(table_text, table);
}

static int column_of(const struct md_table *table, const char *name)
{
    for (int c = 0; c < table->columns; c++)
        if (strncmp(table->cells[0][c], name, strlen(name)) == 0)
            return c;
    fail_msg("no column '%s'", name);
    return 0;
}

/* -- the words of numbers -----------------------------------------------------------------------
 */

static const char *words(struct fixture *f, enum dim dim, double value)
{
    char text[64];
    units_format(dim, value, text, sizeof text);
    return suite_text(f, "%s", text);
}

static const char *range_words(struct fixture *f, enum dim dim, const struct jnode *range)
{
    return suite_text(f, "%s .. %s .. %s", words(f, dim, jnode_get_number(range, "p10")),
                      words(f, dim, jnode_get_number(range, "p50")),
                      words(f, dim, jnode_get_number(range, "p90")));
}

/* "+14 %", as a factor is told to who decides. */
static const char *percent_words(struct fixture *f, double ratio)
{
    double percent = 100 * (ratio - 1);
    const char *sign = fabs(percent) < 0.5 ? "\u00B1" : percent < 0 ? "\u2212" : "+";
    return suite_text(f, "%s%.0f %%", sign, fabs(percent));
}

static const char *gain_words(struct fixture *f, const struct jnode *range)
{
    return suite_text(f, "%s (%s to %s)", percent_words(f, jnode_get_number(range, "p50")),
                      percent_words(f, jnode_get_number(range, "p10")),
                      percent_words(f, jnode_get_number(range, "p90")));
}

/* "3.26k IOPS", or the bandwidth of a load of large blocks. */
static const char *rate_words(struct fixture *f, const struct jnode *estimate)
{
    bool large = jnode_get_number(jnode_get(estimate, "workload"), "bs") >= 65536;
    double p50 = jnode_get_number(jnode_get(estimate, large ? "bandwidth" : "iops"), "p50");
    return suite_text(f, "%s%s", words(f, large ? DIM_RATE : DIM_OPS, p50), large ? "" : " IOPS");
}

/* A sentence that must stand in the report. */
static void expect_text(const char *report, const char *wanted)
{
    if (strstr(report, wanted) == NULL)
        fail_msg("the report does not say '%s'", wanted);
}

static void expect(const struct md_table *table, int row, const char *column, const char *wanted)
{
    const char *found = table->cells[row][column_of(table, column)];
    if (strcmp(found, wanted) != 0)
        fail_msg("row %d, %s: '%s', but the JSON says '%s'", row, column, found, wanted);
}

static void expect_range(struct fixture *f, const struct md_table *table, int row,
                         const char *column, enum dim dim, const struct jnode *range)
{
    if (isnan(jnode_get_number(range, "p50")))
        return;
    expect(table, row, column, range_words(f, dim, range));
}

/* -- tables against JSON ------------------------------------------------------------------------
 */

struct both {
    struct fixture *f;
    const char *cluster;
    const char *report;
};

static void check_estimates(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, suite_text(b->f, "estimate %s", b->cluster));
    const struct jnode *estimates = jnode_get(root, "estimates");
    find_table(b->report, "What each load gets", &table);
    assert_int_equal(table.rows - 1, jnode_count(estimates));
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *e = jnode_at(estimates, (size_t)i - 1);
        const struct jnode *latency = jnode_get(e, "latency");
        expect(&table, i, "load", jnode_get_text(jnode_get(e, "workload"), "name"));
        expect_range(b->f, &table, i, "iops", DIM_OPS, jnode_get(e, "iops"));
        expect_range(b->f, &table, i, "bandwidth", DIM_RATE, jnode_get(e, "bandwidth"));
        expect_range(b->f, &table, i, "mean latency", DIM_TIME, jnode_get(latency, "mean"));
        expect_range(b->f, &table, i, "p99 latency", DIM_TIME, jnode_get(latency, "p99"));
        expect(&table, i, "limited by", report_bound_words(jnode_get_text(e, "bound")));
        expect(&table, i, "next", report_bound_words(jnode_get_text(e, "next_bound")));
    }
}

static void check_losses(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, suite_text(b->f, "estimate %s", b->cluster));
    const struct jnode *estimates = jnode_get(root, "estimates");
    find_table(b->report, "What every step leaves", &table);
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *steps = jnode_get(jnode_at(estimates, (size_t)i - 1), "waterfall");
        for (size_t k = 0; k < jnode_count(steps); k++) {
            const struct jnode *step = jnode_at(steps, k);
            double factor = jnode_get_number(step, "factor");
            if (k == 0)
                expect(&table, i, "raw devices",
                       words(b->f, DIM_OPS, jnode_get_number(step, "iops")));
            else if (fabs(factor - 1) >= 0.005)
                expect(&table, i, jnode_get_text(step, "step"), words(b->f, DIM_RATIO, factor));
        }
        const struct jnode *last = jnode_at(steps, jnode_count(steps) - 1);
        expect(&table, i, "at the client", words(b->f, DIM_OPS, jnode_get_number(last, "iops")));
    }
}

/* What `arguments` say of each load's gain, in the column of a purchase. */
static void check_purchase(const struct both *b, const char *column, const struct jnode *list,
                           const char *key)
{
    struct md_table table;
    find_table(b->report, "What the next purchase brings", &table);
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *ratio = jnode_get(jnode_at(list, (size_t)i - 1), key);
        bool none = fabs(jnode_get_number(ratio, "p50") - 1) < 0.005;
        expect(&table, i, column, none ? "none" : gain_words(b->f, ratio));
    }
}

static void check_gains(const struct both *b)
{
    static const struct {
        const char *addition, *column;
    } rows[] = {{"hosts=1", "one more host"}, {"osds=1", "one more data device"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct jnode *root =
            run_json(b->f, suite_text(b->f, "expand %s --add %s", b->cluster, rows[i].addition));
        check_purchase(b, rows[i].column, jnode_get(root, "gain"), "iops");
    }
}

static void check_curves(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, suite_text(b->f, "curve %s", b->cluster));
    const struct jnode *curves = jnode_get(root, "curves");
    find_table(b->report, "The knee, and what nine tenths", &table);
    assert_int_equal(table.rows - 1, jnode_count(curves));
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *curve = jnode_at(curves, (size_t)i - 1);
        const struct jnode *knee = jnode_get(curve, "knee");
        expect_range(b->f, &table, i, "saturation iops", DIM_OPS, jnode_get(curve, "saturation"));
        expect_range(b->f, &table, i, "knee iops", DIM_OPS, jnode_get(knee, "iops"));
        expect_range(b->f, &table, i, "knee latency", DIM_TIME,
                     jnode_get(jnode_get(knee, "latency"), "mean"));
    }
}

static void check_capacity(const struct both *b)
{
    static const struct {
        const char *row, *key;
    } rows[] = {{"raw", "raw"},
                {"usable", "usable"},
                {"full", "usable_full"},
                {"nearfull", "usable_nearfull"},
                {"safe fill", "safe_fill"},
                {"plan at most", "plan_fill"},
                {"stored", "stored"}};
    struct md_table table;
    const struct jnode *root =
        run_json(b->f, suite_text(b->f, "capacity %s --today 2023-11-14", b->cluster));
    find_table(b->report, "**Its parts: what the cluster holds**", &table);
    for (int i = 1; i < table.rows; i++)
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            double bytes = jnode_get_number(root, rows[k].key);
            if (strcmp(table.cells[i][0], rows[k].row) != 0)
                continue;
            expect(&table, i, "bytes", words(b->f, DIM_CAPACITY, bytes));
            expect(&table, i, "of raw",
                   words(b->f, DIM_FRACTION, bytes / jnode_get_number(root, "raw")));
        }
    const struct jnode *limits = jnode_get(root, "limits");
    if (jnode_count(limits) > 0) {
        find_table(b->report, "Growth: when a limit", &table);
        for (int i = 1; i < table.rows; i++) {
            const struct jnode *limit = jnode_at(limits, (size_t)i - 1);
            expect(&table, i, "reached today",
                   words(b->f, DIM_FRACTION, jnode_get_number(limit, "reached")));
            if (jnode_get_text(limit, "date") != NULL)
                expect(&table, i, "on", jnode_get_text(limit, "date"));
        }
    }
}

static void check_recovery(const struct both *b, const char *unit, const char *title)
{
    struct md_table table;
    const struct jnode *root =
        run_json(b->f, suite_text(b->f, "recover %s --lose %s", b->cluster, unit));
    const char *part = strstr(b->report, title);
    assert_non_null(part);
    const struct jnode *clients = jnode_get(root, "client");
    find_table(part, "**Clients**", &table);
    assert_int_equal(table.rows - 1, jnode_count(clients));
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *client = jnode_at(clients, (size_t)i - 1);
        expect_range(b->f, &table, i, "iops before", DIM_OPS, jnode_get(client, "iops_before"));
        expect_range(b->f, &table, i, "iops degraded", DIM_OPS, jnode_get(client, "iops_degraded"));
        expect_range(b->f, &table, i, "iops while", DIM_OPS, jnode_get(client, "iops"));
        expect_range(b->f, &table, i, "mean latency", DIM_TIME, jnode_get(client, "latency"));
    }
    const struct jnode *time = jnode_get(root, "time");
    if (!isnan(jnode_get_number(time, "p50"))) {
        find_table(part, "\n| what |", &table);
        bool found = false;
        for (int i = 1; i < table.rows; i++) {
            if (strcmp(table.cells[i][0], "time") != 0)
                continue;
            expect(&table, i, "value", range_words(b->f, DIM_DURATION, time));
            found = true;
        }
        assert_true(found);
    }
}

static void check_validation(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, "validate");
    const struct jnode *engine = jnode_at(jnode_get(root, "models"), 0);
    const struct jnode *groups = jnode_get(engine, "groups");
    find_table(b->report, "Predicted against measured, for", &table);
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *group = strcmp(table.cells[i][0], "all kinds") == 0 ? engine : NULL;
        for (size_t k = 0; k < jnode_count(groups); k++)
            if (strcmp(jnode_get_text(jnode_at(groups, k), "group"), table.cells[i][0]) == 0)
                group = jnode_at(groups, k);
        if (group == NULL)
            group = jnode_get(engine, "outside");
        expect(&table, i, "rows", suite_text(b->f, "%.0f", jnode_get_number(group, "rows")));
        expect(&table, i, "median",
               words(b->f, DIM_RATIO, jnode_get_number(group, "median_factor")));
        expect(&table, i, "80 %", words(b->f, DIM_RATIO, jnode_get_number(group, "p80_factor")));
        expect(&table, i, "bias", words(b->f, DIM_RATIO, jnode_get_number(group, "bias")));
        expect(&table, i, "inside",
               words(b->f, DIM_FRACTION, jnode_get_number(group, "coverage80")));
    }
}

/* The nearest rows are rows of the records, with their measured figure and its factor. */
static void check_nearest(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, "validate");
    const struct jnode *rows = jnode_get(root, "rows");
    find_table(b->report, "Measured most nearly alike", &table);
    assert_true(table.rows > 2);
    for (int i = 1; i < table.rows; i++) {
        const char *factor = table.cells[i][column_of(&table, "factor")];
        const char *measured = table.cells[i][column_of(&table, "measured")];
        bool found = false;
        for (size_t k = 0; k < jnode_count(rows); k++) {
            const struct jnode *row = jnode_at(rows, k);
            const char *quantity = jnode_get_text(row, "quantity");
            enum dim dim = strcmp(quantity, "latency") == 0     ? DIM_TIME
                           : strcmp(quantity, "bandwidth") == 0 ? DIM_RATE
                                                                : DIM_OPS;
            double value = jnode_get_number(row, "measured");
            const char *told = words(b->f, dim, value);
            found =
                found ||
                (strcmp(jnode_get_text(row, "record"), table.cells[i][1]) == 0 &&
                 strncmp(told, measured, strlen(told)) == 0 &&
                 strcmp(factor, words(b->f, DIM_RATIO, value / jnode_get_number(row, "p50"))) == 0);
        }
        if (!found)
            fail_msg("no such row: %s, %s", table.cells[i][1], measured);
    }
}

static void check_findings(const struct both *b)
{
    const struct jnode *root = run_json(b->f, suite_text(b->f, "check %s", b->cluster));
    const struct jnode *findings = jnode_get(root, "findings");
    const char *part = strstr(b->report, "Findings\n");
    assert_non_null(part);
    for (size_t i = 0; i < jnode_count(findings); i++) {
        const char *what = jnode_get_text(jnode_at(findings, i), "what");
        char plain[80]; /* up to what Markdown escapes */
        (void)snprintf(plain, sizeof plain, "%.*s", (int)strcspn(what, "<>_*`[]~#|"), what);
        if (strstr(part, plain) == NULL)
            fail_msg("not among the findings: %s", what);
    }
}

/* "1 in 56 thousand"; by the logarithm here, by a table there. */
static const char *chance_words(struct fixture *f, double p)
{
    static const char *const names[] = {"", " thousand", " million"};
    if (!(p >= 1e-6))
        return "less than 1 in a million";
    if (p >= 0.02)
        return suite_text(f, "%.2g %%", 100 * p);
    int power = (int)floor(log10(1 / p) / 3);
    double count = 1 / p / pow(1000, power);
    return suite_text(f, "1 in %g%s", count < 10 ? round(10 * count) / 10 : round(count),
                      names[power]);
}

static void check_risk(const struct both *b)
{
    struct md_table table;
    const struct jnode *root =
        run_json(b->f, suite_text(b->f, "recover %s --lose osd", b->cluster));
    const struct jnode *pools = jnode_get(root, "pools");
    find_table(b->report, "The chance that data are lost", &table);
    assert_int_equal(table.rows - 1, jnode_count(pools));
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *pool = jnode_at(pools, (size_t)i - 1);
        const struct jnode *loss = jnode_get(pool, "loss_per_year_range");
        const struct jnode *repair = jnode_get(pool, "repair_time");
        expect(&table, i, "chance", chance_words(b->f, jnode_get_number(loss, "p50")));
        expect(&table, i, "at worst", chance_words(b->f, jnode_get_number(loss, "p90")));
        expect(&table, i, "a lost",
               suite_text(b->f, "%s (%s to %s)",
                          words(b->f, DIM_DURATION, jnode_get_number(repair, "p50")),
                          words(b->f, DIM_DURATION, jnode_get_number(repair, "p10")),
                          words(b->f, DIM_DURATION, jnode_get_number(repair, "p90"))));
    }
}

/* What the first page says in sentences. */
static void check_summary(const struct both *b)
{
    struct fixture *f = b->f;
    const struct jnode *capacity = run_json(f, suite_text(f, "capacity %s", b->cluster));
    const struct jnode *host = run_json(f, suite_text(f, "recover %s --lose host", b->cluster));
    const struct jnode *disk = run_json(f, suite_text(f, "recover %s --lose osd", b->cluster));
    const struct jnode *check = run_json(f, suite_text(f, "check %s", b->cluster));
    const struct jnode *findings = jnode_get(check, "findings"), *losses[] = {host, disk};
    expect_text(b->report,
                suite_text(f, "plan to store at most %s of client data (%s raw)",
                           words(f, DIM_CAPACITY, jnode_get_number(capacity, "plan_fill")),
                           words(f, DIM_CAPACITY, jnode_get_number(capacity, "raw"))));
    for (int i = 0; i < 2; i++) {
        const struct jnode *time = jnode_get(losses[i], "time");
        if (!isnan(jnode_get_number(time, "p50")))
            expect_text(b->report,
                        suite_text(f, "rebuilt in %s (%s to %s)",
                                   words(f, DIM_DURATION, jnode_get_number(time, "p50")),
                                   words(f, DIM_DURATION, jnode_get_number(time, "p10")),
                                   words(f, DIM_DURATION, jnode_get_number(time, "p90"))));
    }
    int severe = 0, warn = 0;
    for (size_t i = 0; i < jnode_count(findings); i++) {
        const char *severity = jnode_get_text(jnode_at(findings, i), "severity");
        severe += strcmp(severity, "severe") == 0;
        warn += strcmp(severity, "warn") == 0;
    }
    expect_text(b->report, suite_text(f, "%d severe, %d to weigh", severe, warn));
}

/* -- a need, an expansion, several clusters -----------------------------------------------------
 */

/* "at least 10k", or what is reached. */
static const char *target_words(struct fixture *f, const char *name, double value, const char *from)
{
    static const struct {
        const char *ending;
        enum dim dim;
    } rows[] = {{"capacity", DIM_CAPACITY},
                {"IOPS", DIM_OPS},
                {"latency", DIM_TIME},
                {"bandwidth", DIM_RATE},
                {"rebuild time", DIM_DURATION}};
    size_t length = strlen(name);
    if (strstr(name, "I/O") != NULL)
        return value >= 1 ? "yes" : "no";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t ending = strlen(rows[i].ending);
        if (length >= ending && strcmp(name + length - ending, rows[i].ending) == 0)
            return suite_text(f, "%s%s", from, words(f, rows[i].dim, value));
    }
    fail_msg("a target of unknown kind: %s", name);
    return NULL;
}

/* The design that size found for a need, judged by that need as a cluster. */
static void the_verdict_is_that_of_size(void **state)
{
    struct fixture *f = *state;
    const char *folder = scratch_make(&f->arena);
    struct md_table table;
    free(run(f, suite_text(f, "size vms-200-nvme --quiet -o %s", folder)));
    const struct jnode *root = run_json(f, "size vms-200-nvme");
    const struct jnode *design = jnode_at(jnode_get(root, "designs"), 0);
    const struct jnode *goals = jnode_get(design, "goals");
    char *report =
        run(f, suite_text(f, "report %s/design-1.yaml --need vms-200-nvme --format md", folder));
    find_table(report, "The need vms-200-nvme is met", &table);
    /* The first goal there is of the scheme, the last here is the limit of hosts. */
    assert_int_equal(table.rows - 2, jnode_count(goals) - 1);
    for (int i = 1; i < table.rows - 1; i++) {
        const struct jnode *goal = jnode_at(goals, (size_t)i);
        const char *name = jnode_get_text(goal, "name");
        bool at_most = strcmp(jnode_get_text(goal, "sense"), "at most") == 0;
        expect(&table, i, "target", name);
        expect(&table, i, "needed",
               target_words(f, name, jnode_get_number(goal, "needed"),
                            at_most ? "at most " : "at least "));
        expect(&table, i, "reached", target_words(f, name, jnode_get_number(goal, "achieved"), ""));
        assert_int_equal(strncmp(table.cells[i][column_of(&table, "verdict")], "met", 3), 0);
    }
    const struct jnode *cost = jnode_get(design, "cost");
    expect_text(report, suite_text(f, "**What it costs**: %.0f %s", jnode_get_number(cost, "value"),
                                   jnode_get_text(cost, "currency")));
    double plan_B = jnode_get_number(jnode_get(design, "capacity"), "plan_fill");
    expect_text(report, suite_text(f, "**Price of a TB**: %.0f",
                                   jnode_get_number(cost, "value") / plan_B * 1e12));
    free(report);
    scratch_remove(folder);
}

static void check_before_and_after(struct fixture *f, const char *report, const struct jnode *root)
{
    struct md_table table;
    const struct jnode *before = jnode_get(jnode_get(root, "before"), "estimates");
    const struct jnode *after = jnode_get(jnode_get(root, "after"), "estimates");
    const struct jnode *gains = jnode_get(root, "gain"), *capacity = jnode_get(root, "capacity");
    int found = 0;
    find_table(report, "The expansion: one more OSD in every host, 3 OSDs to 6.", &table);
    for (int i = 1; i < table.rows - 1; i++)
        for (size_t k = 0; k < jnode_count(before); k++) {
            const struct jnode *e = jnode_at(before, k);
            if (strcmp(jnode_get_text(jnode_get(e, "workload"), "name"), table.cells[i][0]) != 0)
                continue;
            expect(&table, i, "before", rate_words(f, e));
            expect(&table, i, "after", rate_words(f, jnode_at(after, k)));
            expect(&table, i, "gain", gain_words(f, jnode_get(jnode_at(gains, k), "iops")));
            found++;
        }
    assert_int_equal(found, table.rows - 2);
    double old = jnode_get_number(jnode_get(capacity, "before"), "plan_fill");
    double new = jnode_get_number(jnode_get(capacity, "after"), "plan_fill");
    expect(&table, table.rows - 1, "before", words(f, DIM_CAPACITY, old));
    expect(&table, table.rows - 1, "after", words(f, DIM_CAPACITY, new));
    expect(&table, table.rows - 1, "gain", percent_words(f, new / old));
}

static void an_expansion_says_what_expand_says(void **state)
{
    struct fixture *f = *state;
    char *report = run(f, "report fefcc-3hdd --expand osds=1 --format md");
    const struct jnode *root = run_json(f, "expand fefcc-3hdd --add osds=1");
    const struct jnode *gains = jnode_get(root, "gain"), *time = jnode_get(root, "move_time");
    const struct jnode *share = jnode_get(root, "client_share");
    struct md_table table;
    check_before_and_after(f, report, root);
    expect_text(report, suite_text(f, "%s of data move, in %s (%s to %s); clients keep %.0f %%",
                                   words(f, DIM_CAPACITY, jnode_get_number(root, "data_moved")),
                                   words(f, DIM_DURATION, jnode_get_number(time, "p50")),
                                   words(f, DIM_DURATION, jnode_get_number(time, "p10")),
                                   words(f, DIM_DURATION, jnode_get_number(time, "p90")),
                                   100 * jnode_get_number(share, "p50")));
    find_table(report, "**fefcc-3hdd: 3 OSDs to 6**", &table);
    assert_int_equal(table.rows - 1, jnode_count(gains));
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *gain = jnode_at(gains, (size_t)i - 1);
        expect_range(f, &table, i, "gain", DIM_RATIO, jnode_get(gain, "iops"));
        expect(&table, i, "bound before", report_bound_words(jnode_get_text(gain, "bound_before")));
        expect(&table, i, "bound after", report_bound_words(jnode_get_text(gain, "bound_after")));
    }
    free(report);
}

static void check_compared(struct fixture *f, const char *report, const struct jnode *root)
{
    struct md_table table;
    const struct jnode *workloads = jnode_get(root, "workloads");
    int row = 1;
    find_table(report, "Against fefcc-3hdd, under the same loads", &table);
    for (size_t i = 0; i < jnode_count(workloads); i++) {
        const struct jnode *results = jnode_get(jnode_at(workloads, i), "results");
        for (size_t k = 0; k < jnode_count(results); k++, row++) {
            const struct jnode *e = jnode_get(jnode_at(results, k), "estimate");
            expect(&table, row, "cluster", jnode_get_text(jnode_at(results, k), "cluster"));
            expect_range(f, &table, row, "iops", DIM_OPS, jnode_get(e, "iops"));
            expect_range(f, &table, row, "mean latency", DIM_TIME,
                         jnode_get(jnode_get(e, "latency"), "mean"));
        }
    }
    assert_int_equal(row, table.rows);
}

static void side_by_side_says_what_compare_says(void **state)
{
    struct fixture *f = *state;
    char *report = run(f, "report fefcc-3hdd kvaps --format md");
    const struct jnode *root = run_json(f, "compare fefcc-3hdd kvaps");
    const struct jnode *clusters = jnode_get(root, "clusters");
    struct md_table table;
    for (int part = 0; part < 2; part++) {
        find_table(report, part == 0 ? "P10 and P90.\n" : "**Capacity, failure, cost**", &table);
        for (size_t k = 0; k < jnode_count(clusters); k++) {
            const struct jnode *one = jnode_at(clusters, k);
            const struct jnode *capacity = jnode_get(one, "capacity");
            const char *name = jnode_get_text(one, "name");
            const char *safe = words(f, DIM_CAPACITY, jnode_get_number(capacity, "safe_fill"));
            const char *plan = words(f, DIM_CAPACITY, jnode_get_number(capacity, "plan_fill"));
            const char *raw = words(f, DIM_CAPACITY, jnode_get_number(capacity, "raw"));
            if (part == 0) {
                expect(&table, (int)k + 1, "cluster", name);
                expect(&table, (int)k + 1, "plan at most", plan);
            } else {
                expect(&table, 2, name, plan);
                expect(&table, 3, name, raw);
                expect(&table, 5, name, safe);
            }
        }
    }
    check_compared(f, report, root);
    free(report);
}

/* The next faster link, against a document that has it. */
static void a_faster_link_gains_what_compare_says(void **state)
{
    struct fixture *f = *state;
    const char *folder = scratch_make(&f->arena), *old = "models/clusters/proxmox-3node-nvme.yaml";
    const char *new = suite_text(f, "%s/faster.yaml", folder);
    free(output_of(suite_text(
        f, "sed 's/public: 25Gbit/public: 100Gbit/; s/^name: .*/name: faster/' %s >%s", old, new)));
    char *report = run(f, "report proxmox-3node-nvme --format md");
    const struct jnode *root = run_json(f, suite_text(f, "compare %s %s", old, new));
    const struct jnode *workloads = jnode_get(root, "workloads");
    struct md_table table;
    find_table(report, "What the next purchase brings", &table);
    for (int i = 1; i < table.rows; i++) {
        const struct jnode *results = jnode_get(jnode_at(workloads, (size_t)i - 1), "results");
        expect(&table, i, "links of 100 Gbit/s",
               gain_words(f, jnode_get(jnode_at(results, 1), "ratio")));
    }
    free(report);
    scratch_remove(folder);
}

/* -- every number of every table ----------------------------------------------------------------
 */

/* How all numbers of all JSON documents read, in every unit. */
struct numbers {
    struct fixture *f;
    const char **words;
    size_t n, capacity;
};

static void add_word(struct numbers *numbers, const char *word)
{
    if (numbers->n == numbers->capacity) {
        numbers->capacity = 2 * numbers->capacity + 1000;
        numbers->words = arena_grow(&numbers->f->arena, numbers->words, numbers->n,
                                    numbers->capacity, sizeof *numbers->words);
    }
    numbers->words[numbers->n++] = suite_text(numbers->f, "%s", word);
}

/* A number, and what it leaves of a whole. */
static void add_number(struct numbers *numbers, double value)
{
    const double forms[] = {value, 1 - value};
    char text[64];
    for (int form = 0; form < 2; form++)
        for (int dim = 0; dim < DIM_COUNT; dim++)
            add_word(numbers, words(numbers->f, (enum dim)dim, forms[form]));
    (void)snprintf(text, sizeof text, "%.0f", value);
    add_word(numbers, text);
}

static void collect(const struct jnode *node, struct numbers *numbers)
{
    for (size_t i = 0; jnode_is_array(node) && i < jnode_count(node); i++)
        collect(jnode_at(node, i), numbers);
    for (void *at = jnode_is_object(node) ? jnode_first(node) : NULL; at != NULL;
         at = jnode_next(node, at))
        collect(jnode_value(at), numbers);
    if (jnode_is_object(node) || jnode_is_array(node) || isnan(jnode_number(node)))
        return;
    add_number(numbers, jnode_number(node));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void collect_command(struct fixture *f, const char *arguments, struct numbers *numbers)
{
    const struct jnode *root = run_json(f, arguments);
    collect(root, numbers);
}

static bool is_told(const struct numbers *numbers, const char *text)
{
    return bsearch(&text, numbers->words, numbers->n, sizeof *numbers->words, by_text) != NULL;
}

static void check_cell(const struct numbers *numbers, const char *head, const char *cell)
{
    char copy[256], *rest = NULL;
    (void)snprintf(copy, sizeof copy, "%s", cell);
    for (char *p = copy; (p = strstr(p, " .. ")) != NULL;)
        memcpy(p, "\n\n\n\n", 4);
    for (char *part = strtok_r(copy, "\n", &rest); part != NULL; part = strtok_r(NULL, "\n", &rest))
        if (!is_told(numbers, part))
            fail_msg("column '%s': no command's JSON tells '%s'", head, part);
}

/* Columns that say what was put in, not what came out. */
static bool is_input(const char *head)
{
    static const char *const heads[] = {"number", "OSDs a host", "capacity", "least for I/O",
                                        "PGs",    "reads",       "block",    "depth",
                                        "jobs",   "clients",     "OSDs",     "own rows",
                                        "widens", "fullest OSD", "of raw",   "factor"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (strncmp(head, heads[i], strlen(heads[i])) == 0)
            return true;
    return false;
}

static int check_all_cells(const char *report, const struct numbers *numbers)
{
    struct md_table *table = calloc(1, sizeof *table);
    char *copy = strdup(report), *at = copy;
    int checked = 0;
    assert_non_null(table);
    while ((at = strstr(at, "\n| ")) != NULL) {
        at = read_table(at + 1, table);
        for (int c = 0; c < table->columns; c++)
            for (int r = 1; r < table->rows; r++) {
                const char *cell = table->cells[r][c];
                if (!table->right[c] || cell[0] == '\0' || is_input(table->cells[0][c]))
                    continue;
                check_cell(numbers, table->cells[0][c], cell);
                checked++;
            }
    }
    free(copy);
    free(table);
    return checked;
}

static void check_every_number(const struct both *b)
{
    static const char *const commands[] = {"estimate %s",
                                           "curve %s",
                                           "expand %s --add hosts=1 --steps 1..12",
                                           "expand %s --add osds=1",
                                           "capacity %s",
                                           "recover %s --lose host",
                                           "recover %s --lose osd",
                                           "validate --quiet"};
    struct numbers numbers = {.f = b->f};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *name = strstr(commands[i], "%s");
        const char *line = name == NULL ? commands[i]
                                        : suite_text(b->f, "%.*s%s%s", (int)(name - commands[i]),
                                                     commands[i], b->cluster, name + 2);
        collect_command(b->f, line, &numbers);
    }
    qsort(numbers.words, numbers.n, sizeof *numbers.words, by_text);
    assert_true(check_all_cells(b->report, &numbers) > 150);
}

static void check_cluster(struct fixture *f, const char *cluster)
{
    char *report = run(f, suite_text(f, "report %s --format md", cluster));
    const struct both b = {f, cluster, report};
    check_estimates(&b);
    check_losses(&b);
    check_gains(&b);
    check_curves(&b);
    check_capacity(&b);
    check_recovery(&b, "host", "A lost host");
    check_recovery(&b, "osd", "A lost OSD");
    check_validation(&b);
    check_nearest(&b);
    check_findings(&b);
    check_risk(&b);
    check_summary(&b);
    check_every_number(&b);
    free(report);
}

static void the_report_says_what_the_json_says(void **state)
{
    check_cluster(*state, "rbdbench");
    check_cluster(*state, "proxmox-3node-nvme");
    check_cluster(*state, "ec42-archive");
}

/* The first page's figures are those of the estimates too. */
static void the_cards_are_estimates(void **state)
{
    struct fixture *f = *state;
    char *report = run(f, "report proxmox-3node-nvme --format md");
    const struct jnode *root = run_json(f, "estimate proxmox-3node-nvme");
    const struct jnode *estimates = jnode_get(root, "estimates");
    int cards = 0;
    for (size_t i = 0; i < jnode_count(estimates); i++) {
        const struct jnode *e = jnode_at(estimates, i);
        const char *name = jnode_get_text(jnode_get(e, "workload"), "name");
        bool large = jnode_get_number(jnode_get(e, "workload"), "bs") >= 65536;
        const struct jnode *range = jnode_get(e, large ? "bandwidth" : "iops");
        enum dim dim = large ? DIM_RATE : DIM_OPS;
        const char *card = suite_text(
            f, "- **%s**: %s%s (%s to %s)\n", name, words(f, dim, jnode_get_number(range, "p50")),
            large ? "" : " IOPS", words(f, dim, jnode_get_number(range, "p10")),
            words(f, dim, jnode_get_number(range, "p90")));
        cards += strstr(report, card) != NULL;
    }
    assert_int_equal(cards, 4);
    free(report);
}

/* -- golden -------------------------------------------------------------------------------------
 */

/* The text with every figure as 0: another calibration is not another report. */
static char *without_figures(const char *text)
{
    char *out = malloc(strlen(text) + 1), *to = out;
    assert_non_null(out);
    for (const char *p = text; *p != '\0';) {
        size_t length = strspn(p, "0123456789");
        bool word = p > text && (isalpha((unsigned char)p[-1]) || p[-1] == '-' || p[-1] == '_');
        if (length == 0 || word) {
            length += length == 0;
            memcpy(to, p, length);
            to += length;
            p += length;
            continue;
        }
        while (p[length] == '.' && isdigit((unsigned char)p[length + 1]))
            length += 1 + strspn(p + length + 1, "0123456789");
        p += length;
        if (*p != '\0' && strchr("kMG", *p) != NULL && !isalpha((unsigned char)p[1]))
            p++;
        *to++ = '0';
    }
    *to = '\0';
    return out;
}

static void the_report_has_its_form(void **state)
{
    struct fixture *f = *state;
    char *report = run(f, "report rbdbench --format md --author 'A. Engineer'");
    char *form = without_figures(report);
    golden_compare("report.md", form);
    free(form);
    free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(the_report_says_what_the_json_says),
                                       SUITE_TEST(the_cards_are_estimates),
                                       SUITE_TEST(the_verdict_is_that_of_size),
                                       SUITE_TEST(an_expansion_says_what_expand_says),
                                       SUITE_TEST(side_by_side_says_what_compare_says),
                                       SUITE_TEST(a_faster_link_gains_what_compare_says),
                                       SUITE_TEST(the_report_has_its_form)};
    int failed = suite_run("report", tests, sizeof tests / sizeof tests[0]);
    free(table_text);
    return failed;
}
