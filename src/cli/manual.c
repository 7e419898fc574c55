/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what stands between requests has been escaped; no text of a table can become one. */
#include "cli/manual.h"

#include "base/utf8.h"
#include "cli/fieldtext.h"
#include "model/schemas.h"

#include <string.h>

/* -- troff -- */

static void put_char(FILE *out, uint32_t c, bool *code)
{
    static const struct {
        char plain;
        const char *escape;
    } escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'\'', "\\(aq"}};
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (c == (uint32_t)escapes[i].plain) {
            fputs(escapes[i].escape, out);
            return;
        }
    }
    if (c == '`') {
        *code = !*code;
        fputs(*code ? "\\fB" : "\\fR", out);
    } else if (c < 0x80) {
        fputc((int)c, out);
    } else {
        fprintf(out, "\\[u%04X]", (unsigned)c);
    }
}

/* A text as lines of their own; an empty line in it begins a paragraph, backticks are bold. */
static void text(FILE *out, const char *words)
{
    enum { WIDTH = 72 };
    bool code = false;
    int column = 0;
    while (*words != '\0') {
        const char *glue = "";
        if (words[0] == '\n' && words[1] == '\n')
            glue = "\n.PP\n";
        else if (words[0] == ' ' && column + (int)strcspn(words + 1, " \n") > WIDTH)
            glue = "\n";
        words += *glue == '\0' ? 0 : glue[1] == '\0' ? 1 : 2;
        fputs(glue, out);
        column = *glue == '\0' ? column + 1 : 0;
        if (column == 0 && *words == '.')
            fputs("\\&", out);
        put_char(out, utf8_next(&words), &code);
    }
    fputc('\n', out);
}

static void section(FILE *out, const char *name)
{
    fprintf(out, ".SH %s\n", name);
}

/* A term and what it means. */
static void item(FILE *out, const char *term, const char *meaning)
{
    fputs(".TP\n.B ", out);
    text(out, term);
    text(out, meaning);
}

/* Lines as they stand. */
static void example(FILE *out, const char *lines)
{
    bool code = false;
    fputs(".PP\n.RS 4\n.EX\n", out);
    while (*lines != '\0') {
        if (*lines == '.')
            fputs("\\&", out);
        while (*lines != '\0' && *lines != '\n')
            put_char(out, utf8_next(&lines), &code);
        fputc('\n', out);
        lines += *lines == '\n';
    }
    fputs(".EE\n.RE\n", out);
}

static void title(FILE *out, const char *section_number, const char *volume)
{
    /* Commands and keys are not to be broken at a hyphen. */
    fprintf(out, ".TH CEPHPLAN %s \"\" \"cephplan %s\" \"%s\"\n.nh\n.ad l\n", section_number,
            CEPHPLAN_VERSION, volume);
}

/* -- cephplan(1) -- */

static bool is_common(const char *key)
{
    for (int i = 0; common_options[i] != NULL; i++)
        if (strcmp(common_options[i], key) == 0)
            return true;
    return false;
}

static void option(const struct option *o, FILE *out)
{
    fputs(".TP\n\\fB", out);
    if (o->letter != 0)
        fprintf(out, "\\-%c\\fR, \\fB", o->letter);
    fprintf(out, "\\-\\-%s\\fR", o->field.key);
    if (o->metavar != NULL)
        fprintf(out, " \\fI%s\\fR", o->metavar);
    fputc('\n', out);
    char words[400];
    opt_help_text(o, words, sizeof words);
    text(out, words);
}

static void inputs(const struct command *c, FILE *out)
{
    fputs(".PP\nIt reads\n.RS 4\n", out);
    for (size_t i = 0; c->inputs(i) != NULL; i++) {
        fputs(".PP\n", out);
        text(out, c->inputs(i));
    }
    fputs(".RE\n", out);
}

static void command(const struct command *c, FILE *out)
{
    fprintf(out, ".SS cephplan %s [options]%s%s\n", c->name, c->arguments[0] == '\0' ? "" : " ",
            c->arguments);
    text(out, c->description);
    if (c->inputs != NULL)
        inputs(c, out);
    for (size_t i = 0; i < n_option_rows; i++) {
        struct option own = opt_for(c, &option_rows[i]);
        bool common = is_common(own.field.key) && own.metavar == option_rows[i].metavar;
        if (opt_taken(c, own.field.key) && !common)
            option(&own, out);
    }
    for (int i = 0; c->examples != NULL && c->examples[i] != NULL; i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "cephplan %s", c->examples[i]);
        example(out, line);
    }
}

static void exit_statuses(FILE *out)
{
    section(out, "EXIT STATUS");
    item(out, "0", "done");
    item(out, "1", "the answer is no: targets not met, a check failed");
    item(out, "2", "usage: the command line is wrong");
    item(out, "3", "input: a document is wrong; the message names file, line and column");
    item(out, "4", "model: no prediction is possible, or a computation failed");
    item(out, "5", "input/output: a file cannot be read or written, or memory ran out");
    fputs(".PP\n", out);
    text(out, "The answer goes to standard output, everything else to standard error. With a "
              "status above 1 standard output stays empty. Files are written whole or not at all.");
}

void manual_commands(const struct command *commands, size_t n, FILE *out)
{
    title(out, "1", "User Commands");
    fputs(".SH NAME\ncephplan \\- what a Ceph cluster will do before you buy it\n.SH SYNOPSIS\n"
          ".B cephplan\n.I COMMAND\n[options] [FILE...]\n",
          out);
    section(out, "DESCRIPTION");
    text(out, "Reads fio measurements of disks and a description of a cluster in YAML, see "
              "`cephplan`(5), and tells IOPS, bandwidth and latency as ranges, what limits them, "
              "and how wrong such predictions have been on published clusters.\n\n"
              "A FILE is a path, `-` for standard input, or the name of a built-in example such as "
              "`rbdbench`. The program needs no other file: device catalogue, models and examples "
              "are part of it.");
    section(out, "RANGES");
    text(out, "A range is P10, P50 and P90: of ten clusters described by the same document, one is "
              "expected to do worse than P10 and one better than P90. Its width holds what the "
              "coefficients leave open, how much measured clusters of different publishers differ "
              "from each other, and what the document did not say. `cephplan validate --lopo` "
              "shows, class by class, how often such ranges held and on how many publishers that "
              "rests. Where few publishers stand behind a class, or where a warning says that a "
              "cluster is far from the measured ones, the true range is wider than the one "
              "printed.");
    section(out, "OPTIONS OF EVERY COMMAND");
    for (size_t i = 0; i < n_option_rows; i++)
        if (is_common(option_rows[i].field.key))
            option(&option_rows[i], out);
    section(out, "COMMANDS");
    for (size_t i = 0; i < n; i++)
        command(&commands[i], out);
    exit_statuses(out);
    section(out, "ENVIRONMENT");
    item(out, "COLUMNS",
         "how wide tables of text are in a pipe or a file (40 or more; 120 when not set); what is "
         "wider wraps, or stands in parts below each other");
    item(out, "NO_COLOR", "when set and not empty, no colour on a terminal");
    item(out, "SOURCE_DATE_EPOCH",
         "the date inside a PDF, in seconds since 1970-01-01 UTC; without it there is none");
    section(out, "SEE ALSO");
    fputs(".BR cephplan (5),\n.BR fio (1),\n.BR ceph (8),\n.BR rados (8)\n", out);
}

/* -- cephplan(5) -- */

const char manual_example[] = "cephplan: cluster/1\n"
                              "name: three nodes\n"
                              "ceph: {version: 18.2.4}\n"
                              "hosts:\n"
                              "  - count: 3\n"
                              "    cpu: {model: EPYC 7443P, cores: 24, threads: 48}\n"
                              "    ram: 128GiB\n"
                              "    osds:\n"
                              "      - count: 4\n"
                              "        device: {like: samsung-pm983-1.92tb, capacity: 3.84TB}\n"
                              "network: {public: 25Gbit/s}\n"
                              "pools:\n"
                              "  - {name: vms, size: 3, pg_num: 512}\n"
                              "clients: {count: 3, colocated: true}\n"
                              "workloads:\n"
                              "  - {rw: randrw, read: 70%, bs: 4k, iodepth: 16, clients: 30}\n"
                              "  - {rw: randread, bs: 16k, rate: 20k IOPS}\n";

const char manual_need_example[] =
    "cephplan: need/1\n"
    "name: guests\n"
    "usable: 20TB\n"
    "growth: 20%/y\n"
    "horizon: 3y\n"
    "workloads:\n"
    "  - {name: guests, rw: randwrite, bs: 4k, clients: 100, iops: 5k, lat: 2ms}\n"
    "failure: {lose: host, share: 70%, rebuild: 12h}\n"
    "limits: {budget: 60000 EUR, max_hosts: 12}\n"
    "choices:\n"
    "  hosts:\n"
    "    - {name: 1U, cpu: {model: EPYC 9124, threads: 32}, ram: 128GiB, price: 4200 EUR, bays: "
    "10}\n"
    "  devices:\n"
    "    - {device: {like: samsung-pm9a3-3.84tb, price: 480 EUR}}\n"
    "  networks:\n"
    "    - {public: 25Gbit/s, price: 520 EUR}\n"
    "  schemes:\n"
    "    - {size: 3}\n";

static void quantities(FILE *out)
{
    section(out, "QUANTITIES");
    text(out, "A quantity is a decimal number and its unit, with or without a blank between them. "
              "The unit is not optional: 180 may be milliseconds or microseconds, and the program "
              "refuses to guess. NaN, infinity and hexadecimal digits are refused. Upper and lower "
              "case matter, because b is a bit and B a byte.");
    for (int dim = 0; dim < DIM_COUNT; dim++)
        if (dim != DIM_NUMBER && dim != DIM_RATIO)
            item(out, units_dim_name((enum dim)dim), units_help((enum dim)dim));
    item(out, "price", "a number and an ISO 4217 code, e.g. 340 EUR; nothing is ever converted");
    fputs(".PP\n", out);
    text(out, "In a capacity or a bandwidth M is 10^6 and Mi is 2^20. In a block size both are "
              "2^20, because that is how fio reads the same words. `rados bench` prints MB/sec "
              "where it means MiB/s: write MiB/s.\n\n"
              "Link rates of bonded ports add up: `40+40 Gbit/s`. Growth by the month compounds to "
              "the year. A month is a twelfth of a year, a year is 365.25 days.");
}

static void documents(FILE *out)
{
    section(out, "DOCUMENTS");
    text(out, "A file holds one YAML document. Its first key says what it is: `cephplan: "
              "cluster/1`, `cephplan: device/1` or `cephplan: need/1`. Unknown and repeated keys, "
              "missing units, "
              "values out of range, several documents in one file, aliases that contain "
              "themselves, nesting deeper than 64 and files above 64 MiB are errors; the message "
              "names file, line and column, what was found, what is allowed, and the nearest valid "
              "spelling. A key that is left out is not an error: what was put in its place, and "
              "what that adds to the width of the ranges, is listed with the answer.");
    item(out, "cluster",
         "Groups of equal hosts, each with groups of equal OSDs; network, pools, clients and "
         "loads. Without `workloads` the standard set is estimated: 4k and 4M, random and "
         "sequential, reads, writes and a mix, at saturation, and 4k at depth 1.");
    item(out, "device",
         "One kind of drive and what fio measured on one of it. A cluster names a device of the "
         "catalogue (`cephplan devices`), a file of its own, or states it in place; `like:` takes "
         "a catalogue entry and overrides what is stated beside it. A device without a row for "
         "what is asked is answered from the file that is typical of its class. Rows with "
         "`fsync: 1` or `sync: 1` are the ones that decide how fast a DB, WAL or journal device "
         "commits. A short `span` flatters a disk.");
    item(out, "record",
         "A cluster with `source`, `quality` and `measured` rows: what somebody saw on it. "
         "`fit: false` keeps a row out of calibration and `tags` say why. `cephplan validate` and "
         "`cephplan calibrate` read records; so does `--baseline`.");
    item(
        out, "need",
        "What a cluster must hold, do and survive, what it may cost, and every part that it may be "
        "built of, with prices and watts where they count. `cephplan size` searches every "
        "combination of what is listed and of nothing else. A load without a depth or rate "
        "arrives at the rate that is asked for. `classes` takes the data devices of these classes "
        "alone, of those listed, or where none is, of the folder of --catalogue. What stands under "
        "`failure` is asked of the "
        "cluster with its largest such unit gone. No price is ever invented: without one for "
        "every part, the number of devices decides.");
    fputs(".PP\n", out);
    text(out, "The requests outstanding under a load are iodepth x numjobs x clients. A load with "
              "`rate` is open: so many operations arrive each second, however many are waiting.");
}

static void key(struct arena *arena, const struct field *field, FILE *out)
{
    const char *allowed = fieldtext_allowed(arena, field);
    fputs(".TP\n", out);
    fprintf(out, "\\fB%s\\fR \\- ", field->key);
    text(out, fieldtext_kind(arena, field));
    text(out, arena_printf(arena, "%s%s%s%s%s%s%s", field->help, field->required ? " (needed)" : "",
                           allowed == NULL ? "" : "; ", allowed == NULL ? "" : allowed,
                           field->def == NULL ? "" : "; default: ",
                           field->def == NULL ? "" : field->def, "."));
}

void manual_documents(struct arena *arena, FILE *out)
{
    title(out, "5", "File Formats");
    fputs(
        ".SH NAME\ncephplan \\- cluster, device, record and need documents of\n.BR cephplan (1)\n",
        out);
    documents(out);
    quantities(out);
    section(out, "EXAMPLE");
    text(out, "Three nodes whose drives are like one of the catalogue, but larger:");
    example(out, manual_example);
    text(out, "What a buyer may ask of it, and of which parts:");
    example(out, manual_need_example);
    section(out, "KEYS");
    text(out, "The same tables as those from which the program reads, also printed by `cephplan "
              "fields`, and as a JSON Schema by `cephplan fields --format json-schema`.");
    for (int i = 0; all_schemas[i] != NULL; i++) {
        fprintf(out, ".SS %s\n", all_schemas[i]->name);
        for (size_t k = 0; k < all_schemas[i]->n_fields; k++)
            key(arena, &all_schemas[i]->fields[k], out);
    }
    section(out, "SEE ALSO");
    fputs(".BR cephplan (1),\n.BR fio (1)\n", out);
}
