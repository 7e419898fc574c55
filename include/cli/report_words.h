/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of bounds, which are keys of the JSON, in words for whoever signs a purchase. */
#ifndef CLI_REPORT_WORDS_H
#define CLI_REPORT_WORDS_H

#include "model/document.h"

/* What a bound is, in a sentence: "the public links of the OSD hosts"; what is no bound as it is.
 */
const char *report_bound(const char *key);

/* In a table or a figure: "public network". */
const char *report_bound_words(const char *key);

/* Puts the words in place of the keys, in tables and figures. */
void report_say_bounds(struct document *document);

#endif
