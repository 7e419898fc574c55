/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clouds of points: predicted against measured, and designs with their Pareto front. */
#ifndef RENDER_CHART_POINTS_H
#define RENDER_CHART_POINTS_H

#include "render/frame.h"

/* FIGURE_SCATTER: a square plot of one window on both axes, the identity, a band of a factor of 1.5
 * around it; a class has a colour and a shape. */
void chart_points_scatter(struct frame *frame);

/* FIGURE_PARETO: chosen points are joined by a staircase and labelled where there is room. */
void chart_points_pareto(struct frame *frame);

#endif
