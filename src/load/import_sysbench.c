/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysbench fileio 0.4, 0.5, 1.0 and 1.1: sysbench/src/tests/fileio/sb_fileio.c.
 *
 * "Mb" of 0.4 and 0.5 is 2^20 bytes, neither megabit nor 10^6. In 1.x an fsync is an event like a
 * read: the average latency is that of I/Os only if there are no fsyncs, or if each write has its
 * own (then it holds the fsync). Before 1.0 events are reads and writes. A latency of 0.00 ms is
 * below 0.005, not zero. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

struct sysbench_state {
    int line;
    bool headed, fileio, old, has_result, direct, sync_flag, fsync_all, async, failed;
    const char *version;
    int threads, fsync_every;
    double size_B, bs_B, ratio;
    int rw; /* enum rw: of "Doing random r/w test" */
    double reads_ops, writes_ops, fsyncs_ops, reads, writes, other, total_s;
    double lat_ms, percentile, percentile_ms;
};

static void init(struct sysbench_state *state, int line)
{
    *state = (struct sysbench_state){
        .line = line, .threads = FIELD_ABSENT, .rw = FIELD_ABSENT, .fsync_every = FIELD_ABSENT};
    state->size_B = state->bs_B = state->ratio = UNKNOWN;
    state->reads_ops = state->writes_ops = state->fsyncs_ops = UNKNOWN;
    state->reads = state->writes = state->other = state->total_s = UNKNOWN;
    state->lat_ms = state->percentile = state->percentile_ms = UNKNOWN;
}

/* -- results -- */

static bool each_write_synced(const struct sysbench_state *state)
{
    return state->fsync_all;
}

static double latency(const struct sysbench_state *state, double ms)
{
    bool pure = state->old || !(state->fsyncs_ops > 0) || each_write_synced(state);
    return pure && ms > 0 ? ms * 1e-3 : UNKNOWN;
}

static void add(struct import_session *session, const struct sysbench_state *state, int dir,
                double iops)
{
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, state->line, 0};
    r->format = "sysbench";
    r->tool = "sysbench fileio";
    r->version = state->version;
    r->run = session->import->runs;
    r->rw = state->rw;
    r->dir = dir;
    if (state->rw == RW_RANDRW && state->ratio >= 0)
        r->rwmix_read_pct = 100 * state->ratio / (1 + state->ratio);
    r->bs_B = state->bs_B;
    r->iodepth = state->async ? FIELD_ABSENT : 1;
    r->numjobs = state->threads;
    r->iops_ops = iops;
    r->bw_Bps = iops * state->bs_B;
    r->lat_s = latency(state, state->lat_ms);
    if (state->percentile == 99)
        r->p99_s = latency(state, state->percentile_ms);
    r->elapsed_s = state->total_s;
    r->ios = iops * state->total_s;
    r->span_B = state->size_B;
    r->direct = state->direct;
    r->sync = state->sync_flag;
    r->fsync = state->fsync_all ? 1 : dir == DIR_WRITE ? state->fsync_every : FIELD_ABSENT;
    r->fsyncs_ops = state->fsyncs_ops;
    r->event_lat_s = !state->old && state->fsyncs_ops > 0 ? state->lat_ms * 1e-3 : UNKNOWN;
    if (!state->direct && r->bw_Bps > 7e9) {
        r->cached = true;
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "%.0f %ss/s (%.1f GB/s) from a file set of %s: page cache", iops,
                    import_dir_names[dir], r->bw_Bps / 1e9,
                    isfinite(state->size_B) ? import_bytes(session->import->arena, state->size_B)
                                            : "unknown size");
    }
}

static void close(struct import_session *session, struct sysbench_state *state)
{
    struct import *import = session->import;
    if (!state->headed || state->failed || !state->fileio)
        return;
    if (state->old && state->total_s > 0) {
        state->reads_ops = state->reads / state->total_s;
        state->writes_ops = state->writes / state->total_s;
    }
    if (!state->has_result || !(state->reads_ops > 0 || state->writes_ops > 0)) {
        import_refuse(import, session->file, state->line,
                      "no result of sysbench in the file: the run was stopped");
        return;
    }
    import->runs++;
    import_add_format(import, "sysbench");
    if (state->reads_ops > 0)
        add(session, state, DIR_READ, state->reads_ops);
    if (state->writes_ops > 0)
        add(session, state, DIR_WRITE, state->writes_ops);
}

/* -- the head -- */

/* "64MiB", "4Gb", "16Kb", "1MiB": powers of 1024 in all releases. */
static bool size_at(const char *p, double *bytes)
{
    if (!text_number(&p, bytes))
        return false;
    *bytes *= text_binary_prefix(&p);
    return true;
}

struct mode {
    const char *text;
    enum rw rw;
};

static const struct mode modes[] = {{"Doing random read test", RW_RANDREAD},
                                    {"Doing random write test", RW_RANDWRITE},
                                    {"Doing random r/w test", RW_RANDRW},
                                    {"Doing sequential read test", RW_READ},
                                    {"Doing sequential write (creation) test", RW_WRITE},
                                    {"Doing sequential rewrite test", RW_WRITE}};

static bool read_mode(struct sysbench_state *state, const char *text)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (text_begins(text, modes[i].text)) {
            state->rw = (int)modes[i].rw;
            state->fileio = true;
            return true;
        }
    return false;
}

/* "directio sync"; before 1.0 the number of open(2), here Linux's O_DIRECT and O_DSYNC (which
 * O_SYNC holds). */
static bool read_flags(struct sysbench_state *state, const char *text)
{
    enum { LINUX_DIRECT = 040000, LINUX_DSYNC = 010000 };
    const char *p = text;
    int flags = 0;
    (void)text_int(&p, &flags);
    state->direct = text_has(text, "direct") || (flags & LINUX_DIRECT) != 0;
    state->sync_flag = text_has(text, "sync") || (flags & LINUX_DSYNC) != 0;
    return true;
}

static bool read_head(struct sysbench_state *state, const char *text)
{
    double number;
    if (text_begins(text, "Number of threads:") && text_number_after(text, "threads:", &number)) {
        state->threads = number >= 1 && number < 1e6 ? (int)number : FIELD_ABSENT;
        return true;
    }
    if (text_has(text, "total file size") && size_at(text, &state->size_B)) {
        state->fileio = true;
        return true;
    }
    if (text_begins(text, "Block size "))
        return size_at(text + strlen("Block size "), &state->bs_B);
    if (text_begins(text, "Read/Write ratio for combined random IO test:"))
        return text_number_after(text, "test:", &state->ratio);
    if (text_begins(text, "Extra file open flags:"))
        return read_flags(state, text + strlen("Extra file open flags:"));
    if (text_begins(text, "Calling fsync() after each write"))
        return state->fsync_all = true;
    if (text_begins(text, "Periodic FSYNC enabled") && text_number_after(text, "each ", &number)) {
        state->fsync_every = number >= 1 && number < 1e9 ? (int)number : FIELD_ABSENT;
        return true;
    }
    if (text_begins(text, "Using asynchronous I/O mode") || text_begins(text, "Using aio"))
        return state->async = true;
    return read_mode(state, text);
}

/* -- the figures -- */

static bool figure(const struct line *line, const char *text, const char *key, double *value)
{
    double number;
    if (!text_begins(text, key))
        return false;
    const char *p = text + strlen(key);
    if (text_number(&p, &number) && !text_is_cut(line, p) && number >= 0)
        *value = number;
    return true;
}

/* "Operations performed:  34382 Read, 22920 Write, 73318 Other = 130620 Total"; 0.5 says "reads".
 */
static bool read_old_counts(struct sysbench_state *state, const char *text)
{
    const char *p = text + strlen("Operations performed:");
    if (!text_begins(text, "Operations performed:") || !text_has(text, "Total"))
        return false;
    state->old = state->has_result = true;
    if (text_number(&p, &state->reads) && (p = strchr(p, ',')) != NULL) {
        p++;
        if (text_number(&p, &state->writes) && (p = strchr(p, ',')) != NULL) {
            p++;
            (void)text_number(&p, &state->other);
        }
    }
    return true;
}

/* "95th percentile:  0.14", "approx.  95 percentile:  7.90ms" */
static bool read_percentile(struct sysbench_state *state, const struct line *line, const char *text)
{
    const char *p = strstr(text, "percentile:"), *rank = strpbrk(text, "0123456789");
    if (p == NULL || rank == NULL || rank > p)
        return false;
    (void)text_number(&rank, &state->percentile);
    return figure(line, p, "percentile:", &state->percentile_ms);
}

static bool read_figures(struct sysbench_state *state, const struct line *line, const char *text)
{
    if (text_has(text, "BW=")) /* fio's "read: IOPS=21.5k, BW=..." */
        return false;
    bool rates = figure(line, text, "reads/s:", &state->reads_ops) ||
                 figure(line, text, "writes/s:", &state->writes_ops) ||
                 figure(line, text, "fsyncs/s:", &state->fsyncs_ops) ||
                 figure(line, text, "read:  IOPS=", &state->reads_ops) ||
                 figure(line, text, "read: IOPS=", &state->reads_ops) ||
                 figure(line, text, "write: IOPS=", &state->writes_ops) ||
                 figure(line, text, "fsync: IOPS=", &state->fsyncs_ops);
    state->has_result = state->has_result || rates;
    return rates || figure(line, text, "total time:", &state->total_s) ||
           figure(line, text, "avg:", &state->lat_ms) || read_percentile(state, line, text) ||
           read_old_counts(state, text);
}

/* -- the segment -- */

static bool is_title(const char *text)
{
    return text_begins(text, "sysbench ") && isdigit((unsigned char)text[9]);
}

static bool is_start(const char *text)
{
    return text_begins(text, "Running the test with following options:");
}

static bool sniff(const struct import_item *item)
{
    if (item->line == NULL)
        return false;
    const char *text = text_skip_blanks(item->text);
    return is_title(text) || is_start(text) || text_begins(text, "Extra file open flags:");
}

static void begin(struct import_session *session, struct sysbench_state *state, int line)
{
    const char *version = state->version;
    bool titled = state->headed && state->threads == FIELD_ABSENT && !state->fileio;
    close(session, state);
    init(state, line);
    state->headed = true;
    state->version = titled ? version : NULL;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct sysbench_state *state = import_state(session, sizeof *state);
    if (item->line == NULL)
        return STEP_PASS;
    const char *text = text_skip_blanks(item->text);
    if (is_title(text) || is_start(text) || !state->headed)
        begin(session, state, item->number);
    if (is_title(text)) {
        state->version =
            import_text(session->import, "%.*s", (int)strcspn(text + 9, " :"), text + 9);
        return STEP_TAKEN;
    }
    if (text_begins(text, "FATAL:") && state->fileio) {
        state->failed = true;
        import_refuse(session->import, item->file, item->number, "sysbench failed: %.200s", text);
        return STEP_TAKEN;
    }
    bool mine = is_start(text) || read_head(state, text) || read_figures(state, item->line, text);
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_sysbench_reader = {"sysbench", sniff, read, end,
                                                     "sysbench fileio 0.4 to 1.1"};
