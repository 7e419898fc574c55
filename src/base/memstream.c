/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: bytes[size] is a zero byte once anything was written; `file` is NULL when closed. */
#define _GNU_SOURCE 1 /* fopencookie */

#include "base/memstream.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_B = 4096 };

/* A write that is not done whole counts as failed: stdio then keeps the stream's error. */
static ssize_t take_bytes(void *cookie, const char *bytes, size_t n)
{
    struct memstream *stream = cookie;
    if (n >= stream->capacity - stream->size) {
        size_t capacity = 2 * stream->capacity + n + FIRST_B;
        char *grown = capacity <= n ? NULL : realloc(stream->bytes, capacity);
        if (grown == NULL) {
            stream->failed = true;
            return 0;
        }
        stream->bytes = grown;
        stream->capacity = capacity;
    }
    memcpy(stream->bytes + stream->size, bytes, n);
    stream->size += n;
    stream->bytes[stream->size] = '\0';
    return (ssize_t)n;
}

static void release(void *what)
{
    struct memstream *stream = what;
    if (stream->file != NULL)
        (void)fclose(stream->file);
    free(stream->bytes);
    *stream = (struct memstream){.hold = stream->hold};
}

struct memstream *memstream_open(struct arena *arena)
{
    static const cookie_io_functions_t functions = {.write = take_bytes};
    struct memstream *stream = arena_alloc(arena, sizeof *stream);
    stream->hold = arena_hold(arena, release);
    stream->file = fopencookie(stream, "w", functions);
    if (stream->file == NULL)
        arena_full(arena);
    stream->hold->what = stream;
    return stream;
}

const char *memstream_end(struct memstream *stream, struct arena *arena, size_t *size)
{
    bool ok = ferror(stream->file) == 0;
    ok = fclose(stream->file) == 0 && ok && !stream->failed;
    stream->file = NULL;
    if (!ok)
        arena_full(arena);
    if (size != NULL)
        *size = stream->size;
    return stream->bytes == NULL ? "" : stream->bytes;
}

void memstream_free(struct memstream *stream)
{
    arena_let_go(stream->hold);
}
