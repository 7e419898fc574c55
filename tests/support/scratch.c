/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *scratch_make(struct arena *arena)
{
    const char *base = getenv("TMPDIR");
    char *path = arena_printf(arena, "%s/cephplan-XXXXXX", base != NULL ? base : "/tmp");
    return mkdtemp(path);
}

const char *scratch_write(struct arena *arena, const char *folder, const char *name,
                          const char *data, size_t size)
{
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}

void scratch_empty(const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)closedir(dir);
}

void scratch_remove(const char *folder)
{
    scratch_empty(folder);
    (void)rmdir(folder);
}

double scratch_seconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0)
        abort();
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double scratch_slowness(void)
{
    const char *stated = getenv("TEST_SLOWNESS");
    if (stated != NULL)
        return strtod(stated, NULL);
#ifdef SCRATCH_SANITIZED
    return 20;
#else
    return 1;
#endif
}
