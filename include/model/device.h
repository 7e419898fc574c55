/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A storage device: what its maker says of it and what fio measured on one of it.
 *
 * A device stands in a chain: itself, the catalogue entry it is `like`, the class file that is
 * typical of its kind. `device_inherit` copies absent scalars down the chain; measured and stated
 * rows stay where they were read, because a source of its own counts more than that of its kind. */
#ifndef MODEL_DEVICE_H
#define MODEL_DEVICE_H

#include "model/field.h"

enum device_class { CLASS_HDD, CLASS_SATA_SSD, CLASS_SAS_SSD, CLASS_NVME, CLASS_SCM };

enum rw { RW_READ, RW_WRITE, RW_RANDREAD, RW_RANDWRITE, RW_RANDRW, RW_RW, RW_TRIM };

/* Names of enum rw in fio's words, NULL-terminated. */
extern const char *const rw_names[];
/* Names of enum device_class, NULL-terminated. */
extern const char *const device_class_names[];

/* Is a part of it read; is a part of it written? */
bool rw_reads(enum rw rw);
bool rw_writes(enum rw rw);

/* Where a figure comes from. */
struct source {
    struct place place;
    const char *title, *url, *kind;
    int year;
};

/* One fio run on a raw device, or one line of a data sheet. */
struct measurement {
    struct place place;
    int rw;               /* enum rw */
    double bs_B;          /* NaN: not stated */
    int iodepth, numjobs; /* FIELD_ABSENT: not stated */
    int fsync, sync;      /* above 0: a synchronous-write test */
    double span_B;        /* part of the device the test touched */
    double iops_ops, bw_Bps, lat_s, p99_s;
    double iops_low_ops, iops_high_ops, bw_low_Bps,
        bw_high_Bps; /* class files: spread over drives */
    int samples;     /* class files: drives behind the median */
    int devices;     /* drives tested together; the figures are for one */
    int verified;    /* 0: a sheet's figure nobody has checked against the sheet */
    int year;
    const char *from, *tool, *source, *url, *note;
};

struct device_power {
    struct place place;
    double idle_W, active_W;
};

struct device {
    struct place place;
    const char *format; /* `cephplan: device/1` */
    const char *name;
    int class; /* enum device_class */
    const char *model;
    double capacity_B;
    double rpm;
    int plp; /* power-loss protection */
    double endurance_dwpd;
    struct money price;
    struct device_power *power;
    double afr_per_year;
    struct measurement *measurements;
    int n_measurements;
    struct measurement *spec; /* from the vendor's sheet, used where no measurement stands */
    int n_spec;
    struct source *source;
    const char *notes;
    const char *like;                /* catalogue entry this one starts from */
    const struct device *base;       /* that entry; NULL: none */
    const struct device *class_file; /* typical of its class; NULL: class unknown */
};

extern const struct schema source_schema;
extern const struct schema measurement_schema;
extern const struct schema device_power_schema;
extern const struct schema device_schema;

/* Copies every scalar that `device` does not state from `base` (name and notes excepted), and sets
 * `device->base`. */
void device_inherit(struct device *device, const struct device *base);

/* The catalogue name of the class file that stands in for rows a device lacks: by class, rpm (`15K`
 * in the model counts), power-loss protection. NULL when the class is unknown. */
const char *device_class_file(const struct device *device);

/* fio's iodepth x numjobs, else iops x lat (Little's law), NaN when neither is stated. */
double measurement_depth(const struct measurement *row);

/* Is it a synchronous-write test? */
bool measurement_is_sync(const struct measurement *row);

/* The best of the device's own tests of writes up to 16 KiB that are safe one by one (sync or
 * fsync, one job, depth 1), else of those of the product it is like, operations/s; NaN: there is
 * none. What is typical of a class is no test of it. */
double device_sync_ops(const struct device *device);

/* "hdd Seagate ST2000NM" or the name: a short description, never NULL. */
const char *device_title(const struct device *device);

/* Is it a class file, what is typical of a kind and no product? False for NULL. */
bool device_is_typical(const struct device *device);

/* Is it flash or storage-class memory, not a disk? */
bool device_is_flash(const struct device *device);

#endif
