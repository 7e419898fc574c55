/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text twin of a drawing: one line a call, coordinates rounded to tenths, its own fixed text
 * metrics, so that tests compare layouts exactly whatever fonts a machine has. */
#ifndef RENDER_CANVAS_RECORD_H
#define RENDER_CANVAS_RECORD_H

#include "render/canvas.h"

#include <stdio.h>

/* A canvas that writes into `file`:
 *   page 900.0 x 320.5
 *   text 24.0 12.1 180.0 x 21.0 bold 17.0 ink "..."     the box (left, top, width x height), style,
 * text rect 24.0 40.0 12.0 x 9.0 hue1 0.35                 box, paint (0.35: alpha) line 0.8 solid
 * rule 1.00 24.0,40.0 80.0,40.0             stroke, points area hue1 0.20 24.0,40.0 ... paint,
 * points mark 24.0,40.0 diamond 7.0 measured 1.00            centre, shape, size, paint */
struct canvas canvas_record(FILE *file);

#endif
