/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as a cluster document that loads again as the same cluster. */
#include "cli/size_view.h"

#include "base/memstream.h"
#include "load/yamlout.h"

#include <string.h>

/* The entry of the built-in catalogue that a device stems from; NULL: none. What stands between
 * them is in the user's own files, which whoever reads the document may not have. */
static const struct device *built_in_of(const struct device *device)
{
    for (const struct device *d = device->base; d != NULL; d = d->base)
        if (d->place.file != NULL && strncmp(d->place.file, "data/devices/", 13) == 0)
            return d;
    return NULL;
}

static bool is_of_base(const struct field *field, const struct device *device,
                       const struct device *base)
{
    static const char *const alone[] = {"name", "like", "cephplan", "notes"};
    char own[1000], its[1000] = "";
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (strcmp(field->key, alone[i]) == 0)
            return true;
    field_format(field, device, own, sizeof own);
    if (base != NULL)
        field_format(field, base, its, sizeof its);
    return own[0] == '\0' || strcmp(own, its) == 0;
}

/* Rows of every level below the base, the device's own first. */
static void collect_rows(const struct device *device, const struct device *base,
                         struct arena *arena, struct device *out)
{
    size_t n = 0, n_spec = 0;
    for (const struct device *d = device; d != base; d = d->base) {
        n += (size_t)d->n_measurements;
        n_spec += (size_t)d->n_spec;
    }
    out->measurements = n == 0 ? NULL : arena_array(arena, n, sizeof *out->measurements);
    out->spec = n_spec == 0 ? NULL : arena_array(arena, n_spec, sizeof *out->spec);
    for (const struct device *d = device; d != base; d = d->base) {
        for (int i = 0; i < d->n_measurements; i++)
            out->measurements[out->n_measurements++] = d->measurements[i];
        for (int i = 0; i < d->n_spec; i++)
            out->spec[out->n_spec++] = d->spec[i];
    }
}

/* What a device states beside the built-in entry that it stems from: scalars that differ, rows of
 * its own. */
static struct device *stated_of(const struct device *device, struct arena *arena)
{
    struct device *out = arena_alloc(arena, sizeof *out);
    const struct device *base = built_in_of(device);
    bool bare = base != NULL;
    field_init(&device_schema, out);
    for (size_t i = 0; i < device_schema.n_fields; i++) {
        const struct field *field = &device_schema.fields[i];
        char own[1000];
        struct err ignored = ERR_INIT;
        if (is_of_base(field, device, base))
            continue;
        field_format(field, device, own, sizeof own);
        const char *text = arena_copy(arena, own);
        bare = !field_parse(field, text, out, &ignored) && bare;
    }
    if (base == NULL || device->power != base->power)
        out->power = device->power;
    collect_rows(device, base, arena, out);
    bare = bare && out->power == NULL && out->n_measurements == 0 && out->n_spec == 0;
    *(bare || base == NULL ? &out->name : &out->like) = base == NULL ? device->name : base->name;
    return out;
}

const char *size_document(const struct size_view *view, const struct size_card *card,
                          struct arena *arena)
{
    struct cluster cluster = *card->cluster;
    struct host_group host = *cluster.hosts;
    struct osd_group osds = *host.osds;
    struct side_device db;
    struct memstream *stream = memstream_open(arena);
    FILE *out = stream->file;
    osds.device = stated_of(osds.device, arena);
    if (osds.db != NULL) {
        db = *osds.db;
        db.device = stated_of(db.device, arena);
        osds.db = &db;
    }
    host.osds = &osds;
    cluster.hosts = &host;
    yamlout_comment(out, "Made by cephplan size for the need ", view->need->name);
    if (view->answer->space->priced)
        fprintf(out, "# %s: %.0f %s; a host's price and power hold those of its network\n",
                card->label, card->cost, view->answer->space->currency);
    yamlout_document(&cluster_schema, &cluster, out);
    return memstream_end(stream, arena, NULL);
}
