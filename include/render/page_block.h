/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of a document as strips. */
#ifndef RENDER_PAGE_BLOCK_H
#define RENDER_PAGE_BLOCK_H

#include "render/page_strip.h"

/* Appends the strips of a block. */
void page_block(struct flow *flow, const struct block *block);

#endif
