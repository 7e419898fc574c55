/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a design meet a need: asked of its document, with none of the search's own code. */
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include "support/needs.h"

#include "plan/goals.h"

bool oracle_holds(struct needs *needs, const struct need *need, const struct design *design);

/* factors[goals->n]: achieved over needed of every goal, or needed over achieved of what must stay
 * below; infinite: of the fewest hosts, which are always met. Of a failure that is judged with the
 * safe fill where less fits than is asked for. */
void oracle_factors(struct needs *needs, const struct need *need, const struct design *design,
                    const struct goals *goals, double *factors);

/* P10 operations/s of a load, or P50 where the need says so; what an open load could be given. */
double oracle_ops(struct needs *needs, const struct need *need, const struct design *design,
                  int load);

/* The same at P50, whatever the need says. */
double oracle_median(struct needs *needs, const struct need *need, const struct design *design,
                     int load);

#endif
