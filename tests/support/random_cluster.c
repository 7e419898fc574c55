/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what is made passes every check of the loader. */
#include "support/random_cluster.h"

#include <math.h>

static int random_count(struct num_rng *rng, int low, int high)
{
    return (int)random_log(rng, low, high + 0.999);
}

int random_cluster_hosts(const struct random_cluster *cluster)
{
    int sum = 0;
    for (int i = 0; i < cluster->n_hosts; i++)
        sum += cluster->hosts[i].count;
    return sum;
}

/* -- devices -- */

/* What a class of device does, from its slowest to its fastest. */
struct kind {
    double alone[2], read[2], write[2], sync[2], read_Bps[2], write_Bps[2];
    const char *like[4];
};

static const struct kind kinds[] = {
    [CLASS_HDD] = {{40, 250},
                   {120, 500},
                   {120, 600},
                   {40, 120},
                   {8e7, 2.8e8},
                   {8e7, 2.8e8},
                   {"class-hdd-7200", "hgst-ultrastar-7k6000-4tb", "class-hdd-5400"}},
    [CLASS_SATA_SSD] = {{4e3, 12e3},
                        {3e4, 1e5},
                        {5e3, 8e4},
                        {200, 2e4},
                        {3e8, 5.6e8},
                        {1e8, 5.4e8},
                        {"class-sata-ssd-plp", "class-sata-ssd-consumer", "crucial-mx500-2tb"}},
    [CLASS_SAS_SSD] = {{4e3, 14e3},
                       {6e4, 4e5},
                       {1e4, 2e5},
                       {1e3, 3e4},
                       {5e8, 2.2e9},
                       {3e8, 2.0e9},
                       {"class-sas-ssd", "hgst-ssd1600mm-800gb"}},
    [CLASS_NVME] = {{5e3, 2e4},
                    {1e5, 2e6},
                    {2e4, 7e5},
                    {200, 7e4},
                    {1e9, 1.4e10},
                    {5e8, 7e9},
                    {"class-nvme-plp-read", "class-nvme-consumer", "intel-p4510-4tb",
                     "class-nvme-plp-mixed"}},
    [CLASS_SCM] = {{6e4, 1.2e5},
                   {4e5, 1.5e6},
                   {2e5, 1.5e6},
                   {3e4, 1.2e5},
                   {2e9, 7e9},
                   {2e9, 6e9},
                   {"class-optane", "intel-optane-900p-480gb"}},
};

static double between(struct num_rng *rng, const double limits[2])
{
    return floor(random_log(rng, limits[0], limits[1]));
}

static const char *entry_like(struct num_rng *rng, const struct kind *kind)
{
    int n = 0;
    while (n < 4 && kind->like[n] != NULL)
        n++;
    return kind->like[random_int(rng, 0, n - 1)];
}

static double random_capacity(struct num_rng *rng, int class)
{
    if (random_chance(rng, 0.2))
        return UNKNOWN;
    double unit = random_chance(rng, 0.5) ? 1e11 : 1099511627776.0 / 8;
    return unit * random_int(rng, 2, class == CLASS_HDD ? 200 : 150);
}

static void measure_device(struct num_rng *rng, const struct kind *kind, struct random_device *d)
{
    d->alone_ops = between(rng, kind->alone);
    d->read_Bps = between(rng, kind->read_Bps);
    d->write_Bps = between(rng, kind->write_Bps);
    d->sheet = random_chance(rng, 0.3);
    if (d->class == CLASS_HDD)
        return;
    d->read_ops = between(rng, kind->read);
    d->write_ops = between(rng, kind->write);
    if (random_chance(rng, 0.7))
        d->sync_ops = between(rng, kind->sync);
}

static void make_device(struct num_rng *rng, int class, struct random_device *d)
{
    static const int speeds[] = {FIELD_ABSENT, 5400, 7200, 7200, 10000, 15000};
    const struct kind *kind = &kinds[class];
    *d = (struct random_device){.class = class,
                                .plp = FIELD_ABSENT,
                                .rpm = FIELD_ABSENT,
                                .capacity_B = random_capacity(rng, class),
                                .alone_ops = UNKNOWN,
                                .read_ops = UNKNOWN,
                                .write_ops = UNKNOWN,
                                .sync_ops = UNKNOWN,
                                .read_Bps = UNKNOWN,
                                .write_Bps = UNKNOWN};
    if (class == CLASS_HDD)
        d->rpm = speeds[random_int(rng, 0, 5)];
    else
        d->plp = random_int(rng, FIELD_ABSENT, 1);
    if (random_chance(rng, 0.4))
        d->like = entry_like(rng, kind);
    if (random_chance(rng, 0.5))
        measure_device(rng, kind, d);
}

/* -- hosts -- */

static void make_side(struct num_rng *rng, int store, struct random_osds *osds)
{
    static const int classes[] = {CLASS_SATA_SSD, CLASS_SATA_SSD, CLASS_SAS_SSD,
                                  CLASS_NVME,     CLASS_NVME,     CLASS_SCM};
    bool disks = osds->device.class == CLASS_HDD;
    osds->side = SIDE_NONE;
    if (!random_chance(rng, disks ? 0.5 : 0.15))
        return;
    osds->side = store == STORE_FILESTORE  ? SIDE_JOURNAL
                 : random_chance(rng, 0.8) ? SIDE_DB
                                           : SIDE_WAL;
    osds->side_count = random_int(rng, 1, 3);
    make_device(rng, classes[random_int(rng, 0, 5)], &osds->side_device);
}

static void make_osds(struct num_rng *rng, int class, int store, struct random_osds *osds)
{
    *osds = (struct random_osds){.per_device = 1};
    if (class != CLASS_HDD && random_chance(rng, 0.2))
        osds->per_device = random_int(rng, 2, 4);
    osds->count = osds->per_device * random_count(rng, 1, 24);
    make_device(rng, class, &osds->device);
    make_side(rng, store, osds);
}

static void make_cpu(struct num_rng *rng, struct random_host *host)
{
    static const char *const models[] = {NULL,
                                         "AMD EPYC 7742",
                                         "AMD EPYC 9454P",
                                         "AMD EPYC 7313",
                                         "Intel Xeon E5-2630 v4",
                                         "Intel Xeon Gold 6130",
                                         "Intel Xeon Platinum 8380",
                                         "Intel Xeon E3-1230",
                                         "ARM Cortex-A72"};
    host->cpu = models[random_int(rng, 0, 8)];
    host->threads = random_chance(rng, 0.25) ? FIELD_ABSENT : random_count(rng, 2, 256);
}

static int random_class(struct num_rng *rng)
{
    static const int classes[] = {CLASS_HDD,     CLASS_HDD,  CLASS_HDD,  CLASS_SATA_SSD,
                                  CLASS_SAS_SSD, CLASS_NVME, CLASS_NVME, CLASS_SCM};
    return classes[random_int(rng, 0, 7)];
}

static void make_hosts(struct num_rng *rng, struct random_cluster *c)
{
    int class = random_class(rng);
    bool mixed = random_chance(rng, 0.12), equal = random_chance(rng, 0.5);
    c->n_hosts = random_chance(rng, 0.5) ? 1 : random_int(rng, 2, RANDOM_HOSTS - 1);
    for (int i = 0; i < c->n_hosts; i++) {
        struct random_host *host = &c->hosts[i];
        host->n_osds = random_chance(rng, 0.75) ? 1 : random_int(rng, 2, RANDOM_OSDS);
        for (int j = 0; j < host->n_osds; j++)
            make_osds(rng, mixed ? random_class(rng) : class, c->store, &host->osds[j]);
        make_cpu(rng, host);
        if (equal && i > 0)
            *host = c->hosts[0];
        host->count = random_count(rng, 1, 40);
    }
    if (mixed && random_chance(rng, 0.5))
        c->device_class = c->hosts[0].osds[0].device.class == CLASS_HDD ? "hdd" : "ssd";
}

/* -- the rest -- */

static double random_link(struct num_rng *rng, double absent)
{
    static const double links[] = {1, 2, 10, 10, 20, 25, 40, 50, 80, 100, 200, 400};
    return random_chance(rng, absent) ? UNKNOWN : 125e6 * links[random_int(rng, 0, 11)];
}

static void make_network(struct num_rng *rng, struct random_cluster *c)
{
    c->public_Bps = random_link(rng, 0.15);
    c->cluster_Bps = isnan(c->public_Bps) ? UNKNOWN : random_link(rng, 0.5);
    c->client_Bps = random_link(rng, 0.5);
    c->shared = isnan(c->cluster_Bps) ? FIELD_ABSENT : random_int(rng, FIELD_ABSENT, 1);
    c->mtu = random_chance(rng, 0.5) ? FIELD_ABSENT : random_chance(rng, 0.5) ? 1500 : 9000;
    c->rtt_s = random_chance(rng, 0.6) ? UNKNOWN : 1e-6 * random_int(rng, 10, 500);
}

/* OSDs and hosts that hold the pool. */
static void pool_room(const struct random_cluster *c, int *osds, int *hosts)
{
    *osds = *hosts = 0;
    for (int i = 0; i < c->n_hosts; i++) {
        int here = 0;
        for (int j = 0; j < c->hosts[i].n_osds; j++) {
            bool disk = c->hosts[i].osds[j].device.class == CLASS_HDD;
            if (c->device_class == NULL || disk == (c->device_class[0] == 'h'))
                here += c->hosts[i].osds[j].count;
        }
        *osds += here * c->hosts[i].count;
        *hosts += here > 0 ? c->hosts[i].count : 0;
    }
}

/* No more copies or shards than there are OSDs to hold them. */
static void make_pool(struct num_rng *rng, struct random_cluster *c)
{
    static const int data[] = {2, 2, 3, 4, 4, 6, 8, 10};
    int osds, hosts;
    pool_room(c, &osds, &hosts);
    c->erasure = osds >= 3 && random_chance(rng, 0.3);
    c->size = c->k = c->m = c->optimizations = FIELD_ABSENT;
    if (c->erasure) {
        c->k = data[random_int(rng, 0, 7)];
        c->m = random_int(rng, 1, 3);
        while (c->k + c->m > osds)
            c->k + c->m > 3 && c->m > 1 ? c->m-- : c->k--;
        c->optimizations = random_int(rng, FIELD_ABSENT, 1);
    } else if (osds < 4 || random_chance(rng, 0.85)) {
        c->size = random_int(rng, 1, osds < 4 ? osds : 4);
    }
    int copies = c->erasure ? c->k + c->m : c->size == FIELD_ABSENT ? 3 : c->size;
    c->domain = copies > hosts            ? DOMAIN_OSD
                : random_chance(rng, 0.7) ? FIELD_ABSENT
                                          : random_int(rng, DOMAIN_OSD, DOMAIN_HOST);
    c->pg_num = random_chance(rng, 0.4) ? FIELD_ABSENT : 1 << random_int(rng, 3, 14);
}

static void make_clients(struct num_rng *rng, struct random_cluster *c)
{
    c->clients = random_chance(rng, 0.3) ? FIELD_ABSENT : random_count(rng, 1, 50);
    c->colocated = random_chance(rng, 0.25) ? 1 : FIELD_ABSENT;
}

static void make_depth(struct num_rng *rng, struct random_cluster *c)
{
    c->in_flight = c->rate_ops = UNKNOWN;
    c->iodepth = c->numjobs = c->load_clients = FIELD_ABSENT;
    double kind = random_uniform(rng);
    if (kind < 0.55) {
        c->numjobs = random_chance(rng, 0.5) ? FIELD_ABSENT : random_count(rng, 1, 16);
        c->load_clients = random_chance(rng, 0.5) ? FIELD_ABSENT : random_count(rng, 1, 60);
        c->iodepth = random_count(rng, 1, 1000);
    } else if (kind < 0.8) {
        c->in_flight = floor(random_log(rng, 1, 1.001e6));
    } else if (kind < 0.9) {
        c->rate_ops = floor(random_log(rng, 1, 1e6));
    }
}

static void make_load(struct num_rng *rng, struct random_cluster *c)
{
    static const int ways[] = {RW_READ,   RW_WRITE,     RW_RANDREAD, RW_RANDWRITE,
                               RW_RANDRW, RW_RANDWRITE, RW_RANDREAD, RW_RW};
    c->rw = ways[random_int(rng, 0, 7)];
    c->read_frac = UNKNOWN;
    if (c->rw == RW_RW || c->rw == RW_RANDRW)
        c->read_frac = random_int(rng, 0, 20) / 20.0;
    c->bs_B = random_chance(rng, 0.8) ? ldexp(1, random_int(rng, 9, 26))
                                      : floor(random_log(rng, 512, 67108864));
    c->sync = random_chance(rng, 0.2) ? 1 : FIELD_ABSENT;
    make_depth(rng, c);
}

static void make_tier(struct num_rng *rng, struct random_cluster *c)
{
    c->tier_per_host = random_chance(rng, 0.06) ? random_int(rng, 1, 3) : 0;
    if (c->tier_per_host == 0)
        return;
    c->tier_hit = random_int(rng, 0, 20) / 20.0;
    make_device(rng, random_chance(rng, 0.5) ? CLASS_NVME : CLASS_SATA_SSD, &c->tier);
}

void random_cluster_make(struct num_rng *rng, struct random_cluster *c)
{
    *c = (struct random_cluster){.device_class = NULL};
    c->store = random_chance(rng, 0.15) ? STORE_FILESTORE : STORE_BLUESTORE;
    c->version = random_chance(rng, 0.15)      ? FIELD_ABSENT
                 : c->store == STORE_FILESTORE ? random_int(rng, 9, 14)
                                               : random_int(rng, 12, 20);
    c->tuning = random_int(rng, FIELD_ABSENT, TUNING_TUNED);
    c->balancer = random_int(rng, FIELD_ABSENT, 1);
    make_hosts(rng, c);
    make_network(rng, c);
    make_pool(rng, c);
    make_clients(rng, c);
    make_load(rng, c);
    make_tier(rng, c);
}
