/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: trial_optimist >= trial_factor for every goal of every design. */
#include "plan/goals.h"

#include "base/num.h"
#include "engine/outage.h"
#include "engine/recovery.h"

enum { RECOVERY_SEED = 1 };

/* -- the goals -- */

struct naming {
    const struct space *space;
    struct arena *arena;
    struct goals *goals;
};

static void add(struct naming *n, enum goal_kind kind, int load, const char *name, enum dim dim,
                double needed)
{
    static const bool at_most[] = {
        [GOAL_LATENCY] = true,   [GOAL_TAIL] = true,    [GOAL_LOST_LATENCY] = true,
        [GOAL_LOST_TAIL] = true, [GOAL_REBUILD] = true, [GOAL_BUDGET] = true,
        [GOAL_POWER] = true,     [GOAL_ROOM] = true,    [GOAL_HOSTS] = false};
    if (isnan(needed))
        return;
    double per_op = dim == DIM_RATE ? n->space->need->workloads[load].load.bs_B : 1;
    n->goals->goal[n->goals->n++] =
        (struct goal){kind, load, arena_copy(n->arena, name), dim, needed, per_op, at_most[kind]};
}

static const char *lost_name(const struct naming *n)
{
    const struct need_failure *failure = n->space->need->failure;
    int lose = failure->lose == FIELD_ABSENT ? NEED_LOSE_HOST : failure->lose;
    const char *const articles[] = {"an", "a", "a"};
    bool rebuild = failure->during != NEED_OUTAGE;
    return arena_printf(n->arena, "%s %s lost%s", articles[lose], need_loss_names[lose],
                        rebuild ? ", rebuilding" : "");
}

static void add_load(struct naming *n, int i)
{
    const struct need_load *load = &n->space->need->workloads[i];
    const struct need_failure *failure = n->space->need->failure;
    double share = failure == NULL ? UNKNOWN : failure->share_frac;
    bool large = isnan(load->iops_ops) && !isnan(load->bw_Bps);
    const char *rate = large ? "bandwidth" : "IOPS";
    enum dim dim = large ? DIM_RATE : DIM_OPS;
    double ops = need_ops(load) * (large ? load->load.bs_B : 1);
    char title[160];
    workload_title(&load->load, title, sizeof title);
    add(n, GOAL_OPS, i, arena_printf(n->arena, "%s: %s", title, rate), dim, ops);
    add(n, GOAL_LATENCY, i, arena_printf(n->arena, "%s: mean latency", title), DIM_TIME,
        load->lat_s);
    add(n, GOAL_TAIL, i, arena_printf(n->arena, "%s: p99 latency", title), DIM_TIME, load->p99_s);
    if (isnan(share))
        return;
    const char *lost = lost_name(n);
    add(n, GOAL_LOST_OPS, i, arena_printf(n->arena, "%s, %s: %s", title, lost, rate), dim,
        share * ops);
    add(n, GOAL_LOST_LATENCY, i, arena_printf(n->arena, "%s, %s: mean latency", title, lost),
        DIM_TIME, load->lat_s / share);
    add(n, GOAL_LOST_TAIL, i, arena_printf(n->arena, "%s, %s: p99 latency", title, lost), DIM_TIME,
        load->p99_s / share);
}

void goals_make(const struct space *space, struct arena *arena, struct goals *goals)
{
    const struct need *need = space->need;
    const struct need_limits *limits = need->limits;
    struct naming n = {space, arena, goals};
    goals->goal = arena_array(arena, 8 + 6 * (size_t)space->n_loads, sizeof *goals->goal);
    goals->n = 0;
    add(&n, GOAL_HOSTS, -1, "fewest hosts", DIM_NUMBER, 1);
    add(&n, GOAL_SPACE, -1, "safe capacity", DIM_CAPACITY, space->stored_B);
    for (int i = 0; i < space->n_loads; i++)
        add_load(&n, i);
    if (need->failure != NULL) {
        add(&n, GOAL_IO, -1, "I/O goes on after the failure", DIM_NUMBER, 1);
        add(&n, GOAL_REBUILD, -1, "rebuild time", DIM_DURATION, need->failure->rebuild_s);
    }
    if (limits == NULL)
        return;
    add(&n, GOAL_BUDGET, -1, "budget", DIM_NUMBER, limits->budget.value);
    add(&n, GOAL_POWER, -1, "power", DIM_POWER, limits->power_W);
    if (limits->rack_units != FIELD_ABSENT)
        add(&n, GOAL_ROOM, -1, "rack units", DIM_NUMBER, limits->rack_units);
}

/* -- the bench -- */

void trial_open(const struct space *space, const struct goals *goals, struct arena *arena,
                struct trial *trial)
{
    *trial = (struct trial){.space = space, .goals = goals, .stored_frac = 1};
    trial->loads = arena_array(arena, 2 * (size_t)space->n_loads + 1, sizeof *trial->loads);
    trial->scratch = arena_array(arena, (size_t)space->draws.n + 1, sizeof *trial->scratch);
    trial->order = arena_array(arena, (size_t)goals->n, sizeof *trial->order);
    for (int i = 0; i < goals->n; i++)
        trial->order[i] = i;
}

void trial_end(const struct trial *trial, struct arena *arena)
{
    if (trial->starved)
        arena_full(arena);
}

void trial_set(struct trial *trial, const struct space_family *family, int hosts)
{
    trial->family = family;
    trial->hosts = hosts;
    trial->has_failure = false;
    for (int i = 0; i < 2 * trial->space->n_loads; i++)
        trial->loads[i].has_inputs = trial->loads[i].has_point = trial->loads[i].has_estimate =
            false;
}

static struct trial_load *inputs_of(struct trial *t, int load, bool lost)
{
    struct trial_load *l = &t->loads[load + (lost ? t->space->n_loads : 0)];
    if (l->has_inputs)
        return l;
    struct space_loss loss = space_loss_of(t->space, t->family, t->hosts);
    l->has_inputs = true;
    if (l->family == t->family) {
        space_resize(t->space, t->family, t->hosts, load, lost ? &loss : NULL, &l->in, &l->group);
        return l;
    }
    space_inputs(t->space, t->family, t->hosts, load, lost ? &loss : NULL, &l->in, &l->group);
    l->family = t->family;
    if (lost)
        l->in.rate_ops *= t->space->need->failure->share_frac;
    return l;
}

/* Is there anything left to carry a load? */
static bool anything_left(const struct trial_load *l)
{
    return l->in.osds >= 1 && l->in.hosts >= 1;
}

static const struct engine_point *point_of(struct trial *t, int load, bool lost)
{
    struct trial_load *l = inputs_of(t, load, lost);
    if (l->has_point)
        return &l->point;
    l->has_point = true;
    t->points++;
    if (anything_left(l))
        engine_point(t->space->model, &l->in, &t->space->model->params, &l->point);
    else
        l->point = (struct engine_point){.latency_s = UNLIMITED};
    return &l->point;
}

static const struct trial_load *estimate_of(struct trial *t, int load, bool lost)
{
    struct trial_load *l = inputs_of(t, load, lost);
    struct range none = {0, 0, 0}, never = {UNLIMITED, UNLIMITED, UNLIMITED};
    if (l->has_estimate)
        return l;
    l->has_estimate = true;
    t->estimates++;
    if (anything_left(l))
        estimate_make(t->space->model, &l->in, &t->space->draws, NULL, t->scratch, &l->e);
    else
        l->e = (struct estimate){.ops = none, .latency_s = never, .p99_s = never};
    return l;
}

/* -- failure -- */

enum failure_unit goal_unit(const struct need_failure *failure)
{
    static const enum failure_unit units[] = {FAIL_OSD, FAIL_HOST, FAIL_RACK};
    return units[failure->lose == FIELD_ABSENT ? NEED_LOSE_HOST : failure->lose];
}

enum recovery_profile goal_profile(const struct need_failure *failure)
{
    return failure->profile == FIELD_ABSENT ? PROFILE_BALANCED
                                            : (enum recovery_profile)failure->profile;
}

static bool failure_facts(struct trial *t, struct arena *arena, struct trial_failure *out,
                          struct err *err)
{
    const struct space *space = t->space;
    const struct need_failure *need = space->need->failure;
    enum recovery_profile profile = goal_profile(need);
    struct design design = space_design(t->family, t->hosts);
    struct capacity capacity;
    struct outage outage;
    struct recovery_work work;
    struct recovery_ranges ranges;
    struct recovery_case question = {.capacity = &capacity};
    const struct constants *constants = &space->model->constants;
    const struct cluster *cluster =
        design_cluster(space->need, &design, constants->pgs_default, arena);
    if (!capacity_make(cluster, constants, arena, &capacity, err) ||
        !layout_largest(&capacity.topology, &capacity.pool_rows[0], goal_unit(need),
                        &question.failure) ||
        !outage_make(&capacity, 0, &question.failure, arena, &outage, err))
        return false;
    /* fmin gives the safe fill where nothing is stated. */
    double stored = fmin(t->stored_frac * space->stored_B, capacity.pools[0].safe_fill_B);
    question.stored = &stored;
    out->io_goes_on = !outage.io_stops && !outage.data_lost;
    if (!recovery_work_make(&question, arena, &work, err))
        return false;
    recovery_ranges(&work, space->planning, profile, RECOVERY_SEED, &ranges);
    out->rebuilds = work.fits;
    if (work.fits)
        out->rebuild_s =
            space->need->confidence == NEED_P50 ? ranges.seconds.p50 : ranges.seconds.p90;
    if (work.moved_B > 0 && need->during != NEED_OUTAGE)
        out->kept_frac = ranges.client_frac.p50;
    return true;
}

static void find_failure(struct arena *arena, void *context)
{
    struct trial *t = context;
    struct err err = ERR_INIT;
    if (!failure_facts(t, arena, &t->failure, &err))
        t->failure.io_goes_on = false;
    t->starved = t->starved || err.kind == ERR_IO;
}

static const struct trial_failure *failure_of(struct trial *t)
{
    if (t->has_failure)
        return &t->failure;
    t->has_failure = true;
    t->failure = (struct trial_failure){false, false, UNKNOWN, 1};
    if (!arena_try(find_failure, t))
        t->starved = true;
    return &t->failure;
}

/* -- factors -- */

double goal_over(double a, double b)
{
    return b > 0 ? a / b : UNLIMITED;
}

bool goal_is_lost(enum goal_kind kind)
{
    return kind == GOAL_LOST_OPS || kind == GOAL_LOST_LATENCY || kind == GOAL_LOST_TAIL;
}

static double z_of(const struct need *need)
{
    return need->confidence == NEED_P50 ? 0 : NUM_Z90;
}

static double pick(const struct need *need, struct range range, bool low)
{
    if (need->confidence == NEED_P50)
        return range.p50;
    return low ? range.p10 : range.p90;
}

/* What a load gets, or an open one could be given, whose own range ends at what arrives. */
static double ops_of(const struct need *need, struct goal_load l)
{
    return isnan(l.in->rate_ops) ? pick(need, l.e->ops, true)
                                 : l.e->point.saturated_ops * exp(-z_of(need) * l.e->log_sd);
}

double goal_load_factor(const struct need *need, const struct goal *goal, struct goal_load whole,
                        struct goal_load now, double kept_frac)
{
    bool tail = goal->kind == GOAL_TAIL || goal->kind == GOAL_LOST_TAIL;
    if (goal->kind == GOAL_OPS || goal->kind == GOAL_LOST_OPS)
        return kept_frac * fmin(ops_of(need, now), ops_of(need, whole)) * goal->per_op /
               goal->needed;
    double time = pick(need, tail ? now.e->p99_s : now.e->latency_s, false);
    if (isnan(now.in->rate_ops))
        time = fmax(time, pick(need, tail ? whole.e->p99_s : whole.e->latency_s, false));
    return isnan(time) ? 0 : kept_frac * goal_over(goal->needed, time);
}

static double carried(const struct engine_inputs *in, const struct engine_point *point)
{
    return isnan(in->rate_ops) ? point->ops : point->saturated_ops;
}

/* Of a load: medians, no range narrower than what every range holds. p99 is never below the mean.
 */
static double optimist_of_load(struct trial *t, const struct goal *goal)
{
    bool lost = goal_is_lost(goal->kind);
    const struct engine_point *point = point_of(t, goal->load, lost);
    const struct trial_load *l = &t->loads[goal->load + (lost ? t->space->n_loads : 0)];
    const struct space_kind *kind = &t->space->kinds[t->family->kind];
    double sd = (lost ? kind->log_sd_lost : kind->log_sd_low)[goal->load];
    double factor = exp(-z_of(t->space->need) * sd);
    if (goal->kind == GOAL_OPS || goal->kind == GOAL_LOST_OPS)
        return factor * carried(&l->in, point) * goal->per_op / goal->needed;
    return factor * goal_over(goal->needed, point->latency_s);
}

static double factor_of_load(struct trial *t, const struct goal *goal)
{
    bool lost = goal_is_lost(goal->kind);
    const struct trial_load *now = estimate_of(t, goal->load, lost);
    const struct trial_load *whole = lost ? estimate_of(t, goal->load, false) : now;
    return goal_load_factor(t->space->need, goal, (struct goal_load){&whole->in, &whole->e},
                            (struct goal_load){&now->in, &now->e},
                            lost ? failure_of(t)->kept_frac : 1);
}

/* What needs no estimate. */
static double factor_of_whole(struct trial *t, const struct goal *goal)
{
    const struct space_family *f = t->family;
    const struct need_host *host = &t->space->need->choices->hosts[f->design.host];
    switch (goal->kind) {
    case GOAL_SPACE:
        return space_safe_B(t->space, f, t->hosts) / goal->needed;
    case GOAL_BUDGET:
        return goal_over(goal->needed, t->hosts * f->host_cost);
    case GOAL_POWER:
        return goal_over(goal->needed, t->hosts * f->host_W);
    case GOAL_ROOM:
        return goal_over(goal->needed, t->hosts * host->rack_units);
    case GOAL_HOSTS:
        return (double)t->hosts / f->design.hosts;
    case GOAL_OPS:
    case GOAL_LATENCY:
    case GOAL_TAIL:
    case GOAL_LOST_OPS:
    case GOAL_LOST_LATENCY:
    case GOAL_LOST_TAIL:
    case GOAL_IO:
    case GOAL_REBUILD:
        break;
    }
    return UNLIMITED;
}

double trial_optimist(struct trial *t, int index)
{
    const struct goal *goal = &t->goals->goal[index];
    return goal->load >= 0 ? optimist_of_load(t, goal) : factor_of_whole(t, goal);
}

double trial_factor(struct trial *t, int index)
{
    const struct goal *goal = &t->goals->goal[index];
    if (goal->load >= 0)
        return factor_of_load(t, goal);
    if (goal->kind == GOAL_IO)
        return failure_of(t)->io_goes_on ? 1 : 0;
    if (goal->kind == GOAL_REBUILD)
        return failure_of(t)->rebuilds ? goal_over(goal->needed, failure_of(t)->rebuild_s) : 0;
    return factor_of_whole(t, goal);
}

double trial_achieved(struct trial *t, int index)
{
    const struct goal *goal = &t->goals->goal[index];
    double factor = trial_factor(t, index);
    if (goal->kind == GOAL_HOSTS)
        return t->hosts;
    return goal->at_most ? goal_over(goal->needed, factor) : goal->needed * factor;
}

double trial_ops(struct trial *t, int load)
{
    const struct engine_point *point = point_of(t, load, false);
    return carried(&t->loads[load].in, point);
}

bool trial_space_holds(struct trial *t)
{
    for (int i = 0; i < t->goals->n; i++)
        if (t->goals->goal[i].kind == GOAL_SPACE)
            return factor_of_whole(t, &t->goals->goal[i]) >= 1;
    return true;
}

/* -- all goals -- */

bool goal_is_met(double factor, double ease)
{
    return isinf(ease) || factor * ease >= 1;
}

typedef double factor_function(struct trial *t, int goal);

/* The goal that refuses moves one place to the front: designs near each other fail alike. */
static bool all_met(struct trial *t, factor_function *factor, const double *ease, bool loads_only)
{
    for (int i = 0; i < t->goals->n; i++) {
        int goal = t->order[i];
        if (loads_only && t->goals->goal[goal].load < 0)
            continue;
        if (goal_is_met(factor(t, goal), ease == NULL ? 1 : ease[goal]))
            continue;
        if (i > 0) {
            t->order[i] = t->order[i - 1];
            t->order[i - 1] = goal;
        }
        return false;
    }
    return true;
}

bool trial_may_carry(struct trial *t, const double *ease)
{
    return all_met(t, trial_optimist, ease, true);
}

static bool may(struct trial *t, const double *ease)
{
    return all_met(t, trial_optimist, ease, false);
}

bool trial_holds(struct trial *t, const double *ease)
{
    return may(t, ease) && all_met(t, trial_factor, ease, false);
}
