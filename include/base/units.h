/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities: text with a unit to a double in base units, and back to text for people.
 *
 * Inside the program every number is in base units (bytes, bytes/s, seconds, operations/s, watts,
 * fractions); a conversion happens only here on the way in and in `render` on the way out. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include "base/err.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* math.h's NAN and INFINITY are floats; these need no promotion. */
#define UNKNOWN ((double)NAN)
#define UNLIMITED ((double)INFINITY)

#define YEAR_S (365.25 * 86400.0)

#define KIB_B 1024.0
#define MIB_B (KIB_B * 1024.0)
#define GIB_B (MIB_B * 1024.0)
#define TIB_B (GIB_B * 1024.0)
#define PIB_B (TIB_B * 1024.0)
#define EIB_B (PIB_B * 1024.0)

/* What a number measures; base unit in the comment. */
enum dim {
    DIM_NUMBER,    /* plain number, no unit allowed */
    DIM_CAPACITY,  /* bytes: TB = 10^12, TiB = 2^40 */
    DIM_BLOCK,     /* bytes, fio's block sizes: k, M, G are powers of 1024 */
    DIM_RATE,      /* bytes/s */
    DIM_LINK,      /* bytes/s, written in bit/s; `40+40 Gbit/s` is a sum */
    DIM_TIME,      /* seconds: latencies */
    DIM_DURATION,  /* seconds: h d w mo y too */
    DIM_OPS,       /* operations/s; a bare number is allowed */
    DIM_FRACTION,  /* 0..1, `70%` or `0.7` */
    DIM_GROWTH,    /* fraction per year: `30%/y` */
    DIM_POWER,     /* watts */
    DIM_ENDURANCE, /* drive writes per day */
    DIM_RATIO,     /* a factor: a plain number shown with three digits */
    DIM_COUNT      /* number of dimensions */
};

/* Money keeps its currency: nothing is ever converted. */
struct money {
    double value;     /* NaN: absent */
    char currency[4]; /* ISO 4217 */
};

/* The name of a dimension for messages ("capacity", "block size"). */
const char *units_dim_name(enum dim dim);

/* The base unit of a dimension, as heads of columns name it ("1/s", "B"); empty for plain numbers.
 */
const char *units_base(enum dim dim);

/* The units a dimension accepts, for messages and help ("B, kB, MB, ... TiB; e.g. 12TB"). */
const char *units_help(enum dim dim);

/* The i-th unit that a dimension accepts, "" where a bare number is allowed; NULL after the last.
 */
const char *units_suffix(enum dim dim, int i);

/* Reads a quantity. Refused: no number, NaN, infinity, no unit where one is needed, an unknown
 * unit. Returns false with an ERR_INPUT without place; `*value` is then untouched. */
bool units_parse(enum dim dim, const char *text, double *value, struct err *err);

/* Reads a whole number without unit, within long's range (1e6 and 4.0 are refused). */
bool units_parse_int(const char *text, long *value, struct err *err);

/* Reads `340 EUR`. */
bool units_parse_money(const char *text, struct money *value, struct err *err);

/* Writes a value for people, three significant digits, unit included ("377 MB/s", "20.6k",
 * "180 ms", "4 KiB", "70 %"). Powers of 1000 for capacities and rates, of 1024 for block sizes. NaN
 * gives
 * "-", infinity "unlimited". */
void units_format(enum dim dim, double value, char *buf, size_t size);

/* The same inside an expression: `units_text(DIM_RATE, x).text` lives as long as the statement.
 * Messages use it rather than %g, which writes 100 % as 1e+02 %. */
struct units_text {
    char text[32];
};
struct units_text units_text(enum dim dim, double value);

/* A capacity in powers of 1024 ("23.6 TiB"). */
void units_format_binary(double bytes, char *buf, size_t size);

/* The shortest decimal that reads back as the same double; never an exponent below 1e15. */
void units_format_exact(double value, char *buf, size_t size);

/* For programs (JSON, CSV): whole numbers exactly, others with at most twelve significant digits,
 * so that the last bits, which differ between machines' mathematics, do not show. */
void units_format_machine(double value, char *buf, size_t size);

#endif
