/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published formulas beside the engine: which models a run asks for, and their answers in the
 * shapes that estimate and validate show. */
#ifndef CLI_FORMULAS_H
#define CLI_FORMULAS_H

#include "cli/answer.h"
#include "engine/formulas.h"
#include "model/figure.h"
#include "plan/validate.h"

enum { MAX_MODELS = 8 };

/* One formula's answers to all loads of a cluster. */
struct formula_answers {
    const struct formula *formula;
    struct formula_result *results; /* one a load */
    const struct workload *loads;
    int n;
};

/* The models that --model names (one, several with commas, or `all`), "engine" first: room for
 * MAX_MODELS. A model file's path stands for the engine. ERR_USAGE names the nearest. */
bool models_wanted(const struct context *ctx, const char **names, int *n, struct err *err);

bool formulas_answer(struct context *ctx, const char *name, const struct cluster *cluster,
                     const struct workload *loads, int n, struct formula_answers *out,
                     struct err *err);

/* A row of estimate's table; a second one with the harmonic mix below a mixed load. */
void formulas_row(struct context *ctx, const struct formula_answers *a, int i, struct table *table);

/* What a formula says of itself, and its stated defects, as lines under the table. */
void formulas_note(struct context *ctx, const struct formula_answers *a, struct table *table);

/* One element of `estimates`. */
void formulas_json(struct jsonout *json, const struct cluster *cluster,
                   const struct formula_answers *a, int i);

/* A bar of estimate's chart. */
void formulas_point(const struct formula_answers *a, int i, bool bandwidth, struct figure *figure);

/* A formula's answer to every measured row, its geometric middle as P50; rows it does not apply to
 * have P50 NaN. */
bool formulas_predict(struct context *ctx, const char *name, const struct row_set *set,
                      struct prediction **predictions, struct err *err);

#endif
