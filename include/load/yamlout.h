/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structs to documents by the field tables: what was written loads again as the same values. */
#ifndef LOAD_YAMLOUT_H
#define LOAD_YAMLOUT_H

#include "model/field.h"

#include <stdio.h>

/* Writes every member that is not absent, keys in the order of the schema. Small maps stand on one
 * line. A device that has nothing but a name is written as the name. Errors of the stream are the
 * caller's to check. */
void yamlout_document(const struct schema *schema, const void *object, FILE *out);

/* A comment line of any text behind a lead of plain words; what would end the line or is no
 * character is a blank. */
void yamlout_comment(FILE *out, const char *lead, const char *text);

/* A short text with a unit that reads back as the same number: "4k", "180.81ms", "4TB".
 * What needs more than 60 characters (below 1e-30, say) is 0. */
void yamlout_quantity(enum dim dim, double value, char *buf, size_t size);

#endif
