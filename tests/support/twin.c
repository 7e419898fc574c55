/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/twin.h"

#include "render/canvas_record.h"
#include "render/chart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Coordinates are rounded to tenths. */
#define SLACK 0.11

char *twin_draw(const struct figure *figure, double width)
{
    char *text = NULL;
    size_t size = 0;
    struct arena arena;
    struct sketch sketch;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    struct canvas canvas = canvas_record(file);
    arena_init(&arena, NULL);
    chart_layout(figure, &canvas, width, &arena, &sketch);
    canvas.begin(canvas.self, sketch.width, sketch.height);
    sketch_draw(&sketch, &canvas, (struct point){0, 0});
    arena_free(&arena);
    assert_int_equal(fclose(file), 0);
    return text;
}

struct boxes {
    struct box *box;
    const char **line;
    int n;
    double width, height; /* of the page */
};

static void read_boxes(const char *twin, struct boxes *boxes)
{
    size_t lines = 0;
    for (const char *p = twin; *p != '\0'; p++)
        lines += *p == '\n';
    boxes->box = calloc(lines + 1, sizeof *boxes->box);
    boxes->line = calloc(lines + 1, sizeof *boxes->line);
    assert_non_null(boxes->box);
    assert_non_null(boxes->line);
    for (const char *p = twin; *p != '\0'; p = strchr(p, '\n') + 1) {
        struct box *b = &boxes->box[boxes->n];
        char start[80]; /* sscanf looks for the end of what it is given */
        (void)snprintf(start, sizeof start, "%.*s", (int)strcspn(p, "\n"), p);
        if (sscanf(start, "page %lf x %lf", &boxes->width, &boxes->height) == 2)
            continue;
        if (sscanf(start, "text %lf %lf %lf x %lf", &b->x, &b->y, &b->width, &b->height) == 4)
            boxes->line[boxes->n++] = p;
    }
}

static int line_length(const char *line)
{
    return (int)strcspn(line, "\n");
}

static bool on_page(const struct boxes *boxes, const struct box *b)
{
    return b->x >= -SLACK && b->y >= -SLACK && b->x + b->width <= boxes->width + SLACK &&
           b->y + b->height <= boxes->height + SLACK;
}

static bool overlap(const struct box *a, const struct box *b)
{
    return a->x < b->x + b->width - SLACK && b->x < a->x + a->width - SLACK &&
           a->y < b->y + b->height - SLACK && b->y < a->y + a->height - SLACK;
}

void twin_check_texts(const char *twin, const char *what)
{
    struct boxes boxes = {0};
    read_boxes(twin, &boxes);
    for (int i = 0; i < boxes.n; i++) {
        if (!on_page(&boxes, &boxes.box[i]))
            fail_msg("%s: off the page: %.*s", what, line_length(boxes.line[i]), boxes.line[i]);
        for (int j = 0; j < i; j++)
            if (overlap(&boxes.box[i], &boxes.box[j]))
                fail_msg("%s: texts overlap:\n%.*s\n%.*s", what, line_length(boxes.line[j]),
                         boxes.line[j], line_length(boxes.line[i]), boxes.line[i]);
    }
    free(boxes.box);
    free((void *)boxes.line);
}

const char *twin_label(struct arena *arena, unsigned *seed, int letters)
{
    static const char *const alphabet[] = {"a", "B",      "7",      " ",      "-",      "_",
                                           "/", "\u0436", "\u65E5", "\uD55C", "e\u0301"};
    enum { N_LETTERS = sizeof alphabet / sizeof alphabet[0] };
    char *text = arena_alloc(arena, (size_t)letters * 4 + 1);
    size_t used = 0;
    for (int i = 0; i < letters; i++) {
        *seed = *seed * 1103515245U + 12345U;
        const char *letter = alphabet[(*seed >> 16) % N_LETTERS];
        memcpy(text + used, letter, strlen(letter));
        used += strlen(letter);
    }
    return text;
}
