/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a cluster against the JSON that the other commands give of the same cluster: every
 * figure of every table. */
#include "load/jsondoc.h"
#include "support/golden.h"
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
        expect(&table, i, "limited by", jnode_get_text(e, "bound"));
        expect(&table, i, "next", jnode_get_text(e, "next_bound"));
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

static void check_gains(const struct both *b)
{
    struct md_table table;
    const struct jnode *root =
        run_json(b->f, suite_text(b->f, "expand %s --add hosts=1 --steps 1..12", b->cluster));
    const struct jnode *gains = jnode_get(root, "gain");
    find_table(b->report, "What the next purchase brings", &table);
    for (int i = 1; i < table.rows; i++)
        expect_range(b->f, &table, i, "one more host", DIM_RATIO,
                     jnode_get(jnode_at(gains, (size_t)i - 1), "iops"));
}

static void check_curves(const struct both *b)
{
    struct md_table table;
    const struct jnode *root = run_json(b->f, suite_text(b->f, "curve %s", b->cluster));
    const struct jnode *curves = jnode_get(root, "curves");
    find_table(b->report, "how far it can be loaded", &table);
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
                {"stored", "stored"}};
    struct md_table table;
    const struct jnode *root =
        run_json(b->f, suite_text(b->f, "capacity %s --today 2023-11-14", b->cluster));
    find_table(b->report, ": what it holds", &table);
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
    static const char *const heads[] = {
        "number", "OSDs a host", "capacity", "least for I/O", "PGs",    "reads",
        "block",  "depth",       "jobs",     "clients",       "OSDs",   "own rows",
        "widens", "links of",    "twice",    "fullest OSD",   "of raw", "factor"};
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
    check_every_number(&b);
    free(report);
}

static void the_report_says_what_the_json_says(void **state)
{
    check_cluster(*state, "rbdbench");
    check_cluster(*state, "proxmox-3node-nvme");
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
                                       SUITE_TEST(the_report_has_its_form)};
    int failed = suite_run("report", tests, sizeof tests / sizeof tests[0]);
    free(table_text);
    return failed;
}
