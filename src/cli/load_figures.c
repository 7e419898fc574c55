/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number here is one of struct estimate. */
#include "cli/load_figures.h"

#include <string.h>

#define SHOWS 0.005 /* a factor nearer to 1 is told as 1.00 */

bool load_figures_matters(const struct loss *loss)
{
    return fabs(loss->factor - 1) >= SHOWS;
}

void load_figures_losses(const struct answers *answers, const struct answer *a, struct arena *arena,
                         struct figure *figure)
{
    figure_init(figure, arena, FIGURE_WATERFALL,
                arena_printf(arena, "%s, %s: from raw devices to the client",
                             answers->cluster->name, a->title));
    figure->subtitle = "operations/s at P50";
    figure->value = (struct figure_axis){"IOPS", DIM_OPS, FIGURE_AUTO, false, false};
    context_sign(answers->model, answers->cluster, figure);
    figure_add_series(figure, NULL);
    for (int k = 0; k < a->e.n_losses; k++)
        if (k == 0 || load_figures_matters(&a->e.losses[k]))
            figure_add_point(figure, a->e.losses[k].step, 0, figure_value(a->e.losses[k].ops))
                ->reason = a->e.losses[k].why;
}

void load_figures_bounds(const struct answers *answers, const char *title, struct arena *arena,
                         struct figure *figure)
{
    figure_init(figure, arena, FIGURE_BOUNDS, title);
    figure->subtitle = "operations/s; the way from the estimate to a limit is its headroom";
    figure->value = (struct figure_axis){"IOPS", DIM_OPS, FIGURE_LOG, false, false};
    context_sign(answers->model, answers->cluster, figure);
}

void load_figures_add_bounds(const struct answer *a, struct figure *figure)
{
    const char *binds = estimate_bound_name(a->e.point.bound, &a->e.point.load);
    figure_add_series(figure, a->title)->answer = a->e.ops.p50;
    for (int b = 0; b < N_BOUNDS; b++) {
        if (b == BOUND_SYNC) /* stands with the devices that flush */
            continue;
        double ops = estimate_bound_ops((enum bound)b, &a->e.point.load);
        if (isinf(ops))
            continue;
        struct figure_point *point = figure_add_point(figure, bound_names[b], 0, figure_value(ops));
        if (strcmp(bound_names[b], binds) == 0)
            point->mark = FIGURE_CHOSEN;
    }
}
