/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/synthetic.h"

#include "support/random.h"

#include "engine/estimate.h"
#include "engine/inputs.h"

#include <math.h>
#include <string.h>

/* One publisher's lasting errors. */
struct publisher_effect {
    struct params params;
    double class[N_LOAD_CLASSES];
};

static void draw_effect(const struct synthesis *how, struct num_rng *rng,
                        struct publisher_effect *effect)
{
    effect->params = *how->truth;
    if (how->worlds != NULL) {
        size_t world = random_below(rng, (size_t)how->worlds->n);
        memcpy(&effect->params, how->worlds->values + world * N_PARAMS, sizeof effect->params);
    }
    for (int i = 0; i < N_LOAD_CLASSES; i++)
        effect->class[i] = how->publisher_sd == NULL ? 0 : how->publisher_sd[i] * num_normal(rng);
}

/* A load that hides nothing. */
static void random_load(struct num_rng *rng, struct workload *load)
{
    static const int ways[] = {RW_READ,      RW_WRITE,     RW_RANDREAD, RW_RANDWRITE,
                               RW_RANDWRITE, RW_RANDWRITE, RW_RANDRW};
    static const double blocks[] = {4096, 4096, 16384, 65536, 1048576, 4194304};
    field_init(&workload_schema, load);
    load->rw = ways[random_int(rng, 0, 6)];
    if (load->rw == RW_RANDRW)
        load->read_frac = random_int(rng, 2, 8) / 10.0;
    load->bs_B = blocks[random_int(rng, 0, 5)];
    load->numjobs = random_int(rng, 1, 4);
    load->clients = random_int(rng, 1, 8);
    load->in_flight = random_chance(rng, 0.25) ? 1 : floor(random_log(rng, 1, 5000));
}

static bool measure(const struct engine_model *model, const struct cluster *cluster,
                    const struct publisher_effect *effect, double noise, struct measured *row)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct engine_point point;
    struct err err = ERR_INIT;
    if (!engine_inputs_make(model, cluster, &row->load, row, groups, &in, &err))
        return false;
    engine_point(model, &in, &effect->params, &point);
    row->iops_ops = point.ops * exp(effect->class[in.class] + noise);
    return true;
}

static struct cluster *random_record(struct fixture *f, struct num_rng *rng, const char *name)
{
    struct spelling plain = {NULL, false, false};
    struct random_cluster c;
    random_cluster_make(rng, &c);
    c.tier_per_host = 0;
    c.clients = 4;
    struct cluster *cluster = suite_cluster_text(f, random_cluster_text(&c, &plain, &f->arena));
    cluster->name = name;
    return cluster;
}

static void measure_record(struct fixture *f, const struct engine_model *model,
                           const struct synthesis *how, const struct publisher_effect *effect,
                           struct num_rng *rng, struct cluster *record)
{
    record->measured = arena_array(&f->arena, (size_t)how->rows, sizeof *record->measured);
    record->n_measured = how->rows;
    for (int i = 0; i < how->rows; i++) {
        struct measured *row = &record->measured[i];
        field_init(&measured_schema, row);
        random_load(rng, &row->load);
        row->fit = 1;
        assert_true(measure(model, record, effect, how->row_sd * num_normal(rng), row));
    }
}

struct cluster **synthetic_records(struct fixture *f, const struct engine_model *model,
                                   const struct synthesis *how, struct num_rng *rng, int *n)
{
    struct publisher_effect effect;
    *n = how->publishers * how->records;
    struct cluster **records = arena_array(&f->arena, (size_t)*n, sizeof(struct cluster *));
    for (int i = 0; i < *n; i++) {
        int publisher = i / how->records;
        if (i % how->records == 0)
            draw_effect(how, rng, &effect);
        records[i] =
            random_record(f, rng, suite_text(f, "publisher%02d-%d", publisher, i % how->records));
        measure_record(f, model, how, &effect, rng, records[i]);
    }
    return records;
}

void synthetic_publishers(struct fixture *f, struct engine_model *model, int n)
{
    model->publishers = arena_array(&f->arena, (size_t)n, sizeof *model->publishers);
    model->n_publishers = n;
    for (int i = 0; i < n; i++) {
        const char **prefix = arena_array(&f->arena, 1, sizeof *prefix);
        *prefix = suite_text(f, "publisher%02d-", i);
        model->publishers[i] = (struct publisher){
            .name = suite_text(f, "publisher%02d", i), .prefixes = prefix, .n_prefixes = 1};
    }
}
