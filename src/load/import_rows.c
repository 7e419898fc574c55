/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what cannot be said by one row is no row. */
#include "load/import_rows.h"

#include "load/import_sum.h"

#include <math.h>
#include <string.h>

/* The results of one job: one, or one a direction. */
struct block {
    const struct import_result *first;
    int n;
    bool used;
};

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* -- jobs -- */

static bool same_job(const struct import_result *a, const struct import_result *b)
{
    return a->run == b->run && a->group == b->group && a->iteration == b->iteration &&
           a->osd == b->osd && a->place.line == b->place.line &&
           field_same_text(a->place.file, b->place.file) && field_same_text(a->format, b->format) &&
           field_same_text(a->job, b->job) && field_same_text(a->client, b->client) &&
           field_same_text(a->target, b->target);
}

/* A tool tells the directions of a job in the order of enum import_dir. */
static bool goes_on(const struct import_result *a, const struct import_result *b)
{
    return a->rw == b->rw && a->dir != FIELD_ABSENT && b->dir > a->dir && same_job(a, b);
}

static int split_blocks(const struct import *import, struct block *blocks)
{
    int n = 0;
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        if (i > 0 && goes_on(r - 1, r) && (r->rw == RW_RW || r->rw == RW_RANDRW)) {
            blocks[n - 1].n++;
            continue;
        }
        blocks[n] = (struct block){.first = r, .n = 1};
        n++;
    }
    return n;
}

/* -- jobs that ran together -- */

static bool together(const struct import_result *a, const struct import_result *b)
{
    return a->group != FIELD_ABSENT && a->group == b->group && a->run == b->run &&
           field_same_text(a->place.file, b->place.file) && field_same_text(a->format, b->format);
}

static bool same_load(const struct block *a, const struct block *b)
{
    const struct import_result *x = a->first, *y = b->first;
    return x->rw == y->rw && x->dir == y->dir && a->n == b->n && same_number(x->bs_B, y->bs_B) &&
           x->iodepth == y->iodepth && field_same_text(x->pool, y->pool) && x->fsync == y->fsync &&
           x->sync == y->sync && same_number(x->rwmix_read_pct, y->rwmix_read_pct) &&
           field_same_text(x->engine, y->engine);
}

/* Several jobs that are being added up. */
struct adding {
    struct import *import;
    const struct block **blocks;
    int n;
    bool unequal; /* other jobs ran at the same time */
};

/* Equal jobs of the group of block `from`, which is the first of them. */
static void collect(struct adding *set, struct block *blocks, int n_blocks, int from)
{
    const struct block *one = &blocks[from];
    set->n = 0;
    set->unequal = false;
    for (int i = 0; i < n_blocks; i++) {
        struct block *other = &blocks[i];
        if (i != from && !together(one->first, other->first))
            continue;
        if (!same_load(one, other)) {
            set->unequal = true;
            continue;
        }
        other->used = true;
        set->blocks[set->n++] = other;
    }
}

typedef const char *name_of(const struct import_result *r);

static const char *client_of(const struct import_result *r)
{
    return r->client;
}

static const char *target_of(const struct import_result *r)
{
    return r->target;
}

/* Different names among the jobs; 0: not stated. */
static int count_names(const struct adding *set, name_of *name)
{
    int n = 0;
    for (int i = 0; i < set->n; i++) {
        const char *one = name(set->blocks[i]->first);
        bool first = one != NULL;
        for (int j = 0; j < i && first; j++)
            first = !field_same_text(one, name(set->blocks[j]->first));
        n += first;
    }
    return n;
}

/* fio takes several files or devices as one text: "/dev/sda:/dev/sdb". */
static int count_devices(const struct adding *set)
{
    int n = count_names(set, target_of);
    const char *target = set->blocks[0]->first->target;
    if (n == 1 && text_begins(target, "/dev/"))
        for (const char *p = strstr(target, ":/"); p != NULL; p = strstr(p + 1, ":/"))
            n++;
    return n > 1 ? n : 1;
}

/* -- figures -- */

/* Six digits are more than any benchmark repeats. */
static double rounded(double value)
{
    if (!isfinite(value) || value == 0)
        return isfinite(value) ? value : UNKNOWN;
    double digits = 5 - floor(log10(fabs(value))), scale = pow(10, fabs(digits));
    if (!isfinite(scale)) /* a power of ten below one is not exact: divide by its inverse */
        return value;
    return digits < 0 ? round(value / scale) * scale : round(value * scale) / scale;
}

static void set_figures(struct import_row *row, const struct adding *set)
{
    struct import_sum all = {0}, parts[N_DIRS] = {0};
    const struct import_result *only = set->blocks[0]->first;
    for (int i = 0; i < set->n; i++)
        for (int k = 0; k < set->blocks[i]->n; k++) {
            const struct import_result *r = &set->blocks[i]->first[k];
            import_sum_add(&all, r);
            if (r->dir != FIELD_ABSENT)
                import_sum_add(&parts[r->dir], r);
            row->cached = row->cached || r->cached;
            row->partial = row->partial || r->partial;
            row->sections = row->sections || r->sections;
        }
    row->iops_ops = rounded(all.iops_ops);
    row->bw_Bps = rounded(all.bw_Bps);
    row->lat_s = rounded(import_sum_latency(&all));
    row->p99_s = all.n == 1 ? rounded(only->p99_s) : UNKNOWN;
    for (int d = 0; d < N_DIRS; d++) {
        bool has = parts[d].n > 0;
        row->part_iops_ops[d] = has ? rounded(parts[d].iops_ops) : UNKNOWN;
        row->part_bw_Bps[d] = has ? rounded(parts[d].bw_Bps) : UNKNOWN;
        row->part_lat_s[d] = has ? rounded(import_sum_latency(&parts[d])) : UNKNOWN;
    }
}

static double read_share(const struct import_row *row, const struct import_result *first)
{
    if (row->rw != RW_RW && row->rw != RW_RANDRW)
        return UNKNOWN;
    if (isfinite(first->rwmix_read_pct))
        return first->rwmix_read_pct / 100;
    return rounded(row->part_iops_ops[DIR_READ] / row->iops_ops);
}

/* -- shape -- */

static void add_note(struct import_row *row, struct import *import, const char *text)
{
    row->note = row->note == NULL ? text : import_text(import, "%s; %s", row->note, text);
}

static int all_jobs(const struct adding *set)
{
    int jobs = 0;
    for (int i = 0; i < set->n; i++) {
        const struct import_result *r = set->blocks[i]->first;
        if (r->numjobs == FIELD_ABSENT && r->volumes == FIELD_ABSENT)
            return set->n == 1 ? FIELD_ABSENT : set->n;
        jobs += (r->numjobs > 0 ? r->numjobs : 1) * (r->volumes > 0 ? r->volumes : 1);
    }
    return jobs;
}

static void set_shape(struct import_row *row, const struct adding *set)
{
    const struct import_result *first = set->blocks[0]->first;
    int clients = count_names(set, client_of), jobs = all_jobs(set);
    row->clients = clients > 0 ? clients : first->clients;
    row->numjobs = jobs;
    if (clients > 1 && jobs > 0 && jobs % clients == 0)
        row->numjobs = jobs / clients;
    else if (clients > 1)
        row->clients = FIELD_ABSENT;
    row->devices = count_devices(set);
    row->iodepth = first->iodepth;
    if (import_engine_is_synchronous(first->engine)) {
        if (first->iodepth > 1)
            add_note(row, set->import,
                     import_text(set->import, "iodepth %d has no effect in the engine %s",
                                 first->iodepth, first->engine));
        row->iodepth = 1;
    }
}

static const char *reason(struct import *import, const struct import_row *row,
                          const struct adding *set)
{
    if (row->rw == FIELD_ABSENT)
        return "its pattern is not stated";
    if (!isfinite(row->iops_ops) && !isfinite(row->bw_Bps) && !isfinite(row->lat_s))
        return "it has no figure";
    if (set->unequal)
        return import_text(import, "jobs with other settings ran at the same time (group %d)",
                           set->blocks[0]->first->group);
    if (row->cached)
        return "what it did was in memory, or was never written";
    return NULL;
}

static void make_row(struct import_row *row, const struct adding *set)
{
    const struct import_result *first = set->blocks[0]->first;
    *row = (struct import_row){.place = first->place,
                               .format = first->format,
                               .tool = first->tool,
                               .rw = first->rw,
                               .bs_B = first->bs_B,
                               .fsync = first->fsync,
                               .sync = first->sync,
                               .span_B = first->span_B,
                               .osd = first->osd,
                               .job = first->job,
                               .target = first->target,
                               .pool = first->pool};
    if (set->blocks[0]->n > 1 && !same_number(first->bs_B, first[1].bs_B))
        row->bs_B = UNKNOWN;
    set_figures(row, set);
    row->read_frac = read_share(row, first);
    set_shape(row, set);
    if (set->n > 1)
        add_note(row, set->import, import_text(set->import, "sum of %d jobs", set->n));
    row->buffered = import_is_buffered(first);
    if (row->buffered)
        add_note(row, set->import, "through the page cache");
    if (row->partial)
        add_note(row, set->import, "the run was interrupted");
    row->left_out = reason(set->import, row, set);
}

static bool same_row(const struct import_row *a, const struct import_row *b)
{
    return a->rw == b->rw && same_number(a->bs_B, b->bs_B) && a->iodepth == b->iodepth &&
           a->numjobs == b->numjobs && a->clients == b->clients && a->osd == b->osd &&
           same_number(a->iops_ops, b->iops_ops) && same_number(a->bw_Bps, b->bw_Bps) &&
           same_number(a->lat_s, b->lat_s) && same_number(a->p99_s, b->p99_s) &&
           same_number(a->part_iops_ops[DIR_READ], b->part_iops_ops[DIR_READ]) &&
           field_same_text(a->tool, b->tool) && field_same_text(a->job, b->job) &&
           field_same_text(a->target, b->target) && field_same_text(a->pool, b->pool);
}

static bool is_double(const struct import_rows *rows, const struct import_row *row)
{
    for (int i = 0; i < rows->n; i++)
        if (same_row(&rows->rows[i], row) && isfinite(row->lat_s))
            return true;
    return false;
}

void import_rows_make(struct import *import, struct import_rows *rows)
{
    size_t most = (size_t)import->n_results + 1;
    struct block *blocks = arena_array(import->arena, most, sizeof *blocks);
    struct adding set = {.import = import};
    set.blocks = arena_array(import->arena, most, sizeof(const struct block *));
    *rows = (struct import_rows){.rows = arena_array(import->arena, most, sizeof *rows->rows)};
    int n = split_blocks(import, blocks);
    for (int i = 0; i < n; i++) {
        if (blocks[i].used)
            continue;
        struct import_row row;
        collect(&set, blocks, n, i);
        make_row(&row, &set);
        if (is_double(rows, &row))
            rows->doubles++;
        else
            rows->rows[rows->n++] = row;
    }
}

bool import_row_is_of_cluster(const struct import_row *row)
{
    const struct import_result r = {
        .format = row->format, .tool = row->tool, .target = row->target};
    return import_is_of_cluster(&r);
}
