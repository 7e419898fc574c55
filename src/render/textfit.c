/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: `cuts` are the byte places where a text may be cut, from 0 to its length, rising. */
#include "render/textfit.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

static const char ellipsis[] = "\u2026";

struct cuts {
    const char *text;
    size_t *at; /* n + 1 places */
    size_t n;   /* characters */
};

static struct cuts find_cuts(struct arena *arena, const char *text)
{
    struct cuts cuts = {.text = text};
    cuts.at = arena_array(arena, strlen(text) + 1, sizeof *cuts.at);
    for (const char *p = text; *p != '\0';) {
        p = utf8_cluster_end(p);
        cuts.at[++cuts.n] = (size_t)(p - text);
    }
    return cuts;
}

double textfit_cells(void *context, const char *text, size_t length)
{
    (void)context;
    double cells = 0;
    const char *end = text + length;
    while (text < end)
        cells += utf8_cells_of(utf8_next(&text));
    return cells;
}

static bool is_wide(const char *p)
{
    return utf8_cells_of(utf8_next(&p)) == 2;
}

/* May a line end before character `i`? */
static bool may_break(const struct cuts *cuts, size_t i)
{
    const char *here = cuts->text + cuts->at[i];
    const char *before = cuts->text + cuts->at[i - 1];
    if (*here == '\0' || *here == ' ' || *before == ' ')
        return true;
    if (*before == '-' || *before == '/')
        return true;
    return is_wide(here) || is_wide(before);
}

static bool fits(const struct textfit *fit, const struct cuts *cuts, size_t first, size_t end,
                 double width)
{
    const char *start = cuts->text + cuts->at[first];
    return fit->measure(fit->context, start, cuts->at[end] - cuts->at[first]) <= width;
}

/* The last character that still fits on a line that starts at `first`; at least one does. No more
 * is measured than some lines' worth: each line of a long text would measure half of it. */
static size_t last_fitting(const struct textfit *fit, const struct cuts *cuts, size_t first,
                           double width)
{
    size_t low = first + 1, high = cuts->n, step = 64;
    while (step < high - low && fits(fit, cuts, first, low + step, width)) {
        low += step;
        step *= 2;
    }
    if (step < high - low)
        high = low + step - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (fits(fit, cuts, first, middle, width))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static size_t skip_blanks(const struct cuts *cuts, size_t i)
{
    while (i < cuts->n && cuts->text[cuts->at[i]] == ' ')
        i++;
    return i;
}

static const char *trimmed(struct arena *arena, const char *start, size_t length)
{
    while (length > 0 && start[length - 1] == ' ')
        length--;
    return arena_string(arena, start, length);
}

int textfit_wrap(const struct textfit *fit, struct arena *arena, const char *text, double width,
                 const char ***lines)
{
    struct cuts cuts = find_cuts(arena, text);
    const char **list = arena_array(arena, cuts.n + 1, sizeof *list);
    int n = 0;
    size_t i = skip_blanks(&cuts, 0);
    while (i < cuts.n) {
        size_t end = last_fitting(fit, &cuts, i, width);
        size_t stop = end;
        while (stop > i && !may_break(&cuts, stop))
            stop--;
        if (stop == i)
            stop = end;
        list[n++] = trimmed(arena, text + cuts.at[i], cuts.at[stop] - cuts.at[i]);
        i = skip_blanks(&cuts, stop);
    }
    *lines = list;
    return n;
}

/* The first and last of `kept` characters around an ellipsis. */
static size_t join_ends(const struct cuts *cuts, size_t kept, char *out)
{
    size_t head = cuts->at[(kept + 1) / 2];
    size_t tail = cuts->at[cuts->n - kept / 2];
    size_t length = strlen(cuts->text);
    memcpy(out, cuts->text, head);
    memcpy(out + head, ellipsis, sizeof ellipsis - 1);
    memcpy(out + head + sizeof ellipsis - 1, cuts->text + tail, length - tail + 1);
    return head + sizeof ellipsis - 1 + length - tail;
}

const char *textfit_shorten(const struct textfit *fit, struct arena *arena, const char *text,
                            double width)
{
    size_t length = strlen(text);
    if (fit->measure(fit->context, text, length) <= width)
        return text;
    if (fit->measure(fit->context, ellipsis, sizeof ellipsis - 1) > width)
        return "";
    struct cuts cuts = find_cuts(arena, text);
    char *out = arena_alloc(arena, length + sizeof ellipsis);
    size_t low = 0, high = cuts.n == 0 ? 0 : cuts.n - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        size_t joined = join_ends(&cuts, middle, out);
        if (fit->measure(fit->context, out, joined) <= width)
            low = middle;
        else
            high = middle - 1;
    }
    (void)join_ends(&cuts, low, out);
    return out;
}
