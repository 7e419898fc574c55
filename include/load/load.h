/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents to structs by the field tables. Strict: an unknown, missing, misspelt or contradictory
 * key is an ERR_INPUT with its place, what was found, what is allowed, and the nearest spelling. */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "load/yamldoc.h"
#include "model/cluster.h"

/* Finds the catalogue entry of that name (load/catalogue). ERR_INPUT when there is none. */
typedef bool device_lookup(void *catalogue, const char *name, const struct device **device,
                           struct err *err);

/* The names of the user's own catalogue, sorted; `n` receives how many. */
typedef const char *const *device_names(void *catalogue, size_t *n);

/* `--set PATH=VALUE` of the command line, applied in order before a cluster is read. */
struct override {
    const char *path, *value;
};

/* Device files that documents named by their path, read so far. */
struct device_file {
    const char *path;
    struct device *device;
    struct device_file *next;
};

struct loader {
    struct arena *arena;
    device_lookup *lookup;
    device_names *own_names; /* NULL: there is no such catalogue */
    void *catalogue;
    const struct override *overrides;
    int n_overrides;
    int budget; /* values still allowed: aliases must not multiply memory or time */
    struct device_file *files;
};

/* Starts a loader without overrides. */
void loader_init(struct loader *loader, struct arena *arena, device_lookup *lookup,
                 void *catalogue);

/* Fills `object` (a struct of `schema`) from a mapping. Devices named in it are resolved. */
bool load_map(struct loader *loader, const struct ynode *node, const struct schema *schema,
              void *object, struct err *err);

/* The catalogue's device of that name, as what stands at `node` names it. */
bool load_catalogue_device(struct loader *loader, const struct ynode *node, const char *name,
                           struct device **device, struct err *err);

/* A device document. */
bool load_device(struct loader *loader, const char *path, struct device **device, struct err *err);

/* The same from a text. */
bool load_device_text(struct loader *loader, const struct filetext *text, struct device **device,
                      struct err *err);

/* The text of a cluster document or record: of a path, of `-`, or of the bare name of an embedded
 * example or record (`rbdbench`). */
bool load_cluster_read(struct loader *loader, const char *path, struct filetext *text,
                       struct err *err);

/* A cluster document or record out of its text: overridden, filled, checked for contradictions. */
bool load_cluster_text(struct loader *loader, const struct filetext *text, struct cluster **cluster,
                       struct err *err);

/* Hands `ok` on. What an override is to blame for is no fault of the document: ERR_USAGE then. */
bool load_blame(bool ok, struct err *err);

/* The tree of a document of that format, with the overrides applied; fill structs from it by
 * load_map. */
bool load_root(struct loader *loader, const struct filetext *text, const char *format,
               struct ynode **root, struct err *err);

/* The path, or where in the program a document of that bare name stands: `folders` are looked
 * through in order, NULL-terminated, unless there is a file of that name. */
const char *load_find(struct arena *arena, const char *const *folders, const char *path);

/* What a document without a name is called: its file. */
const char *load_file_title(const char *path);

#endif
