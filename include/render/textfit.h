/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text fit a width, whatever measures it (a font, terminal cells): wraps it into lines or
 * shortens it in the middle. Text is cut only between whole characters with their marks. Texts must
 * be clean (utf8_clean). */
#ifndef RENDER_TEXTFIT_H
#define RENDER_TEXTFIT_H

#include "base/arena.h"

/* The width of the first `length` bytes of `text`. */
typedef double textfit_measure(void *context, const char *text, size_t length);

struct textfit {
    textfit_measure *measure;
    void *context;
};

/* Terminal cells, for any `context`. */
double textfit_cells(void *context, const char *text, size_t length);

/* Breaks `text` into lines of at most `width` at blanks, after hyphens and slashes, beside wide
 * East Asian characters, and inside words only when one is too long. Returns the number of lines (0
 * for blank text), the lines in `*lines`; a single character wider than `width` has a line of its
 * own. */
int textfit_wrap(const struct textfit *fit, struct arena *arena, const char *text, double width,
                 const char ***lines);

/* The text itself when it fits, else its beginning and its end with an ellipsis between; empty when
 * not even the ellipsis fits. */
const char *textfit_shorten(const struct textfit *fit, struct arena *arena, const char *text,
                            double width);

#endif
