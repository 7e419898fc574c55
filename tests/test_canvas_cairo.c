/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the pictures themselves only what a file must have: the right first bytes, the same bytes each
 * time, errors told. How they look is judged by eye; where things stand is tested on the text twin.
 */
#include "support/suite.h"

#include "render/canvas_cairo.h"
#include "render/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void make_figure(struct figure *f, struct arena *arena)
{
    arena_init(arena, NULL);
    figure_init(f, arena, FIGURE_RANGE_BARS, "Estimates");
    f->value = (struct figure_axis){.label = "IOPS", .dim = DIM_OPS};
    figure_add_series(f, "4k \u30E9\u30F3\u30C0\u30E0 \uC77D\uAE30 "
                         "\u0447\u0442\u0435\u043D\u0438\u0435 \u8BFB\u53D6");
    figure_add_point(f, "engine", 0, (struct range){100, 200, 400});
    figure_add_point(f, "bad \xFF bytes", 0, figure_between(50, 100));
}

/* The document's bytes in `*bytes`, to be freed. */
static size_t drawn(enum canvas_format format, char **bytes)
{
    struct arena arena;
    struct figure figure;
    struct sketch sketch;
    struct err err = ERR_INIT;
    size_t size = 0;
    make_figure(&figure, &arena);
    FILE *file = open_memstream(bytes, &size);
    assert_non_null(file);
    struct canvas_cairo *document = canvas_cairo_new(&arena, format, file, "A title", "An author");
    const struct canvas *canvas = canvas_cairo_canvas(document);
    chart_layout(&figure, canvas, CHART_WIDTH, &arena, &sketch);
    canvas->begin(canvas->self, sketch.width, sketch.height);
    sketch_draw(&sketch, canvas, (struct point){0, 0});
    assert_true(canvas_cairo_finish(document, &err));
    assert_int_equal(fclose(file), 0);
    arena_free(&arena);
    return size;
}

static void each_format_has_its_first_bytes(void **state)
{
    (void)state;
    static const char *const starts[CANVAS_FORMATS] = {
        [CANVAS_SVG] = "<?xml", [CANVAS_PNG] = "\x89PNG\r\n", [CANVAS_PDF] = "%PDF-1."};
    for (int format = 0; format < CANVAS_FORMATS; format++) {
        char *bytes = NULL;
        size_t size = drawn((enum canvas_format)format, &bytes);
        assert_true(size > 1000);
        assert_memory_equal(bytes, starts[format], strlen(starts[format]));
        free(bytes);
    }
}

static void the_same_drawing_gives_the_same_bytes(void **state)
{
    (void)state;
    assert_int_equal(setenv("SOURCE_DATE_EPOCH", "86400", 1), 0);
    for (int format = 0; format < CANVAS_FORMATS; format++) {
        char *first = NULL, *second = NULL;
        size_t n = drawn((enum canvas_format)format, &first);
        assert_int_equal(drawn((enum canvas_format)format, &second), n);
        assert_memory_equal(first, second, n);
        free(first);
        free(second);
    }
    (void)unsetenv("SOURCE_DATE_EPOCH");
}

static void a_pdf_has_its_date_and_metadata(void **state)
{
    (void)state;
    char *bytes = NULL;
    assert_int_equal(setenv("SOURCE_DATE_EPOCH", "86400", 1), 0);
    size_t size = drawn(CANVAS_PDF, &bytes);
    (void)unsetenv("SOURCE_DATE_EPOCH");
    assert_true(suite_holds(bytes, size, "19700102000000"));
    assert_true(suite_holds(bytes, size, "A title"));
    assert_true(suite_holds(bytes, size, "An author"));
    free(bytes);
}

static void endings_choose_the_format(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int format; /* -1: refused */
    } rows[] = {{"a.svg", CANVAS_SVG},
                {"a.PNG", CANVAS_PNG},
                {"b/c.d.pdf", CANVAS_PDF},
                {"a.jpg", -1},
                {"svg", -1},
                {".svg", -1},
                {"", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct err err = ERR_INIT;
        enum canvas_format format = CANVAS_SVG;
        bool known = canvas_cairo_format(rows[i].path, &format, &err);
        assert_int_equal(known, rows[i].format >= 0);
        if (known)
            assert_int_equal(format, rows[i].format);
        else
            assert_true(err.kind == ERR_USAGE && strstr(err.text, ".svg, .png or .pdf") != NULL);
    }
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    for (int format = 0; format < CANVAS_FORMATS; format++) {
        struct arena arena;
        struct err err = ERR_INIT;
        arena_init(&arena, NULL);
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        (void)setvbuf(full, NULL, _IONBF, 0);
        struct canvas_cairo *document =
            canvas_cairo_new(&arena, (enum canvas_format)format, full, NULL, NULL);
        const struct canvas *canvas = canvas_cairo_canvas(document);
        canvas->begin(canvas->self, 100, 100);
        assert_false(canvas_cairo_finish(document, &err));
        assert_int_equal(err.kind, ERR_IO);
        assert_non_null(strstr(err.text, "No space left on device"));
        (void)fclose(full);
        arena_free(&arena);
    }
}

static void a_chart_is_written_or_nothing_is_left(void **state)
{
    (void)state;
    struct arena arena;
    struct figure figure;
    char folder[256], path[300], missing[300];
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/chart-XXXXXX", base != NULL ? base : "/tmp");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/a.svg", folder);
    (void)snprintf(missing, sizeof missing, "%s/missing/a.svg", folder);
    make_figure(&figure, &arena);
    struct err err = ERR_INIT;
    assert_true(chart_write(&figure, path, &err));
    assert_false(chart_write(&figure, missing, &err));
    assert_int_equal(err.kind, ERR_IO);
    assert_string_equal(err.file, missing);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    arena_free(&arena);
}

/* A machine without any font: text may be boxes, but the chart comes out. fontconfig reads its
 * settings once, so this needs a process of its own. */
static void missing_fonts_are_no_failure(void **state)
{
    (void)state;
    char path[256];
    const char *base = getenv("TMPDIR");
    (void)snprintf(path, sizeof path, "%s/fonts-XXXXXX", base != NULL ? base : "/tmp");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    static const char settings[] = "<?xml version=\"1.0\"?><fontconfig></fontconfig>";
    assert_int_equal(write(descriptor, settings, sizeof settings - 1), sizeof settings - 1);
    (void)close(descriptor);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool done =
            setenv("FONTCONFIG_FILE", path, 1) == 0 && freopen("/dev/null", "w", stderr) != NULL;
        for (int format = 0; format < CANVAS_FORMATS; format++) {
            char *bytes = NULL;
            done = drawn((enum canvas_format)format, &bytes) > 0 && done;
            free(bytes);
        }
        _exit(done ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(status, 0);
}

static void colours_stay_apart_in_grey(void **state)
{
    (void)state;
    double paper = canvas_luminance(canvas_color(canvas_paint(CANVAS_PAPER)));
    for (int i = 0; i < CANVAS_HUES; i++) {
        double hue = canvas_luminance(canvas_color(canvas_paint(canvas_hue(i))));
        double next = canvas_luminance(canvas_color(canvas_paint(canvas_hue(i + 1))));
        /* A third of a stop of lightness between neighbours, and twice the paper's contrast. */
        double contrast = (fmax(hue, next) + 0.05) / (fmin(hue, next) + 0.05);
        if (contrast < 1.25)
            fail_msg("hues %d and %d have a contrast of %g", i + 1, i + 2, contrast);
        assert_true((paper + 0.05) / (hue + 0.05) > 2);
    }
    for (int i = 0; i < 10; i++) {
        struct paint light = {CANVAS_RAMP, 1, i / 10.0}, dark = {CANVAS_RAMP, 1, (i + 1) / 10.0};
        assert_true(canvas_luminance(canvas_color(light)) > canvas_luminance(canvas_color(dark)));
    }
}

static void sixty_four_series_differ_in_colour_or_shape(void **state)
{
    (void)state;
    for (int i = 0; i < CANVAS_HUES * CANVAS_SHAPES; i++)
        for (int j = 0; j < i; j++)
            assert_true(canvas_hue(i) != canvas_hue(j) || canvas_shape_of(i) != canvas_shape_of(j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_fonts_are_no_failure), /* first: before fonts are read here */
        cmocka_unit_test(each_format_has_its_first_bytes),
        cmocka_unit_test(the_same_drawing_gives_the_same_bytes),
        cmocka_unit_test(a_pdf_has_its_date_and_metadata),
        cmocka_unit_test(endings_choose_the_format),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_chart_is_written_or_nothing_is_left),
        cmocka_unit_test(colours_stay_apart_in_grey),
        cmocka_unit_test(sixty_four_series_differ_in_colour_or_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
