/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owns the palette. The hues are those of Okabe and Ito, "Color Universal Design" (2008), which
 * readers with protan, deutan and tritan sight tell apart; yellow, too light for white paper, is
 * darkened. Neighbours in the list differ in luminance, so that they stay apart in grey. The ramp
 * runs through the lightness of a single hue. */
#include "render/canvas.h"

#include <math.h>

struct role_row {
    const char *name;
    struct canvas_color color;
};

#define RGB(r, g, b)                                                                               \
    {                                                                                              \
        (r) / 255.0, (g) / 255.0, (b) / 255.0                                                      \
    }

static const struct role_row roles[CANVAS_ROLES] = {
    [CANVAS_PAPER] = {"paper", RGB(255, 255, 255)}, [CANVAS_INK] = {"ink", RGB(26, 26, 26)},
    [CANVAS_MUTED] = {"muted", RGB(95, 99, 104)},   [CANVAS_RULE] = {"rule", RGB(128, 132, 137)},
    [CANVAS_GRID] = {"grid", RGB(224, 226, 229)},   [CANVAS_SHADE] = {"shade", RGB(243, 244, 246)},
    [CANVAS_HUE_1] = {"hue1", RGB(0, 114, 178)},    [CANVAS_HUE_2] = {"hue2", RGB(230, 159, 0)},
    [CANVAS_HUE_3] = {"hue3", RGB(0, 158, 115)},    [CANVAS_HUE_4] = {"hue4", RGB(86, 180, 233)},
    [CANVAS_HUE_5] = {"hue5", RGB(213, 94, 0)},     [CANVAS_HUE_6] = {"hue6", RGB(184, 168, 24)},
    [CANVAS_HUE_7] = {"hue7", RGB(86, 94, 102)},    [CANVAS_HUE_8] = {"hue8", RGB(204, 121, 167)},
    [CANVAS_MEASURED] = {"measured", RGB(0, 0, 0)}, [CANVAS_CHOSEN] = {"chosen", RGB(213, 94, 0)},
    [CANVAS_LIMIT] = {"limit", RGB(160, 40, 40)},   [CANVAS_RAMP] = {"ramp", RGB(8, 48, 107)},
};

static const char *const shapes[CANVAS_SHAPES] = {
    [CANVAS_CIRCLE] = "circle",   [CANVAS_SQUARE] = "square", [CANVAS_TRIANGLE] = "triangle",
    [CANVAS_DIAMOND] = "diamond", [CANVAS_NABLA] = "nabla",   [CANVAS_CROSS] = "cross",
    [CANVAS_RING] = "ring",       [CANVAS_FRAME] = "frame"};

static const char *const dashes[CANVAS_DASHES] = {[CANVAS_SOLID] = "solid",
                                                  [CANVAS_DASHED] = "dashed",
                                                  [CANVAS_DOTTED] = "dotted",
                                                  [CANVAS_DASHDOT] = "dashdot"};

struct paint canvas_paint(enum canvas_role role)
{
    return (struct paint){.role = role, .alpha = 1};
}

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

/* Light to dark through a middle, for an even step of lightness. */
static struct canvas_color ramp(double level)
{
    static const struct canvas_color stops[] = {RGB(239, 245, 251), RGB(158, 202, 225),
                                                RGB(49, 130, 189), RGB(8, 48, 107)};
    enum { LAST = sizeof stops / sizeof stops[0] - 1 };
    double at = fmin(fmax(level, 0), 1) * LAST;
    int i = at >= LAST ? LAST - 1 : (int)at;
    double t = at - i;
    return (struct canvas_color){mix(stops[i].red, stops[i + 1].red, t),
                                 mix(stops[i].green, stops[i + 1].green, t),
                                 mix(stops[i].blue, stops[i + 1].blue, t)};
}

struct canvas_color canvas_color(struct paint paint)
{
    return paint.role == CANVAS_RAMP ? ramp(paint.level) : roles[paint.role].color;
}

static double linear_light(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

double canvas_luminance(struct canvas_color color)
{
    return 0.2126 * linear_light(color.red) + 0.7152 * linear_light(color.green) +
           0.0722 * linear_light(color.blue);
}

enum canvas_role canvas_hue(int i)
{
    return (enum canvas_role)((int)CANVAS_HUE_1 + i % CANVAS_HUES);
}

enum canvas_shape canvas_shape_of(int i)
{
    /* Shifted in each round of the hues, so that 64 series differ in colour or in shape. */
    return (enum canvas_shape)((i + i / CANVAS_HUES * 3) % CANVAS_SHAPES);
}

enum canvas_dash canvas_dash_of(int i)
{
    return (enum canvas_dash)(i % CANVAS_DASHES);
}

static const struct canvas_outline outlines[CANVAS_SHAPES] = {
    [CANVAS_CIRCLE] = {.n = 0},
    [CANVAS_SQUARE] = {.n = 4,
                       .corners = {{-0.88, -0.88}, {0.88, -0.88}, {0.88, 0.88}, {-0.88, 0.88}}},
    [CANVAS_TRIANGLE] = {.n = 3, .corners = {{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}}},
    [CANVAS_DIAMOND] = {.n = 4, .corners = {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}},
    [CANVAS_NABLA] = {.n = 3, .corners = {{0, 1.15}, {1.1, -0.85}, {-1.1, -0.85}}},
    [CANVAS_CROSS] = {.n = 12,
                      .corners = {{0, -0.4},
                                  {0.7, -1.1},
                                  {1.1, -0.7},
                                  {0.4, 0},
                                  {1.1, 0.7},
                                  {0.7, 1.1},
                                  {0, 0.4},
                                  {-0.7, 1.1},
                                  {-1.1, 0.7},
                                  {-0.4, 0},
                                  {-1.1, -0.7},
                                  {-0.7, -1.1}}},
    [CANVAS_RING] = {.n = 0, .open = true},
    [CANVAS_FRAME] = {.n = 4,
                      .open = true,
                      .corners = {{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}}},
};

const struct canvas_outline *canvas_outline(enum canvas_shape shape)
{
    return &outlines[shape];
}

const char *canvas_role_name(enum canvas_role role)
{
    return roles[role].name;
}

const char *canvas_shape_name(enum canvas_shape shape)
{
    return shapes[shape];
}

const char *canvas_dash_name(enum canvas_dash dash)
{
    return dashes[dash];
}
