/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every line of a column is as wide as the column, in terminal cells, but for blanks at
 * a line's end, which are never written. */
#include "render/out_text.h"

#include "base/utf8.h"
#include "model/document.h"
#include "render/textfit.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define NO_BREAK "\xc2\xa0" /* a blank at which no line ends */

enum { GAP = 2, TEXT_MIN = 10, WORD_MAX = 30, EASY = 24, FEW = 4, WORD_B = 64 };

static const struct cell *cell_at(const struct table *table, int row, int column)
{
    return &table->cells[(size_t)row * (size_t)table->n_columns + (size_t)column];
}

static bool has_kind(const struct table *table, int column, enum cell_kind kind)
{
    for (int r = 0; r < table->n_rows; r++)
        if (cell_at(table, r, column)->kind == kind)
            return true;
    return false;
}

bool out_text_has_ranges(const struct table *table, int column)
{
    return has_kind(table, column, CELL_RANGE);
}

bool out_text_is_left(const struct table *table, int column)
{
    return has_kind(table, column, CELL_TEXT);
}

/* -- cells --------------------------------------------------------------------------------------
 */

/* The three numbers of a cell in a column of ranges; NaN for what is not known. */
static struct range as_range(const struct cell *cell)
{
    if (cell->kind == CELL_RANGE)
        return cell->range;
    bool number = cell->kind == CELL_NUMBER || cell->kind == CELL_INT;
    return (struct range){UNKNOWN, number ? cell->number : UNKNOWN, UNKNOWN};
}

bool out_text_has_middle(const struct table *table, int column)
{
    for (int r = 0; r < table->n_rows; r++)
        if (!isnan(as_range(cell_at(table, r, column)).p50))
            return true;
    return false;
}

/* The head of a column ("iops", "iops p10 .. p50 .. p90", "iops min .. max"), in the arena. */
static const char *head_of(struct arena *arena, const struct table *table, int column)
{
    const char *name = utf8_clean(arena, table->columns[column].name);
    if (!out_text_has_ranges(table, column))
        return name;
    return arena_printf(arena, "%s %s", name,
                        out_text_has_middle(table, column) ? "p10 .. p50 .. p90" : "min .. max");
}

static const char *number_text(struct arena *arena, const struct cell *cell, enum dim dim)
{
    char text[WORD_B];
    if (cell->kind == CELL_INT && isfinite(cell->number))
        (void)snprintf(text, sizeof text, "%.0f", cell->number);
    else
        units_format(dim, cell->number, text, sizeof text);
    return arena_copy(arena, text);
}

static void put_part(char *word, enum dim dim, double value)
{
    word[0] = '\0';
    if (!isnan(value))
        units_format(dim, value, word, WORD_B);
}

struct out_range out_text_range(const struct cell *cell, enum dim dim)
{
    struct out_range parts = {.low = ""};
    struct range range = as_range(cell);
    if (range.p10 == range.p50 && range.p50 == range.p90) /* one number, said once */
        range.p10 = range.p90 = UNKNOWN;
    put_part(parts.low, dim, range.p10);
    put_part(parts.middle, dim, range.p50);
    put_part(parts.high, dim, range.p90);
    bool empty = parts.low[0] == '\0' && parts.middle[0] == '\0' && parts.high[0] == '\0';
    if (empty && cell->kind != CELL_EMPTY)
        (void)snprintf(parts.middle, sizeof parts.middle, "-");
    return parts;
}

static const char *range_text(struct arena *arena, const struct cell *cell, enum dim dim)
{
    struct out_range p = out_text_range(cell, dim);
    const char *words[3] = {p.low, p.middle, p.high};
    const char *text = "";
    for (int i = 0; i < 3; i++)
        if (words[i][0] != '\0')
            text = arena_printf(arena, "%s%s%s", text, text[0] == '\0' ? "" : " .. ", words[i]);
    return text;
}

const char *out_text_cell(struct arena *arena, const struct table *table, int row, int column)
{
    const struct cell *cell = cell_at(table, row, column);
    enum dim dim = table->columns[column].dim;
    switch (cell->kind) {
    case CELL_TEXT:
        return utf8_clean(arena, cell->text);
    case CELL_NUMBER:
    case CELL_INT:
        return number_text(arena, cell, dim);
    case CELL_RANGE:
        return range_text(arena, cell, dim);
    case CELL_EMPTY:
        break;
    }
    return "";
}

/* -- aligned text -------------------------------------------------------------------------------
 */

/* A column being set: its words and how they stand. */
struct strip {
    bool left;                 /* text, else numbers */
    int width, natural, least; /* cells */
    const char *head;
    const char **cells; /* a row's word */
};

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int cells_of(const char *text)
{
    return (int)utf8_cells(text);
}

/* A word of a range, its parts set to the right. A middle that is not known leaves one pair of
 * dots. */
static const char *aligned_range(struct arena *arena, const struct out_range *p, const int *widths)
{
    int between = widths[1] == 0 ? 4 : widths[1] + 8;
    bool low = p->low[0] != '\0', high = p->high[0] != '\0';
    if (p->middle[0] == '\0') {
        int before = between / 2 - 1;
        return arena_printf(arena, "%*s%*s%s%*s%*s", widths[0], p->low, before, "",
                            low && high ? ".." : "  ", between - before - 2, "", widths[2],
                            p->high);
    }
    return arena_printf(arena, "%*s%s%*s%s%*s", widths[0], p->low, low ? " .. " : "    ", widths[1],
                        p->middle, high ? " .. " : "    ", widths[2], p->high);
}

/* The words of a column of ranges, their parts below each other. Units are plain ASCII: bytes are
 * cells. */
static void set_ranges(struct strip *strip, struct arena *arena, const struct table *table,
                       int column)
{
    enum dim dim = table->columns[column].dim;
    int widths[3] = {0, 0, 0};
    for (int r = 0; r < table->n_rows; r++) {
        struct out_range p = out_text_range(cell_at(table, r, column), dim);
        widths[0] = max_int(widths[0], (int)strlen(p.low));
        widths[1] = max_int(widths[1], (int)strlen(p.middle));
        widths[2] = max_int(widths[2], (int)strlen(p.high));
    }
    for (int r = 0; r < table->n_rows; r++) {
        struct out_range p = out_text_range(cell_at(table, r, column), dim);
        strip->cells[r] = aligned_range(arena, &p, widths);
    }
}

/* The cells of the longest of the words that blanks part. */
static int longest_word(const char *text)
{
    int longest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        longest = max_int(longest, (int)textfit_cells(NULL, text, length));
        text += length + (text[length] == ' ');
    }
    return longest;
}

/* How narrow the column may get: numbers stay whole, words that are no longer than names are, and
 * heads wrap. */
static int least_width(const struct strip *strip, int n)
{
    int least = longest_word(strip->head);
    for (int r = 0; r < n; r++) {
        int cells = cells_of(strip->cells[r]);
        if (strip->left)
            cells = cells < TEXT_MIN ? cells : max_int(TEXT_MIN, longest_word(strip->cells[r]));
        least = max_int(least, strip->left && cells > WORD_MAX ? WORD_MAX : cells);
    }
    return least < strip->natural ? least : strip->natural;
}

/* "iops p10 .. p50 .. p90" breaks before the quantiles alone. */
static const char *whole_quantiles(struct arena *arena, const char *head)
{
    static const char quantiles[] = "p10 .. p50 .. p90";
    const char *at = strstr(head, quantiles);
    if (at == NULL)
        return head;
    return arena_printf(arena,
                        "%.*sp10" NO_BREAK ".." NO_BREAK "p50" NO_BREAK ".." NO_BREAK "p90%s",
                        (int)(at - head), head, at + strlen(quantiles));
}

static struct strip make_strip(struct arena *arena, const struct table *table, int column)
{
    struct strip strip = {.left = out_text_is_left(table, column),
                          .head = whole_quantiles(arena, head_of(arena, table, column))};
    strip.cells = arena_array(arena, (size_t)table->n_rows, sizeof *strip.cells);
    if (out_text_has_ranges(table, column) && !strip.left)
        set_ranges(&strip, arena, table, column);
    else
        for (int r = 0; r < table->n_rows; r++)
            strip.cells[r] = out_text_cell(arena, table, r, column);
    strip.natural = cells_of(strip.head);
    for (int r = 0; r < table->n_rows; r++)
        strip.natural = max_int(strip.natural, cells_of(strip.cells[r]));
    strip.width = strip.natural;
    strip.least = least_width(&strip, table->n_rows);
    return strip;
}

/* Narrows the widest column, again and again, until the table fits or none can give more. */
static void narrow(struct strip *strips, int n, int width)
{
    int total = GAP * (n - 1);
    for (int c = 0; c < n; c++) {
        strips[c].width = strips[c].natural;
        total += strips[c].width;
    }
    while (total > width) {
        struct strip *widest = NULL;
        for (int c = 0; c < n; c++)
            if (strips[c].width > strips[c].least &&
                (widest == NULL || strips[c].width > widest->width))
                widest = &strips[c];
        if (widest == NULL)
            return;
        widest->width--;
        total--;
    }
}

static int comfortable(const struct strip *strip)
{
    return strip->natural < EASY ? strip->natural : max_int(strip->least, EASY);
}

/* How many columns fit beside each other with room to read them; two at least, so that a part of a
 * table says more than its rows' names, and all of a few where they do at their narrowest. */
static int columns_that_fit(const struct strip *strips, int n, int width)
{
    int least = -GAP, easy = -GAP, fit = 0;
    for (int c = 0; c < n; c++) {
        least += GAP + strips[c].least;
        easy += GAP + comfortable(&strips[c]);
        fit += c < 2 || easy <= width;
    }
    return n <= FEW && least <= width ? n : fit;
}

/* Writes one line of words; `pending` blanks are written only when a word follows. */
struct line {
    FILE *file;
    int pending;
};

/* Blanks at which no line ends were for the wrapping alone. */
static void put_plain(FILE *file, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool bound = strncmp(word + i, NO_BREAK, 2) == 0;
        (void)fputc(bound ? ' ' : word[i], file);
        i += bound;
    }
}

static void put_word(struct line *line, const char *word, const struct strip *strip)
{
    int blanks = max_int(0, strip->width - cells_of(word));
    line->pending += strip->left ? 0 : blanks;
    while (*word == ' ') {
        line->pending++;
        word++;
    }
    size_t length = strlen(word);
    int tail = 0;
    while (length > 0 && word[length - 1] == ' ') {
        length--;
        tail++;
    }
    if (length > 0) {
        (void)fprintf(line->file, "%*s", line->pending, "");
        put_plain(line->file, word, length);
        line->pending = 0;
    }
    line->pending += tail + (strip->left ? blanks : 0);
}

static const struct textfit in_cells = {.measure = textfit_cells};

/* Writes a row of words, those of text wrapped into as many lines as the tallest needs. */
static void put_row(FILE *file, struct arena *arena, const struct strip *strips, int n,
                    const char *const *words)
{
    const char ***lines = arena_array(arena, (size_t)n, sizeof *lines);
    int *counts = arena_array(arena, (size_t)n, sizeof *counts);
    int tallest = 1;
    for (int c = 0; c < n; c++) {
        if (cells_of(words[c]) <= strips[c].width) {
            lines[c] = arena_array(arena, 1, sizeof *lines[c]);
            lines[c][0] = words[c];
            counts[c] = 1;
        } else {
            counts[c] = textfit_wrap(&in_cells, arena, words[c], strips[c].width, &lines[c]);
        }
        tallest = max_int(tallest, counts[c]);
    }
    for (int i = 0; i < tallest; i++) {
        struct line line = {.file = file};
        for (int c = 0; c < n; c++) {
            put_word(&line, i < counts[c] ? lines[c][i] : "", &strips[c]);
            line.pending += GAP;
        }
        (void)fputc('\n', file);
    }
}

static void put_rule(FILE *file, const struct strip *strips, int n)
{
    for (int c = 0; c < n; c++) {
        (void)fprintf(file, "%*s", c == 0 ? 0 : GAP, "");
        for (int i = 0; i < strips[c].width; i++)
            (void)fputc('-', file);
    }
    (void)fputc('\n', file);
}

static void put_note(FILE *file, struct arena *arena, const char *note, int width)
{
    const char **lines;
    const char *clean = utf8_clean(arena, note);
    int n = textfit_wrap(&in_cells, arena, clean, width > 0 ? width - 2 : 1e9, &lines);
    for (int i = 0; i < n; i++)
        (void)fprintf(file, "%s%s\n", i == 0 ? "" : "  ", lines[i]);
}

static void put_columns(FILE *file, struct arena *arena, const struct strip *strips, int n,
                        int rows)
{
    const char **words = arena_array(arena, (size_t)n, sizeof *words);
    for (int c = 0; c < n; c++)
        words[c] = strips[c].head;
    put_row(file, arena, strips, n, words);
    put_rule(file, strips, n);
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < n; c++)
            words[c] = strips[c].cells[r];
        put_row(file, arena, strips, n, words);
    }
}

/* A table that is too wide at its narrowest stands in parts below each other, each with the first
 * column. */
static void put_body(FILE *file, struct arena *arena, const struct table *table, int width)
{
    int n = table->n_columns;
    struct strip *strips = arena_array(arena, (size_t)n, sizeof *strips);
    for (int c = 0; c < n; c++)
        strips[c] = make_strip(arena, table, c);
    while (n > 0) {
        int fit = width > 0 ? columns_that_fit(strips, n, width) : n;
        if (width > 0)
            narrow(strips, fit, width);
        put_columns(file, arena, strips, fit, table->n_rows);
        n -= fit;
        if (n == 0)
            return;
        (void)fputc('\n', file);
        strips[fit - 1] = strips[0];
        strips += fit - 1;
        n++;
    }
}

void out_text_write(const struct table *table, int width, FILE *file)
{
    struct arena *arena = arena_child(table->arena);
    if (table->title != NULL)
        (void)fprintf(file, "%s\n\n", utf8_clean(arena, table->title));
    put_body(file, arena, table, width);
    if (table->n_notes > 0)
        (void)fputc('\n', file);
    for (int i = 0; i < table->n_notes; i++)
        put_note(file, arena, table->notes[i], width);
    arena_free(arena);
}

/* -- Markdown -----------------------------------------------------------------------------------
 */

/* An underscore inside a word is no emphasis. */
static bool is_special(const char *text, size_t i)
{
    if (text[i] != '_')
        return strchr("\\`*[]{}|#~", text[i]) != NULL;
    return i == 0 || !isalnum((unsigned char)text[i - 1]) || !isalnum((unsigned char)text[i + 1]);
}

void out_md_text(FILE *file, const char *text)
{
    if (document_is_url(text)) {
        (void)fprintf(file, "<%s>", text);
        return;
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] == '\xC2' && text[i + 1] == '\xA0') {
            (void)fputc(' ', file); /* lines are broken by whoever shows it */
            i++;
        } else if (text[i] == '<')
            (void)fputs("&lt;", file);
        else if (text[i] == '&')
            (void)fputs("&amp;", file);
        else
            (void)fprintf(file, "%s%c", is_special(text, i) ? "\\" : "", text[i]);
    }
}

static void put_md_row(FILE *file, struct arena *arena, const struct table *table, int row)
{
    for (int c = 0; c < table->n_columns; c++) {
        (void)fputs(c == 0 ? "| " : " | ", file);
        out_md_text(file, row < 0 ? head_of(arena, table, c) : out_text_cell(arena, table, row, c));
    }
    (void)fputs(" |\n", file);
}

void out_md_write(const struct table *table, int width, FILE *file)
{
    (void)width;
    struct arena *arena = arena_child(table->arena);
    if (table->title != NULL) {
        (void)fputs("**", file);
        out_md_text(file, utf8_clean(arena, table->title));
        (void)fputs("**\n\n", file);
    }
    put_md_row(file, arena, table, -1);
    for (int c = 0; c < table->n_columns; c++)
        (void)fprintf(file, "%s%s", c == 0 ? "|" : "",
                      out_text_is_left(table, c) ? "---|" : "---:|");
    (void)fputc('\n', file);
    for (int r = 0; r < table->n_rows; r++)
        put_md_row(file, arena, table, r);
    for (int i = 0; i < table->n_notes; i++) {
        (void)fputc('\n', file);
        out_md_text(file, utf8_clean(arena, table->notes[i]));
        (void)fputc('\n', file);
    }
    arena_free(arena);
}
