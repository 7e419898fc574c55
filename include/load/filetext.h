/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole file as bytes: from disk, from standard input (`-`), or out of the program itself. */
#ifndef LOAD_FILETEXT_H
#define LOAD_FILETEXT_H

#include "base/arena.h"
#include "base/err.h"

#define FILETEXT_MAX_B ((size_t)64 * 1024 * 1024)

struct filetext {
    const char *name; /* as errors name it */
    const char *data; /* followed by a zero byte that does not count */
    size_t size;
};

/* Reads the file at `path`, at most FILETEXT_MAX_B. A path that is not on disk but names an
 * embedded file
 * (`data/devices/x.yaml`) reads that one. ERR_IO names the file and the reason; a larger file is
 * ERR_INPUT. */
bool filetext_read(struct arena *arena, const char *path, struct filetext *out, struct err *err);

#endif
