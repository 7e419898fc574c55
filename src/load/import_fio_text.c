/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio's report for people, 1.x to 3.x: fio/stat.c, show_thread_status_normal and show_ddir_status.
 *
 * Units. Up to 2.16 `bw=85027KB/s` counts 1024 bytes a KB. Since then the unit says what it is:
 * `MiB/s` or `MB/s`, one in brackets behind the other, in either order (kb_base), or bits
 * (unit_base). Every latency line and every table of percentiles has its own unit of time. */
#include "load/import_fio.h"
#include "load/import_fio_units.h"
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

struct text_state {
    int block;     /* 1 + index of the report that is being read; 0: none */
    int dir;       /* of the direction that is being read */
    bool in_sync;  /* the section about fsync */
    double unit_s; /* of the percentiles that follow; 0: not wanted */
    bool percentiles_of_lat;
    int group; /* 1 + number of the "Run status group"; 0: not in one */
};

struct reading {
    struct import_session *session;
    struct text_state *state;
    int number;
    const char *text;
};

static struct fio_block *current(const struct reading *r)
{
    return r->state->block == 0 ? NULL : &fio_of(r->session)->blocks[r->state->block - 1];
}

/* -- the head -- */

static bool is_version(const char *text)
{
    return text_begins(text, "fio") && (text[3] == '-' || text[3] == ' ') &&
           isdigit((unsigned char)text[4]) && strchr(text, '.') != NULL &&
           strcspn(text + 4, " ") < 40 && text[4 + strcspn(text + 4, " ")] == '\0';
}

static bool read_version(struct reading *r)
{
    if (!is_version(r->text))
        return false;
    fio_of(r->session)->version = import_text(r->session->import, "%s", r->text + 4);
    return true;
}

static bool is_starting(const char *text)
{
    return text_begins(text, "Starting ") && isdigit((unsigned char)text[9]) &&
           (text_has(text, "process") || text_has(text, "thread"));
}

static bool read_starting(struct reading *r)
{
    if (!is_starting(r->text))
        return false;
    r->state->block = 0;
    fio_start(r->session);
    const char *p = r->text + strlen("Starting ");
    int processes;
    if (text_int(&p, &processes))
        fio_of(r->session)->processes += processes;
    return true;
}

/* "bs=(R) 4096B-4096B, (W) ..." or "bs=4K-4K/4K-4K/4K-4K": each direction from least to most. */
static void read_header_sizes(struct fio_setup *setup, const char *text)
{
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        double low, high;
        p += strspn(p, " ,/()RWT");
        if (!fio_header_size(&p, &low))
            break;
        high = low;
        if (*p == '-') {
            p++;
            if (!fio_header_size(&p, &high))
                break;
        }
        if (low == high)
            setup->bs_B[i] = low;
        else
            setup->mixed_sizes = true;
    }
    for (int i = 1; i < 3; i++) /* the oldest releases print one size for all */
        if (isnan(setup->bs_B[i]) && !setup->mixed_sizes)
            setup->bs_B[i] = setup->bs_B[i - 1];
}

static const char *find_header(const char *text)
{
    const char *group = strstr(text, ": (g=");
    return group != NULL && strstr(group, "): rw=") != NULL ? group : NULL;
}

static const char *copy_until(struct arena *arena, const char *start, const char *stops)
{
    return arena_string(arena, start, strcspn(start, stops));
}

/* What stands before the name in the same line: an unfinished progress line. */
static const char *name_start(const char *text, const char *end)
{
    const char *start = text;
    for (const char *p = text; p < end; p++)
        if (*p == ']' && text_has(text, "[eta"))
            start = p + 1;
    return start;
}

static bool read_header(struct reading *r)
{
    struct arena *arena = r->session->import->arena;
    const char *group = find_header(r->text);
    if (group == NULL)
        return false;
    fio_start(r->session);
    r->state->block = 0;
    struct fio_session *fio = fio_of(r->session);
    struct fio_header *header = fio_add_header(r->session);
    const char *name = name_start(r->text, group), *number = group + 5;
    header->job = arena_string(arena, name, (size_t)(group - name));
    if (!text_int(&number, &header->group))
        header->group = 0;
    header->setup.rw = fio_pattern(strstr(group, "rw=") + 3);
    const char *sizes = strstr(group, "bs="), *engine = strstr(group, "ioengine=");
    const char *depth = strstr(group, "iodepth=");
    if (sizes != NULL)
        read_header_sizes(&header->setup, sizes + 3);
    if (engine != NULL)
        header->setup.engine = copy_until(arena, engine + 9, ", ");
    if (depth != NULL && (depth += 8, !text_int(&depth, &header->setup.iodepth)))
        header->setup.iodepth = FIELD_ABSENT;
    if (fio->has_command) {
        header->setup.span_B = fio->command.span_B;
        header->setup.target = fio->command.target;
        header->setup.fsync = fio->command.fsync;
        header->setup.sync = fio->command.sync;
        header->setup.direct = fio->command.direct;
        header->setup.rwmix_read_pct = fio->command.rwmix_read_pct;
    }
    return true;
}

static bool read_client_hello(struct reading *r)
{
    if (!text_begins(r->text, "hostname=") || !text_has(r->text, ", fio=fio-"))
        return false;
    struct fio_session *fio = fio_of(r->session);
    fio->client_server = true;
    fio->version = copy_until(r->session->import->arena, strstr(r->text, ", fio=fio-") + 10, ", ");
    return true;
}

/* -- a job's report -- */

static const char *find_job(const char *text)
{
    const char *at = strstr(text, ": (groupid=");
    return at != NULL && strstr(at, "err=") != NULL ? at : NULL;
}

static bool read_job(struct reading *r)
{
    struct arena *arena = r->session->import->arena;
    const char *at = find_job(r->text);
    if (at == NULL)
        return false;
    if (fio_has_new_command(r->session))
        fio_start(r->session);
    struct fio_block *block = fio_add_block(r->session, FIO_TEXT, r->number);
    const char *name = name_start(r->text, at), *number = at + 11;
    const char *jobs = strstr(at, "jobs="), *error = strstr(at, "err="), *pid = strstr(at, " pid=");
    block->format = "fio-text";
    block->job = arena_string(arena, name, (size_t)(at - name));
    if (!text_int(&number, &block->group))
        block->group = 0;
    if (jobs == NULL || (jobs += 5, !text_int(&jobs, &block->jobs)))
        block->jobs = 1;
    error += 4;
    if (!text_int(&error, &block->error))
        block->error = 0;
    const char *why = strstr(at, ", error=");
    if (why != NULL)
        block->error_text = copy_until(arena, why + 8, "):");
    if (pid != NULL && (pid += 5, !text_int(&pid, &block->pid)))
        block->pid = 0;
    fio_use_command(r->session, block);
    *r->state = (struct text_state){.block = fio_of(r->session)->n_blocks};
    return true;
}

static void close_block(struct reading *r)
{
    if (r->state->block > 0)
        fio_block_done(r->session, current(r));
    *r->state = (struct text_state){0};
}

/* A direction without a job line above it (a quotation of one line) gets a report of its own. */
static struct fio_block *open_block(struct reading *r)
{
    if (r->state->block == 0) {
        if (fio_has_new_command(r->session))
            fio_start(r->session);
        struct fio_block *block = fio_add_block(r->session, FIO_TEXT, r->number);
        block->format = "fio-text";
        block->jobs = FIELD_ABSENT;
        block->group = 0;
        fio_use_command(r->session, block);
        *r->state = (struct text_state){.block = fio_of(r->session)->n_blocks};
    }
    return current(r);
}

static int find_direction(const char *text, const char **after)
{
    for (int d = 0; d < N_DIRS; d++) {
        size_t length = strlen(import_dir_names[d]);
        if (strncmp(text, import_dir_names[d], length) != 0)
            continue;
        const char *p = text_skip_blanks(text + length);
        if (*p == ':') {
            *after = text_skip_blanks(p + 1);
            return d;
        }
    }
    return FIELD_ABSENT;
}

/* "IOPS=107k, BW=417MiB/s (438MB/s)(835MiB/2001msec); 0 zone resets" */
static void read_new_direction(struct fio_dir *dir, const char *p)
{
    p += strlen("IOPS=");
    if (!fio_si_number(&p, &dir->iops_ops, &dir->iops_step))
        return;
    const char *bandwidth = strstr(p, "BW=");
    if (bandwidth == NULL)
        return;
    bandwidth += 3;
    if (!fio_rate_pair(&bandwidth, &dir->bw_Bps, &dir->bw_step))
        return;
    const char *time = strstr(bandwidth, "msec");
    while (time != NULL && time > bandwidth && time[-1] != '/')
        time--;
    double ms;
    if (time != NULL && time > bandwidth && text_number(&time, &ms))
        dir->runtime_s = ms * 1e-3;
    dir->present = dir->iops_ops > 0 || dir->bw_Bps > 0;
}

/* "io=170140KB, bw=85027KB/s, iops=21256 , runt=  2001msec" */
static void read_old_direction(struct fio_dir *dir, const char *p)
{
    const char *bandwidth = strstr(p, "bw="), *iops = strstr(p, "iops=");
    double ms;
    if (bandwidth == NULL ||
        (bandwidth += 3, !fio_rate(&bandwidth, true, &dir->bw_Bps, &dir->bw_step)))
        return;
    if (iops != NULL) {
        iops += 5;
        if (!fio_si_number(&iops, &dir->iops_ops, &dir->iops_step))
            dir->iops_ops = UNKNOWN;
    }
    if (text_number_after(p, "runt=", &ms))
        dir->runtime_s = ms * 1e-3;
    dir->present = dir->bw_Bps > 0 || dir->iops_ops > 0;
}

static bool is_direction(const char *text)
{
    const char *after;
    if (find_direction(text, &after) == FIELD_ABSENT)
        return false;
    bool whole = text_has(after, "msec"); /* the end of the line in all releases */
    return whole && ((text_begins(after, "IOPS=") && text_has(after, "BW=")) ||
                     (text_begins(after, "io=") && text_has(after, "bw=")));
}

static bool read_direction(struct reading *r)
{
    const char *after;
    if (!is_direction(r->text))
        return false;
    int d = find_direction(r->text, &after);
    bool twice = current(r) != NULL && current(r)->dirs[d].present; /* the job line is missing */
    if (twice || fio_has_new_command(r->session))
        close_block(r);
    struct fio_block *block = open_block(r);
    if (text_begins(after, "IOPS="))
        read_new_direction(&block->dirs[d], after);
    else
        read_old_direction(&block->dirs[d], after);
    r->state->dir = d;
    r->state->in_sync = false;
    r->state->unit_s = 0;
    return true;
}

/* "clat (usec): min=1, max=1409, avg=302.36, stdev=78.24" */
static bool read_latency(struct reading *r)
{
    static const struct {
        const char *name;
        size_t offset;
    } lines[] = {{"slat ", offsetof(struct fio_dir, slat_s)},
                 {"clat ", offsetof(struct fio_dir, clat_s)},
                 {"lat ", offsetof(struct fio_dir, lat_s)}};
    double average;
    struct fio_block *block = current(r);
    if (block == NULL || !text_number_after(r->text, "avg=", &average) ||
        !text_has(r->text, "stdev="))
        return false;
    if (r->state->in_sync && text_begins(r->text, "sync (")) {
        block->sync_lat_s = average * fio_time_unit(r->text + 5);
        return true;
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t length = strlen(lines[i].name);
        double unit_s = text_begins(r->text, lines[i].name) ? fio_time_unit(r->text + length) : 0;
        if (unit_s == 0 || r->state->in_sync)
            continue;
        /* cppcheck-suppress invalidPointerCast ; the offset is that of a double */
        double *at = (double *)((char *)&block->dirs[r->state->dir] + lines[i].offset);
        *at = average > 0 ? average * unit_s : UNKNOWN;
        return true;
    }
    return text_begins(r->text, "bw (") || text_begins(r->text, "iops ") ||
           text_begins(r->text, "clat prio");
}

static bool read_percentile_head(struct reading *r)
{
    const char *at = strstr(r->text, " percentiles (");
    if (at == NULL || at - r->text > 40)
        return false;
    bool clat = text_begins(r->text, "clat percentiles"),
         lat = text_begins(r->text, "lat percentiles");
    bool wanted = (clat || lat) && !r->state->in_sync;
    r->state->unit_s = wanted ? fio_time_unit(at + strlen(" percentiles ")) : 0;
    r->state->percentiles_of_lat = lat;
    return true;
}

static void use_percentile(struct reading *r, double rank, double value)
{
    struct fio_dir *dir = &current(r)->dirs[r->state->dir];
    if (fabs(rank - 99) > 1e-9)
        return;
    bool better = isnan(dir->p99_s) || (dir->p99_of_lat && !r->state->percentiles_of_lat);
    if (better) {
        dir->p99_s = value * r->state->unit_s;
        dir->p99_of_lat = r->state->percentiles_of_lat;
    }
}

/* "| 70.00th=[  338], 80.00th=[  351], ..." */
static bool read_percentiles(struct reading *r)
{
    const char *p = r->text;
    if (*p != '|' || strstr(p, "th=[") == NULL)
        return false;
    if (r->state->unit_s == 0 || current(r) == NULL)
        return true;
    for (p++; *p != '\0';) {
        double rank, value;
        p += strspn(p, " ,");
        if (!text_number(&p, &rank) || !text_literal(&p, "th=["))
            break;
        p += strspn(p, " >=");
        if (!text_number(&p, &value) || *p != ']')
            break;
        use_percentile(r, rank, value);
        p++;
    }
    return true;
}

/* "issued rwts: total=0,213836,0,0 short=...", "issued    : total=r=0/w=12459/d=0",
 * "issued r/w/d: total=0/17545/0": reads, writes, trims, and in the newest form syncs. */
static bool read_issued(struct reading *r)
{
    struct fio_block *block = current(r);
    if (!text_begins(r->text, "issued") || block == NULL)
        return false;
    const char *p = strstr(r->text, "total=");
    if (p == NULL || !text_has(p, "short="))
        return true;
    p += strlen("total=");
    for (int i = 0; i < 4; i++) {
        double count;
        p += strspn(p, "rwd=");
        if (!text_number(&p, &count))
            break;
        if (i == 3)
            block->syncs = count;
        else if (i == 0 && block->dirs[DIR_MIXED].present && !block->dirs[DIR_READ].present)
            block->dirs[DIR_MIXED].ios = count;
        else if (block->dirs[i].present)
            block->dirs[i].ios = count;
        if (*p != ',' && *p != '/')
            break;
        p++;
    }
    return true;
}

static bool read_sync_head(struct reading *r)
{
    if (!text_begins(r->text, "fsync/fdatasync/"))
        return false;
    r->state->in_sync = true;
    r->state->unit_s = 0;
    return true;
}

/* -- the sums at the end -- */

static bool read_group_head(struct reading *r)
{
    const char *p = r->text + strlen("Run status group ");
    int group;
    if (!text_begins(r->text, "Run status group ") || !text_int(&p, &group))
        return false;
    close_block(r);
    r->state->group = group + 1;
    return true;
}

static bool is_group_line(const char *text)
{
    bool name = text_begins(text, "READ:") || text_begins(text, "WRITE:") ||
                text_begins(text, "TRIM:") || text_begins(text, "MIXED:");
    bool time = text_has(text, "msec") && (text_has(text, "run=") || text_has(text, "mint="));
    return name && time && (text_has(text, "bw=") || text_has(text, "aggrb="));
}

static bool read_group_line(struct reading *r)
{
    if (!is_group_line(r->text))
        return false;
    struct fio_group *group = fio_add_group(r->session);
    const char *bandwidth = strstr(r->text, "aggrb=");
    double step, ms;
    group->line = r->number;
    group->group = r->state->group > 0 ? r->state->group - 1 : 0;
    group->dir = r->text[0] == 'R'   ? DIR_READ
                 : r->text[0] == 'W' ? DIR_WRITE
                 : r->text[0] == 'T' ? DIR_TRIM
                                     : DIR_MIXED;
    group->binary = bandwidth != NULL;
    bandwidth = bandwidth != NULL ? bandwidth + 6 : strstr(r->text, "bw=") + 3;
    bool read = group->binary ? fio_rate(&bandwidth, true, &group->bw_Bps, &step)
                              : fio_rate_pair(&bandwidth, &group->bw_Bps, &step);
    if (!read)
        group->bw_Bps = UNKNOWN;
    if (text_number_after(r->text, group->binary ? "mint=" : "run=", &ms))
        group->runtime_s = ms * 1e-3;
    return true;
}

/* Lines that belong to a report and say nothing that is wanted. */
static bool read_other(struct reading *r)
{
    static const char *const begins[] = {
        "cpu  ",     "IO depths",    "submit  ",     "complete  ",    "latency  ",
        "lat (",     "Disk stats (", "steadystate ", "Jobs: ",        "...",
        "fio: pid=", "Laying out",   "errors  ",     "Description  :"};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (text_begins(r->text, begins[i]))
            return true;
    return text_has(r->text, ": ios=") && text_has(r->text, "in_queue=");
}

typedef bool line_reader(struct reading *r);

static line_reader *const line_readers[] = {
    read_percentiles, read_latency,    read_percentile_head, read_issued,   read_direction,
    read_job,         read_header,     read_version,         read_starting, read_client_hello,
    read_sync_head,   read_group_head, read_group_line,      read_other};

/* "<node1> " of fio --client. */
static const char *skip_host(const char *text, bool *client)
{
    const char *end = *text == '<' ? strstr(text, "> ") : NULL;
    if (end == NULL || memchr(text, ' ', (size_t)(end - text)) != NULL)
        return text;
    *client = true;
    return text_skip_blanks(end + 2);
}

static bool sniff(const struct import_item *item)
{
    bool client = false;
    if (item->line == NULL)
        return false;
    const char *text = skip_host(text_skip_blanks(item->text), &client);
    return is_version(text) || is_starting(text) || find_header(text) != NULL ||
           find_job(text) != NULL || is_direction(text) || is_group_line(text) ||
           text_begins(text, "Run status group ") ||
           (text_begins(text, "hostname=") && text_has(text, ", fio=fio-"));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct text_state *state = import_state(session, sizeof *state);
    bool client = false;
    if (item->line == NULL)
        return STEP_PASS;
    const char *text = skip_host(text_skip_blanks(item->text), &client);
    if (client)
        fio_of(session)->client_server = true;
    struct reading r = {session, state, item->number, text};
    bool next = find_job(text) != NULL || find_header(text) != NULL || is_starting(text);
    if (next)
        close_block(&r);
    for (size_t i = 0; i < sizeof line_readers / sizeof line_readers[0]; i++)
        if (line_readers[i](&r))
            return STEP_TAKEN;
    return STEP_PASS;
}

static void end(struct import_session *session)
{
    struct text_state *state = session->state;
    struct reading r = {session, state, 0, ""};
    if (state != NULL)
        close_block(&r);
}

const struct import_reader import_fio_text_reader = {
    "fio-text", sniff, read, end, "fio's report for people, 1.59 to 3.x, also of fio --client"};
