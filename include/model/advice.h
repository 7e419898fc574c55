/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thresholds of `cephplan check`, as models/advice.yaml states them. */
#ifndef MODEL_ADVICE_H
#define MODEL_ADVICE_H

#include "model/params.h"

#define ADVICE(N)                                                                                  \
    N(pg_per_osd_low)                                                                              \
    N(db_share)                                                                                    \
    N(db_share_objects)                                                                            \
    N(small_object)                                                                                \
    N(osds_per_db_nvme)                                                                            \
    N(osds_per_db_ssd)                                                                             \
    N(cores_hdd)                                                                                   \
    N(cores_ssd)                                                                                   \
    N(cores_nvme)                                                                                  \
    N(ram_per_osd)                                                                                 \
    N(ram_least)                                                                                   \
    N(size_ratio)                                                                                  \
    N(nic_ratio)                                                                                   \
    N(full_soon)                                                                                   \
    N(alloc_waste)                                                                                 \
    N(stranded)                                                                                    \
    N(sync_unprotected)

#define ADVICE_INDEX(name) ADVICE_##name,
enum advice_number { ADVICE(ADVICE_INDEX) N_ADVICE };
#undef ADVICE_INDEX

extern const char *const advice_names[]; /* N_ADVICE, NULL-terminated */

struct advice {
    struct param_info info[N_ADVICE];
};

double advice_value(const struct advice *advice, enum advice_number number);

/* Where the number comes from. */
const char *advice_source(const struct advice *advice, enum advice_number number);

#endif
