/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/workload.h"

#include <stdio.h>
#include <string.h>

static const struct field workload_fields[] = {
    WORKLOAD_ROWS(struct workload, ),
};
const struct schema workload_schema = {"workload", sizeof(struct workload), workload_fields,
                                       sizeof workload_fields / sizeof workload_fields[0]};

const char *const tuning_names[] = {"default", "tuned", NULL};

#define M struct measured
#define TIME(key, m, help) ROW_QUANTITY(M, key, m, DIM_TIME, 0, 1e6, NULL, help)
#define OPS(key, m, help) ROW_QUANTITY(M, key, m, DIM_OPS, 0, 1e12, NULL, help)
#define RATE(key, m, help) ROW_QUANTITY(M, key, m, DIM_RATE, 0, 1e15, NULL, help)
static const struct field measured_fields[] = {
    WORKLOAD_ROWS(M, load.),
    ROW_TEXT(M, "tool", tool, "what measured it (fio-librbd, rados bench, ...)"),
    OPS("iops", iops_ops, "client operations/s, reads and writes"),
    RATE("bw", bw_Bps, "client bandwidth, reads and writes"),
    TIME("lat", lat_s, "mean latency"),
    TIME("p50", p50_s, "median latency"),
    TIME("p95", p95_s, "95th percentile of the latency"),
    TIME("p99", p99_s, "99th percentile of the latency"),
    TIME("p999", p999_s, "99.9th percentile of the latency"),
    TIME("max", max_s, "largest latency"),
    OPS("read_iops", read_iops_ops, "the reads of a mixed load"),
    OPS("write_iops", write_iops_ops, "the writes of a mixed load"),
    RATE("read_bw", read_bw_Bps, "the reads of a mixed load"),
    RATE("write_bw", write_bw_Bps, "the writes of a mixed load"),
    TIME("read_lat", read_lat_s, "the reads of a mixed load"),
    TIME("write_lat", write_lat_s, "the writes of a mixed load"),
    ROW_INT(M, "pg_num", pg_num, 1, 1e8, "the pool's", "placement groups while it ran"),
    ROW_QUANTITY(M, "osd_threads_per_host", osd_threads_per_host, DIM_NUMBER, 0.01, 1e5,
                 "all threads of the host", "CPU threads that the OSDs of a host used"),
    ROW_INT(M, "runs", runs, 1, 1e6, "1", "the figures are the mean of so many runs"),
    ROW_CHOICE(M, "tuning", tuning, tuning_names, "ceph.tuning", "settings while it ran"),
    ROW_TEXT(M, "variant", variant, "what tells it from the other rows"),
    ROW_TEXT(M, "note", note, "anything else"),
    ROW_TEXTS(M, "tags", tags, n_tags, "what is special about it"),
    ROW_BOOL(M, "fit", fit, "true", "may a fit or a validation use it"),
};
#undef M
const struct schema measured_schema = {"measured row", sizeof(struct measured), measured_fields,
                                       sizeof measured_fields / sizeof measured_fields[0]};

double workload_read_frac(const struct workload *load)
{
    if (!rw_writes((enum rw)load->rw))
        return 1;
    if (!rw_reads((enum rw)load->rw))
        return 0;
    return isnan(load->read_frac) ? 0.5 : load->read_frac;
}

bool workload_is_sequential(const struct workload *load)
{
    return load->rw == RW_READ || load->rw == RW_WRITE || load->rw == RW_RW;
}

/* fio's spelling of a block size: 4k, 4M, 512B. */
static void short_block(double bytes, char *buf, size_t size)
{
    static const struct {
        double factor;
        const char *suffix;
    } scale[] = {{1 << 30, "G"}, {1 << 20, "M"}, {1 << 10, "k"}, {1, "B"}};
    size_t i = 0;
    while (i < 3 && (bytes < scale[i].factor || fmod(bytes, scale[i].factor) != 0))
        i++;
    (void)snprintf(buf, size, "%.6g%s", bytes / scale[i].factor, scale[i].suffix);
}

void workload_title(const struct workload *load, char *buf, size_t size)
{
    if (load->name != NULL) {
        (void)snprintf(buf, size, "%s", load->name);
        return;
    }
    char block[32];
    short_block(load->bs_B, block, sizeof block);
    double read = workload_read_frac(load);
    if (load->rw == RW_RANDRW || load->rw == RW_RW)
        (void)snprintf(buf, size, "%s %s %.0f/%.0f", block, rw_names[load->rw], 100 * read,
                       100 * (1 - read));
    else
        (void)snprintf(buf, size, "%s %s", block, rw_names[load->rw]);
    size_t used = strlen(buf);
    if (isnan(load->rate_ops) || used + 1 >= size)
        return;
    char rate[32];
    units_format(DIM_OPS, load->rate_ops, rate, sizeof rate);
    (void)snprintf(buf + used, size - used, " at %s/s", rate);
}

/* -- telling loads apart -- */

static const char *title_of(const struct workload *load, struct arena *arena)
{
    char title[160];
    workload_title(load, title, sizeof title);
    return arena_copy(arena, title);
}

/* Does any load of that title differ from this one in a field? */
static bool is_apart(const struct workload *loads, const char *const *titles, int n, int i,
                     const struct field *field)
{
    char own[160], other[160];
    field_format(field, &loads[i], own, sizeof own);
    for (int k = 0; k < n; k++) {
        field_format(field, &loads[k], other, sizeof other);
        if (strcmp(titles[k], titles[i]) == 0 && strcmp(own, other) != 0)
            return true;
    }
    return false;
}

struct workload *workload_tell_apart(const struct workload *loads, int n, struct arena *arena)
{
    struct workload *out = arena_array(arena, (size_t)n + 1, sizeof *out);
    const char **titles = arena_array(arena, (size_t)n + 1, sizeof *titles);
    for (int i = 0; i < n; i++)
        titles[i] = title_of(&loads[i], arena);
    for (int i = 0; i < n; i++) {
        out[i] = loads[i];
        for (size_t f = 0; f < workload_schema.n_fields && loads[i].name == NULL; f++) {
            char value[160];
            const struct field *field = &workload_schema.fields[f];
            field_format(field, &loads[i], value, sizeof value);
            if (value[0] == '\0' || !is_apart(loads, titles, n, i, field))
                continue;
            const char *before = out[i].name == NULL ? titles[i] : out[i].name;
            out[i].name = arena_printf(arena, "%s, %s %s", before, field->key, value);
        }
    }
    return out;
}

bool measured_has_tag(const struct measured *row, const char *tag)
{
    for (int i = 0; i < row->n_tags; i++)
        if (strcmp(row->tags[i], tag) == 0)
            return true;
    return false;
}
