/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command gets: its options, arguments, loader, and a stream that becomes the answer only
 * when all of it was written. */
#ifndef CLI_CONTEXT_H
#define CLI_CONTEXT_H

#include "base/outfile.h"
#include "cli/opt.h"
#include "load/catalogue.h"
#include "load/filetext.h"
#include "load/model_file.h"
#include "model/figure.h"
#include "model/need.h"
#include "model/table.h"
#include "render/out.h"

/* A document that was read. */
struct context_document {
    const char *path; /* as the command line names it */
    struct filetext text;
    struct cluster *cluster;
    struct context_document *next;
};

struct context {
    struct arena *arena;
    const struct command *command;
    struct options options;
    const char **arguments;
    int n_arguments;
    FILE *out; /* memory: shown at the end, or dropped on failure */
    struct catalogue *catalogue;
    struct loader loader; /* with the overrides of --set */
    struct context_document *documents;
    enum out_format format;
    bool answer_is_no;      /* exit status 1 */
    struct outfile *beside; /* files beside the answer, written but for their names, which they get
                               when the answer has its own */
    int n_beside;
};

/* A cluster document named on the command line, with --set applied; read once, however often it is
 * asked for. */
bool context_cluster(struct context *ctx, const char *path, struct cluster **cluster,
                     struct err *err);

/* A needs document, with --set applied. */
bool context_need(struct context *ctx, const char *path, struct need **need, struct err *err);

/* The text of a cluster document or record named on the command line; read once, however often it
 * is asked for. */
bool context_read(struct context *ctx, const char *path, const struct filetext **text,
                  struct err *err);

/* A record named on the command line, without --set: it says what was, not what would be. */
bool context_record(struct context *ctx, const char *path, struct cluster **record,
                    struct err *err);

/* The engine model: the built-in one, or the file named by --model (a path ending in .yaml).
 * ERR_USAGE where --model names anything else, unless the command lays formulas beside it. */
bool context_model(struct context *ctx, struct engine_model **model, struct err *err);

/* The documents named on the command line; a folder stands for the .yaml files in it, in order; no
 * argument for the built-in records when `builtin` is true. */
bool context_clusters(struct context *ctx, bool builtin, struct cluster ***clusters, int *n,
                      struct err *err);

/* The table in the format that was asked for. */
void context_table(struct context *ctx, const struct table *table);

/* Draws the figure into the file of --chart; an answer in text says where it is. */
bool context_chart(struct context *ctx, const struct figure *figure, struct err *err);

/* The cell of a range that is not known: empty for people, three empty fields in CSV, whose columns
 * must not depend on what is in them. */
struct cell context_unknown(const struct context *ctx);

/* Says below a chart where its figures come from: the model with its version (NULL: the program
 * alone), and the source of the cluster, or its document where it states none (NULL: the caller
 * names the source). */
void context_sign(const struct engine_model *model, const struct cluster *cluster,
                  struct figure *figure);

/* A remark on stderr, unless --quiet. What an input put into it cannot steer a terminal. */
void context_remark(const struct context *ctx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Where the work goes on for more than a second, a bar on stderr (terminals only). `done` of
 * `total`. */
void context_progress(const struct context *ctx, const char *what, int done, int total);

/* The value of --seed, 1 when absent. */
unsigned long context_seed(const struct context *ctx);

#endif
