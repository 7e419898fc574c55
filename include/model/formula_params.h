/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of the published formulas as models/formulas.yaml states them. The C knows their
 * names; value, unit, meaning and source of each stand in that file alone. */
#ifndef MODEL_FORMULA_PARAMS_H
#define MODEL_FORMULA_PARAMS_H

#include "model/params.h"

#define FORMULA_CONSTANTS(C)                                                                       \
    C(mirantis_share)                                                                              \
    C(mirantis_low_bytes)                                                                          \
    C(mirantis_high_bytes)                                                                         \
    C(ucloud_efficiency)                                                                           \
    C(ucloud_bytes)                                                                                \
    C(filestore_writes)                                                                            \
    C(disk_seek)                                                                                   \
    C(disk_turn_share)                                                                             \
    C(disk_rule_bytes)                                                                             \
    C(vitastor_data_writes)                                                                        \
    C(vitastor_journal_bytes)                                                                      \
    C(vitastor_amplified_bytes)                                                                    \
    C(vitastor_read_trips)                                                                         \
    C(vitastor_write_trips)                                                                        \
    C(vitastor_lazy_trips)                                                                         \
    C(vitastor_ec_write_trips)                                                                     \
    C(vitastor_ec_lazy_trips)                                                                      \
    C(vitastor_ec_writes)                                                                          \
    C(hdd_sync_time)                                                                               \
    C(read_time_sata_ssd)                                                                          \
    C(read_time_sas_ssd)                                                                           \
    C(read_time_nvme)                                                                              \
    C(read_time_scm)                                                                               \
    C(rtt_default)                                                                                 \
    C(copies_default)                                                                              \
    C(copies_old)                                                                                  \
    C(copies_old_year)                                                                             \
    C(copies_one_host)                                                                             \
    C(small_bytes)                                                                                 \
    C(large_bytes)

#define FORMULA_CONSTANTS_MEMBER(name) double name;
struct formula_constants {
    FORMULA_CONSTANTS(FORMULA_CONSTANTS_MEMBER)
};
#undef FORMULA_CONSTANTS_MEMBER
enum { N_FORMULA_CONSTANTS = sizeof(struct formula_constants) / sizeof(double) };

struct formula_model {
    const char *name, *version, *notes;
    struct formula_constants constants;
    struct param_info info[N_FORMULA_CONSTANTS]; /* in the order of formula_constant_names */
};

extern const char *const formula_constant_names[]; /* N_FORMULA_CONSTANTS, NULL-terminated */

/* What the file says of a constant; NULL when there is none of that name. */
const struct param_info *formula_constant_info(const struct formula_model *model, const char *name);

#endif
