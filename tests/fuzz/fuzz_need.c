/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a needs document. */
#include "fuzz/fuzz.h"

#include "load/need_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct need *need = NULL;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    if (load_need_text(&fuzz.loader, &fuzz.text, &need, &err)) {
        fuzz_check(need->n_workloads >= 0 && need->choices != NULL, "a need has choices");
        for (int i = 0; i < need->n_workloads; i++)
            fuzz_check(need->workloads[i].load.bs_B > 0, "a load has a block size");
    } else {
        fuzz_check_refusal(&fuzz, &err);
    }
    fuzz_end(&fuzz);
    return 0;
}
