/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document as PDF pages: numbered, with an outline, links and text that can be searched. */
#ifndef RENDER_PAGE_H
#define RENDER_PAGE_H

#include "base/err.h"
#include "model/document.h"

#include <stdio.h>

/* Writes the document into `file` (kept open). The same document gives the same bytes when
 * SOURCE_DATE_EPOCH says the date. ERR_INPUT when the logo is no PNG, ERR_IO when writing failed or
 * memory ran out. */
bool page_write(const struct document *document, FILE *file, struct err *err);

#endif
