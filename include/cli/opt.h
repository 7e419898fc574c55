/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line by tables: one row an option, one row a command. Parsing, help, manual and
 * completion read the same rows. */
#ifndef CLI_OPT_H
#define CLI_OPT_H

#include "base/arena.h"
#include "model/field.h"

#include <stdio.h>

/* Every option of every command; absent ones as in model/field.h. */
struct options {
    struct place place;
    const char *model;
    const char *format;
    const char *output;
    const char *chart;
    const char **set;
    int n_set;
    const char **workload;
    int n_workload;
    const char *catalogue;
    const char *color;
    int seed;
    int draws;
    int quiet;
    int help;
    const char *by;
    int lopo;
    int worst;
    const char *fit;
    const char *baseline;
    const char **add;
    int n_add;
    const char *like;
    const char *device;
    const char **pool;
    int n_pool;
    const char *steps;
    const char *lose;
    const char *profile;
    const char *fill;
    const char *today;
    const char *view;
    const char *as;
    const char *name;
    const char *class;
    const char *clients;
    const char *show;
    int top;
    const char *title;
    const char *author;
    const char *logo;
    const char *paper;
    const char *expand;
    const char *lang;
    const char *need;
};

struct option {
    struct field field; /* key without dashes; FIELD_BOOL takes no value; FIELD_TEXTS repeats */
    char letter;        /* of the short form; 0: none */
    const char
        *metavar; /* "FILE"; NULL: none; of the shape of opt_is_choice: nothing else is taken */
};

struct context;

struct command {
    const char *name;
    const char *arguments;       /* "CLUSTER", "RECORD..." */
    const char *summary;         /* one line */
    const char *description;     /* paragraphs separated by empty lines */
    const char *const *options;  /* keys beside the common ones, NULL-terminated */
    const char *const *examples; /* command lines, NULL-terminated */
    const char *(*inputs)(
        size_t i); /* what it reads, for the help: NULL at the end, or no such list */
    int min_arguments, max_arguments; /* -1: any number */
    bool formulas;                    /* --model may name published formulas beside the engine */
    const char *formats;              /* of --format: NULL text|json|csv|md, "" no such option */
    const char *default_format;       /* where `formats` has words of its own */
    bool (*run)(struct context *ctx, struct err *err);
};

extern const struct option option_rows[];
extern const size_t n_option_rows;
extern const char *const common_options[]; /* keys that every command takes */

/* Reads `argv` (without program and command name) into options and arguments (kept by pointer, room
 * for argc). ERR_USAGE names what was found, what is allowed, and the nearest. */
bool opt_parse(struct arena *arena, const struct command *command, int argc, char **argv,
               struct options *options, const char **arguments, int *n_arguments, struct err *err);

/* Is the metavar itself the words that are allowed ("text|json", "[1|5]")? Capitals stand for what
 * the user makes up ("FILE.svg|png", "hosts=N|osds=N"). */
bool opt_is_choice(const char *metavar);

/* The option as the command takes it: the words of --format are its own. */
struct option opt_for(const struct command *command, const struct option *option);

/* Does the command take the option? */
bool opt_taken(const struct command *command, const char *key);

/* The help of an option with its default. */
void opt_help_text(const struct option *option, char *buf, size_t size);

/* Help of one command; the list of all. */
void opt_help(const struct command *command, FILE *out);
void opt_overview(const struct command *commands, size_t n, FILE *out);

#endif
