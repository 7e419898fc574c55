/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: only what cannot be is touched; what is merely implausible stays and is told. */
#include "load/import_sane.h"

#define N_OF(a) (sizeof(a) / sizeof(a)[0])

#define R(member) offsetof(struct import_result, member)
static const size_t result_figures[] = {
    R(rwmix_read_pct), R(bs_B),       R(object_B),   R(iops_ops),   R(bw_Bps),  R(lat_s),
    R(p99_s),          R(p99_low_s),  R(p99_high_s), R(ios),        R(bytes_B), R(elapsed_s),
    R(span_B),         R(fsyncs_ops), R(sync_lat_s), R(event_lat_s)};
#define T(member) offsetof(struct import_total, member)
static const size_t total_figures[] = {T(iops_ops), T(bw_Bps),    T(lat_s),
                                       T(p99_s),    T(p99_low_s), T(p99_high_s)};
#define O(member) offsetof(struct import_osd, member)
static const size_t osd_figures[] = {
    O(weight_tib),    O(reweight),  O(primary_affinity), O(size_B),     O(used_B), O(data_B),
    O(omap_B),        O(meta_B),    O(avail_B),          O(use_pct),    O(var),    O(mem_B),
    O(data_device_B), O(db_size_B), O(wal_size_B),       O(min_alloc_B)};
#define P(member) offsetof(struct import_pool, member)
static const size_t pool_figures[] = {P(stored_B),      P(objects),      P(used_B),
                                      P(use_pct),       P(max_avail_B),  P(quota_B),
                                      P(quota_objects), P(used_compr_B), P(under_compr_B),
                                      P(target_ratio),  P(target_B),     P(stripe_width_B)};

static bool is_impossible(double value)
{
    const double most = 1e21; /* bytes of a zettabyte: no machine, no count reaches it */
    return value < 0 || value > most || (value > 0 && value < 1e-30);
}

/* How many figures of the object were made absent. */
static int drop(void *object, const size_t *figures, size_t n)
{
    int dropped = 0;
    for (size_t i = 0; i < n; i++) {
        double *figure = (double *)(void *)((char *)object + figures[i]);
        if (!is_impossible(*figure))
            continue;
        *figure = UNKNOWN;
        dropped++;
    }
    return dropped;
}

/* A sum over a job whose figure is none is none either. */
static void drop_totals(struct import *import, const struct import_result *r, int first)
{
    for (int i = first; i < import->n_totals; i++) {
        struct import_total *total = &import->totals[i];
        if (total->run == r->run && total->group == r->group && total->dir == r->dir)
            total->iops_ops = total->bw_Bps = total->lat_s = UNKNOWN;
    }
}

void import_drop_impossible(struct import *import, const struct import *before, const char *file)
{
    int dropped = 0, line = 0;
    for (int i = before->n_results; i < import->n_results; i++) {
        struct import_result *r = &import->results[i];
        int n = drop(r, result_figures, N_OF(result_figures));
        if (n > 0)
            drop_totals(import, r, before->n_totals);
        line = n > 0 && line == 0 ? r->place.line : line;
        dropped += n;
    }
    for (int i = before->n_totals; i < import->n_totals; i++)
        dropped += drop(&import->totals[i], total_figures, N_OF(total_figures));
    for (int i = 0; i < import->n_osds; i++)
        dropped += drop(&import->osds[i], osd_figures, N_OF(osd_figures));
    for (int i = 0; i < import->n_pools; i++)
        dropped += drop(&import->pools[i], pool_figures, N_OF(pool_figures));
    if (dropped > 0)
        import_tell(import, IMPORT_WARNING, file, line,
                    "%d figure%s negative, or larger or smaller than any machine's: left out",
                    dropped, dropped == 1 ? " is" : "s are");
}
