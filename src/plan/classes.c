/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/classes.h"

#include "engine/case.h"

#include <stdio.h>

/* "ssd" is Ceph's own word for whatever is no disk. */
enum { WORDS_MAX = CLASS_SCM + 3 };

/* Which classes the OSDs have, by enum device_class; false when there is no OSD group. */
static bool find_classes(const struct cluster *cluster, bool there[CLASS_SCM + 1])
{
    bool any = false;
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int j = 0; j < cluster->hosts[i].n_osds; j++) {
            const struct device *device = cluster->hosts[i].osds[j].device;
            any = true;
            if (device != NULL && device->class != FIELD_ABSENT)
                there[device->class] = true;
        }
    return any;
}

static bool is_served(const struct cluster *cluster, const char *class)
{
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int j = 0; j < cluster->hosts[i].n_osds; j++)
            if (engine_class_matches(class, cluster->hosts[i].osds[j].device))
                return true;
    return false;
}

bool classes_check(const struct cluster *cluster, const struct pool *pool, struct err *err)
{
    bool there[CLASS_SCM + 1] = {false}, flash = false;
    const char *words[WORDS_MAX];
    char list[100] = "";
    size_t n = 0, used = 0;
    if (pool == NULL || pool->device_class == NULL || !find_classes(cluster, there) ||
        is_served(cluster, pool->device_class))
        return true;
    for (int i = CLASS_SATA_SSD; i <= CLASS_SCM; i++)
        flash = flash || there[i];
    if (flash)
        words[n++] = "ssd";
    for (int i = 0; i <= CLASS_SCM; i++) {
        if (!there[i])
            continue;
        words[n++] = device_class_names[i];
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ",
                                 device_class_names[i]);
    }
    return err_at(err, pool->place.file, pool->place.line, pool->place.col,
                  "no OSD is of class '%.40s', which pool '%.60s' asks for; the OSDs are of: %s%s",
                  pool->device_class, pool->name == NULL ? "" : pool->name,
                  used == 0 ? "no class that is stated" : list,
                  err_hint(err_nearest(pool->device_class, words, n)).text);
}

bool classes_check_all(const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_pools; i++)
        if (!classes_check(cluster, &cluster->pools[i], err))
            return false;
    return true;
}
