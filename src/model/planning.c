/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/planning.h"

#include "base/num.h"

const char *const recovery_profile_names[] = {"high_client_ops", "balanced", "high_recovery_ops",
                                              NULL};

#define NAME(name) #name,
const char *const planning_names[] = {PLANNING(NAME) NULL};
#undef NAME

double planning_value(const struct planning *planning, enum planning_number number)
{
    return planning->info[number].value;
}

double planning_at(const struct planning *planning, enum planning_number number, double z)
{
    const struct param_info *info = &planning->info[number];
    double end = z < 0 ? info->low : info->high;
    if (isnan(end))
        return info->value;
    return info->value * pow(end / info->value, fabs(z) / NUM_Z90);
}
