/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How one cluster meets a need, goal by goal: what `size` asks of its designs, asked of any cluster
 * document. The clients are those of the need; where it states none, those of the cluster. What a
 * document does not state (a price, a height) leaves its goal open: it is neither met nor missed.
 */
#ifndef PLAN_VERDICT_H
#define PLAN_VERDICT_H

#include "engine/estimate.h"
#include "model/planning.h"
#include "plan/goals.h"

enum verdict_state { VERDICT_MET, VERDICT_MISSED, VERDICT_OPEN };

struct verdict_goal {
    const struct goal *goal;
    double achieved; /* in the goal's dimension, at the need's confidence; NaN: open */
    double factor;   /* as in plan/goals: from 1 on it is met; NaN: open */
    enum verdict_state state;
    const char *why_open; /* NULL: it is not */
};

struct verdict {
    const struct need *need;
    const struct cluster *cluster;
    struct goals goals;
    struct verdict_goal *rows; /* [goals.n] */
    int met, missed, open;
};

struct verdict_question {
    const struct need *need;
    const struct cluster *cluster;
    const struct engine_model *model;
    const struct planning *planning;
    struct draws draws;
    unsigned long seed; /* of the recovery's draws */
};

/* Fills `verdict`; all of it in the arena. ERR_INPUT when the engine cannot answer a load of the
 * need for this cluster. Cost: two estimates a load, one rebuild. */
bool verdict_make(const struct verdict_question *question, struct arena *arena,
                  struct verdict *verdict, struct err *err);

#endif
