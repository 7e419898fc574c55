/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: of two designs that differ in `hosts` alone only counts and racks differ here. */
#include "plan/design.h"

#include "engine/pgs.h"

#include <string.h>

/* The scheme that stands when the need lists none: size 3. */
static const struct need_scheme default_scheme = {.size = 3,
                                                  .k = FIELD_ABSENT,
                                                  .m = FIELD_ABSENT,
                                                  .min_size = FIELD_ABSENT,
                                                  .optimizations = FIELD_ABSENT};

int design_n_schemes(const struct need *need)
{
    return need->choices->n_schemes > 0 ? need->choices->n_schemes : 1;
}

const struct need_scheme *design_scheme(const struct need *need, int scheme)
{
    return need->choices->n_schemes > 0 ? &need->choices->schemes[scheme] : &default_scheme;
}

int design_shards(const struct need_scheme *scheme)
{
    return scheme->size != FIELD_ABSENT ? scheme->size : scheme->k + scheme->m;
}

int design_osds_per_host(const struct need *need, const struct design *design)
{
    int sharing = need->choices->devices[design->device].osds_per_device;
    return design->per_host * (sharing == FIELD_ABSENT ? 1 : sharing);
}

struct workload design_load(const struct need_load *load)
{
    struct workload out = load->load;
    bool closed =
        out.iodepth != FIELD_ABSENT || out.numjobs != FIELD_ABSENT || !isnan(out.in_flight);
    if (!closed && isnan(out.rate_ops))
        out.rate_ops = need_ops(load);
    return out;
}

static void fill_db(const struct need *need, const struct design *d, struct arena *arena,
                    struct osd_group *osds)
{
    if (d->db == DESIGN_NO_DB)
        return;
    const struct need_db *choice = &need->choices->dbs[d->db];
    int behind = (osds->count + d->db_per_host - 1) / d->db_per_host;
    osds->db = arena_alloc(arena, sizeof *osds->db);
    field_init(&side_schema, osds->db);
    osds->db->device = choice->device;
    osds->db->count = d->db_per_host;
    osds->db->size_B = floor(choice->device->capacity_B / behind / 1e9) * 1e9;
    if (osds->db->size_B < 1)
        osds->db->size_B = UNKNOWN;
}

/* What a network adds to a host; nothing where it is part of it. */
static void add_network(const struct need_network *network, struct host_group *host)
{
    if (!isnan(network->price.value)) {
        host->price.value += network->price.value;
        memcpy(host->price.currency, network->price.currency, sizeof host->price.currency);
    }
    if (!isnan(network->power_W))
        host->power_W += network->power_W;
}

static void fill_racks(const struct need *need, const struct design *d, struct arena *arena,
                       struct host_group *host)
{
    if (need->limits == NULL || need->limits->racks == FIELD_ABSENT)
        return;
    host->racks = arena_array(arena, (size_t)d->hosts, sizeof *host->racks);
    host->n_racks = d->hosts;
    for (int i = 0; i < d->hosts; i++)
        host->racks[i] = arena_printf(arena, "r%d", i % need->limits->racks + 1);
}

static struct host_group *make_hosts(const struct need *need, const struct design *d,
                                     struct arena *arena)
{
    const struct need_host *choice = &need->choices->hosts[d->host];
    const struct need_device *device = &need->choices->devices[d->device];
    struct host_group *host = arena_alloc(arena, sizeof *host);
    struct osd_group *osds = arena_alloc(arena, sizeof *osds);
    field_init(&host_schema, host);
    field_init(&osd_schema, osds);
    host->name = choice->name;
    host->count = d->hosts;
    host->cpu = choice->cpu;
    host->ram_B = choice->ram_B;
    host->price = choice->price;
    host->power_W = choice->power_W;
    add_network(&need->choices->networks[d->network], host);
    fill_racks(need, d, arena, host);
    host->osds = osds;
    host->n_osds = 1;
    osds->count = design_osds_per_host(need, d);
    osds->device = device->device;
    osds->osds_per_device = device->osds_per_device;
    fill_db(need, d, arena, osds);
    return host;
}

static struct pool *make_pool(const struct need *need, const struct design *d, double pgs_per_osd,
                              struct arena *arena)
{
    const struct need_scheme *scheme = design_scheme(need, d->scheme);
    struct pool *pool = arena_alloc(arena, sizeof *pool);
    field_init(&pool_schema, pool);
    pool->name = "pool";
    pool->type = scheme->size != FIELD_ABSENT ? POOL_REPLICATED : POOL_ERASURE;
    pool->size = scheme->size;
    pool->k = scheme->k;
    pool->m = scheme->m;
    pool->min_size = scheme->min_size;
    pool->optimizations = scheme->optimizations;
    pool->failure_domain =
        need->choices->failure_domain == FIELD_ABSENT ? DOMAIN_HOST : need->choices->failure_domain;
    pool->stored_B = need->usable_B;
    pool->growth_per_year = need->growth_per_year;
    pool->object_size_B = need->object_size_B;
    pool->pg_num =
        pgs_advise(d->hosts * design_osds_per_host(need, d), 1, design_shards(scheme), pgs_per_osd);
    return pool;
}

struct cluster *design_cluster(const struct need *need, const struct design *d, double pgs_per_osd,
                               struct arena *arena)
{
    struct cluster *cluster = arena_alloc(arena, sizeof *cluster);
    struct network *network = arena_alloc(arena, sizeof *network);
    field_init(&cluster_schema, cluster);
    cluster->place = need->place;
    cluster->format = "cluster/1";
    cluster->name = need->name;
    cluster->ceph = need->ceph;
    cluster->clients = need->clients;
    cluster->ratios = need->ratios;
    cluster->balancer = need->balancer;
    *network = need->choices->networks[d->network].net;
    cluster->network = network;
    cluster->hosts = make_hosts(need, d, arena);
    cluster->n_hosts = 1;
    cluster->pools = make_pool(need, d, pgs_per_osd, arena);
    cluster->n_pools = 1;
    if (need->n_workloads == 0)
        return cluster;
    cluster->workloads = arena_array(arena, (size_t)need->n_workloads, sizeof *cluster->workloads);
    cluster->n_workloads = need->n_workloads;
    for (int i = 0; i < need->n_workloads; i++)
        cluster->workloads[i] = design_load(&need->workloads[i]);
    return cluster;
}
