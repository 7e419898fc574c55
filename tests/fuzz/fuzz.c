/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/fuzz.h"

#include "base/num.h"
#include "base/utf8.h"
#include "engine/estimate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No slash: files that an input names are looked for in the folder of the run. */
static const char name[] = "input";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    num_init();
    return 0;
}

const struct engine_model *fuzz_model(void)
{
    static struct arena arena;
    static struct engine_model *model;
    struct err err = ERR_INIT;
    if (model == NULL) {
        arena_init(&arena, NULL);
        fuzz_check(load_engine_model(&arena, "models/engine.yaml", &model, &err), "the model");
        struct loader loader;
        struct catalogue *catalogue = catalogue_new(&arena, NULL);
        catalogue_loader(catalogue, &loader);
        fuzz_check(catalogue_find(catalogue, "class-sata-ssd-plp", &model->journal_class, &err),
                   "the class of journals");
    }
    return model;
}

void fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size)
{
    arena_init(&fuzz->arena, NULL);
    catalogue_loader(catalogue_new(&fuzz->arena, NULL), &fuzz->loader);
    fuzz->text.name = name;
    fuzz->text.data = arena_string(&fuzz->arena, (const char *)data, size);
    fuzz->text.size = size;
}

void fuzz_end(struct fuzz *fuzz)
{
    arena_free(&fuzz->arena);
}

void fuzz_check(bool holds, const char *promise)
{
    if (holds)
        return;
    (void)fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

static int count_lines(const struct filetext *text)
{
    int lines = 2; /* what is missing at the end is missed on the line after the last */
    for (size_t i = 0; i < text->size; i++)
        lines += text->data[i] == '\n' || text->data[i] == '\r' ||
                 (unsigned char)text->data[i] >= 0x80; /* YAML's other line ends are not ASCII */
    return lines;
}

bool fuzz_is_printable(const char *text)
{
    while (*text != '\0') {
        const char *before = text;
        uint32_t c = utf8_next(&text);
        if (c == '\n')
            continue;
        if (c < 0x20 || (c >= 0x7F && c < 0xA0) || (c == UTF8_BAD && text == before + 1))
            return false;
    }
    return true;
}

void fuzz_check_refusal(const struct fuzz *fuzz, const struct err *err)
{
    char text[2048];
    fuzz_check(err->kind == ERR_INPUT || err->kind == ERR_IO || err->kind == ERR_USAGE, "kind");
    fuzz_check(err->text[0] != '\0', "an error has a text");
    err_format(err, text, sizeof text);
    fuzz_check(fuzz_is_printable(text), "an error is printable");
    if (strcmp(err->file, name) == 0) {
        fuzz_check(err->line >= 1 && err->line <= count_lines(&fuzz->text), "a line of the input");
        fuzz_check(err->col >= 1 && err->col <= (int)fuzz->text.size + 1, "a column of the input");
    }
    if (err->kind == ERR_INPUT)
        fuzz_check(strstr(err->text, "allowed") != NULL || strstr(err->text, "needed") != NULL,
                   "a refusal says what is allowed");
}

void fuzz_check_point(const struct engine_inputs *in, const struct engine_point *point)
{
    bool open = !isnan(in->rate_ops);
    fuzz_check(isfinite(point->ops) && point->ops >= 0, "operations are finite");
    fuzz_check(point->ops > 0 || in->rate_ops == 0, "operations are positive if any are asked for");
    fuzz_check(point->latency_s > 0 && (open || isfinite(point->latency_s)), "a latency");
    fuzz_check(point->depth >= 0 && (open || isfinite(point->depth)), "a depth");
    for (int b = 0; b < N_BOUNDS; b++)
        fuzz_check(point->load.ops[b] > 0 && point->ops <= point->load.ops[b] * (1 + 1e-9),
                   "no estimate above a bound");
}
