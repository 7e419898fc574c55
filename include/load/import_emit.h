/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported as a document that cephplan reads: a device, a cluster, or a record (a cluster
 * and what was measured on it). */
#ifndef LOAD_IMPORT_EMIT_H
#define LOAD_IMPORT_EMIT_H

#include "load/import_pools.h"

#include <stdio.h>

enum import_as { IMPORT_AS_DEVICE, IMPORT_AS_CLUSTER, IMPORT_AS_RECORD };

/* The names of enum import_as, NULL-terminated. */
extern const char *const import_as_names[];

struct import_document {
    enum import_as as;
    struct device *device;   /* of a device document */
    struct cluster *cluster; /* of the others */
    struct import_remarks remarks;
};

/* What the inputs are, where the user does not say it: OSDs and pools make a cluster, with results
 * of its clients a record; results alone a record when a client of a cluster measured any of them,
 * a device otherwise. */
enum import_as import_as_default(const struct import *import);

/* Makes the document; ERR_INPUT when the inputs hold nothing for one. `name` may be NULL. */
bool import_document_make(struct import *import, enum import_as as, const char *name,
                          struct import_document *document, struct err *err);

/* Writes it as YAML that loads again; warnings and remarks stand above it as comments. Errors of
 * the stream are the caller's to check. */
void import_document_write(const struct import *import, const struct import_document *document,
                           FILE *out);

#endif
