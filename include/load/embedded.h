/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that the build put into the program: devices, records, models, example clusters. */
#ifndef LOAD_EMBEDDED_H
#define LOAD_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *path; /* as in the source tree: "data/devices/x.yaml" */
    const char *data; /* terminated by a zero byte that does not count */
    size_t size;
};

/* Sorted by path (strcmp), closed by a row of zeros. Made by the build. */
extern const struct embedded_file embedded_files[];
extern const size_t n_embedded_files;

/* The file of that path, NULL when there is none. */
const struct embedded_file *embedded_find(const char *path);

/* The first file whose path begins with `prefix`, and how many do. */
const struct embedded_file *embedded_prefix(const char *prefix, size_t *count);

#endif
