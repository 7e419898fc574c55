/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what Ceph does not tell for sure stays unknown. */
#include "load/import_osd_facts.h"

#include <math.h>
#include <string.h>

enum { TREES = IMPORT_OSD_TREE | IMPORT_OSD_DF | IMPORT_OSD_DF_TREE };

/* -- one OSD -- */

/* "dm-3" is a name of the device mapper: it does not tell which device is below. */
bool import_device_is_physical(const char *device)
{
    return device != NULL && !text_begins(device, "dm-") && !text_begins(device, "/dev/dm-") &&
           strchr(device, ',') == NULL;
}

bool import_device_is_nvme(const char *device)
{
    return device != NULL && text_has(device, "nvme");
}

int import_osd_device_class(const struct import *import, const struct import_osd *osd)
{
    const char *class = osd->class != NULL ? osd->class : osd->default_class;
    bool said_flash = import->device_class > CLASS_HDD;
    if (class != NULL && strcmp(class, "hdd") == 0)
        return CLASS_HDD;
    if ((class != NULL && strcmp(class, "nvme") == 0) || import_device_is_nvme(osd->device))
        return CLASS_NVME;
    if ((class != NULL && strcmp(class, "ssd") == 0) || osd->rotational == 0)
        return said_flash ? import->device_class : FIELD_ABSENT;
    return osd->rotational == 1 ? CLASS_HDD : import->device_class;
}

/* Text tables print one decimal at most; then a CRUSH weight, which Ceph makes from the size, has
 * more digits. */
static double precise_size(const struct import_osd *osd)
{
    double unit = 1, size = osd->size_B, weight = osd->weight_tib * TIB_B;
    while (size / unit >= 1024)
        unit *= 1024;
    double tenths = 10 * size / unit;
    bool printed = fabs(tenths - round(tenths)) < 1e-6;
    bool agrees = osd->weight_tib >= 0.5 && fabs(weight / size - 1) <= 0.06;
    return printed && agrees ? weight : size;
}

/* Weights that somebody set by hand are no sizes. */
static bool weights_are_sizes(const struct import *import)
{
    for (int i = 0; i < import->n_osds; i++) {
        double weight = import->osds[i].weight_tib;
        if (isfinite(weight) && weight > 0 && weight != floor(weight))
            return true;
    }
    return false;
}

/* What `osd df` calls the size holds the DB too; the metadata tells the data device alone. */
double import_osd_capacity(const struct import *import, const struct import_osd *osd)
{
    if (isfinite(osd->data_device_B))
        return osd->data_device_B;
    if (osd->size_B > 0)
        return precise_size(osd);
    return weights_are_sizes(import) && osd->weight_tib > 0 ? osd->weight_tib * TIB_B : UNKNOWN;
}

/* -- which OSDs count -- */

const char *import_osd_left_out(const struct import *import, const struct import_osd *osd)
{
    bool trees = (import->seen & TREES) != 0;
    if (osd->status != NULL && strcmp(osd->status, "destroyed") == 0)
        return "destroyed";
    if (trees && !(osd->formats & TREES))
        return "known by its metadata only, in no tree or table";
    for (int i = 0; i < import->n_strays; i++)
        if (import->strays[i] == osd->id)
            return "in no CRUSH bucket";
    if (osd->reweight == 0)
        return "out";
    if (osd->weight_tib == 0 && weights_are_sizes(import))
        return "of CRUSH weight 0";
    return NULL;
}

void import_remark_osds(struct import *import, struct import_remarks *remarks)
{
    int *ids = arena_array(import->arena, (size_t)import->n_osds + 1, sizeof *ids);
    const char *last = NULL;
    for (int i = 0; i < import->n_osds; i++) {
        const char *why = import_osd_left_out(import, &import->osds[i]);
        int n = 0;
        bool first = why != NULL && why != last;
        for (int j = 0; j < import->n_osds && first; j++) {
            if (import_osd_left_out(import, &import->osds[j]) != why)
                continue;
            first = j >= i;
            ids[n++] = import->osds[j].id;
        }
        if (first)
            import_remark(remarks, "%s %s left out of the document: %s",
                          import_list_osds(import->arena, ids, n), n == 1 ? "is" : "are", why);
        last = why;
    }
}
