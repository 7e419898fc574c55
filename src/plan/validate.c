/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights: a row counts 1/(rows of its record in its class), so that a record with many rows is one
 * record. */
#include "plan/validate.h"

#include "base/num.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

static void predict(const struct engine_model *model, const struct row *row,
                    const struct draws *draws, double *scratch, struct prediction *out)
{
    struct estimate e;
    estimate_make(model, &row->in, draws, NULL, scratch, &e);
    *out =
        (struct prediction){.ops = e.ops, .bound = e.point.bound, .low = UNKNOWN, .high = UNKNOWN};
    out->bound_name = estimate_bound_name(e.point.bound, &e.point.load);
}

/* Draws of a fitted model: the same normal numbers, another centre and covariance. */
static bool draws_of(const struct engine_model *model, int n, struct arena *arena,
                     struct draws *draws, struct err *err)
{
    double *values = arena_array(arena, (size_t)n * N_PARAMS, sizeof *values);
    *draws = (struct draws){values, n};
    return draws_make(model, 1, n, values, err);
}

/* One thread's worth of validation: a publisher's rows by a model without it, or one row. */
struct predicting {
    const struct engine_model *model;
    const struct row_set *set;
    const struct draws *draws;
    double *scratch; /* draws->n a row */
    struct prediction *out;
    struct arena *arenas; /* one a publisher: an arena serves one thread */
    struct err *errors;
};

static void predict_row(int i, void *context)
{
    struct predicting *job = context;
    predict(job->model, &job->set->rows[i], job->draws,
            job->scratch + (size_t)i * (size_t)job->draws->n, &job->out[i]);
}

static void fit_and_predict(struct predicting *job, int publisher)
{
    struct arena *arena = &job->arenas[publisher];
    struct err *err = &job->errors[publisher];
    struct fit fit;
    struct engine_model fitted;
    struct draws own;
    if (!calibrate_fit(job->model, job->set, publisher, arena, &fit, err))
        return;
    calibrate_apply(job->model, &fit, &fitted);
    if (!draws_of(&fitted, job->draws->n, arena, &own, err))
        return;
    for (int i = 0; i < job->set->n; i++)
        if (job->set->rows[i].publisher == publisher)
            predict(&fitted, &job->set->rows[i], &own, job->scratch + (size_t)i * (size_t)own.n,
                    &job->out[i]);
}

/* A thread cannot jump to the place where the program ends, so it comes back here when memory runs
 * out. */
static void predict_publisher(int publisher, void *context)
{
    struct predicting *job = context;
    jmp_buf full;
    arena_init(&job->arenas[publisher], &full);
    if (setjmp(full) == 0)
        fit_and_predict(job, publisher);
    else
        (void)err_set(&job->errors[publisher], ERR_IO, "out of memory");
}

static bool leave_publishers_out(struct predicting *job, struct arena *arena, struct err *err)
{
    int n = job->set->n_publishers;
    job->arenas = arena_array(arena, (size_t)n + 1, sizeof *job->arenas);
    job->errors = arena_array(arena, (size_t)n + 1, sizeof *job->errors);
    parallel_for(n, 0, predict_publisher, job);
    bool ok = true;
    for (int i = 0; i < n; i++) {
        arena_free(&job->arenas[i]);
        if (job->errors[i].kind != ERR_NONE)
            ok = err_set(err, job->errors[i].kind, "%s", job->errors[i].text);
    }
    return ok;
}

bool validate_engine(const struct engine_model *model, const struct row_set *set, bool lopo,
                     const struct draws *draws, struct arena *arena, struct prediction *out,
                     struct err *err)
{
    struct predicting job = {.model = model, .set = set, .draws = draws, .out = out};
    job.scratch = arena_array(arena, (size_t)set->n * (size_t)draws->n + 1, sizeof *job.scratch);
    if (lopo)
        return leave_publishers_out(&job, arena, err);
    parallel_for(set->n, 0, predict_row, &job);
    return true;
}

static int rows_alike(const struct row_set *set, const bool *use, int i)
{
    int n = 0;
    for (int j = 0; j < set->n; j++)
        n += use[j] && set->rows[j].record_index == set->rows[i].record_index &&
             set->rows[j].in.class == set->rows[i].in.class;
    return n;
}

static int count_different(const struct row_set *set, const bool *use, bool publishers)
{
    int n = 0;
    for (int i = 0; i < set->n; i++) {
        bool first = use[i];
        for (int j = 0; j < i && first; j++)
            first =
                !(use[j] && (publishers ? set->rows[j].publisher == set->rows[i].publisher
                                        : set->rows[j].record_index == set->rows[i].record_index));
        n += first;
    }
    return n;
}

/* Arrays of one value and weight a row; quantiles sort them, so each figure fills them anew. */
struct sample {
    double *value, *weight;
    const double *row_weight;
    const bool *use;
    int n;
};

typedef double row_value(const struct row *row, const struct prediction *p);

static double signed_error(const struct row *row, const struct prediction *p)
{
    return log(row->ops / p->ops.p50);
}

static double absolute_error(const struct row *row, const struct prediction *p)
{
    return fabs(signed_error(row, p));
}

static double spread_of(const struct row *row, const struct prediction *p)
{
    (void)row;
    return 0.5 * log(p->ops.p90 / p->ops.p10);
}

static double quantile(const struct row_set *set, const struct prediction *predictions,
                       struct sample *s, row_value *value, double q)
{
    size_t n = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->use[i])
            continue;
        s->value[n] = value(&set->rows[i], &predictions[i]);
        s->weight[n++] = s->row_weight[i];
    }
    return num_quantile_weighted(s->value, s->weight, n, q);
}

static double coverage(const struct row_set *set, const struct prediction *predictions,
                       const struct sample *s)
{
    double inside = 0, total = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->use[i])
            continue;
        const struct range *r = &predictions[i].ops;
        bool in = set->rows[i].ops >= r->p10 && set->rows[i].ops <= r->p90;
        inside += in ? s->row_weight[i] : 0;
        total += s->row_weight[i];
    }
    return inside / total;
}

void validate_accuracy(const struct row_set *set, const struct prediction *predictions,
                       const bool *use, struct arena *arena, struct accuracy *out)
{
    size_t n = (size_t)set->n + 1;
    double *row_weight = arena_array(arena, n, sizeof *row_weight);
    struct sample s = {.value = arena_array(arena, n, sizeof(double)),
                       .weight = arena_array(arena, n, sizeof(double)),
                       .row_weight = row_weight,
                       .use = use,
                       .n = set->n};
    *out = (struct accuracy){.name = "all"};
    for (int i = 0; i < set->n; i++) {
        row_weight[i] = use[i] ? 1.0 / rows_alike(set, use, i) : 0;
        out->rows += use[i];
    }
    out->records = count_different(set, use, false);
    out->publishers = count_different(set, use, true);
    out->median_factor = exp(quantile(set, predictions, &s, absolute_error, 0.5));
    out->p80_factor = exp(quantile(set, predictions, &s, absolute_error, 0.8));
    out->bias = exp(quantile(set, predictions, &s, signed_error, 0.5));
    out->spread = exp(quantile(set, predictions, &s, spread_of, 0.5));
    out->coverage80 = coverage(set, predictions, &s);
}

static const char *group_of(const struct row_set *set, int i, enum grouping grouping)
{
    const struct row *row = &set->rows[i];
    if (grouping == BY_PUBLISHER)
        return set->publishers[row->publisher];
    if (grouping == BY_QUALITY)
        return row->record->quality == FIELD_ABSENT ? "not stated"
                                                    : quality_names[row->record->quality];
    return load_class_names[row->in.class];
}

int validate_groups(const struct row_set *set, const struct prediction *predictions,
                    const bool *mask, enum grouping grouping, struct arena *arena,
                    struct accuracy *out)
{
    int n = 0;
    bool *use = arena_array(arena, (size_t)set->n + 1, sizeof *use);
    for (int i = 0; i < set->n; i++) {
        const char *name = group_of(set, i, grouping);
        bool known = !mask[i];
        for (int j = 0; j < n && !known; j++)
            known = strcmp(out[j].name, name) == 0;
        if (known)
            continue;
        for (int j = 0; j < set->n; j++)
            use[j] = mask[j] && strcmp(group_of(set, j, grouping), name) == 0;
        validate_accuracy(set, predictions, use, arena, &out[n]);
        out[n++].name = name;
    }
    return n;
}

/* Rows of the same publisher and class. */
static double publisher_weight(const struct row_set *set, const double *row_weight, int i)
{
    double sum = 0;
    for (int j = 0; j < set->n; j++)
        if (set->rows[j].publisher == set->rows[i].publisher &&
            set->rows[j].in.class == set->rows[i].in.class)
            sum += row_weight[j];
    return sum;
}

bool validate_kappa(const struct engine_model *model, const struct row_set *set,
                    const struct draws *draws, struct arena *arena, double *kappa, struct err *err)
{
    size_t n = (size_t)set->n + 1, used = 0;
    struct prediction *p = arena_array(arena, n, sizeof *p);
    double *z = arena_array(arena, n, sizeof *z), *weight = arena_array(arena, n, sizeof *weight);
    double *row_weight = arena_array(arena, n, sizeof *row_weight);
    bool *use = arena_array(arena, n, sizeof *use);
    if (!validate_engine(model, set, true, draws, arena, p, err))
        return false;
    for (int i = 0; i < set->n; i++)
        use[i] = set->rows[i].fit;
    for (int i = 0; i < set->n; i++)
        row_weight[i] = use[i] ? 1.0 / rows_alike(set, use, i) : 0;
    for (int i = 0; i < set->n; i++) {
        if (!use[i])
            continue;
        /* The range's own sd holds kappa and the guesses; what is asked for is the factor on V +
         * W^2. */
        double half = log(p[i].ops.p50 / p[i].ops.p10); /* the other side may end at the wire */
        double guess = NUM_Z90 * sqrt(set->rows[i].in.guess_variance);
        double own = sqrt(fmax(half * half - guess * guess, 1e-12)) / model->constants.kappa;
        z[used] = fabs(log(set->rows[i].ops / p[i].ops.p50)) / own;
        weight[used++] = row_weight[i] / publisher_weight(set, row_weight, i);
    }
    z[used] = 1e300; /* the next publisher may be worse than all of these */
    weight[used++] = 1;
    *kappa = num_quantile_weighted(z, weight, used, 0.8);
    return true;
}
