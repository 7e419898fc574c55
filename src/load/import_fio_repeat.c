/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: of several reports of one run exactly one is kept. */
#include "load/import_fio_repeat.h"

#include <math.h>

/* -- status reports of terse output -- */

/* Is `b` the report that came next after `a`? Terse lines have no process and no time of day, so
 * the growth must tell: time goes on, and the bytes with it as fast as before. Runs of a fixed
 * size, or of a fixed time, do not grow so. `last`: the run's end may follow a report at once. */
static bool goes_on(const struct fio_block *a, const struct fio_block *b, bool last, bool *grown)
{
    if (a->group != b->group || !field_same_text(a->job, b->job) || a->error != b->error)
        return false;
    for (int d = 0; d < N_DIRS; d++) {
        const struct fio_dir *x = &a->dirs[d], *y = &b->dirs[d];
        double time = y->runtime_s - x->runtime_s, bytes = y->bytes_B - x->bytes_B;
        double usual = y->bytes_B / y->runtime_s;
        if (!x->present) /* had not begun */
            continue;
        if (!y->present || time < 0 || bytes < 0)
            return false;
        bool longer = time > (last ? 0.0005 : 0.02 * x->runtime_s);
        if (longer && !last && !(bytes > 0.1 * usual * time && bytes < 10 * usual * time))
            return false;
        *grown = *grown || longer;
    }
    return true;
}

/* Are the n reports rounds of k jobs each, every round later than the one before? */
static bool are_rounds(struct fio_block *const *reports, int n, int k)
{
    int rounds = n / k;
    if (n % k != 0 || rounds < 2)
        return false;
    for (int i = 1; i < rounds; i++) {
        bool grown = false, last = i == rounds - 1 && rounds > 2;
        for (int j = 0; j < k; j++)
            if (!goes_on(reports[(i - 1) * k + j], reports[i * k + j], last, &grown))
                return false;
        if (!grown)
            return false;
    }
    return true;
}

static int terse_of_run(struct fio_session *fio, int run, struct fio_block **reports)
{
    int n = 0;
    for (int i = 0; i < fio->n_blocks; i++) {
        struct fio_block *block = &fio->blocks[i];
        if (block->run == run && block->source == FIO_TERSE && !block->dropped)
            reports[n++] = block;
    }
    return n;
}

static void drop_rounds(struct fio_session *fio, struct fio_block **reports, int n)
{
    int k = 1;
    while (2 * k <= n && !are_rounds(reports, n, k))
        k++;
    for (int i = 0; 2 * k <= n && i < n - k; i++) {
        reports[i]->dropped = true;
        fio->cumulative++;
    }
}

void fio_drop_rounds(struct arena *arena, struct fio_session *fio)
{
    enum { MOST = 4000 }; /* each run looks through all reports, each number of jobs is tried */
    struct fio_block **reports;
    if (fio->n_blocks > MOST)
        return;
    reports = arena_array(arena, (size_t)fio->n_blocks + 1, sizeof *reports);
    for (int i = 0, run = 0; i < fio->n_blocks; i++) {
        if (fio->blocks[i].source != FIO_TERSE || fio->blocks[i].run == run)
            continue;
        run = fio->blocks[i].run;
        drop_rounds(fio, reports, terse_of_run(fio, run, reports));
    }
}

/* -- one run in several forms -- */

static bool same_figures(const struct fio_dir *a, const struct fio_dir *b)
{
    if (a->present != b->present)
        return false;
    if (!a->present)
        return true;
    double step = a->iops_step + b->iops_step;
    bool time = fabs(a->runtime_s - b->runtime_s) <= 0.0011;
    bool rate = fabs(a->iops_ops - b->iops_ops) <= fmax(step, 1.5 + 0.002 * fabs(b->iops_ops));
    return time && (rate || isnan(a->iops_ops));
}

/* Do two reports in different forms tell of one run of one job? */
static bool same_run(const struct fio_block *a, const struct fio_block *b)
{
    if (a->group != b->group || !field_same_text(a->job, b->job))
        return false;
    for (int d = 0; d < DIR_MIXED; d++)
        if (!same_figures(&a->dirs[d], &b->dirs[d]))
            return false;
    return same_figures(&a->dirs[DIR_MIXED], &b->dirs[DIR_MIXED]) || a->dirs[DIR_READ].present ||
           a->dirs[DIR_WRITE].present;
}

/* One report in each form for one run: of two like jobs neither may take both. */
static struct fio_block *find_twin(struct fio_session *fio, const struct fio_block *poor)
{
    for (int j = 0; j < fio->n_blocks; j++) {
        struct fio_block *rich = &fio->blocks[j];
        if (!rich->dropped && poor->source < rich->source && !rich->has_twin[poor->source] &&
            same_run(poor, rich))
            return rich;
    }
    return NULL;
}

void fio_drop_twins(struct fio_session *fio)
{
    enum { MOST = 4000 }; /* quadratic: a longer log has one form only, or is nobody's */
    for (int i = 0; i < fio->n_blocks && fio->n_blocks <= MOST; i++) {
        struct fio_block *poor = &fio->blocks[i];
        struct fio_block *rich =
            poor->dropped || poor->source == FIO_JSON ? NULL : find_twin(fio, poor);
        if (rich != NULL)
            poor->dropped = rich->has_twin[poor->source] = true;
    }
}
