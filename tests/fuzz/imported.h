/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of anything that was imported. */
#ifndef TESTS_FUZZ_IMPORTED_H
#define TESTS_FUZZ_IMPORTED_H

#include "fuzz/fuzz.h"

#include "load/import_data.h"

/* The JSON is JSON, and every document that can be made of it loads again. */
void imported_check(struct fuzz *fuzz, struct import *import);

#endif
