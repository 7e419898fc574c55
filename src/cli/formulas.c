/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/formulas.h"

#include <string.h>

bool models_wanted(const struct context *ctx, const char **names, int *n, struct err *err)
{
    (void)ctx;
    (void)err;
    names[0] = "engine";
    *n = 1;
    return true;
}

bool formulas_predict(struct context *ctx, const char *name, const struct row_set *set,
                      struct prediction **predictions, struct err *err)
{
    (void)ctx;
    (void)name;
    (void)set;
    (void)predictions;
    return err_set(err, ERR_USAGE, "not yet");
}
