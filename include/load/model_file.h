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

struct name_list {
    const char *const *names;
    size_t n;
};

/* Fills info[i] from the entry of names[i] in a mapping that holds exactly these names. ERR_INPUT
 * with the place of an unknown name (and the nearest one) or of the map that lacks one. */
bool load_param_map(struct loader *loader, const struct ynode *node, const struct name_list *names,
                    struct param_info *info, struct err *err);

#endif
