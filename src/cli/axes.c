/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a value's text is what stood on the command line, or a number of the span with its
 * unit; the document's own loader judges it. */
#include "cli/axes.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct arena *arena;
    const char *set; /* the whole text, for messages */
    struct axis_of_sweep *axis;
    struct err *err;
};

static bool bad_span(const struct reading *r, const char *why)
{
    return err_set(r->err, ERR_USAGE,
                   "--set %.120s: %s; allowed: PATH=a,b,c, PATH=a..b, PATH=a..b:STEP or "
                   "PATH=a..b:xFACTOR",
                   r->set, why);
}

/* A number and its unit, which points into the text. */
struct amount {
    double number;
    const char *unit;
};

static bool read_amount(struct arena *arena, const char *text, size_t length, struct amount *out)
{
    const char *copy = arena_string(arena, text, length);
    char *end = NULL;
    out->number = strtod(copy, &end);
    /* strtod knows hexadecimal and names of numbers, documents do not. */
    const char *first = copy + (copy[0] == '-' || copy[0] == '.');
    bool decimal = isdigit((unsigned char)first[0]) && first[1] != 'x' && first[1] != 'X';
    out->unit = end;
    return end != copy && decimal && isfinite(out->number);
}

static void add_text(struct axis_of_sweep *axis, const char *text)
{
    axis->texts[axis->n++] = text;
}

/* -- spans -- */

struct steps {
    double from, to, step;
    bool factor;
};

static bool read_step(const struct reading *r, const char *text, const char *unit,
                      struct steps *steps)
{
    struct amount amount;
    steps->factor = text[0] == 'x' || text[0] == '*';
    text += steps->factor ? 1 : 0;
    if (!read_amount(r->arena, text, strlen(text), &amount))
        return bad_span(r, "the step is no number");
    if (amount.unit[0] != '\0' && (steps->factor || strcmp(amount.unit, unit) != 0))
        return bad_span(r, "the step has another unit");
    steps->step = amount.number;
    if (steps->factor && (amount.number <= 1 || steps->from <= 0))
        return bad_span(r, "a factor must be above 1, and a above 0");
    return steps->step > 0 || bad_span(r, "the step is not above 0");
}

static bool fill_steps(const struct reading *r, const struct steps *steps, const char *unit)
{
    struct axis_of_sweep *axis = r->axis;
    axis->texts = arena_array(r->arena, AXIS_VALUES_MAX, sizeof *axis->texts);
    double slack = 1e-9 * (steps->factor ? steps->to : steps->step);
    for (int i = 0;; i++) {
        char number[40];
        double value =
            steps->factor ? steps->from * pow(steps->step, i) : steps->from + i * steps->step;
        if (value > steps->to + slack)
            return true;
        if (axis->n == AXIS_VALUES_MAX)
            return bad_span(r, "more than 10000 values");
        (void)snprintf(number, sizeof number, "%.12g", value);
        add_text(axis, arena_printf(r->arena, "%s%s", number, unit));
    }
}

static bool read_span(const struct reading *r, const char *value, const char *dots)
{
    struct amount from, to;
    const char *colon = strchr(dots, ':');
    size_t length = colon == NULL ? strlen(dots + 2) : (size_t)(colon - dots - 2);
    if (!read_amount(r->arena, value, (size_t)(dots - value), &from) ||
        !read_amount(r->arena, dots + 2, length, &to))
        return bad_span(r, "the ends are no numbers");
    if (from.unit[0] != '\0' && strcmp(from.unit, to.unit) != 0)
        return bad_span(r, "the ends have different units");
    struct steps steps = {from.number, to.number, 1, false};
    bool whole = floor(from.number) == from.number && floor(to.number) == to.number;
    if (colon == NULL && !whole)
        return bad_span(r, "a step is needed");
    if (colon != NULL && !read_step(r, colon + 1, to.unit, &steps))
        return false;
    if (from.number > to.number)
        return bad_span(r, "the first end is above the second");
    return fill_steps(r, &steps, to.unit);
}

/* -- lists -- */

/* The unit of the last item stands for those that are bare numbers. */
static bool read_list(const struct reading *r, const char *value)
{
    struct axis_of_sweep *axis = r->axis;
    struct amount last, amount;
    const char *tail = strrchr(value, ',') + 1;
    const char *unit = read_amount(r->arena, tail, strlen(tail), &last) ? last.unit : "";
    char *copy = arena_copy(r->arena, value), *rest = NULL;
    axis->texts = arena_array(r->arena, strlen(value) + 1, sizeof *axis->texts);
    for (char *item = strtok_r(copy, ",", &rest); item != NULL; item = strtok_r(NULL, ",", &rest)) {
        bool bare = read_amount(r->arena, item, strlen(item), &amount) && amount.unit[0] == '\0';
        add_text(axis, bare ? arena_printf(r->arena, "%s%s", item, unit) : item);
    }
    return axis->n >= 2 || bad_span(r, "a list of one");
}

/* -- what a path leads to -- */

/* The row of the last key; NULL when the path does not fit the documents. */
static const struct field *field_of_path(struct arena *arena, const char *path)
{
    const struct schema *schema = &cluster_schema;
    const struct field *field = NULL;
    char *copy = arena_copy(arena, path), *rest = NULL;
    for (char *step = strtok_r(copy, ".", &rest); step != NULL; step = strtok_r(NULL, ".", &rest)) {
        if (field != NULL && field->kind == FIELD_LIST && isdigit((unsigned char)step[0])) {
            field = NULL;
            continue;
        }
        field = schema == NULL ? NULL : field_find(schema, step);
        if (field == NULL)
            return NULL;
        schema = field->sub;
    }
    return field;
}

static void number_axis(struct arena *arena, struct axis_of_sweep *axis)
{
    const struct field *field = field_of_path(arena, axis->path);
    axis->numbers = arena_array(arena, (size_t)axis->n, sizeof *axis->numbers);
    axis->numeric = field != NULL && (field->kind == FIELD_INT || field->kind == FIELD_QUANTITY);
    axis->dim = axis->numeric && field->kind == FIELD_QUANTITY ? field->dim : DIM_NUMBER;
    for (int i = 0; i < axis->n; i++) {
        struct err ignored = ERR_INIT;
        if (!axis->numeric ||
            !units_parse(axis->dim, axis->texts[i], &axis->numbers[i], &ignored)) {
            axis->numbers[i] = UNKNOWN;
            axis->numeric = false;
        }
    }
}

/* -- all -- */

static bool is_one_value(const char *value)
{
    return strchr("[{\"'", value[0]) != NULL ||
           (strchr(value, ',') == NULL && strstr(value, "..") == NULL);
}

static bool add_axis(struct arena *arena, const char *set, const char *value, struct grid *grid,
                     struct err *err)
{
    struct axis_of_sweep *axis = &grid->axes[grid->n_axes];
    struct reading r = {arena, set, axis, err};
    const char *dots = strchr(value, ',') == NULL ? strstr(value, "..") : NULL;
    if (grid->n_axes == AXES_MAX)
        return err_set(err, ERR_USAGE, "more than %d axes", AXES_MAX);
    axis->path = arena_string(arena, set, (size_t)(value - 1 - set));
    if (!(dots != NULL ? read_span(&r, value, dots) : read_list(&r, value)))
        return false;
    number_axis(arena, axis);
    if (axis->n > INT_MAX / grid->points)
        return err_set(err, ERR_USAGE, "the grid has too many points");
    grid->points *= axis->n;
    grid->n_axes++;
    return true;
}

/* "3-6": meant as a span. */
static bool is_dashed_span(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits + 1;
    return digits > 0 && text[digits] == '-' && *rest != '\0' &&
           rest[strspn(rest, "0123456789")] == '\0';
}

bool grid_parse(struct arena *arena, const char *const *sets, int n, struct grid *grid,
                struct err *err)
{
    *grid = (struct grid){.points = 1};
    grid->fixed = arena_array(arena, (size_t)n + 1, sizeof *grid->fixed);
    for (int i = 0; i < n; i++) {
        const char *equals = strchr(sets[i], '=');
        if (equals == NULL || equals == sets[i] || equals[1] == '\0')
            return err_set(err, ERR_USAGE, "--set is '%.80s'; allowed: PATH=VALUE", sets[i]);
        if (!is_one_value(equals + 1)) {
            if (!add_axis(arena, sets[i], equals + 1, grid, err))
                return false;
            continue;
        }
        grid->fixed[grid->n_fixed++] =
            (struct override){arena_string(arena, sets[i], (size_t)(equals - sets[i])), equals + 1};
    }
    if (grid->n_axes > 0)
        return true;
    for (int i = 0; i < grid->n_fixed; i++)
        if (is_dashed_span(grid->fixed[i].value))
            return err_set(err, ERR_USAGE,
                           "--set %.80s=%.40s has one value; a span is written with two dots, "
                           "such as 3..6",
                           grid->fixed[i].path, grid->fixed[i].value);
    return err_set(err, ERR_USAGE,
                   "no --set has several values; needed: --set PATH=a,b,c or PATH=a..b[:step]");
}

int grid_index(const struct grid *grid, int point, int axis)
{
    for (int i = grid->n_axes - 1; i > axis; i--)
        point /= grid->axes[i].n;
    return point % grid->axes[axis].n;
}

int grid_overrides(const struct grid *grid, int point, struct override *overrides)
{
    int n = 0;
    for (; n < grid->n_fixed; n++)
        overrides[n] = grid->fixed[n];
    for (int i = 0; i < grid->n_axes; i++) {
        const struct axis_of_sweep *axis = &grid->axes[i];
        overrides[n++] = (struct override){axis->path, axis->texts[grid_index(grid, point, i)]};
    }
    return n;
}

const char *grid_title(const struct grid *grid, int point, struct arena *arena)
{
    const char *title = "";
    for (int i = 0; i < grid->n_axes; i++) {
        const struct axis_of_sweep *axis = &grid->axes[i];
        title = arena_printf(arena, "%s%s%s %s", title, i == 0 ? "" : ", ", axis->path,
                             axis->texts[grid_index(grid, point, i)]);
    }
    return title;
}
