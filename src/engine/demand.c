/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k, m: data and coding shards; b: bytes of a client request. Invariant: with k = 1, m = 0 the
 * whole-stripe row of an erasure code is a replica row of one copy. */
#include "engine/demand.h"

#include <math.h>

static enum access access_of(const struct engine_inputs *in, const struct constants *c)
{
    if (!in->erasure)
        return ACCESS_REPLICA;
    if (in->bytes >= c->ec_whole_bytes * in->k)
        return ACCESS_WHOLE;
    return in->fast_erasure ? ACCESS_FAST : ACCESS_PART;
}

/* Share of the traffic between OSDs that leaves the host. */
static double away_share(const struct engine_inputs *in)
{
    if (!in->osd_domain)
        return 1;
    return in->one_host || in->hosts <= 1 ? 0 : 1 - 1 / in->hosts;
}

void demand_of_read(const struct engine_inputs *in, const struct params *p,
                    const struct constants *c, struct demand *out)
{
    double k = in->k, b = in->bytes, away = away_share(in);
    *out = (struct demand){.access = access_of(in, c), .device_bytes = b, .commits = in->copies};
    out->device_share = 1;
    out->cpu_bytes = b;
    switch (out->access) {
    case ACCESS_REPLICA:
        out->device_ops = out->cpu_units = 1;
        break;
    case ACCESS_WHOLE:
        out->device_ops = k;
        out->cpu_units = 1 + c->ec_extra_shard * (k - 1);
        out->cpu_bytes = b * (1 + (k - 1) / k);
        out->cross_share = away * (k - 1) / k;
        out->device_bytes = b / k;
        break;
    case ACCESS_PART:
        out->device_ops = k;
        out->cpu_units = p->ec_read_factor * pow(k, p->ec_read_exponent);
        out->cross_share = away * (k - 1);
        break;
    case ACCESS_FAST:
        out->device_ops = 1;
        out->cpu_units = p->ec_fast_read;
        out->cross_share = away / 2;
        break;
    }
}

static double deferred_limit(const struct engine_inputs *in, const struct constants *c)
{
    return in->release < c->deferred_release ? c->deferred_bytes_old : c->deferred_bytes_new;
}

/* Bytes on journal, WAL or DB devices of one client write, all copies. */
static double side_bytes_of(const struct engine_inputs *in, bool flash, const struct params *p,
                            const struct constants *c, const struct demand *d)
{
    if (in->filestore)
        return d->device_share * in->bytes + c->journal_header_bytes * d->commits;
    if (flash)
        return p->flash_wal_bytes * d->commits;
    if (d->deferred)
        return d->commits * (c->wal_deferred_bytes + d->device_bytes);
    return c->wal_direct_bytes * d->commits;
}

/* Device work of a read-modify-write. A flash device's reads cost it a share of a write. A disk's
 * reads move the head each to its own place, while its writes are sorted: they are counted apart,
 * and as few as the code can do with (parity delta or the other data shards, whichever reads less).
 */
static void modify_on_devices(bool flash, double reads, double fewest, double writes,
                              const struct constants *c, struct demand *out)
{
    out->device_ops = flash ? c->read_in_write * reads + writes : writes;
    out->disk_reads = flash ? 0 : fewest;
}

void demand_of_write(const struct engine_inputs *in, bool flash, const struct params *p,
                     const struct constants *c, struct demand *out)
{
    double k = in->k, m = in->m, b = in->bytes, away = away_share(in);
    double shards = k + m, software = 1 + p->ec_software * shards;
    *out = (struct demand){.access = access_of(in, c), .device_bytes = b, .commits = in->copies};
    out->device_share = shards / k;
    out->cpu_bytes = b * (shards / k + (k - 1) / k);
    switch (out->access) {
    case ACCESS_REPLICA:
        out->device_ops = out->cpu_units = out->device_share = in->copies;
        out->cpu_bytes = in->copies * b;
        out->cross_share = away * (in->copies - 1);
        break;
    case ACCESS_WHOLE:
        out->device_ops = out->cpu_units = shards;
        out->cross_share = away * (shards - 1) / k;
        out->device_bytes = b / k;
        break;
    case ACCESS_PART:
        out->cpu_units = (c->read_in_write * k + shards) * software;
        modify_on_devices(flash, k, k, shards, c, out);
        out->cross_share = away * (2 * k + m);
        break;
    case ACCESS_FAST:
        out->cpu_units = (1 + c->read_in_write) * (1 + m) * software;
        modify_on_devices(flash, 1 + m, fmin(1 + m, k - 1), 1 + m, c, out);
        out->cross_share = away * (2 * m + 1);
        break;
    }
    out->journalled = in->filestore || b <= deferred_limit(in, c);
    out->deferred = !flash && !in->filestore && out->device_bytes <= deferred_limit(in, c);
    out->side_bytes = side_bytes_of(in, flash, p, c, out);
}
