/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: rows enter the import all together or not at all. */
#include "load/import_osds.h"

#include <math.h>
#include <string.h>

void osd_rows_init(struct osd_rows *rows, int line)
{
    *rows = (struct osd_rows){.line = line, .total_pct = UNKNOWN, .root_weight_tib = UNKNOWN};
    rows->total = (struct import_class){NULL, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
}

struct import_osd *osd_rows_add(struct arena *arena, struct osd_rows *rows)
{
    struct import_osd *osd = arena_append(arena, &rows->rows, &rows->n, sizeof *osd);
    *osd = (struct import_osd){.id = FIELD_ABSENT};
    osd->weight_tib = osd->reweight = osd->primary_affinity = UNKNOWN;
    osd->size_B = osd->used_B = osd->data_B = osd->omap_B = osd->meta_B = osd->avail_B = UNKNOWN;
    osd->use_pct = osd->var = UNKNOWN;
    osd->pgs = FIELD_ABSENT;
    return osd;
}

static void add_name(struct arena *arena, const char ***names, int *n, const char *name)
{
    for (int i = 0; i < *n; i++)
        if (strcmp((*names)[i], name) == 0)
            return;
    const char **slot = arena_append(arena, names, n, sizeof *slot);
    *slot = arena_copy(arena, name);
}

void osd_rows_add_host(struct arena *arena, struct osd_rows *rows, const char *name)
{
    add_name(arena, &rows->hosts, &rows->n_hosts, name);
}

void osd_rows_add_root(struct arena *arena, struct osd_rows *rows, const char *name)
{
    add_name(arena, &rows->roots, &rows->n_roots, name);
}

static void copy_number(double *to, double from)
{
    if (isfinite(from))
        *to = from;
}

static void copy_text(const char **to, const char *from)
{
    if (from != NULL)
        *to = from;
}

static void merge_row(struct import_osd *to, const struct import_osd *from)
{
    copy_text(&to->class, from->class);
    copy_text(&to->status, from->status);
    copy_number(&to->weight_tib, from->weight_tib);
    copy_number(&to->reweight, from->reweight);
    copy_number(&to->primary_affinity, from->primary_affinity);
    copy_number(&to->size_B, from->size_B);
    copy_number(&to->used_B, from->used_B);
    copy_number(&to->data_B, from->data_B);
    copy_number(&to->omap_B, from->omap_B);
    copy_number(&to->meta_B, from->meta_B);
    copy_number(&to->avail_B, from->avail_B);
    copy_number(&to->use_pct, from->use_pct);
    copy_number(&to->var, from->var);
    if (from->pgs != FIELD_ABSENT)
        to->pgs = from->pgs;
    for (int b = 0; b < N_BUCKETS; b++)
        copy_text(&to->bucket[b], from->bucket[b]);
}

/* The manager had lost its statistics: sizes of zero beside PGs. */
static bool has_no_statistics(const struct osd_rows *rows, enum import_format format)
{
    bool pgs = false;
    for (int i = 0; i < rows->n; i++) {
        if (rows->rows[i].size_B > 0)
            return false;
        pgs = pgs || rows->rows[i].pgs > 0;
    }
    return format != IMPORT_OSD_TREE && pgs;
}

static void commit_hosts(struct import *import, const struct osd_rows *rows,
                         enum import_format format)
{
    for (int h = 0; h < rows->n_hosts; h++) {
        struct import_host *host = import_add_host(import, rows->hosts[h]);
        int osds = 0;
        double size = 0, used = 0;
        for (int i = 0; i < rows->n; i++) {
            const struct import_osd *osd = &rows->rows[i];
            const char *name = osd->bucket[BUCKET_HOST];
            if (name == NULL || strcmp(name, host->name) != 0)
                continue;
            osds++;
            size += isfinite(osd->size_B) ? osd->size_B : 0;
            used += isfinite(osd->used_B) ? osd->used_B : 0;
        }
        host->osds = osds;
        if (format != IMPORT_OSD_TREE) {
            host->size_B = size;
            host->used_B = used;
        }
        if (osds == 0 && format == IMPORT_OSD_TREE)
            import_add_empty_host(import, host->name);
    }
}

/* `osd df tree class ssd` lists one class, but the buckets' weights count all. */
static void tell_filter(struct import_session *session, const struct osd_rows *rows)
{
    double sum = 0;
    const char *class = rows->n > 0 ? rows->rows[0].class : NULL;
    for (int i = 0; i < rows->n; i++) {
        const struct import_osd *osd = &rows->rows[i];
        sum += isfinite(osd->weight_tib) ? osd->weight_tib : 0;
        if (class == NULL || osd->class == NULL || strcmp(class, osd->class) != 0)
            return;
    }
    if (rows->root_weight_tib > 1.01 * sum + 1e-4)
        import_tell(session->import, IMPORT_WARNING, session->file, rows->line,
                    "only class %s is listed: the weights of the buckets (%.4g TiB) count OSDs "
                    "that are not "
                    "here (%.4g TiB are)",
                    class, rows->root_weight_tib, sum);
}

static const char *format_name(enum import_format format)
{
    return format == IMPORT_OSD_TREE ? "osd-tree"
           : format == IMPORT_OSD_DF ? "osd-df"
                                     : "osd-df-tree";
}

void osd_rows_commit(struct import_session *session, struct osd_rows *rows,
                     enum import_format format)
{
    struct import *import = session->import;
    if (rows->n == 0) {
        import_refuse(import, session->file, rows->line, "no OSD in the %s",
                      format == IMPORT_OSD_TREE ? "tree" : "table");
        return;
    }
    if (has_no_statistics(rows, format)) {
        import_refuse(import, session->file, rows->line,
                      "every size is 0 B although PGs are there: the manager had no statistics");
        return;
    }
    import_add_format(import, format_name(format));
    for (int i = 0; i < rows->n; i++)
        merge_row(import_osd(import, rows->rows[i].id, format), &rows->rows[i]);
    for (int i = 0; i < rows->n_roots; i++)
        import_add_root(import, rows->roots[i]);
    for (int i = 0; i < rows->n && rows->n_roots > 0; i++)
        if (rows->rows[i].bucket[BUCKET_ROOT] == NULL && rows->rows[i].bucket[BUCKET_HOST] == NULL)
            import_add_stray(import, rows->rows[i].id);
    commit_hosts(import, rows, format);
    if (format != IMPORT_OSD_TREE && rows->total.name != NULL) {
        import->total = rows->total;
        import->total_pct = rows->total_pct;
    }
    if (format == IMPORT_OSD_DF_TREE)
        tell_filter(session, rows);
}
