/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: rows[i].in.groups points into the arena and holds exactly n_groups groups. */
#include "plan/rows.h"

#include "engine/point.h"

#include <math.h>
#include <string.h>

bool rows_disqualified(const struct measured *measured)
{
    static const char *const tags[] = {
        "cached",       "hole-reads",       "burst",         "degraded", "rate-capped", "s3",
        "inconsistent", "short-of-clients", "gateway-bound", "tuned-dev"};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (measured_has_tag(measured, tags[i]))
            return true;
    return false;
}

static double measured_ops(const struct row *row, const char **quantity)
{
    const struct measured *m = row->measured;
    if (!isnan(m->iops_ops)) {
        *quantity = "iops";
        return m->iops_ops;
    }
    if (!isnan(m->bw_Bps)) {
        *quantity = "bandwidth";
        return m->bw_Bps / m->load.bs_B;
    }
    *quantity = "latency";
    return isinf(row->in.outstanding) ? UNKNOWN : row->in.outstanding / m->lat_s;
}

static bool is_assumed(const struct engine_inputs *in, enum input_key key)
{
    for (int i = 0; i < in->n_assumed; i++)
        if (in->assumed[i].key == key)
            return true;
    return false;
}

/* Nobody can be doubted for a link, or a number of links, that was guessed. */
static bool is_stated(const struct engine_inputs *in, enum bound bound)
{
    enum input_key count = bound == BOUND_CLIENT_NET ? INPUT_CLIENTS : INPUT_HOSTS;
    return !is_assumed(in, INPUT_PUBLIC) && !is_assumed(in, count);
}

/* What no honest measurement exceeds: the links of hosts and clients at full line rate, without any
 * protocol. */
static double physical_bound(const struct engine_model *model, const struct engine_inputs *in)
{
    static const enum bound hard[] = {BOUND_NET_PUBLIC, BOUND_NET_CLUSTER, BOUND_CLIENT_NET};
    struct params ideal = model->params;
    struct engine_point point;
    double least = UNLIMITED;
    ideal.net_read_eff = ideal.net_write_eff = ideal.net_100g_eff = ideal.net_mesh_factor = 1;
    engine_point(model, in, &ideal, &point);
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++)
        if (is_stated(in, hard[i]))
            least = fmin(least, point.load.ops[hard[i]]);
    return least * (in->bytes + model->constants.frame_bytes) / in->bytes / in->eta;
}

static int find_publisher(struct row_set *set, const char *name)
{
    for (int i = 0; i < set->n_publishers; i++)
        if (strcmp(set->publishers[i], name) == 0)
            return i;
    set->publishers[set->n_publishers] = name;
    return set->n_publishers++;
}

static bool make_row(const struct engine_model *model, const struct cluster *record, int index,
                     struct arena *arena, struct row *row)
{
    struct engine_group groups[MAX_GROUPS];
    struct err err = ERR_INIT;
    row->record = record;
    row->index = index;
    row->measured = &record->measured[index];
    row->fit = row->measured->fit != 0;
    row->outside =
        row->measured->fit == 0 && !rows_disqualified(row->measured) && record->cache_tier == NULL;
    if (!engine_inputs_make(model, record, &row->measured->load, row->measured, groups, &row->in,
                            &err))
        return false;
    struct engine_group *kept =
        arena_array(arena, (size_t)row->in.n_groups, sizeof(struct engine_group));
    memcpy(kept, groups, (size_t)row->in.n_groups * sizeof *kept);
    row->in.groups = kept;
    return true;
}

static int count_rows(struct cluster *const *records, int n)
{
    int rows = 0;
    for (int i = 0; i < n; i++)
        rows += records[i]->n_measured;
    return rows;
}

void rows_make(const struct engine_model *model, struct cluster *const *records, int n,
               struct arena *arena, struct row_set *set)
{
    *set = (struct row_set){.n_records = n};
    set->rows = arena_array(arena, (size_t)count_rows(records, n) + 1, sizeof *set->rows);
    set->publishers = arena_array(arena, (size_t)n + 1, sizeof *set->publishers);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < records[i]->n_measured; j++) {
            struct row *row = &set->rows[set->n];
            *row = (struct row){.record_index = i};
            if (!make_row(model, records[i], j, arena, row)) {
                set->unpredicted++;
                continue;
            }
            row->ops = measured_ops(row, &row->quantity);
            if (!(row->ops > 0)) {
                set->unmeasured++;
                continue;
            }
            row->physical_ops = physical_bound(model, &row->in);
            row->doubtful = row->ops > row->physical_ops;
            row->publisher = find_publisher(set, publisher_of(model, records[i]->name));
            set->n++;
        }
    }
}
