/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader of an estimate must know before trusting it. */
#ifndef PLAN_WARN_H
#define PLAN_WARN_H

#include "base/arena.h"
#include "engine/estimate.h"

enum { MAX_WARNINGS = 16 };

struct warnings {
    const char *text[MAX_WARNINGS];
    int n;
};

/* Appends a warning, by printf's rules; one that stands already is not repeated. */
void warn_add(struct warnings *out, struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* That a pool (NULL: none stated) has fewer failure domains of its device class than copies or
 * shards, so that the cluster cannot be what was estimated. Nothing where a count or a rack is not
 * stated. Appends to `out`. */
void warn_of_pool(const struct cluster *cluster, const struct pool *pool, struct arena *arena,
                  struct warnings *out);

/* Warnings of the estimate of one load: a pool that cannot be placed, far from every measured
 * cluster, a consumer SSD that decides, one that commits for others, a tail that rests on one lab,
 * a sequential test of a disk's cache, implausible own measurements. */
void warn_of_estimate(const struct engine_model *model, const struct cluster *cluster,
                      const struct workload *load, const struct engine_inputs *in,
                      const struct estimate *estimate, struct arena *arena, struct warnings *out);

/* How many publishers a class of load rests on when they are so few (three at most) that a reader
 * must know; 0 otherwise. */
int warn_publishers(const struct engine_model *model, enum load_class class);

/* What cannot be right in the rows of one device: operations x block size against bandwidth, more
 * than its class can do. Appends to `out`. */
void warn_of_device(const struct device *device, struct arena *arena, struct warnings *out);

#endif
