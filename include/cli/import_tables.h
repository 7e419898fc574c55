/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported, for people: tables of results, hosts and pools. */
#ifndef CLI_IMPORT_TABLES_H
#define CLI_IMPORT_TABLES_H

#include "cli/context.h"
#include "load/import_emit.h"

/* Shows all tables that have a row, with the warnings below. */
void import_show_tables(struct context *ctx, struct import *import);

#endif
