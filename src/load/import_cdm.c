/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CrystalDiskMark 3 to 9 and KDiskMark, the text that "copy" and "save" give.
 *
 * MB/s is 10^6 bytes/s; sizes are powers of 1024, also where old releases write 512KB and 4KB. Q
 * and T are depth and threads. IOPS are made from the bandwidth, which has more digits, if the row
 * names its size. Rows of 0.000 were not measured. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum section { SECTION_NONE, SECTION_READ, SECTION_WRITE, SECTION_MIX };

struct cdm_state {
    int line; /* of the first row or heading */
    const char *tool, *version;
    enum section section;
    double mix_read_pct;
    int first, rows, zeroes, cut; /* results begin at import->results[first] */
    bool two_columns, headed;
};

struct cdm_row {
    bool sequential;
    int dir; /* enum import_dir; FIELD_ABSENT: the section says */
    double bs_B, mbps, iops, lat_us;
    int depth, threads;
    bool cut, second;
};

/* -- one row -- */

static bool skip_word(const char **p, const char *word)
{
    const char *q = text_skip_blanks(*p);
    if (!text_begins(q, word))
        return false;
    *p = q + strlen(word);
    return true;
}

/* "1MiB", "4 KiB", "512KB": NaN when the row has no size. */
static double row_size(const char **p)
{
    const char *q = text_skip_blanks(*p);
    double number;
    if (!isdigit((unsigned char)*q) || !text_number(&q, &number))
        return UNKNOWN;
    q = text_skip_blanks(q);
    double factor = text_binary_prefix(&q);
    if (factor == 1)
        return UNKNOWN;
    *p = q;
    return number * factor;
}

static int number_in(const char *text, const char *end, const char *key)
{
    const char *at = strstr(text, key);
    int value;
    if (at == NULL || at >= end)
        return FIELD_ABSENT;
    at += strlen(key);
    return text_int(&at, &value) ? value : FIELD_ABSENT;
}

/* The name of a row: "SEQ    1MiB (Q=  8, T= 1)", "Random Write 4KiB (Q= 32,T= 1)", "Sequential
 * Read". */
static bool read_name(const char *text, const char *colon, struct cdm_row *row)
{
    const char *p = text;
    row->sequential = skip_word(&p, "Sequential") || skip_word(&p, "SEQ");
    if (!row->sequential && !skip_word(&p, "Random") && !skip_word(&p, "RND"))
        return false;
    row->dir = skip_word(&p, "Read") ? DIR_READ : skip_word(&p, "Write") ? DIR_WRITE : FIELD_ABSENT;
    row->bs_B = row_size(&p);
    row->depth = number_in(p, colon, "Q=");
    if (row->depth == FIELD_ABSENT)
        row->depth = number_in(p, colon, "QD=");
    row->threads = number_in(p, colon, "T=");
    bool named =
        row->depth != FIELD_ABSENT || row->threads != FIELD_ABSENT || row->dir != FIELD_ABSENT;
    row->depth = row->depth == FIELD_ABSENT ? 1 : row->depth;
    row->threads = row->threads == FIELD_ABSENT ? 1 : row->threads;
    return named;
}

/* "[    539.3 IOPS] < 14746.16 us>", either part may be missing; '<' may have been escaped for
 * HTML. */
static void read_brackets(const char *p, struct cdm_row *row)
{
    double value;
    const char *open = strchr(p, '['), *less = strchr(p, '<');
    if (open != NULL) {
        open++;
        if (text_local_number(&open, false, &value) && text_begins(text_skip_blanks(open), "IOPS"))
            row->iops = value;
    }
    if (less == NULL && (less = strstr(p, "&lt;")) != NULL)
        less += 3;
    if (less != NULL) {
        less++;
        if (text_local_number(&less, false, &value) && text_begins(text_skip_blanks(less), "us"))
            row->lat_us = value;
    }
    const char *close = strchr(p, ']');
    row->second = close != NULL && strstr(close, "MB/s") != NULL;
}

static bool read_row(const char *text, struct cdm_row *row)
{
    const char *colon = strchr(text, ':');
    *row = (struct cdm_row){.bs_B = UNKNOWN, .mbps = UNKNOWN, .iops = UNKNOWN, .lat_us = UNKNOWN};
    if (colon == NULL || text_has(text, "IOPS=") || !read_name(text, colon, row))
        return false;
    const char *p = colon + 1;
    double number;
    if (!text_local_number(&p, false, &number)) {
        row->cut = *text_skip_blanks(p) == '\0';
        return row->cut;
    }
    const char *unit = text_skip_blanks(p);
    if (*p != ' ' || !(text_begins(unit, "MB/s") || text_begins(unit, "GB/s"))) {
        row->cut = *text_skip_blanks(p) == '\0' || text_begins("MB/s", text_skip_blanks(p));
        return row->cut;
    }
    row->mbps = *unit == 'G' ? 1000 * number : number;
    read_brackets(p, row);
    return true;
}

/* -- results -- */

static int pattern_of(const struct cdm_row *row, int dir)
{
    if (dir == DIR_MIXED)
        return row->sequential ? RW_RW : RW_RANDRW;
    if (dir == DIR_READ)
        return row->sequential ? RW_READ : RW_RANDREAD;
    return row->sequential ? RW_WRITE : RW_RANDWRITE;
}

static int dir_of(const struct cdm_state *state, const struct cdm_row *row)
{
    if (row->dir != FIELD_ABSENT)
        return row->dir;
    return state->section == SECTION_READ    ? DIR_READ
           : state->section == SECTION_WRITE ? DIR_WRITE
           : state->section == SECTION_MIX   ? DIR_MIXED
                                             : FIELD_ABSENT;
}

static void add(struct import_session *session, struct cdm_state *state, const struct cdm_row *row,
                int line)
{
    int dir = dir_of(state, row);
    if (row->cut) {
        state->cut++;
        return;
    }
    state->rows++;
    state->two_columns = state->two_columns || row->second;
    if (!(row->mbps > 0)) {
        state->zeroes++;
        return;
    }
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, line, 0};
    r->format = "crystaldiskmark";
    r->tool = state->tool != NULL ? state->tool : "crystaldiskmark";
    r->version = state->version;
    r->run = session->import->runs;
    r->dir = dir;
    r->rw = dir == FIELD_ABSENT ? FIELD_ABSENT : pattern_of(row, dir);
    if (dir == DIR_MIXED)
        r->rwmix_read_pct = state->mix_read_pct;
    r->bs_B = row->bs_B;
    r->iodepth = row->depth;
    r->numjobs = row->threads;
    r->bw_Bps = row->mbps * 1e6;
    r->iops_ops = isfinite(row->bs_B) ? r->bw_Bps / row->bs_B : row->iops;
    r->lat_s = row->lat_us > 0 ? row->lat_us * 1e-6 : UNKNOWN;
    if (row->iops > 0 && isfinite(row->bs_B) &&
        fabs(r->iops_ops - row->iops) > fmax(0.015 * row->iops, 0.6))
        import_tell(
            session->import, IMPORT_WARNING, session->file, line,
            "%.3f MB/s beside %.1f IOPS of %s, which are %.3f MB/s: the two differ by a factor of "
            "%.3f (1.024: MB/s were made from KiB/s)",
            row->mbps, row->iops, import_bytes(session->import->arena, row->bs_B),
            row->iops * row->bs_B / 1e6, row->iops * row->bs_B / 1e6 / row->mbps);
}

static void begin(struct import_session *session, struct cdm_state *state, int line)
{
    *state = (struct cdm_state){
        .line = line, .first = session->import->n_results, .mix_read_pct = UNKNOWN, .headed = true};
    session->import->runs++;
}

static void close(struct import_session *session, struct cdm_state *state)
{
    struct import *import = session->import;
    if (!state->headed)
        return;
    int measured = state->rows - state->zeroes;
    if (measured > 0)
        import_add_format(import, "crystaldiskmark");
    else if (state->rows > 0)
        import_refuse(import, session->file, state->line,
                      "nothing was measured: every row is 0.000");
    else
        import_refuse(import, session->file, state->line, "no complete result row in this report");
    if (measured > 0 && state->zeroes > 0)
        import_tell(import, IMPORT_WARNING, session->file, state->line,
                    "%d rows are 0.000: not measured", state->zeroes);
    if (measured > 0 && state->cut > 0)
        import_tell(import, IMPORT_WARNING, session->file, state->line,
                    "the report is cut off in a row: rows are missing");
    if (state->two_columns)
        import_tell(import, IMPORT_WARNING, session->file, state->line,
                    "each line holds two results; only the first of each was read");
    state->headed = false;
}

/* -- the frame -- */

/* "CrystalDiskMark 8.0.1 x64 (C) ...", "KDiskMark (3.1.4): https://..." */
static const char *find_title(const char *text, const char **tool)
{
    const char *at = strstr(text, "CrystalDiskMark ");
    if (at != NULL && isdigit((unsigned char)at[16])) {
        *tool = "crystaldiskmark";
        return at + 16;
    }
    at = strstr(text, "KDiskMark (");
    if (at != NULL && isdigit((unsigned char)at[11])) {
        *tool = "kdiskmark";
        return at + 11;
    }
    return NULL;
}

static bool read_section(struct cdm_state *state, const char *text)
{
    if (text_begins(text, "[Read]"))
        state->section = SECTION_READ;
    else if (text_begins(text, "[Write]"))
        state->section = SECTION_WRITE;
    else if (text_begins(text, "[Mix]"))
        state->section = SECTION_MIX;
    else
        return false;
    double percent;
    if (state->section == SECTION_MIX && text_number_after(text, "Read ", &percent) &&
        percent <= 100)
        state->mix_read_pct = percent;
    return true;
}

/* "Test: 1 GiB (x5) [D: 0% (0/477GiB)]", "Test : 1000 MB [G: 99.0% (178.2/180.1 GB)] (x5)" */
static bool read_test(struct import_session *session, struct cdm_state *state, const char *text)
{
    const char *p = text, *percent = strchr(text, '%');
    if (!text_literal(&p, "Test") || !text_literal(&p, ":"))
        return false;
    double size = row_size(&p), full;
    for (int i = state->first; i < session->import->n_results; i++)
        session->import->results[i].span_B = size;
    if (size > 0 && size <= 128 * MIB_B)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "the test file was only %s: it fits into the drive's cache",
                    import_bytes(session->import->arena, size));
    while (percent != NULL && percent > text &&
           (isdigit((unsigned char)percent[-1]) || percent[-1] == '.'))
        percent--;
    if (percent != NULL && text_number(&percent, &full) && full >= 90)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "the volume was %.0f %% full", full);
    return true;
}

static bool read_mode(struct import_session *session, const struct cdm_state *state,
                      const char *text)
{
    if (!text_has(text, "0Fill") && !text_has(text, "All 0x00"))
        return false;
    import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                "the data were zeros (0Fill): compressing devices look too fast");
    return true;
}

static bool sniff(const struct import_item *item)
{
    const char *tool;
    struct cdm_row row;
    if (item->line == NULL)
        return false;
    const char *text = text_skip_blanks(item->text);
    struct cdm_state section = {0};
    return find_title(text, &tool) != NULL || (read_row(text, &row) && !row.cut) ||
           (read_section(&section, text) && strlen(text) < 200);
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct cdm_state *state = import_state(session, sizeof *state);
    struct cdm_row row;
    const char *tool;
    if (item->line == NULL)
        return STEP_PASS;
    const char *text = text_skip_blanks(item->text), *version = find_title(text, &tool);
    if (version != NULL) {
        close(session, state);
        begin(session, state, item->number);
        state->tool = tool;
        state->version = import_text(session->import, "%.*s", (int)strcspn(version, " )"), version);
        return STEP_TAKEN;
    }
    bool is_row = read_row(text, &row);
    if (!state->headed && (is_row || text_begins(text, "[Read]")))
        begin(session, state, item->number);
    if (is_row) {
        add(session, state, &row, item->number);
        return STEP_TAKEN;
    }
    bool mine = read_section(state, text) || read_test(session, state, text) ||
                (text_begins(text, "Mode:") && (read_mode(session, state, text) || true));
    if (state->headed)
        (void)read_mode(session, state, text);
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_cdm_reader = {"crystaldiskmark", sniff, read, end,
                                                "CrystalDiskMark 3 to 9, KDiskMark"};
