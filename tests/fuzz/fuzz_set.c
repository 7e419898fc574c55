/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of PATH=VALUE that override an example cluster. */
#include "fuzz/fuzz.h"

#include "load/embedded.h"

#include <string.h>

enum { OVERRIDES_MAX = 16 };

/* Cuts the text into overrides in place; returns how many. */
static int split(char *text, struct override *overrides)
{
    int n = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && n < OVERRIDES_MAX;
         line = strtok_r(NULL, "\n", &rest)) {
        char *equals = strchr(line, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        overrides[n++] = (struct override){line, equals + 1};
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    struct override overrides[OVERRIDES_MAX];
    const struct embedded_file *file = embedded_find("models/clusters/rbdbench.yaml");
    struct filetext text = {file->path, file->data, file->size};
    fuzz_begin(&fuzz, data, size);
    fuzz.loader.n_overrides = split(arena_string(&fuzz.arena, (const char *)data, size), overrides);
    fuzz.loader.overrides = overrides;
    if (!load_cluster_text(&fuzz.loader, &text, &cluster, &err))
        fuzz_check_refusal(&fuzz, &err);
    fuzz_end(&fuzz);
    return 0;
}
