/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of one row a value, rows in groups: range bars and bounds. Each sets its body at the
 * frame's cursor. */
#ifndef RENDER_CHART_ROWS_H
#define RENDER_CHART_ROWS_H

#include "render/frame.h"

/* FIGURE_RANGE_BARS: a bar a row from P10 to P90 with its middle, or from minimum to maximum; a dot
 * where no range is known, a diamond where it was measured; values in words beside it. Colour by
 * the row's label. */
void chart_rows_bars(struct frame *frame);

/* FIGURE_BOUNDS: a mark a row at the resource's limit, the way to it from the estimate as headroom.
 */
void chart_rows_bounds(struct frame *frame);

#endif
