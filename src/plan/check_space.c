/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function a rule. A rule computes nothing of its own: its figures come from the engine, its
 * thresholds from models/. */
#include "plan/check_space.h"

#include "base/units.h"
#include "engine/outage.h"

#define POOLS_DOC "Ceph documentation, pools: size and min_size"
#define EC_DOC "Ceph documentation, erasure code: min_size is k + 1"
#define FULL_DOC "Ceph documentation, storage capacity: nearfull, backfillfull and full ratios"
#define PGS_DOC "Ceph documentation, placement groups: mon_max_pg_per_osd"

struct looking {
    const struct capacity *c;
    const struct planning *planning;
    const struct advice *advice;
    struct findings *findings;
    int pool;
    const struct pool_capacity *p;
    const char *where;
};

typedef bool pool_rule(struct looking *l, struct err *err);

static const char *domain_name(const struct looking *l, int n)
{
    const char *name = failure_domain_names[l->p->domain];
    return arena_printf(l->findings->arena, "%d %s%s", n, name, n == 1 ? "" : "s");
}

/* -- redundancy ---------------------------------------------------------- */

static bool rule_size(struct looking *l, struct err *err)
{
    const struct scheme *s = &l->p->scheme;
    (void)err;
    if (s->erasure || s->n > 2)
        return true;
    struct finding finding = {s->n == 1 ? "size-1" : "size-2",
                              SEVERITY_SEVERE,
                              l->where,
                              NULL,
                              s->n == 1
                                  ? "any failed device loses data; size 3 survives two"
                                  : "one failure leaves a single copy, and the next one, or a "
                                    "read error during the rebuild, loses data; size 3",
                              POOLS_DOC};
    findings_add(l->findings, &finding, s->n == 1 ? "keeps one copy" : "keeps two copies");
    return true;
}

static bool rule_min_size(struct looking *l, struct err *err)
{
    const struct scheme *s = &l->p->scheme;
    (void)err;
    if (!s->erasure && s->n > 1 && s->min_size == 1) {
        struct finding finding = {"min-size-1",
                                  SEVERITY_SEVERE,
                                  l->where,
                                  NULL,
                                  "writes are acknowledged with one copy: when that device dies "
                                  "they are gone; min_size 2 "
                                  "(with size 3 I/O still goes on after one failure)",
                                  POOLS_DOC};
        findings_add(l->findings, &finding, "min_size is 1 at size %d", s->n);
    }
    if (s->erasure && s->min_size <= s->k && s->n - s->k > 1) {
        struct finding finding = {
            "min-size-k",
            SEVERITY_WARN,
            l->where,
            NULL,
            "writes are acknowledged without any redundancy: the next failure "
            "loses them; min_size k + 1",
            EC_DOC};
        findings_add(l->findings, &finding, "min_size is %d with k %d", s->min_size, s->k);
    }
    if (s->min_size == s->n && s->n > 1) {
        struct finding finding = {
            "min-size-all",
            SEVERITY_WARN,
            l->where,
            NULL,
            "the first lost OSD stops I/O of its groups until they are rebuilt",
            s->erasure ? EC_DOC : POOLS_DOC};
        findings_add(l->findings, &finding, "min_size is %d of %d", s->min_size, s->n);
    }
    return true;
}

/* What over OSDs instead of hosts would mean: the probability that a host holds too many shards of
 * a group. */
static bool shared_host(struct looking *l, double *probability, struct err *err)
{
    const struct topology *t = &l->c->topology;
    struct arena *arena = l->findings->arena;
    const struct scheme *s = &l->p->scheme;
    struct crush_unit *units = arena_array(arena, (size_t)t->n_hosts, sizeof *units);
    int osds = 0;
    size_t n = 0;
    for (int i = 0; i < t->n_hosts; i++) {
        struct crush_items *items =
            arena_array(arena, (size_t)t->hosts[i].n_sets + 1, sizeof *items);
        size_t n_items = 0;
        for (int j = 0; j < t->hosts[i].n_sets; j++) {
            const struct osd_set *set = &t->sets[t->hosts[i].first_set + j];
            if (layout_holds(l->p->pool, set))
                items[n_items++] = (struct crush_items){set->capacity_B, set->per_host};
        }
        osds += t->hosts[i].count * crush_available(items, n_items);
        if (n_items > 0)
            units[n++] = (struct crush_unit){items, n_items, t->hosts[i].count};
    }
    *probability = 1;
    return osds < s->n || crush_any_unit(units, n, s->n, s->n - s->k + 1, probability, err);
}

static bool rule_domains(struct looking *l, struct err *err)
{
    const struct scheme *s = &l->p->scheme;
    char title[40];
    double shared = 0;
    if (l->p->placeable)
        return true;
    scheme_title(s, title, sizeof title);
    if (!shared_host(l, &shared, err))
        return false;
    const char *why =
        s->erasure
            ? arena_printf(
                  l->findings->arena,
                  "groups stay undersized; add hosts, or spread over OSDs: then %.1f %% of the "
                  "placements hold more than %d shards on one host, whose failure loses access",
                  100 * shared, s->n - s->k)
            : arena_printf(
                  l->findings->arena,
                  "groups stay undersized; add hosts; or size %d over OSDs: copies then share a "
                  "host, and its loss stops I/O at min_size %d; or size %d: %s",
                  s->n, s->min_size, l->p->domains,
                  l->p->domains < 3 ? "one failure leaves a single copy at most"
                                    : "one failure less is survived");
    struct finding finding = {"too-few-domains",
                              SEVERITY_SEVERE,
                              l->where,
                              NULL,
                              why,
                              "github.com/rook/rook issues 10672 and 11650"};
    findings_add(l->findings, &finding, "%s needs %s, %d %s there", title, domain_name(l, s->n),
                 l->p->domains, l->p->domains == 1 ? "is" : "are");
    return true;
}

/* What fails inside a failure domain that has no other to go to is rebuilt by the rest of it alone:
 * a disk by its host, a host by its rack. `fill_B`: up to where that ends below backfillfull. */
static void add_inner(struct looking *l, const char *id, const char *unit, const char *others,
                      double fill_B)
{
    if (!isfinite(fill_B) || fill_B >= l->p->usable_nearfull_B)
        return;
    /* Rounded down: a ratio above it is too high. */
    double nearfull = floor(100 * fill_B / l->p->usable_B + 1e-6) / 100;
    struct finding finding = {
        id,
        SEVERITY_WARN,
        l->where,
        NULL,
        arena_printf(l->findings->arena,
                     "above it backfillfull blocks that rebuild and redundancy stays reduced until "
                     "the %s is replaced; stay below it, or set nearfull to %.2f",
                     unit, nearfull),
        "https://www.thomas-krenn.com/en/wiki/"
        "Determine_the_optimal_nearfull_ratio_in_the_Proxmox_Ceph_3-node_cluster"};
    bool beyond = l->p->stored_B > fill_B;
    findings_add(l->findings, &finding,
                 "a lost %s is rebuilt by the other %s alone: only up to %s%s%s%s", unit, others,
                 findings_bytes(l->findings->arena, fill_B), beyond ? ", and " : "",
                 beyond ? findings_bytes(l->findings->arena, l->p->stored_B) : "",
                 beyond ? " are stored" : "");
}

/* As many domains as shards: a lost one cannot be rebuilt, and what is lost of one only by the rest
 * of it. */
static bool rule_spare(struct looking *l, struct err *err)
{
    const struct scheme *s = &l->p->scheme;
    const char *domain = failure_domain_names[l->p->domain];
    (void)err;
    if (!l->p->placeable || l->p->rebuilds || s->n == 1)
        return true;
    struct finding finding = {
        "no-spare-domain",
        SEVERITY_WARN,
        l->where,
        NULL,
        arena_printf(l->findings->arena,
                     "redundancy stays reduced until it returns; %s let it be rebuilt",
                     domain_name(l, s->n + 1)),
        "github.com/ceph/ceph pulls 12923 and 35560"};
    findings_add(l->findings, &finding, "with %s nothing can be rebuilt after one is lost",
                 domain_name(l, l->p->domains));
    if (l->p->domain != DOMAIN_OSD)
        add_inner(l, "nearfull-too-high", "disk",
                  arena_printf(l->findings->arena, "disks of its %s", domain),
                  l->p->osd_loss_fill_B);
    if (l->p->domain == DOMAIN_RACK)
        add_inner(l, "nearfull-too-high-for-host", "host", "hosts of its rack",
                  l->p->host_loss_fill_B);
    return true;
}

/* Over OSDs, several of which stand on one device: its failure takes as many shards of a group. */
static bool rule_shared_device(struct looking *l, struct err *err)
{
    const struct scheme *s = &l->p->scheme;
    int most = 1;
    (void)err;
    for (int i = 0; i < l->c->topology.n_sets; i++) {
        const struct osd_set *set = &l->c->topology.sets[i];
        if (layout_holds(l->p->pool, set) && set->group->osds_per_device > most)
            most = set->group->osds_per_device;
    }
    if (l->p->domain != DOMAIN_OSD || !l->p->placeable || most == 1)
        return true;
    bool loses = most > s->n - s->k;
    struct finding finding = {"copies-share-device",
                              loses ? SEVERITY_SEVERE : SEVERITY_WARN,
                              l->where,
                              NULL,
                              loses ? "one failed device loses data; failure_domain host"
                                    : "one failed device costs more redundancy than it seems; "
                                      "failure_domain host",
                              "Ceph documentation, CRUSH maps: failure domains"};
    findings_add(l->findings, &finding,
                 "%d OSDs stand on one device, which may hold as many copies or shards of a group",
                 most);
    return true;
}

/* A pool without a class of its own over disks and flash: its PGs stand on both. */
static bool rule_classes(struct looking *l, struct err *err)
{
    const struct topology *t = &l->c->topology;
    bool disk = false, flash = false;
    (void)err;
    for (int i = 0; i < t->n_sets; i++) {
        const struct device *device = t->sets[i].group->device;
        if (!layout_holds(l->p->pool, &t->sets[i]) || device->class == FIELD_ABSENT)
            continue;
        disk = disk || !device_is_flash(device);
        flash = flash || device_is_flash(device);
    }
    struct finding finding = {"mixed-classes",
                              SEVERITY_WARN,
                              l->where,
                              NULL,
                              "most operations wait for a disk, and the flash is filled with what "
                              "is as slow; a pool, or a CRUSH rule, for each device class",
                              "Ceph documentation, CRUSH maps: device classes"};
    if (disk && flash && l->p->group != CAPACITY_ASIDE)
        findings_add(l->findings, &finding,
                     "no device_class: its placement groups stand on disks and on flash alike");
    return true;
}

/* Copies over OSDs may share a host. */
static bool rule_osd_domain(struct looking *l, struct err *err)
{
    struct failure failure;
    struct outage outage;
    double some = 0;
    if (l->p->domain != DOMAIN_OSD || !l->p->placeable ||
        !layout_largest(&l->c->topology, l->p->pool, FAIL_HOST, &failure))
        return true;
    if (!outage_make(l->c, l->pool, &failure, l->findings->arena, &outage, err))
        return false;
    if (!outage.io_stops)
        return true;
    if (!shared_host(l, &some, err))
        return false;
    if (outage.data_lost) {
        struct finding finding = {
            "host-loses-data",
            SEVERITY_SEVERE,
            l->where,
            NULL,
            "failure_domain host keeps the copies or shards of a group on different hosts",
            "github.com/rook/rook issue 11650"};
        findings_add(l->findings, &finding,
                     "%s of the groups have too many copies or shards on one host: when that host "
                     "fails their data is not accessible, and gone if it does not return",
                     units_text(DIM_FRACTION, some).text);
        return true;
    }
    struct finding finding = {"host-stops-io",
                              SEVERITY_WARN,
                              l->where,
                              NULL,
                              "failure_domain host spreads them",
                              "github.com/rook/rook issue 10672"};
    findings_add(l->findings, &finding, "the loss of a host stops I/O of %s of the groups",
                 units_text(DIM_FRACTION, outage.stopped_frac).text);
    return true;
}

/* -- space --------------------------------------------------------------- */

/* Raw bytes that even perfect balancing cannot fill, because copies need distinct domains. */
static bool rule_stranded(struct looking *l, struct err *err)
{
    const struct pool_capacity *p = l->p;
    (void)err;
    double full_B = p->balanced_B / l->c->full_frac * scheme_raw(&p->scheme) * p->alloc_frac;
    for (int i = 0; i < l->c->n_pools; i++)
        if (i != l->pool && l->c->pools[i].group == p->group)
            return true; /* the others' data stands there too */
    if (!p->placeable || p->group == CAPACITY_ASIDE ||
        p->raw_B - full_B < advice_value(l->advice, ADVICE_stranded) * p->raw_B)
        return true;
    struct finding finding = {"stranded-raw",
                              SEVERITY_WARN,
                              l->where,
                              NULL,
                              arena_printf(l->findings->arena,
                                           "no %s holds two copies or shards of a group, so that "
                                           "the largest cannot be filled; domains of equal size",
                                           failure_domain_names[p->domain]),
                              "github.com/ceph/ceph pull 59614; arithmetic"};
    findings_add(l->findings, &finding, "of %s raw %s can never be used",
                 findings_bytes(l->findings->arena, p->raw_B),
                 findings_bytes(l->findings->arena, p->raw_B - full_B));
    return true;
}

static bool rule_unequal(struct looking *l, struct err *err)
{
    (void)err;
    if (!l->p->placeable || l->p->group == CAPACITY_ASIDE ||
        l->p->crush_B > 0.97 * l->p->balanced_B)
        return true;
    struct finding finding = {"unequal-domains",
                              l->c->balanced ? SEVERITY_INFO : SEVERITY_WARN,
                              l->where,
                              NULL,
                              "CRUSH gives small failure domains more than their share, so they "
                              "fill first; equal domains, or "
                              "the upmap balancer",
                              "github.com/ceph/ceph pull 59614"};
    findings_add(l->findings, &finding, "CRUSH alone holds %s, a balanced cluster %s (at full)",
                 findings_bytes(l->findings->arena, l->p->crush_B),
                 findings_bytes(l->findings->arena, l->p->balanced_B));
    return true;
}

static bool rule_objects(struct looking *l, struct err *err)
{
    (void)err;
    if (l->p->alloc_frac < advice_value(l->advice, ADVICE_alloc_waste))
        return true;
    char object[40];
    units_format(DIM_BLOCK, l->p->object_B, object, sizeof object);
    struct finding finding = {
        "small-objects",
        SEVERITY_WARN,
        l->where,
        NULL,
        "stripe and allocation units pad them; OSDs made anew under Pacific or "
        "later allocate 4 KiB, Tentacle's optimizations pad no stripes",
        "github.com/ceph/ceph pulls 32809 and 34588"};
    findings_add(l->findings, &finding, "objects of %s take %s times the space they should", object,
                 units_text(DIM_OPS, l->p->alloc_frac).text);
    return true;
}

/* A limit that is reached: a row for each of growth_limits' fills, the last for a pool's quota. */
static void add_reached(struct looking *l, const struct growth_limit *limit, int row)
{
    static const struct {
        const char *id;
        enum severity severity;
        const char *why, *source;
    } rows[N_GROWTH_FILLS + 1] = {
        {"above-plan", SEVERITY_INFO,
         "the fullest OSD may pass a limit, or a lost disk may not be rebuilt", FULL_DOC},
        {"above-limit", SEVERITY_WARN, "a lost failure domain may not be rebuilt", FULL_DOC},
        {"above-limit", SEVERITY_WARN,
         "the cluster warns, and little is left until backfills and writes stop", FULL_DOC},
        {"above-limit", SEVERITY_SEVERE, "nothing is rebuilt onto such OSDs", FULL_DOC},
        {"full", SEVERITY_SEVERE, "writes stop", FULL_DOC},
        {"quota-full", SEVERITY_SEVERE, "writes to this pool stop",
         "Ceph documentation, pools: pool quotas"},
    };
    struct arena *arena = l->findings->arena;
    struct finding finding = {
        rows[row].id,
        rows[row].severity,
        limit->pool == NULL ? "cluster" : arena_printf(arena, "pool %s", limit->pool->name),
        NULL,
        rows[row].why,
        rows[row].source};
    if (!isfinite(limit->now_frac)) /* rule_domains says it */
        return;
    const char *what = limit->pool != NULL  ? "its quota"
                       : row == GROWTH_PLAN ? "what to store at most"
                                            : arena_printf(arena, "the %s limit", limit->limit);
    findings_add(l->findings, &finding, "holds %.0f %% of %s", 100 * limit->now_frac, what);
}

/* Growth that reaches a limit soon. */
static void add_soon(struct looking *l, const struct growth_limit *limit, const char *what)
{
    struct finding finding = {"full-soon",
                              SEVERITY_WARN,
                              "cluster",
                              NULL,
                              "ordering and rebalancing take time",
                              advice_source(l->advice, ADVICE_full_soon)};
    if (!(limit->years <= advice_value(l->advice, ADVICE_full_soon)))
        return;
    if (12 * limit->years < 1)
        findings_add(l->findings, &finding, "%s is reached within a month", what);
    else
        findings_add(l->findings, &finding, "%s is reached in %.1f months", what,
                     12 * limit->years);
}

static void check_limits(struct looking *l)
{
    struct growth_limit *limits;
    int n = growth_limits(l->c, l->findings->arena, &limits), highest = -1;
    bool quota = false;
    for (int i = 0; i < n; i++) {
        if (limits[i].years > 0)
            continue;
        if (i < N_GROWTH_FILLS) {
            highest = i;
        } else {
            add_reached(l, &limits[i], N_GROWTH_FILLS);
            quota = true;
        }
    }
    if (highest > GROWTH_PLAN || (highest == GROWTH_PLAN && !quota))
        add_reached(l, &limits[highest], highest);
    if (n > 0 && highest < GROWTH_PLAN)
        add_soon(l, &limits[GROWTH_PLAN], "what to store at most");
    else if (highest == GROWTH_PLAN)
        add_soon(l, &limits[GROWTH_SAFE], "the safe fill");
}

/* -- placement groups ---------------------------------------------------- */

static bool rule_pg_num(struct looking *l, struct err *err)
{
    int pgs = l->p->pg_num;
    (void)err;
    if (l->p->pg_assumed)
        return true;
    if ((pgs & (pgs - 1)) != 0) {
        struct finding finding = {"pg-not-power-of-two",
                                  SEVERITY_WARN,
                                  l->where,
                                  NULL,
                                  "some groups hold twice what others do",
                                  PGS_DOC};
        findings_add(l->findings, &finding, "pg_num is %d", pgs);
    }
    return true;
}

static void check_pgs(struct looking *l)
{
    double most = planning_value(l->planning, PLAN_pg_per_osd_max);
    double least = advice_value(l->advice, ADVICE_pg_per_osd_low);
    bool assumed = false;
    for (int i = 0; i < l->c->n_pools; i++)
        assumed = assumed || l->c->pools[i].pg_assumed;
    for (int i = 0; i < l->c->n_classes; i++) {
        const struct class_capacity *class = &l->c->classes[i];
        const char *where = arena_printf(l->findings->arena, "class %s", class->name);
        struct finding many = {"pg-too-many",
                               SEVERITY_SEVERE,
                               where,
                               NULL,
                               "the monitors refuse such pools; fewer groups, or more OSDs",
                               PGS_DOC};
        struct finding few = {
            "pg-too-few",
            SEVERITY_WARN,
            where,
            NULL,
            "data and load spread unevenly, rebuilds are slow; the calculator aims at "
            "100",
            advice_source(l->advice, ADVICE_pg_per_osd_low)};
        if (class->pgs_per_osd > most)
            findings_add(l->findings, &many,
                         "the pools add up to %s placement groups an OSD, above %g",
                         units_text(DIM_OPS, class->pgs_per_osd).text, most);
        if (class->pgs_per_osd > 0 && class->pgs_per_osd < least && !assumed)
            findings_add(l->findings, &few, "the pools add up to %s placement groups an OSD",
                         units_text(DIM_OPS, class->pgs_per_osd).text);
    }
}

static void check_balancer(struct looking *l)
{
    if (l->c->balanced || l->c->imbalance < 1.05)
        return;
    struct finding finding = {
        "balancer-off",
        SEVERITY_WARN,
        "cluster",
        NULL,
        "it fills first and takes the most load; the upmap balancer (Luminous and "
        "later) levels it",
        "Ceph documentation, balancer module"};
    findings_add(l->findings, &finding,
                 "without the balancer the fullest OSD holds about %.2f times the mean",
                 l->c->imbalance);
}

bool check_space(const struct capacity *capacity, const struct planning *planning,
                 const struct advice *advice, struct findings *findings, struct err *err)
{
    static pool_rule *const rules[] = {rule_size,    rule_min_size,   rule_domains,
                                       rule_spare,   rule_osd_domain, rule_shared_device,
                                       rule_classes, rule_unequal,    rule_stranded,
                                       rule_objects, rule_pg_num};
    struct looking l = {capacity, planning, advice, findings, 0, NULL, NULL};
    for (l.pool = 0; l.pool < capacity->n_pools; l.pool++) {
        l.p = &capacity->pools[l.pool];
        l.where = arena_printf(findings->arena, "pool %s",
                               l.p->pool->name == NULL ? "" : l.p->pool->name);
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
            if (!rules[i](&l, err))
                return false;
    }
    check_pgs(&l);
    check_balancer(&l);
    check_limits(&l);
    return true;
}
