/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a record: the rows that were measured are predicted, and compared where they may. */
#include "fuzz/fuzz.h"

#include "plan/rows.h"

#include <math.h>

static void check_rows(struct arena *arena, struct cluster *record)
{
    const struct engine_model *model = fuzz_model();
    struct row_set set;
    rows_make(model, &record, 1, arena, &set);
    fuzz_check(set.n + set.unmeasured + set.unpredicted <= record->n_measured, "rows are counted");
    for (int i = 0; i < set.n; i++) {
        const struct row *row = &set.rows[i];
        struct engine_point point;
        fuzz_check(row->ops > 0 && isfinite(row->ops), "a measured rate");
        fuzz_check(row->index >= 0 && row->index < record->n_measured, "a row of the record");
        engine_point(model, &row->in, &model->params, &point);
        fuzz_check_point(&row->in, &point);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct cluster *record = NULL;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    if (load_cluster_text(&fuzz.loader, &fuzz.text, &record, &err))
        check_rows(&fuzz.arena, record);
    else
        fuzz_check_refusal(&fuzz, &err);
    fuzz_end(&fuzz);
    return 0;
}
