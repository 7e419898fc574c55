/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as a cluster document that loads again as the same cluster. */
#include "cli/size_view.h"

#include "base/memstream.h"
#include "load/yamlout.h"

#include <string.h>

/* What a device states beside the catalogue entry that it is like: scalars that differ, rows of its
 * own. A device in place stays as it is. */
static struct device *stated_of(const struct device *device, struct arena *arena)
{
    struct device *out = arena_alloc(arena, sizeof *out);
    bool bare = true;
    if (device->like == NULL || device->base == NULL) {
        *out = *device;
        out->format = NULL;
        return out;
    }
    field_init(&device_schema, out);
    for (size_t i = 0; i < device_schema.n_fields; i++) {
        const struct field *field = &device_schema.fields[i];
        char own[200], base[200];
        field_format(field, device, own, sizeof own);
        field_format(field, device->base, base, sizeof base);
        struct err ignored = ERR_INIT;
        bool name = strcmp(field->key, "name") == 0 || strcmp(field->key, "like") == 0 ||
                    strcmp(field->key, "cephplan") == 0 || strcmp(field->key, "notes") == 0;
        if (name || own[0] == '\0' || strcmp(own, base) == 0)
            continue;
        const char *text = arena_printf(arena, "%s", own);
        bare = !field_parse(field, text, out, &ignored) && bare;
    }
    if (device->power != device->base->power)
        out->power = device->power;
    out->measurements = device->measurements;
    out->n_measurements = device->n_measurements;
    out->spec = device->spec;
    out->n_spec = device->n_spec;
    bare = bare && out->power == NULL && out->n_measurements == 0 && out->n_spec == 0;
    *(bare ? &out->name : &out->like) = device->like;
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
