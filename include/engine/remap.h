/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves when a cluster grows. Straw2 gives every item one key a draw; a new item, or one that
 * grew, takes a draw when its key is greatest, and no other draw changes. What lands on new OSDs is
 * therefore exactly the share they hold afterwards (engine/layout). Beside it some data moves
 * between old OSDs: a host whose rack or own weight grew takes draws that then land on its old
 * disks; a copy whose attempt a new host took tries again and may find another old host, or another
 * disk of its own. That part has no short form; it is
 * counted on a seeded simulation of both maps, and its standard error is stated. */
#ifndef ENGINE_REMAP_H
#define ENGINE_REMAP_H

#include "engine/layout.h"

struct remap {
    double landed_frac;   /* of the pool's raw bytes, onto OSDs that are new: exact */
    double shuffled_frac; /* between OSDs that were there: simulated */
    double error_frac;    /* standard error of it */
    double moved_frac;    /* sum of both */
    int samples;          /* placement groups simulated */
};

/* Compares two topologies of one cluster: `after` has every host and OSD of `before` at the same
 * place (same host group, same rack, in the same order) and perhaps more. The pool must find a
 * domain for every shard in both, else ERR_MODEL. `work` limits the cost: about so many keys are
 * drawn (1e7: a third of a second), up to ten times as many where that is fewer than 500 groups. */
bool remap_pool(const struct topology *before, const struct topology *after,
                const struct pool *pool, double work, struct arena *arena, struct remap *remap,
                struct err *err);

#endif
