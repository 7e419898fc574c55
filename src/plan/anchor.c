/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/anchor.h"

#include "plan/rows.h"

#include <math.h>

static bool same_direction(const struct engine_inputs *a, const struct engine_inputs *b)
{
    return fabs(a->read_frac - b->read_frac) < 0.01;
}

static bool same_size(const struct engine_inputs *a, const struct engine_inputs *b)
{
    return a->osds == b->osds && a->hosts == b->hosts;
}

/* lambda of one row for one load. */
static double weight_of(const struct engine_model *model, const struct engine_inputs *row,
                        const struct engine_inputs *in)
{
    const struct constants *c = &model->constants;
    if (row->flash != in->flash || row->filestore != in->filestore)
        return 0;
    bool class = row->class == in->class && same_direction(row, in);
    if (!class)
        return row->bytes == in->bytes   ? c->anchor_direction
               : same_direction(row, in) ? c->anchor_block
                                         : 0;
    return same_size(row, in) ? c->anchor_same : c->anchor_count;
}

/* Among rows of equal weight the one whose block size and depth are nearest. */
static double distance(const struct engine_inputs *row, const struct engine_inputs *in)
{
    double block = fabs(log(row->bytes / in->bytes));
    bool both = isfinite(row->outstanding) && isfinite(in->outstanding);
    double depth = both ? fabs(log(row->outstanding / in->outstanding)) : 1;
    return block + depth;
}

void anchor_find(const struct engine_model *model, struct cluster *baseline,
                 const struct engine_inputs *in, struct arena *arena, struct anchor *anchor)
{
    struct row_set set;
    struct cluster *const records[] = {baseline};
    double nearest = UNLIMITED;
    *anchor = (struct anchor){NULL, 0, 0};
    rows_make(model, records, 1, arena, &set);
    for (int i = 0; i < set.n; i++) {
        const struct row *row = &set.rows[i];
        if (rows_disqualified(row->measured))
            continue;
        double weight = weight_of(model, &row->in, in), far = distance(&row->in, in);
        if (weight > anchor->weight || (weight == anchor->weight && weight > 0 && far < nearest)) {
            *anchor = (struct anchor){&row->in, row->ops, weight};
            nearest = far;
        }
    }
}
