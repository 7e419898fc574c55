/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: struct formula_constants is an array of double in the order of its list. */
#include "model/formula_params.h"

#include <string.h>

#define NAME(name) #name,
const char *const formula_constant_names[] = {FORMULA_CONSTANTS(NAME) NULL};
#undef NAME

const struct param_info *formula_constant_info(const struct formula_model *model, const char *name)
{
    for (int i = 0; i < N_FORMULA_CONSTANTS; i++)
        if (strcmp(formula_constant_names[i], name) == 0)
            return &model->info[i];
    return NULL;
}
