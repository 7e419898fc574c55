/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of fio that tell of the same run: the rounds of --status-interval, each of which counts
 * from the start, and the same figures as text, terse and JSON. */
#ifndef LOAD_IMPORT_FIO_REPEAT_H
#define LOAD_IMPORT_FIO_REPEAT_H

#include "load/import_fio.h"

/* Drops all rounds of terse reports but the last. (Those of text are known by their process, those
 * of JSON by the time when they started: load/import_fio.) */
void fio_drop_rounds(struct arena *arena, struct fio_session *fio);

/* Of a run that was reported in several forms keeps the most exact one. */
void fio_drop_twins(struct fio_session *fio);

#endif
