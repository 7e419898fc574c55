/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One load on one cluster as a published formula sees it: disks, copies, link, and what had to be
 * taken for want of a statement. No allocation; the cluster must outlive the case. */
#ifndef ENGINE_FORMULA_CASE_H
#define ENGINE_FORMULA_CASE_H

#include "engine/device_rate.h"

/* What a document can say and a formula use or ignore, as bits. */
enum formula_uses {
    USES_MEASURED = 1 << 0,  /* measurements and sheets of the data devices */
    USES_BLOCK = 1 << 1,     /* block size */
    USES_RATIO = 1 << 2,     /* reads and writes */
    USES_COPIES = 1 << 3,    /* replicas, or the erasure code */
    USES_EXTENSION = 1 << 4, /* (k+m)/k where the formula says replicas */
    USES_STORE = 1 << 5,     /* FileStore or BlueStore */
    USES_SIDE = 1 << 6,      /* DB, WAL or journal apart */
    USES_NETWORK = 1 << 7,   /* links of the OSD hosts */
    USES_TRIP = 1 << 8,      /* round trip */
    USES_PLP = 1 << 9,       /* power-loss protection */
    USES_DEPTH = 1 << 10,
    USES_RATE = 1 << 11,
    USES_SYNC = 1 << 12,
    USES_CPU = 1 << 13,
    USES_VERSION = 1 << 14,
    USES_CACHE_TIER = 1 << 15
};

enum { FORMULA_TEXT_SIZE = 160, FORMULA_MAX_NOTES = 8 };

/* A line to print with an answer. */
struct formula_note {
    unsigned input; /* the input it speaks of */
    char text[FORMULA_TEXT_SIZE];
};

struct formula_notes {
    struct formula_note note[FORMULA_MAX_NOTES];
    int n;
};

/* Equal data devices of the pool. */
struct formula_disk {
    const struct osd_group *osds;
    const struct device *device; /* never NULL */
    double count;                /* in the whole cluster; a fraction where OSDs share one */
};

struct formula_case {
    const struct formula_constants *c;
    const struct cluster *cluster;
    const struct workload *load;
    const struct pool *pool; /* NULL: none stated */
    double bs_B, read_frac;
    bool sequential;
    double outstanding; /* NaN: not stated */
    bool alone;         /* one request outstanding, no arrival rate */
    double copies;      /* replicas, (k+m)/k of an erasure code; >= 1 */
    bool erasure;
    double k, m; /* 1 and 0 without erasure code */
    bool filestore;
    double devices; /* data devices of the pool, > 0 */
    double net_Bps; /* all links of the pool's hosts together; infinite: not stated */
    double rtt_s;
    struct formula_notes notes; /* assumptions taken */
};

/* Fills a case. False with a reason in `why` when no formula can answer: a load without block size
 * or of neither reads nor writes, OSDs without count, device or device class, none of the pool's
 * class. */
bool formula_case_make(const struct formula_constants *c, const struct cluster *cluster,
                       const struct workload *load, struct formula_case *out,
                       char why[FORMULA_TEXT_SIZE]);

/* What one group of disks adds to a sum. */
typedef double formula_term(const struct formula_case *in, const struct formula_disk *disk);

/* The sum of a term over the pool's disks; NaN when one is. */
double formula_sum(const struct formula_case *in, formula_term *term);

/* Visits the pool's disks until `visit` returns false; returns whether it never did. */
typedef bool formula_visit(const struct formula_case *in, const struct formula_disk *disk,
                           void *context);
bool formula_each(const struct formula_case *in, formula_visit *visit, void *context);

/* Adds a line by printf's rules unless it stands there already or there is no room. */
void formula_note_add(struct formula_notes *notes, unsigned input, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The kinds of device request behind the load's reads and its writes. */
enum rw formula_rw(const struct formula_case *in, bool write);

/* Does the group keep its journal, WAL or DB on a device of its own? */
bool formula_disk_apart(const struct formula_disk *disk);

/* The inputs of the document that are stated but not among `used`, as texts ("db", "network",
 * "read ratio"); fills at most `max` and returns how many. */
int formula_ignored(const struct formula_case *in, unsigned used, const char **texts, int max);

#endif
