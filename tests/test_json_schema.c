/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The printed JSON Schema, read by a checker that knows nothing of the field tables, takes every
 * document that is shipped and refuses what the program refuses. */
#include "support/jsonschema.h"
#include "support/suite.h"

#include "cli/json_schema.h"
#include "cli/manual.h"
#include "load/embedded.h"

#include <stdlib.h>
#include <string.h>

static json_t *schema_of(struct fixture *f, const struct schema *root)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    json_error_t error;
    assert_non_null(out);
    json_schema_write(root, catalogue_names(f->catalogue, NULL), out);
    assert_int_equal(fclose(out), 0);
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    free(bytes);
    return json;
}

static struct ynode *tree_of(struct fixture *f, const char *name, const char *yaml)
{
    struct filetext text = {name, yaml, strlen(yaml)};
    struct ynode *root = NULL;
    struct err err = ERR_INIT;
    if (!yamldoc_parse(&f->arena, &text, &root, &err))
        fail_msg("%s: %s", name, err.text);
    return root;
}

static void shipped_documents_satisfy_it(void **state)
{
    struct fixture *f = *state;
    static const char *const folders[] = {"data/devices/", "data/records/", "models/clusters/",
                                          "models/needs/"};
    json_t *schema = schema_of(f, NULL);
    size_t seen = 0;
    char why[200] = "";
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t n = 0;
        const struct embedded_file *file = embedded_prefix(folders[i], &n);
        for (size_t k = 0; k < n; k++, seen++)
            if (!jsonschema_check(schema, schema, tree_of(f, file[k].path, file[k].data), why))
                fail_msg("%s", why);
    }
    assert_true(seen > 300);
    if (!jsonschema_check(schema, schema, tree_of(f, "manual", manual_example), why))
        fail_msg("%s", why);
    if (!jsonschema_check(schema, schema, tree_of(f, "manual", manual_need_example), why))
        fail_msg("%s", why);
    json_decref(schema);
}

/* What the program refuses at its line and column, an editor marks while it is typed. */
static void wrong_documents_do_not(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *yaml, *why;
    } cases[] = {
        {"name: x\n", "required"},
        {"cephplan: cluster/2\n", "enum"},
        {"cephplan: cluster/1\nhost: []\n", "additionalProperties"},
        {"cephplan: cluster/1\nhosts: {count: 3}\n", "type"},
        {"cephplan: cluster/1\nhosts: [{count: three}]\n", "type"},
        {"cephplan: cluster/1\nhosts: [{count: 0}]\n", "minimum"},
        {"cephplan: cluster/1\nhosts: [{ram: 128}]\n", "type"},
        {"cephplan: cluster/1\nhosts: [{ram: 128 Gib}]\n", "pattern"},
        {"cephplan: cluster/1\nhosts: [{price: 340 eur}]\n", "pattern"},
        {"cephplan: cluster/1\nhosts: [{osds: [{device: no-such-drive}]}]\n", "anyOf"},
        {"cephplan: cluster/1\nnetwork: {public: 10GB/s}\n", "pattern"},
        {"cephplan: cluster/1\nnetwork: {public: 40+40}\n", "pattern"},
        {"cephplan: cluster/1\npools: [{type: mirrored}]\n", "enum"},
        {"cephplan: cluster/1\npools: [{growth: 30%}]\n", "pattern"},
        {"cephplan: cluster/1\nratios: {full: 1.5}\n", "maximum"},
        {"cephplan: cluster/1\nworkloads: [{bs: 4k}]\n", "required"},
        {"cephplan: device/1\nhosts: []\n", "additionalProperties"},
        {"cephplan: device/1\nplp: maybe\n", "type"},
        {"cephplan: need/1\nusable: 1PB\n", "required"},
        {"cephplan: need/1\nusable: 1000\nchoices: {}\n", "type"},
        {"cephplan: need/1\nusable: 1PB\nchoices: {}\n", "required"},
        {"cephplan: need/1\nhosts: []\nchoices: {}\n", "additionalProperties"},
        {"cephplan: need/1\nfailure: {lose: site}\n", "required"},
    };
    json_t *schema = schema_of(f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char why[200] = "";
        if (jsonschema_check(schema, schema, tree_of(f, "case", cases[i].yaml), why))
            fail_msg("taken: %s", cases[i].yaml);
        if (strstr(why, cases[i].why) == NULL)
            fail_msg("%s for another reason: %s", cases[i].yaml, why);
    }
    json_decref(schema);
}

static void spellings_of_quantities_are_taken(void **state)
{
    struct fixture *f = *state;
    static const char *const cases[] = {
        "cephplan: cluster/1\nnetwork: {public: 40+40 Gbit/s, rtt: 80 \xc2\xb5s}\n",
        "cephplan: cluster/1\nnetwork: {public: 10Gbit/s + 10GbE, rtt: .5ms}\n",
        "cephplan: cluster/1\nhosts: [{ram: 1.5e2GiB, price: 4000 EUR, rack: [r1, 2]}]\n",
        "cephplan: cluster/1\nhosts: [{osds: [{device: my/drive.yaml}]}]\n",
        "cephplan: cluster/1\nhosts: [{osds: [{device: {class: hdd, rpm: 7200}}]}]\n",
        "cephplan: cluster/1\nceph: {version: 18.2}\nratios: {full: 95%, nearfull: 0.8}\n",
        "cephplan: cluster/1\nworkloads: [{rw: randread, bs: 4k, rate: 20k IOPS}]\n",
        "cephplan: cluster/1\nworkloads: [{rw: randread, bs: 4k, rate: 20000}]\n",
    };
    json_t *schema = schema_of(f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char why[200] = "";
        struct err err = ERR_INIT;
        struct loader loader;
        struct cluster *cluster = NULL;
        struct filetext text = {"case", cases[i], strlen(cases[i])};
        if (!jsonschema_check(schema, schema, tree_of(f, "case", cases[i]), why))
            fail_msg("%s: %s", cases[i], why);
        catalogue_loader(f->catalogue, &loader);
        if (!load_cluster_text(&loader, &text, &cluster, &err) &&
            strstr(err.text, "cannot be read") == NULL)
            fail_msg("%s: %s", cases[i], err.text);
    }
    json_decref(schema);
}

static void a_part_stands_alone(void **state)
{
    struct fixture *f = *state;
    char why[200] = "";
    json_t *schema = schema_of(f, &workload_schema);
    assert_true(jsonschema_check(schema, schema, tree_of(f, "case", "{rw: read, bs: 4M}"), why));
    assert_false(jsonschema_check(schema, schema, tree_of(f, "case", "{rw: read, bs: 4MB}"), why));
    json_decref(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(shipped_documents_satisfy_it),
        SUITE_TEST(wrong_documents_do_not),
        SUITE_TEST(spellings_of_quantities_are_taken),
        SUITE_TEST(a_part_stands_alone),
    };
    return suite_run("json_schema", tests, sizeof tests / sizeof tests[0]);
}
