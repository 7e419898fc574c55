/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of the hardware: hosts, network, pools, cost and power. */
#ifndef CLI_REPORT_CLUSTER_H
#define CLI_REPORT_CLUSTER_H

#include "cli/report.h"

/* "4 hosts, 36 OSDs, 144 TB raw": one line. */
const char *report_describe(const struct report *report, const struct cluster *cluster);

void report_cluster(struct report *report, struct report_side *side);

/* Nothing where neither the cost nor the power is known. */
void report_cost(struct report *report, struct report_side *side);

#endif
