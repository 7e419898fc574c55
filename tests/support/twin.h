/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts drawn as text (render/canvas_record), and what must hold of every drawing. */
#ifndef TESTS_SUPPORT_TWIN_H
#define TESTS_SUPPORT_TWIN_H

#include "model/figure.h"

/* The figure's text twin at a page width; free() it. */
char *twin_draw(const struct figure *figure, double width);

/* Fails the test when two texts of a twin overlap or one leaves the page; `what` names the case. */
void twin_check_texts(const char *twin, const char *what);

/* Some text of `cells` letters, blanks, Japanese, Cyrillic, by a seed, in the arena. */
const char *twin_label(struct arena *arena, unsigned *seed, int letters);

#endif
