/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: what is told of an assumption is what `estimate` tells of it. */
#include "cli/report_basis.h"

#include "base/num.h"
#include "model/document.h"

#include <math.h>
#include <string.h>

/* -- assumptions --------------------------------------------------------------------------------
 */

/* The assumption of that input which widens a range most. */
static const struct assumption *widest(const struct report_side *side, int key)
{
    const struct assumption *found = NULL;
    for (int i = 0; i < side->answers.n; i++) {
        const struct engine_inputs *in = side->answers.answers[i].in;
        for (int k = 0; k < in->n_assumed; k++)
            if ((int)in->assumed[k].key == key &&
                (found == NULL || in->assumed[k].log_sd > found->log_sd))
                found = &in->assumed[k];
    }
    return found;
}

static void assumption_row(struct report *report, const struct report_side *side,
                           const struct assumption *a, struct table *table)
{
    struct cell *c = table_row(table);
    int column = 0;
    if (report->n > 1)
        c[column++] = cell_text(side->cluster->name);
    c[column++] = cell_text(input_key_names[a->key]);
    c[column++] = cell_text(a->text != NULL ? a->text : report_value(report, a->dim, a->value));
    c[column++] = cell_text(a->from);
    if (a->log_sd > 0)
        c[column] = cell_number(exp(NUM_Z90 * a->log_sd));
}

static void assumptions_table(struct report *report)
{
    static const struct column columns[] = {{"cluster", DIM_NUMBER},
                                            {"input", DIM_NUMBER},
                                            {"taken", DIM_NUMBER},
                                            {"from", DIM_NUMBER},
                                            {"widens the range x/\xc3\xb7", DIM_RATIO}};
    int skip = report->n > 1 ? 0 : 1;
    struct table table;
    table_init(&table, report->ctx->arena, columns + skip, 5 - skip);
    table.title = "Not stated, so assumed";
    for (int s = 0; s < report->n; s++)
        for (int key = 0; key < N_INPUT_KEYS; key++) {
            const struct assumption *a = widest(&report->sides[s], key);
            if (a != NULL)
                assumption_row(report, &report->sides[s], a, &table);
        }
    if (table.n_rows == 0)
        table_note(&table, "nothing: the documents state all that the engine asks for");
    else
        table_note(&table, "Stating an input takes its part of the width away.");
    document_put_table(&report->document, &table);
}

/* -- where figures come from --------------------------------------------------------------------
 */

/* Each device once, with its sources. */
struct devices {
    const struct device *list[64];
    int n;
};

static void add_device(struct devices *devices, const struct device *device)
{
    if (device == NULL)
        return;
    for (int i = 0; i < devices->n; i++)
        if (devices->list[i] == device ||
            strcmp(device_title(devices->list[i]), device_title(device)) == 0)
            return;
    if (devices->n < (int)(sizeof devices->list / sizeof devices->list[0]))
        devices->list[devices->n++] = device;
}

static void collect_devices(const struct cluster *cluster, struct devices *devices)
{
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int k = 0; k < cluster->hosts[i].n_osds; k++) {
            const struct osd_group *osds = &cluster->hosts[i].osds[k];
            add_device(devices, osds->device);
            add_device(devices, osds->db == NULL ? NULL : osds->db->device);
            add_device(devices, osds->wal == NULL ? NULL : osds->wal->device);
            add_device(devices, osds->journal == NULL ? NULL : osds->journal->device);
        }
    if (cluster->cache_tier != NULL)
        add_device(devices, cluster->cache_tier->device);
}

/* How many rows a device has of its own, down the chain of what it is like. */
static int rows_of(const struct device *device)
{
    int n = 0;
    for (; device != NULL; device = device->base)
        n += device->n_measurements + device->n_spec;
    return n;
}

/* The first address that stands with the device or its rows. */
static const char *address_of(const struct device *device)
{
    for (; device != NULL; device = device->base) {
        if (device->source != NULL && device->source->url != NULL)
            return device->source->url;
        for (int i = 0; i < device->n_measurements; i++)
            if (device->measurements[i].url != NULL)
                return device->measurements[i].url;
        for (int i = 0; i < device->n_spec; i++)
            if (device->spec[i].url != NULL)
                return device->spec[i].url;
    }
    return NULL;
}

static void devices_table(struct report *report)
{
    static const struct column columns[] = {{"device", DIM_NUMBER},
                                            {"class", DIM_NUMBER},
                                            {"own rows", DIM_NUMBER},
                                            {"the rest from", DIM_NUMBER},
                                            {"source", DIM_NUMBER}};
    struct devices devices = {.n = 0};
    for (int s = 0; s < report->n; s++)
        collect_devices(report->sides[s].cluster, &devices);
    struct table table;
    table_init(&table, report->ctx->arena, columns, 5);
    table.title = "Where the figures of devices come from";
    for (int i = 0; i < devices.n; i++) {
        const struct device *d = devices.list[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(device_title(d));
        c[1] = cell_text(d->class == FIELD_ABSENT ? NULL : device_class_names[d->class]);
        c[2] = cell_int(rows_of(d));
        c[3] = cell_text(d->class_file == NULL ? NULL : d->class_file->name);
        c[4] = cell_text(address_of(d));
    }
    table_note(&table, "'cephplan devices NAME' shows every row of a device with its source.");
    document_put_table(&report->document, &table);
}

static void models_list(struct report *report)
{
    const struct engine_model *model = report->model;
    struct document *document = &report->document;
    document_items(document, BLOCK_FACTS);
    document_item(document, "Engine",
                  "'cephplan models engine' shows each coefficient with its range and source",
                  "%s %s: %d uncertain coefficients, %d of them fitted to published measurements",
                  model->name == NULL ? "engine" : model->name,
                  model->version == NULL ? "" : model->version, (int)N_PARAMS, model->n_fit);
    document_item(document, "Failure and recovery", "each number stands there with its source",
                  "recovery rates, failure rates and limits of models/recovery.yaml, version %s",
                  report->planning->version == NULL ? "?" : report->planning->version);
    document_item(document, "Range", NULL,
                  "%d draws of all coefficients, seed %lu, and the scatter between publishers",
                  report->draws.n, context_seed(report->ctx));
}

/* Each warning of any load once. */
static void warnings_list(struct report *report)
{
    struct warnings seen = {.n = 0};
    for (int s = 0; s < report->n; s++)
        for (int i = 0; i < report->sides[s].answers.n; i++) {
            const struct answer *a = &report->sides[s].answers.answers[i];
            for (int k = 0; k < a->warnings.n; k++)
                warn_add(&seen, report->ctx->arena, "%s", a->warnings.text[k]);
            if (a->few_publishers != NULL)
                warn_add(&seen, report->ctx->arena, "%s", a->few_publishers);
        }
    if (seen.n == 0)
        return;
    document_heading(&report->document, 2, "Read the figures with these reservations");
    document_items(&report->document, BLOCK_LIST);
    for (int i = 0; i < seen.n; i++)
        document_item(&report->document, NULL, NULL, "%s", seen.text[i]);
}

void report_assumptions(struct report *report)
{
    document_heading(&report->document, 1, "What was assumed, and where figures come from");
    assumptions_table(report);
    devices_table(report);
    models_list(report);
    warnings_list(report);
}

/* -- glossary -----------------------------------------------------------------------------------
 */

static const struct {
    const char *word, *meaning;
} words[] = {
    {"Bound", "the resource that is busy first and so limits a load"},
    {"CRUSH", "the rule by which Ceph places copies on OSDs, from the cluster's map alone"},
    {"DB, WAL, journal", "where an OSD keeps its metadata and its log; often on a faster device "
                         "that several OSDs share"},
    {"Erasure code k+m", "data in k parts with m parts more, of which any k give the data back: "
                         "less space than copies, more work"},
    {"Failure domain", "what may fail as one: no two copies lie in the same one (an OSD, a host, a "
                       "rack)"},
    {"Full, backfillfull, nearfull", "how full the fullest OSD may be before writes stop, before "
                                     "rebuilding stops, before the cluster warns"},
    {"IOPS", "operations a second"},
    {"Knee", "where throughput over latency is greatest: more requests outstanding bring more "
             "latency than throughput"},
    {"mClock profile", "how Ceph shares an OSD between clients and recovery"},
    {"OSD", "the process that serves one data device, or a part of it"},
    {"Outstanding", "requests sent and not yet answered, over all clients"},
    {"P10, P50, P90", "one cluster in ten lies below P10, half below P50, nine in ten below P90"},
    {"p99 latency", "99 of 100 operations are faster"},
    {"PG, placement group", "objects that are placed together; the unit of balancing and recovery"},
    {"Plan at most", "how much to store so that even the fullest OSD stays below nearfull and what "
                     "can be rebuilt after a failure, of a disk too, finds room"},
    {"Pool", "objects with one rule of placement and redundancy"},
    {"Raw", "the capacity of all data devices, before copies"},
    {"Safe fill", "how much may be stored such that the cluster stays below nearfull and, where a "
                  "lost host can be rebuilt, below backfillfull after it was"},
};

void report_glossary(struct report *report)
{
    document_heading(&report->document, 1, "Glossary");
    document_items(&report->document, BLOCK_FACTS);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        document_item(&report->document, words[i].word, NULL, "%s", words[i].meaning);
}

/* -- documents ----------------------------------------------------------------------------------
 */

void report_documents(struct report *report)
{
    const struct context *ctx = report->ctx;
    bool one = report->n == 1 && report->need == NULL;
    document_heading(&report->document, 1, "The document%s as read", one ? "" : "s");
    for (int i = 0; i < ctx->options.n_set; i++) {
        if (i == 0) {
            document_paragraph(&report->document, "Changed on the command line:");
            document_items(&report->document, BLOCK_LIST);
        }
        document_item(&report->document, NULL, NULL, "%s", ctx->options.set[i]);
    }
    for (int i = 0; i < report->n; i++) {
        const struct filetext *text = report->sides[i].text;
        if (!one)
            document_heading(&report->document, 2, "%s", report->sides[i].name);
        document_paragraph(&report->document, "%s", text->name);
        document_code(&report->document, text->data);
    }
    if (report->need == NULL)
        return;
    document_heading(&report->document, 2, "The need: %s", report->need->name);
    document_paragraph(&report->document, "%s", report->need_text.name);
    document_code(&report->document, report->need_text.data);
}
