/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/capacities.h"

#include <math.h>

struct capacity capacity_with(struct fixture *f, const struct constants *constants,
                              const struct cluster *cluster)
{
    struct capacity capacity;
    struct err err = ERR_INIT;
    if (!capacity_make(cluster, constants, &f->arena, &capacity, &err))
        fail_msg("%s", err.text);
    return capacity;
}

struct capacity capacity_of(struct fixture *f, const struct cluster *cluster)
{
    return capacity_with(f, &suite_model(f)->constants, cluster);
}

struct cluster *cluster_of(struct fixture *f, const char *hosts, const char *pools)
{
    return suite_cluster_text(
        f, suite_text(f, "cephplan: cluster/1\nhosts: %s\npools: %s\n", hosts, pools));
}

struct capacity capacity_text(struct fixture *f, const char *hosts, const char *pools)
{
    return capacity_of(f, cluster_of(f, hosts, pools));
}

const char *hdd_hosts(struct fixture *f, int hosts, int osds, const char *capacity)
{
    return suite_text(f, "[{count: %d, osds: [{count: %d, device: {class: hdd, capacity: %s}}]}]",
                      hosts, osds, capacity);
}

struct capacity *capacity_document(struct fixture *f, const char *rest)
{
    struct capacity *capacity = arena_alloc(&f->arena, sizeof *capacity);
    struct err err = ERR_INIT;
    const struct cluster *cluster =
        suite_cluster_text(f, suite_text(f, "cephplan: cluster/1\n%s\n", rest));
    if (!capacity_make(cluster, &suite_model(f)->constants, &f->arena, capacity, &err))
        fail_msg("%s", err.text);
    return capacity;
}

double capacity_left(struct fixture *f, const struct capacity *capacity,
                     const struct failure *failure, double limit_frac)
{
    struct topology rest;
    struct layout layout;
    struct err err = ERR_INIT;
    double one = 1;
    topology_lose(&capacity->topology, failure, &f->arena, &rest);
    assert_true(layout_make(&rest, capacity->pool_rows,
                            capacity->balanced ? LAYOUT_BALANCED : LAYOUT_CRUSH, &f->arena, &layout,
                            &err));
    layout.padding = capacity->pools[0].alloc_frac;
    return layout.placed < layout.scheme.n
               ? HUGE_VAL
               : capacity_joint_room(&rest, &layout, 1, &one, NULL, limit_frac, NULL);
}
