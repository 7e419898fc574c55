/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each formula answers pure reads and pure writes of a load's kind and leaves the rest to
 * engine/formulas. */
#include "engine/formula_rules.h"

#include <string.h>

/* -- sums over disks -- */

static double rate_of(const struct formula_case *in, const struct formula_disk *disk, enum rw rw)
{
    struct device_rate rate;
    bool found = device_rate_find(disk->device, rw, in->bs_B, in->c, &rate);
    return found ? rate.value : UNKNOWN;
}

static double read_rate(const struct formula_case *in, const struct formula_disk *disk)
{
    return disk->count * rate_of(in, disk, formula_rw(in, false));
}

static double write_rate(const struct formula_case *in, const struct formula_disk *disk)
{
    return disk->count * rate_of(in, disk, formula_rw(in, true));
}

static double sum_rates(const struct formula_case *in, bool write)
{
    return formula_sum(in, write ? write_rate : read_rate);
}

static struct formula_span one_number(double x)
{
    return (struct formula_span){x, x};
}

/* -- mirantis: disk x disks x 0.88 / replicas -- */

static struct formula_span mirantis_pure(const struct formula_case *in, bool write)
{
    return one_number(in->c->mirantis_share * sum_rates(in, write) / in->copies);
}

static const char *mirantis_outside(const struct formula_case *in)
{
    bool small = in->bs_B >= in->c->mirantis_low_bytes && in->bs_B <= in->c->mirantis_high_bytes;
    return small && !in->sequential ? NULL : "stated for random requests of 4 to 8 KiB alone";
}

/* -- seed-range: (R + W)/2 x disks / {copies .. 1} -- */

static struct formula_span seed_pure(const struct formula_case *in, bool write)
{
    double sum = sum_rates(in, write);
    return (struct formula_span){sum / in->copies, sum};
}

/* -- ucloud: R x N x 0.7; W x N x 0.7 / (M x journal writes) -- */

static double journal_writes(const struct formula_case *in, const struct formula_disk *disk)
{
    return in->filestore && !formula_disk_apart(disk) ? in->c->filestore_writes : 1;
}

static double journalled_rate(const struct formula_case *in, const struct formula_disk *disk)
{
    return write_rate(in, disk) / journal_writes(in, disk);
}

static struct formula_span ucloud_pure(const struct formula_case *in, bool write)
{
    double sum = write ? formula_sum(in, journalled_rate) / in->copies : sum_rates(in, false);
    return one_number(in->c->ucloud_efficiency * sum);
}

static const char *ucloud_outside(const struct formula_case *in)
{
    bool stated = !in->sequential && in->bs_B == in->c->ucloud_bytes;
    return stated ? NULL : "stated for random requests of 4 KiB alone";
}

static bool note_journal(const struct formula_case *in, const struct formula_disk *disk,
                         void *context)
{
    struct formula_notes *notes = context;
    if (!in->filestore)
        formula_note_add(notes, USES_SIDE,
                         "write amplification 1: BlueStore, with or without a DB device");
    else if (formula_disk_apart(disk))
        formula_note_add(notes, USES_SIDE,
                         "write amplification 1: FileStore, journal on a device of its own");
    else
        formula_note_add(notes, USES_SIDE,
                         "write amplification %.4g: FileStore, journal on the data disk",
                         in->c->filestore_writes);
    return true;
}

static void ucloud_remark(const struct formula_case *in, struct formula_notes *notes)
{
    if (in->read_frac < 1)
        (void)formula_each(in, note_journal, notes);
}

/* -- vitastor: min(network, disks), and one request alone -- */

/* Times the bytes of a random write reach a disk. */
static double amplification(const struct formula_case *in)
{
    const struct formula_constants *c = in->c;
    if (in->bs_B > c->vitastor_amplified_bytes)
        return 1;
    return c->vitastor_data_writes + c->vitastor_journal_bytes / in->bs_B;
}

/* A small random write on an erasure code reads the k-1 other data blocks of its stripe. */
static bool reads_to_write(const struct formula_case *in)
{
    return in->erasure && in->k > 1 && !in->sequential &&
           in->bs_B <= in->c->vitastor_amplified_bytes;
}

static double stripe_rate(const struct formula_case *in, const struct formula_disk *disk)
{
    double writes = amplification(in) * (1 + in->m);
    double seconds =
        (in->k - 1) / rate_of(in, disk, RW_RANDREAD) + writes / rate_of(in, disk, RW_RANDWRITE);
    return disk->count / seconds;
}

static double vitastor_network(const struct formula_case *in, bool write)
{
    double net = in->sequential ? in->net_Bps : in->net_Bps / in->bs_B;
    /* Its linear writes compare the client's bytes with the whole network. */
    return write && !in->sequential ? net / in->copies : net;
}

static double vitastor_disks(const struct formula_case *in, bool write)
{
    if (!write)
        return sum_rates(in, false);
    if (reads_to_write(in))
        return formula_sum(in, stripe_rate);
    double wa = in->sequential ? 1 : amplification(in);
    return sum_rates(in, true) / in->copies / wa;
}

/* Seconds of one request on one of these disks, times their number. */
static double lone_read(const struct formula_case *in, const struct formula_disk *disk)
{
    struct device_rate time;
    if (in->sequential)
        return disk->count * in->bs_B / rate_of(in, disk, RW_READ);
    if (!device_rate_read_time(disk->device, in->bs_B, in->c, &time))
        return UNKNOWN;
    return disk->count * time.value;
}

static bool commits_lazily(const struct formula_disk *disk)
{
    return device_is_flash(disk->device) && disk->device->plp == 0;
}

static double lone_write(const struct formula_case *in, const struct formula_disk *disk)
{
    const struct formula_constants *c = in->c;
    struct device_rate write, read = {.value = 0};
    bool lazy = commits_lazily(disk);
    double trips = lazy ? c->vitastor_lazy_trips : c->vitastor_write_trips, writes = 1;
    if (!device_rate_write_time(disk->device, in->bs_B, c, &write))
        return UNKNOWN;
    if (in->erasure) {
        trips = lazy ? c->vitastor_ec_lazy_trips : c->vitastor_ec_write_trips;
        trips += (in->k - 1) / in->k;
        writes = c->vitastor_ec_writes;
        if (!device_rate_read_time(disk->device, in->bs_B, c, &read))
            return UNKNOWN;
    }
    return disk->count * (trips * in->rtt_s + read.value + writes * write.value);
}

static double vitastor_alone_s(const struct formula_case *in, bool write)
{
    if (write)
        return formula_sum(in, lone_write) / in->devices;
    double trips = in->c->vitastor_read_trips + (in->k - 1) / in->k;
    return trips * in->rtt_s + formula_sum(in, lone_read) / in->devices;
}

/* Unlike fmin, keeps a NaN. */
static double least(double a, double b)
{
    return isnan(a) || a < b ? a : b;
}

static struct formula_span vitastor_pure(const struct formula_case *in, bool write)
{
    double x = least(vitastor_disks(in, write), vitastor_network(in, write));
    if (in->alone) {
        double ops = 1 / vitastor_alone_s(in, write);
        x = least(in->sequential ? ops * in->bs_B : ops, x);
    }
    return one_number(x);
}

static const char *vitastor_outside(const struct formula_case *in)
{
    bool small = in->sequential && in->bs_B < in->c->large_bytes;
    return small ? "its linear bounds are of large blocks" : NULL;
}

static void vitastor_remark(const struct formula_case *in, struct formula_notes *notes)
{
    if (in->read_frac < 1 && reads_to_write(in))
        formula_note_add(notes, USES_COPIES,
                         "erasure code: the page's rule for 4 KiB writes, its amplification taken "
                         "at %.4g for this block size",
                         amplification(in));
}

/* -- disk-rule: 1000/(3 + 60000/rpm/2) x disks / replicas -- */

static double rule_rate(const struct formula_case *in, const struct formula_disk *disk)
{
    return disk->count * device_rate_disk_rule(in->c, device_rate_rpm(disk->device));
}

static struct formula_span rule_pure(const struct formula_case *in, bool write)
{
    (void)write;
    return one_number(formula_sum(in, rule_rate) / in->copies);
}

static bool has_rpm(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    (void)in;
    (void)context;
    return !isnan(device_rate_rpm(disk->device));
}

static const char *rule_refuses(const struct formula_case *in)
{
    if (in->sequential)
        return "a rule of seeks and rotations says nothing of sequential loads";
    if (!formula_each(in, has_rpm, NULL))
        return "the pool has devices that do not turn, or disks without rpm";
    return NULL;
}

static const char *rule_outside(const struct formula_case *in)
{
    return in->bs_B > in->c->disk_rule_bytes
               ? "has no transfer time: large blocks come out too fast"
               : NULL;
}

static bool note_rule(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    double rpm = device_rate_rpm(disk->device);
    formula_note_add(context, USES_MEASURED, "%.5g operations/s a disk at %.6g rpm",
                     device_rate_disk_rule(in->c, rpm), rpm);
    return true;
}

static void rule_remark(const struct formula_case *in, struct formula_notes *notes)
{
    (void)formula_each(in, note_rule, notes);
}

/* -- the rows -- */

#define AS_MEASURED "takes a disk's figures as fio gave them: short spans and deep queues flatter"
#define NO_QUEUE "knows no queue depth, CPU, network or placement"

static const char *const mirantis_defects[] = {
    "divides reads by the replicas, though one copy serves a read",
    "0.88 is the share of 4-8 KiB random reads in its authors' load, not an efficiency",
    "mixes reads and writes arithmetically",
    "is of FileStore's time and for disks, yet has no journal",
    NO_QUEUE,
    AS_MEASURED,
    NULL};
static const char *const mirantis_constants[] = {"mirantis_share", "mirantis_low_bytes",
                                                 "mirantis_high_bytes", NULL};

static const char *const seed_defects[] = {
    "takes (R+W)/2 whatever the load reads and writes",
    "its range is only \"divided by the copies\" to \"divided by 1\": no uncertainty is in it",
    "its low end divides reads by the replicas, though one copy serves a read",
    "one disk's sequential figures are not a cluster's: many clients make its disks seek",
    NO_QUEUE,
    AS_MEASURED,
    NULL};
static const char *const seed_constants[] = {NULL};

static const char *const ucloud_defects[] = {
    "0.7 is one lump for software and imbalance",
    "leaves out network and CPU by its own statement, and queue depth",
    "write amplification 1 for BlueStore is too kind to small writes",
    "a DB or journal device counts, its speed does not",
    "states no mix and no erasure code: both are handed-down readings",
    AS_MEASURED,
    NULL};
static const char *const ucloud_constants[] = {"ucloud_efficiency", "ucloud_bytes",
                                               "filestore_writes", NULL};

static const char *const vitastor_defects[] = {
    "is the theory of its own software: an upper bound for Ceph",
    "knows one request alone and saturation, nothing between",
    "has no CPU and no software time",
    "takes the whole link as payload, and linear writes do not divide it by the replicas",
    "its write amplification is that of Vitastor's old store",
    AS_MEASURED,
    NULL};
static const char *const vitastor_constants[] = {"vitastor_data_writes",
                                                 "vitastor_journal_bytes",
                                                 "vitastor_amplified_bytes",
                                                 "vitastor_read_trips",
                                                 "vitastor_write_trips",
                                                 "vitastor_lazy_trips",
                                                 "vitastor_ec_write_trips",
                                                 "vitastor_ec_lazy_trips",
                                                 "vitastor_ec_writes",
                                                 "hdd_sync_time",
                                                 "read_time_sata_ssd",
                                                 "read_time_sas_ssd",
                                                 "read_time_nvme",
                                                 "read_time_scm",
                                                 "rtt_default",
                                                 NULL};

static const char *const rule_defects[] = {
    "3 ms is a short seek: a full 7200 rpm disk does about 80 a second, not 140",
    "one figure for reads and writes, whatever the queue sorts and the cache holds",
    "divides reads by the replicas, though one copy serves a read",
    "looks at no measurement",
    NO_QUEUE,
    NULL};
static const char *const rule_constants[] = {"disk_seek", "disk_turn_share", "disk_rule_bytes",
                                             NULL};

const struct formula formulas[] = {
    {.name = "mirantis",
     .title = "Mirantis rule of thumb, as handed down",
     .equation = "IOPS = disk IOPS x disks x 0.88 / replicas",
     .source = "https://www.php.cn/faq/644375.html",
     .holds = "random requests of 4 to 8 KiB on disks, FileStore",
     .defects = mirantis_defects,
     .constants = mirantis_constants,
     .uses = USES_MEASURED | USES_BLOCK | USES_RATIO | USES_COPIES | USES_EXTENSION,
     .mix = MIX_SHARES,
     .pure = mirantis_pure,
     .outside = mirantis_outside},
    {.name = "seed-range",
     .title = "the 36-OSD cluster's own estimate",
     .equation = "(read + write)/2 of a disk x disks / {replicas .. 1}, IOPS or MB/s",
     .source = "https://blog.csdn.net/weixin_44389885/article/details/101478579",
     .holds = "random IOPS and sequential bandwidth of replicated pools on disks",
     .defects = seed_defects,
     .constants = seed_constants,
     .uses = USES_MEASURED | USES_BLOCK | USES_COPIES | USES_EXTENSION,
     .mix = MIX_HALVES,
     .pure = seed_pure},
    {.name = "ucloud",
     .title = "UCloud's formulas",
     .equation = "read = R x disks x 0.7; write = W x disks x 0.7 / (replicas x amplification)",
     .source = "https://www.besthub.dev/articles/how-to-accurately-estimate-ceph-cluster-iops-"
               "performance-formulas-and-factors-79fcbc997b62",
     .holds = "random requests of 4 KiB on replicated pools, network and CPU left out",
     .defects = ucloud_defects,
     .constants = ucloud_constants,
     .uses = USES_MEASURED | USES_BLOCK | USES_RATIO | USES_SIDE,
     .uses_writes = USES_COPIES | USES_EXTENSION | USES_STORE,
     .mix = MIX_SHARES,
     .pure = ucloud_pure,
     .outside = ucloud_outside,
     .remark = ucloud_remark},
    {.name = "vitastor",
     .title = "Vitastor's theoretical maximum",
     .equation = "reads min(network, sum of disks); writes min(network/R, sum of disks/R/WA); one "
                 "request alone: round trips + disk",
     .source = "https://github.com/vitalif/vitastor docs/performance/theoretical.en.md",
     .holds = "its own software; for Ceph an upper bound",
     .defects = vitastor_defects,
     .constants = vitastor_constants,
     .uses = USES_MEASURED | USES_BLOCK | USES_RATIO | USES_NETWORK,
     .uses_writes = USES_COPIES,
     .uses_alone = USES_DEPTH | USES_SYNC | USES_TRIP | USES_PLP,
     .mix = MIX_HARMONIC,
     .pure = vitastor_pure,
     .outside = vitastor_outside,
     .reads_to_write = reads_to_write,
     .knows_latency = true,
     .remark = vitastor_remark},
    {.name = "disk-rule",
     .title = "disk rule",
     .equation = "1000/(3 + 60000/rpm/2) x disks / replicas",
     .source = "https://www.php.cn/faq/644375.html",
     .holds = "random requests on disks; the page hands the disk's figure to the Mirantis rule, "
              "whose 0.88 is left out here",
     .defects = rule_defects,
     .constants = rule_constants,
     .uses = USES_COPIES | USES_EXTENSION,
     .mix = MIX_SAME,
     .pure = rule_pure,
     .refuses = rule_refuses,
     .outside = rule_outside,
     .remark = rule_remark},
};
const int n_formulas = sizeof formulas / sizeof formulas[0];

const struct formula *formula_find(const char *name)
{
    for (int i = 0; i < n_formulas; i++)
        if (strcmp(formulas[i].name, name) == 0)
            return &formulas[i];
    return NULL;
}
