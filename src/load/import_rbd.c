/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `rbd bench` and `rbd bench-write`: ceph/src/tools/rbd/action/Bench.cc. `ops/sec` is exact;
 * `bytes/sec` is a plain number up to Luminous and a figure of two digits with a binary unit since;
 * `elapsed` is cut to whole seconds. Rows between are means of the last five rows and no result. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

struct part {
    double ops, ops_per_s, bytes_per_s;
    bool rounded; /* bytes_per_s has a unit and two digits */
};

struct rbd_state {
    int line;
    bool open; /* a header came, its result not yet */
    int rw;
    bool cut; /* the run was interrupted */
    bool random, mixed;
    double io_B, rwmix_read_pct;
    int threads;
    const char *pool; /* that the command line names */
    struct part all, read, write;
    double row_s, row_ops; /* of the last row */
};

static void init(struct rbd_state *state)
{
    *state = (struct rbd_state){.rw = FIELD_ABSENT, .threads = FIELD_ABSENT};
    state->io_B = state->rwmix_read_pct = state->row_s = state->row_ops = UNKNOWN;
    state->all = state->read = state->write = (struct part){UNKNOWN, UNKNOWN, UNKNOWN, false};
}

/* "94 MiB/s", "1004 KiB/s", "79088015.97": bytes/s; Ceph's units are powers of 1024 with or without
 * the i. */
static void read_rate(const char *text, const struct line *line, struct part *part)
{
    const char *p = text;
    if (!text_number(&p, &part->bytes_per_s))
        return;
    p = text_skip_blanks(p);
    const char *unit = p;
    part->bytes_per_s *= text_binary_prefix(&p);
    part->rounded = p > unit || *unit == 'B';
    if (text_is_cut(line, p))
        part->bytes_per_s = UNKNOWN;
}

/* "ops: 4096   ops/sec: 2039.84   bytes/sec: 8.0 MiB/s", each name with a prefix. */
static bool read_part(const struct line *line, const char *text, const char *prefix,
                      struct part *part)
{
    const char *p = strstr(text, "ops/sec:");
    const char *bytes = strstr(text, "bytes/sec:");
    if (p == NULL || bytes == NULL || !text_begins(text, prefix))
        return false;
    (void)text_number_after(text, "ops:", &part->ops);
    (void)text_number_after(p, "ops/sec:", &part->ops_per_s);
    read_rate(bytes + strlen("bytes/sec:"), line, part);
    return true;
}

static int pattern_of(const struct rbd_state *state)
{
    if (state->mixed)
        return state->random ? RW_RANDRW : RW_RW;
    if (state->rw == RW_READ)
        return state->random ? RW_RANDREAD : RW_READ;
    if (state->rw == RW_WRITE)
        return state->random ? RW_RANDWRITE : RW_WRITE;
    return FIELD_ABSENT;
}

/* A rounded rate that agrees with operations times size is replaced by that product. */
static double bandwidth(const struct rbd_state *state, const struct part *part)
{
    double made = part->ops_per_s * state->io_B;
    if (isnan(part->bytes_per_s))
        return made;
    bool agrees = fabs(made - part->bytes_per_s) <= 0.06 * part->bytes_per_s;
    return part->rounded && agrees ? made : part->bytes_per_s;
}

static void add(struct import_session *session, const struct rbd_state *state,
                const struct part *part, int dir)
{
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, state->line, 0};
    r->format = "rbd-bench";
    r->tool = "rbd bench";
    r->run = session->import->runs;
    r->rw = pattern_of(state);
    r->dir = dir;
    r->rwmix_read_pct = state->rwmix_read_pct;
    r->bs_B = state->io_B;
    r->iodepth = state->threads;
    r->iops_ops = part->ops_per_s;
    r->bw_Bps = bandwidth(state, part);
    r->ios = part->ops;
    r->elapsed_s = state->all.ops / state->all.ops_per_s;
    r->partial = state->cut;
    r->pool = state->pool;
}

static void finish(struct import_session *session, struct rbd_state *state)
{
    if (!(state->all.ops_per_s > 0)) {
        import_refuse(session->import, session->file, state->line,
                      "rbd bench did no operation: no result");
        return;
    }
    session->import->runs++;
    import_add_format(session->import, "rbd-bench");
    if (isnan(state->read.ops_per_s) && isnan(state->write.ops_per_s)) {
        int dir = state->mixed            ? DIR_MIXED
                  : state->rw == RW_READ  ? DIR_READ
                  : state->rw == RW_WRITE ? DIR_WRITE
                                          : FIELD_ABSENT;
        add(session, state, &state->all, dir);
        return;
    }
    if (state->read.ops_per_s > 0)
        add(session, state, &state->read, DIR_READ);
    if (state->write.ops_per_s > 0)
        add(session, state, &state->write, DIR_WRITE);
    struct import_total *total = import_add_total(session->import);
    total->run = session->import->runs;
    total->iops_ops = state->all.ops_per_s;
    total->bw_Bps = bandwidth(state, &state->all);
}

/* A run whose last line is missing: after ten seconds its mean so far is a result, said to be cut.
 */
static void finish_cut(struct import_session *session, struct rbd_state *state)
{
    if (state->row_s >= 10 && state->row_ops > 0) {
        state->all = (struct part){state->row_ops, state->row_ops / state->row_s,
                                   state->row_ops / state->row_s * state->io_B, false};
        state->cut = true;
        finish(session, state);
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "rbd bench was interrupted: there is no `elapsed` line; the figures are the "
                    "mean of its "
                    "first %.0f s",
                    state->row_s);
        return;
    }
    import_refuse(session->import, session->file, state->line,
                  "rbd bench was interrupted: no `elapsed` line, so no result");
}

static void close(struct import_session *session, struct rbd_state *state)
{
    if (state->all.ops_per_s > 0 || isfinite(state->all.ops))
        finish(session, state);
    else if (state->open)
        finish_cut(session, state);
    init(state);
}

/* "bench  type write io_size 4096 io_threads 16 bytes 16777216 pattern random",
 * "bench  type readwrite read:write=70:30 io_size ...", "bench-write  io_size ... pattern seq" */
static bool is_header(const char *text)
{
    return text_begins(text, "bench") && text_has(text, "io_size ") &&
           text_has(text, "io_threads ");
}

static void read_header(struct rbd_state *state, const char *text)
{
    double number;
    state->open = true;
    if (text_number_after(text, "io_size ", &number) && number > 0)
        state->io_B = number;
    if (text_number_after(text, "io_threads ", &number) && number >= 1 && number < 1e6)
        state->threads = (int)number;
    state->random = text_has(text, "pattern rand");
    state->mixed = text_has(text, "type readwrite") || text_has(text, "type rw");
    if (text_begins(text, "bench-write") || text_has(text, "type write"))
        state->rw = RW_WRITE;
    else if (text_has(text, "type read ") || text_has(text, "type read\t"))
        state->rw = RW_READ;
    if (state->mixed && text_number_after(text, "read:write=", &number) && number <= 100)
        state->rwmix_read_pct = number;
}

/* What a quotation of the last line alone lacks; options that are not given have rbd's defaults. */
static void read_load(struct rbd_state *state, const char *command)
{
    char value[32];
    const char *p = value;
    bool given = import_option(command, "--io-size", value, sizeof value);
    if (!given || !import_size(value, &state->io_B))
        state->io_B = given ? UNKNOWN : 4096;
    given = import_option(command, "--io-threads", value, sizeof value);
    if (!given || !text_int(&p, &state->threads))
        state->threads = given ? FIELD_ABSENT : 16;
    state->random =
        import_option(command, "--io-pattern", value, sizeof value) && text_begins(value, "rand");
    if (!import_option(command, "--io-type", value, sizeof value))
        value[0] = '\0';
    state->rw = text_has(command, "bench-write") || strcmp(value, "write") == 0 ? RW_WRITE
                : strcmp(value, "read") == 0                                    ? RW_READ
                                                                                : FIELD_ABSENT;
    state->mixed = strcmp(value, "readwrite") == 0 || strcmp(value, "rw") == 0;
}

/* The pool: `-p rbd`, or the image as `rbd/disk-1`. */
static void read_command(struct import_session *session, struct rbd_state *state)
{
    char value[128];
    const char *command = import_take_command(session, "rbd ");
    state->pool = NULL;
    if (command == NULL || !text_has(command, "bench"))
        return;
    if (!state->open)
        read_load(state, command);
    if (import_option(command, "-p --pool", value, sizeof value)) {
        state->pool = import_text(session->import, "%s", value);
        return;
    }
    for (const char *p = command; *p != '\0'; p += strcspn(p, " \t")) {
        p += strspn(p, " \t");
        size_t n = strcspn(p, " \t"), pool = strcspn(p, "/@");
        if (*p != '-' && *p != '/' && pool > 0 && pool < n && p[pool] == '/' && p > command)
            state->pool = import_text(session->import, "%.*s", (int)pool, p);
    }
}

/* "    3     16402   4565.17  18698936.32" */
static bool read_row(struct rbd_state *state, const char *text)
{
    const char *p = text;
    double fields[4];                     /* the last one may have a unit: "18 MiB/s" */
    bool over = isfinite(state->all.ops); /* no rows come behind the result */
    if (!state->open || over || !isdigit((unsigned char)*text_skip_blanks(text)))
        return false;
    for (int i = 0; i < 4; i++)
        if (!text_number(&p, &fields[i]) || (*p != ' ' && *p != '\t' && *p != '\0'))
            return false;
    state->row_s = fields[0];
    state->row_ops = fields[1];
    return true;
}

static bool is_failure(const char *text)
{
    return text_has(text, "rbd: error opening image") ||
           text_has(text, "rbd: error opening pool") || text_begins(text, "bench failed: ") ||
           text_begins(text, "bench-write failed: ") || text_begins(text, "write error: ") ||
           text_begins(text, "read error: ");
}

static bool sniff(const struct import_item *item)
{
    if (item->line == NULL)
        return false;
    const char *text = text_skip_blanks(item->text);
    return is_header(text) || is_failure(text) ||
           text_has(text, "rbd: bench-write is deprecated") ||
           (text_begins(text, "elapsed:") && text_has(text, "ops/sec:"));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct rbd_state *state = session->state;
    if (item->line == NULL)
        return STEP_PASS;
    if (state == NULL) {
        state = import_state(session, sizeof *state);
        init(state);
    }
    const char *text = text_skip_blanks(item->text);
    bool header = is_header(text), elapsed = text_begins(text, "elapsed:");
    if (header || (elapsed && isfinite(state->all.ops_per_s)))
        close(session, state);
    if (elapsed && !state->open)
        read_command(session, state);
    if (header || state->line == 0)
        state->line = item->number;
    if (header) {
        read_header(state, text);
        read_command(session, state);
        return STEP_TAKEN;
    }
    if (is_failure(text)) {
        init(state);
        import_refuse(session->import, item->file, item->number, "rbd bench failed: %.200s", text);
        return STEP_TAKEN;
    }
    bool mine = (elapsed && read_part(item->line, text, "elapsed:", &state->all)) ||
                read_part(item->line, text, "read_ops:", &state->read) ||
                read_part(item->line, text, "write_ops:", &state->write) || read_row(state, text) ||
                text_has(text, "OPS/SEC") || text_has(text, "bench-write is deprecated");
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_rbd_reader = {"rbd-bench", sniff, read, end,
                                                "rbd bench, rbd bench-write"};
