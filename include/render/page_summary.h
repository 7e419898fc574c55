/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a document says before its first heading stands on one page if that is possible. */
#ifndef RENDER_PAGE_SUMMARY_H
#define RENDER_PAGE_SUMMARY_H

#include "render/page_strip.h"

/* Appends the strips of the blocks before the contents, the first heading or break; where they pass
 * the end of the first page by a little, set wider and drawn smaller. Returns how many blocks they
 * are. */
int page_summary(struct flow *flow);

#endif
