/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help and completion: ways to print the option and command rows. */
#include "cli/opt.h"

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
    wrap(out, o->field.help, 30, 30);
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
    for (size_t i = 0; i < n_option_rows; i++)
        if (opt_taken(command, option_rows[i].field.key))
            help_option(&option_rows[i], out);
    if (command->examples == NULL)
        return;
    fputs("\nexamples:\n", out);
    for (int i = 0; command->examples[i] != NULL; i++)
        fprintf(out, "  cephplan %s\n", command->examples[i]);
}

void opt_overview(const struct command *commands, size_t n, FILE *out)
{
    fputs("usage: cephplan COMMAND [options] [FILE...]\n\n"
          "What a Ceph cluster will do before you buy it, as ranges, from measured disks.\n\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "  %-12s%s\n", commands[i].name, commands[i].summary);
    fputs("\ncephplan help COMMAND tells all about one, cephplan --version what this is.\n"
          "A FILE may be `-` (standard input) or the name of a built-in example: rbdbench,\n"
          "proxmox-3node-nvme, hdd-12-nvme-db, ec42-archive, fefcc-3hdd, fefcc-6hdd, kvaps.\n"
          "Exit status: 0 done, 1 the answer is no, 2 usage, 3 input, 4 model, 5 input/output.\n",
          out);
}

void opt_complete_bash(const struct command *commands, size_t n, FILE *out)
{
    fputs("# bash completion of cephplan\n_cephplan()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"--version",
          out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %s", commands[i].name);
    fputs("\"\n    else\n        case ${COMP_WORDS[1]} in\n", out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "        %s) words=\"", commands[i].name);
        for (size_t j = 0; j < n_option_rows; j++)
            if (opt_taken(&commands[i], option_rows[j].field.key))
                fprintf(out, "--%s ", option_rows[j].field.key);
        fputs("\" ;;\n", out);
    }
    fputs("        esac\n    fi\n"
          "    case $cur in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
          "    *) if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"$words\" -- "
          "\"$cur\"))\n"
          "       else COMPREPLY=($(compgen -f -- \"$cur\")); fi ;;\n    esac\n}\n"
          "complete -o filenames -F _cephplan cephplan\n",
          out);
}

/* zsh takes quotes and brackets in a description for its own. */
static void zsh_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (*text == '[' || *text == ']' || *text == ':')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

void opt_complete_zsh(const struct command *commands, size_t n, FILE *out)
{
    fputs("#compdef cephplan\n_cephplan() {\n    local -a commands\n    commands=(\n", out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "        '%s:", commands[i].name);
        zsh_text(out, commands[i].summary);
        fputs("'\n", out);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        "
          "return\n"
          "    fi\n    case ${words[2]} in\n",
          out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "    %s) _arguments '*:file:_files'", commands[i].name);
        for (size_t j = 0; j < n_option_rows; j++) {
            const struct option *o = &option_rows[j];
            if (!opt_taken(&commands[i], o->field.key))
                continue;
            fprintf(out, " \\\n        '--%s[", o->field.key);
            zsh_text(out, o->field.help);
            fputs(o->metavar == NULL ? "]'" : "]:value:_files'", out);
        }
        fputs(" ;;\n", out);
    }
    fputs("    esac\n}\n_cephplan \"$@\"\n", out);
}
