/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: an array's capacity is the power of two from 8 up that holds it, so no capacity is
 * kept. */
#include "load/import_data.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

const char *const import_dir_names[] = {"read", "write", "trim", "mixed", NULL};
const char *const import_bucket_names[] = {"host", "chassis",    "rack", "row",    "pdu",  "pod",
                                           "room", "datacenter", "zone", "region", "root", NULL};

int import_bucket_find(const char *type)
{
    for (int i = 0; i < N_BUCKETS; i++)
        if (strcmp(import_bucket_names[i], type) == 0)
            return i;
    return FIELD_ABSENT;
}

void import_init(struct import *import, struct arena *arena)
{
    *import = (struct import){.arena = arena, .device_class = FIELD_ABSENT};
    import->raw = import->total =
        (struct import_class){NULL, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
    import->total_pct = UNKNOWN;
}

struct import_result *import_add_result(struct import *import)
{
    struct import_result *r =
        arena_append(import->arena, &import->results, &import->n_results, sizeof *r);
    import->taken++;
    *r = (struct import_result){.group = FIELD_ABSENT,
                                .run = import->runs,
                                .osd = FIELD_ABSENT,
                                .iteration = FIELD_ABSENT,
                                .rw = FIELD_ABSENT,
                                .dir = FIELD_ABSENT,
                                .iodepth = FIELD_ABSENT,
                                .numjobs = FIELD_ABSENT,
                                .clients = FIELD_ABSENT,
                                .volumes = FIELD_ABSENT,
                                .files = FIELD_ABSENT,
                                .fsync = FIELD_ABSENT,
                                .sync = FIELD_ABSENT,
                                .direct = FIELD_ABSENT};
    r->rwmix_read_pct = r->bs_B = r->object_B = r->iops_ops = r->bw_Bps = UNKNOWN;
    r->lat_s = r->p99_s = r->p99_low_s = r->p99_high_s = UNKNOWN;
    r->ios = r->bytes_B = r->elapsed_s = r->span_B = UNKNOWN;
    r->fsyncs_ops = r->sync_lat_s = r->event_lat_s = UNKNOWN;
    return r;
}

struct import_total *import_add_total(struct import *import)
{
    struct import_total *total =
        arena_append(import->arena, &import->totals, &import->n_totals, sizeof *total);
    *total = (struct import_total){.run = FIELD_ABSENT, .group = FIELD_ABSENT, .dir = FIELD_ABSENT};
    total->iops_ops = total->bw_Bps = total->lat_s = UNKNOWN;
    total->p99_s = total->p99_low_s = total->p99_high_s = UNKNOWN;
    return total;
}

static struct import_host *find_host(struct import *import, const char *name)
{
    for (int i = 0; i < import->n_hosts; i++)
        if (strcmp(import->hosts[i].name, name) == 0)
            return &import->hosts[i];
    return NULL;
}

struct import_host *import_add_host(struct import *import, const char *name)
{
    struct import_host *known = find_host(import, name);
    if (known != NULL)
        return known;
    struct import_host *host =
        arena_append(import->arena, &import->hosts, &import->n_hosts, sizeof *host);
    *host = (struct import_host){arena_copy(import->arena, name), UNKNOWN, UNKNOWN, 0};
    return host;
}

struct import_rule *import_add_rule(struct import *import)
{
    struct import_rule *rule =
        arena_append(import->arena, &import->rules, &import->n_rules, sizeof *rule);
    import->taken++;
    *rule = (struct import_rule){.id = FIELD_ABSENT};
    return rule;
}

struct import_profile *import_add_profile(struct import *import)
{
    struct import_profile *profile =
        arena_append(import->arena, &import->profiles, &import->n_profiles, sizeof *profile);
    import->taken++;
    *profile = (struct import_profile){.k = FIELD_ABSENT,
                                       .m = FIELD_ABSENT,
                                       .l = FIELD_ABSENT,
                                       .c = FIELD_ABSENT,
                                       .d = FIELD_ABSENT,
                                       .chunks = FIELD_ABSENT,
                                       .stripe_unit_B = UNKNOWN};
    return profile;
}

struct import_class *import_add_class(struct import *import, const char *name)
{
    for (int i = 0; i < import->n_classes; i++)
        if (strcmp(import->classes[i].name, name) == 0)
            return &import->classes[i];
    struct import_class *class =
        arena_append(import->arena, &import->classes, &import->n_classes, sizeof *class);
    const char *copy = arena_copy(import->arena, name);
    *class = (struct import_class){copy, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
    return class;
}

/* -- what a result is -- */

bool import_engine_is_synchronous(const char *engine)
{
    static const char *const engines[] = {"sync",    "psync", "vsync",     "pvsync",
                                          "pvsync2", "mmap",  "ftruncate", NULL};
    for (int i = 0; engine != NULL && engines[i] != NULL; i++)
        if (strcmp(engines[i], engine) == 0)
            return true;
    return false;
}

/* Engines of fio that open a file or device; the others know no page cache. */
static bool opens_files(const char *engine)
{
    static const char *const engines[] = {"libaio", "io_uring", "posixaio", NULL};
    bool found = engine == NULL || import_engine_is_synchronous(engine);
    for (int i = 0; !found && engines[i] != NULL; i++)
        found = strcmp(engines[i], engine) == 0;
    return found;
}

bool import_is_buffered(const struct import_result *r)
{
    bool dd = r->format != NULL && strcmp(r->format, "dd") == 0;
    bool synced = r->sync == 1 || r->fsync > 0;
    return opens_files(r->engine) && (r->direct == 0 || (dd && r->direct != 1)) && !synced;
}

bool import_target_is_rbd(const char *target)
{
    return target != NULL && text_begins(target, "/dev/rbd");
}

bool import_is_of_cluster(const struct import_result *r)
{
    static const char *const tools[] = {"rados bench", "rbd bench", "fio-librbd",
                                        "fio-rados",   "fio-krbd",  NULL};
    for (int i = 0; r->tool != NULL && tools[i] != NULL; i++)
        if (strcmp(tools[i], r->tool) == 0)
            return true;
    return import_target_is_rbd(r->target) || (r->format != NULL && strcmp(r->format, "cbt") == 0);
}

static bool known_name(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

void import_add_root(struct import *import, const char *name)
{
    if (known_name(import->roots, import->n_roots, name))
        return;
    const char **root = arena_append(import->arena, &import->roots, &import->n_roots, sizeof *root);
    *root = arena_copy(import->arena, name);
}

void import_add_empty_host(struct import *import, const char *name)
{
    if (known_name(import->empty_hosts, import->n_empty_hosts, name))
        return;
    const char **host =
        arena_append(import->arena, &import->empty_hosts, &import->n_empty_hosts, sizeof *host);
    *host = arena_copy(import->arena, name);
}

void import_add_stray(struct import *import, int osd)
{
    for (int i = 0; i < import->n_strays; i++)
        if (import->strays[i] == osd)
            return;
    int *stray = arena_append(import->arena, &import->strays, &import->n_strays, sizeof *stray);
    *stray = osd;
}

struct import_osd *import_osd(struct import *import, int id, enum import_format format)
{
    import->seen |= format;
    import->taken++;
    for (int i = 0; i < import->n_osds; i++)
        if (import->osds[i].id == id) {
            import->osds[i].formats |= format;
            return &import->osds[i];
        }
    struct import_osd *osd =
        arena_append(import->arena, &import->osds, &import->n_osds, sizeof *osd);
    *osd = (struct import_osd){.id = id, .formats = format};
    osd->weight_tib = osd->reweight = osd->primary_affinity = UNKNOWN;
    osd->size_B = osd->used_B = osd->data_B = osd->omap_B = osd->meta_B = osd->avail_B = UNKNOWN;
    osd->use_pct = osd->var = UNKNOWN;
    osd->db_size_B = osd->wal_size_B = osd->min_alloc_B = osd->mem_B = UNKNOWN;
    osd->data_device_B = UNKNOWN;
    osd->pgs = osd->rotational = osd->db_separate = osd->wal_separate = FIELD_ABSENT;
    osd->db_rotational = osd->cpus = FIELD_ABSENT;
    return osd;
}

struct import_pool *import_pool(struct import *import, const char *name, enum import_format format)
{
    import->seen |= format;
    import->taken++;
    for (int i = 0; i < import->n_pools; i++)
        if (strcmp(import->pools[i].name, name) == 0) {
            import->pools[i].formats |= format;
            return &import->pools[i];
        }
    struct import_pool *pool =
        arena_append(import->arena, &import->pools, &import->n_pools, sizeof *pool);
    const char *copy = arena_copy(import->arena, name);
    *pool = (struct import_pool){.name = copy, .formats = format};
    pool->id = pool->pgs = pool->size = pool->min_size = pool->pg_num = FIELD_ABSENT;
    pool->crush_rule = pool->ec_optimizations = FIELD_ABSENT;
    pool->stored_B = pool->objects = pool->used_B = pool->use_pct = pool->max_avail_B = UNKNOWN;
    pool->quota_B = pool->quota_objects = pool->used_compr_B = pool->under_compr_B = UNKNOWN;
    pool->target_ratio = pool->target_B = pool->stripe_width_B = UNKNOWN;
    return pool;
}

void import_add_format(struct import *import, const char *format)
{
    if (known_name(import->formats, import->n_formats, format))
        return;
    const char **slot =
        arena_append(import->arena, &import->formats, &import->n_formats, sizeof *slot);
    *slot = format;
}

void import_tell(struct import *import, enum import_level level, const char *file, int line,
                 const char *text, ...)
{
    enum { MOST = 200 }; /* a log with a fault in every line must not fill the memory */
    if (import->n_messages >= MOST)
        return;
    va_list args;
    va_start(args, text);
    const char *told = arena_vprintf(import->arena, text, args);
    va_end(args);
    for (int i = 0; i < import->n_messages; i++)
        if (strcmp(import->messages[i].text, told) == 0) {
            if (level == IMPORT_WARNING)
                import->messages[i].level = level;
            return;
        }
    struct import_message *message =
        arena_append(import->arena, &import->messages, &import->n_messages, sizeof *message);
    *message = (struct import_message){level, {file, line, 0}, told};
}

void import_refuse(struct import *import, const char *file, int line, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    const char *reason = arena_vprintf(import->arena, text, args);
    va_end(args);
    if (import->refusal.kind == ERR_NONE)
        (void)err_at(&import->refusal, file, line, 0, "%s", reason);
    import_tell(import, IMPORT_WARNING, file, line, "%s", reason);
}

bool import_is_empty(const struct import *import)
{
    return import->n_results == 0 && import->n_osds == 0 && import->n_pools == 0 &&
           import->n_profiles == 0 && import->n_classes == 0 && import->n_rules == 0 &&
           import->raw.name == NULL;
}

const char *import_list_osds(struct arena *arena, const int *ids, int n)
{
    const char *list = "";
    for (int i = 0; i < n; i++) {
        const char *glue = i == 0 ? "" : i == n - 1 ? " and " : ", ";
        if (i == 12 && n > 13)
            return arena_printf(arena, "%s and %d more", list, n - i);
        list = arena_printf(arena, "%s%sosd.%d", list, glue, ids[i]);
    }
    return list;
}

/* -- readers -- */

void *import_state(struct import_session *session, size_t bytes)
{
    if (session->state == NULL)
        session->state = arena_alloc(session->import->arena, bytes);
    return session->state;
}

const char *import_take_command(struct import_session *session, const char *word)
{
    if (session->command_line == 0 || !text_has(session->command, word))
        return NULL;
    session->command_line = 0;
    return session->command;
}

/* Copies the value that starts at p: to the next blank, quotes taken off. */
static void copy_value(const char *p, char *value, size_t size)
{
    char quote = *p == '"' || *p == '\'' ? *p++ : '\0';
    size_t n = 0;
    while (*p != '\0' && *p != quote && (quote != '\0' || !isspace((unsigned char)*p)) &&
           n + 1 < size)
        value[n++] = *p++;
    value[n] = '\0';
}

/* The value of the one option `name` (length n), NULL when the command lacks it. */
static const char *find_option(const char *command, const char *name, size_t n)
{
    for (const char *p = command; *p != '\0'; p++) {
        bool starts = p == command || isspace((unsigned char)p[-1]);
        if (!starts || strncmp(p, name, n) != 0)
            continue;
        const char *after = p + n;
        bool is_short = name[0] == '-' && n == 2;
        if (*after == '=')
            return after + 1;
        if (name[0] == '-' && isspace((unsigned char)*after))
            return text_skip_blanks(after);
        if (is_short && isalnum((unsigned char)*after))
            return after;
    }
    return NULL;
}

bool import_option(const char *command, const char *names, char *value, size_t size)
{
    for (const char *name = names; *name != '\0';) {
        size_t n = strcspn(name, " ");
        const char *found = find_option(command, name, n);
        if (found != NULL) {
            copy_value(found, value, size);
            return value[0] != '\0';
        }
        name += n + strspn(name + n, " ");
    }
    return false;
}

bool import_size(const char *text, double *bytes)
{
    const char *p = text;
    double number;
    if (!text_number(&p, &number) || number < 0)
        return false;
    number *= text_binary_prefix(&p);
    if (*p == 'i' || *p == 'I')
        p++;
    if (*p == 'b' || *p == 'B')
        p++;
    if (isalnum((unsigned char)*p))
        return false;
    *bytes = number;
    return true;
}

const char *import_bytes(struct arena *arena, double bytes)
{
    char text[64];
    units_format_binary(bytes, text, sizeof text);
    return arena_copy(arena, text);
}

const char *import_text(struct import *import, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(import->arena, format, args);
    va_end(args);
    return text;
}
