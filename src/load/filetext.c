/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: data[size] is a zero byte; nothing stays open. */
#include "load/filetext.h"

#include "load/embedded.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool io_error(struct err *err, const char *path)
{
    return err_set(err, ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
}

static bool too_large(struct err *err, const char *path)
{
    return err_at(err, path, 0, 0, "is larger than %zu MiB; allowed: documents up to that size",
                  FILETEXT_MAX_B >> 20);
}

/* Reads to the end whatever the stream is, growing by doubling; `expected` is its size, 0 when a
 * pipe has none. */
static bool read_stream(struct arena *arena, FILE *file, size_t expected, struct filetext *out,
                        struct err *err)
{
    size_t capacity = expected > 0 ? expected + 1 : 64 * (size_t)1024, size = 0;
    char *data = arena_alloc(arena, capacity + 1);
    for (;;) {
        size_t got = fread(data + size, 1, capacity - size, file);
        size += got;
        if (size > FILETEXT_MAX_B)
            return too_large(err, out->name);
        if (size < capacity) {
            if (ferror(file) != 0)
                return io_error(err, out->name);
            break;
        }
        data = arena_grow(arena, data, size, 2 * capacity + 1, 1);
        capacity *= 2;
    }
    data[size] = '\0';
    out->data = data;
    out->size = size;
    return true;
}

static void close_file(void *file)
{
    (void)fclose(file);
}

static bool read_disk(struct arena *arena, const char *path, struct filetext *out, struct err *err)
{
    struct stat info;
    struct arena_hold *hold = arena_hold(arena, close_file);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return io_error(err, path);
    hold->what = file;
    bool ok = false, known = fstat(fileno(file), &info) == 0;
    bool regular = known && S_ISREG(info.st_mode);
    if (known && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        (void)io_error(err, path);
        goto out;
    }
    if (regular && info.st_size > (off_t)FILETEXT_MAX_B) {
        (void)too_large(err, path);
        goto out;
    }
    ok = read_stream(arena, file, regular ? (size_t)info.st_size : 0, out, err);
out:
    arena_let_go(hold);
    return ok;
}

bool filetext_read(struct arena *arena, const char *path, struct filetext *out, struct err *err)
{
    struct filetext text = {.name = arena_copy(arena, path)};
    struct stat info;
    bool ok = false;
    if (strcmp(path, "-") == 0) {
        text.name = "standard input";
        ok = read_stream(arena, stdin, 0, &text, err);
    } else if (stat(path, &info) != 0 && embedded_find(path) != NULL) {
        const struct embedded_file *file = embedded_find(path);
        text.data = file->data;
        text.size = file->size;
        ok = true;
    } else {
        ok = read_disk(arena, path, &text, err);
    }
    if (ok)
        *out = text;
    return ok;
}
