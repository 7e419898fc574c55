/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files that appear whole or not at all.
 *
 * A regular file is written under a temporary name in the same folder, forced to disk and renamed,
 * so that a reader sees the old file or the new one. What is no regular file (a terminal, a pipe,
 * /dev/full) and `-`, standard output, are written straight. A file without any write permission is
 * refused, whoever asks. */
#ifndef BASE_OUTFILE_H
#define BASE_OUTFILE_H

#include "base/err.h"

#include <stdio.h>

struct outfile {
    FILE *file;       /* to write to, between open and commit */
    const char *path; /* as given; kept by pointer */
    int slot;         /* registry of temporary files; -1: written straight */
};

/* Removes temporary files on SIGINT, SIGTERM and SIGHUP (which still end the program) and makes
 * writing into a closed pipe an error instead of a death. Call once, before threads are started. */
void outfile_guard(void);

/* May a reader that has gone (`| head`) end the program in silence, as it ends other tools? Not
 * where SIGPIPE was ignored when it was started: then whoever did that wants to be told. */
bool outfile_follows_reader(void);

/* Ends the program by SIGPIPE. */
void outfile_follow_reader(void);

/* Opens `path` for writing. ERR_IO names the file and the reason: a missing folder, a folder, no
 * permission. */
bool outfile_open(struct outfile *out, const char *path, struct err *err);

/* Ends the file: all writes so far are checked, then it gets its name. ERR_IO when anything failed;
 * nothing is left behind then. The outfile is closed either way. */
bool outfile_commit(struct outfile *out, struct err *err);

/* Closes and removes what was written; for a caller that failed. Nothing happens after a commit. */
void outfile_abandon(struct outfile *out);

/* The same as a hold of a region has it: for a caller that may never come back. */
void outfile_release(void *outfile);

/* Opens, writes `size` bytes and commits. */
bool outfile_write(const char *path, const void *bytes, size_t size, struct err *err);

#endif
