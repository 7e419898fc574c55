/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph osd pool ls detail` (text and JSON) and the pools of `ceph osd dump -f json`:
 * ceph/src/osd/osd_types.cc (pg_pool_t). Type 1 is replicated, 3 erasure. What a profile's k and m
 * are stands elsewhere. */
#include "load/import_ec_profile.h"
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *copy(struct import_session *session, const char *text, size_t n)
{
    return arena_string(session->import->arena, text, n);
}

static int whole(double number)
{
    return number >= 0 && number < 1e9 && number == floor(number) ? (int)number : FIELD_ABSENT;
}

/* Copies and groups: none at all is no pool's. */
static int count(double number)
{
    return number > 0 ? whole(number) : FIELD_ABSENT;
}

static double positive(double number)
{
    return number > 0 ? number : UNKNOWN;
}

/* Another output may have told of it. */
static void keep_positive(double *member, double number)
{
    if (number > 0)
        *member = number;
}

static void add_application(struct import_session *session, struct import_pool *pool,
                            const char *name, size_t n)
{
    const char **grown =
        arena_array(session->import->arena, (size_t)pool->n_applications + 1, sizeof *grown);
    for (int i = 0; i < pool->n_applications; i++)
        grown[i] = pool->applications[i];
    grown[pool->n_applications++] = copy(session, name, n);
    pool->applications = grown;
}

static struct import_pool *new_pool(struct import_session *session, const char *name)
{
    struct import_pool *pool = import_pool(session->import, name, IMPORT_POOLS);
    pool->n_applications = 0;
    import_add_format(session->import, "pool-ls-detail");
    return pool;
}

/* -- text -- */

/* "pool 2 'rbd one' replicated size 3 min_size 2 ..." */
static bool is_pool_line(const char *text)
{
    return text_begins(text, "pool ") && isdigit((unsigned char)text[5]) && text_has(text, " '") &&
           text_has(text, " size ") && text_has(text, " pg_num ");
}

/* The word behind " key ", NULL when the line lacks it. */
static const char *value_of(const char *text, const char *key, size_t *n)
{
    size_t length = strlen(key);
    for (const char *p = strstr(text, key); p != NULL; p = strstr(p + 1, key)) {
        if (p[-1] != ' ' || p[length] != ' ')
            continue;
        *n = strcspn(p + length + 1, " ");
        return p + length + 1;
    }
    return NULL;
}

static double number_of(const char *text, const char *key)
{
    size_t n;
    const char *p = value_of(text, key, &n);
    double number;
    return p != NULL && text_number(&p, &number) ? number : UNKNOWN;
}

static const char *text_of(struct import_session *session, const char *text, const char *key)
{
    size_t n;
    const char *p = value_of(text, key, &n);
    return p == NULL || n == 0 ? NULL : copy(session, p, n);
}

static void read_applications(struct import_session *session, struct import_pool *pool,
                              const char *text)
{
    size_t n;
    const char *p = value_of(text, "application", &n);
    if (p == NULL)
        return;
    for (const char *end = p + n; p < end;) {
        size_t one = strcspn(p, ", ");
        if (one > 0)
            add_application(session, pool, p, one);
        p += one + 1;
    }
}

static void read_pool_line(struct import_session *session, const char *text)
{
    const char *open = strchr(text, '\''), *rest = strstr(open + 1, "' ");
    const char *id = text + 5;
    double number;
    if (rest == NULL)
        return;
    struct import_pool *pool =
        new_pool(session, copy(session, open + 1, (size_t)(rest - open - 1)));
    rest++;
    pool->id = text_number(&id, &number) ? whole(number) : FIELD_ABSENT;
    pool->type = text_begins(rest, " erasure") ? "erasure" : "replicated";
    pool->profile = text_of(session, rest, "profile");
    pool->size = count(number_of(rest, "size"));
    pool->min_size = whole(number_of(rest, "min_size"));
    pool->pg_num = count(number_of(rest, "pg_num"));
    pool->crush_rule = whole(number_of(rest, "crush_rule"));
    if (pool->crush_rule == FIELD_ABSENT)
        pool->crush_rule = whole(number_of(rest, "crush_ruleset"));
    pool->autoscale = text_of(session, rest, "autoscale_mode");
    pool->compression = text_of(session, rest, "compression_mode");
    pool->target_ratio = positive(number_of(rest, "target_size_ratio"));
    pool->target_B = positive(number_of(rest, "target_size_bytes"));
    keep_positive(&pool->quota_B, number_of(rest, "max_bytes"));
    keep_positive(&pool->quota_objects, number_of(rest, "max_objects"));
    pool->stripe_width_B = positive(number_of(rest, "stripe_width"));
    if (text_has(rest, "ec_optimizations"))
        pool->ec_optimizations = 1;
    read_applications(session, pool, rest);
}

static bool sniff(const struct import_item *item)
{
    return item->line != NULL && is_pool_line(text_skip_blanks(item->text));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    if (!sniff(item))
        return STEP_PASS;
    const char *text = text_skip_blanks(item->text);
    if (item->line->unended && !text_has(text, " stripe_width "))
        import_refuse(session->import, item->file, item->number, "the line of a pool is cut off");
    else
        read_pool_line(session, text);
    return STEP_TAKEN;
}

const struct import_reader import_ceph_pool_reader = {"pool-ls-detail", sniff, read, NULL,
                                                      "ceph osd pool ls detail"};

/* -- JSON -- */

static const struct jnode *pool_list(const struct jnode *root)
{
    return jnode_is_array(root) ? root : jnode_get(root, "pools");
}

static bool sniff_json(const struct import_item *item)
{
    const struct jnode *first = jnode_at(pool_list(item->json), 0);
    return jnode_get(first, "pool_name") != NULL && jnode_get(first, "pg_num") != NULL;
}

static const char *json_text(struct import_session *session, const struct jnode *json,
                             const char *key)
{
    const char *text = jnode_get_text(json, key);
    return text == NULL || *text == '\0' ? NULL : copy(session, text, strlen(text));
}

static void read_pool(struct import_session *session, const struct jnode *json)
{
    const char *name = jnode_get_text(json, "pool_name"),
               *flags = jnode_get_text(json, "flags_names");
    const struct jnode *options = jnode_get(json, "options");
    const struct jnode *applications = jnode_get(json, "application_metadata");
    double id = jnode_get_number(json, "pool_id");
    if (name == NULL)
        return;
    struct import_pool *pool = new_pool(session, name);
    pool->id = whole(isnan(id) ? jnode_get_number(json, "pool") : id);
    pool->type = jnode_get_number(json, "type") == 3 ? "erasure" : "replicated";
    pool->size = count(jnode_get_number(json, "size"));
    pool->min_size = whole(jnode_get_number(json, "min_size"));
    pool->pg_num = count(jnode_get_number(json, "pg_num"));
    pool->crush_rule = whole(jnode_get_number(json, "crush_rule"));
    if (pool->crush_rule == FIELD_ABSENT)
        pool->crush_rule = whole(jnode_get_number(json, "crush_ruleset"));
    pool->profile = json_text(session, json, "erasure_code_profile");
    if (strcmp(pool->type, "replicated") == 0)
        pool->profile = NULL;
    pool->autoscale = json_text(session, json, "pg_autoscale_mode");
    pool->compression = json_text(session, options, "compression_mode");
    pool->target_ratio = positive(jnode_get_number(options, "target_size_ratio"));
    pool->target_B = positive(jnode_get_number(options, "target_size_bytes"));
    keep_positive(&pool->quota_B, jnode_get_number(json, "quota_max_bytes"));
    keep_positive(&pool->quota_objects, jnode_get_number(json, "quota_max_objects"));
    pool->stripe_width_B = positive(jnode_get_number(json, "stripe_width"));
    if (flags != NULL && text_has(flags, "ec_optimizations"))
        pool->ec_optimizations = 1;
    for (void *at = jnode_first(applications); at != NULL; at = jnode_next(applications, at))
        add_application(session, pool, jnode_key(at), strlen(jnode_key(at)));
}

static enum import_step read_json(struct import_session *session, const struct import_item *item)
{
    const struct jnode *list = pool_list(item->json);
    const struct jnode *profiles = jnode_get(item->json, "erasure_code_profiles");
    for (size_t i = 0; i < jnode_count(list); i++)
        read_pool(session, jnode_at(list, i));
    for (void *at = jnode_first(profiles); at != NULL; at = jnode_next(profiles, at))
        import_ec_profile_json(session, jnode_key(at), jnode_value(at), item->number);
    return STEP_END;
}

const struct import_reader import_ceph_pool_json_reader = {
    "pool-ls-detail-json", sniff_json, read_json, NULL,
    "ceph osd pool ls detail -f json, ceph osd dump -f json"};
