/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contradictions inside one document: each key is allowed, but not all of them together. */
#ifndef LOAD_CHECK_H
#define LOAD_CHECK_H

#include "model/cluster.h"

/* Each returns false with an ERR_INPUT at the place of the struct that contradicts itself. */
bool check_device(const struct device *device, struct err *err);
bool check_cluster(const struct cluster *cluster, struct err *err);

#endif
