/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: peak_B, in_B and out_B are of the busiest OSD or host of a set, which for writes is a
 * new one; write_B is the mean over all OSDs of the set. */
#include "engine/move.h"

#include "engine/placement.h"

struct moving {
    const struct capacity *before, *after;
    struct recovery_work *work;
    const double *stored;
    double new_osds;
    struct layout old,
        new; /* of the pool at hand, by CRUSH's own draws: the balancer comes later */
};

/* The set of `before` that is the same OSDs; -1: none. */
static int old_set(const struct moving *m, int set)
{
    const struct topology *before = &m->before->topology, *after = &m->after->topology;
    const struct host_set *hosts = &after->hosts[after->sets[set].host];
    for (int i = 0; i < before->n_sets; i++) {
        const struct host_set *old = &before->hosts[before->sets[i].host];
        if (old->row == hosts->row && old->rack == hosts->rack &&
            before->sets[i].row == after->sets[set].row)
            return i;
    }
    return -1;
}

static int new_osds(const struct moving *m, int set)
{
    int old = old_set(m, set);
    return topology_osds(&m->after->topology, set) -
           (old < 0 ? 0 : topology_osds(&m->before->topology, old));
}

/* New OSDs in one host: all of a new host, the added ones of an old host. */
static int new_osds_a_host(const struct moving *m, int set)
{
    int old = old_set(m, set);
    const struct osd_set *osds = &m->after->topology.sets[set];
    if (old < 0)
        return osds->per_host;
    const struct topology *before = &m->before->topology;
    bool more_hosts =
        m->after->topology.hosts[osds->host].count > before->hosts[before->sets[old].host].count;
    return more_hosts ? osds->per_host : osds->per_host - before->sets[old].per_host;
}

static void add_landing(struct moving *m, int pool, int set, double group_B)
{
    struct recovery_work *w = m->work;
    int osds = new_osds(m, set);
    double share = m->new.share[set];
    if (osds == 0 || !(share > 0))
        return;
    double groups = m->after->pools[pool].pg_num * share;
    double each_B = share * group_B * m->after->pools[pool].pg_num;
    double scatter = placement_imbalance(m->new_osds, groups, m->after->constants->imbalance_scale);
    w->write_B[set] += each_B * osds / topology_osds(&w->rest, set);
    w->peak_B[set] += fmax(group_B, each_B * scatter);
    w->in_B[w->rest.sets[set].host] += each_B * new_osds_a_host(m, set);
    w->moved_B += each_B * osds;
    w->pools[pool].moved_B += each_B * osds;
}

/* Old OSDs give what moves and take what is shuffled, in proportion to what they hold. */
static void add_old(struct moving *m, int pool, double shuffled_B)
{
    struct recovery_work *w = m->work;
    double moved_B = w->pools[pool].moved_B + shuffled_B, placed = m->old.placed;
    for (int i = 0; i < w->rest.n_sets; i++) {
        int old = old_set(m, i);
        if (old < 0)
            continue;
        double part = m->old.share[old] / placed;
        int per_host = m->before->topology.sets[old].per_host;
        double osds_frac =
            (double)topology_osds(&m->before->topology, old) / fmax(1, topology_osds(&w->rest, i));
        w->read_B[i] += moved_B * part;
        w->write_B[i] += shuffled_B * part * osds_frac;
        w->peak_B[i] = fmax(w->peak_B[i], shuffled_B * part);
        w->out_B[w->rest.sets[i].host] += moved_B * part * per_host;
    }
    w->moved_B += shuffled_B;
    w->pools[pool].moved_B += shuffled_B;
}

/* Copies that the pool did not have before, or all of them when its code is another: what of them
 * has not landed on new OSDs is written by all. */
static void add_copies(struct moving *m, int pool, double landed_frac)
{
    struct recovery_work *w = m->work;
    const struct scheme *old = &m->old.scheme;
    const struct layout *new = &m->new;
    bool same_code = old->erasure == new->scheme.erasure && old->k == new->scheme.k;
    double more = scheme_raw(&new->scheme) - (same_code ? scheme_raw(old) : 0);
    double bytes = m->stored[pool] * fmax(0, more) * (1 - landed_frac);
    for (int i = 0; i < w->rest.n_sets && bytes > 0; i++) {
        double each_B = bytes * new->share[i] / new->placed;
        w->write_B[i] += each_B;
        w->peak_B[i] += each_B;
        w->read_B[i] += each_B;
        w->in_B[w->rest.sets[i].host] += each_B * w->rest.sets[i].per_host;
        w->out_B[w->rest.sets[i].host] += each_B * w->rest.sets[i].per_host;
    }
    w->moved_B += bytes;
    w->pools[pool].moved_B += bytes;
}

static bool move_pool(struct moving *m, int pool, double keys, struct arena *arena,
                      struct remap *remap, struct err *err)
{
    const struct layout *new = &m->new;
    *remap = (struct remap){0};
    if (!layout_make(&m->before->topology, &m->before->pool_rows[pool], LAYOUT_CRUSH, arena,
                     &m->old, err) ||
        !layout_make(&m->after->topology, &m->after->pool_rows[pool], LAYOUT_CRUSH, arena, &m->new,
                     err))
        return false;
    m->work->pools[pool].rebuilds = new->placed == new->scheme.n;
    if (m->old.placed < m->old.scheme.n || new->placed < new->scheme.n || !(m->stored[pool] > 0))
        return true;
    if (!remap_pool(&m->before->topology, &m->after->topology, new->pool, keys, arena, remap, err))
        return false;
    double shard_B = m->stored[pool] / new->scheme.k;
    double group_B = shard_B / m->after->pools[pool].pg_num;
    for (int i = 0; i < m->work->rest.n_sets; i++)
        add_landing(m, pool, i, group_B);
    add_old(m, pool, remap->shuffled_frac * new->scheme.n *shard_B);
    add_copies(m, pool, remap->landed_frac);
    return true;
}

bool move_work_make(const struct capacity *before, const struct capacity *after,
                    const double *stored, double keys, struct arena *arena,
                    struct recovery_work *work, struct remap *remaps, struct err *err)
{
    struct recovery_case question = {.capacity = after, .stored = stored};
    struct recovery_work made;
    struct moving m = {.before = before, .after = after, .work = &made, .stored = stored};
    recovery_work_init(&question, &after->topology, arena, &made);
    for (int i = 0; i < after->n_pools; i++)
        made.layouts[i] = after->layouts[i];
    for (int i = 0; i < made.rest.n_sets; i++)
        m.new_osds += new_osds(&m, i);
    for (int i = 0; i < after->n_pools; i++)
        if (!move_pool(&m, i, keys / after->n_pools, arena, &remaps[i], err))
            return false;
    recovery_work_finish(&made);
    *work = made;
    return true;
}
