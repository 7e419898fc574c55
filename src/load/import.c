/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a path that gives nothing ends the import; a file in a folder that gives nothing does
 * not. */
#include "load/import.h"

#include "load/import_cbt.h"
#include "load/import_check.h"
#include "load/import_check_cluster.h"
#include "load/import_file.h"
#include "load/import_folder.h"

#include <string.h>

/* Every file that can be used; the others are named. */
static bool read_all(struct import *import, const char *folder, const char *const *files, int n,
                     struct err *err)
{
    int before = import->taken;
    for (int i = 0; i < n; i++) {
        struct err why = ERR_INIT;
        if (import_file(import, files[i], &why))
            continue;
        if (why.kind == ERR_IO)
            return err_set(err, ERR_IO, "%s", why.text);
        import_tell(import, IMPORT_NOTE, files[i], 0, "%s was not used: %s", files[i], why.text);
    }
    if (import->taken == before)
        return err_at(err, folder, 0, 0, "no output of a known tool in this folder of %d files", n);
    return true;
}

static bool read_folder(struct import *import, const char *path, struct err *err)
{
    const char **files;
    int n;
    if (!folder_list(import->arena, path, &files, &n, err))
        return false;
    if (import_cbt_sniff(files, n))
        return import_cbt(import, path, files, n, err);
    return read_all(import, path, files, n, err);
}

bool import_run(struct import *import, const char *const *paths, int n_paths, struct err *err)
{
    for (int i = 0; i < n_paths; i++) {
        bool folder = strcmp(paths[i], "-") != 0 && folder_is(paths[i]);
        if (!(folder ? read_folder(import, paths[i], err) : import_file(import, paths[i], err)))
            return false;
    }
    import_check_results(import);
    import_check_cluster(import);
    return true;
}
