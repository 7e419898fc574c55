/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an HTML document looks: its style sheet. */
#ifndef RENDER_HTML_STYLE_H
#define RENDER_HTML_STYLE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the `style` element: the palettes for light and dark by the roles of render/canvas, the
 * layout for any width, and paper of US letter or A4. */
void html_style(FILE *file, bool letter);

#endif
