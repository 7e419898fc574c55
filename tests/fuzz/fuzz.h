/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzz targets share: a region and a loader for one input, and what must hold of any
 * refusal. A broken promise aborts, which libFuzzer reports as a find. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "engine/point.h"
#include "load/catalogue.h"
#include "load/model_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer calls these; there is no header for them. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz {
    struct arena arena;
    struct loader loader;
    struct filetext text; /* the input, terminated */
};

/* The built-in engine model, read once. */
const struct engine_model *fuzz_model(void);

void fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size);
void fuzz_end(struct fuzz *fuzz);

/* Aborts unless `holds`. */
void fuzz_check(bool holds, const char *promise);

/* What a refusal of the input must be: of the right kind, with a place inside the input, a text
 * that says what was found and what is allowed, and printable. */
void fuzz_check_refusal(const struct fuzz *fuzz, const struct err *err);

/* What an estimate of a cluster that was let in must be: finite, positive, below its bounds. */
void fuzz_check_point(const struct engine_inputs *in, const struct engine_point *point);

/* Is the text printable but for its line ends? */
bool fuzz_is_printable(const char *text);

#endif
