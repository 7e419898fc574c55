/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: of `output.N.HOST` and `json_output.N.HOST`, which say the same, one counts.
 *
 * Layout (cbt/benchmark/radosbench.py, librbdfio.py, rbdfio.py, rawfio.py): a folder per run, named
 * by its mode, with a file per process and client; the settings are the names of the folders above
 * it (op_size-04194304/concurrent_ops-00000128/write). `json_output` of rados bench is made by
 * splitting its text at colons, or empty. */
#include "load/import_cbt.h"

#include "load/import_file.h"
#include "load/import_sum.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RESULTS_MAX = 64, PROCESSES_MAX = 4096, NAME_B = 128 };

/* A process of a run: its two files. */
struct process {
    const char *json, *text; /* paths; NULL: none */
    char name[NAME_B];       /* "0.client1" */
    const char *host;        /* in `name` */
};

/* The processes of a run for one direction. */
struct sum {
    struct import_result first;
    struct import_sum all;
    double elapsed_s;
    int files;
};

struct run {
    const char *folder; /* of the files */
    size_t length;      /* of its path */
    struct process *processes;
    int n_processes;
    struct sum sums[N_DIRS];
    int used; /* processes with a result */
};

/* -- names -- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* "output.0.client1", "json_output.0.client1", "output.client1": what is behind the first point. */
static const char *process_name(const char *path, bool *json)
{
    const char *name = base_name(path);
    *json = text_begins(name, "json_output.");
    if (*json)
        return name + strlen("json_output.");
    return text_begins(name, "output.") ? name + strlen("output.") : NULL;
}

bool import_cbt_sniff(const char *const *files, int n)
{
    bool outputs = false, settings = false; /* or both forms of an output */
    for (int i = 0; i < n; i++) {
        bool json, output = process_name(files[i], &json) != NULL;
        outputs = outputs || output;
        settings = settings || (output && json) || text_has(files[i], "/op_size-") ||
                   strcmp(base_name(files[i]), "benchmark_config.yaml") == 0;
    }
    return outputs && settings;
}

/* The number in a folder's name: "/op_size-04194304/". */
static double setting(const char *path, const char *key)
{
    const char *at = strstr(path, key);
    double number;
    return at != NULL && (at += strlen(key), text_number(&at, &number)) ? number : UNKNOWN;
}

/* "results/00000002/id-...": which repetition. */
static int iteration_of(const char *path)
{
    for (const char *p = strchr(path, '/'); p != NULL; p = strchr(p + 1, '/')) {
        int iteration;
        const char *q = p + 1;
        if (strspn(q, "0123456789") == 8 && q[8] == '/' && text_int(&q, &iteration))
            return iteration;
    }
    return FIELD_ABSENT;
}

static bool is_mode(const struct run *run, const char *mode)
{
    const char *name = run->folder + run->length;
    while (name > run->folder && name[-1] != '/')
        name--;
    size_t n = (size_t)(run->folder + run->length - name);
    return strlen(mode) == n && strncmp(name, mode, n) == 0;
}

/* -- processes -- */

static struct process *find_process(struct run *run, const char *name)
{
    for (int i = 0; i < run->n_processes; i++)
        if (strcmp(run->processes[i].name, name) == 0)
            return &run->processes[i];
    if (run->n_processes == PROCESSES_MAX)
        return NULL;
    struct process *process = &run->processes[run->n_processes++];
    *process = (struct process){.json = NULL};
    (void)snprintf(process->name, sizeof process->name, "%s", name);
    const char *host = process->name + strspn(process->name, "0123456789");
    process->host = *host == '.' && host > process->name ? host + 1 : process->name;
    return process;
}

/* Results of one file, taken out of the import again; 0: none that counts. A file that cannot be
 * read is an error, as anywhere. */
static int read_file(struct import *import, const char *path, struct import_result *results,
                     struct err *err)
{
    int first = import->n_results, totals = import->n_totals, formats = import->n_formats, n = 0;
    int messages = import->n_messages;
    struct err why = ERR_INIT;
    if (path == NULL)
        return 0;
    bool read = import_file(import, path, &why);
    if (why.kind == ERR_IO)
        (void)err_set(err, ERR_IO, "%s", why.text);
    if (read)
        for (int i = first; i < import->n_results && n < RESULTS_MAX; i++)
            if (!import->results[i].partial)
                results[n++] = import->results[i];
    import->n_results = first;
    import->n_totals = totals;
    import->n_formats = formats;
    if (n == 0)
        import->n_messages = messages;
    return n;
}

static void add_to_sum(struct sum *sum, const struct import_result *r, bool new_file)
{
    if (sum->files == 0)
        sum->first = *r;
    sum->files += new_file;
    sum->elapsed_s = fmax(sum->elapsed_s, isfinite(r->elapsed_s) ? r->elapsed_s : 0);
    import_sum_add(&sum->all, r);
}

static void add_process(struct run *run, const struct import_result *results, int n)
{
    bool seen[N_DIRS] = {false};
    for (int i = 0; i < n; i++) {
        int dir = results[i].dir == FIELD_ABSENT ? DIR_MIXED : results[i].dir;
        add_to_sum(&run->sums[dir], &results[i], !seen[dir]);
        seen[dir] = true;
    }
    run->used++;
}

static void tell_lost(struct import *import, const struct run *run, const struct process *process)
{
    import_tell(import, IMPORT_WARNING, process->text != NULL ? process->text : process->json, 0,
                "output.%s has no summary: one of %d processes is missing, the sum is too low",
                process->name, run->n_processes);
}

static bool read_processes(struct import *import, struct run *run, struct err *err)
{
    struct import_result *results = arena_array(import->arena, RESULTS_MAX, sizeof *results);
    struct err why = ERR_INIT;
    for (int i = 0; i < run->n_processes; i++) {
        const struct process *process = &run->processes[i];
        int n = read_file(import, process->json, results, &why);
        if (n == 0)
            n = read_file(import, process->text, results, &why);
        if (why.kind != ERR_NONE)
            return err_set(err, why.kind, "%s", why.text);
        if (n > 0)
            add_process(run, results, n);
        else
            tell_lost(import, run, process);
    }
    return true;
}

/* -- results -- */

static int count_hosts(const struct run *run)
{
    int hosts = 0;
    for (int i = 0; i < run->n_processes; i++) {
        bool first = true;
        for (int j = 0; j < i && first; j++)
            first = strcmp(run->processes[i].host, run->processes[j].host) != 0;
        hosts += first;
    }
    return hosts;
}

static int pattern_of(const struct run *run, const struct import_result *r)
{
    bool rados = strcmp(r->tool, "rados bench") == 0;
    if (rados && is_mode(run, "seq"))
        return RW_READ;
    if (rados && is_mode(run, "rand"))
        return RW_RANDREAD;
    return r->rw;
}

static double prefer(double stated, double folder)
{
    return isfinite(stated) ? stated : folder;
}

static void set_shape(struct import_result *r, const struct run *run, const struct sum *sum)
{
    int hosts = count_hosts(run), each = hosts > 0 ? (sum->files + hosts / 2) / hosts : 0;
    double depth = setting(run->folder, "/concurrent_ops-");
    depth = prefer(depth, setting(run->folder, "/iodepth-"));
    r->bs_B = prefer(r->bs_B, setting(run->folder, "/op_size-"));
    if (r->iodepth == FIELD_ABSENT && depth >= 1 && depth < 1e6)
        r->iodepth = (int)depth;
    r->clients = hosts;
    r->files = sum->files;
    if (strcmp(r->tool, "rados bench") == 0)
        r->numjobs = each > 0 ? each : 1;
    else
        r->volumes = each > 0 ? each : 1;
}

static void add_result(struct import *import, struct run *run, const struct sum *sum)
{
    struct import_result *r = import_add_result(import);
    struct import_total total;
    int run_number = r->run;
    *r = sum->first;
    r->place = (struct place){run->folder, 0, 0};
    r->format = "cbt";
    r->run = run_number;
    r->job = r->client = NULL;
    r->group = FIELD_ABSENT;
    r->iteration = iteration_of(run->folder);
    r->rw = pattern_of(run, r);
    import_sum_total(&sum->all, &total);
    r->iops_ops = total.iops_ops;
    r->bw_Bps = total.bw_Bps;
    r->lat_s = total.lat_s;
    r->p99_s = total.p99_s;
    r->p99_low_s = total.p99_low_s;
    r->p99_high_s = total.p99_high_s;
    r->ios = sum->all.ios;
    r->elapsed_s = sum->elapsed_s > 0 ? sum->elapsed_s : UNKNOWN;
    r->bytes_B = UNKNOWN;
    set_shape(r, run, sum);
    import_add_format(import, "cbt");
}

static bool finish_run(struct import *import, struct run *run, struct err *err)
{
    if (is_mode(run, "prefill") || text_has(run->folder, "/prefill/"))
        return true;
    if (!read_processes(import, run, err))
        return false;
    import->runs++;
    for (int d = 0; d < N_DIRS; d++)
        if (run->sums[d].files > 0)
            add_result(import, run, &run->sums[d]);
    return true;
}

/* -- folders -- */

static size_t folder_length(const char *path)
{
    return (size_t)(base_name(path) - path) - 1;
}

static bool same_folder(const char *a, const char *b)
{
    size_t n = folder_length(a);
    return n == folder_length(b) && strncmp(a, b, n) == 0;
}

/* Reads come after the writes that made their data, whatever the folders' names. */
static bool is_write_run(const struct run *run)
{
    return is_mode(run, "write") || is_mode(run, "randwrite");
}

static bool same_parent(const struct run *a, const struct run *b)
{
    const char *x = a->folder + a->length, *y = b->folder + b->length;
    while (x > a->folder && x[-1] != '/')
        x--;
    while (y > b->folder && y[-1] != '/')
        y--;
    return x - a->folder == y - b->folder &&
           strncmp(a->folder, b->folder, (size_t)(x - a->folder)) == 0;
}

static void order_runs(struct run *runs, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && same_parent(&runs[j - 1], &runs[j]) && is_write_run(&runs[j]) &&
                        !is_write_run(&runs[j - 1]);
             j--) {
            struct run moved = runs[j];
            runs[j] = runs[j - 1];
            runs[j - 1] = moved;
        }
}

static int count_runs(const char *const *files, int n)
{
    int runs = 0;
    for (int i = 0; i < n; i++)
        runs += i == 0 || !same_folder(files[i - 1], files[i]);
    return runs;
}

static void add_file(struct arena *arena, struct run *run, const char *path)
{
    bool json;
    const char *name = process_name(path, &json);
    if (name == NULL)
        return;
    if (run->processes == NULL)
        run->processes = arena_array(arena, PROCESSES_MAX, sizeof *run->processes);
    struct process *process = find_process(run, name);
    if (process != NULL && json)
        process->json = path;
    else if (process != NULL)
        process->text = path;
}

bool import_cbt(struct import *import, const char *folder, const char *const *files, int n,
                struct err *err)
{
    int before = import->n_results, n_runs = 0;
    struct run *runs = arena_array(import->arena, (size_t)count_runs(files, n) + 1, sizeof *runs);
    for (int i = 0; i < n; i++) {
        if (i == 0 || !same_folder(files[i - 1], files[i])) {
            size_t length = folder_length(files[i]);
            runs[n_runs++] = (struct run){.folder = arena_string(import->arena, files[i], length),
                                          .length = length};
        }
        add_file(import->arena, &runs[n_runs - 1], files[i]);
    }
    order_runs(runs, n_runs);
    for (int i = 0; i < n_runs; i++)
        if (runs[i].n_processes > 0 && !finish_run(import, &runs[i], err))
            return false;
    if (import->n_results == before)
        return err_at(err, folder, 0, 0, "no result in this folder of CBT");
    return true;
}
