/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right values: what a person would write on the axis, by hand. */
#include "support/suite.h"

#include "render/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void join(const struct tick *ticks, int n, char *buf, size_t size)
{
    buf[0] = '\0';
    for (int i = 0; i < n; i++) {
        size_t used = strlen(buf);
        (void)snprintf(buf + used, size - used, "%s%s", i == 0 ? "" : "|", ticks[i].label);
    }
}

#define DAY 86400.0
#define JAN_2026 1767225600.0

static void ticks_are_what_people_count_in(void **state)
{
    (void)state;
    static const struct {
        struct axis axis;
        int level;
        const char *labels;
    } rows[] = {
        {{.dim = DIM_OPS, .min = 0, .max = 20622}, 3, "0|5k|10k|15k|20k"},
        {{.dim = DIM_OPS, .min = 0, .max = 20622}, 6, "0|20k"},
        {{.dim = DIM_NUMBER, .min = -1, .max = 1}, 4, "-1|-0.5|0|0.5|1"},
        {{.dim = DIM_NUMBER, .whole = true, .min = 0.98, .max = 3.02}, 0, "1|2|3"},
        {{.dim = DIM_NUMBER, .whole = true, .min = 3.99, .max = 5.01}, 3, "4|5"},
        {{.dim = DIM_FRACTION, .min = 0, .max = 1}, 3, "0 %|20 %|40 %|60 %|80 %|100 %"},
        {{.dim = DIM_CAPACITY, .min = 0, .max = 3.2e12}, 4, "0 B|1 TB|2 TB|3 TB"},
        {{.dim = DIM_CAPACITY, .binary = true, .min = 0, .max = 3e12}, 5, "0 B|1 TiB|2 TiB"},
        {{.dim = DIM_BLOCK, .min = 0, .max = 131072}, 4, "0 B|32 KiB|64 KiB|96 KiB|128 KiB"},
        {{.dim = DIM_LINK, .min = 0, .max = 3.2e9},
         2,
         "0 bit/s|5 Gbit/s|10 Gbit/s|15 Gbit/s|20 Gbit/s|25 Gbit/s"},
        {{.dim = DIM_TIME, .min = 0, .max = 0.0095}, 3, "0 s|2 ms|4 ms|6 ms|8 ms"},
        {{.dim = DIM_DURATION, .min = 0, .max = 7000}, 4, "0 s|30 min|1 h|1.5 h"},
        {{.dim = DIM_DURATION, .min = 0, .max = 3 * 365.25 * DAY}, 5, "0 s|1 year|2 years|3 years"},
        {{.dim = DIM_OPS, .log = true, .min = 90, .max = 21000}, 0, "100|200|500|1k|2k|5k|10k|20k"},
        {{.dim = DIM_OPS, .log = true, .min = 90, .max = 21000}, 2, "100|1k|10k"},
        {{.dim = DIM_OPS, .log = true, .min = 90, .max = 21000}, 3, "100|10k"},
        {{.dim = DIM_OPS, .log = true, .min = 9000, .max = 41000}, 4, "10k|20k|30k|40k"},
        {{.dim = DIM_LINK, .log = true, .min = 1e7, .max = 2e10},
         2,
         "100 Mbit/s|1 Gbit/s|10 Gbit/s|100 Gbit/s"},
        {{.dim = DIM_BLOCK, .log = true, .min = 4096, .max = 4194304},
         1,
         "4 KiB|16 KiB|64 KiB|256 KiB|1 MiB|4 MiB"},
        {{.dim = DIM_TIME, .log = true, .min = 5e-5, .max = 2}, 2, "100 us|1 ms|10 ms|100 ms|1 s"},
        {{.dim = DIM_DURATION, .log = true, .min = 1, .max = 86400.0 * 2}, 4, "1 s|1 min|1 h|1 d"},
        {{.date = true, .min = JAN_2026, .max = JAN_2026 + 365 * DAY},
         3,
         "2026-01|2026-04|2026-07|2026-10|2027-01"},
        {{.date = true, .min = JAN_2026 - 365 * DAY, .max = JAN_2026 + 1100 * DAY},
         3,
         "2025-01|2026-01|2027-01|2028-01|2029-01"},
        {{.date = true, .min = JAN_2026 + 57 * DAY, .max = JAN_2026 + 60 * DAY},
         4,
         "2026-02-27|2026-02-28|2026-03-01|2026-03-02"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tick ticks[AXIS_TICKS_MAX];
        char labels[1024];
        join(ticks, axis_ticks(&rows[i].axis, rows[i].level, ticks), labels, sizeof labels);
        if (strcmp(labels, rows[i].labels) != 0)
            fail_msg("row %zu has %s, not %s", i, labels, rows[i].labels);
    }
}

static void the_data_choose_the_scale(void **state)
{
    (void)state;
    static const struct {
        enum figure_scale scale;
        double low, high;
        bool log;
    } rows[] = {
        {FIGURE_AUTO, 100, 2900, false}, {FIGURE_AUTO, 100, 3100, true},
        {FIGURE_AUTO, 0, 1e6, false},    {FIGURE_AUTO, -1, 1e6, false},
        {FIGURE_LOG, 100, 200, true},    {FIGURE_LOG, 0, 200, false},
        {FIGURE_LINEAR, 1, 1e6, false},  {FIGURE_AUTO, NAN, NAN, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct figure_axis figure = {.dim = DIM_OPS, .scale = rows[i].scale};
        struct axis axis;
        axis_init(&axis, &figure, (struct extent){rows[i].low, rows[i].high},
                  (struct axis_fit){.pad = 0.05});
        assert_int_equal(axis.log, rows[i].log);
        assert_true(axis.min < axis.max);
        if (!isnan(rows[i].low)) {
            assert_true(axis.min <= rows[i].low);
            assert_true(axis.max >= rows[i].high);
        }
    }
}

/* Whatever the window: ticks lie in it, rise, and no two neighbours share a label; some level has
 * ticks. */
static void every_window_has_ticks(void **state)
{
    (void)state;
    unsigned seed = 3;
    for (int i = 0; i < 3000; i++) {
        double draws[2];
        for (int k = 0; k < 2; k++) {
            seed = seed * 1103515245U + 12345U;
            draws[k] = (double)(seed >> 8) / 16777216.0;
        }
        struct figure_axis figure = {.dim = (enum dim)(i % DIM_COUNT),
                                     .scale = (enum figure_scale)(i % 3)};
        double low = pow(10, draws[0] * 20 - 8);
        struct extent extent = {low, low * pow(10, draws[1] * 9)};
        struct axis axis;
        axis_init(&axis, &figure, extent, (struct axis_fit){.zero = i % 2 == 0, .pad = 0.05});
        int most = 0;
        for (int level = 0; level < AXIS_LEVELS; level++) {
            struct tick ticks[AXIS_TICKS_MAX];
            int n = axis_ticks(&axis, level, ticks);
            most = n > most ? n : most;
            for (int t = 0; t < n; t++) {
                assert_true(axis_place(&axis, ticks[t].value) >= 0);
                assert_true(axis_place(&axis, ticks[t].value) <= 1);
                assert_true(t == 0 || ticks[t].value > ticks[t - 1].value);
                assert_true(t == 0 || strcmp(ticks[t].label, ticks[t - 1].label) != 0);
            }
        }
        if (most == 0)
            fail_msg("no ticks at all between %g and %g (%s)", axis.min, axis.max,
                     axis.log ? "log" : "linear");
    }
}

static void places_run_from_end_to_end(void **state)
{
    (void)state;
    static const struct {
        struct axis axis;
        double value, place;
    } rows[] = {
        {{.min = 0, .max = 10}, 5, 0.5},
        {{.min = 0, .max = 10}, -1, 0},
        {{.min = 0, .max = 10}, 11, 1},
        {{.log = true, .min = 1, .max = 10000}, 100, 0.5},
        {{.log = true, .min = 1, .max = 100}, 0, 0},
        {{.log = true, .min = 1, .max = 100}, INFINITY, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(fabs(axis_place(&rows[i].axis, rows[i].value) - rows[i].place) < 1e-12);
    assert_true(isnan(axis_place(&rows[0].axis, NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_what_people_count_in),
        cmocka_unit_test(the_data_choose_the_scale),
        cmocka_unit_test(every_window_has_ticks),
        cmocka_unit_test(places_run_from_end_to_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
