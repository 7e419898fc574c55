/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Erasure code profiles, as `ceph osd erasure-code-profile get` prints them. */
#ifndef LOAD_IMPORT_EC_PROFILE_H
#define LOAD_IMPORT_EC_PROFILE_H

#include "load/import_data.h"

/* Adds the profile that the object describes; `name` may be NULL. Refused without k and m. */
void import_ec_profile_json(struct import_session *session, const char *name,
                            const struct jnode *json, int line);

#endif
