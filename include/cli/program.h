/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of the program, without what a process sets up once (outfile_guard, num_init). */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

/* Does what the command line says: the answer goes to stdout or a file, an error as one line to
 * stderr. Returns the exit status: 0, 1 or err_exit_status. Nothing stays allocated or open, also
 * when memory ran out. */
int program_run(int argc, char **argv);

#endif
