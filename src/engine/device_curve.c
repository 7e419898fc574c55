/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each number of a law is one row in a table: which measurements can give it and what they give. */
#include "engine/device_curve.h"

#include "base/num.h"

#include <float.h>

void device_sources(const struct device *device, struct device_rows sources[N_DEVICE_SOURCES])
{
    const struct device *base = device->base, *class_file = device->class_file;
    for (int i = 0; i < N_DEVICE_SOURCES; i++)
        sources[i] = (struct device_rows){NULL, NULL, 0};
    sources[ORIGIN_OWN_MEASUREMENT] =
        (struct device_rows){device, device->measurements, device->n_measurements};
    sources[ORIGIN_OWN_SHEET] = (struct device_rows){device, device->spec, device->n_spec};
    if (base != NULL) {
        sources[ORIGIN_CATALOGUE_MEASUREMENT] =
            (struct device_rows){base, base->measurements, base->n_measurements};
        sources[ORIGIN_CATALOGUE_SHEET] = (struct device_rows){base, base->spec, base->n_spec};
    }
    if (class_file != NULL) {
        sources[ORIGIN_CLASS_MEASUREMENT] =
            (struct device_rows){class_file, class_file->measurements, class_file->n_measurements};
        sources[ORIGIN_CLASS_SHEET] =
            (struct device_rows){class_file, class_file->spec, class_file->n_spec};
    }
}

/* A device that is like what is typical of its class has the figures of its class. */
static enum law_origin origin_of(const struct device *device, int source)
{
    if (device_is_typical(device->base) && source == ORIGIN_CATALOGUE_MEASUREMENT)
        return ORIGIN_CLASS_MEASUREMENT;
    if (device_is_typical(device->base) && source == ORIGIN_CATALOGUE_SHEET)
        return ORIGIN_CLASS_SHEET;
    return (enum law_origin)source;
}

/* What one row says of one number; NaN: it is no source for it. */
typedef double row_value(const struct measurement *row, const struct constants *c);

static bool is_small(const struct measurement *row, const struct constants *c)
{
    return row->bs_B <= c->small_bytes;
}

static bool is_large(const struct measurement *row, const struct constants *c)
{
    return isnan(row->bs_B) || row->bs_B >= c->large_bytes;
}

static double i1_of(const struct measurement *row, const struct constants *c)
{
    double depth = measurement_depth(row);
    if (row->rw != RW_RANDREAD || !is_small(row, c) || !(depth >= 0.7 && depth <= 1.5))
        return UNKNOWN;
    return isnan(row->iops_ops) ? 1 / row->lat_s : row->iops_ops;
}

static double read_ops_of(const struct measurement *row, const struct constants *c)
{
    double depth = measurement_depth(row);
    if (row->rw != RW_RANDREAD || !is_small(row, c) || depth < 8)
        return UNKNOWN;
    return row->iops_ops;
}

static double write_ops_of(const struct measurement *row, const struct constants *c)
{
    double depth = measurement_depth(row);
    if (row->rw != RW_RANDWRITE || !is_small(row, c) || measurement_is_sync(row) || depth < 2)
        return UNKNOWN;
    return row->iops_ops;
}

static double bandwidth_of(const struct measurement *row)
{
    return isnan(row->bw_Bps) ? row->iops_ops * row->bs_B : row->bw_Bps;
}

static double read_Bps_of(const struct measurement *row, const struct constants *c)
{
    bool usable = row->rw == RW_READ && is_large(row, c) && !measurement_is_sync(row);
    return usable ? bandwidth_of(row) : UNKNOWN;
}

static double write_Bps_of(const struct measurement *row, const struct constants *c)
{
    bool usable = row->rw == RW_WRITE && is_large(row, c) && !measurement_is_sync(row);
    return usable ? bandwidth_of(row) : UNKNOWN;
}

static double sync_rate_of(const struct measurement *row, const struct constants *c)
{
    (void)c;
    bool write = row->rw == RW_WRITE || row->rw == RW_RANDWRITE;
    bool alone = (row->iodepth == 1 || row->iodepth == FIELD_ABSENT) &&
                 (row->numjobs == 1 || row->numjobs == FIELD_ABSENT);
    return write && alone && measurement_is_sync(row) ? row->iops_ops : UNKNOWN;
}

static bool short_span(const struct device *device, const struct measurement *row,
                       const struct constants *c)
{
    return device->class == CLASS_HDD && row->span_B < c->hdd_span_bytes;
}

/* The largest value of the first source that has one; NaN and ORIGIN_FALLBACK when none has. */
static double pick(const struct device *device, const struct constants *c, row_value *value,
                   enum law_origin *origin)
{
    struct device_rows sources[N_DEVICE_SOURCES];
    device_sources(device, sources);
    for (int s = 0; s < N_DEVICE_SOURCES; s++) {
        double best = UNKNOWN;
        for (int i = 0; i < sources[s].n; i++) {
            double v = value(&sources[s].row[i], c);
            if (!short_span(device, &sources[s].row[i], c) && v > 0 && !(v <= best))
                best = v;
        }
        if (!isnan(best)) {
            *origin = origin_of(device, s);
            return best;
        }
    }
    *origin = ORIGIN_FALLBACK;
    return UNKNOWN;
}

/* Queue depth of a disk's random-read row that can give I1; NaN: it cannot. An unknown depth counts
 * as 1. */
static double disk_row_depth(const struct measurement *row, const struct constants *c)
{
    if (row->rw != RW_RANDREAD || !is_small(row, c) || isnan(row->iops_ops))
        return UNKNOWN;
    double depth = measurement_depth(row);
    depth = isnan(depth) ? 1 : depth;
    return depth <= c->hdd_queue_max ? depth : UNKNOWN;
}

/* The median over the rows of the smallest depth, brought to depth 1; at most 64 rows count. */
static double disk_median(const struct device_rows *rows, const struct device *device,
                          const struct constants *c)
{
    double depth = DBL_MAX, values[64];
    int n = 0;
    for (int i = 0; i < rows->n; i++) {
        double q = disk_row_depth(&rows->row[i], c);
        if (!short_span(device, &rows->row[i], c) && q < depth)
            depth = q;
    }
    for (int i = 0; i < rows->n && n < 64; i++) {
        if (short_span(device, &rows->row[i], c) || disk_row_depth(&rows->row[i], c) != depth)
            continue;
        double v = rows->row[i].iops_ops / pow(depth, c->hdd_queue_law);
        int j = n++;
        for (; j > 0 && values[j - 1] > v; j--)
            values[j] = values[j - 1];
        values[j] = v;
    }
    return n == 0 ? UNKNOWN : 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

static double disk_i1(const struct device *device, const struct constants *c,
                      enum law_origin *origin)
{
    struct device_rows sources[N_DEVICE_SOURCES];
    device_sources(device, sources);
    for (int s = 0; s < N_DEVICE_SOURCES; s++) {
        double median = disk_median(&sources[s], device, c);
        if (!isnan(median)) {
            *origin = origin_of(device, s);
            return median;
        }
    }
    *origin = ORIGIN_FALLBACK;
    return c->i1_hdd;
}

static double fallback_i1(int class, const struct constants *c)
{
    switch (class) {
    case CLASS_SATA_SSD:
        return c->i1_sata_ssd;
    case CLASS_SAS_SSD:
        return c->i1_sas_ssd;
    case CLASS_NVME:
        return c->i1_nvme;
    case CLASS_SCM:
        return c->i1_scm;
    default:
        return c->i1_hdd;
    }
}

static bool from_sheet(enum law_origin origin)
{
    return origin == ORIGIN_OWN_SHEET || origin == ORIGIN_CATALOGUE_SHEET ||
           origin == ORIGIN_CLASS_SHEET;
}

static void flash_numbers(const struct device *device, const struct constants *c,
                          struct device_law *law)
{
    law->i1_ops = pick(device, c, i1_of, &law->i1_from);
    if (isnan(law->i1_ops))
        law->i1_ops = fallback_i1(law->class, c);
    law->read_ops = pick(device, c, read_ops_of, &law->read_from);
    law->write_ops = pick(device, c, write_ops_of, &law->write_from);
    double rate = pick(device, c, sync_rate_of, &law->sync_from);
    double fallback = law->consumer ? c->sync_default_consumer : c->sync_default_plp;
    law->sync_s = isnan(rate) ? fallback : num_clip(1 / rate, c->sync_min, c->sync_max);
}

void device_law_make(const struct device *device, const struct constants *c, struct device_law *law)
{
    *law = (struct device_law){.class = device->class, .flash = device_is_flash(device)};
    law->consumer = law->flash && device->plp == 0;
    law->rpm = UNKNOWN;
    if (law->flash) {
        flash_numbers(device, c, law);
    } else {
        const struct device *class_file = device->class_file;
        law->rpm = device->rpm;
        if (isnan(law->rpm) && class_file != NULL)
            law->rpm = class_file->rpm;
        if (isnan(law->rpm))
            law->rpm = c->hdd_reference_rpm;
        law->i1_ops = disk_i1(device, c, &law->i1_from);
        law->read_ops = law->write_ops = UNKNOWN;
    }
    law->read_Bps = pick(device, c, read_Bps_of, &law->read_Bps_from);
    law->write_Bps = pick(device, c, write_Bps_of, &law->write_Bps_from);
    law->read_sheet = from_sheet(law->read_Bps_from);
    law->write_sheet = from_sheet(law->write_Bps_from);
}

/* The same figure in other units differs by rounding. */
static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b) || (isnan(a) && isnan(b));
}

bool device_law_equal(const struct device_law *a, const struct device_law *b)
{
    return a->class == b->class && same(a->i1_ops, b->i1_ops) && same(a->read_ops, b->read_ops) &&
           same(a->write_ops, b->write_ops) && same(a->read_Bps, b->read_Bps) &&
           same(a->write_Bps, b->write_Bps) && same(a->sync_s, b->sync_s) && same(a->rpm, b->rpm) &&
           a->read_sheet == b->read_sheet && a->write_sheet == b->write_sheet &&
           a->consumer == b->consumer;
}
