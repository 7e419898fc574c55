/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published formulas beside the engine: which models a run asks for, and their answers in the
 * shapes that estimate and validate show. */
#ifndef CLI_FORMULAS_H
#define CLI_FORMULAS_H

#include "cli/context.h"
#include "plan/validate.h"

enum { MAX_MODELS = 8 };

/* The models that --model names, "engine" first: room for MAX_MODELS. ERR_USAGE names the nearest.
 */
bool models_wanted(const struct context *ctx, const char **names, int *n, struct err *err);

/* A formula's answer to every measured row; rows it does not apply to have P50 NaN. */
bool formulas_predict(struct context *ctx, const char *name, const struct row_set *set,
                      struct prediction **predictions, struct err *err);

#endif
