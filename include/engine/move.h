/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What growing a cluster costs in time: the work of moving data onto new hosts and OSDs, in the
 * shape of engine/recovery, so that the same rates and links answer how long it takes and what
 * clients keep. A moved byte is read once and written once; new OSDs take what lands on them
 * (exact), old ones what is shuffled between them (engine/remap). Backfill of healthy groups:
 * nothing is at risk meanwhile. */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include "engine/recovery.h"
#include "engine/remap.h"

/* Fills `work` and remaps[n_pools]. `stored`: client bytes of each pool; the pools of both are the
 * same rows in the same order, though a pool may have changed its size: what a new copy needs
 * counts as moved. `keys` limits the simulation (remap_pool). A pool that finds no place in one of
 * the clusters moves nothing. */
bool move_work_make(const struct capacity *before, const struct capacity *after,
                    const double *stored, double keys, struct arena *arena,
                    struct recovery_work *work, struct remap *remaps, struct err *err);

#endif
