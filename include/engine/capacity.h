/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a cluster holds: raw, usable at each ratio, and the safe fill that survives the loss of the
 * largest failure domain. All bytes are client bytes unless the name says raw.
 *
 * The fill of every OSD is linear in what the pools hold (engine/layout), so that each limit is a
 * minimum over OSD sets. `used` below means the pool as the cluster's balancer places it: balanced
 * when it is on, CRUSH's own draws when it is off.
 *
 *   usable at a ratio   the most that leaves every OSD at or below the ratio
 *   safe fill           the most that keeps every OSD at or below nearfull and that, after the loss
 * of the largest failure domain, is rebuilt with every OSD at or below backfillfull. Where nothing
 *                       can be rebuilt (as many domains as shards) only the first holds, and
 * `rebuilds` says so
 * The one figure to plan with, which holds more, is engine/capacity_plan's.
 *
 * Client bytes are those of the pool's objects: what stripe and allocation units pad is taken off
 * (engine/alloc). Without a balancer the fullest OSD stands above the expectation by the scatter of
 * PG counts (placement_imbalance); the safe fill is divided by it. A pool's figures hold while the
 * others store what they state; a pool that states nothing counts as empty. Cluster figures scale
 * all pools of one set of OSDs together, in proportion to `stored` (equally when one of them states
 * nothing, or all of them 0). Ceph's own pools (`.mgr`) with next to nothing in them stand aside.
 */
#ifndef ENGINE_CAPACITY_H
#define ENGINE_CAPACITY_H

#include "engine/pgs.h"
#include "model/params.h"

enum { CAPACITY_ASIDE = -1 };

struct pool_capacity {
    const struct pool *pool;
    struct scheme scheme;
    int domain, domains; /* enum failure_domain; how many there are */
    bool placeable;      /* at least as many domains as shards; else every figure below is 0 */
    bool rebuilds;       /* the loss of the largest domain leaves enough domains */
    double raw_B;        /* OSDs of its class */
    double crush_B, balanced_B; /* at the full ratio, by CRUSH's draws and by perfect balancing */
    double usable_B;            /* at ratio 1 */
    double usable_nearfull_B, usable_full_B;
    double safe_fill_B;
    double
        loss_fill_B; /* rebuilt below backfillfull after the largest domain; infinite: no rebuild */
    double osd_loss_fill_B, host_loss_fill_B; /* the same after the largest OSD, host */
    int limiting_set;                         /* the OSD set that reaches nearfull first */
    int pg_num;
    bool pg_assumed; /* pg_num not stated: the calculator's advice */
    double pgs_per_osd;
    double stored_B;    /* 0 when not stated */
    double max_avail_B; /* what `ceph df` would still offer: to the full ratio, and to the quota */
    double used_frac;   /* stored / (stored + max avail), `ceph df`'s %USED */
    double object_B, alloc_frac; /* object size; raw bytes allocated over raw bytes needed, >= 1 */
    int group; /* pools of one group share OSDs; CAPACITY_ASIDE: counts in no cluster figure */
    int after_domain, after_osd,
        after_host; /* failures in `afters`, as capacity_loss says; -1: it has none */
};

/* The cluster after one failure. */
struct capacity_after {
    struct failure failure;
    struct topology topology;
    struct layout *layouts; /* [n_pools] */
};

/* One of Ceph's device classes. */
struct class_capacity {
    const char *name; /* hdd, ssd, nvme, or "-" where the class is not stated */
    int osds;
    double raw_B, stored_raw_B;            /* stored_raw_B: all copies that the pools state */
    double fill_frac;                      /* stored_raw_B / raw_B */
    double fullest_frac;                   /* of the fullest OSD, in expectation */
    double pgs_per_osd;                    /* sum over pools, mean over OSDs */
    double usable_nearfull_B, safe_fill_B; /* client bytes of the pools that stand on it alone; NaN
                                              where one stands on other classes as well */
};

struct capacity {
    const struct cluster *cluster;
    const struct constants *constants; /* of the engine model */
    struct topology topology;
    double nearfull_frac, backfillfull_frac, full_frac;
    bool balanced;      /* the upmap balancer is on */
    double installed_B; /* every device, DB and journal devices too */
    double raw_B;       /* data devices */
    double usable_B, usable_nearfull_B, usable_full_B, safe_fill_B;
    double used_raw_B;    /* of raw_B: OSDs that a pool uses */
    double ideal_B;       /* client bytes of those, if every byte could be used */
    double padded_B;      /* the same, less what stripe and allocation units pad */
    double repair_fill_B; /* of the safe fill, up to where a lost OSD, or a host of a rack, is
                             rebuilt below backfillfull as well */
    double stored_B, stored_raw_B;
    double imbalance;   /* fullest OSD over expectation, from PG counts; 1 with the balancer */
    double tolerance;   /* the same with the balancer, which levels groups and not bytes; 1 without.
                           No figure of bytes here holds it; engine/capacity_plan's do */
    double *tolerances; /* [n_sets] of the topology: the same for the OSDs of one set */
    bool mix_assumed;   /* a pool of several that share OSDs states nothing: all hold alike */
    double pgs_per_osd; /* the highest of the classes */
    bool rebuilds_after_host_loss;
    struct layout *layouts; /* [n_pools] as used */
    struct pool_capacity *pools;
    int n_pools;
    const struct pool *pool_rows; /* the cluster's pools, or the one assumed */
    bool pool_assumed;            /* the document has no pool: replicated, size 3, over hosts */
    struct class_capacity *classes;
    int n_classes;
    struct capacity_after *afters;
    int n_afters;
};

/* Fills `capacity`; its arrays stand in the arena. Of the constants it takes pgs_default,
 * imbalance_scale and balancer_deviation. ERR_INPUT when a count or capacity is not stated
 * or a class has no OSD. */
bool capacity_make(const struct cluster *cluster, const struct constants *constants,
                   struct arena *arena, struct capacity *capacity, struct err *err);

/* Lays out the capacity's pools (cluster, pool_rows, n_pools) on a topology, with the padding of
 * their objects; equal shapes are computed once. */
bool capacity_layouts(const struct capacity *capacity, const struct topology *topology,
                      enum layout_kind kind, struct arena *arena, struct layout *layouts,
                      struct err *err);

/* Client bytes per unit of `mix` (client bytes of each pool) such that every OSD stays at or below
 * limit_frac on top of `base` (client bytes of each pool; NULL: none). Infinite when the mix takes
 * no space. `set` (may be NULL) receives the OSD set that limits. */
double capacity_joint_room(const struct topology *topology, const struct layout *layouts, int n,
                           const double *mix, const double *base, double limit_frac, int *set);

/* How the pools of a group that can be placed share a client byte; false when there is none.
 * `assumed`: alike, because not every one of several states what it stores. */
bool capacity_group_mix(const struct capacity *capacity, int group, double *mix, bool *assumed);

/* The safe fill of a mix, in units of it: below nearfull now, and below backfillfull once the
 * largest failure domain of any of its pools is lost and rebuilt. */
double capacity_safe_room(const struct capacity *capacity, const double *mix);

/* The same, in units of `mix` on top of `base` (NULL: none), and below backfillfull after the loss
 * of a smaller unit inside a failure domain too: an OSD of a host, a host of a rack. Where the
 * domain itself cannot be rebuilt, what is lost of it goes to the rest of it alone. The fullest OSD
 * is taken to hold `scatter` times what is reckoned. */
double capacity_repair_room(const struct capacity *capacity, const double *mix, const double *base,
                            double scatter);

/* Share of the capacity of the OSDs of a set that `stored` (client bytes of each pool) takes. */
double capacity_fill(const struct topology *topology, const struct layout *layouts, int n,
                     const double *stored, int set);

/* The failure of a unit that is worst for a pool: its largest; where the pool has no failure domain
 * to spare and the unit is a part of one, the one whose loss leaves the rest of its domain fullest,
 * because nothing else takes what it held. False when it has no such unit. `layouts` must stand. */
bool capacity_loss(const struct capacity *capacity, int pool, enum failure_unit unit,
                   struct failure *failure);

/* Does the pool find a domain for every shard after that failure (-1: no such failure: false)? */
bool capacity_rebuilds(const struct capacity *capacity, int pool, int after);

/* `ceph df`: how full a pool is, stored / (stored + max avail); 0 when both are 0. */
double capacity_used_frac(double stored_B, double max_avail_B);

/* What may still be written: max avail, but no more than the quota leaves (NaN: no quota). */
double capacity_quota_room(double max_avail_B, double quota_B, double stored_B);

#endif
