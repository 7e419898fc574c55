/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the sum over OSDs of share is `placed`. */
#include "engine/layout.h"

#include "engine/inputs.h"

#include <stdio.h>

struct scheme scheme_of(const struct pool *pool)
{
    struct scheme scheme = {.erasure = pool->type == POOL_ERASURE, .k = 1};
    if (scheme.erasure) {
        scheme.k = pool->k;
        scheme.n = pool->k + pool->m;
        scheme.min_size = pool->k + (pool->m - 1 < 1 ? pool->m - 1 : 1);
    } else {
        scheme.n = pool->size == FIELD_ABSENT ? 3 : pool->size;
        scheme.min_size = scheme.n - scheme.n / 2;
    }
    if (pool->min_size != FIELD_ABSENT)
        scheme.min_size = pool->min_size;
    return scheme;
}

double scheme_raw(const struct scheme *scheme)
{
    return (double)scheme->n / scheme->k;
}

int scheme_losses_survived(const struct scheme *scheme)
{
    return scheme->n - scheme->k;
}

int scheme_losses_with_io(const struct scheme *scheme)
{
    return scheme->n - scheme->min_size;
}

void scheme_title(const struct scheme *scheme, char *buf, size_t size)
{
    if (scheme->erasure)
        (void)snprintf(buf, size, "%d+%d", scheme->k, scheme->n - scheme->k);
    else
        (void)snprintf(buf, size, "size %d", scheme->n);
}

bool layout_holds(const struct pool *pool, const struct osd_set *set)
{
    return engine_class_matches(pool->device_class, set->group->device);
}

int layout_domain(const struct pool *pool)
{
    return pool->failure_domain == FIELD_ABSENT ? DOMAIN_HOST : pool->failure_domain;
}

double layout_host_weight(const struct topology *topology, const struct pool *pool, int host)
{
    const struct host_set *hosts = &topology->hosts[host];
    double sum = 0;
    for (int i = hosts->first_set; i < hosts->first_set + hosts->n_sets; i++)
        if (layout_holds(pool, &topology->sets[i]))
            sum += topology->sets[i].per_host * topology->sets[i].capacity_B;
    return sum;
}

/* -- failure domains as items for CRUSH --------------------------------- */

struct domains {
    struct crush_items *items; /* kinds of equal domains */
    size_t n;
    int *kind_of; /* [sets]: the kind whose probability an OSD of the set shares; -1: none */
};

/* The kind of that weight, `count` more of it. */
static int add_domain(struct domains *domains, double weight, int count)
{
    for (size_t i = 0; i < domains->n; i++) {
        if (fabs(domains->items[i].weight - weight) <= 1e-12 * weight) {
            domains->items[i].count += count;
            return (int)i;
        }
    }
    domains->items[domains->n] = (struct crush_items){weight, count};
    return (int)domains->n++;
}

static double rack_weight(const struct topology *topology, const struct pool *pool, int rack)
{
    double sum = 0;
    for (int i = 0; i < topology->n_hosts; i++)
        if (topology->hosts[i].rack == rack)
            sum += topology->hosts[i].count * layout_host_weight(topology, pool, i);
    return sum;
}

static void collect_osds(const struct topology *topology, const struct pool *pool,
                         struct domains *domains)
{
    for (int i = 0; i < topology->n_sets; i++)
        if (layout_holds(pool, &topology->sets[i]) && topology_osds(topology, i) > 0)
            domains->kind_of[i] =
                add_domain(domains, topology->sets[i].capacity_B, topology_osds(topology, i));
}

/* Hosts, or racks; every OSD of the pool in `host` belongs to that kind. */
static void mark_host(const struct topology *topology, const struct pool *pool, int host, int kind,
                      struct domains *domains)
{
    const struct host_set *hosts = &topology->hosts[host];
    for (int i = hosts->first_set; i < hosts->first_set + hosts->n_sets; i++)
        if (layout_holds(pool, &topology->sets[i]) && topology->sets[i].per_host > 0)
            domains->kind_of[i] = kind;
}

static void collect_hosts(const struct topology *topology, const struct pool *pool,
                          struct domains *domains)
{
    for (int i = 0; i < topology->n_hosts; i++) {
        double weight = layout_host_weight(topology, pool, i);
        if (weight > 0 && topology->hosts[i].count > 0)
            mark_host(topology, pool, i, add_domain(domains, weight, topology->hosts[i].count),
                      domains);
    }
}

static void collect_racks(const struct topology *topology, const struct pool *pool,
                          struct domains *domains)
{
    for (int rack = 0; rack < topology->n_racks; rack++) {
        double weight = rack_weight(topology, pool, rack);
        if (!(weight > 0))
            continue;
        int kind = add_domain(domains, weight, 1);
        for (int i = 0; i < topology->n_hosts; i++)
            if (topology->hosts[i].rack == rack)
                mark_host(topology, pool, i, kind, domains);
    }
}

static bool check_pool(const struct topology *topology, const struct pool *pool, struct err *err)
{
    bool any = false, rackless = false;
    for (int i = 0; i < topology->n_sets; i++) {
        bool holds = layout_holds(pool, &topology->sets[i]);
        any = any || holds;
        rackless = rackless || (holds && topology->hosts[topology->sets[i].host].rack == NO_RACK);
    }
    const char *name = pool->name == NULL ? "" : pool->name;
    if (!any)
        return err_at(err, pool->place.file, pool->place.line, pool->place.col,
                      "no OSD is of class '%.40s', which pool '%.60s' asks for", pool->device_class,
                      name);
    if (rackless && layout_domain(pool) == DOMAIN_RACK)
        return err_at(
            err, pool->place.file, pool->place.line, pool->place.col,
            "pool '%.60s' spreads over racks but a host names none; give every host `rack`", name);
    return true;
}

static void collect(const struct topology *topology, const struct pool *pool, struct arena *arena,
                    struct domains *domains)
{
    static void (*const collectors[])(const struct topology *, const struct pool *,
                                      struct domains *) = {
        [DOMAIN_OSD] = collect_osds, [DOMAIN_HOST] = collect_hosts, [DOMAIN_RACK] = collect_racks};
    size_t most = (size_t)topology->n_sets + (size_t)topology->n_hosts + (size_t)topology->n_racks;
    domains->items = arena_array(arena, most, sizeof *domains->items);
    domains->kind_of = arena_array(arena, (size_t)topology->n_sets, sizeof(int));
    for (int i = 0; i < topology->n_sets; i++)
        domains->kind_of[i] = -1;
    collectors[layout_domain(pool)](topology, pool, domains);
}

bool layout_make(const struct topology *topology, const struct pool *pool, enum layout_kind kind,
                 struct arena *arena, struct layout *layout, struct err *err)
{
    struct layout made = {.pool = pool, .kind = kind, .domain = layout_domain(pool), .padding = 1};
    struct domains domains = {0};
    if (!check_pool(topology, pool, err))
        return false;
    collect(topology, pool, arena, &domains);
    made.scheme = scheme_of(pool);
    made.domains = crush_available(domains.items, domains.n);
    made.placed = made.scheme.n < made.domains ? made.scheme.n : made.domains;
    double *probability = arena_array(arena, domains.n + 1, sizeof *probability);
    double *share = arena_array(arena, (size_t)topology->n_sets, sizeof *share);
    bool ok = made.placed == 0 ||
              (kind == LAYOUT_CRUSH
                   ? crush_inclusion(domains.items, domains.n, made.placed, probability, arena, err)
                   : crush_balanced(domains.items, domains.n, made.placed, probability, err));
    for (int i = 0; i < topology->n_sets && ok; i++) {
        int kind_of = domains.kind_of[i];
        if (kind_of < 0)
            continue;
        share[i] =
            probability[kind_of] * topology->sets[i].capacity_B / domains.items[kind_of].weight;
        made.osds += topology_osds(topology, i);
        made.raw_B += topology_osds(topology, i) * topology->sets[i].capacity_B;
    }
    made.share = share;
    if (ok)
        *layout = made;
    return ok;
}

double layout_fill_per_byte(const struct topology *topology, const struct layout *layout, int set)
{
    return layout->share[set] * layout->padding / layout->scheme.k / topology->sets[set].capacity_B;
}

/* -- the largest unit --------------------------------------------------- */

static double osds_weight(const struct topology *topology, const struct pool *pool, int set,
                          int osds)
{
    return layout_holds(pool, &topology->sets[set]) ? osds * topology->sets[set].capacity_B : 0;
}

static double unit_weight(const struct topology *topology, const struct pool *pool,
                          const struct failure *failure)
{
    if (failure->unit == FAIL_RACK)
        return rack_weight(topology, pool, failure->rack);
    if (topology->hosts[failure->host].count == 0)
        return 0;
    if (failure->unit == FAIL_HOST)
        return layout_host_weight(topology, pool, failure->host);
    return osds_weight(topology, pool, failure->set, failure->osds);
}

/* The i-th unit of a kind; how many there are. */
static struct failure unit_at(const struct topology *topology, enum failure_unit unit, int i)
{
    struct failure failure = {.unit = unit, .host = i, .set = i, .rack = i, .osds = 1};
    if (unit == FAIL_OSD || unit == FAIL_DB_DEVICE)
        failure.host = topology->sets[i].host;
    if (unit == FAIL_DB_DEVICE)
        failure.osds = topology_osds_behind_db(&topology->sets[i]);
    return failure;
}

static int count_units(const struct topology *topology, enum failure_unit unit)
{
    if (unit == FAIL_RACK)
        return topology->n_racks;
    return unit == FAIL_HOST ? topology->n_hosts : topology->n_sets;
}

bool layout_largest(const struct topology *topology, const struct pool *pool,
                    enum failure_unit unit, struct failure *failure)
{
    double best = 0;
    for (int i = 0; i < count_units(topology, unit); i++) {
        struct failure here = unit_at(topology, unit, i);
        double weight = unit_weight(topology, pool, &here);
        if (weight > best) {
            best = weight;
            *failure = here;
        }
    }
    return best > 0;
}

/* The probability that the failure domain of a host holds a shard over what is left of the domain;
 * 0 when nothing is left. */
static double fill_after(const struct topology *topology, const struct layout *layout,
                         const struct failure *failure, double weight)
{
    double domain = layout->domain == DOMAIN_RACK
                        ? rack_weight(topology, layout->pool, topology->hosts[failure->host].rack)
                        : layout_host_weight(topology, layout->pool, failure->host);
    double share = 0;
    const struct host_set *hosts = &topology->hosts[failure->host];
    for (int i = hosts->first_set; i < hosts->first_set + hosts->n_sets; i++)
        if (layout->share[i] > 0)
            share = layout->share[i] / topology->sets[i].capacity_B * domain;
    return domain > weight * (1 + 1e-12) ? share / (domain - weight) : 0;
}

bool layout_tightest(const struct topology *topology, const struct layout *layout,
                     enum failure_unit unit, struct failure *failure)
{
    double best = 0, largest = 0;
    for (int i = 0; i < count_units(topology, unit); i++) {
        struct failure here = unit_at(topology, unit, i);
        double weight = unit_weight(topology, layout->pool, &here);
        double fill = weight > 0 ? fill_after(topology, layout, &here, weight) : 0;
        if (fill > best || (fill > 0 && fill == best && weight > largest)) {
            best = fill;
            largest = weight;
            *failure = here;
        }
    }
    return best > 0;
}
