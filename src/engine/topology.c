/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the OSD sets of a host set stand together, sets[first_set .. first_set + n_sets - 1].
 */
#include "engine/topology.h"

#include <string.h>

const char *const failure_unit_names[] = {"osd", "db-device", "host", "rack", NULL};

static bool check_group(const struct host_group *group, struct err *err)
{
    if (group->count == FIELD_ABSENT)
        return err_at(err, group->place.file, group->place.line, group->place.col,
                      "the number of hosts is not stated; write it, such as `count: 3`");
    for (int i = 0; i < group->n_osds; i++) {
        const struct osd_group *osds = &group->osds[i];
        const char *missing = osds->count == FIELD_ABSENT ? "`count` (OSDs per host)" : NULL;
        if (osds->device == NULL)
            missing = "`device`";
        else if (isnan(osds->device->capacity_B))
            missing = "the device's `capacity`";
        if (missing != NULL)
            return err_at(err, osds->place.file, osds->place.line, osds->place.col,
                          "%s is not stated; capacity needs it", missing);
    }
    return true;
}

/* The index of a rack's name, added when it is new. */
static int find_rack(struct topology *topology, struct arena *arena, const char *name)
{
    for (int i = 0; i < topology->n_racks; i++)
        if (strcmp(topology->racks[i], name) == 0)
            return i;
    const char **rack = arena_append(arena, &topology->racks, &topology->n_racks, sizeof *rack);
    *rack = name;
    return topology->n_racks - 1;
}

static void add_hosts(struct topology *topology, struct arena *arena, const struct host_set *like)
{
    struct host_set *hosts =
        arena_append(arena, &topology->hosts, &topology->n_hosts, sizeof *hosts);
    *hosts = *like;
    hosts->first_set = topology->n_sets;
    hosts->n_sets = 0;
}

/* Adds an OSD set to the last host set. */
static void add_set(struct topology *topology, struct arena *arena, const struct osd_set *like)
{
    struct osd_set *set = arena_append(arena, &topology->sets, &topology->n_sets, sizeof *set);
    *set = *like;
    set->host = topology->n_hosts - 1;
    topology->hosts[set->host].n_sets++;
}

static void add_group_hosts(struct topology *topology, struct arena *arena,
                            const struct cluster *cluster, int row, int count, int rack)
{
    const struct host_group *group = &cluster->hosts[row];
    struct host_set hosts = {
        .count = count, .rack = rack, .row = row, .group = group, .origin = topology->n_hosts};
    add_hosts(topology, arena, &hosts);
    for (int i = 0; i < group->n_osds; i++) {
        const struct osd_group *osds = &group->osds[i];
        double share = osds->osds_per_device > 0 ? osds->osds_per_device : 1;
        struct osd_set set = {.row = i,
                              .per_host = osds->count,
                              .capacity_B = osds->device->capacity_B / share,
                              .group = osds,
                              .origin = topology->n_sets};
        add_set(topology, arena, &set);
    }
}

/* One host set a rack: host i of the group stands in rack i modulo their number. */
static void add_group(struct topology *topology, struct arena *arena, const struct cluster *cluster,
                      int row)
{
    const struct host_group *group = &cluster->hosts[row];
    if (group->n_racks == 0) {
        add_group_hosts(topology, arena, cluster, row, group->count, NO_RACK);
        return;
    }
    for (int i = 0; i < group->n_racks && i < group->count; i++) {
        bool seen = false;
        int hosts = 0;
        for (int j = 0; j < group->count; j++) {
            const char *rack = group->racks[j % group->n_racks];
            if (strcmp(rack, group->racks[i]) != 0)
                continue;
            seen = seen || j < i;
            hosts++;
        }
        if (!seen)
            add_group_hosts(topology, arena, cluster, row, hosts,
                            find_rack(topology, arena, group->racks[i]));
    }
}

bool topology_make(const struct cluster *cluster, struct arena *arena, struct topology *topology,
                   struct err *err)
{
    struct topology made = {0};
    for (int i = 0; i < cluster->n_hosts; i++) {
        if (cluster->hosts[i].n_osds == 0)
            continue;
        if (!check_group(&cluster->hosts[i], err))
            return false;
        add_group(&made, arena, cluster, i);
    }
    if (made.n_sets == 0)
        return cluster_refuse_bare(cluster, err);
    *topology = made;
    return true;
}

/* Copies `count` hosts of a set, the OSDs of `loss` missing from each when `short_of` is true. */
static void copy_hosts(const struct topology *from, struct arena *arena, int host, int count,
                       const struct failure *short_of, struct topology *to)
{
    struct host_set hosts = from->hosts[host];
    hosts.count = count;
    add_hosts(to, arena, &hosts);
    for (int i = 0; i < from->hosts[host].n_sets; i++) {
        int index = from->hosts[host].first_set + i;
        struct osd_set set = from->sets[index];
        if (short_of != NULL && short_of->set == index)
            set.per_host -= short_of->osds < set.per_host ? short_of->osds : set.per_host;
        add_set(to, arena, &set);
    }
}

void topology_lose(const struct topology *topology, const struct failure *failure,
                   struct arena *arena, struct topology *rest)
{
    struct topology made = {.racks = topology->racks, .n_racks = topology->n_racks};
    bool of_host = failure->unit == FAIL_OSD || failure->unit == FAIL_DB_DEVICE;
    for (int i = 0; i < topology->n_hosts; i++) {
        const struct host_set *hosts = &topology->hosts[i];
        if (failure->unit == FAIL_RACK) {
            copy_hosts(topology, arena, i, hosts->rack == failure->rack ? 0 : hosts->count, NULL,
                       &made);
            continue;
        }
        copy_hosts(topology, arena, i, hosts->count - (i == failure->host), NULL, &made);
        if (of_host && i == failure->host)
            copy_hosts(topology, arena, i, 1, failure, &made);
    }
    *rest = made;
}

int topology_osds(const struct topology *topology, int set)
{
    return topology->sets[set].per_host * topology->hosts[topology->sets[set].host].count;
}

const struct side_device *topology_side_of(const struct osd_group *group)
{
    if (group->db != NULL)
        return group->db;
    return group->wal != NULL ? group->wal : group->journal;
}

int topology_osds_behind_db(const struct osd_set *set)
{
    const struct side_device *side = topology_side_of(set->group);
    if (side == NULL)
        return 0;
    int devices = side->count > 0 ? side->count : 1;
    return (set->per_host + devices - 1) / devices;
}

int topology_lost_osds(const struct topology *topology, const struct failure *failure, int set)
{
    const struct osd_set *osds = &topology->sets[set];
    switch (failure->unit) {
    case FAIL_OSD:
    case FAIL_DB_DEVICE:
        if (set != failure->set)
            return 0;
        return failure->osds < osds->per_host ? failure->osds : osds->per_host;
    case FAIL_HOST:
        return osds->host == failure->host ? osds->per_host : 0;
    case FAIL_RACK:
        break;
    }
    return topology->hosts[osds->host].rack == failure->rack ? topology_osds(topology, set) : 0;
}

double topology_raw_B(const struct topology *topology)
{
    double sum = 0;
    for (int i = 0; i < topology->n_sets; i++)
        sum += topology_osds(topology, i) * topology->sets[i].capacity_B;
    return sum;
}

double topology_side_B(const struct topology *topology)
{
    double sum = 0;
    for (int i = 0; i < topology->n_sets; i++) {
        const struct osd_group *group = topology->sets[i].group;
        const struct side_device *sides[] = {group->db, group->wal, group->journal};
        for (int j = 0; j < 3; j++) {
            if (sides[j] == NULL || sides[j]->device == NULL || isnan(sides[j]->device->capacity_B))
                continue;
            int devices = sides[j]->count > 0 ? sides[j]->count : 1;
            sum += topology->hosts[topology->sets[i].host].count * devices *
                   sides[j]->device->capacity_B;
        }
    }
    return sum;
}
