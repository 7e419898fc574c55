/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chapter of a report on the loads, without the chapters that take long. */
#ifndef TESTS_SUPPORT_LOADS_CHAPTER_H
#define TESTS_SUPPORT_LOADS_CHAPTER_H

#include "load/catalogue.h"

/* The chapter on the cluster document at `path` as Markdown, by ten draws, in the arena. */
bool loads_chapter(struct arena *arena, struct catalogue *catalogue, const char *path,
                   const char **text, struct err *err);

#endif
