/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/suite.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int suite_setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    num_init();
    arena_init(&f->arena, NULL);
    f->catalogue = catalogue_new(&f->arena, NULL);
    *state = f;
    return 0;
}

int suite_teardown(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    free(f);
    return 0;
}

static void fail_with(const struct err *err)
{
    char text[2048];
    err_format(err, text, sizeof text);
    fail_msg("%s", text);
}

bool suite_load(struct loader *loader, const char *path, struct cluster **cluster, struct err *err)
{
    struct filetext text;
    return load_cluster_read(loader, path, &text, err) &&
           load_cluster_text(loader, &text, cluster, err);
}

struct cluster *suite_cluster(struct fixture *f, const char *path)
{
    struct loader loader;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    catalogue_loader(f->catalogue, &loader);
    if (!suite_load(&loader, path, &cluster, &err))
        fail_with(&err);
    return cluster;
}

struct cluster *suite_cluster_text(struct fixture *f, const char *yaml)
{
    struct loader loader;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    struct filetext text = {"text", yaml, strlen(yaml)};
    catalogue_loader(f->catalogue, &loader);
    if (!load_cluster_text(&loader, &text, &cluster, &err))
        fail_with(&err);
    return cluster;
}

const struct formula_constants *suite_formulas(struct fixture *f)
{
    struct formula_model *model = NULL;
    struct err err = ERR_INIT;
    if (!load_formula_model(&f->arena, "models/formulas.yaml", &model, &err))
        fail_with(&err);
    return &model->constants;
}

bool suite_holds(const char *bytes, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(bytes + i, word, length) == 0)
            return true;
    return false;
}

void suite_close(double a, double b, double tolerance, const char *what)
{
    bool same = a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fabs(b);
    if (!same)
        fail_msg("%s is %.10g, not %.10g (within %g)", what, a, b, tolerance);
}

struct engine_model *suite_model(struct fixture *f)
{
    struct engine_model *model = NULL;
    struct err err = ERR_INIT;
    if (!load_engine_model(&f->arena, "models/engine.yaml", &model, &err) ||
        !catalogue_find(f->catalogue, "class-sata-ssd-plp", &model->journal_class, &err))
        fail_with(&err);
    return model;
}

const char *suite_swap(struct fixture *f, const char *text, const char *part, const char *by)
{
    const char *at = strstr(text, part);
    if (at == NULL)
        return text;
    return suite_text(f, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
}
