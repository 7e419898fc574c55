/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the shares of all groups add up to 1, and no two groups are of equal hardware. */
#include "engine/groups.h"

#include "base/pattern.h"

#include <stdlib.h>

struct making {
    const struct engine_model *model;
    const struct constants *c;
    const struct cluster *cluster;
    const struct pool *pool; /* NULL: none stated */
    struct engine_group *groups;
    struct engine_inputs *in;
    bool no_hosts; /* a group has no count */
    bool weighed;  /* the capacity of every OSD is known */
    struct err *err;
};

bool groups_refuse(const struct cluster *cluster, const struct place *at, const char *what,
                   struct err *err)
{
    const struct place *place = at->file == NULL ? &cluster->place : at;
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

/* Is it a product, or measured? All else is what is typical of its class. */
static bool is_known(const struct device *device)
{
    bool entry = device->like != NULL || (device->name != NULL && device->base != NULL);
    return device->n_measurements > 0 || device->n_spec > 0 ||
           (entry && !device_is_typical(device->base));
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
    bool known = stated && is_known(device);
    if (!stated || (!known && m->in->filestore))
        engine_assume(m->in, (struct assumption){.key = INPUT_JOURNAL,
                                                 .value = UNKNOWN,
                                                 .text = stated ? device_class_names[device->class]
                                                                : "sata-ssd",
                                                 .from = "device class default"});
}

static void note_device(struct making *m, const struct device *device)
{
    if (!is_known(device))
        engine_assume(m->in, (struct assumption){.key = INPUT_DEVICE,
                                                 .value = UNKNOWN,
                                                 .text = device_class_names[device->class],
                                                 .from = "device class default"});
}

struct host_cpu {
    double threads; /* NaN: not stated */
    double speed;   /* NaN: not stated or not listed */
};

static struct host_cpu cpu_of(const struct making *m, const struct cpu *cpu)
{
    struct host_cpu out = {UNKNOWN, UNKNOWN};
    if (cpu == NULL)
        return out;
    const char *model = cpu->model == NULL ? "" : cpu->model;
    out.threads = cpu->threads;
    if (isnan(out.threads) && !isnan(cpu->cores))
        out.threads = cpu->cores * (pattern_matches("Intel|AMD|Xeon|EPYC", model) ? 2 : 1);
    for (int i = 0; i < m->model->n_speeds && cpu->model != NULL; i++) {
        if (pattern_matches(m->model->speeds[i].pattern, model)) {
            out.speed = m->model->speeds[i].speed;
            break;
        }
    }
    return out;
}

static bool alike(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * fabs(b);
}

/* Same hardware and the same load on each piece of it, so that one law serves both? An OSD that
 * holds more, or shares its device, journal or link with more others, is another kind. */
static bool can_merge(const struct engine_group *a, const struct engine_group *b)
{
    return alike(a->threads, b->threads) && alike(a->speed, b->speed) && a->apart == b->apart &&
           alike(a->share / a->osds, b->share / b->osds) &&
           alike(a->devices / a->osds, b->devices / b->osds) &&
           alike(a->side_count / a->osds, b->side_count / b->osds) &&
           alike(a->net_share / a->net_hosts, b->net_share / b->net_hosts) &&
           device_law_equal(&a->law, &b->law) &&
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

/* Capacities of some OSDs alone say nothing of how they compare with the rest. */
static bool all_capacities_known(const struct making *m)
{
    for (int i = 0; i < m->cluster->n_hosts; i++) {
        const struct host_group *host = &m->cluster->hosts[i];
        for (int j = 0; j < host->n_osds; j++) {
            const struct device *device = host->osds[j].device;
            if (is_ours(m, &host->osds[j]) && (device == NULL || isnan(device->capacity_B)))
                return false;
        }
    }
    return true;
}

static double weight_of(const struct making *m, const struct device *device)
{
    return m->weighed ? groups_crush_weight(device) : 1;
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
            return groups_refuse(m->cluster, &osds->place,
                                 "an OSD group has no count; write how many OSDs of it a host "
                                 "has, such as `count: 4`",
                                 m->err);
        if (osds->device == NULL || osds->device->class == FIELD_ABSENT)
            return groups_refuse(m->cluster, &osds->place,
                                 "an OSD group has no device, or a device without class; write "
                                 "`device: NAME` (cephplan devices lists them), or `device: "
                                 "{class: nvme, capacity: 4TB}`",
                                 m->err);
        sum->osds += osds->count;
        sum->weight += osds->count * weight_of(m, osds->device);
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
    g.share = g.osds * weight_of(m, osds->device);
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

/* The pool's class is at fault where there are OSDs, else the hosts are. */
static bool refuse_without_osds(struct making *m)
{
    for (int i = 0; i < m->cluster->n_hosts; i++)
        if (m->cluster->hosts[i].n_osds > 0 && m->pool != NULL)
            return groups_refuse(m->cluster, &m->pool->place,
                                 "no OSD is of the pool's device_class; write a class that the "
                                 "OSDs have, or leave it out",
                                 m->err);
    return cluster_refuse_bare(m->cluster, m->err);
}

static bool make_groups(struct making *m)
{
    struct engine_inputs *in = m->in;
    m->weighed = all_capacities_known(m);
    for (int i = 0; i < m->cluster->n_hosts; i++)
        if (!add_host(m, &m->cluster->hosts[i]))
            return false;
    if (in->n_groups == 0)
        return refuse_without_osds(m);
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
    return true;
}

/* -- placement -- */

/* What one failure domain of a group holds; all of them together hold 1. */
static double domain_weight(const struct engine_inputs *in, const struct engine_group *g)
{
    return in->osd_domain ? g->share / g->osds : g->net_share / g->net_hosts;
}

/* The factor on the weights of those below the cap that makes all shares add up to 1. */
static double uncapped_factor(const struct engine_inputs *in, const struct engine_group *groups,
                              double cap)
{
    double factor = 1, before;
    do {
        double held = 0, rest = 0;
        for (int i = 0; i < in->n_groups; i++) {
            double weight = domain_weight(in, &groups[i]);
            if (weight * factor >= cap)
                held += groups[i].share * cap / weight;
            else
                rest += groups[i].share;
        }
        before = factor;
        factor = rest > 0 ? fmax(factor, (1 - held) / rest) : factor;
    } while (factor > before * (1 + 1e-12));
    return factor;
}

/* No failure domain holds a placement group twice: it takes at most its part of one copy, and the
 * others take what is left. */
static void cap_shares(const struct engine_inputs *in, struct engine_group *groups)
{
    double domains = in->osd_domain ? in->osds : in->hosts, cap = 1 / fmin(in->copies, domains);
    double factor = uncapped_factor(in, groups, cap), sum = 0;
    for (int i = 0; i < in->n_groups; i++) {
        double weight = domain_weight(in, &groups[i]);
        double change = fmin(weight * factor, cap) / weight;
        groups[i].share *= change;
        groups[i].net_share *= change;
        sum += groups[i].share;
    }
    for (int i = 0; i < in->n_groups; i++) {
        groups[i].share /= sum;
        groups[i].net_share /= sum;
    }
}

/* Below 0 when `a` comes first: the larger share, then whatever tells two groups apart. */
static int compare_groups(const void *left, const void *right)
{
    const struct engine_group *a = left, *b = right;
    const double keys[][2] = {
        {b->share, a->share},
        {(double)a->law.class, (double)b->law.class},
        {a->law.i1_ops, b->law.i1_ops},
        {a->law.write_Bps, b->law.write_Bps},
        {a->law.read_Bps, b->law.read_Bps},
        {a->law.write_ops, b->law.write_ops},
        {a->law.read_ops, b->law.read_ops},
        {a->law.sync_s, b->law.sync_s},
        {a->threads, b->threads},
        {a->speed, b->speed},
        {a->apart, b->apart},
        {a->side_count, b->side_count},
        {a->side.write_Bps, b->side.write_Bps},
        {a->side.sync_s, b->side.sync_s},
        {a->osds, b->osds},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        double x = isnan(keys[i][0]) ? -1 : keys[i][0], y = isnan(keys[i][1]) ? -1 : keys[i][1];
        if (fabs(x - y) > 1e-9 * fabs(y))
            return x < y ? -1 : 1;
    }
    return 0;
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
    return make_groups(&m);
}

void groups_place(const struct engine_model *model, struct engine_group *groups,
                  struct engine_inputs *in)
{
    struct making m = {.model = model, .c = &model->constants, .groups = groups, .in = in};
    cap_shares(in, groups);
    qsort(groups, (size_t)in->n_groups, sizeof *groups, compare_groups);
    in->flash = groups[0].law.flash;
    note_cpu(&m);
    make_cpu(&m);
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
