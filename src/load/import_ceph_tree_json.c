/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same three as JSON: `nodes` and `stray`. Sizes are KiB; an OSD of size 0 may have `-nan`. */
#include "load/import_osds.h"
#include "load/import_readers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int id;
    int parent; /* index; FIELD_ABSENT: none */
    const struct jnode *json;
};

static bool is_node(const struct jnode *node)
{
    return jnode_get(node, "id") != NULL && jnode_get(node, "type") != NULL &&
           (jnode_get(node, "crush_weight") != NULL || jnode_get(node, "children") != NULL);
}

static bool sniff(const struct import_item *item)
{
    const struct jnode *nodes = jnode_get(item->json, "nodes");
    return jnode_is_array(nodes) && (is_node(jnode_at(nodes, 0)) || is_node(jnode_at(nodes, 1)) ||
                                     jnode_get(item->json, "stray") != NULL);
}

static int whole(const struct jnode *node, const char *key, int absent)
{
    double number = jnode_get_number(node, key);
    return fabs(number) < 2147483647 && number == floor(number) ? (int)number : absent;
}

static int by_id(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* All nodes by id, each with its parent. */
static struct node *index_nodes(struct arena *arena, const struct jnode *list, int *count)
{
    int n = (int)jnode_count(list);
    struct node *nodes = arena_array(arena, n > 0 ? (size_t)n : 1, sizeof *nodes);
    for (int i = 0; i < n; i++) {
        const struct jnode *json = jnode_at(list, (size_t)i);
        nodes[i] = (struct node){whole(json, "id", 0), FIELD_ABSENT, json};
    }
    qsort(nodes, (size_t)n, sizeof *nodes, by_id);
    for (int i = 0; i < n; i++) {
        const struct jnode *children = jnode_get(nodes[i].json, "children");
        for (size_t c = 0; c < jnode_count(children); c++) {
            double id = jnode_number(jnode_at(children, c));
            if (!(fabs(id) < 2147483647))
                continue;
            struct node key = {.id = (int)id};
            struct node *child = bsearch(&key, nodes, (size_t)n, sizeof *nodes, by_id);
            if (child != NULL && child != &nodes[i])
                child->parent = i;
        }
    }
    *count = n;
    return nodes;
}

static const char *type_of(const struct jnode *json)
{
    const char *type = jnode_get_text(json, "type");
    return type != NULL ? type : "";
}

static void place_osd(struct arena *arena, struct import_osd *osd, const struct node *nodes, int n)
{
    struct node key = {.id = osd->id};
    const struct node *at = bsearch(&key, nodes, (size_t)n, sizeof *nodes, by_id);
    for (int steps = 0; at != NULL && at->parent != FIELD_ABSENT && steps < N_BUCKETS; steps++) {
        at = &nodes[at->parent];
        /* cppcheck-suppress nullPointerRedundantCheck ; it is an element of an array */
        int rank = import_bucket_find(type_of(at->json));
        /* cppcheck-suppress nullPointerRedundantCheck ; it is an element of an array */
        const char *name = jnode_get_text(at->json, "name");
        if (rank != FIELD_ABSENT && name != NULL && osd->bucket[rank] == NULL)
            osd->bucket[rank] = arena_copy(arena, name);
    }
}

static const char *copy_text(struct arena *arena, const struct jnode *json, const char *key)
{
    const char *text = jnode_get_text(json, key);
    return text == NULL || *text == '\0' ? NULL : arena_copy(arena, text);
}

static void read_osd(struct arena *arena, struct import_osd *osd, const struct jnode *json)
{
    osd->id = whole(json, "id", FIELD_ABSENT);
    osd->class = copy_text(arena, json, "device_class");
    osd->status = copy_text(arena, json, "status");
    osd->weight_tib = jnode_get_number(json, "crush_weight");
    osd->reweight = jnode_get_number(json, "reweight");
    osd->primary_affinity = jnode_get_number(json, "primary_affinity");
    osd->size_B = jnode_get_number(json, "kb") * 1024;
    osd->used_B = jnode_get_number(json, "kb_used") * 1024;
    osd->data_B = jnode_get_number(json, "kb_used_data") * 1024;
    osd->omap_B = jnode_get_number(json, "kb_used_omap") * 1024;
    osd->meta_B = jnode_get_number(json, "kb_used_meta") * 1024;
    osd->avail_B = jnode_get_number(json, "kb_avail") * 1024;
    osd->use_pct = jnode_get_number(json, "utilization");
    osd->var = jnode_get_number(json, "var");
    osd->pgs = whole(json, "pgs", FIELD_ABSENT);
}

static bool is_osd(const struct jnode *json)
{
    return strcmp(type_of(json), "osd") == 0 && whole(json, "id", FIELD_ABSENT) >= 0;
}

static void read_nodes(struct import_session *session, struct osd_rows *rows,
                       const struct jnode *list)
{
    struct arena *arena = session->import->arena;
    int n;
    struct node *nodes = index_nodes(arena, list, &n);
    for (size_t i = 0; i < jnode_count(list); i++) {
        const struct jnode *json = jnode_at(list, i);
        const char *name = jnode_get_text(json, "name");
        if (is_osd(json)) {
            struct import_osd *osd = osd_rows_add(arena, rows);
            read_osd(arena, osd, json);
            place_osd(arena, osd, nodes, n);
        } else if (name != NULL && strchr(name, '~') == NULL) {
            if (strcmp(type_of(json), "host") == 0)
                osd_rows_add_host(arena, rows, name);
            else if (strcmp(type_of(json), "root") == 0)
                osd_rows_add_root(arena, rows, name);
        }
    }
}

static void read_summary(struct osd_rows *rows, const struct jnode *summary)
{
    if (!jnode_is_object(summary))
        return;
    rows->total.name = "TOTAL";
    rows->total.size_B = jnode_get_number(summary, "total_kb") * 1024;
    rows->total.used_B = jnode_get_number(summary, "total_kb_used") * 1024;
    rows->total.raw_used_B = rows->total.used_B;
    rows->total.avail_B = jnode_get_number(summary, "total_kb_avail") * 1024;
    rows->total_pct = jnode_get_number(summary, "average_utilization");
}

static enum import_format format_of(const struct osd_rows *rows)
{
    bool fill = false;
    for (int i = 0; i < rows->n; i++)
        fill = fill || isfinite(rows->rows[i].size_B);
    if (!fill)
        return IMPORT_OSD_TREE;
    return rows->n_hosts > 0 || rows->n_roots > 0 ? IMPORT_OSD_DF_TREE : IMPORT_OSD_DF;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct osd_rows rows;
    osd_rows_init(&rows, item->number);
    read_nodes(session, &rows, jnode_get(item->json, "nodes"));
    const struct jnode *strays = jnode_get(item->json, "stray");
    for (size_t i = 0; i < jnode_count(strays); i++)
        if (is_osd(jnode_at(strays, i))) {
            int id = whole(jnode_at(strays, i), "id", FIELD_ABSENT);
            if (jnode_get(jnode_at(strays, i), "kb") != NULL)
                read_osd(session->import->arena, osd_rows_add(session->import->arena, &rows),
                         jnode_at(strays, i));
            else if (id >= 0)
                import_add_stray(session->import, id);
        }
    read_summary(&rows, jnode_get(item->json, "summary"));
    osd_rows_commit(session, &rows, format_of(&rows));
    return STEP_END;
}

const struct import_reader import_ceph_tree_json_reader = {
    "osd-tree-json", sniff, read, NULL, "ceph osd tree, osd df, osd df tree with -f json"};
