/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A load on a cluster, and a measured run of one. */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include "base/arena.h"
#include "model/device.h"

/* Settings of the object store: the release's own, or cache, RocksDB and PG log set by hand. */
enum tuning { TUNING_DEFAULT, TUNING_TUNED };
extern const char *const tuning_names[];

/* iodepth x numjobs x clients is the number of requests outstanding. */
struct workload {
    struct place place;
    const char *name; /* NULL: workload_title makes one */
    const char *pool; /* NULL: as cluster_pool does */
    int rw;           /* enum rw */
    double read_frac; /* reads among the operations of a mixed load; NaN: 0.5 */
    double bs_B;
    int iodepth, numjobs, clients; /* FIELD_ABSENT: not stated */
    double in_flight;              /* requests outstanding, where the source states them directly */
    double rate_ops;               /* open load: arrivals/s; NaN: closed */
    int sync;                      /* 1: every write synchronous */
};

/* A workload and what was measured under it. */
struct measured {
    struct workload load; /* its place is the row's */
    const char *tool, *variant, *note;
    double iops_ops, bw_Bps, lat_s;
    double p50_s, p95_s, p99_s, p999_s, max_s;
    double read_iops_ops, write_iops_ops, read_bw_Bps, write_bw_Bps, read_lat_s, write_lat_s;
    int pg_num;
    double osd_threads_per_host;
    int tuning; /* enum tuning; FIELD_ABSENT: the cluster's */
    int runs;   /* the figures are the mean of so many */
    const char **tags;
    int n_tags;
    int fit; /* may a fit or a validation use it */
};

/* Rows of a workload at `prefix` inside struct S. */
#define WORKLOAD_ROWS(S, prefix)                                                                   \
    ROW_TEXT(S, "name", prefix name, "what the report calls it"),                                  \
        ROW_TEXT(S, "pool", prefix pool,                                                           \
                 "the pool it runs on; absent: the first that is not Ceph's own"),                 \
        {.key = "rw",                                                                              \
         .kind = FIELD_CHOICE,                                                                     \
         .offset = offsetof(S, prefix rw),                                                         \
         .choices = rw_names,                                                                      \
         .required = true,                                                                         \
         .help = "kind of load, in fio's words"},                                                  \
        ROW_QUANTITY(S, "read", prefix read_frac, DIM_FRACTION, 0, 1, "50%",                       \
                     "share of reads of rw and randrw"),                                           \
        ROW_QUANTITY(S, "bs", prefix bs_B, DIM_BLOCK, 1, 1 << 30, NULL, "block size"),             \
        ROW_INT(S, "iodepth", prefix iodepth, 1, 1e7, NULL, "requests a job keeps in flight"),     \
        ROW_INT(S, "numjobs", prefix numjobs, 1, 1e7, "1", "jobs of a client"),                    \
        ROW_INT(S, "clients", prefix clients, 1, 1e7, "clients.count",                             \
                "clients that run it together"),                                                   \
        ROW_QUANTITY(S, "in_flight", prefix in_flight, DIM_NUMBER, 1, 1e9, NULL,                   \
                     "requests outstanding, instead of iodepth x numjobs x clients"),              \
        ROW_QUANTITY(S, "rate", prefix rate_ops, DIM_OPS, 0, 1e12, NULL,                           \
                     "open load: operations/s that arrive, whatever is outstanding"),              \
        ROW_INT(S, "sync", prefix sync, 0, 1, "0", "1: every write synchronous")

extern const struct schema workload_schema;
extern const struct schema measured_schema;

/* The share of reads among the operations, 0..1: 1 for reads, 0 for writes, else `read` or 0.5. */
double workload_read_frac(const struct workload *load);

/* Is it sequential (read, write, rw)? */
bool workload_is_sequential(const struct workload *load);

/* A title such as "4k randrw 70/30" or "16k randread at 20k/s"; the name when there is one. */
void workload_title(const struct workload *load, char *buf, size_t size);

/* The loads again, those of one title named by what sets them apart: "4k randread, iodepth 8".
 * `out` stands in the arena. */
struct workload *workload_tell_apart(const struct workload *loads, int n, struct arena *arena);

/* Does the row carry the tag? */
bool measured_has_tag(const struct measured *row, const char *tag);

#endif
