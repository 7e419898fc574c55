/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an option or argument takes is read off its metavar: words in lower case with bars between
 * them are the choice itself, capitals are files. */
#include "cli/complete.h"

#include "load/embedded.h"

#include <string.h>

static void put_choice(const char *metavar, FILE *out)
{
    for (; *metavar != '\0'; metavar++)
        if (*metavar != '[' && *metavar != ']')
            fputc(*metavar == '|' ? ' ' : *metavar, out);
}

/* What stands for files: a metavar that names them. */
static bool is_path(const char *metavar)
{
    static const char *const words[] = {"FILE", "RECORD", "CLUSTER", "FOLDER",
                                        "DIR",  "NAME",   "NEED"};
    for (size_t i = 0; metavar != NULL && i < sizeof words / sizeof words[0]; i++)
        if (strstr(metavar, words[i]) != NULL)
            return true;
    return false;
}

/* The names that a document of that folder may be called by without a file. */
static void put_examples(const char *folder, FILE *out)
{
    size_t n = 0;
    const struct embedded_file *files = embedded_prefix(folder, &n);
    for (size_t i = 0; i < n; i++) {
        const char *name = files[i].path + strlen(folder);
        fprintf(out, "%s%.*s", i == 0 ? "" : " ", (int)strcspn(name, "."), name);
    }
}

static void put_commands(const struct command *commands, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i == 0 ? "" : " ", commands[i].name);
}

/* Words that a command's arguments may be, beside files. */
static void put_arguments(const struct command *c, const struct command *commands, size_t n,
                          FILE *out)
{
    if (opt_is_choice(c->arguments))
        put_choice(c->arguments, out);
    else if (strstr(c->arguments, "COMMAND") != NULL)
        put_commands(commands, n, out);
    else if (strstr(c->arguments, "CLUSTER") != NULL)
        put_examples("models/clusters/", out);
    else if (strstr(c->arguments, "NEED") != NULL)
        put_examples("models/needs/", out);
}

/* -- bash -- */

static void bash_value(const struct option *o, FILE *out)
{
    if (opt_is_choice(o->metavar)) {
        fputs("COMPREPLY=($(compgen -W '", out);
        put_choice(o->metavar, out);
        fputs("' -- \"$cur\"))", out);
    } else if (is_path(o->metavar)) {
        fputs("COMPREPLY=($(compgen -f -- \"$cur\"))", out);
    } else {
        fputs("COMPREPLY=()", out);
    }
    fputs("; return ;;\n", out);
}

/* An option's value; where a command has words of its own for it, those stand first. */
static void bash_values(const struct command *commands, size_t n, FILE *out)
{
    fputs("    case ${COMP_WORDS[1]}:$prev in\n", out);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option *o = &option_rows[i];
        if (o->field.kind == FIELD_BOOL)
            continue;
        for (size_t c = 0; c <= n; c++) {
            struct option own = c < n ? opt_for(&commands[c], o) : *o;
            if (c < n && (own.metavar == o->metavar || !opt_taken(&commands[c], o->field.key)))
                continue;
            const char *name = c < n ? commands[c].name : "*";
            fprintf(out, "    %s:--%s", name, o->field.key);
            if (o->letter != 0)
                fprintf(out, " | %s:-%c", name, o->letter);
            fputs(") ", out);
            bash_value(&own, out);
        }
    }
    fputs("    esac\n", out);
}

static void bash_command(const struct command *c, const struct command *commands, size_t n,
                         FILE *out)
{
    fprintf(out, "    %s)\n        options='", c->name);
    for (size_t j = 0; j < n_option_rows; j++)
        if (opt_taken(c, option_rows[j].field.key))
            fprintf(out, "--%s ", option_rows[j].field.key);
    fputs("'\n        words='", out);
    put_arguments(c, commands, n, out);
    fprintf(out, "'\n        files=%s ;;\n", is_path(c->arguments) ? "yes" : "");
}

void complete_bash(const struct command *commands, size_t n, FILE *out)
{
    fputs("# bash completion of cephplan\n_cephplan()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local options= words= files=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W '--version --help ",
          out);
    put_commands(commands, n, out);
    fputs("' -- \"$cur\"))\n        return\n    fi\n", out);
    bash_values(commands, n, out);
    fputs("    case ${COMP_WORDS[1]} in\n", out);
    for (size_t i = 0; i < n; i++)
        bash_command(&commands[i], commands, n, out);
    fputs("    esac\n    case $cur in\n"
          "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
          "    *)\n        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
          "        [ -z \"$files\" ] || COMPREPLY+=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\n"
          "complete -o filenames -F _cephplan cephplan\n",
          out);
}

/* -- zsh -- */

/* zsh takes quotes, brackets and colons in a description for its own. */
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

static void zsh_option(const struct option *o, FILE *out)
{
    const char *repeat = o->field.kind == FIELD_TEXTS ? "*" : "";
    fputs(" \\\n        ", out);
    if (o->letter != 0 && *repeat != '\0')
        fprintf(out, "'*'{-%c,--%s}'[", o->letter, o->field.key);
    else if (o->letter != 0)
        fprintf(out, "'(-%c --%s)'{-%c,--%s}'[", o->letter, o->field.key, o->letter, o->field.key);
    else
        fprintf(out, "'%s--%s[", repeat, o->field.key);
    zsh_text(out, o->field.help);
    fputc(']', out);
    if (o->metavar != NULL) {
        fputc(':', out);
        zsh_text(out, o->metavar);
        fputc(':', out);
        if (opt_is_choice(o->metavar)) {
            fputc('(', out);
            put_choice(o->metavar, out);
            fputc(')', out);
        } else if (is_path(o->metavar)) {
            fputs("_files", out);
        }
    }
    fputc('\'', out);
}

static void zsh_command(const struct command *c, const struct command *commands, size_t n,
                        FILE *out)
{
    fprintf(out, "    %s)\n        words_of=(", c->name);
    put_arguments(c, commands, n, out);
    fputs(")\n        _arguments", out);
    for (size_t j = 0; j < n_option_rows; j++) {
        struct option own = opt_for(c, &option_rows[j]);
        if (opt_taken(c, own.field.key))
            zsh_option(&own, out);
    }
    fprintf(out, " \\\n        '*:argument:_alternative \"words:word:(${words_of})\"%s' ;;\n",
            is_path(c->arguments) ? " \"files:file:_files\"" : "");
}

void complete_zsh(const struct command *commands, size_t n, FILE *out)
{
    fputs("#compdef cephplan\n_cephplan() {\n    local -a commands words_of\n    commands=(\n",
          out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "        '%s:", commands[i].name);
        zsh_text(out, commands[i].summary);
        fputs("'\n", out);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        "
          "return\n    fi\n    case ${words[2]} in\n",
          out);
    for (size_t i = 0; i < n; i++)
        zsh_command(&commands[i], commands, n, out);
    fputs("    esac\n}\n_cephplan \"$@\"\n", out);
}
