/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/child.h"

#include <unistd.h>

#ifdef COVERAGE
void __gcov_dump(void);
#endif

void child_exit(int status)
{
#ifdef COVERAGE
    __gcov_dump();
#endif
    _exit(status);
}
