/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster document: hosts, OSDs, network, pools, loads. A record is the same document with what
 * was measured on it (`measured`, `quality`, `source`). */
#ifndef MODEL_CLUSTER_H
#define MODEL_CLUSTER_H

#include "model/workload.h"

enum objectstore { STORE_BLUESTORE, STORE_FILESTORE };
enum pool_type { POOL_REPLICATED, POOL_ERASURE };
enum failure_domain { DOMAIN_OSD, DOMAIN_HOST, DOMAIN_RACK };
enum quality { QUALITY_A, QUALITY_B, QUALITY_C };

struct ceph {
    struct place place;
    const char *version; /* "12.2.2" */
    int objectstore;     /* enum objectstore */
    int tuning;          /* enum tuning */
};

struct cpu {
    struct place place;
    const char *model;
    int sockets;
    double cores, threads; /* of the host, all sockets */
    double ghz;
};

/* A device that the OSDs of a group share: DB, WAL or journal. */
struct side_device {
    struct place place;
    struct device *device;
    int count;     /* devices per host */
    double size_B; /* the part of one OSD */
};

/* Equal OSDs of one host. */
struct osd_group {
    struct place place;
    int count; /* OSDs per host */
    struct device *device;
    int osds_per_device;
    struct side_device *db, *wal, *journal;
};

/* Equal hosts. */
struct host_group {
    struct place place;
    const char *name;
    int count;
    const char **racks;
    int n_racks;
    struct cpu *cpu;
    double ram_B;
    struct money price; /* without its devices */
    double power_W;
    struct osd_group *osds;
    int n_osds;
};

struct network {
    struct place place;
    double public_Bps, cluster_Bps; /* one direction of one host's link */
    int shared;                     /* one wire carries both */
    int mtu;
    double rtt_s;
};

struct pool {
    struct place place;
    const char *name;
    int type; /* enum pool_type */
    int size, min_size, k, m;
    const char *plugin;
    double stripe_unit_B;
    int optimizations; /* Tentacle's allow_ec_optimizations */
    const char *device_class;
    int failure_domain; /* enum failure_domain */
    int pg_num;
    double stored_B;
    double quota_B;
    double growth_per_year;
    double object_size_B;
};

struct cache_tier {
    struct place place;
    const char *pool;
    struct device *device;
    int per_host;
    const char *mode;
    double hit_frac;      /* share of the operations that the tier serves */
    double working_set_B; /* what the clients touch; with the tier's size it gives the hit ratio */
};

struct clients {
    struct place place;
    int count; /* client hosts */
    double network_Bps;
    int colocated; /* the clients run on the OSD hosts */
};

struct ratios {
    struct place place;
    double nearfull_frac, backfillfull_frac, full_frac;
};

struct cluster {
    struct place place; /* place.file is the document's name */
    const char *format; /* `cephplan: cluster/1` */
    const char *name;
    struct ceph *ceph;
    struct host_group *hosts;
    int n_hosts;    /* groups, not hosts */
    int osds_total; /* where the number of hosts is unknown; the one host group then holds all OSDs
                     */
    struct network *network;
    struct pool *pools;
    int n_pools;
    struct cache_tier *cache_tier;
    struct clients *clients;
    struct ratios *ratios;
    int balancer; /* upmap balancer on */
    struct workload *workloads;
    int n_workloads;
    struct source *source;
    int quality; /* enum quality */
    const char *notes;
    struct measured *measured;
    int n_measured;
};

/* Rows of a network at `prefix` inside struct S. */
#define NETWORK_ROWS(S, prefix)                                                                    \
    ROW_QUANTITY(S, "public", prefix public_Bps, DIM_LINK, 1, 1e15,                                \
                 "10Gbit/s; 100Gbit/s under NVMe",                                                 \
                 "link of one host to clients; a sum such as 40+40 Gbit/s adds up"),               \
        ROW_QUANTITY(S, "cluster", prefix cluster_Bps, DIM_LINK, 1, 1e15, "public",                \
                     "link for replication"),                                                      \
        ROW_BOOL(S, "shared", prefix shared, "true", "one wire carries both networks"),            \
        ROW_INT(S, "mtu", prefix mtu, 576, 65536, "1500", "largest packet"),                       \
        ROW_QUANTITY(S, "rtt", prefix rtt_s, DIM_TIME, 0, 10, "by link rate",                      \
                     "round trip between two hosts")

extern const struct schema cluster_schema;
extern const struct schema ceph_schema, cpu_schema, host_schema, osd_schema, side_schema;
extern const struct schema network_schema, pool_schema, tier_schema, clients_schema, ratios_schema;
extern const char *const objectstore_names[];
extern const char *const pool_type_names[];
extern const char *const failure_domain_names[];
extern const char *const quality_names[];

/* OSD hosts: sum of `count` over the groups that hold OSDs; 0 when a count is absent. */
int cluster_hosts(const struct cluster *cluster);

#define CLUSTER_MAX 1e7 /* hosts of a cluster, and OSDs */

/* Hosts, those of a group without count as one, and the OSDs that are stated in them: as numbers
 * that no product of counts is too large for. */
void cluster_sums(const struct cluster *cluster, double *hosts, double *osds);

/* OSDs: `osds_total`, else the sum over hosts and groups; 0 when a count is absent. */
int cluster_osds(const struct cluster *cluster);

/* The pool of that name, the first that is not Ceph's own when `name` is NULL (then the first),
 * NULL when there is none. */
const struct pool *cluster_pool(const struct cluster *cluster, const char *name);

/* Is it one of Ceph's own (`.mgr`, `.rgw.root`, `device_health_metrics`), which no client loads? */
bool pool_is_system(const struct pool *pool);

/* Ceph's major release (12 for 12.2.2), NaN when the version is absent or has no number. */
double cluster_release(const struct cluster *cluster);

/* Requests outstanding under a load: `in_flight`, else iodepth x numjobs x clients (clients absent:
 * clients.count, else 1); NaN when nothing is stated. */
double cluster_outstanding(const struct cluster *cluster, const struct workload *load);

/* An ERR_INPUT where OSDs are missing, at the first host or else the document: no host holds one,
 * and what to write. Returns false. */
bool cluster_refuse_bare(const struct cluster *cluster, struct err *err);

#endif
