/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the shares of all groups add up to 1, and no two groups are of equal hardware. */
#include "engine/groups.h"

#include <regex.h>
#include <string.h>

struct making {
    const struct engine_model *model;
    const struct constants *c;
    const struct cluster *cluster;
    const struct pool *pool; /* NULL: none stated */
    struct engine_group *groups;
    struct engine_inputs *in;
    bool no_hosts; /* a group has no count */
    struct err *err;
};

bool groups_refuse(const struct cluster *cluster, const char *what, struct err *err)
{
    const struct place *place = &cluster->place;
    return err_at(err, place->file == NULL ? "cluster" : place->file, place->line, place->col,
                  "no prediction is possible: %s", what);
}

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
        engine_assume(m->in, (struct assumption){.key = INPUT_JOURNAL,
                                                 .value = UNKNOWN,
                                                 .text = stated ? device_class_names[device->class]
                                                                : "sata-ssd",
                                                 .from = "device class default"});
}

static void note_device(struct making *m, const struct device *device)
{
    if (device->like == NULL && device->n_measurements == 0 && device->n_spec == 0 &&
        (device->name == NULL || device->base == NULL))
        engine_assume(m->in, (struct assumption){.key = INPUT_DEVICE,
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

double groups_crush_weight(const struct device *device)
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
            return groups_refuse(m->cluster, "an OSD group has no count", m->err);
        if (osds->device == NULL || osds->device->class == FIELD_ABSENT)
            return groups_refuse(m->cluster,
                                 "an OSD group has no device, or a device without class", m->err);
        sum->osds += osds->count;
        sum->weight += osds->count * groups_crush_weight(osds->device);
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
    g.share = g.osds * groups_crush_weight(osds->device);
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
        return groups_refuse(m->cluster, "the document has no OSDs of the pool's device class",
                             m->err);
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
        engine_assume_number(m->in, INPUT_HOSTS, in->hosts, DIM_NUMBER);
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
        engine_assume(m->in, (struct assumption){
                                 .key = INPUT_THREADS,
                                 .value = UNKNOWN,
                                 .text = g->law.flash ? "8 an OSD" : "2 an OSD, at least 8 a host",
                                 .from = "class prior"});
    if (isnan(g->speed))
        engine_assume_number(m->in, INPUT_SPEED, m->c->speed_default, DIM_NUMBER);
}

bool groups_make(const struct engine_model *model, const struct cluster *cluster,
                 const struct pool *pool, struct engine_group *groups, struct engine_inputs *in,
                 struct err *err)
{
    struct making m = {.model = model,
                       .c = &model->constants,
                       .cluster = cluster,
                       .pool = pool,
                       .groups = groups,
                       .in = in,
                       .err = err};
    if (!make_groups(&m))
        return false;
    note_cpu(&m);
    make_cpu(&m);
    return true;
}

const struct device *groups_first_device(const struct cluster *cluster, const struct pool *pool)
{
    const char *class = pool == NULL ? NULL : pool->device_class;
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int j = 0; j < cluster->hosts[i].n_osds; j++)
            if (engine_class_matches(class, cluster->hosts[i].osds[j].device))
                return cluster->hosts[i].osds[j].device;
    return NULL;
}
