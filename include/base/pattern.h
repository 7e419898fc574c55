/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Extended regular expressions without intervals and named classes: | ( ) [a-z] [^a-z] . ? * + ^ $
 * and \ before a character that stands for itself. Bytes, not characters; the same on every machine
 * and in every locale, without any allocation and in time proportional to pattern times text. */
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include "base/err.h"

/* Is it such an expression, and short enough? ERR_INPUT says what is not allowed. */
bool pattern_check(const char *pattern, struct err *err);

/* Does the pattern match anywhere in the text? False for one that pattern_check refuses. */
bool pattern_matches(const char *pattern, const char *text);

#endif
