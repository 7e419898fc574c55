/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Capacity in the shape that capacity, expand and report share: tables for people, an object for
 * programs. */
#ifndef CLI_SPACE_H
#define CLI_SPACE_H

#include "cli/context.h"
#include "engine/growth.h"
#include "model/advice.h"
#include "model/planning.h"
#include "plan/findings.h"
#include "render/jsonout.h"

/* The numbers and thresholds behind plans: the built-in ones. */
bool space_planning(struct context *ctx, struct planning **planning, struct err *err);
bool space_advice(struct context *ctx, struct advice **advice, struct err *err);

/* The capacity of a cluster with the engine model's constants. */
bool space_capacity(struct context *ctx, const struct cluster *cluster,
                    const struct engine_model *model, struct capacity *capacity, struct err *err);

/* The one figure to plan with: a row a pool, what sets it, and all of them together. */
void space_plan_table(struct context *ctx, const struct capacity *capacity, struct table *table);

/* Its parts: cluster totals, in TB and TiB and as a share of raw. */
void space_totals_table(struct context *ctx, const struct capacity *capacity, struct table *table);

/* One row a pool. */
void space_pools_table(struct context *ctx, const struct capacity *capacity, struct table *table);

/* One row a device class; the planning numbers say how many PGs an OSD may carry. */
void space_classes_table(struct context *ctx, const struct capacity *capacity,
                         const struct planning *planning, struct table *table);

/* The way down to the figure to plan with, on which the last row ends. */
void space_steps_table(struct context *ctx, const struct capacity *capacity, struct table *table);

/* Limits and the dates they are reached, counted from `today` (seconds since 1970). No row when no
 * pool states what it stores. */
void space_limits_table(struct context *ctx, const struct capacity *capacity, double today,
                        struct table *table);

/* The members of capacity/1 after "cephplan", into an open object; `findings` become "warnings".
 * `today` NaN: no dates. */
void space_json(struct context *ctx, struct jsonout *json, const struct capacity *capacity,
                const struct findings *findings, double today);

/* What --today says, else the system's day: seconds since 1970 of its midnight, UTC. */
bool space_today(const struct context *ctx, double *today, struct err *err);

/* "2031-05-02", `years` after `today` by the calendar; "reached" for 0, "not within 100 years"
 * beyond GROWTH_YEARS_MAX. */
const char *space_date(struct context *ctx, double today, double years);

/* The index of an option's word among `words` (ended by NULL); ERR_USAGE where it is none, which
 * the reading of options refuses before. */
bool space_word(const char *option, const char *text, const char *const *words, int *index,
                struct err *err);

/* The mClock profile asked for; balanced when the text is NULL. */
bool space_profile(const char *text, enum recovery_profile *profile, struct err *err);

/* A share asked for as an option, "70%" or "0.7"; NaN when the text is NULL. ERR_USAGE names the
 * option. */
bool space_share(const char *option, const char *text, double *share, struct err *err);

#endif
