/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph df` and `ceph df detail`, text of all releases and JSON: ceph/src/mon/PGMap.cc
 * (dump_cluster_stats, dump_pool_stats_full). Units are powers of 1024, counts of objects powers of
 * 1000. Before Nautilus USED of a pool is what its clients stored; since then STORED is, and USED
 * holds all copies. MAX AVAIL may be the difference of unsigned numbers (15E). `percent_used` of
 * the JSON is a fraction since Nautilus. */
#include "load/import_cells.h"
#include "load/import_readers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum df_part { DF_NONE, DF_RAW, DF_POOLS };

struct df_state {
    int line;
    enum df_part part;
    bool started, old;
    struct cells head;
    int pools;
};

static const char *const pairs[] = {"%RAW USED",   "RAW USED",   "MAX AVAIL",   "QUOTA OBJECTS",
                                    "QUOTA BYTES", "USED COMPR", "UNDER COMPR", NULL};

/* -- what both forms share -- */

static bool is_nearly_full(const struct import *import)
{
    if (import->raw.raw_used_B > 0.85 * import->raw.size_B)
        return true;
    for (int i = 0; i < import->n_classes; i++)
        if (import->classes[i].raw_used_B > 0.85 * import->classes[i].size_B)
            return true;
    return false;
}

/* MAX AVAIL above the cluster, or 0 in a cluster with room, says that the rule has no OSDs or
 * overflowed. */
static void check_max_avail(struct import_session *session, struct import_pool *pool, int line)
{
    struct import *import = session->import;
    bool above = pool->max_avail_B > import->raw.size_B;
    bool nothing = pool->max_avail_B == 0 && import->raw.size_B > 0 && !is_nearly_full(import);
    if (!above && !nothing)
        return;
    import_tell(
        import, IMPORT_WARNING, session->file, line,
        "MAX AVAIL of pool %s is nonsense (%s): its rule has no OSDs or the figure overflowed; it "
        "must be computed from the tree",
        pool->name, above ? "more than the cluster" : "0 in a cluster with room");
    pool->max_avail_B = UNKNOWN;
}

/* No quota is a quota of 0 here; another output may have told of one. */
static void set_quota(struct import_pool *pool, double bytes, double objects)
{
    if (bytes > 0)
        pool->quota_B = bytes;
    if (objects > 0)
        pool->quota_objects = objects;
}

static void tell_quota(struct import_session *session, const struct import_pool *pool, int line)
{
    if (pool->quota_B > 0 && !(pool->max_avail_B + pool->stored_B < pool->quota_B))
        import_tell(session->import, IMPORT_WARNING, session->file, line,
                    "pool %s may take only %s (quota)", pool->name,
                    import_bytes(session->import->arena, pool->quota_B));
}

static void end_pool(struct import_session *session, struct import_pool *pool, int line)
{
    check_max_avail(session, pool, line);
    tell_quota(session, pool, line);
}

/* -- text -- */

static bool is_raw_title(const char *text)
{
    return text_begins(text, "--- RAW STORAGE ---") || text_begins(text, "RAW STORAGE:") ||
           text_begins(text, "GLOBAL:");
}

static bool is_pools_title(const char *text)
{
    return text_begins(text, "--- POOLS ---") || text_begins(text, "POOLS:");
}

static bool is_raw_head(const char *text)
{
    return (text_begins(text, "CLASS ") || text_begins(text, "SIZE ")) && text_has(text, "AVAIL") &&
           text_has(text, "RAW USED");
}

static bool is_pools_head(const char *text)
{
    return (text_begins(text, "POOL ") || text_begins(text, "NAME ")) &&
           text_has(text, "MAX AVAIL") && text_has(text, "USED");
}

static void set_size(double *to, const struct cells *cells, int at)
{
    if (at >= 0 && at < cells->n)
        *to = cell_size(cells->text[at]);
}

/* "hdd 100 GiB 99 GiB 1.4 GiB 1.4 GiB 1.37", "TOTAL ...", and before Nautilus one row without a
 * name. */
static bool read_raw_row(struct import_session *session, struct df_state *state,
                         const struct cells *cells)
{
    const struct cells *head = &state->head;
    bool classes = strcmp(head->text[0], "CLASS") == 0;
    if (cells->n != head->n || isnan(cell_size(cells->text[classes ? 1 : 0])))
        return false;
    struct import_class *class = &session->import->raw;
    bool total = !classes || strcmp(cells->text[0], "TOTAL") == 0;
    if (!total)
        class = import_add_class(session->import, cells->text[0]);
    else
        class->name = "TOTAL";
    set_size(&class->size_B, cells, cells_find(head, "SIZE"));
    set_size(&class->avail_B, cells, cells_find(head, "AVAIL"));
    set_size(&class->used_B, cells, cells_find(head, "USED"));
    set_size(&class->raw_used_B, cells, cells_find(head, "RAW USED"));
    int percent = cells_find(head, "%RAW USED");
    class->raw_used_pct = percent < 0 ? UNKNOWN : cell_value(cells->text[percent]);
    session->import->seen |= IMPORT_DF;
    session->import->taken++;
    return true;
}

/* The name may have blanks: the cells are counted from the right. */
static bool pool_name(const struct cells *head, const struct cells *cells, char *name, size_t size,
                      int *shift)
{
    int words = cells->n - head->n + 1;
    if (words < 1)
        return false;
    *shift = words - 1;
    size_t used = 0;
    for (int i = 0; i < words; i++) {
        int wrote = snprintf(name + used, size - used, "%s%s", i > 0 ? " " : "", cells->text[i]);
        if (wrote < 0 || (size_t)wrote >= size - used)
            return false;
        used += (size_t)wrote;
    }
    return true;
}

static const char *cell_at(const struct cells *head, const struct cells *cells, const char *column,
                           int shift)
{
    int at = cells_find(head, column);
    return at < 0 ? "" : cells->text[at + shift];
}

static bool read_pool_row(struct import_session *session, struct df_state *state,
                          const struct cells *cells, int line)
{
    const struct cells *head = &state->head;
    char name[4 * CELL_B];
    int shift;
    if (!pool_name(head, cells, name, sizeof name, &shift))
        return false;
    double id = cell_value(cell_at(head, cells, "ID", shift));
    bool old = cells_find(head, "STORED") < 0;
    double stored = cell_size(cell_at(head, cells, old ? "USED" : "STORED", shift));
    if (!(id >= 0 && id < 1e9) || isnan(stored))
        return false; /* another tool's line below the table */
    struct import_pool *pool = import_pool(session->import, name, IMPORT_DF);
    double pgs = cell_value(cell_at(head, cells, "PGS", shift));
    pool->id = (int)id;
    pool->pgs = pgs >= 0 && pgs < 1e9 ? (int)pgs : FIELD_ABSENT;
    pool->stored_B = stored;
    pool->used_B = old ? UNKNOWN : cell_size(cell_at(head, cells, "USED", shift));
    pool->use_pct = cell_value(cell_at(head, cells, "%USED", shift));
    pool->max_avail_B = cell_size(cell_at(head, cells, "MAX AVAIL", shift));
    pool->objects = cell_count(cell_at(head, cells, "OBJECTS", shift));
    set_quota(pool, cell_size(cell_at(head, cells, "QUOTA BYTES", shift)),
              cell_count(cell_at(head, cells, "QUOTA OBJECTS", shift)));
    pool->used_compr_B = cell_size(cell_at(head, cells, "USED COMPR", shift));
    pool->under_compr_B = cell_size(cell_at(head, cells, "UNDER COMPR", shift));
    end_pool(session, pool, line);
    state->pools++;
    return true;
}

static bool sniff(const struct import_item *item)
{
    if (item->line == NULL)
        return false;
    const char *text = text_skip_blanks(item->text);
    return is_raw_title(text) || text_begins(text, "--- POOLS ---") || is_pools_head(text);
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct df_state *state = import_state(session, sizeof *state);
    if (item->line == NULL)
        return STEP_PASS;
    const char *text = text_skip_blanks(item->text);
    if (is_raw_title(text) || is_pools_title(text)) {
        if (!state->started)
            state->line = item->number;
        state->started = true;
        state->part = DF_NONE;
        return STEP_TAKEN;
    }
    if (is_raw_head(text) || is_pools_head(text)) {
        state->started = true;
        state->part = is_raw_head(text) ? DF_RAW : DF_POOLS;
        cells_split_head(text, pairs, &state->head);
        return STEP_TAKEN;
    }
    if (state->part == DF_NONE || item->line->unended)
        return STEP_PASS;
    struct cells cells;
    cells_split(text, &cells);
    bool mine = cells.n > 0 &&
                (state->part == DF_RAW ? read_raw_row(session, state, &cells)
                                       : read_pool_row(session, state, &cells, item->number));
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    struct df_state *state = session->state;
    if (state == NULL || !state->started)
        return;
    if (state->pools > 0 || session->import->raw.name != NULL)
        import_add_format(session->import, "ceph-df");
    else
        import_refuse(session->import, session->file, state->line,
                      "no row of `ceph df` could be read");
}

const struct import_reader import_ceph_df_reader = {"ceph-df", sniff, read, end,
                                                    "ceph df, ceph df detail, 0.94 to 19"};

/* -- JSON -- */

static bool sniff_json(const struct import_item *item)
{
    const struct jnode *stats = jnode_get(item->json, "stats");
    return jnode_get(stats, "total_bytes") != NULL &&
           jnode_is_array(jnode_get(item->json, "pools"));
}

static void read_class(struct import_class *class, const struct jnode *stats)
{
    class->size_B = jnode_get_number(stats, "total_bytes");
    class->avail_B = jnode_get_number(stats, "total_avail_bytes");
    class->used_B = jnode_get_number(stats, "total_used_bytes");
    class->raw_used_B = jnode_get_number(stats, "total_used_raw_bytes");
    if (isnan(class->raw_used_B))
        class->raw_used_B = class->used_B;
}

/* A fraction since Nautilus; before, releases differ: what agrees with the bytes is taken. */
static double percent(double said, bool old, const struct import_pool *pool)
{
    double made = 100 * pool->stored_B / (pool->stored_B + pool->max_avail_B);
    if (!old || !isfinite(made))
        return 100 * said;
    return fabs(said - made) < fabs(100 * said - made) ? said : 100 * said;
}

static void read_pool(struct import_session *session, const struct jnode *json, int line)
{
    const char *name = jnode_get_text(json, "name");
    const struct jnode *stats = jnode_get(json, "stats");
    double id = jnode_get_number(json, "id");
    if (name == NULL || stats == NULL)
        return;
    struct import_pool *pool = import_pool(session->import, name, IMPORT_DF);
    bool old = jnode_get(stats, "stored") == NULL;
    pool->id = id >= 0 && id < 1e9 ? (int)id : FIELD_ABSENT;
    pool->stored_B = jnode_get_number(stats, old ? "bytes_used" : "stored");
    pool->used_B = old ? UNKNOWN : jnode_get_number(stats, "bytes_used");
    pool->objects = jnode_get_number(stats, "objects");
    pool->max_avail_B = jnode_get_number(stats, "max_avail");
    pool->use_pct = percent(jnode_get_number(stats, "percent_used"), old, pool);
    set_quota(pool, jnode_get_number(stats, "quota_bytes"),
              jnode_get_number(stats, "quota_objects"));
    pool->used_compr_B = jnode_get_number(stats, "compress_bytes_used");
    pool->under_compr_B = jnode_get_number(stats, "compress_under_bytes");
    end_pool(session, pool, line);
}

static enum import_step read_json(struct import_session *session, const struct import_item *item)
{
    struct import *import = session->import;
    const struct jnode *classes = jnode_get(item->json, "stats_by_class");
    const struct jnode *pools = jnode_get(item->json, "pools");
    read_class(&import->raw, jnode_get(item->json, "stats"));
    import->raw.name = "TOTAL";
    import->seen |= IMPORT_DF;
    import->taken++;
    import_add_format(import, "ceph-df");
    for (void *at = jnode_first(classes); at != NULL; at = jnode_next(classes, at))
        read_class(import_add_class(import, jnode_key(at)), jnode_value(at));
    for (size_t i = 0; i < jnode_count(pools); i++)
        read_pool(session, jnode_at(pools, i), item->number);
    return STEP_END;
}

const struct import_reader import_ceph_df_json_reader = {
    "ceph-df-json", sniff_json, read_json, NULL, "ceph df -f json, ceph df detail -f json"};
