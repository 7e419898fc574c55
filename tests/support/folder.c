/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/folder.h"

#include <stdlib.h>
#include <string.h>

int folder_setup(void **state)
{
    void *fixture = NULL;
    struct folder *folder = calloc(1, sizeof *folder);
    if (folder == NULL || suite_setup(&fixture) != 0)
        return -1;
    folder->f = fixture;
    folder->path = scratch_make(&folder->f->arena);
    folder->catalogue = catalogue_new(&folder->f->arena, folder->path);
    *state = folder;
    return folder->path == NULL ? -1 : 0;
}

int folder_teardown(void **state)
{
    struct folder *folder = *state;
    void *fixture = folder->f;
    scratch_remove(folder->path);
    free(folder);
    return suite_teardown(&fixture);
}

const char *folder_write(const struct folder *folder, const char *name, const char *text)
{
    return scratch_write(&folder->f->arena, folder->path, name, text, strlen(text));
}

const char *folder_message(const struct folder *folder, const struct err *err)
{
    char text[2048];
    err_format(err, text, sizeof text);
    return arena_copy(&folder->f->arena, text);
}

void folder_expect(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", text, part);
}
