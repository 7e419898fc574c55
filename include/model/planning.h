/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that recovery, durability and the limits of a plan rest on, as models/recovery.yaml
 * states them: the C knows their names, values, ranges, units and sources stand in the file alone.
 */
#ifndef MODEL_PLANNING_H
#define MODEL_PLANNING_H

#include "model/params.h"

/* The mClock profiles; recovery_profile_names is NULL-terminated. */
enum recovery_profile { PROFILE_HIGH_CLIENT, PROFILE_BALANCED, PROFILE_HIGH_RECOVERY, N_PROFILES };
extern const char *const recovery_profile_names[];

/* The order of the first rows is used: rates by medium and profile, client shares by medium and
 * profile. */
#define PLANNING(N)                                                                                \
    N(rate_hdd_high_client_ops)                                                                    \
    N(rate_hdd_balanced)                                                                           \
    N(rate_hdd_high_recovery_ops)                                                                  \
    N(rate_ssd_high_client_ops)                                                                    \
    N(rate_ssd_balanced)                                                                           \
    N(rate_ssd_high_recovery_ops)                                                                  \
    N(rate_nvme_high_client_ops)                                                                   \
    N(rate_nvme_balanced)                                                                          \
    N(rate_nvme_high_recovery_ops)                                                                 \
    N(client_hdd_high_client_ops)                                                                  \
    N(client_hdd_balanced)                                                                         \
    N(client_hdd_high_recovery_ops)                                                                \
    N(client_flash_high_client_ops)                                                                \
    N(client_flash_balanced)                                                                       \
    N(client_flash_high_recovery_ops)                                                              \
    N(read_cost)                                                                                   \
    N(net_share)                                                                                   \
    N(replace_time)                                                                                \
    N(afr_hdd)                                                                                     \
    N(afr_flash)                                                                                   \
    N(gain_spread)                                                                                 \
    N(run_scatter)                                                                                 \
    N(mark_out)                                                                                    \
    N(pg_per_osd_max)

#define PLANNING_INDEX(name) PLAN_##name,
enum planning_number { PLANNING(PLANNING_INDEX) N_PLANNING };
#undef PLANNING_INDEX

extern const char *const planning_names[]; /* N_PLANNING, NULL-terminated */

struct planning {
    const char *name, *version;
    struct param_info info[N_PLANNING]; /* low and high NaN: a number without range */
};

/* The middle of a number. */
double planning_value(const struct planning *planning, enum planning_number number);

/* The number at a standard normal deviate z (0: the middle): ln-normal on each side of the middle,
 * low at z = -1.2816, high at 1.2816. */
double planning_at(const struct planning *planning, enum planning_number number, double z);

#endif
