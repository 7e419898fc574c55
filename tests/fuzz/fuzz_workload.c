/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of --workload on an example cluster: what is let in can be estimated. */
#include "fuzz/fuzz.h"

#include "cli/answer.h"

#include <string.h>

enum { LOADS_MAX = 8 };

static int split(char *text, const char **lines)
{
    int n = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && n < LOADS_MAX;
         line = strtok_r(NULL, "\n", &rest))
        lines[n++] = line;
    return n;
}

static void estimate(struct fuzz *fuzz, const struct cluster *cluster, const struct workload *load)
{
    const struct engine_model *model = fuzz_model();
    struct engine_group *groups = arena_array(&fuzz->arena, MAX_GROUPS, sizeof *groups);
    struct engine_inputs in;
    struct engine_point point;
    struct err err = ERR_INIT;
    if (!engine_inputs_make(model, cluster, load, NULL, groups, &in, &err)) {
        fuzz_check(err.text[0] != '\0', "a reason");
        return;
    }
    engine_point(model, &in, &model->params, &point);
    fuzz_check_point(&in, &point);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    struct filetext text;
    const char *lines[LOADS_MAX];
    const struct workload *loads = NULL;
    int n = 0;
    fuzz_begin(&fuzz, data, size);
    struct context ctx = {.arena = &fuzz.arena, .options = {.workload = lines}};
    ctx.options.n_workload =
        split(arena_string(&fuzz.arena, (const char *)data, size), ctx.options.workload);
    fuzz_check(
        load_cluster_read(&fuzz.loader, "models/clusters/proxmox-3node-nvme.yaml", &text, &err) &&
            load_cluster_text(&fuzz.loader, &text, &cluster, &err),
        "the example");
    if (answer_loads(&ctx, cluster, &loads, &n, &err)) {
        for (int i = 0; i < n && ctx.options.n_workload > 0; i++)
            estimate(&fuzz, cluster, &loads[i]);
    } else {
        fuzz_check(err.kind == ERR_USAGE, "a wrong --workload is a matter of usage");
        fuzz_check_refusal(&fuzz, &err);
    }
    fuzz_end(&fuzz);
    return 0;
}
