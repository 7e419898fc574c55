/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A load on a cluster, and a measured run of one. */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include "model/device.h"

/* Settings of the object store: the release's own, or cache, RocksDB and PG log set by hand. */
enum tuning { TUNING_DEFAULT, TUNING_TUNED };
extern const char *const tuning_names[];

/* iodepth x numjobs x clients is the number of requests outstanding. */
struct workload {
    struct place place;
    const char *name; /* NULL: workload_title makes one */
    const char *pool; /* NULL: the cluster's only pool */
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

extern const struct schema workload_schema;
extern const struct schema measured_schema;

/* The share of reads among the operations, 0..1: 1 for reads, 0 for writes, else `read` or 0.5. */
double workload_read_frac(const struct workload *load);

/* Is it sequential (read, write, rw)? */
bool workload_is_sequential(const struct workload *load);

/* A title such as "4k randrw 70/30" or "16k randread at 20k/s"; the name when there is one. */
void workload_title(const struct workload *load, char *buf, size_t size);

/* Does the row carry the tag? */
bool measured_has_tag(const struct measured *row, const char *tag);

#endif
