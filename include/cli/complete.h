/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion scripts for shells, out of the command and option rows. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/opt.h"

void complete_bash(const struct command *commands, size_t n, FILE *out);
void complete_zsh(const struct command *commands, size_t n, FILE *out);

#endif
