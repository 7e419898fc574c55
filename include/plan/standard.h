/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loads of a cluster document that names none. */
#ifndef PLAN_STANDARD_H
#define PLAN_STANDARD_H

#include "base/arena.h"
#include "model/cluster.h"

enum { STANDARD_POOLS = 4 };

/* The pools that the standard loads run on, in the order of the document: those of clients (Ceph's
 * own only when there are no others), and of more than STANDARD_POOLS those that store most.
 * Returns their number. */
int standard_pools(const struct cluster *cluster, const struct pool *pools[STANDARD_POOLS]);

/* 4k and 4M, random and sequential, read, write and 70/30, at the depth that saturates, and 4k
 * random at depth 1: fourteen loads for each of standard_pools. The document's own loads when it
 * has some. */
void standard_loads(const struct cluster *cluster, struct arena *arena,
                    const struct workload **loads, int *n);

#endif
