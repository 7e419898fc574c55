/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a report that is not dropped stands for I/O that no other one stands for. */
#include "load/import_fio.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* -- setup -- */

void fio_setup_init(struct fio_setup *setup)
{
    *setup = (struct fio_setup){.rw = FIELD_ABSENT,
                                .bs_B = {UNKNOWN, UNKNOWN, UNKNOWN},
                                .iodepth = FIELD_ABSENT,
                                .numjobs = FIELD_ABSENT,
                                .rwmix_read_pct = UNKNOWN,
                                .span_B = UNKNOWN,
                                .fsync = FIELD_ABSENT,
                                .sync = FIELD_ABSENT,
                                .direct = FIELD_ABSENT,
                                .zeroes = FIELD_ABSENT,
                                .kb_base = 1024};
}

struct pattern {
    const char *name;
    enum rw rw;
};

static const struct pattern patterns[] = {{"read", RW_READ},
                                          {"write", RW_WRITE},
                                          {"randread", RW_RANDREAD},
                                          {"randwrite", RW_RANDWRITE},
                                          {"randrw", RW_RANDRW},
                                          {"rw", RW_RW},
                                          {"readwrite", RW_RW},
                                          {"trim", RW_TRIM},
                                          {"randtrim", RW_TRIM},
                                          {"trimwrite", RW_WRITE},
                                          {"randtrimwrite", RW_RANDWRITE}};

int fio_pattern(const char *text)
{
    size_t length = strcspn(text, ":, \t");
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (strlen(patterns[i].name) == length && strncmp(patterns[i].name, text, length) == 0)
            return (int)patterns[i].rw;
    return FIELD_ABSENT;
}

/* fio's sizes: with kb_base 1024 (its default) `4k` is 4096 and `4Ki` is 4000, with 1000 the
 * reverse. */
static bool fio_size(const char **p, double kb_base, double *bytes)
{
    static const char letters[] = "kmgtp";
    const char *q = *p;
    double number;
    if (!text_number(&q, &number) || number < 0)
        return false;
    const char *at = *q == '\0' ? NULL : strchr(letters, tolower((unsigned char)*q));
    if (at != NULL) {
        q++;
        bool inverse = *q == 'i' || *q == 'I';
        bool binary = (kb_base < 1024) == inverse;
        number *= pow(binary ? 1024 : 1000, (double)(at - letters) + 1);
        q += inverse ? 1 : 0;
    }
    q += *q == 'b' || *q == 'B' ? 1 : 0;
    if (isalnum((unsigned char)*q) || *q == '%')
        return false;
    *bytes = number;
    *p = q;
    return true;
}

static void set_rw(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->rw = fio_pattern(value);
}

/* "4k", "4k,8k" (read,write) or "4k,8k,16k"; the last one stands for what is left out. */
static void set_bs(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    double last = UNKNOWN;
    for (int i = 0; i < 3; i++) {
        if (*value != '\0' && !fio_size(&value, setup->kb_base, &last))
            return;
        setup->bs_B[i] = last;
        value += *value == ',' ? 1 : 0;
    }
}

static void set_sizes(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    (void)value;
    setup->mixed_sizes = true;
}

static void set_span(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    double bytes;
    if (fio_size(&value, setup->kb_base, &bytes) && bytes > 0)
        setup->span_B = bytes;
}

static int whole_or(const char *value, int otherwise)
{
    int number;
    return text_int(&value, &number) ? number : otherwise;
}

static void set_iodepth(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->iodepth = whole_or(value, FIELD_ABSENT);
}

static void set_numjobs(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->numjobs = whole_or(value, FIELD_ABSENT);
}

static void set_rwmixread(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    int percent = whole_or(value, FIELD_ABSENT);
    if (percent >= 0 && percent <= 100)
        setup->rwmix_read_pct = percent;
}

static void set_rwmixwrite(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    int percent = whole_or(value, FIELD_ABSENT);
    if (percent >= 0 && percent <= 100)
        setup->rwmix_read_pct = 100 - percent;
}

static void set_engine(struct arena *arena, struct fio_setup *setup, const char *value)
{
    setup->engine = arena_copy(arena, value);
}

static void set_target(struct arena *arena, struct fio_setup *setup, const char *value)
{
    setup->target = arena_copy(arena, value);
}

static void set_pool(struct arena *arena, struct fio_setup *setup, const char *value)
{
    setup->pool = arena_copy(arena, value);
}

static void set_fsync(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->fsync = whole_or(value, FIELD_ABSENT);
}

static void set_sync(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    bool named = text_begins(value, "sync") || text_begins(value, "dsync");
    setup->sync = named ? 1 : whole_or(value, 0);
}

static void set_direct(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->direct = *value == '\0' ? 1 : whole_or(value, FIELD_ABSENT);
}

static void set_buffered(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->direct = *value == '\0' ? 0 : whole_or(value, 1) == 0;
}

static void set_zeroes(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->zeroes = *value == '\0' ? 1 : whole_or(value, FIELD_ABSENT);
}

static void set_grouped(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->grouped = *value != '0';
}

static void set_kb_base(struct arena *arena, struct fio_setup *setup, const char *value)
{
    (void)arena;
    setup->kb_base = whole_or(value, 1024) == 1000 ? 1000 : 1024;
}

struct option {
    const char *key;
    void (*set)(struct arena *arena, struct fio_setup *setup, const char *value);
};

static const struct option options[] = {{"rw", set_rw},
                                        {"readwrite", set_rw},
                                        {"bs", set_bs},
                                        {"blocksize", set_bs},
                                        {"bssplit", set_sizes},
                                        {"bsrange", set_sizes},
                                        {"iodepth", set_iodepth},
                                        {"numjobs", set_numjobs},
                                        {"rwmixread", set_rwmixread},
                                        {"rwmixwrite", set_rwmixwrite},
                                        {"ioengine", set_engine},
                                        {"filename", set_target},
                                        {"rbdname", set_target},
                                        {"pool", set_pool},
                                        {"size", set_span},
                                        {"fsync", set_fsync},
                                        {"fdatasync", set_fsync},
                                        {"sync", set_sync},
                                        {"direct", set_direct},
                                        {"buffered", set_buffered},
                                        {"zero_buffers", set_zeroes},
                                        {"group_reporting", set_grouped},
                                        {"kb_base", set_kb_base}};

void fio_setup_option(struct arena *arena, struct fio_setup *setup, const char *key,
                      const char *value)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(options[i].key, key) == 0)
            options[i].set(arena, setup, value);
}

/* Reads the options of a command line of fio. */
static void setup_from_command(struct arena *arena, struct fio_setup *setup, const char *command)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        char names[64], value[512];
        (void)snprintf(names, sizeof names, "--%s -%s", options[i].key, options[i].key);
        if (import_option(command, names, value, sizeof value))
            options[i].set(arena, setup, value);
    }
}

/* -- the session -- */

struct fio_session *fio_of(struct import_session *session)
{
    if (session->fio == NULL)
        session->fio = arena_alloc(session->import->arena, sizeof *session->fio);
    return session->fio;
}

static bool run_has_blocks(const struct fio_session *fio, int run)
{
    return fio->n_blocks > 0 && fio->blocks[fio->n_blocks - 1].run == run;
}

static int count_sections(const char *command)
{
    int n = 0;
    for (const char *p = strstr(command, "-name"); p != NULL; p = strstr(p + 1, "-name"))
        n += p > command && (p[-1] == ' ' || p[-1] == '-') && (p[5] == '=' || p[5] == ' ');
    return n;
}

/* What a command line without a job file leaves out has fio's default. */
static void default_command(struct fio_setup *setup)
{
    setup->iodepth = setup->iodepth == FIELD_ABSENT ? 1 : setup->iodepth;
    setup->numjobs = setup->numjobs == FIELD_ABSENT ? 1 : setup->numjobs;
    setup->direct = setup->direct == FIELD_ABSENT ? 0 : setup->direct;
    for (int i = 0; i < 3; i++)
        if (isnan(setup->bs_B[i]) && !setup->mixed_sizes)
            setup->bs_B[i] = 4096;
}

bool fio_has_new_command(const struct import_session *session)
{
    return session->command_line > 0 && text_has(session->command, "fio");
}

void fio_use_command(struct import_session *session, struct fio_block *block)
{
    const struct fio_session *fio = fio_of(session);
    const struct fio_setup *command = &fio->command;
    for (int i = 0; i < fio->n_headers; i++)
        if (fio->headers[i].run == block->run)
            return;
    if (!fio->has_command)
        return;
    block->setup = *command;
    if (block->jobs == FIELD_ABSENT && (command->grouped || command->numjobs == 1))
        block->jobs = command->numjobs;
}

void fio_start(struct import_session *session)
{
    struct fio_session *fio = fio_of(session);
    if (fio->run == 0 || run_has_blocks(fio, fio->run)) {
        fio->run = ++session->import->runs;
        fio->has_command = false;
    }
    const char *command = import_take_command(session, "fio");
    if (command == NULL)
        return;
    fio_setup_init(&fio->command);
    if (count_sections(command) > 1)
        return; /* each has settings of its own */
    setup_from_command(session->import->arena, &fio->command, command);
    fio->command.grouped = text_has(command, "group_reporting");
    if (fio->command.rw != FIELD_ABSENT && !text_has(command, ".fio"))
        default_command(&fio->command);
    fio->has_command = true;
}

struct fio_header *fio_add_header(struct import_session *session)
{
    struct fio_session *fio = fio_of(session);
    struct fio_header *header =
        arena_append(session->import->arena, &fio->headers, &fio->n_headers, sizeof *header);
    *header = (struct fio_header){.run = fio->run};
    fio_setup_init(&header->setup);
    return header;
}

struct fio_group *fio_add_group(struct import_session *session)
{
    struct fio_session *fio = fio_of(session);
    if (fio->run == 0)
        fio->run = ++session->import->runs;
    struct fio_group *group =
        arena_append(session->import->arena, &fio->groups, &fio->n_groups, sizeof *group);
    *group = (struct fio_group){.run = fio->run, .dir = FIELD_ABSENT};
    group->bw_Bps = group->runtime_s = UNKNOWN;
    return group;
}

static void init_dir(struct fio_dir *dir)
{
    *dir = (struct fio_dir){0};
    dir->iops_ops = dir->bw_Bps = dir->ios = dir->bytes_B = dir->runtime_s = UNKNOWN;
    dir->lat_s = dir->clat_s = dir->slat_s = dir->p99_s = UNKNOWN;
}

/* A place for a new report: that of a replaced one, so that a day of status reports stays small. */
static struct fio_block *free_block(struct import_session *session, enum fio_source source)
{
    struct fio_session *fio = fio_of(session);
    struct fio_block *last = fio->n_blocks > 0 ? &fio->blocks[fio->n_blocks - 1] : NULL;
    if (last != NULL && last->dropped && last->source == source)
        return last;
    struct fio_block *block =
        arena_append(session->import->arena, &fio->blocks, &fio->n_blocks, sizeof *block);
    return block;
}

struct fio_block *fio_add_block(struct import_session *session, enum fio_source source, int line)
{
    struct fio_session *fio = fio_of(session);
    if (fio->run == 0)
        fio->run = ++session->import->runs;
    struct fio_block *block = free_block(session, source);
    *block = (struct fio_block){.source = source,
                                .line = line,
                                .run = fio->run,
                                .group = FIELD_ABSENT,
                                .jobs = FIELD_ABSENT,
                                .start_s = UNKNOWN,
                                .syncs = UNKNOWN,
                                .sync_lat_s = UNKNOWN};
    for (int d = 0; d < N_DIRS; d++)
        init_dir(&block->dirs[d]);
    fio_setup_init(&block->setup);
    return block;
}

static bool same_job(const struct fio_block *a, const struct fio_block *b)
{
    return a->group == b->group && field_same_text(a->job, b->job) &&
           field_same_text(a->client, b->client);
}

static double block_ios(const struct fio_block *block)
{
    double sum = 0;
    for (int d = 0; d < DIR_MIXED; d++)
        sum += isfinite(block->dirs[d].ios) ? block->dirs[d].ios : 0;
    return sum;
}

static double block_runtime(const struct fio_block *block)
{
    double longest = 0;
    for (int d = 0; d < N_DIRS; d++)
        if (block->dirs[d].runtime_s > longest)
            longest = block->dirs[d].runtime_s;
    return longest;
}

void fio_block_done(struct import_session *session, struct fio_block *block)
{
    struct fio_session *fio = fio_of(session);
    if (block->pid <= 0)
        return;
    for (int i = 0; i < fio->n_blocks; i++) {
        struct fio_block *old = &fio->blocks[i];
        if (old == block || old->dropped || old->source != block->source ||
            old->pid != block->pid || !same_job(old, block))
            continue;
        if (block_ios(block) < block_ios(old) || block_runtime(block) < block_runtime(old))
            continue;
        *old = *block; /* the newest report takes the place of the one before */
        block->dropped = true;
        fio->cumulative++;
        return;
    }
}

/* Is `b` a later report of the run that `a` reports? */
static bool later_report(const struct fio_block *a, const struct fio_block *b)
{
    if (!same_job(a, b) || block_ios(b) < block_ios(a) || block_runtime(b) < block_runtime(a))
        return false;
    if (isfinite(a->start_s) && isfinite(b->start_s))
        return fabs(a->start_s - b->start_s) < 2;
    return block_runtime(b) > 1.02 * block_runtime(a);
}

/* The reports of the document before, which may be followed by text; `first` when there are none.
 */
static int document_before(const struct fio_session *fio, int first)
{
    int wanted = fio->blocks[first].document - 1, at = first;
    for (int i = first - 1; i >= 0; i--) {
        const struct fio_block *block = &fio->blocks[i];
        if (block->source != FIO_JSON)
            continue;
        if (block->document != wanted)
            break;
        at = i;
    }
    return at;
}

void fio_document_done(struct import_session *session, int first)
{
    struct fio_session *fio = fio_of(session);
    int n = fio->n_blocks - first, older = n > 0 ? document_before(fio, first) : first;
    if (older + n > first)
        return;
    for (int i = 0; i < n; i++) {
        const struct fio_block *a = &fio->blocks[older + i], *b = &fio->blocks[first + i];
        bool whole = a->source == FIO_JSON && a->document == b->document - 1 && !a->dropped;
        if (!whole || !later_report(a, b))
            return;
    }
    memmove(&fio->blocks[older], &fio->blocks[first], (size_t)n * sizeof *fio->blocks);
    fio->n_blocks = first;
    fio->cumulative++;
}
