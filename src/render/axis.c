/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tick is a multiple of a step that people count in; which steps those are is a table by what is
 * measured. On logarithmic axes ticks are the members of such a table inside the window. */
#include "render/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOG_FACTOR 30.0 /* data that spans more is shown on a logarithmic scale */
#define MINUTE_S 60.0
#define HOUR_S 3600.0
#define DAY_S 86400.0

/* -- extent and window --------------------------------------------------------------------------
 */

void extent_init(struct extent *extent)
{
    *extent = (struct extent){NAN, NAN};
}

void extent_add(struct extent *extent, double value)
{
    if (!isfinite(value))
        return;
    extent->min = fmin(extent->min, value);
    extent->max = fmax(extent->max, value);
}

void extent_add_range(struct extent *extent, struct range range)
{
    extent_add(extent, range.p10);
    extent_add(extent, range.p50);
    extent_add(extent, range.p90);
}

static bool wants_log(const struct figure_axis *figure, struct extent extent)
{
    if (figure->date || !(extent.min > 0) || figure->scale == FIGURE_LINEAR)
        return false;
    return figure->scale == FIGURE_LOG || extent.max > LOG_FACTOR * extent.min;
}

static void fit_log(struct axis *axis, struct extent extent, double pad)
{
    double low = log(extent.min), high = log(extent.max);
    double least = log(4); /* a narrower window would blow up small differences */
    double missing = fmax(0, least - (high - low)) / 2;
    double span = high - low + 2 * missing;
    axis->min = exp(low - missing - pad * span);
    axis->max = exp(high + missing + pad * span);
}

static void fit_linear(struct axis *axis, struct extent extent, struct axis_fit fit)
{
    double low = extent.min, high = extent.max;
    if (fit.zero) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    double span = high - low;
    double magnitude = fmax(fabs(low), fabs(high));
    if (span < 1e-6 * magnitude || magnitude <= 0) {
        double half = magnitude > 0 ? 0.1 * magnitude : 0.5;
        low -= half;
        high += half;
        span = high - low;
    }
    bool at_zero = fit.zero && extent.min >= 0;
    bool whole = axis->dim == DIM_FRACTION && extent.max <= 1 && extent.max > 0.5 && fit.zero;
    axis->min = at_zero ? 0 : low - fit.pad * span;
    axis->max = whole ? 1 : high + fit.pad * span;
}

void axis_init(struct axis *axis, const struct figure_axis *figure, struct extent extent,
               struct axis_fit fit)
{
    *axis = (struct axis){.dim = figure->dim, .binary = figure->binary, .date = figure->date};
    if (isnan(extent.min))
        extent = (struct extent){0, 1};
    axis->log = wants_log(figure, extent);
    if (axis->log)
        fit_log(axis, extent, fit.pad);
    else
        fit_linear(axis, extent, fit);
}

double axis_place(const struct axis *axis, double value)
{
    if (isnan(value))
        return value;
    if (value <= axis->min)
        return 0;
    if (value >= axis->max)
        return 1;
    if (axis->log)
        return log(value / axis->min) / log(axis->max / axis->min);
    return (value - axis->min) / (axis->max - axis->min);
}

/* -- dates --------------------------------------------------------------------------------------
 */

/* Days since 1970-01-01 to the civil date, proleptic Gregorian; years counted from March make the
 * leap day the last of a year. */
static void civil_date(long days, long *year, int *month, int *day)
{
    enum { ERA_DAYS = 146097, EPOCH_SHIFT = 719468 };
    long z = days + EPOCH_SHIFT;
    long era = (z >= 0 ? z : z - (ERA_DAYS - 1)) / ERA_DAYS;
    long of_era = z - era * ERA_DAYS;
    long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int march = (int)((5 * of_year + 2) / 153);
    *day = (int)(of_year - (153 * march + 2) / 5) + 1;
    *month = march < 10 ? march + 3 : march - 9;
    *year = year_of_era + era * 400 + (*month <= 2);
}

/* The first day of a month, counted from January 1970 = 0, in days since 1970-01-01. */
static long first_of_month(long month)
{
    long year = 1970 + (month >= 0 ? month / 12 : -((11 - month) / 12));
    long of_year = month - 12 * (year - 1970);
    long y = year - (of_year < 2);
    long era = (y >= 0 ? y : y - 399) / 400;
    long year_of_era = y - era * 400;
    long from_march = (of_year + 10) % 12;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
           (153 * from_march + 2) / 5 - 719468;
}

static bool shows_days(const struct axis *axis)
{
    return axis->max - axis->min < 62 * DAY_S;
}

static void date_label(double seconds, const struct axis *axis, char *buf, size_t size)
{
    long year = 0;
    int month = 0, day = 0;
    civil_date((long)floor(seconds / DAY_S + 0.5), &year, &month, &day);
    if (shows_days(axis))
        (void)snprintf(buf, size, "%04ld-%02d-%02d", year, month, day);
    else
        (void)snprintf(buf, size, "%04ld-%02d", year, month);
}

/* -- labels -------------------------------------------------------------------------------------
 */

/* Below this the digits of units_format run out. */
static double least_shown(enum dim dim)
{
    static const double least[DIM_COUNT] = {
        [DIM_TIME] = 1e-10, [DIM_DURATION] = 1e-10, [DIM_FRACTION] = 1e-3, [DIM_GROWTH] = 1e-3};
    return least[dim] > 0 ? least[dim] : 0.1;
}

/* Plain numbers of five digits and more are read more easily with k, M. */
static bool is_long_number(const struct axis *axis, double value)
{
    return axis->dim == DIM_NUMBER && fabs(value) >= 1e4;
}

void axis_label(const struct axis *axis, double value, char *buf, size_t size)
{
    enum { LONGEST = 14 }; /* above the largest prefix digits would go on and on */
    char text[64];
    if (axis->date)
        date_label(value, axis, text, sizeof text);
    else if (axis->binary)
        units_format_binary(value, text, sizeof text);
    else
        units_format(is_long_number(axis, value) ? DIM_OPS : axis->dim, value, text, sizeof text);
    bool tiny = value != 0 && fabs(value) < least_shown(axis->dim);
    if (tiny || strlen(text) > LONGEST)
        (void)snprintf(text, sizeof text, "%.3g %s", value, units_base(axis->dim));
    (void)snprintf(buf, size, "%s", text);
}

struct tick_list {
    const struct axis *axis;
    struct tick *ticks;
    int n;
};

static void add_tick(struct tick_list *list, double value)
{
    double slack = list->axis->log ? 1e-9 * value : 1e-9 * (list->axis->max - list->axis->min);
    if (value < list->axis->min - slack || value > list->axis->max + slack ||
        list->n == AXIS_TICKS_MAX)
        return;
    struct tick *tick = &list->ticks[list->n++];
    tick->value = value;
    axis_label(list->axis, value, tick->label, sizeof tick->label);
}

/* -- linear ticks -------------------------------------------------------------------------------
 */

static const double times_s[] = {1,
                                 2,
                                 5,
                                 10,
                                 15,
                                 30,
                                 MINUTE_S,
                                 2 * MINUTE_S,
                                 5 * MINUTE_S,
                                 10 * MINUTE_S,
                                 15 * MINUTE_S,
                                 30 * MINUTE_S,
                                 HOUR_S,
                                 2 * HOUR_S,
                                 3 * HOUR_S,
                                 6 * HOUR_S,
                                 12 * HOUR_S,
                                 DAY_S,
                                 2 * DAY_S,
                                 5 * DAY_S,
                                 10 * DAY_S,
                                 20 * DAY_S,
                                 50 * DAY_S,
                                 100 * DAY_S,
                                 200 * DAY_S,
                                 YEAR_S};
enum { N_TIMES = sizeof times_s / sizeof times_s[0] };

/* The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
static double decimal_step(double least)
{
    double power = pow(10, floor(log10(least) + 1e-9));
    static const double parts[] = {1, 2, 5, 10};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i] * power >= least * (1 - 1e-9))
            return parts[i] * power;
    return 10 * power;
}

static double time_step(double least)
{
    if (least <= 0.5)
        return decimal_step(least);
    for (int i = 0; i < N_TIMES; i++)
        if (times_s[i] >= least * (1 - 1e-9))
            return times_s[i];
    return YEAR_S * decimal_step(least / YEAR_S);
}

static bool is_time(const struct axis *axis)
{
    return axis->dim == DIM_TIME || axis->dim == DIM_DURATION;
}

/* A link is stored in bytes and counted in bits. */
static double unit_of(const struct axis *axis)
{
    return axis->dim == DIM_LINK ? 0.125 : 1;
}

static bool is_binary(const struct axis *axis)
{
    return axis->binary || axis->dim == DIM_BLOCK;
}

static double linear_step(const struct axis *axis, double least)
{
    if (is_time(axis))
        return time_step(least);
    if (is_binary(axis))
        return exp2(ceil(log2(least) - 1e-9));
    double step = unit_of(axis) * decimal_step(least / unit_of(axis));
    return axis->whole ? fmax(1, step) : step;
}

/* About how many ticks a level has. */
static const int linear_counts[AXIS_LEVELS] = {12, 9, 7, 5, 4, 3, 2, 1};

static void linear_ticks(struct tick_list *list, int level)
{
    const struct axis *axis = list->axis;
    double step = linear_step(axis, (axis->max - axis->min) / linear_counts[level]);
    double first = ceil(axis->min / step - 1e-9);
    for (int i = 0; i < AXIS_TICKS_MAX && (first + i) * step <= axis->max + 1e-9 * step; i++)
        add_tick(list, fabs(first + i) < 0.5 ? 0 : (first + i) * step);
}

static void day_ticks(struct tick_list *list, double least)
{
    static const double days[] = {1, 2, 7, 14};
    enum { LAST = sizeof days / sizeof days[0] - 1 };
    int i = 0;
    while (i < LAST && days[i] < least)
        i++;
    double first = ceil(list->axis->min / DAY_S / days[i]);
    for (int k = 0; k < AXIS_TICKS_MAX && (first + k) * days[i] * DAY_S <= list->axis->max; k++)
        add_tick(list, (first + k) * days[i] * DAY_S);
}

static void date_ticks(struct tick_list *list, int level)
{
    static const long months[] = {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200};
    enum { LAST = sizeof months / sizeof months[0] - 1 };
    const struct axis *axis = list->axis;
    double least = (axis->max - axis->min) / linear_counts[level] / DAY_S;
    if (shows_days(axis)) {
        day_ticks(list, least);
        return;
    }
    int i = 0;
    while (i < LAST && (double)months[i] * 30.44 < least)
        i++;
    double before = floor(axis->min / (YEAR_S / 12)) - 1;
    long month = (long)floor(before / (double)months[i]) * months[i];
    for (; (double)first_of_month(month) * DAY_S <= axis->max; month += months[i])
        add_tick(list, (double)first_of_month(month) * DAY_S);
}

/* -- logarithmic ticks --------------------------------------------------------------------------
 */

/* Which members of a decade stand at a level, and every how many decades. */
static const struct {
    int n;
    double parts[3];
    int decades;
} log_levels[AXIS_LEVELS] = {{3, {1, 2, 5}, 1}, {2, {1, 3}, 1}, {1, {1}, 1}, {1, {1}, 2},
                             {1, {1}, 3},       {1, {1}, 4},    {1, {1}, 6}, {1, {1}, 12}};

/* Decades below `below`, base units; `unit` is what a decade counts from. */
static void decade_ticks(struct tick_list *list, int level, double unit, double below)
{
    double first = floor(log10(list->axis->min / unit));
    double last = ceil(log10(fmin(list->axis->max, below) / unit));
    for (double d = first; d <= last; d++) {
        if (fmod(d, log_levels[level].decades) != 0)
            continue;
        for (int i = 0; i < log_levels[level].n; i++) {
            double value = unit * log_levels[level].parts[i] * pow(10, d);
            if (value < below * (1 - 1e-9))
                add_tick(list, value);
        }
    }
}

static void time_log_ticks(struct tick_list *list, int level)
{
    static const struct {
        double value_s;
        int last_level;
    } rows[] = {{1, 7},
                {2, 0},
                {5, 0},
                {10, 2},
                {30, 1},
                {MINUTE_S, 6},
                {2 * MINUTE_S, 0},
                {5 * MINUTE_S, 0},
                {10 * MINUTE_S, 2},
                {30 * MINUTE_S, 1},
                {HOUR_S, 6},
                {2 * HOUR_S, 0},
                {6 * HOUR_S, 2},
                {12 * HOUR_S, 0},
                {DAY_S, 5},
                {2 * DAY_S, 0},
                {5 * DAY_S, 1},
                {10 * DAY_S, 3},
                {30 * DAY_S, 1},
                {100 * DAY_S, 2},
                {YEAR_S, 7}};
    decade_ticks(list, level, 1, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (level <= rows[i].last_level)
            add_tick(list, rows[i].value_s);
    if (list->axis->max > YEAR_S) {
        for (double years = 10; years * YEAR_S <= list->axis->max && years < 1e9; years *= 10)
            add_tick(list, years * YEAR_S);
    }
}

static void binary_log_ticks(struct tick_list *list, int level)
{
    static const int steps[AXIS_LEVELS] = {1, 2, 3, 5, 10, 10, 20, 20};
    double first = ceil(log2(list->axis->min) / steps[level] - 1e-9) * steps[level];
    for (double e = first; exp2(e) <= list->axis->max * (1 + 1e-9); e += steps[level])
        add_tick(list, exp2(e));
}

static void log_ticks(struct tick_list *list, int level)
{
    const struct axis *axis = list->axis;
    /* Within a decade or so the even steps of a linear axis are the nicer values. */
    if (axis->max < 12 * axis->min && !is_binary(axis)) {
        linear_ticks(list, level);
        return;
    }
    if (is_binary(axis))
        binary_log_ticks(list, level);
    else if (is_time(axis))
        time_log_ticks(list, level);
    else
        decade_ticks(list, level, unit_of(axis), INFINITY);
}

static bool labels_differ(const struct tick *ticks, int n)
{
    for (int i = 1; i < n; i++)
        if (strcmp(ticks[i].label, ticks[i - 1].label) == 0)
            return false;
    return true;
}

int axis_ticks(const struct axis *axis, int level, struct tick *ticks)
{
    struct tick_list list = {.axis = axis, .ticks = ticks};
    if (axis->date)
        date_ticks(&list, level);
    else if (axis->log)
        log_ticks(&list, level);
    else
        linear_ticks(&list, level);
    return labels_differ(ticks, list.n) ? list.n : 0;
}
