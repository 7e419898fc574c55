/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings on pools, failure domains, space and placement groups. */
#ifndef PLAN_CHECK_SPACE_H
#define PLAN_CHECK_SPACE_H

#include "engine/growth.h"
#include "model/advice.h"
#include "model/planning.h"
#include "plan/findings.h"

/* Appends what is to be said of the pools and their space. */
bool check_space(const struct capacity *capacity, const struct planning *planning,
                 const struct advice *advice, struct findings *findings, struct err *err);

#endif
