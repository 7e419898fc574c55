/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OSDs of one `osd tree`, `osd df` or `osd df tree`, collected until the whole of it was read: a
 * table of zeros, or none at all, is refused as a whole. */
#ifndef LOAD_IMPORT_OSDS_H
#define LOAD_IMPORT_OSDS_H

#include "load/import_data.h"

struct osd_rows {
    struct import_osd *rows;
    int n;
    const char **hosts; /* in order, also those without OSDs */
    int n_hosts;
    const char **roots;
    int n_roots;
    struct import_class total; /* name NULL: no TOTAL line */
    double total_pct;
    double root_weight_tib; /* sum over the roots; NaN: not stated */
    int line;
};

void osd_rows_init(struct osd_rows *rows, int line);

/* A new absent row, valid until the next. */
struct import_osd *osd_rows_add(struct arena *arena, struct osd_rows *rows);

void osd_rows_add_host(struct arena *arena, struct osd_rows *rows, const char *name);
void osd_rows_add_root(struct arena *arena, struct osd_rows *rows, const char *name);

/* Puts the rows into the import, with what must be told of them. */
void osd_rows_commit(struct import_session *session, struct osd_rows *rows,
                     enum import_format format);

#endif
