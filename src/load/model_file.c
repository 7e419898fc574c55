/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model file's maps of parameters have the engine's names as keys, so they are read here by name
 * and not by a field table; everything below a name is a field table again. */
#include "load/model_file.h"

#include "base/num.h"
#include "base/pattern.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct loader loader;
    struct engine_model *model;
    struct err *err;
};

typedef bool section_reader(struct reading *r, const struct ynode *node);

static int find_name(const char *const *names, const char *name)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static bool need_map(struct reading *r, const struct ynode *node, const char *what)
{
    return node->kind == YNODE_MAP ||
           yamldoc_error(node, r->err, "%s is no mapping; allowed: one", what);
}

bool load_param_map(struct loader *loader, const struct ynode *node, const struct name_list *names,
                    struct param_info *info, struct err *err)
{
    if (node->kind != YNODE_MAP)
        return yamldoc_error(node, err, "no mapping of names; allowed: one");
    for (int i = 0; i < node->n; i++) {
        int index = find_name(names->names, node->keys[i]->text);
        const char *near =
            index < 0 ? err_nearest(node->keys[i]->text, names->names, names->n) : NULL;
        if (index < 0)
            return yamldoc_error(node->keys[i], err, "unknown name '%.60s'%s%s%s",
                                 node->keys[i]->text, near == NULL ? "" : " (did you mean '",
                                 near == NULL ? "" : near, near == NULL ? "" : "'?)");
        if (!load_map(loader, node->items[i], &param_info_schema, &info[index], err))
            return false;
    }
    for (size_t i = 0; i < names->n; i++)
        if (info[i].place.file == NULL)
            return yamldoc_error(node, err, "'%s' is missing; every name is needed",
                                 names->names[i]);
    return true;
}

static bool read_named(struct reading *r, const struct ynode *node, const char *const *names,
                       size_t n, struct param_info *info)
{
    struct name_list list = {names, n};
    return load_param_map(&r->loader, node, &list, info, r->err);
}

static bool read_parameters(struct reading *r, const struct ynode *node)
{
    struct engine_model *m = r->model;
    if (!read_named(r, node, param_names, N_PARAMS, m->param_info))
        return false;
    for (int i = 0; i < N_PARAMS; i++) {
        const struct param_info *info = &m->param_info[i];
        if (!(info->value > 0 && info->low > 0 && info->high >= info->low))
            return err_at(r->err, info->place.file, info->place.line, info->place.col,
                          "'%s' needs 0 < low <= high and value > 0", param_names[i]);
        params_array(&m->params)[i] = isnan(info->fitted) ? info->value : info->fitted;
        params_array(&m->log_sd)[i] = log(info->high / info->low) / (2 * NUM_Z90);
        if (info->fit == 1)
            m->fitted[m->n_fit++] = i;
    }
    return true;
}

static bool read_constants(struct reading *r, const struct ynode *node)
{
    struct engine_model *m = r->model;
    if (!read_named(r, node, constant_names, N_CONSTANTS, m->constant_info))
        return false;
    for (int i = 0; i < N_CONSTANTS; i++)
        ((double *)&m->constants)[i] = m->constant_info[i].value;
    return true;
}

/* Numbers separated by blanks; returns how many, -1 when one is none or there are too many. */
static int scan_numbers(const char *text, double *numbers, int max)
{
    int n = 0;
    while (*text != '\0') {
        char *end = NULL;
        double number = strtod(text, &end);
        if (end == text || !isfinite(number) || n == max)
            return -1;
        numbers[n++] = number;
        text = end + strspn(end, " ");
    }
    return n;
}

static bool read_curve(struct reading *r, const struct ynode *tables, const char *name,
                       struct curve *curve)
{
    const struct ynode *node = yamldoc_get(tables, name);
    if (node == NULL)
        return yamldoc_error(tables, r->err, "table '%s' is missing", name);
    if (!load_map(&r->loader, node, &curve_schema, curve, r->err))
        return false;
    curve->n = curve->x_text == NULL ? -1 : scan_numbers(curve->x_text, curve->x, 16);
    int n = curve->y_text == NULL ? -1 : scan_numbers(curve->y_text, curve->y, 16);
    bool ascending = curve->n > 0;
    for (int i = 1; i < curve->n; i++)
        ascending = ascending && curve->x[i] > curve->x[i - 1];
    if (curve->n < 1 || n != curve->n || !ascending)
        return yamldoc_error(node, r->err, "table '%s' needs as many y as ascending x, at most 16",
                             name);
    return true;
}

static bool read_tables(struct reading *r, const struct ynode *node)
{
    return need_map(r, node, "tables") && read_curve(r, node, "kpg", &r->model->kpg) &&
           read_curve(r, node, "rtt", &r->model->rtt);
}

/* A list of structs of one schema. */
static bool read_list(struct reading *r, const struct ynode *node, const struct schema *schema,
                      void **items, int *n)
{
    if (node->kind != YNODE_SEQ)
        return yamldoc_error(node, r->err, "no list of %s; allowed: one", schema->name);
    char *made = arena_array(r->loader.arena, (size_t)node->n + 1, schema->size);
    for (int i = 0; i < node->n; i++)
        if (!load_map(&r->loader, node->items[i], schema, made + (size_t)i * schema->size, r->err))
            return false;
    *items = made;
    *n = node->n;
    return true;
}

static bool read_speeds(struct reading *r, const struct ynode *node)
{
    void *items = NULL;
    if (!read_list(r, node, &cpu_speed_schema, &items, &r->model->n_speeds))
        return false;
    r->model->speeds = items;
    for (int i = 0; i < r->model->n_speeds; i++) {
        struct err why = ERR_INIT;
        if (!pattern_check(r->model->speeds[i].pattern, &why))
            return yamldoc_error(yamldoc_get(node->items[i], "pattern"), r->err, "%s", why.text);
    }
    return true;
}

static bool read_widths(struct reading *r, const struct ynode *node)
{
    void *items = NULL;
    if (!read_list(r, node, &guess_width_schema, &items, &r->model->n_widths))
        return false;
    r->model->widths = items;
    return true;
}

static bool read_publishers(struct reading *r, const struct ynode *node)
{
    void *items = NULL;
    if (!read_list(r, node, &publisher_schema, &items, &r->model->n_publishers))
        return false;
    r->model->publishers = items;
    return true;
}

static bool read_classes(struct reading *r, const struct ynode *node)
{
    void *items = NULL;
    int n = 0;
    if (!read_list(r, node, &class_error_schema, &items, &n))
        return false;
    const struct class_error *rows = items;
    for (int i = 0; i < n; i++)
        if (rows[i].class != FIELD_ABSENT)
            r->model->classes[rows[i].class] = rows[i];
    for (int i = 0; i < N_LOAD_CLASSES; i++)
        if (r->model->classes[i].place.file == NULL)
            return yamldoc_error(node, r->err, "class '%s' is missing", load_class_names[i]);
    return true;
}

static bool read_covariance(struct reading *r, const struct ynode *node)
{
    struct engine_model *m = r->model;
    size_t p = (size_t)m->n_fit;
    if (node->kind != YNODE_SEQ || node->n != m->n_fit)
        return yamldoc_error(node, r->err, "covariance needs %d rows, one a fitted parameter",
                             m->n_fit);
    m->covariance = arena_array(r->loader.arena, p * p + 1, sizeof(double));
    for (int i = 0; i < node->n; i++) {
        const struct ynode *row = node->items[i];
        if (row->kind != YNODE_SCALAR ||
            scan_numbers(row->text, m->covariance + (size_t)i * p, m->n_fit) != m->n_fit)
            return yamldoc_error(row, r->err, "a row of covariance needs %d numbers", m->n_fit);
    }
    return true;
}

static bool read_text(struct reading *r, const struct ynode *node, const char **text)
{
    if (node->kind != YNODE_SCALAR)
        return yamldoc_error(node, r->err, "is no text; allowed: text");
    *text = node->text;
    return true;
}

static bool read_name(struct reading *r, const struct ynode *node)
{
    return read_text(r, node, &r->model->name);
}

static bool read_version(struct reading *r, const struct ynode *node)
{
    return read_text(r, node, &r->model->version);
}

static bool read_notes(struct reading *r, const struct ynode *node)
{
    return read_text(r, node, &r->model->notes);
}

static bool read_net_width(struct reading *r, const struct ynode *node)
{
    const char *text = NULL;
    return read_text(r, node, &text) &&
           (units_parse(DIM_NUMBER, text, &r->model->net_width, r->err) ||
            (err_locate(r->err, node->file, node->line, node->col), false));
}

static bool read_format(struct reading *r, const struct ynode *node)
{
    const char *text = "";
    if (!read_text(r, node, &text))
        return false;
    return strcmp(text, "model/1") == 0 ||
           yamldoc_error(node, r->err, "cephplan is '%.60s'; allowed here: model/1", text);
}

struct section {
    const char *key;
    section_reader *read;
    bool required;
};

/* In the order they are read: the covariance needs to know which parameters are fitted. */
static const struct section sections[] = {
    {"cephplan", read_format, true},        {"name", read_name, true},
    {"version", read_version, false},       {"notes", read_notes, false},
    {"parameters", read_parameters, true},  {"constants", read_constants, true},
    {"tables", read_tables, true},          {"cpu_speeds", read_speeds, true},
    {"classes", read_classes, true},        {"net_width", read_net_width, true},
    {"widths", read_widths, true},          {"publishers", read_publishers, true},
    {"covariance", read_covariance, false},
};
enum { N_SECTIONS = sizeof sections / sizeof sections[0] };

static bool check_keys(struct reading *r, const struct ynode *root)
{
    const char *keys[N_SECTIONS + 1] = {NULL};
    for (size_t i = 0; i < N_SECTIONS; i++)
        keys[i] = sections[i].key;
    for (int i = 0; i < root->n; i++) {
        const char *key = root->keys[i]->text;
        if (find_name(keys, key) < 0)
            return yamldoc_error(root->keys[i], r->err,
                                 "unknown key '%.60s' in model; allowed: the sections of "
                                 "models/engine.yaml%s",
                                 key, err_hint(err_nearest(key, keys, N_SECTIONS)).text);
    }
    return true;
}

bool load_no_device(void *catalogue, const char *name, const struct device **device,
                    struct err *err)
{
    (void)catalogue;
    (void)device;
    return err_set(err, ERR_INPUT, "device '%.60s' in a model file", name);
}

bool load_engine_model(struct arena *arena, const char *path, struct engine_model **model,
                       struct err *err)
{
    struct filetext text;
    struct ynode *root = NULL;
    struct reading r = {.err = err, .model = arena_alloc(arena, sizeof *r.model)};
    loader_init(&r.loader, arena, load_no_device, NULL);
    if (!filetext_read(arena, path, &text, err) || !yamldoc_parse(arena, &text, &root, err) ||
        !need_map(&r, root, "the model") || !check_keys(&r, root))
        return false;
    for (size_t i = 0; i < N_SECTIONS; i++) {
        const struct ynode *node = yamldoc_get(root, sections[i].key);
        if (node == NULL && sections[i].required)
            return yamldoc_error(root, err, "model has no '%s'; it is needed", sections[i].key);
        if (node != NULL && !sections[i].read(&r, node))
            return false;
    }
    *model = r.model;
    return true;
}
