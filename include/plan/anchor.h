/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A measured run of the user's own cluster as an anchor: ratios are predicted, levels lean on what
 * was measured. */
#ifndef PLAN_ANCHOR_H
#define PLAN_ANCHOR_H

#include "base/arena.h"
#include "engine/estimate.h"

/* The measured row of `baseline` (a record of `cluster` as it is or was) that tells most about the
 * load of `in`, with its weight: 0.65 the same class on the same cluster, 0.55 another OSD or host
 * count of the same hardware or the other direction, 0.30 another block size. `anchor->in` stays
 * NULL when no row helps. Source: models/engine.md, section 11 (leave one publisher out); a
 * full ratio across block sizes made predictions worse, so the weights stay well below 1. */
void anchor_find(const struct engine_model *model, const struct cluster *cluster,
                 const struct cluster *baseline, const struct engine_inputs *in,
                 struct arena *arena, struct anchor *anchor);

#endif
