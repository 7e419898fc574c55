/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hosts and OSDs of a pool as groups of equal hardware. */
#ifndef ENGINE_GROUPS_H
#define ENGINE_GROUPS_H

#include "engine/case.h"

/* Fills the groups (room for MAX_GROUPS) and the sums of `in` from the OSDs that hold the pool
 * (NULL: all of them), with their CRUSH weights as shares; groups of equal hardware under equal
 * load are merged. `in->filestore` must be set. ERR_INPUT when OSDs, their count or their device
 * class are not stated. */
bool groups_make(const struct engine_model *model, const struct cluster *cluster,
                 const struct pool *pool, struct engine_group *groups, struct engine_inputs *in,
                 struct err *err);

/* Makes the shares those of placement groups, now that copies and failure domain of `in` are known,
 * fills in CPUs that are not stated, and puts first the group that holds most: where one group
 * speaks for all (class of the load, defaults), it is that one, however the document is ordered. */
void groups_place(const struct engine_model *model, struct engine_group *groups,
                  struct engine_inputs *in);

/* What CRUSH places on an OSD: its capacity, in any unit that is the same for all. */
double groups_crush_weight(const struct device *device);

/* The first group's data device as the document states it, NULL when there is none. */
const struct device *groups_first_device(const struct cluster *cluster, const struct pool *pool);

/* An ERR_INPUT at a place of the cluster document: no prediction is possible, and why. Without a
 * file (built in memory) it stands at the document. Returns false. */
bool groups_refuse(const struct cluster *cluster, const struct place *at, const char *what,
                   struct err *err);

#endif
