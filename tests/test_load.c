/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From files to structs: where documents come from, what a whole one says, devices that it names,
 * overrides, and what aliases may cost. What is refused stands in tests/bad. */
#include "support/folder.h"

#include "load/load.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])
#define HEADER "cephplan: cluster/1\n"

/* The error of a cluster that must not load, as main prints it. */
static const char *refusal(const struct folder *folder, const char *path, enum err_kind kind)
{
    struct loader loader;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    catalogue_loader(folder->f->catalogue, &loader);
    assert_false(suite_load(&loader, path, &cluster, &err));
    assert_null(cluster);
    assert_int_equal(err.kind, kind);
    return folder_message(folder, &err);
}

/* -- where documents come from ------------------------------------------------------------------
 */

static void unreadable_files_are_named(void **state)
{
    const struct folder *folder = *state;
    struct fixture *f = folder->f;
    const char *missing = arena_printf(&f->arena, "%s/missing.yaml", folder->path);
    folder_expect(refusal(folder, missing, ERR_IO), "missing.yaml: cannot be read: No such file");
    folder_expect(refusal(folder, folder->path, ERR_IO), "cannot be read: Is a directory");
    folder_expect(refusal(folder, "", ERR_IO), "cannot be read");
    folder_expect(refusal(folder, "rbdbenhc", ERR_IO), "rbdbenhc: cannot be read");
}

/* A sparse file: no disk is filled. One byte more than what is allowed. */
static void larger_files_are_refused_unread(void **state)
{
    const struct folder *folder = *state;
    const char *path = folder_write(folder, "large.yaml", "");
    assert_int_equal(truncate(path, (off_t)FILETEXT_MAX_B + 1), 0);
    folder_expect(refusal(folder, path, ERR_INPUT), "large.yaml: is larger than 64 MiB; allowed:");
    assert_true(folder->f->arena.used_B < 1000000);
}

/* A pipe has no size; it is read to its end and no further than what is allowed. */
static void standard_input_is_a_document(void **state)
{
    const struct folder *folder = *state;
    const char *path = folder_write(folder, "in.yaml", HEADER "name: piped\n");
    assert_non_null(freopen(path, "rb", stdin));
    assert_string_equal(suite_cluster(folder->f, "-")->name, "piped");
    const char *bad = folder_write(folder, "bad.yaml", HEADER "nmae: x\n");
    assert_non_null(freopen(bad, "rb", stdin));
    folder_expect(refusal(folder, "-", ERR_INPUT), "standard input:2:1: unknown key 'nmae'");
}

static void standard_input_is_limited(void **state)
{
    const struct folder *folder = *state;
    struct filetext text;
    struct err err = ERR_INIT;
    assert_non_null(freopen("/dev/zero", "rb", stdin));
    assert_false(filetext_read(&folder->f->arena, "-", &text, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    folder_expect(err.text, "is larger than 64 MiB");
}

static void bare_names_are_embedded_documents(void **state)
{
    const struct folder *folder = *state;
    const struct cluster *named = suite_cluster(folder->f, "rbdbench");
    assert_string_equal(named->place.file, "models/clusters/rbdbench.yaml");
    assert_int_equal(cluster_osds(named), 36);
    const struct cluster *record = suite_cluster(folder->f, "seed-zxl-2018-36osd-diskonly");
    assert_string_equal(record->place.file, "data/records/seed-zxl-2018-36osd-diskonly.yaml");
    assert_int_equal(record->osds_total, 36);
}

static void encodings_are_told_apart(void **state)
{
    const struct folder *folder = *state;
    struct arena *arena = &folder->f->arena;
    static const char little[] = "\xFF\xFE"
                                 "c\0e\0p\0h\0",
                      big[] = "\xFE\xFF\0c\0e\0p\0h";
    static const char unmarked[] = "c\0e\0p\0h\0";
    const char *path = scratch_write(arena, folder->path, "a.yaml", little, sizeof little - 1);
    folder_expect(refusal(folder, path, ERR_INPUT), "a.yaml:1:1: is UTF-16 text; allowed: UTF-8");
    path = scratch_write(arena, folder->path, "b.yaml", big, sizeof big - 1);
    folder_expect(refusal(folder, path, ERR_INPUT), "b.yaml:1:1: is UTF-16 text; allowed: UTF-8");
    path = scratch_write(arena, folder->path, "c.yaml", unmarked, sizeof unmarked - 1);
    folder_expect(refusal(folder, path, ERR_INPUT), "c.yaml:1:2: control character 0x00");
    path = folder_write(folder, "d.yaml", "");
    folder_expect(refusal(folder, path, ERR_INPUT), "d.yaml:1:1: is empty; allowed: one YAML");
    path = folder_write(folder, "e.yaml", "\xEF\xBB\xBF" HEADER "nmae: x\r\n");
    folder_expect(refusal(folder, path, ERR_INPUT), "e.yaml:2:1: unknown key 'nmae'");
}

/* -- a whole document ----------------------------------------------------------------------------
 */

static const char whole[] = HEADER
    "name: all\n"
    "ceph: {version: 18.2.4, objectstore: filestore}\n"
    "hosts:\n"
    "  - name: osd\n"
    "    count: 3\n"
    "    rack: [r1, r2, r3]\n"
    "    cpu: {model: E5-2630 v4, sockets: 2, cores: 20, threads: 40, ghz: 2.2}\n"
    "    ram: 128GiB\n"
    "    price: 4000 EUR\n"
    "    power: 180W\n"
    "    osds:\n"
    "      - count: 12\n"
    "        device: class-hdd-7200\n"
    "        osds_per_device: 2\n"
    "        journal: {device: class-sata-ssd-plp, count: 2, size: 10GiB}\n"
    "network: {public: 10Gbit/s, cluster: 40+40 Gbit/s, shared: false, mtu: 9000, rtt: 80us}\n"
    "pools:\n"
    "  - {name: rbd, size: 2, min_size: 1, device_class: hdd, failure_domain: rack, pg_num: 1024,\n"
    "     stored: 20TB, growth: 30%/y, object_size: 8MiB}\n"
    "  - {name: cold, type: erasure, k: 4, m: 2, plugin: isa, stripe_unit: 4KiB, optimizations: "
    "true}\n"
    "cache_tier: {pool: cold, device: class-nvme-plp-read, per_host: 2, mode: writeback, hit: "
    "80%}\n"
    "clients: {count: 10, network: 25GbE, colocated: true}\n"
    "ratios: {nearfull: 80%, backfillfull: 0.85, full: 0.9}\n"
    "balancer: false\n"
    "workloads:\n"
    "  - {name: vm, pool: rbd, rw: randrw, read: 70%, bs: 4k, iodepth: 32, numjobs: 2, clients: "
    "5}\n"
    "  - {rw: randread, bs: 16k, rate: 20000 IOPS, sync: 0}\n"
    "measured:\n"
    "  - {tool: fio, rw: write, bs: 4M, iops: 248.1k, bw: 1GB/s, lat: 15.6ms, p99: 80ms, tags: [a, "
    "b], fit: false}\n"
    "source: {title: t, url: u, year: 2018, kind: blog}\n"
    "quality: B\n"
    "notes: |\n"
    "  two\n"
    "  lines\n";

static void every_number_arrives_in_base_units(void **state)
{
    const struct folder *folder = *state;
    const struct cluster *c = suite_cluster_text(folder->f, whole);
    const struct {
        const char *what;
        double found, expected;
    } rows[] = {
        {"store", c->ceph->objectstore, STORE_FILESTORE},
        {"release", cluster_release(c), 18},
        {"hosts", cluster_hosts(c), 3},
        {"osds", cluster_osds(c), 36},
        {"racks", c->hosts[0].n_racks, 3},
        {"cores", c->hosts[0].cpu->cores, 20},
        {"ghz", c->hosts[0].cpu->ghz, 2.2},
        {"ram", c->hosts[0].ram_B, 137438953472},
        {"price", c->hosts[0].price.value, 4000},
        {"power", c->hosts[0].power_W, 180},
        {"journals", c->hosts[0].osds[0].journal->count, 2},
        {"journal", c->hosts[0].osds[0].journal->size_B, 10737418240},
        {"public", c->network->public_Bps, 1.25e9},
        {"cluster", c->network->cluster_Bps, 10e9},
        {"shared", c->network->shared, 0},
        {"mtu", c->network->mtu, 9000},
        {"rtt", c->network->rtt_s, 80e-6},
        {"domain", c->pools[0].failure_domain, DOMAIN_RACK},
        {"stored", c->pools[0].stored_B, 20e12},
        {"growth", c->pools[0].growth_per_year, 0.3},
        {"object", c->pools[0].object_size_B, 8388608},
        {"k", c->pools[1].k, 4},
        {"no size", c->pools[1].size, FIELD_ABSENT},
        {"unit", c->pools[1].stripe_unit_B, 4096},
        {"optimizations", c->pools[1].optimizations, 1},
        {"hit", c->cache_tier->hit_frac, 0.8},
        {"clients", c->clients->count, 10},
        {"client link", c->clients->network_Bps, 3.125e9},
        {"colocated", c->clients->colocated, 1},
        {"nearfull", c->ratios->nearfull_frac, 0.8},
        {"balancer", c->balancer, 0},
        {"outstanding", cluster_outstanding(c, &c->workloads[0]), 320},
        {"read", workload_read_frac(&c->workloads[0]), 0.7},
        {"rate", c->workloads[1].rate_ops, 20000},
        {"no depth", c->workloads[1].iodepth, FIELD_ABSENT},
        {"iops", c->measured[0].iops_ops, 248100},
        {"bw", c->measured[0].bw_Bps, 1e9},
        {"lat", c->measured[0].lat_s, 0.0156},
        {"tags", c->measured[0].n_tags, 2},
        {"fit", c->measured[0].fit, 0},
        {"year", c->source->year, 2018},
        {"quality", c->quality, QUALITY_B},
    };
    for (size_t i = 0; i < N_OF(rows); i++)
        suite_close(rows[i].found, rows[i].expected, 0, rows[i].what);
    assert_string_equal(c->notes, "two\nlines\n");
    assert_string_equal(c->hosts[0].price.currency, "EUR");
    assert_string_equal(c->hosts[0].racks[2], "r3");
    assert_true(isnan(c->measured[0].p50_s));
}

/* Different spellings of one cluster are one cluster. */
static void the_order_of_keys_changes_nothing(void **state)
{
    const struct folder *folder = *state;
    const struct cluster *a = suite_cluster_text(
        folder->f,
        HEADER "hosts: [{count: 3, ram: 1TB, osds: [{count: 2, device: class-hdd-7200}]}]\n");
    const struct cluster *b = suite_cluster_text(
        folder->f,
        "hosts:\n- osds:\n  - \"device\": 'class-hdd-7200'\n    count: 2\n  ram: 1000 GB\n"
        "  count: 3\n" HEADER);
    assert_int_equal(cluster_osds(a), cluster_osds(b));
    assert_true(a->hosts[0].ram_B == b->hosts[0].ram_B);
    assert_ptr_equal(a->hosts[0].osds[0].device->base, b->hosts[0].osds[0].device->base);
}

static void a_document_without_a_name_has_that_of_its_file(void **state)
{
    const struct folder *folder = *state;
    const char *path = folder_write(folder, "mine.yaml", HEADER);
    const struct cluster *cluster = suite_cluster(folder->f, path);
    assert_string_equal(cluster->name, "mine.yaml");
    assert_int_equal(cluster->n_hosts, 0);
    assert_null(cluster->network);
    assert_int_equal(cluster->balancer, FIELD_ABSENT);
}

/* -- devices -------------------------------------------------------------------------------------
 */

#define ONE_DEVICE(d) HEADER "hosts: [{count: 1, osds: [{count: 1, device: " d "}]}]\n"

static const struct device *device_of(const struct folder *folder, const char *yaml)
{
    return suite_cluster_text(folder->f, yaml)->hosts[0].osds[0].device;
}

static void a_named_device_is_its_entry(void **state)
{
    const struct folder *folder = *state;
    const struct device *entry = NULL,
                        *named = device_of(folder, ONE_DEVICE("class-nvme-plp-read"));
    struct err err = ERR_INIT;
    assert_true(catalogue_find(folder->f->catalogue, "class-nvme-plp-read", &entry, &err));
    assert_ptr_equal(named->base, entry);
    assert_string_equal(named->name, entry->name);
    assert_int_equal(named->class, CLASS_NVME);
    assert_int_equal(named->n_measurements, 0);
    assert_int_equal(named->place.line, 2);
}

/* What is stated overrides; what is not comes from the entry, and rows stay where they are. */
static void a_device_starts_from_what_it_is_like(void **state)
{
    const struct folder *folder = *state;
    const struct device *own = device_of(
        folder,
        ONE_DEVICE("{like: class-hdd-7200, capacity: 4TB, measurements: [{rw: read, iops: 9}]}"));
    assert_true(own->capacity_B == 4e12);
    assert_int_equal(own->class, CLASS_HDD);
    assert_true(own->rpm == own->base->rpm);
    assert_int_equal(own->n_measurements, 1);
    assert_string_equal(own->base->name, "class-hdd-7200");
    const struct device *bare = device_of(folder, ONE_DEVICE("{class: hdd, rpm: 15000}"));
    assert_null(bare->base);
    assert_string_equal(bare->class_file->name, "class-hdd-15k-sas");
    const struct device *unknown = device_of(folder, ONE_DEVICE("{capacity: 1TB}"));
    assert_null(unknown->class_file);
}

static const char device_text[] = "cephplan: device/1\nname: mine\nclass: hdd\ncapacity: 6TB\n"
                                  "measurements: [{rw: randread, bs: 4k, iops: 200}]\n";

/* A path is looked for beside the document; the file is read once for all that name it. */
static void a_device_file_stands_beside_its_cluster(void **state)
{
    const struct folder *folder = *state;
    (void)folder_write(folder, "mine.yaml", device_text);
    (void)folder_write(folder, "mine.yml", device_text);
    const char *path =
        folder_write(folder, "c.yaml",
                     HEADER "hosts:\n"
                            "  - {osds: [{device: mine.yaml}, {device: mine.yaml}]}\n"
                            "  - {osds: [{device: mine.yml}, {device: mine.yaml}]}\n");
    const struct cluster *cluster = suite_cluster(folder->f, path);
    const struct device *first = cluster->hosts[0].osds[0].device;
    assert_true(first->capacity_B == 6e12);
    assert_ptr_equal(first, cluster->hosts[0].osds[1].device);
    assert_ptr_equal(first, cluster->hosts[1].osds[1].device);
    assert_ptr_not_equal(first, cluster->hosts[1].osds[0].device);
    const char *absolute =
        arena_printf(&folder->f->arena, ONE_DEVICE("%s/mine.yaml"), folder->path);
    assert_true(device_of(folder, absolute)->capacity_B == 6e12);
}

static void a_wrong_device_file_has_its_own_place(void **state)
{
    const struct folder *folder = *state;
    (void)folder_write(folder, "bad.yaml", "cephplan: device/1\nname: x\ncapacity: 6\n");
    (void)folder_write(folder, "cluster.yaml", HEADER);
    (void)folder_write(folder, "row.yaml", "cephplan: device/1\nspec: [{rw: read}]\n");
    static const struct {
        const char *device, *message;
        enum err_kind kind;
    } rows[] = {
        {"bad.yaml", "/bad.yaml:3:11: capacity: '6' has no unit", ERR_INPUT},
        {"cluster.yaml", "/cluster.yaml:1:11: cephplan is 'cluster/1'; allowed here: device/1",
         ERR_INPUT},
        {"row.yaml", "/row.yaml:2:8: measurement has no figure", ERR_INPUT},
        {"none.yaml", "/c.yaml:2:46: ", ERR_IO},
        {"none.yaml", "/none.yaml: cannot be read: No such file", ERR_IO},
        {".yaml", "device '.yaml' is not in the catalogue", ERR_INPUT},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        const char *yaml = arena_printf(&folder->f->arena, ONE_DEVICE("%s"), rows[i].device);
        const char *path = folder_write(folder, "c.yaml", yaml);
        folder_expect(refusal(folder, path, rows[i].kind), rows[i].message);
    }
}

/* -- overrides and aliases ------------------------------------------------------------------------
 */

static bool load_with(const struct folder *folder, const struct override *overrides, int n,
                      struct cluster **cluster, struct err *err)
{
    struct loader loader;
    struct filetext text = {"c.yaml", whole, sizeof whole - 1};
    catalogue_loader(folder->f->catalogue, &loader);
    loader.overrides = overrides;
    loader.n_overrides = n;
    return load_cluster_text(&loader, &text, cluster, err);
}

static void overrides_are_applied_in_order(void **state)
{
    const struct folder *folder = *state;
    static const struct override overrides[] = {
        {"hosts.0.osds.0.count", "6"},
        {"hosts.0.osds.0.count", "10"},
        {"hosts.0.osds.0.device.capacity", "12TB"},
        {"hosts.0.osds.0.journal", "null"},
        {"pools.2", "{name: new, size: 3}"},
        {"network.rtt", "46us"},
        {"workloads.0.pool", "new"},
    };
    struct cluster *c = NULL;
    struct err err = ERR_INIT;
    if (!load_with(folder, overrides, N_OF(overrides), &c, &err))
        fail_msg("%s", err.text);
    assert_int_equal(cluster_osds(c), 30);
    assert_true(c->hosts[0].osds[0].device->capacity_B == 12e12);
    assert_string_equal(c->hosts[0].osds[0].device->base->name, "class-hdd-7200");
    assert_null(c->hosts[0].osds[0].journal);
    assert_int_equal(c->n_pools, 3);
    assert_true(c->network->rtt_s == 46e-6);
}

static void a_wrong_override_names_its_path(void **state)
{
    const struct folder *folder = *state;
    static const struct {
        struct override override;
        enum err_kind kind;
        const char *message;
    } rows[] = {
        {{"hosts.0.count", "many"},
         ERR_USAGE,
         "--set hosts.0.count: count: 'many' is no whole number"},
        {{"hosts.0.cuont", "3"}, ERR_USAGE, "--set: unknown key 'cuont' in host group"},
        {{"hosts.7.count", "3"}, ERR_USAGE, "--set hosts.7.count: '7' does not fit there"},
        {{"pools.0.min_size", "9"}, ERR_USAGE, "--set pools.0.min_size: min_size is 9, above"},
        {{"pools.0", "{size: 3, k: 2}"},
         ERR_USAGE,
         "--set pools.0:1:14: k in a pool of type replicated"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct cluster *cluster = NULL;
        struct err err = ERR_INIT;
        assert_false(load_with(folder, &rows[i].override, 1, &cluster, &err));
        assert_int_equal(err.kind, rows[i].kind);
        folder_expect(folder_message(folder, &err), rows[i].message);
        assert_null(cluster);
    }
}

/* As many repeated values as are allowed, and one rack more. */
static void aliases_have_a_budget(void **state)
{
    const struct folder *folder = *state;
    enum { REPEATS_MAX = 100000, ITEMS = 999 };
    struct arena *arena = &folder->f->arena;
    for (int extra = 0; extra < 2; extra++) {
        /* A rack of 999 names costs 1000 values each time an alias repeats it, and its host one. */
        char *yaml = arena_alloc(arena, 20000), *p = yaml;
        p += sprintf(p, HEADER "hosts:\n- rack: &r [a");
        for (int i = 1; i < ITEMS; i++)
            p += sprintf(p, ", b");
        p += sprintf(p, "]\n");
        for (int i = 0; i < REPEATS_MAX / (ITEMS + 1) + extra; i++)
            p += sprintf(p, "- rack: *r\n");
        struct loader loader;
        struct filetext text = {"t", yaml, strlen(yaml)};
        struct cluster *cluster = NULL;
        struct err err = ERR_INIT;
        catalogue_loader(folder->f->catalogue, &loader);
        assert_true(load_cluster_text(&loader, &text, &cluster, &err) == (extra == 0));
        if (extra == 1)
            assert_string_equal(err.text, "aliases repeat more than 100000 values; allowed: fewer");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(unreadable_files_are_named),
        FOLDER_TEST(larger_files_are_refused_unread),
        FOLDER_TEST(standard_input_is_a_document),
        FOLDER_TEST(standard_input_is_limited),
        FOLDER_TEST(bare_names_are_embedded_documents),
        FOLDER_TEST(encodings_are_told_apart),
        FOLDER_TEST(every_number_arrives_in_base_units),
        FOLDER_TEST(the_order_of_keys_changes_nothing),
        FOLDER_TEST(a_document_without_a_name_has_that_of_its_file),
        FOLDER_TEST(a_named_device_is_its_entry),
        FOLDER_TEST(a_device_starts_from_what_it_is_like),
        FOLDER_TEST(a_device_file_stands_beside_its_cluster),
        FOLDER_TEST(a_wrong_device_file_has_its_own_place),
        FOLDER_TEST(overrides_are_applied_in_order),
        FOLDER_TEST(a_wrong_override_names_its_path),
        FOLDER_TEST(aliases_have_a_budget),
    };
    return suite_run("load", tests, N_OF(tests));
}
