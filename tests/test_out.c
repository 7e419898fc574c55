/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right values: written by hand from RFC 4180, RFC 8259 and CommonMark. */
#include "support/golden.h"
#include "support/suite.h"

#include "base/utf8.h"
#include "model/figure.h"
#include "render/out.h"

#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
    {"workload", DIM_NUMBER}, {"iops", DIM_OPS},    {"bandwidth", DIM_RATE},
    {"latency", DIM_TIME},    {"osds", DIM_NUMBER}, {"bound", DIM_NUMBER},
};
enum { N_COLUMNS = sizeof columns / sizeof columns[0] };

static void add(struct table *table, const char *name, struct cell iops, double bandwidth,
                double latency, double osds, const char *bound)
{
    struct cell *row = table_row(table);
    row[0] = cell_text(name);
    row[1] = iops;
    row[2] = cell_number(bandwidth);
    row[3] = cell_number(latency);
    row[4] = cell_int(osds);
    row[5] = cell_text(bound);
}

static void fill(struct table *table, struct arena *arena)
{
    arena_init(arena, NULL);
    table_init(table, arena, columns, N_COLUMNS);
    table->title = "Estimates of <rbdbench>";
    add(table, "4k randread", cell_range((struct range){12100, 20622, 32000}), 84467712, 0.0155, 36,
        "cpu");
    add(table, "a|b, \"c\"\nd", cell_range((struct range){684, UNKNOWN, 2052}), UNKNOWN, UNKNOWN,
        1234567, NULL);
    add(table, "\u65E5\u672C\u8A9E 64k", cell_number(1e6), UNLIMITED, 180e-6, 0,
        "the network of the clients, which is shared by everything else in the rack");
    add(table, "_x_ 4k_rw *", cell_text(NULL), 0, 1, 1, "\x1B[31mred");
    table_note(
        table, "%s",
        "A note under the table that is rather long and has to wrap somewhere when a width is "
        "asked for.");
}

static char *written(enum out_format format, int width)
{
    struct arena arena;
    struct table table;
    char *text = NULL;
    size_t size = 0;
    fill(&table, &arena);
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    out_table(&table, format, width, file);
    assert_int_equal(fclose(file), 0);
    arena_free(&arena);
    return text;
}

static void csv_has_base_units_and_quotes(void **state)
{
    (void)state;
    char *text = written(OUT_CSV, 0);
    assert_string_equal(
        text, "workload,iops p10 [1/s],iops p50 [1/s],iops p90 [1/s],bandwidth [B/s],latency "
              "[s],osds,bound\r\n"
              "4k randread,12100,20622,32000,84467712,0.0155,36,cpu\r\n"
              "\"a|b, \"\"c\"\"\nd\",684,,2052,,,1234567,\r\n"
              "\u65E5\u672C\u8A9E 64k,,1000000,,,0.00018,0,"
              "\"the network of the clients, which is shared by everything else in the rack\"\r\n"
              "_x_ 4k_rw *,,,,0,1,1,\x1B[31mred\r\n");
    free(text);
}

static void json_is_an_array_of_objects(void **state)
{
    (void)state;
    char *text = written(OUT_JSON, 0);
    static const char first[] =
        "[\n  {\n    \"workload\": \"4k randread\",\n"
        "    \"iops\": {\"p10\": 12100, \"p50\": 20622, \"p90\": 32000},\n"
        "    \"bandwidth\": 84467712,\n    \"latency\": 0.0155,\n    \"osds\": 36,\n"
        "    \"bound\": \"cpu\"\n  },\n";
    assert_memory_equal(text, first, sizeof first - 1);
    assert_non_null(strstr(text, "\"iops\": {\"min\": 684, \"max\": 2052}"));
    assert_non_null(strstr(text, "\"bandwidth\": null"));
    free(text);
}

static void markdown_escapes_what_would_be_markup(void **state)
{
    (void)state;
    char *text = written(OUT_MD, 0);
    assert_string_equal(
        text, "**Estimates of &lt;rbdbench>**\n\n"
              "| workload | iops p10 .. p50 .. p90 | bandwidth | latency | osds | bound |\n"
              "|---|---:|---:|---:|---:|---|\n"
              "| 4k randread | 12.1k .. 20.6k .. 32k | 84.5 MB/s | 15.5 ms | 36 | cpu |\n"
              "| a\\|b, \"c\" d | 684 .. 2.05k | - | - | 1234567 |  |\n"
              "| \u65E5\u672C\u8A9E 64k | 1M | unlimited | 180 us | 0 | the network of the "
              "clients, which is "
              "shared by everything else in the rack |\n"
              "| \\_x\\_ 4k_rw \\* |  | 0 B/s | 1 s | 1 |  \\[31mred |\n"
              "\nA note under the table that is rather long and has to wrap somewhere when a width "
              "is asked "
              "for.\n");
    free(text);
}

static void text_is_aligned(void **state)
{
    (void)state;
    char *text = written(OUT_TEXT, 0);
    golden_compare("out_wide.txt", text);
    free(text);
}

static void text_wraps_within_the_width(void **state)
{
    (void)state;
    char *text = written(OUT_TEXT, 100);
    golden_compare("out_wrapped.txt", text);
    free(text);
}

/* Too narrow for all columns: they stand in parts, each with the rows' names, and nothing is lost.
 */
static void text_stands_in_parts(void **state)
{
    (void)state;
    char *text = written(OUT_TEXT, 48);
    golden_compare("out_parts.txt", text);
    char *wide = written(OUT_TEXT, 0), *rest = NULL;
    for (char *word = strtok_r(wide, " \n", &rest); word != NULL;
         word = strtok_r(NULL, " \n", &rest))
        if (word[0] != '-' && strstr(text, word) == NULL)
            fail_msg("'%s' is lost", word);
    char *line_rest = NULL;
    for (char *line = strtok_r(text, "\n", &line_rest); line != NULL;
         line = strtok_r(NULL, "\n", &line_rest))
        assert_true(utf8_cells(line) <= 48);
    free(wide);
    free(text);
}

/* Every line of a table ends in no blank, and a format's name is found or its neighbour named. */
static void names_of_formats(void **state)
{
    (void)state;
    struct err err = ERR_INIT;
    enum out_format format = OUT_TEXT;
    for (int i = 0; i < OUT_FORMATS; i++) {
        assert_true(out_format_find(out_format_names[i], &format, &err));
        assert_int_equal(format, i);
    }
    assert_false(out_format_find("jsn", &format, &err));
    assert_int_equal(err.kind, ERR_USAGE);
    assert_non_null(strstr(err.text, "did you mean 'json'"));
}

static void a_range_without_width_is_one_number(void **state)
{
    (void)state;
    static const struct column column[] = {{"iops", DIM_OPS}};
    struct arena arena;
    struct table table;
    char *text = NULL;
    size_t size = 0;
    arena_init(&arena, NULL);
    table_init(&table, &arena, column, 1);
    table_row(&table)[0] = cell_range((struct range){7466, 7466, 7466});
    table_row(&table)[0] = cell_range((struct range){100, 200, 400});
    FILE *file = open_memstream(&text, &size);
    out_table(&table, OUT_TEXT, 0, file);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "iops p10 .. p50 .. p90\n----------------------\n"
                              "          7.47k\n   100 ..   200 .. 400\n");
    free(text);
    arena_free(&arena);
}

static void an_empty_table_is_a_head(void **state)
{
    (void)state;
    static const struct {
        enum out_format format;
        const char *text;
    } rows[] = {{OUT_TEXT, "osds\n----\n"},
                {OUT_CSV, "osds\r\n"},
                {OUT_JSON, "[]\n"},
                {OUT_MD, "| osds |\n|---:|\n"}};
    static const struct column column[] = {{"osds", DIM_NUMBER}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena arena;
        struct table table;
        char *text = NULL;
        size_t size = 0;
        arena_init(&arena, NULL);
        table_init(&table, &arena, column, 1);
        FILE *file = open_memstream(&text, &size);
        out_table(&table, rows[i].format, 80, file);
        assert_int_equal(fclose(file), 0);
        assert_string_equal(text, rows[i].text);
        free(text);
        arena_free(&arena);
    }
}

/* Of tables and figures; and what is added to a part of a table is not in the whole. */
static void a_note_is_whole_however_long(void **state)
{
    (void)state;
    struct arena arena;
    struct table table, part;
    struct figure figure;
    char note[5000];
    memset(note, 'n', sizeof note);
    note[sizeof note - 1] = '\0';
    arena_init(&arena, NULL);
    table_init(&table, &arena, columns, N_COLUMNS);
    table_note(&table, "%s", note);
    assert_string_equal(table.notes[0], note);
    table_select(&table, (const int[]){0}, 1, &part);
    table_note(&part, "of the part");
    table_note(&table, "of the whole");
    assert_string_equal(part.notes[0], note);
    assert_string_equal(part.notes[1], "of the part");
    assert_string_equal(table.notes[1], "of the whole");
    figure_init(&figure, &arena, FIGURE_BOUNDS, "notes");
    figure_note(&figure, "%s", note);
    assert_string_equal(figure.notes[0], note);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_has_base_units_and_quotes),
        cmocka_unit_test(json_is_an_array_of_objects),
        cmocka_unit_test(markdown_escapes_what_would_be_markup),
        cmocka_unit_test(text_is_aligned),
        cmocka_unit_test(text_wraps_within_the_width),
        cmocka_unit_test(text_stands_in_parts),
        cmocka_unit_test(names_of_formats),
        cmocka_unit_test(a_range_without_width_is_one_number),
        cmocka_unit_test(an_empty_table_is_a_head),
        cmocka_unit_test(a_note_is_whole_however_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
