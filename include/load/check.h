/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contradictions inside one document: each key is allowed, but not all of them together. */
#ifndef LOAD_CHECK_H
#define LOAD_CHECK_H

#include "load/yamldoc.h"
#include "model/cluster.h"

/* Each returns false with an ERR_INPUT at the value that cannot be; `node` is what the struct was
 * filled from. */
bool check_device(const struct ynode *node, const struct device *device, struct err *err);
bool check_cluster(struct arena *arena, const struct ynode *root, const struct cluster *cluster,
                   struct err *err);

/* Parts that other documents share. The device under the key `device`, where it is written in
 * place; a named one was checked in its own file. */
bool check_device_at(const struct ynode *parent, const struct device *device, struct err *err);

/* A load of a document with one pool, which no load names. */
bool check_load_alone(const struct ynode *node, const struct workload *load, struct err *err);

/* The values under the keys `ratios` and `ceph` of `root`. */
bool check_ratios(const struct ynode *root, const struct ratios *ratios, struct err *err);
bool check_version(const struct ynode *root, const struct ceph *ceph, struct err *err);

#endif
