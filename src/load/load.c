/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a struct is filled from exactly the keys of its node; whatever stays is absent. */
#include "load/load.h"

#include "load/check.h"
#include "load/embedded.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Values that aliases may repeat in one document. */
enum { REPEATS_MAX = 100000 };

void loader_init(struct loader *loader, struct arena *arena, device_lookup *lookup, void *catalogue)
{
    *loader = (struct loader){
        .arena = arena, .lookup = lookup, .catalogue = catalogue, .budget = REPEATS_MAX};
}

static struct place place_of(const struct ynode *node)
{
    return (struct place){node->file, node->line, node->col};
}

static bool unknown_key(const struct ynode *key, const struct schema *schema, struct err *err)
{
    char allowed[500] = "";
    size_t used = 0;
    for (size_t i = 0; i < schema->n_fields && used < sizeof allowed - 1; i++) {
        int wrote = snprintf(allowed + used, sizeof allowed - used, "%s%s", i == 0 ? "" : ", ",
                             schema->fields[i].key);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return yamldoc_error(key, err, "unknown key '%.60s' in %s; allowed: %s%s", key->text,
                         schema->name, allowed, err_hint(field_nearest(schema, key->text)).text);
}

static bool take_from_budget(struct loader *loader, const struct ynode *node, int n,
                             struct err *err)
{
    loader->budget -= n;
    return loader->budget >= 0 ||
           yamldoc_error(node, err, "aliases repeat more than %d values; allowed: fewer",
                         REPEATS_MAX);
}

/* Gives an error from below the place of the node that led there. Returns false. */
static bool locate(const struct ynode *node, struct err *err)
{
    err_locate(err, node->file, node->line, node->col);
    return false;
}

static bool is_null(const struct ynode *node)
{
    return node->kind == YNODE_SCALAR && node->plain &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 ||
            strcmp(node->text, "null") == 0);
}

static bool wrong_kind(const struct field *field, const struct ynode *node, const char *allowed,
                       struct err *err)
{
    char found[80];
    return yamldoc_error(node, err, "%s is %s; allowed: %s", field->key,
                         yamldoc_found(node, found, sizeof found), allowed);
}

static bool load_scalar(const struct field *field, const struct ynode *node, void *object,
                        struct err *err)
{
    if (node->kind != YNODE_SCALAR)
        return wrong_kind(field, node, "a single value", err);
    return field_parse(field, node->text, object, err) || locate(node, err);
}

static bool load_texts(struct loader *loader, const struct field *field, const struct ynode *node,
                       char *object, struct err *err)
{
    int n = node->kind == YNODE_SEQ ? node->n : 1;
    if (!take_from_budget(loader, node, n, err))
        return false;
    const char **texts = arena_array(loader->arena, (size_t)n + 1, sizeof *texts);
    for (int i = 0; i < n; i++) {
        const struct ynode *item = node->kind == YNODE_SEQ ? node->items[i] : node;
        if (item->kind != YNODE_SCALAR || is_null(item))
            return wrong_kind(field, item, "text or a list of texts", err);
        texts[i] = item->text;
    }
    *(const char ***)(void *)(object + field->offset) = texts;
    *(int *)(void *)(object + field->count_offset) = n;
    return true;
}

static bool no_mapping(const struct ynode *node, const struct schema *schema, struct err *err)
{
    char found[80];
    return yamldoc_error(node, err, "%s is %s; allowed: a mapping of keys", schema->name,
                         is_null(node) ? "empty" : yamldoc_found(node, found, sizeof found));
}

static bool load_list(struct loader *loader, const struct field *field, const struct ynode *node,
                      char *object, struct err *err)
{
    if (node->kind != YNODE_SEQ)
        return wrong_kind(field, node, "a list, each entry after '- '", err);
    /* Before the array: a list of what is no mapping must not take the memory of structs. */
    for (int i = 0; i < node->n; i++)
        if (node->items[i]->kind != YNODE_MAP)
            return no_mapping(node->items[i], field->sub, err);
    char *items = arena_array(loader->arena, (size_t)node->n + 1, field->sub->size);
    for (int i = 0; i < node->n; i++)
        if (!load_map(loader, node->items[i], field->sub, items + (size_t)i * field->sub->size,
                      err))
            return false;
    *(void **)(void *)(object + field->offset) = items;
    *(int *)(void *)(object + field->count_offset) = node->n;
    return true;
}

static bool load_sub(struct loader *loader, const struct field *field, const struct ynode *node,
                     char *object, struct err *err)
{
    void *sub = arena_alloc(loader->arena, field->sub->size);
    if (!load_map(loader, node, field->sub, sub, err))
        return false;
    *(void **)(void *)(object + field->offset) = sub;
    return true;
}

/* No device of the catalogue begins with a slash: /dev/stdin is a file too. */
static bool is_file_name(const char *text)
{
    size_t n = strlen(text);
    return text[0] == '/' || (n > 5 && strcmp(text + n - 5, ".yaml") == 0) ||
           (n > 4 && strcmp(text + n - 4, ".yml") == 0);
}

/* A device file is looked for beside the document that names it. */
static const char *beside(struct arena *arena, const char *document, const char *path)
{
    const char *slash = document == NULL ? NULL : strrchr(document, '/');
    if (path[0] == '/' || slash == NULL)
        return path;
    return arena_printf(arena, "%.*s/%s", (int)(slash - document), document, path);
}

bool load_catalogue_device(struct loader *loader, const struct ynode *node, const char *name,
                           struct device **device, struct err *err)
{
    const struct device *entry = NULL;
    if (!loader->lookup(loader->catalogue, name, &entry, err))
        return locate(node, err);
    struct device *named = arena_alloc(loader->arena, sizeof *named);
    field_init(&device_schema, named);
    named->place = place_of(node);
    named->name = entry->name;
    named->like = entry->name;
    device_inherit(named, entry);
    named->class_file = entry->class_file;
    *device = named;
    return true;
}

/* Sets `device->base` and `device->class_file` (with what they inherit); `node` is where errors
 * point. */
static bool resolve_device(struct loader *loader, const struct ynode *node, struct device *device,
                           struct err *err)
{
    const struct device *base = NULL, *class_file = NULL;
    if (device->like != NULL) {
        int stated = device->class;
        if (!loader->lookup(loader->catalogue, device->like, &base, err))
            return locate(yamldoc_get(node, "like"), err);
        device_inherit(device, base);
        if (stated != FIELD_ABSENT && base->class != FIELD_ABSENT && stated != base->class)
            return yamldoc_error(yamldoc_get(node, "class"), err,
                                 "class is '%s', but '%.60s' is of class '%s'; allowed: the same",
                                 device_class_names[stated], device->like,
                                 device_class_names[base->class]);
    }
    const char *name = device_class_file(device);
    /* A class file is typical of its class already; it has no other behind it. */
    if (name != NULL && !device_is_typical(device) &&
        !loader->lookup(loader->catalogue, name, &class_file, err))
        return locate(node, err);
    device->class_file = class_file;
    return true;
}

static bool load_device_in_place(struct loader *loader, const struct ynode *node,
                                 struct device **device, struct err *err)
{
    struct device *own = arena_alloc(loader->arena, sizeof *own);
    if (!load_map(loader, node, &device_schema, own, err) ||
        !resolve_device(loader, node, own, err))
        return false;
    *device = own;
    return true;
}

/* A device file is read once, however many groups name it. */
static bool load_device_file(struct loader *loader, const struct ynode *node,
                             struct device **device, struct err *err)
{
    const char *path = beside(loader->arena, node->file, node->text);
    for (struct device_file *file = loader->files; file != NULL; file = file->next) {
        if (strcmp(file->path, path) == 0) {
            *device = file->device;
            return true;
        }
    }
    struct device_file *file = arena_alloc(loader->arena, sizeof *file);
    int budget = loader->budget;
    bool ok = load_device(loader, path, &file->device, err);
    loader->budget = budget;
    if (!ok)
        return locate(node, err);
    file->path = path;
    file->next = loader->files;
    loader->files = file;
    *device = file->device;
    return true;
}

static bool load_device_reference(struct loader *loader, const struct ynode *node,
                                  struct device **device, struct err *err)
{
    if (node->kind == YNODE_MAP)
        return load_device_in_place(loader, node, device, err);
    if (node->kind == YNODE_SEQ)
        return yamldoc_error(node, err,
                             "device is a list; allowed: a catalogue name, a path ending in "
                             ".yaml, or a mapping");
    if (is_file_name(node->text))
        return load_device_file(loader, node, device, err);
    return load_catalogue_device(loader, node, node->text, device, err);
}

static bool load_member(struct loader *loader, const struct field *field, const struct ynode *node,
                        char *object, struct err *err)
{
    if (!take_from_budget(loader, node, 1, err))
        return false;
    if (is_null(node))
        return yamldoc_error(node, err, "%s has no value; allowed: a value, or leave the key out",
                             field->key);
    switch (field->kind) {
    case FIELD_TEXTS:
        return load_texts(loader, field, node, object, err);
    case FIELD_MAP:
        return load_sub(loader, field, node, object, err);
    case FIELD_LIST:
        return load_list(loader, field, node, object, err);
    case FIELD_DEVICE:
        return load_device_reference(loader, node,
                                     (struct device **)(void *)(object + field->offset), err);
    case FIELD_TEXT:
    case FIELD_INT:
    case FIELD_QUANTITY:
    case FIELD_MONEY:
    case FIELD_BOOL:
    case FIELD_CHOICE:
        break;
    }
    return load_scalar(field, node, object, err);
}

static bool check_required(const struct ynode *node, const struct schema *schema,
                           const void *object, struct err *err)
{
    for (size_t i = 0; i < schema->n_fields; i++)
        if (schema->fields[i].required && field_is_absent(&schema->fields[i], object))
            return yamldoc_error(node, err, "%s has no '%s'; needed: %s", schema->name,
                                 schema->fields[i].key, schema->fields[i].help);
    return true;
}

bool load_map(struct loader *loader, const struct ynode *node, const struct schema *schema,
              void *object, struct err *err)
{
    if (node->kind != YNODE_MAP)
        return no_mapping(node, schema, err);
    if (!take_from_budget(loader, node, 1, err))
        return false;
    field_init(schema, object);
    *(struct place *)object = place_of(node);
    for (int i = 0; i < node->n; i++) {
        const struct field *field = field_find(schema, node->keys[i]->text);
        if (field == NULL)
            return unknown_key(node->keys[i], schema, err);
        if (!load_member(loader, field, node->items[i], object, err))
            return false;
    }
    return check_required(node, schema, object, err);
}

/* What to do with a document that may be what a tool printed as JSON. */
static const char *json_hint(const struct filetext *text)
{
    const char *p = text->data, *end = p + text->size;
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p < end && (*p == '{' || *p == '[')
               ? " (is it JSON of fio or ceph? `cephplan import FILE` makes a document of it)"
               : "";
}

#define TOOL_HINT " (is it output of fio or ceph? `cephplan import FILE` makes a document of it)"

/* Parses; what is no YAML and nowhere says `cephplan` was hardly meant to be a document. */
static bool parse_document(struct loader *loader, const struct filetext *text, struct ynode **root,
                           struct err *err)
{
    static const char key[] = "cephplan";
    if (yamldoc_parse(loader->arena, text, root, err))
        return true;
    bool tool = strstr(err->text, "is not YAML") != NULL;
    for (size_t i = 0; tool && i + sizeof key - 1 <= text->size; i++)
        tool = memcmp(text->data + i, key, sizeof key - 1) != 0;
    size_t used = strlen(err->text);
    if (tool)
        (void)snprintf(err->text + used, sizeof err->text - used, TOOL_HINT);
    return false;
}

/* What to do with a document of another kind than the one asked for. */
static const char *kind_hint(const char *found, const char *wanted)
{
    static const struct {
        const char *found, *wanted, *hint; /* wanted NULL: whatever is */
    } rows[] = {
        {"need/1", "cluster/1",
         " (a need is for `cephplan size FILE` or `report CLUSTER --need FILE`)"},
        {"device/1", "cluster/1", " (a cluster names it: `device: FILE.yaml` among its `osds`)"},
        {"device/1", "need/1", " (a need names it: `device: FILE.yaml` among its `choices`)"},
        {"cluster/1", "need/1", " (a cluster is for estimate, capacity, check, report and others)"},
        {"cluster", NULL, " (did you mean 'cluster/1'?)"},
        {"device", NULL, " (did you mean 'device/1'?)"},
        {"need", NULL, " (did you mean 'need/1'?)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].found, found) == 0 &&
            (rows[i].wanted == NULL || strcmp(rows[i].wanted, wanted) == 0))
            return rows[i].hint;
    return "";
}

/* A key `cephplan` says what the document is and in which version. */
static bool check_format(const struct filetext *text, const struct ynode *root, const char *wanted,
                         struct err *err)
{
    const char *hint = json_hint(text);
    static const char *const key[] = {"cephplan"};
    const struct ynode *format = yamldoc_get(root, key[0]);
    char found[80];
    if (root->kind != YNODE_MAP)
        return yamldoc_error(root, err,
                             "no mapping of keys; allowed: a document that begins with "
                             "'cephplan: %s'%s",
                             wanted, *hint == '\0' ? TOOL_HINT : hint);
    for (int i = 0; i < root->n && format == NULL; i++)
        if (err_nearest(root->keys[i]->text, key, 1) != NULL)
            return yamldoc_error(root->keys[i], err,
                                 "no key 'cephplan', but '%.60s'; allowed: 'cephplan: %s'%s",
                                 root->keys[i]->text, wanted, err_hint(key[0]).text);
    if (format == NULL)
        return yamldoc_error(root, err, "has no key 'cephplan'; allowed: 'cephplan: %s'%s", wanted,
                             hint);
    if (format->kind != YNODE_SCALAR || strcmp(format->text, wanted) != 0)
        return yamldoc_error(format, err, "cephplan is %s; allowed here: %s%s",
                             is_null(format) ? "empty" : yamldoc_found(format, found, sizeof found),
                             wanted,
                             format->kind == YNODE_SCALAR ? kind_hint(format->text, wanted) : "");
    return true;
}

bool load_device_text(struct loader *loader, const struct filetext *text, struct device **device,
                      struct err *err)
{
    struct ynode *root = NULL;
    if (!parse_document(loader, text, &root, err) || !check_format(text, root, "device/1", err))
        return false;
    struct device *made = arena_alloc(loader->arena, sizeof *made);
    loader->budget = root->nodes + REPEATS_MAX;
    if (!load_map(loader, root, &device_schema, made, err) || !check_device(root, made, err) ||
        !resolve_device(loader, root, made, err))
        return false;
    *device = made;
    return true;
}

bool load_device(struct loader *loader, const char *path, struct device **device, struct err *err)
{
    struct filetext text;
    return filetext_read(loader->arena, path, &text, err) &&
           load_device_text(loader, &text, device, err);
}

const char *load_find(struct arena *arena, const char *const *folders, const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0 || stat(path, &info) == 0)
        return path;
    for (; *folders != NULL; folders++) {
        const char *candidate = arena_printf(arena, "%s/%s.yaml", *folders, path);
        if (embedded_find(candidate) != NULL)
            return candidate;
    }
    return path;
}

bool load_root(struct loader *loader, const struct filetext *text, const char *format,
               struct ynode **root, struct err *err)
{
    if (!parse_document(loader, text, root, err) || !check_format(text, *root, format, err))
        return false;
    for (int i = 0; i < loader->n_overrides; i++)
        if (!yamldoc_set(loader->arena, *root, loader->overrides[i].path,
                         loader->overrides[i].value, err))
            return false;
    loader->budget = (*root)->nodes + REPEATS_MAX;
    return true;
}

bool load_blame(bool ok, struct err *err)
{
    bool set = strncmp(err->file, "--set", 5) == 0 && (err->file[5] == ' ' || err->file[5] == '\0');
    if (!ok && err->kind == ERR_INPUT && set)
        err->kind = ERR_USAGE;
    return ok;
}

const char *load_file_title(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool load_cluster_from(struct loader *loader, const struct filetext *text,
                              struct cluster **cluster, struct err *err)
{
    struct ynode *root = NULL;
    if (!load_root(loader, text, "cluster/1", &root, err))
        return false;
    struct cluster *made = arena_alloc(loader->arena, sizeof *made);
    if (!load_map(loader, root, &cluster_schema, made, err) ||
        !check_cluster(loader->arena, root, made, err))
        return false;
    if (made->name == NULL)
        made->name = load_file_title(text->name);
    *cluster = made;
    return true;
}

bool load_cluster_text(struct loader *loader, const struct filetext *text, struct cluster **cluster,
                       struct err *err)
{
    return load_blame(load_cluster_from(loader, text, cluster, err), err);
}

bool load_cluster_read(struct loader *loader, const char *path, struct filetext *text,
                       struct err *err)
{
    static const char *const folders[] = {"models/clusters", "data/records", NULL};
    return filetext_read(loader->arena, load_find(loader->arena, folders, path), text, err);
}
