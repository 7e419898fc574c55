/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result folders of CBT, the Ceph benchmarking tool. */
#ifndef LOAD_IMPORT_CBT_H
#define LOAD_IMPORT_CBT_H

#include "load/import_data.h"

/* Do the files of a folder come from CBT? */
bool import_cbt_sniff(const char *const *files, int n);

/* Adds one result a run and direction: the sum over the processes of all clients that ran together.
 * The prefill is no result; a process without a result is named; repetitions (results/00000001)
 * stay apart. ERR_INPUT when nothing can be used. */
bool import_cbt(struct import *import, const char *folder, const char *const *files, int n,
                struct err *err);

#endif
