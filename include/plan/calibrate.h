/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the marked coefficients to measured rows: least squares on ln residuals, priors as rows, one
 * effect a publisher and group of classes, robust weights. */
#ifndef PLAN_CALIBRATE_H
#define PLAN_CALIBRATE_H

#include "engine/estimate.h"
#include "plan/rows.h"

struct fit {
    struct params
        params;         /* all of them: the fitted ones moved, the others at the model's medians */
    double *covariance; /* n_fit x n_fit of ln, row-major; in the caller's arena */
    int rows;           /* used */
    double rms;         /* root of the mean squared standardised residual */
};

/* Fits on the rows with `fit` set, those of publisher `without` (-1: none) left out. Source: design
 * of the engine, section 11. Rounded to the digits that every machine finds. ERR_MODEL when the fit
 * fails. */
bool calibrate_fit(const struct engine_model *model, const struct row_set *set, int without,
                   struct arena *arena, struct fit *fit, struct err *err);

/* A copy of the model at the fit's parameters and covariance. */
void calibrate_apply(const struct engine_model *model, const struct fit *fit,
                     struct engine_model *fitted);

#endif
