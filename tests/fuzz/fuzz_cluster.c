/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a cluster document: what is let in can be estimated and has a capacity. */
#include "fuzz/fuzz.h"

#include "engine/capacity.h"
#include "plan/standard.h"

#include <math.h>

/* What the counting functions promise of any cluster that was let in. */
static void check_cluster_sums(const struct cluster *cluster)
{
    fuzz_check(cluster_hosts(cluster) >= 0, "hosts are counted");
    fuzz_check(cluster_osds(cluster) >= 0, "OSDs are counted");
    double release = cluster_release(cluster);
    fuzz_check(isnan(release) || (release >= 0 && release < 1000), "a release is a number");
    for (int i = 0; i < cluster->n_workloads; i++) {
        char title[64];
        double read = workload_read_frac(&cluster->workloads[i]);
        double outstanding = cluster_outstanding(cluster, &cluster->workloads[i]);
        workload_title(&cluster->workloads[i], title, sizeof title);
        fuzz_check(read >= 0 && read <= 1, "a share of reads");
        fuzz_check(isnan(outstanding) || outstanding >= 1, "requests outstanding");
    }
}

/* The first loads, at the model's medians. */
static void check_estimates(struct arena *arena, const struct cluster *cluster)
{
    enum { LOADS = 4 };
    const struct engine_model *model = fuzz_model();
    const struct workload *loads = NULL;
    int n = 0;
    standard_loads(cluster, arena, &loads, &n);
    struct engine_group *groups = arena_array(arena, MAX_GROUPS, sizeof *groups);
    for (int i = 0; i < n && i < LOADS; i++) {
        struct engine_inputs in;
        struct engine_point point;
        struct err err = ERR_INIT;
        if (!engine_inputs_make(model, cluster, &loads[i], NULL, groups, &in, &err)) {
            fuzz_check(err.kind != ERR_NONE && err.text[0] != '\0', "a reason");
            continue;
        }
        engine_point(model, &in, &model->params, &point);
        fuzz_check_point(&in, &point);
    }
}

static void check_capacity(struct arena *arena, const struct cluster *cluster)
{
    enum { HOSTS = 100, OSDS = 2000 };
    struct capacity *capacity = arena_alloc(arena, sizeof *capacity);
    struct err err = ERR_INIT;
    if (cluster_hosts(cluster) > HOSTS || cluster_osds(cluster) > OSDS)
        return; /* minutes under the sanitizers */
    if (!capacity_make(cluster, &fuzz_model()->constants, arena, capacity, &err)) {
        fuzz_check(err.kind != ERR_NONE && err.text[0] != '\0', "a reason");
        return;
    }
    fuzz_check(!(capacity->raw_B < 0) && !isinf(capacity->raw_B), "raw bytes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    if (load_cluster_text(&fuzz.loader, &fuzz.text, &cluster, &err)) {
        check_cluster_sums(cluster);
        check_estimates(&fuzz.arena, cluster);
        check_capacity(&fuzz.arena, cluster);
    } else
        fuzz_check_refusal(&fuzz, &err);
    fuzz_end(&fuzz);
    return 0;
}
