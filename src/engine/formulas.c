/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mixing, units and words, the same for every formula. */
#include "engine/formulas.h"

#include <stdio.h>
#include <string.h>

/* -- mixing -- */

#define HARMONIC_WHY "their times add up on the same disks, which gives the harmonic mix"

/* In parentheses where literals are joined: inside a list of texts that could be a lost comma. */
static const char *const mix_reasons[N_FORMULA_MIXES] = {
    [MIX_SHARES] = ("the formula adds shares of the pure rates, as if reads and writes had "
                    "hardware of their own; " HARMONIC_WHY),
    [MIX_HALVES] = ("the formula takes (R+W)/2 whatever the reads and writes are; " HARMONIC_WHY),
    [MIX_HARMONIC] = "no difference: the source states no mix, so the harmonic one stands for it",
    [MIX_SAME] = "no difference: reads and writes are one figure",
};

static double harmonic(double read_frac, double read, double write)
{
    return 1 / (read_frac / read + (1 - read_frac) / write);
}

static double own_mix(enum formula_mix mix, double read_frac, double read, double write)
{
    switch (mix) {
    case MIX_SHARES:
        return read_frac * read + (1 - read_frac) * write;
    case MIX_HALVES:
        return (read + write) / 2;
    case MIX_HARMONIC:
        return harmonic(read_frac, read, write);
    case MIX_SAME:
    case N_FORMULA_MIXES:
        break;
    }
    return read;
}

/* A span in the load's own unit as operations/s and bytes/s. */
static void set_units(const struct formula_case *in, struct formula_span own,
                      struct formula_span *ops, struct formula_span *bytes)
{
    double per_op = in->bs_B;
    *ops = in->sequential ? (struct formula_span){own.min / per_op, own.max / per_op} : own;
    *bytes = in->sequential ? own : (struct formula_span){own.min * per_op, own.max * per_op};
}

static void answer(const struct formula *f, const struct formula_case *in,
                   struct formula_result *out)
{
    double rho = in->read_frac;
    bool both = f->mix == MIX_HALVES;
    struct formula_span read = {0, 0}, write = {0, 0}, own;
    if (rho > 0 || both)
        read = f->pure(in, false);
    if (rho < 1 || both)
        write = f->pure(in, true);
    out->mixed = rho > 0 && rho < 1;
    if (out->mixed || both) {
        own.min = own_mix(f->mix, rho, read.min, write.min);
        own.max = own_mix(f->mix, rho, read.max, write.max);
    } else {
        own = rho > 0 ? read : write;
    }
    set_units(in, own, &out->iops_ops, &out->bw_Bps);
    if (!out->mixed)
        return;
    struct formula_span mix = {harmonic(rho, read.min, write.min),
                               harmonic(rho, read.max, write.max)};
    set_units(in, mix, &out->harmonic_iops_ops, &out->harmonic_bw_Bps);
    out->mix_reason = mix_reasons[f->mix];
}

/* -- where the device figures come from -- */

struct collecting {
    struct formula_result *out;
    bool read, write, read_time, write_time; /* which figures count */
};

static void add_source(struct formula_result *out, const struct device_rate *rate)
{
    for (int i = 0; i < out->n_sources; i++) {
        const struct device_rate *s = &out->sources[i];
        if (s->row == rate->row && s->holder == rate->holder && s->rw == rate->rw &&
            s->time == rate->time)
            return;
    }
    if (out->n_sources == FORMULA_MAX_SOURCES)
        out->sources_left_out++;
    else
        out->sources[out->n_sources++] = *rate;
}

static bool miss(struct formula_result *out, const struct formula_case *in,
                 const struct formula_disk *disk, const char *what)
{
    char block[32];
    units_format(DIM_BLOCK, in->bs_B, block, sizeof block);
    (void)snprintf(out->why_not, sizeof out->why_not, "no %s at %s is known of %.60s", what, block,
                   device_title(disk->device));
    return false;
}

static bool collect_rate(const struct formula_case *in, const struct formula_disk *disk, bool write,
                         struct formula_result *out)
{
    struct device_rate rate;
    enum rw rw = formula_rw(in, write);
    if (!device_rate_find(disk->device, rw, in->bs_B, in->c, &rate))
        return miss(out, in, disk, rw_names[rw]);
    add_source(out, &rate);
    return true;
}

static bool collect_time(const struct formula_case *in, const struct formula_disk *disk, bool write,
                         struct formula_result *out)
{
    struct device_rate time;
    bool found = write ? device_rate_write_time(disk->device, in->bs_B, in->c, &time)
                       : device_rate_read_time(disk->device, in->bs_B, in->c, &time);
    if (!found)
        return miss(out, in, disk, write ? "lone write" : "lone read");
    add_source(out, &time);
    return true;
}

static bool collect(const struct formula_case *in, const struct formula_disk *disk, void *context)
{
    const struct collecting *c = context;
    return (!c->read || collect_rate(in, disk, false, c->out)) &&
           (!c->write || collect_rate(in, disk, true, c->out)) &&
           (!c->read_time || collect_time(in, disk, false, c->out)) &&
           (!c->write_time || collect_time(in, disk, true, c->out));
}

/* False, with the reason, where a figure is missing. */
static bool collect_sources(const struct formula *f, const struct formula_case *in,
                            struct formula_result *out)
{
    bool reads = in->read_frac > 0, writes = in->read_frac < 1, halves = f->mix == MIX_HALVES;
    bool times = in->alone && f->knows_latency;
    bool stripes = writes && f->reads_to_write != NULL && f->reads_to_write(in);
    struct collecting c = {.out = out};
    if ((f->uses & USES_MEASURED) == 0)
        return true;
    c.read = reads || halves || stripes;
    c.write = writes || halves;
    c.read_time = times && ((reads && !in->sequential) || (writes && in->erasure));
    c.write_time = times && writes;
    return formula_each(in, collect, &c);
}

/* -- one answer -- */

static void add_notes(const struct formula *f, const struct formula_case *in, unsigned used,
                      struct formula_result *out)
{
    for (int i = 0; i < in->notes.n; i++)
        if ((in->notes.note[i].input & used) != 0)
            formula_note_add(&out->notes, in->notes.note[i].input, "%s", in->notes.note[i].text);
    if (f->remark != NULL)
        f->remark(in, &out->notes);
}

static unsigned used_inputs(const struct formula *f, const struct formula_case *in)
{
    unsigned used = f->uses;
    if (in->read_frac < 1)
        used |= f->uses_writes;
    if (in->alone)
        used |= f->uses_alone;
    return in->read_frac < 1 ? used : used & ~(unsigned)USES_PLP;
}

static bool refuse(struct formula_result *out, const char *why)
{
    (void)snprintf(out->why_not, sizeof out->why_not, "%s", why);
    return false;
}

static bool evaluate(const struct formula *f, const struct formula_case *in,
                     struct formula_result *out)
{
    const char *why = f->refuses == NULL ? NULL : f->refuses(in);
    if (why != NULL)
        return refuse(out, why);
    if (!collect_sources(f, in, out))
        return false;
    answer(f, in, out);
    if (!isfinite(out->iops_ops.min) || !isfinite(out->iops_ops.max))
        return refuse(out, "a figure it needs is missing");
    if (in->alone && f->knows_latency)
        out->lat_s = (struct formula_span){1 / out->iops_ops.max, 1 / out->iops_ops.min};
    out->outside = f->outside == NULL ? NULL : f->outside(in);
    unsigned used = used_inputs(f, in);
    out->n_ignored = formula_ignored(in, used, out->ignored, FORMULA_MAX_IGNORED);
    add_notes(f, in, used, out);
    return true;
}

void formula_evaluate(const struct formula *formula, const struct formula_constants *c,
                      const struct cluster *cluster, const struct workload *load,
                      struct formula_result *out)
{
    static const struct formula_span unknown = {UNKNOWN, UNKNOWN};
    struct formula_case in;
    struct formula_result blank = {.formula = formula,
                                   .iops_ops = unknown,
                                   .bw_Bps = unknown,
                                   .lat_s = unknown,
                                   .harmonic_iops_ops = unknown,
                                   .harmonic_bw_Bps = unknown};
    struct formula_result result = blank;
    bool made = formula_case_make(c, cluster, load, &in, result.why_not);
    if (made && evaluate(formula, &in, &result)) {
        result.applies = true;
        *out = result;
        return;
    }
    *out = blank;
    memcpy(out->why_not, result.why_not, sizeof out->why_not);
}
