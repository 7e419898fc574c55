/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search asks every row of a range of sources for a rate; the first source that gives one decides
 * and there the largest. Times are searched as rates, so that the shortest wins. */
#include "engine/device_rate.h"

#include <stdio.h>

struct query {
    const struct device *device;
    int first, last; /* sources from first to before last, enum law_origin */
    bool deep;       /* leave out rows of depth 1 that are not the document's own */
    enum rw rw;
    double bs_B;
    const struct formula_constants *c;
};

/* The document's own rows and the catalogue entry's, against what is typical of the class. */
enum { FIRST_CLASS = ORIGIN_CLASS_MEASUREMENT };

static struct query query_of(const struct device *device, enum rw rw, double bs_B,
                             const struct formula_constants *c)
{
    return (struct query){.device = device, .last = FIRST_CLASS, .rw = rw, .bs_B = bs_B, .c = c};
}

/* What one row gives; NaN: nothing. */
typedef double row_rate(const struct measurement *row, const struct query *q);

static bool is_random(enum rw rw)
{
    return rw == RW_RANDREAD || rw == RW_RANDWRITE;
}

static enum rw sequential_of(enum rw rw)
{
    return rw_reads(rw) ? RW_READ : RW_WRITE;
}

static bool same_block(double a, double b)
{
    return fabs(a - b) < 0.5;
}

static double ops_of(const struct measurement *row)
{
    return isnan(row->iops_ops) ? row->bw_Bps / row->bs_B : row->iops_ops;
}

static double bandwidth_of(const struct measurement *row)
{
    return isnan(row->bw_Bps) ? row->iops_ops * row->bs_B : row->bw_Bps;
}

static double exact_rate(const struct measurement *row, const struct query *q)
{
    if (row->rw != (int)q->rw || measurement_is_sync(row) || !same_block(row->bs_B, q->bs_B))
        return UNKNOWN;
    return is_random(q->rw) ? ops_of(row) : bandwidth_of(row);
}

/* A sheet's sequential rate without a block size is one of large blocks. */
static double large_rate(const struct measurement *row, const struct query *q)
{
    bool large = row->bs_B >= q->c->large_bytes || (isnan(row->bs_B) && !is_random(q->rw));
    bool usable = row->rw == (int)q->rw && !measurement_is_sync(row) && large;
    return usable ? bandwidth_of(row) : UNKNOWN;
}

static bool is_alone(const struct measurement *row)
{
    double depth = measurement_depth(row);
    return depth >= 0.7 && depth <= 1.5;
}

static double alone_rate(const struct measurement *row)
{
    return isnan(row->lat_s) ? ops_of(row) : 1 / row->lat_s;
}

static double lone_rate(const struct measurement *row, const struct query *q)
{
    bool usable = row->rw == (int)q->rw && !measurement_is_sync(row) && is_alone(row) &&
                  same_block(row->bs_B, q->bs_B);
    return usable ? alone_rate(row) : UNKNOWN;
}

static double sync_rate(const struct measurement *row, const struct query *q)
{
    bool write = row->rw == RW_WRITE || row->rw == RW_RANDWRITE;
    bool alone = (row->iodepth == 1 || row->iodepth == FIELD_ABSENT) &&
                 (row->numjobs == 1 || row->numjobs == FIELD_ABSENT);
    bool usable = write && alone && measurement_is_sync(row) && same_block(row->bs_B, q->bs_B);
    return !usable ? UNKNOWN : isnan(row->iops_ops) ? alone_rate(row) : row->iops_ops;
}

static bool search(const struct query *q, row_rate *rate, enum rate_rule rule,
                   struct device_rate *out)
{
    struct device_rows sources[N_DEVICE_SOURCES];
    device_sources(q->device, sources);
    for (int s = q->first; s < q->last; s++) {
        struct device_rate best = {.value = UNKNOWN};
        bool deep = q->deep && s != ORIGIN_OWN_MEASUREMENT;
        for (int i = 0; i < sources[s].n; i++) {
            if (deep && is_alone(&sources[s].row[i]))
                continue;
            double v = rate(&sources[s].row[i], q);
            if (v > 0 && isfinite(v) && !(v <= best.value))
                best = (struct device_rate){.value = v,
                                            .rw = (int)q->rw,
                                            .bs_B = q->bs_B,
                                            .rule = rule,
                                            .origin = (enum law_origin)s,
                                            .holder = sources[s].holder,
                                            .row = &sources[s].row[i]};
        }
        if (best.row != NULL) {
            *out = best;
            return true;
        }
    }
    return false;
}

/* -- rates -- */

/* Flash answers one request at a time at a small part of its rate: where a catalogue has the rate
 * itself, a row of depth 1 is none. */
static bool search_rate(const struct query *q, row_rate *rate, enum rate_rule rule,
                        struct device_rate *out)
{
    struct query deep = *q;
    deep.deep = device_is_flash(q->device);
    return search(&deep, rate, rule, out) || search(q, rate, rule, out);
}

double device_rate_disk_rule(const struct formula_constants *c, double rpm)
{
    return 1 / (c->disk_seek + c->disk_turn_share * 60 / rpm);
}

double device_rate_rpm(const struct device *device)
{
    if (device->class != CLASS_HDD)
        return UNKNOWN;
    bool stated = !isnan(device->rpm) || device->class_file == NULL;
    return stated ? device->rpm : device->class_file->rpm;
}

static bool small_ops(const struct query *q, struct device_rate *out)
{
    struct query small = *q;
    small.bs_B = q->c->small_bytes;
    return search_rate(&small, exact_rate, RATE_SMALL, out);
}

/* As operations/s for random kinds. */
static bool large_ops(const struct query *q, struct device_rate *out)
{
    struct query sequential = *q;
    sequential.rw = sequential_of(q->rw);
    if (!search_rate(q, large_rate, RATE_LARGE, out) &&
        !search_rate(&sequential, large_rate, RATE_LARGE, out))
        return false;
    out->value /= is_random(q->rw) ? q->bs_B : 1;
    return true;
}

static bool rule_ops(const struct query *q, struct device_rate *out)
{
    double rpm = device_rate_rpm(q->device);
    if (isnan(rpm))
        return false;
    *out = (struct device_rate){.value = device_rate_disk_rule(q->c, rpm),
                                .rule = RATE_FORMULA,
                                .origin = ORIGIN_FALLBACK,
                                .holder = q->device};
    return true;
}

/* The range must hold one of the two figures; the other may come from any source. */
static bool near_random(const struct query *q, struct device_rate *out)
{
    struct query all = *q;
    struct device_rate small, large;
    all.first = 0;
    all.last = N_DEVICE_SOURCES;
    bool has_small = small_ops(q, &small);
    if (q->bs_B <= q->c->small_bytes) {
        if (has_small)
            *out = small;
        return has_small;
    }
    bool has_large = large_ops(q, &large);
    if (!has_small && !has_large)
        return false;
    has_small = has_small || small_ops(&all, &small) || rule_ops(q, &small);
    has_large = has_large || large_ops(&all, &large);
    bool enough = q->bs_B >= q->c->large_bytes ? has_large : has_small;
    if (!enough)
        return false;
    *out = has_small && (!has_large || small.value <= large.value) ? small : large;
    return true;
}

static bool last_resort(struct query *q, struct device_rate *out)
{
    struct device_rate rule, large;
    if (!is_random(q->rw) || !rule_ops(q, &rule))
        return false;
    q->first = 0;
    *out = rule;
    if (q->bs_B > q->c->small_bytes && large_ops(q, &large) && large.value < rule.value)
        *out = large;
    return true;
}

bool device_rate_find(const struct device *device, enum rw rw, double bs_B,
                      const struct formula_constants *c, struct device_rate *out)
{
    struct query q = query_of(device, rw, bs_B, c);
    bool found = false;
    for (int range = 0; range < 2 && !found; range++) {
        found = search_rate(&q, exact_rate, RATE_EXACT, out) ||
                (is_random(rw) ? near_random(&q, out) : large_ops(&q, out));
        q.first = FIRST_CLASS;
        q.last = N_DEVICE_SOURCES;
    }
    if (!found && !last_resort(&q, out))
        return false;
    out->rw = (int)rw;
    out->bs_B = bs_B;
    return true;
}

/* -- one request alone -- */

/* `out` holds a time of 4 KiB: adds what a larger block transfers beyond. */
static bool add_transfer(const struct query *q, struct device_rate *out)
{
    struct device_rate rate;
    double rest = q->bs_B - q->c->small_bytes;
    if (rest <= 0)
        return true;
    if (!device_rate_find(q->device, sequential_of(q->rw), q->bs_B, q->c, &rate))
        return false;
    out->value += rest / rate.value;
    return true;
}

static bool search_time(const struct query *q, row_rate *rate, struct device_rate *out)
{
    struct query small = *q;
    struct device_rate found;
    small.bs_B = q->c->small_bytes;
    bool exact = search(q, rate, RATE_EXACT, &found);
    if (!exact && !search(&small, rate, RATE_SMALL, &found))
        return false;
    found.value = 1 / found.value;
    if (!exact && !add_transfer(q, &found))
        return false;
    *out = found;
    return true;
}

static bool constant_time(const struct query *q, double value, struct device_rate *out)
{
    struct device_rate found = {
        .value = value, .rule = RATE_FORMULA, .origin = ORIGIN_FALLBACK, .holder = q->device};
    if (isnan(value) || !add_transfer(q, &found))
        return false;
    *out = found;
    return true;
}

static double read_time_of_class(int class, const struct formula_constants *c)
{
    switch (class) {
    case CLASS_SATA_SSD:
        return c->read_time_sata_ssd;
    case CLASS_SAS_SSD:
        return c->read_time_sas_ssd;
    case CLASS_NVME:
        return c->read_time_nvme;
    case CLASS_SCM:
        return c->read_time_scm;
    default:
        return UNKNOWN;
    }
}

static void name_time(const struct query *q, struct device_rate *out)
{
    out->time = true;
    out->rw = (int)q->rw;
    out->bs_B = q->bs_B;
}

bool device_rate_read_time(const struct device *device, double bs_B,
                           const struct formula_constants *c, struct device_rate *out)
{
    struct query q = query_of(device, RW_RANDREAD, bs_B, c);
    double fallback = device->class == CLASS_HDD
                          ? 1 / device_rate_disk_rule(c, device_rate_rpm(device))
                          : read_time_of_class(device->class, c);
    q.last = N_DEVICE_SOURCES;
    if (!search_time(&q, lone_rate, out) && !constant_time(&q, fallback, out))
        return false;
    name_time(&q, out);
    return true;
}

bool device_rate_write_time(const struct device *device, double bs_B,
                            const struct formula_constants *c, struct device_rate *out)
{
    struct query q = query_of(device, RW_RANDWRITE, bs_B, c), class_rows = q;
    class_rows.first = FIRST_CLASS;
    class_rows.last = N_DEVICE_SOURCES;
    bool found =
        search_time(&q, sync_rate, out) || (device->plp == 1 && search_time(&q, lone_rate, out));
    if (!found && device->class == CLASS_HDD)
        found = constant_time(&q, c->hdd_sync_time, out);
    if (!found && !search_time(&class_rows, sync_rate, out))
        return false;
    name_time(&q, out);
    return true;
}

/* -- words -- */

static void origin_words(const struct device_rate *rate, char *buf, size_t size)
{
    static const char *const forms[] = {
        [ORIGIN_OWN_MEASUREMENT] = "own measurement",
        [ORIGIN_CATALOGUE_MEASUREMENT] = "measurement of ",
        [ORIGIN_OWN_SHEET] = "own spec",
        [ORIGIN_CATALOGUE_SHEET] = "spec of ",
        [ORIGIN_CLASS_MEASUREMENT] = "class file ",
        [ORIGIN_CLASS_SHEET] = "spec of class file ",
        [ORIGIN_FALLBACK] = "no row, models/formulas.yaml",
    };
    bool own = rate->origin == ORIGIN_OWN_MEASUREMENT || rate->origin == ORIGIN_OWN_SHEET ||
               rate->origin == ORIGIN_FALLBACK;
    const char *name = own ? "" : rate->holder->name == NULL ? "?" : rate->holder->name;
    (void)snprintf(buf, size, "%s%s", forms[rate->origin], name);
}

static void rule_words(const struct device_rate *rate, char *buf, size_t size)
{
    char block[32];
    buf[0] = '\0';
    if (rate->rule != RATE_SMALL && rate->rule != RATE_LARGE)
        return;
    units_format(DIM_BLOCK, rate->row->bs_B, block, sizeof block);
    bool named = !isnan(rate->row->bs_B);
    if (rate->rule == RATE_SMALL)
        (void)snprintf(buf, size, "from the row at %s, ", block);
    else
        (void)snprintf(buf, size, "from the %s bandwidth %s%s, ", rw_names[rate->row->rw],
                       named ? "at " : "of large blocks", named ? block : "");
}

void device_rate_text(const struct device_rate *rate, char *buf, size_t size)
{
    char block[32], rule[96], origin[128];
    units_format(DIM_BLOCK, rate->bs_B, block, sizeof block);
    rule_words(rate, rule, sizeof rule);
    origin_words(rate, origin, sizeof origin);
    const char *what = !rate->time                   ? rw_names[rate->rw]
                       : rw_reads((enum rw)rate->rw) ? "one read of"
                                                     : "one safe write of";
    bool shallow = !rate->time && rate->row != NULL && is_alone(rate->row);
    (void)snprintf(buf, size, "%s %s: %s%s%s", what, block, rule, origin,
                   shallow ? ", at depth 1" : "");
}
