/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities: every unit with its meaning, what is refused and in which words, and round trips. */
#include "support/random.h"
#include "support/suite.h"

#include "base/num.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

#define N_OF(rows) (sizeof(rows) / sizeof(rows)[0])

struct value_row {
    enum dim dim;
    const char *text;
    double value;
};

/* Every unit of every dimension, with the bytes, seconds ... that it stands for. */
static const struct value_row units[] = {
    {DIM_NUMBER, "2.4", 2.4},
    {DIM_CAPACITY, "7B", 7},
    {DIM_CAPACITY, "7kB", 7000},
    {DIM_CAPACITY, "7KB", 7000},
    {DIM_CAPACITY, "7MB", 7000000},
    {DIM_CAPACITY, "7GB", 7000000000},
    {DIM_CAPACITY, "7TB", 7000000000000},
    {DIM_CAPACITY, "7PB", 7000000000000000},
    {DIM_CAPACITY, "7EB", 7000000000000000000},
    {DIM_CAPACITY, "7KiB", 7168},
    {DIM_CAPACITY, "7MiB", 7340032},
    {DIM_CAPACITY, "7GiB", 7516192768},
    {DIM_CAPACITY, "7TiB", 7696581394432},
    {DIM_CAPACITY, "7PiB", 7881299347898368},
    {DIM_CAPACITY, "7EiB", 8070450532247928832},
    {DIM_BLOCK, "512B", 512},
    {DIM_BLOCK, "4k", 4096},
    {DIM_BLOCK, "4K", 4096},
    {DIM_BLOCK, "4KiB", 4096},
    {DIM_BLOCK, "4m", 4194304},
    {DIM_BLOCK, "4M", 4194304},
    {DIM_BLOCK, "4MiB", 4194304},
    {DIM_BLOCK, "1g", 1073741824},
    {DIM_BLOCK, "1G", 1073741824},
    {DIM_BLOCK, "1GiB", 1073741824},
    {DIM_RATE, "9B/s", 9},
    {DIM_RATE, "9kB/s", 9000},
    {DIM_RATE, "9KB/s", 9000},
    {DIM_RATE, "377MB/s", 377000000},
    {DIM_RATE, "9GB/s", 9000000000},
    {DIM_RATE, "9TB/s", 9000000000000},
    {DIM_RATE, "9KiB/s", 9216},
    {DIM_RATE, "360MiB/s", 377487360},
    {DIM_RATE, "9GiB/s", 9663676416},
    {DIM_RATE, "9TiB/s", 9895604649984},
    {DIM_LINK, "8bit/s", 1},
    {DIM_LINK, "8kbit/s", 1000},
    {DIM_LINK, "8Mbit/s", 1000000},
    {DIM_LINK, "10Gbit/s", 1250000000},
    {DIM_LINK, "8Tbit/s", 1000000000000},
    {DIM_LINK, "10Gb/s", 1250000000},
    {DIM_LINK, "10Gbps", 1250000000},
    {DIM_LINK, "100Mbps", 12500000},
    {DIM_LINK, "100GbE", 12500000000},
    {DIM_TIME, "46ns", 46e-9},
    {DIM_TIME, "46us", 46e-6},
    {DIM_TIME, "46\xc2\xb5s", 46e-6},
    {DIM_TIME, "180ms", 0.18},
    {DIM_TIME, "2.1s", 2.1},
    {DIM_TIME, "2min", 120},
    {DIM_TIME, "2h", 7200},
    {DIM_DURATION, "2s", 2},
    {DIM_DURATION, "2min", 120},
    {DIM_DURATION, "2h", 7200},
    {DIM_DURATION, "2d", 172800},
    {DIM_DURATION, "2w", 1209600},
    {DIM_DURATION, "18mo", 47336400},
    {DIM_DURATION, "3y", 94672800},
    {DIM_OPS, "707", 707},
    {DIM_OPS, "707IOPS", 707},
    {DIM_OPS, "707/s", 707},
    {DIM_OPS, "707op/s", 707},
    {DIM_OPS, "64.4k", 64400},
    {DIM_OPS, "64.4kIOPS", 64400},
    {DIM_OPS, "64.4k IOPS", 64400},
    {DIM_OPS, "1.5M", 1500000},
    {DIM_OPS, "1.5MIOPS", 1500000},
    {DIM_OPS, "1.5M IOPS", 1500000},
    {DIM_FRACTION, "0.7", 0.7},
    {DIM_FRACTION, "70%", 0.7},
    {DIM_GROWTH, "30%/y", 0.3},
    {DIM_GROWTH, "30%/yr", 0.3},
    {DIM_GROWTH, "100%/mo", 4095},
    {DIM_POWER, "6mW", 0.006},
    {DIM_POWER, "6W", 6},
    {DIM_POWER, "6kW", 6000},
    {DIM_ENDURANCE, "1.3DWPD", 1.3},
};

/* The same double as the literal, not merely a near one: 70% and 0.7 must be one answer. */
static void every_unit_means_what_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(units); i++) {
        double value = 0;
        struct err err = ERR_INIT;
        if (!units_parse(units[i].dim, units[i].text, &value, &err))
            fail_msg("%s: %s", units[i].text, err.text);
        if (value != units[i].value)
            fail_msg("%s is %.17g, not %.17g", units[i].text, value, units[i].value);
    }
}

/* Blanks, signs, points and exponents where people write them. */
static const struct value_row spellings[] = {
    {DIM_CAPACITY, " 12 TB ", 12e12},
    {DIM_CAPACITY, "12\tTB", 12e12},
    {DIM_CAPACITY, "+.5TB", 0.5e12},
    {DIM_CAPACITY, "5.TB", 5e12},
    {DIM_CAPACITY, "1.2e1TB", 12e12},
    {DIM_CAPACITY, "5EB", 5e18},
    {DIM_CAPACITY, "5E1B", 50},
    {DIM_TIME, "-3s", -3},
    {DIM_NUMBER, " 1e-3 ", 0.001},
    {DIM_LINK, "40+40 Gbit/s", 10e9},
    {DIM_LINK, "10Gbit/s + 10Gbit/s", 2.5e9},
    {DIM_LINK, "1 + 1 Gbit/s+ 500 Mbit/s ", 312.5e6},
    {DIM_GROWTH, " 0 %/mo ", 0},
    {DIM_GROWTH, "-100%/y", -1},
    {DIM_GROWTH, "-100%/mo", -1},
    {DIM_OPS, "20000 IOPS", 20000},
};

static void spellings_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(spellings); i++) {
        double value = 0;
        struct err err = ERR_INIT;
        if (!units_parse(spellings[i].dim, spellings[i].text, &value, &err))
            fail_msg("%s: %s", spellings[i].text, err.text);
        suite_close(value, spellings[i].value, 0, spellings[i].text);
    }
    double monthly = 0;
    struct err err = ERR_INIT;
    assert_true(units_parse(DIM_GROWTH, "2%/mo", &monthly, &err));
    suite_close(monthly, 0.26824179456254527, 1e-12, "2%/mo compounded");
}

struct message_row {
    enum dim dim;
    const char *text, *message;
};

static const struct message_row refused[] = {
    {DIM_CAPACITY, "", "'' is no capacity; allowed: a finite decimal number with B, kB"},
    {DIM_CAPACITY, "12", "'12' has no unit; allowed: B, kB, MB"},
    {DIM_CAPACITY, "TB", "'TB' is no capacity"},
    {DIM_CAPACITY, ".", "'.' is no capacity"},
    {DIM_CAPACITY, "-", "'-' is no capacity"},
    {DIM_CAPACITY, ".nan", "'.nan' is no capacity"},
    {DIM_CAPACITY, "nanTB", "'nanTB' is no capacity"},
    {DIM_CAPACITY, ".inf", "'.inf' is no capacity"},
    {DIM_CAPACITY, "infTB", "'infTB' is no capacity"},
    {DIM_CAPACITY, "0x10TB", "'0x10TB' is no capacity"},
    {DIM_CAPACITY, "1e999TB", "'1e999TB' is no capacity"},
    {DIM_CAPACITY, "1e300EB", "'1e300EB' is no capacity"},
    {DIM_CAPACITY, "1,5TB", "'1,5TB' has the unknown unit ',5TB'"},
    {DIM_CAPACITY, "1_000TB", "'1_000TB' has the unknown unit '_000TB'"},
    {DIM_CAPACITY, "1 000TB", "'1 000TB' has the unknown unit '000TB'"},
    {DIM_CAPACITY, "4tb", "'4tb' has the unknown unit 'tb'; allowed: B,"},
    {DIM_CAPACITY, "4TiBB", "(did you mean 'TiB'?)"},
    {DIM_CAPACITY, "4Gi", "(did you mean 'GiB'?)"},
    {DIM_CAPACITY, "4Gbit", "'4Gbit' has the unknown unit 'Gbit'"},
    {DIM_CAPACITY, "4GB/s", "'4GB/s' has a unit of bandwidth, 'GB/s'"},
    {DIM_BLOCK, "4", "'4' has no unit; allowed: B, k, M, G"},
    {DIM_BLOCK, "4KB",
     "has a unit of capacity, 'KB'; allowed: B, k, M, G or KiB, MiB, GiB (all "
     "powers of 1024), e.g. 4k (did you mean 'KiB'?)"},
    {DIM_BLOCK, "4Ki", "(did you mean 'KiB'?)"},
    {DIM_RATE, "377", "'377' has no unit; allowed: B/s"},
    {DIM_RATE, "377MB",
     "'377MB' has a unit of capacity, 'MB'; allowed: B/s, kB/s, MB/s, GB/s, TB/s "
     "or KiB/s, MiB/s, GiB/s, TiB/s, e.g. 377MB/s (did you mean 'MB/s'?)"},
    {DIM_RATE, "377mb/s", "(did you mean 'MB/s'?)"},
    {DIM_RATE, "10Gbit/s", "'10Gbit/s' has a unit of link rate, 'Gbit/s'"},
    {DIM_LINK, "10", "'10' has no unit; allowed: bit/s"},
    {DIM_LINK, "10G", "(did you mean 'Gbit/s'?)"},
    {DIM_LINK, "10gbit/s", "(did you mean 'Gbit/s'?)"},
    {DIM_LINK, "10GB/s", "'10GB/s' has a unit of bandwidth, 'GB/s'"},
    {DIM_LINK, "40+", "'40+' is no link rate"},
    {DIM_LINK, "40+40", "'40+40' has no unit"},
    {DIM_LINK, "10Gbit/s + ", "is no link rate"},
    {DIM_LINK, "10Gbit/s + -1Gbit/s", "is no link rate"},
    {DIM_LINK, "1e308+1e308Tbit/s", "is no link rate"},
    {DIM_TIME, "180", "'180' has no unit; allowed: ns, us, ms, s, min or h"},
    {DIM_TIME, "5m",
     "'5m' has a unit of block size, 'm'; allowed: ns, us, ms, s, min or h, e.g. 180ms"},
    {DIM_TIME, "3y", "'3y' has a unit of duration, 'y'"},
    {DIM_DURATION, "3", "'3' has no unit; allowed: s, min, h, d, w, mo or y"},
    {DIM_DURATION, "3years", "'3years' has the unknown unit 'years'"},
    {DIM_OPS, "98K", "(did you mean 'k'?)"},
    {DIM_OPS, "98kiops", "(did you mean 'kIOPS'?)"},
    {DIM_OPS, "4MB/s", "'4MB/s' has a unit of bandwidth, 'MB/s'"},
    {DIM_FRACTION, "70 percent", "'70 percent' has the unknown unit 'percent'"},
    {DIM_GROWTH, "30%", "'30%' has a unit of fraction, '%'; allowed: %/y or %/mo"},
    {DIM_GROWTH, "0.3", "'0.3' has no unit; allowed: %/y"},
    {DIM_GROWTH, "-101%/mo", "is no growth; allowed: at least -100%, with %/y or %/mo"},
    {DIM_GROWTH, "1e200%/mo", "'1e200%/mo' is no growth"},
    {DIM_GROWTH, "much", "'much' is no growth"},
    {DIM_POWER, "6", "'6' has no unit; allowed: mW, W or kW"},
    {DIM_POWER, "6V", "'6V' has the unknown unit 'V'"},
    {DIM_ENDURANCE, "1.3", "'1.3' has no unit; allowed: DWPD"},
    {DIM_ENDURANCE, "1.3dwpd", "(did you mean 'DWPD'?)"},
    {DIM_NUMBER, "2.4GHz", "'2.4GHz' has a unit, 'GHz'; allowed: no unit"},
    {DIM_NUMBER, "two", "'two' is no number"},
};

static void what_is_refused_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(refused); i++) {
        double value = 77;
        struct err err = ERR_INIT;
        if (units_parse(refused[i].dim, refused[i].text, &value, &err))
            fail_msg("'%s' was read as %g", refused[i].text, value);
        assert_int_equal(err.kind, ERR_INPUT);
        assert_int_equal(err.line, 0);
        if (strstr(err.text, refused[i].message) == NULL)
            fail_msg("'%s': \"%s\" lacks \"%s\"", refused[i].text, err.text, refused[i].message);
        assert_true(value == 77);
    }
}

/* Between two meanings none is proposed. */
static void ambiguous_units_get_no_proposal(void **state)
{
    (void)state;
    static const struct message_row rows[] = {{DIM_CAPACITY, "4T", ""},
                                              {DIM_RATE, "4M", ""},
                                              {DIM_TIME, "5m", ""},
                                              {DIM_RATE, "4Gbit", ""}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        double value = 0;
        struct err err = ERR_INIT;
        assert_false(units_parse(rows[i].dim, rows[i].text, &value, &err));
        if (strstr(err.text, "did you mean") != NULL)
            fail_msg("%s: %s", rows[i].text, err.text);
    }
}

static void a_long_text_is_refused_short(void **state)
{
    (void)state;
    char text[5000];
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int dim = 0; dim < DIM_COUNT; dim++) {
        double value = 0;
        struct err err = ERR_INIT;
        assert_false(units_parse((enum dim)dim, text, &value, &err));
        assert_true(strlen(err.text) < 300);
    }
}

static void whole_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long value;
        const char *message; /* NULL: read */
    } rows[] = {
        {"0", 0, NULL},
        {" 12 ", 12, NULL},
        {"-3", -3, NULL},
        {"+7", 7, NULL},
        {"9223372036854775807", 9223372036854775807, NULL},
        {"9223372036854775808", 0, "is too large for a whole number"},
        {"", 0, "'' is no whole number; allowed: digits without unit"},
        {"1.5", 0, "'1.5' is no whole number"},
        {"4.0", 0, "'4.0' is no whole number"},
        {"1e6", 0, "'1e6' is no whole number"},
        {"0x10", 0, "'0x10' is no whole number"},
        {"1k", 0, "'1k' is no whole number"},
        {"- 3", 0, "'- 3' is no whole number"},
        {"ten", 0, "'ten' is no whole number"},
        {"012", 0, "'012' begins with 0, which YAML reads as octal; allowed: digits without"},
        {"00", 0, "'00' begins with 0"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        long value = 77;
        struct err err = ERR_INIT;
        bool read = units_parse_int(rows[i].text, &value, &err);
        assert_true(read == (rows[i].message == NULL));
        assert_true(value == (read ? rows[i].value : 77));
        if (!read && strstr(err.text, rows[i].message) == NULL)
            fail_msg("'%s': %s", rows[i].text, err.text);
    }
}

static void money_keeps_its_currency(void **state)
{
    (void)state;
    static const struct {
        const char *text, *currency;
        double value;
    } rows[] = {{"340 EUR", "EUR", 340}, {"340.5USD", "USD", 340.5}, {" 1e6 JPY ", "JPY", 1e6},
                {"1 AED", "AED", 1},     {"1 ZWG", "ZWG", 1},        {"-5 CHF", "CHF", -5}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct money money = {0};
        struct err err = ERR_INIT;
        assert_true(units_parse_money(rows[i].text, &money, &err));
        assert_string_equal(money.currency, rows[i].currency);
        assert_true(money.value == rows[i].value);
    }
}

static void money_without_a_currency_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"340",
         "'340' has no currency; allowed: a number and an ISO 4217 currency code, e.g. 340 EUR"},
        {"EUR", "'EUR' is no price"},
        {"\xe2\x82\xac 340", "is no price"},
        {"340 euro", "'340 euro' has the unknown currency 'euro'"},
        {"340 eur", "(did you mean 'EUR'?)"},
        {"340 EUX", "'340 EUX' has the unknown currency 'EUX'"},
        {"340 D A", "'340 D A' has the unknown currency 'D A'"},
        {"340 EUR USD", "unknown currency 'EUR USD'"},
    };
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct money money = {.value = 77, .currency = "XXX"};
        struct err err = ERR_INIT;
        assert_false(units_parse_money(rows[i].text, &money, &err));
        if (strstr(err.text, rows[i].message) == NULL)
            fail_msg("'%s': %s", rows[i].text, err.text);
        assert_true(money.value == 77);
    }
}

struct format_row {
    enum dim dim;
    double value;
    const char *text;
};

static const struct format_row formats[] = {
    {DIM_CAPACITY, 4e12, "4 TB"},
    {DIM_CAPACITY, 999.4e9, "999 GB"},
    {DIM_CAPACITY, 999.6e9, "1 TB"},
    {DIM_CAPACITY, 1.5e21, "1500 EB"},
    {DIM_CAPACITY, 0, "0 B"},
    {DIM_CAPACITY, -4e12, "-4 TB"},
    {DIM_BLOCK, 4096, "4 KiB"},
    {DIM_BLOCK, 512, "512 B"},
    {DIM_BLOCK, 1 << 30, "1 GiB"},
    {DIM_RATE, 377e6, "377 MB/s"},
    {DIM_RATE, 2.9e6, "2.9 MB/s"},
    {DIM_LINK, 1.25e9, "10 Gbit/s"},
    {DIM_TIME, 0.18081, "181 ms"},
    {DIM_TIME, 46e-6, "46 us"},
    {DIM_TIME, 1.98532e-3, "1.99 ms"},
    {DIM_TIME, 3e-10, "0.3 ns"},
    {DIM_TIME, 59.98, "1 min"},
    {DIM_DURATION, 3 * 31557600.0, "3 years"},
    {DIM_DURATION, 31557600.0, "1 year"},
    {DIM_DURATION, 1.002 * 31557600.0, "1 year"},
    {DIM_DURATION, -31557600.0, "-1 year"},
    {DIM_DURATION, 1.5 * 31557600.0, "1.5 years"},
    {DIM_DURATION, 11 * 31557600.0, "11 years"},
    {DIM_DURATION, 86400, "1 d"},
    {DIM_OPS, 20622, "20.6k"},
    {DIM_OPS, 707, "707"},
    {DIM_OPS, 9.996, "10"},
    {DIM_OPS, 99.96, "100"},
    {DIM_OPS, 0.123456, "0.123"},
    {DIM_FRACTION, 0.7, "70 %"},
    {DIM_FRACTION, 0.000123456, "0.0123 %"},
    {DIM_GROWTH, 0.3, "30 %/y"},
    {DIM_POWER, 5.25, "5.25 W"},
    {DIM_ENDURANCE, 1.3, "1.3 DWPD"},
    {DIM_NUMBER, 2.4, "2.4"},
};

static void people_read_three_digits(void **state)
{
    (void)state;
    char text[80];
    for (size_t i = 0; i < N_OF(formats); i++) {
        units_format(formats[i].dim, formats[i].value, text, sizeof text);
        assert_string_equal(text, formats[i].text);
    }
    for (int dim = 0; dim < DIM_COUNT; dim++) {
        units_format((enum dim)dim, UNKNOWN, text, sizeof text);
        assert_string_equal(text, "-");
        units_format((enum dim)dim, UNLIMITED, text, sizeof text);
        assert_string_equal(text, "unlimited");
    }
    units_format_binary(23.6 * 1099511627776.0, text, sizeof text);
    assert_string_equal(text, "23.6 TiB");
}

/* What is printed for people reads back within the three digits that were printed. */
static void printed_quantities_read_back(void **state)
{
    (void)state;
    static const struct {
        enum dim dim;
        double low, high; /* the range whose printed units are also input units */
    } rows[] = {{DIM_CAPACITY, 1, 1e20}, {DIM_BLOCK, 1, 1e12},    {DIM_RATE, 1, 1e14},
                {DIM_LINK, 200, 1e13},   {DIM_TIME, 1e-9, 80000}, {DIM_OPS, 1e-3, 1e8},
                {DIM_FRACTION, 1e-6, 1}, {DIM_GROWTH, 1e-6, 100}, {DIM_POWER, 1, 1e5},
                {DIM_ENDURANCE, 0.1, 90}};
    struct num_rng *rng = random_new(11);
    for (size_t i = 0; i < N_OF(rows); i++) {
        for (int j = 0; j < 200; j++) {
            double value = rows[i].low * pow(rows[i].high / rows[i].low, random_uniform(rng)),
                   back = 0;
            char text[80];
            struct err err = ERR_INIT;
            units_format(rows[i].dim, value, text, sizeof text);
            if (!units_parse(rows[i].dim, text, &back, &err))
                fail_msg("%s: %s", text, err.text);
            suite_close(back, value, 0.0051, text);
        }
    }
    random_free(rng);
}

static void exact_text_reads_back_the_same_double(void **state)
{
    (void)state;
    static const double edges[] = {0,    1,      -1,       0.1,  1e-5,    1e-308, 5e-324,
                                   1e14, 999999, 1e15 - 1, 1e15, 1.5e300, 0.3,    1.0 / 3};
    struct num_rng *rng = random_new(12);
    for (size_t i = 0; i < N_OF(edges) + 2000; i++) {
        double value = i < N_OF(edges) ? edges[i] : exp(60 * num_normal(rng));
        char text[40];
        units_format_exact(value, text, sizeof text);
        assert_true(strtod(text, NULL) == value);
        if (fabs(value) >= 1 && fabs(value) < 1e15)
            assert_null(strchr(text, 'e'));
    }
    random_free(rng);
}

static void every_dimension_has_words(void **state)
{
    (void)state;
    for (int dim = 0; dim < DIM_COUNT; dim++) {
        assert_true(strlen(units_dim_name((enum dim)dim)) > 3);
        assert_true(strlen(units_help((enum dim)dim)) > 3);
        assert_non_null(units_base((enum dim)dim));
    }
}

/* %g would write 1e+02 %, 2e+03 GB and 1e+06. */
static void messages_have_no_exponents(void **state)
{
    (void)state;
    assert_string_equal(units_text(DIM_FRACTION, 1).text, "100 %");
    assert_string_equal(units_text(DIM_CAPACITY, 2e12).text, "2 TB");
    assert_string_equal(units_text(DIM_RATE, 1.25e10).text, "12.5 GB/s");
    assert_string_equal(units_text(DIM_OPS, 1.5e6).text, "1.5M");
    assert_string_equal(units_text(DIM_NUMBER, 1e6).text, "1000000");
    assert_string_equal(units_text(DIM_NUMBER, -1234567).text, "-1234567");
    assert_string_equal(units_text(DIM_NUMBER, 0.5).text, "0.5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUITE_TEST(every_unit_means_what_it_says),
        SUITE_TEST(spellings_are_read),
        SUITE_TEST(what_is_refused_is_named),
        SUITE_TEST(ambiguous_units_get_no_proposal),
        SUITE_TEST(a_long_text_is_refused_short),
        SUITE_TEST(whole_numbers),
        SUITE_TEST(money_keeps_its_currency),
        SUITE_TEST(money_without_a_currency_is_refused),
        SUITE_TEST(people_read_three_digits),
        SUITE_TEST(printed_quantities_read_back),
        SUITE_TEST(exact_text_reads_back_the_same_double),
        SUITE_TEST(every_dimension_has_words),
        SUITE_TEST(messages_have_no_exponents),
    };
    return suite_run("units", tests, N_OF(tests));
}
