/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimised over ln theta: sum w t ((ln y - ln X - u)/sigma)^2 + sum ((ln theta - ln prior)/sd)^2 +
 * sum (u/tau)^2. The publisher effects u are linear, so they are solved inside every evaluation and
 * the fit moves theta alone (variable projection; its J'J is then the joint one with u eliminated).
 */
#include "plan/calibrate.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

/* Of what is found, so many digits are kept, far more than the rows know: machines whose
 * mathematical libraries round the last bit otherwise agree on some nine, and so on every digit of
 * an answer. */
enum { ROUNDS = 4, ITERATIONS = 30, DIGITS = 5 };
#define CORRELATION_STEPS 1e4

/* Rows of one record in one class, or records of one publisher in one group, are not independent:
 * the second and further ones count this much as a repetition of the first. */
#define REPETITION 0.6

struct effect {
    int publisher;
    const char *group;
    double tau, u;
    double weight, weighted; /* sums of one evaluation */
};

struct fitting {
    const struct engine_model *model;
    const struct row **rows;
    double *weight; /* w, then times the robust t */
    double *robust;
    double *residual; /* ln y - ln X */
    int *effect;      /* of each row */
    int n;
    struct effect *effects;
    int n_effects;
};

static const struct class_error *class_of(const struct fitting *f, int i)
{
    return &f->model->classes[f->rows[i]->in.class];
}

static int find_effect(struct fitting *f, int i)
{
    const struct class_error *c = class_of(f, i);
    for (int j = 0; j < f->n_effects; j++)
        if (f->effects[j].publisher == f->rows[i]->publisher &&
            strcmp(f->effects[j].group, c->group) == 0)
            return j;
    f->effects[f->n_effects] =
        (struct effect){.publisher = f->rows[i]->publisher, .group = c->group, .tau = c->tau};
    return f->n_effects++;
}

/* Rows of the same record and class. */
static int rows_alike(const struct fitting *f, int i)
{
    int n = 0;
    for (int j = 0; j < f->n; j++)
        n += f->rows[j]->record_index == f->rows[i]->record_index &&
             f->rows[j]->in.class == f->rows[i]->in.class;
    return n;
}

/* Records that share the row's publisher effect. */
static int records_alike(const struct fitting *f, int i)
{
    int n = 0, last = -1;
    for (int j = 0; j < f->n; j++) {
        if (f->effect[j] != f->effect[i] || f->rows[j]->record_index == last)
            continue;
        last = f->rows[j]->record_index; /* rows stand in the order of their records */
        n++;
    }
    return n;
}

static double repeated(int n)
{
    return 1 / (1 + REPETITION * (n - 1));
}

static void prepare(struct fitting *f)
{
    for (int i = 0; i < f->n; i++)
        f->effect[i] = find_effect(f, i);
    for (int i = 0; i < f->n; i++) {
        f->weight[i] = repeated(rows_alike(f, i)) * repeated(records_alike(f, i));
        f->robust[i] = 1;
    }
}

static struct params params_at(const struct fitting *f, const double *ln_theta)
{
    struct params p = f->model->params;
    for (int i = 0; i < f->model->n_fit; i++)
        params_array(&p)[f->model->fitted[i]] = exp(ln_theta[i]);
    return p;
}

/* ln residuals of all rows, then the effects that fit them best. */
static void evaluate(struct fitting *f, const double *ln_theta)
{
    struct params p = params_at(f, ln_theta);
    struct engine_point point;
    for (int j = 0; j < f->n_effects; j++)
        f->effects[j].weight = f->effects[j].weighted = 0;
    for (int i = 0; i < f->n; i++) {
        engine_point(f->model, &f->rows[i]->in, &p, &point);
        double sigma = class_of(f, i)->sigma, w = f->weight[i] * f->robust[i] / (sigma * sigma);
        f->residual[i] = log(f->rows[i]->ops / point.ops);
        f->effects[f->effect[i]].weight += w;
        f->effects[f->effect[i]].weighted += w * f->residual[i];
    }
    for (int j = 0; j < f->n_effects; j++) {
        struct effect *e = &f->effects[j];
        e->u = e->weighted / (e->weight + 1 / (e->tau * e->tau));
    }
}

static double standardised(const struct fitting *f, int i)
{
    return (f->residual[i] - f->effects[f->effect[i]].u) / class_of(f, i)->sigma;
}

static void residuals(const double *ln_theta, double *out, void *context)
{
    struct fitting *f = context;
    const struct engine_model *m = f->model;
    evaluate(f, ln_theta);
    for (int i = 0; i < f->n; i++)
        *out++ = sqrt(f->weight[i] * f->robust[i]) * standardised(f, i);
    for (int j = 0; j < f->n_effects; j++)
        *out++ = f->effects[j].u / f->effects[j].tau;
    for (int i = 0; i < m->n_fit; i++) {
        double prior = m->param_info[m->fitted[i]].value;
        *out++ = (ln_theta[i] - log(prior)) / params_array_const(&m->log_sd)[m->fitted[i]];
    }
}

/* Student's t with four degrees: a row that is far off counts less in the next round. */
static void reweigh(struct fitting *f, const double *ln_theta)
{
    evaluate(f, ln_theta);
    for (int i = 0; i < f->n; i++) {
        double z = standardised(f, i);
        f->robust[i] = 5 / (4 + z * z);
    }
}

static void choose_rows(struct fitting *f, const struct row_set *set, int without)
{
    for (int i = 0; i < set->n; i++)
        if (set->rows[i].fit && !set->rows[i].doubtful && set->rows[i].publisher != without)
            f->rows[f->n++] = &set->rows[i];
}

static void allocate(struct fitting *f, const struct row_set *set, struct arena *arena)
{
    size_t n = (size_t)set->n + 1;
    f->rows = arena_array(arena, n, sizeof(const struct row *));
    f->weight = arena_array(arena, n, sizeof(double));
    f->robust = arena_array(arena, n, sizeof(double));
    f->residual = arena_array(arena, n, sizeof(double));
    f->effect = arena_array(arena, n, sizeof(int));
    f->effects = arena_array(arena, n, sizeof(struct effect));
}

static double rms(const struct fitting *f)
{
    double sum = 0, weight = 0;
    for (int i = 0; i < f->n; i++) {
        double z = standardised(f, i);
        sum += f->weight[i] * z * z;
        weight += f->weight[i];
    }
    return sqrt(sum / weight);
}

static void drop_digits(const struct engine_model *model, struct fit *fit)
{
    int p = model->n_fit;
    double sd[N_PARAMS], *c = fit->covariance, *params = params_array(&fit->params);
    for (int i = 0; i < p; i++) {
        int k = model->fitted[i];
        params[k] = num_rounded(params[k], DIGITS);
        sd[i] = sqrt(c[i * p + i]);
    }
    for (int i = 0; i < p; i++) {
        for (int j = 0; j < p; j++) {
            double correlation = c[i * p + j] / (sd[i] * sd[j]);
            c[i * p + j] = floor(correlation * CORRELATION_STEPS + 0.5) / CORRELATION_STEPS *
                           (num_rounded(sd[i], DIGITS) * num_rounded(sd[j], DIGITS));
        }
    }
}

bool calibrate_fit(const struct engine_model *model, const struct row_set *set, int without,
                   struct arena *arena, struct fit *fit, struct err *err)
{
    struct fitting f = {.model = model};
    double ln_theta[N_PARAMS];
    size_t p = (size_t)model->n_fit;
    allocate(&f, set, arena);
    choose_rows(&f, set, without);
    if (f.n == 0)
        return err_set(err, ERR_MODEL,
                       "no row is for a fit; allowed: records with 'fit: true' rows");
    prepare(&f);
    double *covariance = arena_array(arena, p * p + 1, sizeof *covariance);
    for (size_t i = 0; i < p; i++)
        ln_theta[i] = log(model->param_info[model->fitted[i]].value);
    struct num_fit problem = {.residuals = residuals,
                              .context = &f,
                              .n = (size_t)(f.n + f.n_effects) + p,
                              .p = p,
                              .iterations = ITERATIONS};
    for (int round = 0; round < ROUNDS; round++) {
        if (!num_least_squares(&problem, ln_theta, covariance, err))
            return false;
        reweigh(&f, ln_theta);
    }
    fit->params = params_at(&f, ln_theta);
    fit->covariance = covariance;
    fit->rows = f.n;
    fit->rms = rms(&f);
    drop_digits(model, fit);
    return true;
}

void calibrate_apply(const struct engine_model *model, const struct fit *fit,
                     struct engine_model *fitted)
{
    *fitted = *model;
    fitted->params = fit->params;
    fitted->covariance = fit->covariance;
}
