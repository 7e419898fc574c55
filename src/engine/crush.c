/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a polynomial's coefficient c belongs to "c items have rung"; `slope` is the part of
 * its time derivative in which an item rings, so that the slope at c = draws is the density of the
 * moment at which the group is complete. Weights are scaled to sum 1 before any integral. */
#include "engine/crush.h"

#include <math.h>
#include <string.h>

#define FIRST -42.0    /* ln t where nothing has rung: exp(-42) of an item's share is left out */
#define LAST_RATE 45.0 /* w t at which an item has rung but for exp(-45) */

struct poly {
    int degree; /* coefficients above are cut off */
    double value[CRUSH_DRAWS_MAX + 1], slope[CRUSH_DRAWS_MAX + 1];
};

/* Of ln t. The moment at which n have rung spreads over about 1/sqrt(n) of ln t; a quarter of that
 * leaves an error of exp(-2 (4 pi)^2). */
static double step_of(int draws)
{
    return fmin(0.1, 0.25 / sqrt(draws));
}

int crush_available(const struct crush_items *items, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += items[i].weight > 0 ? items[i].count : 0;
    return sum;
}

static bool check_draws(int available, int draws, struct err *err)
{
    if (draws < 1 || draws > CRUSH_DRAWS_MAX)
        return err_set(err, ERR_MODEL, "%d copies or shards; allowed: 1 to %d", draws,
                       CRUSH_DRAWS_MAX);
    if (draws > available)
        return err_set(err, ERR_MODEL, "%d copies or shards need as many places, %d are there",
                       draws, available);
    return true;
}

static double total_weight(const struct crush_items *items, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += items[i].weight * items[i].count;
    return sum;
}

/* How many of `count` items of rate w have rung at time t, and with what rate the next rings. */
static void fill_items(double w, int count, double t, int degree, struct poly *poly)
{
    double log_q = -w * t, log_p = log(-expm1(-w * t)), log_choose = 0;
    memset(poly, 0, sizeof *poly);
    poly->degree = degree;
    for (int c = 0; c <= degree && c <= count; c++) {
        poly->value[c] = exp(log_choose + c * log_p + (count - c) * log_q);
        if (c > 0)
            poly->slope[c] = c * w * exp(log_choose + (c - 1) * log_p + (count - c + 1) * log_q);
        if (c < count)
            log_choose += log((double)(count - c) / (c + 1));
    }
}

static void fill_one(struct poly *poly, int degree)
{
    memset(poly, 0, sizeof *poly);
    poly->degree = degree;
    poly->value[0] = 1;
}

static void multiply(const struct poly *a, const struct poly *b, struct poly *product)
{
    struct poly made;
    fill_one(&made, a->degree);
    made.value[0] = 0;
    for (int i = 0; i <= a->degree; i++) {
        for (int j = 0; i + j <= a->degree; j++) {
            made.value[i + j] += a->value[i] * b->value[j];
            made.slope[i + j] += a->slope[i] * b->value[j] + a->value[i] * b->slope[j];
        }
    }
    *product = made;
}

/* base to the power of `exponent`, by squaring. */
static void power(const struct poly *base, int exponent, struct poly *result)
{
    struct poly square = *base;
    fill_one(result, base->degree);
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1)
            multiply(result, &square, result);
        multiply(&square, &square, &square);
    }
}

/* -- inclusion: products of all groups before and after each one -------- */

struct run {
    const struct crush_items *items;
    size_t n;
    int draws;
    double scale;           /* 1 / sum of weights */
    double *before, *after; /* (n + 1) x draws: counts of the groups before i, from i on */
    double *own;            /* draws */
};

/* target = a x b, the first `size` coefficients. */
static void convolve(const double *a, const double *b, double *target, int size)
{
    for (int i = size - 1; i >= 0; i--) {
        double sum = 0;
        for (int j = 0; j <= i; j++)
            sum += a[j] * b[i - j];
        target[i] = sum;
    }
}

static void fill_counts(const struct run *run, size_t group, int less, double t, double *values)
{
    struct poly poly;
    double w = run->items[group].weight * run->scale;
    fill_one(&poly, run->draws - 1);
    if (w > 0)
        fill_items(w, run->items[group].count - less, t, run->draws - 1, &poly);
    memcpy(values, poly.value, (size_t)run->draws * sizeof *values);
}

static void fill_products(const struct run *run, double t)
{
    size_t size = (size_t)run->draws;
    memset(run->before, 0, size * sizeof *run->before);
    memset(run->after + run->n * size, 0, size * sizeof *run->after);
    run->before[0] = run->after[run->n * size] = 1;
    for (size_t i = 0; i < run->n; i++) {
        fill_counts(run, i, 0, t, run->own);
        convolve(run->before + i * size, run->own, run->before + (i + 1) * size, run->draws);
    }
    for (size_t i = run->n; i-- > 0;) {
        fill_counts(run, i, 0, t, run->own);
        convolve(run->after + (i + 1) * size, run->own, run->after + i * size, run->draws);
    }
}

/* P(at most draws-1 items other than one of `group` have rung by t). */
static double room_left(const struct run *run, size_t group, double t)
{
    size_t size = (size_t)run->draws;
    const double *after = run->after + (group + 1) * size;
    fill_counts(run, group, 1, t, run->own);
    convolve(run->own, run->before + group * size, run->own, run->draws);
    double sum = 0;
    for (int i = 0; i < run->draws; i++)
        for (int j = 0; i + j < run->draws; j++)
            sum += run->own[i] * after[j];
    return sum;
}

static double last_time(const struct run *run)
{
    double least = 1;
    for (size_t i = 0; i < run->n; i++)
        if (run->items[i].weight > 0)
            least = fmin(least, run->items[i].weight * run->scale);
    return log(LAST_RATE / least);
}

static void integrate_inclusion(const struct run *run, double *probability)
{
    double last = last_time(run), step = step_of(run->draws);
    for (size_t i = 0; i < run->n; i++)
        probability[i] = 0;
    for (int k = 0; FIRST + k * step < last; k++) {
        double t = exp(FIRST + k * step);
        fill_products(run, t);
        for (size_t i = 0; i < run->n; i++) {
            double rate = run->items[i].weight * run->scale * t;
            if (rate > 0 && rate < LAST_RATE && run->items[i].count > 0)
                probability[i] += step * rate * exp(-rate) * room_left(run, i, t);
        }
    }
}

static bool check_sum(const struct crush_items *items, size_t n, int draws,
                      const double *probability, struct err *err)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += items[i].count * probability[i];
    if (!(fabs(sum - draws) <= 1e-9 * draws))
        return err_set(err, ERR_MODEL, "placement probabilities sum to %.12g instead of %d", sum,
                       draws);
    return true;
}

/* Are all items that can be taken of one weight? */
static bool all_equal(const struct crush_items *items, size_t n)
{
    double weight = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(items[i].weight > 0) || items[i].count == 0)
            continue;
        if (weight > 0 && items[i].weight != weight)
            return false;
        weight = items[i].weight;
    }
    return true;
}

bool crush_inclusion(const struct crush_items *items, size_t n, int draws, double *probability,
                     struct arena *scratch, struct err *err)
{
    if (!check_draws(crush_available(items, n), draws, err))
        return false;
    /* Items that are alike are drawn alike. */
    int available = crush_available(items, n);
    if (draws == available || all_equal(items, n)) {
        for (size_t i = 0; i < n; i++)
            probability[i] = items[i].weight > 0 ? (double)draws / available : 0;
        return true;
    }
    size_t size = (size_t)draws;
    struct run run = {items, n, draws, 1 / total_weight(items, n), NULL, NULL, NULL};
    run.before = arena_array(scratch, (n + 1) * size, sizeof(double));
    run.after = arena_array(scratch, (n + 1) * size, sizeof(double));
    run.own = arena_array(scratch, size, sizeof(double));
    integrate_inclusion(&run, probability);
    return check_sum(items, n, draws, probability, err);
}

/* -- balancing ---------------------------------------------------------- */

/* The heaviest kind whose probability is still open (negative); n when there is none. */
static size_t heaviest_open(const struct crush_items *items, size_t n, const double *probability)
{
    size_t best = n;
    for (size_t i = 0; i < n; i++)
        if (probability[i] < 0 && (best == n || items[i].weight > items[best].weight))
            best = i;
    return best;
}

bool crush_balanced(const struct crush_items *items, size_t n, int draws, double *probability,
                    struct err *err)
{
    if (!check_draws(crush_available(items, n), draws, err))
        return false;
    double weight_left = total_weight(items, n), draws_left = draws;
    for (size_t i = 0; i < n; i++)
        probability[i] = items[i].weight > 0 && items[i].count > 0 ? -1 : 0;
    for (size_t i; (i = heaviest_open(items, n, probability)) < n;) {
        if (draws_left * items[i].weight < weight_left * (1 - 1e-12))
            break;
        probability[i] = 1;
        draws_left -= items[i].count;
        weight_left -= items[i].count * items[i].weight;
    }
    for (size_t i = 0; i < n; i++)
        if (probability[i] < 0)
            probability[i] = fmin(1, draws_left * items[i].weight / weight_left);
    return check_sum(items, n, draws, probability, err);
}

/* -- several items in one unit ------------------------------------------ */

/* One unit of a kind at time t, counts up to `degree`. */
static void fill_unit(const struct crush_unit *unit, double scale, double t, int degree,
                      struct poly *poly)
{
    fill_one(poly, degree);
    for (size_t i = 0; i < unit->n_items; i++) {
        struct poly items;
        if (!(unit->items[i].weight > 0) || unit->items[i].count == 0)
            continue;
        fill_items(unit->items[i].weight * scale, unit->items[i].count, t, degree, &items);
        multiply(poly, &items, poly);
    }
}

static bool measure_units(const struct crush_unit *units, size_t n, int draws, double *scale,
                          double *last, struct err *err)
{
    int available = 0;
    double sum = 0, least = HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        available += units[i].count * crush_available(units[i].items, units[i].n_items);
        sum += units[i].count * total_weight(units[i].items, units[i].n_items);
        for (size_t j = 0; j < units[i].n_items; j++)
            if (units[i].items[j].weight > 0)
                least = fmin(least, units[i].items[j].weight);
    }
    *scale = 1 / sum;
    *last = log(LAST_RATE * sum / least);
    return check_draws(available, draws, err);
}

bool crush_unit_pmf(const struct crush_unit *units, size_t n, size_t which, int draws, double *pmf,
                    struct err *err)
{
    double scale = 0, last = 0, step = step_of(draws);
    if (!measure_units(units, n, draws, &scale, &last, err))
        return false;
    for (int c = 0; c <= draws; c++)
        pmf[c] = 0;
    for (int k = 0; FIRST + k * step < last; k++) {
        double t = exp(FIRST + k * step);
        struct poly own = {.value = {0}}, others, unit; /* `which` is one of them */
        fill_one(&others, draws);
        for (size_t i = 0; i < n; i++) {
            fill_unit(&units[i], scale, t, draws, &unit);
            if (i == which)
                own = unit;
            power(&unit, units[i].count - (i == which), &unit);
            multiply(&others, &unit, &others);
        }
        for (int c = 0; c <= draws; c++)
            pmf[c] +=
                step * t *
                (own.slope[c] * others.value[draws - c] + own.value[c] * others.slope[draws - c]);
    }
    return true;
}

bool crush_any_unit(const struct crush_unit *units, size_t n, int draws, int at_least,
                    double *probability, struct err *err)
{
    double scale = 0, last = 0, none = 0, step = step_of(draws);
    if (!measure_units(units, n, draws, &scale, &last, err))
        return false;
    for (int k = 0; FIRST + k * step < last; k++) {
        double t = exp(FIRST + k * step);
        struct poly all, unit;
        fill_one(&all, draws);
        for (size_t i = 0; i < n; i++) {
            fill_unit(&units[i], scale, t, draws, &unit);
            for (int c = at_least; c <= draws; c++)
                unit.value[c] = unit.slope[c] = 0;
            power(&unit, units[i].count, &unit);
            multiply(&all, &unit, &all);
        }
        none += step * t * all.slope[draws];
    }
    *probability = fmin(1, fmax(0, 1 - none));
    return true;
}
