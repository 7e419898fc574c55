/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waterfall, curves, clouds and heat maps: golden text twins, and the promise that no text is cut
 * or covered. */
#include "support/golden.h"
#include "support/suite.h"
#include "support/twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void waterfall(struct figure *f)
{
    f->value = (struct figure_axis){.label = "IOPS", .dim = DIM_OPS};
    figure_add_series(f, NULL);
    figure_add_point(f, "raw disks", 0, figure_value(377000))->reason =
        "36 drives at their own rate";
    figure_add_point(f, "replication", 0, figure_value(125666))->reason =
        "every write is written three times, each to another host, before the client hears that it "
        "is done";
    figure_add_point(f, "cache", 0, figure_value(140000));
    figure_add_point(f, "client", 0, figure_value(34000))->reason = "too few outstanding";
    figure_add_limit(f, "need", 20000);
}

static void line_band(struct figure *f)
{
    f->x = (struct figure_axis){.label = "outstanding", .dim = DIM_NUMBER, .scale = FIGURE_LOG};
    f->value = (struct figure_axis){.label = "latency", .dim = DIM_TIME};
    for (int s = 0; s < 2; s++) {
        figure_add_series(f, s == 0 ? "3 hosts" : "5 hosts");
        for (double q = 1; q <= 1024; q *= 4) {
            double latency = fmax(0.001, q / (40000.0 * (s + 1)));
            figure_add_point(f, NULL, q, (struct range){latency / 2, latency, latency * 2});
        }
        f->series[s].points[3].mark = FIGURE_CHOSEN;
        f->series[s].points[3].label = "knee";
    }
    f->series[1].points[5].value.p50 = INFINITY;
    figure_add_series(f, "run of 2019");
    figure_add_point(f, NULL, 16, (struct range){0.0009, 0.0011, 0.0013})->mark = FIGURE_MEASURED;
    figure_add_limit(f, "need", 0.01);
}

static void fill_over_time(struct figure *f)
{
    f->x = (struct figure_axis){.date = true};
    f->value = (struct figure_axis){.label = "used", .dim = DIM_FRACTION};
    figure_add_series(f, NULL);
    for (int month = 0; month <= 24; month++)
        figure_add_point(f, NULL, 1767225600.0 + month * 2629800.0,
                         figure_value(0.4 + 0.02 * month));
    figure_add_limit(f, "nearfull", 0.85);
}

static void gain_curve(struct figure *f)
{
    f->x = (struct figure_axis){.label = "OSDs", .dim = DIM_NUMBER, .scale = FIGURE_LINEAR};
    f->value = (struct figure_axis){.label = "gain", .dim = DIM_RATIO, .scale = FIGURE_LINEAR};
    f->chosen = "more stops paying here: what then limits the load";
    for (int s = 0; s < 2; s++) {
        figure_add_series(f, s == 0 ? "4k random write" : "4M read");
        for (int osds = 12; osds <= 60; osds += 12) {
            double gain = s == 0 ? osds / 12.0 : fmin(osds / 12.0, 2);
            figure_add_point(f, NULL, osds, (struct range){0.9 * gain, gain, 1.2 * gain});
        }
    }
    f->series[1].points[1].mark = FIGURE_CHOSEN;
    f->series[1].points[1].label = "net.public";
}

/* Two limits of one value keep apart; the lower one in the list stands lower. */
static void growth(struct figure *f)
{
    f->x = (struct figure_axis){.label = "date", .date = true};
    f->value = (struct figure_axis){.label = "stored", .dim = DIM_CAPACITY, .scale = FIGURE_LINEAR};
    figure_add_series(f, "stored by clients");
    for (int year = 0; year <= 5; year++)
        figure_add_point(f, NULL, 1767225600.0 + year * 31557600.0,
                         figure_value(6e12 * pow(1.2, year)));
    figure_add_limit(f, "safe fill", 13.1e12);
    figure_add_limit(f, "nearfull", 13.1e12);
    figure_add_limit(f, "full", 14.6e12);
}

static void capacity_steps(struct figure *f)
{
    f->value = (struct figure_axis){.label = "bytes", .dim = DIM_CAPACITY, .scale = FIGURE_LINEAR};
    figure_add_series(f, NULL);
    figure_add_point(f, "installed devices", 0, figure_value(2.71e15))->reason =
        "data devices and DB, WAL or journal devices";
    figure_add_point(f, "nearfull ratio", 0, figure_value(2.28e15))->reason =
        "above it the cluster warns; full stops writes";
    figure_add_point(f, "redundancy: safe fill", 0, figure_value(1.38e15))->reason =
        "copies or coding shards; client bytes from here on";
}

static void scatter(struct figure *f)
{
    f->x = (struct figure_axis){.label = "measured IOPS", .dim = DIM_OPS};
    f->value = (struct figure_axis){.label = "predicted IOPS", .dim = DIM_OPS};
    figure_add_series(f, "nvme 4k randread");
    figure_add_point(f, NULL, 90000, (struct range){70000, 100000, 150000});
    figure_add_point(f, NULL, 40000, figure_value(30000));
    figure_add_series(f, "hdd 4k randwrite");
    figure_add_point(f, NULL, 800, (struct range){500, 900, 1400});
    figure_add_point(f, NULL, 0, figure_value(30));
}

static void pareto(struct figure *f)
{
    f->x = (struct figure_axis){.label = "cost in EUR", .dim = DIM_NUMBER};
    f->value = (struct figure_axis){.label = "IOPS", .dim = DIM_OPS};
    figure_add_series(f, "NVMe");
    for (int i = 0; i < 6; i++) {
        figure_add_point(f, "4 hosts", 30000 + 9000 * i, figure_value(20000 + 15000 * i))->mark =
            i % 2 == 0 ? FIGURE_CHOSEN : FIGURE_PLAIN;
    }
    figure_add_series(f, "HDD");
    figure_add_point(f, NULL, 35000, figure_value(4000));
    figure_add_limit(f, "need", 60000);
}

static void heat_map(struct figure *f)
{
    static const char *const hosts[] = {"3", "4", "5", "6"};
    f->x.label = "hosts";
    f->rows_label = "OSDs a host";
    f->value = (struct figure_axis){.label = "IOPS", .dim = DIM_OPS};
    for (int s = 0; s < 3; s++) {
        figure_add_series(f, hosts[s + 1]);
        for (int h = 0; h < 4; h++)
            figure_add_point(
                f, hosts[h], 0,
                figure_value(s == 2 && h == 3 ? (double)NAN : 1500.0 * (s + 1) * (h + 3)));
    }
    f->series[1].points[1].mark = FIGURE_CHOSEN;
}

struct example {
    const char *golden;
    enum figure_kind kind;
    void (*fill)(struct figure *f);
};

static const struct example examples[] = {
    {"chart_waterfall.txt", FIGURE_WATERFALL, waterfall},
    {"chart_line_band.txt", FIGURE_LINE_BAND, line_band},
    {"chart_gain.txt", FIGURE_LINE_BAND, gain_curve},
    {"chart_fill.txt", FIGURE_LINE_BAND, fill_over_time},
    {"chart_growth.txt", FIGURE_LINE_BAND, growth},
    {"chart_capacity.txt", FIGURE_WATERFALL, capacity_steps},
    {"chart_scatter.txt", FIGURE_SCATTER, scatter},
    {"chart_pareto.txt", FIGURE_PARETO, pareto},
    {"chart_heatmap.txt", FIGURE_HEATMAP, heat_map},
};

static void each_kind_is_drawn_as_ever(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct arena arena;
        struct figure figure;
        arena_init(&arena, NULL);
        figure_init(&figure, &arena, examples[i].kind, "A title");
        figure.source = "a source";
        figure.model = "a model";
        examples[i].fill(&figure);
        figure_note(&figure, "A note.");
        char *twin = twin_draw(&figure, 900);
        twin_check_texts(twin, examples[i].golden);
        golden_compare(examples[i].golden, twin);
        free(twin);
        arena_free(&arena);
    }
}

static double next_value(unsigned *seed)
{
    *seed = *seed * 1103515245U + 12345U;
    return pow(10, (double)(*seed >> 16) / 65536.0 * 5 - 1);
}

static int next_length(unsigned *seed)
{
    static const int lengths[] = {0, 1, 3, 9, 20, 60, 200};
    *seed = *seed * 1103515245U + 12345U;
    return lengths[(*seed >> 16) % (sizeof lengths / sizeof lengths[0])];
}

static void fill(struct figure *f, unsigned *seed, int series, int points)
{
    struct arena *arena = f->arena;
    f->title = twin_label(arena, seed, next_length(seed));
    f->subtitle = twin_label(arena, seed, next_length(seed));
    f->x = (struct figure_axis){.label = twin_label(arena, seed, next_length(seed)),
                                .dim = (enum dim)(*seed % DIM_COUNT)};
    f->value = (struct figure_axis){.label = twin_label(arena, seed, next_length(seed)),
                                    .dim = (enum dim)((*seed >> 9) % DIM_COUNT)};
    f->rows_label = twin_label(arena, seed, next_length(seed));
    for (int s = 0; s < series; s++) {
        figure_add_series(f, twin_label(arena, seed, next_length(seed)));
        for (int p = 0; p < points; p++) {
            double value = next_value(seed);
            struct figure_point *point =
                figure_add_point(f, twin_label(arena, seed, next_length(seed)),
                                 p + next_value(seed), (struct range){value / 2, value, value * 2});
            point->reason = p % 2 == 0 ? NULL : twin_label(arena, seed, next_length(seed));
            point->mark = (enum figure_mark)(*seed / 7 % 3);
        }
    }
    for (unsigned i = 0; i < (*seed >> 14) % 4; i++)
        figure_add_limit(f, twin_label(arena, seed, next_length(seed)), next_value(seed));
    figure_note(f, "%s", twin_label(arena, seed, 200));
}

static void no_text_is_cut_or_covered(void **state)
{
    (void)state;
    static const double widths[] = {480, 600, 900};
    unsigned seed = 5;
    for (int kind = 0; kind < FIGURE_KINDS; kind++) {
        for (int i = 0; i < 48; i++) {
            struct arena arena;
            struct figure figure;
            char what[80];
            int series = 1 + i % 24, points = 1 + i * 7 % 24;
            arena_init(&arena, NULL);
            figure_init(&figure, &arena, (enum figure_kind)kind, NULL);
            fill(&figure, &seed, series, points);
            char *twin = twin_draw(&figure, widths[i % 3]);
            (void)snprintf(what, sizeof what, "kind %d, %d series of %d points, width %g", kind,
                           series, points, widths[i % 3]);
            twin_check_texts(twin, what);
            free(twin);
            arena_free(&arena);
        }
    }
}

/* What cannot be drawn is no reason to fail. */
static void empty_and_odd_figures_are_drawn(void **state)
{
    (void)state;
    static const double values[] = {0, -5, 1e-300, 1e300, NAN, INFINITY, -INFINITY};
    for (int kind = 0; kind < FIGURE_KINDS; kind++) {
        struct arena arena;
        struct figure figure;
        arena_init(&arena, NULL);
        figure_init(&figure, &arena, (enum figure_kind)kind, NULL);
        char *twin = twin_draw(&figure, 900);
        twin_check_texts(twin, "empty");
        assert_non_null(strstr(twin, "nothing to draw"));
        free(twin);
        figure_add_series(&figure, NULL);
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            figure_add_point(&figure, NULL, values[i], figure_value(values[i]));
            figure_add_point(&figure, "", values[i], figure_between(values[i], values[i]));
            figure_add_limit(&figure, NULL, values[i]);
            twin = twin_draw(&figure, 900);
            twin_check_texts(twin, "odd values");
            assert_null(strstr(twin, "nan"));
            assert_null(strstr(twin, "inf"));
            free(twin);
        }
        arena_free(&arena);
    }
}

/* A line must not jump over what is not known: the curve breaks there. */
static void a_curve_breaks_where_it_is_unknown(void **state)
{
    (void)state;
    struct arena arena;
    struct figure figure;
    arena_init(&arena, NULL);
    figure_init(&figure, &arena, FIGURE_LINE_BAND, NULL);
    figure_add_series(&figure, NULL);
    for (int i = 0; i < 7; i++)
        figure_add_point(&figure, NULL, i, figure_value(i == 3 ? (double)NAN : 10.0 + i));
    char *twin = twin_draw(&figure, 900);
    int curves = 0;
    for (const char *p = strstr(twin, "line 2.0"); p != NULL; p = strstr(p + 1, "line 2.0"))
        curves++;
    assert_int_equal(curves, 2);
    free(twin);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_drawn_as_ever),
        cmocka_unit_test(no_text_is_cut_or_covered),
        cmocka_unit_test(empty_and_odd_figures_are_drawn),
        cmocka_unit_test(a_curve_breaks_where_it_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
