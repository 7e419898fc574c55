/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/page_summary.h"

#include "render/page_block.h"
#include "render/page_break.h"

/* Of the size that text has elsewhere; what is still too long then takes a second page. */
static const double sizes[] = {1, 0.95, 0.9, 0.86, 0.82};
enum { N_SIZES = sizeof sizes / sizeof sizes[0] };

static int summary_blocks(const struct document *document)
{
    int n = 0;
    while (n < document->n && document->blocks[n].kind != BLOCK_CONTENTS &&
           document->blocks[n].kind != BLOCK_HEADING && document->blocks[n].kind != BLOCK_BREAK)
        n++;
    return n;
}

/* The height of the strips from `first` on, with the room above each. */
static double height_from(const struct flow *flow, int first)
{
    double height = 0;
    for (int i = first; i < flow->n; i++)
        height += strip_height(&flow->strips[i]) + (i > 0 ? flow->strips[i].gap : 0);
    return height;
}

static void scale_strip(struct strip *strip, double size)
{
    strip->height = strip_height(strip) * size;
    strip->scale *= size;
    strip->shift.x *= size;
    strip->shift.y *= size;
    strip->gap *= size;
    for (int i = 0; i < strip->n_links; i++) {
        struct box *box = &strip->links[i].box;
        *box = (struct box){box->x * size, box->y * size, box->width * size, box->height * size};
    }
}

/* The flow with the summary set at that size. */
static struct flow set_at(const struct flow *flow, int n, double size)
{
    struct flow trial = *flow;
    trial.width = flow->width / size;
    for (int i = 0; i < n; i++)
        page_block(&trial, &flow->document->blocks[i]);
    for (int i = flow->n; i < trial.n && size < 1; i++)
        scale_strip(&trial.strips[i], size);
    trial.width = flow->width;
    return trial;
}

int page_summary(struct flow *flow)
{
    int n = summary_blocks(flow->document);
    double left = flow->height - height_from(flow, 0);
    for (int i = 0; i < N_SIZES; i++) {
        struct flow trial = set_at(flow, n, sizes[i]);
        if (height_from(&trial, flow->n) <= left) {
            *flow = trial;
            return n;
        }
    }
    *flow = set_at(flow, n, 1);
    return n;
}
