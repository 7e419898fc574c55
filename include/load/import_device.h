/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows measured on a raw device to a device document. */
#ifndef LOAD_IMPORT_DEVICE_H
#define LOAD_IMPORT_DEVICE_H

#include "load/import_rows.h"

/* What the user must know beside the document: what was left out, and what to add. */
struct import_remarks {
    struct arena *arena;
    const char **texts;
    int n;
};

/* Once each, by printf's rules. */
void import_remark(struct import_remarks *remarks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The device that the rows tell of; false with ERR_INPUT when none of them is of a device. */
bool import_device_make(struct import *import, const struct import_rows *rows,
                        struct device *device, struct import_remarks *remarks, struct err *err);

/* Makes every member that is outside its field's limits absent, so that the document loads; says
 * so. */
void import_keep_limits(const struct schema *schema, void *object, struct import_remarks *remarks);

/* "3 results are left out: their pattern is not stated", for all rows that have a reason. */
void import_remark_left_out(const struct import_rows *rows, struct import_remarks *remarks);

#endif
