/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads models/recovery.yaml and models/advice.yaml, or files in their place. */
#ifndef LOAD_PLANNING_FILE_H
#define LOAD_PLANNING_FILE_H

#include "load/load.h"
#include "model/advice.h"
#include "model/planning.h"

/* The numbers at a path (the embedded ones: "models/recovery.yaml"). Every name must stand in it
 * once, with 0 < low <= value <= high where it has a range. ERR_INPUT with its place. */
bool load_planning(struct arena *arena, const char *path, struct planning **planning,
                   struct err *err);

/* The same for thresholds (the embedded ones: "models/advice.yaml"). */
bool load_advice(struct arena *arena, const char *path, struct advice **advice, struct err *err);

#endif
