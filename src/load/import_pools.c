/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a pool is written whole or not at all: half an erasure code would be another one. */
#include "load/import_pools.h"

#include "load/import_osd_facts.h"

#include <math.h>
#include <string.h>

static void init_pool(struct pool *pool, const char *name)
{
    *pool = (struct pool){.name = name};
    pool->type = pool->size = pool->min_size = pool->k = pool->m = FIELD_ABSENT;
    pool->optimizations = pool->failure_domain = pool->pg_num = FIELD_ABSENT;
    pool->stripe_unit_B = pool->stored_B = pool->quota_B = UNKNOWN;
    pool->growth_per_year = pool->object_size_B = UNKNOWN;
}

static bool within(int value, int most)
{
    return value >= 1 && value <= most;
}

/* -- where it lives -- */

static int domain_of(const char *name)
{
    for (int i = 0; name != NULL && failure_domain_names[i] != NULL; i++)
        if (strcmp(failure_domain_names[i], name) == 0)
            return i;
    return FIELD_ABSENT;
}

static void set_domain(struct pool *pool, const char *domain, struct import_remarks *remarks)
{
    pool->failure_domain = domain_of(domain);
    if (domain != NULL && pool->failure_domain == FIELD_ABSENT)
        import_remark(remarks,
                      "pool %s spreads over the CRUSH level '%s', which the document cannot say: "
                      "left out",
                      pool->name, domain);
}

static bool has_class(const struct import *import, const char *class)
{
    for (int i = 0; i < import->n_osds; i++)
        if (field_same_text(import->osds[i].class, class))
            return true;
    return false;
}

/* The kind of device that all OSDs of a CRUSH class have; FIELD_ABSENT: unknown or several. */
static int kind_of_class(const struct import *import, const char *class)
{
    int kind = FIELD_ABSENT;
    for (int i = 0; i < import->n_osds; i++) {
        if (!field_same_text(import->osds[i].class, class))
            continue;
        int one = import_osd_device_class(import, &import->osds[i]);
        if (one == FIELD_ABSENT || (kind != FIELD_ABSENT && kind != one))
            return FIELD_ABSENT;
        kind = one;
    }
    return kind;
}

/* Ceph's word where the planner means the same by it, else the kind of device behind it. */
static void set_class(const struct import *import, struct pool *pool, const char *class,
                      struct import_remarks *remarks)
{
    bool shared = class != NULL && strcmp(class, "ssd") == 0 && has_class(import, "nvme");
    bool known = class != NULL && (strcmp(class, "hdd") == 0 || strcmp(class, "ssd") == 0 ||
                                   strcmp(class, "nvme") == 0);
    int kind = kind_of_class(import, class);
    if (class == NULL || (known && !shared)) {
        pool->device_class = class;
        return;
    }
    if (kind != FIELD_ABSENT && !(shared && kind == CLASS_NVME)) {
        pool->device_class = device_class_names[kind];
        return;
    }
    import_remark(remarks,
                  "pool %s lives on the CRUSH class '%s', which the document cannot tell from the "
                  "others: add `device_class:`",
                  pool->name, class);
}

static const struct import_rule *rule_of(const struct import *import,
                                         const struct import_pool *pool)
{
    for (int i = 0; i < import->n_rules; i++)
        if (import->rules[i].id == pool->crush_rule)
            return &import->rules[i];
    return NULL;
}

static bool is_mixed(const struct import *import)
{
    for (int i = 1; i < import->n_osds; i++)
        if (!field_same_text(import->osds[i].class, import->osds[0].class))
            return true;
    return false;
}

static void set_place(const struct import *import, const struct import_pool *from,
                      const struct import_profile *profile, struct pool *pool,
                      struct import_remarks *remarks)
{
    const struct import_rule *rule = rule_of(import, from);
    if (rule != NULL) {
        set_domain(pool, rule->failure_domain, remarks);
        set_class(import, pool, rule->device_class, remarks);
        if (!rule->simple)
            import_remark(remarks,
                          "CRUSH rule %d of pool %s takes more than one step: the document says "
                          "its last",
                          rule->id, pool->name);
        return;
    }
    if (profile != NULL) {
        set_domain(pool, profile->failure_domain, remarks);
        set_class(import, pool, profile->device_class, remarks);
        return;
    }
    import_remark(remarks,
                  "absent: failure domain%s of the pools; add the output of `ceph osd crush rule "
                  "dump -f json`%s",
                  is_mixed(import) ? " and device class" : "",
                  is_mixed(import) ? ", else they lie on OSDs of every class" : "");
}

/* -- erasure codes -- */

static bool fits(const struct import_profile *profile, const struct import_pool *pool)
{
    return pool->size == FIELD_ABSENT || profile->chunks == pool->size;
}

/* By name; a profile without a name when it is the only one that fits. */
static const struct import_profile *profile_of(const struct import *import,
                                               const struct import_pool *pool)
{
    const struct import_profile *fitting = NULL;
    int n = 0;
    for (int i = 0; i < import->n_profiles; i++) {
        const struct import_profile *profile = &import->profiles[i];
        if (profile->name != NULL && field_same_text(profile->name, pool->profile))
            return profile;
        if (profile->name == NULL && fits(profile, pool)) {
            fitting = profile;
            n++;
        }
    }
    return n == 1 ? fitting : NULL;
}

static bool set_code(const struct import_profile *profile, struct pool *pool,
                     struct import_remarks *remarks)
{
    if (!within(profile->k, 64) || !within(profile->chunks - profile->k, 64))
        return false;
    pool->type = POOL_ERASURE;
    pool->k = profile->k;
    pool->m = profile->chunks - profile->k;
    pool->plugin = profile->plugin;
    pool->stripe_unit_B = profile->stripe_unit_B;
    if (profile->chunks != profile->k + profile->m)
        import_remark(remarks,
                      "pool %s has local parities (%s): they count as coding shards, but fewer "
                      "losses are survived than m = %d says",
                      pool->name, profile->plugin, pool->m);
    return true;
}

static bool set_erasure(const struct import *import, const struct import_pool *from,
                        struct pool *pool, struct import_remarks *remarks)
{
    const struct import_profile *profile = profile_of(import, from);
    if (profile == NULL || !fits(profile, from) || !set_code(profile, pool, remarks)) {
        import_remark(remarks,
                      "pool %s is left out: k and m of its erasure code profile%s%s are not "
                      "known; add the output of `ceph osd erasure-code-profile get %s`",
                      pool->name, from->profile == NULL ? "" : " ",
                      from->profile == NULL ? "" : from->profile,
                      from->profile == NULL ? "NAME" : from->profile);
        return false;
    }
    pool->size = FIELD_ABSENT;
    if (from->stripe_width_B > 0)
        pool->stripe_unit_B = from->stripe_width_B / pool->k;
    if (pool->stripe_unit_B < 512 || pool->stripe_unit_B > 1 << 30)
        pool->stripe_unit_B = UNKNOWN;
    set_place(import, from, profile, pool, remarks);
    return true;
}

/* -- pools -- */

static void set_counts(const struct import_pool *from, struct pool *pool)
{
    pool->size = within(from->size, 64) ? from->size : FIELD_ABSENT;
    pool->min_size = within(from->min_size, 64) ? from->min_size : FIELD_ABSENT;
    pool->pg_num = from->pg_num > 0 ? from->pg_num : from->pgs > 0 ? from->pgs : FIELD_ABSENT;
    pool->stored_B = from->stored_B >= 0 && from->stored_B < 1e21 ? from->stored_B : UNKNOWN;
    pool->quota_B = from->quota_B > 0 && from->quota_B < 1e21 ? from->quota_B : UNKNOWN;
    if (from->ec_optimizations == 1)
        pool->optimizations = 1;
}

/* What load/check refuses: a min_size that a pool of such a size cannot have. */
static void keep_min_size(struct pool *pool, struct import_remarks *remarks)
{
    bool coded = pool->type == POOL_ERASURE;
    int least = coded ? pool->k : 1, most = coded ? pool->k + pool->m : pool->size;
    if (pool->min_size == FIELD_ABSENT ||
        (most != FIELD_ABSENT && pool->min_size >= least && pool->min_size <= most))
        return;
    if (most == FIELD_ABSENT) /* it would stand beside the default of copies */
        import_remark(remarks, "absent: size of pool %s; its min_size is left out", pool->name);
    else
        import_remark(remarks,
                      "pool %s has min_size %d, outside %d to %d, which its copies allow: min_size "
                      "is left out",
                      pool->name, pool->min_size, least, most);
    pool->min_size = FIELD_ABSENT;
}

static bool make_pool(const struct import *import, const struct import_pool *from,
                      struct pool *pool, struct import_remarks *remarks)
{
    init_pool(pool, from->name);
    set_counts(from, pool);
    if (field_same_text(from->type, "erasure")) {
        if (!set_erasure(import, from, pool, remarks))
            return false;
    } else if (from->type != NULL) {
        pool->type = POOL_REPLICATED;
        set_place(import, from, NULL, pool, remarks);
    } else {
        import_remark(remarks, "absent: type, size and PGs of pools; add the output of `ceph osd "
                               "pool ls detail -f json`, else three copies are assumed");
    }
    keep_min_size(pool, remarks);
    if (isnan(pool->stored_B))
        import_remark(remarks, "absent: what the pools store; add the output of `ceph df -f json`");
    return true;
}

static void make_from_profiles(struct import *import, struct cluster *cluster,
                               struct import_remarks *remarks)
{
    for (int i = 0; i < import->n_profiles; i++) {
        const struct import_profile *profile = &import->profiles[i];
        struct pool *pool = &cluster->pools[cluster->n_pools];
        const char *name = profile->name;
        if (name == NULL)
            name = import_text(import, "ec-%d-%d", profile->k, profile->m);
        init_pool(pool, name);
        if (cluster_pool(cluster, name) != NULL || !set_code(profile, pool, remarks))
            continue;
        set_domain(pool, profile->failure_domain, remarks);
        set_class(import, pool, profile->device_class, remarks);
        cluster->n_pools++;
        import_remark(remarks,
                      "no pool uses the profile %s: the document holds the pool that it "
                      "would make",
                      name);
    }
}

/* The pools of clients, or those of Ceph itself. */
static void make_known(const struct import *import, struct cluster *cluster, bool system,
                       struct import_remarks *remarks)
{
    for (int i = 0; i < import->n_pools; i++) {
        struct pool *next = &cluster->pools[cluster->n_pools];
        const struct pool named = {.name = import->pools[i].name};
        if (pool_is_system(&named) == system && make_pool(import, &import->pools[i], next, remarks))
            cluster->n_pools++;
    }
}

/* Ceph's own come last: the first pool is the one that loads and `--pool` mean. */
void import_pools_make(struct import *import, struct cluster *cluster,
                       struct import_remarks *remarks)
{
    size_t most = (size_t)import->n_pools + (size_t)import->n_profiles + 1;
    cluster->pools = arena_array(import->arena, most, sizeof *cluster->pools);
    make_known(import, cluster, false, remarks);
    make_known(import, cluster, true, remarks);
    if (import->n_pools == 0)
        make_from_profiles(import, cluster, remarks);
    if (cluster->n_pools == 0 && import->n_osds > 0)
        import_remark(remarks, "absent: the pools; add the output of `ceph osd pool ls detail -f "
                               "json` and `ceph df -f json`");
}
