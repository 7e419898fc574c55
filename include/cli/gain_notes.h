/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader of a table of gains must know, as its notes. */
#ifndef CLI_GAIN_NOTES_H
#define CLI_GAIN_NOTES_H

#include "cli/answer.h"
#include "plan/expand.h"

/* Which kind of hosts is added, where the cluster has several and none was asked for. */
void gain_note_kind(const struct cluster *cluster, struct table *table);

/* Why loads get slower, each reason once; `gains` of the loads of both answers. */
void gain_note_losses(const struct gain *gains, const struct answers *before,
                      const struct answers *after, struct table *table);

#endif
