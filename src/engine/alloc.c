/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/alloc.h"

#include <math.h>

enum { OCTOPUS = 15, PACIFIC = 16, TENTACLE = 20 };

double alloc_unit_B(const struct cluster *cluster, const struct device *device)
{
    bool filestore = cluster->ceph != NULL && cluster->ceph->objectstore == STORE_FILESTORE;
    double release = cluster_release(cluster);
    if (filestore || isnan(release))
        return 4096;
    if (device_is_flash(device))
        return release < OCTOPUS ? 16384 : 4096;
    return release < PACIFIC ? 65536 : 4096;
}

static double round_up(double bytes, double unit)
{
    return ceil(bytes / unit) * unit;
}

/* Data shard i holds the stripes' unit i; coding shards are as long as the longest data shard. */
static double optimized_B(const struct scheme *scheme, double object_B, double stripe_unit_B,
                          double unit_B)
{
    double stripe_B = scheme->k * stripe_unit_B;
    double whole = floor(object_B / stripe_B) * stripe_unit_B;
    double rest = object_B - floor(object_B / stripe_B) * stripe_B;
    double sum = 0;
    for (int i = 0; i < scheme->k; i++)
        sum += round_up(whole + fmin(stripe_unit_B, fmax(0, rest - i * stripe_unit_B)), unit_B);
    double longest = whole + fmin(stripe_unit_B, rest);
    return sum + (scheme->n - scheme->k) * round_up(longest, unit_B);
}

double alloc_object_B(const struct cluster *cluster, const struct pool *pool, double object_B,
                      double unit_B)
{
    struct scheme scheme = scheme_of(pool);
    double stripe_unit_B = isnan(pool->stripe_unit_B) ? 4096 : pool->stripe_unit_B;
    if (!scheme.erasure)
        return scheme.n * round_up(object_B, unit_B);
    if (pool->optimizations == 1 && cluster_release(cluster) >= TENTACLE)
        return optimized_B(&scheme, object_B, stripe_unit_B, unit_B);
    double shard_B = ceil(object_B / (scheme.k * stripe_unit_B)) * stripe_unit_B;
    return scheme.n * round_up(shard_B, unit_B);
}

double alloc_pool_object_B(const struct pool *pool)
{
    return isnan(pool->object_size_B) ? 4194304 : pool->object_size_B;
}

double alloc_padding(const struct cluster *cluster, const struct topology *topology,
                     const struct pool *pool)
{
    struct scheme scheme = scheme_of(pool);
    double object_B = alloc_pool_object_B(pool), worst = 1;
    for (int i = 0; i < topology->n_sets; i++) {
        const struct osd_set *set = &topology->sets[i];
        if (!layout_holds(pool, set))
            continue;
        double unit_B = alloc_unit_B(cluster, set->group->device);
        double taken_B = alloc_object_B(cluster, pool, object_B, unit_B);
        worst = fmax(worst, taken_B / (object_B * scheme_raw(&scheme)));
    }
    return worst;
}
