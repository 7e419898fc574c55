/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents for tests of what renders them. */
#ifndef TESTS_SUPPORT_SAMPLE_H
#define TESTS_SUPPORT_SAMPLE_H

#include "model/document.h"

/* One block of each kind, with texts that each format must escape: tags, quotes, template braces,
 * control characters, malformed UTF-8, letters of many scripts, very long words. */
void sample_hostile(struct document *document, struct arena *arena);

/* A long document of random blocks, by a seed: headings, paragraphs, tables of many rows and
 * columns, lists, code. */
void sample_random(struct document *document, struct arena *arena, unsigned seed);

#endif
