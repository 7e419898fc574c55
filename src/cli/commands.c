/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: dispatch, help, manual and completion read it. */
#include "cli/commands.h"

#define LIST(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

const struct command commands[] = {
    {.name = "estimate",
     .arguments = "CLUSTER",
     .summary = "IOPS, bandwidth and latency of each load, as ranges, and what limits them",
     .description =
         "Estimates every load of the cluster document, or the standard set: IOPS, bandwidth, mean "
         "and p99 latency as "
         "P10, P50 and P90, what bounds them and what bounds them next, the loss from raw devices "
         "to the client step "
         "by step, what was assumed and what that costs in width.\n\n"
         "--model all lays the published formulas beside the engine, with their known defects. "
         "--baseline takes a "
         "record measured on the same cluster and leans on it. --chart draws the ranges.",
     .options = LIST("model", "workload", "chart", "set", "baseline", "draws", "seed", "catalogue"),
     .examples =
         LIST("estimate rbdbench --model all --chart rbdbench.svg",
              "estimate cluster.yaml --workload rw=randrw,bs=4k,read=70%,iodepth=32,clients=10",
              "estimate cluster.yaml --set hosts.0.count=6 --format json"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_estimate},
    {.name = "validate",
     .arguments = "[RECORD|FOLDER...]",
     .summary = "every model against measured clusters: error, coverage, by class",
     .description = "Predicts every measured row of the records given (without any: of the "
                    "built-in ones) and shows how far the "
                    "models are off: the median and 80 % factor, the bias, and how many rows lie "
                    "inside P10..P90.\n\n"
                    "With --lopo each publisher is predicted by coefficients fitted to the others "
                    "alone, which is the honest "
                    "figure. --worst N lists the rows that are furthest off, with the bound and "
                    "what had to be assumed.",
     .options = LIST("model", "by", "lopo", "worst", "chart", "set", "seed", "draws", "catalogue"),
     .examples =
         LIST("validate data/records --lopo", "validate my-record.yaml --model all --worst 20"),
     .max_arguments = -1,
     .run = cmd_validate},
    {.name = "calibrate",
     .arguments = "[RECORD|FOLDER...]",
     .summary = "fits the engine's coefficients to measured clusters, writes a model file",
     .description = "Fits at most ten coefficients to the rows marked `fit: true`, on ln residuals "
                    "with their priors, one effect a "
                    "publisher and robust weights, and writes them with their covariance as a "
                    "model file that --model takes. "
                    "Without -o it shows what it found.",
     .options = LIST("model", "fit", "seed", "draws", "set", "catalogue"),
     .examples = LIST("calibrate data/records -o my-engine.yaml",
                      "validate data/records --model my-engine.yaml"),
     .max_arguments = -1,
     .run = cmd_calibrate},
    {.name = "import",
     .arguments = "FILE|FOLDER|-...",
     .summary = "outputs of fio, rados bench, ceph osd df ... into device, cluster or record YAML",
     .description =
         "Reads what people have already: fio (text, JSON, terse), rados bench, rbd bench, ceph "
         "tell osd.* bench, CrystalDiskMark, sysbench fileio, dd, folders of CBT, and what Ceph "
         "says of itself: ceph osd tree, osd df, osd metadata, df, pool ls detail, erasure code "
         "profiles and CRUSH rules. The kind is found by the content; several files, or several "
         "outputs pasted into one, become one document.\n\n"
         "What is implausible is a warning and never repaired, what is not said stays absent and "
         "is named with what to add; -q silences both. --format json speaks the tools' own "
         "words, --format text shows tables.",
     .options = LIST("as", "name", "class"),
     .examples = LIST("import fio-1.json fio-2.txt --as device --class hdd --name my-disk",
                      "import df-tree.json metadata.json pools.json df.json -o cluster.yaml",
                      "import - --format text < paste.txt"),
     .min_arguments = 1,
     .max_arguments = -1,
     .run = cmd_import},
    {.name = "devices",
     .arguments = "[NAME...]",
     .summary = "the device catalogue, or the rows behind one device",
     .description =
         "Lists the built-in catalogue with the rates that the engine takes, or every measured and "
         "stated "
         "row of the devices named, with its source. --catalogue adds a folder of your own.",
     .options = LIST("catalogue"),
     .examples = LIST("devices", "devices samsung-pm983-3.84tb"),
     .max_arguments = -1,
     .run = cmd_devices},
    {.name = "models",
     .arguments = "[NAME]",
     .summary = "the models, or every constant of one with value, range, unit and source",
     .description = "Lists the engine and the published formulas, or shows one: its constants, "
                    "where it holds, what is "
                    "wrong with it.",
     .options = LIST("catalogue"),
     .examples = LIST("models", "models engine", "models mirantis"),
     .max_arguments = 1,
     .run = cmd_models},
    {.name = "fields",
     .arguments = "[PART]",
     .summary = "every key of the documents: unit, allowed values, default, meaning",
     .description = "Prints the tables from which device and cluster documents are read.",
     .options = NULL,
     .examples = LIST("fields", "fields workload"),
     .max_arguments = 1,
     .run = cmd_fields},
    {.name = "completion",
     .arguments = "bash|zsh",
     .summary = "completion script for a shell",
     .description = "Prints a completion script made from the same tables as this help.",
     .examples = LIST("completion bash > /etc/bash_completion.d/cephplan"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_completion},
    {.name = "man",
     .arguments = "",
     .summary = "the manual page, for man -l -",
     .description = "Prints the manual page in troff, made from the same tables as this help.",
     .examples = LIST("man | man -l -"),
     .run = cmd_man},
    {.name = "help",
     .arguments = "[COMMAND]",
     .summary = "this overview, or all about one command",
     .description = "Prints the overview, or the help of one command.",
     .examples = LIST("help estimate"),
     .max_arguments = 1,
     .run = cmd_help},
    {.name = "version",
     .arguments = "",
     .summary = "version, compiler and libraries",
     .description = "Prints the version of the program and of the libraries it was built with.",
     .run = cmd_version},
};
const size_t n_commands = sizeof commands / sizeof commands[0];
