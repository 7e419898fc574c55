/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported, as JSON in the vocabulary of the tools: `import/1`. Bytes everywhere, mbps in
 * 10^6 bytes/s, latencies in ms, shares in per cent; null: the input does not say. */
#ifndef CLI_IMPORT_JSON_H
#define CLI_IMPORT_JSON_H

#include "load/import_data.h"

#include <stdio.h>

/* The one format that was met; "mixed-paste" for several. */
const char *import_format_name(const struct import *import);

/* Writes the document. Errors of the stream are the caller's to check. */
void import_write_json(const struct import *import, FILE *out);

#endif
