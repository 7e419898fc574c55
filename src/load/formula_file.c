/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of constants has the formulas' names as keys and is read by name; the few keys beside it
 * are texts. */
#include "load/formula_file.h"

#include <string.h>

#define FORMAT "formulas/1"

struct text_key {
    const char *key;
    const char **text; /* NULL: not a text */
    bool required;
};
enum { N_KEYS = 5 };

static bool check_keys(const struct ynode *root, const struct text_key keys[N_KEYS],
                       struct err *err)
{
    const char *names[N_KEYS];
    for (size_t i = 0; i < N_KEYS; i++)
        names[i] = keys[i].key;
    for (int i = 0; i < root->n; i++) {
        const char *key = root->keys[i]->text;
        bool known = false;
        for (size_t j = 0; j < N_KEYS; j++)
            known = known || strcmp(names[j], key) == 0;
        const char *near = known ? NULL : err_nearest(key, names, N_KEYS);
        if (!known)
            return yamldoc_error(root->keys[i], err, "unknown key '%.60s' in formulas%s%s%s", key,
                                 near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                                 near == NULL ? "" : "'?)");
    }
    for (size_t i = 0; i < N_KEYS; i++)
        if (keys[i].required && yamldoc_get(root, keys[i].key) == NULL)
            return yamldoc_error(root, err, "formulas have no '%s'; it is needed", keys[i].key);
    return true;
}

static bool read_texts(const struct ynode *root, const struct text_key keys[N_KEYS],
                       struct err *err)
{
    for (size_t i = 0; i < N_KEYS; i++) {
        const struct ynode *node = yamldoc_get(root, keys[i].key);
        if (node == NULL || keys[i].text == NULL)
            continue;
        if (node->kind != YNODE_SCALAR)
            return yamldoc_error(node, err, "'%s' is no text; allowed: text", keys[i].key);
        *keys[i].text = node->text;
    }
    return true;
}

static bool read_constants(struct arena *arena, const struct ynode *node,
                           struct formula_model *model, struct err *err)
{
    struct loader loader;
    struct name_list names = {formula_constant_names, N_FORMULA_CONSTANTS};
    loader_init(&loader, arena, NULL, NULL);
    if (!load_param_map(&loader, node, &names, model->info, err))
        return false;
    for (int i = 0; i < N_FORMULA_CONSTANTS; i++) {
        const struct param_info *info = &model->info[i];
        if (!(info->value > 0))
            return err_at(err, info->place.file, info->place.line, info->place.col,
                          "'%s' is not above 0; allowed: a value above 0",
                          formula_constant_names[i]);
        ((double *)&model->constants)[i] = info->value;
    }
    return true;
}

bool load_formula_model(struct arena *arena, const char *path, struct formula_model **model,
                        struct err *err)
{
    struct filetext text;
    struct ynode *root = NULL;
    struct formula_model *m = arena_alloc(arena, sizeof *m);
    const char *format = NULL;
    const struct text_key keys[N_KEYS] = {{"cephplan", &format, true},
                                          {"name", &m->name, true},
                                          {"version", &m->version, false},
                                          {"notes", &m->notes, false},
                                          {"constants", NULL, true}};
    if (!filetext_read(arena, path, &text, err) || !yamldoc_parse(arena, &text, &root, err))
        return false;
    if (root->kind != YNODE_MAP)
        return yamldoc_error(root, err,
                             "no mapping of keys; allowed: a document that begins with "
                             "'cephplan: " FORMAT "'");
    if (!check_keys(root, keys, err) || !read_texts(root, keys, err))
        return false;
    if (strcmp(format, FORMAT) != 0)
        return yamldoc_error(yamldoc_get(root, "cephplan"), err,
                             "cephplan is '%.60s'; allowed here: " FORMAT, format);
    if (!read_constants(arena, yamldoc_get(root, "constants"), m, err))
        return false;
    *model = m;
    return true;
}
