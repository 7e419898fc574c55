/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a failure does to a pool before anything is rebuilt: how many shards of a placement group it
 * can take, and how many groups lose so many. Exact for CRUSH's draws (engine/crush). */
#ifndef ENGINE_OUTAGE_H
#define ENGINE_OUTAGE_H

#include "engine/capacity.h"

struct outage {
    int lost_max;         /* most shards that one group can lose */
    double affected_frac; /* of groups: lose at least one shard */
    double stopped_frac;  /* fewer than min_size are left: I/O stops */
    double dead_frac; /* fewer than k (one copy) are left: data gone, or away while the host is */
    double dead_shards_frac; /* of the shards that the loss takes: their group is among those */
    bool io_stops;           /* some group may stop: lost_max > n - min_size */
    bool data_lost;          /* some group may lose data: lost_max > n - k */
};

/* Of one pool of `capacity` under that loss. A pool that is not fully placed before (domains < n)
 * stops when what is left is below min_size. */
bool outage_make(const struct capacity *capacity, int pool, const struct failure *failure,
                 struct arena *arena, struct outage *outage, struct err *err);

#endif
