/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fieldtext.h"

#include <math.h>
#include <stdio.h>

const char *fieldtext_kind(struct arena *arena, const struct field *field)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return "text";
    case FIELD_TEXTS:
        return "text, or list of texts";
    case FIELD_INT:
        return "whole number";
    case FIELD_QUANTITY:
        return units_dim_name(field->dim);
    case FIELD_MONEY:
        return "price";
    case FIELD_BOOL:
        return "true or false";
    case FIELD_CHOICE:
        return "word";
    case FIELD_MAP:
        return arena_printf(arena, "mapping: %s", field->sub->name);
    case FIELD_LIST:
        return arena_printf(arena, "list of: %s", field->sub->name);
    case FIELD_DEVICE:
        return "catalogue name, path ending in .yaml, or mapping: device";
    }
    return "";
}

static const char *limit(struct arena *arena, const struct field *field, double value)
{
    char text[60];
    if (field->kind == FIELD_INT)
        (void)snprintf(text, sizeof text, "%.0f", value);
    else
        units_format(field->dim, value, text, sizeof text);
    return arena_copy(arena, text);
}

static const char *limits(struct arena *arena, const struct field *field)
{
    const char *low = limit(arena, field, field->min), *high = limit(arena, field, field->max);
    if (isinf(field->max))
        return arena_printf(arena, "at least %s", low);
    return arena_printf(arena, "%s to %s", low, high);
}

const char *fieldtext_allowed(struct arena *arena, const struct field *field)
{
    char choices[300];
    switch (field->kind) {
    case FIELD_CHOICE:
        field_choices(field, choices, sizeof choices);
        return arena_copy(arena, choices);
    case FIELD_MONEY:
        return "a number and an ISO 4217 code, e.g. 340 EUR";
    case FIELD_INT:
    case FIELD_QUANTITY:
        return limits(arena, field);
    case FIELD_TEXT:
    case FIELD_TEXTS:
    case FIELD_BOOL:
    case FIELD_MAP:
    case FIELD_LIST:
    case FIELD_DEVICE:
        break;
    }
    return NULL;
}
