/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a need asks of a design, goal by goal, and how well a design meets each.
 *
 * A factor is what is achieved over what is needed, or for what must stay below, needed over
 * achieved: from 1 on the goal is met. Beside the exact factor there is an optimist's, far cheaper
 * and never below it: the medians with the narrowest range that a load can have. What the optimist
 * refuses is refused. */
#ifndef PLAN_GOALS_H
#define PLAN_GOALS_H

#include "engine/topology.h"
#include "plan/space.h"

enum goal_kind {
    GOAL_SPACE,    /* safe fill, bytes */
    GOAL_OPS,      /* of a load */
    GOAL_LATENCY,  /* mean */
    GOAL_TAIL,     /* p99 */
    GOAL_LOST_OPS, /* the same with something failed */
    GOAL_LOST_LATENCY,
    GOAL_LOST_TAIL,
    GOAL_IO,      /* goes on after the failure: met or not */
    GOAL_REBUILD, /* seconds */
    GOAL_BUDGET,
    GOAL_POWER,
    GOAL_ROOM, /* rack units */
    GOAL_HOSTS /* fewest hosts of the scheme or the limits: always met */
};

struct goal {
    enum goal_kind kind;
    int load;         /* index; -1: of the whole */
    const char *name; /* "guests write: mean latency" */
    enum dim dim;
    double needed; /* of GOAL_HOSTS: 1, as it depends on the family */
    double per_op; /* of operations: what each is worth in `dim`, 1 or a block's bytes */
    bool at_most;
};

struct goals {
    struct goal *goal;
    int n;
};

/* The goals of the space's need; names stand in the arena. */
void goals_make(const struct space *space, struct arena *arena, struct goals *goals);

/* Of a load while something is lost? */
bool goal_is_lost(enum goal_kind kind);

/* Where an unlimited time or rate is no time or rate at all: a over b, UNLIMITED for b = 0. */
double goal_over(double a, double b);

/* What a need says is lost, and how fast it is rebuilt; a host and balanced where it does not say.
 */
enum failure_unit goal_unit(const struct need_failure *failure);
enum recovery_profile goal_profile(const struct need_failure *failure);

/* A load as it is carried. */
struct goal_load {
    const struct engine_inputs *in;
    const struct estimate *e;
};

/* The factor of a load's goal, of the load as it is `now`: whole, or for a goal that asks so, with
 * something lost, and `kept_frac` of the operations while that is rebuilt (1 when whole). A failure
 * never shows as a gain, though fewer copies are less work to write; but a lower rate that is asked
 * for then does bring its shorter times. */
double goal_load_factor(const struct need *need, const struct goal *goal, struct goal_load whole,
                        struct goal_load now, double kept_frac);

/* What a failure does to a design that stores what is to be held, or where that is more than it
 * holds safely, or not stated, its safe fill. */
struct trial_failure {
    bool io_goes_on, rebuilds;
    double rebuild_s; /* at the need's confidence; NaN: not rebuilt */
    double kept_frac; /* of the client operations while it is rebuilt, in the middle */
};

/* One load of the design in hand, whole or with something failed. */
struct trial_load {
    const struct space_family *family; /* that `in` is filled for; NULL: none */
    bool has_inputs, has_point, has_estimate;
    struct engine_inputs in;
    struct engine_group group;
    struct engine_point point;
    struct estimate e;
};

/* A workbench for one thread. */
struct trial {
    const struct space *space;
    const struct goals *goals;
    const struct space_family *family;
    int hosts;
    struct trial_load *loads; /* [2 n_loads]: whole, then lost */
    struct trial_failure failure;
    bool has_failure;
    bool starved;       /* memory ran out: what it said since is nothing */
    double stored_frac; /* of what is to be held, that is stored; 1 unless capacity is eased */
    double *scratch;
    int *order;             /* [goals.n]: what refused last is asked first */
    long points, estimates; /* counted for the curious */
};

void trial_open(const struct space *space, const struct goals *goals, struct arena *arena,
                struct trial *trial);

/* Ends the work in the thread that owns the arena; goes where running out of memory leads when that
 * has happened to the trial. */
void trial_end(const struct trial *trial, struct arena *arena);

/* Puts a design on the bench. */
void trial_set(struct trial *trial, const struct space_family *family, int hosts);

/* The factors of a goal, >= 0. */
double trial_optimist(struct trial *t, int index);
double trial_factor(struct trial *t, int index);

/* The achieved value in the goal's dimension. */
double trial_achieved(struct trial *t, int index);

/* Operations/s of a load at the medians; of an open load what it could be given. */
double trial_ops(struct trial *trial, int load);

/* Is there capacity for what is to be held? */
bool trial_space_holds(struct trial *trial);

/* Does the optimist think that all loads are met? For one family this never turns back from yes to
 * no with more hosts where space_steady_from says so. */
bool trial_may_carry(struct trial *trial, const double *ease);

/* Is a goal met when factor x ease counts? An infinite ease asks nothing. */
bool goal_is_met(double factor, double ease);

/* Is every goal met, when factor x ease counts (`ease` by goal; NULL: all 1)? The optimist first,
 * then exactly. */
bool trial_holds(struct trial *trial, const double *ease);

#endif
