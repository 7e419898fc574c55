/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to be done after a failure, and how long it takes.
 *
 * CRUSH replaces exactly the shards that were lost: a group's other members stay, the next domain
 * of its row of draws takes over. What lands on each OSD is therefore its share after minus its
 * share before (engine/layout). A rebuilt byte is one byte written, one read (copies) or k (erasure
 * code), and as many on the wire. The rebuild is over when the slowest is: an OSD, busy with its
 * writes and reads at its recovery rate, or a host's link. Few groups spread unevenly, so the
 * busiest OSD takes placement_imbalance times the mean, at least one group. Rates, link share and
 * their ranges: models/recovery.yaml (mClock profiles). Time counts from the moment the OSDs are
 * out (mon_osd_down_out_interval after they fell; a whole rack is not marked out by itself:
 * mon_osd_down_out_subtree_limit). */
#ifndef ENGINE_RECOVERY_H
#define ENGINE_RECOVERY_H

#include "engine/capacity.h"
#include "model/planning.h"
#include "model/table.h"

struct recovery_case {
    const struct capacity *capacity;
    struct failure failure;
    const double *stored; /* [n_pools] client bytes */
};

struct recovery_pool {
    double lost_B;  /* raw bytes on what is lost */
    double gone_B;  /* of it in groups of which fewer than k shards are left (one copy: none) */
    double moved_B; /* raw bytes that are rebuilt; below lost_B when domains or sources are missing
                     */
    bool rebuilds;  /* every lost shard finds a place, and others to be rebuilt from */
};

/* The work of one rebuild. Arrays are by set or host set of `rest`, for one OSD or one host. */
struct recovery_work {
    struct recovery_case question;
    struct topology rest;   /* without what is lost */
    struct layout *layouts; /* [n_pools] on `rest` */
    struct recovery_pool *pools;
    double *write_B, *peak_B, *read_B; /* mean and busiest OSD's writes; reads */
    double *in_B, *out_B;              /* of one host's link */
    double *clients;                   /* share of the client load on all OSDs of the set */
    double lost_capacity_B, lost_B, gone_B, moved_B;
    int lost_osds;
    double link_Bps;     /* payload of one direction of a host's link; infinite with one host */
    double fullest_frac; /* fullest OSD when all is rebuilt */
    bool rebuilds;       /* every pool's lost shards are rebuilt somewhere */
    bool fits;           /* and no OSD passes backfillfull */
};

enum recovery_bound { RECOVERY_NOTHING, RECOVERY_OSD, RECOVERY_LINK };

struct recovery_speed {
    double seconds; /* 0: nothing to rebuild */
    enum recovery_bound bound;
    double client_frac; /* share of its IOPS that the cluster's clients keep meanwhile */
};

/* Standard normal deviates of what is uncertain; all 0: the middle. */
struct recovery_draw {
    double rate, client, read_cost, net;
};

struct recovery_ranges {
    struct range seconds, client_frac;
    double link_frac; /* share of the draws in which a link decides */
};

/* Sets up the work. The pools are placed as `capacity` places them. */
bool recovery_work_make(const struct recovery_case *question, struct arena *arena,
                        struct recovery_work *work, struct err *err);

/* For other work of that shape (engine/move): empty arrays for the sets of `rest`; layouts are the
 * caller's to fill. Then, when all bytes stand in it: where clients find their data, how full OSDs
 * get. */
void recovery_work_init(const struct recovery_case *question, const struct topology *rest,
                        struct arena *arena, struct recovery_work *work);
void recovery_work_finish(struct recovery_work *work);

/* Where the lost shards go. */
struct recovery_targets {
    int osds, hosts; /* OSDs that take some, hosts that hold such OSDs */
    bool same_host;  /* none but the host that lost some of its OSDs */
};
struct recovery_targets recovery_targets(const struct recovery_work *work);

/* How long it takes at given rates. */
struct recovery_speed recovery_speed(const struct recovery_work *work,
                                     const struct planning *planning, enum recovery_profile profile,
                                     const struct recovery_draw *draw);

/* P10, P50, P90 over 400 draws of the given seed; P50 is the middle's own answer. */
void recovery_ranges(const struct recovery_work *work, const struct planning *planning,
                     enum recovery_profile profile, unsigned long seed,
                     struct recovery_ranges *ranges);

/* P10 and P90 of `n` draws (sorted here) around the answer of the middle, which they include. */
struct range recovery_range(double *values, int n, double middle);

/* The recovery rate of one OSD of a set, bytes/s. */
double recovery_osd_rate(const struct osd_set *set, const struct planning *planning,
                         enum recovery_profile profile, double z);

#endif
