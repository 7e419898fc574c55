/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one row type, over every schema of the documents: absent members, round trips, refusals. */
#include "support/suite.h"

#include "model/schemas.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

enum { OBJECT_MAX_B = 4096 };

/* Storage for a struct of any schema. */
union object {
    max_align_t align;
    unsigned char bytes[OBJECT_MAX_B];
};

typedef void row_check(const struct schema *schema, const struct field *field);

static void for_every_row(row_check *check)
{
    int rows = 0;
    for (size_t i = 0; all_schemas[i] != NULL; i++) {
        assert_true(all_schemas[i]->size <= OBJECT_MAX_B);
        for (size_t j = 0; j < all_schemas[i]->n_fields; j++, rows++)
            check(all_schemas[i], &all_schemas[i]->fields[j]);
    }
    assert_true(rows > 100);
}

static void check_row(const struct schema *schema, const struct field *field)
{
    union object object;
    bool counted = field->kind == FIELD_LIST || field->kind == FIELD_TEXTS;
    bool numeric = field->kind == FIELD_INT || field->kind == FIELD_QUANTITY;
    assert_true(field->key != NULL && strlen(field->key) > 0);
    assert_true(field->help != NULL && strlen(field->help) > 0);
    assert_true(field->offset >= sizeof(struct place) && field->offset < schema->size);
    assert_true(!counted || field->count_offset >= sizeof(struct place));
    assert_true(!numeric || field->min < field->max);
    assert_true(field->kind != FIELD_INT || field->max <= INT_MAX);
    assert_true((field->kind == FIELD_CHOICE) == (field->choices != NULL));
    assert_ptr_equal(field_find(schema, field->key), field);
    memset(&object, 0xAA, sizeof object);
    field_init(schema, &object);
    assert_true(field_is_absent(field, &object));
}

static void every_row_is_sound_and_begins_absent(void **state)
{
    (void)state;
    for_every_row(check_row);
}

static void no_member_is_described_twice(void **state)
{
    (void)state;
    for (size_t i = 0; all_schemas[i] != NULL; i++)
        for (size_t j = 0; j < all_schemas[i]->n_fields; j++)
            for (size_t k = 0; k < j; k++)
                assert_int_not_equal(all_schemas[i]->fields[j].offset,
                                     all_schemas[i]->fields[k].offset);
}

/* Text that is allowed for a row, out of its own limits: a low, a high and some middle value. */
static void sample_text(const struct field *field, double share, char *buf, size_t size)
{
    static const char *const units[DIM_COUNT] = {
        [DIM_CAPACITY] = "B", [DIM_BLOCK] = "B",        [DIM_RATE] = "B/s", [DIM_TIME] = "s",
        [DIM_DURATION] = "s", [DIM_ENDURANCE] = "DWPD", [DIM_POWER] = "W"};
    double low = field->min, high = isinf(field->max) ? 1e12 : field->max;
    double value = low + (high - low) * share * share * share;
    if (field->kind == FIELD_QUANTITY && field->dim == DIM_LINK)
        (void)snprintf(buf, size, "%.17gbit/s", 8 * value);
    else if (field->kind == FIELD_QUANTITY && field->dim == DIM_GROWTH)
        (void)snprintf(buf, size, "%.10g%%/y", 100 * value);
    else if (field->kind == FIELD_QUANTITY)
        (void)snprintf(buf, size, "%.17g%s", value,
                       units[field->dim] == NULL ? "" : units[field->dim]);
    else if (field->kind == FIELD_INT)
        (void)snprintf(buf, size, "%.0f", floor(value));
    else if (field->kind == FIELD_BOOL)
        (void)snprintf(buf, size, "%s", share < 0.5 ? "false" : "true");
    else if (field->kind == FIELD_CHOICE)
        (void)snprintf(buf, size, "%s", field->choices[share < 0.5 ? 0 : 1]);
    else if (field->kind == FIELD_MONEY)
        (void)snprintf(buf, size, "%.17g EUR", 1000 * share);
    else
        (void)snprintf(buf, size, "text %g", share);
}

static bool is_scalar(const struct field *field)
{
    return field->kind != FIELD_MAP && field->kind != FIELD_LIST && field->kind != FIELD_DEVICE &&
           field->kind != FIELD_TEXTS;
}

/* What is printed reads back as the same member, byte for byte. */
static void check_round_trip(const struct schema *schema, const struct field *field)
{
    static const double shares[] = {0, 0.037, 0.3, 0.5, 0.77, 0.9, 1};
    char text[100], printed[100], again[100];
    for (size_t i = 0; i < N_OF(shares) && is_scalar(field); i++) {
        union object first, second;
        struct err err = ERR_INIT;
        /* Bytes between members would differ by chance. */
        memset(&first, 0, sizeof first);
        memset(&second, 0, sizeof second);
        field_init(schema, &first);
        field_init(schema, &second);
        sample_text(field, shares[i], text, sizeof text);
        if (!field_parse(field, text, &first, &err))
            fail_msg("%s.%s: %s", schema->name, field->key, err.text);
        field_format(field, &first, printed, sizeof printed);
        if (!field_parse(field, printed, &second, &err))
            fail_msg("%s.%s: %s", schema->name, field->key, err.text);
        field_format(field, &second, again, sizeof again);
        assert_string_equal(printed, again);
        if (field->kind != FIELD_TEXT && memcmp(&first, &second, schema->size) != 0)
            fail_msg("%s.%s: '%s' reads back otherwise", schema->name, field->key, printed);
        assert_false(field_is_absent(field, &first));
    }
}

static void scalars_read_back_what_they_print(void **state)
{
    (void)state;
    for_every_row(check_round_trip);
}

/* Values next to the limits, outside. */
static void check_limits(const struct schema *schema, const struct field *field)
{
    bool limited = field->kind == FIELD_QUANTITY || field->kind == FIELD_INT;
    for (int side = 0; side < 2 && limited; side++) {
        union object object, before;
        struct field wide = *field;
        struct err err = ERR_INIT;
        double limit = side == 0 ? field->min : field->max;
        double step = field->kind == FIELD_INT ? 1 : fmax(1e-9, fabs(limit) * 1e-3);
        char text[100];
        wide.min = wide.max = side == 0 ? limit - step : limit + step;
        if (isinf(limit) || (field->dim == DIM_LINK && wide.min < 0) ||
            (field->dim == DIM_GROWTH && wide.min < -1))
            continue;
        sample_text(&wide, 0, text, sizeof text);
        field_init(schema, &object);
        before = object;
        if (field_parse(field, text, &object, &err))
            fail_msg("%s.%s: '%s' was allowed", schema->name, field->key, text);
        assert_non_null(strstr(err.text, field->key));
        assert_non_null(strstr(err.text, "allowed: "));
        assert_memory_equal(&object, &before, schema->size);
    }
}

static void limits_hold_and_change_nothing(void **state)
{
    (void)state;
    for_every_row(check_limits);
}

static void check_nonsense(const struct schema *schema, const struct field *field)
{
    static const char *const nonsense[] = {"", "?", "0x10", ".nan", "\xff", "12 parsecs"};
    for (size_t i = 0; i < N_OF(nonsense) && field->kind != FIELD_TEXT; i++) {
        union object object, before;
        struct err err = ERR_INIT;
        field_init(schema, &object);
        before = object;
        assert_false(field_parse(field, nonsense[i], &object, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        assert_true(strncmp(err.text, field->key, strlen(field->key)) == 0);
        assert_memory_equal(&object, &before, schema->size);
    }
}

static void nonsense_names_its_key_and_changes_nothing(void **state)
{
    (void)state;
    for_every_row(check_nonsense);
}

/* Misspelt as people do: a letter lost, two swapped, a plural, another case. */
static void misspelt_keys_find_their_neighbour(void **state)
{
    (void)state;
    static const struct {
        const char *key, *nearest;
    } rows[] = {{"hots", "hosts"},           {"Network", "network"},      {"workload", "workloads"},
                {"cachetier", "cache_tier"}, {"osd_total", "osds_total"}, {"xyzzy", NULL}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        const char *nearest = field_nearest(&cluster_schema, rows[i].key);
        assert_true((nearest == NULL) == (rows[i].nearest == NULL));
        if (nearest != NULL)
            assert_string_equal(nearest, rows[i].nearest);
    }
    assert_null(field_find(&cluster_schema, "hots"));
}

static void choices_are_listed_and_cut(void **state)
{
    (void)state;
    const struct field *rw = field_find(&workload_schema, "rw");
    char text[200], little[12];
    field_choices(rw, text, sizeof text);
    assert_string_equal(text, "read, write, randread, randwrite, randrw, rw or trim");
    field_choices(rw, little, sizeof little);
    assert_string_equal(little, "read, write");
}

static void lists_and_maps_are_no_scalars(void **state)
{
    (void)state;
    static const char *const keys[] = {"hosts", "network", "pools"};
    for (size_t i = 0; i < N_OF(keys); i++) {
        struct cluster cluster;
        struct err err = ERR_INIT;
        char text[20] = "x";
        const struct field *field = field_find(&cluster_schema, keys[i]);
        field_init(&cluster_schema, &cluster);
        assert_false(field_parse(field, "x", &cluster, &err));
        assert_non_null(strstr(err.text, "is not a single value"));
        field_format(field, &cluster, text, sizeof text);
        assert_string_equal(text, "");
    }
}

static void truth_has_its_words(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int value;
    } rows[] = {{"true", 1}, {"false", 0}, {"yes", 1}, {"no", 0}, {"on", 1}, {"off", 0}};
    const struct field *field = field_find(&cluster_schema, "balancer");
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct cluster cluster;
        struct err err = ERR_INIT;
        field_init(&cluster_schema, &cluster);
        assert_true(field_parse(field, rows[i].text, &cluster, &err));
        assert_int_equal(cluster.balancer, rows[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(every_row_is_sound_and_begins_absent),
        SUITE_TEST(no_member_is_described_twice),
        SUITE_TEST(scalars_read_back_what_they_print),
        SUITE_TEST(limits_hold_and_change_nothing),
        SUITE_TEST(nonsense_names_its_key_and_changes_nothing),
        SUITE_TEST(misspelt_keys_find_their_neighbour),
        SUITE_TEST(choices_are_listed_and_cut),
        SUITE_TEST(lists_and_maps_are_no_scalars),
        SUITE_TEST(truth_has_its_words),
    };
    return suite_run("field", tests, N_OF(tests));
}
