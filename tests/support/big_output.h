/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of tools as long as anybody has them, made instead of kept. */
#ifndef TESTS_SUPPORT_BIG_OUTPUT_H
#define TESTS_SUPPORT_BIG_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Writes what `fio --output-format=json` (3.x) prints of `jobs` jobs, four to a group, each with
 * reads and writes; with `bins` what json+ prints, about 700 bins for each kind of latency. */
void big_fio_json(FILE *out, int jobs, bool bins);

/* Writes what `rados bench` prints of one run of writes, a row a second, of at least `bytes` bytes;
 * returns how many operations its summary counts. */
double big_rados_log(FILE *out, double bytes);

#endif
