/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first two bytes choose a dimension, a whole number and money, or a row of a schema; the rest
 * is the text to read. What is read must print and read back. */
#include "fuzz/fuzz.h"

#include "model/schemas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECT_MAX_B = 4096 };

static void check_quantity(const struct fuzz *fuzz, enum dim dim, const char *text)
{
    double value = 0;
    struct err err = ERR_INIT;
    char printed[80];
    if (!units_parse(dim, text, &value, &err)) {
        fuzz_check_refusal(fuzz, &err);
        return;
    }
    fuzz_check(isfinite(value), "a quantity is finite");
    units_format(dim, value, printed, sizeof printed);
    fuzz_check(printed[0] != '\0', "a quantity has a text");
    units_format_exact(value, printed, sizeof printed);
    fuzz_check(strtod(printed, NULL) == value, "exact text reads back");
}

static void check_int_and_money(const struct fuzz *fuzz, const char *text)
{
    long whole = 0;
    struct money money;
    struct err err = ERR_INIT, money_err = ERR_INIT;
    if (!units_parse_int(text, &whole, &err))
        fuzz_check_refusal(fuzz, &err);
    if (!units_parse_money(text, &money, &money_err))
        fuzz_check_refusal(fuzz, &money_err);
    else
        fuzz_check(isfinite(money.value) && strlen(money.currency) == 3, "money is money");
}

static bool is_scalar(const struct field *field)
{
    return field->kind != FIELD_MAP && field->kind != FIELD_LIST && field->kind != FIELD_DEVICE &&
           field->kind != FIELD_TEXTS;
}

static void check_row(const struct fuzz *fuzz, unsigned schema_choice, unsigned field_choice,
                      const char *text)
{
    union {
        max_align_t align;
        unsigned char bytes[OBJECT_MAX_B];
    } first, second;
    size_t n = 0;
    while (all_schemas[n] != NULL)
        n++;
    const struct schema *schema = all_schemas[schema_choice % n];
    const struct field *field = &schema->fields[field_choice % schema->n_fields];
    struct err err = ERR_INIT;
    if (!is_scalar(field) || field->kind == FIELD_TEXT)
        return;
    field_init(schema, &first);
    field_init(schema, &second);
    if (!field_parse(field, text, &first, &err)) {
        fuzz_check_refusal(fuzz, &err);
        return;
    }
    char printed[200];
    field_format(field, &first, printed, sizeof printed);
    fuzz_check(field_parse(field, printed, &second, &err), "a printed member reads back");
    fuzz_check(memcmp(first.bytes, second.bytes, schema->size) == 0, "as the same member");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz fuzz;
    if (size < 2)
        return 0;
    fuzz_begin(&fuzz, data + 2, size - 2);
    if (data[0] < DIM_COUNT)
        check_quantity(&fuzz, (enum dim)data[0], fuzz.text.data);
    else if (data[0] == DIM_COUNT)
        check_int_and_money(&fuzz, fuzz.text.data);
    else
        check_row(&fuzz, data[0], data[1], fuzz.text.data);
    fuzz_end(&fuzz);
    return 0;
}
