/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings: what is wrong or risky with a plan, where, why, and who says so. */
#ifndef PLAN_FINDINGS_H
#define PLAN_FINDINGS_H

#include "base/arena.h"

enum severity { SEVERITY_INFO, SEVERITY_WARN, SEVERITY_SEVERE };
extern const char *const severity_names[]; /* "info", "warn", "severe", NULL */

struct finding {
    const char *id; /* stable, kebab-case */
    enum severity severity;
    const char *where;  /* "pool rbd", "hosts.0.osds.1" */
    const char *what;   /* with its figures */
    const char *why;    /* what follows from it, and what would help */
    const char *source; /* who says so */
};

struct findings {
    struct arena *arena;
    struct finding *rows;
    int n;
};

/* Adds a finding; `what` is made by printf's rules, the other texts are kept by pointer. One with
 * the same id, place and words is not repeated. */
void findings_add(struct findings *findings, const struct finding *finding, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* Severe ones first, otherwise in the order they were found. */
void findings_sort(struct findings *findings);

/* How many are of that severity. */
int findings_count(const struct findings *findings, enum severity severity);

/* "13.6 TB (12.4 TiB)". */
const char *findings_bytes(struct arena *arena, double bytes);

#endif
