/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FIGURE_WATERFALL: one row a step, what is left and what the step took, its factor and its reason.
 */
#ifndef RENDER_CHART_STEPS_H
#define RENDER_CHART_STEPS_H

#include "render/frame.h"

/* Sets the body at the frame's cursor. */
void chart_steps(struct frame *frame);

#endif
