/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Device classes that pools ask for against those that OSDs have. */
#ifndef PLAN_CLASSES_H
#define PLAN_CLASSES_H

#include "base/err.h"
#include "model/cluster.h"

/* Is there an OSD of the pool's device class? True as well for a pool (NULL: none) that asks for
 * none, and where the document has no OSDs at all. Otherwise ERR_INPUT at the pool's place: it says
 * what was asked for, which classes there are and which of them was meant. */
bool classes_check(const struct cluster *cluster, const struct pool *pool, struct err *err);

/* The same for every pool. */
bool classes_check_all(const struct cluster *cluster, struct err *err);

#endif
