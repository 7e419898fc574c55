/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the axes of a sweep are written. */
#include "support/suite.h"

#include "cli/axes.h"
#include "cli/span.h"

#include <string.h>

static bool parse(struct fixture *f, const char *set, struct grid *grid, struct err *err)
{
    *err = (struct err)ERR_INIT;
    return grid_parse(&f->arena, &set, 1, grid, err);
}

/* The values of the only axis, joined by blanks. */
static const char *values_of(struct fixture *f, const char *set)
{
    struct grid grid;
    struct err err;
    const char *text = "";
    if (!parse(f, set, &grid, &err))
        fail_msg("%s", err.text);
    assert_int_equal(grid.n_axes, 1);
    assert_int_equal(grid.points, grid.axes[0].n);
    for (int i = 0; i < grid.axes[0].n; i++)
        text = suite_text(f, "%s%s%s", text, i == 0 ? "" : " ", grid.axes[0].texts[i]);
    return text;
}

static const struct {
    const char *set, *values;
} spans[] = {
    {"hosts.0.count=3..6", "3 4 5 6"},
    {"hosts.0.count=3..3", "3"},
    {"hosts.0.count=3..10:3", "3 6 9"},
    {"network.public=10..40Gbit/s:10", "10Gbit/s 20Gbit/s 30Gbit/s 40Gbit/s"},
    {"network.public=10Gbit/s..30Gbit/s:10Gbit/s", "10Gbit/s 20Gbit/s 30Gbit/s"},
    {"workloads.0.bs=4k..64k:x2", "4k 8k 16k 32k 64k"},
    {"workloads.0.iodepth=1..1000:x10", "1 10 100 1000"},
    {"workloads.0.read=0.1..0.5:0.1", "0.1 0.2 0.3 0.4 0.5"},
    {"network.rtt=10..30us:5", "10us 15us 20us 25us 30us"},
    {"pools.0.size=2,3", "2 3"},
    {"network.public=1,10,25Gbit/s", "1Gbit/s 10Gbit/s 25Gbit/s"},
    {"network.public=1Gbit/s,2GbE", "1Gbit/s 2GbE"},
    {"hosts.0.osds.0.device=a,b-4tb", "a b-4tb"},
    {"hosts.0.osds.0.device=class-hdd-7200,x", "class-hdd-7200 x"},
};

static void spans_and_lists_are_read(void **state)
{
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++)
        assert_string_equal(values_of(*state, spans[i].set), spans[i].values);
}

static const char *const refused[] = {
    "hosts.0.count",
    "=1,2",
    "hosts.0.count=",
    "hosts.0.count=6",
    "hosts.0.count=6..3",
    "a=1..2:0",
    "a=1..2:-1",
    "a=1..2:x1",
    "a=0..8:x2",
    "a=x..y",
    "a=1..nan",
    "a=0x1..0x9",
    "a=1..inf",
    "a=0.5..1.5",
    "a=1s..2ms",
    "a=1..2Gbit/s:1GiB",
    "a=1..100000",
    "a=..5",
    "a=5..",
    "a=1..",
    "rack=[r1,r2]",
    "a={x: 1, y: 2}",
    "hosts.0.name=\"a,b\"",
    "a=,",
    "a=1,",
};

static void what_is_no_axis_is_refused(void **state)
{
    struct grid grid;
    struct err err;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (parse(*state, refused[i], &grid, &err))
            fail_msg("'%s' was taken for an axis", refused[i]);
        assert_int_equal(err.kind, ERR_USAGE);
        assert_true(strlen(err.text) > 10);
    }
}

static void numbers_have_their_dimension(void **state)
{
    struct fixture *f = *state;
    struct grid grid;
    struct err err;
    assert_true(parse(f, "network.public=1,10Gbit/s", &grid, &err));
    assert_true(grid.axes[0].numeric);
    assert_int_equal(grid.axes[0].dim, DIM_LINK);
    suite_close(grid.axes[0].numbers[1], 1.25e9, 1e-12, "10 Gbit/s");
    assert_true(parse(f, "hosts.0.osds.0.db.size=10,20GiB", &grid, &err));
    assert_int_equal(grid.axes[0].dim, DIM_CAPACITY);
    assert_true(parse(f, "hosts.0.osds.0.count=1..4", &grid, &err));
    assert_true(grid.axes[0].numeric);
    assert_true(parse(f, "hosts.0.osds.0.device=a,b", &grid, &err));
    assert_false(grid.axes[0].numeric);
    assert_true(parse(f, "no.such.key=1,2", &grid, &err));
    assert_false(grid.axes[0].numeric);
}

static void every_combination_stands_once(void **state)
{
    struct fixture *f = *state;
    static const char *const sets[] = {"a=1,2,3", "name=fixed", "b=x,y", "c=4..7"};
    bool seen[3][2][4] = {{{false}}};
    struct grid grid;
    struct err err = ERR_INIT;
    assert_true(grid_parse(&f->arena, sets, 4, &grid, &err));
    assert_int_equal(grid.points, 24);
    for (int point = 0; point < grid.points; point++) {
        struct override overrides[4];
        assert_int_equal(grid_overrides(&grid, point, overrides), 4);
        assert_string_equal(overrides[0].path, "name");
        assert_string_equal(overrides[0].value, "fixed");
        int a = grid_index(&grid, point, 0), b = grid_index(&grid, point, 1);
        int c = grid_index(&grid, point, 2);
        assert_string_equal(overrides[1].value, grid.axes[0].texts[a]);
        assert_string_equal(overrides[3].value, grid.axes[2].texts[c]);
        assert_false(seen[a][b][c]);
        seen[a][b][c] = true;
    }
    assert_string_equal(grid_title(&grid, 0, &f->arena), "a 1, b x, c 4");
    assert_string_equal(grid_title(&grid, 23, &f->arena), "a 3, b y, c 7");
}

static void counts_are_spans_too(void **state)
{
    (void)state;
    int from = 0, to = 0;
    struct err err = ERR_INIT;
    assert_true(span_counts("clients", "1..1000", 1000, &from, &to, &err));
    assert_true(from == 1 && to == 1000);
    assert_true(span_counts("clients", "40", 1000, &from, &to, &err));
    assert_true(from == 1 && to == 40);
    static const char *const bad[] = {"",    "0..5",   "5..4",  "1..1001", "a..b",
                                      "1..", "1.5..2", "1..2k", "-3",      "..5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = (struct err)ERR_INIT;
        assert_false(span_counts("clients", bad[i], 1000, &from, &to, &err));
        assert_int_equal(err.kind, ERR_USAGE);
        assert_non_null(strstr(err.text, "--clients"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(spans_and_lists_are_read),     SUITE_TEST(what_is_no_axis_is_refused),
        SUITE_TEST(numbers_have_their_dimension), SUITE_TEST(every_combination_stands_once),
        SUITE_TEST(counts_are_spans_too),
    };
    return suite_run("axes", tests, sizeof tests / sizeof tests[0]);
}
