/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools, erasure code profiles and CRUSH rules to the pools of a cluster document. */
#ifndef LOAD_IMPORT_POOLS_H
#define LOAD_IMPORT_POOLS_H

#include "load/import_hosts.h"

/* Fills the pools. An erasure coded pool whose k and m are not known is left out and named;
 * profiles without any pool stand for the pool that they would make. */
void import_pools_make(struct import *import, struct cluster *cluster,
                       struct import_remarks *remarks);

#endif
