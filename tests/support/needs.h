/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Needs for tests: out of texts, and seeded random ones over small spaces. */
#ifndef TESTS_SUPPORT_NEEDS_H
#define TESTS_SUPPORT_NEEDS_H

#include "support/random.h"
#include "support/suite.h"

#include "plan/goals.h"

struct needs {
    struct fixture *f;
    struct engine_model *model;
    struct planning *planning;
    struct advice *advice;
    double *draws;
    int n_draws;
};

/* `n_draws` draws of that seed behind every range. */
void needs_open(struct needs *needs, struct fixture *f, int n_draws, unsigned long seed);

/* The need at a path or in a text; fails the test with the error's words. */
struct need *needs_load(struct needs *needs, const char *path);
struct need *needs_text(struct needs *needs, const char *yaml);

struct space *needs_space(struct needs *needs, const struct need *need);

/* A need of few choices with some hundred designs; most can be met. Its text, for messages too. */
const char *needs_random(struct needs *needs, struct num_rng *rng);

#endif
