/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the table is sorted, so both searches are binary. */
#include "load/embedded.h"

#include <string.h>

/* The first file that does not stand before `path`. */
static size_t lower_bound(const char *path)
{
    size_t low = 0, high = n_embedded_files;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(embedded_files[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct embedded_file *embedded_find(const char *path)
{
    size_t i = lower_bound(path);
    if (i == n_embedded_files || strcmp(embedded_files[i].path, path) != 0)
        return NULL;
    return &embedded_files[i];
}

const struct embedded_file *embedded_prefix(const char *prefix, size_t *count)
{
    size_t first = lower_bound(prefix), n = 0, length = strlen(prefix);
    while (first + n < n_embedded_files &&
           strncmp(embedded_files[first + n].path, prefix, length) == 0)
        n++;
    *count = n;
    return &embedded_files[first];
}
