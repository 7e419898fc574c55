/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right values: written by hand from CommonMark and the specification of GitHub's Markdown. */
#include "render/figure_text.h"
#include "render/markdown.h"
#include "support/sample.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

static char *written(const struct document *document, const char *stem)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    markdown_write(document, stem, file);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void each_block_has_its_form(void **state)
{
    struct fixture *f = *state;
    struct document d;
    document_init(&d, &f->arena, "A *title*");
    d.author = "me";
    d.date = "today";
    document_heading(&d, 1, "Heading");
    document_paragraph(&d, "1. A paragraph");
    document_items(&d, BLOCK_LIST);
    document_item(&d, NULL, NULL, "- plain");
    document_item(&d, "key", "note", "text");
    document_verdict(&d, TONE_GOOD, "Yes.", "It does.");
    document_break(&d);
    document_contents(&d);
    char *text = written(&d, "x");
    assert_string_equal(text, "# A \\*title\\*\n\n"
                              "me \u00B7 today\n\n"
                              "## <a id=\"heading\"></a>1 Heading\n\n"
                              "1\\. A paragraph\n\n"
                              "- \\- plain\n"
                              "- **key**: text \u2014 note\n\n"
                              "> **Yes.** It does.\n\n"
                              "- [1 Heading](#heading)\n\n");
    free(text);
}

static void a_fence_is_longer_than_what_it_holds(void **state)
{
    struct fixture *f = *state;
    struct document d;
    document_init(&d, &f->arena, "t");
    document_code(&d, "a\n````\nb `c`");
    char *text = written(&d, "x");
    assert_string_equal(text, "# t\n\n`````\na\n````\nb `c`\n`````\n\n");
    free(text);
}

static void a_picture_is_a_link_with_words(void **state)
{
    struct fixture *f = *state;
    struct document d;
    document_init(&d, &f->arena, "t");
    struct figure *figure = document_figure(&d, "The ranges", FIGURE_RANGE_BARS, "Ranges]");
    figure->value = (struct figure_axis){.label = "IOPS", .dim = DIM_OPS};
    figure_add_series(figure, "reads");
    figure_add_point(figure, "engine", 0, (struct range){1000, 2000, 4000});
    char *text = written(&d, "my report (1)");
    assert_string_equal(text, "# t\n\n![Ranges\\]. Range bars of IOPS. reads: engine 2k (1k to "
                              "4k).](my%20report%20%281%29-the-ranges.svg)\n\n");
    free(text);
    text = written(&d, NULL);
    assert_string_equal(text,
                        "# t\n\nRanges\\]. Range bars of IOPS. reads: engine 2k (1k to 4k).\n\n");
    free(text);
}

/* No tag of a user's, and no line that would be another block. */
static void hostile_text_stays_text(void **state)
{
    struct fixture *f = *state;
    struct document d;
    sample_hostile(&d, &f->arena);
    char *text = written(&d, "x"), *rest = NULL;
    bool fence = false;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "`````", 5) == 0)
            fence = !fence;
        if (fence)
            continue;
        assert_null(strstr(line, "<script"));
        assert_null(strchr(line, '\x1B'));
        assert_false(strncmp(line, "1. ", 3) == 0);
    }
    assert_false(fence);
    free(text);
}

static void figures_of_many_points_are_summed_up(void **state)
{
    struct fixture *f = *state;
    struct figure figure;
    figure_init(&figure, &f->arena, FIGURE_SCATTER, "Cloud");
    figure.x = (struct figure_axis){.label = "measured", .dim = DIM_OPS};
    figure.value = (struct figure_axis){.label = "predicted", .dim = DIM_OPS};
    figure_add_series(&figure, "all");
    for (int i = 1; i <= 200; i++)
        figure_add_point(&figure, NULL, i, figure_value(10.0 * i));
    assert_string_equal(figure_text(&f->arena, &figure),
                        "Cloud. Scatter plot of predicted over measured. all: 200 points at 1 to "
                        "200, values 10 to 2k.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(each_block_has_its_form), SUITE_TEST(a_fence_is_longer_than_what_it_holds),
        SUITE_TEST(a_picture_is_a_link_with_words), SUITE_TEST(hostile_text_stays_text),
        SUITE_TEST(figures_of_many_points_are_summed_up)};
    return suite_run("markdown", tests, sizeof tests / sizeof tests[0]);
}
