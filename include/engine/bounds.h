/* SPDX-License-Identifier: GPL-3.0-or-later */
/* At which rate of client operations each resource saturates, for reads and for writes, and how
 * long one operation takes alone. */
#ifndef ENGINE_BOUNDS_H
#define ENGINE_BOUNDS_H

#include "engine/demand.h"

/* Inside the closed loop (they queue): the first five; the data devices leave it where a journal or
 * WAL on flash answers in their place. Outside (they cap): the next four. */
enum bound {
    BOUND_DATA,
    BOUND_DB,
    BOUND_SYNC, /* flushes of the devices that commit */
    BOUND_CPU,
    BOUND_OSD,
    BOUND_NET_PUBLIC,
    BOUND_NET_CLUSTER,
    BOUND_CLIENT_NET,
    BOUND_CLIENT_CPU,
    N_BOUNDS,
    BOUND_DEPTH = N_BOUNDS, /* too few requests outstanding */
    N_BOUND_NAMES
};
enum { N_INSIDE = BOUND_NET_PUBLIC };
extern const char *const bound_names[]; /* "data" .. "depth" */

struct direction {
    double ops[N_BOUNDS]; /* client operations/s; INFINITY: no such bound */
    double t0_s;          /* one operation alone */
    /* The data devices of the groups whose clients wait for them, and of those whose writes journal
     * or WAL answers, where they follow and only cap; the lesser is ops[BOUND_DATA]. */
    double waited_ops, acked_ops;
    bool acked;        /* the lesser is acked_ops */
    bool sync_of_data; /* BOUND_SYNC is of the data devices, else of journal, WAL or DB */
};

/* What all directions and groups of one point share: powers and exponentials computed once, those
 * of a direction that the load has not left at 1. */
struct factors {
    double release_cost;    /* software cost of an operation against Reef */
    double release_latency; /* the same for latency, before CPU speed */
    double read_imbalance, write_imbalance;
    double disk_queue;            /* I(q) / I(1) of a disk at its queue */
    double read_size;             /* growth of read cost with the number of OSDs, flash */
    double tune_read, tune_write; /* CPU cost of the settings over hand-tuned ones */
    double pg_share;              /* of the read ceiling of an OSD that its PG count lets through */
    bool mesh;                    /* the clients are the OSD hosts */
};
void bounds_factors(const struct engine_model *model, const struct engine_inputs *in,
                    const struct params *p, struct factors *out);

/* Source of every law: models/engine.md, sections 4 and 5. */
void bounds_of_read(const struct engine_model *model, const struct engine_inputs *in,
                    const struct params *p, const struct factors *f, struct direction *out);
void bounds_of_write(const struct engine_model *model, const struct engine_inputs *in,
                     const struct params *p, const struct factors *f, struct direction *out);

#endif
