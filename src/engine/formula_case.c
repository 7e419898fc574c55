/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disks are visited where they stand in the document, so no number of groups is too many. */
#include "engine/formula_case.h"

#include "engine/inputs.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void formula_note_add(struct formula_notes *notes, unsigned input, const char *format, ...)
{
    char text[FORMULA_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (int i = 0; i < notes->n; i++)
        if (strcmp(notes->note[i].text, text) == 0)
            return;
    if (notes->n == FORMULA_MAX_NOTES)
        return;
    struct formula_note *note = &notes->note[notes->n++];
    note->input = input;
    memcpy(note->text, text, sizeof text);
}

static bool refuse(char why[FORMULA_TEXT_SIZE], const char *text)
{
    (void)snprintf(why, FORMULA_TEXT_SIZE, "%s", text);
    return false;
}

/* -- disks -- */

static double hosts_of(const struct host_group *host)
{
    return host->count == FIELD_ABSENT ? 1 : host->count;
}

static bool is_ours(const struct pool *pool, const struct osd_group *osds)
{
    return engine_class_matches(pool == NULL ? NULL : pool->device_class, osds->device);
}

bool formula_each(const struct formula_case *in, formula_visit *visit, void *context)
{
    for (int i = 0; i < in->cluster->n_hosts; i++) {
        const struct host_group *host = &in->cluster->hosts[i];
        for (int j = 0; j < host->n_osds; j++) {
            const struct osd_group *osds = &host->osds[j];
            if (!is_ours(in->pool, osds))
                continue;
            int shared = osds->osds_per_device == FIELD_ABSENT ? 1 : osds->osds_per_device;
            struct formula_disk disk = {.osds = osds,
                                        .device = osds->device,
                                        .count = hosts_of(host) * osds->count / shared};
            if (!visit(in, &disk, context))
                return false;
        }
    }
    return true;
}

struct summing {
    formula_term *term;
    double sum;
};

static bool add_term(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    struct summing *s = context;
    s->sum += s->term(in, disk);
    return true;
}

double formula_sum(const struct formula_case *in, formula_term *term)
{
    struct summing s = {term, 0};
    (void)formula_each(in, add_term, &s);
    return s.sum;
}

static double term_count(const struct formula_case *in, const struct formula_disk *disk)
{
    (void)in;
    return disk->count;
}

bool formula_disk_apart(const struct formula_disk *disk)
{
    return disk->osds->journal != NULL || disk->osds->wal != NULL || disk->osds->db != NULL;
}

enum rw formula_rw(const struct formula_case *in, bool write)
{
    if (in->sequential)
        return write ? RW_WRITE : RW_READ;
    return write ? RW_RANDWRITE : RW_RANDREAD;
}

/* -- making a case -- */

static bool check_osds(const struct formula_case *in, char why[FORMULA_TEXT_SIZE])
{
    for (int i = 0; i < in->cluster->n_hosts; i++) {
        const struct host_group *host = &in->cluster->hosts[i];
        for (int j = 0; j < host->n_osds; j++) {
            if (!is_ours(in->pool, &host->osds[j]))
                continue;
            if (host->osds[j].count == FIELD_ABSENT)
                return refuse(why, "an OSD group has no count");
            if (host->osds[j].device == NULL)
                return refuse(why, "an OSD group has no device");
        }
    }
    return true;
}

/* Hosts with disks of the pool; 0 when a count is absent. */
static double pool_hosts(const struct formula_case *in)
{
    double hosts = 0;
    for (int i = 0; i < in->cluster->n_hosts; i++) {
        const struct host_group *host = &in->cluster->hosts[i];
        bool ours = false;
        for (int j = 0; j < host->n_osds; j++)
            ours = ours || is_ours(in->pool, &host->osds[j]);
        if (ours && host->count == FIELD_ABSENT)
            return 0;
        hosts += ours ? host->count : 0;
    }
    return hosts;
}

static double default_copies(const struct formula_case *in, double hosts)
{
    const struct source *source = in->cluster->source;
    if (hosts == 1)
        return in->c->copies_one_host;
    bool old =
        source != NULL && source->year != FIELD_ABSENT && source->year < in->c->copies_old_year;
    return old ? in->c->copies_old : in->c->copies_default;
}

static bool make_copies(struct formula_case *in, double hosts, char why[FORMULA_TEXT_SIZE])
{
    const struct pool *pool = in->pool;
    in->k = 1;
    in->m = 0;
    in->erasure = pool != NULL && pool->type == POOL_ERASURE;
    if (in->erasure) {
        if (pool->k <= 0 || pool->m < 0)
            return refuse(why, "the pool is an erasure code without k or m");
        in->k = pool->k;
        in->m = pool->m;
        in->copies = (in->k + in->m) / in->k;
        formula_note_add(&in->notes, USES_EXTENSION,
                         "erasure code: (k+m)/k = %.4g stands for the replicas, which extends the "
                         "formula beyond its source",
                         in->copies);
    } else if (pool != NULL && pool->size > 0) {
        in->copies = pool->size;
    } else {
        in->copies = default_copies(in, hosts);
        formula_note_add(&in->notes, USES_COPIES | USES_EXTENSION,
                         "pool size not stated: %.4g taken", in->copies);
    }
    return true;
}

static void make_store(struct formula_case *in)
{
    const struct ceph *ceph = in->cluster->ceph;
    int store = ceph == NULL ? FIELD_ABSENT : ceph->objectstore;
    in->filestore = store == STORE_FILESTORE;
    if (store == FIELD_ABSENT)
        formula_note_add(&in->notes, USES_STORE, "object store not stated: BlueStore taken");
}

static void make_network(struct formula_case *in, double hosts)
{
    const struct network *net = in->cluster->network;
    double link = net == NULL ? UNKNOWN : net->public_Bps;
    in->net_Bps = hosts > 0 && link > 0 ? hosts * link : UNLIMITED;
    if (hosts <= 0)
        formula_note_add(&in->notes, USES_NETWORK, "hosts not stated: no network bound");
    else if (isinf(in->net_Bps))
        formula_note_add(&in->notes, USES_NETWORK, "network not stated: no network bound");
    in->rtt_s = net == NULL ? UNKNOWN : net->rtt_s;
    if (isnan(in->rtt_s)) {
        char text[32];
        in->rtt_s = in->c->rtt_default;
        units_format(DIM_TIME, in->rtt_s, text, sizeof text);
        formula_note_add(&in->notes, USES_TRIP, "network.rtt not stated: %s taken", text);
    }
}

static bool note_plp(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    struct formula_notes *notes = context;
    (void)in;
    if (device_is_flash(disk->device) && disk->device->plp == FIELD_ABSENT)
        formula_note_add(notes, USES_PLP,
                         "power-loss protection not stated: immediate commit taken");
    return true;
}

bool formula_case_make(const struct formula_constants *c, const struct cluster *cluster,
                       const struct workload *load, struct formula_case *out,
                       char why[FORMULA_TEXT_SIZE])
{
    struct formula_case in = {.c = c, .cluster = cluster, .load = load};
    bool reads = rw_reads((enum rw)load->rw), writes = rw_writes((enum rw)load->rw);
    if (!reads && !writes)
        return refuse(why, "the load neither reads nor writes");
    if (!(load->bs_B > 0))
        return refuse(why, "the load has no block size");
    in.pool = cluster_pool(cluster, load->pool);
    in.bs_B = load->bs_B;
    in.read_frac = workload_read_frac(load);
    in.sequential = workload_is_sequential(load);
    in.outstanding = cluster_outstanding(cluster, load);
    in.alone = in.outstanding == 1 && isnan(load->rate_ops);
    if (!check_osds(&in, why))
        return false;
    in.devices = formula_sum(&in, term_count);
    if (!(in.devices > 0))
        return refuse(why, "the document has no OSDs of the pool's device class");
    double hosts = pool_hosts(&in);
    if (!make_copies(&in, hosts, why))
        return false;
    make_store(&in);
    make_network(&in, hosts);
    (void)formula_each(&in, note_plp, &in.notes);
    *out = in;
    return true;
}

/* -- what a formula does not look at -- */

/* `member`: offset in struct osd_group, where the question is about a device of its. */
typedef bool is_stated(const struct formula_case *in, size_t member);

static bool always(const struct formula_case *in, size_t member)
{
    (void)in;
    (void)member;
    return true;
}

static bool no_measurement(const struct formula_case *in, const struct formula_disk *disk,
                           void *context)
{
    const struct device *device = disk->device, *base = device->base;
    (void)in;
    (void)context;
    return device->n_measurements == 0 && (base == NULL || base->n_measurements == 0);
}

static bool has_measurements(const struct formula_case *in, size_t member)
{
    (void)member;
    return !formula_each(in, no_measurement, NULL);
}

static bool no_side(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    const struct side_device *side = NULL;
    (void)in;
    memcpy(&side, (const char *)disk->osds + *(const size_t *)context, sizeof side);
    return side == NULL;
}

static bool has_side(const struct formula_case *in, size_t member)
{
    return !formula_each(in, no_side, &member);
}

static bool has_network(const struct formula_case *in, size_t member)
{
    (void)member;
    return in->cluster->network != NULL;
}

static bool has_depth(const struct formula_case *in, size_t member)
{
    (void)member;
    return !isnan(in->outstanding);
}

static bool has_rate(const struct formula_case *in, size_t member)
{
    (void)member;
    return !isnan(in->load->rate_ops);
}

static bool is_sync(const struct formula_case *in, size_t member)
{
    (void)member;
    return in->load->sync == 1;
}

static bool has_cpu(const struct formula_case *in, size_t member)
{
    (void)member;
    for (int i = 0; i < in->cluster->n_hosts; i++)
        if (in->cluster->hosts[i].cpu != NULL)
            return true;
    return false;
}

static bool has_version(const struct formula_case *in, size_t member)
{
    (void)member;
    return in->cluster->ceph != NULL && in->cluster->ceph->version != NULL;
}

static bool has_store(const struct formula_case *in, size_t member)
{
    (void)member;
    return in->cluster->ceph != NULL && in->cluster->ceph->objectstore != FIELD_ABSENT;
}

static bool has_tier(const struct formula_case *in, size_t member)
{
    (void)member;
    return in->cluster->cache_tier != NULL;
}

int formula_ignored(const struct formula_case *in, unsigned used, const char **texts, int max)
{
    static const struct {
        unsigned input;
        const char *text;
        is_stated *stated;
        size_t member;
    } inputs[] = {
        {USES_MEASURED, "measurements", has_measurements, 0},
        {USES_BLOCK, "block size", always, 0},
        {USES_RATIO, "read ratio", always, 0},
        {USES_DEPTH, "queue depth", has_depth, 0},
        {USES_RATE, "arrival rate", has_rate, 0},
        {USES_SYNC, "sync", is_sync, 0},
        {USES_NETWORK, "network", has_network, 0},
        {USES_SIDE, "db", has_side, offsetof(struct osd_group, db)},
        {USES_SIDE, "wal", has_side, offsetof(struct osd_group, wal)},
        {USES_SIDE, "journal", has_side, offsetof(struct osd_group, journal)},
        {USES_CPU, "cpu", has_cpu, 0},
        {USES_VERSION, "version", has_version, 0},
        {USES_STORE, "object store", has_store, 0},
        {USES_CACHE_TIER, "cache tier", has_tier, 0},
    };
    int n = 0;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if ((inputs[i].input & used) == 0 && inputs[i].stated(in, inputs[i].member) && n < max)
            texts[n++] = inputs[i].text;
    return n;
}
