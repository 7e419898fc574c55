/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: buf[start..end) is clean UTF-8 that nobody has read yet; a terminator that stands over
 * one of its bytes is undone before anything else happens. */
#include "load/textscan.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void textscan_open_file(struct textscan *scan, const char *name, FILE *file)
{
    memset(scan, 0, sizeof *scan);
    scan->name = name;
    scan->file = file;
    scan->line = 1;
    scan->patched = SIZE_MAX;
}

void textscan_open_memory(struct textscan *scan, const char *name, const void *data, size_t size)
{
    textscan_open_file(scan, name, NULL);
    scan->memory = data;
    scan->memory_left = size;
}

void textscan_close(struct textscan *scan)
{
    free(scan->buf);
    scan->buf = NULL;
}

/* -- bytes to clean UTF-8 -- */

static size_t read_raw(struct textscan *scan, unsigned char *out, size_t room)
{
    if (scan->file != NULL) {
        size_t n = fread(out, 1, room, scan->file);
        if (n < room) {
            scan->ended = true;
            scan->failed = ferror(scan->file) != 0;
        }
        return n;
    }
    size_t n = scan->memory_left < room ? scan->memory_left : room;
    if (n > 0)
        memcpy(out, scan->memory, n);
    scan->memory += n;
    scan->memory_left -= n;
    scan->ended = scan->memory_left == 0;
    return n;
}

static enum textscan_encoding sniff_encoding(const unsigned char *raw, size_t n, size_t *mark)
{
    *mark = 0;
    if (n >= 3 && memcmp(raw, "\xef\xbb\xbf", 3) == 0) {
        *mark = 3;
        return ENCODING_UTF8;
    }
    if (n >= 2 && (memcmp(raw, "\xff\xfe", 2) == 0 || memcmp(raw, "\xfe\xff", 2) == 0)) {
        *mark = 2;
        return raw[0] == 0xff ? ENCODING_UTF16LE : ENCODING_UTF16BE;
    }
    if (n >= 4 && raw[1] == 0 && raw[3] == 0 && raw[0] != 0 && raw[2] != 0)
        return ENCODING_UTF16LE;
    if (n >= 4 && raw[0] == 0 && raw[2] == 0 && raw[1] != 0 && raw[3] != 0)
        return ENCODING_UTF16BE;
    return ENCODING_UTF8;
}

/* Is there no byte that needs a second look (not ASCII, NUL, escape)? */
static bool is_plain(const unsigned char *p, size_t n)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, p + i, 8);
        uint64_t escape = w ^ (ones * 0x1b);
        if (((w | (w - ones) | ((escape - ones) & ~escape)) & tops) != 0)
            return false;
    }
    for (; i < n; i++)
        if (p[i] >= 0x80 || p[i] == 0 || p[i] == 0x1b)
            return false;
    return true;
}

/* Blanks of typography, and the zero-width ones that vanish ('\0'). */
static bool special_blank(uint32_t code, char *out)
{
    bool blank =
        code == 0xa0 || code == 0x202f || (code >= 0x2000 && code <= 0x200a) || code == 0x3000;
    bool nothing = code == 0xfeff || (code >= 0x200b && code <= 0x200d) || code == 0x2060;
    *out = blank ? ' ' : '\0';
    return blank || nothing;
}

static size_t put_code(uint32_t code, char *out)
{
    char blank;
    if (code == 0 || special_blank(code, &blank)) {
        out[0] = ' ';
        return code == 0 || blank == ' ' ? 1 : 0;
    }
    if (code == 0x2212) { /* minus sign */
        out[0] = '-';
        return 1;
    }
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | (code >> 6));
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | (code >> 12));
        out[1] = (char)(0x80 | ((code >> 6) & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | (code >> 18));
    out[1] = (char)(0x80 | ((code >> 12) & 0x3f));
    out[2] = (char)(0x80 | ((code >> 6) & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

/* Length of the UTF-8 sequence at p, 0 when it is none, -1 when more bytes are needed to know. */
static int sequence_length(const unsigned char *p, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = p[0] < 0x80   ? 1
                 : p[0] < 0xc2 ? 0
                 : p[0] < 0xe0 ? 2
                 : p[0] < 0xf0 ? 3
                 : p[0] < 0xf5 ? 4
                               : 0;
    if (length <= 1) {
        *code = p[0];
        return length;
    }
    uint32_t value = p[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((size_t)i >= left)
            return -1;
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        value = (value << 6) | (p[i] & 0x3fu);
    }
    *code = value;
    bool surrogate = value >= 0xd800 && value < 0xe000;
    return value < least[length] || surrogate || value > 0x10ffff ? 0 : length;
}

/* Length of the terminal escape at p, -1 when it may go on. Colours and titles are never longer. */
static int escape_length(const unsigned char *p, size_t left)
{
    enum { LONGEST = 256 };
    if (left < 2)
        return -1;
    size_t limit = left < LONGEST ? left : LONGEST;
    if (p[1] == '[') {
        for (size_t i = 2; i < limit; i++)
            if (p[i] >= 0x40 && p[i] <= 0x7e)
                return (int)i + 1;
    } else if (p[1] == ']') {
        for (size_t i = 2; i < limit; i++)
            if (p[i] == 0x07 || p[i] == 0x1b)
                return (int)i + (p[i] == 0x1b ? 2 : 1);
    } else {
        return 2;
    }
    return left < LONGEST ? -1 : 1;
}

/* Cleans n bytes at `in` to `out` (which may be the same place); returns the bytes written and in
 * *used how many were read: an unfinished sequence stays unless the input has ended. */
static size_t clean_utf8(const unsigned char *in, size_t n, bool last, char *out, size_t *used)
{
    size_t i = 0, made = 0;
    while (i < n) {
        uint32_t code = 0;
        int length =
            in[i] == 0x1b ? escape_length(in + i, n - i) : sequence_length(in + i, n - i, &code);
        if (length < 0 && !last)
            break;
        if (in[i] == 0x1b) {
            i += length > 0 && (size_t)length <= n - i ? (size_t)length : n - i;
            continue;
        }
        if (length <= 0) { /* not UTF-8; 0xa0 alone is Latin-1's no-break space */
            out[made++] = in[i] == 0xa0 ? ' ' : '?';
            i++;
            continue;
        }
        made += put_code(code, out + made);
        i += (size_t)length;
    }
    *used = i;
    return made;
}

static uint32_t unit16(const unsigned char *p, bool little)
{
    return little ? (uint32_t)(p[0] | (p[1] << 8)) : (uint32_t)(p[1] | (p[0] << 8));
}

/* As clean_utf8, from UTF-16; at most 3 bytes are written for 2 read. */
static size_t clean_utf16(const unsigned char *in, size_t n, bool little, char *out, size_t *used)
{
    size_t i = 0, made = 0;
    while (i + 2 <= n) {
        uint32_t code = unit16(in + i, little);
        size_t length = 2;
        if (code >= 0xd800 && code < 0xdc00) {
            if (i + 4 > n)
                break;
            uint32_t low = unit16(in + i + 2, little);
            bool pair = low >= 0xdc00 && low < 0xe000;
            code = pair ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : '?';
            length = pair ? 4 : 2;
        } else if (code >= 0xdc00 && code < 0xe000) {
            code = '?';
        }
        made += put_code(code, out + made);
        i += length;
    }
    *used = i;
    return made;
}

static bool reserve(struct textscan *scan, size_t room, struct err *err)
{
    if (scan->start > 0 && scan->end + room + 1 > scan->capacity) {
        memmove(scan->buf, scan->buf + scan->start, scan->end - scan->start);
        scan->end -= scan->start;
        scan->start = 0;
    }
    if (scan->end + room + 1 <= scan->capacity)
        return true;
    size_t capacity = scan->capacity == 0 ? 4 * (size_t)TEXTSCAN_CHUNK_B : scan->capacity;
    while (capacity < scan->end + room + 1)
        capacity *= 2;
    char *grown = realloc(scan->buf, capacity);
    if (grown == NULL)
        return err_set(err, ERR_IO, "%s: out of memory", scan->name);
    scan->buf = grown;
    scan->capacity = capacity;
    return true;
}

static void decode(struct textscan *scan, size_t n)
{
    size_t used = 0, before = scan->end;
    char *out = scan->buf + scan->end;
    if (scan->encoding == ENCODING_UTF8 && is_plain(scan->raw, n)) {
        memcpy(out, scan->raw, n);
        scan->end += n;
        used = n;
    } else if (scan->encoding == ENCODING_UTF8) {
        scan->end += clean_utf8(scan->raw, n, scan->ended, out, &used);
    } else {
        scan->end += clean_utf16(scan->raw, n, scan->encoding == ENCODING_UTF16LE, out, &used);
        if (scan->ended)
            used = n;
    }
    for (size_t i = before; i < scan->end && !scan->any; i++)
        scan->any = !isspace((unsigned char)scan->buf[i]);
    memmove(scan->raw, scan->raw + used, n - used);
    scan->n_raw = n - used;
}

/* Reads and cleans one more chunk; false when there is nothing more. */
static bool fill(struct textscan *scan, struct err *err)
{
    if (scan->ended || scan->failed)
        return false;
    if (!reserve(scan, 2 * (size_t)TEXTSCAN_CHUNK_B, err)) {
        scan->failed = true;
        return false;
    }
    size_t n =
        scan->n_raw + read_raw(scan, scan->raw + scan->n_raw, sizeof scan->raw - scan->n_raw);
    if (scan->failed)
        return err_set(err, ERR_IO, "%s: reading failed", scan->name);
    if (scan->encoding == ENCODING_UNKNOWN) {
        size_t mark;
        memcpy(scan->head, scan->raw, n < sizeof scan->head ? n : sizeof scan->head);
        scan->encoding = sniff_encoding(scan->raw, n, &mark);
        memmove(scan->raw, scan->raw + mark, n - mark);
        n -= mark;
    }
    decode(scan, n);
    return true;
}

/* -- lines -- */

static void unpatch(struct textscan *scan)
{
    if (scan->patched != SIZE_MAX)
        scan->buf[scan->patched] = scan->saved;
    scan->patched = SIZE_MAX;
}

/* Piece by piece: where one of the two ends never comes, no line looks for it through the whole
 * buffer. */
static const char *find_line_end(const char *p, size_t n)
{
    enum { PIECE = 256 };
    while (p != NULL && n > 0) {
        size_t piece = n < PIECE ? n : PIECE;
        const char *lf = memchr(p, '\n', piece);
        const char *cr = memchr(p, '\r', lf == NULL ? piece : (size_t)(lf - p));
        if (cr != NULL || lf != NULL)
            return cr != NULL ? cr : lf;
        p += piece;
        n -= piece;
    }
    return NULL;
}

static void skip_pending_lf(struct textscan *scan)
{
    if (scan->skip_lf && scan->start < scan->end) {
        if (scan->buf[scan->start] == '\n')
            scan->start++;
        scan->skip_lf = false;
    }
}

/* The length of the next line or piece; the buffer then holds it all. */
static size_t measure(struct textscan *scan, bool *whole, struct err *err)
{
    size_t looked = 0;
    for (;;) {
        skip_pending_lf(scan);
        size_t have = scan->end - scan->start;
        const char *from = scan->buf == NULL ? NULL : scan->buf + scan->start;
        const char *end = have > looked ? find_line_end(from + looked, have - looked) : NULL;
        *whole = end != NULL;
        if (end != NULL)
            return (size_t)(end - from);
        if (have >= TEXTSCAN_PIECE_B)
            return TEXTSCAN_PIECE_B;
        looked = have;
        if (!fill(scan, err))
            return have;
    }
}

bool textscan_line(struct textscan *scan, struct line *line, struct err *err)
{
    unpatch(scan);
    bool whole = false;
    size_t length = measure(scan, &whole, err);
    if (scan->failed || (length == 0 && !whole))
        return false;
    line->text = scan->buf + scan->start;
    line->length = length;
    line->number = scan->line;
    line->partial = scan->continued || (!whole && length == TEXTSCAN_PIECE_B);
    scan->continued = !whole && length == TEXTSCAN_PIECE_B;
    line->unended = !whole && !line->partial;
    scan->patched = scan->start + length;
    scan->saved = scan->buf[scan->patched];
    scan->buf[scan->patched] = '\0';
    scan->start += length + (whole ? 1 : 0);
    scan->skip_lf = whole && scan->saved == '\r';
    scan->line += whole ? 1 : 0;
    return true;
}

void textscan_rewind(struct textscan *scan, const struct line *line, const char *place)
{
    unpatch(scan);
    scan->start = (size_t)(place - scan->buf);
    scan->line = line->number;
    scan->skip_lf = false;
    scan->continued = false;
}

size_t textscan_peek(struct textscan *scan, const char **bytes, struct err *err)
{
    unpatch(scan);
    if (scan->start == scan->end) {
        scan->start = scan->end = 0;
        while (scan->end == 0 && fill(scan, err))
            ;
    }
    *bytes = scan->buf == NULL ? NULL : scan->buf + scan->start;
    return scan->end - scan->start;
}

void textscan_skip(struct textscan *scan, size_t n, int newlines)
{
    scan->start += n;
    scan->line += newlines;
}

bool textscan_push(struct textscan *scan, const char *bytes, size_t n, int line, struct err *err)
{
    unpatch(scan);
    if (!reserve(scan, n, err))
        return false;
    memmove(scan->buf + scan->start + n, scan->buf + scan->start, scan->end - scan->start);
    memcpy(scan->buf + scan->start, bytes, n);
    scan->end += n;
    scan->line = line;
    return true;
}

/* -- pieces of a line -- */

const char *text_skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* Digits from p on, as a double built by strtod so that rounding is right. */
static bool convert(const char *start, const char *end, double *value)
{
    char copy[64];
    size_t length = (size_t)(end - start);
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, start, length);
    copy[length] = '\0';
    double read = strtod(copy, NULL);
    if (!isfinite(read))
        return false;
    *value = read;
    return true;
}

static const char *skip_digits(const char *p)
{
    while (*p >= '0' && *p <= '9')
        p++;
    return p;
}

bool text_number(const char **p, double *value)
{
    const char *start = text_skip_blanks(*p), *q = start;
    if (*q == '-' || *q == '+')
        q++;
    const char *digits = q;
    q = skip_digits(q);
    bool any = q > digits;
    if (*q == '.') {
        const char *fraction = skip_digits(q + 1);
        any = any || fraction > q + 1;
        if (any)
            q = fraction;
    }
    if (!any)
        return false;
    if (*q == 'e' || *q == 'E') {
        const char *power = q + 1 + (q[1] == '-' || q[1] == '+');
        if (skip_digits(power) > power)
            q = skip_digits(power);
    }
    if (!convert(start, q, value))
        return false;
    *p = q;
    return true;
}

static bool is_separator(const char *q)
{
    return (*q == '.' || *q == ',' || *q == '\'' || *q == ' ' || *q == '_') &&
           isdigit((unsigned char)q[1]);
}

/* The separators inside a run of digits: the last one if it is the decimal mark. */
static const char *decimal_mark(const char *start, const char *end, bool grouped)
{
    const char *last = NULL, *first = NULL;
    int count = 0;
    for (const char *q = start; q < end; q++) {
        if (isdigit((unsigned char)*q))
            continue;
        first = first == NULL ? q : first;
        last = q;
        count++;
    }
    if (last == NULL || *last == ' ' || *last == '\'' || *last == '_')
        return NULL;
    if (count > 1)
        return *first == *last ? NULL : last;
    bool three = end - last == 4;
    return three && grouped ? NULL : last;
}

bool text_local_number(const char **p, bool grouped, double *value)
{
    const char *start = text_skip_blanks(*p), *q = skip_digits(start);
    if (q == start)
        return false;
    while (is_separator(q)) {
        const char *next = skip_digits(q + 1);
        if (*q == ' ' && next - q != 4) /* a blank only groups three digits */
            break;
        q = next;
    }
    const char *mark = decimal_mark(start, q, grouped);
    char clean[64];
    size_t n = 0;
    for (const char *c = start; c < q && n < sizeof clean - 1; c++)
        if (isdigit((unsigned char)*c) || c == mark)
            clean[n++] = c == mark ? '.' : *c;
    clean[n] = '\0';
    if (!convert(clean, clean + n, value))
        return false;
    *p = q;
    return true;
}

bool text_int(const char **p, int *value)
{
    const char *q = *p;
    double number;
    if (!text_number(&q, &number) || number != floor(number) || fabs(number) > 2147483647)
        return false;
    *value = (int)number;
    *p = q;
    return true;
}

bool text_is_cut(const struct line *line, const char *p)
{
    return line->unended && *text_skip_blanks(p) == '\0';
}

bool text_literal(const char **p, const char *literal)
{
    const char *q = text_skip_blanks(*p);
    size_t length = strlen(literal);
    if (strncmp(q, literal, length) != 0)
        return false;
    *p = q + length;
    return true;
}

bool text_begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool text_has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

bool text_number_after(const char *text, const char *key, double *value)
{
    const char *at = strstr(text, key);
    if (at == NULL)
        return false;
    at += strlen(key);
    return text_number(&at, value);
}

double text_binary_prefix(const char **p)
{
    static const char letters[] = "KMGTPE";
    const char *at = **p == '\0' ? NULL : strchr(letters, toupper((unsigned char)**p));
    if (at == NULL)
        return 1;
    (*p)++;
    return pow(1024, (double)(at - letters) + 1);
}
