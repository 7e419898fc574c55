/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files below a folder, in the order of their names. */
#ifndef LOAD_IMPORT_FOLDER_H
#define LOAD_IMPORT_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

enum { FOLDER_DEPTH_MAX = 16, FOLDER_FILES_MAX = 20000 };

/* Is it a folder? */
bool folder_is(const char *path);

/* Every regular file below `path`, sorted by path; hidden ones are left out. ERR_IO when a folder
 * cannot be read, ERR_INPUT when there are more than FOLDER_FILES_MAX or they lie deeper than
 * FOLDER_DEPTH_MAX. */
bool folder_list(struct arena *arena, const char *path, const char ***files, int *n,
                 struct err *err);

#endif
