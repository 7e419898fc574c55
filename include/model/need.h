/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A needs document: what a cluster must hold, do and survive, what it may cost, and what it can be
 * built of. `cephplan size` searches every combination of what is listed; nothing else is ever
 * considered, and no price or power is invented. */
#ifndef MODEL_NEED_H
#define MODEL_NEED_H

#include "model/cluster.h"

/* At which quantile a target must be met. */
enum need_confidence { NEED_P10, NEED_P50 };
/* What may fail at a time. */
enum need_loss { NEED_LOSE_OSD, NEED_LOSE_HOST, NEED_LOSE_RACK };
/* When the share of the targets must be met: with the unit gone, or while it is rebuilt as well. */
enum need_during { NEED_OUTAGE, NEED_REBUILD };

extern const char *const need_loss_names[];

/* A load and what it must reach; at least one of the four. */
struct need_load {
    struct workload load; /* its place is the row's; without a depth or rate the load arrives at
                             the rate that is asked for */
    double iops_ops, bw_Bps;
    double lat_s; /* mean */
    double p99_s;
};

struct need_failure {
    struct place place;
    int lose;          /* enum need_loss */
    double share_frac; /* of every target that must still be met */
    int during;        /* enum need_during */
    double rebuild_s;  /* latest end of the rebuild */
    int profile;       /* mClock, index into recovery_profile_names */
};

struct need_limits {
    struct place place;
    struct money budget;
    double power_W;
    int rack_units;
    int min_hosts, max_hosts;
    int racks; /* the hosts stand in so many, in turn */
};

struct need_host {
    struct place place;
    const char *name;
    struct cpu *cpu;
    double ram_B;
    struct money price;
    double power_W;
    int rack_units;
    int bays;    /* for data devices, and for DB devices where db_bays is absent */
    int db_bays; /* for DB devices alone */
};

struct need_device {
    struct place place;
    struct device *device;
    int osds_per_device;
    int min_per_host, max_per_host;
};

/* A device for DB and WAL. "None" is always a choice beside it. */
struct need_db {
    struct place place;
    struct device *device;
    int max_osds;          /* OSDs that one of them serves at most */
    double min_share_frac; /* size of an OSD's DB over its data device, at least */
    int max_per_host;
};

struct need_network {
    struct place place;
    struct network net;
    struct money price; /* of one host's adapters and ports; absent: in the host's price */
    double power_W;     /* the same; absent: in the host's power */
};

struct need_scheme {
    struct place place;
    int size;
    int k, m;
    int min_size;
    int optimizations;
};

struct need_choices {
    struct place place;
    struct need_host *hosts;
    int n_hosts;
    struct need_device *devices;
    int n_devices;
    const char **classes; /* data devices of these alone; of the user's catalogue where no device is
                             listed */
    int n_classes;
    struct need_db *dbs;
    int n_dbs;
    struct need_network *networks;
    int n_networks;
    struct need_scheme *schemes;
    int n_schemes;
    int failure_domain; /* enum failure_domain */
};

struct need {
    struct place place;
    const char *format; /* `cephplan: need/1` */
    const char *name;
    struct ceph *ceph;
    double usable_B; /* client bytes to be held safely now */
    double growth_per_year;
    double horizon_s;
    double object_size_B;
    int confidence; /* enum need_confidence */
    struct need_load *workloads;
    int n_workloads;
    struct clients *clients;
    struct need_failure *failure;
    struct need_limits *limits;
    struct need_choices *choices;
    struct ratios *ratios;
    int balancer;
    double ram_per_osd_B;
    const char *notes;
};

extern const struct schema need_schema;
extern const struct schema need_load_schema, need_failure_schema, need_limits_schema;
extern const struct schema need_choices_schema, need_host_schema, need_device_schema;
extern const struct schema need_db_schema, need_network_schema, need_scheme_schema;

/* Client bytes to be held at the horizon: usable (1 + growth)^years. */
double need_stored_B(const struct need *need);

/* Operations/s that a load must reach: iops, or bw over the block size, the larger; NaN: neither.
 */
double need_ops(const struct need_load *load);

enum { NEED_HOSTS_DEFAULT = 64 }; /* max_hosts when it is not stated */

#endif
