/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: its names, a folder that stands before it, entries that lean on one another. */
#include "support/folder.h"

#include "load/catalogue.h"
#include "load/embedded.h"

#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* An entry of the folder: its header, its name and `rest`. */
static void put(const struct folder *folder, const char *name, const char *rest)
{
    struct arena *arena = &folder->f->arena;
    const char *text = arena_printf(arena, "cephplan: device/1\nname: %s\n%s", name, rest);
    (void)scratch_write(arena, folder->path, arena_printf(arena, "%s.yaml", name), text,
                        strlen(text));
}

static const struct device *find(const struct folder *folder, const char *name)
{
    const struct device *device = NULL;
    struct err err = ERR_INIT;
    if (!catalogue_find(folder->catalogue, name, &device, &err))
        fail_msg("%s:%d:%d: %s", err.file, err.line, err.col, err.text);
    return device;
}

/* The error of an entry that must not be found, as main prints it. */
static const char *refusal(const struct folder *folder, const char *name)
{
    const struct device *device = NULL;
    struct err err = ERR_INIT;
    assert_false(catalogue_find(folder->catalogue, name, &device, &err));
    assert_null(device);
    return folder_message(folder, &err);
}

static void names_are_sorted_and_different(void **state)
{
    const struct folder *folder = *state;
    size_t n = 0, embedded = 0;
    put(folder, "aaa", "");
    put(folder, "class-hdd-7200", "");
    put(folder, "zzz", "");
    (void)scratch_write(&folder->f->arena, folder->path, "notes.txt", "x", 1);
    (void)scratch_write(&folder->f->arena, folder->path, ".yaml", "x", 1);
    (void)embedded_prefix("data/devices/", &embedded);
    const char *const *names = catalogue_names(folder->catalogue, &n);
    assert_int_equal(n, embedded + 2);
    for (size_t i = 1; i < n; i++)
        assert_true(strcmp(names[i - 1], names[i]) < 0);
    assert_string_equal(names[0], "aaa");
    assert_string_equal(names[n - 1], "zzz");
    assert_null(names[n]);
    assert_ptr_equal(catalogue_names(folder->catalogue, NULL), names);
}

static void a_folder_that_is_not_there_is_empty(void **state)
{
    const struct folder *folder = *state;
    size_t n = 0, embedded = 0;
    struct catalogue *catalogue = catalogue_new(&folder->f->arena, "no/such/folder");
    (void)catalogue_names(catalogue, &n);
    (void)embedded_prefix("data/devices/", &embedded);
    assert_int_equal(n, embedded);
}

static void an_entry_of_the_folder_hides_the_embedded_one(void **state)
{
    const struct folder *folder = *state;
    const struct device *embedded = NULL;
    struct err err = ERR_INIT;
    put(folder, "class-hdd-7200", "class: hdd\nrpm: 7200\ncapacity: 99TB\n");
    assert_true(catalogue_find(folder->f->catalogue, "class-hdd-7200", &embedded, &err));
    assert_true(embedded->capacity_B != 99e12);
    assert_true(find(folder, "class-hdd-7200")->capacity_B == 99e12);
    assert_ptr_equal(find(folder, "class-hdd-7200"), find(folder, "class-hdd-7200"));
    assert_string_equal(find(folder, "class-hdd-5400")->name, "class-hdd-5400");
}

static void an_entry_inherits_along_its_chain(void **state)
{
    const struct folder *folder = *state;
    put(folder, "a",
        "class: nvme\nplp: true\ncapacity: 1TB\nprice: 100 EUR\nspec: [{rw: read, iops: 5}]\n");
    put(folder, "b", "like: a\ncapacity: 2TB\n");
    put(folder, "c", "like: b\nprice: 300 USD\n");
    const struct device *c = find(folder, "c");
    assert_true(c->capacity_B == 2e12 && c->price.value == 300);
    assert_string_equal(c->price.currency, "USD");
    assert_int_equal(c->class, CLASS_NVME);
    assert_int_equal(c->plp, 1);
    assert_int_equal(c->n_spec, 0);
    assert_ptr_equal(c->base, find(folder, "b"));
    assert_int_equal(c->base->base->n_spec, 1);
    assert_string_equal(c->class_file->name, "class-nvme-plp-read");
}

/* A list of prices for the devices of the embedded catalogue. */
static void an_entry_of_the_folder_may_add_to_the_one_it_hides(void **state)
{
    const struct folder *folder = *state;
    put(folder, "samsung-pm9a3-3.84tb", "like: samsung-pm9a3-3.84tb\nprice: 300 USD\n");
    put(folder, "class-hdd-7200", "like: class-hdd-7200\nprice: 90 USD\n");
    const struct device *device = find(folder, "samsung-pm9a3-3.84tb");
    assert_true(device->price.value == 300);
    assert_true(device->capacity_B == 3.84e12);
    assert_true(device->base->n_spec + device->base->n_measurements > 0);
    assert_true(isnan(device->base->price.value));
    assert_ptr_equal(find(folder, "samsung-pm9a3-3.84tb"), device);
    const struct device *class = find(folder, "class-hdd-7200");
    assert_true(class->price.value == 90 && class->rpm == 7200);
}

static void circles_and_endless_chains_are_refused(void **state)
{
    const struct folder *folder = *state;
    struct arena *arena = &folder->f->arena;
    put(folder, "self", "like: self\n");
    put(folder, "a", "like: b\n");
    put(folder, "b", "like: c\n");
    put(folder, "c", "like: a\n");
    put(folder, "x0", "class: hdd\n");
    for (int i = 1; i < 40; i++)
        put(folder, arena_printf(arena, "x%d", i), arena_printf(arena, "like: x%d\n", i - 1));
    folder_expect(refusal(folder, "self"),
                  "/self.yaml:3:7: device 'self' is like itself; allowed:");
    folder_expect(refusal(folder, "a"), "/c.yaml:3:7: device 'a' is like itself; allowed:");
    folder_expect(refusal(folder, "c"), "/b.yaml:3:7: device 'c' is like itself; allowed:");
    folder_expect(refusal(folder, "x39"), "ends a chain of more than 16 'like'; allowed: at most");
    assert_int_equal(find(folder, "x14")->class, CLASS_HDD);
}

/* The class file of a class stands behind every device of it, itself excepted: also when a folder
 * replaces it by one that calls itself otherwise. */
static void a_class_file_that_leans_on_itself_is_refused(void **state)
{
    const struct folder *folder = *state;
    struct arena *arena = &folder->f->arena;
    static const char text[] = "cephplan: device/1\nname: other\nclass: hdd\nrpm: 7200\n";
    (void)scratch_write(arena, folder->path, "class-hdd-7200.yaml", text, sizeof text - 1);
    folder_expect(refusal(folder, "class-hdd-7200"), "is named 'other' inside; allowed:");
}

static void wrong_entries_have_their_place(void **state)
{
    const struct folder *folder = *state;
    struct arena *arena = &folder->f->arena;
    static const char other[] = "# head\ncephplan: device/1\nname: another\n";
    put(folder, "row", "capacity: 4\n");
    put(folder, "clash", "class: nvme\nlike: class-hdd-7200\n");
    put(folder, "dark", "like: nothing\n");
    (void)scratch_write(arena, folder->path, "named.yaml", other, sizeof other - 1);
    (void)scratch_write(arena, folder->path, "empty.yaml", "", 0);
    folder_expect(refusal(folder, "row"), "/row.yaml:3:11: capacity: '4' has no unit");
    folder_expect(refusal(folder, "clash"),
                  "/clash.yaml:3:8: class is 'nvme', but 'class-hdd-7200'");
    folder_expect(refusal(folder, "dark"),
                  "/dark.yaml:3:7: device 'nothing' is not in the catalogue");
    folder_expect(
        refusal(folder, "named"),
        "/named.yaml:2:1: is named 'another' inside; allowed: the name of its file, 'named'");
    folder_expect(refusal(folder, "empty"), "/empty.yaml:1:1: is empty");
}

static void unknown_names_get_their_neighbour(void **state)
{
    const struct folder *folder = *state;
    static const struct {
        const char *name, *message;
    } rows[] = {{"class-hdd-720", "(did you mean 'class-hdd-7200'?)"},
                {"class-hdd-7200.yaml", "(did you mean 'class-hdd-7200'?)"},
                {"../devices/class-hdd-7200", "is not in the catalogue"},
                {"/class-hdd-7200", "device '/class-hdd-7200' is not in the catalogue"},
                {"", "device '' is not in the catalogue"}};
    for (size_t i = 0; i < N_OF(rows); i++)
        folder_expect(refusal(folder, rows[i].name), rows[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(names_are_sorted_and_different),
        FOLDER_TEST(a_folder_that_is_not_there_is_empty),
        FOLDER_TEST(an_entry_of_the_folder_hides_the_embedded_one),
        FOLDER_TEST(an_entry_inherits_along_its_chain),
        FOLDER_TEST(an_entry_of_the_folder_may_add_to_the_one_it_hides),
        FOLDER_TEST(circles_and_endless_chains_are_refused),
        FOLDER_TEST(a_class_file_that_leans_on_itself_is_refused),
        FOLDER_TEST(wrong_entries_have_their_place),
        FOLDER_TEST(unknown_names_get_their_neighbour),
    };
    return suite_run("catalogue", tests, N_OF(tests));
}
