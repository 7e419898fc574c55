/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model file that somebody changed by hand: models/engine.yaml with one thing wrong is refused at
 * the line of the change, in words that say what is allowed. */
#include "support/scratch.h"
#include "support/suite.h"

#include "load/filetext.h"

#include <math.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

static const char *engine_text(struct fixture *f)
{
    struct filetext text;
    struct err err = ERR_INIT;
    assert_true(filetext_read(&f->arena, "models/engine.yaml", &text, &err));
    return arena_string(&f->arena, text.data, text.size);
}

static bool read_model(struct fixture *f, const char *text, struct engine_model **model,
                       struct err *err)
{
    const char *folder = scratch_make(&f->arena);
    assert_non_null(folder);
    const char *path = scratch_write(&f->arena, folder, "model.yaml", text, strlen(text));
    bool done = load_engine_model(&f->arena, path, model, err);
    scratch_remove(folder);
    return done;
}

/* From `start` up to before `end`, or to the end of the text where that is NULL. */
static const char *without(struct fixture *f, const char *text, const char *start, const char *end)
{
    const char *from = strstr(text, start), *to = end == NULL ? "" : strstr(text, end);
    assert_true(from != NULL && to != NULL);
    return suite_text(f, "%.*s%s", (int)(from - text), text, to);
}

static int line_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    int line = 1;
    assert_non_null(at);
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

/* Refused at the line where `at` stands first. */
static void check_refused(struct fixture *f, const char *text, const char *at, const char *says)
{
    struct engine_model *model = NULL;
    struct err err = ERR_INIT;
    if (read_model(f, text, &model, &err))
        fail_msg("read, and should have said '%s'", says);
    if (err.kind != ERR_INPUT || strstr(err.text, says) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, says);
    assert_int_equal(err.line, line_of(text, at));
}

static void a_changed_value_is_refused_where_it_stands(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *part, *by, *at, *says;
    } rows[] = {
        {"cephplan: model/1", "cephplan: model/2",
         "cephplan:", "cephplan is 'model/2'; allowed here: model/1"},
        {"cephplan: model/1", "cephplan: [model/1]", "cephplan:", "is no text; allowed: text"},
        {"name: engine", "name: {a: b}", "name:", "is no text"},
        {"version: \"1\"", "version: [1]", "version:", "is no text"},
        {"version: \"1\"", "versoin: \"1\"", "versoin", "unknown key 'versoin' in model"},
        {"version: \"1\"", "notes: [a]", "notes:", "is no text"},
        {"net_read_eff: {value: 0.98,", "net_read_eff: {value: 0,", "net_read_eff",
         "'net_read_eff' needs 0 < low <= high, and value and fitted > 0"},
        {"low: 0.9192, high: 1.045", "low: 1.045, high: 0.9192", "net_read_eff",
         "'net_read_eff' needs 0 < low <= high"},
        {"low: 0.9192, high: 1.045", "low: 0, high: 1.045", "net_read_eff",
         "'net_read_eff' needs 0 < low <= high"},
        {"fitted: 0.7844", "fitted: 0", "mix_factor", "'mix_factor' needs 0 < low <= high"},
        {"fitted: 0.7844", "fitted: -0.7844", "mix_factor",
         "fitted is '-0.7844'; allowed: at least 0"},
        {"  net_read_eff:", "  net_raed_eff:", "net_raed_eff",
         "unknown name 'net_raed_eff' (did you mean 'net_read_eff'?)"},
        {"net_width: 0.18", "net_width: wide", "net_width: wide", "'wide' is no number"},
        {"net_width: 0.18", "net_width: {}", "net_width: {}", "is no text"},
        {"  kpg: {x: \"", "  kpg: {x: \"9e9 ",
         "kpg:", "table 'kpg' needs as many y as ascending x, at most 16"},
        {"  kpg: {x: \"", "  kpg: {x: \"one ", "kpg:", "table 'kpg' needs as many y"},
        {"  rtt: {", "  ttr: {", "kpg:", "table 'rtt' is missing"},
        {"covariance:\n", "covariance:\n  - \"1\"\n", "  - \"1\"", "covariance needs"},
        {"covariance:\n  - \"", "covariance:\n  - \"x ", "  - \"x ", "a row of covariance needs"},
        {"covariance:\n  - \"", "covariance:\n  - \"1 ", "  - \"1 ", "a row of covariance needs"},
    };
    const char *text = engine_text(f);
    for (size_t i = 0; i < N_OF(rows); i++) {
        const char *changed = suite_swap(f, text, rows[i].part, rows[i].by);
        if (strcmp(changed, text) == 0)
            fail_msg("there is no '%s' in models/engine.yaml", rows[i].part);
        check_refused(f, changed, rows[i].at, rows[i].says);
    }
}

/* In the order of the file: each section with the next one, before which it ends. */
static const char *const sections[] = {"parameters", "constants",  "tables",
                                       "cpu_speeds", "classes",    "net_width",
                                       "widths",     "publishers", "covariance"};
enum { N_SECTIONS = sizeof sections / sizeof sections[0], COVARIANCE = N_SECTIONS - 1 };

static const char *head_of(struct fixture *f, int i)
{
    return suite_text(f, "\n%s:", sections[i]);
}

static void a_section_of_another_shape_is_refused(void **state)
{
    struct fixture *f = *state;
    const char *text = engine_text(f);
    for (int i = 0; i < N_SECTIONS; i++) {
        const char *next = i == COVARIANCE ? NULL : head_of(f, i + 1);
        const char *gone = without(f, text, head_of(f, i), next);
        const char *other =
            strcmp(sections[i], "net_width") == 0 ? "[1]" : "of another shape altogether";
        check_refused(f, suite_text(f, "%s\n%s: %s\n", gone, sections[i], other),
                      suite_text(f, "%s: %s", sections[i], other),
                      i < 2             ? "no mapping of names; allowed: one"
                      : i == 2          ? "tables is no mapping; allowed: one"
                      : i == COVARIANCE ? "covariance needs"
                      : other[0] == '[' ? "is no text"
                                        : "no list of");
        if (i < COVARIANCE)
            check_refused(f, gone, "cephplan:",
                          suite_text(f, "model has no '%s'; it is needed", sections[i]));
    }
    check_refused(f, "- a\n- b\n", "- a", "the model is no mapping; allowed: one");
}

static void a_part_of_a_list_that_is_wrong_is_refused(void **state)
{
    struct fixture *f = *state;
    const char *text = engine_text(f);
    const char *classes = strstr(text, "\nclasses:");
    assert_non_null(classes);
    const char *first = strchr(classes + 1, '\n') + 1, *second = strchr(first, '\n') + 1;
    check_refused(f, suite_text(f, "%.*s%s", (int)(first - text), text, second),
                  "  - {class: ", "is missing");
    const char *speeds = strstr(text, "\ncpu_speeds:"), *pattern = strstr(speeds, "pattern: \"");
    assert_non_null(pattern);
    pattern += strlen("pattern: \"");
    check_refused(f, suite_text(f, "%.*s[%s", (int)(pattern - text), text, pattern), "pattern: \"[",
                  "[");
    const char *one = "\n  net_read_eff: {";
    const char *start = strstr(text, one);
    assert_non_null(start);
    check_refused(f, suite_text(f, "%.*s%s", (int)(start - text), text, strchr(start + 1, '\n')),
                  "  net_write_eff", "'net_read_eff' is missing; every name is needed");
}

/* Without covariance and version, with notes, a model is whole. */
static void what_may_be_left_out(void **state)
{
    struct fixture *f = *state;
    struct engine_model *model = NULL;
    struct err err = ERR_INIT;
    const char *text = without(f, engine_text(f), "\ncovariance:", NULL);
    text = suite_swap(f, text, "version: \"1\"", "notes: changed by hand");
    if (!read_model(f, suite_text(f, "%s\n", text), &model, &err))
        fail_msg("%d:%d: %s", err.line, err.col, err.text);
    assert_string_equal(model->notes, "changed by hand");
    assert_string_equal(model->name, "engine");
    assert_null(model->version);
    assert_null(model->covariance);
    suite_close(model->params.mix_factor, 0.7844, 1e-12, "mix_factor");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(a_changed_value_is_refused_where_it_stands),
        SUITE_TEST(a_section_of_another_shape_is_refused),
        SUITE_TEST(a_part_of_a_list_that_is_wrong_is_refused),
        SUITE_TEST(what_may_be_left_out),
    };
    return suite_run("model file", tests, N_OF(tests));
}
