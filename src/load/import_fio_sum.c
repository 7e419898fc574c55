/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: IOPS and bandwidth of one group add up, latency is the mean by I/Os, a percentile of
 * several jobs is bounds; nothing is added across groups or runs. */
#include "load/import_fio_sum.h"

#include "load/import_fio_repeat.h"
#include "load/import_fio_setup.h"
#include "load/import_sum.h"

#include <math.h>
#include <string.h>

/* For messages. */
static const char *job_name(const struct fio_block *block)
{
    return block->job != NULL ? block->job : "";
}

/* -- results -- */

static double best_iops(const struct fio_dir *dir)
{
    double counted = dir->ios / dir->runtime_s;
    bool agrees = fabs(counted - dir->iops_ops) <= fmax(dir->iops_step, 0.005 * dir->iops_ops);
    return dir->iops_step > 0 && isfinite(counted) && agrees ? counted : dir->iops_ops;
}

/* Terse output cuts the fraction off, which is much of few operations; the bytes have it. */
static double uncut(const struct fio_dir *dir, double bs_B)
{
    double made = dir->bytes_B / bs_B / dir->runtime_s;
    return made > dir->iops_ops && made < dir->iops_ops + 1 ? made : dir->iops_ops;
}

static double best_bandwidth(const struct fio_dir *dir, double iops, double bs_B)
{
    double made = iops * bs_B;
    bool agrees = fabs(made - dir->bw_Bps) <= fmax(dir->bw_step, 0.001 * dir->bw_Bps);
    return dir->bw_step > 0 && isfinite(made) && agrees ? made : dir->bw_Bps;
}

static double total_latency(const struct fio_dir *dir)
{
    if (isfinite(dir->lat_s))
        return dir->lat_s;
    return dir->clat_s + (isfinite(dir->slat_s) ? dir->slat_s : 0);
}

static bool is_mixed_pattern(int rw)
{
    return rw == RW_RANDRW || rw == RW_RW;
}

/* Counted, or as the rate says. */
static double ios_of(const struct fio_dir *dir)
{
    return isfinite(dir->ios) ? dir->ios : dir->iops_ops * dir->runtime_s;
}

/* The share of reads that people would have written: a multiple of 5 when the counts allow it (fio
 * draws each direction at random: three standard deviations). */
static double counted_mix(const struct fio_block *block)
{
    double reads = ios_of(&block->dirs[DIR_READ]), writes = ios_of(&block->dirs[DIR_WRITE]);
    double all = reads + writes;
    if (!isfinite(all) || all <= 0)
        return UNKNOWN;
    double percent = 100 * reads / all, nice = 5 * round(percent / 5);
    double deviation = 100 * sqrt(fmax(nice / 100 * (1 - nice / 100), 0) / all);
    return fabs(percent - nice) <= fmax(3 * deviation, 0.5) ? nice : round(percent);
}

static double read_mix(struct import_session *session, const struct fio_block *block)
{
    const struct fio_setup *setup = &block->setup;
    if (!is_mixed_pattern(setup->rw))
        return UNKNOWN;
    if (isfinite(setup->rwmix_read_pct))
        return setup->rwmix_read_pct;
    double counted = block->has_options ? UNKNOWN : counted_mix(block);
    if (isfinite(counted))
        return counted;
    if (!block->has_options)
        import_tell(
            session->import, IMPORT_NOTE, session->file, block->line,
            "job '%s' does not say its mix of reads and writes: fio's default of 50 %% reads is "
            "taken",
            job_name(block));
    return 50;
}

static const char *tool_name(const struct fio_setup *setup)
{
    if (import_target_is_rbd(setup->target))
        return "fio-krbd";
    if (setup->engine == NULL)
        return "fio";
    return strcmp(setup->engine, "rbd") == 0     ? "fio-librbd"
           : strcmp(setup->engine, "rados") == 0 ? "fio-rados"
                                                 : "fio";
}

static double block_size(const struct fio_setup *setup, int dir)
{
    if (setup->mixed_sizes)
        return UNKNOWN;
    if (dir == DIR_MIXED)
        return setup->bs_B[0] == setup->bs_B[1] ? setup->bs_B[0] : UNKNOWN;
    return setup->bs_B[dir];
}

static int sync_every(const struct fio_block *block)
{
    double writes = block->dirs[DIR_WRITE].ios;
    if (block->setup.fsync != FIELD_ABSENT)
        return block->setup.fsync;
    if (!(block->syncs > 0) || !(writes > 0))
        return FIELD_ABSENT;
    return block->syncs >= 0.9 * writes ? 1 : (int)fmin(round(writes / block->syncs), 1e9);
}

/* fio drops a carry: 54 988 IOPS are printed as 54.0k. */
static void tell_carry(struct import_session *session, const struct fio_block *block,
                       const struct fio_dir *dir)
{
    double counted = dir->ios / dir->runtime_s;
    if (dir->iops_step > 0 && counted > dir->iops_ops + 5 * dir->iops_step)
        import_tell(session->import, IMPORT_NOTE, session->file, block->line,
                    "job '%s' prints %.0f IOPS, but its I/Os over its time are %.0f",
                    job_name(block), dir->iops_ops, counted);
}

static void add_result(struct import_session *session, const struct fio_block *block, int d)
{
    const struct fio_dir *dir = &block->dirs[d];
    const struct fio_setup *setup = &block->setup;
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, block->line, 0};
    r->format = block->format;
    r->tool = tool_name(setup);
    r->version = session->fio->version;
    r->job = block->job;
    r->client = block->client;
    r->engine = setup->engine;
    r->target = setup->target;
    r->pool = setup->pool;
    r->sections = block->sections;
    r->group = block->group;
    r->run = block->run;
    r->rw = setup->rw;
    r->dir = d;
    r->rwmix_read_pct = read_mix(session, block);
    r->bs_B = block_size(setup, d);
    r->iodepth = setup->iodepth;
    r->numjobs = block->jobs;
    r->iops_ops = block->source == FIO_TERSE ? uncut(dir, r->bs_B) : best_iops(dir);
    tell_carry(session, block, dir);
    r->bw_Bps = best_bandwidth(dir, r->iops_ops, r->bs_B);
    r->lat_s = total_latency(dir);
    r->p99_s = dir->p99_s;
    r->ios = dir->ios;
    r->bytes_B = dir->bytes_B;
    r->elapsed_s = dir->runtime_s;
    r->span_B = setup->span_B;
    r->fsync = sync_every(block);
    r->sync = setup->sync;
    r->direct = setup->direct;
    r->sync_lat_s = d == DIR_WRITE ? block->sync_lat_s : UNKNOWN;
}

/* A percentile at fio's largest bucket is cut off: 17.11 s in all releases that have the limit. */
static void unclip(struct import_session *session, const struct fio_block *block,
                   struct fio_dir *dir)
{
    const double largest_s = 17.112760;
    if (!(fabs(dir->p99_s / largest_s - 1) < 0.001))
        return;
    import_tell(
        session->import, IMPORT_WARNING, session->file, block->line,
        "the percentiles of job '%s' are cut off at fio's limit of 17.1 s: its p99 is more than "
        "17.1 s, not 17.1 s (mean %.1f s)",
        job_name(block), total_latency(dir));
    dir->p99_s = UNKNOWN;
}

static void tell_missing(struct import_session *session, const struct fio_block *block)
{
    const char *job = job_name(block);
    if (block->unequal)
        import_tell(session->import, IMPORT_WARNING, session->file, block->line,
                    "the report of job '%s' adds up jobs of other settings (group_reporting): what "
                    "each of them did is not in the file",
                    job);
    if (block->setup.rw != FIELD_ABSENT || block->unequal)
        return;
    if (block->source == FIO_TERSE)
        import_tell(session->import, IMPORT_NOTE, session->file, block->line,
                    "terse output does not say block size, queue depth or pattern of job '%s'",
                    job);
    else
        import_tell(
            session->import, IMPORT_WARNING, session->file, block->line,
            "pattern, block size and queue depth of job '%s' are not in the file: they must be "
            "asked for",
            job);
}

static void tell_sizes(struct import_session *session, const struct fio_block *block)
{
    if (block->setup.mixed_sizes)
        import_tell(session->import, IMPORT_NOTE, session->file, block->line,
                    "job '%s' has mixed block sizes: IOPS times one size is not its bandwidth",
                    job_name(block));
}

static void tell_failed(struct import_session *session, const struct fio_block *block)
{
    const char *text = block->error_text != NULL ? block->error_text : "see fio's message";
    import_refuse(session->import, session->file, block->line,
                  "job '%s' ended with error %d (%s): its figures are not used", job_name(block),
                  block->error, text);
}

static void add_block_results(struct import_session *session, struct fio_block *block)
{
    bool parts = block->dirs[DIR_READ].present || block->dirs[DIR_WRITE].present ||
                 block->dirs[DIR_TRIM].present;
    int added = 0;
    if (block->error != 0) {
        tell_failed(session, block);
        return;
    }
    for (int d = 0; d < N_DIRS; d++) {
        struct fio_dir *dir = &block->dirs[d];
        if (!dir->present || (d == DIR_MIXED && parts))
            continue;
        unclip(session, block, dir);
        add_result(session, block, d);
        added++;
        if (isnan(dir->iops_ops))
            import_tell(
                session->import, IMPORT_WARNING, session->file, block->line,
                "this release of fio prints no IOPS in its terse output: give the block size to "
                "get them");
    }
    if (added == 0) {
        import_refuse(session->import, session->file, block->line, "job '%s' did no I/O",
                      job_name(block));
        return;
    }
    tell_missing(session, block);
    tell_sizes(session, block);
}

/* -- "All clients" -- */

static bool is_all_clients(const struct fio_block *block)
{
    return block->job != NULL && strcmp(block->job, "All clients") == 0;
}

struct clients_sum {
    double iops_ops, bw_Bps, slack_ops, slack_Bps;
    int n;
};

static struct clients_sum sum_clients(const struct fio_session *fio, const struct fio_block *all,
                                      int d)
{
    struct clients_sum sum = {0};
    for (int i = 0; i < fio->n_blocks; i++) {
        const struct fio_block *block = &fio->blocks[i];
        const struct fio_dir *dir = &block->dirs[d];
        if (block->dropped || block->run != all->run || is_all_clients(block) || !dir->present)
            continue;
        sum.iops_ops += dir->iops_ops;
        sum.bw_Bps += dir->bw_Bps;
        sum.slack_ops += dir->iops_step;
        sum.slack_Bps += dir->bw_step;
        sum.n++;
    }
    return sum;
}

/* fio's own sum is left out, because it counts what the clients' reports already say (and has been
 * wrong). */
static void drop_all_clients(struct import_session *session)
{
    struct fio_session *fio = session->fio;
    for (int i = 0; i < fio->n_blocks; i++) {
        struct fio_block *all = &fio->blocks[i];
        if (!is_all_clients(all) || all->dropped)
            continue;
        for (int d = 0; d < DIR_MIXED; d++) {
            struct clients_sum sum = sum_clients(fio, all, d);
            const struct fio_dir *said = &all->dirs[d];
            if (!said->present || sum.n == 0)
                continue;
            all->dropped = true;
            double off = fabs(said->iops_ops - sum.iops_ops);
            double off_B = fabs(said->bw_Bps - sum.bw_Bps);
            if (off > 0.6 * said->iops_step + sum.slack_ops + 0.001 * sum.iops_ops ||
                off_B > 0.6 * said->bw_step + sum.slack_Bps + 0.005 * sum.bw_Bps)
                import_tell(
                    session->import, IMPORT_WARNING, session->file, all->line,
                    "the block 'All clients' says %.0f %s IOPS and %.1f MB/s, but its %d clients "
                    "add up to %.0f and %.1f: the sum is taken",
                    said->iops_ops, import_dir_names[d], said->bw_Bps / 1e6, sum.n, sum.iops_ops,
                    sum.bw_Bps / 1e6);
        }
    }
}

/* -- totals -- */

static bool has_total(const struct import *import, int from, const struct import_result *r)
{
    for (int i = from; i < import->n_totals; i++)
        if (import->totals[i].run == r->run && import->totals[i].group == r->group &&
            import->totals[i].dir == r->dir)
            return true;
    return false;
}

static void add_totals(struct import *import, int first)
{
    int first_total = import->n_totals;
    for (int i = first; i < import->n_results; i++) {
        const struct import_result *one = &import->results[i];
        if (one->group == FIELD_ABSENT || has_total(import, first_total, one))
            continue;
        struct import_total *total = import_add_total(import);
        struct import_sum sum = {0};
        total->run = one->run;
        total->group = one->group;
        total->dir = one->dir;
        for (int j = i; j < import->n_results; j++) {
            const struct import_result *r = &import->results[j];
            if (r->run == one->run && r->group == one->group && r->dir == one->dir)
                import_sum_add(&sum, r);
        }
        import_sum_total(&sum, total);
    }
}

/* -- what only "Run status group" says -- */

static double group_bandwidth(const struct import *import, int first, const struct fio_group *group)
{
    double sum = 0;
    for (int i = first; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        if (r->run == group->run && r->group == group->group && r->dir == group->dir)
            sum += r->bw_Bps;
    }
    return sum;
}

static bool run_was_seen(const struct fio_session *fio, int run)
{
    for (int i = 0; i < fio->n_blocks; i++)
        if (fio->blocks[i].run == run)
            return true;
    return false;
}

static void use_group(struct import_session *session, const struct fio_group *group)
{
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, group->line, 0};
    r->format = "fio-text";
    r->tool = "fio";
    r->version = session->fio->version;
    r->run = group->run;
    r->group = group->group;
    r->dir = group->dir;
    r->bw_Bps = group->bw_Bps;
    r->elapsed_s = group->runtime_s;
    import_tell(
        session->import, IMPORT_WARNING, session->file, group->line,
        "only fio's group summary is here: pattern, block size, depth, IOPS and latency are not");
}

static void check_groups(struct import_session *session, int first)
{
    const struct fio_session *fio = session->fio;
    for (int i = 0; i < fio->n_groups; i++) {
        const struct fio_group *group = &fio->groups[i];
        if (!run_was_seen(fio, group->run)) {
            use_group(session, group);
            continue;
        }
        double sum = group_bandwidth(session->import, first, group);
        bool others = fio->client_server; /* each server sums its own jobs */
        if (group->binary || fio->cumulative > 0 || !(sum > 0) || group->dir == DIR_MIXED || others)
            continue;
        if (fabs(sum - group->bw_Bps) > 0.03 * group->bw_Bps + 2048)
            import_tell(
                session->import, IMPORT_NOTE, session->file, group->line,
                "the jobs of group %d add up to %.1f MB/s of %ss, fio's summary says %.1f MB/s: "
                "a job may be missing",
                group->group, sum / 1e6, import_dir_names[group->dir], group->bw_Bps / 1e6);
    }
}

static void add_formats(struct import_session *session)
{
    const struct fio_session *fio = session->fio;
    bool has[FIO_JSON + 1] = {false};
    for (int i = 0; i < fio->n_blocks; i++)
        has[fio->blocks[i].source] = true;
    if (fio->n_blocks == 0)
        return;
    import_add_format(session->import, fio->client_server ? "fio-client"
                                       : fio->plus        ? "fio-jsonplus"
                                       : has[FIO_JSON]    ? "fio-json"
                                       : has[FIO_TERSE]   ? "fio-terse"
                                                          : "fio-text");
}

/* Fewer reports than processes: the text was cut off, and sums would be too low. */
static void check_processes(struct import_session *session)
{
    const struct fio_session *fio = session->fio;
    int reported = 0, texts = 0;
    for (int i = 0; i < fio->n_blocks; i++) {
        const struct fio_block *block = &fio->blocks[i];
        if (block->dropped || is_all_clients(block))
            continue;
        reported += block->jobs > 0 ? block->jobs : 1;
        texts += block->source == FIO_TEXT;
    }
    if (texts > 0 && reported < fio->processes && !fio->client_server)
        import_tell(session->import, IMPORT_WARNING, session->file, 0,
                    "fio started %d processes, but reports of %d are here: sums are too low",
                    fio->processes, reported);
}

void fio_finish(struct import_session *session)
{
    struct fio_session *fio = session->fio;
    if (fio == NULL)
        return;
    int first = session->import->n_results;
    add_formats(session);
    fio_drop_rounds(session->import->arena, fio);
    fio_find_setups(fio);
    fio_drop_twins(fio);
    drop_all_clients(session);
    for (int i = 0; i < fio->n_blocks; i++)
        if (!fio->blocks[i].dropped)
            add_block_results(session, &fio->blocks[i]);
    add_totals(session->import, first);
    check_groups(session, first);
    check_processes(session);
    if (fio->cumulative > 0)
        import_tell(
            session->import, IMPORT_NOTE, session->file, 0,
            "%d earlier reports of runs that went on are left out: reports of status-interval are "
            "cumulative, only the last counts",
            fio->cumulative);
    session->fio = NULL;
}
