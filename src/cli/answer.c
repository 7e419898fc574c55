/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/answer.h"

#include "base/parallel.h"
#include "plan/anchor.h"
#include "plan/classes.h"
#include "plan/standard.h"

#include <math.h>
#include <string.h>

static const char *counted(struct arena *arena, int n, const char *thing)
{
    return n == 0 ? "" : arena_printf(arena, "%d %s%s", n, thing, n == 1 ? "" : "s");
}

static const char *describe_pool(struct arena *arena, const struct pool *pool)
{
    if (pool == NULL)
        return "";
    if (pool->type == POOL_ERASURE)
        return arena_printf(arena, "EC %d+%d", pool->k, pool->m);
    return pool->size == FIELD_ABSENT
               ? ""
               : arena_printf(arena, "%d %s", pool->size, pool->size == 1 ? "copy" : "copies");
}

static const char *describe_network(struct arena *arena, const struct network *network)
{
    char rate[40];
    if (network == NULL || isnan(network->public_Bps))
        return "";
    units_format(DIM_LINK, network->public_Bps, rate, sizeof rate);
    return arena_copy(arena, rate);
}

const char *answer_describe(struct arena *arena, const struct cluster *cluster)
{
    const char *release = cluster->ceph == NULL ? NULL : cluster->ceph->version;
    const char *parts[] = {counted(arena, cluster_hosts(cluster), "host"),
                           counted(arena, cluster_osds(cluster), "OSD"),
                           cluster->n_pools > 1 ? counted(arena, cluster->n_pools, "pool")
                                                : describe_pool(arena, cluster_pool(cluster, NULL)),
                           describe_network(arena, cluster->network),
                           release == NULL ? "" : arena_printf(arena, "Ceph %s", release)};
    const char *text = "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i][0] != '\0')
            text = arena_printf(arena, "%s%s%s", text, text[0] == '\0' ? "" : ", ", parts[i]);
    return text;
}

static bool set_key(struct workload *load, const char *pair, struct arena *arena, struct err *err)
{
    const char *equals = strchr(pair, '=');
    if (equals == NULL)
        return err_set(err, ERR_USAGE,
                       "--workload: '%.60s' is no KEY=VALUE; allowed: such as "
                       "rw=randread,bs=4k,iodepth=32,clients=4",
                       pair);
    const char *key = arena_string(arena, pair, (size_t)(equals - pair));
    const struct field *field = field_find(&workload_schema, key);
    const char *near = field == NULL ? field_nearest(&workload_schema, key) : NULL;
    if (field == NULL)
        return err_set(err, ERR_USAGE,
                       "--workload: unknown key '%.60s'%s%s%s; see cephplan fields workload", key,
                       near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                       near == NULL ? "" : "'?)");
    struct err inner = ERR_INIT;
    return field_parse(field, equals + 1, load, &inner) ||
           err_set(err, ERR_USAGE, "--workload: %s", inner.text);
}

static bool parse_load(struct context *ctx, const char *text, struct workload *load,
                       struct err *err)
{
    char *copy = arena_copy(ctx->arena, text), *rest = NULL;
    field_init(&workload_schema, load);
    for (char *pair = strtok_r(copy, ",", &rest); pair != NULL; pair = strtok_r(NULL, ",", &rest))
        if (!set_key(load, pair, ctx->arena, err))
            return false;
    if (load->rw == FIELD_ABSENT || isnan(load->bs_B))
        return err_set(err, ERR_USAGE,
                       "--workload '%.60s' has no rw or no bs; both are needed, e.g. "
                       "rw=randread,bs=4k,iodepth=32,clients=4",
                       text);
    if (!isnan(load->rate_ops) && load->iodepth != FIELD_ABSENT)
        return err_set(err, ERR_USAGE,
                       "--workload: rate (open load) and iodepth (closed load) exclude each "
                       "other");
    return true;
}

static bool no_pool(const struct cluster *cluster, const char *name, struct err *err)
{
    const char *words[64];
    size_t n = 0;
    for (int i = 0; i < cluster->n_pools && n < 64; i++)
        if (cluster->pools[i].name != NULL)
            words[n++] = cluster->pools[i].name;
    return err_set(err, ERR_USAGE, "--workload: pool '%.60s' is not among the pools%s", name,
                   err_hint(err_nearest(name, words, n)).text);
}

/* The loads of --workload. */
static bool read_loads(struct context *ctx, const struct cluster *cluster,
                       const struct workload **loads, int *n, struct err *err)
{
    const struct options *o = &ctx->options;
    struct workload *made = arena_array(ctx->arena, (size_t)o->n_workload, sizeof *made);
    for (int i = 0; i < o->n_workload; i++) {
        if (!parse_load(ctx, o->workload[i], &made[i], err))
            return false;
        if (made[i].pool != NULL && cluster_pool(cluster, made[i].pool) == NULL)
            return no_pool(cluster, made[i].pool, err);
    }
    *loads = made;
    *n = o->n_workload;
    return true;
}

bool answer_bare_loads(struct context *ctx, const struct cluster *cluster,
                       const struct workload **loads, int *n, struct err *err)
{
    if (ctx->options.n_workload == 0)
        standard_loads(cluster, ctx->arena, loads, n);
    else if (!read_loads(ctx, cluster, loads, n, err))
        return false;
    for (int i = 0; i < *n; i++)
        if (!classes_check(cluster, cluster_pool(cluster, (*loads)[i].pool), err))
            return false;
    return true;
}

static bool holds(const struct pool *const *pools, int n, const struct pool *pool)
{
    for (int i = 0; i < n; i++)
        if (pools[i] == pool)
            return true;
    return false;
}

void answer_remark_pools(const struct context *ctx, const struct cluster *cluster)
{
    const struct pool *pools[STANDARD_POOLS];
    const char *own = "", *others = "";
    int n = standard_pools(cluster, pools);
    if (ctx->options.n_workload > 0 || cluster->n_workloads > 0)
        return;
    for (int i = 0; i < cluster->n_pools; i++) {
        const struct pool *pool = &cluster->pools[i];
        const char **list = pool_is_system(pool) ? &own : &others;
        if (pool->name != NULL && !holds(pools, n, pool))
            *list =
                arena_printf(ctx->arena, "%s%s%s", *list, **list == '\0' ? "" : ", ", pool->name);
    }
    if (*own != '\0')
        context_remark(ctx, "no standard loads for Ceph's own pools: %s", own);
    if (*others != '\0')
        context_remark(ctx,
                       "standard loads for the %d pools that store most; others by --workload "
                       "pool=NAME,...: %s",
                       n, others);
}

void answer_unplaced(const struct cluster *cluster, const struct workload *loads, int n,
                     struct arena *arena, struct warnings *out)
{
    for (int i = 0; i < n; i++)
        warn_of_pool(cluster, cluster_pool(cluster, loads[i].pool), arena, out);
}

void answer_remark_unplaced(const struct context *ctx, const struct cluster *cluster,
                            const struct workload *loads, int n)
{
    struct warnings warnings = {.n = 0};
    answer_unplaced(cluster, loads, n, ctx->arena, &warnings);
    for (int i = 0; i < warnings.n; i++)
        context_remark(ctx, "warning: %s", warnings.text[i]);
}

bool answer_loads(struct context *ctx, const struct cluster *cluster, const struct workload **loads,
                  int *n, struct err *err)
{
    if (!answer_bare_loads(ctx, cluster, loads, n, err))
        return false;
    *loads = workload_tell_apart(*loads, *n, ctx->arena);
    return true;
}

bool answer_draws(struct context *ctx, const struct engine_model *model, struct draws *draws,
                  struct err *err)
{
    int n = ctx->options.draws == FIELD_ABSENT ? (int)model->constants.draws : ctx->options.draws;
    double *values = arena_array(ctx->arena, (size_t)n * N_PARAMS, sizeof *values);
    *draws = (struct draws){values, n};
    return draws_make(model, context_seed(ctx), n, values, err);
}

/* Inputs and anchor of one load; what needs the arena is done before the threads start. */
static bool prepare(struct context *ctx, const struct answers *all, struct cluster *baseline,
                    struct answer *a, struct err *err)
{
    struct engine_group *groups = arena_array(ctx->arena, MAX_GROUPS, sizeof *groups);
    struct engine_inputs *in = arena_alloc(ctx->arena, sizeof *in);
    char title[160];
    workload_title(a->load, title, sizeof title);
    a->title = arena_copy(ctx->arena, title);
    a->in = in;
    /* The loads of another cluster: compare. */
    if (!classes_check(all->cluster, cluster_pool(all->cluster, a->load->pool), err) ||
        !engine_inputs_make(all->model, all->cluster, a->load, NULL, groups, in, err))
        return false;
    if (baseline != NULL)
        anchor_find(all->model, all->cluster, baseline, in, ctx->arena, &a->anchor);
    return true;
}

static void warn_of_answer(struct context *ctx, const struct answers *all, struct answer *a)
{
    int publishers = warn_publishers(all->model, a->in->class);
    if (publishers > 0)
        a->few_publishers =
            arena_printf(ctx->arena, "%s rests on %d publisher%s of measurements",
                         load_class_names[a->in->class], publishers, publishers == 1 ? "" : "s");
    warn_of_estimate(all->model, all->cluster, a->load, a->in, &a->e, ctx->arena, &a->warnings);
    if (a->anchor.in != NULL)
        warn_add(&a->warnings, ctx->arena,
                 "anchored on a measured row with weight %.2f; that weight rests on few publishers",
                 a->anchor.weight);
}

/* Without this line a record that helps nothing looks like one that confirms everything. */
static void remark_baseline(const struct context *ctx, const struct answers *all,
                            const struct cluster *baseline)
{
    for (int i = 0; i < all->n; i++)
        if (all->answers[i].anchor.in != NULL)
            return;
    context_remark(ctx,
                   "--baseline %s bears on no load: no row of it is of their medium and of their "
                   "direction or block size; the figures are as without it",
                   baseline->name);
}

struct estimating {
    const struct answers *all;
    const struct draws *draws;
    double *scratch; /* draws->n a load */
};

static void estimate_one(int i, void *context)
{
    struct estimating *job = context;
    struct answer *a = &job->all->answers[i];
    estimate_make(job->all->model, a->in, job->draws, &a->anchor,
                  job->scratch + (size_t)i * (size_t)job->draws->n, &a->e);
}

/* Below this many points a second thread costs more than it saves. */
enum { POINTS_FOR_THREADS = 10000 };

bool answer_make(struct context *ctx, const struct engine_model *model,
                 const struct cluster *cluster, struct cluster *baseline,
                 const struct workload *loads, int n, const struct draws *draws,
                 struct answers *out, struct err *err)
{
    *out = (struct answers){.cluster = cluster, .model = model, .n = n};
    out->answers = arena_array(ctx->arena, (size_t)n + 1, sizeof *out->answers);
    for (int i = 0; i < n; i++) {
        out->answers[i].load = &loads[i];
        if (!prepare(ctx, out, baseline, &out->answers[i], err))
            return false;
    }
    if (baseline != NULL)
        remark_baseline(ctx, out, baseline);
    struct estimating job = {out, draws, NULL};
    job.scratch = arena_array(ctx->arena, (size_t)n * (size_t)draws->n + 1, sizeof *job.scratch);
    parallel_for(n, n * draws->n < POINTS_FOR_THREADS ? 1 : 0, estimate_one, &job);
    for (int i = 0; i < n; i++)
        warn_of_answer(ctx, out, &out->answers[i]);
    return true;
}

static void json_count(struct jsonout *json, const char *key, int count)
{
    if (count == FIELD_ABSENT) {
        jsonout_key(json, key);
        jsonout_null(json);
        return;
    }
    jsonout_key_int(json, key, count);
}

void answer_json_load(struct jsonout *json, const struct workload *load, const char *title,
                      double outstanding, bool saturating, int clients)
{
    jsonout_key_object(json, "workload");
    jsonout_key_text(json, "name", title);
    if (load->pool != NULL)
        jsonout_key_text(json, "pool", load->pool);
    jsonout_key_text(json, "rw", rw_names[load->rw]);
    jsonout_key_number(json, "bs", load->bs_B);
    json_count(json, "iodepth", load->iodepth);
    json_count(json, "numjobs", load->numjobs);
    json_count(json, "clients", clients);
    jsonout_key_number(json, "read", workload_read_frac(load));
    jsonout_key_number(json, "outstanding", outstanding);
    jsonout_key_bool(json, "saturating", saturating);
    if (!isnan(load->rate_ops))
        jsonout_key_number(json, "rate", load->rate_ops);
    jsonout_close(json);
}

static void json_bounds(struct jsonout *json, const struct answer *a)
{
    const struct engine_point *point = &a->e.point;
    jsonout_key_array(json, "bounds");
    for (int i = 0; i < N_BOUND_NAMES; i++) {
        double probability = a->e.probability[i];
        if (i == BOUND_SYNC)
            continue;
        bool data = point->load.sync_of_data;
        if ((i == BOUND_DATA && data) || (i == BOUND_DB && !data))
            probability += a->e.probability[BOUND_SYNC];
        double ops = i == BOUND_DEPTH ? a->in->outstanding / point->load.t0_s
                                      : estimate_bound_ops((enum bound)i, &point->load);
        if (isinf(ops))
            continue;
        jsonout_object(json);
        jsonout_key_text(json, "name", bound_names[i]);
        jsonout_key_number(json, "iops", ops);
        jsonout_key_number(json, "probability", probability);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void json_losses(struct jsonout *json, const struct estimate *e)
{
    jsonout_key_array(json, "waterfall");
    for (int i = 0; i < e->n_losses; i++) {
        jsonout_object(json);
        jsonout_key_text(json, "step", e->losses[i].step);
        jsonout_key_number(json, "iops", e->losses[i].ops);
        jsonout_key_number(json, "factor", e->losses[i].factor);
        jsonout_key_text(json, "why", e->losses[i].why);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static void assumed_value(const struct assumption *a, char *buf, size_t size)
{
    if (a->text != NULL)
        (void)snprintf(buf, size, "%s", a->text);
    else
        units_format(a->dim, a->value, buf, size);
}

void answer_assumption(const struct assumption *a, char *buf, size_t size)
{
    char value[80];
    assumed_value(a, value, sizeof value);
    (void)snprintf(buf, size, "%s = %s (%s)", input_key_names[a->key], value, a->from);
}

static void json_assumed(struct jsonout *json, const struct engine_inputs *in)
{
    jsonout_key_array(json, "assumed");
    for (int i = 0; i < in->n_assumed; i++) {
        const struct assumption *a = &in->assumed[i];
        char value[80];
        assumed_value(a, value, sizeof value);
        jsonout_object(json);
        jsonout_key_text(json, "key", input_key_names[a->key]);
        jsonout_key_text(json, "value", value);
        jsonout_key_text(json, "from", a->from);
        jsonout_key_number(json, "log_sd", a->log_sd);
        jsonout_close(json);
    }
    jsonout_close(json);
}

static struct range finite(struct range r)
{
    return isinf(r.p50) ? (struct range){UNKNOWN, UNKNOWN, UNKNOWN} : r;
}

void answer_json(struct jsonout *json, const struct answer *a)
{
    const struct estimate *e = &a->e;
    jsonout_object(json);
    bool saturating = isinf(a->in->outstanding) && isnan(a->in->rate_ops);
    int clients = a->load->clients;
    answer_json_load(json, a->load, a->title, e->point.depth, saturating, clients);
    jsonout_key_text(json, "model", "engine");
    jsonout_key_text(json, "class", load_class_names[a->in->class]);
    jsonout_key_range(json, "iops", e->ops);
    jsonout_key_range(json, "bandwidth", e->bandwidth_Bps);
    jsonout_key_object(json, "latency");
    jsonout_key_range(json, "mean", finite(e->latency_s));
    jsonout_key_range(json, "p99", finite(e->p99_s));
    jsonout_close(json);
    jsonout_key_text(json, "bound", estimate_bound_name(e->point.bound, &e->point.load));
    jsonout_key_text(json, "next_bound", estimate_bound_name(e->point.next_bound, &e->point.load));
    json_bounds(json, a);
    jsonout_key_object(json, "width");
    jsonout_key_number(json, "parameters", e->parameter_sd);
    jsonout_key_number(json, "publishers", e->publisher_sd);
    jsonout_key_number(json, "guesses", e->guess_sd);
    jsonout_key_number(json, "log_sd", e->log_sd);
    jsonout_close(json);
    json_losses(json, e);
    json_assumed(json, a->in);
    jsonout_key_array(json, "warnings");
    for (int i = 0; i < a->warnings.n; i++)
        jsonout_text(json, a->warnings.text[i]);
    if (a->few_publishers != NULL)
        jsonout_text(json, a->few_publishers);
    jsonout_close(json);
    jsonout_close(json);
}
