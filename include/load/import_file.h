/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file, or bytes in memory. */
#ifndef LOAD_IMPORT_FILE_H
#define LOAD_IMPORT_FILE_H

#include "load/import_data.h"

/* Reads a file or standard input (`-`). ERR_INPUT when nothing in it can be used: the reason is
 * that of its first segment that failed. ERR_IO when it cannot be read. */
bool import_file(struct import *import, const char *path, struct err *err);

/* The same for bytes in memory. */
bool import_memory(struct import *import, const char *name, const void *data, size_t size,
                   struct err *err);

#endif
