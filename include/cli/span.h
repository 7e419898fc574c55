/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of an axis as people write them on a command line. */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "base/err.h"

/* "1..1000", or "40" for 1..40: whole numbers, 1 <= from <= to <= most. ERR_USAGE names `option`.
 */
bool span_counts(const char *option, const char *text, int most, int *from, int *to,
                 struct err *err);

#endif
