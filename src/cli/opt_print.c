/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help out of the option and command rows. */
#include "cli/opt.h"

#include "load/embedded.h"

#include <string.h>

/* Text wrapped at 92 columns; the first line has been begun at `column`, the others stand at
 * `indent`. */
static void wrap(FILE *out, const char *text, int column, int indent)
{
    while (*text != '\0') {
        size_t word = strcspn(text, " \n");
        if (column + 1 + (int)word > 92 && column > indent) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)word, text);
        column += (int)word;
        text += word;
        if (*text == '\n') {
            fprintf(out, "\n%*s", text[1] == '\n' ? 0 : indent, "");
            column = indent;
        }
        text += *text != '\0';
    }
    fputc('\n', out);
}

void opt_help_text(const struct option *o, char *buf, size_t size)
{
    bool told = o->field.def != NULL && o->field.kind != FIELD_BOOL;
    (void)snprintf(buf, size, "%s%s%s%s", o->field.help, told ? " (default " : "",
                   told ? o->field.def : "", told ? ")" : "");
}

static void help_option(const struct option *o, FILE *out)
{
    char head[120];
    if (o->letter != 0)
        (void)snprintf(head, sizeof head, "-%c, --%s%s%s", o->letter, o->field.key,
                       o->metavar == NULL ? "" : " ", o->metavar == NULL ? "" : o->metavar);
    else
        (void)snprintf(head, sizeof head, "    --%s%s%s", o->field.key,
                       o->metavar == NULL ? "" : " ", o->metavar == NULL ? "" : o->metavar);
    if (strlen(head) > 26)
        fprintf(out, "  %s\n%*s", head, 30, "");
    else
        fprintf(out, "  %-28s", head);
    char text[400];
    opt_help_text(o, text, sizeof text);
    wrap(out, text, 30, 30);
}

static void usage_line(const struct command *command, FILE *out)
{
    fprintf(out, "usage: cephplan %s [options]%s%s\n", command->name,
            command->arguments[0] == '\0' ? "" : " ", command->arguments);
}

void opt_help(const struct command *command, FILE *out)
{
    usage_line(command, out);
    fputc('\n', out);
    wrap(out, command->description, 0, 0);
    fputs("\noptions:\n", out);
    for (size_t i = 0; i < n_option_rows; i++) {
        struct option own = opt_for(command, &option_rows[i]);
        if (opt_taken(command, own.field.key))
            help_option(&own, out);
    }
    if (command->inputs != NULL)
        fputs("\nreads:\n", out);
    for (size_t i = 0; command->inputs != NULL && command->inputs(i) != NULL; i++) {
        fputs("  ", out);
        wrap(out, command->inputs(i), 2, 2);
    }
    if (command->examples == NULL)
        return;
    fputs("\nexamples:\n", out);
    for (int i = 0; command->examples[i] != NULL; i++)
        fprintf(out, "  cephplan %s\n", command->examples[i]);
}

static void overview_examples(FILE *out)
{
    static const char folder[] = "models/clusters/";
    char text[1000];
    size_t n = 0, used = 0;
    const struct embedded_file *files = embedded_prefix(folder, &n);
    used += (size_t)snprintf(text, sizeof text,
                             "A CLUSTER is a file, `-` for standard input, or "
                             "the name of a built-in example: ");
    for (size_t i = 0; i < n && used + 80 < sizeof text; i++) {
        const char *name = files[i].path + sizeof folder - 1;
        used += (size_t)snprintf(text + used, sizeof text - used, "%.*s%s", (int)strcspn(name, "."),
                                 name, i + 1 < n ? ", " : ".");
    }
    wrap(out, text, 0, 0);
}

void opt_overview(const struct command *commands, size_t n, FILE *out)
{
    fputs("usage: cephplan COMMAND [options] [FILE...]\n\n"
          "What a Ceph cluster will do before you buy it, as ranges, from measured disks.\n\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "  %-12s%s\n", commands[i].name, commands[i].summary);
    fputs("\nTo begin: cephplan estimate rbdbench, an example that is built in. A document of your "
          "own\n"
          "to start from stands under EXAMPLE in the manual: cephplan man 5 | man -l -\n"
          "cephplan help COMMAND tells all about one, cephplan --version what this is.\n",
          out);
    overview_examples(out);
    fputs("Exit status: 0 done, 1 the answer is no, 2 usage, 3 input, 4 model, 5 input/output.\n",
          out);
}
