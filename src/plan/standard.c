/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/standard.h"

#include <stdio.h>

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
enum { N_KINDS = sizeof kinds / sizeof kinds[0], MAX_POOLS = 4 };

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

void standard_loads(const struct cluster *cluster, struct arena *arena,
                    const struct workload **loads, int *n)
{
    if (cluster->n_workloads > 0) {
        *loads = cluster->workloads;
        *n = cluster->n_workloads;
        return;
    }
    int pools = cluster->n_pools > MAX_POOLS ? MAX_POOLS
                : cluster->n_pools > 1       ? cluster->n_pools
                                             : 1;
    struct workload *made = arena_array(arena, (size_t)pools * N_KINDS, sizeof *made);
    for (int p = 0; p < pools; p++)
        for (int k = 0; k < N_KINDS; k++)
            fill(&kinds[k], pools == 1 ? NULL : cluster->pools[p].name, arena,
                 &made[p * N_KINDS + k]);
    *loads = made;
    *n = pools * N_KINDS;
}
