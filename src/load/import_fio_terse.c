/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio's terse lines, versions 2 to 5: fio/stat.c, show_ddir_status_terse. Fields are separated by
 * semicolons.
 *
 * Names and descriptions may hold semicolons, the number of disks varies, and version 2 of fio 1.x
 * has fewer fields than version 2 of fio 2.x and 3.x. So the figures are found by their form: 20
 * percentiles
 * ("99.000000%=593") stand 12 fields behind the first figure of each direction; fio 1.x has none,
 * but a percentage ("100.000000%") 17 fields behind it. */
#include "load/import_fio.h"
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIELDS_MAX = 1024,
    PERCENTILES = 20,
    PERCENTILE_AT = 12,
    SHARE_AT = 17,
    OLD_FIELDS = 20,
    NEW_FIELDS = 41,
    NEWEST_FIELDS = 47, /* version 5 */
    TAIL_FIELDS =
        34 /* 5 of the CPU, 7 depths, 10 + 12 latency buckets: a line without them is cut off */
};

struct terse_line {
    char *fields[FIELDS_MAX];
    int n;
};

static bool is_digits(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

/* Cuts the text at its semicolons, in place. */
static void split(struct terse_line *line, char *text)
{
    line->n = 0;
    for (char *p = text; p != NULL && line->n < FIELDS_MAX;) {
        char *next = strchr(p, ';');
        if (next != NULL)
            *next++ = '\0';
        line->fields[line->n++] = p;
        p = next;
    }
}

static bool is_percentile(const char *field)
{
    const char *p = field;
    double rank;
    return isdigit((unsigned char)*p) && text_number(&p, &rank) && text_begins(p, "%=");
}

static bool is_percentile_row(const struct terse_line *line, int at)
{
    if (at < 0 || at + PERCENTILES > line->n)
        return false;
    for (int i = 0; i < PERCENTILES; i++)
        if (!is_percentile(line->fields[at + i]))
            return false;
    return true;
}

static int first_percentile(const struct terse_line *line)
{
    for (int i = 0; i + PERCENTILES <= line->n; i++)
        if (is_percentile_row(line, i))
            return i;
    return FIELD_ABSENT;
}

static int first_share(const struct terse_line *line)
{
    for (int i = 0; i < line->n; i++) {
        size_t length = strlen(line->fields[i]);
        if (length > 1 && line->fields[i][length - 1] == '%')
            return i;
    }
    return FIELD_ABSENT;
}

/* Where the figures of a line stand. */
struct layout {
    int start;  /* the first figure of the first direction */
    int length; /* fields a direction */
    int n;      /* directions */
    bool old;   /* fio 1.x: no IOPS, no percentiles */
};

/* The distance from one direction's percentiles to the next one's; 0: there is one direction only.
 */
static int direction_length(const struct terse_line *line, int at)
{
    for (int next = at + PERCENTILES; next + PERCENTILES <= line->n; next++)
        if (is_percentile_row(line, next))
            return next - at;
    return 0;
}

static bool find_layout(const struct terse_line *line, struct layout *layout)
{
    int at = first_percentile(line);
    int version = (int)strtol(line->fields[0], NULL, 10), least = version == 2 ? 4 : 5;
    *layout = (struct layout){.old = at == FIELD_ABSENT, .n = 1};
    layout->start = layout->old ? first_share(line) - SHARE_AT : at - PERCENTILE_AT;
    if (layout->start < least)
        return false;
    if (layout->old) {
        layout->length = OLD_FIELDS;
        layout->n = 2;
    } else {
        layout->length = direction_length(line, at);
        if (layout->length == 0)
            layout->length = version == 5 ? NEWEST_FIELDS : NEW_FIELDS;
        while (is_percentile_row(line, at + layout->n * layout->length))
            layout->n++;
    }
    return line->n >= layout->start + layout->n * layout->length + TAIL_FIELDS;
}

static double number_at(const struct terse_line *line, int at)
{
    if (at < 0 || at >= line->n)
        return UNKNOWN;
    const char *p = line->fields[at];
    double value;
    return text_number(&p, &value) ? value : UNKNOWN;
}

static double positive(double value)
{
    return value > 0 ? value : UNKNOWN;
}

static void read_percentile(struct fio_dir *dir, const struct terse_line *line, int at)
{
    for (int i = 0; i < PERCENTILES; i++) {
        const char *p = line->fields[at + i];
        double rank, value;
        if (text_number(&p, &rank) && fabs(rank - 99) < 1e-9 && text_literal(&p, "%=") &&
            text_number(&p, &value))
            dir->p99_s = positive(value * 1e-6);
    }
}

/* One direction: KiB done, KiB/s, IOPS, ms; submission, completion, percentiles, total, all
 * microseconds. */
static void read_dir(struct fio_dir *dir, const struct terse_line *line, int at, bool old)
{
    dir->bytes_B = number_at(line, at) * 1024;
    dir->bw_Bps = number_at(line, at + 1) * 1024;
    dir->bw_step = 1024;
    dir->iops_ops = old ? UNKNOWN : number_at(line, at + 2);
    int time = at + (old ? 2 : 3);
    dir->runtime_s = number_at(line, time) * 1e-3;
    dir->slat_s = positive(number_at(line, time + 3) * 1e-6);
    dir->clat_s = positive(number_at(line, time + 7) * 1e-6);
    dir->lat_s = positive(number_at(line, time + (old ? 11 : 11 + PERCENTILES)) * 1e-6);
    if (!old)
        read_percentile(dir, line, at + PERCENTILE_AT);
    dir->ios = old ? UNKNOWN : dir->iops_ops * dir->runtime_s;
    dir->present = dir->bw_Bps > 0 || dir->iops_ops > 0;
}

static const char *join(struct arena *arena, const struct terse_line *line, int from, int to)
{
    const char *text = from < to ? line->fields[from] : "";
    for (int i = from + 1; i < to; i++)
        text = arena_printf(arena, "%s;%s", text, line->fields[i]);
    return text;
}

/* Read, write, trim; one direction alone is the mixed one; in version 3 the third is mixed too. */
static int dir_of(const struct layout *layout, int version, int i)
{
    bool trims = version == 2 || version >= 4;
    if (layout->n == 1 || (i == 2 && !trims && !layout->old) || i > 2)
        return DIR_MIXED;
    return i;
}

static bool looks_terse(const char *text)
{
    if (*text < '2' || *text > '5' || text[1] != ';')
        return false;
    int semicolons = 0;
    for (const char *p = text; *p != '\0'; p++)
        semicolons += *p == ';';
    return *text == '2' ? semicolons >= 40 : semicolons >= 3 && text_begins(text + 2, "fio-");
}

static bool sniff(const struct import_item *item)
{
    return item->line != NULL && looks_terse(text_skip_blanks(item->text));
}

static bool read_line(struct import_session *session, const struct import_item *item, char *text)
{
    struct arena *arena = session->import->arena;
    struct terse_line line = {.n = 0};
    struct layout layout;
    split(&line, text);
    if (line.n == 0 || !find_layout(&line, &layout))
        return false;
    int version = (int)strtol(line.fields[0], NULL, 10), start = layout.start;
    if (!is_digits(line.fields[start - 2]) || !is_digits(line.fields[start - 1]))
        return false;
    if (version > 2)
        session->fio->version = import_text(
            session->import, "%s", line.fields[1] + (text_begins(line.fields[1], "fio-") ? 4 : 0));
    struct fio_block *block = fio_add_block(session, FIO_TERSE, item->number);
    block->format = "fio-terse";
    block->job = join(arena, &line, version > 2 ? 2 : 1, start - 2);
    block->job = arena_copy(arena, block->job);
    block->group = (int)strtol(line.fields[start - 2], NULL, 10);
    block->error = (int)strtol(line.fields[start - 1], NULL, 10);
    block->error_text = block->error == 0 ? NULL : arena_copy(arena, strerror(block->error));
    block->jobs = 1;
    for (int i = 0; i < layout.n; i++)
        read_dir(&block->dirs[dir_of(&layout, version, i)], &line, start + i * layout.length,
                 layout.old);
    if (session->fio->has_command)
        block->setup = session->fio->command;
    return true;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    if (!sniff(item))
        return STEP_PASS;
    (void)fio_of(session);
    if (session->command_line > 0)
        fio_start(session);
    const char *text = text_skip_blanks(item->text);
    if (!read_line(session, item, arena_copy(session->import->arena, text)))
        import_refuse(session->import, item->file, item->number,
                      "a terse line of fio is cut off or damaged");
    return STEP_TAKEN;
}

const struct import_reader import_fio_terse_reader = {
    "fio-terse", sniff, read, NULL, "fio --minimal (--output-format=terse), versions 2 to 5"};
