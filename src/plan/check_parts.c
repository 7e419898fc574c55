/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function a rule; thresholds from models/advice.yaml. */
#include "plan/check_parts.h"

#include "base/units.h"
#include "engine/device_curve.h"
#include "plan/warn.h"

#include <stdio.h>

struct looking {
    const struct capacity *c;
    const struct advice *advice;
    struct findings *findings;
    const struct host_group *group;
    const struct osd_group *osds;
    const char *host, *where; /* "hosts.0", "hosts.0.osds.1" */
};

typedef void rule(struct looking *l);

enum { N_SIDES = 3 };
static const char *const side_names[N_SIDES] = {"DB", "WAL", "journal"};

static int sharing(const struct osd_group *osds)
{
    return osds->osds_per_device > 0 ? osds->osds_per_device : 1;
}

/* -- DB, WAL and journal -------------------------------------------------- */

/* Is the release older than major.minor.patch; false when it is not known so far. */
static bool is_older(const struct cluster *cluster, int major, int minor, int patch)
{
    int a = 0, b = 0, c = 0;
    const char *version = cluster->ceph == NULL ? NULL : cluster->ceph->version;
    int found = version == NULL ? 0 : sscanf(version, "%d.%d.%d", &a, &b, &c);
    if (found < 1 || a != major)
        return found >= 1 && a < major;
    if (found < 2 || b != minor)
        return found >= 2 && b < minor;
    return found >= 3 && c < patch;
}

/* RocksDB's levels had to fit whole: about 3, 30 or 300 GB were used of a DB, the rest was not. */
static bool has_levels(const struct cluster *cluster)
{
    double release = cluster_release(cluster);
    if (isnan(release) || release >= 16)
        return false;
    return release >= 15 ? is_older(cluster, 15, 2, 6) : is_older(cluster, 14, 2, 12);
}

/* The part of one OSD: as stated, else an equal part of the devices. */
static double db_size_B(const struct osd_group *osds)
{
    const struct side_device *db = osds->db;
    if (!isnan(db->size_B) || db->device == NULL)
        return db->size_B;
    int devices = db->count > 0 ? db->count : 1;
    return db->device->capacity_B * devices / osds->count;
}

static void rule_db_levels(struct looking *l)
{
    static const double levels[] = {300e9, 30e9, 3e9};
    double size_B = l->osds->db == NULL ? UNKNOWN : db_size_B(l->osds), used_B = 0;
    if (isnan(size_B) || !has_levels(l->c->cluster))
        return;
    for (int i = 0; i < 3 && used_B <= 0; i++)
        used_B = size_B >= levels[i] ? levels[i] : 0;
    if (size_B < 1.2 * used_B)
        return;
    struct finding finding = {"db-levels",
                              SEVERITY_INFO,
                              l->where,
                              NULL,
                              "before 14.2.12 and 15.2.6 RocksDB's levels had to fit whole; later "
                              "releases use the rest",
                              "github.com/ceph/ceph pull 28691"};
    findings_add(l->findings, &finding, "of a DB of %s release %s uses about %s",
                 units_text(DIM_CAPACITY, size_B).text, l->c->cluster->ceph->version,
                 units_text(DIM_CAPACITY, used_B).text);
}

/* Small objects need a larger DB. */
static bool has_small_objects(const struct looking *l)
{
    for (int i = 0; i < l->c->n_pools; i++)
        if (l->c->pools[i].object_B < advice_value(l->advice, ADVICE_small_object))
            return true;
    return false;
}

static void rule_db_size(struct looking *l)
{
    const struct osd_group *osds = l->osds;
    double size_B = osds->db == NULL ? UNKNOWN : db_size_B(osds);
    enum advice_number row = has_small_objects(l) ? ADVICE_db_share_objects : ADVICE_db_share;
    double wanted_B = advice_value(l->advice, row) * osds->device->capacity_B / sharing(osds);
    if (isnan(size_B) || size_B >= wanted_B)
        return;
    double release = cluster_release(l->c->cluster);
    const char *of = isnan(release) ? "current releases"
                                    : arena_printf(l->findings->arena, "release %.0f", release);
    struct finding finding = {"db-small",
                              SEVERITY_WARN,
                              l->where,
                              NULL,
                              "metadata that does not fit spills over onto the data device",
                              advice_source(l->advice, row)};
    findings_add(l->findings, &finding,
                 "the DB of an OSD is %s (%s of its data), the rule for %s and this use is %s (%s)",
                 units_text(DIM_CAPACITY, size_B).text,
                 units_text(DIM_FRACTION, size_B * sharing(osds) / osds->device->capacity_B).text,
                 of, units_text(DIM_CAPACITY, wanted_B).text,
                 units_text(DIM_FRACTION, advice_value(l->advice, row)).text);
}

static void rule_db_shared(struct looking *l)
{
    const struct side_device *side = topology_side_of(l->osds);
    if (side == NULL || side->device == NULL)
        return;
    int devices = side->count > 0 ? side->count : 1;
    int behind = (l->osds->count + devices - 1) / devices;
    double lost_B = behind * l->osds->device->capacity_B / sharing(l->osds);
    bool nvme = side->device->class == CLASS_NVME || side->device->class == CLASS_SCM;
    enum advice_number row = nvme ? ADVICE_osds_per_db_nvme : ADVICE_osds_per_db_ssd;
    bool many = behind > advice_value(l->advice, row) && !device_is_flash(l->osds->device);
    struct finding finding = {
        many ? "db-many-osds" : "db-failure",
        many ? SEVERITY_WARN : SEVERITY_INFO,
        l->where,
        NULL,
        many ? "it is their bottleneck for commits, and they die with it"
             : "they die with it: count it as a failure domain inside the host",
        many ? advice_source(l->advice, row) : "github.com/SUSE/doc-ses issue 975"};
    if (behind > 1 || many)
        findings_add(l->findings, &finding, "%d OSDs hang on one device: %s, %s of the cluster",
                     behind, findings_bytes(l->findings->arena, lost_B),
                     units_text(DIM_FRACTION, lost_B / l->c->raw_B).text);
}

static const struct side_device *side_at(const struct osd_group *osds, int i)
{
    const struct side_device *sides[N_SIDES] = {osds->db, osds->wal, osds->journal};
    return sides[i] != NULL && sides[i]->device != NULL ? sides[i] : NULL;
}

/* What is cut out of a device for its OSDs must fit on it. */
static void rule_side_capacity(struct looking *l)
{
    for (int i = 0; i < N_SIDES; i++) {
        const struct side_device *side = side_at(l->osds, i);
        if (side == NULL)
            continue;
        int devices = side->count > 0 ? side->count : 1;
        int behind = (l->osds->count + devices - 1) / devices;
        double needed_B = behind * side->size_B, there_B = side->device->capacity_B;
        /* NaN, what is not stated, is no finding; a last digit is none either. */
        if (!(needed_B > there_B * (1 + 1e-9)))
            continue;
        struct finding finding = {
            "db-over-capacity",
            SEVERITY_SEVERE,
            l->where,
            NULL,
            arena_printf(
                l->findings->arena,
                "the last OSDs cannot be made as planned; at most %s each, or more devices",
                units_text(DIM_CAPACITY, there_B / behind).text),
            "arithmetic"};
        findings_add(
            l->findings, &finding, "%d %s%s of %s need %s, the device holds %s", behind,
            side_names[i], behind == 1 ? "" : "s", units_text(DIM_CAPACITY, side->size_B).text,
            units_text(DIM_CAPACITY, needed_B).text, units_text(DIM_CAPACITY, there_B).text);
    }
}

static void rule_side_disk(struct looking *l)
{
    bool flash = device_is_flash(l->osds->device);
    for (int i = 0; i < N_SIDES; i++) {
        const struct side_device *side = side_at(l->osds, i);
        if (side == NULL || side->device->class != CLASS_HDD)
            continue;
        struct finding finding = {
            "db-on-disk",
            flash ? SEVERITY_SEVERE : SEVERITY_WARN,
            l->where,
            NULL,
            flash ? "every commit waits for the disk: the flash behind it does what a disk does"
                  : "all OSDs behind it share its seeks, a hundred or two a second; flash, or none "
                    "of its own",
            "Ceph documentation, bluestore-config-ref: a DB or WAL device only where it is faster "
            "than the data device"};
        findings_add(l->findings, &finding, "the %s%s is on a disk, %s", side_names[i],
                     flash ? " of flash" : "", device_title(side->device));
    }
}

static void add_sync_low(struct looking *l, const struct device *device, const char *use)
{
    double ops = device_sync_ops(device);
    if (!device_is_flash(device) || device->plp != FIELD_ABSENT ||
        !(ops < advice_value(l->advice, ADVICE_sync_unprotected)))
        return;
    struct finding finding = {
        "sync-writes-low",
        SEVERITY_WARN,
        l->where,
        NULL,
        "commits wait for its flushes; state plp if it is known, and measure again if the drive "
        "was not idle",
        advice_source(l->advice, ADVICE_sync_unprotected)};
    findings_add(l->findings, &finding,
                 "%s: its sync writes (%.0f/s, the %s) say it has no power-loss protection",
                 device_title(device), ops, use);
}

static void rule_sync_low(struct looking *l)
{
    add_sync_low(l, l->osds->device, "data");
    for (int i = 0; i < N_SIDES; i++) {
        const struct side_device *side = side_at(l->osds, i);
        if (side != NULL)
            add_sync_low(l, side->device, side_names[i]);
    }
}

static void rule_consumer(struct looking *l)
{
    const char *source = "vitastor, docs/performance/understanding.en.md; Ceph documentation, "
                         "hardware-recommendations";
    for (int i = 0; i < N_SIDES; i++) {
        const struct side_device *side = side_at(l->osds, i);
        const struct device *device = side == NULL ? NULL : side->device;
        if (device == NULL || !device_is_flash(device) || device->plp != 0)
            continue;
        struct finding finding = {
            "consumer-db",
            SEVERITY_SEVERE,
            l->where,
            NULL,
            "every commit waits for its flush: some hundred a second for all OSDs "
            "behind it; it also wears out early",
            source};
        findings_add(l->findings, &finding, "%s is the %s without power-loss protection",
                     device_title(device), side_names[i]);
    }
    if (device_is_flash(l->osds->device) && l->osds->device->plp == 0) {
        struct finding finding = {
            "consumer-osd",
            SEVERITY_WARN,
            l->where,
            NULL,
            "small synchronous writes run at hundreds to a few thousand a second, "
            "not at the sheet's figure",
            source};
        findings_add(l->findings, &finding, "%s has no power-loss protection",
                     device_title(l->osds->device));
    }
}

static void rule_measurements(struct looking *l)
{
    const struct device *devices[] = {l->osds->device,
                                      l->osds->db == NULL ? NULL : l->osds->db->device,
                                      l->osds->wal == NULL ? NULL : l->osds->wal->device,
                                      l->osds->journal == NULL ? NULL : l->osds->journal->device};
    for (int i = 0; i < 4; i++) {
        struct warnings warnings = {.n = 0};
        if (devices[i] != NULL)
            warn_of_device(devices[i], l->findings->arena, &warnings);
        for (int k = 0; k < warnings.n; k++) {
            struct finding finding = {
                "measurement",
                SEVERITY_WARN,
                l->where,
                NULL,
                "what is scaled from it is wrong by as much",
                "arithmetic of the row, and what a device of its class can do"};
            findings_add(l->findings, &finding, "%s", warnings.text[k]);
        }
    }
}

/* -- hosts --------------------------------------------------------------- */

static double cores_wanted(const struct looking *l)
{
    double sum = 0;
    for (int i = 0; i < l->group->n_osds; i++) {
        const struct device *device = l->group->osds[i].device;
        enum advice_number row = ADVICE_cores_hdd;
        if (device->class == CLASS_NVME || device->class == CLASS_SCM)
            row = ADVICE_cores_nvme;
        else if (device_is_flash(device))
            row = ADVICE_cores_ssd;
        sum += l->group->osds[i].count * advice_value(l->advice, row);
    }
    return sum;
}

static int osds_of(const struct host_group *group)
{
    int sum = 0;
    for (int i = 0; i < group->n_osds; i++)
        sum += group->osds[i].count;
    return sum;
}

static void rule_cores(struct looking *l)
{
    double wanted = cores_wanted(l);
    if (l->group->cpu == NULL || isnan(l->group->cpu->cores) || l->group->cpu->cores >= wanted)
        return;
    struct finding finding = {"cpu-low",
                              SEVERITY_WARN,
                              l->host,
                              NULL,
                              "small operations and rebuilds are bound by the CPU",
                              "Ceph documentation, hardware-recommendations; models/advice.yaml"};
    findings_add(l->findings, &finding, "%.0f cores for %d OSDs, the rule is %.0f",
                 l->group->cpu->cores, osds_of(l->group), wanted);
}

static void rule_memory(struct looking *l)
{
    int osds = osds_of(l->group);
    double each_B = l->group->ram_B / osds;
    double least_B = advice_value(l->advice, ADVICE_ram_least);
    if (isnan(each_B) || each_B >= advice_value(l->advice, ADVICE_ram_per_osd))
        return;
    struct finding finding = {
        "ram-low",
        each_B < least_B ? SEVERITY_SEVERE : SEVERITY_WARN,
        l->host,
        NULL,
        "OSDs are killed or swap while they rebuild; 8 GB an OSD is a good plan",
        advice_source(l->advice, ADVICE_ram_per_osd)};
    findings_add(l->findings, &finding, "%s of memory an OSD, the rule is %s",
                 units_text(DIM_CAPACITY, each_B).text,
                 units_text(DIM_CAPACITY, advice_value(l->advice, ADVICE_ram_per_osd)).text);
}

static void rule_link(struct looking *l)
{
    const struct network *network = l->c->cluster->network;
    double disks_Bps = 0;
    if (network == NULL || isnan(network->public_Bps))
        return;
    for (int i = 0; i < l->group->n_osds; i++) {
        struct device_law law;
        const struct osd_group *osds = &l->group->osds[i];
        if (osds->device->class == FIELD_ABSENT)
            continue;
        device_law_make(osds->device, l->c->constants, &law);
        disks_Bps += isnan(law.read_Bps) ? 0 : law.read_Bps * osds->count / sharing(osds);
    }
    if (disks_Bps < advice_value(l->advice, ADVICE_nic_ratio) * network->public_Bps)
        return;
    struct finding finding = {
        "nic-below-disks",
        SEVERITY_WARN,
        l->host,
        NULL,
        "large reads, writes and rebuilds are bound by the link, not by the disks; "
        "adding disks to the host will not speed them up",
        "arithmetic; models/advice.yaml"};
    findings_add(l->findings, &finding, "its disks read %s, its link carries %s",
                 units_text(DIM_RATE, disks_Bps).text,
                 units_text(DIM_RATE, network->public_Bps).text);
}

/* -- the cluster --------------------------------------------------------- */

/* The largest OSD of each class over the smallest. */
static void check_sizes(struct looking *l)
{
    const struct topology *t = &l->c->topology;
    for (int i = 0; i < t->n_sets; i++) {
        double least = t->sets[i].capacity_B, most = least;
        bool first = true;
        for (int j = 0; j < t->n_sets; j++) {
            if (t->sets[j].group->device->class != t->sets[i].group->device->class)
                continue;
            first = first && j >= i;
            least = fmin(least, t->sets[j].capacity_B);
            most = fmax(most, t->sets[j].capacity_B);
        }
        if (!first || most < advice_value(l->advice, ADVICE_size_ratio) * least)
            continue;
        struct finding finding = {
            "mixed-sizes",
            SEVERITY_WARN,
            "cluster",
            NULL,
            "an OSD's share of data and load goes with its size: the largest are "
            "the bottleneck",
            advice_source(l->advice, ADVICE_size_ratio)};
        int class = t->sets[i].group->device->class;
        findings_add(l->findings, &finding, "OSDs of class %s are of %s to %s",
                     class == FIELD_ABSENT ? "-" : device_class_names[class],
                     findings_bytes(l->findings->arena, least),
                     findings_bytes(l->findings->arena, most));
    }
}

void check_parts(const struct capacity *capacity, const struct advice *advice,
                 struct findings *findings)
{
    static rule *const osd_rules[] = {rule_db_size,   rule_db_levels,   rule_side_capacity,
                                      rule_side_disk, rule_db_shared,   rule_consumer,
                                      rule_sync_low,  rule_measurements};
    static rule *const host_rules[] = {rule_cores, rule_memory, rule_link};
    struct looking l = {capacity, advice, findings, NULL, NULL, NULL, NULL};
    const struct cluster *cluster = capacity->cluster;
    for (int i = 0; i < cluster->n_hosts; i++) {
        l.group = &cluster->hosts[i];
        if (l.group->n_osds == 0)
            continue;
        l.host = arena_printf(findings->arena, "hosts.%d", i);
        for (size_t k = 0; k < sizeof host_rules / sizeof host_rules[0]; k++)
            host_rules[k](&l);
        for (int j = 0; j < l.group->n_osds; j++) {
            l.osds = &l.group->osds[j];
            l.where = arena_printf(findings->arena, "hosts.%d.osds.%d", i, j);
            for (size_t k = 0; k < sizeof osd_rules / sizeof osd_rules[0]; k++)
                osd_rules[k](&l);
        }
    }
    check_sizes(&l);
}
