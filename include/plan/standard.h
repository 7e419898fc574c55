/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loads of a cluster document that names none. */
#ifndef PLAN_STANDARD_H
#define PLAN_STANDARD_H

#include "base/arena.h"
#include "model/cluster.h"

/* 4k and 4M, random and sequential, read, write and 70/30, at the depth that saturates, and 4k
 * random at depth 1: fourteen loads a pool (at most the first four pools). The document's own loads
 * when it has some. */
void standard_loads(const struct cluster *cluster, struct arena *arena,
                    const struct workload **loads, int *n);

#endif
