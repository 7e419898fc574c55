/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error figures against an example by hand, and ranges against worlds as uncertain as the model
 * says it is. */
#include "support/random.h"
#include "support/synthetic.h"
#include "support/trial.h"

#include "plan/validate.h"

#include <math.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

/* -- an example by hand -- */

/* Record 0 of publisher 0 has two rows in one class, half a weight each, and one in another; record
 * 1 of publisher 1 has one row. Measured over predicted: 1.1, 1.3, 0.5, 2. */
struct example {
    struct row_set set;
    struct row rows[4];
    struct prediction predictions[4];
    const char *publishers[2];
    struct cluster records[2];
};

static void make_example(struct example *e)
{
    static const struct {
        int record, class;
        double ratio, spread;
    } rows[] = {{0, LOAD_FLASH_RANDREAD, 1.1, 1.2},
                {0, LOAD_FLASH_RANDREAD, 1.3, 1.2},
                {1, LOAD_FLASH_RANDREAD, 0.5, 3},
                {0, LOAD_HDD_BANDWIDTH, 2, 2.5}};
    *e = (struct example){.publishers = {"one", "two"}};
    e->records[0].quality = QUALITY_A;
    e->records[1].quality = FIELD_ABSENT;
    for (size_t i = 0; i < N_OF(rows); i++) {
        e->rows[i].record = &e->records[rows[i].record];
        e->rows[i].record_index = e->rows[i].publisher = rows[i].record;
        e->rows[i].in.class = (enum load_class)rows[i].class;
        e->rows[i].ops = 1000 * rows[i].ratio;
        e->predictions[i].ops = (struct range){1000 / rows[i].spread, 1000, 1000 * rows[i].spread};
    }
    e->set = (struct row_set){.rows = e->rows,
                              .n = (int)N_OF(rows),
                              .publishers = e->publishers,
                              .n_publishers = 2,
                              .n_records = 2};
}

/* Weights 1/2, 1/2, 1 of a sum of 2. |ln| ascending: 0.09531, 0.26236, 0.69315 at 1/8, 3/8, 3/4:
 * the median is 0.26236 + 1/3 x 0.43079 = 0.40596, the 80 % quantile 0.69315. ln ascending:
 * -0.69315, 0.09531, 0.26236 at 1/4, 5/8, 7/8: the median is -0.69315 + 2/3 x 0.78846 = -0.16751.
 * Inside the range: the first and the third, 1.5 of 2. Half widths ln 1.2, ln 1.2, ln 3 at 1/8,
 * 3/8, 3/4: the median is 0.18232 + 1/3 x 0.91629 = 0.48775. */
static void figures_agree_with_an_example_by_hand(void **state)
{
    struct fixture *f = *state;
    struct example e;
    struct accuracy a;
    const bool use[] = {true, true, true, false};
    make_example(&e);
    validate_accuracy(&e.set, e.predictions, use, &f->arena, &a);
    assert_int_equal(a.rows, 3);
    assert_int_equal(a.records, 2);
    assert_int_equal(a.publishers, 2);
    suite_close(a.median_factor, exp(0.40596), 1e-4, "median factor");
    suite_close(a.p80_factor, 2, 1e-9, "80 % factor");
    suite_close(a.bias, exp(-0.16751), 1e-4, "bias");
    suite_close(a.coverage80, 0.75, 1e-12, "coverage");
    suite_close(a.spread, exp(0.48775), 1e-4, "range");
}

/* With all four rows the one of another class weighs one: of a sum of 3 the range holds 2.5. */
static void a_row_of_another_class_weighs_for_itself(void **state)
{
    struct fixture *f = *state;
    struct example e;
    struct accuracy a;
    const bool use[] = {true, true, true, true};
    make_example(&e);
    validate_accuracy(&e.set, e.predictions, use, &f->arena, &a);
    suite_close(a.coverage80, 2.5 / 3, 1e-12, "coverage");
    assert_int_equal(a.rows, 4);
    assert_int_equal(a.records, 2);
}

static void groups_are_told_apart(void **state)
{
    struct fixture *f = *state;
    struct example e;
    struct accuracy a[4];
    const bool all[] = {true, true, true, true}, some[] = {false, false, false, true};
    make_example(&e);
    assert_int_equal(validate_groups(&e.set, e.predictions, all, BY_CLASS, &f->arena, a), 2);
    assert_string_equal(a[0].name, "flash-randread");
    assert_int_equal(a[0].rows, 3);
    suite_close(a[0].median_factor, exp(0.40596), 1e-4, "median factor of a class");
    assert_string_equal(a[1].name, "hdd-bandwidth");
    suite_close(a[1].median_factor, 2, 1e-12, "median factor of one row");
    assert_int_equal(validate_groups(&e.set, e.predictions, all, BY_PUBLISHER, &f->arena, a), 2);
    assert_string_equal(a[0].name, "one");
    assert_int_equal(a[0].rows, 3);
    suite_close(a[1].bias, 0.5, 1e-12, "bias of the other publisher");
    assert_int_equal(validate_groups(&e.set, e.predictions, all, BY_QUALITY, &f->arena, a), 2);
    assert_string_equal(a[0].name, "A");
    assert_string_equal(a[1].name, "not stated");
    assert_int_equal(validate_groups(&e.set, e.predictions, some, BY_CLASS, &f->arena, a), 1);
}

static void nothing_has_no_figures(void **state)
{
    struct fixture *f = *state;
    struct example e;
    struct accuracy a;
    const bool none[] = {false, false, false, false};
    make_example(&e);
    validate_accuracy(&e.set, e.predictions, none, &f->arena, &a);
    assert_int_equal(a.rows, 0);
    assert_true(isnan(a.median_factor) && isnan(a.coverage80) && isnan(a.bias));
}

/* -- worlds as uncertain as the model says -- */

enum { DRAWS = 100 };

static void draw(struct fixture *f, const struct engine_model *model, unsigned long seed,
                 struct draws *draws)
{
    struct err err = ERR_INIT;
    double *values = arena_array(&f->arena, DRAWS * N_PARAMS, sizeof *values);
    assert_true(draws_make(model, seed, DRAWS, values, &err));
    *draws = (struct draws){values, DRAWS};
}

/* Every publisher lives in a world of parameters drawn from the model's own spread, and is off by
 * the same width in every class; the range at conformal factor 1, nothing guessed, holds four in
 * five. 2400 rows of 240 publishers: two standard errors of the share are about 0.04. */
static void ranges_hold_what_they_promise(void **state)
{
    struct fixture *f = *state;
    struct engine_model *model = suite_model(f);
    struct num_rng *rng = random_new(11);
    struct draws worlds, draws;
    struct row_set set;
    double width[N_LOAD_CLASSES], scratch[DRAWS], inside = 0;
    int n = 0;
    model->constants.kappa = 1;
    model->constants.consumer_width = model->constants.fast_ec_width = 0;
    model->net_width = 0.2;
    for (int i = 0; i < N_LOAD_CLASSES; i++)
        width[i] = model->classes[i].width = 0.2;
    draw(f, model, 77, &worlds);
    draw(f, model, 1, &draws);
    struct synthesis how = {.truth = &model->params,
                            .worlds = &worlds,
                            .publisher_sd = width,
                            .publishers = 240,
                            .records = 1,
                            .rows = 10};
    struct cluster **records = synthetic_records(f, model, &how, rng, &n);
    random_free(rng);
    rows_make(model, records, n, &f->arena, &set);
    for (int i = 0; i < set.n; i++) {
        struct estimate e;
        set.rows[i].in.guess_variance = 0;
        estimate_make(model, &set.rows[i].in, &draws, NULL, scratch, &e);
        inside += set.rows[i].ops >= e.ops.p10 && set.rows[i].ops <= e.ops.p90;
    }
    assert_true(fabs(inside / set.n - 0.8) < 0.05);
}

/* The factor that the rows ask for does not depend on the one in force. */
static void the_conformal_factor_is_the_rows_own(void **state)
{
    struct fixture *f = *state;
    struct engine_model *model = suite_model(f);
    struct num_rng *rng = random_new(12);
    struct row_set set;
    struct draws draws;
    struct err err = ERR_INIT;
    double first, second;
    int n = 0;
    synthetic_publishers(f, model, 6);
    struct synthesis how = {
        .truth = &model->params, .row_sd = 0.3, .publishers = 6, .records = 3, .rows = 5};
    struct cluster **records = synthetic_records(f, model, &how, rng, &n);
    random_free(rng);
    rows_make(model, records, n, &f->arena, &set);
    draw(f, model, 1, &draws);
    assert_true(validate_kappa(model, &set, &draws, &f->arena, &first, &err));
    model->constants.kappa *= 3;
    assert_true(validate_kappa(model, &set, &draws, &f->arena, &second, &err));
    suite_close(second, first, 1e-6, "conformal factor");
    /* Twice as far off asks for more. */
    for (int i = 0; i < set.n; i++)
        set.rows[i].ops *= i % 2 ? 2 : 0.5;
    assert_true(validate_kappa(model, &set, &draws, &f->arena, &second, &err));
    assert_true(second > 1.3 * first);
}

/* -- any order -- */

static void shuffle(struct cluster **records, int n, struct num_rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int k = random_int(rng, 0, i);
        struct cluster *moved = records[i];
        records[i] = records[k];
        records[k] = moved;
    }
}

static void figures_of(struct fixture *f, const struct engine_model *model, const struct draws *d,
                       struct cluster **records, int n, struct accuracy *out)
{
    struct row_set set;
    struct err err = ERR_INIT;
    rows_make(model, records, n, &f->arena, &set);
    struct prediction *made = arena_array(&f->arena, (size_t)set.n + 1, sizeof *made);
    bool *all = arena_array(&f->arena, (size_t)set.n + 1, sizeof *all);
    for (int i = 0; i < set.n; i++)
        all[i] = true;
    assert_true(validate_engine(model, &set, false, d, &f->arena, made, &err));
    validate_accuracy(&set, made, all, &f->arena, out);
}

/* Files in another order are the same files. */
static void the_order_of_records_changes_nothing(void **state)
{
    enum { COST = 50, FEW = 20 };
    struct fixture *f = *state;
    struct engine_model *model = suite_model(f);
    double values[FEW * N_PARAMS];
    struct draws draws = {values, FEW};
    struct err err = ERR_INIT;
    synthetic_publishers(f, model, 5);
    assert_true(draws_make(model, 1, FEW, values, &err));
    for (int i = 0; i < trials_wanted(COST); i++) {
        struct num_rng *rng = random_new(9000 + (unsigned long)i);
        struct accuracy before, after;
        struct synthesis how = {
            .truth = &model->params, .row_sd = 0.3, .publishers = 5, .records = 3, .rows = 4};
        int n = 0;
        struct cluster **records = synthetic_records(f, model, &how, rng, &n);
        figures_of(f, model, &draws, records, n, &before);
        shuffle(records, n, rng);
        figures_of(f, model, &draws, records, n, &after);
        random_free(rng);
        assert_int_equal(before.rows, after.rows);
        assert_int_equal(before.publishers, after.publishers);
        suite_close(after.median_factor, before.median_factor, 1e-9, "median factor");
        suite_close(after.p80_factor, before.p80_factor, 1e-9, "80 % factor");
        suite_close(after.bias, before.bias, 1e-9, "bias");
        suite_close(after.coverage80, before.coverage80, 1e-9, "coverage");
        suite_close(after.spread, before.spread, 1e-9, "spread");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(figures_agree_with_an_example_by_hand),
        SUITE_TEST(a_row_of_another_class_weighs_for_itself),
        SUITE_TEST(groups_are_told_apart),
        SUITE_TEST(nothing_has_no_figures),
        SUITE_TEST(ranges_hold_what_they_promise),
        SUITE_TEST(the_conformal_factor_is_the_rows_own),
        SUITE_TEST(the_order_of_records_changes_nothing),
    };
    return suite_run("validate", tests, N_OF(tests));
}
