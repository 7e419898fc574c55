/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters in a line of YAML, and what they hold. */
#ifndef TESTS_SUPPORT_CAPACITIES_H
#define TESTS_SUPPORT_CAPACITIES_H

#include "support/suite.h"

#include "engine/capacity.h"

struct capacity capacity_with(struct fixture *f, const struct constants *constants,
                              const struct cluster *cluster);

/* With the constants of the shipped engine model. */
struct capacity capacity_of(struct fixture *f, const struct cluster *cluster);

/* `hosts` and `pools` are YAML lists in flow style. */
struct cluster *cluster_of(struct fixture *f, const char *hosts, const char *pools);
struct capacity capacity_text(struct fixture *f, const char *hosts, const char *pools);

/* Equal hosts of equal disks. */
const char *hdd_hosts(struct fixture *f, int hosts, int osds, const char *capacity);

/* What one pool alone takes on the rest of its cluster, all OSDs at or below a share of their
 * capacity, when something of it is lost; infinite where the rest has no place for every copy. */
double capacity_left(struct fixture *f, const struct capacity *capacity,
                     const struct failure *failure, double limit_frac);

/* Of a whole document without its first line; lives as long as the fixture. */
struct capacity *capacity_document(struct fixture *f, const char *rest);

#endif
