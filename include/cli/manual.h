/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Manual pages in troff's man macros, out of the tables that the program itself reads. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "base/arena.h"
#include "cli/opt.h"

/* cephplan(1): every command with its options. */
void manual_commands(const struct command *commands, size_t n, FILE *out);

/* cephplan(5): the documents, their quantities and every key. */
void manual_documents(struct arena *arena, FILE *out);

/* The cluster document and the need that cephplan(5) shows. */
extern const char manual_example[];
extern const char manual_need_example[];

#endif
