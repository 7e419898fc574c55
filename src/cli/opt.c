/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what is parsed, helped and completed are the same rows. */
#include "cli/opt.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define O struct options
#define TEXT(k, m, letter, meta, h)                                                                \
    {                                                                                              \
        ROW_TEXT(O, k, m, h), letter, meta                                                         \
    }
#define TEXTS(k, m, n, letter, meta, h)                                                            \
    {                                                                                              \
        ROW_TEXTS(O, k, m, n, h), letter, meta                                                     \
    }
#define FLAG(k, m, letter, h)                                                                      \
    {                                                                                              \
        ROW_BOOL(O, k, m, "false", h), letter, NULL                                                \
    }
#define COUNT(k, m, lo, hi, d, meta, h)                                                            \
    {                                                                                              \
        ROW_INT(O, k, m, lo, hi, d, h), 0, meta                                                    \
    }

const struct option option_rows[] = {
    {{.key = "format",
      .kind = FIELD_TEXT,
      .offset = offsetof(O, format),
      .def = "text",
      .help = "form of the answer"},
     'f',
     "text|json|csv|md"},
    TEXT("output", output, 'o', "FILE", "write the answer to a file, whole or not at all"),
    TEXTS(
        "set", set, n_set, 0, "PATH=VALUE",
        "change the document first, e.g. hosts.0.osds.0.count=6; null takes a key out; repeatable"),
    TEXT("catalogue", catalogue, 0, "DIR",
         "a folder of device files that stand before the built-in ones"),
    COUNT("seed", seed, 0, INT_MAX, "1", "N", "seed of the random draws"),
    TEXT("color", color, 0, "auto|never",
         "colour on a terminal; auto heeds NO_COLOR (default auto)"),
    FLAG("quiet", quiet, 'q', "no remarks on stderr"),
    FLAG("help", help, 'h', "this help"),
    TEXT("model", model, 'm', "NAME",
         "engine (default) or a model file that calibrate wrote; estimate and validate also "
         "mirantis, seed-range, ucloud, vitastor, disk-rule, several with commas, or all"),
    TEXTS("workload", workload, n_workload, 'w', "KEY=VALUE,...",
          "a load instead of the document's, e.g. rw=randread,bs=4k,iodepth=32,clients=4,read=70%; "
          "repeatable"),
    TEXT("chart", chart, 'c', "FILE.svg|png|pdf", "draw the answer"),
    COUNT("draws", draws, 10, 100000, "200", "N", "Monte Carlo draws behind a range"),
    TEXT("baseline", baseline, 0, "RECORD", "anchor on a measured run of the same cluster"),
    TEXT("by", by, 0, "class|publisher|quality", "groups of the table (default class)"),
    FLAG("lopo", lopo, 0, "predict each publisher by coefficients fitted without it"),
    COUNT("worst", worst, 1, 10000, NULL, "N", "list the rows that are furthest off"),
    TEXT("fit", fit, 0, "NAME,...", "parameters to fit (default: those the model file marks)"),
    TEXTS("add", add, n_add, 0, "hosts=N|osds=N", "what to add; repeatable"),
    TEXT("like", like, 0, "GROUP", "the host group that new hosts are like (default: the first)"),
    TEXT("device", device, 0, "NAME", "the device of new OSDs (default: as in the group)"),
    TEXTS("pool", pool, n_pool, 0, "KEY=VALUE",
          "change the first pool as well, e.g. size=3; repeatable"),
    TEXT("steps", steps, 0, "A..B", "a curve over so many additions"),
    TEXT("lose", lose, 0, "osd|host|rack|db-device", "what fails"),
    TEXT("profile", profile, 0, "balanced|high_client_ops|high_recovery_ops", "mClock profile"),
    TEXT("fill", fill, 0, "SHARE", "raw space in use, e.g. 70%, instead of what the pools store"),
    TEXT("today", today, 0, "YYYY-MM-DD", "the day that dates count from (default: the system's)"),
    TEXT("view", view, 0, "steps|time", "what the chart shows (default steps)"),
    TEXT("as", as, 0, "device|cluster|record", "kind of document to make"),
    TEXT("name", name, 'n', "NAME", "name in the document"),
    TEXT("class", class, 0, "hdd|sata-ssd|sas-ssd|nvme|scm", "device class of the document"),
    TEXT("clients", clients, 0, "A..B", "vary the clients instead of what they keep outstanding"),
    TEXT("show", show, 0, "NAME,...", "what is shown; see the command's text"),
    COUNT("top", top, 1, 50, "5", "N", "so many designs"),
    TEXT("title", title, 0, "TEXT", "title of the report"),
    TEXT("author", author, 0, "TEXT", "who answers for the report"),
    TEXT("logo", logo, 0, "FILE.png", "a picture at the head of the first page"),
    TEXT("paper", paper, 0, "a4|letter", "size of the pages (default a4)"),
    TEXT("need", need, 0, "NEED.yaml", "judge the cluster by what this document asks for"),
    TEXT("expand", expand, 0, "hosts=N|osds=N", "show the cluster so much larger as well"),
    TEXT("lang", lang, 0, "en", "language of the report"),
};
const size_t n_option_rows = sizeof option_rows / sizeof option_rows[0];
#undef O

const char *const common_options[] = {"format", "output", "quiet", "color", "help", NULL};

static bool listed(const char *const *keys, const char *key)
{
    for (int i = 0; keys != NULL && keys[i] != NULL; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

struct option opt_for(const struct command *command, const struct option *option)
{
    struct option own = *option;
    if (command->formats != NULL && strcmp(option->field.key, "format") == 0) {
        own.metavar = command->formats;
        own.field.def = command->default_format;
    }
    return own;
}

bool opt_taken(const struct command *command, const char *key)
{
    if (command->formats != NULL && command->formats[0] == '\0' && strcmp(key, "format") == 0)
        return false;
    return listed(common_options, key) || listed(command->options, key);
}

struct parsing {
    struct arena *arena;
    const struct command *command;
    struct options *options;
    struct err *err;
};

static const struct option *find_long(const struct parsing *p, const char *name, size_t length)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option *o = &option_rows[i];
        if (strlen(o->field.key) == length && strncmp(o->field.key, name, length) == 0 &&
            opt_taken(p->command, o->field.key))
            return o;
    }
    return NULL;
}

static const struct option *find_letter(const struct parsing *p, char letter)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].letter == letter && opt_taken(p->command, option_rows[i].field.key))
            return &option_rows[i];
    return NULL;
}

static bool unknown_option(const struct parsing *p, const char *argument)
{
    const char *words[64];
    size_t n = 0;
    for (size_t i = 0; i < n_option_rows && n < 64; i++)
        if (opt_taken(p->command, option_rows[i].field.key))
            words[n++] = option_rows[i].field.key;
    const char *name = argument + strspn(argument, "-");
    char bare[64];
    (void)snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "="), name);
    const char *near = err_nearest(bare, words, n);
    if (near != NULL)
        return err_set(p->err, ERR_USAGE,
                       "%s: unknown option '%.60s' (did you mean '--%s'?); see cephplan help %s",
                       p->command->name, argument, near, p->command->name);
    return err_set(p->err, ERR_USAGE, "%s: unknown option '%.60s'; see cephplan help %s",
                   p->command->name, argument, p->command->name);
}

static bool add_text(const struct parsing *p, const struct field *field, const char *value)
{
    char *object = (char *)p->options;
    const char ***texts = (const char ***)(void *)(object + field->offset);
    int *n = (int *)(void *)(object + field->count_offset);
    const char **text = arena_append(p->arena, texts, n, sizeof *text);
    *text = value;
    return true;
}

bool opt_is_choice(const char *metavar)
{
    return metavar != NULL && strchr(metavar, '|') != NULL &&
           strspn(metavar, "abcdefghijklmnopqrstuvwxyz0123456789_-|[]") == strlen(metavar);
}

/* A word that is none of those between the bars of the metavar. */
static bool check_choice(const struct parsing *p, const struct option *o, const char *value)
{
    char *copy = arena_copy(p->arena, o->metavar), *rest = NULL;
    const char *words[16];
    const char *allowed = "";
    size_t n = 0;
    for (char *w = strtok_r(copy, "|", &rest); w != NULL && n < 16; w = strtok_r(NULL, "|", &rest))
        words[n++] = w;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(words[i], value) == 0)
            return true;
        allowed = arena_printf(p->arena, "%s%s%s", allowed,
                               i == 0       ? ""
                               : i + 1 == n ? " or "
                                            : ", ",
                               words[i]);
    }
    return err_set(p->err, ERR_USAGE, "%s: --%s is '%.60s'; allowed: %s%s", p->command->name,
                   o->field.key, value, allowed, err_hint(err_nearest(value, words, n)).text);
}

static bool take_value(const struct parsing *p, const struct option *o, const char *value)
{
    if (opt_is_choice(o->metavar) && !check_choice(p, o, value))
        return false;
    if (o->field.kind == FIELD_TEXTS)
        return add_text(p, &o->field, value);
    struct err inner = ERR_INIT;
    if (field_parse(&o->field, value, p->options, &inner))
        return true;
    return err_set(p->err, ERR_USAGE, "%s: --%s", p->command->name, inner.text);
}

/* One option at argv[*i]; moves *i past a value of its own. */
static bool parse_option(const struct parsing *p, int argc, char **argv, int *i)
{
    const char *argument = argv[*i], *value = NULL;
    const struct option *row = NULL;
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");
        row = find_long(p, argument + 2, length);
        value = argument[2 + length] == '=' ? argument + 3 + length : NULL;
    } else {
        row = find_letter(p, argument[1]);
        value = argument[2] != '\0' ? argument + 2 : NULL;
    }
    if (row == NULL)
        return unknown_option(p, argument);
    const struct option own = opt_for(p->command, row), *o = &own;
    if (o->field.kind == FIELD_BOOL) {
        if (value != NULL)
            return err_set(p->err, ERR_USAGE, "%s: --%s takes no value", p->command->name,
                           o->field.key);
        return take_value(p, o, "true");
    }
    if (value == NULL && *i + 1 >= argc)
        return err_set(p->err, ERR_USAGE, "%s: --%s needs a value: %s", p->command->name,
                       o->field.key, o->metavar);
    if (value == NULL)
        value = argv[++*i];
    return take_value(p, o, value);
}

static void init_options(struct options *options)
{
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct field *field = &option_rows[i].field;
        if (field->kind == FIELD_INT || field->kind == FIELD_BOOL)
            *(int *)(void *)((char *)options + field->offset) = FIELD_ABSENT;
    }
}

static bool check_count(const struct command *command, int n, struct err *err)
{
    if (n < command->min_arguments)
        return err_set(err, ERR_USAGE, "%s: needs %s%s; see cephplan help %s", command->name,
                       command->arguments, command->min_arguments > 1 ? " (two or more)" : "",
                       command->name);
    if (command->max_arguments >= 0 && n > command->max_arguments)
        return err_set(err, ERR_USAGE, "%s: too many arguments; allowed: %s", command->name,
                       command->arguments[0] == '\0' ? "none" : command->arguments);
    return true;
}

bool opt_parse(struct arena *arena, const struct command *command, int argc, char **argv,
               struct options *options, const char **arguments, int *n_arguments, struct err *err)
{
    struct parsing p = {arena, command, options, err};
    bool only_arguments = false;
    init_options(options);
    *n_arguments = 0;
    for (int i = 0; i < argc; i++) {
        if (!only_arguments && strcmp(argv[i], "--") == 0) {
            only_arguments = true;
        } else if (!only_arguments && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!parse_option(&p, argc, argv, &i))
                return false;
        } else {
            arguments[(*n_arguments)++] = argv[i];
        }
    }
    return options->help == 1 || check_count(command, *n_arguments, err);
}
