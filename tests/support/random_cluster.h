/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random but valid cluster documents: a plain description that a test can change, and its YAML in
 * any spelling. */
#ifndef TESTS_SUPPORT_RANDOM_CLUSTER_H
#define TESTS_SUPPORT_RANDOM_CLUSTER_H

#include "base/arena.h"
#include "model/cluster.h"
#include "support/random.h"

enum { RANDOM_HOSTS = 5, RANDOM_OSDS = 3 };

/* Absent: NaN of a quantity, FIELD_ABSENT of a number or choice, NULL of a text. */
struct random_device {
    int class; /* enum device_class */
    int plp;
    int rpm;
    double capacity_B;
    const char *like; /* catalogue entry of the same class */
    /* One row each: random reads at depth 1, random reads and writes at depth 64, synchronous
     * writes, sequential reads and writes. */
    double alone_ops, read_ops, write_ops, sync_ops, read_Bps, write_Bps;
    bool sheet; /* the sequential rows stand in its data sheet */
};

enum random_side { SIDE_NONE, SIDE_DB, SIDE_WAL, SIDE_JOURNAL };

struct random_osds {
    int count; /* a host */
    int per_device;
    struct random_device device;
    enum random_side side;
    int side_count; /* a host */
    struct random_device side_device;
};

struct random_host {
    int count;
    int threads;
    const char *cpu;
    struct random_osds osds[RANDOM_OSDS];
    int n_osds;
};

struct random_cluster {
    int version; /* major */
    int store;   /* enum objectstore */
    int tuning;  /* enum tuning */
    int balancer;
    struct random_host hosts[RANDOM_HOSTS];
    int n_hosts;
    double public_Bps, cluster_Bps, client_Bps, rtt_s;
    int shared, mtu;
    bool erasure;
    int size, k, m, optimizations;
    int domain; /* enum failure_domain */
    int pg_num;
    const char *device_class;
    int clients, colocated;
    /* A cache tier of so many devices a host; 0: none. */
    int tier_per_host;
    double tier_hit;
    struct random_device tier;
    /* The load: closed by depth x jobs x clients or by what is in flight, open by its rate, or
     * saturating where nothing of that is stated. */
    int rw; /* enum rw */
    double read_frac, bs_B, in_flight, rate_ops;
    int iodepth, numjobs, load_clients, sync;
};

/* How a document is written down. */
struct spelling {
    struct num_rng *rng; /* NULL: base units, in the order of the structs */
    bool units;          /* any unit that says the same */
    bool order;          /* keys, groups and rows in any order */
};

/* One of the random clusters; the same generator gives the same ones. Media of all kinds, journal,
 * WAL or DB apart, 1 to 4 copies or an erasure code, up to four host groups, blocks of 512 B to 64
 * MiB, 1 to 10^6 requests outstanding. */
void random_cluster_make(struct num_rng *rng, struct random_cluster *out);

/* Its document. */
const char *random_cluster_text(const struct random_cluster *cluster,
                                const struct spelling *spelling, struct arena *arena);

/* Hosts. */
int random_cluster_hosts(const struct random_cluster *cluster);

#endif
