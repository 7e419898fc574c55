/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: dispatch, help, manual and completion read it. */
#include "cli/commands.h"

static const char *const validate_options[] = {"model", "by",   "lopo",  "worst",     "chart",
                                               "set",   "seed", "draws", "catalogue", NULL};
static const char *const validate_examples[] = {
    "validate data/records --lopo", "validate my-record.yaml --model all --worst 20", NULL};

static const char *const calibrate_options[] = {"model", "fit",       "seed", "draws",
                                                "set",   "catalogue", NULL};
static const char *const calibrate_examples[] = {"calibrate data/records -o my-engine.yaml",
                                                 "validate data/records --model my-engine.yaml",
                                                 NULL};

const struct command commands[] = {
    {.name = "validate",
     .arguments = "[RECORD|FOLDER...]",
     .summary = "every model against measured clusters: error, coverage, by class",
     .description =
         "Predicts every measured row of the records given (without any: of the built-in ones) and "
         "shows how far the models are off: the median and 80 % factor, the bias, and how many "
         "rows "
         "lie inside P10..P90.\n\n"
         "With --lopo each publisher is predicted by coefficients fitted to the others alone, "
         "which is "
         "the honest figure. --worst N lists the rows that are furthest off, with the bound and "
         "what "
         "had to be assumed.",
     .options = validate_options,
     .examples = validate_examples,
     .max_arguments = -1,
     .run = cmd_validate},
    {.name = "calibrate",
     .arguments = "[RECORD|FOLDER...]",
     .summary = "fits the engine's coefficients to measured clusters, writes a model file",
     .description = "Fits at most ten coefficients to the rows marked `fit: true`, on ln residuals "
                    "with their priors, "
                    "one effect a publisher and robust weights, and writes them with their "
                    "covariance as a model file "
                    "that --model takes. Without -o it shows what it found.",
     .options = calibrate_options,
     .examples = calibrate_examples,
     .max_arguments = -1,
     .run = cmd_calibrate},
};
const size_t n_commands = sizeof commands / sizeof commands[0];
