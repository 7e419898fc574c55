/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every test program shares: cmocka in its order of headers, a fixture with an arena and the
 * catalogue, and helpers that fail with the error's own words. */
#ifndef TESTS_SUPPORT_SUITE_H
#define TESTS_SUPPORT_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "load/catalogue.h"
#include "load/formula_file.h"
#include "load/model_file.h"

struct fixture {
    struct arena arena;
    struct catalogue *catalogue;
};

int suite_setup(void **state);
int suite_teardown(void **state);

#define SUITE_TEST(f) cmocka_unit_test_setup_teardown(f, suite_setup, suite_teardown)

/* Runs the tests of one program; the exit status says whether all passed. */
#define suite_run(name, tests, n) _cmocka_run_group_tests(name, tests, n, NULL, NULL)

/* The cluster document at a path; fails the test with the error's words. */
struct cluster *suite_cluster(struct fixture *f, const char *path);

/* Reads a cluster document or record, as the program finds it. */
bool suite_load(struct loader *loader, const char *path, struct cluster **cluster, struct err *err);

/* The cluster document in a text. */
struct cluster *suite_cluster_text(struct fixture *f, const char *yaml);

/* The embedded engine model. */
struct engine_model *suite_model(struct fixture *f);

/* The constants of the published formulas. */
const struct formula_constants *suite_formulas(struct fixture *f);

/* Does the word stand among the bytes? */
bool suite_holds(const char *bytes, size_t size, const char *word);

/* Fails unless |a - b| <= tolerance x |b|. */
void suite_close(double a, double b, double tolerance, const char *what);

/* printf's rules, in the fixture's arena. */
#define suite_text(f, ...) arena_printf(&(f)->arena, __VA_ARGS__)

/* The text with the first `part` of it replaced, where it has one; in the fixture's arena. */
const char *suite_swap(struct fixture *f, const char *text, const char *part, const char *by);

#endif
