/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user must know of the cluster that was read, before it is planned with. */
#ifndef LOAD_IMPORT_CHECK_CLUSTER_H
#define LOAD_IMPORT_CHECK_CLUSTER_H

#include "load/import_data.h"

/* OSDs that are down, out, full, in no bucket or of a class that the planner does not know; weights
 * that are no sizes; hosts that hold too much; pools and profiles that lose data. Call once, when
 * all inputs are read. */
void import_check_cluster(struct import *import);

#endif
