/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page of a report: the answer, its range, what limits it, what to buy next. */
#ifndef CLI_REPORT_SUMMARY_H
#define CLI_REPORT_SUMMARY_H

#include "cli/report.h"

/* Appends the summary; the chapters must have been written, for it draws on their digests. */
void report_summary(struct report *report);

#endif
