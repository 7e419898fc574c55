/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/oracle.h"

#include "engine/inputs.h"
#include "engine/outage.h"
#include "engine/recovery.h"
#include "plan/bill.h"

#include <math.h>
#include <string.h>

#define Z90 1.2815515655446004

struct asking {
    struct needs *needs;
    const struct need *need;
    struct cluster *cluster;
    struct arena *arena;
    struct aftermath *after; /* NULL: not yet looked at */
    struct err err;
};

/* What carries the loads: the whole cluster, or what is left of it after a failure. */
struct carrier {
    const struct cluster *cluster;
    double share; /* of the targets */
    double kept;  /* of its speed */
    double copies;
    double lost_osds; /* taken from all hosts alike, as the search states */
    bool after;       /* a failure */
};

static void take_osds(const struct asking *a, double lost, struct engine_inputs *in,
                      struct engine_group *groups)
{
    int sharing = a->cluster->hosts[0].osds[0].osds_per_device;
    double devices = lost / (sharing == FIELD_ABSENT ? 1 : sharing);
    in->pgs_per_osd *= in->osds / (in->osds - lost);
    in->osds -= lost;
    in->devices -= devices;
    for (int i = 0; i < in->n_groups; i++) {
        groups[i].osds -= lost;
        groups[i].devices -= devices;
    }
}

static struct estimate estimate_of(struct asking *a, const struct carrier *carrier,
                                   const struct workload *load)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct estimate e;
    double scratch[1000];
    struct draws draws = {a->needs->draws, a->needs->n_draws};
    struct workload scaled = *load;
    scaled.rate_ops *= carrier->share;
    if (!engine_inputs_make(a->needs->model, carrier->cluster, &scaled, NULL, groups, &in, &a->err))
        fail_msg("%s", a->err.text);
    if (carrier->copies < in.copies && !in.erasure) {
        in.pgs_per_osd *= carrier->copies / in.copies;
        in.copies = carrier->copies;
    }
    take_osds(a, carrier->lost_osds, &in, groups);
    estimate_make(a->needs->model, &in, &draws, NULL, scratch, &e);
    return e;
}

static double ops_of(const struct asking *a, const struct workload *load, const struct estimate *e)
{
    double z = a->need->confidence == NEED_P50 ? 0 : Z90;
    double middle = isnan(load->rate_ops) ? e->point.ops : e->point.saturated_ops;
    return middle * exp(-z * e->log_sd);
}

static double slow(const struct asking *a, struct range range)
{
    return a->need->confidence == NEED_P50 ? range.p50 : range.p90;
}

/* Achieved over needed of a load's operations/s, mean and p99 latency; infinite: not asked. */
struct load_factors {
    double ops, latency, tail;
};

static double over(double a, double b)
{
    return isnan(b) ? 0 : a / b;
}

static struct load_factors load_factors(struct asking *a, const struct carrier *carrier, int i)
{
    struct load_factors f = {UNLIMITED, UNLIMITED, UNLIMITED};
    const struct need_load *asked = &a->need->workloads[i];
    if (carrier->cluster->hosts[0].count < 1)
        return (struct load_factors){0, 0, 0};
    const struct workload *load = &carrier->cluster->workloads[i];
    struct estimate e = estimate_of(a, carrier, load);
    double carried = ops_of(a, load, &e), mean = slow(a, e.latency_s), tail = slow(a, e.p99_s);
    if (carrier->after) {
        /* Who loses something gains nothing by it; a lower rate that is asked for is served sooner.
         */
        struct carrier all = {a->cluster, 1, 1, UNLIMITED, 0, false};
        struct estimate whole = estimate_of(a, &all, &a->cluster->workloads[i]);
        carried = fmin(carried, ops_of(a, &a->cluster->workloads[i], &whole));
        if (isnan(load->rate_ops)) {
            mean = fmax(mean, slow(a, whole.latency_s));
            tail = fmax(tail, slow(a, whole.p99_s));
        }
    }
    double ops = asked->iops_ops;
    if (!isnan(asked->bw_Bps) && !(ops >= asked->bw_Bps / asked->load.bs_B))
        ops = asked->bw_Bps / asked->load.bs_B;
    if (!isnan(ops))
        f.ops = carrier->kept * carried / (carrier->share * ops);
    if (!isnan(asked->lat_s))
        f.latency = over(asked->lat_s / carrier->share, mean / carrier->kept);
    if (!isnan(asked->p99_s))
        f.tail = over(asked->p99_s / carrier->share, tail / carrier->kept);
    return f;
}

static bool load_holds(struct asking *a, const struct carrier *carrier, int i)
{
    struct load_factors f = load_factors(a, carrier, i);
    return f.ops >= 1 && f.latency >= 1 && f.tail >= 1;
}

/* The cluster with so many hosts less. */
static struct cluster *without(struct asking *a, int lost)
{
    struct cluster *left = arena_alloc(a->arena, sizeof *left);
    struct host_group *hosts = arena_alloc(a->arena, sizeof *hosts);
    *left = *a->cluster;
    *hosts = *left->hosts;
    left->hosts = hosts;
    hosts->count -= lost;
    return left;
}

static bool same_rack(const struct host_group *hosts, int a, int b)
{
    return hosts->n_racks > 0 && strcmp(hosts->racks[a], hosts->racks[b]) == 0;
}

/* Hosts that go with the first: itself, or all of its rack. */
static int hosts_lost(const struct host_group *hosts, int lose)
{
    int lost = 0;
    for (int i = 0; i < hosts->count; i++)
        lost += i == 0 || (lose == NEED_LOSE_RACK && same_rack(hosts, 0, i));
    return lost;
}

/* Domains that still have a host when the first one, or its rack, is gone. */
static int domains_left(const struct asking *a, int lose)
{
    const struct host_group *hosts = a->cluster->hosts;
    bool racks = a->need->choices->failure_domain == DOMAIN_RACK;
    int n = 0;
    for (int i = 1; i < hosts->count; i++) {
        bool gone = lose == NEED_LOSE_RACK && same_rack(hosts, 0, i), seen = false;
        for (int k = 1; k < i && racks; k++)
            seen = seen || same_rack(hosts, k, i);
        n += !gone && !seen;
    }
    return n;
}

/* What a failure leaves. */
struct aftermath {
    bool io;
    double rebuild; /* allowed over needed time; 0: never; infinite: not asked */
    struct carrier carrier;
};

static const struct aftermath *look_after(struct asking *a)
{
    if (a->after != NULL)
        return a->after;
    struct aftermath *after = a->after = arena_alloc(a->arena, sizeof *after);
    const struct need_failure *failure = a->need->failure;
    struct capacity capacity;
    struct outage outage;
    struct recovery_work work;
    struct recovery_ranges ranges;
    static const enum failure_unit units[] = {FAIL_OSD, FAIL_HOST, FAIL_RACK};
    int lose = failure->lose == FIELD_ABSENT ? NEED_LOSE_HOST : failure->lose;
    double stored = need_stored_B(a->need), kept = 1;
    struct recovery_case question = {.capacity = &capacity, .stored = &stored};
    enum recovery_profile profile = failure->profile == FIELD_ABSENT
                                        ? PROFILE_BALANCED
                                        : (enum recovery_profile)failure->profile;
    if (!capacity_make(a->cluster, &a->needs->model->constants, a->arena, &capacity, &a->err) ||
        !layout_largest(&capacity.topology, &capacity.pool_rows[0], units[lose],
                        &question.failure) ||
        !outage_make(&capacity, 0, &question.failure, a->arena, &outage, &a->err))
        fail_msg("%s", a->err.text);
    after->io = !outage.io_stops && !outage.data_lost;
    if (isnan(stored) || stored > capacity.safe_fill_B)
        stored = capacity.safe_fill_B;
    if (!recovery_work_make(&question, a->arena, &work, &a->err))
        fail_msg("%s", a->err.text);
    recovery_ranges(&work, a->needs->planning, profile, 1, &ranges);
    after->rebuild = isnan(failure->rebuild_s) ? UNLIMITED
                     : !work.fits              ? 0
                                               : failure->rebuild_s / slow(a, ranges.seconds);
    if (failure->during != NEED_OUTAGE && work.moved_B > 0)
        kept = ranges.client_frac.p50;
    bool part = lose == NEED_LOSE_OSD && a->cluster->hosts[0].osds[0].count > 1;
    int lost = part ? 0 : hosts_lost(a->cluster->hosts, lose);
    const struct cluster *left = without(a, lost);
    bool apart = a->need->choices->failure_domain != DOMAIN_OSD && left->hosts[0].count > 1;
    after->carrier =
        (struct carrier){left,         failure->share_frac,
                         kept,         apart && lost > 0 ? domains_left(a, lose) : UNLIMITED,
                         part ? 1 : 0, true};
    return after;
}

static bool failure_holds(struct asking *a)
{
    const struct aftermath *after = look_after(a);
    bool ok = after->io && after->rebuild >= 1;
    for (int i = 0; i < a->need->n_workloads && ok && !isnan(a->need->failure->share_frac); i++)
        ok = load_holds(a, &after->carrier, i);
    return ok;
}

/* -- money, power, room, capacity -- */

static double limit_factor(struct asking *a, const struct design *design, enum goal_kind kind)
{
    const struct need_limits *limits = a->need->limits;
    struct bill bill;
    bill_make(a->cluster, a->arena, &bill);
    int height = a->need->choices->hosts[design->host].rack_units;
    return kind == GOAL_BUDGET  ? limits->budget.value / bill.cost.value
           : kind == GOAL_POWER ? limits->power_W / bill.power_W
                                : (double)limits->rack_units / (design->hosts * height);
}

static bool limits_hold(struct asking *a, const struct design *design)
{
    const struct need_limits *limits = a->need->limits;
    return limits == NULL ||
           (!(limit_factor(a, design, GOAL_BUDGET) < 1) &&
            !(limit_factor(a, design, GOAL_POWER) < 1) &&
            (limits->rack_units == FIELD_ABSENT || !(limit_factor(a, design, GOAL_ROOM) < 1)));
}

/* Infinite where no capacity is asked for. A hair more, as figures come by two ways. */
static double space_factor(struct asking *a)
{
    struct capacity capacity;
    double stored = need_stored_B(a->need);
    if (isnan(stored))
        return UNLIMITED;
    if (!capacity_make(a->cluster, &a->needs->model->constants, a->arena, &capacity, &a->err))
        fail_msg("%s", a->err.text);
    return capacity.safe_fill_B / stored * (1 + 1e-12);
}

/* -- one design -- */

static void ask(struct asking *a, struct needs *needs, const struct need *need,
                const struct design *design, struct arena *arena)
{
    *a = (struct asking){.needs = needs, .need = need, .arena = arena, .err = ERR_INIT};
    a->cluster = design_cluster(need, design, needs->model->constants.pgs_default, arena);
}

bool oracle_holds(struct needs *needs, const struct need *need, const struct design *design)
{
    struct arena arena;
    struct asking a;
    arena_init(&arena, NULL);
    ask(&a, needs, need, design, &arena);
    struct carrier whole = {a.cluster, 1, 1, UNLIMITED, 0, false};
    bool ok = limits_hold(&a, design) && space_factor(&a) >= 1;
    for (int i = 0; i < need->n_workloads && ok; i++)
        ok = load_holds(&a, &whole, i);
    ok = ok && (need->failure == NULL || failure_holds(&a));
    arena_free(&arena);
    return ok;
}

static double factor_of(struct asking *a, const struct design *design, const struct goal *goal)
{
    struct carrier whole = {a->cluster, 1, 1, UNLIMITED, 0, false};
    switch (goal->kind) {
    case GOAL_SPACE:
        return space_factor(a);
    case GOAL_OPS:
        return load_factors(a, &whole, goal->load).ops;
    case GOAL_LATENCY:
        return load_factors(a, &whole, goal->load).latency;
    case GOAL_TAIL:
        return load_factors(a, &whole, goal->load).tail;
    case GOAL_BUDGET:
    case GOAL_POWER:
    case GOAL_ROOM:
        return limit_factor(a, design, goal->kind);
    case GOAL_HOSTS:
        return UNLIMITED;
    case GOAL_LOST_OPS:
    case GOAL_LOST_LATENCY:
    case GOAL_LOST_TAIL:
    case GOAL_IO:
    case GOAL_REBUILD:
        break;
    }
    const struct aftermath *after = look_after(a);
    if (goal->kind == GOAL_IO || goal->kind == GOAL_REBUILD)
        return goal->kind == GOAL_IO ? after->io : after->rebuild;
    struct load_factors lost = load_factors(a, &after->carrier, goal->load);
    return goal->kind == GOAL_LOST_OPS       ? lost.ops
           : goal->kind == GOAL_LOST_LATENCY ? lost.latency
                                             : lost.tail;
}

void oracle_factors(struct needs *needs, const struct need *need, const struct design *design,
                    const struct goals *goals, double *factors)
{
    struct arena arena;
    struct asking a;
    arena_init(&arena, NULL);
    ask(&a, needs, need, design, &arena);
    for (int i = 0; i < goals->n; i++)
        factors[i] = factor_of(&a, design, &goals->goal[i]);
    arena_free(&arena);
}

double oracle_median(struct needs *needs, const struct need *need, const struct design *design,
                     int load)
{
    struct need median = *need;
    median.confidence = NEED_P50;
    return oracle_ops(needs, &median, design, load);
}

double oracle_ops(struct needs *needs, const struct need *need, const struct design *design,
                  int load)
{
    struct arena arena;
    struct asking a;
    arena_init(&arena, NULL);
    ask(&a, needs, need, design, &arena);
    const struct workload *asked = &a.cluster->workloads[load];
    struct carrier whole = {a.cluster, 1, 1, UNLIMITED, 0, false};
    struct estimate e = estimate_of(&a, &whole, asked);
    double ops = ops_of(&a, asked, &e);
    arena_free(&arena);
    return ops;
}
