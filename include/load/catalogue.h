/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The device catalogue: embedded entries, and those of a folder that stand before them. An entry is
 * read when somebody asks for it, so that a run pays only for the devices it names. An entry of the
 * folder that is `like` its own name adds to the embedded entry that it hides: a price, say. */
#ifndef LOAD_CATALOGUE_H
#define LOAD_CATALOGUE_H

#include "base/arena.h"
#include "base/err.h"
#include "load/load.h"

struct catalogue;

/* A catalogue; `folder` (NULL: none) is searched before the embedded entries. */
struct catalogue *catalogue_new(struct arena *arena, const char *folder);

/* The entry of that name, read on first use. ERR_INPUT without place when there is none (it names
 * the nearest), or with its place when the entry itself is wrong. */
bool catalogue_find(struct catalogue *catalogue, const char *name, const struct device **device,
                    struct err *err);

/* A loader on this catalogue. */
void catalogue_loader(struct catalogue *catalogue, struct loader *loader);

/* All names, sorted, NULL-terminated; `count` may be NULL. */
const char *const *catalogue_names(struct catalogue *catalogue, size_t *count);

#endif
