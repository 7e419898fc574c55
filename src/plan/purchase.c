/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/purchase.h"

#include "engine/inputs.h"
#include "plan/change.h"
#include "plan/compare.h"

#include <math.h>

/* One thing that is sold: makes the changed cluster, and words for it. False: the document does not
 * say enough, or there is no more of it. */
typedef bool buy_function(const struct cluster *cluster, struct arena *arena,
                          struct cluster **changed, struct purchase *out);

static bool buy_host(const struct cluster *cluster, struct arena *arena, struct cluster **changed,
                     struct purchase *out)
{
    struct err quiet = ERR_INIT;
    struct addition addition = {.hosts = 1};
    out->what = "one more host";
    out->command = "expand --add hosts=1";
    return cluster->osds_total <= 0 && change_add(cluster, &addition, 1, arena, changed, &quiet);
}

static bool buy_device(const struct cluster *cluster, struct arena *arena, struct cluster **changed,
                       struct purchase *out)
{
    struct err quiet = ERR_INIT;
    struct addition addition = {.osds = 1};
    int hosts = cluster_hosts(cluster);
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        if (group->n_osds > 0 && group->osds[0].osds_per_device > addition.osds)
            addition.osds = group->osds[0].osds_per_device;
    }
    out->what =
        arena_printf(arena, "one more data device in %s", hosts == 1 ? "the host" : "every host");
    out->command = arena_printf(arena, "expand --add osds=%d", addition.osds);
    return cluster->osds_total <= 0 && change_add(cluster, &addition, 1, arena, changed, &quiet);
}

static bool buy_link(const struct cluster *cluster, struct arena *arena, struct cluster **changed,
                     struct purchase *out)
{
    static const double sold_Gbps[] = {1, 10, 25, 100, 200, 400};
    enum { N_SOLD = sizeof sold_Gbps / sizeof sold_Gbps[0] };
    const struct network *network = cluster->network;
    if (network == NULL || isnan(network->public_Bps))
        return false;
    int next = 0;
    while (next < N_SOLD && sold_Gbps[next] * 1e9 / 8 < network->public_Bps * 1.01)
        next++;
    if (next == N_SOLD)
        return false;
    double rate = sold_Gbps[next] * 1e9 / 8;
    struct network *faster = arena_alloc(arena, sizeof *faster);
    struct cluster *copy = arena_alloc(arena, sizeof *copy);
    *faster = *network;
    faster->public_Bps = rate;
    if (!isnan(network->cluster_Bps) && network->cluster_Bps < rate)
        faster->cluster_Bps = rate;
    *copy = *cluster;
    copy->network = faster;
    *changed = copy;
    out->what = arena_printf(arena, "links of %.0f Gbit/s in every host", sold_Gbps[next]);
    out->command = "compare with a document of such links";
    return true;
}

static bool buy_cores(const struct cluster *cluster, struct arena *arena, struct cluster **changed,
                      struct purchase *out)
{
    struct cluster *copy = arena_alloc(arena, sizeof *copy);
    *copy = *cluster;
    copy->hosts = arena_array(arena, (size_t)cluster->n_hosts, sizeof *copy->hosts);
    for (int i = 0; i < cluster->n_hosts; i++) {
        copy->hosts[i] = cluster->hosts[i];
        const struct cpu *cpu = cluster->hosts[i].cpu;
        if (cluster->hosts[i].n_osds == 0)
            continue;
        if (cpu == NULL || (isnan(cpu->threads) && isnan(cpu->cores)))
            return false;
        struct cpu *twice = arena_alloc(arena, sizeof *twice);
        *twice = *cpu;
        twice->cores *= 2;
        twice->threads *= 2;
        copy->hosts[i].cpu = twice;
    }
    *changed = copy;
    out->what = "twice the cores in every host";
    out->command = "compare with a document of such processors";
    return true;
}

/* A load on the cluster as it is and as it would be. */
struct pair {
    struct engine_inputs in[2];
    struct estimate estimates[2];
};

static bool make_pair(const struct purchase_question *q, const struct cluster *changed, int load,
                      struct arena *arena, struct pair *pair)
{
    struct engine_group *groups = arena_array(arena, (size_t)2 * MAX_GROUPS, sizeof *groups);
    const struct cluster *clusters[] = {q->cluster, changed};
    struct err quiet = ERR_INIT;
    for (int i = 0; i < 2; i++)
        if (!engine_inputs_make(q->model, clusters[i], &q->loads[load], NULL,
                                groups + (size_t)i * MAX_GROUPS, &pair->in[i], &quiet))
            return false;
    return true;
}

static struct range ratio_of_numbers(const struct purchase_question *q, struct pair *pair,
                                     double *scratch)
{
    struct gain gain;
    gain_make(q->model, &pair->in[0], &pair->in[1], q->draws, &q->error, scratch, &gain);
    return gain.ratio;
}

static struct range ratio_of_parts(const struct purchase_question *q, struct pair *pair,
                                   double *scratch)
{
    struct ratio ratio;
    for (int i = 0; i < 2; i++)
        estimate_make(q->model, &pair->in[i], q->draws, NULL, scratch, &pair->estimates[i]);
    struct comparison comparison = {q->model,
                                    {&pair->in[0], &pair->estimates[0]},
                                    {&pair->in[1], &pair->estimates[1]},
                                    q->draws,
                                    &q->error};
    compare_ratio(&comparison, scratch, &ratio);
    return ratio.factor;
}

typedef struct range ratio_function(const struct purchase_question *q, struct pair *pair,
                                    double *scratch);

struct sold_row {
    buy_function *buy;
    ratio_function *ratio;
};

static bool make_ratios(const struct purchase_question *q, const struct sold_row *sold,
                        const struct cluster *changed, struct arena *arena, struct purchase *out)
{
    double *scratch = arena_array(arena, (size_t)q->draws->n + 1, sizeof *scratch), sum = 0;
    struct pair *pair = arena_alloc(arena, sizeof *pair);
    out->ratios = arena_array(arena, (size_t)q->n + 1, sizeof *out->ratios);
    for (int i = 0; i < q->n; i++) {
        if (!make_pair(q, changed, i, arena, pair))
            return false;
        out->ratios[i] = sold->ratio(q, pair, scratch);
        sum += log(out->ratios[i].p50);
        if (out->ratios[i].p50 > out->ratios[out->best].p50)
            out->best = i;
    }
    out->gain = q->n == 0 ? 1 : exp(sum / q->n);
    return true;
}

/* The greatest gain first; equal ones keep their order. */
static void sort(struct purchase *purchases, int n)
{
    for (int i = 1; i < n; i++) {
        struct purchase moved = purchases[i];
        int k = i;
        for (; k > 0 && purchases[k - 1].gain < moved.gain; k--)
            purchases[k] = purchases[k - 1];
        purchases[k] = moved;
    }
}

int purchase_find(const struct purchase_question *question, struct arena *arena,
                  struct purchase *out)
{
    static const struct sold_row rows[PURCHASES_MAX] = {{buy_host, ratio_of_numbers},
                                                        {buy_device, ratio_of_numbers},
                                                        {buy_link, ratio_of_parts},
                                                        {buy_cores, ratio_of_parts}};
    int n = 0;
    for (int i = 0; i < PURCHASES_MAX; i++) {
        struct cluster *changed = NULL;
        out[n] = (struct purchase){.best = 0};
        if (rows[i].buy(question->cluster, arena, &changed, &out[n]) &&
            make_ratios(question, &rows[i], changed, arena, &out[n]))
            n++;
    }
    sort(out, n);
    return n;
}
