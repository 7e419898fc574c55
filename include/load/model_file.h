/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files: the engine's coefficients out of models/engine.yaml or a file that calibrate wrote.
 */
#ifndef LOAD_MODEL_FILE_H
#define LOAD_MODEL_FILE_H

#include "load/load.h"
#include "model/params.h"

/* The engine model at a path (the embedded one: "models/engine.yaml"). Every parameter and constant
 * must stand in it. ERR_INPUT with its place. */
bool load_engine_model(struct arena *arena, const char *path, struct engine_model **model,
                       struct err *err);

#endif
