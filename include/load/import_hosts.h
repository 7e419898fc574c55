/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OSDs as Ceph tells of them to the host groups of a cluster document. */
#ifndef LOAD_IMPORT_HOSTS_H
#define LOAD_IMPORT_HOSTS_H

#include "load/import_device.h"
#include "model/cluster.h"

/* Fills hosts, osds_total and ceph. OSDs that hold nothing (out, destroyed, in no bucket) are left
 * out and named. */
void import_hosts_make(struct import *import, struct cluster *cluster,
                       struct import_remarks *remarks);

#endif
