/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program costs, one JSON line a figure: {"name", "value", "unit", "n"}. A time is the
 * least of n runs, because other work on the machine only ever adds: CPU time where one thread
 * works, and both that and the time of the clock for whole processes. Arguments are the beginnings
 * of the names wanted; none: all. The program itself is $CEPHPLAN. Not a test: it fails only when
 * something cannot be run. */
#define _DEFAULT_SOURCE 1 /* wait4, which tells the memory of one child */

#include "base/num.h"
#include "base/parallel.h"
#include "cli/answer.h"
#include "load/embedded.h"
#include "load/import_file.h"
#include "load/need_file.h"
#include "load/planning_file.h"
#include "plan/narrow.h"
#include "plan/search.h"
#include "plan/standard.h"
#include "render/chart.h"
#include "support/big_output.h"
#include "support/many_hosts.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct bench {
    struct arena arena;
    struct catalogue *catalogue;
    struct loader loader;
    struct engine_model *model;
    struct draws draws;
    double *scratch;
    const char *program;
    char *const *wanted;
};

static double time_s(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const char *what, const struct err *err)
{
    (void)fprintf(stderr, "bench: %s: %s\n", what, err == NULL ? "failed" : err->text);
    exit(1);
}

static bool is_wanted(const struct bench *b, const char *name)
{
    if (b->wanted[0] == NULL)
        return true;
    for (int i = 0; b->wanted[i] != NULL; i++)
        if (strncmp(name, b->wanted[i], strlen(b->wanted[i])) == 0)
            return true;
    return false;
}

static void show(const char *name, double value, const char *unit, int n)
{
    printf("{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"n\": %d}\n", name, value, unit,
           n);
    (void)fflush(stdout);
}

/* -- inside the process -- */

static bool load(struct loader *loader, const char *path, struct cluster **cluster, struct err *err)
{
    struct filetext text;
    return load_cluster_read(loader, path, &text, err) &&
           load_cluster_text(loader, &text, cluster, err);
}

static struct cluster *cluster_of(struct bench *b, const char *name)
{
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    if (!load(&b->loader, name, &cluster, &err))
        die(name, &err);
    return cluster;
}

static void make_inputs(struct bench *b, const struct cluster *cluster, const struct workload *load,
                        struct engine_inputs *in)
{
    struct err err = ERR_INIT;
    struct engine_group *groups = arena_array(&b->arena, MAX_GROUPS, sizeof *groups);
    if (!engine_inputs_make(b->model, cluster, load, NULL, groups, in, &err))
        die(cluster->name, &err);
}

/* Deterministic answers at the medians; what the draws around them cost is in `ranges`. */
static void bench_point(struct bench *b, const char *name, const char *document,
                        struct workload load)
{
    enum { RUNS = 15, POINTS = 20000 };
    struct engine_inputs in;
    struct engine_point point = {.ops = 0};
    double least = 1e9, sum = 0;
    if (!is_wanted(b, name))
        return;
    make_inputs(b, cluster_of(b, document), &load, &in);
    for (int run = 0; run < RUNS; run++) {
        double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < POINTS; i++) {
            engine_point(b->model, &in, &b->model->params, &point);
            sum += point.ops;
        }
        least = fmin(least, time_s(CLOCK_PROCESS_CPUTIME_ID) - start);
    }
    if (!(sum > 0))
        die(name, NULL);
    show(name, POINTS / least, "1/s", RUNS * POINTS);
}

static struct workload load_of(int rw, double bs_B, int depth, double read_frac)
{
    struct workload load;
    field_init(&workload_schema, &load);
    load.rw = rw;
    load.bs_B = bs_B;
    load.read_frac = read_frac;
    if (depth > 0) {
        load.iodepth = depth;
        load.numjobs = load.clients = 1;
    }
    return load;
}

static void bench_points(struct bench *b)
{
    static const struct {
        const char *name, *document;
        int rw;
        double bs_B;
        int depth;
        double read_frac;
    } cases[] = {
        {"engine_point.hdd_read", "rbdbench", RW_RANDREAD, 4096, 320, NAN},
        {"engine_point.hdd_write", "rbdbench", RW_RANDWRITE, 4096, 320, NAN},
        {"engine_point.hdd_db_write", "hdd-12-nvme-db", RW_RANDWRITE, 4096, 256, NAN},
        {"engine_point.nvme_read", "proxmox-3node-nvme", RW_RANDREAD, 4096, 960, NAN},
        {"engine_point.nvme_write", "proxmox-3node-nvme", RW_RANDWRITE, 4096, 960, NAN},
        {"engine_point.nvme_mix", "proxmox-3node-nvme", RW_RANDRW, 4096, 960, 0.7},
        {"engine_point.nvme_depth_1", "proxmox-3node-nvme", RW_RANDWRITE, 4096, 1, NAN},
        {"engine_point.ec_write", "ec42-archive", RW_RANDWRITE, 16384, 64, NAN},
        {"engine_point.ec_saturated", "ec42-archive", RW_WRITE, 4194304, 0, NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        bench_point(b, cases[i].name, cases[i].document,
                    load_of(cases[i].rw, cases[i].bs_B, cases[i].depth, cases[i].read_frac));
}

enum { LOADS = 12 };

struct ranges {
    struct bench *b;
    struct engine_inputs in[LOADS];
};

static void range_of_load(int i, void *context)
{
    struct ranges *r = context;
    struct estimate e;
    estimate_make(r->b->model, &r->in[i], &r->b->draws, NULL,
                  r->b->scratch + (size_t)i * (size_t)r->b->draws.n, &e);
}

/* The twelve loads that the standard set has beside depth 1, with 2000 draws each: on one thread,
 * and by the clock on all processors. */
static void bench_ranges(struct bench *b)
{
    enum { RUNS = 20 };
    static const struct {
        const char *name;
        int threads;
        clockid_t clock;
    } cases[] = {{"ranges.12_loads_2000_draws", 1, CLOCK_PROCESS_CPUTIME_ID},
                 {"ranges.12_loads_2000_draws.all_processors", 0, CLOCK_MONOTONIC}};
    const struct workload *loads = NULL;
    struct ranges r = {.b = b};
    int n = 0;
    if (!is_wanted(b, cases[0].name))
        return;
    struct cluster *cluster = cluster_of(b, "proxmox-3node-nvme");
    cluster->n_workloads = 0;
    standard_loads(cluster, &b->arena, &loads, &n);
    for (int i = 0; i < LOADS; i++)
        make_inputs(b, cluster, &loads[i], &r.in[i]);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        double least = 1e9;
        for (int run = 0; run < RUNS; run++) {
            double start = time_s(cases[c].clock);
            parallel_for(LOADS, cases[c].threads, range_of_load, &r);
            least = fmin(least, time_s(cases[c].clock) - start);
        }
        show(cases[c].name, least, "s", RUNS);
    }
}

/* -- sizing -- */

#define LARGE_NEED "tests/needs/large-search.yaml"

/* Every STRIDE-th family of the large need with every number of hosts. */
enum { STRIDE = 40, PARTS = 64 };

struct sizing {
    struct bench *b;
    struct space space;
    struct goals goals;
    struct trial trials[PARTS];
    long designs[PARTS], carried[PARTS];
};

/* The medians of every load, whole and with something lost, and all that needs no draws: what the
 * search asks of a design before it draws, here of every goal, whether or not one has failed. */
static void designs_of_part(int part, void *context)
{
    struct sizing *s = context;
    struct trial *t = &s->trials[part];
    s->designs[part] = s->carried[part] = 0;
    for (int i = part * STRIDE; i < s->space.n_families; i += PARTS * STRIDE) {
        const struct space_family *f = &s->space.families[i];
        for (int hosts = f->design.hosts; hosts <= f->most_hosts; hosts++) {
            bool met = true;
            trial_set(t, f, hosts);
            for (int goal = 0; goal < s->goals.n; goal++)
                met = trial_optimist(t, goal) >= 1 && met;
            s->designs[part]++;
            s->carried[part] += met;
        }
    }
}

static bool make_sizing(struct bench *b, struct sizing *s, struct err *err)
{
    struct need *need = NULL;
    struct planning *planning = NULL;
    struct advice *advice = NULL;
    if (!load_need(&b->loader, LARGE_NEED, &need, err) ||
        !load_planning(&b->arena, "models/recovery.yaml", &planning, err) ||
        !load_advice(&b->arena, "models/advice.yaml", &advice, err))
        return false;
    struct space_question question = {need, b->model, planning, advice, b->draws};
    if (!space_make(&question, &b->arena, &s->space, err))
        return false;
    narrow_kinds(&s->space);
    goals_make(&s->space, &b->arena, &s->goals);
    for (int i = 0; i < PARTS; i++)
        trial_open(&s->space, &s->goals, &b->arena, &s->trials[i]);
    return true;
}

/* Designs a second on one thread, and by the clock on all processors. */
static void bench_designs(struct bench *b)
{
    enum { RUNS = 5 };
    static const struct {
        const char *name;
        int threads;
        clockid_t clock;
    } cases[] = {{"size.designs", 1, CLOCK_PROCESS_CPUTIME_ID},
                 {"size.designs.all_processors", 0, CLOCK_MONOTONIC}};
    struct err err = ERR_INIT;
    if (!is_wanted(b, cases[0].name))
        return;
    struct sizing *s = arena_alloc(&b->arena, sizeof *s);
    s->b = b;
    if (!make_sizing(b, s, &err))
        die(LARGE_NEED, &err);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        double least = 1e9;
        long designs = 0, carried = 0;
        for (int run = 0; run < RUNS; run++) {
            double start = time_s(cases[c].clock);
            parallel_for(PARTS, cases[c].threads, designs_of_part, s);
            least = fmin(least, time_s(cases[c].clock) - start);
        }
        for (int i = 0; i < PARTS; i++) {
            designs += s->designs[i];
            carried += s->carried[i];
        }
        if (carried == 0)
            die(cases[c].name, NULL);
        show(cases[c].name, (double)designs / least, "1/s", (int)(RUNS * designs));
    }
}

static void load_all(void)
{
    struct arena arena;
    struct loader loader;
    struct err err = ERR_INIT;
    size_t n = 0, records = 0;
    arena_init(&arena, NULL);
    struct catalogue *catalogue = catalogue_new(&arena, NULL);
    catalogue_loader(catalogue, &loader);
    const char *const *names = catalogue_names(catalogue, &n);
    const struct embedded_file *files = embedded_prefix("data/records/", &records);
    for (size_t i = 0; i < n; i++) {
        const struct device *device = NULL;
        if (!catalogue_find(catalogue, names[i], &device, &err))
            die(names[i], &err);
    }
    for (size_t i = 0; i < records; i++) {
        struct cluster *cluster = NULL;
        if (!load(&loader, files[i].path, &cluster, &err))
            die(files[i].path, &err);
    }
    arena_free(&arena);
}

static void bench_loading(struct bench *b)
{
    enum { RUNS = 5 };
    const char *name = "load.records_and_devices";
    double least = 1e9;
    if (!is_wanted(b, name))
        return;
    for (int run = 0; run < RUNS; run++) {
        double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
        load_all();
        least = fmin(least, time_s(CLOCK_PROCESS_CPUTIME_ID) - start);
    }
    show(name, least, "s", RUNS);
}

static void load_hosts(struct bench *b, const struct filetext *text)
{
    struct arena arena;
    struct loader loader;
    struct cluster *cluster = NULL;
    struct err err = ERR_INIT;
    arena_init(&arena, NULL);
    catalogue_loader(b->catalogue, &loader);
    loader.arena = &arena;
    if (!load_cluster_text(&loader, text, &cluster, &err))
        die(text->name, &err);
    arena_free(&arena);
}

static void bench_hosts(struct bench *b)
{
    enum { RUNS = 5, GROUPS = 10000 };
    struct filetext text = {.name = "load.10000_host_groups"};
    double least = 1e9;
    if (!is_wanted(b, text.name))
        return;
    text.data = many_hosts(&b->arena, GROUPS, &text.size);
    for (int run = 0; run < RUNS; run++) {
        double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
        load_hosts(b, &text);
        least = fmin(least, time_s(CLOCK_PROCESS_CPUTIME_ID) - start);
    }
    show(text.name, least, "s", RUNS);
}

/* A chart as full as any that is drawn: twelve kinds of load, four hundred points with ranges. */
static void fill_scatter(struct figure *figure)
{
    enum { SERIES = 12, POINTS = 34 };
    figure->x = figure->value =
        (struct figure_axis){"operations", DIM_OPS, FIGURE_LOG, false, false};
    for (int s = 0; s < SERIES; s++) {
        figure_add_series(figure, "a kind of load");
        for (int p = 0; p < POINTS; p++) {
            double x = 10 * pow(1.4, p), y = x * (1 + 0.1 * (s - 6));
            figure_add_point(figure, NULL, x, (struct range){y / 1.5, y, y * 1.5});
        }
    }
}

static void bench_chart(struct bench *b)
{
    enum { RUNS = 15 };
    const char *name = "chart.scatter_svg";
    double least = 1e9;
    struct err err = ERR_INIT;
    if (!is_wanted(b, name))
        return;
    for (int run = 0; run < RUNS; run++) {
        struct arena arena;
        struct figure figure;
        FILE *null = fopen("/dev/null", "w");
        arena_init(&arena, NULL);
        figure_init(&figure, &arena, FIGURE_SCATTER, "Predicted against measured");
        fill_scatter(&figure);
        double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
        if (null == NULL || !chart_write_to(&figure, null, &err))
            die(name, &err);
        least = fmin(least, time_s(CLOCK_PROCESS_CPUTIME_ID) - start);
        (void)fclose(null);
        arena_free(&arena);
    }
    show(name, least, "s", RUNS);
}

/* -- reading what tools print -- */

/* CPU time of reading a document once: into an import, or by jansson alone. */
static double read_import(const char *text, size_t size)
{
    struct arena arena;
    struct import import;
    struct err err = ERR_INIT;
    double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
    arena_init(&arena, NULL);
    import_init(&import, &arena);
    if (!import_memory(&import, "bench", text, size, &err))
        die("fio's JSON", &err);
    arena_free(&arena);
    return time_s(CLOCK_PROCESS_CPUTIME_ID) - start;
}

static double read_jansson(const char *text, size_t size)
{
    double start = time_s(CLOCK_PROCESS_CPUTIME_ID);
    json_t *root = json_loadb(text, size, 0, NULL);
    if (root == NULL)
        die("fio's JSON by jansson", NULL);
    json_decref(root);
    return time_s(CLOCK_PROCESS_CPUTIME_ID) - start;
}

/* The least of some runs, in a process of its own: what one reader leaves of the heap would be the
 * other's cost. */
static double least_of(double (*read_all)(const char *text, size_t size), const char *text,
                       size_t size, int runs)
{
    int ends[2], status = 0;
    double least = 1e9;
    if (pipe(ends) != 0)
        die("a pipe", NULL);
    pid_t child = fork();
    if (child == 0) {
        for (int run = 0; run < runs; run++)
            least = fmin(least, read_all(text, size));
        _exit(write(ends[1], &least, sizeof least) == sizeof least ? 0 : 1);
    }
    if (child < 0 || read(ends[0], &least, sizeof least) != sizeof least ||
        waitpid(child, &status, 0) < 0 || status != 0)
        die("a process that reads", NULL);
    (void)close(ends[0]);
    (void)close(ends[1]);
    return least;
}

static void bench_fio_json(struct bench *b, const char *name, int jobs, bool bins)
{
    enum { ROUNDS = 3, RUNS = 5 };
    char *text = NULL, label[80];
    size_t size = 0;
    double import_s = 1e9, jansson_s = 1e9;
    if (!is_wanted(b, name))
        return;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        die(name, NULL);
    big_fio_json(out, jobs, bins);
    if (fclose(out) != 0)
        die(name, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        jansson_s = fmin(jansson_s, least_of(read_jansson, text, size, RUNS));
        import_s = fmin(import_s, least_of(read_import, text, size, RUNS));
    }
    free(text);
    show(name, import_s / jansson_s, "1", ROUNDS * RUNS);
    (void)snprintf(label, sizeof label, "%s.speed", name);
    show(label, (double)size / import_s, "B/s", ROUNDS * RUNS);
}

/* By how much longer the same document takes than jansson alone needs for it: one run of some jobs,
 * a day's collection, and the bins of json+, which no reader wants. */
static void bench_imports(struct bench *b)
{
    bench_fio_json(b, "import.fio_json.8_jobs_by_jansson", 8, false);
    bench_fio_json(b, "import.fio_json.1000_jobs_by_jansson", 1000, false);
    bench_fio_json(b, "import.fio_json_plus.40_jobs_by_jansson", 40, true);
}

/* -- whole processes -- */

/* What one run took. */
struct cost {
    double wall_s, cpu_s, memory_B;
};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs the program once, its output thrown away. A child begins with the memory of its parent, so
 * this comes before anything large is made. */
static struct cost run_program(struct bench *b, char *const *arguments)
{
    struct rusage usage;
    int status = 0;
    double start = time_s(CLOCK_MONOTONIC);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
            _exit(127);
        (void)execv(b->program, arguments);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        die(arguments[1], NULL);
    return (struct cost){time_s(CLOCK_MONOTONIC) - start,
                         seconds(usage.ru_utime) + seconds(usage.ru_stime),
                         1024.0 * (double)usage.ru_maxrss};
}

static void bench_process(struct bench *b, const char *name, int runs, char *const *arguments)
{
    char text[80];
    struct cost least = {1e9, 1e9, 0};
    double busy = 0; /* most of them in any run: others only take some away */
    if (!is_wanted(b, name))
        return;
    for (int run = 0; run < runs; run++) {
        struct cost cost = run_program(b, arguments);
        least.wall_s = fmin(least.wall_s, cost.wall_s);
        least.cpu_s = fmin(least.cpu_s, cost.cpu_s);
        least.memory_B = fmax(least.memory_B, cost.memory_B);
        busy = fmax(busy, cost.cpu_s / cost.wall_s);
    }
    show(name, least.wall_s, "s", runs);
    (void)snprintf(text, sizeof text, "%s.cpu", name);
    show(text, least.cpu_s, "s", runs);
    (void)snprintf(text, sizeof text, "%s.rss", name);
    show(text, least.memory_B, "B", runs);
    (void)snprintf(text, sizeof text, "%s.processors", name);
    show(text, busy, "processors", runs);
}

#define ARGUMENTS(...)                                                                             \
    (char *[])                                                                                     \
    {                                                                                              \
        "cephplan", __VA_ARGS__, NULL                                                              \
    }

static void bench_processes(struct bench *b)
{
    char folder[400];
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/cephplan-bench-XXXXXX", base == NULL ? "/tmp" : base);
    if (mkdtemp(folder) == NULL)
        die("a folder for charts", NULL);
    char *svg = arena_printf(&b->arena, "%s/chart.svg", folder);
    char *png = arena_printf(&b->arena, "%s/chart.png", folder);
    char *pdf = arena_printf(&b->arena, "%s/report.pdf", folder);
    bench_process(b, "process.estimate", 30, ARGUMENTS("estimate", "rbdbench"));
    bench_process(b, "process.estimate_all_models", 30,
                  ARGUMENTS("estimate", "rbdbench", "--model", "all"));
    bench_process(b, "process.estimate_svg", 15,
                  ARGUMENTS("estimate", "rbdbench", "--model", "all", "--chart", svg));
    bench_process(b, "process.estimate_png", 10,
                  ARGUMENTS("estimate", "rbdbench", "--model", "all", "--chart", png));
    bench_process(b, "process.capacity_svg", 15,
                  ARGUMENTS("capacity", "ec42-archive", "--chart", svg, "--view", "time"));
    bench_process(b, "process.report_pdf", 10, ARGUMENTS("report", "rbdbench", "-o", pdf));
    bench_process(b, "process.report_html", 10,
                  ARGUMENTS("report", "rbdbench", "--format", "html"));
    bench_process(b, "process.report_md", 10, ARGUMENTS("report", "rbdbench", "--format", "md"));
    bench_process(b, "process.validate", 5, ARGUMENTS("validate"));
    bench_process(b, "process.validate_lopo", 2, ARGUMENTS("validate", "--lopo"));
    bench_process(b, "process.calibrate", 2, ARGUMENTS("calibrate", "--quiet"));
    bench_process(b, "process.size", 5, ARGUMENTS("size", "vms-200-nvme"));
    bench_process(b, "process.size_10M_designs", 3, ARGUMENTS("size", LARGE_NEED));
    (void)unlink(svg);
    (void)unlink(png);
    (void)unlink(pdf);
    (void)rmdir(folder);
}

/* Logs of rados bench, one ten times as long as the other: seconds, and memory, which is the same.
 */
static void bench_logs(struct bench *b)
{
    static const struct {
        const char *name;
        double bytes;
    } logs[] = {{"import.rados_bench_10_MB", 10e6}, {"import.rados_bench_100_MB", 100e6}};
    const char *base = getenv("TMPDIR");
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        char *path =
            arena_printf(&b->arena, "%s/cephplan-bench-XXXXXX", base == NULL ? "/tmp" : base);
        if (!is_wanted(b, logs[i].name))
            continue;
        int fd = mkstemp(path);
        FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
        if (out == NULL)
            die("a file for a log", NULL);
        (void)big_rados_log(out, logs[i].bytes);
        if (fclose(out) != 0)
            die("a file for a log", NULL);
        bench_process(b, logs[i].name, 5, ARGUMENTS("import", path, "--quiet"));
        (void)unlink(path);
    }
}

static void make_model(struct bench *b)
{
    enum { DRAWS = 2000 };
    struct err err = ERR_INIT;
    double *values = arena_array(&b->arena, (size_t)DRAWS * N_PARAMS, sizeof *values);
    b->catalogue = catalogue_new(&b->arena, NULL);
    catalogue_loader(b->catalogue, &b->loader);
    b->scratch = arena_array(&b->arena, (size_t)LOADS * DRAWS, sizeof *b->scratch);
    b->draws = (struct draws){values, DRAWS};
    if (!load_engine_model(&b->arena, "models/engine.yaml", &b->model, &err) ||
        !catalogue_find(b->catalogue, "class-sata-ssd-plp", &b->model->journal_class, &err) ||
        !draws_make(b->model, 1, DRAWS, values, &err))
        die("models/engine.yaml", &err);
}

int main(int argc, char **argv)
{
    struct bench b = {.program = getenv("CEPHPLAN"), .wanted = argv + (argc > 0)};
    if (b.program == NULL)
        die("CEPHPLAN is not set; make bench sets it", NULL);
    num_init();
    arena_init(&b.arena, NULL);
    bench_processes(&b);
    bench_logs(&b);
    make_model(&b);
    bench_points(&b);
    bench_ranges(&b);
    bench_designs(&b);
    bench_loading(&b);
    bench_hosts(&b);
    bench_chart(&b);
    bench_imports(&b);
    arena_free(&b.arena);
    return 0;
}
