/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what the inputs do not say stays absent, and is named. */
#include "load/import_emit.h"

#include "load/yamlout.h"

#include <math.h>

const char *const import_as_names[] = {"device", "cluster", "record", NULL};

static bool has_cluster(const struct import *import)
{
    return import->n_osds > 0 || import->n_pools > 0 || import->n_profiles > 0;
}

static bool has_client_results(const struct import *import)
{
    for (int i = 0; i < import->n_results; i++)
        if (import_is_of_cluster(&import->results[i]))
            return true;
    return false;
}

enum import_as import_as_default(const struct import *import)
{
    if (has_client_results(import))
        return IMPORT_AS_RECORD;
    return has_cluster(import) || import->n_results == 0 ? IMPORT_AS_CLUSTER : IMPORT_AS_DEVICE;
}

/* -- what was measured -- */

static void add_tag(struct import *import, struct measured *row, const char *tag)
{
    const char **tags = arena_array(import->arena, (size_t)row->n_tags + 1, sizeof *tags);
    for (int i = 0; i < row->n_tags; i++)
        tags[i] = row->tags[i];
    tags[row->n_tags++] = tag;
    row->tags = tags;
}

static void fill_parts(const struct import_row *from, struct measured *to)
{
    to->read_iops_ops = from->part_iops_ops[DIR_READ];
    to->write_iops_ops = from->part_iops_ops[DIR_WRITE];
    to->read_bw_Bps = from->part_bw_Bps[DIR_READ];
    to->write_bw_Bps = from->part_bw_Bps[DIR_WRITE];
    to->read_lat_s = from->part_lat_s[DIR_READ];
    to->write_lat_s = from->part_lat_s[DIR_WRITE];
}

/* Throughput times latency off the requests outstanding by more than records allow. */
static bool contradicts(const struct measured *row)
{
    const double most = 1.6;
    const struct workload *load = &row->load;
    double depth = load->iodepth == FIELD_ABSENT ? UNKNOWN : load->iodepth;
    depth *= load->numjobs == FIELD_ABSENT ? 1 : load->numjobs;
    depth *= load->clients == FIELD_ABSENT ? 1 : load->clients;
    double ratio = row->iops_ops * row->lat_s / depth;
    return ratio > most || ratio < 1 / most;
}

static void fill_measured(struct import *import, const struct import_row *from, struct measured *to)
{
    field_init(&measured_schema, to);
    to->load.rw = from->rw;
    to->load.read_frac = from->read_frac;
    to->load.bs_B = from->bs_B;
    to->load.iodepth = from->iodepth;
    to->load.numjobs = from->numjobs;
    to->load.clients = from->clients;
    to->load.sync = from->fsync == 1 || from->sync == 1 ? 1 : FIELD_ABSENT;
    to->tool = from->tool;
    to->note = from->note;
    to->iops_ops = from->iops_ops;
    to->bw_Bps = from->bw_Bps;
    to->lat_s = from->lat_s;
    to->p99_s = from->p99_s;
    if (isfinite(from->read_frac))
        fill_parts(from, to);
    if (from->cached)
        add_tag(import, to, "cached");
    if (contradicts(to))
        add_tag(import, to, "inconsistent");
    if (to->n_tags > 0 || from->partial || from->buffered || from->iodepth == FIELD_ABSENT)
        to->fit = 0;
}

/* -- may a fit use it? -- */

static bool has_class(const struct side_device *side)
{
    return side == NULL || side->device->class != FIELD_ABSENT;
}

static const char *unknown_devices(const struct import *import, const struct cluster *cluster)
{
    for (int g = 0; g < cluster->n_hosts; g++)
        for (int i = 0; i < cluster->hosts[g].n_osds; i++) {
            const struct osd_group *osds = &cluster->hosts[g].osds[i];
            if (osds->device == NULL || osds->device->class == FIELD_ABSENT)
                return "the class of the devices";
            if (!has_class(osds->db) || !has_class(osds->wal) || !has_class(osds->journal))
                return "the class of the DB, WAL or journal devices";
        }
    if (cluster->ceph != NULL && cluster->ceph->objectstore == STORE_FILESTORE)
        return "whether the journals stand on devices of their own (Ceph does not say it)";
    if ((import->seen & IMPORT_OSD_METADATA) == 0)
        return "whether DB, WAL or journal stand on devices of their own (ceph osd metadata)";
    return NULL;
}

/* The pool that the row ran on: the one it names, else the only one that clients use. */
static const struct pool *pool_of(const struct cluster *cluster, const char *name)
{
    const struct pool *only = NULL;
    if (name != NULL)
        return cluster_pool(cluster, name);
    for (int i = 0; i < cluster->n_pools; i++) {
        if (pool_is_system(&cluster->pools[i]))
            continue;
        if (only != NULL)
            return NULL;
        only = &cluster->pools[i];
    }
    return only;
}

static bool has_copies(const struct pool *pool)
{
    if (pool->type == POOL_ERASURE)
        return pool->k != FIELD_ABSENT && pool->m != FIELD_ABSENT;
    return pool->type == POOL_REPLICATED && pool->size != FIELD_ABSENT;
}

/* What must be known before a row may serve a fit; NULL: all is. */
static const char *unknown_of(const struct import *import, const struct cluster *cluster,
                              const char *pool_name)
{
    const struct pool *pool = pool_of(cluster, pool_name);
    const char *devices = unknown_devices(import, cluster);
    if (cluster_osds(cluster) == 0)
        return "the number of OSDs";
    if (devices != NULL)
        return devices;
    if (pool == NULL)
        return "the pool that it ran on";
    return has_copies(pool) ? NULL : "the copies of its pool";
}

/* The pool by name where it is known, unless an absent name means the same. */
static void set_pool(const struct import_row *from, const struct cluster *cluster,
                     struct measured *to)
{
    const struct pool *pool = pool_of(cluster, from->pool);
    if (pool != NULL && (from->pool != NULL || pool != cluster_pool(cluster, NULL)))
        to->load.pool = pool->name;
}

static void judge(const struct import *import, const struct import_row *from,
                  const struct cluster *cluster, struct measured *to,
                  struct import_remarks *remarks)
{
    const char *unknown = unknown_of(import, cluster, from->pool);
    set_pool(from, cluster, to);
    if (unknown == NULL)
        return;
    to->fit = 0;
    import_remark(remarks,
                  "rows are marked `fit: false`, so that `calibrate` does not use them: %s is not "
                  "known",
                  unknown);
}

static bool is_of_an_osd(const struct import_row *row)
{
    return row->osd != FIELD_ABSENT;
}

static void remark_measured(const struct import_rows *rows, const struct cluster *cluster,
                            struct import_remarks *remarks)
{
    int unsure = 0, shallow = 0;
    const char *tool = NULL;
    for (int i = 0; i < rows->n; i++) {
        const struct import_row *row = &rows->rows[i];
        bool other = row->left_out == NULL && !import_row_is_of_cluster(row);
        unsure += other;
        tool = other ? row->tool : tool;
        shallow += row->left_out == NULL && row->iodepth == FIELD_ABSENT;
    }
    if (unsure > 0)
        import_remark(remarks,
                      "%d row%s of %s and the like are taken as a client's of the cluster; if they "
                      "are of a raw device, use --as device",
                      unsure, unsure == 1 ? "" : "s", tool);
    if (shallow > 0)
        import_remark(remarks,
                      "absent: the requests outstanding of %d row%s; add `iodepth:`, without it no "
                      "model can predict them",
                      shallow, shallow == 1 ? "" : "s");
    if (cluster->n_hosts == 0)
        import_remark(remarks,
                      "absent: the cluster it was measured on; add the outputs of `ceph osd "
                      "df tree`, `ceph osd metadata` and `ceph osd pool ls detail` (all "
                      "with -f json)");
    import_remark(remarks, "absent: who measured it; add `source: {title: ..., year: ...}`");
}

static bool make_measured(struct import *import, struct cluster *cluster,
                          struct import_remarks *remarks, struct err *err)
{
    struct import_rows rows;
    const char *why = "the input holds no result of a benchmark";
    import_rows_make(import, &rows);
    cluster->measured = arena_array(import->arena, (size_t)rows.n + 1, sizeof *cluster->measured);
    for (int i = 0; i < rows.n; i++) {
        struct import_row *row = &rows.rows[i];
        if (is_of_an_osd(row) && row->left_out == NULL)
            row->left_out = "the bench of one OSD is no client's (--as device takes it)";
        if (row->left_out != NULL) {
            why = row->left_out;
            continue;
        }
        struct measured *measured = &cluster->measured[cluster->n_measured++];
        fill_measured(import, row, measured);
        judge(import, row, cluster, measured, remarks);
        import_keep_limits(&measured_schema, measured, remarks);
    }
    import_remark_left_out(&rows, remarks);
    if (cluster->n_measured == 0)
        return err_set(err, ERR_INPUT, "nothing for a record: %s", why);
    remark_measured(&rows, cluster, remarks);
    return true;
}

/* -- documents -- */

static bool make_cluster(struct import *import, struct import_document *document, struct err *err)
{
    struct cluster *cluster = document->cluster;
    bool record = document->as == IMPORT_AS_RECORD;
    if (!record && !has_cluster(import))
        return err_set(err, ERR_INPUT,
                       "nothing for a cluster document: the input holds no OSD, pool or erasure "
                       "code profile (--as device and --as record take results)");
    field_init(&cluster_schema, cluster);
    cluster->format = "cluster/1";
    import_hosts_make(import, cluster, &document->remarks);
    import_pools_make(import, cluster, &document->remarks);
    if (!record && import->n_results > 0)
        import_remark(&document->remarks,
                      "%d results are no part of a cluster document (--as record takes what "
                      "clients measured, --as device what one raw device did)",
                      import->n_results);
    return !record || make_measured(import, cluster, &document->remarks, err);
}

static bool make_device(struct import *import, struct import_document *document, struct err *err)
{
    struct import_rows rows;
    import_rows_make(import, &rows);
    return import_device_make(import, &rows, document->device, &document->remarks, err);
}

bool import_document_make(struct import *import, enum import_as as, const char *name,
                          struct import_document *document, struct err *err)
{
    *document = (struct import_document){.as = as, .remarks = {.arena = import->arena}};
    if (import->n_results > IMPORT_ROWS_MOST || import->n_osds > IMPORT_ROWS_MOST)
        return err_set(err, ERR_INPUT,
                       "%d results and %d OSDs; allowed: %d of each in a document (--format json "
                       "takes any number)",
                       import->n_results, import->n_osds, IMPORT_ROWS_MOST);
    if (as == IMPORT_AS_DEVICE) {
        document->device = arena_alloc(import->arena, sizeof *document->device);
        if (!make_device(import, document, err))
            return false;
        document->device->name = name;
    } else {
        document->cluster = arena_alloc(import->arena, sizeof *document->cluster);
        if (!make_cluster(import, document, err))
            return false;
        document->cluster->name = name;
    }
    if (name == NULL)
        import_remark(&document->remarks, "absent: name; say --name");
    return true;
}

void import_document_write(const struct import *import, const struct import_document *document,
                           FILE *out)
{
    yamlout_comment(out, "", "made by cephplan import");
    for (int i = 0; i < import->n_messages; i++) {
        bool warning = import->messages[i].level == IMPORT_WARNING;
        yamlout_comment(out, warning ? "warning: " : "note: ", import->messages[i].text);
    }
    for (int i = 0; i < document->remarks.n; i++)
        yamlout_comment(out, "", document->remarks.texts[i]);
    if (document->device != NULL)
        yamlout_document(&device_schema, document->device, out);
    else
        yamlout_document(&cluster_schema, document->cluster, out);
}
