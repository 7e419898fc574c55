/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row charts: golden text twins, and the promise that no text is cut or covered. */
#include "support/golden.h"
#include "support/suite.h"
#include "support/twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void range_bars(struct figure *f, struct arena *arena)
{
    figure_init(f, arena, FIGURE_RANGE_BARS, "Estimates of a cluster");
    f->subtitle = "36 OSDs, 3 replicas";
    f->source = "a published measurement";
    f->model = "formulas 1";
    f->value = (struct figure_axis){.label = "client IOPS", .dim = DIM_OPS};
    figure_add_series(f, "4k randread");
    figure_add_point(f, "engine", 0, (struct range){36400, 52000, 70200})->reason = "net.public";
    figure_add_point(f, "seed-range", 0, figure_between(20622, 61866));
    figure_add_point(f, "mirantis", 0, figure_value(7466));
    figure_add_point(f, "run", 0, figure_value(57200))->mark = FIGURE_MEASURED;
    figure_add_series(f, "4k randwrite");
    figure_add_point(f, "engine", 0, (struct range){6300, 9000, 12100})->reason = "data";
    figure_add_point(f, "seed-range", 0, figure_between(NAN, NAN));
    figure_add_limit(f, "need", 20000);
    figure_note(f, "The formula divides reads by the number of replicas.");
}

static void bounds(struct figure *f, struct arena *arena)
{
    figure_init(f, arena, FIGURE_BOUNDS, "What binds");
    f->value = (struct figure_axis){.label = "client IOPS", .dim = DIM_OPS};
    figure_add_series(f, "4k randwrite")->answer = 9000;
    figure_add_point(f, "data", 0, figure_value(9900))->mark = FIGURE_CHOSEN;
    figure_add_point(f, "cpu", 0, figure_value(45000));
    figure_add_point(f, "net.public", 0, figure_value(310000));
    figure_add_point(f, "client.net", 0, figure_value(INFINITY));
}

static void golden(const char *name, void (*make)(struct figure *f, struct arena *arena))
{
    struct arena arena;
    struct figure figure;
    arena_init(&arena, NULL);
    make(&figure, &arena);
    char *twin = twin_draw(&figure, 900);
    twin_check_texts(twin, name);
    golden_compare(name, twin);
    free(twin);
    arena_free(&arena);
}

static void range_bars_are_drawn_as_ever(void **state)
{
    (void)state;
    golden("chart_range_bars.txt", range_bars);
}

static void bounds_are_drawn_as_ever(void **state)
{
    (void)state;
    golden("chart_bounds.txt", bounds);
}

static double next_value(unsigned *seed)
{
    *seed = *seed * 1103515245U + 12345U;
    return pow(10, (double)(*seed >> 16) / 65536.0 * 7 - 1);
}

/* Some figure of this kind with every text so many letters long. */
static void fill(struct figure *f, struct arena *arena, unsigned *seed, int groups, int rows)
{
    static const int lengths[] = {1, 3, 9, 20, 60, 200};
    enum { N_LENGTHS = sizeof lengths / sizeof lengths[0] };
    f->title = twin_label(arena, seed, lengths[(*seed >> 8) % N_LENGTHS]);
    f->value =
        (struct figure_axis){.label = twin_label(arena, seed, lengths[(*seed >> 9) % N_LENGTHS]),
                             .dim = (enum dim)((*seed >> 10) % DIM_COUNT)};
    for (int g = 0; g < groups; g++) {
        figure_add_series(f, twin_label(arena, seed, lengths[(*seed >> 11) % N_LENGTHS]))->answer =
            next_value(seed);
        for (int r = 0; r < rows; r++) {
            double value = next_value(seed);
            struct range range = {value / 2, r % 3 == 0 ? (double)NAN : value, value * 2};
            const char *label = twin_label(arena, seed, lengths[(*seed >> 12) % N_LENGTHS]);
            struct figure_point *point =
                figure_add_point(f, label, 0, r % 4 == 1 ? figure_value(value) : range);
            point->reason =
                r % 2 == 0 ? NULL : twin_label(arena, seed, lengths[(*seed >> 13) % N_LENGTHS]);
            point->mark = (enum figure_mark)(r % 3);
        }
    }
    for (int i = 0; i < (int)(*seed >> 14) % 4; i++)
        figure_add_limit(f, twin_label(arena, seed, 30), next_value(seed));
    figure_note(f, "%s", twin_label(arena, seed, 200));
}

static void no_text_is_cut_or_covered(void **state)
{
    (void)state;
    static const enum figure_kind kinds[] = {FIGURE_RANGE_BARS, FIGURE_BOUNDS};
    static const double widths[] = {480, 600, 900};
    unsigned seed = 1;
    for (int groups = 1; groups <= 24; groups++) {
        for (int rows = 1; rows <= 8; rows++) {
            struct arena arena;
            struct figure figure;
            char what[80];
            arena_init(&arena, NULL);
            figure_init(&figure, &arena, kinds[(groups + rows) % 2], NULL);
            fill(&figure, &arena, &seed, groups, rows);
            double width = widths[(unsigned)(groups + rows * 7) % 3];
            char *twin = twin_draw(&figure, width);
            (void)snprintf(what, sizeof what, "%d groups of %d rows, width %g", groups, rows,
                           width);
            twin_check_texts(twin, what);
            free(twin);
            arena_free(&arena);
        }
    }
}

/* The promise again with every label of one length, the whole way from 1 to 200. */
static void no_length_of_label_is_too_long(void **state)
{
    (void)state;
    unsigned seed = 2;
    for (int length = 1; length <= 200; length++) {
        struct arena arena;
        struct figure figure;
        char what[40];
        arena_init(&arena, NULL);
        figure_init(&figure, &arena, FIGURE_RANGE_BARS, twin_label(&arena, &seed, length));
        figure.subtitle = twin_label(&arena, &seed, length);
        for (int g = 0; g < 2; g++) {
            figure_add_series(&figure, twin_label(&arena, &seed, length));
            for (int r = 0; r <= g; r++)
                figure_add_point(&figure, twin_label(&arena, &seed, length), 0,
                                 figure_between(1, 100));
        }
        char *twin = twin_draw(&figure, 900);
        (void)snprintf(what, sizeof what, "length %d", length);
        twin_check_texts(twin, what);
        free(twin);
        arena_free(&arena);
    }
}

/* What cannot be drawn is no reason to fail. */
static void empty_and_odd_figures_are_drawn(void **state)
{
    (void)state;
    static const double values[] = {0, -5, 1e-300, 1e300, NAN, INFINITY, -INFINITY};
    for (int kind = FIGURE_RANGE_BARS; kind <= FIGURE_BOUNDS; kind++) {
        struct arena arena;
        struct figure figure;
        arena_init(&arena, NULL);
        figure_init(&figure, &arena, (enum figure_kind)kind, NULL);
        char *twin = twin_draw(&figure, 900);
        twin_check_texts(twin, "empty");
        free(twin);
        figure_add_series(&figure, NULL);
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            figure_add_point(&figure, NULL, 0, figure_value(values[i]));
            figure_add_point(&figure, "", 0, figure_between(values[i], values[i]));
            twin = twin_draw(&figure, 900);
            twin_check_texts(twin, "odd values");
            free(twin);
        }
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range_bars_are_drawn_as_ever),
        cmocka_unit_test(bounds_are_drawn_as_ever),
        cmocka_unit_test(no_text_is_cut_or_covered),
        cmocka_unit_test(no_length_of_label_is_too_long),
        cmocka_unit_test(empty_and_odd_figures_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
