/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As much of JSON Schema (draft 2020-12) as the program's own schema uses, over YAML trees: an
 * independent reader of it. A keyword that is not known fails, so that nothing is skipped in
 * silence. */
#ifndef TESTS_SUPPORT_JSONSCHEMA_H
#define TESTS_SUPPORT_JSONSCHEMA_H

#include "load/yamldoc.h"

#include <jansson.h>
#include <stdbool.h>

/* Does the tree satisfy `schema`, whose references start at `root`? On failure `why` (200 bytes)
 * says the first reason. Scalars are typed as YAML 1.2's core schema does. */
bool jsonschema_check(json_t *root, json_t *schema, const struct ynode *node, char *why);

#endif
