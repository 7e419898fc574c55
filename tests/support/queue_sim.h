/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A storage cluster as queues, simulated event by event: an oracle that shares nothing with the
 * engine but the meaning of the words. */
#ifndef TESTS_SUPPORT_QUEUE_SIM_H
#define TESTS_SUPPORT_QUEUE_SIM_H

#include <stdbool.h>

/* A closed loop: `outstanding` requests, each replaced by a new one when it ends. A request picks
 * its primary OSD at random, a write its replicas among the other OSDs. Times are means of single
 * services; 0: the request does not stop there. */
struct queue_sim {
    int osds, hosts; /* OSDs are spread evenly */
    int copies;
    double read_frac;
    double read_delay_s;    /* wires and software that do not queue, before the OSD's CPU */
    double write_delay_s;   /* the same to the primary */
    double replica_delay_s; /* from the primary to a replica */
    int threads;            /* of one OSD */
    double read_cpu_s, write_cpu_s;
    int channels; /* requests that one data device serves at once */
    double read_device_s, write_device_s;
    double db_s;   /* one commit on the journal or DB device that the OSDs of a host share */
    int backlog;   /* above 0: a write is answered by that device, and so many may wait for the data
                      device of each OSD; 0: by the data device itself */
    double link_s; /* a read leaving the host of its OSD, or a write entering it */
    bool exponential; /* services of devices and CPUs; else all alike. Wires are always alike. */
    int outstanding;
};

struct queue_sim_result {
    double ops;       /* requests/s */
    double latency_s; /* mean */
};

/* Runs until `completions` requests ended after a start that is not counted. Fails the test when
 * memory runs out. */
struct queue_sim_result queue_sim_run(const struct queue_sim *sim, unsigned long seed,
                                      int completions);

/* The exact throughput of `stations` equal exponential servers that each serve one request in
 * `service_s` and are visited at random, with `delay_s` elsewhere, by mean value analysis. Source:
 * Reiser and Lavenberg, Journal of the ACM 27 (1980). */
double queue_exact_ops(int stations, double service_s, double delay_s, int outstanding);

#endif
