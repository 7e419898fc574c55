/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan devices: what the catalogue holds. */
#include "cli/commands.h"
#include "engine/device_curve.h"

#include <math.h>

static const struct column list_columns[] = {{"name", DIM_NUMBER},
                                             {"class", DIM_NUMBER},
                                             {"capacity", DIM_CAPACITY},
                                             {"plp", DIM_NUMBER},
                                             {"randread, depth 1", DIM_OPS},
                                             {"randread", DIM_OPS},
                                             {"randwrite", DIM_OPS},
                                             {"read", DIM_RATE},
                                             {"write", DIM_RATE},
                                             {"sync write", DIM_OPS},
                                             {"rows", DIM_NUMBER}};

static void list_row(const struct constants *c, const struct device *device, struct table *table)
{
    struct device_law law;
    struct cell *cell = table_row(table);
    device_law_make(device, c, &law);
    cell[0] = cell_text(device->name);
    cell[1] = cell_text(device_class_names[device->class]);
    if (!isnan(device->capacity_B))
        cell[2] = cell_number(device->capacity_B);
    if (law.flash)
        cell[3] = cell_text(device->plp == FIELD_ABSENT ? "?" : device->plp ? "yes" : "no");
    cell[4] = cell_number(law.i1_ops);
    if (law.flash) {
        cell[5] = cell_number(law.read_ops);
        cell[6] = cell_number(law.write_ops);
        cell[9] = cell_number(1 / law.sync_s);
    }
    cell[7] = cell_number(law.read_Bps);
    cell[8] = cell_number(law.write_Bps);
    cell[10] = cell_int(device->n_measurements + device->n_spec);
}

static bool list_all(struct context *ctx, const struct engine_model *model, struct err *err)
{
    struct table table;
    size_t n = 0;
    const char *const *names = catalogue_names(ctx->catalogue, &n);
    table_init(&table, ctx->arena, list_columns, 11);
    table.title = "Device catalogue: rates as the engine takes them";
    for (size_t i = 0; i < n; i++) {
        const struct device *device = NULL;
        if (!catalogue_find(ctx->catalogue, names[i], &device, err))
            return false;
        list_row(&model->constants, device, &table);
    }
    table_note(&table, "Each rate is the largest of the best source: a measurement before a sheet "
                       "before the class "
                       "median. `cephplan devices NAME` shows the rows behind them.");
    context_table(ctx, &table);
    return true;
}

static const struct column row_columns[] = {
    {"from", DIM_NUMBER},    {"rw", DIM_NUMBER},    {"bs", DIM_BLOCK}, {"iodepth", DIM_NUMBER},
    {"numjobs", DIM_NUMBER}, {"sync", DIM_NUMBER},  {"iops", DIM_OPS}, {"bw", DIM_RATE},
    {"lat", DIM_TIME},       {"source", DIM_NUMBER}};

static struct cell count_or_empty(int count)
{
    return count == FIELD_ABSENT ? (struct cell){.kind = CELL_EMPTY} : cell_int(count);
}

static void device_rows(struct table *table, const char *from, const struct device *device,
                        const struct measurement *rows, int n)
{
    for (int i = 0; i < n; i++) {
        const struct measurement *r = &rows[i];
        const char *title = device->source == NULL ? NULL : device->source->title;
        struct cell *c = table_row(table);
        c[0] = cell_text(from);
        c[1] = cell_text(rw_names[r->rw]);
        c[2] = cell_known(r->bs_B);
        c[3] = count_or_empty(r->iodepth);
        c[4] = count_or_empty(r->numjobs);
        c[5] = cell_text(r->fsync > 0 ? "fsync" : r->sync > 0 ? "sync" : NULL);
        c[6] = cell_known(r->iops_ops);
        c[7] = cell_known(r->bw_Bps);
        c[8] = cell_known(r->lat_s);
        c[9] = cell_text(r->source != NULL ? r->source : title);
    }
}

static void note_scalars(const struct device *device, struct table *table)
{
    char text[80], binary[40];
    table_note(table, "class %s%s%s", device_class_names[device->class],
               device->model == NULL ? "" : ", ", device->model == NULL ? "" : device->model);
    if (!isnan(device->capacity_B)) {
        units_format(DIM_CAPACITY, device->capacity_B, text, sizeof text);
        units_format_binary(device->capacity_B, binary, sizeof binary);
        table_note(table, "capacity %s = %s", text, binary);
    }
    if (device->plp != FIELD_ABSENT)
        table_note(table, "power-loss protection: %s", device->plp ? "yes" : "no");
    if (!isnan(device->endurance_dwpd))
        table_note(table, "endurance %.3g drive writes a day", device->endurance_dwpd);
    if (device->source != NULL && device->source->url != NULL)
        table_note(table, "source: %s", device->source->url);
    if (device->notes != NULL)
        table_note(table, "%s", device->notes);
}

static bool show_one(struct context *ctx, const char *name, struct err *err)
{
    struct table table;
    const struct device *device = NULL;
    if (!catalogue_find(ctx->catalogue, name, &device, err))
        return false;
    table_init(&table, ctx->arena, row_columns, 10);
    table.title = device->name;
    device_rows(&table, "measured", device, device->measurements, device->n_measurements);
    device_rows(&table, "sheet", device, device->spec, device->n_spec);
    note_scalars(device, &table);
    context_table(ctx, &table);
    return true;
}

bool cmd_devices(struct context *ctx, struct err *err)
{
    struct engine_model *model = NULL;
    if (ctx->n_arguments == 0)
        return context_model(ctx, &model, err) && list_all(ctx, model, err);
    for (int i = 0; i < ctx->n_arguments; i++) {
        if (i > 0)
            fputc('\n', ctx->out);
        if (!show_one(ctx, ctx->arguments[i], err))
            return false;
    }
    return true;
}
