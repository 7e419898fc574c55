/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GNU dd in any locale, and the BSD form: coreutils/src/dd.c, print_xfer_stats.
 *
 * Words differ by language, so figures are found by their place: the line begins (or nearly so)
 * with the bytes and ends with the seconds and the rate. The rate is only used to check the other
 * two: it has two digits and decimal units (binary ones in busybox). Lines of status=progress come
 * before the "records" lines and are no result. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct copy {
    double bytes, seconds;
};

struct dd_state {
    int line;
    int records;           /* "N+M records" lines so far: 2 before the result */
    double full, partial;  /* of the first of them: blocks read */
    double out;            /* blocks written in all */
    struct copy candidate; /* a result line that no "records" lines preceded */
    bool has_command, failed, no_space;
    int rw, sync, direct;
    double bs_B;
    const char *target; /* the file or device that was read or written */
    char why[160];
};

static void init(struct dd_state *state)
{
    *state = (struct dd_state){.rw = FIELD_ABSENT, .sync = FIELD_ABSENT, .direct = FIELD_ABSENT};
    state->full = state->partial = state->out = state->bs_B = UNKNOWN;
    state->candidate = (struct copy){UNKNOWN, UNKNOWN};
}

/* -- lines -- */

/* "64+0 records in" in any language: two counts and a few words without digits behind them; words
 * of other scripts may stand before. */
static bool read_records(const char *text, double *full, double *partial)
{
    const char *p = text_skip_blanks(text);
    while ((unsigned char)*p >= 0x80 && p - text < 60)
        p++;
    p = text_skip_blanks(p);
    if (!isdigit((unsigned char)*p) || !text_number(&p, full) || *p != '+' ||
        !isdigit((unsigned char)p[1]))
        return false;
    p++;
    if (!text_number(&p, partial) || (*p != ' ' && (unsigned char)*p < 0x80))
        return false;
    p = text_skip_blanks(p);
    return *p != '\0' && strlen(p) < 60 && strpbrk(p, "0123456789") == NULL;
}

/* The number that ends before `end`, with a decimal point or comma and an exponent. */
static bool number_before(const char *start, const char *end, double *value, const char **begin)
{
    const char *q = end;
    while (q > start && (isdigit((unsigned char)q[-1]) || strchr(".,eE+-", q[-1]) != NULL))
        q--;
    while (q < end && !isdigit((unsigned char)*q)) /* a list's comma before the number */
        q++;
    char copy[48];
    size_t n = (size_t)(end - q);
    if (n == 0 || n >= sizeof copy)
        return false;
    for (size_t i = 0; i < n; i++)
        copy[i] = q[i] == ',' ? '.' : q[i];
    copy[n] = '\0';
    const char *p = copy;
    *begin = q;
    return text_number(&p, value) && *p == '\0';
}

static const char *back_to_digit(const char *start, const char *p)
{
    while (p > start && !isdigit((unsigned char)p[-1]))
        p--;
    return p;
}

/* "B", "MB", "GiB", "Mo", "Mt", "bytes": n bytes of text that name an amount of data; letters
 * beyond ASCII are taken for such. */
static bool is_amount(const char *unit, size_t n)
{
    static const char *const words[] = {"B", "b", "o", "t", "byte", "bytes", "Bytes", "octets"};
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)unit[i] >= 0x80)
            return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]), lead = n - length;
        if (n < length || lead > 2 || strncmp(unit + lead, words[i], length) != 0)
            continue;
        if (lead == 0 || (strchr("kKMGTPE", unit[0]) != NULL && (lead == 1 || unit[1] == 'i')))
            return true;
    }
    return false;
}

/* The end of the number in front of the last "B/s", "MB/s", "GB/c", "bytes/sec": NULL when there is
 * none. */
static const char *find_rate(const char *text, char *prefix)
{
    const char *slash = strrchr(text, '/');
    if (slash == NULL || slash == text || slash[1] == '\0' || isdigit((unsigned char)slash[1]))
        return NULL;
    const char *unit = slash;
    while (unit > text && (isalpha((unsigned char)unit[-1]) || (unsigned char)unit[-1] >= 0x80))
        unit--;
    if (!is_amount(unit, (size_t)(slash - unit)))
        return NULL;
    *prefix = *unit;
    const char *end = unit;
    while (end > text && end[-1] == ' ')
        end--;
    return end > text && isdigit((unsigned char)end[-1]) ? end : NULL;
}

static bool rate_agrees(double rate, double bytes, double seconds, char prefix)
{
    static const char letters[] = "kMGTP";
    const char *at = prefix == '\0' ? NULL : strchr(letters, prefix == 'K' ? 'k' : prefix);
    double power = at == NULL ? 0 : (double)(at - letters) + 1, real = bytes / seconds;
    for (int base = 1000; base <= 1024; base += 24)
        if (fabs(rate * pow(base, power) - real) <= 0.06 * real)
            return true;
    return false;
}

/* "67108864 bytes (67 MB, 64 MiB) copied, 0.045453 s, 1.5 GB/s" in any language. */
static bool read_copy(const char *text, struct copy *copy)
{
    const char *first = strpbrk(text, "0123456789"), *begin;
    char prefix;
    double rate;
    if (first == NULL || first - text > 60 ||
        text_has(text, " transferred ")) /* FreeBSD's progress */
        return false;
    const char *end = find_rate(text, &prefix);
    if (end == NULL || end <= first || !number_before(first, end, &rate, &begin))
        return false;
    end = back_to_digit(first, begin);
    if (end <= first || !number_before(first, end, &copy->seconds, &begin) || begin == first)
        return false;
    return text_number(&first, &copy->bytes) && *first != '.' && *first != ',' &&
           copy->seconds > 0 && copy->bytes > 0 &&
           rate_agrees(rate, copy->bytes, copy->seconds, prefix);
}

/* "67108864 bytes transferred in 0.045453 secs (1476445559 bytes/sec)" of the BSDs and macOS. */
static bool read_bsd_copy(const char *text, struct copy *copy)
{
    const char *p = text_skip_blanks(text);
    if (!text_has(p, " transferred in ") || !text_has(p, "bytes/sec)") ||
        !text_number(&p, &copy->bytes) || copy->bytes != floor(copy->bytes))
        return false;
    return text_number_after(p, " transferred in ", &copy->seconds) && copy->seconds > 0 &&
           copy->bytes > 0;
}

/* -- the command line -- */

/* One factor of dd's sizes: `4k`, `1M` and `1MiB` are powers of 1024, `1MB` is 10^6, `1b` a block
 * of 512. */
static bool dd_factor(const char *text, double *bytes)
{
    static const char powers[] = "kmgtpe";
    const char *suffix = text;
    double number;
    if (!text_number(&suffix, &number) || number < 0)
        return false;
    const char *power = *suffix == '\0' ? NULL : strchr(powers, tolower((unsigned char)*suffix));
    if (strcmp(suffix, "b") == 0)
        *bytes = 512 * number;
    else if (strcmp(suffix, "c") == 0 || strcmp(suffix, "w") == 0)
        *bytes = *suffix == 'c' ? number : 2 * number;
    else if (power != NULL && strcmp(suffix + 1, "B") == 0)
        *bytes = number * pow(1000, (double)(power - powers + 1));
    else
        return import_size(text, bytes);
    return true;
}

/* "2x4k" is a product. */
static bool dd_size(const char *text, double *bytes)
{
    double product = 1, factor;
    char part[32];
    for (;;) {
        size_t n = strcspn(text, "x");
        (void)snprintf(part, sizeof part, "%.*s", (int)n, text);
        if (!dd_factor(part, &factor))
            return false;
        product *= factor;
        if (text[n] == '\0')
            break;
        text += n + 1;
    }
    *bytes = product;
    return true;
}

static void read_command(struct import_session *session, struct dd_state *state)
{
    char from[256] = "", to[256] = "", value[256];
    const char *command = import_take_command(session, "dd ");
    state->has_command = command != NULL;
    if (command == NULL)
        return;
    (void)import_option(command, "if", from, sizeof from);
    (void)import_option(command, "of", to, sizeof to);
    if (import_option(command, "bs obs ibs", value, sizeof value) && !dd_size(value, &state->bs_B))
        state->bs_B = UNKNOWN;
    const char *device = text_begins(to, "/dev/null") ? from : to;
    if (device[0] != '\0')
        state->target = import_text(session->import, "%s", device);
    bool makes = text_begins(from, "/dev/zero") || text_has(from, "random");
    if (text_begins(to, "/dev/null"))
        state->rw = RW_READ;
    else if (makes)
        state->rw = RW_WRITE;
    static const char *const flags[] = {"oflag", "iflag"};
    state->direct = state->sync = false;
    for (size_t i = 0; i < 2; i++) {
        bool given = import_option(command, flags[i], value, sizeof value);
        state->direct = state->direct || (given && text_has(value, "direct"));
        state->sync = state->sync || (given && text_has(value, "sync"));
    }
}

/* -- the result -- */

static double block_size(const struct dd_state *state, const struct copy *copy)
{
    double each = copy->bytes / state->full;
    bool counted = state->partial == 0 && each == floor(each);
    return isfinite(state->bs_B) || !counted ? state->bs_B : each;
}

static void add(struct import_session *session, const struct dd_state *state,
                const struct copy *copy)
{
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, state->line, 0};
    r->format = r->tool = "dd";
    r->run = ++session->import->runs;
    r->rw = state->rw;
    r->dir = state->rw == RW_READ ? DIR_READ : state->rw == RW_WRITE ? DIR_WRITE : FIELD_ABSENT;
    r->bs_B = block_size(state, copy);
    r->iodepth = r->numjobs = 1;
    r->bytes_B = copy->bytes;
    r->elapsed_s = copy->seconds;
    r->bw_Bps = copy->bytes / copy->seconds;
    r->iops_ops = r->bw_Bps / r->bs_B;
    r->ios = copy->bytes / r->bs_B;
    r->sync = state->sync;
    r->direct = state->direct;
    r->target = state->target;
    import_add_format(session->import, "dd");
    if (state->full + state->partial == 1)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "dd moved one single request of %s: its rate says nothing about a device",
                    import_bytes(session->import->arena, copy->bytes));
    if (copy->bytes < MIB_B)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "dd moved %.0f bytes only", copy->bytes);
}

static void use(struct import_session *session, struct dd_state *state, const struct copy *copy)
{
    bool full = state->no_space && state->out > 0;
    if (state->failed && !full)
        import_refuse(session->import, session->file, state->line, "dd failed: %s", state->why);
    else
        add(session, state, copy);
    if (full)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "dd wrote until the device was full: %s", state->why);
    init(state);
}

/* A line without its "records" lines: whole seconds are those of status=progress, where nothing is
 * on the device yet. */
static void add_alone(struct import_session *session, const struct dd_state *state)
{
    if (state->candidate.seconds == floor(state->candidate.seconds))
        import_refuse(session->import, session->file, state->line,
                      "only a line of dd's status=progress: the copy was not over");
    else
        add(session, state, &state->candidate);
}

static void close(struct import_session *session, struct dd_state *state)
{
    if (state->records >= 2)
        import_refuse(session->import, session->file, state->line,
                      "dd printed no time and no rate (status=noxfer, or busybox): no result");
    else if (state->records == 0 && isfinite(state->candidate.bytes) && !state->failed)
        add_alone(session, state);
    init(state);
}

/* -- the segment -- */

static bool is_message(const char *text)
{
    const char *p = text_skip_blanks(text);
    return text_begins(p, "dd: ") && !text_begins(p, "dd: warning");
}

static bool sniff(const struct import_item *item)
{
    double full, partial;
    struct copy copy;
    if (item->line == NULL || item->line->length > 400)
        return false;
    return read_records(item->text, &full, &partial) || is_message(item->text) ||
           read_copy(item->text, &copy) || read_bsd_copy(item->text, &copy);
}

static bool take_records(struct import_session *session, struct dd_state *state,
                         const struct import_item *item)
{
    double full, partial;
    if (!read_records(item->text, &full, &partial))
        return false;
    if (state->records >= 2)
        close(session, state);
    if (state->records == 0) {
        state->line = item->number;
        state->full = full;
        state->partial = partial;
        read_command(session, state);
    } else {
        state->out = full + partial;
    }
    state->records++;
    return true;
}

static void take_message(struct dd_state *state, const struct import_item *item)
{
    size_t n = strlen(item->text);
    n = n < sizeof state->why - 1 ? n : sizeof state->why - 1;
    memcpy(state->why, item->text, n);
    state->why[n] = '\0';
    state->failed = true;
    state->no_space = text_has(item->text, "No space left");
    if (state->line == 0)
        state->line = item->number;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct dd_state *state = session->state;
    struct copy copy;
    if (item->line == NULL || item->line->length > 400)
        return STEP_PASS;
    if (state == NULL) {
        state = import_state(session, sizeof *state);
        init(state);
    }
    if (take_records(session, state, item))
        return STEP_TAKEN;
    if (is_message(item->text)) {
        take_message(state, item);
        return STEP_TAKEN;
    }
    if (!read_copy(item->text, &copy) && !read_bsd_copy(item->text, &copy))
        return STEP_PASS;
    if (state->records >= 2) {
        use(session, state, &copy);
    } else {
        state->candidate = copy;
        state->line = item->number;
        if (!state->has_command)
            read_command(session, state);
    }
    return STEP_TAKEN;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_dd_reader = {"dd", sniff, read, end,
                                               "dd of GNU, BSD and macOS, any locale"};
