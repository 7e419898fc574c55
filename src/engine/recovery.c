/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: over all OSDs left, write_B sums to moved_B, and read_B to the bytes read for it. */
#include "engine/recovery.h"

#include "base/num.h"
#include "engine/outage.h"
#include "engine/placement.h"

enum { DRAWS = 400 };

/* -- the work ------------------------------------------------------------ */

static double gained_share(const struct recovery_work *work, int pool, int set)
{
    const struct layout *before = &work->question.capacity->layouts[pool];
    int origin = work->rest.sets[set].origin;
    return fmax(0, work->layouts[pool].share[set] - before->share[origin]);
}

static double lost_shards(const struct recovery_work *work, int pool)
{
    const struct capacity *c = work->question.capacity;
    double sum = 0;
    for (int i = 0; i < c->topology.n_sets; i++)
        sum += topology_lost_osds(&c->topology, &work->question.failure, i) *
               c->layouts[pool].share[i];
    return sum;
}

/* Bytes of one shard's share of the pool: what an OSD with share 1 holds. */
static double shard_B(const struct recovery_work *work, int pool)
{
    return work->question.stored[pool] / work->layouts[pool].scheme.k;
}

/* Did a host of that set lose OSDs? It stands in a host set of its own, with fewer of them. */
static bool is_damaged(const struct recovery_work *work, int host)
{
    const struct topology *rest = &work->rest, *all = &work->question.capacity->topology;
    const struct host_set *hosts = &rest->hosts[host];
    for (int i = hosts->first_set; i < hosts->first_set + hosts->n_sets; i++)
        if (rest->sets[i].per_host < all->sets[rest->sets[i].origin].per_host)
            return true;
    return false;
}

/* No source of rebuilt bytes: in the failure domain of what is lost, where a group has no other
 * shard. */
static bool same_domain(const struct recovery_work *work, int pool, int set)
{
    const struct capacity *c = work->question.capacity;
    const struct failure *failure = &work->question.failure;
    const struct host_set *hosts = &work->rest.hosts[work->rest.sets[set].host];
    if (failure->unit == FAIL_RACK || work->layouts[pool].domain == DOMAIN_OSD)
        return false;
    if (work->layouts[pool].domain == DOMAIN_RACK)
        return hosts->rack == c->topology.hosts[failure->host].rack;
    if (failure->unit == FAIL_HOST)
        return false;
    return is_damaged(work, work->rest.sets[set].host);
}

/* Bytes read over bytes rebuilt. */
static double reads_of(const struct recovery_work *work, int pool)
{
    return work->layouts[pool].scheme.k;
}

static void add_reads(struct recovery_work *work, int pool)
{
    double sources = 0;
    double read_B = work->pools[pool].moved_B * reads_of(work, pool);
    const struct layout *layout = &work->layouts[pool];
    for (int i = 0; i < work->rest.n_sets; i++)
        if (!same_domain(work, pool, i))
            sources += topology_osds(&work->rest, i) * layout->share[i];
    for (int i = 0; i < work->rest.n_sets && sources > 0; i++) {
        double part = same_domain(work, pool, i) ? 0 : layout->share[i] / sources;
        const struct osd_set *set = &work->rest.sets[i];
        work->read_B[i] += read_B * part;
        work->out_B[set->host] += read_B * part * set->per_host;
        /* The primary of an erasure-coded group collects k shards before it sends one. */
        if (layout->scheme.erasure)
            work->in_B[set->host] +=
                work->pools[pool].moved_B * (layout->scheme.k - 1) * part * set->per_host;
    }
}

/* Groups of which too little is left have nothing to be rebuilt from. */
static bool add_pool(struct recovery_work *work, int pool, struct arena *arena, struct err *err)
{
    struct recovery_pool *p = &work->pools[pool];
    const struct recovery_case *q = &work->question;
    struct outage outage;
    double lost = lost_shards(work, pool), gained = 0;
    if (!outage_make(q->capacity, pool, &q->failure, arena, &outage, err))
        return false;
    for (int i = 0; i < work->rest.n_sets; i++)
        gained += topology_osds(&work->rest, i) * gained_share(work, pool, i);
    p->lost_B = lost * shard_B(work, pool);
    p->gone_B = p->lost_B * outage.dead_shards_frac;
    p->rebuilds = lost <= 0 || (work->layouts[pool].placed == work->layouts[pool].scheme.n &&
                                !(outage.dead_frac > 0));
    double rebuilt = fmin(lost * (1 - outage.dead_shards_frac), gained);
    p->moved_B = rebuilt * shard_B(work, pool);
    for (int i = 0; i < work->rest.n_sets && gained > 0; i++) {
        double write_B = gained_share(work, pool, i) / gained * p->moved_B;
        work->write_B[i] += write_B;
        work->in_B[work->rest.sets[i].host] += write_B * work->rest.sets[i].per_host;
    }
    add_reads(work, pool);
    work->lost_B += p->lost_B;
    work->gone_B += p->gone_B;
    work->moved_B += p->moved_B;
    work->rebuilds = work->rebuilds && p->rebuilds;
    return true;
}

/* The busiest OSD of each set: groups spread unevenly, and one group is the least that moves. */
static void fill_peaks(struct recovery_work *work)
{
    const struct capacity *c = work->question.capacity;
    double targets = 0, group_B = 0;
    for (int i = 0; i < work->rest.n_sets; i++)
        targets += work->write_B[i] > 0 ? topology_osds(&work->rest, i) : 0;
    for (int p = 0; p < c->n_pools; p++)
        if (work->pools[p].moved_B > 0)
            group_B = fmax(group_B, shard_B(work, p) / c->pools[p].pg_num);
    for (int i = 0; i < work->rest.n_sets; i++) {
        double groups = 0;
        for (int p = 0; p < c->n_pools; p++)
            groups += c->pools[p].pg_num * gained_share(work, p, i);
        if (!(work->write_B[i] > 0))
            continue;
        double scatter = placement_imbalance(targets, groups, c->constants->imbalance_scale);
        work->peak_B[i] = fmin(work->moved_B, fmax(group_B, work->write_B[i] * scatter));
    }
}

void recovery_work_finish(struct recovery_work *work)
{
    const struct capacity *c = work->question.capacity;
    double total = 0;
    for (int i = 0; i < work->rest.n_sets; i++) {
        double fill =
            capacity_fill(&work->rest, work->layouts, c->n_pools, work->question.stored, i);
        work->clients[i] = fill * work->rest.sets[i].capacity_B * topology_osds(&work->rest, i);
        total += work->clients[i];
        work->fullest_frac = fmax(work->fullest_frac, fill * c->imbalance);
    }
    for (int i = 0; i < work->rest.n_sets && total > 0; i++)
        work->clients[i] /= total;
    work->fits = work->rebuilds && work->fullest_frac <= c->backfillfull_frac;
}

static double link_of(const struct capacity *c)
{
    const struct network *network = c->cluster->network;
    const struct device *device = c->topology.sets[0].group->device;
    bool fast = device->class == CLASS_NVME || device->class == CLASS_SCM;
    double link_Bps = fast ? c->constants->link_default_flash : c->constants->link_default_hdd;
    double mtu = c->constants->mtu_default;
    int hosts = 0;
    for (int i = 0; i < c->topology.n_hosts; i++)
        hosts += c->topology.hosts[i].count;
    if (hosts < 2)
        return HUGE_VAL;
    if (network != NULL) {
        if (!isnan(network->public_Bps))
            link_Bps = network->public_Bps;
        if (network->shared == 0 && !isnan(network->cluster_Bps))
            link_Bps = network->cluster_Bps;
        if (network->mtu != FIELD_ABSENT)
            mtu = network->mtu;
    }
    return link_Bps * (mtu - 52) / (mtu + 38);
}

static void count_losses(struct recovery_work *work)
{
    const struct topology *t = &work->question.capacity->topology;
    for (int i = 0; i < t->n_sets; i++) {
        int lost = topology_lost_osds(t, &work->question.failure, i);
        work->lost_osds += lost;
        work->lost_capacity_B += lost * t->sets[i].capacity_B;
    }
}

void recovery_work_init(const struct recovery_case *question, const struct topology *rest,
                        struct arena *arena, struct recovery_work *work)
{
    const struct capacity *c = question->capacity;
    struct recovery_work made = {.question = *question, .rest = *rest, .rebuilds = true};
    size_t sets = (size_t)rest->n_sets + 1, hosts = (size_t)rest->n_hosts + 1;
    made.layouts = arena_array(arena, (size_t)c->n_pools, sizeof *made.layouts);
    made.pools = arena_array(arena, (size_t)c->n_pools, sizeof *made.pools);
    made.write_B = arena_array(arena, sets, sizeof(double));
    made.peak_B = arena_array(arena, sets, sizeof(double));
    made.read_B = arena_array(arena, sets, sizeof(double));
    made.clients = arena_array(arena, sets, sizeof(double));
    made.in_B = arena_array(arena, hosts, sizeof(double));
    made.out_B = arena_array(arena, hosts, sizeof(double));
    made.link_Bps = link_of(c);
    *work = made;
}

bool recovery_work_make(const struct recovery_case *question, struct arena *arena,
                        struct recovery_work *work, struct err *err)
{
    const struct capacity *c = question->capacity;
    enum layout_kind kind = c->balanced ? LAYOUT_BALANCED : LAYOUT_CRUSH;
    struct topology rest;
    struct recovery_work made;
    topology_lose(&c->topology, &question->failure, arena, &rest);
    recovery_work_init(question, &rest, arena, &made);
    if (!capacity_layouts(c, &made.rest, kind, arena, made.layouts, err))
        return false;
    count_losses(&made);
    for (int i = 0; i < c->n_pools; i++)
        if (!add_pool(&made, i, arena, err))
            return false;
    fill_peaks(&made);
    recovery_work_finish(&made);
    *work = made;
    return true;
}

struct recovery_targets recovery_targets(const struct recovery_work *work)
{
    struct recovery_targets targets = {.same_host = true};
    const struct topology *rest = &work->rest;
    for (int i = 0; i < rest->n_hosts; i++) {
        int osds = 0;
        for (int j = rest->hosts[i].first_set; j < rest->hosts[i].first_set + rest->hosts[i].n_sets;
             j++)
            osds += work->write_B[j] > 0 ? topology_osds(rest, j) : 0;
        if (osds == 0)
            continue;
        targets.osds += osds;
        targets.hosts += rest->hosts[i].count;
        targets.same_host = targets.same_host && is_damaged(work, i);
    }
    targets.same_host = targets.same_host && targets.osds > 0;
    return targets;
}

/* -- speed --------------------------------------------------------------- */

static int medium_of(const struct osd_set *set)
{
    static const int media[] = {[CLASS_HDD] = 0,
                                [CLASS_SATA_SSD] = 1,
                                [CLASS_SAS_SSD] = 1,
                                [CLASS_NVME] = 2,
                                [CLASS_SCM] = 2};
    int class = set->group->device->class;
    return class == FIELD_ABSENT ? 0 : media[class];
}

/* OSDs that share a device share its rate. */
double recovery_osd_rate(const struct osd_set *set, const struct planning *planning,
                         enum recovery_profile profile, double z)
{
    int row = PLAN_rate_hdd_high_client_ops + N_PROFILES * medium_of(set) + (int)profile;
    int sharing = set->group->osds_per_device > 0 ? set->group->osds_per_device : 1;
    return planning_at(planning, (enum planning_number)row, z) / sharing;
}

static double client_share(const struct osd_set *set, const struct planning *planning,
                           enum recovery_profile profile, double z)
{
    int flash = medium_of(set) > 0;
    int row = PLAN_client_hdd_high_client_ops + N_PROFILES * flash + (int)profile;
    return fmin(1, planning_at(planning, (enum planning_number)row, z));
}

static void slowest(double seconds, enum recovery_bound bound, struct recovery_speed *speed)
{
    if (seconds > speed->seconds) {
        speed->seconds = seconds;
        speed->bound = bound;
    }
}

struct recovery_speed recovery_speed(const struct recovery_work *work,
                                     const struct planning *planning, enum recovery_profile profile,
                                     const struct recovery_draw *draw)
{
    struct recovery_speed speed = {0, RECOVERY_NOTHING, 1};
    double read_cost = planning_at(planning, PLAN_read_cost, draw->read_cost);
    double link_Bps = work->link_Bps * fmin(1, planning_at(planning, PLAN_net_share, draw->net));
    for (int i = 0; i < work->rest.n_sets; i++) {
        double rate = recovery_osd_rate(&work->rest.sets[i], planning, profile, draw->rate);
        if (work->rest.sets[i].per_host > 0)
            slowest((work->peak_B[i] + read_cost * work->read_B[i]) / rate, RECOVERY_OSD, &speed);
    }
    for (int i = 0; i < work->rest.n_hosts; i++)
        slowest(fmax(work->in_B[i], work->out_B[i]) / link_Bps, RECOVERY_LINK, &speed);
    for (int i = 0; i < work->rest.n_sets && speed.seconds > 0; i++) {
        const struct osd_set *set = &work->rest.sets[i];
        double rate = recovery_osd_rate(set, planning, profile, draw->rate);
        double busy = (work->write_B[i] + read_cost * work->read_B[i]) / rate / speed.seconds;
        double kept = client_share(set, planning, profile, draw->client);
        speed.client_frac -= work->clients[i] * fmin(1, busy) * (1 - kept);
    }
    return speed;
}

struct range recovery_range(double *values, int n, double middle)
{
    num_sort(values, (size_t)n);
    struct range range = {num_quantile_sorted(values, (size_t)n, 0.1), middle,
                          num_quantile_sorted(values, (size_t)n, 0.9)};
    range.p10 = fmin(range.p10, middle);
    range.p90 = fmax(range.p90, middle);
    return range;
}

void recovery_ranges(const struct recovery_work *work, const struct planning *planning,
                     enum recovery_profile profile, unsigned long seed,
                     struct recovery_ranges *ranges)
{
    double seconds[DRAWS], clients[DRAWS];
    int links = 0;
    struct num_rng rng;
    num_rng_start(&rng, seed);
    for (int i = 0; i < DRAWS; i++) {
        struct recovery_draw draw;
        draw.rate = num_normal(&rng);
        draw.client = num_normal(&rng);
        draw.read_cost = num_normal(&rng);
        draw.net = num_normal(&rng);
        struct recovery_speed speed = recovery_speed(work, planning, profile, &draw);
        seconds[i] = speed.seconds;
        clients[i] = speed.client_frac;
        links += speed.bound == RECOVERY_LINK;
    }
    struct recovery_draw middle = {0, 0, 0, 0};
    struct recovery_speed speed = recovery_speed(work, planning, profile, &middle);
    ranges->seconds = recovery_range(seconds, DRAWS, speed.seconds);
    ranges->client_frac = recovery_range(clients, DRAWS, speed.client_frac);
    ranges->link_frac = (double)links / DRAWS;
}
