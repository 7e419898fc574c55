/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an object really takes: every shard is padded to a stripe unit (old erasure code) and then
 * to BlueStore's allocation unit, which is fixed when an OSD is made. */
#ifndef ENGINE_ALLOC_H
#define ENGINE_ALLOC_H

#include "engine/layout.h"

/* bluestore_min_alloc_size of OSDs made under that release (NaN: unknown, taken as current): disks
 * 64 KiB up to Octopus, 4 KiB from Pacific (ceph PR 34588, PR 32809); flash 16 KiB up to Nautilus,
 * 4 KiB from Octopus (PR 30698, PR 32998). FileStore: the file system's 4 KiB. */
double alloc_unit_B(const struct cluster *cluster, const struct device *device);

/* Raw bytes that one object of `object_B` client bytes takes on all shards together. Old erasure
 * code pads every shard to whole stripes of k x stripe_unit; with Tentacle's optimizations (release
 * 20 and `optimizations: true`) a shard holds only what belongs to it. */
double alloc_object_B(const struct cluster *cluster, const struct pool *pool, double object_B,
                      double unit_B);

/* Raw bytes that the pool's objects take over the raw bytes that they need, >= 1; where its OSDs
 * allocate in different units that of the largest unit. */
double alloc_padding(const struct cluster *cluster, const struct topology *topology,
                     const struct pool *pool);

/* The pool's object size: `object_size`, else 4 MiB (RBD, CephFS and RGW stripes). */
double alloc_pool_object_B(const struct pool *pool);

#endif
