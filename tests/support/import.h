/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of `import` in tests. */
#ifndef TESTS_SUPPORT_IMPORT_H
#define TESTS_SUPPORT_IMPORT_H

#include "support/suite.h"

#include "load/import_emit.h"

/* Imports files, or one; fails the test with the refusal's words. */
struct import *import_files(struct fixture *f, const char *const *paths, int n);
struct import *import_path(struct fixture *f, const char *path);

/* Imports a text as if it were a file named "input". */
struct import *import_words(struct fixture *f, const char *text);

/* The same of devices of a class that the user named. */
struct import *import_words_of(struct fixture *f, int device_class, const char *text);

/* Imports a text that must be refused; returns the words. */
const char *import_refused(struct fixture *f, const char *text);

/* Was something told whose words hold the fragment? */
bool import_told(const struct import *import, const char *fragment);

/* Fails unless the text was told; shows all that was. */
void import_must_tell(const struct import *import, const char *fragment);

/* The document that is made of an import, named "made"; fails the test with the reason of none. */
struct import_document *import_made(struct fixture *f, struct import *import, enum import_as as);

/* A document of an import as YAML, and the import as its own JSON, read again. */
const char *import_yaml(struct fixture *f, const struct import *import,
                        const struct import_document *document);
const struct jnode *import_json(struct fixture *f, const struct import *import);

/* Was something remarked on the document whose words hold the fragment? */
bool import_remarked(const struct import_document *document, const char *fragment);

/* Fails unless the text was remarked; shows all that was. */
void import_must_remark(const struct import_document *document, const char *fragment);

/* One result as people would note it down. NaN and FIELD_ABSENT: the input does not say. */
struct noted {
    int line;
    const char *tool;
    int rw;
    double bs_B;
    int iodepth, numjobs;
    double iops, mbps, lat_ms, p99_ms;
    double tolerance; /* of IOPS and MB/s, relative */
};

/* Fails unless result `i` is what was noted; latencies within 0.01 %. */
void import_check_noted(const struct import *import, int i, const struct noted *noted);

#endif
