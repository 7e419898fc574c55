/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fallbacks, one function an input. Invariant: a default is never taken without a call of `assume`.
 */
#include "engine/inputs.h"

#include <regex.h>
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
    bool no_hosts; /* a group has no count */
    struct err *err;
};

static void assume(struct making *m, struct assumption a)
{
    for (int i = 0; i < m->in->n_assumed; i++)
        if (m->in->assumed[i].key == a.key)
            return;
    m->in->assumed[m->in->n_assumed++] = a;
}

static void assume_number(struct making *m, enum input_key key, double value, enum dim dim)
{
    assume(m, (struct assumption){.key = key, .value = value, .dim = dim, .from = "class prior"});
}

static bool no_prediction(struct making *m, const char *what)
{
    return err_set(m->err, ERR_MODEL, "no prediction: %s", what);
}

bool engine_class_matches(const char *device_class, const struct device *device)
{
    if (device_class == NULL)
        return true;
    if (device == NULL || device->class == FIELD_ABSENT)
        return false;
    if (strcmp(device_class, "hdd") == 0)
        return device->class == CLASS_HDD;
    if (strcmp(device_class, "nvme") == 0)
        return device->class == CLASS_NVME || device->class == CLASS_SCM;
    if (strcmp(device_class, "ssd") == 0)
        return device->class != CLASS_HDD;
    return strcmp(device_class, device_class_names[device->class]) == 0;
}

static double clip(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

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

/* -- hosts, OSDs, devices -- */

static const struct side_device *side_of(const struct osd_group *osds)
{
    if (osds->journal != NULL)
        return osds->journal;
    return osds->wal != NULL ? osds->wal : osds->db;
}

static bool is_ours(const struct making *m, const struct osd_group *osds)
{
    return engine_class_matches(m->pool == NULL ? NULL : m->pool->device_class, osds->device);
}

/* A journal device without a class is an SSD on SATA: that is what journals stood on. */
static void make_side_law(struct making *m, const struct side_device *side, struct device_law *law)
{
    struct device unknown;
    const struct device *device = side->device;
    bool stated = device != NULL && device->class != FIELD_ABSENT;
    if (!stated) {
        field_init(&device_schema, &unknown);
        if (device != NULL)
            unknown = *device;
        unknown.class = CLASS_SATA_SSD;
        if (unknown.class_file == NULL)
            unknown.class_file = m->model->journal_class;
        device = &unknown;
    }
    device_law_make(device, m->c, law);
    bool known =
        stated && (device->like != NULL || device->n_measurements > 0 || device->n_spec > 0);
    if (!stated || (!known && m->in->filestore))
        assume(m,
               (struct assumption){.key = INPUT_JOURNAL,
                                   .value = UNKNOWN,
                                   .text = stated ? device_class_names[device->class] : "sata-ssd",
                                   .from = "device class default"});
}

static void note_device(struct making *m, const struct device *device)
{
    if (device->like == NULL && device->n_measurements == 0 && device->n_spec == 0 &&
        (device->name == NULL || device->base == NULL))
        assume(m, (struct assumption){.key = INPUT_DEVICE,
                                      .value = UNKNOWN,
                                      .text = device_class_names[device->class],
                                      .from = "device class default"});
}

struct host_cpu {
    double threads; /* NaN: not stated */
    double speed;   /* NaN: not stated or not listed */
};

static bool model_matches(const char *pattern, const char *model)
{
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool found = regexec(&regex, model, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

static struct host_cpu cpu_of(const struct making *m, const struct cpu *cpu)
{
    struct host_cpu out = {UNKNOWN, UNKNOWN};
    if (cpu == NULL)
        return out;
    const char *model = cpu->model == NULL ? "" : cpu->model;
    out.threads = cpu->threads;
    if (isnan(out.threads) && !isnan(cpu->cores))
        out.threads = cpu->cores * (model_matches("Intel|AMD|Xeon|EPYC", model) ? 2 : 1);
    for (int i = 0; i < m->model->n_speeds && cpu->model != NULL; i++) {
        if (model_matches(m->model->speeds[i].pattern, model)) {
            out.speed = m->model->speeds[i].speed;
            break;
        }
    }
    return out;
}

/* Same hardware, so that one law serves both? */
static bool can_merge(const struct engine_group *a, const struct engine_group *b)
{
    bool threads = a->threads == b->threads || (isnan(a->threads) && isnan(b->threads));
    bool speed = a->speed == b->speed || (isnan(a->speed) && isnan(b->speed));
    return threads && speed && a->apart == b->apart && device_law_equal(&a->law, &b->law) &&
           (!a->apart || device_law_equal(&a->side, &b->side));
}

static void add_group(struct making *m, const struct engine_group *new)
{
    struct engine_inputs *in = m->in;
    for (int i = 0; i < in->n_groups; i++) {
        struct engine_group *g = &m->groups[i];
        /* More kinds than room: the last one takes the rest, right in its counts alone. */
        if (!can_merge(g, new) && i != MAX_GROUPS - 1)
            continue;
        g->osds += new->osds;
        g->devices += new->devices;
        g->side_count += new->side_count;
        g->share += new->share;
        g->net_hosts += new->net_hosts;
        g->net_share += new->net_share;
        return;
    }
    m->groups[in->n_groups++] = *new;
}

/* What CRUSH places on an OSD: its capacity, in any unit that is the same for all. */
static double crush_weight(const struct device *device)
{
    return device == NULL || isnan(device->capacity_B) ? 1e12 : device->capacity_B;
}

/* OSDs of the pool in one host and the weight of them all. */
struct host_sum {
    double hosts, osds, weight;
};

static bool sum_host(struct making *m, const struct host_group *host, struct host_sum *sum)
{
    *sum = (struct host_sum){.hosts = host->count == FIELD_ABSENT ? 1 : host->count};
    for (int i = 0; i < host->n_osds; i++) {
        const struct osd_group *osds = &host->osds[i];
        if (!is_ours(m, osds))
            continue;
        if (osds->count == FIELD_ABSENT)
            return no_prediction(m, "an OSD group has no count");
        if (osds->device == NULL || osds->device->class == FIELD_ABSENT)
            return no_prediction(m, "an OSD group has no device, or a device without class");
        sum->osds += osds->count;
        sum->weight += osds->count * crush_weight(osds->device);
    }
    return true;
}

static void add_osds(struct making *m, const struct host_group *host, const struct osd_group *osds,
                     const struct host_sum *sum)
{
    struct host_cpu cpu = cpu_of(m, host->cpu);
    struct engine_group g = {.threads = cpu.threads / sum->osds, .speed = cpu.speed};
    g.osds = sum->hosts * osds->count;
    g.devices = g.osds / (osds->osds_per_device == FIELD_ABSENT ? 1 : osds->osds_per_device);
    g.share = g.osds * crush_weight(osds->device);
    g.net_hosts = sum->hosts;
    g.net_share = sum->hosts * sum->weight;
    device_law_make(osds->device, m->c, &g.law);
    note_device(m, osds->device);
    const struct side_device *side = side_of(osds);
    if (side != NULL) {
        g.apart = true;
        g.side_count = sum->hosts * (side->count == FIELD_ABSENT ? 1 : side->count);
        make_side_law(m, side, &g.side);
    }
    add_group(m, &g);
}

static bool add_host(struct making *m, const struct host_group *host)
{
    struct host_sum sum;
    if (!sum_host(m, host, &sum))
        return false;
    if (sum.osds == 0)
        return true;
    m->no_hosts = m->no_hosts || host->count == FIELD_ABSENT;
    m->in->hosts += sum.hosts;
    for (int i = 0; i < host->n_osds; i++)
        if (is_ours(m, &host->osds[i]))
            add_osds(m, host, &host->osds[i], &sum);
    return true;
}

static bool make_groups(struct making *m)
{
    struct engine_inputs *in = m->in;
    for (int i = 0; i < m->cluster->n_hosts; i++)
        if (!add_host(m, &m->cluster->hosts[i]))
            return false;
    if (in->n_groups == 0)
        return no_prediction(m, "the document has no OSDs of the pool's device class");
    double weight = 0;
    for (int i = 0; i < in->n_groups; i++) {
        in->osds += m->groups[i].osds;
        in->devices += m->groups[i].devices;
        weight += m->groups[i].share;
    }
    for (int i = 0; i < in->n_groups; i++)
        m->groups[i].share /= weight;
    for (int i = 0; i < in->n_groups; i++)
        m->groups[i].net_share /= weight;
    if (m->no_hosts) {
        double n = in->osds <= 8 ? in->osds : floor(in->osds / m->c->osds_per_host_default + 0.5);
        in->hosts = fmax(n, 1);
        assume_number(m, INPUT_HOSTS, in->hosts, DIM_NUMBER);
        for (int i = 0; i < in->n_groups; i++)
            m->groups[i].net_hosts = in->hosts * m->groups[i].net_share;
    }
    in->groups = m->groups;
    in->flash = m->groups[0].law.flash;
    return true;
}

static void make_cpu(struct making *m)
{
    double osds_per_host = m->in->osds / m->in->hosts;
    for (int i = 0; i < m->in->n_groups; i++) {
        struct engine_group *g = &m->groups[i];
        if (isnan(g->threads) && g->law.flash)
            g->threads = m->c->flash_threads_default;
        else if (isnan(g->threads))
            g->threads = fmax(m->c->hdd_threads_default, 2 * osds_per_host) / osds_per_host;
        if (isnan(g->speed))
            g->speed = m->c->speed_default;
    }
}

/* Called before make_cpu fills the gaps. */
static void note_cpu(struct making *m)
{
    const struct engine_group *g = &m->groups[0];
    if (isnan(g->threads))
        assume(m, (struct assumption){.key = INPUT_THREADS,
                                      .value = UNKNOWN,
                                      .text =
                                          g->law.flash ? "8 an OSD" : "2 an OSD, at least 8 a host",
                                      .from = "class prior"});
    if (isnan(g->speed))
        assume_number(m, INPUT_SPEED, m->c->speed_default, DIM_NUMBER);
}

/* -- pool, release, network, clients -- */

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
        assume_number(m, INPUT_SIZE, in->copies, DIM_NUMBER);
    }
    int pg_num = m->row != NULL && m->row->pg_num != FIELD_ABSENT ? m->row->pg_num : FIELD_ABSENT;
    if (pg_num == FIELD_ABSENT && pool != NULL)
        pg_num = pool->pg_num;
    in->pgs_per_osd = m->c->pgs_default;
    if (pg_num != FIELD_ABSENT)
        in->pgs_per_osd = pg_num * in->copies / in->osds;
    else
        assume(m, (struct assumption){.key = INPUT_PGS,
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
        m->in->release = year == FIELD_ABSENT ? m->c->reference_release : clip(year - 2017.0, 1, 8);
        assume(m,
               (struct assumption){.key = INPUT_RELEASE,
                                   .value = m->in->release + 12,
                                   .dim = DIM_NUMBER,
                                   .from = year == FIELD_ABSENT ? "class prior" : "source.year"});
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
        assume(m, (struct assumption){.key = INPUT_TUNING,
                                      .value = UNKNOWN,
                                      .text = "between default and tuned",
                                      .from = "class prior"});
}

/* A commit rate that decides small writes but was not measured on the device itself. */
static void note_sync(struct making *m)
{
    const struct engine_group *g = &m->groups[0];
    const struct device_law *law = g->apart && g->side.flash ? &g->side : &g->law;
    bool decides = law->flash && law->consumer && (g->law.flash || law == &g->side);
    if (g->law.consumer)
        law = &g->law;
    if ((decides || g->law.consumer) && law->sync_from >= ORIGIN_CLASS_MEASUREMENT)
        assume(m, (struct assumption){.key = INPUT_SYNC,
                                      .value = law->sync_s,
                                      .dim = DIM_TIME,
                                      .from = law->sync_from == ORIGIN_FALLBACK
                                                  ? "class prior"
                                                  : "device class default"});
}

static void make_network(struct making *m)
{
    struct engine_inputs *in = m->in;
    const struct network *net = m->cluster->network;
    const struct clients *clients = m->cluster->clients;
    int class = m->groups[0].law.class;
    in->public_Bps = net == NULL ? UNKNOWN : net->public_Bps;
    if (isnan(in->public_Bps)) {
        bool fast = class == CLASS_NVME || class == CLASS_SCM;
        in->public_Bps = fast ? m->c->link_default_flash : m->c->link_default_hdd;
        assume_number(m, INPUT_PUBLIC, in->public_Bps, DIM_LINK);
    }
    bool apart = net != NULL && !isnan(net->cluster_Bps);
    in->cluster_Bps = apart ? net->cluster_Bps : in->public_Bps;
    in->shared = !apart || net->shared != 0;
    bool stated = clients != NULL && !isnan(clients->network_Bps);
    in->client_Bps = stated ? clients->network_Bps : in->public_Bps;
    double mtu = net != NULL && net->mtu != FIELD_ABSENT ? net->mtu : m->c->mtu_default;
    /* TCP payload of an Ethernet frame: 52 bytes of headers inside, 38 of framing outside. */
    in->eta = (mtu - 52) / (mtu + 38);
    in->rtt_s = net == NULL ? UNKNOWN : net->rtt_s;
    if (isnan(in->rtt_s)) {
        in->rtt_s = in->one_host ? m->c->one_host_rtt : interpolate(&m->model->rtt, in->public_Bps);
        assume_number(m, INPUT_RTT, in->rtt_s, DIM_TIME);
    }
}

/* iodepth x numjobs x clients. A record that leaves out either depth or jobs hides its depth. */
static double outstanding_of(const struct making *m)
{
    const struct workload *load = m->load;
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
    bool unknown = isnan(in->outstanding);
    if (unknown) {
        in->outstanding = UNLIMITED;
        in->processes = fmax(in->processes, m->c->procs_unknown);
        if (isnan(in->rate_ops))
            assume(m, (struct assumption){.key = INPUT_DEPTH,
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
        else if (load->clients == FIELD_ABSENT || load->clients <= 1)
            in->client_hosts = 1;
        else
            in->client_hosts = floor(sqrt(in->processes) + 0.5);
        assume_number(m, INPUT_CLIENTS, in->client_hosts, DIM_NUMBER);
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
    in->tier.hit_frac = tier_hit(tier, g->osds * crush_weight(tier->device) / in->tier.copies);
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
    const struct device *device = NULL;
    for (int i = 0; i < m->cluster->n_hosts && device == NULL; i++)
        for (int j = 0; j < m->cluster->hosts[i].n_osds && device == NULL; j++)
            if (is_ours(m, &m->cluster->hosts[i].osds[j]))
                device = m->cluster->hosts[i].osds[j].device;
    bool sequential = workload_is_sequential(m->load);
    m->in->own_read_ops = own_rate(device, false, sequential, m->load->bs_B);
    m->in->own_write_ops = own_rate(device, true, sequential, m->load->bs_B);
}

static bool make_load(struct making *m)
{
    const struct workload *load = m->load;
    struct engine_inputs *in = m->in;
    if (isnan(load->bs_B))
        return no_prediction(m, "the load has no block size");
    in->bytes = load->bs_B;
    in->read_frac = workload_read_frac(load);
    bool mix = load->rw == RW_RANDRW || load->rw == RW_RW;
    if (mix && isnan(load->read_frac))
        assume_number(m, INPUT_READ, 0.5, DIM_FRACTION);
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

static void price_assumptions(struct making *m)
{
    struct engine_inputs *in = m->in;
    for (int i = 0; i < in->n_assumed; i++) {
        struct assumption *a = &in->assumed[i];
        /* How fast a device commits says nothing of a load that only reads. */
        bool counts = a->key != INPUT_SYNC || in->read_frac < 1;
        a->log_sd =
            counts ? guess_width_of(m->model, a->key, in->class, in->flash, in->release) : 0;
        in->guess_variance += a->log_sd * a->log_sd;
    }
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
    if (!make_groups(&m) || !make_pool(&m))
        return false;
    make_tuning(&m);
    note_sync(&m);
    note_cpu(&m);
    make_cpu(&m);
    make_clients(&m);
    make_network(&m);
    make_tier(&m);
    make_own(&m);
    inputs->class = classify(inputs, m.c);
    price_assumptions(&m);
    return true;
}
