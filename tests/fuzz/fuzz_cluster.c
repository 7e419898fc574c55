/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a cluster document or record. */
#include "fuzz/fuzz.h"

#include "model/cluster.h"

#include <math.h>

/* What the counting functions promise of any cluster that was let in. */
static void check_cluster_sums(const struct cluster *cluster)
{
    fuzz_check(cluster_hosts(cluster) >= 0, "hosts are counted");
    fuzz_check(cluster_osds(cluster) >= 0, "OSDs are counted");
    fuzz_check(cluster_devices(cluster) >= 0, "devices are counted");
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    if (load_cluster_text(&fuzz.loader, &fuzz.text, &cluster, &err))
        check_cluster_sums(cluster);
    else
        fuzz_check_refusal(&fuzz, &err);
    fuzz_end(&fuzz);
    return 0;
}
