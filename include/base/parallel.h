/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Independent pieces of work over all processors. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

/* One piece; must touch nothing that another piece writes. */
typedef void parallel_piece(int i, void *context);

/* Calls piece(0) .. piece(n - 1), each once, in any order, on at most `threads` threads (0: one a
 * processor); returns when all are done. Where a thread cannot be started the caller's own does the
 * work, so this never fails. */
void parallel_for(int n, int threads, parallel_piece *piece, void *context);

#endif
