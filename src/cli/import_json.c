/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: a key is printed when its format can say it (then null means that it did not), or when
 * it has a value. */
#include "cli/import_json.h"

#include "render/jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "ok" or "ok-with-warning". */
static const char *outcome_of(const struct import *import)
{
    for (int i = 0; i < import->n_messages; i++)
        if (import->messages[i].level == IMPORT_WARNING)
            return "ok-with-warning";
    return "ok";
}

const char *import_format_name(const struct import *import)
{
    return import->n_formats == 0   ? "unknown"
           : import->n_formats == 1 ? import->formats[0]
                                    : "mixed-paste";
}

/* -- writing -- */

/* A figure without the noise of its unit's conversion. */
static double tidy(double number)
{
    char text[40];
    (void)snprintf(text, sizeof text, "%.12g", number);
    return strtod(text, NULL);
}

static void key_number(struct jsonout *w, const char *name, double number)
{
    jsonout_key_number(w, name, isfinite(number) ? tidy(number) : UNKNOWN);
}

static void key_int(struct jsonout *w, const char *name, int number)
{
    jsonout_key_number(w, name, number == FIELD_ABSENT ? UNKNOWN : (double)number);
}

static void key_bool(struct jsonout *w, const char *name, int value)
{
    jsonout_key(w, name);
    if (value < 0)
        jsonout_null(w);
    else
        jsonout_bool(w, value > 0);
}

static void key_texts(struct jsonout *w, const char *name, const char *const *texts, int n)
{
    jsonout_key_array(w, name);
    for (int i = 0; i < n; i++)
        jsonout_text(w, texts[i]);
    jsonout_close(w);
}

/* The same, only if there is a value. */
static void some_number(struct jsonout *w, const char *name, double number)
{
    if (isfinite(number))
        key_number(w, name, number);
}

static void some_int(struct jsonout *w, const char *name, int number)
{
    if (number != FIELD_ABSENT)
        key_int(w, name, number);
}

static void some_text(struct jsonout *w, const char *name, const char *text)
{
    if (text != NULL)
        jsonout_key_text(w, name, text);
}

static void between(struct jsonout *w, double low_s, double high_s)
{
    if (!isfinite(low_s) && !isfinite(high_s))
        return;
    jsonout_key(w, "lat_p99_ms_between");
    jsonout_array(w);
    jsonout_number(w, tidy(low_s * 1e3));
    jsonout_number(w, tidy(high_s * 1e3));
    jsonout_close(w);
}

/* -- results -- */

static void write_result_extras(struct jsonout *w, const struct import_result *r)
{
    if (r->format != NULL && strcmp(r->format, "cbt") == 0 && text_begins(r->tool, "fio"))
        jsonout_key_text(w, "fio_tool", r->tool);
    some_int(w, "clients", r->clients);
    some_int(w, "volumes_per_client", r->volumes);
    some_int(w, "files", r->files);
    between(w, r->p99_low_s, r->p99_high_s);
    some_number(w, "object_size", r->object_B);
    some_number(w, "ios", r->ios);
    some_number(w, "bytes", r->bytes_B);
    some_number(w, "secs", r->elapsed_s);
    some_number(w, "runtime_ms", r->elapsed_s * 1e3);
    some_number(w, "kib", r->bytes_B / 1024);
    some_number(w, "span", r->span_B);
    some_number(w, "fsyncs_per_s", r->fsyncs_ops);
    some_number(w, "sync_lat_ms", r->sync_lat_s * 1e3);
    some_number(w, "event_lat_avg_ms", r->event_lat_s * 1e3);
    some_int(w, "fsync", r->fsync);
    if (r->sync >= 0)
        key_bool(w, "sync", r->sync);
    if (r->direct >= 0)
        key_bool(w, "direct", r->direct);
}

static void write_result(struct jsonout *w, const struct import_result *r)
{
    jsonout_object(w);
    jsonout_key_text(w, "tool", r->tool);
    some_text(w, "job", r->job);
    some_int(w, "group", r->group);
    some_text(w, "client", r->client);
    if (r->format != NULL && strcmp(r->format, "osd-bench") == 0)
        key_int(w, "osd", r->osd);
    some_int(w, "iteration", r->iteration);
    jsonout_key_text(w, "rw", r->rw == FIELD_ABSENT ? NULL : rw_names[r->rw]);
    if (r->dir != FIELD_ABSENT)
        jsonout_key_text(w, "dir", import_dir_names[r->dir]);
    some_number(w, "rwmix_read", r->rwmix_read_pct);
    key_number(w, "bs", r->bs_B);
    key_int(w, "iodepth", r->iodepth);
    key_int(w, "numjobs", r->numjobs);
    key_number(w, "iops", r->iops_ops);
    key_number(w, "mbps", r->bw_Bps / 1e6);
    key_number(w, "lat_avg_ms", r->lat_s * 1e3);
    key_number(w, "lat_p99_ms", r->p99_s * 1e3);
    write_result_extras(w, r);
    key_number(w, "line", r->place.line);
    jsonout_close(w);
}

static void write_total(struct jsonout *w, const struct import *import,
                        const struct import_total *t)
{
    jsonout_object(w);
    if (import->runs > 1)
        some_int(w, "run", t->run);
    some_int(w, "group", t->group);
    if (t->dir != FIELD_ABSENT)
        jsonout_key_text(w, "dir", import_dir_names[t->dir]);
    key_number(w, "iops", t->iops_ops);
    key_number(w, "mbps", t->bw_Bps / 1e6);
    key_number(w, "lat_avg_ms", t->lat_s * 1e3);
    key_number(w, "lat_p99_ms", t->p99_s * 1e3);
    between(w, t->p99_low_s, t->p99_high_s);
    jsonout_close(w);
}

/* What the tool says once for all its results also stands at the top. */
static void write_common(struct jsonout *w, const struct import *import)
{
    if (import->n_results == 0)
        return;
    const struct import_result *first = &import->results[0];
    for (int i = 0; i < import->n_results; i++)
        if (import->results[i].fsyncs_ops != first->fsyncs_ops ||
            (import->results[i].event_lat_s != first->event_lat_s && isfinite(first->event_lat_s)))
            return;
    some_number(w, "fsyncs_per_s", first->fsyncs_ops);
    some_number(w, "event_lat_avg_ms", first->event_lat_s * 1e3);
}

/* -- OSDs -- */

enum {
    TREES = IMPORT_OSD_TREE | IMPORT_OSD_DF | IMPORT_OSD_DF_TREE,
    FILLS = IMPORT_OSD_DF | IMPORT_OSD_DF_TREE
};

static void write_metadata(struct jsonout *w, const struct import_osd *osd)
{
    jsonout_key_text(w, "objectstore", osd->objectstore);
    key_bool(w, "rotational", osd->rotational);
    jsonout_key_text(w, "version", osd->version);
    key_bool(w, "db_separate", osd->db_separate);
    key_bool(w, "wal_separate", osd->wal_separate);
    jsonout_key_text(w, "db_device", osd->db_device);
    key_number(w, "db_size", osd->db_size_B);
    some_text(w, "wal_device", osd->wal_device);
    some_number(w, "wal_size", osd->wal_size_B);
    key_number(w, "min_alloc_size", osd->min_alloc_B);
    key_number(w, "mem_bytes", osd->mem_B);
    jsonout_key_text(w, "device_class", osd->default_class);
    some_text(w, "cpu", osd->cpu);
}

static void write_fill(struct jsonout *w, const struct import_osd *osd)
{
    key_number(w, "used", osd->used_B);
    key_number(w, "data", osd->data_B);
    key_number(w, "omap", osd->omap_B);
    key_number(w, "meta", osd->meta_B);
    key_number(w, "avail", osd->avail_B);
    key_number(w, "use_pct", osd->use_pct);
    key_number(w, "var", osd->var);
    key_int(w, "pgs", osd->pgs);
}

static void write_osd(struct jsonout *w, const struct import_osd *osd)
{
    jsonout_object(w);
    key_int(w, "id", osd->id);
    if (osd->formats & TREES) {
        jsonout_key_text(w, "class", osd->class);
        key_number(w, "weight_tib", osd->weight_tib);
        key_number(w, "reweight", osd->reweight);
        jsonout_key_text(w, "status", osd->status);
    }
    if (osd->formats & IMPORT_OSD_TREE)
        key_number(w, "primary_affinity", osd->primary_affinity);
    if (osd->formats & (FILLS | IMPORT_OSD_METADATA))
        key_number(w, "size", osd->size_B);
    if (osd->formats & FILLS)
        write_fill(w, osd);
    if (osd->formats & IMPORT_OSD_METADATA)
        write_metadata(w, osd);
    for (int b = 0; b < N_BUCKETS; b++)
        if (osd->bucket[b] != NULL || (b == BUCKET_HOST && (osd->formats & IMPORT_OSD_METADATA)))
            jsonout_key_text(w, import_bucket_names[b], osd->bucket[b]);
    jsonout_close(w);
}

/* Sizes by host where they are known, names alone where they are not. */
static void write_hosts(struct jsonout *w, const struct import *import)
{
    bool sizes = (import->seen & FILLS) != 0;
    if (import->n_hosts == 0)
        return;
    jsonout_key(w, "hosts");
    if (sizes)
        jsonout_object(w);
    else
        jsonout_array(w);
    for (int i = 0; i < import->n_hosts; i++) {
        const struct import_host *host = &import->hosts[i];
        if (!sizes) {
            jsonout_text(w, host->name);
            continue;
        }
        if (host->osds == 0)
            continue;
        jsonout_key(w, host->name);
        jsonout_object(w);
        key_number(w, "size", host->size_B);
        key_number(w, "used", host->used_B);
        key_int(w, "osds", host->osds);
        jsonout_close(w);
    }
    jsonout_close(w);
}

static void write_weights(struct jsonout *w, const struct import *import)
{
    jsonout_key(w, "weight_tib_by_class");
    jsonout_object(w);
    for (int i = 0; i < import->n_osds; i++) {
        const char *class = import->osds[i].class == NULL ? "None" : import->osds[i].class;
        double sum = 0;
        bool first = true;
        for (int j = 0; j < import->n_osds; j++) {
            const struct import_osd *osd = &import->osds[j];
            if (strcmp(osd->class == NULL ? "None" : osd->class, class) != 0)
                continue;
            first = first && j >= i;
            sum += isfinite(osd->weight_tib) ? osd->weight_tib : 0;
        }
        if (first)
            key_number(w, class, sum);
    }
    jsonout_close(w);
}

static void write_tree_facts(struct jsonout *w, const struct import *import)
{
    int in_and_up = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const struct import_osd *osd = &import->osds[i];
        in_and_up += osd->status != NULL && strcmp(osd->status, "up") == 0 && osd->reweight > 0;
    }
    key_texts(w, "roots", import->roots, import->n_roots);
    if (import->n_empty_hosts > 0)
        key_texts(w, "empty_hosts", import->empty_hosts, import->n_empty_hosts);
    if (import->n_strays > 0) {
        jsonout_key(w, "stray_osds");
        jsonout_array(w);
        for (int i = 0; i < import->n_strays; i++) {
            jsonout_number(w, import->strays[i]);
        }
        jsonout_close(w);
    }
    write_weights(w, import);
    key_int(w, "in_and_up", in_and_up);
}

/* -- fill -- */

static void write_over(struct jsonout *w, const struct import *import)
{
    static const struct {
        const char *name;
        double percent;
    } limits[] = {{"full", 95}, {"backfillfull", 90}, {"nearfull", 85}};
    bool opened = false;
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
        bool listed = false;
        for (int i = 0; i < import->n_osds; i++) {
            if (!(import->osds[i].use_pct >= limits[l].percent))
                continue;
            if (!opened) {
                jsonout_key(w, "over");
                jsonout_object(w);
            }
            if (!listed) {
                jsonout_key(w, limits[l].name);
                jsonout_array(w);
            }
            opened = listed = true;
            jsonout_number(w, import->osds[i].id);
        }
        if (listed)
            jsonout_close(w);
    }
    if (opened)
        jsonout_close(w);
}

static void write_fills(struct jsonout *w, const struct import *import)
{
    const struct import_osd *fullest = NULL;
    for (int i = 0; i < import->n_osds; i++)
        if (import->osds[i].use_pct > (fullest == NULL ? 0 : fullest->use_pct))
            fullest = &import->osds[i];
    jsonout_key(w, "total");
    jsonout_object(w);
    key_number(w, "size", import->total.size_B);
    key_number(w, "used", import->total.used_B);
    key_number(w, "avail", import->total.avail_B);
    key_number(w, "use_pct", import->total_pct);
    jsonout_close(w);
    if (fullest != NULL) {
        jsonout_key(w, "fullest");
        jsonout_object(w);
        key_int(w, "osd", fullest->id);
        key_number(w, "use_pct", fullest->use_pct);
        jsonout_close(w);
    }
    write_over(w, import);
}

static void write_class(struct jsonout *w, const struct import_class *class)
{
    jsonout_object(w);
    key_number(w, "size", class->size_B);
    key_number(w, "avail", class->avail_B);
    some_number(w, "used", class->used_B);
    key_number(w, "raw_used", class->raw_used_B);
    jsonout_close(w);
}

/* -- pools -- */

static void write_pool(struct jsonout *w, const struct import_pool *pool)
{
    jsonout_object(w);
    jsonout_key_text(w, "pool", pool->name);
    key_int(w, "id", pool->id);
    if (pool->formats & IMPORT_DF) {
        key_int(w, "pgs", pool->pgs);
        key_number(w, "stored", pool->stored_B);
        key_number(w, "objects", pool->objects);
        key_number(w, "used", pool->used_B);
        key_number(w, "use_pct", pool->use_pct);
        key_number(w, "max_avail", pool->max_avail_B);
        key_number(w, "used_compr", pool->used_compr_B);
        key_number(w, "under_compr", pool->under_compr_B);
    }
    key_number(w, "quota_bytes", pool->quota_B);
    some_number(w, "quota_objects", pool->quota_objects);
    if (pool->formats & IMPORT_POOLS) {
        jsonout_key_text(w, "type", pool->type);
        key_int(w, "size", pool->size);
        key_int(w, "min_size", pool->min_size);
        key_int(w, "pg_num", pool->pg_num);
        key_int(w, "crush_rule", pool->crush_rule);
        jsonout_key_text(w, "autoscale", pool->autoscale);
        key_texts(w, "application", pool->applications, pool->n_applications);
    }
    some_text(w, "profile", pool->profile);
    some_text(w, "compression", pool->compression);
    some_number(w, "target_size_ratio", pool->target_ratio);
    some_number(w, "target_size_bytes", pool->target_B);
    jsonout_close(w);
}

static void write_profile_keys(struct jsonout *w, const struct import_profile *profile)
{
    int k = profile->k, m = profile->m, chunks = profile->chunks;
    some_text(w, "name", profile->name);
    key_int(w, "k", k);
    key_int(w, "m", m);
    key_number(w, "raw_per_usable", (double)chunks / k);
    key_number(w, "efficiency", (double)k / chunks);
    key_int(w, "min_failure_domains", chunks);
    key_int(w, "default_min_size", k + (m > 1 ? 1 : 0));
    jsonout_key_text(w, "plugin", profile->plugin);
    some_text(w, "technique", profile->technique);
    jsonout_key_text(w, "failure_domain", profile->failure_domain);
    jsonout_key_text(w, "device_class", profile->device_class);
    some_text(w, "root", profile->root);
    some_number(w, "stripe_unit", profile->stripe_unit_B);
}

static void write_profiles(struct jsonout *w, const struct import *import)
{
    if (import->n_profiles == 1) {
        write_profile_keys(w, &import->profiles[0]);
        return;
    }
    jsonout_key(w, "profiles");
    jsonout_array(w);
    for (int i = 0; i < import->n_profiles; i++) {
        jsonout_object(w);
        write_profile_keys(w, &import->profiles[i]);
        jsonout_close(w);
    }
    jsonout_close(w);
}

/* -- the whole -- */

static void write_messages(struct jsonout *w, const struct import *import)
{
    jsonout_key(w, "warnings");
    jsonout_array(w);
    for (int i = 0; i < import->n_messages; i++) {
        jsonout_text(w, import->messages[i].text);
    }
    jsonout_close(w);
}

static void write_results(struct jsonout *w, const struct import *import)
{
    jsonout_key(w, "results");
    jsonout_array(w);
    for (int i = 0; i < import->n_results; i++) {
        write_result(w, &import->results[i]);
    }
    jsonout_close(w);
    jsonout_key(w, "totals");
    jsonout_array(w);
    for (int i = 0; i < import->n_totals; i++) {
        write_total(w, import, &import->totals[i]);
    }
    jsonout_close(w);
    write_common(w, import);
}

static void write_cluster(struct jsonout *w, const struct import *import)
{
    jsonout_key(w, "osds");
    jsonout_array(w);
    for (int i = 0; i < import->n_osds; i++) {
        write_osd(w, &import->osds[i]);
    }
    jsonout_close(w);
    write_hosts(w, import);
    if (import->seen & IMPORT_OSD_TREE)
        write_tree_facts(w, import);
    if (import->seen & FILLS)
        write_fills(w, import);
}

static void write_space(struct jsonout *w, const struct import *import)
{
    if (import->seen & IMPORT_DF) {
        jsonout_key(w, "raw");
        write_class(w, &import->raw);
        jsonout_key(w, "by_class");
        jsonout_object(w);
        for (int i = 0; i < import->n_classes; i++) {
            jsonout_key(w, import->classes[i].name);
            write_class(w, &import->classes[i]);
        }
        jsonout_close(w);
    }
    jsonout_key(w, "pools");
    jsonout_array(w);
    for (int i = 0; i < import->n_pools; i++) {
        write_pool(w, &import->pools[i]);
    }
    jsonout_close(w);
}

void import_write_json(const struct import *import, FILE *out)
{
    struct jsonout json;
    jsonout_begin(&json, out, 1);
    jsonout_object(&json);
    jsonout_key_text(&json, "cephplan", "import/1");
    jsonout_key_text(&json, "format", import_format_name(import));
    jsonout_key_text(&json, "outcome", outcome_of(import));
    write_messages(&json, import);
    if (import->n_results > 0)
        write_results(&json, import);
    if (import->n_osds > 0)
        write_cluster(&json, import);
    if (import->n_pools > 0 || (import->seen & IMPORT_DF))
        write_space(&json, import);
    if (import->n_profiles > 0)
        write_profiles(&json, import);
    jsonout_close(&json);
    jsonout_end(&json);
}
