/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/warn.h"

#include "base/units.h"
#include "engine/layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void warn_add(struct warnings *out, struct arena *arena, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (int i = 0; i < out->n; i++)
        if (strcmp(out->text[i], text) == 0)
            return;
    if (out->n < MAX_WARNINGS)
        out->text[out->n++] = arena_copy(arena, text);
}

/* A run that bypassed the disk: more than any disk of the class delivers. */
#define DISK_READ_LIMIT 2000.0
#define DISK_WRITE_LIMIT 5000.0

static void warn_of_row(const struct device *device, const struct measurement *row,
                        struct arena *arena, struct warnings *out)
{
    char found[40], stated[40];
    double bandwidth = row->iops_ops * row->bs_B;
    if (!isnan(bandwidth) && !isnan(row->bw_Bps) &&
        fabs(log(bandwidth / row->bw_Bps)) > log(1.15)) {
        units_format(DIM_RATE, bandwidth, found, sizeof found);
        units_format(DIM_RATE, row->bw_Bps, stated, sizeof stated);
        warn_add(out, arena, "%s, %s: iops x bs is %s but bw says %s; one of them is misread",
                 device_title(device), rw_names[row->rw], found, stated);
    }
    bool disk_random = device->class == CLASS_HDD && row->bs_B <= 8192 && row->iops_ops > 0;
    double limit = row->rw == RW_RANDREAD ? DISK_READ_LIMIT : DISK_WRITE_LIMIT;
    if (disk_random && (row->rw == RW_RANDREAD || row->rw == RW_RANDWRITE) && row->iops_ops > limit)
        warn_add(out, arena,
                 "%s, %s: %.0f IOPS is more than a disk can do: cached or unwritten data",
                 device_title(device), rw_names[row->rw], row->iops_ops);
    if (disk_random && (row->rw == RW_READ || row->rw == RW_WRITE) && row->iops_ops > limit)
        warn_add(out, arena,
                 "%s, %s %.0fk: %.0f IOPS is the drive's cache and merging; it says nothing of a "
                 "cluster",
                 device_title(device), rw_names[row->rw], row->bs_B / 1024, row->iops_ops);
    double q = measurement_depth(row), held = row->iops_ops * row->lat_s;
    if (row->iodepth != FIELD_ABSENT && !isnan(held) && (held > 1.6 * q || held < q / 1.6))
        warn_add(out, arena,
                 "%s, %s: iops x lat is %s requests in flight but iodepth x numjobs is %s",
                 device_title(device), rw_names[row->rw], units_text(DIM_OPS, held).text,
                 units_text(DIM_OPS, q).text);
}

void warn_of_device(const struct device *device, struct arena *arena, struct warnings *out)
{
    for (int i = 0; i < device->n_measurements; i++)
        warn_of_row(device, &device->measurements[i], arena, out);
}

static void warn_of_span(const struct engine_model *model, const struct device *device,
                         struct arena *arena, struct warnings *out)
{
    if (device->class != CLASS_HDD)
        return;
    for (int i = 0; i < device->n_measurements; i++) {
        const struct measurement *row = &device->measurements[i];
        if (row->span_B < model->constants.hdd_span_bytes) {
            char span[40];
            units_format_binary(row->span_B, span, sizeof span);
            warn_add(out, arena,
                     "%s was measured on %s of the disk, which flatters it 3 to 4 times; the class "
                     "figure "
                     "stands in (measure with --size=100%% or at least 50 GB)",
                     device_title(device), span);
            return;
        }
    }
}

/* A device that was measured in part: what it does at the rest is anybody's guess, and looks
 * measured. */
static void warn_of_gaps(const struct engine_model *model, const struct device *device,
                         struct arena *arena, struct warnings *out)
{
    struct device_law law;
    bool own = device->n_measurements > 0;
    bool model_known = device->base != NULL && !device_is_typical(device->base);
    if (device->class == FIELD_ABSENT || device_is_typical(device) ||
        (!own && device->n_spec == 0 && !model_known))
        return; /* a class was asked for */
    device_law_make(device, &model->constants, &law);
    const struct {
        enum law_origin from;
        bool counts;
        const char *name;
    } rates[] = {{law.read_from, law.flash, "4k random reads"},
                 {law.write_from, law.flash, "4k random writes"},
                 {law.sync_from, law.flash && own, "synchronous writes"},
                 {law.i1_from, !law.flash, "4k random reads"},
                 {law.read_Bps_from, true, "sequential reads"},
                 {law.write_Bps_from, true, "sequential writes"}};
    const char *list = "";
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (rates[i].counts && rates[i].from >= ORIGIN_CLASS_MEASUREMENT)
            list = arena_printf(arena, "%s%s%s", list, *list == '\0' ? "" : ", ", rates[i].name);
    if (*list != '\0')
        warn_add(out, arena, "%s: taken from its class, not from rows of its own: %s",
                 device_title(device), list);
}

static bool is_consumer(const struct side_device *side)
{
    return side != NULL && side->device != NULL && device_is_flash(side->device) &&
           side->device->plp == 0;
}

static void warn_of_group(const struct engine_model *model, const struct osd_group *osds,
                          struct arena *arena, struct warnings *out)
{
    const struct side_device *sides[] = {osds->db, osds->wal, osds->journal};
    static const char *const names[] = {"DB", "WAL", "journal"};
    for (int i = 0; i < 3; i++)
        if (is_consumer(sides[i]))
            warn_add(
                out, arena,
                "%s serves as %s without power-loss protection: every commit waits for its flush",
                device_title(sides[i]->device), names[i]);
    if (osds->device == NULL)
        return;
    warn_of_device(osds->device, arena, out);
    warn_of_span(model, osds->device, arena, out);
    warn_of_gaps(model, osds->device, arena, out);
}

int warn_publishers(const struct engine_model *model, enum load_class class)
{
    int publishers = model->classes[class].publishers;
    return publishers == FIELD_ABSENT || publishers > 3 ? 0 : publishers;
}

/* How far the cluster is from those that were measured. */
static void warn_of_distance(const struct engine_model *model, const struct engine_inputs *in,
                             struct arena *arena, struct warnings *out)
{
    const struct class_error *c = &model->classes[in->class];
    if (in->osds < 0.5 * c->osds_low || in->osds > 2 * c->osds_high)
        warn_add(out, arena,
                 "%.0f OSDs is far from the measured clusters of %s (%.0f to %.0f OSDs)", in->osds,
                 load_class_names[in->class], c->osds_low, c->osds_high);
}

static void warn_of_sync(const struct engine_inputs *in, const struct estimate *e,
                         struct arena *arena, struct warnings *out)
{
    for (int i = 0; i < in->n_assumed; i++) {
        const struct assumption *a = &in->assumed[i];
        if (a->key == INPUT_SYNC && a->log_sd > 0)
            warn_add(
                out, arena,
                "decided by the device's synchronous write rate (%.0f/s taken from its class, "
                "single drives "
                "scatter 100 to 5000): measure fio --rw=randwrite --bs=4k --fsync=1 --iodepth=1 "
                "--numjobs=1",
                1 / a->value);
    }
    if (e->point.bound == BOUND_SYNC)
        warn_add(
            out, arena,
            "bound by flushes of a device without power-loss protection or with a slow commit; "
            "protected devices remove this bound");
}

enum { NOT_STATED = -1 };

/* OSDs of the pool's class in one host of the group. */
static int osds_in_host(const struct host_group *group, const struct pool *pool)
{
    int sum = 0;
    for (int i = 0; i < group->n_osds; i++) {
        struct osd_set set = {.group = &group->osds[i]};
        if (group->osds[i].device == NULL || !layout_holds(pool, &set))
            continue;
        if (group->osds[i].count == FIELD_ABSENT)
            return NOT_STATED;
        sum += group->osds[i].count;
    }
    return sum;
}

/* Adds the racks of a group's hosts (host i stands in rack i modulo their number) that are new. */
static int add_racks(const struct host_group *group, const char **racks, int n)
{
    for (int i = 0; i < group->n_racks && i < group->count; i++) {
        bool seen = false;
        for (int k = 0; k < n; k++)
            seen = seen || strcmp(racks[k], group->racks[i]) == 0;
        if (!seen)
            racks[n++] = group->racks[i];
    }
    return n;
}

/* Failure domains that hold an OSD of the pool's class. Counted without capacities, which an
 * estimate does not ask for. */
static int domains_of(const struct cluster *cluster, const struct pool *pool, struct arena *arena)
{
    int domain = layout_domain(pool), n = 0, most = 0;
    for (int i = 0; i < cluster->n_hosts; i++)
        most += cluster->hosts[i].n_racks;
    const char **racks = arena_array(arena, (size_t)most + 1, sizeof *racks);
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        int osds = osds_in_host(group, pool);
        if (osds == 0)
            continue;
        if (osds == NOT_STATED || group->count == FIELD_ABSENT ||
            (domain == DOMAIN_RACK && group->n_racks == 0))
            return NOT_STATED;
        if (domain == DOMAIN_RACK)
            n = add_racks(group, racks, n);
        else
            n += group->count * (domain == DOMAIN_OSD ? osds : 1);
    }
    return n;
}

void warn_of_pool(const struct cluster *cluster, const struct pool *pool, struct arena *arena,
                  struct warnings *out)
{
    char title[40];
    if (pool == NULL)
        return;
    struct scheme scheme = scheme_of(pool);
    int domains = domains_of(cluster, pool, arena);
    if (domains == NOT_STATED || domains >= scheme.n)
        return;
    const char *of = failure_domain_names[layout_domain(pool)];
    scheme_title(&scheme, title, sizeof title);
    warn_add(out, arena,
             "pool %s cannot be placed: %s needs %d %s%s, %d %s there; the figures are of one that "
             "could be",
             pool->name == NULL ? "without a name" : pool->name, title, scheme.n, of,
             scheme.n == 1 ? "" : "s", domains, domains == 1 ? "is" : "are");
}

void warn_of_estimate(const struct engine_model *model, const struct cluster *cluster,
                      const struct workload *load, const struct engine_inputs *in,
                      const struct estimate *e, struct arena *arena, struct warnings *out)
{
    out->n = 0;
    warn_of_pool(cluster, cluster_pool(cluster, load->pool), arena, out);
    warn_of_distance(model, in, arena, out);
    warn_of_sync(in, e, arena, out);
    if (cluster->cache_tier != NULL && !in->tier.present)
        warn_add(out, arena,
                 "the cache tier is not counted: nobody knows how much it serves; state "
                 "cache_tier.hit, or cache_tier.working_set");
    if (!isnan(in->rate_ops) && isinf(e->latency_s.p50))
        warn_add(out, arena,
                 "the load asks for more than the cluster carries: the queue grows without end");
    if (e->two_modes)
        warn_add(out, arena,
                 "commits behind flash have two modes (journal answers, or waits for the disk): no "
                 "one p99 describes them");
    else if (in->flash)
        warn_add(out, arena, "p99 over mean comes from one lab");
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int j = 0; j < cluster->hosts[i].n_osds; j++)
            warn_of_group(model, &cluster->hosts[i].osds[j], arena, out);
}
