/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only place that prints an error and decides the exit status. Invariant: stdout gets the whole
 * answer or nothing. */
#include "cli/program.h"

#include "base/memstream.h"
#include "base/outfile.h"
#include "cli/commands.h"
#include "cli/paint.h"

#include <errno.h>
#include <setjmp.h>
#include <string.h>
#include <sys/stat.h>

static int print_error(const struct err *err)
{
    char text[2048];
    err_format(err, text, sizeof text);
    (void)fflush(stdout);
    fprintf(stderr, "cephplan: %s\n", text);
    return err_exit_status(err->kind);
}

static bool make_overrides(struct context *ctx, struct err *err)
{
    const struct options *o = &ctx->options;
    struct override *made = arena_array(ctx->arena, (size_t)o->n_set + 1, sizeof *made);
    for (int i = 0; i < o->n_set; i++) {
        const char *equals = strchr(o->set[i], '=');
        if (equals == NULL || equals == o->set[i] || equals[1] == '\0')
            return err_set(err, ERR_USAGE, "--set is '%.80s'; allowed: PATH=VALUE", o->set[i]);
        made[i].path = arena_string(ctx->arena, o->set[i], (size_t)(equals - o->set[i]));
        made[i].value = equals + 1;
    }
    ctx->loader.overrides = made;
    ctx->loader.n_overrides = o->n_set;
    return true;
}

/* A folder that is not there would be a catalogue without entries, and nobody would notice. */
static bool check_catalogue(const struct options *o, struct err *err)
{
    struct stat info;
    if (o->catalogue == NULL)
        return true;
    if (stat(o->catalogue, &info) != 0)
        return err_set(err, ERR_IO, "%s: cannot be read: %s", o->catalogue, strerror(errno));
    return S_ISDIR(info.st_mode) ||
           err_set(err, ERR_IO, "%s: is no folder; --catalogue takes one", o->catalogue);
}

static bool prepare(struct context *ctx, struct err *err)
{
    if (!check_catalogue(&ctx->options, err))
        return false;
    ctx->catalogue = catalogue_new(ctx->arena, ctx->options.catalogue);
    catalogue_loader(ctx->catalogue, &ctx->loader);
    ctx->format = OUT_TEXT;
    /* A command with words of its own for --format reads them itself. */
    if (ctx->options.format != NULL && ctx->command->formats == NULL &&
        !out_format_find(ctx->options.format, &ctx->format, err))
        return false;
    return make_overrides(ctx, err);
}

/* A full disk is an error, not a short answer. `gone`: what stopped it is that whoever read
 * standard output has read enough. */
static bool show(const struct context *ctx, const char *bytes, size_t size, bool *gone,
                 struct err *err)
{
    const char *path = ctx->options.output;
    if (path != NULL && strcmp(path, "-") != 0)
        return outfile_write(path, bytes, size, err);
    bool paint = ctx->format == OUT_TEXT && paint_wanted(ctx->options.color, stdout);
    bool ok = paint ? paint_text(bytes, size, stdout) : fwrite(bytes, 1, size, stdout) == size;
    ok = fflush(stdout) == 0 && ok;
    *gone = !ok && errno == EPIPE && outfile_follows_reader();
    return ok || err_set(err, ERR_IO, "standard output: cannot be written: %s", strerror(errno));
}

/* Names the files beside the answer, or drops them. */
static bool end_beside(struct context *ctx, bool ok, struct err *err)
{
    for (int i = 0; i < ctx->n_beside; i++) {
        if (ok)
            ok = outfile_commit(&ctx->beside[i], err);
        else
            outfile_abandon(&ctx->beside[i]);
    }
    return ok;
}

static bool run_command(struct context *ctx, struct err *err)
{
    if (ctx->options.help == 1) {
        opt_help(ctx->command, ctx->out);
        return true;
    }
    return prepare(ctx, err) && ctx->command->run(ctx, err);
}

static int run(struct arena *arena, const struct command *command, int argc, char **argv)
{
    struct err err = ERR_INIT;
    struct context ctx = {.arena = arena, .command = command};
    ctx.arguments = arena_array(arena, (size_t)argc + 1, sizeof *ctx.arguments);
    if (!opt_parse(arena, command, argc, argv, &ctx.options, ctx.arguments, &ctx.n_arguments, &err))
        return print_error(&err);
    struct memstream *answer = memstream_open(arena);
    size_t size = 0;
    ctx.out = answer->file;
    bool ok = run_command(&ctx, &err), gone = false;
    if (ok) {
        const char *bytes = memstream_end(answer, arena, &size);
        ok = show(&ctx, bytes, size, &gone, &err);
    }
    bool ended = end_beside(&ctx, ok || gone, &err);
    if (ended && gone)
        outfile_follow_reader();
    ok = ok && ended;
    return ok ? (ctx.answer_is_no ? 1 : 0) : print_error(&err);
}

static int dispatch(struct arena *arena, int argc, char **argv)
{
    struct err err = ERR_INIT;
    const char *name = argc < 2 ? "help" : argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    const struct command *command = command_find(name, &err);
    if (command == NULL)
        return print_error(&err);
    /* A command that needs arguments and gets none prints its usage. */
    if (argc == 2 && command->min_arguments > 0) {
        opt_help(command, stderr);
        return 2;
    }
    int skip = argc < 2 ? 1 : 2;
    int status = run(arena, command, argc - skip, argv + skip);
    return argc < 2 && status == 0 ? 2 : status;
}

/* Memory may run out anywhere below: what the region holds is released after the jump. */
static int run_guarded(struct arena *arena, int argc, char **argv)
{
    jmp_buf on_full;
    arena_init(arena, &on_full);
    if (setjmp(on_full) == 0)
        return dispatch(arena, argc, argv);
    fputs("cephplan: out of memory\n", stderr);
    return err_exit_status(ERR_IO);
}

int program_run(int argc, char **argv)
{
    struct arena arena;
    int status = run_guarded(&arena, argc, argv);
    arena_free(&arena);
    return status;
}
