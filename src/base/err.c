/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: once kind is not ERR_NONE a record never changes but for gaining a place. */
#include "base/err.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void __attribute__((format(printf, 3, 0)))
fill(struct err *err, enum err_kind kind, const char *format, va_list args)
{
    err->kind = kind;
    (void)vsnprintf(err->text, sizeof err->text, format, args);
}

bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
    if (err == NULL || err->kind != ERR_NONE)
        return false;
    va_list args;
    va_start(args, format);
    fill(err, kind, format, args);
    va_end(args);
    err->file[0] = '\0';
    err->line = 0;
    err->col = 0;
    return false;
}

bool err_at(struct err *err, const char *file, int line, int col, const char *format, ...)
{
    if (err == NULL || err->kind != ERR_NONE)
        return false;
    va_list args;
    va_start(args, format);
    fill(err, ERR_INPUT, format, args);
    va_end(args);
    err->file[0] = '\0';
    err_locate(err, file, line, col);
    return false;
}

void err_locate(struct err *err, const char *file, int line, int col)
{
    if (err == NULL || err->kind == ERR_NONE || err->file[0] != '\0')
        return;
    (void)snprintf(err->file, sizeof err->file, "%s", file);
    err->line = line;
    err->col = col;
}

int err_exit_status(enum err_kind kind)
{
    static const int status[] = {
        [ERR_NONE] = 0, [ERR_USAGE] = 2, [ERR_INPUT] = 3, [ERR_MODEL] = 4, [ERR_IO] = 5};
    return status[kind];
}

static void make_printable(char *text)
{
    while (*text != '\0') {
        const char *next = text;
        uint32_t c = utf8_next(&next);
        bool malformed = c == UTF8_BAD && next == text + 1;
        bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
        for (; text < next; text++)
            if (malformed || control)
                *text = '?';
    }
}

void err_format(const struct err *err, char *buf, size_t size)
{
    if (err->file[0] == '\0')
        (void)snprintf(buf, size, "%s", err->text);
    else if (err->line == 0)
        (void)snprintf(buf, size, "%s: %s", err->file, err->text);
    else if (err->col == 0)
        (void)snprintf(buf, size, "%s:%d: %s", err->file, err->line, err->text);
    else
        (void)snprintf(buf, size, "%s:%d:%d: %s", err->file, err->line, err->col, err->text);
    if (size > 0)
        make_printable(buf);
}

enum { WORD_MAX = 48, STEP = 2 };

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int substitution_cost(char a, char b)
{
    if (a == b)
        return 0;
    return tolower((unsigned char)a) == tolower((unsigned char)b) ? STEP / 2 : STEP;
}

/* Optimal string alignment in half steps; words longer than WORD_MAX never match. */
static int distance(const char *a, size_t la, const char *b, size_t lb)
{
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= la; i++)
        d[i][0] = STEP * (int)i;
    for (size_t j = 0; j <= lb; j++)
        d[0][j] = STEP * (int)j;
    for (size_t i = 1; i <= la; i++) {
        for (size_t j = 1; j <= lb; j++) {
            int best = d[i - 1][j - 1] + substitution_cost(a[i - 1], b[j - 1]);
            best = min_int(best, d[i - 1][j] + STEP);
            best = min_int(best, d[i][j - 1] + STEP);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = min_int(best, d[i - 2][j - 2] + STEP);
            d[i][j] = best;
        }
    }
    return d[la][lb];
}

const char *err_nearest_within(const char *word, const char *const *words, size_t n, int edits)
{
    size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(word, words[i]) == 0)
            return words[i];
    int allowed = STEP * edits;
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t candidate = strlen(words[i]);
        if (candidate > WORD_MAX)
            continue;
        int d = distance(word, length, words[i], candidate);
        if (d <= allowed && d < STEP * (int)candidate) {
            allowed = d - 1;
            nearest = words[i];
        }
        if (allowed < 0)
            break;
    }
    return nearest;
}

const char *err_nearest(const char *word, const char *const *words, size_t n)
{
    size_t length = strlen(word) > WORD_MAX ? WORD_MAX : strlen(word);
    return err_nearest_within(word, words, n, length < 3 ? 1 : (int)(length + 2) / 3);
}

static bool is_abbreviation(const char *word, const char *of)
{
    if (tolower((unsigned char)*word) != tolower((unsigned char)*of))
        return false;
    for (; *of != '\0' && *word != '\0'; of++)
        word += tolower((unsigned char)*word) == tolower((unsigned char)*of);
    return *word == '\0';
}

/* Is `part` the beginning or the end of the word, cut off by a mark: `public` of `public_network`?
 */
static bool is_part(const char *part, const char *word)
{
    size_t length = strlen(part), whole = strlen(word);
    if (length < 3 || length + 1 >= whole)
        return false;
    const char *marks = "_-.";
    return (strncasecmp(word, part, length) == 0 && strchr(marks, word[length]) != NULL) ||
           (strcasecmp(word + whole - length, part) == 0 &&
            strchr(marks, word[whole - length - 1]) != NULL);
}

const char *err_abbreviated(const char *word, const char *const *words, size_t n)
{
    const char *nearest = NULL;
    size_t length = strlen(word);
    if (length < 3 || length > WORD_MAX)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        bool shorter = nearest == NULL || strlen(words[i]) < strlen(nearest);
        if (shorter && (strstr(words[i], word) != NULL || is_abbreviation(word, words[i])))
            nearest = words[i];
    }
    for (size_t i = 0; i < n && nearest == NULL; i++)
        if (is_part(words[i], word))
            nearest = words[i];
    return nearest;
}

struct err_hint err_hint(const char *word)
{
    struct err_hint hint = {""};
    if (word != NULL)
        (void)snprintf(hint.text, sizeof hint.text, " (did you mean '%.64s'?)", word);
    return hint;
}
