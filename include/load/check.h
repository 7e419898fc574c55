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

#endif
