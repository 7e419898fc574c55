/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Needs documents. */
#ifndef LOAD_NEED_FILE_H
#define LOAD_NEED_FILE_H

#include "load/load.h"
#include "model/need.h"

/* A needs document: read, overridden, filled, checked for what contradicts itself or cannot be
 * answered: a load without a target, a latency without a depth or rate, a scheme that is neither
 * copies nor a code, a budget among parts without a price. Besides a path and `-`, the bare name of
 * an embedded example is found. ERR_INPUT with its place. */
bool load_need(struct loader *loader, const char *path, struct need **need, struct err *err);

/* The same from a text. */
bool load_need_text(struct loader *loader, const struct filetext *text, struct need **need,
                    struct err *err);

#endif
