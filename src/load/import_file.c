/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: an input that gives nothing is refused, with the first reason that a reader had. */
#include "load/import_file.h"

#include "load/import_sane.h"
#include "load/import_stream.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the first bytes say of a file that is no text; NULL: nothing. */
static const char *packed_as(const unsigned char *head)
{
    static const struct {
        const char *magic, *name;
    } forms[] = {{"\x1f\x8b", "gzip"},
                 {"BZh", "bzip2"},
                 {"\xfd"
                  "7zXZ",
                  "xz"},
                 {"\x28\xb5\x2f\xfd", "zstd"},
                 {"PK\x03\x04", "zip"}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (memcmp(head, forms[i].magic, strlen(forms[i].magic)) == 0)
            return forms[i].name;
    return NULL;
}

/* Does a document of cephplan begin so? */
static bool is_document(const struct textscan *scan)
{
    static const char key[] = "cephplan: ";
    return memcmp(scan->head, key, sizeof key - 1) == 0;
}

static bool read_scan(struct import *import, struct textscan *scan, struct err *err)
{
    struct import before = *import;
    import->refusal = (struct err)ERR_INIT;
    if (!import_stream(import, scan, err))
        return false;
    if (import->taken > before.taken) {
        import_drop_impossible(import, &before, scan->name);
        return true;
    }
    const char *packed = packed_as(scan->head);
    if (packed != NULL) /* whatever a reader took its bytes for */
        import->refusal = (struct err)ERR_INIT;
    if (packed != NULL)
        (void)err_at(&import->refusal, scan->name, 0, 0,
                     "is packed (%s); allowed: text, so unpack it first", packed);
    else if (!scan->any)
        (void)err_at(&import->refusal, scan->name, 0, 0,
                     "is empty; allowed: output of a known tool (`cephplan import --help` lists "
                     "them)");
    else if (import->refusal.kind == ERR_NONE && is_document(scan))
        (void)err_at(&import->refusal, scan->name, 0, 0,
                     "is a document of cephplan already, nothing to import; `cephplan help` lists "
                     "what reads it");
    else if (import->refusal.kind == ERR_NONE)
        (void)err_at(&import->refusal, scan->name, 0, 0,
                     "no output of a known tool (`cephplan import --help` lists them)");
    if (err != NULL && err->kind == ERR_NONE)
        *err = import->refusal;
    return false;
}

static void close_scan(void *scan)
{
    textscan_close(scan);
}

static void close_file(void *file)
{
    (void)fclose(file);
}

bool import_memory(struct import *import, const char *name, const void *data, size_t size,
                   struct err *err)
{
    struct textscan *scan = arena_alloc(import->arena, sizeof *scan);
    struct arena_hold *hold = arena_hold(import->arena, close_scan);
    textscan_open_memory(scan, name, data, size);
    hold->what = scan;
    bool good = read_scan(import, scan, err);
    arena_let_go(hold);
    return good;
}

bool import_file(struct import *import, const char *path, struct err *err)
{
    bool standard = strcmp(path, "-") == 0;
    struct textscan *scan = arena_alloc(import->arena, sizeof *scan);
    struct arena_hold *hold = arena_hold(import->arena, close_file);
    struct arena_hold *scanning = arena_hold(import->arena, close_scan);
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL)
        return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
    hold->what = standard ? NULL : file;
    textscan_open_file(scan, standard ? "standard input" : path, file);
    scanning->what = scan;
    bool good = read_scan(import, scan, err);
    arena_let_go(scanning);
    arena_let_go(hold);
    return good;
}
