/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The YAML of a random cluster: flow style throughout, so that keys and items can be shuffled. */
#include "support/random_cluster.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct writer {
    const struct spelling *spelling;
    struct arena *arena;
};

/* Entries of one mapping or list. */
struct entries {
    const char *text[20];
    int n;
};

__attribute__((format(printf, 3, 4))) static void put(const struct writer *w, struct entries *list,
                                                      const char *format, ...)
{
    char small[256];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    char *text = arena_alloc(w->arena, (size_t)length + 1);
    memcpy(text, small, length < (int)sizeof small ? (size_t)length : 0);
    va_start(args, format);
    if (length >= (int)sizeof small)
        (void)vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    list->text[list->n++] = text;
}

static void put_int(const struct writer *w, struct entries *list, const char *key, int value)
{
    if (value != FIELD_ABSENT)
        put(w, list, "%s: %d", key, value);
}

static void put_word(const struct writer *w, struct entries *list, const char *key,
                     const char *const *words, int word)
{
    if (word != FIELD_ABSENT)
        put(w, list, "%s: %s", key, words[word]);
}

/* Units that say the same; the first of a dimension is its base unit. */
struct unit {
    enum dim dim;
    const char *text;
    double factor;
};

static const struct unit units[] = {
    {DIM_CAPACITY, "B", 1},
    {DIM_CAPACITY, "GB", 1e9},
    {DIM_CAPACITY, "TB", 1e12},
    {DIM_CAPACITY, "GiB", 1073741824},
    {DIM_CAPACITY, "TiB", 1099511627776},
    {DIM_BLOCK, "B", 1},
    {DIM_BLOCK, "k", 1024},
    {DIM_BLOCK, "KiB", 1024},
    {DIM_BLOCK, "M", 1048576},
    {DIM_RATE, "B/s", 1},
    {DIM_RATE, "MB/s", 1e6},
    {DIM_RATE, "GB/s", 1e9},
    {DIM_RATE, "MiB/s", 1048576},
    {DIM_RATE, "KiB/s", 1024},
    {DIM_LINK, "bit/s", 0.125},
    {DIM_LINK, "Gbit/s", 125e6},
    {DIM_LINK, "GbE", 125e6},
    {DIM_LINK, "Mbit/s", 125e3},
    {DIM_LINK, "Gbps", 125e6},
    {DIM_TIME, "s", 1},
    {DIM_TIME, "ms", 1e-3},
    {DIM_TIME, "us", 1e-6},
    {DIM_OPS, "", 1},
    {DIM_OPS, "k", 1e3},
    {DIM_OPS, " IOPS", 1},
    {DIM_FRACTION, "", 1},
    {DIM_FRACTION, "%", 0.01},
};
enum { N_UNITS = sizeof units / sizeof units[0] };

static const struct unit *choose_unit(const struct writer *w, enum dim dim)
{
    const struct unit *of[8];
    int n = 0;
    for (size_t i = 0; i < N_UNITS; i++)
        if (units[i].dim == dim)
            of[n++] = &units[i];
    bool any = w->spelling->rng != NULL && w->spelling->units;
    return of[any ? random_int(w->spelling->rng, 0, n - 1) : 0];
}

static void put_quantity(const struct writer *w, struct entries *list, const char *key,
                         enum dim dim, double value)
{
    if (isnan(value))
        return;
    const struct unit *unit = choose_unit(w, dim);
    double number = value / unit->factor;
    bool sum = dim == DIM_LINK && w->spelling->rng != NULL && w->spelling->units &&
               random_chance(w->spelling->rng, 0.3);
    if (sum)
        put(w, list, "%s: %.17g+%.17g %s", key, number / 2, number / 2, unit->text);
    else
        put(w, list, "%s: %.17g%s", key, number, unit->text);
}

static const char *join(const struct writer *w, struct entries *list, const char *brackets)
{
    struct num_rng *rng = w->spelling->rng;
    for (int i = list->n - 1; i > 0 && rng != NULL && w->spelling->order; i--) {
        int j = random_int(rng, 0, i);
        const char *kept = list->text[i];
        list->text[i] = list->text[j];
        list->text[j] = kept;
    }
    size_t length = 3, used = 0;
    for (int i = 0; i < list->n; i++)
        length += strlen(list->text[i]) + 2;
    char *all = arena_alloc(w->arena, length);
    all[used++] = brackets[0];
    for (int i = 0; i < list->n; i++) {
        size_t n = strlen(list->text[i]);
        memcpy(all + used, list->text[i], n);
        used += n;
        memcpy(all + used, ", ", i + 1 < list->n ? 2 : 0);
        used += i + 1 < list->n ? 2 : 0;
    }
    all[used] = brackets[1];
    return all;
}

/* -- devices -- */

static void put_row(const struct writer *w, struct entries *rows, const char *how,
                    const char *figure, enum dim dim, double value)
{
    struct entries row = {.n = 0};
    if (isnan(value))
        return;
    put(w, &row, "%s", how);
    put_quantity(w, &row, figure, dim, value);
    put(w, rows, "%s", join(w, &row, "{}"));
}

static const char *device_text(const struct writer *w, const struct random_device *d)
{
    struct entries keys = {.n = 0}, rows = {.n = 0}, sheet = {.n = 0};
    struct entries *sequential = d->sheet ? &sheet : &rows;
    put_word(w, &keys, "class", device_class_names, d->class);
    if (d->plp != FIELD_ABSENT)
        put(w, &keys, "plp: %s", d->plp ? "true" : "false");
    put_int(w, &keys, "rpm", d->rpm);
    put_quantity(w, &keys, "capacity", DIM_CAPACITY, d->capacity_B);
    if (d->like != NULL)
        put(w, &keys, "like: %s", d->like);
    put_row(w, &rows, "rw: randread, bs: 4k, iodepth: 1", "iops", DIM_OPS, d->alone_ops);
    put_row(w, &rows, "rw: randread, bs: 4k, iodepth: 64", "iops", DIM_OPS, d->read_ops);
    put_row(w, &rows, "rw: randwrite, bs: 4k, iodepth: 64", "iops", DIM_OPS, d->write_ops);
    put_row(w, &rows, "rw: randwrite, bs: 4k, iodepth: 1, fsync: 1", "iops", DIM_OPS, d->sync_ops);
    put_row(w, sequential, "rw: read, bs: 1M, iodepth: 32", "bw", DIM_RATE, d->read_Bps);
    put_row(w, sequential, "rw: write, bs: 1M, iodepth: 32", "bw", DIM_RATE, d->write_Bps);
    if (rows.n > 0)
        put(w, &keys, "measurements: %s", join(w, &rows, "[]"));
    if (sheet.n > 0)
        put(w, &keys, "spec: %s", join(w, &sheet, "[]"));
    return join(w, &keys, "{}");
}

/* -- hosts -- */

static const char *side_text(const struct writer *w, const struct random_osds *osds)
{
    struct entries keys = {.n = 0};
    put(w, &keys, "device: %s", device_text(w, &osds->side_device));
    put_int(w, &keys, "count", osds->side_count);
    return join(w, &keys, "{}");
}

static const char *osds_text(const struct writer *w, const struct random_osds *osds)
{
    static const char *const sides[] = {"", "db", "wal", "journal"};
    struct entries keys = {.n = 0};
    put_int(w, &keys, "count", osds->count);
    if (osds->per_device > 1)
        put_int(w, &keys, "osds_per_device", osds->per_device);
    put(w, &keys, "device: %s", device_text(w, &osds->device));
    if (osds->side != SIDE_NONE)
        put(w, &keys, "%s: %s", sides[osds->side], side_text(w, osds));
    return join(w, &keys, "{}");
}

static const char *host_text(const struct writer *w, const struct random_host *host)
{
    struct entries keys = {.n = 0}, cpu = {.n = 0}, osds = {.n = 0};
    put_int(w, &keys, "count", host->count);
    put_int(w, &cpu, "threads", host->threads);
    if (host->cpu != NULL)
        put(w, &cpu, "model: \"%s\"", host->cpu);
    if (cpu.n > 0)
        put(w, &keys, "cpu: %s", join(w, &cpu, "{}"));
    for (int j = 0; j < host->n_osds; j++)
        put(w, &osds, "%s", osds_text(w, &host->osds[j]));
    put(w, &keys, "osds: %s", join(w, &osds, "[]"));
    return join(w, &keys, "{}");
}

/* -- the rest -- */

static void put_ceph(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    if (c->version != FIELD_ABSENT)
        put(w, &keys, "version: %d.2.0", c->version);
    put_word(w, &keys, "objectstore", objectstore_names, c->store);
    put_word(w, &keys, "tuning", tuning_names, c->tuning);
    put(w, top, "ceph: %s", join(w, &keys, "{}"));
    if (c->balancer != FIELD_ABSENT)
        put(w, top, "balancer: %s", c->balancer ? "true" : "false");
}

static void put_network(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    put_quantity(w, &keys, "public", DIM_LINK, c->public_Bps);
    put_quantity(w, &keys, "cluster", DIM_LINK, c->cluster_Bps);
    if (c->shared != FIELD_ABSENT)
        put(w, &keys, "shared: %s", c->shared ? "true" : "false");
    put_int(w, &keys, "mtu", c->mtu);
    put_quantity(w, &keys, "rtt", DIM_TIME, c->rtt_s);
    if (keys.n > 0)
        put(w, top, "network: %s", join(w, &keys, "{}"));
}

static void put_pool(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    put(w, &keys, "name: pool");
    put(w, &keys, "type: %s", pool_type_names[c->erasure ? POOL_ERASURE : POOL_REPLICATED]);
    put_int(w, &keys, "size", c->size);
    put_int(w, &keys, "k", c->k);
    put_int(w, &keys, "m", c->m);
    if (c->optimizations != FIELD_ABSENT)
        put(w, &keys, "optimizations: %s", c->optimizations ? "true" : "false");
    put_word(w, &keys, "failure_domain", failure_domain_names, c->domain);
    put_int(w, &keys, "pg_num", c->pg_num);
    if (c->device_class != NULL)
        put(w, &keys, "device_class: %s", c->device_class);
    put(w, top, "pools: [%s]", join(w, &keys, "{}"));
}

static void put_clients(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    put_int(w, &keys, "count", c->clients);
    put_quantity(w, &keys, "network", DIM_LINK, c->client_Bps);
    if (c->colocated != FIELD_ABSENT)
        put(w, &keys, "colocated: %s", c->colocated ? "true" : "false");
    if (keys.n > 0)
        put(w, top, "clients: %s", join(w, &keys, "{}"));
}

static void put_tier(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    if (c->tier_per_host == 0)
        return;
    put(w, &keys, "pool: pool");
    put_int(w, &keys, "per_host", c->tier_per_host);
    put_quantity(w, &keys, "hit", DIM_FRACTION, c->tier_hit);
    put(w, &keys, "device: %s", device_text(w, &c->tier));
    put(w, top, "cache_tier: %s", join(w, &keys, "{}"));
}

static void put_load(const struct writer *w, struct entries *top, const struct random_cluster *c)
{
    struct entries keys = {.n = 0};
    put_word(w, &keys, "rw", rw_names, c->rw);
    put_quantity(w, &keys, "bs", DIM_BLOCK, c->bs_B);
    put_quantity(w, &keys, "read", DIM_FRACTION, c->read_frac);
    put_quantity(w, &keys, "rate", DIM_OPS, c->rate_ops);
    if (!isnan(c->in_flight))
        put(w, &keys, "in_flight: %.17g", c->in_flight);
    put_int(w, &keys, "iodepth", c->iodepth);
    put_int(w, &keys, "numjobs", c->numjobs);
    put_int(w, &keys, "clients", c->load_clients);
    put_int(w, &keys, "sync", c->sync);
    put(w, top, "workloads: [%s]", join(w, &keys, "{}"));
}

const char *random_cluster_text(const struct random_cluster *c, const struct spelling *spelling,
                                struct arena *arena)
{
    struct writer w = {spelling, arena};
    struct entries top = {.n = 0}, hosts = {.n = 0};
    put(&w, &top, "cephplan: cluster/1");
    put(&w, &top, "name: random");
    put_ceph(&w, &top, c);
    for (int i = 0; i < c->n_hosts; i++)
        put(&w, &hosts, "%s", host_text(&w, &c->hosts[i]));
    put(&w, &top, "hosts: %s", join(&w, &hosts, "[]"));
    put_network(&w, &top, c);
    put_pool(&w, &top, c);
    put_clients(&w, &top, c);
    put_tier(&w, &top, c);
    put_load(&w, &top, c);
    return join(&w, &top, "{}");
}
