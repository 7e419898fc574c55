/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CRUSH itself, small and slow: straw2 buckets three levels deep (racks, hosts, OSDs), a hash per
 * group, item and attempt, retries after collisions. The oracle of placement: it knows no formula.
 */
#ifndef TESTS_SUPPORT_STRAW2_H
#define TESTS_SUPPORT_STRAW2_H

#include <stdint.h>

enum { STRAW2_MAX = 256 };

struct straw2_osd {
    int id;
    double weight;  /* 0: out */
    int host, rack; /* rack -1: the host stands at the root */
};

struct straw2_map {
    struct straw2_osd osds[STRAW2_MAX];
    int n;
};

enum straw2_domain { STRAW2_OSD, STRAW2_HOST, STRAW2_RACK };

/* Adds `count` OSDs of that weight to a host; ids follow one another. */
void straw2_add(struct straw2_map *map, int rack, int host, int count, double weight);

/* The OSDs of placement group x, `draws` of them in distinct domains, in CRUSH's "firstn" order.
 * Fewer when 1000 attempts do not find one. Returns how many. */
int straw2_place(const struct straw2_map *map, uint64_t x, enum straw2_domain domain, int draws,
                 int *osds);

#endif
