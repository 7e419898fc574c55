/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure in words, for readers who do not see it. */
#ifndef RENDER_FIGURE_TEXT_H
#define RENDER_FIGURE_TEXT_H

#include "model/figure.h"

/* Title, kind and every value of a small figure; of one with many points, how many each series has
 * and between which values they lie. One line without control characters, in the arena. */
const char *figure_text(struct arena *arena, const struct figure *figure);

#endif
