/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/imported.h"

#include "base/memstream.h"
#include "cli/import_json.h"
#include "load/import_check.h"
#include "load/import_check_cluster.h"
#include "load/import_emit.h"

#include <jansson.h>

static void check_json(struct fuzz *fuzz, const struct import *import)
{
    struct memstream *stream = memstream_open(&fuzz->arena);
    size_t size = 0;
    json_error_t error;
    import_write_json(import, stream->file);
    const char *bytes = memstream_end(stream, &fuzz->arena, &size);
    json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    fuzz_check(root != NULL, "JSON is JSON");
    json_decref(root);
}

static void check_document(struct fuzz *fuzz, struct import *import, enum import_as as)
{
    struct import_document document;
    struct err err = ERR_INIT;
    struct filetext text = {.name = "made"};
    struct device *device = NULL;
    struct cluster *cluster = NULL;
    if (!import_document_make(import, as, NULL, &document, &err)) {
        fuzz_check(err.text[0] != '\0', "a reason");
        return;
    }
    struct memstream *stream = memstream_open(&fuzz->arena);
    import_document_write(import, &document, stream->file);
    text.data = memstream_end(stream, &fuzz->arena, &text.size);
    bool loads = as == IMPORT_AS_DEVICE ? load_device_text(&fuzz->loader, &text, &device, &err)
                                        : load_cluster_text(&fuzz->loader, &text, &cluster, &err);
    if (!loads)
        (void)fprintf(stderr, "%s\n%s\n", err.text, text.data);
    fuzz_check(loads, "what import writes loads");
}

void imported_check(struct fuzz *fuzz, struct import *import)
{
    import_check_results(import);
    import_check_cluster(import);
    check_json(fuzz, import);
    check_document(fuzz, import, IMPORT_AS_DEVICE);
    check_document(fuzz, import, IMPORT_AS_CLUSTER);
    check_document(fuzz, import, IMPORT_AS_RECORD);
}
