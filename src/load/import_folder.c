/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: symbolic links to folders are not followed, so that a walk ends. */
#include "load/import_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct walk {
    struct arena *arena;
    const char **files;
    int n;
};

bool folder_is(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool add_file(struct walk *walk, const char *path, struct err *err)
{
    if (walk->n == FOLDER_FILES_MAX)
        return err_at(err, path, 0, 0, "more than %d files in the folder", FOLDER_FILES_MAX);
    const char **file = arena_append(walk->arena, &walk->files, &walk->n, sizeof *file);
    *file = path;
    return true;
}

static bool visit(struct walk *walk, const char *path, int depth, struct err *err);

static bool visit_entry(struct walk *walk, const char *folder, const char *name, int depth,
                        struct err *err)
{
    struct stat st;
    const char *path = arena_printf(walk->arena, "%s/%s", folder, name);
    if (name[0] == '.' || lstat(path, &st) != 0)
        return true;
    if (S_ISDIR(st.st_mode))
        return visit(walk, path, depth + 1, err);
    return !S_ISREG(st.st_mode) || add_file(walk, path, err);
}

static void close_folder(void *folder)
{
    (void)closedir(folder);
}

static bool visit(struct walk *walk, const char *path, int depth, struct err *err)
{
    if (depth > FOLDER_DEPTH_MAX)
        return err_at(err, path, 0, 0, "folders nested deeper than %d", FOLDER_DEPTH_MAX);
    struct arena_hold *hold = arena_hold(walk->arena, close_folder);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
    hold->what = folder;
    bool good = true;
    for (struct dirent *entry = readdir(folder); entry != NULL && good; entry = readdir(folder))
        good = visit_entry(walk, path, entry->d_name, depth, err);
    arena_let_go(hold);
    return good;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool folder_list(struct arena *arena, const char *path, const char ***files, int *n,
                 struct err *err)
{
    struct walk walk = {.arena = arena};
    if (!visit(&walk, path, 0, err))
        return false;
    if (walk.n > 0)
        qsort(walk.files, (size_t)walk.n, sizeof *walk.files, by_name);
    *files = walk.files;
    *n = walk.n;
    return true;
}
