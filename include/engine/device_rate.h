/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one device does at one kind of request, taken from fio's rows as they stand: any queue
 * depth, any span. The published formulas ask for that; the engine's own laws (engine/device_curve)
 * do not. */
#ifndef ENGINE_DEVICE_RATE_H
#define ENGINE_DEVICE_RATE_H

#include "engine/device_curve.h"
#include "model/formula_params.h"

enum rate_rule {
    RATE_EXACT,  /* a row of that very kind and block size */
    RATE_SMALL,  /* the row of 4 KiB blocks stands in */
    RATE_LARGE,  /* the bandwidth of a row of large blocks stands in */
    RATE_FORMULA /* no row at all: the disk rule, or a constant of models/formulas.yaml */
};

struct device_rate {
    double value; /* operations/s of a random kind, bytes/s of a sequential one; or seconds */
    bool time;    /* the value is the time of one request alone */
    int rw;       /* enum rw that was asked for */
    double bs_B;
    enum rate_rule rule;
    enum law_origin origin;
    const struct device *holder;   /* whose row it is: the device, its catalogue entry, its class
                                      file; the device itself under RATE_FORMULA */
    const struct measurement *row; /* NULL: RATE_FORMULA */
};

/* The largest rate of `rw` (read, write, randread or randwrite) at blocks of `bs_B` > 0. Sources in
 * order: own measurements, the catalogue entry's, own sheet, the entry's; the class file only where
 * these have nothing. Of flash, a row of depth 1 that is not the document's own comes last. In each
 * of the two, an exact block size comes before a nearby one. Nearby: of sequential kinds the
 * bandwidth of blocks from 64 KiB; of random kinds the operations/s of 4 KiB blocks or that
 * bandwidth over the block size (random rows of large blocks before sequential ones), whichever is
 * less, and for blocks up to 4 KiB the former alone. A disk of known speed without any random row
 * takes the disk rule. Synchronous-write rows are no source. False: no source; `out` is then
 * untouched. */
bool device_rate_find(const struct device *device, enum rw rw, double bs_B,
                      const struct formula_constants *c, struct device_rate *out);

/* Seconds of one random read with nothing else in the device: a row of depth 1 at that block size,
 * else the one of 4 KiB blocks and the transfer of the rest, else a constant of the device's class.
 * False: no source. */
bool device_rate_read_time(const struct device *device, double bs_B,
                           const struct formula_constants *c, struct device_rate *out);

/* Seconds of one write that is safe when it returns: a synchronous row at that block size, else the
 * one of 4 KiB blocks and the transfer of the rest; without any, a plain row of depth 1 where
 * power-loss protection makes it as good; then the class file. A disk takes the constant
 * hdd_sync_time instead of its class file. False: no source. */
bool device_rate_write_time(const struct device *device, double bs_B,
                            const struct formula_constants *c, struct device_rate *out);

/* The disk rule: random operations/s of a disk at `rpm` > 0, 1000/(3 + 60000/rpm/2) with the
 * constants handed down. Source: https://www.php.cn/faq/644375.html */
double device_rate_disk_rule(const struct formula_constants *c, double rpm);

/* Turns a minute of a disk, its class file's where it states none; NaN for flash and where unknown.
 */
double device_rate_rpm(const struct device *device);

/* "randread 4 KiB: own measurement", "read 4 KiB: from the bandwidth at 1 MiB, class file
 * class-hdd-7200": what was asked and where it was found. */
void device_rate_text(const struct device_rate *rate, char *buf, size_t size);

#endif
