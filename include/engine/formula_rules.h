/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published rules of thumb for a whole cluster, each as its source states it, right or wrong: a
 * row with what it says, where it holds, what is wrong with it. Constants: models/formulas.yaml. */
#ifndef ENGINE_FORMULA_RULES_H
#define ENGINE_FORMULA_RULES_H

#include "engine/formula_case.h"

/* min <= max; both NaN where the formula does not know the quantity. */
struct formula_span {
    double min, max;
};

/* How a formula mixes reads and writes. */
enum formula_mix {
    MIX_SHARES,   /* share of reads x pure read + share of writes x pure write */
    MIX_HALVES,   /* (pure read + pure write)/2, whatever the load, pure loads too */
    MIX_HARMONIC, /* 1/(share of reads/pure read + share of writes/pure write) */
    MIX_SAME,     /* reads and writes are one figure */
    N_FORMULA_MIXES
};

/* The answer for pure reads, or pure writes, of the load's kind: operations/s of random loads,
 * bytes/s of sequential ones; NaN where a rate is missing. */
typedef struct formula_span formula_pure(const struct formula_case *in, bool write);

typedef bool formula_test(const struct formula_case *in);

/* NULL, or why (static text). */
typedef const char *formula_reason(const struct formula_case *in);

/* Adds lines to the answer's notes. */
typedef void formula_remark(const struct formula_case *in, struct formula_notes *notes);

struct formula {
    const char *name;             /* what --model takes */
    const char *title;            /* "Mirantis rule of thumb" */
    const char *equation;         /* in its own words */
    const char *source;           /* where it is published */
    const char *holds;            /* what its source claims it for */
    const char *const *defects;   /* known faults, one line each, NULL-terminated */
    const char *const *constants; /* its names in models/formulas.yaml, NULL-terminated */
    unsigned uses;                /* enum formula_uses: inputs it looks at */
    unsigned uses_writes;         /* those it looks at besides when the load writes */
    unsigned uses_alone;          /* those it looks at besides when one request is outstanding */
    enum formula_mix mix;
    formula_pure *pure;
    formula_test *reads_to_write; /* does a pure write need the read rate; NULL: never */
    bool knows_latency;           /* of one request outstanding alone */
    formula_reason *refuses;      /* why it cannot answer; NULL: it always can */
    formula_reason *outside;      /* why the load is outside what its source claims; NULL: never */
    formula_remark *remark;       /* NULL: none */
};

extern const struct formula formulas[];
extern const int n_formulas;

/* The formula of that name, NULL when there is none. */
const struct formula *formula_find(const char *name);

#endif
