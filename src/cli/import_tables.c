/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/import_tables.h"

#include "base/utf8.h"
#include "cli/import_json.h"

static struct cell whole(int value)
{
    return value != FIELD_ABSENT ? cell_int(value) : (struct cell){.kind = CELL_EMPTY};
}

/* -- results -- */

static const struct column result_columns[] = {
    {"tool", DIM_NUMBER},       {"job", DIM_NUMBER},  {"load", DIM_NUMBER}, {"bs", DIM_BLOCK},
    {"iodepth", DIM_NUMBER},    {"jobs", DIM_NUMBER}, {"iops", DIM_OPS},    {"bandwidth", DIM_RATE},
    {"mean latency", DIM_TIME}, {"p99", DIM_TIME},    {"line", DIM_NUMBER}};

static const char *load_text(struct context *ctx, const struct import_result *r)
{
    const char *rw = r->rw == FIELD_ABSENT ? NULL : rw_names[r->rw];
    const char *dir = r->dir == FIELD_ABSENT ? NULL : import_dir_names[r->dir];
    if (rw == NULL || dir == NULL)
        return rw == NULL ? dir : rw;
    bool mix = r->rw == RW_RANDRW || r->rw == RW_RW;
    return mix ? arena_printf(ctx->arena, "%s %s", rw, dir) : rw;
}

static const char *job_text(struct context *ctx, const struct import_result *r)
{
    if (r->osd != FIELD_ABSENT)
        return arena_printf(ctx->arena, "osd.%d", r->osd);
    if (r->client != NULL && r->job != NULL)
        return arena_printf(ctx->arena, "%s %s", r->client, r->job);
    return r->client != NULL ? r->client : r->job;
}

static void show_results(struct context *ctx, const struct import *import)
{
    struct table table;
    table_init(&table, ctx->arena, result_columns, 11);
    table.title = "What was measured";
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(r->tool);
        c[1] = cell_text(job_text(ctx, r));
        c[2] = cell_text(load_text(ctx, r));
        c[3] = cell_known(r->bs_B);
        c[4] = whole(r->iodepth);
        c[5] = whole(r->numjobs);
        c[6] = cell_known(r->iops_ops);
        c[7] = cell_known(r->bw_Bps);
        c[8] = cell_known(r->lat_s);
        c[9] = cell_known(r->p99_s);
        c[10] = whole(r->place.line > 0 ? r->place.line : FIELD_ABSENT);
    }
    context_table(ctx, &table);
}

/* -- the cluster -- */

static const struct column host_columns[] = {
    {"hosts", DIM_NUMBER},      {"count", DIM_NUMBER},    {"osds a host", DIM_NUMBER},
    {"class", DIM_NUMBER},      {"model", DIM_NUMBER},    {"capacity", DIM_CAPACITY},
    {"db devices", DIM_NUMBER}, {"db size", DIM_CAPACITY}};

static void show_hosts(struct context *ctx, const struct cluster *cluster)
{
    struct table table;
    table_init(&table, ctx->arena, host_columns, 8);
    table.title = "Hosts and OSDs";
    for (int g = 0; g < cluster->n_hosts; g++)
        for (int i = 0; i < cluster->hosts[g].n_osds; i++) {
            const struct host_group *group = &cluster->hosts[g];
            const struct osd_group *osds = &group->osds[i];
            struct cell *c = table_row(&table);
            c[0] = cell_text(i == 0 ? group->name : NULL);
            c[1] = i == 0 ? whole(group->count) : (struct cell){.kind = CELL_EMPTY};
            c[2] = whole(osds->count);
            if (osds->device->class != FIELD_ABSENT)
                c[3] = cell_text(device_class_names[osds->device->class]);
            c[4] = cell_text(osds->device->model);
            c[5] = cell_known(osds->device->capacity_B);
            if (osds->db != NULL) {
                c[6] = whole(osds->db->count);
                c[7] = cell_known(osds->db->size_B);
            }
        }
    context_table(ctx, &table);
}

static const struct column pool_columns[] = {
    {"pool", DIM_NUMBER},           {"type", DIM_NUMBER},         {"copies", DIM_NUMBER},
    {"failure domain", DIM_NUMBER}, {"device class", DIM_NUMBER}, {"pgs", DIM_NUMBER},
    {"stored", DIM_CAPACITY}};

static void show_pools(struct context *ctx, const struct cluster *cluster)
{
    struct table table;
    table_init(&table, ctx->arena, pool_columns, 7);
    table.title = "Pools";
    for (int i = 0; i < cluster->n_pools; i++) {
        const struct pool *pool = &cluster->pools[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(pool->name);
        if (pool->type != FIELD_ABSENT)
            c[1] = cell_text(pool_type_names[pool->type]);
        if (pool->k != FIELD_ABSENT)
            c[2] = cell_text(arena_printf(ctx->arena, "%d+%d", pool->k, pool->m));
        else
            c[2] = whole(pool->size);
        if (pool->failure_domain != FIELD_ABSENT)
            c[3] = cell_text(failure_domain_names[pool->failure_domain]);
        c[4] = cell_text(pool->device_class);
        c[5] = whole(pool->pg_num);
        c[6] = cell_known(pool->stored_B);
    }
    context_table(ctx, &table);
}

/* -- the whole -- */

static void show_cluster(struct context *ctx, struct import *import)
{
    struct import_document document;
    struct err ignored = ERR_INIT;
    if (!import_document_make(import, IMPORT_AS_CLUSTER, NULL, &document, &ignored))
        return;
    if (document.cluster->n_hosts > 0) {
        if (import->n_results > 0)
            fputc('\n', ctx->out);
        show_hosts(ctx, document.cluster);
    }
    if (document.cluster->n_pools > 0) {
        if (import->n_results > 0 || document.cluster->n_hosts > 0)
            fputc('\n', ctx->out);
        show_pools(ctx, document.cluster);
    }
}

static void show_messages(struct context *ctx, const struct import *import)
{
    fprintf(ctx->out, "\nformat: %s\n", import_format_name(import));
    for (int i = 0; i < import->n_messages; i++) {
        const struct import_message *message = &import->messages[i];
        fprintf(ctx->out, "%s: %s\n", message->level == IMPORT_WARNING ? "warning" : "note",
                utf8_clean(ctx->arena, message->text));
    }
}

void import_show_tables(struct context *ctx, struct import *import)
{
    bool messages = ctx->format == OUT_TEXT || ctx->format == OUT_MD;
    if (import->n_results > 0)
        show_results(ctx, import);
    show_cluster(ctx, import);
    if (messages)
        show_messages(ctx, import);
}
