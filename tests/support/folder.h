/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fixture with a scratch folder and a catalogue on it, for tests of files. */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include "support/scratch.h"
#include "support/suite.h"

struct folder {
    struct fixture *f;
    const char *path;
    struct catalogue *catalogue; /* the folder's entries before the embedded ones */
};

int folder_setup(void **state);
int folder_teardown(void **state);

#define FOLDER_TEST(f) cmocka_unit_test_setup_teardown(f, folder_setup, folder_teardown)

/* Writes a file of that name; returns its path. */
const char *folder_write(const struct folder *folder, const char *name, const char *text);

/* The error as main prints it. */
const char *folder_message(const struct folder *folder, const struct err *err);

/* Fails unless `part` stands in the text. */
void folder_expect(const char *text, const char *part);

#endif
