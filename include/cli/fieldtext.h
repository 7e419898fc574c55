/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a row of a field table allows, in words: for `cephplan fields` and the manual. */
#ifndef CLI_FIELDTEXT_H
#define CLI_FIELDTEXT_H

#include "base/arena.h"
#include "model/field.h"

/* "whole number", "capacity", "list of: pool". */
const char *fieldtext_kind(struct arena *arena, const struct field *field);

/* "1 to 64", "bluestore or filestore"; NULL where anything of the kind goes. */
const char *fieldtext_allowed(struct arena *arena, const struct field *field);

#endif
