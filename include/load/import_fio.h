/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of fio's text, terse and JSON share: a job's setup, its report, and the rules by
 * which reports become results: cumulative reports count once, the same run in two forms counts
 * once, jobs of one group add up, groups that ran one after another never do. */
#ifndef LOAD_IMPORT_FIO_H
#define LOAD_IMPORT_FIO_H

#include "load/import_data.h"

/* How a job was set up: from its options, its header line or a command line. */
struct fio_setup {
    int rw;           /* enum rw */
    double bs_B[3];   /* read, write, trim; NaN: not stated or several sizes */
    bool mixed_sizes; /* bssplit, bsrange, or a header with a range */
    int iodepth, numjobs;
    double rwmix_read_pct;
    const char *engine, *target, *pool;
    double span_B;
    int fsync, sync, direct, zeroes;
    bool grouped;   /* group_reporting */
    double kb_base; /* 1024, or 1000 if the job says so */
};

/* One direction of a job's report. */
struct fio_dir {
    bool present;
    double iops_ops, iops_step; /* the printed figure and the step of its last digit (0: exact) */
    double bw_Bps, bw_step;
    double ios, bytes_B, runtime_s;
    double lat_s, clat_s, slat_s, p99_s;
    bool p99_of_lat; /* the percentiles are of the total latency */
};

/* By how exact their figures are. */
enum fio_source { FIO_TEXT, FIO_TERSE, FIO_JSON };

struct fio_block {
    enum fio_source source;
    const char *format;
    int line;
    int run, document; /* which start of fio; which JSON document or terse block */
    const char *job, *client, *error_text;
    int group, jobs, error, pid;
    double start_s; /* of the job, seconds since the epoch; NaN: unknown */
    struct fio_dir dirs[N_DIRS];
    double syncs, sync_lat_s; /* fsyncs issued, and the latency of one */
    struct fio_setup setup;
    bool has_setup, has_options; /* options: fio wrote them beside the result */
    bool dropped;
    bool sections; /* the sum of several sections (group_reporting), of one device or several */
    bool unequal;  /* ... whose settings differ */
    bool has_twin[FIO_JSON]; /* a poorer report of the same run, by its source */
};

/* A job's header line: "name: (g=0): rw=randread, bs=...". */
struct fio_header {
    const char *job;
    int group, run;
    struct fio_setup setup;
};

/* A line of "Run status group". */
struct fio_group {
    int line, run, group, dir;
    double bw_Bps, runtime_s;
    bool binary; /* of a release that calls 1024 bytes a KB */
};

struct fio_session {
    struct fio_block *blocks;
    struct fio_header *headers;
    struct fio_group *groups;
    int n_blocks, n_headers, n_groups;
    int run;       /* the current start of fio, 0 before the first */
    int documents; /* JSON documents so far */
    const char *version;
    bool client_server;       /* lines of `fio --client` were seen */
    bool plus;                /* JSON+ was seen */
    int processes;            /* "Starting N processes", summed over all starts */
    int cumulative;           /* reports that a later one of the same run replaced */
    struct fio_setup command; /* from the last command line of fio */
    bool has_command;
};

/* The session's fio part, made at first call. */
struct fio_session *fio_of(struct import_session *session);

/* fio started (again): reports from here on belong to a new run if the current one has any. */
void fio_start(struct import_session *session);

struct fio_header *fio_add_header(struct import_session *session);
struct fio_group *fio_add_group(struct import_session *session);

/* A new absent report of the current run. Call fio_block_done when it is filled. */
struct fio_block *fio_add_block(struct import_session *session, enum fio_source source, int line);

/* Does a command line of fio stand before what comes, which no report has used? */
bool fio_has_new_command(const struct import_session *session);

/* Gives a report that no header line describes what the command line says; its run must have begun
 * with fio_start. */
void fio_use_command(struct import_session *session, struct fio_block *block);

/* Drops an earlier report of the same process (status-interval reports are cumulative). */
void fio_block_done(struct import_session *session, struct fio_block *block);

/* The same for whole JSON documents: `first` is the first report of the newest one. */
void fio_document_done(struct import_session *session, int first);

void fio_setup_init(struct fio_setup *setup);

/* Sets what one option of fio means for the setup; options that do not matter change nothing. */
void fio_setup_option(struct arena *arena, struct fio_setup *setup, const char *key,
                      const char *value);

/* "randrw:8" and the like; FIELD_ABSENT when it is no pattern. */
int fio_pattern(const char *text);

#endif
