/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every file the project ships loads, and what it says is counted. */
#include "support/suite.h"

#include "load/catalogue.h"
#include "load/embedded.h"

static void every_device_loads(void **state)
{
    struct fixture *f = *state;
    size_t n = 0;
    const char *const *names = catalogue_names(f->catalogue, &n);
    assert_true(n >= 200);
    for (size_t i = 0; i < n; i++) {
        const struct device *device = NULL;
        struct err err = ERR_INIT;
        if (!catalogue_find(f->catalogue, names[i], &device, &err))
            fail_msg("%s: %s:%d:%d: %s", names[i], err.file, err.line, err.col, err.text);
        assert_string_equal(device->name, names[i]);
        assert_int_not_equal(device->class, FIELD_ABSENT);
    }
}

static void every_cluster_loads(void **state)
{
    struct fixture *f = *state;
    static const char *const folders[] = {"data/records/", "models/clusters/"};
    for (size_t i = 0; i < 2; i++) {
        size_t n = 0;
        const struct embedded_file *files = embedded_prefix(folders[i], &n);
        assert_true(n >= 7);
        for (size_t j = 0; j < n; j++)
            (void)suite_cluster(f, files[j].path);
    }
}

/* Counted by the maintainers of the records: 122 records, 666 rows, 277 of them for a fit. */
static void the_records_hold_what_they_say(void **state)
{
    struct fixture *f = *state;
    size_t n = 0;
    int rows = 0, fit = 0;
    const struct embedded_file *files = embedded_prefix("data/records/", &n);
    for (size_t i = 0; i < n; i++) {
        const struct cluster *record = suite_cluster(f, files[i].path);
        rows += record->n_measured;
        for (int j = 0; j < record->n_measured; j++)
            fit += record->measured[j].fit == 1;
    }
    assert_int_equal(n, 122);
    assert_int_equal(rows, 666);
    assert_int_equal(fit, 277);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(every_device_loads),
        SUITE_TEST(every_cluster_loads),
        SUITE_TEST(the_records_hold_what_they_say),
    };
    return suite_run("data", tests, sizeof tests / sizeof tests[0]);
}
