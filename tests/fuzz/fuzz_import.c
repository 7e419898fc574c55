/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the output of a benchmark or of Ceph; what is made of it loads again. */
#include "fuzz/fuzz.h"

#include "cli/import_json.h"
#include "load/import_check.h"
#include "load/import_check_cluster.h"
#include "load/import_emit.h"
#include "load/import_file.h"

#include <stdio.h>
#include <stdlib.h>

/* What a function wrote, in the arena. */
struct written {
    char *text;
    size_t size;
    FILE *out;
};

static void open_text(struct written *w)
{
    *w = (struct written){.text = NULL};
    w->out = open_memstream(&w->text, &w->size);
    fuzz_check(w->out != NULL, "memory to write to");
}

static struct filetext close_text(struct fuzz *fuzz, struct written *w)
{
    fuzz_check(fclose(w->out) == 0, "memory to write to");
    struct filetext text = {
        .name = "made", .data = arena_string(&fuzz->arena, w->text, w->size), .size = w->size};
    free(w->text);
    return text;
}

static void check_json(struct fuzz *fuzz, const struct import *import)
{
    struct written w;
    struct err err = ERR_INIT;
    open_text(&w);
    import_write_json(import, w.out);
    struct filetext made = close_text(fuzz, &w);
    char *text = arena_string(&fuzz->arena, made.data, made.size);
    fuzz_check(jsondoc_parse(&fuzz->arena, "made", 1, 1, text, made.size, &err) != NULL,
               "the JSON is JSON");
}

static void check_document(struct fuzz *fuzz, struct import *import, enum import_as as)
{
    struct import_document document;
    struct written w;
    struct err err = ERR_INIT;
    struct cluster *cluster = NULL;
    struct device *device = NULL;
    if (!import_document_make(import, as, "made", &document, &err)) {
        fuzz_check(err.kind == ERR_INPUT && err.text[0] != '\0', "a refusal has a text");
        return;
    }
    open_text(&w);
    import_document_write(import, &document, w.out);
    struct filetext made = close_text(fuzz, &w);
    bool loads = as == IMPORT_AS_DEVICE ? load_device_text(&fuzz->loader, &made, &device, &err)
                                        : load_cluster_text(&fuzz->loader, &made, &cluster, &err);
    if (!loads)
        (void)fprintf(stderr, "%d: %s\n%s\n", err.line, err.text, made.data);
    fuzz_check(loads, "what is made loads again");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct import import;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    import_init(&import, &fuzz.arena);
    if (import_memory(&import, fuzz.text.name, fuzz.text.data, fuzz.text.size, &err)) {
        import_check_results(&import);
        import_check_cluster(&import);
        check_json(&fuzz, &import);
        for (int as = IMPORT_AS_DEVICE; as <= IMPORT_AS_RECORD; as++)
            check_document(&fuzz, &import, (enum import_as)as);
    } else {
        fuzz_check(err.kind == ERR_INPUT, "kind");
        fuzz_check(err.text[0] != '\0', "an error has a text");
    }
    fuzz_end(&fuzz);
    return 0;
}
