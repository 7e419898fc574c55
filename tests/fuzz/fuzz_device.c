/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a device document. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    struct device *device = NULL;
    struct err err = ERR_INIT;
    fuzz_begin(&fuzz, data, size);
    if (load_device_text(&fuzz.loader, &fuzz.text, &device, &err)) {
        fuzz_check(device_title(device) != NULL, "a device has a title");
        for (int i = 0; i < device->n_measurements; i++)
            fuzz_check(!(measurement_depth(&device->measurements[i]) < 0), "a depth");
    } else {
        fuzz_check_refusal(&fuzz, &err);
    }
    fuzz_end(&fuzz);
    return 0;
}
