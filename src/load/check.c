/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what can never be meant is refused here; what is merely unwise is advice, and not of this
 * floor. Invariant: lists of a struct and of its node have the same order and length. */
#include "load/check.h"

#include <stdlib.h>
#include <string.h>

/* Where a key's value stands, or the mapping itself where it is not stated. */
static const struct ynode *at(const struct ynode *node, const char *key)
{
    const struct ynode *value = yamldoc_get(node, key);
    return value == NULL ? node : value;
}

static const struct ynode *item(const struct ynode *node, const char *key, int i)
{
    return yamldoc_get(node, key)->items[i];
}

/* -- devices ----------------------------------------------------------------------------------- */

static bool check_order(const struct ynode *node, const char *low_key, double low, double high,
                        struct err *err)
{
    /* Unordered when either is absent. */
    return !(low > high) || yamldoc_error(at(node, low_key), err,
                                          "%s is %g, above its upper end %g; allowed: at most that",
                                          low_key, low, high);
}

static bool check_row(const struct ynode *node, const struct measurement *row, struct err *err)
{
    bool figure = !isnan(row->iops_ops) || !isnan(row->bw_Bps) || !isnan(row->lat_s);
    if (!figure)
        return yamldoc_error(node, err,
                             "measurement has no figure; allowed: at least one of iops, bw, lat");
    return check_order(node, "iops_low", row->iops_low_ops, row->iops_high_ops, err) &&
           check_order(node, "bw_low", row->bw_low_Bps, row->bw_high_Bps, err);
}

bool check_device(const struct ynode *node, const struct device *device, struct err *err)
{
    if (device->format != NULL && strcmp(device->format, "device/1") != 0)
        return yamldoc_error(at(node, "cephplan"), err,
                             "cephplan is '%.60s'; allowed here: device/1", device->format);
    if (yamldoc_get(node, "rpm") != NULL && device->class > CLASS_HDD)
        return yamldoc_error(at(node, "rpm"), err,
                             "rpm in a device of class %s; allowed: in an hdd",
                             device_class_names[device->class]);
    for (int i = 0; i < device->n_measurements; i++)
        if (!check_row(item(node, "measurements", i), &device->measurements[i], err))
            return false;
    for (int i = 0; i < device->n_spec; i++)
        if (!check_row(item(node, "spec", i), &device->spec[i], err))
            return false;
    return true;
}

bool check_device_at(const struct ynode *parent, const struct device *device, struct err *err)
{
    const struct ynode *node = yamldoc_get(parent, "device");
    return node == NULL || node->kind != YNODE_MAP || check_device(node, device, err);
}

/* -- pools ------------------------------------------------------------------------------------- */

struct named {
    const char *name;
    const struct ynode *node;
};

/* The pools that have a name, sorted: a document of many pools and loads must not take the product
 * of both. */
struct pool_names {
    struct named *rows;
    size_t n;
};

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : x->node->line - y->node->line;
}

static int name_compare(const void *key, const void *row)
{
    return strcmp(key, ((const struct named *)row)->name);
}

static bool check_replicated(const struct ynode *node, const struct pool *pool, struct err *err)
{
    const char *coded = pool->k != FIELD_ABSENT ? "k" : pool->m != FIELD_ABSENT ? "m" : NULL;
    if (coded != NULL)
        return yamldoc_error(at(node, coded), err,
                             "%s in a pool of type replicated; allowed: with 'type: erasure'",
                             coded);
    int size = pool->size == FIELD_ABSENT ? 3 : pool->size;
    if (pool->min_size > size)
        return yamldoc_error(at(node, "min_size"), err,
                             "min_size is %d, above the pool's size; allowed: 1 to %d",
                             pool->min_size, size);
    return true;
}

static bool check_erasure(const struct ynode *node, const struct pool *pool, struct err *err)
{
    if (pool->k == FIELD_ABSENT || pool->m == FIELD_ABSENT)
        return yamldoc_error(node, err, "pool of type erasure has no '%s'; needed: k and m",
                             pool->k == FIELD_ABSENT ? "k" : "m");
    int shards = pool->k + pool->m;
    if (pool->size != FIELD_ABSENT && pool->size != shards)
        return yamldoc_error(at(node, "size"), err,
                             "size is %d, but k + m is %d; allowed: that, or leave size out",
                             pool->size, shards);
    bool outside = pool->min_size < pool->k || pool->min_size > shards;
    if (pool->min_size != FIELD_ABSENT && outside)
        return yamldoc_error(at(node, "min_size"), err,
                             "min_size is %d; allowed: k to k + m, here %d to %d", pool->min_size,
                             pool->k, shards);
    return true;
}

static bool check_pools(const struct ynode *root, const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_pools; i++) {
        const struct ynode *node = item(root, "pools", i);
        const struct pool *pool = &cluster->pools[i];
        if (pool->type == POOL_ERASURE ? !check_erasure(node, pool, err)
                                       : !check_replicated(node, pool, err))
            return false;
    }
    return true;
}

static bool collect_pools(struct arena *arena, const struct ynode *root,
                          const struct cluster *cluster, struct pool_names *names, struct err *err)
{
    names->rows = arena_array(arena, (size_t)cluster->n_pools + 1, sizeof *names->rows);
    names->n = 0;
    for (int i = 0; i < cluster->n_pools; i++)
        if (cluster->pools[i].name != NULL)
            names->rows[names->n++] =
                (struct named){cluster->pools[i].name, at(item(root, "pools", i), "name")};
    if (names->n > 1)
        qsort(names->rows, names->n, sizeof *names->rows, by_name);
    for (size_t i = 1; i < names->n; i++) {
        const struct named *first = &names->rows[i - 1], *again = &names->rows[i];
        if (strcmp(first->name, again->name) == 0)
            return yamldoc_error(again->node, err,
                                 "pool '%.60s' stands twice, first at line %d; allowed: once",
                                 again->name, first->node->line);
    }
    return true;
}

/* A key `pool` that names none of the pools. */
static bool check_pool_name(const struct ynode *node, const char *name,
                            const struct pool_names *names, struct err *err)
{
    if (name == NULL)
        return true;
    if (names->n > 0 && bsearch(name, names->rows, names->n, sizeof *names->rows, name_compare))
        return true;
    const char *words[64];
    size_t n = names->n < 64 ? names->n : 64;
    for (size_t i = 0; i < n; i++)
        words[i] = names->rows[i].name;
    return yamldoc_error(at(node, "pool"), err, "pool is '%.60s'; allowed: the name of a pool%s",
                         name, err_hint(err_nearest(name, words, n)).text);
}

/* -- hosts ------------------------------------------------------------------------------------- */

static bool check_sides(const struct ynode *node, const struct osd_group *osds, struct err *err)
{
    /* A journal under BlueStore, or a DB under FileStore, stays allowed: `--set ceph.objectstore`
     * asks what the other store would do with the same devices, and the device then serves as what
     * that store puts apart. */
    if (osds->journal != NULL && (osds->db != NULL || osds->wal != NULL))
        return yamldoc_error(at(node, "journal"), err,
                             "journal beside %s; allowed: journal (FileStore), or db and wal "
                             "(BlueStore)",
                             osds->db != NULL ? "db" : "wal");
    const struct {
        const char *key;
        const struct side_device *side;
    } sides[] = {{"db", osds->db}, {"wal", osds->wal}, {"journal", osds->journal}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        if (sides[i].side != NULL &&
            !check_device_at(yamldoc_get(node, sides[i].key), sides[i].side->device, err))
            return false;
    return true;
}

static bool check_osds(const struct ynode *node, const struct osd_group *osds, struct err *err)
{
    if (osds->osds_per_device > 0 && osds->count > 0 && osds->count % osds->osds_per_device != 0)
        return yamldoc_error(at(node, "count"), err,
                             "count is %d, no multiple of osds_per_device, %d; allowed: devices x "
                             "osds_per_device",
                             osds->count, osds->osds_per_device);
    return check_device_at(node, osds->device, err) && check_sides(node, osds, err);
}

static bool check_host(const struct ynode *node, const struct host_group *group, struct err *err)
{
    if (group->n_racks > 1 && group->count != FIELD_ABSENT && group->n_racks != group->count)
        return yamldoc_error(at(node, "rack"), err,
                             "%d racks for %d hosts; allowed: one rack for all, or one a host",
                             group->n_racks, group->count);
    for (int i = 0; i < group->n_osds; i++)
        if (!check_osds(item(node, "osds", i), &group->osds[i], err))
            return false;
    return true;
}

/* Counts are whole numbers everywhere, so their products must stay such. */
static bool check_sums(const struct ynode *root, const struct cluster *cluster, struct err *err)
{
    double hosts = 0, osds = 0;
    bool all_stated = cluster->n_hosts > 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        all_stated = all_stated && group->count != FIELD_ABSENT;
        for (int j = 0; j < group->n_osds; j++)
            all_stated = all_stated && group->osds[j].count != FIELD_ABSENT;
    }
    cluster_sums(cluster, &hosts, &osds);
    if (hosts > CLUSTER_MAX || osds > CLUSTER_MAX)
        return yamldoc_error(at(root, "hosts"), err,
                             "hosts add up to %.0f with %.0f OSDs; allowed: at most %.0f of each",
                             hosts, osds, CLUSTER_MAX);
    if (cluster->osds_total != FIELD_ABSENT && all_stated && cluster->osds_total != osds)
        return yamldoc_error(at(root, "osds_total"), err,
                             "osds_total is %d, but the hosts hold %.0f; allowed: that, or leave "
                             "osds_total out",
                             cluster->osds_total, osds);
    return true;
}

static bool check_hosts(const struct ynode *root, const struct cluster *cluster, struct err *err)
{
    for (int i = 0; i < cluster->n_hosts; i++)
        if (!check_host(item(root, "hosts", i), &cluster->hosts[i], err))
            return false;
    return check_sums(root, cluster, err);
}

/* -- loads and the rest ------------------------------------------------------------------------ */

/* What holds of a load to estimate and of one that was measured. */
static bool check_load(const struct ynode *node, const struct workload *load,
                       const struct pool_names *names, struct err *err)
{
    if (!isnan(load->read_frac) && load->rw != RW_RW && load->rw != RW_RANDRW)
        return yamldoc_error(at(node, "read"), err,
                             "read in a load of %s, which is no mix; allowed: with rw and randrw",
                             rw_names[load->rw]);
    return check_pool_name(node, load->pool, names, err);
}

static bool check_workload(const struct ynode *node, const struct workload *load,
                           const struct pool_names *names, struct err *err)
{
    if (isnan(load->bs_B))
        return yamldoc_error(node, err, "workload has no 'bs'; needed: a block size, e.g. 4k");
    const char *closed = load->iodepth != FIELD_ABSENT ? "iodepth"
                         : !isnan(load->in_flight)     ? "in_flight"
                                                       : NULL;
    if (!isnan(load->rate_ops) && closed != NULL)
        return yamldoc_error(at(node, closed), err,
                             "%s (closed load) beside rate (open load); allowed: one of them",
                             closed);
    if (!isnan(load->in_flight) && load->iodepth != FIELD_ABSENT)
        return yamldoc_error(at(node, "in_flight"), err,
                             "in_flight beside iodepth; allowed: one of them");
    return check_load(node, load, names, err);
}

static bool check_loads(const struct ynode *root, const struct cluster *cluster,
                        const struct pool_names *names, struct err *err)
{
    for (int i = 0; i < cluster->n_workloads; i++)
        if (!check_workload(item(root, "workloads", i), &cluster->workloads[i], names, err))
            return false;
    for (int i = 0; i < cluster->n_measured; i++)
        if (!check_load(item(root, "measured", i), &cluster->measured[i].load, names, err))
            return false;
    return true;
}

bool check_load_alone(const struct ynode *node, const struct workload *load, struct err *err)
{
    struct pool_names none = {NULL, 0};
    return check_workload(node, load, &none, err);
}

bool check_ratios(const struct ynode *root, const struct ratios *ratios, struct err *err)
{
    if (ratios == NULL)
        return true;
    const struct {
        const char *key;
        double value;
    } rows[] = {
        {"nearfull", isnan(ratios->nearfull_frac) ? 0.85 : ratios->nearfull_frac},
        {"backfillfull", isnan(ratios->backfillfull_frac) ? 0.90 : ratios->backfillfull_frac},
        {"full", isnan(ratios->full_frac) ? 0.95 : ratios->full_frac}};
    const struct ynode *node = yamldoc_get(root, "ratios");
    for (int i = 0; i < 2; i++)
        if (rows[i].value > rows[i + 1].value)
            return yamldoc_error(
                at(node, yamldoc_get(node, rows[i].key) == NULL ? rows[i + 1].key : rows[i].key),
                err, "%s is %g, above %s, %g; allowed: nearfull <= backfillfull <= full",
                rows[i].key, rows[i].value, rows[i + 1].key, rows[i + 1].value);
    return true;
}

bool check_version(const struct ynode *root, const struct ceph *ceph, struct err *err)
{
    struct cluster holder = {.ceph = (struct ceph *)ceph};
    const char *version = ceph == NULL ? NULL : ceph->version;
    if (version == NULL || cluster_release(&holder) < 1000)
        return true;
    return yamldoc_error(at(yamldoc_get(root, "ceph"), "version"), err,
                         "version is '%.60s'; allowed: numbers, such as 18.2.4", version);
}

static bool check_tier(const struct ynode *root, const struct cache_tier *tier,
                       const struct pool_names *names, struct err *err)
{
    const struct ynode *node = yamldoc_get(root, "cache_tier");
    return tier == NULL || (check_pool_name(node, tier->pool, names, err) &&
                            check_device_at(node, tier->device, err));
}

bool check_cluster(struct arena *arena, const struct ynode *root, const struct cluster *cluster,
                   struct err *err)
{
    struct pool_names names;
    return check_version(root, cluster->ceph, err) && check_pools(root, cluster, err) &&
           collect_pools(arena, root, cluster, &names, err) && check_hosts(root, cluster, err) &&
           check_tier(root, cluster->cache_tier, &names, err) &&
           check_loads(root, cluster, &names, err) && check_ratios(root, cluster->ratios, err);
}
