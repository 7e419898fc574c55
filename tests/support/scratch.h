/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of a test's own, below $TMPDIR or /tmp, and how slow the machine under the test is. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include "base/arena.h"

/* Is the program under AddressSanitizer? */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SCRATCH_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SCRATCH_SANITIZED 1
#endif

/* The path of a new empty folder, NULL when none can be made. */
const char *scratch_make(struct arena *arena);

/* Writes a file into it; returns its path. Aborts when that fails. */
const char *scratch_write(struct arena *arena, const char *folder, const char *name,
                          const char *data, size_t size);

/* Removes the files in it. */
void scratch_empty(const char *folder);

/* Removes the folder and the files in it. */
void scratch_remove(const char *folder);

/* Processor time of this process, seconds. */
double scratch_seconds(void);

/* Factor by which a bound on time must be stretched: 1, or more under a sanitizer, or what the
 * environment's TEST_SLOWNESS says (valgrind). */
double scratch_slowness(void);

#endif
