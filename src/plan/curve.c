/* SPDX-License-Identifier: GPL-3.0-or-later */
/* n stands for what varies: requests outstanding or clients. Invariant: throughput and latency
 * never fall along it at the model's medians, so that limits are found by halving. */
#include "plan/curve.h"

#include "base/num.h"
#include "engine/inputs.h"

#include <math.h>
#include <stdlib.h>

/* More than any cluster keeps busy; within an int. */
enum { N_MOST = 1000000000, CLIENTS_MOST = 1000000 };

const double curve_limits_s[N_CURVE_LIMITS] = {0.001, 0.002, 0.005, 0.010, 0.030};

struct walk {
    const struct curve_question *question;
    struct engine_group *groups;
    struct engine_inputs base; /* the load as the document has it */
    double *scratch;
    int most; /* saturation stands for this n */
    struct err *err;
};

static bool inputs_of_clients(const struct walk *w, int n, struct engine_inputs *in)
{
    const struct curve_question *q = w->question;
    struct workload load = *q->load;
    load.clients = n;
    load.in_flight = UNKNOWN;
    load.rate_ops = UNKNOWN;
    if (load.iodepth == FIELD_ABSENT)
        load.iodepth = 1;
    return engine_inputs_make(q->model, q->cluster, &load, NULL, w->groups, in, w->err);
}

/* Fewer requests than client processes or hosts leave some of them idle. */
static bool inputs_of_depth(const struct walk *w, int n, struct engine_inputs *in)
{
    *in = w->base;
    in->outstanding = n;
    in->rate_ops = UNKNOWN;
    in->processes = fmin(in->processes, n);
    in->client_hosts = fmin(in->client_hosts, n);
    engine_inputs_state(in, INPUT_DEPTH);
    engine_inputs_classify(w->question->model, in);
    return true;
}

static bool inputs_at(const struct walk *w, int n, struct engine_inputs *in)
{
    return w->question->axis == CURVE_CLIENTS ? inputs_of_clients(w, n, in)
                                              : inputs_of_depth(w, n, in);
}

static bool step_at(const struct walk *w, int n, struct curve_step *step)
{
    struct engine_inputs in;
    struct estimate e;
    if (!inputs_at(w, n, &in))
        return false;
    estimate_make(w->question->model, &in, w->question->draws, NULL, w->scratch, &e);
    *step = (struct curve_step){.n = n,
                                .outstanding = in.outstanding,
                                .ops = e.ops,
                                .latency_s = e.latency_s,
                                .p99_s = e.p99_s,
                                .log_sd = e.log_sd,
                                .bound = estimate_bound_name(e.point.bound, &e.point.load)};
    return true;
}

/* Throughput at the medians and the requests outstanding; NaN after a failure, which `err` holds.
 */
static double ops_at(const struct walk *w, int n, double *outstanding)
{
    struct engine_inputs in;
    struct engine_point point;
    if (!inputs_at(w, n, &in))
        return UNKNOWN;
    engine_point(w->question->model, &in, &w->question->model->params, &point);
    *outstanding = in.outstanding;
    return point.ops;
}

/* T0: one operation with nothing else outstanding. */
static double time_alone(const struct walk *w)
{
    struct engine_inputs in;
    struct engine_point point;
    if (!inputs_at(w, 1, &in))
        return UNKNOWN;
    in.outstanding = 1;
    engine_point(w->question->model, &in, &w->question->model->params, &point);
    return point.latency_s;
}

/* -- searching along n -- */

/* Is n already past what is looked for? */
typedef bool past_function(const struct walk *w, int n, const void *context);

/* The least n >= 1 that is past, `most` when none before it is. */
static int first_past(const struct walk *w, past_function *past, const void *context)
{
    int low = 0, high = 1;
    while (high < w->most && !past(w, high, context)) {
        low = high;
        high = high > w->most / 2 ? w->most : 2 * high;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (past(w, middle, context))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static bool reaches(const struct walk *w, int n, const void *context)
{
    double q = 0, wanted = *(const double *)context;
    return ops_at(w, n, &q) >= wanted;
}

static double power_at(const struct walk *w, int n)
{
    double q = 0, x = ops_at(w, n, &q);
    return x * x / q;
}

/* Power has one peak where the bounds stand still, but a disk's queue moves them: a scan finds the
 * highest, halving refines it. */
static int find_knee(const struct walk *w, int last)
{
    int best = 1, before = 1, after = 2;
    double most = power_at(w, 1);
    for (double x = 1; x <= last; x = fmax(x + 1, floor(x * 1.06))) {
        double power = power_at(w, (int)x);
        if (power > most) {
            most = power;
            best = (int)x;
            before = (int)fmax(floor(x / 1.07), 1);
            after = (int)fmin(fmax(x + 1, ceil(x * 1.07)), w->most);
        }
    }
    int stride = (after - before) / 256 + 1;
    for (int n = before; n <= after; n += stride) {
        double power = power_at(w, n);
        if (power > most) {
            most = power;
            best = n;
        }
    }
    return best;
}

/* -- latency limits -- */

/* ln-sd at n: linear in ln n between the steps. */
static double sd_at(const struct load_curve *curve, int n)
{
    const struct curve_step *s = curve->steps;
    if (n <= s[0].n)
        return s[0].log_sd;
    for (int i = 1; i < curve->n_steps; i++) {
        if (n > s[i].n)
            continue;
        double share = log((double)n / s[i - 1].n) / log((double)s[i].n / s[i - 1].n);
        return s[i - 1].log_sd + share * (s[i].log_sd - s[i - 1].log_sd);
    }
    return curve->saturation.log_sd;
}

struct latency_question {
    const struct load_curve *curve;
    double latency_s;
    double z; /* quantile of the throughput */
};

static bool too_slow(const struct walk *w, int n, const void *context)
{
    const struct latency_question *l = context;
    double q = 0, x = ops_at(w, n, &q);
    return q / (x * exp(l->z * sd_at(l->curve, n))) > l->latency_s;
}

static double limit_ops(const struct walk *w, const struct latency_question *l, double *q)
{
    int n = first_past(w, too_slow, l);
    if (too_slow(w, n, l))
        n--;
    *q = 0;
    if (n == 0)
        return 0;
    return ops_at(w, n, q) * exp(l->z * sd_at(l->curve, n));
}

static void make_limits(const struct walk *w, struct load_curve *out)
{
    for (int i = 0; i < N_CURVE_LIMITS; i++) {
        struct curve_limit *limit = &out->limits[i];
        struct latency_question l = {out, curve_limits_s[i], 0};
        double unused = 0;
        limit->latency_s = l.latency_s;
        limit->ops.p50 = limit_ops(w, &l, &limit->outstanding);
        l.z = -NUM_Z90;
        limit->ops.p10 = limit_ops(w, &l, &unused);
        l.z = NUM_Z90;
        limit->ops.p90 = limit_ops(w, &l, &unused);
    }
}

/* -- the steps shown -- */

/* 1 2 3 4 6 8 12 16 ...: two an octave. */
static int next_n(int n)
{
    if (n < 2)
        return n + 1;
    bool power = (n & (n - 1)) == 0;
    return power ? n + n / 2 : n + n / 3;
}

/* The value of the grid that is not below n. */
static int grid_above(int n)
{
    int x = 1;
    while (x < n)
        x = next_n(x);
    return x;
}

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The grid between the ends, with the ends, the knee and the 90 %. */
static bool make_steps(const struct walk *w, int from, int to, struct arena *arena,
                       struct load_curve *out)
{
    enum { GRID_MAX = 64, MARKS = 4 };
    int values[GRID_MAX + MARKS], n = 0;
    int marks[MARKS] = {from, to, out->knee.n, out->most90.n};
    for (int i = 0; i < MARKS; i++)
        if (marks[i] >= from && marks[i] <= to)
            values[n++] = marks[i];
    for (int x = 1; x < to && n < GRID_MAX + MARKS; x = next_n(x))
        if (x > from)
            values[n++] = x;
    qsort(values, (size_t)n, sizeof *values, by_size);
    out->steps = arena_array(arena, (size_t)n, sizeof *out->steps);
    for (int i = 0; i < n; i++) {
        if (i > 0 && values[i] == values[i - 1])
            continue;
        if (!step_at(w, values[i], &out->steps[out->n_steps++]))
            return false;
    }
    return true;
}

bool curve_make(const struct curve_question *question, struct arena *arena, struct load_curve *out,
                struct err *err)
{
    struct walk w = {.question = question, .err = err};
    bool clients = question->axis == CURVE_CLIENTS;
    w.most = clients ? CLIENTS_MOST : N_MOST;
    w.groups = arena_array(arena, MAX_GROUPS, sizeof *w.groups);
    w.scratch = arena_array(arena, (size_t)question->draws->n, sizeof *w.scratch);
    *out = (struct load_curve){.load = question->load, .axis = question->axis};
    if (!engine_inputs_make(question->model, question->cluster, question->load, NULL, w.groups,
                            &w.base, err) ||
        !step_at(&w, w.most, &out->saturation))
        return false;
    double wanted = CURVE_SHARE * out->saturation.ops.p50;
    int n90 = first_past(&w, reaches, &wanted);
    out->crossing = fmax(1, out->saturation.ops.p50 * time_alone(&w));
    int scan = n90 > w.most / 4 ? w.most : 4 * n90 + 16;
    if (!step_at(&w, n90, &out->most90) || !step_at(&w, find_knee(&w, scan), &out->knee))
        return false;
    int from = clients ? question->from : 1;
    int to = clients ? question->to : grid_above((int)fmin(fmax(4.0 * n90, 64), N_MOST));
    if (!make_steps(&w, from, to, arena, out))
        return false;
    make_limits(&w, out);
    out->saturation.outstanding = UNLIMITED;
    return true;
}

/* -- loads -- */

static int product(int a, int b)
{
    return (a == FIELD_ABSENT ? 1 : a) * (b == FIELD_ABSENT ? 1 : b);
}

bool curve_is_same(const struct workload *a, const struct workload *b, enum curve_axis axis)
{
    bool kind = field_same_text(a->pool, b->pool) && a->rw == b->rw && a->bs_B == b->bs_B &&
                workload_read_frac(a) == workload_read_frac(b) && (a->sync == 1) == (b->sync == 1);
    return kind && (axis == CURVE_DEPTH ||
                    product(a->iodepth, a->numjobs) == product(b->iodepth, b->numjobs));
}

/* A load without depth saturates: it has most outstanding. */
static double depth_of(const struct cluster *cluster, const struct workload *load)
{
    double q = cluster_outstanding(cluster, load);
    return isnan(q) ? UNLIMITED : q;
}

int curve_loads(const struct cluster *cluster, const struct workload *loads, int n,
                enum curve_axis axis, const struct workload **kept)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        int like = 0;
        while (like < count && !curve_is_same(kept[like], &loads[i], axis))
            like++;
        if (like == count)
            kept[count++] = &loads[i];
        else if (depth_of(cluster, &loads[i]) > depth_of(cluster, kept[like]))
            kept[like] = &loads[i];
    }
    return count;
}
