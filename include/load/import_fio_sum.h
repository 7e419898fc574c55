/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio's reports to results and totals. */
#ifndef LOAD_IMPORT_FIO_SUM_H
#define LOAD_IMPORT_FIO_SUM_H

#include "load/import_fio.h"

/* Turns the session's reports into results and totals; called once at the end of an input. A run
 * that appears in two forms (terse and JSON, text and JSON) counts once, the block "All clients"
 * not at all. */
void fio_finish(struct import_session *session);

#endif
