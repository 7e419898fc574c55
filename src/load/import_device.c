/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a figure of several devices is divided among them, and says so. */
#include "load/import_device.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- remarks -- */

void import_remark(struct import_remarks *remarks, const char *format, ...)
{
    enum { MOST = 100 };
    char text[600];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (int i = 0; i < remarks->n; i++)
        if (strcmp(remarks->texts[i], text) == 0)
            return;
    if (remarks->texts == NULL)
        remarks->texts = arena_array(remarks->arena, MOST, sizeof *remarks->texts);
    if (remarks->n < MOST)
        remarks->texts[remarks->n++] = arena_copy(remarks->arena, text);
}

void import_remark_left_out(const struct import_rows *rows, struct import_remarks *remarks)
{
    for (int i = 0; i < rows->n; i++) {
        const char *why = rows->rows[i].left_out;
        int n = 0, before = 0;
        for (int j = 0; why != NULL && j < rows->n; j++) {
            bool same = rows->rows[j].left_out != NULL && strcmp(rows->rows[j].left_out, why) == 0;
            n += same;
            before += same && j < i;
        }
        if (n > 0 && before == 0)
            import_remark(remarks, "%d result%s left out of the document: %s", n,
                          n == 1 ? " is" : "s are", why);
    }
    if (rows->doubles > 0)
        import_remark(remarks, "%d result%s given twice and counted once", rows->doubles,
                      rows->doubles == 1 ? " was" : "s were");
}

static bool is_outside(const struct field *field, double value)
{
    return value < field->min || value > field->max || isinf(value);
}

void import_keep_limits(const struct schema *schema, void *object, struct import_remarks *remarks)
{
    for (size_t i = 0; i < schema->n_fields; i++) {
        const struct field *field = &schema->fields[i];
        void *member = (char *)object + field->offset;
        double value = UNKNOWN;
        if (field->kind == FIELD_QUANTITY)
            value = *(double *)member;
        else if (field->kind == FIELD_INT && *(int *)member != FIELD_ABSENT)
            value = *(int *)member;
        if (isnan(value) || !is_outside(field, value))
            continue;
        import_remark(remarks, "%s of %.6g is outside what a %s may say (%.6g to %.6g): left out",
                      field->key, value, schema->name, field->min, field->max);
        if (field->kind == FIELD_INT)
            *(int *)member = FIELD_ABSENT;
        else
            *(double *)member = UNKNOWN;
    }
}

/* -- rows -- */

static const char *reason(const struct import_row *row)
{
    if (row->left_out != NULL)
        return row->left_out;
    if (import_row_is_of_cluster(row))
        return "a client of a cluster measured it, it says nothing of one raw device (--as record "
               "takes it)";
    if (row->sections)
        return "it adds up several sections of a job file (group_reporting), on one device or on "
               "several";
    return NULL;
}

static const char *note_of(struct import *import, const struct import_row *row)
{
    const char *note = row->note;
    if (isfinite(row->read_frac))
        note = import_text(import, "%.4g %% reads%s%s", 100 * row->read_frac,
                           note == NULL ? "" : "; ", note == NULL ? "" : note);
    if (row->devices > 1)
        note = import_text(import, "%d devices ran together: the figures are of one%s%s",
                           row->devices, note == NULL ? "" : "; ", note == NULL ? "" : note);
    return note;
}

static void fill_row(struct import *import, const struct import_row *row,
                     struct measurement *measurement)
{
    field_init(&measurement_schema, measurement);
    bool split = row->devices > 1, even = split && row->numjobs % row->devices == 0;
    measurement->rw = row->rw;
    measurement->bs_B = row->bs_B;
    measurement->iodepth = row->iodepth;
    measurement->numjobs = !split ? row->numjobs : even ? row->numjobs / row->devices : 1;
    measurement->fsync = row->fsync;
    measurement->sync = row->sync;
    measurement->span_B = row->span_B;
    measurement->iops_ops = row->iops_ops / row->devices;
    measurement->bw_Bps = row->bw_Bps / row->devices;
    measurement->lat_s = row->lat_s;
    measurement->p99_s = row->p99_s;
    measurement->devices = split ? row->devices : FIELD_ABSENT;
    measurement->tool = row->tool;
    measurement->note = note_of(import, row);
}

/* -- `ceph tell osd.* bench` -- */

static bool is_osd_bench(const struct import_row *row)
{
    return row->format != NULL && strcmp(row->format, "osd-bench") == 0;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, compare_numbers);
    return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

/* One row for the OSDs that wrote the same block size; false: an earlier row stands for this one.
 */
static bool fill_osd_bench(struct import *import, const struct import_rows *rows, int first,
                           struct measurement *measurement)
{
    double *bandwidths = arena_array(import->arena, (size_t)rows->n + 1, sizeof *bandwidths);
    double bs_B = rows->rows[first].bs_B;
    int n = 0;
    for (int i = 0; i < rows->n; i++) {
        const struct import_row *row = &rows->rows[i];
        if (!is_osd_bench(row) || reason(row) != NULL || row->bs_B != bs_B || isnan(row->bw_Bps))
            continue;
        if (i < first)
            return false;
        bandwidths[n++] = row->bw_Bps;
    }
    if (n == 0)
        return false;
    fill_row(import, &rows->rows[first], measurement);
    measurement->bw_Bps = median(bandwidths, n);
    measurement->iops_ops = measurement->bw_Bps / bs_B;
    measurement->samples = n;
    measurement->from = "median";
    measurement->note = n == 1 ? "through the object store, not raw"
                               : "median of the OSDs, through the object store, not raw";
    return true;
}

/* -- the device -- */

static void remark_targets(const struct import_rows *rows, struct import_remarks *remarks)
{
    const char *first = NULL;
    for (int i = 0; i < rows->n; i++) {
        const char *target = rows->rows[i].target;
        if (reason(&rows->rows[i]) != NULL || target == NULL || !text_begins(target, "/dev/"))
            continue;
        if (first == NULL)
            first = target;
        else if (strcmp(first, target) != 0)
            import_remark(remarks,
                          "runs on %.60s and on %.60s are in one device document: right for like "
                          "devices only",
                          first, target);
    }
}

static void remark_absent(const struct device *device, struct import_remarks *remarks)
{
    bool writes = false;
    for (int i = 0; i < device->n_measurements; i++)
        writes = writes || rw_writes((enum rw)device->measurements[i].rw);
    if (device->class == FIELD_ABSENT)
        import_remark(remarks, "absent: class; say --class hdd|sata-ssd|sas-ssd|nvme|scm, without "
                               "it nothing can be estimated");
    import_remark(remarks, "absent: model and capacity; add `model:` and `capacity:` to the file");
    /* Among writes the check of the results (load/import_check) misses it. */
    if (device->class != FIELD_ABSENT && device->class != CLASS_HDD && !writes)
        import_remark(remarks, "absent: a synchronous-write run; add one of fio --rw=write --bs=4k "
                               "--iodepth=1 --fsync=1 --direct=1 if it may hold a DB or WAL");
}

bool import_device_make(struct import *import, const struct import_rows *rows,
                        struct device *device, struct import_remarks *remarks, struct err *err)
{
    field_init(&device_schema, device);
    device->format = "device/1";
    device->class = import->device_class;
    device->measurements =
        arena_array(import->arena, (size_t)rows->n + 1, sizeof *device->measurements);
    const char *why = "the input holds no result of a benchmark";
    for (int i = 0; i < rows->n; i++) {
        struct import_row *row = &rows->rows[i];
        struct measurement *next = &device->measurements[device->n_measurements];
        row->left_out = reason(row);
        if (row->left_out != NULL) {
            why = row->left_out;
            continue;
        }
        if (is_osd_bench(row) && !fill_osd_bench(import, rows, i, next))
            continue;
        if (!is_osd_bench(row))
            fill_row(import, row, next);
        import_keep_limits(&measurement_schema, next, remarks);
        if (isnan(next->iops_ops) && isnan(next->bw_Bps) && isnan(next->lat_s))
            why = row->left_out = "no figure of it is one that a device can have";
        else
            device->n_measurements++;
    }
    import_remark_left_out(rows, remarks);
    if (device->n_measurements == 0)
        return err_set(err, ERR_INPUT, "nothing for a device document: %s", why);
    remark_targets(rows, remarks);
    remark_absent(device, remarks);
    return true;
}
