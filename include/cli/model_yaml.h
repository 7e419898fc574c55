/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a model file that load/model_file reads back. */
#ifndef CLI_MODEL_YAML_H
#define CLI_MODEL_YAML_H

#include "model/params.h"

#include <stdio.h>

/* The model as YAML, in the layout of models/engine.yaml. */
void model_yaml_write(const struct engine_model *model, FILE *out);

#endif
