/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a report of several sections has only the settings that all of them have. */
#include "load/import_fio_setup.h"

#include <math.h>

static void fill_double(double *to, double from)
{
    if (isnan(*to))
        *to = from;
}

static void fill_int(int *to, int from)
{
    if (*to == FIELD_ABSENT)
        *to = from;
}

/* What `to` does not say, `from` says. */
static void fill_setup(struct fio_setup *to, const struct fio_setup *from)
{
    bool sized = !isnan(to->bs_B[0]) || !isnan(to->bs_B[1]) || to->mixed_sizes;
    for (int i = 0; i < 3 && !sized; i++)
        to->bs_B[i] = from->bs_B[i];
    to->mixed_sizes = to->mixed_sizes || (!sized && from->mixed_sizes);
    fill_int(&to->rw, from->rw);
    fill_int(&to->iodepth, from->iodepth);
    fill_int(&to->numjobs, from->numjobs);
    fill_int(&to->fsync, from->fsync);
    fill_int(&to->sync, from->sync);
    fill_int(&to->direct, from->direct);
    fill_int(&to->zeroes, from->zeroes);
    fill_double(&to->rwmix_read_pct, from->rwmix_read_pct);
    fill_double(&to->span_B, from->span_B);
    to->engine = to->engine != NULL ? to->engine : from->engine;
    to->target = to->target != NULL ? to->target : from->target;
    to->pool = to->pool != NULL ? to->pool : from->pool;
}

static const struct fio_header *find_header(const struct fio_session *fio,
                                            const struct fio_block *block)
{
    const struct fio_header *near = NULL;
    for (int i = 0; i < fio->n_headers; i++) {
        const struct fio_header *header = &fio->headers[i];
        if (!field_same_text(header->job, block->job))
            continue;
        if (header->run == block->run && header->group == block->group)
            return header;
        if (header->run == block->run || near == NULL)
            near = header;
    }
    return near;
}

/* -- the sum of several sections -- */

static bool is_of(const struct fio_header *header, const struct fio_block *block)
{
    return header->run == block->run && header->group == block->group;
}

/* Does one report stand for a group in which sections of several names ran? */
static bool is_sum(const struct fio_session *fio, const struct fio_block *block)
{
    const char *name = NULL;
    bool several = false;
    if (block->source == FIO_TEXT && block->jobs < 2)
        return false; /* the reports of the others are missing */
    for (int i = 0; i < fio->n_blocks; i++) {
        const struct fio_block *other = &fio->blocks[i];
        if (other != block && !other->dropped && other->source == block->source &&
            other->run == block->run && other->group == block->group)
            return false;
    }
    for (int i = 0; i < fio->n_headers; i++) {
        if (!is_of(&fio->headers[i], block))
            continue;
        several = several || (name != NULL && !field_same_text(name, fio->headers[i].job));
        name = fio->headers[i].job;
    }
    return several;
}

static bool does(const struct fio_setup *setup, int dir)
{
    if (setup->rw == FIELD_ABSENT || dir == DIR_TRIM)
        return true;
    return dir == DIR_READ ? rw_reads((enum rw)setup->rw) : rw_writes((enum rw)setup->rw);
}

/* The size that all sections have which do the direction; NaN: several. */
static double common_size(const struct fio_session *fio, const struct fio_block *block, int dir)
{
    double size = UNKNOWN;
    bool first = true;
    for (int i = 0; i < fio->n_headers; i++) {
        const struct fio_setup *setup = &fio->headers[i].setup;
        if (!is_of(&fio->headers[i], block) || !does(setup, dir))
            continue;
        if (setup->mixed_sizes || (!first && setup->bs_B[dir] != size))
            return UNKNOWN;
        size = setup->bs_B[dir];
        first = false;
    }
    return size;
}

static void keep_common(struct fio_session *fio, struct fio_block *block)
{
    struct fio_setup *common = &block->setup;
    bool first = true;
    for (int i = 0; i < fio->n_headers; i++) {
        const struct fio_setup *setup = &fio->headers[i].setup;
        if (!is_of(&fio->headers[i], block))
            continue;
        if (first) {
            fill_setup(common, setup);
            first = false;
        }
        common->rw = common->rw == setup->rw ? common->rw : FIELD_ABSENT;
        common->iodepth = common->iodepth == setup->iodepth ? common->iodepth : FIELD_ABSENT;
        common->engine = field_same_text(common->engine, setup->engine) ? common->engine : NULL;
        block->unequal = block->unequal || common->rw != setup->rw ||
                         common->iodepth != setup->iodepth ||
                         (does(setup, DIR_READ) && does(setup, DIR_WRITE) && setup->mixed_sizes);
    }
    for (int d = 0; d < DIR_MIXED; d++) {
        common->bs_B[d] = common_size(fio, block, d);
        block->unequal = block->unequal || (block->dirs[d].present && isnan(common->bs_B[d]));
    }
    common->target = NULL;
    block->sections = true;
}

void fio_find_setups(struct fio_session *fio)
{
    for (int i = 0; i < fio->n_blocks; i++) {
        struct fio_block *block = &fio->blocks[i];
        const struct fio_header *header = find_header(fio, block);
        if (header == NULL || block->dropped)
            continue;
        if (!block->has_options && is_sum(fio, block))
            keep_common(fio, block);
        else if (!block->sections)
            fill_setup(&block->setup, &header->setup);
        block->has_setup = true;
    }
}
