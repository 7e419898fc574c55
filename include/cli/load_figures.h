/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of what the engine says of a load, which estimate and report share. */
#ifndef CLI_LOAD_FIGURES_H
#define CLI_LOAD_FIGURES_H

#include "cli/answer.h"
#include "model/figure.h"

/* Does the step of a loss take or bring anything that shows? */
bool load_figures_matters(const struct loss *loss);

/* From raw devices to the client, step by step: a waterfall. */
void load_figures_losses(const struct answers *answers, const struct answer *answer,
                         struct arena *arena, struct figure *figure);

/* An empty chart of the limits of resources, and a load in it. */
void load_figures_bounds(const struct answers *answers, const char *title, struct arena *arena,
                         struct figure *figure);
void load_figures_add_bounds(const struct answer *answer, struct figure *figure);

#endif
