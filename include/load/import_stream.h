/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One input, whatever it holds: cut into segments, each given to the reader that knows it. */
#ifndef LOAD_IMPORT_STREAM_H
#define LOAD_IMPORT_STREAM_H

#include "load/import_data.h"

/* Every reader, in the order in which they are asked; NULL-terminated. */
extern const struct import_reader *const import_readers[];

/* Reads all of the input into `import`. What cannot be used becomes a warning; the first reason is
 * in import->refusal. False only when reading or memory failed (ERR_IO). Memory stays bounded by
 * the longest JSON document (JSONDOC_MAX_B), however long the input is. */
bool import_stream(struct import *import, struct textscan *scan, struct err *err);

#endif
