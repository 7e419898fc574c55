/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a process that a test forked. */
#ifndef TESTS_SUPPORT_CHILD_H
#define TESTS_SUPPORT_CHILD_H

/* _exit; where coverage is measured, the lines that the child ran count too. */
_Noreturn void child_exit(int status);

#endif
