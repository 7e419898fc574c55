/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols: M OSDs and D devices of a group, R copies, q requests in a disk's queue, b bytes of a
 * client request, t CPU threads an OSD, v their speed. The cluster's bound is the least over groups
 * of the group's own bound over the share of the PGs that it holds. Invariant: all rates > 0. */
#include "engine/bounds.h"

#include "base/num.h"
#include "engine/closed.h"
#include "engine/placement.h"

#include <math.h>

const char *const bound_names[] = {"data",       "db",         "sync",        "cpu",
                                   "osd",        "net.public", "net.cluster", "client.net",
                                   "client.cpu", "depth",      NULL};

/* rate / work, no bound where no work is asked. */
static double over(double rate, double work)
{
    return work > 0 ? rate / work : UNLIMITED;
}

static double interpolate(const struct curve *curve, double x)
{
    if (x <= curve->x[0])
        return curve->y[0];
    for (int i = 1; i < curve->n; i++) {
        if (x > curve->x[i])
            continue;
        double share = log(x / curve->x[i - 1]) / log(curve->x[i] / curve->x[i - 1]);
        return curve->y[i - 1] * pow(curve->y[i] / curve->y[i - 1], share);
    }
    return curve->y[curve->n - 1];
}

static bool has_medium(const struct engine_inputs *in, bool flash)
{
    for (int i = 0; i < in->n_groups; i++)
        if (in->groups[i].law.flash == flash)
            return true;
    return false;
}

/* What only reads ask for. */
static void read_factors(const struct engine_model *model, const struct engine_inputs *in,
                         const struct params *p, double untuned, struct factors *out)
{
    const struct constants *c = &model->constants;
    out->tune_read = pow(p->tune_read, untuned);
    out->pg_share = interpolate(&model->kpg, in->pgs_per_osd);
    if (has_medium(in, true))
        out->read_size =
            pow(num_clip(in->osds, 1, c->size_cap) / c->size_reference, p->cpu_size_exponent);
    if (has_medium(in, false))
        out->read_imbalance = placement_read_imbalance(in, c);
}

/* What only writes ask for. */
static void write_factors(const struct constants *c, const struct engine_inputs *in,
                          const struct params *p, double untuned, struct factors *out)
{
    out->tune_write = pow(p->tune_write, untuned);
    if (has_medium(in, false))
        out->write_imbalance = placement_write_imbalance(in, c);
}

void bounds_factors(const struct engine_model *model, const struct engine_inputs *in,
                    const struct params *p, struct factors *out)
{
    const struct constants *c = &model->constants;
    double behind = c->reference_release - fmin(in->release, c->reference_release);
    double untuned = 0;
    *out = (struct factors){.read_imbalance = 1,
                            .write_imbalance = 1,
                            .disk_queue = 1,
                            .read_size = 1,
                            .tune_read = 1,
                            .tune_write = 1,
                            .pg_share = 1};
    out->release_cost = exp(p->cpu_release_slope * behind);
    out->release_latency = exp(p->lat_release_slope * fmin(behind, c->release_latency_cap));
    if (in->untuned > 0)
        untuned = in->untuned * exp(-p->tune_fade * fmax(in->release - 1, 0));
    out->mesh = in->colocated && in->client_hosts >= in->hosts / 2;
    if (in->read_frac > 0)
        read_factors(model, in, p, untuned, out);
    if (in->read_frac < 1)
        write_factors(c, in, p, untuned, out);
    if (has_medium(in, false)) {
        double queue = isinf(in->outstanding)
                           ? c->hdd_depth_unknown
                           : num_clip(in->outstanding / in->osds, 1, c->hdd_queue_max);
        out->disk_queue = pow(queue, p->hdd_queue_exponent);
    }
}

/* Everything a law of one group needs. */
struct view {
    const struct engine_inputs *in;
    const struct engine_group *g;
    const struct params *p;
    const struct constants *c;
    const struct factors *f;
    struct demand d;
};

/* -- devices -- */

static double journal_factor(const struct view *w)
{
    return w->in->filestore && !w->g->apart ? 2 : 1;
}

static double seek_share(const struct view *w)
{
    return w->in->sequential ? w->p->hdd_seek_share : 1;
}

/* Positionings of one read: a small object's metadata is looked up first (FileStore, object tools).
 */
static double read_positionings(const struct view *w)
{
    bool lookup = w->in->filestore && w->in->rados && w->in->bytes <= w->c->hdd_lookup_bytes;
    return seek_share(w) * (lookup ? w->p->hdd_filestore_lookup : 1);
}

/* A sheet states the outer diameter; the mean of the span is slower. */
static double disk_Bps(const struct view *w, double rate, bool sheet)
{
    return sheet ? rate * w->p->hdd_inner_factor : rate;
}

/* Seconds of one read in a disk's queue. */
static double disk_read_time(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double rate = w->p->hdd_iops_scale * law->i1_ops * w->f->disk_queue;
    return read_positionings(w) / rate +
           w->d.device_bytes / disk_Bps(w, law->read_Bps, law->read_sheet);
}

static double disk_read(const struct view *w)
{
    return w->g->osds / (w->f->read_imbalance * w->d.device_ops * disk_read_time(w));
}

/* Small writes are sorted (deferral, journal, disk cache); large ones are placed one by one. */
static double disk_placing(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    if (w->in->bytes < w->c->hdd_direct_bytes) {
        double gain = w->g->apart && !w->in->filestore ? w->p->hdd_db_gain : 1;
        return 1 / (w->p->hdd_sorted_write * law->i1_ops / w->c->hdd_reference_iops * gain);
    }
    double times = w->in->filestore ? journal_factor(w)
                   : w->g->apart    ? 1
                                    : 1 + w->p->hdd_direct_extra;
    return times / (w->p->hdd_iops_scale * law->i1_ops * w->f->disk_queue);
}

static double disk_write(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double time =
        seek_share(w) * disk_placing(w) +
        journal_factor(w) * w->d.device_bytes / disk_Bps(w, law->write_Bps, law->write_sheet);
    double work = w->f->write_imbalance * w->d.device_ops * time;
    if (w->d.disk_reads > 0)
        work += w->f->write_imbalance * w->d.disk_reads * disk_read_time(w);
    return w->g->osds / work;
}

static double flash_read(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    return w->g->devices * fmin(law->read_ops / w->d.device_ops, law->read_Bps / w->in->bytes);
}

static double flash_write(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double journal = journal_factor(w);
    double bytes = w->in->bytes * w->d.device_share * journal;
    double rate = w->g->devices * law->write_Bps * w->p->flash_seq_write / bytes;
    if (w->in->bytes > w->c->flash_small_bytes)
        return rate;
    double relief = w->g->apart && !w->in->filestore ? w->c->flash_db_relief : 1;
    double writes = w->p->flash_write_amp * relief * journal * w->d.device_ops;
    return fmin(rate, w->g->devices * law->write_ops / writes);
}

static double side_write(const struct view *w)
{
    if (!w->g->apart)
        return UNLIMITED;
    return over(w->g->side_count * w->g->side.write_Bps, w->d.side_bytes);
}

/* Flushes that one commit asks of the device that holds the journal, or the WAL and BlueFS log. */
static double log_flushes(const struct view *w)
{
    bool one = w->in->filestore || w->in->release >= w->c->commit_release;
    return one ? w->c->commit_flushes_new : w->c->commit_flushes;
}

static bool has_flash_side(const struct view *w)
{
    return w->g->apart && w->g->side.flash;
}

/* BlueStore flushes a flash data device before it commits; that costs time where its cache is
 * volatile. */
static bool flushes_data(const struct view *w)
{
    return w->g->law.consumer && !w->in->filestore;
}

/* Commits that one device's flushes let through: those that wait share a flush (group commit), so
 * the rate grows with the writes in flight on the device. */
static double flush_rate(const struct view *w, double devices, double sync_s, double flushes)
{
    if (flushes <= 0)
        return UNLIMITED;
    double cap = w->c->osd_message_cap * w->g->osds;
    double in_flight = fmin(w->in->outstanding * w->g->share, cap) * w->d.commits / devices;
    double grouped = pow(fmax(in_flight, 1), w->p->sync_group_exponent);
    return devices * grouped / (flushes * sync_s * w->d.commits);
}

static void sync_write(const struct view *w, struct direction *out)
{
    bool side = has_flash_side(w);
    double own = (w->g->law.flash && !side ? log_flushes(w) : 0) + flushes_data(w);
    double data = UNLIMITED, log = UNLIMITED;
    if (w->g->law.flash)
        data = flush_rate(w, w->g->devices, w->g->law.sync_s, own);
    if (side)
        log = flush_rate(w, w->g->side_count, w->g->side.sync_s, log_flushes(w));
    out->ops[BOUND_SYNC] = fmin(data, log);
    out->sync_of_data = data < log;
}

/* -- CPU -- */

/* Gain of whole cores over hyper-thread halves when an OSD has more threads than it keeps busy. */
static double smt_factor(const struct view *w, double threads)
{
    double busy = w->c->osd_busy_threads;
    return 1 + w->c->smt_gain * num_clip((threads - busy) / busy, 0, 1);
}

static double usable_threads(const struct view *w)
{
    return w->g->law.flash ? w->g->threads : fmin(w->g->threads, w->c->hdd_shard_threads);
}

/* Threads' worth of work that one OSD gets done. */
static double effective_threads(const struct view *w)
{
    double threads = usable_threads(w), busy = fmin(threads, w->c->osd_busy_threads);
    double contention = 1 + w->p->cpu_contention * (fmax(busy, 1) - 1);
    return smt_factor(w, threads) * busy / contention;
}

/* The clients' own work on the CPUs of the OSDs. */
static double client_work(const struct view *w)
{
    return w->f->mesh ? w->p->cpu_client_op * w->f->release_cost / w->g->speed : 0;
}

static double cpu_read(const struct view *w)
{
    double op = w->p->cpu_read_op * w->f->tune_read * w->f->release_cost / w->g->speed;
    if (w->g->law.flash)
        op *= w->f->read_size;
    double bytes = w->d.cpu_bytes / (w->p->cpu_read_bytes * w->g->speed);
    return w->g->osds * effective_threads(w) / (op * w->d.cpu_units + bytes + client_work(w));
}

static double cpu_write(const struct view *w)
{
    double op = w->p->cpu_write_op * w->f->tune_write * w->f->release_cost / w->g->speed;
    if (w->in->filestore)
        op *= w->p->cpu_filestore_write;
    if (w->g->law.flash && w->in->copies == 1)
        op *= w->p->cpu_write_alone;
    double bytes = w->d.cpu_bytes / (w->p->cpu_write_bytes * w->g->speed);
    return w->g->osds * effective_threads(w) / (op * w->d.cpu_units + bytes + client_work(w));
}

static double osd_ceiling(const struct view *w, double ceiling)
{
    if (w->d.access == ACCESS_WHOLE)
        return UNLIMITED;
    double smt = smt_factor(w, usable_threads(w));
    return w->g->osds * ceiling * w->g->speed * smt / w->d.cpu_units;
}

/* -- network and clients -- */

static double link_rate(const struct view *w, double link, double slow_efficiency)
{
    bool fast = link >= w->c->fast_link;
    double efficiency = fast ? w->p->net_100g_eff : slow_efficiency;
    if (w->f->mesh && !w->in->one_host)
        efficiency *= w->p->net_mesh_factor;
    return w->in->eta * link * efficiency;
}

static double frame_of(const struct view *w)
{
    return w->in->bytes + w->c->frame_bytes;
}

/* OSD hosts send what clients read; they receive what clients write, and a client host among them
 * sends. */
static double public_share(const struct view *w, bool write)
{
    double remote = 1 - w->in->local_frac;
    if (write && w->in->colocated)
        remote = fmax(remote, remote * w->in->hosts / w->in->client_hosts);
    return remote + (w->in->shared ? w->d.cross_share : 0);
}

static double net_public(const struct view *w, bool write)
{
    double slow = write ? w->p->net_write_eff : w->p->net_read_eff;
    double rate = w->g->net_hosts / w->g->net_share * link_rate(w, w->in->public_Bps, slow);
    return over(rate, frame_of(w) * public_share(w, write)) * w->g->share;
}

static double net_cluster(const struct view *w, bool write)
{
    if (w->in->shared)
        return UNLIMITED;
    double slow = write ? w->p->net_write_eff : w->p->net_read_eff;
    double rate = w->g->net_hosts / w->g->net_share * link_rate(w, w->in->cluster_Bps, slow);
    return over(rate, frame_of(w) * w->d.cross_share) * w->g->share;
}

static double client_net(const struct view *w)
{
    double rate = w->in->client_hosts * link_rate(w, w->in->client_Bps, w->p->net_read_eff);
    return over(rate, frame_of(w) * (1 - w->in->local_frac));
}

static double client_cpu(const struct view *w, double cap)
{
    double rates[2] = {cap, w->p->client_bytes / w->in->bytes};
    return w->in->processes / w->f->release_cost * closed_joint(rates, 2, w->p->pnorm);
}

/* -- one operation alone -- */

static double harmonic(double n)
{
    double sum = 0;
    for (int i = 1; i <= (int)(n + 0.5); i++)
        sum += 1.0 / i;
    return sum;
}

/* The slowest of n device operations over the mean one. */
static double fan_out(const struct view *w, double n)
{
    return w->g->law.flash ? 1 + w->c->flash_fan * log2(n) : harmonic(n);
}

static double hop_time(const struct view *w, double flash_s, double disk_s)
{
    return (w->g->law.flash ? flash_s : disk_s) * w->f->release_latency / sqrt(w->g->speed);
}

static double wire_time(const struct view *w)
{
    return w->in->bytes / (w->in->eta * fmin(w->in->public_Bps, w->in->client_Bps));
}

static double device_read_time(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    if (law->flash)
        return 1 / law->i1_ops;
    return read_positionings(w) / (w->p->hdd_iops_scale * law->i1_ops);
}

static double read_alone(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double hop = hop_time(w, w->p->lat_read_hop, w->p->hdd_lat_read_hop);
    double rate = law->flash ? law->read_Bps : disk_Bps(w, law->read_Bps, law->read_sheet);
    double shards = w->in->erasure ? w->in->rtt_s + hop : 0;
    return w->in->rtt_s + hop + fan_out(w, w->d.device_ops) * device_read_time(w) + shards +
           w->d.device_bytes / rate + wire_time(w);
}

/* One copy's commit: flushes of the journal, WAL or data device, and the disk where it waits for
 * it. */
static double commit_time(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double disk = w->p->hdd_sync_time * w->c->hdd_reference_rpm / law->rpm;
    double flushes = log_flushes(w);
    bool flash_side = has_flash_side(w);
    double flush = flash_side ? w->g->side.sync_s : law->flash ? law->sync_s : disk;
    double extra = 0;
    if (!law->flash && flash_side && w->d.journalled)
        extra = (w->in->sync ? w->p->hdd_commit_share_sync : w->p->hdd_commit_share) * disk;
    else if (!law->flash && !w->in->filestore && !w->d.deferred)
        extra = disk;
    else if (flushes_data(w))
        extra = law->sync_s;
    return flushes * flush + extra;
}

/* Old data and parity that a part write of an erasure code reads first. */
static double modify_time(const struct view *w)
{
    if (w->d.access != ACCESS_PART && w->d.access != ACCESS_FAST)
        return 0;
    double share = w->d.access == ACCESS_FAST ? w->c->ec_fast_read_share : 1;
    double hop = hop_time(w, w->p->lat_read_hop, w->p->hdd_lat_read_hop);
    double slowest = w->g->law.flash ? 1 : fan_out(w, fmax(w->d.disk_reads, 1));
    return share * (slowest * device_read_time(w) + w->in->rtt_s + hop);
}

static double write_alone(const struct view *w)
{
    const struct device_law *law = &w->g->law;
    double hop = hop_time(w, w->p->lat_write_hop, w->p->hdd_lat_write_hop), wire = wire_time(w);
    double rate = law->flash ? law->write_Bps : disk_Bps(w, law->write_Bps, law->write_sheet);
    if (w->in->filestore && w->g->apart)
        rate = w->g->side.write_Bps;
    double replica = 0;
    if (w->d.commits > 1)
        replica = hop + wire + (w->in->osd_domain && w->in->hosts == 1 ? 0 : w->in->rtt_s);
    return w->in->rtt_s + hop + wire + replica + fan_out(w, w->d.commits) * commit_time(w) +
           modify_time(w) + w->d.device_bytes / rate;
}

/* -- all together -- */

static void group_read(const struct view *w, struct direction *out)
{
    out->ops[BOUND_DATA] = w->g->law.flash ? flash_read(w) : disk_read(w);
    out->ops[BOUND_DB] = out->ops[BOUND_SYNC] = UNLIMITED;
    out->acked = out->sync_of_data = false;
    out->ops[BOUND_CPU] = cpu_read(w);
    out->ops[BOUND_OSD] = osd_ceiling(w, w->p->osd_read_ceiling * w->f->pg_share);
    out->ops[BOUND_NET_PUBLIC] = net_public(w, false);
    out->ops[BOUND_NET_CLUSTER] = net_cluster(w, false);
    out->t0_s = read_alone(w);
}

static void group_write(const struct view *w, struct direction *out)
{
    out->ops[BOUND_DATA] = w->g->law.flash ? flash_write(w) : disk_write(w);
    out->ops[BOUND_DB] = side_write(w);
    sync_write(w, out);
    out->acked = !w->g->law.flash && has_flash_side(w) && (w->in->filestore || w->d.deferred);
    out->ops[BOUND_CPU] = cpu_write(w);
    out->ops[BOUND_OSD] = osd_ceiling(w, w->p->osd_write_ceiling);
    out->ops[BOUND_NET_PUBLIC] = net_public(w, true);
    out->ops[BOUND_NET_CLUSTER] = net_cluster(w, true);
    out->t0_s = write_alone(w);
}

/* A group that holds a share s of the PGs lets the cluster run at its own bound over s. */
static void join_group(const struct engine_group *g, const struct direction *own,
                       struct direction *out)
{
    if (own->ops[BOUND_SYNC] / g->share < out->ops[BOUND_SYNC])
        out->sync_of_data = own->sync_of_data;
    double *data = own->acked ? &out->acked_ops : &out->waited_ops;
    *data = fmin(*data, own->ops[BOUND_DATA] / g->share);
    for (int i = 0; i < BOUND_CLIENT_NET; i++)
        out->ops[i] = fmin(out->ops[i], own->ops[i] / g->share);
    out->t0_s += g->share * own->t0_s;
}

static void make_demand(struct view *w, bool write)
{
    if (write)
        demand_of_write(w->in, w->g->law.flash, w->p, w->c, &w->d);
    else
        demand_of_read(w->in, w->p, w->c, &w->d);
}

static void all_groups(const struct engine_model *model, const struct engine_inputs *in,
                       const struct params *p, const struct factors *f, bool write,
                       struct direction *out)
{
    struct view w = {.in = in, .p = p, .c = &model->constants, .f = f, .g = &in->groups[0]};
    for (int i = 0; i < N_BOUNDS; i++)
        out->ops[i] = UNLIMITED;
    out->t0_s = 0;
    out->waited_ops = out->acked_ops = UNLIMITED;
    out->sync_of_data = false;
    for (int i = 0; i < in->n_groups; i++) {
        struct direction own;
        w.g = &in->groups[i];
        if (i == 0 || w.g->law.flash != in->groups[i - 1].law.flash)
            make_demand(&w, write);
        if (write)
            group_write(&w, &own);
        else
            group_read(&w, &own);
        join_group(w.g, &own, out);
    }
    out->acked = out->acked_ops < out->waited_ops;
    out->ops[BOUND_CLIENT_NET] = client_net(&w);
    out->ops[BOUND_CLIENT_CPU] = client_cpu(&w, write ? p->client_write_cap : p->client_read_cap);
}

void bounds_of_read(const struct engine_model *model, const struct engine_inputs *in,
                    const struct params *p, const struct factors *f, struct direction *out)
{
    all_groups(model, in, p, f, false, out);
}

void bounds_of_write(const struct engine_model *model, const struct engine_inputs *in,
                     const struct params *p, const struct factors *f, struct direction *out)
{
    all_groups(model, in, p, f, true, out);
}
