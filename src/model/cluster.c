/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema of a cluster document beside what follows from counting it. */
#include "model/cluster.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define COUNT_MAX 1e7

const char *const objectstore_names[] = {"bluestore", "filestore", NULL};
const char *const pool_type_names[] = {"replicated", "erasure", NULL};
const char *const failure_domain_names[] = {"osd", "host", "rack", NULL};
const char *const quality_names[] = {"A", "B", "C", NULL};

static const struct field ceph_fields[] = {
    ROW_TEXT(struct ceph, "version", version, "release, such as 18.2.4"),
    ROW_CHOICE(struct ceph, "objectstore", objectstore, objectstore_names, "bluestore",
               "how OSDs store objects"),
    ROW_CHOICE(struct ceph, "tuning", tuning, tuning_names, NULL,
               "default: the release's own settings; tuned: cache, RocksDB and PG log set by hand"),
};
const struct schema ceph_schema = {"ceph", sizeof(struct ceph), ceph_fields, N_OF(ceph_fields)};

static const struct field cpu_fields[] = {
    ROW_TEXT(struct cpu, "model", model, "vendor and model; decides the speed"),
    ROW_INT(struct cpu, "sockets", sockets, 1, 64, NULL, "sockets of the host"),
    ROW_QUANTITY(struct cpu, "cores", cores, DIM_NUMBER, 1, 1e5, NULL,
                 "cores of the host, all sockets"),
    ROW_QUANTITY(struct cpu, "threads", threads, DIM_NUMBER, 1, 1e5, NULL,
                 "hardware threads of the host, all sockets"),
    ROW_QUANTITY(struct cpu, "ghz", ghz, DIM_NUMBER, 0.1, 20, NULL, "base clock"),
};
const struct schema cpu_schema = {"cpu", sizeof(struct cpu), cpu_fields, N_OF(cpu_fields)};

static const struct field side_fields[] = {
    ROW_DEVICE(struct side_device, "device", device, "the device these OSDs share"),
    ROW_INT(struct side_device, "count", count, 1, 1e5, "1", "such devices per host"),
    ROW_QUANTITY(struct side_device, "size", size_B, DIM_CAPACITY, 1, 1e18, NULL,
                 "the part of one OSD"),
};
const struct schema side_schema = {"db, wal or journal", sizeof(struct side_device), side_fields,
                                   N_OF(side_fields)};

#define O struct osd_group
static const struct field osd_fields[] = {
    ROW_INT(O, "count", count, 1, COUNT_MAX, NULL, "OSDs per host"),
    ROW_DEVICE(O, "device", device, "the data device"),
    ROW_INT(O, "osds_per_device", osds_per_device, 1, 64, "1", "OSDs that share one data device"),
    ROW_MAP(O, "db", db, &side_schema, "BlueStore DB (and WAL) on a device apart"),
    ROW_MAP(O, "wal", wal, &side_schema, "BlueStore WAL, only when apart from the DB"),
    ROW_MAP(O, "journal", journal, &side_schema, "FileStore journal on a device apart"),
};
#undef O
const struct schema osd_schema = {"OSD group", sizeof(struct osd_group), osd_fields,
                                  N_OF(osd_fields)};

#define H struct host_group
static const struct field host_fields[] = {
    ROW_TEXT(H, "name", name, "what the report calls the group"),
    ROW_INT(H, "count", count, 1, COUNT_MAX, NULL, "equal hosts"),
    ROW_TEXTS(H, "rack", racks, n_racks, "rack of all, or one rack a host in turn"),
    ROW_MAP(H, "cpu", cpu, &cpu_schema, "processors of one host"),
    ROW_QUANTITY(H, "ram", ram_B, DIM_CAPACITY, 1, 1e15, NULL, "memory of one host"),
    ROW_MONEY(H, "price", price, "one host without its devices"),
    ROW_QUANTITY(H, "power", power_W, DIM_POWER, 0, 1e6, NULL, "one host without its devices"),
    ROW_LIST(H, "osds", osds, n_osds, &osd_schema, "groups of equal OSDs"),
};
#undef H
const struct schema host_schema = {"host group", sizeof(struct host_group), host_fields,
                                   N_OF(host_fields)};

static const struct field network_fields[] = {NETWORK_ROWS(struct network, )};
const struct schema network_schema = {"network", sizeof(struct network), network_fields,
                                      N_OF(network_fields)};

#define P struct pool
static const struct field pool_fields[] = {
    ROW_TEXT(P, "name", name, "the pool's name"),
    ROW_CHOICE(P, "type", type, pool_type_names, "replicated", "copies or erasure code"),
    ROW_INT(P, "size", size, 1, 64, "3", "copies"),
    ROW_INT(P, "min_size", min_size, 1, 64, "size - size/2; EC: k + min(1, m - 1)",
            "copies or shards without which I/O stops"),
    ROW_INT(P, "k", k, 1, 64, NULL, "data shards of an erasure code"),
    ROW_INT(P, "m", m, 1, 64, NULL, "coding shards of an erasure code"),
    ROW_TEXT(P, "plugin", plugin, "isa, jerasure ..."),
    ROW_QUANTITY(P, "stripe_unit", stripe_unit_B, DIM_BLOCK, 512, 1 << 30, "4KiB",
                 "bytes of one shard in a stripe"),
    ROW_BOOL(P, "optimizations", optimizations, "false", "Tentacle's allow_ec_optimizations"),
    ROW_TEXT(P, "device_class", device_class,
             "hdd, ssd or nvme: only such OSDs hold it; absent: all"),
    ROW_CHOICE(P, "failure_domain", failure_domain, failure_domain_names, "host",
               "no two copies share one"),
    ROW_INT(P, "pg_num", pg_num, 1, 1e8, "about 100 PG copies an OSD", "placement groups"),
    ROW_QUANTITY(P, "stored", stored_B, DIM_CAPACITY, 0, 1e21, NULL, "client bytes it holds"),
    ROW_QUANTITY(P, "quota", quota_B, DIM_CAPACITY, 0, 1e21, NULL, "most client bytes it may hold"),
    ROW_QUANTITY(P, "growth", growth_per_year, DIM_GROWTH, -1, 1000, NULL, "of `stored`"),
    ROW_QUANTITY(P, "object_size", object_size_B, DIM_BLOCK, 1, 1 << 30, "4MiB",
                 "RADOS objects of this size"),
};
#undef P
const struct schema pool_schema = {"pool", sizeof(struct pool), pool_fields, N_OF(pool_fields)};

#define T struct cache_tier
static const struct field tier_fields[] = {
    ROW_TEXT(T, "pool", pool, "the pool it stands before"),
    ROW_DEVICE(T, "device", device, "what it is made of"),
    ROW_INT(T, "per_host", per_host, 1, 1e5, "1", "such devices per host"),
    ROW_TEXT(T, "mode", mode, "writeback, readonly ..."),
    ROW_QUANTITY(T, "hit", hit_frac, DIM_FRACTION, 0, 1, "from sizes",
                 "share of operations it serves"),
    ROW_QUANTITY(T, "working_set", working_set_B, DIM_CAPACITY, 1, 1e18, NULL,
                 "bytes that clients touch, for the hit ratio"),
};
#undef T
const struct schema tier_schema = {"cache tier", sizeof(struct cache_tier), tier_fields,
                                   N_OF(tier_fields)};

static const struct field clients_fields[] = {
    ROW_INT(struct clients, "count", count, 1, COUNT_MAX, NULL, "client hosts"),
    ROW_QUANTITY(struct clients, "network", network_Bps, DIM_LINK, 1, 1e15, "network.public",
                 "link of one client host"),
    ROW_BOOL(struct clients, "colocated", colocated, "false", "the clients run on the OSD hosts"),
};
const struct schema clients_schema = {"clients", sizeof(struct clients), clients_fields,
                                      N_OF(clients_fields)};

#define R struct ratios
static const struct field ratios_fields[] = {
    ROW_QUANTITY(R, "nearfull", nearfull_frac, DIM_FRACTION, 0, 1, "0.85", "warning"),
    ROW_QUANTITY(R, "backfillfull", backfillfull_frac, DIM_FRACTION, 0, 1, "0.90",
                 "no OSD above it takes recovered data"),
    ROW_QUANTITY(R, "full", full_frac, DIM_FRACTION, 0, 1, "0.95", "writes stop"),
};
#undef R
const struct schema ratios_schema = {"ratios", sizeof(struct ratios), ratios_fields,
                                     N_OF(ratios_fields)};

#define C struct cluster
static const struct field cluster_fields[] = {
    {.key = "cephplan",
     .kind = FIELD_TEXT,
     .offset = offsetof(C, format),
     .required = true,
     .help = "cluster/1"},
    ROW_TEXT(C, "name", name, "the cluster's name"),
    ROW_MAP(C, "ceph", ceph, &ceph_schema, "release and object store"),
    ROW_LIST(C, "hosts", hosts, n_hosts, &host_schema, "groups of equal hosts"),
    ROW_INT(C, "osds_total", osds_total, 1, COUNT_MAX, NULL, "OSDs, where the hosts are not known"),
    ROW_MAP(C, "network", network, &network_schema, "links of one host"),
    ROW_LIST(C, "pools", pools, n_pools, &pool_schema, "pools"),
    ROW_MAP(C, "cache_tier", cache_tier, &tier_schema, "only for clusters that have one"),
    ROW_MAP(C, "clients", clients, &clients_schema, "client hosts"),
    ROW_MAP(C, "ratios", ratios, &ratios_schema, "fill limits"),
    ROW_BOOL(C, "balancer", balancer, "true from Pacific", "upmap balancer on"),
    ROW_LIST(C, "workloads", workloads, n_workloads, &workload_schema,
             "loads to estimate; absent: the standard set"),
    ROW_MAP(C, "source", source, &source_schema, "of a record: who published it"),
    ROW_CHOICE(C, "quality", quality, quality_names, NULL,
               "of a record: A all stated, B one thing missing, C more"),
    ROW_TEXT(C, "notes", notes, "anything else"),
    ROW_LIST(C, "measured", measured, n_measured, &measured_schema,
             "of a record: what was measured"),
};
#undef C
const struct schema cluster_schema = {"cluster", sizeof(struct cluster), cluster_fields,
                                      N_OF(cluster_fields)};

int cluster_hosts(const struct cluster *cluster)
{
    int hosts = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        if (group->n_osds == 0)
            continue;
        if (group->count == FIELD_ABSENT)
            return 0;
        hosts += group->count;
    }
    return hosts;
}

void cluster_sums(const struct cluster *cluster, double *hosts, double *osds)
{
    *hosts = *osds = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        double count = group->count == FIELD_ABSENT ? 1 : group->count;
        *hosts += count;
        for (int j = 0; j < group->n_osds; j++)
            *osds += group->osds[j].count == FIELD_ABSENT ? 0 : count * group->osds[j].count;
    }
}

/* OSDs of one host group; 0 when a count is absent. */
static double group_osds(const struct host_group *group)
{
    double sum = 0;
    for (int i = 0; i < group->n_osds; i++) {
        const struct osd_group *osds = &group->osds[i];
        if (osds->count == FIELD_ABSENT)
            return 0;
        sum += osds->count;
    }
    return sum;
}

static double count_osds(const struct cluster *cluster)
{
    double sum = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        double osds = group_osds(group);
        if (group->n_osds > 0 && osds == 0)
            return 0;
        if (group->count != FIELD_ABSENT)
            sum += group->count * osds;
        else if (cluster->osds_total != FIELD_ABSENT)
            sum += osds;
        else
            return 0;
    }
    return sum;
}

int cluster_osds(const struct cluster *cluster)
{
    if (cluster->osds_total != FIELD_ABSENT)
        return cluster->osds_total;
    return (int)count_osds(cluster);
}

bool pool_is_system(const struct pool *pool)
{
    return pool->name != NULL &&
           (pool->name[0] == '.' || strcmp(pool->name, "device_health_metrics") == 0);
}

const struct pool *cluster_pool(const struct cluster *cluster, const char *name)
{
    if (name == NULL) {
        for (int i = 0; i < cluster->n_pools; i++)
            if (!pool_is_system(&cluster->pools[i]))
                return &cluster->pools[i];
        return cluster->n_pools > 0 ? &cluster->pools[0] : NULL;
    }
    for (int i = 0; i < cluster->n_pools; i++)
        if (cluster->pools[i].name != NULL && strcmp(cluster->pools[i].name, name) == 0)
            return &cluster->pools[i];
    return NULL;
}

double cluster_release(const struct cluster *cluster)
{
    const char *version = cluster->ceph == NULL ? NULL : cluster->ceph->version;
    if (version == NULL || !isdigit((unsigned char)version[0]))
        return UNKNOWN;
    return (double)strtol(version, NULL, 10);
}

double cluster_outstanding(const struct cluster *cluster, const struct workload *load)
{
    if (!isnan(load->in_flight))
        return load->in_flight;
    if (load->iodepth == FIELD_ABSENT && load->numjobs == FIELD_ABSENT)
        return UNKNOWN;
    double clients = load->clients;
    if (load->clients == FIELD_ABSENT) {
        bool stated = cluster->clients != NULL && cluster->clients->count != FIELD_ABSENT;
        clients = stated ? cluster->clients->count : 1;
    }
    double depth = load->iodepth == FIELD_ABSENT ? 1 : load->iodepth;
    return depth * (load->numjobs == FIELD_ABSENT ? 1 : load->numjobs) * clients;
}

bool cluster_refuse_bare(const struct cluster *cluster, struct err *err)
{
    const struct place *at = &cluster->place;
    bool hosts = cluster->n_hosts > 0;
    if (hosts && cluster->hosts[0].place.file != NULL)
        at = &cluster->hosts[0].place;
    return err_at(err, at->file == NULL ? "cluster" : at->file, at->line, at->col,
                  "no host holds an OSD; write `%sosds: [{count: 4, device: NAME}]%s` (cephplan "
                  "devices lists the names)",
                  hosts ? "" : "hosts: [{count: 3, ", hosts ? "" : "}]");
}
