/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: nothing is changed here. A warning says that a figure must not be used as it is; a
 * note, that it says less than one might think. */
#include "load/import_check.h"

#include "base/units.h"

#include <math.h>
#include <string.h>

/* "job 'x', randread" or "rados bench write": which result is meant. */
static const char *title(struct import *import, const struct import_result *r)
{
    const char *rw = r->rw == FIELD_ABSENT ? "run" : rw_names[r->rw];
    if (r->osd != FIELD_ABSENT)
        return import_text(import, "the bench of osd.%d", r->osd);
    if (r->job != NULL)
        return import_text(import, "%s of job '%s'", rw, r->job);
    return import_text(import, "%s of %s", rw, r->tool);
}

static bool is_bench(const struct import_result *r, const char *format)
{
    return r->format != NULL && strcmp(r->format, format) == 0;
}

/* Tools that write a fixed amount say little about time, however short they were. */
static bool counts_bytes(const struct import_result *r)
{
    return is_bench(r, "dd") || is_bench(r, "osd-bench");
}

static void check_time(struct import *import, const struct import_result *r)
{
    const double too_short_s = 1.2, short_s = 10;
    if (!(r->elapsed_s < short_s))
        return;
    if (r->elapsed_s < too_short_s && !counts_bytes(r))
        import_tell(import, IMPORT_WARNING, r->place.file, r->place.line,
                    "%s lasted %s: too short to mean anything", title(import, r),
                    units_text(DIM_TIME, r->elapsed_s).text);
    else
        import_tell(import, IMPORT_NOTE, r->place.file, r->place.line,
                    "%s lasted %s: under 10 s caches and warming up decide", title(import, r),
                    units_text(DIM_TIME, r->elapsed_s).text);
}

/* fio rounds to three or four digits, and may drop a carry. */
static void check_product(struct import *import, const struct import_result *r)
{
    double made = r->iops_ops * r->bs_B, ratio = r->bw_Bps / made;
    double allowed = is_bench(r, "fio-text") ? 0.03 : 0.05;
    if (!isfinite(ratio) || fabs(ratio - 1) <= allowed || r->iops_ops < 10)
        return;
    import_tell(import, IMPORT_WARNING, r->place.file, r->place.line,
                "%s: the bandwidth of %s is %s times IOPS x block size (%s x %.0f B = %s): the two "
                "figures contradict each other",
                title(import, r), units_text(DIM_RATE, r->bw_Bps).text,
                units_text(DIM_OPS, ratio).text, units_text(DIM_OPS, r->iops_ops).text, r->bs_B,
                units_text(DIM_RATE, made).text);
}

/* -- Little's law -- */

static bool same_job(const struct import_result *a, const struct import_result *b)
{
    return a->run == b->run && a->group == b->group && a->iteration == b->iteration &&
           a->job == b->job && a->client == b->client && a->place.line == b->place.line;
}

static bool is_mixed(const struct import_result *r)
{
    return r->rw == RW_RANDRW || r->rw == RW_RW;
}

/* Requests that the two directions of a job have outstanding: the sum of IOPS x latency. */
static double outstanding(const struct import *import, int i)
{
    const struct import_result *r = &import->results[i];
    double sum = r->iops_ops * r->lat_s;
    for (int j = i + 1; is_mixed(r) && j < import->n_results && same_job(r, &import->results[j]);
         j++)
        sum += import->results[j].iops_ops * import->results[j].lat_s;
    return sum;
}

static double allowed_depth(const struct import_result *r)
{
    if (r->iodepth == FIELD_ABSENT)
        return UNKNOWN;
    double depth = r->iodepth;
    depth *= r->numjobs > 0 ? r->numjobs : 1;
    depth *= r->clients > 0 ? r->clients : 1;
    return depth * (r->volumes > 0 ? r->volumes : 1);
}

static void check_little(struct import *import, int i)
{
    const struct import_result *r = &import->results[i];
    if (i > 0 && is_mixed(r) && same_job(r - 1, r))
        return; /* told with the first direction */
    double found = outstanding(import, i), allowed = allowed_depth(r);
    if (!isfinite(found) || !isfinite(allowed))
        return;
    if (found > 1.15 * allowed + 0.2)
        import_tell(
            import, IMPORT_WARNING, r->place.file, r->place.line,
            "%s: IOPS x latency is %s requests outstanding, but only %.0f could be: jobs are "
            "missing from the count, or a unit is wrong",
            title(import, r), units_text(DIM_OPS, found).text, allowed);
    else if (allowed >= 4 && found < 0.25 * allowed)
        import_tell(
            import, IMPORT_NOTE, r->place.file, r->place.line,
            "%s: %s of %.0f requests were outstanding on average: a synchronous engine, a rate "
            "limit, or a client that could not send more",
            title(import, r), units_text(DIM_OPS, found).text, allowed);
}

/* -- devices -- */

/* More than the fastest of a class does; above it is a cache, or data that was never written. */
struct class_limit {
    double random_read_ops, random_write_ops, bw_Bps;
};

static const struct class_limit limits[] = {[CLASS_HDD] = {450, 1000, 350e6},
                                            [CLASS_SATA_SSD] = {110e3, 110e3, 600e6},
                                            [CLASS_SAS_SSD] = {700e3, 700e3, 4.5e9},
                                            [CLASS_NVME] = {3.5e6, 3e6, 15e9},
                                            [CLASS_SCM] = {3.5e6, 3e6, 15e9}};

static bool is_random(int rw)
{
    return rw == RW_RANDREAD || rw == RW_RANDWRITE || rw == RW_RANDRW;
}

/* Does the result come from one device, and not from a cluster? */
static bool is_device_result(const struct import_result *r)
{
    return is_bench(r, "fio-text") || is_bench(r, "fio-json") || is_bench(r, "fio-jsonplus") ||
           is_bench(r, "fio-terse") || is_bench(r, "dd") || is_bench(r, "crystaldiskmark") ||
           is_bench(r, "sysbench") || is_bench(r, "osd-bench");
}

static void check_class(struct import *import, const struct import_result *r)
{
    if (import->device_class == FIELD_ABSENT || !is_device_result(r) || import_is_of_cluster(r))
        return;
    const struct class_limit *limit = &limits[import->device_class];
    double most = r->dir == DIR_READ ? limit->random_read_ops : limit->random_write_ops;
    bool small = is_random(r->rw) && r->bs_B <= 65536 && r->iops_ops > most;
    if (small || r->bw_Bps > limit->bw_Bps)
        import_tell(import, IMPORT_WARNING, r->place.file, r->place.line,
                    "%s: %s IOPS and %s are more than a device of class %s can do: cached data, or "
                    "data that was never written",
                    title(import, r), units_text(DIM_OPS, r->iops_ops).text,
                    units_text(DIM_RATE, r->bw_Bps).text, device_class_names[import->device_class]);
}

static void check_any_device(struct import *import, const struct import_result *r)
{
    if (r->bw_Bps > 7.5e9 && is_device_result(r) && !r->cached && !import_is_of_cluster(r))
        import_tell(import, IMPORT_NOTE, r->place.file, r->place.line,
                    "%s: %s is as fast as memory: a page cache, unless it is several devices",
                    title(import, r), units_text(DIM_RATE, r->bw_Bps).text);
}

static void check_cache(struct import *import, const struct import_result *r)
{
    if (!import_is_buffered(r) || !is_device_result(r) || is_bench(r, "dd") || r->cached)
        return;
    import_tell(import, IMPORT_NOTE, r->place.file, r->place.line,
                "%s ran without direct=1: through the page cache, which serves reads from memory "
                "and takes writes before the device has them",
                title(import, r));
}

/* The default bench of an OSD writes 1 GiB; much less, or more than SATA carries, is a cache. */
static void check_osd_bench(struct import *import, const struct import_result *r)
{
    if (!is_bench(r, "osd-bench") || !(r->bw_Bps > 600e6))
        return;
    bool full = r->bytes_B >= 256 * MIB_B;
    import_tell(import, full ? IMPORT_WARNING : IMPORT_NOTE, r->place.file, r->place.line,
                "%s: %s is implausible for a disk or a SATA SSD%s: a cache of the machine took it",
                title(import, r), units_text(DIM_RATE, r->bw_Bps).text,
                full ? "" : ", and few bytes were written");
}

static void check_span(struct import *import, const struct import_result *r)
{
    const double small_B = 16 * 1073741824.0;
    bool disk = import->device_class == CLASS_HDD;
    bool slow = import->device_class == FIELD_ABSENT && r->iops_ops < 1500;
    if (!(r->span_B <= small_B) || !is_random(r->rw) || !is_device_result(r) ||
        import_is_of_cluster(r) || !(disk || slow))
        return;
    import_tell(
        import, disk ? IMPORT_WARNING : IMPORT_NOTE, r->place.file, r->place.line,
        "%s touched only %s: a disk's arm hardly moves, which overstates random reads about 3.4 "
        "times on 1 GiB, cached writes more",
        title(import, r), import_bytes(import->arena, r->span_B));
}

static bool is_synced(const struct import_result *r)
{
    return r->fsync == 1 || r->sync == 1;
}

static void check_sync(struct import *import)
{
    bool flash = import->device_class != FIELD_ABSENT && import->device_class != CLASS_HDD;
    bool writes = false, synced = false;
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        if (!is_device_result(r) || import_is_of_cluster(r) || r->dir != DIR_WRITE)
            continue;
        writes = true;
        synced = synced || is_synced(r);
    }
    if (flash && writes && !synced)
        import_tell(import, IMPORT_NOTE, NULL, 0,
                    "no synchronous-write test (fio --rw=write --bs=4k --iodepth=1 --fsync=1 "
                    "--direct=1): without it the device cannot be judged as DB or WAL device");
}

/* -- like disks -- */

static bool alike(const struct import_result *a, const struct import_result *b)
{
    bool size = a->bs_B == b->bs_B && (a->bytes_B == b->bytes_B || a->osd == FIELD_ABSENT);
    return strcmp(a->format, b->format) == 0 && a->rw == b->rw && a->dir == b->dir && size &&
           a->iodepth == b->iodepth && a->numjobs == b->numjobs && is_synced(a) == is_synced(b);
}

/* Two devices: other OSDs, or other block devices. */
static bool other_device(const struct import_result *a, const struct import_result *b)
{
    if (a->osd != FIELD_ABSENT && b->osd != FIELD_ABSENT)
        return a->osd != b->osd;
    return a->target != NULL && b->target != NULL && strcmp(a->target, b->target) != 0 &&
           text_begins(a->target, "/dev/") && text_begins(b->target, "/dev/");
}

static const char *device_name(struct import *import, const struct import_result *r)
{
    return r->osd != FIELD_ABSENT ? import_text(import, "osd.%d", r->osd) : r->target;
}

static double speed(const struct import_result *r)
{
    return isfinite(r->bw_Bps) ? r->bw_Bps : r->iops_ops;
}

/* The slowest and the fastest of the devices that did what `first` did; told by the first of them
 * only. */
static void check_spread(struct import *import, int first)
{
    const struct import_result *one = &import->results[first], *slow = one, *fast = one;
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        if (i == first || !alike(one, r) || !other_device(one, r))
            continue;
        if (i < first)
            return;
        slow = speed(r) < speed(slow) ? r : slow;
        fast = speed(r) > speed(fast) ? r : fast;
    }
    double ratio = speed(fast) / speed(slow);
    if (slow == fast || !(ratio > 1.1))
        return;
    import_tell(
        import, ratio >= 2 ? IMPORT_WARNING : IMPORT_NOTE, slow->place.file, slow->place.line,
        "%s is %s times slower than %s in the same test: like disks should agree within 10 %%",
        device_name(import, slow), units_text(DIM_OPS, ratio).text, device_name(import, fast));
}

void import_check_results(struct import *import)
{
    enum { MOST = 2000 }; /* comparing each with each is for people's inputs */
    for (int i = 0; i < import->n_results; i++) {
        const struct import_result *r = &import->results[i];
        check_time(import, r);
        check_product(import, r);
        check_little(import, i);
        check_class(import, r);
        check_any_device(import, r);
        check_cache(import, r);
        check_osd_bench(import, r);
        check_span(import, r);
        if (import->n_results <= MOST)
            check_spread(import, i);
    }
    check_sync(import);
}
