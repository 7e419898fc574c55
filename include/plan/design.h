/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to build what a needs document asks for, and the cluster document it stands for. */
#ifndef PLAN_DESIGN_H
#define PLAN_DESIGN_H

#include "base/arena.h"
#include "model/need.h"

enum { DESIGN_NO_DB = -1 };

/* Indices into the need's choices, and counts. */
struct design {
    int host, device, network, scheme;
    int db;          /* DESIGN_NO_DB: DB and WAL on the data devices */
    int per_host;    /* data devices */
    int db_per_host; /* DB devices; 0 without */
    int hosts;
};

int design_n_schemes(const struct need *need);
const struct need_scheme *design_scheme(const struct need *need, int scheme);

/* Copies or shards of a placement group. */
int design_shards(const struct need_scheme *scheme);

/* Data OSDs of one host. */
int design_osds_per_host(const struct need *need, const struct design *design);

/* The load of a need as a cluster document has it: without a depth or rate it arrives at the rate
 * that is asked for. */
struct workload design_load(const struct need_load *load);

/* The cluster, as a document would be read: devices are those of the need, a host's price and power
 * hold those of its network, pg_num is the calculator's advice at `pgs_per_osd`, the DB devices are
 * shared out, hosts stand in racks in turn. Every part is as stated; what the need leaves out stays
 * out. */
struct cluster *design_cluster(const struct need *need, const struct design *design,
                               double pgs_per_osd, struct arena *arena);

#endif
