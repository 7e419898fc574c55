/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/straw2.h"

#include <math.h>
#include <stdbool.h>

/* A Weyl step and two xor-multiply rounds (the finisher of MurmurHash3, public domain). */
static uint64_t mix(uint64_t h)
{
    h += 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

static double straw(uint64_t x, int level, int item, int r, double weight)
{
    uint64_t h = mix(mix(mix(mix(x) + (uint64_t)level) + (uint64_t)item) + (uint64_t)r);
    return log(((double)(h >> 11) + 0.5) / 9007199254740992.0) / weight;
}

void straw2_add(struct straw2_map *map, int rack, int host, int count, double weight)
{
    for (int i = 0; i < count; i++, map->n++)
        map->osds[map->n] = (struct straw2_osd){map->n, weight, host, rack};
}

/* The name of an OSD's bucket on a level: its rack (or its host, where it has none), its host,
 * itself. */
static int bucket_of(const struct straw2_osd *osd, int level)
{
    if (level == 0)
        return osd->rack >= 0 ? osd->rack : 100000 + osd->host;
    return level == 1 ? osd->host : osd->id;
}

/* Draws a bucket of `level` among the OSDs still allowed; the others are struck out. */
static void draw(const struct straw2_map *map, uint64_t x, int level, int r, bool *allowed)
{
    int best = -1;
    double best_straw = -HUGE_VAL;
    for (int i = 0; i < map->n; i++) {
        int bucket = bucket_of(&map->osds[i], level);
        double weight = 0;
        bool first = allowed[i];
        for (int j = 0; j < map->n && first; j++) {
            if (!allowed[j] || bucket_of(&map->osds[j], level) != bucket)
                continue;
            first = j >= i;
            weight += map->osds[j].weight;
        }
        double here = first && weight > 0 ? straw(x, level, bucket, r, weight) : -HUGE_VAL;
        if (here > best_straw) {
            best_straw = here;
            best = bucket;
        }
    }
    for (int i = 0; i < map->n; i++)
        allowed[i] = allowed[i] && bucket_of(&map->osds[i], level) == best;
}

/* Descends from the root; the OSD's index, -1 when nothing is left. */
static int descend(const struct straw2_map *map, uint64_t x, int r)
{
    bool allowed[STRAW2_MAX];
    for (int i = 0; i < map->n; i++)
        allowed[i] = map->osds[i].weight > 0;
    for (int level = 0; level < 3; level++)
        draw(map, x, level, r, allowed);
    for (int i = 0; i < map->n; i++)
        if (allowed[i])
            return i;
    return -1;
}

static bool collides(const struct straw2_map *map, enum straw2_domain domain, const int *osds,
                     int n, int candidate)
{
    static const int levels[] = {[STRAW2_OSD] = 2, [STRAW2_HOST] = 1, [STRAW2_RACK] = 0};
    for (int i = 0; i < n; i++)
        if (bucket_of(&map->osds[osds[i]], levels[domain]) ==
            bucket_of(&map->osds[candidate], levels[domain]))
            return true;
    return false;
}

int straw2_place(const struct straw2_map *map, uint64_t x, enum straw2_domain domain, int draws,
                 int *osds)
{
    int n = 0;
    for (int replica = 0; replica < draws; replica++) {
        for (int failures = 0; failures < 1000; failures++) {
            int osd = descend(map, x, replica + failures);
            if (osd >= 0 && !collides(map, domain, osds, n, osd)) {
                osds[n++] = osd;
                break;
            }
        }
    }
    return n;
}
