/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pool on a topology: its redundancy scheme, its failure domains, and what share of a placement
 * group each OSD holds in expectation. Everything about space follows from that share, and
 * linearly: bytes on an OSD = client bytes / k x share.
 *
 * Between domains the share is exact (engine/crush); inside a domain CRUSH draws by weight, so that
 * all OSDs of a domain fill alike. Racks do not change a pool over hosts: a draw that descends
 * through a rack picks a host with probability host weight / sum of weights either way. */
#ifndef ENGINE_LAYOUT_H
#define ENGINE_LAYOUT_H

#include "engine/crush.h"
#include "engine/topology.h"

/* How often bytes stand and how many must be left. Symbols as Ceph's: size or k + m, k, min_size.
 */
struct scheme {
    bool erasure;
    int n;        /* copies or shards of a placement group */
    int k;        /* shards that hold one object's bytes; 1 for copies */
    int min_size; /* without so many I/O stops */
};

/* Defaults: size 3; min_size = size - size/2, of an erasure code k + min(1, m - 1) (Ceph's
 * pg_pool_t::default and ErasureCodeInterface::get_profile; ceph PR 8008, PR 52775). */
struct scheme scheme_of(const struct pool *pool);

/* Raw bytes per client byte: size, or (k+m)/k. */
double scheme_raw(const struct scheme *scheme);

/* Failures at the same moment that lose no data in any case: size - 1, or m. */
int scheme_losses_survived(const struct scheme *scheme);

/* Failures at the same moment after which I/O goes on in any case: n - min_size. */
int scheme_losses_with_io(const struct scheme *scheme);

/* "size 3", "4+2". */
void scheme_title(const struct scheme *scheme, char *buf, size_t size);

enum layout_kind {
    LAYOUT_CRUSH,   /* CRUSH's own weighted draws, no balancer */
    LAYOUT_BALANCED /* what the upmap balancer approaches: as even as distinct domains allow */
};

struct layout {
    const struct pool *pool;
    struct scheme scheme;
    enum layout_kind kind;
    int domain;   /* enum failure_domain */
    int domains;  /* failure domains that hold an OSD of the pool's class */
    int osds;     /* OSDs of the pool's class */
    double raw_B; /* their capacity */
    int placed; /* shards that find a domain: min(n, domains); below n the pool stays undersized */
    const double *share; /* [topology sets]: shards of one placement group on one OSD of the set */
    double padding; /* raw bytes allocated over raw bytes needed, >= 1; 1 unless the caller knows
                       the objects (engine/alloc) */
};

/* Is the OSD set of the pool's device class (engine/inputs: engine_class_matches)? */
bool layout_holds(const struct pool *pool, const struct osd_set *set);

/* The failure domain as an enum; host when absent. */
int layout_domain(const struct pool *pool);

/* Lays the pool out. A pool with fewer domains than shards is laid out with what it has (`placed`).
 * ERR_INPUT when no OSD is of its class, or its domain is the rack and a host that holds such OSDs
 * names none. */
bool layout_make(const struct topology *topology, const struct pool *pool, enum layout_kind kind,
                 struct arena *arena, struct layout *layout, struct err *err);

/* Share of one OSD's capacity that one client byte of the pool takes, padding included, by set. */
double layout_fill_per_byte(const struct topology *topology, const struct layout *layout, int set);

/* Weight of the pool's class in one host of a host set, bytes. */
double layout_host_weight(const struct topology *topology, const struct pool *pool, int host);

/* The largest unit of that kind for the pool (by bytes of its class): a host, a rack, the OSDs
 * behind a shared device, one OSD. False when there is none (no racks, no shared device). */
bool layout_largest(const struct topology *topology, const struct pool *pool,
                    enum failure_unit unit, struct failure *failure);

/* The unit of that kind whose loss leaves the rest of its failure domain fullest, when the rest has
 * to take what it held: an OSD, a shared device or a host inside a host or rack. Of equal ones the
 * largest. False when there is none that leaves something of its domain. */
bool layout_tightest(const struct topology *topology, const struct layout *layout,
                     enum failure_unit unit, struct failure *failure);

#endif
