/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FIGURE_LINE_BAND: curves with their bands, knees and measured points: the hockey stick, the gain
 * curve, the fill over time. */
#ifndef RENDER_CHART_LINES_H
#define RENDER_CHART_LINES_H

#include "render/frame.h"

/* Sets the body at the frame's cursor. */
void chart_lines(struct frame *frame);

#endif
