/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of a need (--need): target by target, met or missed and by how much. */
#ifndef CLI_REPORT_NEED_H
#define CLI_REPORT_NEED_H

#include "cli/report.h"

/* The verdict on every cluster of the report; nothing without --need. The exit status says no when
 * no cluster meets it. */
bool report_need_find(struct report *report, struct err *err);

/* Appends the verdict and its table; nothing without --need. */
void report_need(struct report *report);

#endif
