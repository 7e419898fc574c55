/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the jobs of fio were set up, where their reports do not say it. */
#ifndef LOAD_IMPORT_FIO_SETUP_H
#define LOAD_IMPORT_FIO_SETUP_H

#include "load/import_fio.h"

/* Gives each report the settings of its header line. With group_reporting one report may be the sum
 * of several sections of a job file, under the name of the first: it gets what all of them have. */
void fio_find_setups(struct fio_session *fio);

#endif
