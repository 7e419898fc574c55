/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FIGURE_HEATMAP: a grid of cells, dark where the value is high, the value written in each cell
 * while there is room. */
#ifndef RENDER_CHART_HEAT_H
#define RENDER_CHART_HEAT_H

#include "render/frame.h"

/* Sets the body at the frame's cursor. */
void chart_heat(struct frame *frame);

#endif
