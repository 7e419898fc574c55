/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/advice.h"

#define NAME(name) #name,
const char *const advice_names[] = {ADVICE(NAME) NULL};
#undef NAME

double advice_value(const struct advice *advice, enum advice_number number)
{
    return advice->info[number].value;
}

const char *advice_source(const struct advice *advice, enum advice_number number)
{
    return advice->info[number].source;
}
