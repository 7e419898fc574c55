/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owns the table of kinds and the way from a figure to a file. */
#include "render/chart.h"

#include "base/outfile.h"
#include "base/utf8.h"
#include "render/canvas_cairo.h"
#include "render/chart_heat.h"
#include "render/chart_lines.h"
#include "render/chart_points.h"
#include "render/chart_rows.h"
#include "render/chart_steps.h"

#include <errno.h>
#include <string.h>

typedef void layout_function(struct frame *frame);

static layout_function *const layouts[FIGURE_KINDS] = {
    [FIGURE_RANGE_BARS] = chart_rows_bars, [FIGURE_BOUNDS] = chart_rows_bounds,
    [FIGURE_WATERFALL] = chart_steps,      [FIGURE_SCATTER] = chart_points_scatter,
    [FIGURE_LINE_BAND] = chart_lines,      [FIGURE_PARETO] = chart_points_pareto,
    [FIGURE_HEATMAP] = chart_heat,
};

void chart_layout(const struct figure *figure, const struct canvas *metrics, double width,
                  struct arena *arena, struct sketch *sketch)
{
    sketch_init(sketch, arena, metrics, width < CHART_WIDTH_MIN ? CHART_WIDTH_MIN : width);
    struct frame frame = frame_open(sketch, figure);
    layouts[figure->kind](&frame);
    frame_close(&frame);
}

static bool draw(const struct figure *figure, enum canvas_format format, FILE *file,
                 struct arena *arena, struct err *err)
{
    struct sketch sketch;
    const char *title = figure->title == NULL ? NULL : utf8_clean(arena, figure->title);
    struct canvas_cairo *document = canvas_cairo_new(arena, format, file, title, NULL);
    const struct canvas *canvas = canvas_cairo_canvas(document);
    chart_layout(figure, canvas, CHART_WIDTH, arena, &sketch);
    canvas->begin(canvas->self, sketch.width, sketch.height);
    sketch_draw(&sketch, canvas, (struct point){0, 0});
    return canvas_cairo_finish(document, err);
}

bool chart_write_to(const struct figure *figure, FILE *file, struct err *err)
{
    struct arena *arena = arena_child(figure->arena);
    bool ok = draw(figure, CANVAS_SVG, file, arena, err);
    arena_free(arena);
    if (ok && fflush(file) != 0)
        ok = err_set(err, ERR_IO, "cannot write: %s", strerror(errno));
    return ok;
}

bool chart_write(const struct figure *figure, const char *path, struct err *err)
{
    enum canvas_format format = CANVAS_SVG;
    struct outfile *out = arena_alloc(figure->arena, sizeof *out);
    struct arena_hold *hold = arena_hold(figure->arena, outfile_release);
    if (!canvas_cairo_format(path, &format, err) || !outfile_open(out, path, err))
        return false;
    hold->what = out;
    struct arena *arena = arena_child(figure->arena);
    bool drawn = draw(figure, format, out->file, arena, err);
    arena_free(arena);
    if (!drawn) {
        err_locate(err, path, 0, 0);
        outfile_abandon(out);
        return false;
    }
    return outfile_commit(out, err);
}
