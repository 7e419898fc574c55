/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster as CRUSH sees it: racks, hosts, OSDs, equal ones counted and not listed.
 *
 * A host set is a number of equal hosts of one rack, an OSD set the equal OSDs of such hosts. CRUSH
 * weight is the capacity of the data device; DB, WAL and journal devices hold no client data and
 * are no weight. A loss makes a new topology; `origin` says which set of the first one a set came
 * from. */
#ifndef ENGINE_TOPOLOGY_H
#define ENGINE_TOPOLOGY_H

#include "base/arena.h"
#include "model/cluster.h"

enum { NO_RACK = -1 };

struct osd_set {
    int host;          /* index of its host set */
    int row;           /* which of the host group's OSD groups */
    int per_host;      /* OSDs in one host; 0: all of them lost */
    double capacity_B; /* of one OSD */
    const struct osd_group *group;
    int origin; /* index in the topology that nothing was taken from */
};

struct host_set {
    int count;
    int rack; /* index, NO_RACK */
    int row;  /* which of the cluster's host groups */
    int first_set, n_sets;
    const struct host_group *group;
    int origin;
};

struct topology {
    struct host_set *hosts;
    int n_hosts;
    struct osd_set *sets;
    int n_sets;
    const char **racks;
    int n_racks;
};

/* What fails together. */
enum failure_unit { FAIL_OSD, FAIL_DB_DEVICE, FAIL_HOST, FAIL_RACK };

/* "osd", "db-device", "host", "rack", NULL. */
extern const char *const failure_unit_names[];

/* One failure: an OSD or a shared device of one host, a host, a rack. */
struct failure {
    enum failure_unit unit;
    int host; /* host set that loses a host or OSDs; unused for a rack */
    int set;  /* OSD set that loses OSDs; for FAIL_OSD and FAIL_DB_DEVICE */
    int osds; /* OSDs that one host loses; for FAIL_OSD (1) and FAIL_DB_DEVICE */
    int rack; /* for FAIL_RACK */
};

/* The topology of a cluster. ERR_INPUT with its place when a count or a capacity is not stated. */
bool topology_make(const struct cluster *cluster, struct arena *arena, struct topology *topology,
                   struct err *err);

/* The topology without what is lost. Host sets of which nothing is left stay with count 0, OSD sets
 * with per_host 0; a damaged host stands in a host set of its own after the one it came from. */
void topology_lose(const struct topology *topology, const struct failure *failure,
                   struct arena *arena, struct topology *rest);

/* OSDs of a set over all its hosts. */
int topology_osds(const struct topology *topology, int set);

/* The shared device whose death takes an OSD along: its DB, else WAL, else journal; NULL: none. */
const struct side_device *topology_side_of(const struct osd_group *group);

/* OSDs that one DB device (else WAL, else journal) of a host serves: per_host over the devices'
 * number, rounded up; 0 when the OSDs have none. */
int topology_osds_behind_db(const struct osd_set *set);

/* OSDs of the set that a loss takes, over all hosts concerned. */
int topology_lost_osds(const struct topology *topology, const struct failure *failure, int set);

/* Data capacity of all OSDs, bytes. */
double topology_raw_B(const struct topology *topology);

/* Capacity of the DB, WAL and journal devices, bytes; those of unknown capacity count 0. */
double topology_side_B(const struct topology *topology);

#endif
