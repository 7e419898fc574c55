/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio's JSON and JSON+ (2.0 to 3.x): fio/stat.c, show_thread_status_json. `bw` is KiB/s in all
 * releases; `bw_bytes` is newer; latencies are microseconds under `lat` and `clat` before 3.0,
 * nanoseconds under `lat_ns` and `clat_ns` after. Bins of JSON+ are never looked at. */
#include "load/import_fio.h"
#include "load/import_readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_job(const struct jnode *json)
{
    return jnode_get(json, "jobname") != NULL && jnode_get(json, "groupid") != NULL;
}

static bool sniff(const struct import_item *item)
{
    if (jnode_is_array(item->json)) /* the jobs, cut out of their document */
        return is_job(jnode_at(item->json, 0));
    if (jnode_get(item->json, "fio version") != NULL ||
        jnode_get(item->json, "client_stats") != NULL)
        return true;
    const struct jnode *first = jnode_at(jnode_get(item->json, "jobs"), 0);
    return is_job(first) || is_job(item->json);
}

/* -- options -- */

static void read_option(struct arena *arena, struct fio_setup *setup, const char *key,
                        const struct jnode *value)
{
    char number[40];
    const char *text = jnode_text(value);
    if (text == NULL && isfinite(jnode_number(value))) {
        (void)snprintf(number, sizeof number, "%.15g", jnode_number(value));
        text = number;
    }
    if (text != NULL)
        fio_setup_option(arena, setup, key, text);
}

static void read_options(struct arena *arena, struct fio_setup *setup, const struct jnode *options)
{
    const struct jnode *base = jnode_get(options, "kb_base"); /* decides what the sizes mean */
    if (base != NULL)
        read_option(arena, setup, "kb_base", base);
    for (void *at = jnode_first(options); at != NULL; at = jnode_next(options, at))
        read_option(arena, setup, jnode_key(at), jnode_value(at));
}

/* Where fio prints its options, those that it leaves out have their defaults. */
static void default_options(struct fio_setup *setup)
{
    setup->rw = setup->rw == FIELD_ABSENT ? RW_READ : setup->rw;
    setup->iodepth = setup->iodepth == FIELD_ABSENT ? 1 : setup->iodepth;
    setup->numjobs = setup->numjobs == FIELD_ABSENT ? 1 : setup->numjobs;
    for (int i = 0; i < 3; i++)
        if (isnan(setup->bs_B[i]) && !setup->mixed_sizes)
            setup->bs_B[i] = 4096;
}

/* -- one direction -- */

/* The mean of a latency object in seconds; NaN when nothing was sampled. */
static double mean(const struct jnode *lat, double unit_s)
{
    double samples = jnode_get_number(lat, "N"), value = jnode_get_number(lat, "mean");
    double most = jnode_get_number(lat, "max");
    bool empty = isnan(samples) ? value == 0 && most == 0 : samples == 0;
    return empty ? UNKNOWN : value * unit_s;
}

static double percentile_99(const struct jnode *lat, double unit_s)
{
    const struct jnode *list = jnode_get(lat, "percentile");
    double value = jnode_get_number(list, "99.000000");
    for (void *at = jnode_first(list); at != NULL && isnan(value); at = jnode_next(list, at)) {
        const char *key = jnode_key(at);
        double rank;
        if (text_number(&key, &rank) && fabs(rank - 99) < 1e-9)
            value = jnode_number(jnode_value(at));
    }
    return value > 0 ? value * unit_s : UNKNOWN;
}

static void read_latencies(struct fio_dir *dir, const struct jnode *node)
{
    bool nano = jnode_get(node, "lat_ns") != NULL || jnode_get(node, "clat_ns") != NULL;
    double unit_s = nano ? 1e-9 : 1e-6;
    const struct jnode *lat = jnode_get(node, nano ? "lat_ns" : "lat");
    const struct jnode *clat = jnode_get(node, nano ? "clat_ns" : "clat");
    dir->lat_s = mean(lat, unit_s);
    dir->clat_s = mean(clat, unit_s);
    dir->slat_s = mean(jnode_get(node, nano ? "slat_ns" : "slat"), unit_s);
    dir->p99_s = percentile_99(clat, unit_s);
    dir->p99_of_lat = isnan(dir->p99_s);
    if (dir->p99_of_lat)
        dir->p99_s = percentile_99(lat, unit_s);
}

/* `io_bytes` is bytes beside `io_kbytes` (since 3.0) or `bw_bytes`, KiB before; which of the two it
 * is without them, its ratio to bandwidth x time says. */
static double bytes_done(const struct jnode *node, bool in_bytes, double about_B)
{
    double number = jnode_get_number(node, "io_bytes");
    bool kib = !in_bytes && !(number > about_B / 32);
    return kib ? number * 1024 : number;
}

static void read_dir(struct fio_dir *dir, const struct jnode *node)
{
    double bytes = jnode_get_number(node, "bw_bytes");
    dir->bw_Bps = isfinite(bytes) ? bytes : jnode_get_number(node, "bw") * 1024;
    dir->iops_ops = jnode_get_number(node, "iops");
    dir->ios = jnode_get_number(node, "total_ios");
    dir->runtime_s = jnode_get_number(node, "runtime") * 1e-3;
    dir->bytes_B = bytes_done(node, isfinite(bytes) || jnode_get(node, "io_kbytes") != NULL,
                              dir->bw_Bps * dir->runtime_s);
    bool exact = !isfinite(bytes) && jnode_get(node, "io_kbytes") != NULL && dir->runtime_s > 0;
    if (exact && isfinite(dir->bytes_B)) /* `bw` of 3.0 and 3.1 is cut to whole KiB/s */
        dir->bw_Bps = dir->bytes_B / dir->runtime_s;
    dir->present = dir->iops_ops > 0 || dir->bw_Bps > 0;
    if (dir->present)
        read_latencies(dir, node);
}

/* -- one job -- */

static int whole(const struct jnode *node, const char *key, int absent)
{
    double number = jnode_get_number(node, key);
    return number >= 0 && number <= 2147483647 && number == floor(number) ? (int)number : absent;
}

static const char *client_name(struct arena *arena, const struct jnode *job)
{
    const char *host = jnode_get_text(job, "hostname");
    int port = whole(job, "port", 0);
    if (host == NULL)
        return NULL;
    return port > 0 ? arena_printf(arena, "%s,%d", host, port) : arena_copy(arena, host);
}

/* A job whose requests are not all of the size it states has mixed sizes after all. */
static void check_sizes(struct fio_block *block)
{
    for (int d = 0; d < DIR_MIXED; d++) {
        const struct fio_dir *dir = &block->dirs[d];
        double each = dir->bytes_B / dir->ios;
        if (dir->present && isfinite(each) && fabs(each - block->setup.bs_B[d]) > 0.02 * each)
            block->setup.mixed_sizes = true;
    }
}

static double started(const struct jnode *root, const struct jnode *job,
                      const struct fio_block *block)
{
    double start = jnode_get_number(job, "job_start");
    if (start > 0)
        return start * 1e-3;
    double now = jnode_get_number(root, "timestamp_ms") * 1e-3, longest = 0;
    if (isnan(now))
        now = jnode_get_number(root, "timestamp");
    for (int d = 0; d < N_DIRS; d++)
        longest = fmax(longest, block->dirs[d].present ? block->dirs[d].runtime_s : 0);
    return now - longest;
}

/* Processes behind the report: fio adds up their times. NaN: not said (before 3.1). */
static double processes_of(const struct fio_block *block, const struct jnode *job)
{
    double longest = 0, all = 0;
    bool mixed = block->setup.rw == RW_RANDRW || block->setup.rw == RW_RW;
    for (int d = 0; d < N_DIRS; d++) {
        double runtime = block->dirs[d].runtime_s > 0 ? block->dirs[d].runtime_s : 0;
        longest = fmax(longest, runtime);
        all += d == DIR_MIXED ? 0 : runtime;
    }
    /* what is no mix does its directions one after the other: it writes, then verifies */
    return jnode_get_number(job, "job_runtime") * 1e-3 / (mixed ? longest : fmax(all, longest));
}

/* With group_reporting one report has the name of the first of its sections, the options of the
 * last and the figures of all. */
static bool is_sum(const struct fio_block *block, const struct jnode *global,
                   const struct jnode *own, const struct jnode *job)
{
    const char *last = jnode_get_text(own, "name");
    double processes = processes_of(block, job);
    int rw = block->setup.rw, asked = block->setup.numjobs;
    bool verify = jnode_get(own, "verify") != NULL || jnode_get(global, "verify") != NULL;
    bool reads = block->dirs[DIR_READ].present, writes = block->dirs[DIR_WRITE].present;
    if (last != NULL && block->job != NULL)
        return strcmp(last, block->job) != 0;
    return processes > (asked > 1 ? asked : 1) + 0.5 || (writes && !rw_writes((enum rw)rw)) ||
           (reads && !rw_reads((enum rw)rw) && !verify);
}

static void forget_double(double *setting, double own)
{
    *setting = isnan(own) ? *setting : UNKNOWN;
}

static void forget_int(int *setting, int own)
{
    *setting = own == FIELD_ABSENT ? *setting : FIELD_ABSENT;
}

/* What the last section sets, the others set too, maybe otherwise. */
static void forget_own(struct arena *arena, struct fio_block *block, const struct jnode *own,
                       const struct jnode *job)
{
    struct fio_setup set, *all = &block->setup;
    double processes = processes_of(block, job);
    fio_setup_init(&set);
    read_options(arena, &set, own);
    block->sections = true;
    block->unequal = set.rw != FIELD_ABSENT || set.iodepth != FIELD_ABSENT || !isnan(set.bs_B[0]) ||
                     set.mixed_sizes;
    forget_int(&all->rw, set.rw);
    forget_int(&all->iodepth, set.iodepth);
    forget_int(&all->fsync, set.fsync);
    forget_int(&all->sync, set.sync);
    forget_int(&all->direct, set.direct);
    forget_double(&all->rwmix_read_pct, set.rwmix_read_pct);
    forget_double(&all->span_B, set.span_B);
    for (int i = 0; i < 3; i++)
        forget_double(&all->bs_B[i], set.bs_B[i]);
    all->mixed_sizes = all->mixed_sizes && !set.mixed_sizes;
    all->engine = set.engine == NULL ? all->engine : NULL;
    all->target = NULL;
    bool counted = processes >= 1 && processes < 1e6 && !block->unequal;
    block->jobs = counted ? (int)round(processes) : FIELD_ABSENT;
}

static void read_setup(struct arena *arena, struct fio_block *block, const struct jnode *root,
                       const struct jnode *job)
{
    const struct jnode *global = jnode_get(root, "global options");
    const struct jnode *own = jnode_get(job, "job options");
    block->has_options = jnode_count(own) > 0;
    if (!block->has_options && jnode_get(root, "client_stats") == NULL)
        block->has_options = jnode_count(global) > 0;
    if (!block->has_options)
        return;
    read_options(arena, &block->setup, global);
    read_options(arena, &block->setup, own);
    if (jnode_is_object(root) && jnode_get(root, "jobname") == NULL) /* its global options too */
        default_options(&block->setup);
    if (jnode_get(root, "jobs") != NULL && block->setup.direct == FIELD_ABSENT)
        block->setup.direct = 0; /* of several servers one alone tells its global options */
    if (block->client == NULL && jnode_is_object(root) && jnode_get(root, "jobname") == NULL &&
        is_sum(block, global, own, job))
        forget_own(arena, block, own, job);
    check_sizes(block);
    block->has_setup = true;
}

static void read_job(struct import_session *session, const struct import_item *item,
                     const struct jnode *job)
{
    static const char *const names[N_DIRS] = {"read", "write", "trim", "mixed"};
    struct arena *arena = session->import->arena;
    struct fio_block *block = fio_add_block(session, FIO_JSON, item->number);
    const char *name = jnode_get_text(job, "jobname");
    block->format = session->fio->plus ? "fio-jsonplus" : "fio-json";
    block->job = name == NULL ? NULL : arena_copy(arena, name);
    block->document = session->fio->documents;
    block->group = whole(job, "groupid", 0);
    block->error = whole(job, "error", 0);
    block->error_text = block->error == 0 ? NULL : arena_copy(arena, strerror(block->error));
    block->client = client_name(arena, job);
    block->jobs = 1;
    for (int d = 0; d < N_DIRS; d++)
        read_dir(&block->dirs[d], jnode_get(job, names[d]));
    const struct jnode *sync = jnode_get(job, "sync");
    block->syncs = jnode_get_number(sync, "total_ios");
    block->sync_lat_s = mean(jnode_get(sync, "lat_ns"), 1e-9);
    block->start_s = started(item->json, job, block);
    read_setup(arena, block, item->json, job);
}

/* By the job section they came from: client, group and name. */
static int by_section(const void *left, const void *right)
{
    const struct fio_block *a = *(struct fio_block *const *)left;
    const struct fio_block *b = *(struct fio_block *const *)right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if ((a->client == NULL) != (b->client == NULL))
        return a->client == NULL ? -1 : 1;
    int clients = a->client == NULL ? 0 : strcmp(a->client, b->client);
    return clients != 0 ? clients : strcmp(a->job, b->job);
}

/* Entries of a document that came from one job section: fio prints one for all (group_reporting) or
 * one for each of numjobs; every entry repeats the option. */
static void count_jobs(struct arena *arena, struct fio_session *fio, int first)
{
    int n = 0;
    struct fio_block **named =
        arena_array(arena, (size_t)(fio->n_blocks - first) + 1, sizeof(struct fio_block *));
    for (int i = first; i < fio->n_blocks; i++)
        if (fio->blocks[i].job != NULL)
            named[n++] = &fio->blocks[i];
    qsort(named, (size_t)n, sizeof(struct fio_block *), by_section);
    for (int i = 0, end = 0; i < n; i = end) {
        while (end < n && by_section(&named[i], &named[end]) == 0)
            end++;
        int same = end - i;
        for (int k = i; k < end; k++) {
            int asked = named[k]->setup.numjobs;
            if (asked > 1 && same < asked && !named[k]->sections)
                named[k]->jobs = (asked + same / 2) / same;
        }
    }
}

/* Does the current run already hold reports in JSON? Then this document is of another one. */
static bool is_new_run(const struct fio_session *fio)
{
    return fio->n_blocks > 0 && fio->blocks[fio->n_blocks - 1].run == fio->run &&
           fio->blocks[fio->n_blocks - 1].source == FIO_JSON;
}

static bool has_bins(const struct jnode *job)
{
    static const char *const dirs[] = {"read", "write", "trim", "mixed"};
    for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++) {
        const struct jnode *dir = jnode_get(job, dirs[i]);
        if (jnode_get(jnode_get(dir, "clat_ns"), "bins") != NULL ||
            jnode_get(jnode_get(dir, "lat_ns"), "bins") != NULL ||
            jnode_get(jnode_get(dir, "clat"), "bins") != NULL)
            return true;
    }
    return false;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct fio_session *fio = fio_of(session);
    const struct jnode *clients = jnode_get(item->json, "client_stats");
    const struct jnode *jobs = clients != NULL ? clients : jnode_get(item->json, "jobs");
    jobs = jnode_is_array(item->json) ? item->json : jobs;
    const char *version = jnode_get_text(item->json, "fio version");
    bool alone = jobs == NULL && is_job(item->json); /* one job, cut out of its document */
    size_t n = alone ? 1 : jnode_count(jobs);
    if (n == 0) {
        import_refuse(session->import, item->file, item->number, "no job in the fio document");
        return STEP_END;
    }
    if (fio->run == 0 || is_new_run(fio))
        fio_start(session);
    if (version != NULL)
        fio->version = import_text(session->import, "%s",
                                   text_begins(version, "fio-") ? version + 4 : version);
    fio->client_server = fio->client_server || clients != NULL;
    fio->plus = fio->plus || has_bins(alone ? item->json : jnode_at(jobs, 0));
    fio->documents++;
    int first = fio->n_blocks;
    for (size_t i = 0; i < n; i++)
        read_job(session, item, alone ? item->json : jnode_at(jobs, i));
    if (!alone)
        count_jobs(session->import->arena, fio, first);
    else if (fio->blocks[first].setup.numjobs > 1)
        fio->blocks[first].jobs = FIELD_ABSENT; /* the sum of all, or one of them */
    fio_document_done(session, first);
    return STEP_END;
}

const struct import_reader import_fio_json_reader = {
    "fio-json", sniff, read, NULL,
    "fio --output-format=json or json+, of a job or of fio --client"};
