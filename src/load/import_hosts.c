/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: OSDs are put together only when all that is known of them is equal. */
#include "load/import_hosts.h"

#include "load/import_osd_facts.h"

#include <math.h>

/* Sizes of like drives differ by less; so do those that Ceph prints in four digits. */
static bool same_size(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 0.005 * fmax(fabs(a), fabs(b));
}

/* -- OSDs of one host -- */

/* An OSD that counts, and what follows for it. */
struct member {
    const struct import_osd *osd;
    int class;  /* enum device_class */
    int shared; /* OSDs on its device */
    int kind;   /* equal members have the same */
    double capacity_B;
};

/* A host while it is taken apart. */
struct host {
    const char *name; /* NULL: the OSDs whose host is not known */
    struct member *members;
    int n;
};

/* How many OSDs of the host stand on the same device. */
static int sharers(const struct host *host, const struct import_osd *osd)
{
    int n = 0;
    for (int i = 0; i < host->n && host->name != NULL && import_device_is_physical(osd->device);
         i++)
        n += field_same_text(host->members[i].osd->device, osd->device);
    return n > 1 ? n : 1;
}

static bool same_sides(const struct import_osd *a, const struct import_osd *b)
{
    return a->db_separate == b->db_separate && a->wal_separate == b->wal_separate &&
           same_size(a->db_size_B, b->db_size_B) && same_size(a->wal_size_B, b->wal_size_B) &&
           import_device_is_nvme(a->db_device) == import_device_is_nvme(b->db_device) &&
           a->db_rotational == b->db_rotational;
}

static bool same_kind(const struct member *a, const struct member *b)
{
    return a->class == b->class && a->shared == b->shared &&
           same_size(a->capacity_B, b->capacity_B) &&
           field_same_text(a->osd->model, b->osd->model) &&
           field_same_text(a->osd->class, b->osd->class) && same_sides(a->osd, b->osd);
}

/* Numbers the kinds by their first member, which is their number. */
static void find_kinds(const struct import *import, struct host *host)
{
    for (int i = 0; i < host->n; i++) {
        struct member *member = &host->members[i];
        member->class = import_osd_device_class(import, member->osd);
        member->capacity_B = import_osd_capacity(import, member->osd);
        member->shared = sharers(host, member->osd);
        member->kind = 0;
        while (!same_kind(&host->members[member->kind], member))
            member->kind++;
    }
}

static const char *side_name(const struct member *member, bool wal)
{
    return wal ? member->osd->wal_device : member->osd->db_device;
}

/* Different DB (or WAL) devices of a kind; FIELD_ABSENT: their names do not tell. */
static int count_sides(const struct host *host, int kind, bool wal)
{
    int n = 0;
    for (int i = kind; i < host->n; i++) {
        if (host->members[i].kind != kind)
            continue;
        const char *name = side_name(&host->members[i], wal);
        if (!import_device_is_physical(name) || host->name == NULL)
            return FIELD_ABSENT;
        bool first = true;
        for (int j = kind; j < i && first; j++)
            first = host->members[j].kind != kind ||
                    !field_same_text(name, side_name(&host->members[j], wal));
        n += first;
    }
    return n;
}

static int side_class(const struct import *import, const char *device, int rotational)
{
    if (import_device_is_nvme(device))
        return CLASS_NVME;
    if (rotational == 1)
        return CLASS_HDD;
    return import->device_class > CLASS_HDD && import->device_class != CLASS_NVME
               ? import->device_class
               : FIELD_ABSENT;
}

static struct device *new_device(struct import *import, int class)
{
    struct device *device = arena_alloc(import->arena, sizeof *device);
    field_init(&device_schema, device);
    device->class = class;
    return device;
}

static struct side_device *make_side(struct import *import, const struct host *host, int kind,
                                     bool wal)
{
    struct side_device *side = arena_alloc(import->arena, sizeof *side);
    const struct import_osd *osd = host->members[kind].osd;
    int rotational = wal ? FIELD_ABSENT : osd->db_rotational;
    int class = side_class(import, side_name(&host->members[kind], wal), rotational);
    *side = (struct side_device){.device = new_device(import, class),
                                 .count = count_sides(host, kind, wal),
                                 .size_B = wal ? osd->wal_size_B : osd->db_size_B};
    if (!(side->size_B > 0))
        side->size_B = UNKNOWN;
    return side;
}

static void make_osds(struct import *import, const struct host *host, int kind,
                      struct osd_group *group)
{
    const struct member *member = &host->members[kind];
    *group = (struct osd_group){.device = new_device(import, member->class)};
    for (int i = kind; i < host->n; i++)
        group->count += host->members[i].kind == kind;
    bool split = member->shared > 1 && group->count % member->shared == 0;
    group->osds_per_device = split ? member->shared : FIELD_ABSENT;
    group->device->model = member->osd->model;
    group->device->capacity_B = member->capacity_B * (split ? member->shared : 1);
    if (member->osd->db_separate == 1)
        group->db = make_side(import, host, kind, false);
    if (member->osd->wal_separate == 1)
        group->wal = make_side(import, host, kind, true);
}

static struct cpu *cpu_of(struct import *import, const struct host *host)
{
    for (int i = 0; i < host->n; i++)
        if (host->members[i].osd->cpu != NULL) {
            struct cpu *cpu = arena_alloc(import->arena, sizeof *cpu);
            *cpu = (struct cpu){.model = host->members[i].osd->cpu,
                                .sockets = FIELD_ABSENT,
                                .cores = UNKNOWN,
                                .threads = UNKNOWN,
                                .ghz = UNKNOWN};
            return cpu;
        }
    return NULL;
}

static double ram_of(const struct host *host)
{
    for (int i = 0; i < host->n; i++)
        if (host->members[i].osd->mem_B > 0)
            return host->members[i].osd->mem_B;
    return UNKNOWN;
}

static void make_group(struct import *import, struct host *host, struct host_group *group)
{
    *group = (struct host_group){.name = host->name, .count = 1, .power_W = UNKNOWN};
    group->price.value = UNKNOWN;
    group->cpu = cpu_of(import, host);
    group->ram_B = ram_of(host);
    group->osds = arena_array(import->arena, (size_t)host->n, sizeof *group->osds);
    find_kinds(import, host);
    for (int i = 0; i < host->n; i++)
        if (host->members[i].kind == i)
            make_osds(import, host, i, &group->osds[group->n_osds++]);
}

/* -- equal hosts -- */

static bool same_side(const struct side_device *a, const struct side_device *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->device->class == b->device->class && a->count == b->count &&
           same_size(a->size_B, b->size_B);
}

static bool same_osds(const struct osd_group *a, const struct osd_group *b)
{
    return a->count == b->count && a->osds_per_device == b->osds_per_device &&
           a->device->class == b->device->class &&
           field_same_text(a->device->model, b->device->model) &&
           same_size(a->device->capacity_B, b->device->capacity_B) && same_side(a->db, b->db) &&
           same_side(a->wal, b->wal);
}

/* The same groups of OSDs, in whatever order. */
static bool same_host(const struct host_group *a, const struct host_group *b)
{
    const char *cpu_a = a->cpu == NULL ? NULL : a->cpu->model;
    const char *cpu_b = b->cpu == NULL ? NULL : b->cpu->model;
    if (a->n_osds != b->n_osds || !field_same_text(cpu_a, cpu_b) || !same_size(a->ram_B, b->ram_B))
        return false;
    for (int i = 0; i < a->n_osds; i++) {
        bool found = false;
        for (int j = 0; j < b->n_osds && !found; j++)
            found = same_osds(&a->osds[i], &b->osds[j]);
        if (!found)
            return false;
    }
    return true;
}

static const char *rack_of(const struct host *host)
{
    return host->members[0].osd->bucket[BUCKET_RACK];
}

/* The racks of the hosts of a group: one for all, else one a host; none when any is unknown. */
static void set_racks(struct import *import, struct host_group *group, const struct host *hosts,
                      const int *group_of, int n_hosts, int number)
{
    const char **racks = arena_array(import->arena, (size_t)n_hosts + 1, sizeof *racks);
    int n = 0;
    bool same = true;
    for (int h = 0; h < n_hosts; h++) {
        if (group_of[h] != number)
            continue;
        if (rack_of(&hosts[h]) == NULL)
            return;
        racks[n++] = rack_of(&hosts[h]);
        same = same && field_same_text(racks[0], racks[n - 1]);
    }
    group->racks = racks;
    group->n_racks = same ? 1 : n;
}

/* "ceph1, ceph2, ceph3", or "ceph1 and 39 more". */
static const char *group_name(struct import *import, const struct host *hosts, const int *group_of,
                              int n_hosts, int number)
{
    const char *names = NULL, *first = NULL;
    int n = 0;
    for (int h = 0; h < n_hosts; h++) {
        if (group_of[h] != number)
            continue;
        first = first == NULL ? hosts[h].name : first;
        names = n == 0  ? hosts[h].name
                : n < 6 ? import_text(import, "%s, %s", names, hosts[h].name)
                        : names;
        n++;
    }
    return n <= 6 ? names : import_text(import, "%s and %d more", first, n - 1);
}

static void merge_hosts(struct import *import, struct host *hosts, int n_hosts,
                        struct cluster *cluster)
{
    int *group_of = arena_array(import->arena, (size_t)n_hosts + 1, sizeof *group_of);
    cluster->hosts = arena_array(import->arena, (size_t)n_hosts + 1, sizeof *cluster->hosts);
    for (int h = 0; h < n_hosts; h++) {
        struct host_group made;
        int g = 0;
        make_group(import, &hosts[h], &made);
        while (g < cluster->n_hosts && !same_host(&cluster->hosts[g], &made))
            g++;
        if (g == cluster->n_hosts)
            cluster->hosts[cluster->n_hosts++] = made;
        else
            cluster->hosts[g].count++;
        group_of[h] = g;
    }
    for (int g = 0; g < cluster->n_hosts; g++) {
        struct host_group *group = &cluster->hosts[g];
        if (hosts[0].name != NULL)
            group->name = group_name(import, hosts, group_of, n_hosts, g);
        set_racks(import, group, hosts, group_of, n_hosts, g);
    }
}

/* -- hosts -- */

static struct host *find_host(struct host *hosts, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (field_same_text(hosts[i].name, name))
            return &hosts[i];
    return NULL;
}

static bool any_host_known(const struct import *import)
{
    for (int i = 0; i < import->n_osds; i++)
        if (import->osds[i].bucket[BUCKET_HOST] != NULL &&
            import_osd_left_out(import, &import->osds[i]) == NULL)
            return true;
    return false;
}

/* The OSDs that count, by host; when no host is known, all under one without a name. */
static int split_hosts(struct import *import, struct host *hosts, struct import_remarks *remarks)
{
    bool known = any_host_known(import);
    int n = 0, lost = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const struct import_osd *osd = &import->osds[i];
        const char *name = osd->bucket[BUCKET_HOST];
        if (import_osd_left_out(import, osd) != NULL)
            continue;
        if (known && name == NULL) {
            lost++;
            continue;
        }
        struct host *host = find_host(hosts, n, name);
        if (host == NULL) {
            host = &hosts[n++];
            *host = (struct host){.name = name};
        }
        struct member *member =
            arena_append(import->arena, &host->members, &host->n, sizeof *member);
        member->osd = osd;
    }
    if (lost > 0)
        import_remark(remarks, "%d OSD%s on no known host: left out of the document", lost,
                      lost == 1 ? " stands" : "s stand");
    return n;
}

/* -- Ceph itself -- */

/* The release of most OSDs; `other` is one of the others, NULL: all have the same. */
static const char *most_common(const struct import *import, const char **other)
{
    enum { MOST = 32 };
    const char *versions[MOST];
    int counts[MOST], n = 0, best = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const char *version = import->osds[i].version;
        int k = 0;
        while (k < n && !field_same_text(versions[k], version))
            k++;
        if (version == NULL || k == MOST)
            continue;
        if (k == n) {
            versions[n] = version;
            counts[n++] = 0;
        }
        counts[k]++;
        best = counts[k] > counts[best] ? k : best;
    }
    *other = n > 1 ? versions[best == 0 ? 1 : 0] : NULL;
    return n == 0 ? NULL : versions[best];
}

static void make_ceph(struct import *import, struct cluster *cluster,
                      struct import_remarks *remarks)
{
    const char *other;
    struct ceph *ceph = arena_alloc(import->arena, sizeof *ceph);
    int filestore = 0, bluestore = 0;
    *ceph = (struct ceph){.objectstore = FIELD_ABSENT, .tuning = FIELD_ABSENT};
    ceph->version = most_common(import, &other);
    for (int i = 0; i < import->n_osds; i++) {
        const char *store = import->osds[i].objectstore;
        filestore += field_same_text(store, "filestore");
        bluestore += field_same_text(store, "bluestore");
    }
    if (filestore + bluestore > 0)
        ceph->objectstore = filestore > bluestore ? STORE_FILESTORE : STORE_BLUESTORE;
    if (filestore > 0 && bluestore > 0)
        import_remark(remarks, "%d OSDs are BlueStore and %d FileStore; the document says %s",
                      bluestore, filestore, objectstore_names[ceph->objectstore]);
    if (other != NULL)
        import_remark(remarks, "OSDs of several releases (%s, %s); the document says %s",
                      ceph->version, other, ceph->version);
    if (ceph->version != NULL || ceph->objectstore != FIELD_ABSENT)
        cluster->ceph = ceph;
}

/* -- what to say -- */

static void remark_levels(const struct import *import, struct import_remarks *remarks)
{
    for (int b = 0; b < N_BUCKETS; b++) {
        bool used = false;
        for (int i = 0; i < import->n_osds; i++)
            used = used || import->osds[i].bucket[b] != NULL;
        if (used && b != BUCKET_HOST && b != BUCKET_RACK && b != BUCKET_ROOT)
            import_remark(
                remarks, "the CRUSH level '%s' has no place in the document: only host and rack do",
                import_bucket_names[b]);
    }
    if (import->n_roots > 1)
        import_remark(remarks,
                      "the CRUSH map has %d roots: the document knows one, and a machine under two "
                      "of them counts as two hosts",
                      import->n_roots);
}

static void remark_group(const struct host_group *group, const struct osd_group *osds,
                         struct import_remarks *remarks)
{
    const char *name = group->name == NULL ? "the OSDs" : group->name;
    if (osds->device->class == FIELD_ABSENT)
        import_remark(remarks,
                      "absent: class of the devices of %s; say --class "
                      "hdd|sata-ssd|sas-ssd|nvme (Ceph's class `ssd` does not tell)",
                      name);
    if (isnan(osds->device->capacity_B))
        import_remark(remarks,
                      "absent: capacity of the devices; add the output of `ceph osd df tree -f "
                      "json`");
    if (osds->db != NULL && osds->db->device->class == FIELD_ABSENT)
        import_remark(remarks,
                      "absent: class of the DB devices of %s; add `class:` under "
                      "`db: {device:`",
                      name);
    if (osds->db != NULL && osds->db->count == FIELD_ABSENT)
        import_remark(remarks,
                      "absent: how many DB devices %s has; add `count:` under `db:`, else "
                      "one is assumed",
                      name);
}

static void remark_sum(struct import *import, struct import_remarks *remarks)
{
    double sum = 0;
    for (int i = 0; i < import->n_osds; i++)
        sum += import->osds[i].size_B > 0 ? import->osds[i].size_B : 0;
    double ratio = sum / import->raw.size_B;
    if (ratio < 0.95 || ratio > 1.05)
        import_remark(remarks,
                      "the OSDs add up to %s, `ceph df` says %s: the outputs are not of the same "
                      "cluster or time, or a part is missing",
                      import_bytes(import->arena, sum),
                      import_bytes(import->arena, import->raw.size_B));
}

static void remark_absent(const struct import *import, const struct cluster *cluster,
                          struct import_remarks *remarks)
{
    bool metadata = (import->seen & IMPORT_OSD_METADATA) != 0;
    for (int g = 0; g < cluster->n_hosts; g++)
        for (int i = 0; i < cluster->hosts[g].n_osds; i++)
            remark_group(&cluster->hosts[g], &cluster->hosts[g].osds[i], remarks);
    if (cluster->osds_total != FIELD_ABSENT)
        import_remark(remarks, "absent: the hosts; add the output of `ceph osd df tree -f json`");
    if (!metadata)
        import_remark(remarks, "absent: release, object store, DB and WAL devices, processors and "
                               "memory; add the output of `ceph osd metadata -f json`");
    else
        import_remark(remarks, "absent: cores and threads of the processors; add `threads:` under "
                               "`cpu:`");
    if (cluster->n_hosts > 0)
        import_remark(remarks, "absent: what the devices can do; add `like:` with a name of "
                               "`cephplan devices`, or measurements, under `device:`");
    import_remark(remarks, "absent: the network; add e.g. `network: {public: 10Gbit/s, cluster: "
                           "10Gbit/s}`");
}

static void keep_limits(struct cluster *cluster, struct import_remarks *remarks)
{
    for (int g = 0; g < cluster->n_hosts; g++) {
        struct host_group *group = &cluster->hosts[g];
        if (group->ram_B < 1 || group->ram_B > 1e15)
            group->ram_B = UNKNOWN;
        for (int i = 0; i < group->n_osds; i++)
            import_keep_limits(&device_schema, group->osds[i].device, remarks);
    }
}

void import_hosts_make(struct import *import, struct cluster *cluster,
                       struct import_remarks *remarks)
{
    struct host *hosts = arena_array(import->arena, (size_t)import->n_osds + 1, sizeof *hosts);
    int n = split_hosts(import, hosts, remarks);
    if (n > 0)
        merge_hosts(import, hosts, n, cluster);
    if (n > 0 && hosts[0].name == NULL) {
        cluster->osds_total = hosts[0].n;
        cluster->hosts[0].count = FIELD_ABSENT;
    }
    make_ceph(import, cluster, remarks);
    keep_limits(cluster, remarks);
    if (import->n_osds > 0) {
        import_remark_osds(import, remarks);
        remark_levels(import, remarks);
        remark_sum(import, remarks);
        remark_absent(import, cluster, remarks);
    }
}
