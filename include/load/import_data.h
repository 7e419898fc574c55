/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What foreign tools' outputs say, in one vocabulary: results of benchmarks, OSDs, pools, capacity,
 * and what the user must be told. Absent is NaN, FIELD_ABSENT or NULL: nothing is ever invented.
 *
 * A reader knows one format. It is asked about every line of text and every JSON document
 * (`sniff`), gets those that are its own (`read`), and is told when a segment ends (`end`). A new
 * format is one file and one row in the table of load/import_stream. */
#ifndef LOAD_IMPORT_DATA_H
#define LOAD_IMPORT_DATA_H

#include "base/arena.h"
#include "base/err.h"
#include "load/jsondoc.h"
#include "load/textscan.h"
#include "model/device.h"

enum import_dir { DIR_READ, DIR_WRITE, DIR_TRIM, DIR_MIXED, N_DIRS };

extern const char *const import_dir_names[]; /* read write trim mixed */

/* One job, direction and run. */
struct import_result {
    struct place place; /* where its figures stand */
    const char *format; /* "fio-json" */
    const char *tool;   /* "fio", "fio-librbd", "rados bench", ... */
    const char *version;
    const char *job, *client, *engine, *target;
    const char *pool; /* of the cluster that it ran on */
    int group;        /* jobs of one group ran together; FIELD_ABSENT: the tool has no groups */
    int run;          /* of which start of the tool; counts over the whole import */
    int osd;          /* `ceph tell osd.N bench` */
    int iteration;    /* CBT */
    int rw;           /* enum rw */
    int dir;          /* enum import_dir; FIELD_ABSENT: not stated */
    double rwmix_read_pct;
    double bs_B, object_B;
    int iodepth, numjobs, clients, volumes, files;
    double iops_ops, bw_Bps;
    double lat_s;                 /* total latency, else what the tool calls its average */
    double p99_s;                 /* of completion latency unless only the total has it */
    double p99_low_s, p99_high_s; /* bounds, where one number cannot be had */
    double ios, bytes_B;          /* done in all */
    double elapsed_s;
    double span_B;           /* part of the device or file that was touched */
    int fsync, sync, direct; /* truth values, or fsync every N writes */
    double fsyncs_ops;       /* fsyncs per second beside the I/Os */
    double sync_lat_s;       /* of one fsync */
    double event_lat_s;      /* of the tool's events, which are more than I/Os */
    bool cached;             /* the file set is certainly in memory, or was never written */
    bool sections;           /* the sum of several sections of a job file */
    bool partial;            /* the run was interrupted: the figures are those so far */
};

/* Sums over the jobs of one group that ran together. */
struct import_total {
    int run, group, dir;
    double iops_ops, bw_Bps, lat_s, p99_s, p99_low_s, p99_high_s;
};

/* Buckets of the CRUSH map above an OSD, by their type names. */
enum import_bucket {
    BUCKET_HOST,
    BUCKET_CHASSIS,
    BUCKET_RACK,
    BUCKET_ROW,
    BUCKET_PDU,
    BUCKET_POD,
    BUCKET_ROOM,
    BUCKET_DATACENTER,
    BUCKET_ZONE,
    BUCKET_REGION,
    BUCKET_ROOT,
    N_BUCKETS
};

extern const char *const import_bucket_names[];

/* enum import_bucket of a type name, FIELD_ABSENT for others. */
int import_bucket_find(const char *type);

struct import_osd {
    int id;
    const char *class;
    double weight_tib, reweight, primary_affinity;
    double size_B, used_B, data_B, omap_B, meta_B, avail_B, use_pct, var;
    int pgs;
    const char *status; /* up, down, destroyed, ... */
    const char *bucket[N_BUCKETS];
    /* from `ceph osd metadata` */
    const char *objectstore, *version, *device, *db_device, *wal_device, *cpu, *default_class,
        *model;
    int rotational, db_separate, wal_separate, db_rotational, cpus;
    double data_device_B, db_size_B, wal_size_B, min_alloc_B, mem_B;
    unsigned formats; /* mask of enum import_format: who spoke of it */
};

/* A CRUSH bucket of type host. */
struct import_host {
    const char *name;
    double size_B, used_B;
    int osds;
};

struct import_pool {
    const char *name;
    int id, pgs, size, min_size, pg_num, crush_rule;
    const char *type; /* replicated, erasure */
    const char *profile, *autoscale, *compression;
    const char **applications;
    int n_applications;
    double stored_B, objects, used_B, use_pct, max_avail_B;
    double quota_B, quota_objects, used_compr_B, under_compr_B;
    double target_ratio, target_B, stripe_width_B;
    int ec_optimizations;
    unsigned formats;
};

/* Capacity of a device class, or of all. */
struct import_class {
    const char *name;
    double size_B, avail_B, used_B, raw_used_B;
    double raw_used_pct; /* as printed, which has more digits */
};

struct import_profile {
    const char *name;
    int k, m, l, c, d;
    int chunks; /* per object: k+m, or more for lrc */
    const char *plugin, *technique, *failure_domain, *device_class, *root;
    double stripe_unit_B;
};

/* What `ceph osd crush rule dump` says of a rule that a document can say too. */
struct import_rule {
    int id;
    const char *name, *root;
    const char *device_class;   /* NULL: all */
    const char *failure_domain; /* type of bucket that copies are spread over */
    bool simple;                /* one take, one choose, one emit */
};

enum import_format {
    IMPORT_OSD_TREE = 1,
    IMPORT_OSD_DF = 2,
    IMPORT_OSD_DF_TREE = 4,
    IMPORT_OSD_METADATA = 8,
    IMPORT_DF = 16,
    IMPORT_POOLS = 32,
    IMPORT_PROFILE = 64
};

/* A note leaves the outcome `ok`; a warning makes it `ok-with-warning`. */
enum import_level { IMPORT_NOTE, IMPORT_WARNING };

struct import_message {
    enum import_level level;
    struct place place;
    const char *text;
};

struct import {
    struct arena *arena;
    int device_class; /* enum device_class that the user named; FIELD_ABSENT: none */
    struct import_result *results;
    struct import_total *totals;
    struct import_osd *osds;
    struct import_host *hosts;
    struct import_pool *pools;
    struct import_class *classes;
    struct import_profile *profiles;
    struct import_rule *rules;
    struct import_message *messages;
    const char **formats; /* as found, each once */
    const char **roots, **empty_hosts;
    int *strays; /* OSDs in no bucket */
    int n_results, n_totals, n_osds, n_hosts, n_pools, n_classes, n_profiles, n_messages, n_formats;
    int n_rules;
    int n_roots, n_empty_hosts, n_strays;
    struct import_class raw;   /* name NULL: not stated */
    struct import_class total; /* the TOTAL line of `osd df` */
    double total_pct;
    unsigned seen;      /* mask of enum import_format */
    int runs;           /* starts of tools so far */
    int taken;          /* times that something was taken from an input */
    struct err refusal; /* the first reason why nothing could be taken from something */
};

void import_init(struct import *import, struct arena *arena);

/* New absent elements; valid until the next of their kind. */
struct import_result *import_add_result(struct import *import);
struct import_total *import_add_total(struct import *import);
struct import_host *import_add_host(struct import *import, const char *name);
struct import_profile *import_add_profile(struct import *import);
struct import_rule *import_add_rule(struct import *import);
struct import_class *import_add_class(struct import *import, const char *name);
void import_add_root(struct import *import, const char *name);
void import_add_empty_host(struct import *import, const char *name);
void import_add_stray(struct import *import, int osd);

/* The OSD, pool or host that is known by that number or name, a new absent one otherwise. */
struct import_osd *import_osd(struct import *import, int id, enum import_format format);
struct import_pool *import_pool(struct import *import, const char *name, enum import_format format);
/* Notes that a format was met. */
void import_add_format(struct import *import, const char *format);

/* Tells the user something about the place (line 0: about the whole input). Said once. */
void import_tell(struct import *import, enum import_level level, const char *file, int line,
                 const char *text, ...) __attribute__((format(printf, 5, 6)));

/* Keeps the first reason why a segment gave nothing; it is the answer if the whole input gives
 * nothing and a warning otherwise. */
void import_refuse(struct import *import, const char *file, int line, const char *text, ...)
    __attribute__((format(printf, 4, 5)));

/* Did anything come in? */
bool import_is_empty(const struct import *import);

/* "osd.1, osd.3 and osd.5": numbers as people list them. */
const char *import_list_osds(struct arena *arena, const int *ids, int n);

/* Engines of fio that take one request at a time, whatever iodepth says. */
bool import_engine_is_synchronous(const char *engine);

/* Is the file or device a mapped RBD image (/dev/rbd0, /dev/rbd/pool/image)? */
bool import_target_is_rbd(const char *target);

/* Did clients of a cluster measure it (rados bench, rbd bench, librbd, a mapped image, ...)? */
bool import_is_of_cluster(const struct import_result *r);

/* Did it go through the page cache? dd does unless it is told otherwise; others say it. */
bool import_is_buffered(const struct import_result *r);

/* -- readers -- */

/* A line of text, or a JSON document. */
struct import_item {
    const char *file;
    const struct line *line;  /* NULL: a document */
    const char *text;         /* the line without quotation marks of mail and Markdown */
    const struct jnode *json; /* NULL: a line */
    const char *label;        /* what stood before the document in its line: "osd.3: " */
    int number;               /* the line, or the document's first */
};

enum { IMPORT_COMMAND_B = 2048 };

/* What one input file goes through. */
struct import_session {
    struct import *import;
    const char *file;
    char command[IMPORT_COMMAND_B]; /* the last command line of a tool, for the next segment */
    int command_line;               /* 0: none */
    void *state;                    /* the reader's own, from import_state */
    struct fio_session *fio;        /* shared by the readers of fio's formats */
};

enum import_step {
    STEP_TAKEN, /* the item was mine */
    STEP_PASS,  /* not mine, but my segment may go on */
    STEP_END    /* it was mine, and my segment ends with it */
};

struct import_reader {
    const char *name;
    bool (*sniff)(const struct import_item *item); /* does a segment of mine begin here */
    enum import_step (*read)(struct import_session *session, const struct import_item *item);
    void (*end)(struct import_session *session); /* the segment is over; may be NULL */
    const char *help;
};

/* The zeroed state of the segment that is being read, made at first call. */
void *import_state(struct import_session *session, size_t bytes);

/* The last command if it holds the word, NULL otherwise; it serves one segment only. */
const char *import_take_command(struct import_session *session, const char *word);

/* The value of an option in a command line: `-t 16`, `-t16`, `--bs=4k`, `-bs=4k`, `bs=4k`. Names
 * come separated by blanks ("-t --concurrent-ios"). The value is copied; false when it is not
 * there. */
bool import_option(const char *command, const char *names, char *value, size_t size);

/* A size as fio, rados and dd write it (`4k`, `4M`, `4MiB`, `4096B`, `1g`): powers of 1024. */
bool import_size(const char *text, double *bytes);

/* "4 KiB" and the like, for messages. */
const char *import_bytes(struct arena *arena, double bytes);

/* printf into the arena of the import. */
const char *import_text(struct import *import, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
