/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream into memory whose bytes belong to a region.
 *
 * Unlike those of open_memstream, a write that found no memory is never forgotten: some C libraries
 * drop the bytes and report nothing. */
#ifndef BASE_MEMSTREAM_H
#define BASE_MEMSTREAM_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

struct memstream {
    FILE *file; /* to write to, until memstream_end */
    char *bytes;
    size_t size, capacity;
    bool failed; /* memory ran out */
    struct arena_hold *hold;
};

/* Opens an empty stream. Running out of memory goes where the region goes. */
struct memstream *memstream_open(struct arena *arena);

/* Closes it and returns what was written, terminated; `size` (NULL: not wanted) without the
 * terminator. Valid until memstream_free or the region's end. */
const char *memstream_end(struct memstream *stream, struct arena *arena, size_t *size);

/* Releases stream and bytes before the region's end. */
void memstream_free(struct memstream *stream);

#endif
