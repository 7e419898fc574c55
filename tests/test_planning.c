/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of models/recovery.yaml, their ranges and their refusals. */
#include "support/suite.h"

#include "load/planning_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static struct planning *planning_of(struct fixture *f)
{
    struct planning *planning = NULL;
    struct err err = ERR_INIT;
    if (!load_planning(&f->arena, "models/recovery.yaml", &planning, &err))
        fail_msg("%s:%d: %s", err.file, err.line, err.text);
    return planning;
}

static void test_every_number_has_a_source(void **state)
{
    const struct planning *planning = planning_of(*state);
    for (int i = 0; i < N_PLANNING; i++) {
        assert_non_null(planning->info[i].source);
        assert_non_null(planning->info[i].unit);
        assert_non_null(planning->info[i].meaning);
    }
    struct advice *advice = NULL;
    struct err err = ERR_INIT;
    assert_true(
        load_advice(&((struct fixture *)*state)->arena, "models/advice.yaml", &advice, &err));
    for (int i = 0; i < N_ADVICE; i++) {
        assert_non_null(advice_source(advice, (enum advice_number)i));
        assert_true(advice_value(advice, (enum advice_number)i) > 0);
    }
}

/* Low, middle and high at their quantiles; nothing but the middle where there is no range. */
static void test_range(void **state)
{
    struct planning *planning = planning_of(*state);
    const struct param_info *afr = &planning->info[PLAN_afr_hdd];
    suite_close(planning_at(planning, PLAN_afr_hdd, -1.2815515655446004), afr->low, 1e-12, "low");
    suite_close(planning_at(planning, PLAN_afr_hdd, 0), afr->value, 1e-12, "middle");
    suite_close(planning_at(planning, PLAN_afr_hdd, 1.2815515655446004), afr->high, 1e-12, "high");
    suite_close(planning_at(planning, PLAN_mark_out, 2), 600, 0, "no range");
}

/* Faster profiles recover faster and leave clients less. */
static void test_profiles_are_ordered(void **state)
{
    const struct planning *p = planning_of(*state);
    for (int row = 0; row < 15; row += N_PROFILES)
        for (int i = row; i + 1 < row + N_PROFILES; i++)
            assert_true(row < 9 ? p->info[i].value < p->info[i + 1].value
                                : p->info[i].value > p->info[i + 1].value);
}

static void test_refusals(void **state)
{
    struct fixture *f = *state;
    static const char *const rows[][2] = {
        {"cephplan: device/1\n", "is no model"},
        {"cephplan: model/1\nname: x\n", "no 'parameters'"},
        {"cephplan: model/1\nparameters: {afr_hd: {value: 1}}\n", "did you mean 'afr_hdd'"},
        {"cephplan: model/1\nparameters: {afr_hdd: {value: 1, low: 2, high: 3}}\n", "out of order"},
        {"cephplan: model/1\nparameters: {afr_hdd: {value: 1}}\n", "is missing"},
        {"cephplan: model/1\nwhat: 1\nparameters: {}\n", "unknown key 'what'"},
    };
    char folder[512];
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/cephplan-planning-XXXXXX",
                   base == NULL ? "/tmp" : base);
    assert_non_null(mkdtemp(folder));
    const char *path = suite_text(f, "%s/numbers.yaml", folder);
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct planning *planning = NULL;
        struct err err = ERR_INIT;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(rows[i][0], file) >= 0 && fclose(file) == 0);
        assert_false(load_planning(&f->arena, path, &planning, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        if (strstr(err.text, rows[i][1]) == NULL)
            fail_msg("'%s' does not say '%s'", err.text, rows[i][1]);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(test_every_number_has_a_source),
        SUITE_TEST(test_range),
        SUITE_TEST(test_profiles_are_ordered),
        SUITE_TEST(test_refusals),
    };
    return suite_run("planning", tests, N_OF(tests));
}
