/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: every figure comes with the step of its last digit, so that it can be checked against
 * counts. */
#include "load/import_fio_units.h"

#include "load/textscan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* A number as fio prints it, and the step of its last digit. */
static bool stepped_number(const char **p, double *value, double *step)
{
    const char *start = text_skip_blanks(*p), *q = start;
    if (!text_number(&q, value))
        return false;
    const char *point = memchr(start, '.', (size_t)(q - start));
    *step = point == NULL ? 1 : pow(10, -(double)(q - point - 1));
    *p = q;
    return true;
}

bool fio_si_number(const char **p, double *value, double *step)
{
    static const char letters[] = "kMGTP";
    if (!stepped_number(p, value, step))
        return false;
    char letter = **p == 'K' ? 'k' : **p;
    const char *at = letter == '\0' ? NULL : strchr(letters, letter);
    if (at == NULL)
        return true;
    double factor = pow(1000, (double)(at - letters) + 1);
    *value *= factor;
    *step *= factor;
    (*p)++;
    return true;
}

bool fio_rate(const char **p, bool old, double *bytes, double *step)
{
    static const char letters[] = "KMGTP";
    const char *q = *p;
    if (!stepped_number(&q, bytes, step))
        return false;
    const char *unit = text_skip_blanks(q);
    double factor = 1;
    char upper = (char)toupper((unsigned char)*unit);
    const char *at = upper == '\0' ? NULL : strchr(letters, upper);
    if (at != NULL) {
        bool binary = unit[1] == 'i' && unit[2] != 't'; /* "kibit" is kilo-i-bit, "kit" nothing */
        factor = pow(old || binary ? 1024 : 1000, (double)(at - letters) + 1);
        unit += binary ? 2 : 1;
    }
    if (text_begins(unit, "bit")) {
        factor /= 8;
        unit += 3;
    } else if (*unit == 'B') {
        unit++;
    }
    while (*unit == ' ') /* "KB  /s" */
        unit++;
    if (text_begins(unit, "/s"))
        unit += 2;
    *bytes *= factor;
    *step *= factor;
    *p = unit;
    return true;
}

bool fio_rate_pair(const char **p, double *bytes, double *step)
{
    if (!fio_rate(p, false, bytes, step))
        return false;
    const char *q = *p;
    double other, other_step;
    if (!text_literal(&q, "(") || !fio_rate(&q, false, &other, &other_step) || *q != ')')
        return true;
    *p = q + 1;
    /* fio drops a carry ("71.0" for 71.96): of two figures that disagree the larger is right */
    bool disagree = fabs(other - *bytes) > *step + other_step;
    bool finer = *bytes > 0 && other_step / other < *step / *bytes;
    if (other > 0 && (disagree ? other > *bytes : finer)) {
        *bytes = other;
        *step = other_step;
    }
    return true;
}

double fio_time_unit(const char *text)
{
    static const struct {
        const char *name;
        double unit_s;
    } units[] = {{"(nsec)", 1e-9}, {"(usec)", 1e-6}, {"(msec)", 1e-3}, {"(sec)", 1}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_begins(text, units[i].name))
            return units[i].unit_s;
    return 0;
}

bool fio_header_size(const char **p, double *bytes)
{
    static const char letters[] = "KMGTP";
    double step;
    if (!stepped_number(p, bytes, &step))
        return false;
    char upper = (char)toupper((unsigned char)**p);
    const char *at = upper == '\0' ? NULL : strchr(letters, upper);
    if (at != NULL) {
        bool decimal = (*p)[1] == 'B';
        double factor = pow(decimal ? 1000 : 1024, (double)(at - letters) + 1);
        *bytes *= factor;
        double power = exp2(round(log2(*bytes)));
        if (decimal && fabs(power - *bytes) <= 0.5 * step * factor)
            *bytes = power;
        *p += (*p)[1] == 'i' ? 2 : 1;
    }
    *p += **p == 'B' ? 1 : 0;
    return true;
}
