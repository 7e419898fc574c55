/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How wrong predictions are: errors and coverage over measured rows, by class, publisher or
 * quality, with each publisher predicted by the others when asked. */
#ifndef PLAN_VALIDATE_H
#define PLAN_VALIDATE_H

#include "plan/calibrate.h"

struct prediction {
    struct range ops; /* p10, p90 NaN: the model gives no range */
    double low, high; /* a formula's min and max; NaN: none */
    enum bound bound;
    const char *bound_name;
};

/* Error figures of a group of rows; NaN where there are none. */
struct accuracy {
    const char *name;
    int rows, records, publishers;
    double median_factor, p80_factor; /* exp of quantiles of |ln(measured / P50)| */
    double bias;                      /* exp of the median of ln(measured / P50) */
    double coverage80;                /* weighted share of rows inside P10..P90 */
    double spread;                    /* median of sqrt(P90 / P10): the range is P50 x/÷ this */
};

/* Predicts every row. With `lopo` each publisher's rows by a model fitted without them. */
bool validate_engine(const struct engine_model *model, const struct row_set *set, bool lopo,
                     const struct draws *draws, struct arena *arena, struct prediction *out,
                     struct err *err);

enum grouping { BY_CLASS, BY_PUBLISHER, BY_QUALITY };

/* Figures over the rows for which `use` is set; within a class each record's rows weigh one record
 * together. */
void validate_accuracy(const struct row_set *set, const struct prediction *predictions,
                       const bool *use, struct arena *arena, struct accuracy *out);

/* The same by group; returns how many groups stand in `out` (room for one a row). `mask` chooses
 * the rows. */
int validate_groups(const struct row_set *set, const struct prediction *predictions,
                    const bool *mask, enum grouping grouping, struct arena *arena,
                    struct accuracy *out);

/* The conformal factor that the rows with `fit` ask for, publisher left out, and the W of each. */
bool validate_kappa(const struct engine_model *model, const struct row_set *set,
                    const struct draws *draws, struct arena *arena, double *kappa, struct err *err);

#endif
