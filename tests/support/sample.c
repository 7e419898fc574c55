/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/sample.h"

#include "support/twin.h"

#define SCRIPT "<script>alert('{{x}}')</script>"
#define ODD "\x1B[31mred\x07 \xFF\xC0 & \"quoted\" \u65E5\u672C\u8A9E \u0440\u0443\u0441 e\u0301"
#define LONG_WORD                                                                                  \
    "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword"

static const struct column columns[] = {
    {"name " SCRIPT, DIM_NUMBER}, {"iops", DIM_OPS}, {"share", DIM_FRACTION}, {ODD, DIM_NUMBER}};

static void hostile_table(struct document *d)
{
    static const char *const names[] = {SCRIPT, ODD, LONG_WORD, "a|b *c* _d_ [e](f) `g` # h", ""};
    struct table *table = document_table(d, SCRIPT, columns, 4);
    for (int i = 0; i < 5; i++) {
        struct cell *c = table_row(table);
        c[0] = cell_text(names[i]);
        c[1] = i == 3 ? cell_number(UNKNOWN) : cell_range((struct range){1000, 2000, 4000});
        c[2] = cell_number(0.25 * i);
        c[3] = cell_text(i == 2 ? "https://example.org/x?a=1&b=2" : names[4 - i]);
    }
    table_note(table, "%s %s", SCRIPT, ODD);
}

static void hostile_figure(struct document *d)
{
    struct figure *figure = document_figure(d, SCRIPT, FIGURE_RANGE_BARS, SCRIPT);
    figure->value = (struct figure_axis){.label = SCRIPT, .dim = DIM_OPS};
    figure->source = ODD;
    figure_add_series(figure, SCRIPT);
    figure_add_point(figure, ODD, 0, (struct range){100, 200, 400})->reason = SCRIPT;
    figure = document_figure(d, SCRIPT, FIGURE_HEATMAP, ODD);
    figure->value = (struct figure_axis){.label = "iops", .dim = DIM_OPS};
    for (int r = 0; r < 3; r++) {
        figure_add_series(figure, r == 1 ? SCRIPT : "row");
        for (int c = 0; c < 4; c++)
            figure_add_point(figure, "c", c, figure_value(1 + r * 4 + c));
    }
}

static void hostile_items(struct document *d, enum block_kind kind)
{
    document_items(d, kind);
    document_item(d, SCRIPT, ODD, "%s", ODD);
    document_item(d, ODD, NULL, "%s", SCRIPT);
    document_item(d, LONG_WORD, LONG_WORD, "%s", LONG_WORD);
    document_item(d, "source", "https://example.org/a_b~c", "%s", "https://example.org/x?a=1&b=2");
    if (kind == BLOCK_LIST)
        document_item(d, NULL, NULL, "%s", "- # 1. > no list");
}

void sample_hostile(struct document *d, struct arena *arena)
{
    document_init(d, arena, SCRIPT " " ODD);
    d->subtitle = SCRIPT;
    d->author = "\"" SCRIPT "\"";
    d->date = "1 January 2026";
    d->program = "test & program";
    document_paragraph(d, "%s %s", SCRIPT, ODD);
    document_verdict(d, TONE_BAD, SCRIPT, "%s", ODD);
    hostile_items(d, BLOCK_CARDS);
    document_contents(d);
    document_break(d);
    document_heading(d, 1, "%s", SCRIPT);
    document_heading(d, 2, "%s", ODD);
    hostile_items(d, BLOCK_LIST);
    hostile_items(d, BLOCK_FACTS);
    hostile_table(d);
    hostile_figure(d);
    document_heading(d, 1, "%s", LONG_WORD LONG_WORD LONG_WORD);
    document_paragraph(d, "%s", "1. - # + > not a list");
    document_code(d, "```\n" SCRIPT "\n    indented `` ` ```` " ODD
                     "\n\n" LONG_WORD LONG_WORD LONG_WORD "\nno line end");
}

/* -- random -------------------------------------------------------------------------------------
 */

static unsigned next(unsigned *seed, unsigned n)
{
    *seed = *seed * 1103515245U + 12345U;
    return (*seed >> 16) % n;
}

static const char *words(struct arena *arena, unsigned *seed, unsigned most)
{
    return twin_label(arena, seed, (int)(1 + next(seed, most)));
}

static void random_table(struct document *d, unsigned *seed)
{
    int n = (int)(1 + next(seed, 12)), rows = (int)next(seed, 60);
    struct column *made = arena_array(d->arena, (size_t)n, sizeof *made);
    for (int c = 0; c < n; c++)
        made[c] = (struct column){words(d->arena, seed, 30), DIM_OPS};
    struct table *table =
        document_table(d, next(seed, 2) == 0 ? NULL : words(d->arena, seed, 80), made, n);
    for (int r = 0; r < rows; r++) {
        struct cell *cells = table_row(table);
        for (int c = 0; c < n; c++) {
            double x = 1 + next(seed, 1000000);
            unsigned kind = (unsigned)(c * 7 + n) % 3;
            if (next(seed, 8) == 0)
                continue;
            cells[c] = kind == 0   ? cell_text(words(d->arena, seed, next(seed, 9) == 0 ? 900 : 60))
                       : kind == 1 ? cell_number(x)
                                   : cell_range((struct range){x / 2, x, x * 2});
        }
    }
    for (unsigned i = next(seed, 3); i > 0; i--)
        table_note(table, "%s", words(d->arena, seed, 300));
}

static void random_items(struct document *d, unsigned *seed, enum block_kind kind)
{
    document_items(d, kind);
    for (unsigned i = next(seed, 7); i > 0; i--)
        document_item(d, next(seed, 4) == 0 ? NULL : words(d->arena, seed, 60),
                      next(seed, 2) == 0 ? NULL : words(d->arena, seed, 200), "%s",
                      words(d->arena, seed, 400));
}

static void random_block(struct document *d, unsigned *seed)
{
    switch (next(seed, 10)) {
    case 0:
    case 1:
        document_heading(d, (int)(1 + next(seed, 2)), "%s", words(d->arena, seed, 90));
        break;
    case 2:
        random_table(d, seed);
        break;
    case 3:
        random_items(d, seed, BLOCK_LIST);
        break;
    case 4:
        random_items(d, seed, BLOCK_FACTS);
        break;
    case 5:
        random_items(d, seed, BLOCK_CARDS);
        break;
    case 6:
        document_verdict(d, TONE_GOOD, words(d->arena, seed, 90), "%s", words(d->arena, seed, 300));
        break;
    case 7:
        document_code(d, words(d->arena, seed, 400));
        break;
    case 8:
        document_break(d);
        break;
    default:
        document_paragraph(d, "%s", words(d->arena, seed, 900));
    }
}

void sample_random(struct document *d, struct arena *arena, unsigned seed)
{
    document_init(d, arena, words(arena, &seed, 90));
    document_contents(d);
    for (int i = 0; i < 40; i++)
        random_block(d, &seed);
}
