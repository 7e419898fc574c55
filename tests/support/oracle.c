/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/oracle.h"

#include "engine/inputs.h"
#include "engine/outage.h"
#include "engine/recovery.h"
#include "plan/bill.h"

#include <math.h>

#define Z90 1.2815515655446004

struct asking {
    struct needs *needs;
    const struct need *need;
    struct cluster *cluster;
    struct arena *arena;
    struct err err;
};

static struct estimate estimate_of(struct asking *a, const struct cluster *cluster,
                                   const struct workload *load, double scale, double copies)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct estimate e;
    double scratch[1000];
    struct draws draws = {a->needs->draws, a->needs->n_draws};
    struct workload scaled = *load;
    scaled.rate_ops *= scale;
    if (!engine_inputs_make(a->needs->model, cluster, &scaled, NULL, groups, &in, &a->err))
        fail_msg("%s", a->err.text);
    if (copies < in.copies && !in.erasure) {
        in.pgs_per_osd *= copies / in.copies;
        in.copies = copies;
    }
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

/* Are the targets met, at `share` of them, by what keeps `kept` of its speed? */
static bool load_holds(struct asking *a, const struct cluster *cluster, int i, double share,
                       double kept, double copies)
{
    const struct need_load *asked = &a->need->workloads[i];
    const struct workload *load = &cluster->workloads[i];
    struct estimate e = estimate_of(a, cluster, load, share, copies);
    double ops = asked->iops_ops;
    if (!isnan(asked->bw_Bps) && !(ops >= asked->bw_Bps / asked->load.bs_B))
        ops = asked->bw_Bps / asked->load.bs_B;
    if (!isnan(ops) && kept * ops_of(a, load, &e) < share * ops)
        return false;
    if (!isnan(asked->lat_s) && !(slow(a, e.latency_s) / kept <= asked->lat_s / share))
        return false;
    return isnan(asked->p99_s) || slow(a, e.p99_s) / kept <= asked->p99_s / share;
}

/* Losing an OSD of a host that has more is taken from all hosts alike, as the search states. */
static struct cluster *without(struct asking *a, bool host)
{
    struct cluster *left = arena_alloc(a->arena, sizeof *left);
    struct host_group *hosts = arena_alloc(a->arena, sizeof *hosts);
    *left = *a->cluster;
    *hosts = *left->hosts;
    left->hosts = hosts;
    if (host)
        hosts->count -= 1;
    return left;
}

static bool failure_holds(struct asking *a)
{
    const struct need_failure *failure = a->need->failure;
    struct capacity capacity;
    struct outage outage;
    struct recovery_work work;
    struct recovery_ranges ranges;
    bool host = failure->lose != NEED_LOSE_OSD;
    double stored = need_stored_B(a->need), kept = 1;
    struct recovery_case question = {.capacity = &capacity, .stored = &stored};
    enum recovery_profile profile = failure->profile == FIELD_ABSENT
                                        ? PROFILE_BALANCED
                                        : (enum recovery_profile)failure->profile;
    if (!capacity_make(a->cluster, &a->needs->model->constants, a->arena, &capacity, &a->err) ||
        !layout_largest(&capacity.topology, &capacity.pool_rows[0], host ? FAIL_HOST : FAIL_OSD,
                        &question.failure) ||
        !outage_make(&capacity, 0, &question.failure, a->arena, &outage, &a->err))
        fail_msg("%s", a->err.text);
    if (outage.io_stops || outage.data_lost)
        return false;
    if (isnan(stored))
        stored = capacity.safe_fill_B;
    if (!recovery_work_make(&question, a->arena, &work, &a->err) ||
        !recovery_ranges(&work, a->needs->planning, profile, 1, &ranges, &a->err))
        fail_msg("%s", a->err.text);
    if (!isnan(failure->rebuild_s) && (!work.fits || slow(a, ranges.seconds) > failure->rebuild_s))
        return false;
    if (isnan(failure->share_frac))
        return true;
    if (failure->during != NEED_OUTAGE && work.moved_B > 0)
        kept = ranges.client_frac.p50;
    int osds = a->cluster->hosts[0].osds[0].count;
    const struct cluster *left = without(a, host || osds == 1);
    bool by_host = a->need->choices->failure_domain != DOMAIN_OSD && left->hosts[0].count > 1;
    double copies = by_host ? left->hosts[0].count : UNLIMITED;
    for (int i = 0; i < a->need->n_workloads; i++)
        if (left->hosts[0].count < 1 || !load_holds(a, left, i, failure->share_frac, kept, copies))
            return false;
    return true;
}

static bool limits_hold(struct asking *a, const struct design *design)
{
    const struct need_limits *limits = a->need->limits;
    struct bill bill;
    bill_make(a->cluster, a->arena, &bill);
    if (limits == NULL)
        return true;
    int height = a->need->choices->hosts[design->host].rack_units;
    return !(bill.cost.value > limits->budget.value) && !(bill.power_W > limits->power_W) &&
           (limits->rack_units == FIELD_ABSENT || design->hosts * height <= limits->rack_units);
}

static bool space_holds(struct asking *a)
{
    struct capacity capacity;
    double stored = need_stored_B(a->need);
    if (isnan(stored))
        return true;
    if (!capacity_make(a->cluster, &a->needs->model->constants, a->arena, &capacity, &a->err))
        fail_msg("%s", a->err.text);
    return capacity.safe_fill_B >= stored * (1 - 1e-12);
}

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
    bool ok = limits_hold(&a, design) && space_holds(&a);
    for (int i = 0; i < need->n_workloads && ok; i++)
        ok = load_holds(&a, a.cluster, i, 1, 1, UNLIMITED);
    ok = ok && (need->failure == NULL || failure_holds(&a));
    arena_free(&arena);
    return ok;
}

double oracle_ops(struct needs *needs, const struct need *need, const struct design *design,
                  int load)
{
    struct arena arena;
    struct asking a;
    arena_init(&arena, NULL);
    ask(&a, needs, need, design, &arena);
    const struct workload *asked = &a.cluster->workloads[load];
    struct estimate e = estimate_of(&a, a.cluster, asked, 1, UNLIMITED);
    double ops = ops_of(&a, asked, &e);
    arena_free(&arena);
    return ops;
}
