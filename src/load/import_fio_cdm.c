/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of fio_cdm.sh, a script that runs fio with CrystalDiskMark's old tests and prints
 * "4KB Q32T1 Read: 3MB/s IOPS=1000", a line each or all in one. It divides fio's KiB/s by 1024 and
 * cuts: its "MB/s" are whole MiB/s. IOPS are cut too, so that the larger of the two is nearer. */
#include "load/import_readers.h"

#include <math.h>
#include <string.h>

struct kind {
    const char *label;
    bool sequential;
    double bs_B; /* 0: the whole file; negative: a share of it */
    int depth, jobs;
};

/* A label that begins like another stands before it. */
static const struct kind kinds[] = {{"Sequential Q32T1 ", true, -1.0 / 32, 32, 1},
                                    {"Sequential ", true, 0, 1, 1},
                                    {"512KB ", true, 524288, 1, 1},
                                    {"4KB Q32T1 ", false, 4096, 32, 1},
                                    {"4KB Q8T8 ", false, 4096, 8, 8},
                                    {"4KB Q1T1 ", false, 4096, 1, 1},
                                    {"4KB ", false, 4096, 1, 1}};

struct fio_cdm_state {
    double size_B;
    int line;
};

struct found {
    const struct kind *kind;
    int dir;
    double mib, iops;
};

/* "167MB/s IOPS=0" behind a label. */
static bool read_figures(const char **p, const struct line *line, struct found *found)
{
    const char *q = *p;
    if (!text_number(&q, &found->mib) || !text_literal(&q, "MB/s") || !text_literal(&q, "IOPS=") ||
        !text_number(&q, &found->iops) || text_is_cut(line, q))
        return false;
    *p = q;
    return true;
}

static bool read_at(const char **p, const struct line *line, struct found *found)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!text_begins(*p, kinds[i].label))
            continue;
        const char *q = *p + strlen(kinds[i].label);
        found->kind = &kinds[i];
        found->dir = text_begins(q, "Read:")    ? DIR_READ
                     : text_begins(q, "Write:") ? DIR_WRITE
                                                : FIELD_ABSENT;
        if (found->dir == FIELD_ABSENT)
            continue;
        q = strchr(q, ':') + 1;
        if (read_figures(&q, line, found)) {
            *p = q;
            return true;
        }
    }
    return false;
}

static double size_of(const struct fio_cdm_state *state, const struct kind *kind)
{
    return kind->bs_B > 0    ? kind->bs_B
           : kind->bs_B == 0 ? state->size_B
                             : -kind->bs_B * state->size_B;
}

static void add(struct import_session *session, const struct fio_cdm_state *state,
                const struct found *found, int line)
{
    bool read = found->dir == DIR_READ, sequential = found->kind->sequential;
    if (!(found->mib > 0) && !(found->iops > 0))
        return;
    struct import_result *r = import_add_result(session->import);
    r->place = (struct place){session->file, line, 0};
    r->format = "fio-cdm";
    r->tool = "fio";
    r->job = import_text(session->import, "%s%s", found->kind->label, read ? "Read" : "Write");
    r->run = session->import->runs;
    r->dir = found->dir;
    r->rw = sequential ? (read ? RW_READ : RW_WRITE) : (read ? RW_RANDREAD : RW_RANDWRITE);
    r->bs_B = size_of(state, found->kind);
    r->span_B = state->size_B;
    r->iodepth = found->kind->depth;
    r->numjobs = found->kind->jobs;
    r->direct = 1;
    r->bw_Bps = fmax(found->mib * MIB_B, found->iops * r->bs_B); /* fmax passes over NaN */
    r->iops_ops = found->iops >= 10 ? found->iops : r->bw_Bps / r->bs_B;
    import_add_format(session->import, "fio-cdm");
}

static bool is_mine(const char *text)
{
    return text_has(text, "MB/s IOPS=") && (text_has(text, " Read:") || text_has(text, " Write:"));
}

static bool is_head(const char *text)
{
    return text_has(text, "Configuration: Size:") && text_has(text, "Loops:");
}

static bool sniff(const struct import_item *item)
{
    return item->line != NULL && (is_head(item->text) || is_mine(item->text));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    struct fio_cdm_state *state = session->state;
    if (item->line == NULL || !sniff(item))
        return STEP_PASS;
    if (state == NULL) {
        state = import_state(session, sizeof *state);
        *state = (struct fio_cdm_state){UNKNOWN, 0};
    }
    if (is_head(item->text) || state->line == 0)
        session->import->runs++;
    state->line = item->number;
    const char *p = strstr(item->text, "Configuration: Size:");
    double size;
    if (p != NULL && import_size(p + strlen("Configuration: Size:"), &size) && size > 0)
        state->size_B = size;
    for (p = item->text; *p != '\0';) {
        struct found found;
        bool starts = p == item->text || p[-1] == ' ' || p[-1] == '\t';
        if (!starts || !read_at(&p, item->line, &found)) {
            p++;
            continue;
        }
        add(session, state, &found, item->number);
    }
    return STEP_TAKEN;
}

const struct import_reader import_fio_cdm_reader = {"fio-cdm", sniff, read, NULL,
                                                    "the summary of fio_cdm.sh"};
