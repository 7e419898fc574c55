/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools as old, new and rare clusters print them: what the document says of codes with local
 * parities or given by their layers, of rules that the document cannot say, of devices that nobody
 * named. Right values: Ceph's manual of the code plugins (LRC with k=4 m=2 l=3 makes two local
 * parities, eight chunks) and the printed numbers. */
#include "support/import.h"

#include "load/import_emit.h"

#include <math.h>
#include <string.h>

static const struct cluster *cluster_of(struct import *import, struct import_document *document)
{
    struct err err = ERR_INIT;
    if (!import_document_make(import, IMPORT_AS_CLUSTER, "made", document, &err))
        fail_msg("%s", err.text);
    return document->cluster;
}

static void must_remark(const struct import_document *document, const char *fragment)
{
    for (int i = 0; i < document->remarks.n; i++)
        if (strstr(document->remarks.texts[i], fragment) != NULL)
            return;
    for (int i = 0; i < document->remarks.n; i++)
        print_error("remarked: %s\n", document->remarks.texts[i]);
    fail_msg("not remarked: %s", fragment);
}

#define POOL_LINE(id, name, rest)                                                                  \
    "pool " id " '" name "' " rest " object_hash rjenkins pg_num 64 pgp_num 64 last_change 1 "     \
    "flags "

static void pools_of_an_old_release(void **state)
{
    struct import_document document;
    struct import *import = import_words(
        *state,
        POOL_LINE(
            "0", "rbd",
            "replicated size 3 min_size 2 crush_ruleset 1") "hashpspool max_bytes 1099511627776 "
                                                            "max_objects 1000 stripe_width 0\n"
                                                            "[{\"rule_id\":1,\"rule_name\":\"by "
                                                            "rack\",\"ruleset\":1,\"type\":1,\"min_"
                                                            "size\":1,\"max_size\":10,"
                                                            "\"steps\":[{\"op\":\"take\",\"item\":-"
                                                            "1,\"item_name\":\"default\"},"
                                                            "{\"op\":\"chooseleaf_firstn\",\"num\":"
                                                            "0,\"type\":\"rack\"},{\"op\":\"emit\"}"
                                                            "]}]\n");
    const struct cluster *cluster = cluster_of(import, &document);
    assert_int_equal(cluster->n_pools, 1);
    assert_int_equal(cluster->pools[0].failure_domain, DOMAIN_RACK);
    suite_close(cluster->pools[0].quota_B, 1099511627776.0, 0, "quota");
    suite_close(import->pools[0].quota_objects, 1000, 0, "objects");
}

static void a_code_with_local_parities(void **state)
{
    struct import_document document;
    struct import *import =
        import_words(*state, POOL_LINE("5", "cold",
                                       "erasure profile local size 8 min_size 5 crush_rule "
                                       "1") "hashpspool,ec_overwrites,ec_optimizations "
                                            "stripe_width 65536 application rbd,rgw\n"
                                            "$ ceph osd erasure-code-profile get local\n"
                                            "crush-failure-domain=host\ncrush-root="
                                            "default\nk=4\nl=3\nm=2\nplugin=lrc\n");
    const struct cluster *cluster = cluster_of(import, &document);
    assert_int_equal(cluster->n_pools, 1);
    const struct pool *pool = &cluster->pools[0];
    assert_int_equal(pool->k, 4);
    assert_int_equal(pool->m, 4);
    assert_int_equal(pool->optimizations, 1);
    assert_int_equal(import->pools[0].n_applications, 2);
    assert_string_equal(import->pools[0].applications[0], "rbd");
    assert_string_equal(import->pools[0].applications[1], "rgw");
    suite_close(pool->stripe_unit_B, 16384, 0, "a stripe of 64 KiB over four data shards");
    must_remark(&document, "pool cold has local parities (lrc)");
}

/* The profile was pasted without its name: it is the one that fits, unless two do. */
static void a_profile_without_a_name(void **state)
{
    static const char *const profile =
        "\nk=4\nm=2\nplugin=isa\ntechnique=reed_sol_van\nstripe_unit=16K\n";
    struct import_document document;
    struct fixture *f = *state;
    const char *pool = POOL_LINE(
        "5", "cold", "erasure profile mine size 6 min_size 5 crush_rule 1") "hashpspool\n";
    const struct cluster *cluster =
        cluster_of(import_words(f, suite_text(f, "%s%s", pool, profile)), &document);
    assert_int_equal(cluster->n_pools, 1);
    assert_true(cluster->pools[0].k == 4 && cluster->pools[0].m == 2);
    suite_close(cluster->pools[0].stripe_unit_B, 16384, 0, "stripe unit");
    const char *other = "\nk=3\nm=3\nplugin=isa\ntechnique=cauchy\n";
    cluster = cluster_of(import_words(f, suite_text(f, "%s%s%s", pool, profile, other)), &document);
    assert_int_equal(cluster->n_pools, 0);
    must_remark(&document,
                "pool cold is left out: k and m of its erasure code profile mine are not known");
}

#define JSON_POOL(id, name, type, size, profile, flags)                                            \
    "{\"pool\":" id ",\"pool_name\":\"" name "\",\"type\":" type ",\"size\":" size                 \
    ",\"min_size\":5,\"crush_rule\":9,"                                                            \
    "\"pg_num\":32,\"pg_placement_num\":32,\"flags_names\":\"" flags                               \
    "\",\"erasure_code_profile\":\"" profile "\"}"

/* `ceph osd dump -f json` has the profiles beside the pools. */
static void a_dump_with_its_profiles(void **state)
{
    struct import_document document;
    struct import *import = import_words(
        *state,
        "{\"epoch\":9,\"fsid\":\"x\",\"pools\":[" JSON_POOL(
            "1", "layered", "3", "8", "layers",
            "hashpspool,ec_optimizations") "," JSON_POOL("2", "plain", "3", "6", "six",
                                                         "hashpspool") "],\"erasure_code_"
                                                                       "profiles\":{"
                                                                       "\"layers\":{\"plugin\":"
                                                                       "\"lrc\",\"mapping\":\"__DD_"
                                                                       "_DD\",\"layers\":\"[]\"},"
                                                                       "\"six\":{\"plugin\":"
                                                                       "\"isa\",\"k\":4,\"m\":2,"
                                                                       "\"stripe_unit\":\"4K\"}}}"
                                                                       "\n");
    const struct cluster *cluster = cluster_of(import, &document);
    assert_int_equal(cluster->n_pools, 2);
    const struct pool *layered = cluster_pool(cluster, "layered"),
                      *plain = cluster_pool(cluster, "plain");
    assert_true(layered != NULL && layered->k == 4 && layered->m == 4 &&
                layered->optimizations == 1);
    assert_true(plain != NULL && plain->k == 4 && plain->m == 2);
    suite_close(plain->stripe_unit_B, 4096, 0, "stripe unit");
}

/* A rule over rooms and hosts: the document knows neither rooms nor two steps. */
static void rules_that_a_document_cannot_say(void **state)
{
    struct import_document document;
    struct import *import = import_words(
        *state,
        POOL_LINE("1", "two", "replicated size 4 min_size 2 crush_rule 1") "hashpspool\n" POOL_LINE(
            "2", "rooms",
            "replicated size 3 min_size 2 crush_rule 2") "hashpspool\n"
                                                         "{\"rule_id\":1,\"rule_name\":\"two\","
                                                         "\"type\":1,\"steps\":[{\"op\":\"take\","
                                                         "\"item\":-1,"
                                                         "\"item_name\":\"default\"},{\"op\":"
                                                         "\"choose_firstn\",\"num\":2,\"type\":"
                                                         "\"rack\"},"
                                                         "{\"op\":\"chooseleaf_firstn\",\"num\":2,"
                                                         "\"type\":\"host\"},{\"op\":\"emit\"}]}\n"
                                                         "{\"rule_id\":2,\"rule_name\":\"rooms\","
                                                         "\"type\":1,\"steps\":[{\"op\":\"take\","
                                                         "\"item\":-1,"
                                                         "\"item_name\":\"default\"},{\"op\":"
                                                         "\"chooseleaf_firstn\",\"num\":0,\"type\":"
                                                         "\"room\"},"
                                                         "{\"op\":\"emit\"}]}\n");
    const struct cluster *cluster = cluster_of(import, &document);
    const struct pool *two = cluster_pool(cluster, "two"), *rooms = cluster_pool(cluster, "rooms");
    assert_true(two != NULL && two->failure_domain == DOMAIN_HOST);
    assert_true(rooms != NULL && rooms->failure_domain == FIELD_ABSENT);
    must_remark(&document,
                "CRUSH rule 1 of pool two takes more than one step: the document says its last");
    must_remark(&document,
                "pool rooms spreads over the CRUSH level 'room', which the document cannot say");
}

#define METADATA(id, host, store, version, more)                                                   \
    "{\"id\":" id ",\"hostname\":\"" host "\",\"osd_objectstore\":\"" store                        \
    "\",\"ceph_version\":\"ceph version " version " (x) x "                                        \
    "(stable)\",\"rotational\":\"1\",\"mem_total_kb\":\"65536000\",\"bluestore_bdev_size\":"       \
    "\"4000787030016\"" more "}"

/* Stores of two kinds, a WAL of its own, a DB on disks that are not named. */
static void osds_that_differ(void **state)
{
    struct import_document document;
    struct import *import = import_words(
        *state,
        "[" METADATA(
            "0", "a", "bluestore", "14.2.22",
            ",\"bluefs_dedicated_db\":\"1\",\"bluefs_db_rotational\":\"1\","
            "\"bluefs_db_size\":\"64424509440\","
            "\"bluefs_db_devices\":\"sdz\",\"bluefs_dedicated_wal\":\"1\","
            "\"bluefs_wal_devices\":\"nvme0n1\","
            "\"bluefs_wal_size\":\"2147483648\"") "," METADATA("1", "a", "bluestore", "14.2.22",
                                                               ",\"bluefs_"
                                                               "dedicated_db\":"
                                                               "\"1\",\"bluefs_db_"
                                                               "rotational\":"
                                                               "\"0\"") "," METADATA("2", "b",
                                                                                     "filestore",
                                                                                     "14.2.22",
                                                                                     "") "]\n");
    const struct cluster *cluster = cluster_of(import, &document);
    assert_int_equal(cluster->ceph->objectstore, STORE_BLUESTORE);
    must_remark(&document, "2 OSDs are BlueStore and 1 FileStore; the document says bluestore");
    must_remark(&document, "absent: class of the DB devices of");
    const struct osd_group *first = &cluster->hosts[0].osds[0];
    assert_non_null(first->db);
    assert_int_equal(first->db->device->class, CLASS_HDD);
    suite_close(first->db->size_B, 64424509440.0, 0, "DB");
    assert_non_null(first->wal);
    assert_int_equal(first->wal->device->class, CLASS_NVME);
    assert_int_equal(first->wal->count, 1);
    suite_close(first->wal->size_B, 2147483648.0, 0, "WAL");
    const struct osd_group *second = &cluster->hosts[0].osds[1];
    assert_true(second->db != NULL && isnan(second->db->size_B) && second->wal == NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(pools_of_an_old_release),          SUITE_TEST(a_code_with_local_parities),
        SUITE_TEST(a_profile_without_a_name),         SUITE_TEST(a_dump_with_its_profiles),
        SUITE_TEST(rules_that_a_document_cannot_say), SUITE_TEST(osds_that_differ),
    };
    return suite_run("import pools", tests, sizeof tests / sizeof tests[0]);
}
