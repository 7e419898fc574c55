/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a document, setting by path, and hostile text. */
#include "support/suite.h"

#include "load/yamldoc.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static struct ynode *parse(struct arena *arena, const char *yaml)
{
    struct filetext text = {"t", yaml, strlen(yaml)};
    struct ynode *root = NULL;
    struct err err = ERR_INIT;
    if (!yamldoc_parse(arena, &text, &root, &err))
        fail_msg("%d:%d: %s", err.line, err.col, err.text);
    return root;
}

/* The tree in one line: `{a: [b, c]}`. */
static const char *dump(struct arena *arena, const struct ynode *node)
{
    if (node->kind == YNODE_SCALAR)
        return node->text;
    const char *text = "";
    for (int i = 0; i < node->n; i++) {
        const char *item = dump(arena, node->items[i]), *glue = i == 0 ? "" : ", ";
        text = node->kind == YNODE_MAP
                   ? arena_printf(arena, "%s%s%s: %s", text, glue, node->keys[i]->text, item)
                   : arena_printf(arena, "%s%s%s", text, glue, item);
    }
    return arena_printf(arena, node->kind == YNODE_MAP ? "{%s}" : "[%s]", text);
}

static void documents_become_trees(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *yaml, *tree;
    } rows[] = {
        {"a: 1", "{a: 1}"},
        {"a:\n  - b\n  - c: d\n    e: f\n", "{a: [b, {c: d, e: f}]}"},
        {"{}", "{}"},
        {"[]", "[]"},
        {"x", "x"},
        {"%YAML 1.1\n---\na: b\n...\n", "{a: b}"},
        {"a: \"x\\ty\"\nb: 'it''s'\nc: >-\n  two\n  lines\n", "{a: x\ty, b: it's, c: two lines}"},
        {"a: &x {b: c}\nd: *x\ne: [*x, *x]\n", "{a: {b: c}, d: {b: c}, e: [{b: c}, {b: c}]}"},
        {"&k a: 1\nb: *k\n", "{a: 1, b: a}"},
        {"a: &k x\n? *k\n: 2\n", "{a: x, x: 2}"},
        {"a: !!str 1\nb: ! 2\nc: !!map {d: !!seq [e]}\n", "{a: 1, b: 2, c: {d: [e]}}"},
        {"\"<<\": x", "{<<: x}"},
        {"\xEF\xBB\xBF"
         "a: b",
         "{a: b}"},
        {"a: b\r\nc: d\r\n", "{a: b, c: d}"},
        {"\xE5\x90\x8D: \xE6\x9D\xB1\xE4\xBA\xAC", "{\xE5\x90\x8D: \xE6\x9D\xB1\xE4\xBA\xAC}"},
    };
    for (size_t i = 0; i < N_OF(rows); i++)
        assert_string_equal(dump(&f->arena, parse(&f->arena, rows[i].yaml)), rows[i].tree);
}

static void nodes_know_their_place(void **state)
{
    struct fixture *f = *state;
    const struct ynode *root = parse(&f->arena, "# head\na: 1\nb:\n  - x\n  - \xE6\x9D\xB1: 'q'\n");
    const struct ynode *list = yamldoc_get(root, "b"), *inner = list->items[1];
    static const int places[][2] = {{2, 1}, {2, 4}, {4, 3}, {4, 5}, {5, 5}, {5, 8}};
    const struct ynode *const nodes[] = {root,  yamldoc_get(root, "a"), list, list->items[0],
                                         inner, inner->items[0]};
    for (size_t i = 0; i < N_OF(nodes); i++) {
        assert_string_equal(nodes[i]->file, "t");
        assert_int_equal(nodes[i]->line, places[i][0]);
        assert_int_equal(nodes[i]->col, places[i][1]);
    }
    assert_true(list->items[0]->plain && !inner->items[0]->plain);
    assert_int_equal(root->height, 4);
    assert_int_equal(root->nodes, 9);
    assert_null(yamldoc_get(root, "c"));
    assert_null(yamldoc_get(list, "a"));
}

/* A mark at the beginning takes no column. */
static void a_byte_order_mark_takes_no_place(void **state)
{
    struct fixture *f = *state;
    const struct ynode *root = parse(&f->arena, "\xEF\xBB\xBF"
                                                "a: b");
    assert_int_equal(root->keys[0]->col, 1);
    assert_int_equal(root->items[0]->col, 4);
}

static void aliases_share_their_node(void **state)
{
    struct fixture *f = *state;
    const struct ynode *root = parse(&f->arena, "a: &x [1, 2]\nb: *x\nc: &xy 1\nd: *xy\n");
    assert_ptr_equal(yamldoc_get(root, "a"), yamldoc_get(root, "b"));
    assert_ptr_equal(yamldoc_get(root, "c"), yamldoc_get(root, "d"));
    assert_int_equal(root->nodes, 9);
}

/* Their names are kept character by character, in more memory than they take in the text. */
static void names_of_anchors_are_bounded(void **state)
{
    struct fixture *f = *state;
    enum { LENGTH = 1000000 };
    char *yaml = arena_alloc(&f->arena, LENGTH + 10);
    struct filetext text = {"t", yaml, LENGTH + 6};
    struct ynode *root = NULL;
    struct err err = ERR_INIT;
    memset(yaml, 'k', LENGTH + 6);
    memcpy(yaml, "a: &", 4);
    memcpy(yaml + LENGTH + 4, " x", 2);
    size_t before = f->arena.used_B;
    assert_false(yamldoc_parse(&f->arena, &text, &root, &err));
    assert_true(f->arena.used_B - before < (size_t)8 * LENGTH);
    assert_int_equal(err.col, 4);
    assert_non_null(strstr(err.text, "allowed"));
}

/* 64 levels are read, whether brackets or aliases make them. */
static void the_deepest_document_is_read(void **state)
{
    struct fixture *f = *state;
    char text[200];
    memset(text, '[', 63);
    text[63] = 'x';
    memset(text + 64, ']', 63);
    text[127] = '\0';
    assert_int_equal(parse(&f->arena, text)->height, YAMLDOC_MAX_DEPTH);
}

static void what_was_found_has_words(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *yaml, *found;
    } rows[] = {{"x", "'x'"}, {"[]", "a list"}, {"{}", "a mapping"}, {"\"\"", "''"}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        char buf[80];
        assert_string_equal(yamldoc_found(parse(&f->arena, rows[i].yaml), buf, sizeof buf),
                            rows[i].found);
    }
}

/* -- setting by path --------------------------------------------------------------------------- */

#define DOC                                                                                        \
    "{name: n, hosts: [{count: 3, osds: [{count: 12, device: hdd, db: {size: 1}}]}], list: [a, "   \
    "b]}"

static void paths_set_append_and_remove(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *yaml, *path, *value, *tree;
    } rows[] = {
        {DOC, "name", "m",
         "{name: m, hosts: [{count: 3, osds: [{count: 12, device: hdd, db: {size: 1}}]}], list: "
         "[a, b]}"},
        {DOC, "hosts.0.osds.0.count", "6",
         "{name: n, hosts: [{count: 3, osds: [{count: 6, device: hdd, db: {size: 1}}]}], list: [a, "
         "b]}"},
        {"{a: [x, y]}", "a.2", "z", "{a: [x, y, z]}"},
        {"{a: [x, y]}", "a.1", "z", "{a: [x, z]}"},
        {"{a: [x, y]}", "a.0", "null", "{a: [y]}"},
        {"{a: [x, y]}", "a", "~", "{}"},
        {"{a: [x, y], b: 1}", "b", "\"null\"", "{a: [x, y], b: null}"},
        {"{a: 1}", "b", "null", "{a: 1}"},
        {"{a: 1}", "b.c.d", "null", "{a: 1}"},
        {"{a: 1}", "b.c.d", "2", "{a: 1, b: {c: {d: 2}}}"},
        {"{a: 1}", "b.0.c", "2", "{a: 1, b: [{c: 2}]}"},
        {"{a: 1}", "b.0", "{c: [2, 3]}", "{a: 1, b: [{c: [2, 3]}]}"},
        {"{a: 1}", "a", "", NULL},
        {"{osds: [{device: hdd}]}", "osds.0.device.capacity", "4TB",
         "{osds: [{device: {like: hdd, capacity: 4TB}}]}"},
        {"{device: hdd}", "device.capacity", "null", "{device: {like: hdd}}"},
        {"{device: {class: hdd}}", "device.class", "nvme", "{device: {class: nvme}}"},
        {"{a: &x {n: 1}, b: *x, c: [*x]}", "a.n", "2", "{a: {n: 2}, b: {n: 1}, c: [{n: 1}]}"},
        {"{a: &x [1, 2], b: *x}", "b.0", "null", "{a: [1, 2], b: [2]}"},
        {"{a: &x [1, 2], b: *x}", "b.2", "3", "{a: [1, 2], b: [1, 2, 3]}"},
        {"{a: {b: 1}}", "a..b", "2", "{a: {b: 2}}"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct ynode *root = parse(&f->arena, rows[i].yaml);
        struct err err = ERR_INIT;
        bool set = yamldoc_set(&f->arena, root, rows[i].path, rows[i].value, &err);
        if (set != (rows[i].tree != NULL))
            fail_msg("%s=%s: %s", rows[i].path, rows[i].value, err.text);
        if (set)
            assert_string_equal(dump(&f->arena, root), rows[i].tree);
    }
}

static void paths_that_do_not_fit_are_refused(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *path, *value, *message;
        enum err_kind kind;
    } rows[] = {
        {"", "1", "--set =1; allowed: PATH=VALUE", ERR_USAGE},
        {"name", "", "--set name=; allowed: PATH=VALUE", ERR_USAGE},
        {".", "1", "--set .: '.' does not fit there; allowed: a key of a mapping, or an index",
         ERR_USAGE},
        {"name.x", "1", "--set name.x: 'x' does not fit there", ERR_USAGE},
        {"list.3", "x",
         "--set list.3: '3' does not fit there: list is a list of 2; allowed: an index from 0 to "
         "2, "
         "of which the last adds an item",
         ERR_USAGE},
        {"list.2", "null", "--set list.2: '2' does not fit there", ERR_USAGE},
        {"list.-1", "x", "--set list.-1: '-1' does not fit there", ERR_USAGE},
        {"list.1x", "x", "--set list.1x: '1x' does not fit there", ERR_USAGE},
        {"list.a", "x", "--set list.a: 'a' does not fit there", ERR_USAGE},
        {"list.99999999999999999999", "x", "does not fit there", ERR_USAGE},
        {"hosts.count", "4", "--set hosts.count: 'count' does not fit there", ERR_USAGE},
        {"list.0.x", "1", "--set list.0.x: 'x' does not fit there", ERR_USAGE},
        {"name", "[", "is not YAML", ERR_INPUT},
        {"name", "# nothing", "is empty", ERR_INPUT},
        {"name", "a: {b: 1, b: 2}", "key 'b' stands twice", ERR_INPUT},
        {"name", "\x01", "control character 0x01", ERR_INPUT},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct ynode *root = parse(&f->arena, DOC);
        struct err err = ERR_INIT;
        if (yamldoc_set(&f->arena, root, rows[i].path, rows[i].value, &err))
            fail_msg("%s=%s was set", rows[i].path, rows[i].value);
        assert_int_equal(err.kind, rows[i].kind);
        if (strstr(err.text, rows[i].message) == NULL)
            fail_msg("%s=%s: %s", rows[i].path, rows[i].value, err.text);
        if (err.kind == ERR_INPUT)
            assert_string_equal(err.file, "--set name");
    }
}

static void a_scalar_root_has_no_paths(void **state)
{
    struct fixture *f = *state;
    struct ynode *root = parse(&f->arena, "x");
    struct err err = ERR_INIT;
    assert_false(yamldoc_set(&f->arena, root, "a", "1", &err));
    assert_int_equal(err.kind, ERR_USAGE);
}

/* What was set has no line of a file, but the path it was set at. */
static void set_values_name_their_path(void **state)
{
    struct fixture *f = *state;
    struct ynode *root = parse(&f->arena, DOC);
    struct err err = ERR_INIT;
    assert_true(yamldoc_set(&f->arena, root, "hosts.0.count", "4", &err));
    const struct ynode *set = yamldoc_get(yamldoc_get(root, "hosts")->items[0], "count");
    assert_string_equal(set->file, "--set hosts.0.count");
    assert_int_equal(set->line, 0);
    (void)yamldoc_error(set, &err, "no");
    char text[200];
    err_format(&err, text, sizeof text);
    assert_string_equal(text, "--set hosts.0.count: no");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(documents_become_trees),
        SUITE_TEST(nodes_know_their_place),
        SUITE_TEST(a_byte_order_mark_takes_no_place),
        SUITE_TEST(aliases_share_their_node),
        SUITE_TEST(names_of_anchors_are_bounded),
        SUITE_TEST(the_deepest_document_is_read),
        SUITE_TEST(what_was_found_has_words),
        SUITE_TEST(paths_set_append_and_remove),
        SUITE_TEST(paths_that_do_not_fit_are_refused),
        SUITE_TEST(a_scalar_root_has_no_paths),
        SUITE_TEST(set_values_name_their_path),
    };
    return suite_run("yamldoc", tests, N_OF(tests));
}
