/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries that end the process when they get no memory (GLib by a trap; pango, HarfBuzz and
 * fontconfig by an assertion or at an address that is none) and that talk to standard error before.
 *
 * Between begin and end such an end becomes one line on standard error and the exit status of an
 * output error, and no temporary file stays; what they say is dropped. Where somebody else handles
 * these signals already, as a sanitizer does, nothing is changed. */
#ifndef BASE_CRASH_H
#define BASE_CRASH_H

/* From here on `line` (kept by pointer, with its newline) is the last word. May be nested: the
 * outermost line stands. */
void crash_guard_begin(const char *line);

/* As often as crash_guard_begin. */
void crash_guard_end(void);

#endif
