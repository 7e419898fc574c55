/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cephplan help, version, completion, man: the program about itself. */
#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/manual.h"

#include <string.h>

bool cmd_help(struct context *ctx, struct err *err)
{
    if (ctx->n_arguments == 0) {
        opt_overview(commands, n_commands, ctx->out);
        return true;
    }
    const struct command *command = command_find(ctx->arguments[0], err);
    if (command == NULL)
        return false;
    opt_help(command, ctx->out);
    return true;
}

bool cmd_version(struct context *ctx, struct err *err)
{
    (void)err;
    fprintf(ctx->out,
            "cephplan %s\nCopyright the cephplan authors; GPL-3.0-or-later, no warranty.\n",
            CEPHPLAN_VERSION);
#if defined __clang__
    fprintf(ctx->out, "compiler: %s\n", __VERSION__);
#elif defined __GNUC__
    fprintf(ctx->out, "compiler: gcc %s\n", __VERSION__);
#endif
    fprintf(ctx->out, "libraries: %s\n", CEPHPLAN_LIBRARIES);
    return true;
}

bool cmd_completion(struct context *ctx, struct err *err)
{
    if (strcmp(ctx->arguments[0], "bash") == 0)
        complete_bash(commands, n_commands, ctx->out);
    else if (strcmp(ctx->arguments[0], "zsh") == 0)
        complete_zsh(commands, n_commands, ctx->out);
    else
        return err_set(err, ERR_USAGE, "completion: '%.60s'; allowed: bash or zsh",
                       ctx->arguments[0]);
    return true;
}

bool cmd_man(struct context *ctx, struct err *err)
{
    const char *page = ctx->n_arguments == 0 ? "1" : ctx->arguments[0];
    if (strcmp(page, "1") == 0)
        manual_commands(commands, n_commands, ctx->out);
    else if (strcmp(page, "5") == 0)
        manual_documents(ctx->arena, ctx->out);
    else
        return err_set(err, ERR_USAGE, "man: '%.60s'; allowed: 1 (commands) or 5 (documents)",
                       page);
    return true;
}
