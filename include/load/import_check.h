/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot be right, or says less than it seems to: told, never repaired. */
#ifndef LOAD_IMPORT_CHECK_H
#define LOAD_IMPORT_CHECK_H

#include "load/import_data.h"

/* Looks at all results: IOPS x block size against bandwidth; IOPS x latency against the requests
 * that could be outstanding (Little's law); runs too short; a span far below the device; rates
 * beyond the class or any device; synchronous writes missing; like disks that differ. Call once,
 * when all inputs are read. */
void import_check_results(struct import *import);

#endif
