/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every figure of bytes comes out of capacity_joint_room: a minimum over OSD sets of
 * what is left to a limit, over what one more client byte takes there. */
#include "engine/capacity.h"

#include "engine/alloc.h"
#include "engine/placement.h"

#include <string.h>

#define ASIDE                                                                                      \
    1e-3 /* share of all that is stored, up to which a pool of Ceph's own is left aside            \
          */

/* -- layouts ------------------------------------------------------------ */

static bool same_shape(const struct pool *a, const struct pool *b)
{
    struct scheme one = scheme_of(a), two = scheme_of(b);
    return one.n == two.n && layout_domain(a) == layout_domain(b) &&
           field_same_text(a->device_class, b->device_class);
}

bool capacity_layouts(const struct capacity *capacity, const struct topology *topology,
                      enum layout_kind kind, struct arena *arena, struct layout *layouts,
                      struct err *err)
{
    const struct pool *pools = capacity->pool_rows;
    for (int i = 0; i < capacity->n_pools; i++) {
        int like = 0;
        while (like < i && !same_shape(&pools[like], &pools[i]))
            like++;
        if (like < i) {
            layouts[i] = layouts[like];
            layouts[i].pool = &pools[i];
            layouts[i].scheme = scheme_of(&pools[i]);
        } else if (!layout_make(topology, &pools[i], kind, arena, &layouts[i], err)) {
            return false;
        }
        layouts[i].padding = alloc_padding(capacity->cluster, topology, &pools[i]);
    }
    return true;
}

double capacity_fill(const struct topology *topology, const struct layout *layouts, int n,
                     const double *stored, int set)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += stored[i] * layout_fill_per_byte(topology, &layouts[i], set);
    return sum;
}

double capacity_joint_room(const struct topology *topology, const struct layout *layouts, int n,
                           const double *mix, const double *base, double limit_frac, int *set)
{
    double room = HUGE_VAL;
    for (int i = 0; i < topology->n_sets; i++) {
        double per_unit = capacity_fill(topology, layouts, n, mix, i);
        if (!(per_unit > 0))
            continue;
        double used = base == NULL ? 0 : capacity_fill(topology, layouts, n, base, i);
        double here = fmax(0, limit_frac - used) / per_unit;
        if (here < room) {
            room = here;
            if (set != NULL)
                *set = i;
        }
    }
    return room;
}

double capacity_used_frac(double stored_B, double max_avail_B)
{
    double size_B = stored_B + max_avail_B;
    return size_B > 0 ? stored_B / size_B : 0;
}

double capacity_quota_room(double max_avail_B, double quota_B, double stored_B)
{
    if (isnan(quota_B))
        return max_avail_B;
    return fmin(max_avail_B, fmax(0, quota_B - stored_B));
}

/* Is the upmap balancer on: as stated, else from Pacific on or when the release is not stated. */
static bool balancer_on(const struct cluster *cluster)
{
    double release = cluster_release(cluster);
    if (cluster->balancer != FIELD_ABSENT)
        return cluster->balancer == 1;
    return isnan(release) || release >= 16;
}

/* -- what is worked with ------------------------------------------------ */

struct work {
    struct capacity *capacity;
    struct arena *arena;
    enum layout_kind kind;
    struct layout *crush, *balanced; /* [n_pools] */
    double *stored, *others, *mix;   /* [n_pools] client bytes */
    struct err *err;
};

static enum failure_unit unit_of_domain(int domain)
{
    static const enum failure_unit units[] = {
        [DOMAIN_OSD] = FAIL_OSD, [DOMAIN_HOST] = FAIL_HOST, [DOMAIN_RACK] = FAIL_RACK};
    return units[domain];
}

/* -- after a failure ---------------------------------------------------- */

static bool same_loss(const struct failure *a, const struct failure *b)
{
    if (a->unit != b->unit)
        return false;
    if (a->unit == FAIL_RACK)
        return a->rack == b->rack;
    return a->host == b->host && (a->unit == FAIL_HOST || (a->set == b->set && a->osds == b->osds));
}

/* The index of a failure in `afters`, made when it is new. */
static bool find_after(const struct work *work, const struct failure *failure, int *index)
{
    struct capacity *c = work->capacity;
    struct capacity_after *after = &c->afters[c->n_afters];
    for (int i = 0; i < c->n_afters; i++) {
        if (same_loss(&c->afters[i].failure, failure)) {
            *index = i;
            return true;
        }
    }
    after->failure = *failure;
    topology_lose(&c->topology, failure, work->arena, &after->topology);
    *index = c->n_afters++;
    after->layouts = arena_array(work->arena, (size_t)c->n_pools, sizeof *after->layouts);
    return capacity_layouts(c, &after->topology, work->kind, work->arena, after->layouts,
                            work->err);
}

bool capacity_loss(const struct capacity *c, int pool, enum failure_unit unit,
                   struct failure *failure)
{
    const struct pool *row = &c->pool_rows[pool];
    const struct layout *layout = &c->layouts[pool];
    bool has_spare = layout->domains > layout->scheme.n;
    if (has_spare || unit >= unit_of_domain(layout->domain))
        return layout_largest(&c->topology, row, unit, failure);
    return layout_tightest(&c->topology, layout, unit, failure) ||
           layout_largest(&c->topology, row, unit, failure);
}

static bool find_loss(const struct work *work, int pool, enum failure_unit unit, int *index)
{
    struct failure failure;
    *index = -1;
    return !capacity_loss(work->capacity, pool, unit, &failure) ||
           find_after(work, &failure, index);
}

static bool make_afters(const struct work *work)
{
    struct capacity *c = work->capacity;
    c->afters = arena_array(work->arena, 3 * (size_t)c->n_pools + 1, sizeof *c->afters);
    for (int i = 0; i < c->n_pools; i++) {
        struct pool_capacity *p = &c->pools[i];
        enum failure_unit unit = unit_of_domain(layout_domain(p->pool));
        if (!find_loss(work, i, unit, &p->after_domain) ||
            !find_loss(work, i, FAIL_OSD, &p->after_osd) ||
            !find_loss(work, i, FAIL_HOST, &p->after_host))
            return false;
    }
    return true;
}

bool capacity_rebuilds(const struct capacity *capacity, int pool, int after)
{
    if (after < 0)
        return false;
    const struct layout *layout = &capacity->afters[after].layouts[pool];
    return layout->placed == layout->scheme.n;
}

/* The most of `mix` on top of `base` that is rebuilt below backfillfull, where the fullest OSD
 * holds `scatter` times what is reckoned; infinite when nothing can be. */
static double room_after(const struct capacity *c, int pool, int after, const double *mix,
                         const double *base, double scatter)
{
    if (!capacity_rebuilds(c, pool, after))
        return HUGE_VAL;
    return capacity_joint_room(&c->afters[after].topology, c->afters[after].layouts, c->n_pools,
                               mix, base, c->backfillfull_frac / scatter, NULL);
}

/* Below nearfull, and below backfillfull after the loss of a domain of any pool of the mix. */
static double room_of_domains(const struct capacity *c, const double *mix, const double *base,
                              double scatter)
{
    double room_B = capacity_joint_room(&c->topology, c->layouts, c->n_pools, mix, base,
                                        c->nearfull_frac / scatter, NULL);
    for (int i = 0; i < c->n_pools; i++)
        if (mix[i] > 0)
            room_B = fmin(room_B, room_after(c, i, c->pools[i].after_domain, mix, base, scatter));
    return room_B;
}

double capacity_repair_room(const struct capacity *c, const double *mix, const double *base,
                            double scatter)
{
    double room_B = room_of_domains(c, mix, base, scatter);
    for (int i = 0; i < c->n_pools; i++) {
        const struct pool_capacity *p = &c->pools[i];
        if (!(mix[i] > 0))
            continue;
        room_B = fmin(room_B, room_after(c, i, p->after_osd, mix, base, scatter));
        if (p->domain == DOMAIN_RACK)
            room_B = fmin(room_B, room_after(c, i, p->after_host, mix, base, scatter));
    }
    return room_B;
}

double capacity_safe_room(const struct capacity *c, const double *mix)
{
    return room_of_domains(c, mix, NULL, c->imbalance);
}

/* -- one pool ----------------------------------------------------------- */

static double room_alone(const struct work *work, const struct layout *layouts, int pool,
                         double limit_frac, int *set)
{
    const struct capacity *c = work->capacity;
    for (int i = 0; i < c->n_pools; i++)
        work->mix[i] = i == pool;
    return capacity_joint_room(&c->topology, layouts, c->n_pools, work->mix, work->others,
                               limit_frac, set);
}

/* Pools of the same class share its data in proportion to `stored`, equally when one states
 * nothing, or all of them 0: `stored: 0B` is a statement too. */
static double data_frac(const struct work *work, int pool)
{
    const struct capacity *c = work->capacity;
    double sum = 0;
    int n = 0;
    bool stated = true;
    for (int i = 0; i < c->n_pools; i++) {
        if (!field_same_text(c->pool_rows[i].device_class, c->pool_rows[pool].device_class))
            continue;
        stated = stated && !isnan(c->pool_rows[i].stored_B);
        sum += work->stored[i];
        n++;
    }
    return stated && sum > 0 ? work->stored[pool] / sum : 1.0 / n;
}

static void count_pgs(const struct work *work, int pool)
{
    struct pool_capacity *p = &work->capacity->pools[pool];
    const struct layout *layout = &work->crush[pool];
    p->pg_assumed = p->pool->pg_num == FIELD_ABSENT;
    p->pg_num = p->pg_assumed ? pgs_advise(layout->osds, data_frac(work, pool), p->scheme.n,
                                           work->capacity->constants->pgs_default)
                              : p->pool->pg_num;
    p->pgs_per_osd = (double)p->pg_num * p->scheme.n / layout->osds;
}

static void fill_space(const struct work *work, int pool)
{
    struct capacity *c = work->capacity;
    struct pool_capacity *p = &c->pools[pool];
    struct layout *used = c->layouts;
    for (int i = 0; i < c->n_pools; i++)
        work->others[i] = i == pool ? 0 : work->stored[i];
    p->crush_B = room_alone(work, work->crush, pool, c->full_frac, NULL);
    p->balanced_B = room_alone(work, work->balanced, pool, c->full_frac, NULL);
    p->usable_B = room_alone(work, used, pool, 1, NULL);
    p->usable_full_B = room_alone(work, used, pool, c->full_frac, NULL);
    p->usable_nearfull_B = room_alone(work, used, pool, c->nearfull_frac, &p->limiting_set);
    const double *mix = work->mix, *others = work->others;
    p->loss_fill_B = room_after(c, pool, p->after_domain, mix, others, c->imbalance);
    p->osd_loss_fill_B = room_after(c, pool, p->after_osd, mix, others, c->imbalance);
    p->host_loss_fill_B = room_after(c, pool, p->after_host, mix, others, c->imbalance);
    p->rebuilds = capacity_rebuilds(c, pool, p->after_domain);
    p->safe_fill_B = room_of_domains(c, mix, others, c->imbalance);
}

static void fill_pool(const struct work *work, int pool)
{
    struct capacity *c = work->capacity;
    struct pool_capacity *p = &c->pools[pool];
    const struct layout *layout = &c->layouts[pool];
    p->domain = layout->domain;
    p->domains = layout->domains;
    p->raw_B = layout->raw_B;
    p->placeable = layout->placed == p->scheme.n;
    p->object_B = alloc_pool_object_B(p->pool);
    p->alloc_frac = layout->padding;
    p->stored_B = work->stored[pool];
    if (p->placeable)
        fill_space(work, pool);
    p->max_avail_B =
        capacity_quota_room(fmax(0, p->usable_full_B - p->stored_B), p->pool->quota_B, p->stored_B);
    p->used_frac = capacity_used_frac(p->stored_B, p->max_avail_B);
}

/* -- all pools of one set of OSDs --------------------------------------- */

/* One of Ceph's own pools beside others, with next to nothing in it: it stands on OSDs of every
 * class and would tie together what has nothing to do with each other. */
static bool is_aside(const struct capacity *c, int pool)
{
    bool others = false;
    for (int i = 0; i < c->n_pools; i++)
        others = others || (c->pools[i].placeable && !pool_is_system(&c->pool_rows[i]));
    return others && pool_is_system(&c->pool_rows[pool]) &&
           c->pools[pool].stored_B <= ASIDE * c->stored_B;
}

/* Pools that share an OSD get one number, the least of theirs. */
static void group_pools(struct capacity *c)
{
    for (int i = 0; i < c->n_pools; i++)
        c->pools[i].group = is_aside(c, i) ? CAPACITY_ASIDE : i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int s = 0; s < c->topology.n_sets; s++) {
            int least = c->n_pools;
            for (int i = 0; i < c->n_pools; i++)
                if (c->layouts[i].share[s] > 0 && c->pools[i].group >= 0 &&
                    c->pools[i].group < least)
                    least = c->pools[i].group;
            for (int i = 0; i < c->n_pools; i++) {
                if (c->layouts[i].share[s] > 0 && c->pools[i].group > least) {
                    c->pools[i].group = least;
                    changed = true;
                }
            }
        }
    }
}

bool capacity_group_mix(const struct capacity *c, int group, double *mix, bool *assumed)
{
    double sum = 0;
    int n = 0;
    bool stated = true;
    for (int i = 0; i < c->n_pools; i++) {
        if (c->pools[i].group != group || !c->pools[i].placeable)
            continue;
        stated = stated && !isnan(c->pool_rows[i].stored_B);
        sum += c->pools[i].stored_B;
        n++;
    }
    stated = stated && sum > 0;
    *assumed = n > 1 && !stated;
    for (int i = 0; i < c->n_pools; i++) {
        bool in = c->pools[i].group == group && c->pools[i].placeable;
        mix[i] = !in ? 0 : (stated ? c->pools[i].stored_B / sum : 1.0 / n);
    }
    return n > 0;
}

static double group_room(const struct work *work, double limit_frac)
{
    const struct capacity *c = work->capacity;
    return capacity_joint_room(&c->topology, c->layouts, c->n_pools, work->mix, NULL, limit_frac,
                               NULL);
}

static const char *class_name(const struct osd_set *set)
{
    static const char *const names[] = {[CLASS_HDD] = "hdd",
                                        [CLASS_SATA_SSD] = "ssd",
                                        [CLASS_SAS_SSD] = "ssd",
                                        [CLASS_NVME] = "nvme",
                                        [CLASS_SCM] = "nvme"};
    int class = set->group->device->class;
    return class == FIELD_ABSENT ? "-" : names[class];
}

static struct class_capacity *class_of(const struct capacity *c, int set)
{
    int i = 0;
    while (strcmp(c->classes[i].name, class_name(&c->topology.sets[set])) != 0)
        i++;
    return &c->classes[i];
}

/* Gives the bytes of work->mix to the class whose OSDs it stands on; NaN to each of several. */
static void add_to_classes(const struct work *work, double nearfull_B, double safe_B)
{
    const struct capacity *c = work->capacity;
    struct class_capacity *first = NULL;
    bool several = false;
    for (int s = 0; s < c->topology.n_sets; s++) {
        if (!(capacity_fill(&c->topology, c->layouts, c->n_pools, work->mix, s) > 0))
            continue;
        struct class_capacity *here = class_of(c, s);
        several = several || (first != NULL && here != first);
        if (several)
            here->safe_fill_B = first->safe_fill_B = here->usable_nearfull_B =
                first->usable_nearfull_B = NAN;
        if (first == NULL)
            first = here;
    }
    if (several || first == NULL)
        return;
    first->usable_nearfull_B += nearfull_B;
    first->safe_fill_B += safe_B;
}

static void add_group(const struct work *work, int group)
{
    struct capacity *c = work->capacity;
    double needed = 0, allocated = 0, raw_B = 0;
    bool assumed = false;
    if (!capacity_group_mix(c, group, work->mix, &assumed))
        return;
    c->mix_assumed = c->mix_assumed || assumed;
    double safe_B = capacity_safe_room(c, work->mix);
    for (int i = 0; i < c->n_pools; i++) {
        double raw = work->mix[i] * scheme_raw(&c->pools[i].scheme);
        needed += raw;
        allocated += raw * c->layouts[i].padding;
    }
    for (int s = 0; s < c->topology.n_sets; s++)
        if (capacity_fill(&c->topology, c->layouts, c->n_pools, work->mix, s) > 0)
            raw_B += topology_osds(&c->topology, s) * c->topology.sets[s].capacity_B;
    c->used_raw_B += raw_B;
    c->ideal_B += raw_B / needed;
    c->padded_B += raw_B / allocated;
    c->usable_B += group_room(work, 1);
    double nearfull_B = group_room(work, c->nearfull_frac);
    c->usable_nearfull_B += nearfull_B;
    c->usable_full_B += group_room(work, c->full_frac);
    c->safe_fill_B += safe_B;
    add_to_classes(work, nearfull_B, safe_B);
    c->repair_fill_B += capacity_repair_room(c, work->mix, NULL, c->imbalance);
}

/* -- classes ------------------------------------------------------------ */

static void add_to_class(const struct work *work, int set, struct class_capacity *class)
{
    const struct capacity *c = work->capacity;
    int osds = topology_osds(&c->topology, set);
    double fill = capacity_fill(&c->topology, c->layouts, c->n_pools, work->stored, set);
    class->osds += osds;
    class->raw_B += osds * c->topology.sets[set].capacity_B;
    class->stored_raw_B += osds * fill * c->topology.sets[set].capacity_B;
    class->fullest_frac = fmax(class->fullest_frac, fill);
    for (int i = 0; i < c->n_pools; i++)
        class->pgs_per_osd += (double)osds * c->pools[i].pg_num * c->layouts[i].share[set];
}

static void fill_classes(const struct work *work)
{
    struct capacity *c = work->capacity;
    c->classes = arena_array(work->arena, (size_t)c->topology.n_sets, sizeof *c->classes);
    for (int s = 0; s < c->topology.n_sets; s++) {
        const char *name = class_name(&c->topology.sets[s]);
        int i = 0;
        while (i < c->n_classes && strcmp(c->classes[i].name, name) != 0)
            i++;
        if (i == c->n_classes)
            c->classes[c->n_classes++].name = name;
        add_to_class(work, s, &c->classes[i]);
    }
    for (int i = 0; i < c->n_classes; i++) {
        struct class_capacity *class = &c->classes[i];
        class->pgs_per_osd /= class->osds;
        class->fill_frac = class->stored_raw_B / class->raw_B;
        c->pgs_per_osd = fmax(c->pgs_per_osd, class->pgs_per_osd);
        c->stored_raw_B += class->stored_raw_B;
    }
}

/* -- all of it ---------------------------------------------------------- */

static void set_pools(const struct cluster *cluster, struct arena *arena, struct capacity *c)
{
    c->pool_rows = cluster->pools;
    c->n_pools = cluster->n_pools;
    if (c->n_pools == 0) {
        struct pool *pool = arena_alloc(arena, sizeof *pool);
        field_init(field_find(&cluster_schema, "pools")->sub, pool);
        pool->name = "assumed";
        c->pool_rows = pool;
        c->n_pools = 1;
        c->pool_assumed = true;
    }
    c->pools = arena_array(arena, (size_t)c->n_pools, sizeof *c->pools);
    for (int i = 0; i < c->n_pools; i++) {
        c->pools[i].pool = &c->pool_rows[i];
        c->pools[i].scheme = scheme_of(&c->pool_rows[i]);
    }
}

static double ratio_or(double stated, double otherwise)
{
    return isnan(stated) ? otherwise : stated;
}

static void set_ratios(const struct cluster *cluster, struct capacity *c)
{
    const struct ratios *r = cluster->ratios;
    c->nearfull_frac = ratio_or(r == NULL ? UNKNOWN : r->nearfull_frac, 0.85);
    c->backfillfull_frac = ratio_or(r == NULL ? UNKNOWN : r->backfillfull_frac, 0.90);
    c->full_frac = ratio_or(r == NULL ? UNKNOWN : r->full_frac, 0.95);
}

/* How much fuller than expected the fullest OSD is, without a balancer: the number of groups on an
 * OSD is binomial, so that the law for small shares holds with the variance that is left, pg_num
 * share (1 - share). None is left where every OSD holds a shard of every group. The balancer stops
 * within balancer_deviation groups of the mean. */
static double scatter_at(const struct capacity *c, int set, bool balanced)
{
    double groups = 0, variance = 0, osds = 0;
    for (int i = 0; i < c->n_pools; i++) {
        double share = c->layouts[i].share[set];
        groups += c->pools[i].pg_num * share;
        variance += c->pools[i].pg_num * share * (1 - share);
        osds = fmax(osds, share > 0 ? c->layouts[i].osds : 0);
    }
    if (!(groups > 0))
        return 1;
    double scale = c->constants->imbalance_scale * sqrt(variance / groups);
    double here = fmax(1, placement_imbalance(osds, groups, scale));
    return balanced ? fmin(here, 1 + c->constants->balancer_deviation / groups) : here;
}

static void fill_scatter(const struct work *work)
{
    struct capacity *c = work->capacity;
    c->imbalance = c->tolerance = 1;
    c->tolerances = arena_array(work->arena, (size_t)c->topology.n_sets, sizeof(double));
    for (int s = 0; s < c->topology.n_sets; s++) {
        double here = scatter_at(c, s, c->balanced);
        c->tolerances[s] = c->balanced ? here : 1;
        c->tolerance = fmax(c->tolerance, c->tolerances[s]);
        c->imbalance = fmax(c->imbalance, c->balanced ? 1 : here);
    }
}

/* Layouts of both kinds, PG counts and the scatter that follows from them. */
static bool lay_out(struct work *work)
{
    struct capacity *c = work->capacity;
    size_t n = (size_t)c->n_pools;
    work->crush = arena_array(work->arena, n, sizeof *work->crush);
    work->balanced = arena_array(work->arena, n, sizeof *work->balanced);
    work->stored = arena_array(work->arena, n, sizeof(double));
    work->others = arena_array(work->arena, n, sizeof(double));
    work->mix = arena_array(work->arena, n, sizeof(double));
    if (!capacity_layouts(c, &c->topology, LAYOUT_CRUSH, work->arena, work->crush, work->err) ||
        !capacity_layouts(c, &c->topology, LAYOUT_BALANCED, work->arena, work->balanced, work->err))
        return false;
    c->layouts = c->balanced ? work->balanced : work->crush;
    work->kind = c->balanced ? LAYOUT_BALANCED : LAYOUT_CRUSH;
    for (int i = 0; i < c->n_pools; i++) {
        work->stored[i] = ratio_or(c->pool_rows[i].stored_B, 0);
        c->stored_B += work->stored[i];
    }
    for (int i = 0; i < c->n_pools; i++)
        count_pgs(work, i);
    fill_classes(work);
    fill_scatter(work);
    return true;
}

bool capacity_make(const struct cluster *cluster, const struct constants *constants,
                   struct arena *arena, struct capacity *capacity, struct err *err)
{
    struct capacity made = {
        .cluster = cluster, .constants = constants, .balanced = balancer_on(cluster)};
    struct work work = {.capacity = &made, .arena = arena, .err = err};
    if (!topology_make(cluster, arena, &made.topology, err))
        return false;
    made.raw_B = topology_raw_B(&made.topology);
    made.installed_B = made.raw_B + topology_side_B(&made.topology);
    set_pools(cluster, arena, &made);
    set_ratios(cluster, &made);
    if (!lay_out(&work) || !make_afters(&work))
        return false;
    made.rebuilds_after_host_loss = true;
    for (int i = 0; i < made.n_pools; i++) {
        fill_pool(&work, i);
        made.rebuilds_after_host_loss =
            made.rebuilds_after_host_loss && capacity_rebuilds(&made, i, made.pools[i].after_host);
    }
    group_pools(&made);
    for (int group = 0; group < made.n_pools; group++)
        add_group(&work, group);
    *capacity = made;
    return true;
}
