/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does a design meet a need: asked of its document, with none of the search's own code. */
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include "support/needs.h"

bool oracle_holds(struct needs *needs, const struct need *need, const struct design *design);

/* P10 operations/s of a load, or P50 where the need says so; what an open load could be given. */
double oracle_ops(struct needs *needs, const struct need *need, const struct design *design,
                  int load);

#endif
