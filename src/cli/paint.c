/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/paint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLAIN "\033[0m"

bool paint_wanted(const char *color, FILE *stream)
{
    const char *terminal = getenv("TERM"), *no_color = getenv("NO_COLOR");
    if (color != NULL && strcmp(color, "never") == 0)
        return false;
    if (no_color != NULL && no_color[0] != '\0')
        return false;
    return terminal != NULL && strcmp(terminal, "dumb") != 0 && isatty(fileno(stream)) == 1;
}

static bool begins(const char *line, size_t length, const char *word)
{
    return length >= strlen(word) && strncmp(line, word, strlen(word)) == 0;
}

static const char *colour_of(const char *line, size_t length)
{
    bool rule = length > 2 && line[0] == '-';
    for (size_t i = 0; i < length && rule; i++)
        rule = line[i] == '-' || line[i] == ' ';
    if (rule)
        return "\033[2m";
    if (begins(line, length, "severe: "))
        return "\033[31m";
    if (begins(line, length, "warning: ") || begins(line, length, "warn: "))
        return "\033[33m";
    return begins(line, length, "assumed: ") ? "\033[2m" : "";
}

bool paint_text(const char *text, size_t size, FILE *out)
{
    const char *end = text + size;
    bool ok = true;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = newline == NULL ? (size_t)(end - text) : (size_t)(newline - text);
        const char *colour = colour_of(text, length);
        ok = fprintf(out, "%s", colour) >= 0 && ok;
        ok = fwrite(text, 1, length, out) == length && ok;
        ok = fprintf(out, "%s%s", *colour == '\0' ? "" : PLAIN, newline == NULL ? "" : "\n") >= 0 &&
             ok;
        text += length + (newline == NULL ? 0 : 1);
    }
    return ok;
}
