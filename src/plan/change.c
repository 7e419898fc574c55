/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/change.h"

#include <stdlib.h>
#include <string.h>

bool change_parse(const char *text, struct addition *addition, struct err *err)
{
    struct err inner = ERR_INIT;
    long n = 0;
    bool hosts = strncmp(text, "hosts=", 6) == 0, osds = strncmp(text, "osds=", 5) == 0;
    if (!hosts && !osds)
        return err_set(err, ERR_USAGE, "--add '%.60s'; allowed: hosts=N or osds=N", text);
    if (!units_parse_int(text + (hosts ? 6 : 5), &n, &inner) || n < 1 || n > 1000000)
        return err_set(err, ERR_USAGE, "--add '%.60s'; allowed: a whole number from 1 to 1000000",
                       text);
    if (hosts)
        addition->hosts = (int)n;
    else
        addition->osds = (int)n;
    return true;
}

/* -- copies -------------------------------------------------------------- */

static struct cluster *copy_cluster(const struct cluster *cluster, int more_groups,
                                    struct arena *arena)
{
    struct cluster *copy = arena_alloc(arena, sizeof *copy);
    *copy = *cluster;
    copy->hosts =
        arena_array(arena, (size_t)cluster->n_hosts + (size_t)more_groups, sizeof *copy->hosts);
    for (int i = 0; i < cluster->n_hosts; i++)
        copy->hosts[i] = cluster->hosts[i];
    return copy;
}

/* The group's OSD groups in an array of their own, with room for one more. */
static void own_osds(struct host_group *group, struct arena *arena)
{
    struct osd_group *osds = arena_array(arena, (size_t)group->n_osds + 1, sizeof *osds);
    for (int i = 0; i < group->n_osds; i++)
        osds[i] = group->osds[i];
    group->osds = osds;
}

/* -- adding -------------------------------------------------------------- */

static int find_group(const struct cluster *cluster, const char *like, struct err *err)
{
    const char *names[64];
    size_t n = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        bool named = like != NULL && group->name != NULL && strcmp(group->name, like) == 0;
        if (group->n_osds > 0 && (like == NULL || named))
            return i;
        if (group->name != NULL && n < 64)
            names[n++] = group->name;
    }
    char *end = NULL;
    long number = like == NULL ? -1 : strtol(like, &end, 10);
    if (like != NULL && end != like && *end == '\0' && number >= 0 && number < cluster->n_hosts &&
        cluster->hosts[number].n_osds > 0)
        return (int)number;
    if (like == NULL) {
        (void)cluster_refuse_bare(cluster, err);
        return -1;
    }
    const char *near = err_nearest(like, names, n);
    (void)err_set(
        err, ERR_USAGE,
        "--like '%.60s' is no host group with OSDs%s%s%s; allowed: a group's name, or its "
        "number from 0",
        like, near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
        near == NULL ? "" : "'?)");
    return -1;
}

/* One rack for all stays; one a host goes on from the first. */
static void extend_racks(struct host_group *group, int hosts, struct arena *arena)
{
    if (group->n_racks < 2)
        return;
    const char **racks = arena_array(arena, (size_t)hosts, sizeof *racks);
    for (int i = 0; i < hosts; i++)
        racks[i] = group->racks[i % group->n_racks];
    group->racks = racks;
    group->n_racks = hosts;
}

static bool add_hosts(struct cluster *cluster, int row, const struct addition *addition, int hosts,
                      struct arena *arena, struct err *err)
{
    struct host_group *group = &cluster->hosts[row];
    if (group->count == FIELD_ABSENT)
        return err_at(err, group->place.file, group->place.line, group->place.col,
                      "the number of hosts is not stated; adding hosts needs `count`");
    if (addition->device == NULL) {
        extend_racks(group, group->count + hosts, arena);
        group->count += hosts;
        return true;
    }
    struct host_group *made = &cluster->hosts[cluster->n_hosts++];
    *made = *group;
    made->count = hosts;
    own_osds(made, arena);
    for (int i = 0; i < made->n_osds; i++) {
        made->osds[i].device = arena_alloc(arena, sizeof *addition->device);
        *made->osds[i].device = *addition->device;
    }
    return true;
}

static bool add_osds(struct host_group *group, const struct addition *addition, int osds,
                     struct arena *arena, struct err *err)
{
    own_osds(group, arena);
    struct osd_group *first = &group->osds[0];
    int sharing = first->osds_per_device > 0 ? first->osds_per_device : 1;
    if (first->count == FIELD_ABSENT)
        return err_at(err, first->place.file, first->place.line, first->place.col,
                      "the number of OSDs per host is not stated; adding OSDs needs `count`");
    if (addition->device == NULL && osds % sharing != 0)
        return err_set(err, ERR_USAGE,
                       "--add osds=%d; %d OSDs share a device here: allowed: a multiple of %d",
                       addition->osds, sharing, sharing);
    if (addition->device == NULL) {
        first->count += osds;
        return true;
    }
    struct osd_group *made = &group->osds[group->n_osds++];
    *made = *first;
    made->count = osds;
    made->osds_per_device = 1;
    made->device = arena_alloc(arena, sizeof *addition->device);
    *made->device = *addition->device;
    return true;
}

/* As a document must have it. */
static bool check_size(const struct cluster *cluster, struct err *err)
{
    double hosts = 0, osds = 0;
    cluster_sums(cluster, &hosts, &osds);
    return (hosts <= CLUSTER_MAX && osds <= CLUSTER_MAX) ||
           err_set(err, ERR_USAGE,
                   "what is added makes %.0f hosts with %.0f OSDs; allowed: at most %.0f of each",
                   hosts, osds, CLUSTER_MAX);
}

bool change_add(const struct cluster *cluster, const struct addition *addition, int times,
                struct arena *arena, struct cluster **changed, struct err *err)
{
    int row = find_group(cluster, addition->like, err);
    if (row < 0)
        return false;
    struct cluster *copy = copy_cluster(cluster, 1, arena);
    int groups = copy->n_hosts;
    for (int i = 0; i < groups && addition->osds > 0; i++) {
        bool wanted = addition->like == NULL || i == row;
        if (wanted && copy->hosts[i].n_osds > 0 &&
            !add_osds(&copy->hosts[i], addition, addition->osds * times, arena, err))
            return false;
    }
    if (addition->hosts > 0 && !add_hosts(copy, row, addition, addition->hosts * times, arena, err))
        return false;
    *changed = copy;
    return check_size(copy, err);
}

bool change_pool(struct cluster *cluster, const char *pair, struct arena *arena, struct err *err)
{
    const struct schema *schema = field_find(&cluster_schema, "pools")->sub;
    const char *equals = strchr(pair, '=');
    struct err inner = ERR_INIT;
    if (equals == NULL)
        return err_set(err, ERR_USAGE, "--pool '%.60s' is no KEY=VALUE, such as size=3", pair);
    if (cluster->n_pools == 0)
        return err_set(err, ERR_USAGE, "--pool %.60s: the document has no pool", pair);
    const char *key = arena_string(arena, pair, (size_t)(equals - pair));
    const struct field *field = field_find(schema, key);
    const char *near = field == NULL ? field_nearest(schema, key) : NULL;
    if (field == NULL)
        return err_set(err, ERR_USAGE,
                       "--pool: unknown key '%.60s'%s%s%s; see cephplan fields pool", key,
                       near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                       near == NULL ? "" : "'?)");
    struct pool *pools = arena_array(arena, (size_t)cluster->n_pools, sizeof *pools);
    for (int i = 0; i < cluster->n_pools; i++)
        pools[i] = cluster->pools[i];
    struct pool *meant = &pools[cluster_pool(cluster, NULL) - cluster->pools];
    if (!field_parse(field, equals + 1, meant, &inner))
        return err_set(err, ERR_USAGE, "--pool: %s", inner.text);
    cluster->pools = pools;
    return true;
}

/* -- losing -------------------------------------------------------------- */

static void drop_empty_osds(struct host_group *group)
{
    int kept = 0;
    for (int i = 0; i < group->n_osds; i++)
        if (group->osds[i].count > 0)
            group->osds[kept++] = group->osds[i];
    group->n_osds = kept;
}

/* The damaged host as a group of its own. */
static void add_damaged(struct cluster *copy, const struct topology *topology,
                        const struct failure *failure, struct arena *arena)
{
    const struct osd_set *set = &topology->sets[failure->set];
    struct host_group *made = &copy->hosts[copy->n_hosts++];
    *made = copy->hosts[topology->hosts[failure->host].row];
    made->count = 1;
    own_osds(made, arena);
    struct osd_group *osds = &made->osds[set->row];
    int lost = failure->osds < osds->count ? failure->osds : osds->count;
    osds->count -= lost;
    if (failure->unit == FAIL_DB_DEVICE && osds->db != NULL && osds->db->count > 1) {
        struct side_device *db = arena_alloc(arena, sizeof *db);
        *db = *osds->db;
        db->count--;
        osds->db = db;
    }
    drop_empty_osds(made);
}

struct cluster *change_lose(const struct cluster *cluster, const struct topology *topology,
                            const struct failure *failure, struct arena *arena)
{
    struct cluster *copy = copy_cluster(cluster, 1, arena);
    for (int i = 0; i < copy->n_hosts; i++) {
        copy->hosts[i].racks = NULL;
        copy->hosts[i].n_racks = 0;
    }
    if (failure->unit == FAIL_RACK) {
        for (int i = 0; i < topology->n_hosts; i++)
            if (topology->hosts[i].rack == failure->rack)
                copy->hosts[topology->hosts[i].row].count -= topology->hosts[i].count;
    } else {
        copy->hosts[topology->hosts[failure->host].row].count--;
        if (failure->unit != FAIL_HOST)
            add_damaged(copy, topology, failure, arena);
    }
    int kept = 0;
    for (int i = 0; i < copy->n_hosts; i++)
        if (copy->hosts[i].count > 0 && copy->hosts[i].n_osds > 0)
            copy->hosts[kept++] = copy->hosts[i];
    copy->n_hosts = kept;
    return copy;
}
