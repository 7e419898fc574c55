/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: names are sorted and different; an entry of the folder hides the embedded one of its
 * name. */
#include "load/catalogue.h"

#include "load/embedded.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PREFIX "data/devices/"

/* An entry that is being read; `up` is the one that names it. */
struct open_entry {
    const char *name;
    bool embedded;
    const struct open_entry *up;
};

enum { CHAIN_MAX = 16 };

struct catalogue {
    struct arena *arena;
    const char *folder;
    const char **names; /* made when somebody asks for all */
    int n_names;
    const struct device **read; /* entries met so far, any order */
    int n_read;
    const struct open_entry *open;
};

struct catalogue *catalogue_new(struct arena *arena, const char *folder)
{
    struct catalogue *catalogue = arena_alloc(arena, sizeof *catalogue);
    catalogue->arena = arena;
    catalogue->folder = folder;
    return catalogue;
}

/* The name of a file without folder and ending, NULL when it does not end in .yaml. */
static const char *entry_name(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t length = strlen(base);
    if (length <= 5 || strcmp(base + length - 5, ".yaml") != 0)
        return NULL;
    return arena_string(arena, base, length - 5);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_name(struct catalogue *catalogue, const char *name)
{
    const char **slot =
        arena_append(catalogue->arena, &catalogue->names, &catalogue->n_names, sizeof *slot);
    *slot = name;
}

static void add_file(struct catalogue *catalogue, const char *path)
{
    const char *name = entry_name(catalogue->arena, path);
    if (name != NULL)
        add_name(catalogue, name);
}

static void close_folder(void *folder)
{
    (void)closedir(folder);
}

static void collect_folder(struct catalogue *catalogue)
{
    struct arena_hold *hold = arena_hold(catalogue->arena, close_folder);
    DIR *dir = catalogue->folder == NULL ? NULL : opendir(catalogue->folder);
    if (dir == NULL)
        return;
    hold->what = dir;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        add_file(catalogue, entry->d_name);
    arena_let_go(hold);
}

static void collect_names(struct catalogue *catalogue)
{
    size_t count = 0;
    int kept = 0;
    const struct embedded_file *files = embedded_prefix(PREFIX, &count);
    for (size_t i = 0; i < count; i++)
        add_file(catalogue, files[i].path);
    collect_folder(catalogue);
    qsort(catalogue->names, (size_t)catalogue->n_names, sizeof *catalogue->names, by_text);
    for (int i = 0; i < catalogue->n_names; i++)
        if (kept == 0 || strcmp(catalogue->names[kept - 1], catalogue->names[i]) != 0)
            catalogue->names[kept++] = catalogue->names[i];
    catalogue->n_names = kept;
    add_name(catalogue, NULL); /* ends the list */
    catalogue->n_names = kept;
}

const char *const *catalogue_names(struct catalogue *catalogue, size_t *count)
{
    if (catalogue->names == NULL)
        collect_names(catalogue);
    if (count != NULL)
        *count = (size_t)catalogue->n_names;
    return catalogue->names;
}

static const char *entry_path(struct catalogue *catalogue, const char *name)
{
    struct stat info;
    if (strchr(name, '/') != NULL)
        return NULL;
    if (catalogue->folder != NULL) {
        const char *path = arena_printf(catalogue->arena, "%s/%s.yaml", catalogue->folder, name);
        if (stat(path, &info) == 0)
            return path;
    }
    const char *path = arena_printf(catalogue->arena, PREFIX "%s.yaml", name);
    return embedded_find(path) == NULL ? NULL : path;
}

static bool no_entry(struct catalogue *catalogue, const char *name, struct err *err)
{
    size_t n = 0;
    const char *const *names = catalogue_names(catalogue, &n);
    const char *near = err_nearest(name, names, n);
    near = near != NULL ? near : err_abbreviated(name, names, n);
    return err_set(
        err, ERR_INPUT,
        "device '%.60s' is not in the catalogue; allowed: a name that `cephplan devices` "
        "lists, a path ending in .yaml, or a mapping%s",
        name, err_hint(near).text);
}

static void remember(struct catalogue *catalogue, const struct device *device)
{
    const struct device **slot =
        arena_append(catalogue->arena, &catalogue->read, &catalogue->n_read, sizeof *slot);
    *slot = device;
}

/* A folder's entries may name one another in a circle. */
static bool check_chain(const struct catalogue *catalogue, const char *name, bool embedded,
                        struct err *err)
{
    int length = 0;
    for (const struct open_entry *entry = catalogue->open; entry != NULL; entry = entry->up) {
        if (strcmp(entry->name, name) == 0 && entry->embedded == embedded)
            return err_set(err, ERR_INPUT,
                           "device '%.60s' is like itself; allowed: a chain of 'like' that ends",
                           name);
        if (++length == CHAIN_MAX)
            return err_set(err, ERR_INPUT,
                           "device '%.60s' ends a chain of more than %d 'like'; allowed: at most "
                           "so many",
                           name, CHAIN_MAX);
    }
    return true;
}

static bool read_entry(struct catalogue *catalogue, const char *name, const char *path,
                       struct device **device, struct err *err)
{
    struct loader loader;
    bool embedded = strncmp(path, PREFIX, strlen(PREFIX)) == 0;
    struct open_entry open = {name, embedded, catalogue->open};
    if (!check_chain(catalogue, name, embedded, err))
        return false;
    catalogue_loader(catalogue, &loader);
    catalogue->open = &open;
    bool ok = load_device(&loader, path, device, err);
    catalogue->open = open.up;
    if (ok && ((*device)->name == NULL || strcmp((*device)->name, name) != 0))
        return err_at(err, path, (*device)->place.line, (*device)->place.col,
                      "is named '%.60s' inside; allowed: the name of its file, '%.60s'",
                      (*device)->name == NULL ? "" : (*device)->name, name);
    return ok;
}

static bool lookup(void *catalogue, const char *name, const struct device **device, struct err *err)
{
    return catalogue_find(catalogue, name, device, err);
}

static const char *const *own_names(void *context, size_t *n)
{
    struct catalogue *catalogue = context;
    struct catalogue folder = {.arena = catalogue->arena, .folder = catalogue->folder};
    collect_folder(&folder);
    if (folder.n_names > 0)
        qsort(folder.names, (size_t)folder.n_names, sizeof *folder.names, by_text);
    *n = (size_t)folder.n_names;
    return folder.names;
}

void catalogue_loader(struct catalogue *catalogue, struct loader *loader)
{
    loader_init(loader, catalogue->arena, lookup, catalogue);
    loader->own_names = catalogue->folder == NULL ? NULL : own_names;
}

/* An entry of the folder that names itself means the embedded entry that it hides; NULL: it does
 * not or there is none. */
static const char *hidden_path(const struct catalogue *catalogue, const char *name)
{
    const struct open_entry *open = catalogue->open;
    if (open == NULL || open->embedded || strcmp(open->name, name) != 0)
        return NULL;
    const char *path = arena_printf(catalogue->arena, PREFIX "%s.yaml", name);
    return embedded_find(path) == NULL ? NULL : path;
}

bool catalogue_find(struct catalogue *catalogue, const char *name, const struct device **device,
                    struct err *err)
{
    for (int i = 0; i < catalogue->n_read; i++) {
        if (strcmp(catalogue->read[i]->name, name) == 0) {
            *device = catalogue->read[i];
            return true;
        }
    }
    struct device *entry = NULL;
    const char *hidden = hidden_path(catalogue, name);
    if (hidden != NULL) {
        bool ok = read_entry(catalogue, name, hidden, &entry, err);
        *device = ok ? entry : *device;
        return ok;
    }
    const char *path = entry_path(catalogue, name);
    if (path == NULL)
        return no_entry(catalogue, name, err);
    if (!read_entry(catalogue, name, path, &entry, err))
        return false;
    remember(catalogue, entry);
    *device = entry;
    return true;
}
