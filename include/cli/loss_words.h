/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One failure and its rebuild in words. */
#ifndef CLI_LOSS_WORDS_H
#define CLI_LOSS_WORDS_H

#include "engine/outage.h"
#include "engine/recovery.h"

struct lost_unit {
    const struct capacity *capacity;
    const struct recovery_work *work; /* its question holds the failure */
    const struct outage *outages;     /* [n_pools] */
    struct arena *arena;
};

/* By enum failure_unit: "OSD", "DB device", "host", "rack". */
extern const char *const loss_unit_names[];

/* What is lost, as the document calls it: "a host of hosts.0 (osd)". */
const char *loss_what(const struct lost_unit *loss);

/* Why that one of all. */
const char *loss_why(const struct lost_unit *loss);

/* "yes", "no", "not to the end" (no room), "not all of it" (too little left to rebuild from). */
const char *loss_verdict(const struct lost_unit *loss);
const char *loss_verdict_why(const struct lost_unit *loss);

/* Where it is rebuilt: "5 OSDs of the same host". */
const char *loss_targets(const struct lost_unit *loss);

#endif
