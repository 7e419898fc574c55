/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a member is written only when its text is allowed in every respect. */
#include "model/field.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *member(const struct field *field, void *object)
{
    return (char *)object + field->offset;
}

static const void *member_const(const struct field *field, const void *object)
{
    return (const char *)object + field->offset;
}

static void init_member(const struct field *field, void *object)
{
    void *m = member(field, object);
    switch (field->kind) {
    case FIELD_INT:
    case FIELD_BOOL:
    case FIELD_CHOICE:
        *(int *)m = FIELD_ABSENT;
        break;
    case FIELD_QUANTITY:
        *(double *)m = UNKNOWN;
        break;
    case FIELD_MONEY:
        ((struct money *)m)->value = UNKNOWN;
        break;
    case FIELD_TEXT:
    case FIELD_TEXTS:
    case FIELD_MAP:
    case FIELD_LIST:
    case FIELD_DEVICE:
        break; /* zeroed already */
    }
}

void field_init(const struct schema *schema, void *object)
{
    memset(object, 0, schema->size);
    for (size_t i = 0; i < schema->n_fields; i++)
        init_member(&schema->fields[i], object);
}

const struct field *field_find(const struct schema *schema, const char *key)
{
    for (size_t i = 0; i < schema->n_fields; i++)
        if (strcmp(schema->fields[i].key, key) == 0)
            return &schema->fields[i];
    return NULL;
}

const char *field_nearest(const struct schema *schema, const char *key)
{
    const char *words[128];
    size_t n = 0;
    for (size_t i = 0; i < schema->n_fields && n < 128; i++)
        words[n++] = schema->fields[i].key;
    const char *near = err_nearest(key, words, n);
    return near != NULL ? near : err_abbreviated(key, words, n);
}

void field_choices(const struct field *field, char *buf, size_t size)
{
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; field->choices[i] != NULL && used + 1 < size; i++) {
        const char *glue = i == 0 ? "" : field->choices[i + 1] == NULL ? " or " : ", ";
        int wrote = snprintf(buf + used, size - used, "%s%s", glue, field->choices[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

/* A limit as a person writes it: counts in full, quantities with their unit. */
static void format_limit(const struct field *field, double limit, char *buf, size_t size)
{
    if (field->kind == FIELD_QUANTITY && field->dim != DIM_NUMBER)
        units_format(field->dim, limit, buf, size);
    else
        units_format_exact(limit, buf, size);
}

static bool out_of_range(const struct field *field, const char *text, struct err *err)
{
    char low[40], high[40], percent[80] = "";
    format_limit(field, field->min, low, sizeof low);
    format_limit(field, field->max, high, sizeof high);
    if (isinf(field->max))
        return err_set(err, ERR_INPUT, "%s is '%.60s'; allowed: at least %s", field->key, text,
                       low);
    /* `read: 70` means 70 %, not seventy times. */
    bool fraction = field->kind == FIELD_QUANTITY && field->dim == DIM_FRACTION;
    if (fraction && strspn(text, "0123456789.") == strlen(text))
        (void)snprintf(percent, sizeof percent, "%.60s%%", text);
    return err_set(err, ERR_INPUT, "%s is '%.60s'; allowed: %s to %s%s%s", field->key, text, low,
                   high, fraction ? ", as 0.7 or 70%" : "",
                   err_hint(percent[0] == '\0' ? NULL : percent).text);
}

/* Gives a scalar's message the key it stands under. */
static bool with_key(const struct field *field, struct err *inner, struct err *err)
{
    return err_set(err, inner->kind, "%s: %s", field->key, inner->text);
}

static bool parse_int(const struct field *field, const char *text, void *m, struct err *err)
{
    long value = 0;
    struct err inner = ERR_INIT;
    if (!units_parse_int(text, &value, &inner))
        return with_key(field, &inner, err);
    if ((double)value < field->min || (double)value > field->max || value > INT_MAX || value < 0)
        return out_of_range(field, text, err);
    *(int *)m = (int)value;
    return true;
}

static bool parse_quantity(const struct field *field, const char *text, void *m, struct err *err)
{
    double value = 0;
    struct err inner = ERR_INIT;
    if (!units_parse(field->dim, text, &value, &inner))
        return with_key(field, &inner, err);
    if (!(value >= field->min && value <= field->max))
        return out_of_range(field, text, err);
    *(double *)m = value;
    return true;
}

static bool parse_bool(const struct field *field, const char *text, void *m, struct err *err)
{
    /* YAML 1.1 has more words for a truth value; they are typos more often than not. */
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
    for (int i = 0; i < 6; i++) {
        if (strcmp(words[i], text) == 0) {
            *(int *)m = i % 2;
            return true;
        }
    }
    return err_set(err, ERR_INPUT, "%s is '%.60s'; allowed: true or false%s", field->key, text,
                   err_hint(err_nearest(text, words, 2)).text);
}

static bool parse_choice(const struct field *field, const char *text, void *m, struct err *err)
{
    size_t n = 0;
    for (; field->choices[n] != NULL; n++) {
        if (strcmp(field->choices[n], text) == 0) {
            *(int *)m = (int)n;
            return true;
        }
    }
    char allowed[300];
    field_choices(field, allowed, sizeof allowed);
    return err_set(err, ERR_INPUT, "%s is '%.60s'; allowed: %s%s", field->key, text, allowed,
                   err_hint(err_nearest(text, field->choices, n)).text);
}

static bool parse_money(const struct field *field, const char *text, void *m, struct err *err)
{
    struct money money = {0};
    struct err inner = ERR_INIT;
    if (!units_parse_money(text, &money, &inner))
        return with_key(field, &inner, err);
    if (money.value < 0)
        return err_set(err, ERR_INPUT, "%s is '%.60s'; allowed: at least 0", field->key, text);
    *(struct money *)m = money;
    return true;
}

bool field_parse(const struct field *field, const char *text, void *object, struct err *err)
{
    void *m = member(field, object);
    switch (field->kind) {
    case FIELD_TEXT:
        *(const char **)m = text;
        return true;
    case FIELD_INT:
        return parse_int(field, text, m, err);
    case FIELD_QUANTITY:
        return parse_quantity(field, text, m, err);
    case FIELD_BOOL:
        return parse_bool(field, text, m, err);
    case FIELD_CHOICE:
        return parse_choice(field, text, m, err);
    case FIELD_MONEY:
        return parse_money(field, text, m, err);
    case FIELD_TEXTS:
    case FIELD_MAP:
    case FIELD_LIST:
    case FIELD_DEVICE:
        break;
    }
    return err_set(err, ERR_INPUT, "%s is not a single value", field->key);
}

bool field_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool field_is_absent(const struct field *field, const void *object)
{
    const void *m = member_const(field, object);
    switch (field->kind) {
    case FIELD_INT:
    case FIELD_BOOL:
    case FIELD_CHOICE:
        return *(const int *)m == FIELD_ABSENT;
    case FIELD_QUANTITY:
        return isnan(*(const double *)m);
    case FIELD_MONEY:
        return isnan(((const struct money *)m)->value);
    case FIELD_TEXT:
    case FIELD_TEXTS:
    case FIELD_MAP:
    case FIELD_LIST:
    case FIELD_DEVICE:
        break;
    }
    return *(const void *const *)m == NULL;
}

/* The unit that field_parse needs after a number in base units. */
static const char *base_unit(enum dim dim)
{
    static const char *const unit[DIM_COUNT] = {
        [DIM_NUMBER] = "",    [DIM_CAPACITY] = "B", [DIM_BLOCK] = "B",    [DIM_RATE] = "B/s",
        [DIM_LINK] = "bit/s", [DIM_TIME] = "s",     [DIM_DURATION] = "s", [DIM_OPS] = "",
        [DIM_FRACTION] = "",  [DIM_GROWTH] = "%/y", [DIM_POWER] = "W",    [DIM_ENDURANCE] = " DWPD",
        [DIM_RATIO] = ""};
    return unit[dim];
}

/* Growth is written in percent: the exponent moves, because a product would not read back the same.
 */
static void format_growth(double value, char *buf, size_t size)
{
    char number[40];
    units_format_exact(value, number, sizeof number);
    char *exponent = strchr(number, 'e');
    long shift = exponent == NULL ? 0 : strtol(exponent + 1, NULL, 10);
    if (exponent != NULL)
        *exponent = '\0';
    (void)snprintf(buf, size, "%se%ld%%/y", number, shift + 2);
}

static void format_quantity(const struct field *field, double value, char *buf, size_t size)
{
    char number[40];
    if (field->dim == DIM_GROWTH) {
        format_growth(value, buf, size);
        return;
    }
    units_format_exact(field->dim == DIM_LINK ? 8 * value : value, number, sizeof number);
    (void)snprintf(buf, size, "%s%s", number, base_unit(field->dim));
}

static void format_money(const struct money *money, char *buf, size_t size)
{
    char number[40];
    units_format_exact(money->value, number, sizeof number);
    (void)snprintf(buf, size, "%s %s", number, money->currency);
}

void field_format(const struct field *field, const void *object, char *buf, size_t size)
{
    const void *m = member_const(field, object);
    buf[0] = '\0';
    if (field_is_absent(field, object))
        return;
    if (field->kind == FIELD_TEXT)
        (void)snprintf(buf, size, "%s", *(const char *const *)m);
    else if (field->kind == FIELD_INT)
        (void)snprintf(buf, size, "%d", *(const int *)m);
    else if (field->kind == FIELD_BOOL)
        (void)snprintf(buf, size, "%s", *(const int *)m ? "true" : "false");
    else if (field->kind == FIELD_CHOICE)
        (void)snprintf(buf, size, "%s", field->choices[*(const int *)m]);
    else if (field->kind == FIELD_QUANTITY)
        format_quantity(field, *(const double *)m, buf, size);
    else if (field->kind == FIELD_MONEY)
        format_money(m, buf, size);
}
