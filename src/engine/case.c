/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: an input is assumed at most once. */
#include "engine/case.h"

#include <string.h>

void engine_assume(struct engine_inputs *in, struct assumption assumption)
{
    for (int i = 0; i < in->n_assumed; i++)
        if (in->assumed[i].key == assumption.key)
            return;
    in->assumed[in->n_assumed++] = assumption;
}

void engine_assume_number(struct engine_inputs *in, enum input_key key, double value, enum dim dim)
{
    engine_assume(
        in, (struct assumption){.key = key, .value = value, .dim = dim, .from = "class prior"});
}

bool engine_class_matches(const char *device_class, const struct device *device)
{
    if (device_class == NULL)
        return true;
    if (device == NULL || device->class == FIELD_ABSENT)
        return false;
    if (strcmp(device_class, "hdd") == 0)
        return device->class == CLASS_HDD;
    if (strcmp(device_class, "nvme") == 0)
        return device->class == CLASS_NVME || device->class == CLASS_SCM;
    if (strcmp(device_class, "ssd") == 0)
        return device->class != CLASS_HDD;
    return strcmp(device_class, device_class_names[device->class]) == 0;
}
