/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program under test, $CEPHPLAN, answers. */
#ifndef TESTS_SUPPORT_ANSWER_H
#define TESTS_SUPPORT_ANSWER_H

#include <jansson.h>

/* The JSON it prints with these arguments (of a shell) and `--format json`; fails the test unless
 * it answers, be it no. To be given back by json_decref. */
json_t *answer_of(const char *arguments);

/* A number below keys and indices, `a/0/b`; fails the test when there is none. */
double answer_number(const json_t *answer, const char *path);

/* What stands there; NULL: nothing. */
const json_t *answer_at(const json_t *answer, const char *path);

#endif
