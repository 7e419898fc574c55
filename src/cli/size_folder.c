/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of -o: a cluster document for each design. */
#include "cli/size_view.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path without slashes at its end; NULL: none is asked for. */
static const char *folder_of(const struct context *ctx)
{
    const char *path = ctx->options.output;
    if (path == NULL || strcmp(path, "-") == 0)
        return NULL;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return arena_string(ctx->arena, path, length);
}

static bool refuse(const char *folder, const char *why, struct err *err)
{
    return err_set(err, ERR_IO, "%s: no design can be written into it: %s", folder, why);
}

bool size_folder_check(const struct context *ctx, struct err *err)
{
    const char *folder = folder_of(ctx);
    struct stat info;
    if (folder == NULL)
        return true;
    if (stat(folder, &info) == 0) {
        if (!S_ISDIR(info.st_mode))
            return refuse(folder, "it is no folder; -o takes one here", err);
        return access(folder, W_OK | X_OK) == 0 || refuse(folder, strerror(errno), err);
    }
    if (errno != ENOENT || folder[0] == '\0')
        return refuse(folder, strerror(errno), err);
    const char *slash = strrchr(folder, '/');
    const char *above = slash == NULL ? "."
                        : slash == folder
                            ? "/"
                            : arena_string(ctx->arena, folder, (size_t)(slash - folder));
    return access(above, W_OK | X_OK) == 0 || refuse(folder, strerror(errno), err);
}

/* Everything but the name: that comes when the answer is out. */
static bool prepare(struct context *ctx, const char *path, const char *text, struct err *err)
{
    struct outfile *out = &ctx->beside[ctx->n_beside];
    struct arena_hold *hold = arena_hold(ctx->arena, outfile_release);
    if (!outfile_open(out, path, err))
        return false;
    hold->what = out;
    ctx->n_beside++;
    return fputs(text, out->file) >= 0 ||
           err_set(err, ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

/* Files of an earlier run that had more designs would be taken for designs of this one. */
static void note_older(struct context *ctx, const char *folder, int n)
{
    const char *path = arena_printf(ctx->arena, "%s/design-%d.yaml", folder, n + 1);
    if (access(path, F_OK) == 0)
        context_remark(ctx, "%s is not of this run", path);
}

bool size_folder_write(struct context *ctx, const struct size_view *view, struct err *err)
{
    const char *folder = folder_of(ctx);
    if (folder == NULL)
        return true;
    /* The answer itself stays on standard output. */
    ctx->options.output = NULL;
    if (view->miss)
        return true;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return refuse(folder, strerror(errno), err);
    ctx->beside = arena_array(ctx->arena, (size_t)view->n + 1, sizeof *ctx->beside);
    for (int i = 0; i < view->n; i++) {
        const char *path = arena_printf(ctx->arena, "%s/design-%d.yaml", folder, i + 1);
        if (!prepare(ctx, path, size_document(view, &view->cards[i], ctx->arena), err))
            return false;
    }
    note_older(ctx, folder, view->n);
    context_remark(ctx, "%d design%s in %s", view->n, view->n == 1 ? "" : "s", folder);
    return true;
}
