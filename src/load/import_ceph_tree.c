/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph osd tree`, `osd df` and `osd df tree` as text: ceph/src/crush/CrushTreeDumper.h and
 * src/mon/PGMap.cc (print_osd_utilization). Buckets and OSDs share one table; only OSDs count.
 * Where an OSD hangs is told by the types of the buckets above it and by indentation, which is
 * measured from the weight in a tree, because wide ids shift a row. */
#include "load/import_cells.h"
#include "load/import_osds.h"
#include "load/import_readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct crumb {
    char name[CELL_B];
    int column; /* -1: not set */
};

struct tree_state {
    struct osd_rows rows;
    enum import_format format;
    struct cells head;
    struct crumb crumbs[N_BUCKETS];
    bool squeezed; /* blanks were collapsed: indentation says nothing */
    bool shadow;   /* below a bucket like "host node1~hdd" */
    bool ended, started;
};

static const char *const pairs[] = {"RAW USE", "TYPE NAME", "type name", "WEIGHT SET", NULL};

/* -- the head -- */

static bool is_head(const char *text)
{
    bool id = text_begins(text, "ID ") || text_begins(text, "ID\t") || text_begins(text, "# id");
    bool tree = text_has(text, "TYPE NAME") || text_has(text, "type name");
    bool df = text_has(text, "REWEIGHT") && text_has(text, "%USE");
    return id && (text_has(text, "WEIGHT") || text_has(text, "weight")) && (tree || df);
}

static void begin(struct tree_state *state, const struct import_item *item, const char *text)
{
    bool df = text_has(text, "%USE"),
         tree = text_has(text, "TYPE NAME") || text_has(text, "type name");
    *state = (struct tree_state){.started = true};
    osd_rows_init(&state->rows, item->number);
    cells_split_head(text_begins(text, "# id") ? text + 2 : text, pairs, &state->head);
    state->squeezed = !state->head.spread;
    state->format = df ? (tree ? IMPORT_OSD_DF_TREE : IMPORT_OSD_DF) : IMPORT_OSD_TREE;
    for (int b = 0; b < N_BUCKETS; b++)
        state->crumbs[b].column = -1;
}

/* -- buckets -- */

static void add_bucket(struct import_session *session, struct tree_state *state, const char *type,
                       const char *name, int column, double weight)
{
    struct arena *arena = session->import->arena;
    int rank = import_bucket_find(type);
    state->shadow = strchr(name, '~') != NULL;
    if (state->shadow)
        return;
    for (int b = 0; b < N_BUCKETS; b++) {
        bool below = rank != FIELD_ABSENT && b <= rank;
        bool beside = !state->squeezed && state->crumbs[b].column >= column - 1;
        if (below || beside || rank == BUCKET_ROOT)
            state->crumbs[b].column = -1;
    }
    if (rank == FIELD_ABSENT)
        return;
    state->crumbs[rank].column = column;
    (void)snprintf(state->crumbs[rank].name, sizeof state->crumbs[rank].name, "%s", name);
    if (rank == BUCKET_HOST)
        osd_rows_add_host(arena, &state->rows, name);
    if (rank == BUCKET_ROOT) {
        osd_rows_add_root(arena, &state->rows, name);
        double *sum = &state->rows.root_weight_tib;
        *sum = (isfinite(*sum) ? *sum : 0) + (isfinite(weight) ? weight : 0);
    }
}

static void place_osd(struct import_session *session, const struct tree_state *state,
                      struct import_osd *osd, int column)
{
    int root = state->crumbs[BUCKET_ROOT].column;
    bool stray = !state->squeezed && root >= 0 && column <= root + 1;
    for (int b = 0; b < N_BUCKETS && !stray; b++)
        if (state->crumbs[b].column >= 0)
            osd->bucket[b] = arena_copy(session->import->arena, state->crumbs[b].name);
}

/* -- rows -- */

static const char *copy(struct import_session *session, const char *text)
{
    return arena_copy(session->import->arena, text);
}

/* The cell with the OSD's name; FIELD_ABSENT: a bucket. */
static int name_cell(const struct cells *cells)
{
    for (int i = 1; i < cells->n; i++)
        if (text_begins(cells->text[i], "osd."))
            return i;
    return FIELD_ABSENT;
}

/* The cells from the weight on; a class may stand before it. */
static int weight_cell(const struct cells *cells)
{
    bool class = cells->n > 2 && !cell_is_number(cells->text[1]) && cell_is_number(cells->text[2]);
    return class ? 2 : 1;
}

static int osd_id(const struct cells *cells)
{
    double id = cell_value(cells->text[0]);
    return id >= 0 && id < 1e7 && id == floor(id) ? (int)id : FIELD_ABSENT;
}

/* Columns of a tree row behind the name: status, reweight, primary affinity. */
static bool read_tree_osd(struct import_session *session, struct tree_state *state,
                          const struct cells *cells, int weight, int name)
{
    int id = osd_id(cells), named = (int)strtol(cells->text[name] + strlen("osd."), NULL, 10);
    if (id == FIELD_ABSENT || named != id || !cell_is_number(cells->text[weight]))
        return false;
    bool has_status = cells_find(&state->head, "STATUS") >= 0 ||
                      cells_find(&state->head, "UP/DOWN") >= 0 ||
                      cells_find(&state->head, "up/down") >= 0;
    if (has_status && cells->n < name + 3)
        return false; /* cut off */
    struct import_osd *osd = osd_rows_add(session->import->arena, &state->rows);
    osd->id = id;
    osd->class = weight == 2 ? copy(session, cells->text[1]) : NULL;
    osd->weight_tib = cell_value(cells->text[weight]);
    if (has_status) {
        osd->status = copy(session, cells->text[name + 1]);
        osd->reweight = cell_value(cells->text[name + 2]);
    }
    if (has_status && cells->n > name + 3)
        osd->primary_affinity = cell_value(cells->text[name + 3]);
    int indent = cells->column[name] - cells->column[weight] - (int)strlen(cells->text[weight]);
    place_osd(session, state, osd, indent);
    return true;
}

static bool read_tree_row(struct import_session *session, struct tree_state *state,
                          const struct cells *cells)
{
    int weight = weight_cell(cells), name = name_cell(cells);
    if (!cell_is_number(cells->text[0]) || cells->n < 3)
        return false;
    if (name != FIELD_ABSENT)
        return state->shadow || read_tree_osd(session, state, cells, weight, name);
    int type = weight + 1;
    if (cells->n < type + 2 || !cell_is_number(cells->text[weight]))
        return false;
    int indent = cells->column[type] - cells->column[weight] - (int)strlen(cells->text[weight]);
    add_bucket(session, state, cells->text[type], cells->text[type + 1], indent,
               cell_value(cells->text[weight]));
    return true;
}

/* What the columns of a df row mean. */
struct df_column {
    const char *head;
    size_t offset;
    double (*read)(const char *cell);
};

#define AT(member) offsetof(struct import_osd, member)

static const struct df_column df_columns[] = {{"WEIGHT", AT(weight_tib), cell_value},
                                              {"REWEIGHT", AT(reweight), cell_value},
                                              {"SIZE", AT(size_B), cell_size},
                                              {"USE", AT(used_B), cell_size},
                                              {"RAW USE", AT(used_B), cell_size},
                                              {"DATA", AT(data_B), cell_size},
                                              {"OMAP", AT(omap_B), cell_size},
                                              {"META", AT(meta_B), cell_size},
                                              {"AVAIL", AT(avail_B), cell_size},
                                              {"%USE", AT(use_pct), cell_value},
                                              {"VAR", AT(var), cell_value}};

static const struct df_column *df_column(const char *head)
{
    for (size_t i = 0; i < sizeof df_columns / sizeof df_columns[0]; i++)
        if (strcmp(df_columns[i].head, head) == 0)
            return &df_columns[i];
    return NULL;
}

/* Reads the cells from `cell` on as the columns from `column` on (negative: the head lacks it);
 * returns the cell after the last. */
static int read_df_cells(const struct tree_state *state, const struct cells *cells, int cell,
                         int column, struct import_osd *osd)
{
    for (; column >= 0 && column < state->head.n && cell < cells->n; column++) {
        const struct df_column *known = df_column(state->head.text[column]);
        if (strcmp(state->head.text[column], "PGS") == 0) {
            double pgs = cell_value(cells->text[cell++]);
            osd->pgs = pgs >= 0 && pgs < 1e9 ? (int)pgs : FIELD_ABSENT;
            continue;
        }
        if (known == NULL)
            break;
        *(double *)(void *)((char *)osd + known->offset) = known->read(cells->text[cell++]);
    }
    return cell;
}

static bool read_total(struct import_session *session, struct tree_state *state,
                       const struct cells *cells)
{
    struct osd_rows *rows = &state->rows;
    struct osd_rows scratch;
    int size = cells_find(&state->head, "SIZE");
    if (cells->n == 0 || strcmp(cells->text[0], "TOTAL") != 0 || size < 0)
        return false;
    osd_rows_init(&scratch, 0);
    struct import_osd *sum = osd_rows_add(session->import->arena, &scratch);
    (void)read_df_cells(state, cells, 1, size, sum);
    rows->total = (struct import_class){"TOTAL",     sum->size_B, sum->avail_B,
                                        sum->used_B, sum->used_B, sum->use_pct};
    rows->total_pct = sum->use_pct;
    return true;
}

static bool is_bucket_row(const struct cells *cells)
{
    double id = cell_value(cells->text[0]);
    return id < 0;
}

/* Columns that stand between the id and the name of an OSD's row, the class apart. */
static int expected_cells(const struct tree_state *state, bool class)
{
    return state->head.n - (cells_find(&state->head, "CLASS") >= 0 && !class ? 1 : 0);
}

static bool read_df_osd(struct import_session *session, struct tree_state *state,
                        const struct cells *cells, int weight)
{
    int name = name_cell(cells), id = osd_id(cells);
    bool tree = state->format == IMPORT_OSD_DF_TREE;
    if (id == FIELD_ABSENT || cells->n != expected_cells(state, weight == 2) ||
        (tree && name != cells->n - 1))
        return false;
    struct osd_rows *rows = &state->rows;
    struct import_osd *osd = osd_rows_add(session->import->arena, rows);
    osd->id = id;
    osd->class = weight == 2 ? copy(session, cells->text[1]) : NULL;
    int next = read_df_cells(state, cells, weight, cells_find(&state->head, "WEIGHT"), osd);
    if (cells_find(&state->head, "STATUS") >= 0 && next < cells->n)
        osd->status = copy(session, cells->text[next]);
    if (tree)
        place_osd(session, state, osd, cells->column[name]);
    return true;
}

static bool read_df_row(struct import_session *session, struct tree_state *state,
                        const struct cells *cells)
{
    if (read_total(session, state, cells))
        return true;
    if (cells->n < 6 || !cell_is_number(cells->text[0]))
        return false;
    if (!is_bucket_row(cells))
        return state->shadow || read_df_osd(session, state, cells, weight_cell(cells));
    int type = cells->n - 2;
    add_bucket(session, state, cells->text[type], cells->text[type + 1], cells->column[type],
               cell_value(cells->text[1]));
    return true;
}

/* -- the segment -- */

static void close(struct import_session *session, struct tree_state *state)
{
    if (!state->started)
        return;
    if (state->format != IMPORT_OSD_TREE && state->rows.n > 0 && state->rows.total.name == NULL)
        import_tell(session->import, IMPORT_WARNING, session->file, state->rows.line,
                    "the table has no TOTAL line: it may be cut off");
    osd_rows_commit(session, &state->rows, state->format);
    state->started = false;
}

/* Can the last cell of an input that ends in it be no beginning of another? */
static bool is_whole_cell(const struct cells *cells)
{
    const char *last = cells->text[cells->n - 1], *point = strchr(last, '.');
    if (text_begins(last, "osd."))
        return atoi(last + strlen("osd.")) == osd_id(cells);
    return strcmp(last, "up") == 0 || strcmp(last, "down") == 0 ||
           (point != NULL && strlen(point + 1) == 5);
}

static bool sniff(const struct import_item *item)
{
    return item->line != NULL && is_head(text_skip_blanks(item->text));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct tree_state *state = import_state(session, sizeof *state);
    if (item->line == NULL)
        return STEP_PASS;
    const char *text = text_skip_blanks(item->text);
    if (is_head(text)) {
        close(session, state);
        begin(state, item, text);
        return STEP_TAKEN;
    }
    if (text_begins(text, "MIN/MAX VAR:"))
        return STEP_END;
    struct cells cells;
    cells_split(item->text, &cells);
    if (item->line->unended && cells.n > 0 && !is_whole_cell(&cells))
        cells.n--;
    bool mine = state->format == IMPORT_OSD_TREE ? read_tree_row(session, state, &cells)
                                                 : read_df_row(session, state, &cells);
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_ceph_tree_reader = {
    "osd-tree", sniff, read, end, "ceph osd tree, ceph osd df, ceph osd df tree"};
