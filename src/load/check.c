/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what can never be meant is refused here; what is merely unwise is advice, and not of this
 * floor. */
#include "load/check.h"

#include <string.h>

static bool refuse(const struct place *place, struct err *err, const char *text)
{
    return err_at(err, place->file, place->line, place->line == 0 ? 0 : place->col, "%s", text);
}

static bool check_rows(const struct measurement *rows, int n, struct err *err)
{
    for (int i = 0; i < n; i++)
        if (isnan(rows[i].iops_ops) && isnan(rows[i].bw_Bps) && isnan(rows[i].lat_s))
            return refuse(&rows[i].place, err,
                          "measurement has no figure; allowed: at least one of iops, bw and lat");
    return true;
}

bool check_device(const struct device *device, struct err *err)
{
    return check_rows(device->measurements, device->n_measurements, err) &&
           check_rows(device->spec, device->n_spec, err);
}

static bool check_pool(const struct pool *pool, struct err *err)
{
    bool coded = pool->k != FIELD_ABSENT || pool->m != FIELD_ABSENT;
    bool erasure = pool->type == POOL_ERASURE;
    if (coded && !erasure)
        return refuse(
            &pool->place, err,
            "pool has k or m but is not of type erasure; allowed: 'type: erasure' with k and m");
    if (erasure && (pool->k == FIELD_ABSENT || pool->m == FIELD_ABSENT))
        return refuse(&pool->place, err, "pool of type erasure has no k or no m; both are needed");
    if (erasure && pool->size != FIELD_ABSENT && pool->size != pool->k + pool->m)
        return refuse(&pool->place, err,
                      "pool of type erasure has a size that is not k + m; allowed: "
                      "k + m, or leave size out");
    int copies = erasure ? pool->k + pool->m : pool->size;
    if (pool->min_size != FIELD_ABSENT && copies != FIELD_ABSENT && pool->min_size > copies)
        return refuse(&pool->place, err,
                      "pool has min_size above its copies; allowed: at most size, "
                      "or k + m of an erasure code");
    return true;
}

static bool check_pools(const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_pools; i++) {
        if (!check_pool(&cluster->pools[i], err))
            return false;
        for (int j = 0; j < i; j++)
            if (cluster->pools[i].name != NULL && cluster->pools[j].name != NULL &&
                strcmp(cluster->pools[i].name, cluster->pools[j].name) == 0)
                return err_at(err, cluster->pools[i].place.file, cluster->pools[i].place.line,
                              cluster->pools[i].place.col,
                              "pool '%.60s' stands twice, first at line %d; allowed: once",
                              cluster->pools[i].name, cluster->pools[j].place.line);
    }
    return true;
}

/* A journal under BlueStore, or a DB under FileStore, stays allowed: `--set ceph.objectstore` asks
 * what the other store would do with the same devices, and the device then serves as what that
 * store puts apart. */
static bool check_osds(const struct osd_group *osds, struct err *err)
{
    if (osds->journal != NULL && (osds->db != NULL || osds->wal != NULL))
        return refuse(&osds->journal->place, err,
                      "OSD group has a journal and a db or wal; allowed: "
                      "journal (FileStore), or db and wal (BlueStore)");
    const struct side_device *sides[] = {osds->db, osds->wal, osds->journal};
    if (osds->device != NULL && !check_device(osds->device, err))
        return false;
    for (int i = 0; i < 3; i++) {
        if (sides[i] != NULL && sides[i]->device != NULL && !check_device(sides[i]->device, err))
            return false;
    }
    if (osds->osds_per_device > 0 && osds->count > 0 && osds->count % osds->osds_per_device != 0)
        return refuse(&osds->place, err,
                      "count of OSDs is no multiple of osds_per_device; allowed: "
                      "devices x osds_per_device");
    return true;
}

static bool check_hosts(const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        if (group->n_racks > 1 && group->count != FIELD_ABSENT && group->n_racks != group->count)
            return err_at(
                err, group->place.file, group->place.line, group->place.col,
                "host group has %d hosts but %d racks; allowed: one rack for all, or one a host",
                group->count, group->n_racks);
        for (int j = 0; j < group->n_osds; j++)
            if (!check_osds(&group->osds[j], err))
                return false;
    }
    return true;
}

static bool check_pool_name(const struct cluster *cluster, const struct place *place,
                            const char *name, struct err *err)
{
    if (name == NULL || cluster_pool(cluster, name) != NULL)
        return true;
    const char *words[64];
    size_t n = 0;
    for (int i = 0; i < cluster->n_pools && n < 64; i++)
        if (cluster->pools[i].name != NULL)
            words[n++] = cluster->pools[i].name;
    const char *near = err_nearest(name, words, n);
    return err_at(err, place->file, place->line, place->col,
                  "pool '%.60s' is not among the pools%s%s%s", name,
                  near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                  near == NULL ? "" : "'?)");
}

static bool check_loads(const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_workloads; i++) {
        const struct workload *load = &cluster->workloads[i];
        if (!check_pool_name(cluster, &load->place, load->pool, err))
            return false;
        if (isnan(load->bs_B))
            return refuse(&load->place, err, "workload has no bs; a block size is needed, e.g. 4k");
        if (!isnan(load->rate_ops) && load->iodepth != FIELD_ABSENT)
            return refuse(&load->place, err,
                          "workload has both a rate (open load) and an iodepth (closed "
                          "load); allowed: one of them");
        if (!isnan(load->read_frac) && load->rw != RW_RW && load->rw != RW_RANDRW)
            return refuse(&load->place, err,
                          "workload has a read share but is no mix; allowed: with rw and randrw");
    }
    return true;
}

static bool check_ratios(const struct cluster *cluster, struct err *err)
{
    const struct ratios *ratios = cluster->ratios;
    if (ratios == NULL)
        return true;
    double nearfull = isnan(ratios->nearfull_frac) ? 0.85 : ratios->nearfull_frac;
    double backfill = isnan(ratios->backfillfull_frac) ? 0.90 : ratios->backfillfull_frac;
    double full = isnan(ratios->full_frac) ? 0.95 : ratios->full_frac;
    if (nearfull > backfill || backfill > full)
        return refuse(&ratios->place, err,
                      "ratios are out of order; allowed: nearfull <= backfillfull <= full");
    return true;
}

bool check_cluster(const struct cluster *cluster, struct err *err)
{
    if (cluster->cache_tier != NULL &&
        !check_pool_name(cluster, &cluster->cache_tier->place, cluster->cache_tier->pool, err))
        return false;
    return check_pools(cluster, err) && check_hosts(cluster, err) && check_loads(cluster, err) &&
           check_ratios(cluster, err);
}
