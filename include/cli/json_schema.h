/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The documents as a JSON Schema (draft 2020-12), for editors that complete and check YAML. */
#ifndef CLI_JSON_SCHEMA_H
#define CLI_JSON_SCHEMA_H

#include "model/field.h"

#include <stdio.h>

/* Writes the schema of a document that is `root`; NULL: of any document, told apart by its
 * `cephplan` key. Made from the field tables, so what it allows is what the program reads, but for
 * rules between keys and for numbers and truth values in quotes. `device_names` (NULL-terminated)
 * are the words that stand for a device. */
void json_schema_write(const struct schema *root, const char *const *device_names, FILE *out);

#endif
