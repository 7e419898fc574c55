/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings on hosts, devices and links. */
#ifndef PLAN_CHECK_PARTS_H
#define PLAN_CHECK_PARTS_H

#include "engine/capacity.h"
#include "model/advice.h"
#include "plan/findings.h"

/* Appends what is to be said of the parts. Works on what the document states; what it leaves out is
 * no finding. */
void check_parts(const struct capacity *capacity, const struct advice *advice,
                 struct findings *findings);

#endif
