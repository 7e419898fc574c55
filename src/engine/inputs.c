/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fallbacks, one function an input. Invariant: a default is never taken without a call of `assume`.
 */
#include "engine/inputs.h"

#include "base/num.h"
#include "engine/groups.h"

#include <string.h>

struct making {
    const struct engine_model *model;
    const struct constants *c;
    const struct cluster *cluster;
    const struct workload *load;
    const struct measured *row;
    const struct pool *pool; /* NULL: none stated */
    struct engine_group *groups;
    struct engine_inputs *in;
    struct err *err;
};

static double interpolate(const struct curve *curve, double x)
{
    double lx = log(x);
    if (x <= curve->x[0])
        return curve->y[0];
    for (int i = 1; i < curve->n; i++) {
        if (x > curve->x[i])
            continue;
        double x0 = log(curve->x[i - 1]), x1 = log(curve->x[i]);
        double y0 = log(curve->y[i - 1]), y1 = log(curve->y[i]);
        return exp(y0 + (y1 - y0) * (lx - x0) / (x1 - x0));
    }
    return curve->y[curve->n - 1];
}

double engine_inputs_rtt(const struct engine_model *model, bool one_host, double link_Bps)
{
    return one_host ? model->constants.one_host_rtt : interpolate(&model->rtt, link_Bps);
}

static bool make_pool(struct making *m)
{
    struct engine_inputs *in = m->in;
    const struct pool *pool = m->pool;
    in->k = 1;
    in->m = 0;
    in->erasure = pool != NULL && pool->type == POOL_ERASURE;
    if (in->erasure) {
        in->k = pool->k;
        in->m = pool->m;
        in->copies = in->k + in->m;
        in->fast_erasure = pool->optimizations == 1 && in->release >= m->c->ec_fast_release;
    } else if (pool != NULL && pool->size != FIELD_ABSENT) {
        in->copies = pool->size;
    } else {
        int year = m->cluster->source == NULL ? FIELD_ABSENT : m->cluster->source->year;
        bool old = year != FIELD_ABSENT && year < 2014;
        in->copies = in->hosts == 1 ? 1 : old ? 2 : 3;
        engine_assume_number(m->in, INPUT_SIZE, in->copies, DIM_NUMBER);
    }
    int pg_num = m->row != NULL && m->row->pg_num != FIELD_ABSENT ? m->row->pg_num : FIELD_ABSENT;
    if (pg_num == FIELD_ABSENT && pool != NULL)
        pg_num = pool->pg_num;
    in->pgs_per_osd = m->c->pgs_default;
    if (pg_num != FIELD_ABSENT)
        in->pgs_per_osd = pg_num * in->copies / in->osds;
    else
        engine_assume(m->in, (struct assumption){.key = INPUT_PGS,
                                                 .value = UNKNOWN,
                                                 .text = "100 PG copies an OSD",
                                                 .from = "class prior"});
    in->osd_domain = in->hosts == 1 || (pool != NULL && pool->failure_domain == DOMAIN_OSD);
    return true;
}

static double release_index(double major)
{
    if (major <= 10)
        return 0;
    if (major < 14)
        return major == 11 ? 0.5 : major == 12 ? 1 : 1.5;
    return fmin(major - 12, 8);
}

static void make_release(struct making *m)
{
    const struct cluster *cluster = m->cluster;
    double major = cluster_release(cluster);
    m->in->filestore = cluster->ceph != NULL && cluster->ceph->objectstore == STORE_FILESTORE;
    if (!isnan(major)) {
        m->in->release = release_index(major);
    } else if (m->in->filestore) {
        m->in->release = 0;
    } else {
        int year = cluster->source == NULL ? FIELD_ABSENT : cluster->source->year;
        m->in->release =
            year == FIELD_ABSENT ? m->c->reference_release : num_clip(year - 2017.0, 1, 8);
        engine_assume(m->in, (struct assumption){.key = INPUT_RELEASE,
                                                 .value = m->in->release + 12,
                                                 .dim = DIM_NUMBER,
                                                 .from = year == FIELD_ABSENT ? "class prior"
                                                                              : "source.year"});
    }
    m->in->balancer =
        cluster->balancer == FIELD_ABSENT ? m->in->release >= 4 : cluster->balancer == 1;
}

/* Settings of BlueStore that people set by hand; releases took them over one by one. */
static void make_tuning(struct making *m)
{
    const struct ceph *ceph = m->cluster->ceph;
    int tuning = ceph == NULL ? FIELD_ABSENT : ceph->tuning;
    if (m->row != NULL && m->row->tuning != FIELD_ABSENT)
        tuning = m->row->tuning;
    m->in->untuned = 0;
    if (m->in->filestore)
        return;
    m->in->untuned = tuning == FIELD_ABSENT ? m->c->tune_unknown : tuning == TUNING_DEFAULT;
    if (tuning == FIELD_ABSENT)
        engine_assume(m->in, (struct assumption){.key = INPUT_TUNING,
                                                 .value = UNKNOWN,
                                                 .text = "between default and tuned",
                                                 .from = "class prior"});
}

/* The unprotected flash device of a group whose flushes its commits wait for; NULL: none. */
static const struct device_law *unprotected(const struct engine_group *g)
{
    if (g->law.consumer)
        return &g->law;
    return g->apart && g->side.consumer ? &g->side : NULL;
}

/* A commit rate that decides small writes but was not measured on the device itself. */
static void note_sync(struct making *m)
{
    for (int i = 0; i < m->in->n_groups; i++) {
        const struct device_law *law = unprotected(&m->groups[i]);
        if (law == NULL || law->sync_from < ORIGIN_CLASS_MEASUREMENT)
            continue;
        const char *from =
            law->sync_from == ORIGIN_FALLBACK ? "class prior" : "device class default";
        engine_assume(m->in,
                      (struct assumption){
                          .key = INPUT_SYNC, .value = law->sync_s, .dim = DIM_TIME, .from = from});
    }
}

enum { JUMBO_MTU = 9000 }; /* the largest that switches commonly carry */

/* TCP payload of an Ethernet frame: 52 bytes of headers inside, 38 of framing outside. */
static double payload_of(double mtu)
{
    return (mtu - 52) / (mtu + 38);
}

static void make_network(struct making *m)
{
    struct engine_inputs *in = m->in;
    const struct network *net = m->cluster->network;
    const struct clients *clients = m->cluster->clients;
    int class = m->groups[0].law.class;
    in->public_Bps = net == NULL ? UNKNOWN : net->public_Bps;
    in->public_stated = !isnan(in->public_Bps);
    if (!in->public_stated) {
        bool fast = class == CLASS_NVME || class == CLASS_SCM;
        in->public_Bps = fast ? m->c->link_default_flash : m->c->link_default_hdd;
        engine_assume_number(m->in, INPUT_PUBLIC, in->public_Bps, DIM_LINK);
    }
    bool apart = net != NULL && !isnan(net->cluster_Bps);
    in->cluster_Bps = apart ? net->cluster_Bps : in->public_Bps;
    in->shared = !apart || net->shared != 0;
    in->client_stated = clients != NULL && !isnan(clients->network_Bps);
    in->client_Bps = in->client_stated ? clients->network_Bps : in->public_Bps;
    bool has_mtu = net != NULL && net->mtu != FIELD_ABSENT;
    in->eta = payload_of(has_mtu ? net->mtu : m->c->mtu_default);
    in->eta_most = has_mtu ? in->eta : payload_of(JUMBO_MTU);
    in->rtt_s = net == NULL ? UNKNOWN : net->rtt_s;
    if (isnan(in->rtt_s)) {
        in->rtt_s = engine_inputs_rtt(m->model, in->one_host, in->public_Bps);
        engine_assume_number(m->in, INPUT_RTT, in->rtt_s, DIM_TIME);
    }
}

/* iodepth x numjobs x clients. A record that leaves out either depth or jobs hides its depth. */
static double outstanding_of(const struct making *m)
{
    const struct workload *load = m->load;
    /* What arrives does not wait for one another, so nothing limits how much is outstanding. */
    if (!isnan(load->rate_ops))
        return UNKNOWN;
    if (m->row != NULL && isnan(load->in_flight) &&
        (load->iodepth == FIELD_ABSENT || load->numjobs == FIELD_ABSENT))
        return UNKNOWN;
    return cluster_outstanding(m->cluster, load);
}

static void make_clients(struct making *m)
{
    struct engine_inputs *in = m->in;
    const struct clients *clients = m->cluster->clients;
    const struct workload *load = m->load;
    int count = clients == NULL ? FIELD_ABSENT : clients->count;
    double row_clients =
        load->clients == FIELD_ABSENT ? (count == FIELD_ABSENT ? 1 : count) : load->clients;
    in->colocated = clients != NULL && clients->colocated == 1;
    in->processes = (load->numjobs == FIELD_ABSENT ? 1 : load->numjobs) * row_clients;
    in->outstanding = outstanding_of(m);
    in->rate_ops = load->rate_ops;
    bool closed = isnan(in->rate_ops), endless = isnan(in->outstanding);
    bool unknown = endless && (closed || load->numjobs == FIELD_ABSENT);
    if (unknown)
        in->processes = fmax(in->processes, m->c->procs_unknown);
    if (endless) {
        in->outstanding = UNLIMITED;
        if (closed)
            engine_assume(m->in, (struct assumption){.key = INPUT_DEPTH,
                                                     .value = UNKNOWN,
                                                     .text = "saturated",
                                                     .from = "class prior"});
    }
    if (count != FIELD_ABSENT) {
        in->client_hosts = fmin(count, in->processes);
    } else {
        if (in->colocated)
            in->client_hosts = fmin(in->processes, in->hosts);
        else if (unknown)
            in->client_hosts = m->c->clients_unknown;
        else if (load->clients <= 1) /* absent too */
            in->client_hosts = 1;
        else
            in->client_hosts = floor(sqrt(in->processes) + 0.5);
        engine_assume_number(m->in, INPUT_CLIENTS, in->client_hosts, DIM_NUMBER);
    }
    in->one_host = (in->hosts == 1 && in->colocated) ||
                   (m->row != NULL && measured_has_tag(m->row, "single-host"));
    in->local_frac = in->one_host ? 1 : in->colocated ? 1 / in->hosts : 0;
}

/* Share of the operations that a tier serves: stated, or what of the working set fits into its
 * objects (a tier evicts from 80 % full on). Without either nobody knows, and the tier is left out.
 */
static double tier_hit(const struct cache_tier *tier, double capacity_B)
{
    if (!isnan(tier->hit_frac))
        return tier->hit_frac;
    if (isnan(tier->working_set_B))
        return 0;
    return fmin(1, 0.8 * capacity_B / tier->working_set_B);
}

static void make_tier(struct making *m)
{
    struct engine_inputs *in = m->in;
    const struct cache_tier *tier = m->cluster->cache_tier;
    bool ours = tier != NULL && (tier->pool == NULL || m->pool == NULL || m->pool->name == NULL ||
                                 strcmp(tier->pool, m->pool->name) == 0);
    if (!ours || tier->device == NULL || tier->device->class == FIELD_ABSENT)
        return;
    struct engine_group *g = &in->tier.group;
    *g = m->groups[0];
    g->osds = g->devices = in->hosts * (tier->per_host == FIELD_ABSENT ? 1 : tier->per_host);
    g->share = 1;
    g->net_hosts = in->hosts;
    g->net_share = 1;
    g->apart = false;
    device_law_make(tier->device, m->c, &g->law);
    in->tier.copies = in->erasure ? 3 : in->copies;
    in->tier.hit_frac =
        tier_hit(tier, g->osds * groups_crush_weight(tier->device) / in->tier.copies);
    in->tier.present = in->tier.hit_frac > 0;
}

/* What the document measured on one of the first group's devices: same kind, same block size, most.
 */
static double own_rate(const struct device *device, bool write, bool sequential, double bs_B)
{
    enum rw rw =
        write ? (sequential ? RW_WRITE : RW_RANDWRITE) : (sequential ? RW_READ : RW_RANDREAD);
    double best = UNKNOWN;
    for (int i = 0; device != NULL && i < device->n_measurements; i++) {
        const struct measurement *row = &device->measurements[i];
        if (row->rw != (int)rw || row->bs_B != bs_B || measurement_is_sync(row))
            continue;
        double ops = isnan(row->iops_ops) ? row->bw_Bps / bs_B : row->iops_ops;
        if (ops > 0 && !(ops <= best))
            best = ops;
    }
    return best;
}

static void make_own(struct making *m)
{
    const struct device *device = groups_first_device(m->cluster, m->pool);
    bool sequential = workload_is_sequential(m->load);
    m->in->own_read_ops = own_rate(device, false, sequential, m->load->bs_B);
    m->in->own_write_ops = own_rate(device, true, sequential, m->load->bs_B);
}

static bool make_load(struct making *m)
{
    const struct workload *load = m->load;
    struct engine_inputs *in = m->in;
    if (isnan(load->bs_B))
        return groups_refuse(m->cluster, &load->place,
                             "the load has no block size; write `bs`, such as `bs: 4k`", m->err);
    if (load->rw == RW_TRIM)
        return groups_refuse(m->cluster, &load->place,
                             "trim has no law here; allowed: reads, writes and mixes", m->err);
    in->bytes = load->bs_B;
    in->read_frac = workload_read_frac(load);
    bool mix = load->rw == RW_RANDRW || load->rw == RW_RW;
    if (mix && isnan(load->read_frac))
        engine_assume_number(m->in, INPUT_READ, 0.5, DIM_FRACTION);
    const char *tool = m->row == NULL || m->row->tool == NULL ? "" : m->row->tool;
    in->rados = strncmp(tool, "rados", 5) == 0;
    /* rados bench writes whole, separate objects: nothing sequential reaches a disk. */
    in->sequential = workload_is_sequential(load) && !in->rados;
    in->sync = load->sync == 1;
    return true;
}

static enum load_class classify(const struct engine_inputs *in, const struct constants *c)
{
    bool disk = !in->flash;
    bool small = in->bytes <= c->class_small_bytes && !(disk && in->sequential);
    if (in->outstanding <= 1 && in->bytes <= c->class_small_bytes)
        return disk ? LOAD_QD1_HDD : LOAD_QD1_FLASH;
    if (in->erasure)
        return small ? LOAD_EC_SMALL : LOAD_EC_LARGE;
    if (!small)
        return disk ? LOAD_HDD_BANDWIDTH : LOAD_FLASH_LARGE;
    if (in->read_frac > 0 && in->read_frac < 1)
        return LOAD_MIXED;
    if (in->read_frac >= 1)
        return disk ? LOAD_HDD_RANDREAD : LOAD_FLASH_RANDREAD;
    return disk ? LOAD_HDD_RANDWRITE : LOAD_FLASH_RANDWRITE;
}

static void price_assumptions(const struct engine_model *model, struct engine_inputs *in)
{
    in->guess_variance = 0;
    for (int i = 0; i < in->n_assumed; i++) {
        struct assumption *a = &in->assumed[i];
        /* How fast a device commits says nothing of a load that only reads. */
        bool counts = a->key != INPUT_SYNC || in->read_frac < 1;
        a->log_sd = counts ? guess_width_of(model, a->key, in->class, in->flash, in->release) : 0;
        in->guess_variance += a->log_sd * a->log_sd;
    }
}

void engine_inputs_classify(const struct engine_model *model, struct engine_inputs *inputs)
{
    inputs->class = classify(inputs, &model->constants);
    price_assumptions(model, inputs);
}

void engine_inputs_state(struct engine_inputs *inputs, enum input_key key)
{
    int kept = 0;
    for (int i = 0; i < inputs->n_assumed; i++)
        if (inputs->assumed[i].key != key)
            inputs->assumed[kept++] = inputs->assumed[i];
    inputs->n_assumed = kept;
}

bool engine_inputs_make(const struct engine_model *model, const struct cluster *cluster,
                        const struct workload *load, const struct measured *row,
                        struct engine_group *groups, struct engine_inputs *inputs, struct err *err)
{
    struct making m = {.model = model,
                       .c = &model->constants,
                       .cluster = cluster,
                       .load = load,
                       .row = row,
                       .groups = groups,
                       .in = inputs,
                       .err = err};
    *inputs = (struct engine_inputs){.rate_ops = UNKNOWN};
    m.pool = cluster_pool(cluster, load->pool);
    if (!make_load(&m))
        return false;
    make_release(&m);
    if (!groups_make(model, cluster, m.pool, groups, inputs, err) || !make_pool(&m))
        return false;
    groups_place(model, groups, inputs);
    make_tuning(&m);
    note_sync(&m);
    make_clients(&m);
    make_network(&m);
    make_tier(&m);
    make_own(&m);
    engine_inputs_classify(model, inputs);
    return true;
}
