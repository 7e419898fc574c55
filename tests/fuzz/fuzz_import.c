/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the output of a benchmark or of Ceph, of any tool or of several. */
#include "fuzz/imported.h"

#include "load/import_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct import import;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    import_init(&import, &fuzz.arena);
    if (import_memory(&import, fuzz.text.name, fuzz.text.data, fuzz.text.size, &err)) {
        imported_check(&fuzz, &import);
    } else {
        fuzz_check(err.kind == ERR_INPUT, "kind");
        fuzz_check(err.text[0] != '\0', "an error has a text");
    }
    fuzz_end(&fuzz);
    return 0;
}
