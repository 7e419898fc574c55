/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `rados bench`, text and JSON: ceph/src/common/obj_bencher.cc. "MB/sec" means 2^20 bytes/s in all
 * releases; IOPS and bandwidth are made from operations, their size and the time, because the
 * printed ones are truncated (Average IOPS) or rounded. Minima and maxima may be uninitialised
 * memory and are not read. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct row {
    double sec, cur, started, finished, avg_mib, cur_mib, avg_lat_s;
};

struct rados_state {
    double time_s, writes, reads, op_B, object_B, mib, iops, lat_s;
    double asked_s; /* "for up to 60 seconds" */
    int depth;
    bool rand, seq, has_summary;
    bool keys_only; /* --write-omap or --write-xattr, no data */
    int line;       /* first line of the segment */
    char last[200]; /* the last row */
    int rows, stalls;
    char command_mode[16];
    const char *pool;
};

struct key {
    const char *text, *json;
    size_t offset;
};

#define AT(member) offsetof(struct rados_state, member)

static const struct key keys[] = {{"Total time run", "total_time_run", AT(time_s)},
                                  {"Total writes made", "total_writes_made", AT(writes)},
                                  {"Total reads made", "total_reads_made", AT(reads)},
                                  {"Write size", "write_size", AT(op_B)},
                                  {"Read size", "read_size", AT(op_B)},
                                  {"Object size", "object_size", AT(object_B)},
                                  {"Bandwidth (MB/sec)", "bandwidth", AT(mib)},
                                  {"Average IOPS", "average_iops", AT(iops)},
                                  {"Average Latency(s)", "average_latency", AT(lat_s)},
                                  {"Average Latency", NULL, AT(lat_s)}};
enum { N_KEYS = sizeof keys / sizeof keys[0] };

static double *member(struct rados_state *state, size_t offset)
{
    return (double *)(void *)((char *)state + offset);
}

static void init(struct rados_state *state, int line)
{
    *state = (struct rados_state){.depth = FIELD_ABSENT, .line = line, .asked_s = UNKNOWN};
    for (size_t i = 0; i < N_KEYS; i++)
        *member(state, keys[i].offset) = UNKNOWN;
}

/* -- rows -- */

/* "    1      16        65        49   195.749       196    0.187315    0.245518" */
static bool read_row(const char *text, struct row *row)
{
    double *const fields[] = {&row->sec,     &row->cur,     &row->started, &row->finished,
                              &row->avg_mib, &row->cur_mib, NULL,          &row->avg_lat_s};
    const char *p = text;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        double ignored;
        const char *start = text_skip_blanks(p);
        p = start;
        if (*p == '-' && (p[1] == ' ' || p[1] == '\0'))
            p++;
        else if (!text_number(&p, fields[i] == NULL ? &ignored : fields[i]))
            return false;
        if (p == start || (*p != ' ' && *p != '\t' && *p != '\0'))
            return false;
    }
    return *text_skip_blanks(p) == '\0';
}

/* The sixth field of a row, which is all that is looked at of most rows; NULL when it is none. */
static const char *sixth_field(const char *text)
{
    const char *p = text_skip_blanks(text);
    if (!isdigit((unsigned char)*p))
        return NULL;
    for (int i = 0; i < 5; i++) {
        while ((*p >= '0' && *p <= '9') || *p == '.' || *p == 'e' || *p == '-' || *p == '+')
            p++;
        if (*p != ' ' && *p != '\t')
            return NULL;
        p = text_skip_blanks(p);
    }
    return isdigit((unsigned char)*p) ? p : NULL;
}

static bool take_row(struct rados_state *state, const struct import_item *item, const char *text)
{
    const char *now = state->has_summary ? NULL : sixth_field(text);
    if (now == NULL || item->line->length >= sizeof state->last)
        return false;
    if (item->line->unended) /* may be cut off: the row before it counts */
        return true;
    bool nothing = now[0] == '0' && (now[1] == ' ' || now[1] == '\t');
    state->rows++;
    if (nothing && state->rows > 1)
        state->stalls++;
    memcpy(state->last, text, strlen(text) + 1);
    return true;
}

/* -- the result -- */

static bool last_row(const struct rados_state *state, struct row *row)
{
    return state->last[0] != '\0' && read_row(state->last, row);
}

/* Reads by `seq` and `rand` print the same. A `seq` run ends when all objects have been read; one
 * that stopped starting requests on a whole second ran out of time, as `rand` always does. */
static int read_pattern(struct import_session *session, const struct rados_state *state)
{
    struct row row;
    if (state->seq || state->rand)
        return state->rand ? RW_RANDREAD : RW_READ;
    if (!last_row(state, &row) || row.sec < 2 || row.sec != floor(state->time_s) ||
        row.started != state->reads || row.cur == 0)
        return RW_READ;
    import_tell(
        session->import, IMPORT_NOTE, session->file, state->line,
        "rados bench does not say whether these reads were `seq` or `rand`: they ended with the "
        "time, not with the objects, so `rand` is taken");
    return RW_RANDREAD;
}

static void check_bandwidth(struct import_session *session, const struct rados_state *state,
                            double bw_Bps)
{
    double printed = state->mib * MIB_B;
    if (isfinite(printed) && isfinite(bw_Bps) && fabs(printed - bw_Bps) > 0.03 * bw_Bps + MIB_B)
        import_tell(session->import, IMPORT_WARNING, session->file, state->line,
                    "Bandwidth is %.1f MB/s, operations x size / time is %.1f MB/s: the two "
                    "contradict each "
                    "other",
                    printed / 1e6, bw_Bps / 1e6);
}

static void tell_course(struct import_session *session, const struct rados_state *state)
{
    struct import *import = session->import;
    if (state->keys_only)
        import_tell(import, IMPORT_WARNING, session->file, state->line,
                    "the run wrote omap or xattr values, no object data: it says nothing of a pool "
                    "that stores data");
    if (state->stalls > 0)
        import_tell(
            import, state->stalls > 1 ? IMPORT_WARNING : IMPORT_NOTE, session->file, state->line,
            "%d whole seconds without a finished operation: the cluster stalled", state->stalls);
    if (state->time_s > 1.5 * state->asked_s + 1)
        import_tell(import, IMPORT_WARNING, session->file, state->line,
                    "the run took %.0f s instead of %.0f s", state->time_s, state->asked_s);
}

static struct import_result *new_result(struct import_session *session,
                                        const struct rados_state *state, const char *format)
{
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, state->line, 0};
    r->format = format;
    r->tool = "rados bench";
    r->run = ++session->import->runs;
    r->bs_B = state->op_B;
    r->object_B = state->object_B;
    r->iodepth = state->depth;
    r->pool = state->pool;
    import_add_format(session->import, format);
    return r;
}

static void use_summary(struct import_session *session, const struct rados_state *state,
                        const char *format)
{
    bool reads = isfinite(state->reads);
    double done = reads ? state->reads : state->writes;
    if (!(done > 0) || !(state->time_s > 0)) {
        import_refuse(session->import, session->file, state->line,
                      "rados bench finished no operation: no result");
        return;
    }
    int rw = reads ? read_pattern(session, state) : RW_WRITE;
    struct import_result *r = new_result(session, state, format);
    r->rw = rw;
    r->dir = reads ? DIR_READ : DIR_WRITE;
    r->ios = done;
    r->elapsed_s = state->time_s;
    r->iops_ops = done / state->time_s;
    r->bytes_B = done * state->op_B;
    r->bw_Bps = isfinite(state->op_B) ? r->iops_ops * state->op_B : state->mib * MIB_B;
    r->lat_s = state->lat_s;
    check_bandwidth(session, state, r->bw_Bps);
    tell_course(session, state);
}

static void use_last_row(struct import_session *session, const struct rados_state *state)
{
    struct row row;
    if (!last_row(state, &row) || !(row.finished > 0) || !(row.sec > 0)) {
        import_refuse(session->import, session->file, state->line,
                      "rados bench was interrupted before an operation finished: no result");
        return;
    }
    bool write = isfinite(state->asked_s) || strcmp(state->command_mode, "write") == 0;
    bool read = state->seq || state->rand;
    struct import_result *r = new_result(session, state, "rados-bench");
    r->rw = write ? RW_WRITE : state->rand ? RW_RANDREAD : read ? RW_READ : FIELD_ABSENT;
    r->dir = write ? DIR_WRITE : read ? DIR_READ : FIELD_ABSENT;
    r->ios = row.finished;
    r->elapsed_s = row.sec;
    r->iops_ops = row.finished / row.sec;
    r->bw_Bps = row.avg_mib * MIB_B;
    r->lat_s = row.avg_lat_s > 0 ? row.avg_lat_s : UNKNOWN;
    r->partial = true;
    import_tell(
        session->import, IMPORT_WARNING, session->file, state->line,
        "no summary: the run was interrupted; the figures are those of its last row, after %.0f s",
        row.sec);
    tell_course(session, state);
}

static void finish(struct import_session *session, struct rados_state *state)
{
    bool sized = isfinite(state->op_B) || isfinite(state->mib);
    if (isfinite(state->time_s) && (isfinite(state->reads) || isfinite(state->writes)) && sized)
        use_summary(session, state, "rados-bench");
    else if (state->rows > 0 || isfinite(state->time_s))
        use_last_row(session, state);
    init(state, 0);
}

/* -- text -- */

static void read_command(struct import_session *session, struct rados_state *state)
{
    char value[128];
    const char *command = import_take_command(session, "bench");
    double number;
    if (command == NULL || !text_has(command, "rados"))
        return;
    if (import_option(command, "-t --concurrent-ios", value, sizeof value)) {
        const char *p = value;
        if (!text_int(&p, &state->depth))
            state->depth = FIELD_ABSENT;
    }
    if (import_option(command, "-b --block-size --op-size", value, sizeof value) &&
        import_size(value, &number))
        state->op_B = number;
    if (import_option(command, "-p --pool", value, sizeof value))
        state->pool = import_text(session->import, "%s", value);
    state->seq = text_has(command, " seq");
    state->rand = text_has(command, " rand");
    state->keys_only = (text_has(command, "--write-omap") || text_has(command, "--write-xattr")) &&
                       !text_has(command, "--write-object");
    if (text_has(command, " write"))
        (void)snprintf(state->command_mode, sizeof state->command_mode, "write");
}

/* "Maintaining 16 concurrent writes of 4194304 bytes to objects of size 4194304 for up to 6
 * seconds" */
static bool read_maintaining(struct rados_state *state, const char *text)
{
    const char *p = strstr(text, "Maintaining ");
    double depth, size;
    if (p == NULL || !text_has(p, " concurrent ") || !text_number_after(p, "Maintaining ", &depth))
        return false;
    if (depth >= 0 && depth <= 1e6)
        state->depth = (int)depth;
    if (text_number_after(p, " of ", &size) && size > 0)
        state->op_B = size;
    if (text_number_after(p, " of size ", &size) && size > 0)
        state->object_B = size;
    (void)text_number_after(p, "for up to ", &state->asked_s);
    return true;
}

/* All keys of the summary that the line holds; people put several in one. */
static bool read_summary(struct rados_state *state, const struct line *line, const char *text)
{
    bool any = false;
    for (size_t i = 0; i < N_KEYS; i++) {
        const char *p = strstr(text, keys[i].text);
        double value;
        if (p == NULL)
            continue;
        any = true;
        p += strlen(keys[i].text);
        p = text_skip_blanks(p + (*p == ':'));
        if (*p == '(')
            continue;
        if (text_number(&p, &value) && value >= 0 && !text_is_cut(line, p))
            *member(state, keys[i].offset) = value;
    }
    state->has_summary = state->has_summary || any;
    return any;
}

static bool is_failure(const char *text)
{
    return text_has(text, "Must write data before running a read benchmark") ||
           text_begins(text, "error during benchmark") || text_begins(text, "error opening pool") ||
           text_has(text, "Warning: No data to read") /* an empty benchmark pool */;
}

static bool begins_run(const char *text)
{
    return text_begins(text, "hints = ") ||
           (text_has(text, "Maintaining ") && text_has(text, " concurrent "));
}

static bool is_row_head(const char *text)
{
    const char *p = text;
    return text_literal(&p, "sec") && text_literal(&p, "Cur") && text_literal(&p, "ops");
}

/* Lines of the summary whose figures are not wanted, and lines between the rows. */
static bool is_other(const char *text)
{
    static const char *const begins[] = {"Stddev ",        "Max ",        "Min ",
                                         "Object prefix:", "Cleaning up", "Clean up completed",
                                         "Removed "};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (text_begins(text, begins[i]))
            return true;
    return text_has(text, "min lat: ") && text_has(text, "max lat: ");
}

/* Behind the time of day that --show-time puts before each line. */
static const char *skip_time(const char *text)
{
    static const char form[] = "0000-00-00 00:00:00"; /* a T in newer releases */
    const char *start = text_skip_blanks(text), *p = start;
    for (size_t i = 0; form[i] != '\0'; i++, p++) {
        bool right = form[i] == '0' ? isdigit((unsigned char)*p) != 0
                                    : *p == form[i] || (form[i] == ' ' && *p == 'T');
        if (!right)
            return start;
    }
    p += strspn(p, "0123456789.+-:Z");
    return *p == ' ' ? text_skip_blanks(p) : start;
}

static bool sniff(const struct import_item *item)
{
    if (item->line == NULL)
        return false;
    const char *text = skip_time(item->text);
    return begins_run(text) || is_row_head(text) || text_has(text, "Total time run") ||
           is_failure(text);
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct rados_state *state = session->state;
    if (item->line == NULL)
        return STEP_PASS;
    if (state == NULL) {
        state = import_state(session, sizeof *state);
        init(state, 0);
    }
    const char *text = skip_time(item->text);
    if (take_row(state, item, text))
        return STEP_TAKEN;
    bool fresh = begins_run(text) || (is_row_head(text) && state->has_summary) ||
                 (text_has(text, "Total time run") && isfinite(state->time_s));
    if (fresh)
        finish(session, state);
    if (state->line == 0) {
        state->line = item->number;
        read_command(session, state);
    }
    if (is_failure(text)) {
        import_refuse(session->import, item->file, item->number, "rados bench failed: %.200s",
                      text);
        return STEP_TAKEN;
    }
    bool mine = read_summary(state, item->line, text) || read_maintaining(state, text) ||
                begins_run(text) || is_row_head(text) || is_other(text);
    return mine ? STEP_TAKEN : STEP_PASS;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        finish(session, session->state);
}

const struct import_reader import_rados_reader = {"rados-bench", sniff, read, end,
                                                  "rados bench, 0.8x (Firefly) to 19"};

/* -- JSON -- */

static bool sniff_json(const struct import_item *item)
{
    return jnode_get(item->json, "total_time_run") != NULL ||
           jnode_get(item->json, "Total time run") != NULL ||
           (jnode_get(item->json, "concurrent_ios") != NULL &&
            jnode_get(item->json, "datas") != NULL);
}

/* The last of `datas`, in the form of a row. */
static void read_last(struct rados_state *state, const struct jnode *datas)
{
    size_t n = jnode_count(datas);
    const struct jnode *row = n == 0 ? NULL : jnode_at(datas, n - 1);
    double sec = jnode_get_number(row, "sec"), ops = jnode_get_number(row, "cur_ops"),
           started = jnode_get_number(row, "started"), finished = jnode_get_number(row, "finished");
    if (isfinite(sec + ops + started + finished))
        (void)snprintf(state->last, sizeof state->last, "%.15g %.15g %.15g %.15g 0 0 - 0", sec, ops,
                       started, finished);
}

static enum import_step read_json(struct import_session *session, const struct import_item *item)
{
    struct rados_state state;
    init(&state, item->number);
    read_command(session, &state);
    for (size_t i = 0; i < N_KEYS; i++) {
        double value = jnode_get_number(item->json, keys[i].text);
        if (isnan(value) && keys[i].json != NULL)
            value = jnode_get_number(item->json, keys[i].json);
        if (isfinite(value) && value >= 0)
            *member(&state, keys[i].offset) = value;
    }
    double depth = jnode_get_number(item->json, "concurrent_ios");
    if (depth >= 1 && depth <= 1e6)
        state.depth = (int)depth;
    double asked = jnode_get_number(item->json, "seconds_to_run");
    if (asked > 0)
        state.asked_s = asked;
    if (isnan(state.op_B))
        state.op_B = jnode_get_number(item->json, "op_size");
    read_last(&state, jnode_get(item->json, "datas"));
    use_summary(session, &state, "rados-bench-json");
    return STEP_END;
}

const struct import_reader import_rados_json_reader = {"rados-bench-json", sniff_json, read_json,
                                                       NULL, "rados bench --format=json"};
