/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/nearest.h"

#include <math.h>
#include <stdlib.h>

/* What counts, and how much a factor of two in it. */
#define WEIGHT_OSDS 1.0
#define WEIGHT_HOSTS 0.5
#define WEIGHT_BYTES 1.0
#define WEIGHT_DEPTH 0.3
#define WEIGHT_COPIES 1.0
#define WEIGHT_LINK 0.5
#define WEIGHT_THREADS 0.5
#define WEIGHT_READS 2.0    /* all reads against all writes */
#define WEIGHT_RELEASE 0.25 /* of one major release */
#define MOST_DOUBLINGS 10.0 /* a saturating load against any depth */

static double doublings(double a, double b)
{
    if (!(a > 0) || !(b > 0))
        return a == b ? 0 : MOST_DOUBLINGS;
    if (isinf(a) || isinf(b))
        return isinf(a) && isinf(b) ? 0 : MOST_DOUBLINGS;
    return fabs(log2(a / b));
}

static double threads_of(const struct engine_inputs *in)
{
    return in->n_groups > 0 ? in->groups[0].threads : UNKNOWN;
}

/* How unlike two cases are, in doublings: the sum over OSDs, hosts, block size, requests
 * outstanding, copies, links and threads an OSD of |log2| of their ratio, each at its weight, plus
 * the share of reads and releases apart. 0: alike; infinite: another class of load. Plain
 * judgement, no model: it only sorts. */
static double distance_of(const struct engine_inputs *a, const struct engine_inputs *b)
{
    if (a->class != b->class || a->flash != b->flash)
        return UNLIMITED;
    return WEIGHT_OSDS * doublings(a->osds, b->osds) +
           WEIGHT_HOSTS * doublings(a->hosts, b->hosts) +
           WEIGHT_BYTES * doublings(a->bytes, b->bytes) +
           WEIGHT_DEPTH * doublings(a->outstanding, b->outstanding) +
           WEIGHT_COPIES * doublings(a->copies / a->k, b->copies / b->k) +
           WEIGHT_LINK * doublings(a->public_Bps, b->public_Bps) +
           WEIGHT_THREADS * doublings(threads_of(a), threads_of(b)) +
           WEIGHT_READS * fabs(a->read_frac - b->read_frac) +
           WEIGHT_RELEASE * fabs(a->release - b->release);
}

struct candidate {
    double distance;
    int row, record;
};

static int by_distance(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->row - y->row;
}

int nearest_rows(const struct row_set *set, const struct engine_inputs *in, int most,
                 struct arena *arena, int *indices)
{
    struct candidate *all = arena_array(arena, (size_t)set->n + 1, sizeof *all);
    int n = 0, kept = 0;
    for (int i = 0; i < set->n; i++) {
        const struct row *row = &set->rows[i];
        double distance = distance_of(in, &row->in);
        if (isfinite(distance) && (row->fit || row->outside) && !row->doubtful)
            all[n++] = (struct candidate){distance, i, row->record_index};
    }
    qsort(all, (size_t)n, sizeof *all, by_distance);
    for (int i = 0; i < n && kept < most; i++) {
        bool seen = false;
        for (int k = 0; k < kept; k++)
            seen = seen || set->rows[indices[k]].record_index == all[i].record;
        if (!seen)
            indices[kept++] = all[i].row;
    }
    return kept;
}
