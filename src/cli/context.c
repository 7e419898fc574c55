/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/context.h"

#include "base/utf8.h"
#include "load/embedded.h"
#include "load/need_file.h"
#include "render/chart.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The built-in document of the folders whose name is near a path that leads nowhere. */
static const char *nearest_builtin(struct context *ctx, const char *const *folders,
                                   const char *path)
{
    const char *words[1000];
    size_t n = 0;
    for (size_t i = 0; folders[i] != NULL; i++) {
        size_t count = 0;
        const struct embedded_file *files = embedded_prefix(folders[i], &count);
        for (size_t k = 0; k < count && n < 1000; k++) {
            const char *name = files[k].path + strlen(folders[i]);
            words[n++] = arena_string(ctx->arena, name, strcspn(name, "."));
        }
    }
    return err_nearest(path, words, n);
}

/* What a name stands for that is built in, but of another kind than the one asked for. */
static const char *other_kind(struct context *ctx, const char *name)
{
    static const struct {
        const char *folder, *what;
    } kinds[] = {{"models/needs/", "a built-in need, for `cephplan size`"},
                 {"models/clusters/", "a built-in cluster, for `cephplan estimate` and others"},
                 {"data/records/", "a built-in record, for `cephplan validate` and others"},
                 {"data/devices/", "a device of the catalogue, for `cephplan devices`"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (embedded_find(arena_printf(ctx->arena, "%s%s.yaml", kinds[i].folder, name)) != NULL)
            return arena_printf(ctx->arena, " ('%.60s' is %s)", name, kinds[i].what);
    return NULL;
}

/* Says which built-in document may have been meant when there is no such file. */
static bool fail_named(struct context *ctx, const char *const *folders, const char *path,
                       const struct err *inner, struct err *err)
{
    struct stat info;
    bool missing = inner->kind == ERR_IO && strcmp(path, "-") != 0 && stat(path, &info) != 0;
    const char *other = missing ? other_kind(ctx, path) : NULL;
    if (missing)
        return err_set(err, ERR_IO, "%.900s%s", inner->text,
                       other != NULL ? other : err_hint(nearest_builtin(ctx, folders, path)).text);
    if (err->kind == ERR_NONE)
        *err = *inner;
    return false;
}

bool context_need(struct context *ctx, const char *path, struct need **need, struct err *err)
{
    static const char *const folders[] = {"models/needs/", NULL};
    struct err inner = ERR_INIT;
    return load_need(&ctx->loader, path, need, &inner) ||
           fail_named(ctx, folders, path, &inner, err);
}

static struct context_document *find_document(const struct context *ctx, const char *path)
{
    for (struct context_document *d = ctx->documents; d != NULL; d = d->next)
        if (strcmp(d->path, path) == 0)
            return d;
    return NULL;
}

/* Reads a document, or finds it read: a pipe and standard input can be read but once. */
static bool read_document(struct context *ctx, const char *path, struct context_document **document,
                          struct err *err)
{
    static const char *const folders[] = {"models/clusters/", "data/records/", NULL};
    struct err inner = ERR_INIT;
    *document = find_document(ctx, path);
    if (*document != NULL)
        return true;
    struct context_document *made = arena_alloc(ctx->arena, sizeof *made);
    *made = (struct context_document){.path = path, .next = ctx->documents};
    if (!load_cluster_read(&ctx->loader, path, &made->text, &inner))
        return fail_named(ctx, folders, path, &inner, err);
    ctx->documents = *document = made;
    return true;
}

bool context_cluster(struct context *ctx, const char *path, struct cluster **cluster,
                     struct err *err)
{
    struct context_document *document = NULL;
    if (!read_document(ctx, path, &document, err) ||
        (document->cluster == NULL &&
         !load_cluster_text(&ctx->loader, &document->text, &document->cluster, err)))
        return false;
    *cluster = document->cluster;
    return true;
}

bool context_read(struct context *ctx, const char *path, const struct filetext **text,
                  struct err *err)
{
    struct context_document *document = NULL;
    if (!read_document(ctx, path, &document, err))
        return false;
    *text = &document->text;
    return true;
}

bool context_record(struct context *ctx, const char *path, struct cluster **record, struct err *err)
{
    const struct filetext *text = NULL;
    struct loader plain;
    catalogue_loader(ctx->catalogue, &plain);
    return context_read(ctx, path, &text, err) && load_cluster_text(&plain, text, record, err);
}

static bool ends_in_yaml(const char *path)
{
    size_t n = strlen(path);
    return (n > 5 && strcmp(path + n - 5, ".yaml") == 0) ||
           (n > 4 && strcmp(path + n - 4, ".yml") == 0);
}

bool context_model(struct context *ctx, struct engine_model **model, struct err *err)
{
    const char *named = ctx->options.model;
    if (named != NULL && !ends_in_yaml(named) && strcmp(named, "engine") != 0 &&
        !ctx->command->formulas)
        return err_set(err, ERR_USAGE,
                       "%s: --model is '%.60s'; allowed: engine or a model file ending in .yaml",
                       ctx->command->name, named);
    const char *path = named != NULL && ends_in_yaml(named) ? named : "models/engine.yaml";
    return load_engine_model(ctx->arena, path, model, err) &&
           catalogue_find(ctx->catalogue, "class-sata-ssd-plp", &(*model)->journal_class, err);
}

struct paths {
    const char **path;
    int n;
};

static void add_path(struct context *ctx, struct paths *paths, const char *path)
{
    const char **slot = arena_append(ctx->arena, &paths->path, &paths->n, sizeof *slot);
    *slot = path;
}

static bool add_folder(struct context *ctx, struct paths *paths, const char *folder,
                       struct err *err)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0)
        return err_set(err, ERR_IO, "%s: cannot be read: %s", folder, strerror(errno));
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (ends_in_yaml(entries[i]->d_name)) {
            add_path(ctx, paths, arena_printf(ctx->arena, "%s/%s", folder, entries[i]->d_name));
            found++;
        }
        free(entries[i]);
    }
    free(entries);
    return found > 0 ||
           err_set(err, ERR_INPUT, "%s: holds no .yaml file; allowed: a folder of records", folder);
}

static void add_builtin(struct context *ctx, struct paths *paths)
{
    size_t n = 0;
    const struct embedded_file *files = embedded_prefix("data/records/", &n);
    for (size_t i = 0; i < n; i++)
        add_path(ctx, paths, files[i].path);
}

static bool collect_paths(struct context *ctx, bool builtin, struct paths *paths, struct err *err)
{
    struct stat info;
    if (ctx->n_arguments == 0 && builtin)
        add_builtin(ctx, paths);
    for (int i = 0; i < ctx->n_arguments; i++) {
        const char *path = ctx->arguments[i];
        bool on_disk = strcmp(path, "-") != 0 && stat(path, &info) == 0;
        size_t length = strlen(path);
        while (length > 1 && path[length - 1] == '/')
            length--;
        if (on_disk && S_ISDIR(info.st_mode)) {
            if (!add_folder(ctx, paths, arena_string(ctx->arena, path, length), err))
                return false;
        } else if (!on_disk && length == 12 && strncmp(path, "data/records", 12) == 0) {
            add_builtin(ctx, paths);
        } else {
            add_path(ctx, paths, path);
        }
    }
    return true;
}

bool context_clusters(struct context *ctx, bool builtin, struct cluster ***clusters, int *n,
                      struct err *err)
{
    const struct filetext *text = NULL;
    struct paths paths = {NULL, 0};
    if (!collect_paths(ctx, builtin, &paths, err))
        return false;
    struct cluster **made = arena_array(ctx->arena, (size_t)paths.n + 1, sizeof(struct cluster *));
    for (int i = 0; i < paths.n; i++)
        if (!context_read(ctx, paths.path[i], &text, err) ||
            !load_cluster_text(&ctx->loader, text, &made[i], err))
            return false;
    *clusters = made;
    *n = paths.n;
    return true;
}

/* Columns of the terminal; where there is none what COLUMNS says, else as many as a page of text
 * has, so that a file is the same everywhere. */
static int text_width(const struct context *ctx)
{
    enum { LEAST = 40, MOST = 100000, PAGE = 120 };
    struct winsize size;
    if (ctx->options.output == NULL && isatty(STDOUT_FILENO) &&
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    char *end = NULL;
    long asked = columns == NULL ? 0 : strtol(columns, &end, 10);
    bool said = columns != NULL && end != columns && *end == '\0';
    return said && asked >= LEAST && asked <= MOST ? (int)asked : PAGE;
}

void context_table(struct context *ctx, const struct table *table)
{
    out_table(table, ctx->format, text_width(ctx), ctx->out);
}

bool context_chart(struct context *ctx, const struct figure *figure, struct err *err)
{
    if (!chart_write(figure, ctx->options.chart, err))
        return false;
    if (ctx->format == OUT_TEXT)
        fprintf(ctx->out, "\nchart: %s\n", ctx->options.chart);
    return true;
}

struct cell context_unknown(const struct context *ctx)
{
    if (ctx->format == OUT_CSV)
        return cell_range((struct range){UNKNOWN, UNKNOWN, UNKNOWN});
    return (struct cell){.kind = CELL_EMPTY};
}

void context_sign(const struct engine_model *model, const struct cluster *cluster,
                  struct figure *figure)
{
    figure->model = "cephplan " CEPHPLAN_VERSION;
    if (model != NULL)
        figure->model = arena_printf(
            figure->arena, "%s%s%s, cephplan %s", model->name == NULL ? "engine" : model->name,
            model->version == NULL ? "" : " ", model->version == NULL ? "" : model->version,
            CEPHPLAN_VERSION);
    if (cluster == NULL)
        return;
    bool told = cluster->source != NULL && cluster->source->title != NULL;
    figure->source = told ? cluster->source->title
                          : arena_printf(figure->arena, "cluster document %s", cluster->name);
}

void context_remark(const struct context *ctx, const char *format, ...)
{
    if (ctx->options.quiet == 1)
        return;
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(ctx->arena, format, args);
    va_end(args);
    fprintf(stderr, "cephplan: %s\n", utf8_clean(ctx->arena, text));
}

void context_progress(const struct context *ctx, const char *what, int done, int total)
{
    enum { WIDTH = 40 };
    if (ctx->options.quiet == 1 || total <= 0 || !isatty(STDERR_FILENO) || clock() < CLOCKS_PER_SEC)
        return;
    int filled = WIDTH * done / total;
    fprintf(stderr, "\r%s [%.*s%*s] %d/%d", what, filled,
            "########################################", WIDTH - filled, "", done, total);
    if (done >= total)
        fprintf(stderr, "\r%*s\r", WIDTH + 60, "");
    (void)fflush(stderr);
}

unsigned long context_seed(const struct context *ctx)
{
    return ctx->options.seed == FIELD_ABSENT ? 1 : (unsigned long)ctx->options.seed;
}
