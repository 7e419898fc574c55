/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/loads_chapter.h"

#include "base/memstream.h"
#include "cli/commands.h"
#include "cli/report_loads.h"
#include "render/markdown.h"

#include <stdint.h>

bool loads_chapter(struct arena *arena, struct catalogue *catalogue, const char *path,
                   const char **text, struct err *err)
{
    char *words[] = {(char *)(uintptr_t)path, "--draws", "10"};
    const char *files[3];
    struct context ctx = {.arena = arena, .catalogue = catalogue, .format = OUT_MD};
    struct report *report = arena_alloc(arena, sizeof *report);
    ctx.command = command_find("report", err);
    ctx.arguments = files;
    catalogue_loader(catalogue, &ctx.loader);
    ctx.loader.arena = arena;
    report->ctx = &ctx;
    document_init(&report->document, arena, "report");
    if (ctx.command == NULL ||
        !opt_parse(arena, ctx.command, 3, words, &ctx.options, files, &ctx.n_arguments, err) ||
        !report_find(report, err))
        return false;
    report_loads(report, &report->sides[0]);
    struct memstream *stream = memstream_open(arena);
    markdown_write(&report->document, NULL, stream->file);
    *text = memstream_end(stream, arena, NULL);
    return true;
}
