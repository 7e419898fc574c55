/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows for a document from what Ceph tells of one OSD. */
#ifndef LOAD_IMPORT_OSD_FACTS_H
#define LOAD_IMPORT_OSD_FACTS_H

#include "load/import_device.h"

/* The kind of device an OSD stands on: its CRUSH class, its device's name, `--class` where those do
 * not say. FIELD_ABSENT: not known. */
int import_osd_device_class(const struct import *import, const struct import_osd *osd);

/* Bytes of the data device; NaN: not stated. */
double import_osd_capacity(const struct import *import, const struct import_osd *osd);

/* Why an OSD has no place in a document ("out"); NULL: it has. */
const char *import_osd_left_out(const struct import *import, const struct import_osd *osd);

/* Names the OSDs that have none. */
void import_remark_osds(struct import *import, struct import_remarks *remarks);

/* Does the name tell which device it is? Those of the device mapper and lists do not. */
bool import_device_is_physical(const char *device);
bool import_device_is_nvme(const char *device);

#endif
