/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine against computed rows of an independent implementation (tests/engine-vectors.yaml):
 * every number within the tolerance stated there. */
#include "support/suite.h"

#include "engine/point.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double tolerance = 0.005;

static double number_of(const struct ynode *node)
{
    if (strcmp(node->text, ".inf") == 0)
        return UNLIMITED;
    if (strcmp(node->text, "null") == 0)
        return UNLIMITED; /* unknown depth is saturation */
    if (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0)
        return node->text[0] == 't';
    return strtod(node->text, NULL);
}

struct named {
    const char *key;
    double value;
};

static void compare(const char *where, const struct ynode *map, const struct named *values,
                    size_t n)
{
    for (int i = 0; i < map->n; i++) {
        bool known = false;
        for (size_t j = 0; j < n; j++) {
            if (strcmp(values[j].key, map->keys[i]->text) != 0)
                continue;
            char what[200];
            snprintf(what, sizeof what, "%s %s", where, values[j].key);
            suite_close(values[j].value, number_of(map->items[i]), tolerance, what);
            known = true;
        }
        if (!known && strcmp(map->keys[i]->text, "class") != 0 &&
            map->items[i]->kind == YNODE_SCALAR)
            fail_msg("%s: key '%s' is not checked", where, map->keys[i]->text);
    }
}

static void compare_inputs(const char *where, const struct ynode *map,
                           const struct engine_inputs *in, bool acked)
{
    const struct named values[] = {
        {"balancer", in->balancer},
        {"volatile", in->groups[0].law.consumer},
        {"acked", acked},
    };
    compare(where, map, values, sizeof values / sizeof values[0]);
}

static void compare_direction(const char *where, const struct ynode *map, const struct direction *d,
                              double x)
{
    const struct named values[] = {{"T0", d->t0_s}, {"x", x}};
    struct named bounds[N_BOUNDS];
    for (int i = 0; i < N_BOUNDS; i++)
        bounds[i] = (struct named){bound_names[i], d->ops[i]};
    compare(where, map, values, 2);
    compare(where, yamldoc_get(map, "bounds"), bounds, N_BOUNDS);
}

static void override_from(struct loader *loader, struct fixture *f, const struct ynode *set)
{
    if (set == NULL)
        return;
    struct override *overrides = arena_array(&f->arena, (size_t)set->n, sizeof *overrides);
    for (int i = 0; i < set->n; i++)
        overrides[i] = (struct override){set->keys[i]->text, set->items[i]->text};
    loader->overrides = overrides;
    loader->n_overrides = set->n;
}

static struct cluster *document_of(struct fixture *f, const struct ynode *row, const char *where)
{
    struct loader loader;
    struct cluster *record = NULL;
    struct err err = ERR_INIT;
    const struct ynode *document = yamldoc_get(row, "document");
    if (document != NULL)
        return suite_cluster_text(f, document->text);
    catalogue_loader(f->catalogue, &loader);
    override_from(&loader, f, yamldoc_get(row, "set"));
    if (!suite_load(&loader, yamldoc_get(row, "record")->text, &record, &err))
        fail_msg("%s: %s", where, err.text);
    return record;
}

static void check_row(struct fixture *f, const struct engine_model *model, const struct ynode *row)
{
    struct engine_group groups[MAX_GROUPS];
    struct engine_inputs in;
    struct engine_point point;
    struct err err = ERR_INIT;
    const struct ynode *name = yamldoc_get(row, "record"), *index_node = yamldoc_get(row, "row");
    int index = index_node == NULL ? 0 : atoi(index_node->text);
    const char *title = name == NULL ? yamldoc_get(row, "case")->text : name->text;
    const char *where = suite_text(f, "%s row %d", title, index);
    const struct cluster *record = document_of(f, row, where);
    const struct measured *measured = &record->measured[index];
    if (!engine_inputs_make(model, record, &measured->load, measured, groups, &in, &err))
        fail_msg("%s: %s", where, err.text);
    engine_point(model, &in, &model->params, &point);
    double p = model->params.pnorm;
    assert_string_equal(load_class_names[in.class], yamldoc_get(row, "class")->text);
    suite_close(in.outstanding, number_of(yamldoc_get(row, "q")), tolerance, where);
    if (yamldoc_get(row, "write") != NULL)
        compare_inputs(where, yamldoc_get(row, "inputs"), &in, point.write.acked);
    if (yamldoc_get(row, "read") != NULL)
        compare_direction(where, yamldoc_get(row, "read"), &point.read,
                          engine_direction_ops(&point.read, in.outstanding, p));
    if (yamldoc_get(row, "write") != NULL)
        compare_direction(where, yamldoc_get(row, "write"), &point.write,
                          engine_direction_ops(&point.write, in.outstanding, p));
    suite_close(point.ops, number_of(yamldoc_get(row, "predicted")), tolerance, where);
    assert_string_equal(bound_names[point.bound], yamldoc_get(row, "bound")->text);
}

static void the_engine_agrees_with_the_vectors(void **state)
{
    struct fixture *f = *state;
    struct filetext text;
    struct ynode *root = NULL;
    struct engine_model *model = NULL;
    struct err err = ERR_INIT;
    if (!filetext_read(&f->arena, "tests/engine-vectors.yaml", &text, &err) ||
        !yamldoc_parse(&f->arena, &text, &root, &err))
        fail_msg("%s", err.text);
    model = suite_model(f);
    model->constants.tune_unknown = 1;
    for (int i = 0; i < N_PARAMS; i++)
        params_array(&model->params)[i] = model->param_info[i].value;
    const struct ynode *rows = yamldoc_get(root, "rows");
    assert_int_equal(rows->n, 84);
    for (int i = 0; i < rows->n; i++)
        check_row(f, model, rows->items[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SUITE_TEST(the_engine_agrees_with_the_vectors)};
    return suite_run("engine vectors", tests, sizeof tests / sizeof tests[0]);
}
