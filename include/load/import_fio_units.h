/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures with units as fio prints them for people. Each reader moves *p past what it read and
 * returns false when there is no figure. */
#ifndef LOAD_IMPORT_FIO_UNITS_H
#define LOAD_IMPORT_FIO_UNITS_H

#include <stdbool.h>

/* "107k", "1.2M", "90": powers of 1000. `step` is what one more in the last digit means. */
bool fio_si_number(const char **p, double *value, double *step);

/* "417MiB/s", "438MB/s", "559Mibit/s", "6401Ki", "46312 B/s", "0" in bytes/s; releases up to 2.16
 * (`old`) call 1024 a K. */
bool fio_rate(const char **p, bool old, double *bytes, double *step);

/* The better of the two figures in "417MiB/s (438MB/s)". */
bool fio_rate_pair(const char **p, double *bytes, double *step);

/* Seconds of "(nsec)", "(usec)", "(msec)" or "(sec)" at the beginning of `text`; 0: none of them.
 */
double fio_time_unit(const char *text);

/* A block size in a job's header line: "512", "4K", "64.0KiB" in powers of 1024; "65.5kB"
 * (kb_base=1000) is a rounded figure and means the power of two that rounds to it, if there is one.
 */
bool fio_header_size(const char **p, double *bytes);

#endif
