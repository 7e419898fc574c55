/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/standard.h"

#include <math.h>

struct kind {
    const char *name;
    int rw;
    double read;
    double bs_B;
    bool alone; /* one request outstanding */
};

static const struct kind kinds[] = {
    {"4k random read", RW_RANDREAD, UNKNOWN, 4096, false},
    {"4k random write", RW_RANDWRITE, UNKNOWN, 4096, false},
    {"4k random 70/30", RW_RANDRW, 0.7, 4096, false},
    {"4k sequential read", RW_READ, UNKNOWN, 4096, false},
    {"4k sequential write", RW_WRITE, UNKNOWN, 4096, false},
    {"4k sequential 70/30", RW_RW, 0.7, 4096, false},
    {"4M random read", RW_RANDREAD, UNKNOWN, 4194304, false},
    {"4M random write", RW_RANDWRITE, UNKNOWN, 4194304, false},
    {"4M random 70/30", RW_RANDRW, 0.7, 4194304, false},
    {"4M sequential read", RW_READ, UNKNOWN, 4194304, false},
    {"4M sequential write", RW_WRITE, UNKNOWN, 4194304, false},
    {"4M sequential 70/30", RW_RW, 0.7, 4194304, false},
    {"4k random read, depth 1", RW_RANDREAD, UNKNOWN, 4096, true},
    {"4k random write, depth 1", RW_RANDWRITE, UNKNOWN, 4096, true},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static void fill(const struct kind *kind, const char *pool, struct arena *arena,
                 struct workload *load)
{
    field_init(&workload_schema, load);
    load->name = pool == NULL ? kind->name : arena_printf(arena, "%s: %s", pool, kind->name);
    load->pool = pool;
    load->rw = kind->rw;
    load->read_frac = kind->read;
    load->bs_B = kind->bs_B;
    if (kind->alone)
        load->iodepth = load->numjobs = load->clients = 1;
}

/* Is `a` a better place for a load than `b`? Among equals the first stays. */
static bool before(const struct pool *a, const struct pool *b)
{
    if (pool_is_system(a) != pool_is_system(b))
        return pool_is_system(b);
    return a->stored_B > b->stored_B || (isnan(b->stored_B) && a->stored_B > 0);
}

static bool is_taken(const struct pool *const *pools, int n, const struct pool *pool)
{
    for (int i = 0; i < n; i++)
        if (pools[i] == pool)
            return true;
    return false;
}

int standard_pools(const struct cluster *cluster, const struct pool *pools[STANDARD_POOLS])
{
    int n = 0;
    const struct pool *best = NULL;
    do {
        best = NULL;
        for (int i = 0; i < cluster->n_pools; i++) {
            const struct pool *pool = &cluster->pools[i];
            bool unwanted = n > 0 && pool_is_system(pool);
            if (!unwanted && !is_taken(pools, n, pool) && (best == NULL || before(pool, best)))
                best = pool;
        }
        int at = n;
        for (; best != NULL && at > 0 && pools[at - 1] > best; at--)
            pools[at] = pools[at - 1];
        if (best != NULL) {
            pools[at] = best;
            n++;
        }
    } while (best != NULL && n < STANDARD_POOLS);
    return n;
}

/* One pool needs no name, unless an absent name would mean another. */
static const char *name_of(const struct cluster *cluster, const struct pool *const *pools, int n,
                           int p)
{
    if (n == 0 || (n == 1 && pools[0] == cluster_pool(cluster, NULL)))
        return NULL;
    return pools[p]->name;
}

void standard_loads(const struct cluster *cluster, struct arena *arena,
                    const struct workload **loads, int *n)
{
    const struct pool *pools[STANDARD_POOLS];
    if (cluster->n_workloads > 0) {
        *loads = cluster->workloads;
        *n = cluster->n_workloads;
        return;
    }
    int n_pools = standard_pools(cluster, pools), rounds = n_pools > 0 ? n_pools : 1;
    struct workload *made = arena_array(arena, (size_t)rounds * N_KINDS, sizeof *made);
    for (int p = 0; p < rounds; p++)
        for (int k = 0; k < N_KINDS; k++)
            fill(&kinds[k], name_of(cluster, pools, n_pools, p), arena, &made[p * N_KINDS + k]);
    *loads = made;
    *n = rounds * N_KINDS;
}
