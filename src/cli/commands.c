/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: dispatch, help, manual and completion read it. */
#include "cli/commands.h"

#include <string.h>

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
         "Tells what a cluster does under each load of its document, or under the standard set (4k "
         "and 4M, random and sequential, reads, writes and 70/30, saturated, and 4k at one "
         "request): operations/s, bandwidth, mean and p99 latency as P10, P50 and P90; what limits "
         "it and what would next; the loss from raw devices to the client, step by step; what was "
         "assumed, and how much that widens the range.\n\n"
         "One cluster in ten does worse than P10. `cephplan validate --lopo` tells how often such "
         "ranges held on clusters that the coefficients had not seen.\n\n"
         "--workload replaces the document's loads; `cephplan fields workload` lists its keys. "
         "--model all lays the published formulas beside the engine, with their known defects. "
         "--baseline leans the estimate on a record measured on the same cluster. --chart draws "
         "the ranges, with --show losses the loss of the first load, with --show bounds where each "
         "resource would end each load.",
     .options = LIST("model", "workload", "chart", "show", "set", "baseline", "draws", "seed",
                     "catalogue"),
     .examples =
         LIST("estimate rbdbench --model all --chart rbdbench.svg",
              "estimate cluster.yaml --workload rw=randrw,bs=4k,read=70%,iodepth=32,clients=10",
              "estimate cluster.yaml --set hosts.0.count=6 --format json"),
     .min_arguments = 1,
     .max_arguments = 1,
     .formulas = true,
     .run = cmd_estimate},
    {.name = "curve",
     .arguments = "CLUSTER",
     .summary = "throughput and latency against the requests outstanding: the hockey stick",
     .description =
         "Follows each load from one request outstanding to the knee and past it: operations/s, "
         "mean and p99 latency as P10, P50 and P90, what bounds them, the knee, the requests "
         "outstanding for 90 % of saturation, and the operations/s that keep a mean latency of 1, "
         "2, 5, 10 and 30 ms.\n\n"
         "--clients A..B varies the clients, each with the load's iodepth x numjobs, instead of "
         "what the document's clients keep outstanding. Of a record, what was measured stands in "
         "the chart. --show iops, bandwidth or latency chooses what the chart draws.",
     .options =
         LIST("workload", "clients", "chart", "show", "set", "model", "draws", "seed", "catalogue"),
     .examples = LIST("curve proxmox-3node-nvme --workload rw=randwrite,bs=4k --chart curve.svg",
                      "curve cluster.yaml --clients 1..1000 --show latency --chart latency.svg"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_curve},
    {.name = "compare",
     .arguments = "CLUSTER...",
     .summary = "two to six clusters under the same loads, per cent against the first",
     .description =
         "Puts the loads of the first cluster (or --workload) on every cluster and shows the "
         "ranges, the change against the first with its own range, and whether that is more than "
         "noise: both clusters are drawn together, so that what the model does not know of either "
         "cancels. Beside it capacity, what the loss of the largest host does, cost and power "
         "where the documents state them.",
     .options = LIST("workload", "chart", "set", "model", "draws", "seed", "catalogue"),
     .examples = LIST("compare fefcc-3hdd fefcc-6hdd --chart compare.svg",
                      "compare now.yaml bigger.yaml faster.yaml --format json"),
     .min_arguments = 2,
     .max_arguments = 6,
     .run = cmd_compare},
    {.name = "size",
     .arguments = "NEED",
     .summary = "the cheapest clusters that hold a need, and what decided each",
     .description =
         "Searches every combination of what the needs document lists: hosts, data devices and "
         "their number, DB devices, network, redundancy, number of hosts. Shows the cheapest "
         "design of each data device and scheme that meets every target, nine chances in ten, "
         "what decided it, how much slack each target has, what a tenth less of it and going "
         "without it would save, and what `cephplan check` warns of. The answer is exact within "
         "what is listed. Without a price for every part the "
         "number of devices decides, then the hosts.\n\n"
         "-o is a folder here: a cluster document for each design is written into it, all or "
         "none. --chart "
         "draws what more money buys, --show iops, usable or power says of what. Where nothing "
         "holds the nearest miss is shown and the exit status is 1. An interrupt ends the search "
         "with the best design so far, marked as not proven.",
     .options = LIST("top", "chart", "show", "set", "model", "draws", "seed", "catalogue"),
     .examples = LIST("size vms-200-nvme --chart front.svg -o designs",
                      "size need.yaml --catalogue prices --set limits.max_hosts=12 --format json"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_size},
    {.name = "sweep",
     .arguments = "CLUSTER",
     .summary = "any field of the document over a grid of values, to a table or chart",
     .description =
         "Estimates the cluster at every point of a grid. Each --set with several values is an "
         "axis: a list a,b,c, a span a..b of whole numbers, a..b:STEP, or a..b:xFACTOR; a --set "
         "with one value holds everywhere. The fields are those of cephplan fields, loads "
         "included.\n\n"
         "--show names the columns: iops, bandwidth, latency, p99 (ranges, or one quantile: "
         "iops.p10), bound, next_bound, capacity.raw, capacity.usable, capacity.safe_fill, "
         "capacity.plan_fill, cost, power, hosts, osds. --chart draws the first of them: a line "
         "over numbers, bars over "
         "words, a heat map over two axes.",
     .options = LIST("workload", "set", "show", "chart", "model", "draws", "seed", "catalogue"),
     .examples =
         LIST("sweep proxmox-3node-nvme --set hosts.0.count=3..12 --workload "
              "rw=randwrite,bs=4k,iodepth=32,clients=10 --chart hosts.svg",
              "sweep rbdbench --set network.public=1,10,25Gbit/s --set pools.0.size=2,3 --show "
              "iops.p50,bound"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_sweep},
    {.name = "expand",
     .arguments = "CLUSTER",
     .summary = "before, after and gain of more hosts or OSDs; what moves; where it stops paying",
     .description = "Adds hosts (like a host group, or with another device) or OSDs to every host "
                    "and shows each load "
                    "before and after with its gain, what binds it, what may be stored, the "
                    "data that CRUSH moves, the "
                    "time that takes under client load, and the number of OSDs beyond which more "
                    "do not pay at this "
                    "load, with what would help instead.\n\n"
                    "--baseline takes a record measured on the same cluster: ratios are predicted, "
                    "levels lean on what "
                    "was measured. --pool changes the first pool as well. --steps shows the curve "
                    "step by step, --chart "
                    "draws it.",
     .options = LIST("add", "like", "device", "pool", "baseline", "steps", "profile", "fill",
                     "chart", "workload", "set", "model", "draws", "seed", "catalogue"),
     .examples =
         LIST("expand fefcc-3hdd --add osds=1",
              "expand hdd-12-nvme-db --add hosts=1 --steps 1..12 --chart gain.svg",
              "expand cluster.yaml --add hosts=2 --like nvme --pool size=3 --baseline record.yaml"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_expand},
    {.name = "capacity",
     .arguments = "CLUSTER",
     .summary = "what to store at most, its parts by pool and class, and when a limit is reached",
     .description =
         "Shows first the one figure to plan with, a pool: the most that keeps even the fullest "
         "OSD "
         "(the balancer leaves some above the mean) below nearfull, and that is rebuilt below "
         "backfillfull after the loss of the largest failure domain, or, where no domain is to "
         "spare, of a disk by the rest of its host. Then its parts: raw, usable at the full and "
         "nearfull ratios, and the safe fill, which is the same without room for the fullest OSD "
         "and without a disk's rebuild inside its host. All are bytes of the pools' objects "
         "(`object_size`), what allocation units pad taken off. Unequal hosts are exact, for "
         "CRUSH's own placement and for a balanced cluster. Pools with `stored` and `growth` get "
         "the date each limit is reached. Capacities are given in powers of 1000 and of 1024.\n\n"
         "Exit status 1 when a pool cannot be placed. --chart draws the way from the devices to "
         "that figure, with --view time the fill over the years.",
     .options = LIST("chart", "view", "today", "set", "catalogue"),
     .examples = LIST("capacity ec42-archive", "capacity cluster.yaml --set balancer=false",
                      "capacity hdd-12-nvme-db --chart fill.svg --view time --today 2026-12-01"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_capacity},
    {.name = "recover",
     .arguments = "CLUSTER",
     .summary = "what a failure stops, how long it takes to rebuild, the yearly risk of loss",
     .description = "Loses the largest OSD, host, rack or shared DB device, or where the rest of "
                    "its host alone must take "
                    "what it held the one that leaves it fullest, and says which pools "
                    "stop or lose data, whether "
                    "the lost copies can be rebuilt and fit, and where, how much moves, how long "
                    "that takes "
                    "by mClock profile, what "
                    "clients get meanwhile, and the yearly probability of losing data of each pool "
                    "when devices fail "
                    "independently.\n\n"
                    "What the pools hold is taken from `stored`; --fill takes a share of the raw "
                    "space instead. Exit "
                    "status 1 when it cannot be rebuilt to the end.",
     .options = LIST("lose", "profile", "fill", "workload", "set", "draws", "seed", "catalogue"),
     .examples =
         LIST("recover ec42-archive --lose host",
              "recover cluster.yaml --lose db-device --fill 70% --profile high_recovery_ops"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_recover},
    {.name = "check",
     .arguments = "CLUSTER",
     .summary = "what is wrong or risky with a plan, with reasons and sources",
     .description = "Looks for what people regret: two copies, min_size 1, more shards than hosts, "
                    "no host to rebuild on, "
                    "placement groups off, a DB too small or with too many OSDs behind it, SSDs "
                    "without power-loss "
                    "protection, links below the disks, too little memory or CPU, mixed sizes and "
                    "classes, raw space that "
                    "unequal hosts strand, "
                    "measurements that cannot "
                    "be right. Exit status 1 when a finding is severe.",
     .options = LIST("set", "catalogue"),
     .examples = LIST("check proxmox-3node-nvme", "check cluster.yaml --format json"),
     .min_arguments = 1,
     .max_arguments = 1,
     .run = cmd_check},
    {.name = "report",
     .arguments = "CLUSTER...",
     .summary = "the sizing report for the person who decides: PDF, HTML or Markdown",
     .description =
         "Writes all that the other commands say of a cluster into one document: a page that sums "
         "it up, the loads with their ranges and what limits them, the loss from raw devices to "
         "the client, how far it can be loaded, what more hosts or disks bring, capacity and "
         "growth, failure and recovery, cost where prices are known, findings, several clusters "
         "side by side, what was assumed, how good the model is, and the documents themselves. "
         "What the document says too little for is left out.\n\n"
         "The ending of -o says the format: .pdf, .html, or .md with its pictures beside it as "
         "NAME-*.svg. --need judges every cluster by a needs document, target by target as `size` "
         "would; the exit status is 1 when none of them holds it. --expand shows the cluster so "
         "much larger. With SOURCE_DATE_EPOCH in the environment the same input gives the same "
         "bytes.",
     .options =
         LIST("title", "author", "logo", "paper", "need", "expand", "lang", "workload", "set",
              "model", "lopo", "today", "fill", "profile", "draws", "seed", "catalogue"),
     .examples = LIST("report cluster.yaml -o sizing.pdf --author 'A. Engineer'",
                      "report cluster.yaml -o sizing.html --expand hosts=2",
                      "report cluster.yaml -o sizing.pdf --need needs.yaml",
                      "report small.yaml large.yaml -o choice.pdf --title 'Which of the two'"),
     .formats = "pdf|html|md",
     .min_arguments = 1,
     .max_arguments = 6,
     .run = cmd_report},
    {.name = "validate",
     .arguments = "[RECORD|FOLDER...]",
     .summary = "every model against measured clusters: error, coverage, by class",
     .description =
         "Predicts every measured row of the records given (without any: of the built-in ones) and "
         "tells how far off the models are. A factor of 1.2 is 20 % above or 17 % below: half of "
         "the rows lie within the median factor, four in five within the 80 % factor. The bias is "
         "the median of measured over predicted. Coverage is the share of rows inside P10..P90, "
         "where 80 % is meant.\n\n"
         "With --lopo each publisher is predicted by coefficients fitted to the others alone, "
         "which "
         "is the honest figure; rows outside the fit were never used to fit anything. --worst N "
         "lists the rows that are furthest off, with the bound and what had to be assumed. --chart "
         "draws predicted against measured.",
     .options = LIST("model", "by", "lopo", "worst", "chart", "set", "seed", "draws", "catalogue"),
     .examples =
         LIST("validate data/records --lopo", "validate my-record.yaml --model all --worst 20"),
     .max_arguments = -1,
     .formulas = true,
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
         "Reads what people have already, the results of benchmarks and what Ceph says of itself, "
         "into a document. The kind is found by the content, never by the file's name; several "
         "files, or several outputs pasted into one amid prose, become one document.\n\n"
         "What is implausible is a warning and never repaired, what is not said stays absent and "
         "is named with what to add; -q silences both. --format json speaks the tools' own "
         "words, --format text shows tables.",
     .options = LIST("as", "name", "class"),
     .examples = LIST("import fio-1.json fio-2.txt --as device --class hdd --name my-disk",
                      "import df-tree.json metadata.json pools.json df.json -o cluster.yaml",
                      "import - --format text < paste.txt"),
     .inputs = cmd_import_inputs,
     .min_arguments = 1,
     .max_arguments = -1,
     .formats = "yaml|json|text|csv|md",
     .default_format = "yaml",
     .run = cmd_import},
    {.name = "devices",
     .arguments = "[NAME...]",
     .summary = "the device catalogue, or the rows behind one device",
     .description =
         "Lists the built-in catalogue with the rates that the engine takes, or every measured and "
         "stated row of the devices named, with its source. --catalogue adds a folder of your own, "
         "whose entries stand before built-in ones of the same name.",
     .options = LIST("catalogue"),
     .examples = LIST("devices", "devices samsung-pm983-3.84tb"),
     .max_arguments = -1,
     .run = cmd_devices},
    {.name = "models",
     .arguments = "[NAME]",
     .summary = "the models, or every constant of one with value, range, unit and source",
     .description = "Lists the engine and the published formulas, or shows one: its constants, "
                    "where it holds, what is wrong with it.",
     .options = LIST("catalogue"),
     .examples = LIST("models", "models engine", "models mirantis", "models recovery"),
     .max_arguments = 1,
     .run = cmd_models},
    {.name = "fields",
     .arguments = "[PART]",
     .summary = "every key of the documents: unit, allowed values, default, meaning",
     .description =
         "Prints the tables from which device and cluster documents are read, all of them or "
         "those of one part: `host group`, `osds`, `workload`, `network`.\n\n"
         "--format json-schema prints a JSON Schema (draft 2020-12) of the documents, or of one "
         "part, for editors that complete and check YAML. Device names in it are those of the "
         "catalogue, and of --catalogue.",
     .options = LIST("catalogue"),
     .examples = LIST("fields", "fields osds", "fields --format json-schema -o cephplan.json"),
     .max_arguments = 1,
     .formats = "text|json|csv|md|json-schema",
     .default_format = "text",
     .run = cmd_fields},
    {.name = "completion",
     .arguments = "bash|zsh",
     .summary = "completion script for a shell",
     .description = "Prints a completion script made from the same tables as this help.",
     .examples = LIST("completion bash > ~/.local/share/bash-completion/completions/cephplan",
                      "completion zsh > \"${fpath[1]}/_cephplan\""),
     .min_arguments = 1,
     .max_arguments = 1,
     .formats = "",
     .run = cmd_completion},
    {.name = "man",
     .arguments = "[1|5]",
     .summary = "the manual pages: 1 the commands (default), 5 the documents",
     .description = "Prints cephplan(1) or cephplan(5) in troff, made from the same tables as this "
                    "help and as the reading of documents.",
     .examples = LIST("man | man -l -", "man 5 | man -l -"),
     .max_arguments = 1,
     .formats = "",
     .run = cmd_man},
    {.name = "help",
     .arguments = "[COMMAND]",
     .summary = "this overview, or all about one command",
     .description = "Prints the overview, or the help of one command.",
     .examples = LIST("help estimate"),
     .max_arguments = 1,
     .formats = "",
     .run = cmd_help},
    {.name = "version",
     .arguments = "",
     .summary = "version, compiler and libraries",
     .description = "Prints the version of the program and of the libraries it was built with.",
     .formats = "",
     .run = cmd_version},
};
const size_t n_commands = sizeof commands / sizeof commands[0];

const struct command *command_find(const char *name, struct err *err)
{
    const char *words[64];
    size_t n = 0;
    for (; n < n_commands && n < 64; n++) {
        if (strcmp(commands[n].name, name) == 0)
            return &commands[n];
        words[n] = commands[n].name;
    }
    (void)err_set(err, ERR_USAGE, "unknown command '%.60s'%s; see cephplan help", name,
                  err_hint(err_nearest(name, words, n)).text);
    return NULL;
}
