/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One load on one cluster as numbers: the types that the whole engine works on. */
#ifndef ENGINE_CASE_H
#define ENGINE_CASE_H

#include "engine/device_curve.h"
#include "model/cluster.h"

/* Equal OSDs. */
struct engine_group {
    double share;                /* of the pool's PGs; all groups together 1 */
    double osds, devices;        /* devices may be fractional */
    double net_hosts, net_share; /* the hosts they are in, and what all OSDs of those hosts hold */
    struct device_law law;
    bool apart;             /* journal, WAL or DB apart from the data devices */
    struct device_law side; /* that device, when apart */
    double side_count;      /* such devices, all hosts */
    double threads;         /* CPU threads an OSD */
    double speed;           /* of a thread, EPYC 7742 = 1 */
};

/* A default that was taken. */
struct assumption {
    enum input_key key;
    double value; /* base units of `dim`; NaN: see `text` */
    enum dim dim;
    const char *text; /* static text instead of a number; NULL: none */
    const char *from; /* "class prior", "device class default", ... */
    double log_sd;    /* what it adds to the range */
};

enum { MAX_GROUPS = 64 };

/* A cache tier before the pool. */
struct engine_tier {
    bool present;
    double hit_frac; /* operations that it serves */
    double copies;
    struct engine_group group;
};

struct engine_inputs {
    const struct engine_group *groups; /* the largest share first */
    int n_groups;
    double hosts, osds, devices; /* sums over the groups */
    bool flash;                  /* the data device of the first group */
    double bytes;                /* of a client request */
    double read_frac;
    double copies, k, m; /* replicas: copies, 1, 0; erasure: k + m, k, m */
    bool erasure, fast_erasure;
    double release; /* index: Luminous 1 .. Reef 6, Tentacle 8 */
    bool filestore;
    double untuned; /* 0 hand-tuned .. 1 the release's own settings */
    bool balancer;
    double pgs_per_osd;
    double public_Bps, cluster_Bps, client_Bps;
    bool shared, public_stated, client_stated; /* the document says how fast the links are */
    double eta, rtt_s;
    double eta_most;    /* what eta is at most, where the document leaves out the MTU */
    double outstanding; /* INFINITY: saturated */
    double rate_ops;    /* open load; NaN: closed */
    double client_hosts, processes;
    bool colocated, one_host, osd_domain;
    double local_frac; /* operations whose primary is on the client's own host */
    bool sequential, rados;
    double own_read_ops, own_write_ops; /* what the document's own fio rows say of one device for
                                           this very load; NaN: nothing */
    bool sync;                          /* every write synchronous */
    struct engine_tier tier;
    enum load_class class;
    struct assumption assumed[N_INPUT_KEYS];
    int n_assumed;
    double guess_variance; /* sum of the squared widths of what was assumed */
};

/* Lists a default that was taken, once a key. */
void engine_assume(struct engine_inputs *in, struct assumption assumption);

/* The same for a number that stands in by a class prior. */
void engine_assume_number(struct engine_inputs *in, enum input_key key, double value, enum dim dim);

/* Does an OSD group hold PGs of a pool with this device class (NULL: any)? */
bool engine_class_matches(const char *device_class, const struct device *device);

#endif
