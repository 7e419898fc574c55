/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of the loads: the figures with their ranges, what limits them, and where the
 * speed of the devices goes. */
#ifndef CLI_REPORT_LOADS_H
#define CLI_REPORT_LOADS_H

#include "cli/report.h"

void report_loads(struct report *report, struct report_side *side);
void report_losses(struct report *report, struct report_side *side);

/* What each thing that may be bought next brings. */
void report_purchases(struct report *report, struct report_side *side);

#endif
