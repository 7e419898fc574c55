/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a suffix has one meaning within a dimension, for ever; all of them stand in
 * `suffixes`. */
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A number in this unit is number x 10^shift x times base units. Powers of ten go into the digits
 * before they become a double, so that 64.4k is the same double as 64400, and 70% as 0.7. */
struct suffix {
    enum dim dim;
    const char *text;
    int shift;
    double times;
};

static const struct suffix suffixes[] = {
    {DIM_NUMBER, "", 0, 1},
    {DIM_RATIO, "", 0, 1},
    {DIM_CAPACITY, "B", 0, 1},
    {DIM_CAPACITY, "kB", 3, 1},
    {DIM_CAPACITY, "KB", 3, 1},
    {DIM_CAPACITY, "MB", 6, 1},
    {DIM_CAPACITY, "GB", 9, 1},
    {DIM_CAPACITY, "TB", 12, 1},
    {DIM_CAPACITY, "PB", 15, 1},
    {DIM_CAPACITY, "EB", 18, 1},
    {DIM_CAPACITY, "KiB", 0, KIB_B},
    {DIM_CAPACITY, "MiB", 0, MIB_B},
    {DIM_CAPACITY, "GiB", 0, GIB_B},
    {DIM_CAPACITY, "TiB", 0, TIB_B},
    {DIM_CAPACITY, "PiB", 0, PIB_B},
    {DIM_CAPACITY, "EiB", 0, EIB_B},
    {DIM_BLOCK, "B", 0, 1},
    {DIM_BLOCK, "k", 0, KIB_B},
    {DIM_BLOCK, "K", 0, KIB_B},
    {DIM_BLOCK, "KiB", 0, KIB_B},
    {DIM_BLOCK, "m", 0, MIB_B},
    {DIM_BLOCK, "M", 0, MIB_B},
    {DIM_BLOCK, "MiB", 0, MIB_B},
    {DIM_BLOCK, "g", 0, GIB_B},
    {DIM_BLOCK, "G", 0, GIB_B},
    {DIM_BLOCK, "GiB", 0, GIB_B},
    {DIM_RATE, "B/s", 0, 1},
    {DIM_RATE, "kB/s", 3, 1},
    {DIM_RATE, "KB/s", 3, 1},
    {DIM_RATE, "MB/s", 6, 1},
    {DIM_RATE, "GB/s", 9, 1},
    {DIM_RATE, "TB/s", 12, 1},
    {DIM_RATE, "KiB/s", 0, KIB_B},
    {DIM_RATE, "MiB/s", 0, MIB_B},
    {DIM_RATE, "GiB/s", 0, GIB_B},
    {DIM_RATE, "TiB/s", 0, TIB_B},
    {DIM_LINK, "bit/s", 0, 0.125},
    {DIM_LINK, "kbit/s", 3, 0.125},
    {DIM_LINK, "Mbit/s", 6, 0.125},
    {DIM_LINK, "Gbit/s", 9, 0.125},
    {DIM_LINK, "Tbit/s", 12, 0.125},
    {DIM_LINK, "Gb/s", 9, 0.125},
    {DIM_LINK, "Gbps", 9, 0.125},
    {DIM_LINK, "Mbps", 6, 0.125},
    {DIM_LINK, "GbE", 9, 0.125},
    {DIM_TIME, "ns", -9, 1},
    {DIM_TIME, "us", -6, 1},
    {DIM_TIME, "\xc2\xb5s", -6, 1},
    {DIM_TIME, "ms", -3, 1},
    {DIM_TIME, "s", 0, 1},
    {DIM_TIME, "min", 0, 60},
    {DIM_TIME, "h", 0, 3600},
    {DIM_DURATION, "s", 0, 1},
    {DIM_DURATION, "min", 0, 60},
    {DIM_DURATION, "h", 0, 3600},
    {DIM_DURATION, "d", 0, 86400},
    {DIM_DURATION, "w", 0, 7 * 86400.0},
    {DIM_DURATION, "mo", 0, YEAR_S / 12},
    {DIM_DURATION, "y", 0, YEAR_S},
    {DIM_OPS, "", 0, 1},
    {DIM_OPS, "IOPS", 0, 1},
    {DIM_OPS, "/s", 0, 1},
    {DIM_OPS, "op/s", 0, 1},
    {DIM_OPS, "k", 3, 1},
    {DIM_OPS, "kIOPS", 3, 1},
    {DIM_OPS, "k IOPS", 3, 1},
    {DIM_OPS, "M", 6, 1},
    {DIM_OPS, "MIOPS", 6, 1},
    {DIM_OPS, "M IOPS", 6, 1},
    {DIM_FRACTION, "", 0, 1},
    {DIM_FRACTION, "%", -2, 1},
    {DIM_GROWTH, "%/y", -2, 1},
    {DIM_GROWTH, "%/yr", -2, 1},
    {DIM_GROWTH, "%/mo", -2, 1}, /* compounds: parse_growth */
    {DIM_POWER, "mW", -3, 1},
    {DIM_POWER, "W", 0, 1},
    {DIM_POWER, "kW", 3, 1},
    {DIM_ENDURANCE, "DWPD", 0, 1},
};
enum { N_SUFFIXES = sizeof suffixes / sizeof suffixes[0] };

struct dim_row {
    const char *name;
    const char *help;
};

static const struct dim_row dims[DIM_COUNT] = {
    [DIM_NUMBER] = {"number", "no unit, e.g. 2.4"},
    [DIM_CAPACITY] = {"capacity",
                      "B, kB, MB, GB, TB, PB, EB (powers of 1000) or KiB, MiB, GiB, TiB, "
                      "PiB, EiB (powers of 1024), e.g. 12TB"},
    [DIM_BLOCK] = {"block size", "B, k, M, G or KiB, MiB, GiB (all powers of 1024), e.g. 4k"},
    [DIM_RATE] = {"bandwidth", "B/s, kB/s, MB/s, GB/s, TB/s or KiB/s, MiB/s, GiB/s, TiB/s, "
                               "e.g. 377MB/s"},
    [DIM_LINK] = {"link rate", "bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s or GbE, e.g. 10Gbit/s"},
    [DIM_TIME] = {"time", "ns, us, ms, s, min or h, e.g. 180ms"},
    [DIM_DURATION] = {"duration", "s, min, h, d, w, mo or y, e.g. 18mo"},
    [DIM_OPS] = {"rate of operations", "nothing, k, M or IOPS, e.g. 98k or 20000 IOPS"},
    [DIM_FRACTION] = {"fraction", "nothing or %, e.g. 0.7 or 70%"},
    [DIM_GROWTH] = {"growth", "%/y or %/mo, e.g. 30%/y"},
    [DIM_POWER] = {"power", "mW, W or kW, e.g. 8W"},
    [DIM_ENDURANCE] = {"endurance", "DWPD, e.g. 1.3 DWPD"},
    [DIM_RATIO] = {"factor", "a plain number"},
};

static const char *const currencies[] = {
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT",
    "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD",
    "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD",
    "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ",
    "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD",
    "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR",
    "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR",
    "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN",
    "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR",
    "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB",
    "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS",
    "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"};
enum { N_CURRENCIES = sizeof currencies / sizeof currencies[0] };

const char *units_dim_name(enum dim dim)
{
    return dims[dim].name;
}

const char *units_base(enum dim dim)
{
    static const char *const bases[DIM_COUNT] = {
        [DIM_NUMBER] = "",       [DIM_CAPACITY] = "B", [DIM_BLOCK] = "B",
        [DIM_RATE] = "B/s",      [DIM_LINK] = "B/s",   [DIM_TIME] = "s",
        [DIM_DURATION] = "s",    [DIM_OPS] = "1/s",    [DIM_FRACTION] = "1",
        [DIM_GROWTH] = "1/year", [DIM_POWER] = "W",    [DIM_ENDURANCE] = "DWPD",
        [DIM_RATIO] = "",
    };
    return bases[dim];
}

const char *units_help(enum dim dim)
{
    return dims[dim].help;
}

const char *units_suffix(enum dim dim, int i)
{
    for (size_t k = 0; k < N_SUFFIXES; k++)
        if (suffixes[k].dim == dim && i-- == 0)
            return suffixes[k].text;
    return NULL;
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* A decimal number as it was written. */
struct number {
    char digits[64]; /* sign, digits, point */
    int exponent;
};

/* number x 10^shift, rounded once; infinite when that is too large. */
static double number_shifted(const struct number *number, int shift)
{
    char text[96];
    (void)snprintf(text, sizeof text, "%se%d", number->digits, number->exponent + shift);
    return strtod(text, NULL);
}

/* Decimal digits with an optional point and exponent; no hexadecimal, NaN or infinity. Returns the
 * character after the number, NULL when there is none or it overflows. */
static const char *scan_number(const char *text, struct number *number)
{
    const char *p = text + (*text == '+' || *text == '-');
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
        return NULL;
    size_t digits = strspn(p, "0123456789");
    p += digits;
    if (*p == '.') {
        size_t more = strspn(p + 1, "0123456789");
        p += 1 + more;
        digits += more;
    }
    size_t length = (size_t)(p - text);
    if (digits == 0 || length >= sizeof number->digits)
        return NULL;
    memcpy(number->digits, text, length);
    number->digits[length] = '\0';
    number->exponent = 0;
    if (*p == 'e' || *p == 'E') {
        const char *sign = p + 1, *exponent = sign + (*sign == '+' || *sign == '-');
        size_t width = strspn(exponent, "0123456789");
        if (width > 6)
            return NULL;
        if (width > 0) {
            number->exponent = (int)strtol(sign, NULL, 10);
            p = exponent + width;
        }
    }
    return isfinite(number_shifted(number, 0)) ? p : NULL;
}

static const struct suffix *find_suffix(enum dim dim, const char *text, size_t length)
{
    for (size_t i = 0; i < N_SUFFIXES; i++)
        if (suffixes[i].dim == dim && strlen(suffixes[i].text) == length &&
            strncmp(suffixes[i].text, text, length) == 0)
            return &suffixes[i];
    return NULL;
}

/* The first unit of a dimension that begins with `text`, case ignored on demand; NULL when there is
 * none, or when others that begin so mean something else (`*ambiguous` then). */
static const char *completion(enum dim dim, const char *text, bool any_case, bool *ambiguous)
{
    const struct suffix *first = NULL;
    size_t length = strlen(text);
    for (size_t i = 0; i < N_SUFFIXES; i++) {
        const struct suffix *s = &suffixes[i];
        bool begins = any_case ? strncasecmp(s->text, text, length) == 0
                               : strncmp(s->text, text, length) == 0;
        if (s->dim != dim || !begins)
            continue;
        if (first == NULL)
            first = s;
        *ambiguous = *ambiguous || first->shift != s->shift || first->times != s->times;
    }
    return *ambiguous || first == NULL ? NULL : first->text;
}

/* The unit that was probably meant: `MB` for a bandwidth is MB/s, `mb/s` is MB/s, `KiBs` is KiB/s.
 * NULL rather than a guess between two meanings, such as TB and TiB for `T`. */
static const char *meant_unit(enum dim dim, const char *text)
{
    bool ambiguous = false;
    const char *whole = completion(dim, text, false, &ambiguous);
    if (whole == NULL && !ambiguous && strlen(text) > 2)
        whole = completion(dim, text, true, &ambiguous);
    if (whole != NULL || ambiguous)
        return whole;
    const char *words[N_SUFFIXES];
    size_t n = 0;
    for (size_t i = 0; i < N_SUFFIXES; i++)
        if (suffixes[i].dim == dim && suffixes[i].text[0] != '\0')
            words[n++] = suffixes[i].text;
    return err_nearest_within(text, words, n, 1);
}

/* The dimension that a unit belongs to, DIM_COUNT when to none. */
static enum dim dim_of_unit(const char *unit)
{
    for (size_t i = 0; i < N_SUFFIXES; i++)
        if (strcmp(suffixes[i].text, unit) == 0)
            return suffixes[i].dim;
    return DIM_COUNT;
}

static size_t trimmed_length(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return length;
}

static bool no_number(enum dim dim, const char *text, struct err *err)
{
    return err_set(err, ERR_INPUT, "'%.60s' is no %s; allowed: a finite decimal number with %s",
                   text, dims[dim].name, dims[dim].help);
}

static bool bad_unit(enum dim dim, const char *text, const char *rest, struct err *err)
{
    char unit[32];
    (void)snprintf(unit, sizeof unit, "%.*s", (int)trimmed_length(rest), rest);
    if (unit[0] == '\0')
        return err_set(err, ERR_INPUT, "'%.60s' has no unit; allowed: %s", text, dims[dim].help);
    if (dim == DIM_NUMBER || dim == DIM_RATIO)
        return err_set(err, ERR_INPUT, "'%.60s' has a unit, '%s'; allowed: %s", text, unit,
                       dims[dim].help);
    struct err_hint hint = err_hint(meant_unit(dim, unit));
    enum dim foreign = dim_of_unit(unit);
    if (foreign != DIM_COUNT)
        return err_set(err, ERR_INPUT, "'%.60s' has a unit of %s, '%s'; allowed: %s%s", text,
                       dims[foreign].name, unit, dims[dim].help, hint.text);
    return err_set(err, ERR_INPUT, "'%.60s' has the unknown unit '%s'; allowed: %s%s", text, unit,
                   dims[dim].help, hint.text);
}

/* Links add up: `40+40 Gbit/s`, `10Gbit/s + 10Gbit/s`. A part without unit takes that of the last
 * part. */
static bool parse_link(const char *text, double *value, struct err *err)
{
    double sum = 0, pending = 0;
    const char *p = skip_blanks(text);
    for (;;) {
        struct number number;
        const char *after = scan_number(p, &number);
        if (after == NULL || number.digits[0] == '-')
            return no_number(DIM_LINK, text, err);
        after = skip_blanks(after);
        if (*after == '+') {
            pending += number_shifted(&number, 0);
            p = skip_blanks(after + 1);
            continue;
        }
        size_t length = strcspn(after, "+");
        while (length > 0 && (after[length - 1] == ' ' || after[length - 1] == '\t'))
            length--;
        const struct suffix *suffix = find_suffix(DIM_LINK, after, length);
        if (suffix == NULL)
            return bad_unit(DIM_LINK, text, after, err);
        double scale = pow(10, suffix->shift);
        sum += (pending * scale + number_shifted(&number, suffix->shift)) * suffix->times;
        pending = 0;
        after = skip_blanks(after + length);
        if (*after == '\0')
            break;
        p = skip_blanks(after + 1);
    }
    if (!isfinite(sum))
        return no_number(DIM_LINK, text, err);
    *value = sum;
    return true;
}

/* One number with one unit: the unit, NULL when it cannot be read. */
static const struct suffix *parse_single(enum dim dim, const char *text, double *value,
                                         struct err *err)
{
    const struct suffix *suffix = NULL;
    struct number number;
    const char *after = scan_number(skip_blanks(text), &number);
    if (after == NULL) {
        (void)no_number(dim, text, err);
        return NULL;
    }
    const char *unit = skip_blanks(after);
    suffix = find_suffix(dim, unit, trimmed_length(unit));
    double scaled = suffix == NULL ? 0 : number_shifted(&number, suffix->shift) * suffix->times;
    if (suffix == NULL)
        (void)bad_unit(dim, text, unit, err);
    else if (!isfinite(scaled))
        (void)no_number(dim, text, err);
    else
        *value = scaled;
    return isfinite(scaled) ? suffix : NULL;
}

/* A rate of growth compounds: 2%/mo is 26.8 % a year. */
static bool parse_growth(const char *text, double *value, struct err *err)
{
    double rate = 0;
    const struct suffix *suffix = parse_single(DIM_GROWTH, text, &rate, err);
    if (suffix == NULL)
        return false;
    double yearly = strcmp(suffix->text, "%/mo") == 0 ? pow(1 + rate, 12) - 1 : rate;
    if (rate < -1 || !isfinite(yearly))
        return err_set(err, ERR_INPUT, "'%.60s' is no growth; allowed: at least -100%%, with %s",
                       text, dims[DIM_GROWTH].help);
    *value = yearly;
    return true;
}

bool units_parse(enum dim dim, const char *text, double *value, struct err *err)
{
    if (dim == DIM_LINK)
        return parse_link(text, value, err);
    if (dim == DIM_GROWTH)
        return parse_growth(text, value, err);
    return parse_single(dim, text, value, err) != NULL;
}

bool units_parse_int(const char *text, long *value, struct err *err)
{
    const char *start = skip_blanks(text);
    const char *digits = start + (*start == '-' || *start == '+');
    char *end = NULL;
    errno = 0;
    long read = strtol(start, &end, 10);
    if (!isdigit((unsigned char)*digits) || trimmed_length(end) > 0)
        return err_set(err, ERR_INPUT, "'%.60s' is no whole number; allowed: digits without unit",
                       text);
    if (*digits == '0' && isdigit((unsigned char)digits[1]))
        return err_set(err, ERR_INPUT,
                       "'%.60s' begins with 0, which YAML reads as octal; allowed: digits without "
                       "a leading 0",
                       text);
    if (errno == ERANGE)
        return err_set(err, ERR_INPUT,
                       "'%.60s' is too large for a whole number; allowed: at most %ld", text,
                       LONG_MAX);
    *value = read;
    return true;
}

static bool is_currency(const char *code)
{
    for (size_t i = 0; i < N_CURRENCIES; i++)
        if (strcmp(currencies[i], code) == 0)
            return true;
    return false;
}

bool units_parse_money(const char *text, struct money *value, struct err *err)
{
    static const char allowed[] = "a number and an ISO 4217 currency code, e.g. 340 EUR";
    struct number number;
    char code[16];
    const char *after = scan_number(skip_blanks(text), &number);
    if (after == NULL)
        return err_set(err, ERR_INPUT, "'%.60s' is no price; allowed: %s", text, allowed);
    const char *rest = skip_blanks(after);
    (void)snprintf(code, sizeof code, "%.*s", (int)trimmed_length(rest), rest);
    if (code[0] == '\0')
        return err_set(err, ERR_INPUT, "'%.60s' has no currency; allowed: %s", text, allowed);
    if (!is_currency(code))
        return err_set(err, ERR_INPUT, "'%.60s' has the unknown currency '%s'; allowed: %s%s", text,
                       code, allowed, err_hint(err_nearest(code, currencies, N_CURRENCIES)).text);
    value->value = number_shifted(&number, 0);
    memcpy(value->currency, code, sizeof value->currency);
    return true;
}

struct scale {
    double factor;
    const char *suffix;
};

static const struct scale si[] = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"},
                                  {1e6, "M"},  {1e3, "k"},  {1, ""},     {0, NULL}};
static const struct scale binary[] = {{EIB_B, "Ei"}, {PIB_B, "Pi"}, {TIB_B, "Ti"}, {GIB_B, "Gi"},
                                      {MIB_B, "Mi"}, {KIB_B, "Ki"}, {1, ""},       {0, NULL}};
static const struct scale seconds[] = {{YEAR_S, " years"}, {86400, " d"}, {3600, " h"},
                                       {60, " min"},       {1, " s"},     {1e-3, " ms"},
                                       {1e-6, " us"},      {1e-9, " ns"}, {0, NULL}};

/* The largest scale whose number is at least 1 after rounding to three digits. */
static const struct scale *pick_scale(const struct scale *scales, double magnitude)
{
    const struct scale *s = scales;
    while (s[1].suffix != NULL && magnitude < s->factor * 0.9995)
        s++;
    return s;
}

/* Three significant digits, but never fewer than all whole digits, nor more than nine decimals. */
static void three_digits(double value, char *buf, size_t size)
{
    int decimals = 0;
    for (double limit = 99.95; fabs(value) < limit && decimals < 9; limit /= 10)
        decimals++;
    (void)snprintf(buf, size, "%.*f", decimals, value);
    if (strchr(buf, '.') == NULL)
        return;
    char *end = buf + strlen(buf) - 1;
    while (*end == '0')
        *end-- = '\0';
    if (*end == '.')
        *end = '\0';
}

static void scaled_text(const struct scale *scales, double value, const char *glue,
                        const char *unit, char *buf, size_t size)
{
    const struct scale *s = value == 0 ? pick_scale(scales, 1) : pick_scale(scales, fabs(value));
    char digits[40];
    three_digits(value / s->factor, digits, sizeof digits);
    (void)snprintf(buf, size, "%s%s%s%s", digits, glue, s->suffix, unit);
}

/* One year stands in the singular; the other units are abbreviations, which have no plural. */
static void duration_text(double value, char *buf, size_t size)
{
    scaled_text(seconds, value, "", "", buf, size);
    if (strcmp(buf, "1 years") == 0 || strcmp(buf, "-1 years") == 0)
        buf[strlen(buf) - 1] = '\0';
}

void units_format_binary(double bytes, char *buf, size_t size)
{
    scaled_text(binary, bytes, " ", "B", buf, size);
}

void units_format(enum dim dim, double value, char *buf, size_t size)
{
    if (isnan(value)) {
        (void)snprintf(buf, size, "-");
        return;
    }
    if (isinf(value)) {
        (void)snprintf(buf, size, "unlimited");
        return;
    }
    char digits[40];
    switch (dim) {
    case DIM_CAPACITY:
        scaled_text(si, value, " ", "B", buf, size);
        return;
    case DIM_BLOCK:
        units_format_binary(value, buf, size);
        return;
    case DIM_RATE:
        scaled_text(si, value, " ", "B/s", buf, size);
        return;
    case DIM_LINK:
        scaled_text(si, value * 8, " ", "bit/s", buf, size);
        return;
    case DIM_OPS:
        scaled_text(si, value, "", "", buf, size);
        return;
    case DIM_TIME:
    case DIM_DURATION:
        duration_text(value, buf, size);
        return;
    case DIM_POWER:
        scaled_text(si, value, " ", "W", buf, size);
        return;
    case DIM_FRACTION:
    case DIM_GROWTH:
        three_digits(100 * value, digits, sizeof digits);
        (void)snprintf(buf, size, "%s %s", digits, dim == DIM_GROWTH ? "%/y" : "%");
        return;
    case DIM_ENDURANCE:
        three_digits(value, digits, sizeof digits);
        (void)snprintf(buf, size, "%s DWPD", digits);
        return;
    case DIM_RATIO:
        (void)snprintf(buf, size, "%.2f", value);
        return;
    case DIM_NUMBER:
    case DIM_COUNT:
        break;
    }
    (void)snprintf(buf, size, fabs(value) >= 1e6 && fabs(value) < 1e15 ? "%.0f" : "%.6g", value);
}

struct units_text units_text(enum dim dim, double value)
{
    struct units_text text;
    units_format(dim, value, text.text, sizeof text.text);
    return text;
}

void units_format_exact(double value, char *buf, size_t size)
{
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(buf, size, "%.*g", digits, value);
        if (strtod(buf, NULL) == value)
            break;
    }
    if (strchr(buf, 'e') != NULL && fabs(value) < 1e15 && fabs(value) >= 1)
        (void)snprintf(buf, size, "%.0f", value);
}

void units_format_machine(double value, char *buf, size_t size)
{
    bool whole = value == floor(value) && fabs(value) < 9007199254740992.0;
    char rounded[40];
    (void)snprintf(rounded, sizeof rounded, "%.12g", value);
    units_format_exact(whole ? value : strtod(rounded, NULL), buf, size);
}
