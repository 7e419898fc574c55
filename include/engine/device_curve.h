/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A device as the engine sees it: a few rates out of fio rows, data sheets and class files. */
#ifndef ENGINE_DEVICE_CURVE_H
#define ENGINE_DEVICE_CURVE_H

#include "model/device.h"
#include "model/params.h"

/* Where a number of a law was found. */
enum law_origin {
    ORIGIN_OWN_MEASUREMENT,
    ORIGIN_CATALOGUE_MEASUREMENT,
    ORIGIN_OWN_SHEET,
    ORIGIN_CATALOGUE_SHEET,
    ORIGIN_CLASS_MEASUREMENT,
    ORIGIN_CLASS_SHEET,
    ORIGIN_FALLBACK /* a constant of the model */
};

/* The rows of one source of a device. */
struct device_rows {
    const struct device *holder; /* whose rows they are; NULL: none */
    const struct measurement *row;
    int n;
};
enum { N_DEVICE_SOURCES = ORIGIN_FALLBACK };

/* Every source of a device's figures, indexed by enum law_origin, in the order they count. */
void device_sources(const struct device *device, struct device_rows sources[N_DEVICE_SOURCES]);

struct device_law {
    int class; /* enum device_class */
    bool flash;
    bool consumer;                /* flash stated to be without power-loss protection */
    double rpm;                   /* disks */
    double i1_ops;                /* 4K random reads/s at depth 1 */
    double read_ops;              /* most 4K random reads/s (flash; NaN: no source) */
    double write_ops;             /* most 4K random writes/s (flash) */
    double read_Bps, write_Bps;   /* sequential */
    bool read_sheet, write_sheet; /* sequential rate out of a data sheet: a disk's outer diameter */
    double sync_s;                /* one synchronous 4K write (flash) */
    enum law_origin i1_from, read_from, write_from, read_Bps_from, write_Bps_from, sync_from;
};

/* The law of a device. Sources in order: its own measurements, those of the catalogue entry, its
 * own sheet, the entry's sheet, the class file's measurements and sheet; each number takes the
 * first source with a usable row, and there the largest value. Rows of a disk that touched less
 * than 50 GB are no source: a short span flatters it. `device->class` must be known. Source: design
 * of the engine, section 2. */
void device_law_make(const struct device *device, const struct constants *constants,
                     struct device_law *law);

/* Are two laws the same in every number, but for rounding? */
bool device_law_equal(const struct device_law *a, const struct device_law *b);

#endif
