/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to buy next: the same cluster with one thing more, for each thing that is sold, and what
 * each load gains by it. */
#ifndef PLAN_PURCHASE_H
#define PLAN_PURCHASE_H

#include "model/cluster.h"
#include "plan/expand.h"

enum { PURCHASES_MAX = 4 };

struct purchase {
    const char *what;     /* "one more host" */
    const char *command;  /* options of `cephplan` that ask the same */
    struct range *ratios; /* [n] of client operations/s, over those of the cluster as it is */
    double gain;          /* geometric mean of the loads' P50 */
    int best;             /* the load that gains most */
};

struct purchase_question {
    const struct engine_model *model;
    const struct cluster *cluster;
    const struct workload *loads;
    int n;
    const struct draws *draws;
    struct gain_error error;
};

/* One more host, one more device in every host, the next faster link, twice the cores: those that
 * the document says enough for, the greatest gain first. Returns how many stand in `out`, which has
 * room for PURCHASES_MAX. Links go up in the steps that are sold: 1, 10, 25, 100, 200, 400 Gbit/s.
 */
int purchase_find(const struct purchase_question *question, struct arena *arena,
                  struct purchase *out);

#endif
