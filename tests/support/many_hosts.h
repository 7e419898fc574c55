/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A large honest document, for what loading takes. */
#ifndef TESTS_SUPPORT_MANY_HOSTS_H
#define TESTS_SUPPORT_MANY_HOSTS_H

#include "base/arena.h"

/* What the text of one group may take at most. */
enum { MANY_HOSTS_GROUP_B = 1000 };

/* A cluster document of so many groups of 3 hosts with 14 OSDs each; `size`: without terminator. */
const char *many_hosts(struct arena *arena, int groups, size_t *size);

#endif
