/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report rests on: what was assumed, where figures come from, what words mean, the documents
 * themselves. */
#ifndef CLI_REPORT_BASIS_H
#define CLI_REPORT_BASIS_H

#include "cli/report.h"

void report_assumptions(struct report *report);
void report_glossary(struct report *report);
void report_documents(struct report *report);

#endif
