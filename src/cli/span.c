/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/span.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

bool span_counts(const char *option, const char *text, int most, int *from, int *to,
                 struct err *err)
{
    char first[32];
    const char *dots = strstr(text, ".."), *second = dots == NULL ? text : dots + 2;
    long low = 1, high = 0;
    struct err inner = ERR_INIT;
    (void)snprintf(first, sizeof first, "%.*s", dots == NULL ? 0 : (int)(dots - text), text);
    bool ok = (dots == NULL || units_parse_int(first, &low, &inner)) &&
              units_parse_int(second, &high, &inner);
    if (!ok || low < 1 || low > high || high > most)
        return err_set(err, ERR_USAGE, "--%s is '%.60s'; allowed: A..B, whole numbers from 1 to %d",
                       option, text, most);
    *from = (int)low;
    *to = (int)high;
    return true;
}
