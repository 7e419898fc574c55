/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of the published formulas out of models/formulas.yaml or a user's copy of it. */
#ifndef LOAD_FORMULA_FILE_H
#define LOAD_FORMULA_FILE_H

#include "load/model_file.h"
#include "model/formula_params.h"

/* The constants at a path (the embedded ones: "models/formulas.yaml"). Every constant must stand in
 * it, with a value above 0. ERR_INPUT with its place. */
bool load_formula_model(struct arena *arena, const char *path, struct formula_model **model,
                        struct err *err);

#endif
