/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: one file each, one row each in the table of `main`. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/context.h"

/* In the order of the overview. */
extern const struct command commands[];
extern const size_t n_commands;

/* The command of that name; NULL with an ERR_USAGE that names the nearest. */
const struct command *command_find(const char *name, struct err *err);

bool cmd_estimate(struct context *ctx, struct err *err);
bool cmd_curve(struct context *ctx, struct err *err);
bool cmd_compare(struct context *ctx, struct err *err);
bool cmd_size(struct context *ctx, struct err *err);
bool cmd_sweep(struct context *ctx, struct err *err);
bool cmd_expand(struct context *ctx, struct err *err);
bool cmd_capacity(struct context *ctx, struct err *err);
bool cmd_recover(struct context *ctx, struct err *err);
bool cmd_check(struct context *ctx, struct err *err);
bool cmd_report(struct context *ctx, struct err *err);
bool cmd_validate(struct context *ctx, struct err *err);
bool cmd_calibrate(struct context *ctx, struct err *err);
bool cmd_import(struct context *ctx, struct err *err);
bool cmd_devices(struct context *ctx, struct err *err);
bool cmd_models(struct context *ctx, struct err *err);
bool cmd_fields(struct context *ctx, struct err *err);
bool cmd_completion(struct context *ctx, struct err *err);
bool cmd_man(struct context *ctx, struct err *err);
bool cmd_help(struct context *ctx, struct err *err);
bool cmd_version(struct context *ctx, struct err *err);

/* The inputs that import reads, one line each for its help; NULL behind the last. */
const char *cmd_import_inputs(size_t i);

#endif
