/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates of all loads of one cluster, in the shape that estimate, expand, compare and report
 * share. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "cli/context.h"
#include "engine/estimate.h"
#include "plan/warn.h"
#include "render/jsonout.h"

/* One load estimated by the engine. */
struct answer {
    const struct workload *load;
    const char *title;
    const struct engine_inputs *in;
    struct anchor anchor; /* in NULL: none */
    struct estimate e;
    struct warnings warnings;
    const char *few_publishers; /* NULL: enough */
};

struct answers {
    const struct cluster *cluster;
    const struct engine_model *model;
    struct answer *answers;
    int n;
};

/* "3 hosts, 36 OSDs, 3 copies, 10 Gbit/s": what was understood of a document, as far as it is
 * stated. */
const char *answer_describe(struct arena *arena, const struct cluster *cluster);

/* The loads of --workload, else of the document, else the standard set; those of one title are
 * named apart, but by the bare ones. */
bool answer_bare_loads(struct context *ctx, const struct cluster *cluster,
                       const struct workload **loads, int *n, struct err *err);
bool answer_loads(struct context *ctx, const struct cluster *cluster, const struct workload **loads,
                  int *n, struct err *err);

/* Says which pools have no standard loads, where these are used and leave some out. */
void answer_remark_pools(const struct context *ctx, const struct cluster *cluster);

/* Which pools of the loads cannot be placed (plan/warn), each once: into `out`, or said on standard
 * error where an answer has no room for it. */
void answer_unplaced(const struct cluster *cluster, const struct workload *loads, int n,
                     struct arena *arena, struct warnings *out);
void answer_remark_unplaced(const struct context *ctx, const struct cluster *cluster,
                            const struct workload *loads, int n);

/* Draws for a whole run: --draws, --seed. */
bool answer_draws(struct context *ctx, const struct engine_model *model, struct draws *draws,
                  struct err *err);

/* Estimates every load. `baseline` (NULL: none) is a record of the same cluster that anchors them.
 */
bool answer_make(struct context *ctx, const struct engine_model *model,
                 const struct cluster *cluster, struct cluster *baseline,
                 const struct workload *loads, int n, const struct draws *draws,
                 struct answers *out, struct err *err);

/* One element of `estimates` in JSON. */
void answer_json(struct jsonout *json, const struct answer *answer);

/* The object under "workload". */
void answer_json_load(struct jsonout *json, const struct workload *load, const char *title,
                      double outstanding, bool saturating, int clients);

/* "pools.size = 3 (class prior)": one guessed input for people. */
void answer_assumption(const struct assumption *a, char *buf, size_t size);

#endif
