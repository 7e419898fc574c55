/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema of a device stands here beside what follows from its members alone. */
#include "model/device.h"

#include <string.h>

const char *const rw_names[] = {"read",   "write", "randread", "randwrite",
                                "randrw", "rw",    "trim",     NULL};
const char *const device_class_names[] = {"hdd", "sata-ssd", "sas-ssd", "nvme", "scm", NULL};

bool rw_reads(enum rw rw)
{
    return rw == RW_READ || rw == RW_RANDREAD || rw == RW_RANDRW || rw == RW_RW;
}

bool rw_writes(enum rw rw)
{
    return rw != RW_READ && rw != RW_RANDREAD && rw != RW_TRIM;
}

static const struct field source_fields[] = {
    ROW_TEXT(struct source, "title", title, "what the source calls itself"),
    ROW_TEXT(struct source, "url", url, "where it stands"),
    ROW_INT(struct source, "year", year, 1980, 2100, NULL, "year of the source"),
    ROW_TEXT(struct source, "kind", kind, "blog, docs, vendor, forum, seed ..."),
};
const struct schema source_schema = {"source", sizeof(struct source), source_fields,
                                     sizeof source_fields / sizeof source_fields[0]};

#define M struct measurement
static const struct field measurement_fields[] = {
    {.key = "rw",
     .kind = FIELD_CHOICE,
     .offset = offsetof(M, rw),
     .choices = rw_names,
     .required = true,
     .help = "what fio did, in fio's words"},
    ROW_QUANTITY(M, "bs", bs_B, DIM_BLOCK, 1, 1 << 30, NULL, "block size"),
    ROW_INT(M, "iodepth", iodepth, 1, 1e7, NULL, "requests a job keeps in flight"),
    ROW_INT(M, "numjobs", numjobs, 1, 1e7, NULL, "jobs that ran together"),
    ROW_INT(M, "fsync", fsync, 0, 1e9, "0", "writes between two fsyncs; 1 decides a DB/WAL device"),
    ROW_INT(M, "sync", sync, 0, 1, "0", "1: every write synchronous (O_SYNC or O_DSYNC)"),
    ROW_QUANTITY(M, "span", span_B, DIM_CAPACITY, 1, 1e18, "the whole device",
                 "part of the device the test touched (fio's size)"),
    ROW_QUANTITY(M, "iops", iops_ops, DIM_OPS, 0, 1e12, NULL, "operations/s"),
    ROW_QUANTITY(M, "bw", bw_Bps, DIM_RATE, 0, 1e15, NULL, "bandwidth"),
    ROW_QUANTITY(M, "lat", lat_s, DIM_TIME, 0, 1e6, NULL, "mean total latency"),
    ROW_QUANTITY(M, "p99", p99_s, DIM_TIME, 0, 1e6, NULL, "99th percentile of the latency"),
    ROW_QUANTITY(M, "iops_low", iops_low_ops, DIM_OPS, 0, 1e12, NULL,
                 "least over the drives of a class"),
    ROW_QUANTITY(M, "iops_high", iops_high_ops, DIM_OPS, 0, 1e12, NULL,
                 "most over the drives of a class"),
    ROW_QUANTITY(M, "bw_low", bw_low_Bps, DIM_RATE, 0, 1e15, NULL,
                 "least over the drives of a class"),
    ROW_QUANTITY(M, "bw_high", bw_high_Bps, DIM_RATE, 0, 1e15, NULL,
                 "most over the drives of a class"),
    ROW_INT(M, "samples", samples, 1, 1e6, NULL, "drives behind a median"),
    ROW_INT(M, "devices", devices, 1, 1e6, "1", "drives tested together; the figures are for one"),
    ROW_BOOL(M, "verified", verified, "true",
             "false: a sheet's figure nobody checked: wider range"),
    ROW_INT(M, "year", year, 1980, 2100, NULL, "year of the figure"),
    ROW_TEXT(M, "from", from, "test, sheet, median or derived"),
    ROW_TEXT(M, "tool", tool, "what measured it"),
    ROW_TEXT(M, "source", source, "who published it"),
    ROW_TEXT(M, "url", url, "where it stands"),
    ROW_TEXT(M, "note", note, "anything else"),
};
#undef M
const struct schema measurement_schema = {"measurement", sizeof(struct measurement),
                                          measurement_fields,
                                          sizeof measurement_fields / sizeof measurement_fields[0]};

static const struct field power_fields[] = {
    ROW_QUANTITY(struct device_power, "idle", idle_W, DIM_POWER, 0, 1e6, NULL, "at rest"),
    ROW_QUANTITY(struct device_power, "active", active_W, DIM_POWER, 0, 1e6, NULL, "under load"),
};
const struct schema device_power_schema = {"device power", sizeof(struct device_power),
                                           power_fields, 2};

#define D struct device
static const struct field device_fields[] = {
    ROW_TEXT(D, "cephplan", format, "device/1 in a file of its own"),
    ROW_TEXT(D, "name", name, "the name clusters refer to"),
    ROW_CHOICE(D, "class", class, device_class_names, NULL, "kind of device"),
    ROW_TEXT(D, "model", model, "vendor and model"),
    ROW_QUANTITY(D, "capacity", capacity_B, DIM_CAPACITY, 1, 1e18, NULL, "as sold"),
    ROW_QUANTITY(D, "rpm", rpm, DIM_NUMBER, 1000, 30000, NULL, "turns a minute of a disk"),
    ROW_BOOL(D, "plp", plp, NULL, "power-loss protection of an SSD; unknown when absent"),
    ROW_QUANTITY(D, "endurance", endurance_dwpd, DIM_ENDURANCE, 0, 1000, NULL,
                 "drive writes a day"),
    ROW_MONEY(D, "price", price, "of one device"),
    ROW_MAP(D, "power", power, &device_power_schema, "watts at rest and under load"),
    ROW_QUANTITY(D, "afr", afr_per_year, DIM_FRACTION, 0, 1, NULL, "annualised failure rate"),
    ROW_LIST(D, "measurements", measurements, n_measurements, &measurement_schema,
             "fio runs on one raw device"),
    ROW_LIST(D, "spec", spec, n_spec, &measurement_schema,
             "figures of the vendor's sheet, used where no measurement stands"),
    ROW_MAP(D, "source", source, &source_schema, "where the figures come from"),
    ROW_TEXT(D, "notes", notes, "anything else"),
    ROW_TEXT(D, "like", like, "a catalogue entry to start from; what is stated here overrides it"),
};
#undef D
const struct schema device_schema = {"device", sizeof(struct device), device_fields,
                                     sizeof device_fields / sizeof device_fields[0]};

static bool is_own_alone(const struct field *field)
{
    static const char *const own[] = {"cephplan", "name", "notes", "like", "source"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(own[i], field->key) == 0)
            return true;
    return field->kind == FIELD_LIST;
}

static size_t member_size(enum field_kind kind)
{
    switch (kind) {
    case FIELD_INT:
    case FIELD_BOOL:
    case FIELD_CHOICE:
        return sizeof(int);
    case FIELD_QUANTITY:
        return sizeof(double);
    case FIELD_MONEY:
        return sizeof(struct money);
    case FIELD_TEXT:
    case FIELD_TEXTS:
    case FIELD_MAP:
    case FIELD_LIST:
    case FIELD_DEVICE:
        break;
    }
    return sizeof(void *);
}

void device_inherit(struct device *device, const struct device *base)
{
    device->base = base;
    for (size_t i = 0; i < device_schema.n_fields; i++) {
        const struct field *field = &device_schema.fields[i];
        if (!is_own_alone(field) && field_is_absent(field, device))
            memcpy((char *)device + field->offset, (const char *)base + field->offset,
                   member_size(field->kind));
    }
}

static const char *hdd_class_file(const struct device *device)
{
    const char *model = device->model == NULL ? "" : device->model;
    if (device->rpm >= 14000 || strstr(model, "15K") != NULL)
        return "class-hdd-15k-sas";
    if (device->rpm >= 9000)
        return "class-hdd-10k-sas";
    return device->rpm < 6500 ? "class-hdd-5400" : "class-hdd-7200";
}

const char *device_class_file(const struct device *device)
{
    switch (device->class) {
    case CLASS_HDD:
        return hdd_class_file(device);
    case CLASS_SATA_SSD:
        return device->plp == 0 ? "class-sata-ssd-consumer" : "class-sata-ssd-plp";
    case CLASS_SAS_SSD:
        return "class-sas-ssd";
    case CLASS_NVME:
        return device->plp == 0 ? "class-nvme-consumer" : "class-nvme-plp-read";
    case CLASS_SCM:
        return "class-optane";
    default:
        return NULL;
    }
}

double measurement_depth(const struct measurement *row)
{
    if (row->iodepth != FIELD_ABSENT || row->numjobs != FIELD_ABSENT) {
        double depth = row->iodepth == FIELD_ABSENT ? 1 : row->iodepth;
        return depth * (row->numjobs == FIELD_ABSENT ? 1 : row->numjobs);
    }
    return row->iops_ops * row->lat_s;
}

bool measurement_is_sync(const struct measurement *row)
{
    return row->fsync > 0 || row->sync > 0;
}

/* Not stated is fio's default of one. */
static bool is_one(int count)
{
    return count == 1 || count == FIELD_ABSENT;
}

static double best_sync_ops(const struct device *device)
{
    double best = UNKNOWN;
    for (int i = 0; i < device->n_measurements; i++) {
        const struct measurement *row = &device->measurements[i];
        bool write = row->rw == RW_WRITE || row->rw == RW_RANDWRITE;
        bool alone = is_one(row->iodepth) && is_one(row->numjobs);
        if (write && alone && measurement_is_sync(row) && !(row->bs_B > 16384))
            best = fmax(best, row->iops_ops);
    }
    return best;
}

double device_sync_ops(const struct device *device)
{
    double ops = UNKNOWN;
    for (; isnan(ops) && device != NULL && !device_is_typical(device); device = device->base)
        ops = best_sync_ops(device);
    return ops;
}

const char *device_title(const struct device *device)
{
    if (device->model != NULL)
        return device->model;
    if (device->name != NULL)
        return device->name;
    return device->class == FIELD_ABSENT ? "device" : device_class_names[device->class];
}

bool device_is_typical(const struct device *device)
{
    return device != NULL && device->name != NULL && strncmp(device->name, "class-", 6) == 0;
}

bool device_is_flash(const struct device *device)
{
    return device->class > CLASS_HDD;
}
