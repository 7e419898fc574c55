/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/anchor.h"

#include "plan/rows.h"

#include <math.h>
#include <stddef.h>

static bool same_direction(const struct engine_inputs *a, const struct engine_inputs *b)
{
    return fabs(a->read_frac - b->read_frac) < 0.01;
}

static bool same_size(const struct engine_inputs *a, const struct engine_inputs *b)
{
    return a->osds == b->osds && a->hosts == b->hosts;
}

/* lambda of one row for one load. */
static double weight_of(const struct engine_model *model, const struct engine_inputs *row,
                        const struct engine_inputs *in)
{
    const struct constants *c = &model->constants;
    if (row->flash != in->flash || row->filestore != in->filestore)
        return 0;
    bool class = row->class == in->class && same_direction(row, in);
    if (!class)
        return row->bytes == in->bytes   ? c->anchor_direction
               : same_direction(row, in) ? c->anchor_block
                                         : 0;
    return same_size(row, in) ? c->anchor_same : c->anchor_count;
}

/* Among rows of equal weight the one whose block size, depth and pattern are nearest. */
static double distance(const struct engine_inputs *row, const struct engine_inputs *in)
{
    double pattern =
        (row->sequential != in->sequential) + (row->rados != in->rados) + (row->sync != in->sync);
    double block = fabs(log(row->bytes / in->bytes));
    bool both = isfinite(row->outstanding) && isfinite(in->outstanding);
    double depth = both ? fabs(log(row->outstanding / in->outstanding)) : 1;
    return block + depth + pattern;
}

/* Hosts of the baseline; what it does not say of them is as in the cluster that is asked about. */
static void inherit_hosts(struct cluster *baseline, const struct cluster *cluster,
                          struct arena *arena)
{
    if (cluster->n_hosts == 0 || baseline->n_hosts == 0)
        return;
    size_t n = (size_t)baseline->n_hosts;
    baseline->hosts = arena_grow(arena, baseline->hosts, n, n, sizeof *baseline->hosts);
    for (size_t i = 0; i < n; i++)
        if (baseline->hosts[i].cpu == NULL)
            baseline->hosts[i].cpu = cluster->hosts[0].cpu;
}

static void inherit_pool(struct cluster *baseline, const struct cluster *cluster,
                         struct arena *arena)
{
    if (cluster->n_pools == 0)
        return;
    if (baseline->n_pools == 0) {
        baseline->pools = cluster->pools;
        baseline->n_pools = cluster->n_pools;
        return;
    }
    size_t n = (size_t)baseline->n_pools;
    ptrdiff_t measured = cluster_pool(baseline, NULL) - baseline->pools;
    const struct pool *own = cluster_pool(cluster, NULL);
    baseline->pools = arena_grow(arena, baseline->pools, n, n, sizeof *baseline->pools);
    struct pool *pool = &baseline->pools[measured];
    if (pool->type != POOL_ERASURE && pool->size == FIELD_ABSENT)
        pool->size = own->size;
    if (pool->failure_domain == FIELD_ABSENT)
        pool->failure_domain = own->failure_domain;
}

/* It is the user's own cluster: what its record leaves out is as the document has it, not as a
 * prior has it. */
static struct cluster *inherit(const struct cluster *baseline, const struct cluster *cluster,
                               struct arena *arena)
{
    struct cluster *full = arena_alloc(arena, sizeof *full);
    *full = *baseline;
    if (full->ceph == NULL)
        full->ceph = cluster->ceph;
    if (full->network == NULL)
        full->network = cluster->network;
    if (full->clients == NULL)
        full->clients = cluster->clients;
    inherit_pool(full, cluster, arena);
    inherit_hosts(full, cluster, arena);
    return full;
}

void anchor_find(const struct engine_model *model, const struct cluster *cluster,
                 const struct cluster *baseline, const struct engine_inputs *in,
                 struct arena *arena, struct anchor *anchor)
{
    struct row_set set;
    struct cluster *const records[] = {inherit(baseline, cluster, arena)};
    double nearest = UNLIMITED;
    *anchor = (struct anchor){NULL, 0, 0};
    rows_make(model, records, 1, arena, &set);
    for (int i = 0; i < set.n; i++) {
        const struct row *row = &set.rows[i];
        if (rows_disqualified(row->measured) || row->doubtful)
            continue;
        double weight = weight_of(model, &row->in, in), far = distance(&row->in, in);
        if (weight > anchor->weight || (weight == anchor->weight && weight > 0 && far < nearest)) {
            *anchor = (struct anchor){&row->in, row->ops, weight};
            nearest = far;
        }
    }
}
