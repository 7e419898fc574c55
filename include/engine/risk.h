/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The yearly probability of losing data of a pool: the chain of engine/durability with the repair
 * time of engine/recovery, over the ranges of models/recovery.yaml. A device and, where it has one,
 * the DB device it hangs on are two independent ways to lose a shard; their repair times are
 * weighted by their rates. Where nothing can be rebuilt without a new device (no domain left, or no
 * space below backfillfull) the time to replace it counts. */
#ifndef ENGINE_RISK_H
#define ENGINE_RISK_H

#include "engine/recovery.h"

struct risk {
    struct range loss_per_year; /* probability, independent failures only */
    struct range repair_s;      /* of one lost shard: marked out, rebuilt or replaced */
    double afr_per_year;        /* of what carries one shard: device and its DB device, middle */
    bool afr_stated;            /* by the document; else the field's */
    double sets;                /* distinct sets of devices in use */
    bool replaced;              /* a rebuild waits for a new device */
};

/* Fills risks[n_pools]. `stored` (client bytes of each pool) decides how long a rebuild takes. */
bool risk_pools(const struct capacity *capacity, const double *stored,
                const struct planning *planning, enum recovery_profile profile, struct arena *arena,
                struct risk *risks, struct err *err);

#endif
