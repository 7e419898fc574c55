/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected texts kept in files. With GOLDEN=write in the environment they are written anew instead
 * of compared; the difference is then reviewed before it is committed. */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

/* Fails the test unless `text` is the content of tests/golden/`name`. */
void golden_compare(const char *name, const char *text);

#endif
