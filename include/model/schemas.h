/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind of document and every part of one. */
#ifndef MODEL_SCHEMAS_H
#define MODEL_SCHEMAS_H

#include "model/field.h"

/* Every schema of the documents, for `cephplan fields`: NULL-terminated, cluster first. */
extern const struct schema *const all_schemas[];

/* Those that are documents of their own, told apart by their key `cephplan`: NULL-terminated,
 * cluster first. */
extern const struct schema *const document_schemas[];

#endif
