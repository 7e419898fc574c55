/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cephplan import`: files, folders and standard input to one import. */
#ifndef LOAD_IMPORT_H
#define LOAD_IMPORT_H

#include "load/import_data.h"

/* Reads all paths: files, folders (of a CBT run, or of any outputs) and standard input (`-`).
 * ERR_INPUT names the first one in which nothing can be used, and why; ERR_IO one that cannot be
 * read. */
bool import_run(struct import *import, const char *const *paths, int n_paths, struct err *err);

#endif
