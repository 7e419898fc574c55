/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a suffix has one meaning within a dimension, for ever; all of them stand in
 * `suffixes`. */
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KI 1024.0
#define YEAR_S (365.25 * 86400.0)

struct suffix {
    enum dim dim;
    const char *text;
    double factor;
};

static const struct suffix suffixes[] = {
    {DIM_CAPACITY, "B", 1},
    {DIM_CAPACITY, "kB", 1e3},
    {DIM_CAPACITY, "KB", 1e3},
    {DIM_CAPACITY, "MB", 1e6},
    {DIM_CAPACITY, "GB", 1e9},
    {DIM_CAPACITY, "TB", 1e12},
    {DIM_CAPACITY, "PB", 1e15},
    {DIM_CAPACITY, "EB", 1e18},
    {DIM_CAPACITY, "KiB", KI},
    {DIM_CAPACITY, "MiB", KI *KI},
    {DIM_CAPACITY, "GiB", KI *KI *KI},
    {DIM_CAPACITY, "TiB", KI *KI *KI *KI},
    {DIM_CAPACITY, "PiB", KI *KI *KI *KI *KI},
    {DIM_CAPACITY, "EiB", KI *KI *KI *KI *KI *KI},
    {DIM_BLOCK, "B", 1},
    {DIM_BLOCK, "k", KI},
    {DIM_BLOCK, "K", KI},
    {DIM_BLOCK, "KiB", KI},
    {DIM_BLOCK, "m", KI *KI},
    {DIM_BLOCK, "M", KI *KI},
    {DIM_BLOCK, "MiB", KI *KI},
    {DIM_BLOCK, "g", KI *KI *KI},
    {DIM_BLOCK, "G", KI *KI *KI},
    {DIM_BLOCK, "GiB", KI *KI *KI},
    {DIM_RATE, "B/s", 1},
    {DIM_RATE, "kB/s", 1e3},
    {DIM_RATE, "KB/s", 1e3},
    {DIM_RATE, "MB/s", 1e6},
    {DIM_RATE, "GB/s", 1e9},
    {DIM_RATE, "TB/s", 1e12},
    {DIM_RATE, "KiB/s", KI},
    {DIM_RATE, "MiB/s", KI *KI},
    {DIM_RATE, "GiB/s", KI *KI *KI},
    {DIM_RATE, "TiB/s", KI *KI *KI *KI},
    {DIM_LINK, "bit/s", 0.125},
    {DIM_LINK, "kbit/s", 125},
    {DIM_LINK, "Mbit/s", 125e3},
    {DIM_LINK, "Gbit/s", 125e6},
    {DIM_LINK, "Tbit/s", 125e9},
    {DIM_LINK, "Gb/s", 125e6},
    {DIM_LINK, "Gbps", 125e6},
    {DIM_LINK, "Mbps", 125e3},
    {DIM_LINK, "GbE", 125e6},
    {DIM_TIME, "ns", 1e-9},
    {DIM_TIME, "us", 1e-6},
    {DIM_TIME, "\xc2\xb5s", 1e-6},
    {DIM_TIME, "ms", 1e-3},
    {DIM_TIME, "s", 1},
    {DIM_TIME, "min", 60},
    {DIM_TIME, "h", 3600},
    {DIM_DURATION, "s", 1},
    {DIM_DURATION, "min", 60},
    {DIM_DURATION, "h", 3600},
    {DIM_DURATION, "d", 86400},
    {DIM_DURATION, "w", 7 * 86400.0},
    {DIM_DURATION, "mo", YEAR_S / 12},
    {DIM_DURATION, "y", YEAR_S},
    {DIM_OPS, "", 1},
    {DIM_OPS, "IOPS", 1},
    {DIM_OPS, "/s", 1},
    {DIM_OPS, "op/s", 1},
    {DIM_OPS, "k", 1e3},
    {DIM_OPS, "kIOPS", 1e3},
    {DIM_OPS, "k IOPS", 1e3},
    {DIM_OPS, "M", 1e6},
    {DIM_OPS, "MIOPS", 1e6},
    {DIM_OPS, "M IOPS", 1e6},
    {DIM_FRACTION, "", 1},
    {DIM_FRACTION, "%", 0.01},
    {DIM_POWER, "mW", 1e-3},
    {DIM_POWER, "W", 1},
    {DIM_POWER, "kW", 1e3},
    {DIM_ENDURANCE, "DWPD", 1},
};
enum { N_SUFFIXES = sizeof suffixes / sizeof suffixes[0] };

struct dim_row {
    const char *name;
    const char *help;
};

static const struct dim_row dims[DIM_COUNT] = {
    [DIM_NUMBER] = {"number", "a plain number"},
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

static const char currencies[] = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF "
                                 "BMD BND BOB BRL BSD BTN BWP BYN "
                                 "BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP "
                                 "ERN ETB EUR FJD FKP GBP GEL GHS "
                                 "GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD "
                                 "JOD JPY KES KGS KHR KMF KPW KRW "
                                 "KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP "
                                 "MRU MUR MVR MWK MXN MYR MZN NAD "
                                 "NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD "
                                 "RUB RWF SAR SBD SCR SDG SEK SGD "
                                 "SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD "
                                 "TWD TZS UAH UGX USD UYU UZS VED "
                                 "VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

const char *units_dim_name(enum dim dim)
{
    return dims[dim].name;
}

const char *units_base(enum dim dim)
{
    static const char *const bases[DIM_COUNT] = {
        [DIM_NUMBER] = "",    [DIM_CAPACITY] = "B",    [DIM_BLOCK] = "B",    [DIM_RATE] = "B/s",
        [DIM_LINK] = "B/s",   [DIM_TIME] = "s",        [DIM_DURATION] = "s", [DIM_OPS] = "1/s",
        [DIM_FRACTION] = "1", [DIM_GROWTH] = "1/year", [DIM_POWER] = "W",    [DIM_ENDURANCE] = "DWPD",
    };
    return bases[dim];
}

const char *units_help(enum dim dim)
{
    return dims[dim].help;
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* Decimal digits with an optional point and exponent; no hexadecimal, NaN or infinity. Returns the
 * character after the number, NULL when there is none or it overflows. */
static const char *scan_number(const char *text, double *value)
{
    const char *p = text;
    if (*p == '+' || *p == '-')
        p++;
    size_t digits = strspn(p, "0123456789");
    p += digits;
    if (*p == '.') {
        size_t more = strspn(p + 1, "0123456789");
        p += 1 + more;
        digits += more;
    }
    if (digits == 0)
        return NULL;
    if (*p == 'e' || *p == 'E') {
        const char *exponent = p + 1;
        if (*exponent == '+' || *exponent == '-')
            exponent++;
        size_t width = strspn(exponent, "0123456789");
        if (width > 0)
            p = exponent + width;
    }
    char copy[64];
    size_t length = (size_t)(p - text);
    if (length >= sizeof copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    double read = strtod(copy, NULL);
    if (!isfinite(read))
        return NULL;
    *value = read;
    return p;
}

static const struct suffix *find_suffix(enum dim dim, const char *text, size_t length)
{
    for (size_t i = 0; i < N_SUFFIXES; i++)
        if (suffixes[i].dim == dim && strlen(suffixes[i].text) == length &&
            strncmp(suffixes[i].text, text, length) == 0)
            return &suffixes[i];
    return NULL;
}

static const char *nearest_suffix(enum dim dim, const char *text)
{
    const char *words[N_SUFFIXES];
    size_t n = 0;
    for (size_t i = 0; i < N_SUFFIXES; i++)
        if (suffixes[i].dim == dim && suffixes[i].text[0] != '\0')
            words[n++] = suffixes[i].text;
    return err_nearest(text, words, n);
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
    return err_set(err, ERR_INPUT, "'%.60s' is not a %s; allowed: a finite decimal number with %s",
                   text, dims[dim].name, dims[dim].help);
}

static bool bad_unit(enum dim dim, const char *text, const char *unit, struct err *err)
{
    if (*unit == '\0')
        return err_set(err, ERR_INPUT, "'%.60s' has no unit; a %s needs one of %s", text,
                       dims[dim].name, dims[dim].help);
    const char *near = nearest_suffix(dim, unit);
    if (near != NULL)
        return err_set(err, ERR_INPUT,
                       "'%.60s' has unknown unit '%.20s'; a %s takes %s (did you mean '%s'?)", text,
                       unit, dims[dim].name, dims[dim].help, near);
    return err_set(err, ERR_INPUT, "'%.60s' has unknown unit '%.20s'; a %s takes %s", text, unit,
                   dims[dim].name, dims[dim].help);
}

/* Links add up: `40+40 Gbit/s`, `10Gbit/s + 10Gbit/s`. A part without unit takes that of the last
 * part. */
static bool parse_link(const char *text, double *value, struct err *err)
{
    double sum = 0, pending = 0;
    const char *p = skip_blanks(text);
    for (;;) {
        double number = 0;
        const char *after = scan_number(p, &number);
        if (after == NULL)
            return no_number(DIM_LINK, text, err);
        after = skip_blanks(after);
        if (*after == '+') {
            pending += number;
            p = skip_blanks(after + 1);
            continue;
        }
        size_t length = strcspn(after, "+");
        while (length > 0 && (after[length - 1] == ' ' || after[length - 1] == '\t'))
            length--;
        const struct suffix *suffix = find_suffix(DIM_LINK, after, length);
        if (suffix == NULL)
            return bad_unit(DIM_LINK, text, after, err);
        sum += (pending + number) * suffix->factor;
        pending = 0;
        after = skip_blanks(after + length);
        if (*after == '\0')
            break;
        p = skip_blanks(after + 1);
    }
    *value = sum;
    return true;
}

/* A rate of growth compounds: 2%/mo is 26.8 % a year. */
static bool parse_growth(const char *text, double *value, struct err *err)
{
    double number = 0;
    const char *after = scan_number(skip_blanks(text), &number);
    if (after == NULL)
        return no_number(DIM_GROWTH, text, err);
    after = skip_blanks(after);
    if (strcmp(after, "%/y") == 0 || strcmp(after, "%/yr") == 0)
        *value = number / 100;
    else if (strcmp(after, "%/mo") == 0)
        *value = pow(1 + number / 100, 12) - 1;
    else
        return bad_unit(DIM_GROWTH, text, after, err);
    return true;
}

bool units_parse(enum dim dim, const char *text, double *value, struct err *err)
{
    if (dim == DIM_LINK)
        return parse_link(text, value, err);
    if (dim == DIM_GROWTH)
        return parse_growth(text, value, err);
    double number = 0;
    const char *after = scan_number(skip_blanks(text), &number);
    if (after == NULL)
        return no_number(dim, text, err);
    const char *unit = skip_blanks(after);
    size_t length = trimmed_length(unit);
    if (dim == DIM_NUMBER || dim == DIM_RATIO) {
        if (length > 0)
            return err_set(err, ERR_INPUT, "'%.60s' is not a plain number; no unit is allowed here",
                           text);
        *value = number;
        return true;
    }
    const struct suffix *suffix = find_suffix(dim, unit, length);
    if (suffix == NULL)
        return bad_unit(dim, text, unit, err);
    double scaled = number * suffix->factor;
    if (!isfinite(scaled))
        return no_number(dim, text, err);
    *value = scaled;
    return true;
}

bool units_parse_int(const char *text, long *value, struct err *err)
{
    const char *start = skip_blanks(text);
    char *end = NULL;
    errno = 0;
    long read = strtol(start, &end, 10);
    bool digits = isdigit((unsigned char)start[0]) ||
                  ((start[0] == '-' || start[0] == '+') && isdigit((unsigned char)start[1]));
    if (!digits || end == start || trimmed_length(end) > 0)
        return err_set(err, ERR_INPUT,
                       "'%.60s' is not a whole number; allowed: digits without unit", text);
    if (errno == ERANGE)
        return err_set(err, ERR_INPUT, "'%.60s' is too large for a whole number", text);
    *value = read;
    return true;
}

bool units_parse_money(const char *text, struct money *value, struct err *err)
{
    double number = 0;
    const char *after = scan_number(skip_blanks(text), &number);
    if (after == NULL)
        return err_set(err, ERR_INPUT,
                       "'%.60s' is not a price; allowed: a number and an ISO 4217 "
                       "currency code, e.g. 340 EUR",
                       text);
    const char *code = skip_blanks(after);
    const char *known = trimmed_length(code) == 3 ? strstr(currencies, code) : NULL;
    if (known == NULL || (known - currencies) % 4 != 0 || strlen(code) != 3)
        return err_set(err, ERR_INPUT,
                       "'%.60s' %s; a price needs an ISO 4217 currency code, e.g. 340 EUR", text,
                       *code == '\0' ? "has no currency" : "has an unknown currency");
    value->value = number;
    memcpy(value->currency, code, 3);
    value->currency[3] = '\0';
    return true;
}

struct scale {
    double factor;
    const char *suffix;
};

static const struct scale si[] = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"},
                                  {1e6, "M"},  {1e3, "k"},  {1, ""},     {0, NULL}};
static const struct scale binary[] = {{KI * KI * KI * KI * KI * KI, "Ei"},
                                      {KI * KI * KI * KI * KI, "Pi"},
                                      {KI * KI * KI * KI, "Ti"},
                                      {KI * KI * KI, "Gi"},
                                      {KI * KI, "Mi"},
                                      {KI, "Ki"},
                                      {1, ""},
                                      {0, NULL}};
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

/* Three significant digits, but never fewer than all whole digits. */
static void three_digits(double value, char *buf, size_t size)
{
    double magnitude = fabs(value);
    int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
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
        scaled_text(seconds, value, "", "", buf, size);
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
    (void)snprintf(buf, size, "%.6g", value);
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
