/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load/planning_file.h"

#include <string.h>

/* Numbers by name: as many names as infos. */
struct numbers {
    const char *const *names;
    int n;
    struct param_info *info;
    const char *name, *version; /* of the document */
};

static int find_number(const struct numbers *numbers, const char *name)
{
    for (int i = 0; i < numbers->n; i++)
        if (strcmp(numbers->names[i], name) == 0)
            return i;
    return -1;
}

static bool check_number(const struct ynode *node, const char *name, const struct param_info *info,
                         struct err *err)
{
    bool ranged = !isnan(info->low) && !isnan(info->high);
    if (info->value > 0 &&
        (ranged ? info->low > 0 && info->low <= info->value && info->value <= info->high
                : isnan(info->low) && isnan(info->high)))
        return true;
    return yamldoc_error(node, err,
                         "'%s' is out of order; allowed: 0 < low <= value <= high, or value "
                         "alone",
                         name);
}

static bool read_numbers(struct loader *loader, const struct ynode *node, struct numbers *numbers,
                         struct err *err)
{
    if (node->kind != YNODE_MAP)
        return yamldoc_error(node, err, "parameters is no mapping; allowed: one");
    for (int i = 0; i < node->n; i++) {
        const char *key = node->keys[i]->text;
        int number = find_number(numbers, key);
        if (number < 0) {
            const char *near = err_nearest(key, numbers->names, (size_t)numbers->n);
            return yamldoc_error(node->keys[i], err, "unknown name '%.60s'%s%s%s", key,
                                 near == NULL ? "" : " (did you mean '", near == NULL ? "" : near,
                                 near == NULL ? "" : "'?)");
        }
        if (!load_map(loader, node->items[i], &param_info_schema, &numbers->info[number], err) ||
            !check_number(node->items[i], key, &numbers->info[number], err))
            return false;
    }
    for (int i = 0; i < numbers->n; i++)
        if (numbers->info[i].place.file == NULL)
            return yamldoc_error(node, err, "'%s' is missing; every name is needed",
                                 numbers->names[i]);
    return true;
}

/* A key's text; NULL when it is absent or no text. */
static const char *text_of(const struct ynode *root, const char *key)
{
    const struct ynode *node = yamldoc_get(root, key);
    return node == NULL || node->kind != YNODE_SCALAR ? NULL : node->text;
}

static bool check_keys(const struct ynode *root, struct err *err)
{
    static const char *const keys[] = {"cephplan", "name", "version", "notes", "parameters"};
    enum { N_KEYS = sizeof keys / sizeof keys[0] };
    for (int i = 0; i < root->n; i++) {
        int found = 0;
        while (found < N_KEYS && strcmp(keys[found], root->keys[i]->text) != 0)
            found++;
        if (found == N_KEYS)
            return yamldoc_error(root->keys[i], err, "unknown key '%.60s' in model",
                                 root->keys[i]->text);
    }
    return true;
}

static bool load_numbers(struct arena *arena, const char *path, struct numbers *numbers,
                         struct err *err)
{
    struct filetext text;
    struct ynode *root = NULL;
    struct loader loader;
    loader_init(&loader, arena, NULL, NULL);
    if (!filetext_read(arena, path, &text, err) || !yamldoc_parse(arena, &text, &root, err))
        return false;
    const char *format = root->kind == YNODE_MAP ? text_of(root, "cephplan") : NULL;
    const struct ynode *node = format == NULL ? NULL : yamldoc_get(root, "parameters");
    if (format == NULL || strcmp(format, "model/1") != 0)
        return yamldoc_error(root, err,
                             "is no model; allowed: a document that begins with "
                             "'cephplan: model/1'");
    if (node == NULL)
        return yamldoc_error(root, err, "model has no 'parameters'; it is needed");
    if (!check_keys(root, err) || !read_numbers(&loader, node, numbers, err))
        return false;
    numbers->name = text_of(root, "name");
    numbers->version = text_of(root, "version");
    return true;
}

bool load_planning(struct arena *arena, const char *path, struct planning **planning,
                   struct err *err)
{
    struct planning *made = arena_alloc(arena, sizeof *made);
    struct numbers numbers = {planning_names, N_PLANNING, made->info, NULL, NULL};
    if (!load_numbers(arena, path, &numbers, err))
        return false;
    made->name = numbers.name;
    made->version = numbers.version;
    *planning = made;
    return true;
}

bool load_advice(struct arena *arena, const char *path, struct advice **advice, struct err *err)
{
    struct advice *made = arena_alloc(arena, sizeof *made);
    struct numbers numbers = {advice_names, N_ADVICE, made->info, NULL, NULL};
    if (!load_numbers(arena, path, &numbers, err))
        return false;
    *advice = made;
    return true;
}
