/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cluster as it would be: with more hosts or OSDs, another pool, or without what failed. The
 * document is copied as far as it changes; the rest is shared with the old one. */
#ifndef PLAN_CHANGE_H
#define PLAN_CHANGE_H

#include "engine/topology.h"

/* What to add at once. */
struct addition {
    int hosts;        /* equal hosts */
    int osds;         /* OSDs in every host: of the group `like`, else of every group with OSDs */
    const char *like; /* name of a host group or its number from 0; NULL: the first with OSDs */
    const struct device *device; /* data device of what is added; NULL: as the group has */
};

/* Reads `hosts=N` or `osds=N` (N from 1 to 1e6) into the addition; ERR_USAGE names what is allowed.
 */
bool change_parse(const char *text, struct addition *addition, struct err *err);

/* The cluster with `times` times the addition. New hosts join the group they are like (with another
 * device: a group of their own after it), their racks in turn; new OSDs join the first OSD group of
 * their hosts, behind its DB devices as they are. ERR_USAGE when no group is of that name, or the
 * OSDs added share devices and N is no multiple. */
bool change_add(const struct cluster *cluster, const struct addition *addition, int times,
                struct arena *arena, struct cluster **changed, struct err *err);

/* Sets a key, `size=3`, of the pool that an unnamed one means (cluster_pool); the pools are copied.
 * ERR_USAGE when there is no pool, no such key or no such value. */
bool change_pool(struct cluster *cluster, const char *pair, struct arena *arena, struct err *err);

/* The cluster without what fails; `topology` is that of `cluster`. Racks are left out of the copy:
 * performance does not ask for them. */
struct cluster *change_lose(const struct cluster *cluster, const struct topology *topology,
                            const struct failure *failure, struct arena *arena);

#endif
