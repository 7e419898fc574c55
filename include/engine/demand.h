/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The amplification table: what one client operation asks of each resource. */
#ifndef ENGINE_DEMAND_H
#define ENGINE_DEMAND_H

#include "engine/inputs.h"

/* How an operation meets the pool's redundancy. */
enum access {
    ACCESS_REPLICA, /* whole copies */
    ACCESS_WHOLE,   /* erasure code, full stripes */
    ACCESS_PART,    /* erasure code, part of a stripe: read-modify-write */
    ACCESS_FAST     /* the same with Tentacle's optimizations: parity delta */
};

/* Per client operation, all copies or shards together. */
struct demand {
    enum access access;
    double device_ops; /* device requests: reads of a read, writes of a write */
    double
        disk_reads;   /* reads of old data and parity before a write, where the devices are disks */
    double cpu_units; /* OSD operations: reads of a read, replica-writes of a write */
    double cpu_bytes; /* bytes that OSD threads move */
    double device_share; /* bytes to data devices per client byte */
    double device_bytes; /* bytes of one device request */
    double side_bytes;   /* bytes to journal, WAL or DB devices when they stand apart */
    double cross_share;  /* bytes between OSD hosts per client byte */
    double commits;      /* copies or shards that must commit */
    bool journalled; /* the data itself goes through journal or WAL: the request is small enough */
    bool deferred;   /* BlueStore on a disk takes a device request through its WAL */
};

/* Source: models/engine.md, section 3 (exact counting, and the read-modify-write paths of
 * Ceph's erasure-coded pools before and with allow_ec_optimizations). `flash`: the data devices
 * are; disks defer small writes. */
void demand_of_read(const struct engine_inputs *in, const struct params *p,
                    const struct constants *c, struct demand *out);
void demand_of_write(const struct engine_inputs *in, bool flash, const struct params *p,
                     const struct constants *c, struct demand *out);

#endif
