/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last look at what a file gave: figures that nothing can have. */
#ifndef LOAD_IMPORT_SANE_H
#define LOAD_IMPORT_SANE_H

#include "load/import_data.h"

/* Makes absent what is negative or beyond 1e21 among what an input added, and the totals that rest
 * on it; says so. `before` are the counts before that input. */
void import_drop_impossible(struct import *import, const struct import *before, const char *file);

#endif
