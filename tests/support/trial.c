/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/trial.h"
#include "support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 500, DRAWS = 32 };

/* Rounding of a few hundred operations. */
#define ROUNDING 1e-9

int trials_wanted(int cost)
{
    const char *text = getenv("CEPHPLAN_CASES");
    long n = text == NULL ? CASES : strtol(text, NULL, 10);
    if (n < 1)
        fail_msg("CEPHPLAN_CASES is '%s'; allowed: a number above 0", text);
    return (int)((n + cost - 1) / cost);
}

void trials_run(void **state, unsigned long salt, int cost, trial_check *check)
{
    static struct trial trial; /* large, and a failed test jumps out of here */
    static double values[DRAWS * N_PARAMS];
    struct err err = ERR_INIT;
    int cases = trials_wanted(cost);
    trial = (struct trial){.f = *state, .draws = {values, DRAWS}};
    trial.model = suite_model(trial.f);
    assert_true(draws_make(trial.model, 1, DRAWS, values, &err));
    for (trial.number = 0; trial.number < cases; trial.number++) {
        trial.rng = random_new(salt * 1000003 + (unsigned long)trial.number);
        assert_non_null(trial.rng);
        arena_init(&trial.arena, NULL);
        random_cluster_make(trial.rng, &trial.cluster);
        check(&trial);
        arena_free(&trial.arena);
        random_free(trial.rng);
    }
}

void trial_fail(struct trial *trial, const struct random_cluster *cluster, const char *format, ...)
{
    struct spelling plain = {NULL, false, false};
    char text[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "%s\n", random_cluster_text(cluster, &plain, &trial->arena));
    if (cluster != &trial->cluster)
        fprintf(stderr, "made of: %s\n",
                random_cluster_text(&trial->cluster, &plain, &trial->arena));
    fail_msg("case %d: %s", trial->number, text);
}

void trial_answer_spelled(struct trial *trial, const struct random_cluster *cluster,
                          const struct spelling *spelling, struct answer *out)
{
    struct loader loader;
    struct cluster *read = NULL;
    struct err err = ERR_INIT;
    const char *yaml = random_cluster_text(cluster, spelling, &trial->arena);
    struct filetext text = {"random", yaml, strlen(yaml)};
    catalogue_loader(trial->f->catalogue, &loader);
    loader.arena = &trial->arena;
    if (!load_cluster_text(&loader, &text, &read, &err) ||
        !engine_inputs_make(trial->model, read, &read->workloads[0], NULL, out->groups, &out->in,
                            &err))
        trial_fail(trial, cluster, "%s", err.text);
    engine_point(trial->model, &out->in, &trial->model->params, &out->point);
}

void trial_answer(struct trial *trial, const struct random_cluster *cluster, struct answer *out)
{
    struct spelling plain = {NULL, false, false};
    trial_answer_spelled(trial, cluster, &plain, out);
}

void trial_estimate(struct trial *trial, const struct answer *answer, struct estimate *out)
{
    double scratch[DRAWS];
    estimate_make(trial->model, &answer->in, &trial->draws, NULL, scratch, out);
}

bool trial_is_full(const struct engine_inputs *in)
{
    for (int i = 0; i < in->n_groups; i++) {
        const struct engine_group *g = &in->groups[i];
        double held = in->osd_domain ? g->share / g->osds : g->net_share / g->net_hosts;
        if (held > (1 - ROUNDING) / in->copies)
            return true;
    }
    return false;
}

void trial_not_below(struct trial *trial, const struct random_cluster *cluster, double higher,
                     double lower, const char *what)
{
    if (!(higher >= lower * (1 - ROUNDING)))
        trial_fail(trial, cluster, "%s: %.10g is below %.10g", what, higher, lower);
}

void trial_close(struct trial *trial, const struct random_cluster *cluster, double a, double b,
                 double tolerance, const char *what)
{
    bool same = a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fabs(b);
    if (!same)
        trial_fail(trial, cluster, "%s: %.12g is not %.12g (within %g)", what, a, b, tolerance);
}
