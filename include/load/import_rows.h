/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results to rows of documents: jobs that ran together are one row, the reads and writes of a mixed
 * job are one row, a run that was given twice counts once. */
#ifndef LOAD_IMPORT_ROWS_H
#define LOAD_IMPORT_ROWS_H

#include "load/import_data.h"

struct import_row {
    struct place place;
    const char *format, *tool;
    int rw;                        /* enum rw; FIELD_ABSENT: not stated */
    double read_frac;              /* of a mix; NaN: no mix */
    double bs_B;                   /* NaN: not stated, or several */
    int iodepth, numjobs, clients; /* numjobs of one client; FIELD_ABSENT: not stated */
    int devices;                   /* files or devices that the jobs used; 1 when not stated */
    int fsync, sync;
    double span_B;
    double iops_ops, bw_Bps, lat_s, p99_s; /* over all jobs and directions */
    double part_iops_ops[N_DIRS], part_bw_Bps[N_DIRS], part_lat_s[N_DIRS]; /* NaN: none */
    bool cached, partial;
    bool sections; /* the sum of several sections of a job file, whose targets are not known */
    bool buffered; /* through the page cache */
    int osd;
    const char *job, *target, *pool;
    const char *note;     /* NULL: nothing */
    const char *left_out; /* why it can be no row of a document; NULL: it can */
};

struct import_rows {
    struct import_row *rows;
    int n;
    int doubles; /* rows that were left out because they were given before */
};

enum { IMPORT_ROWS_MOST = 20000 }; /* results; each is compared with each */

/* The rows of all results, in their order. */
void import_rows_make(struct import *import, struct import_rows *rows);

/* Was it measured by a client of a cluster (rados bench, rbd bench, librbd, ...)? */
bool import_row_is_of_cluster(const struct import_row *row);

#endif
