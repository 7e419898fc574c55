/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Erasure code profiles, `key=value` lines and JSON. Numbers are text in both. Before Luminous the
 * failure domain was `ruleset-failure-domain`. A profile that names none spreads over hosts.
 * Locally repairable codes store (k+m)/l chunks more. */
#include "load/import_ec_profile.h"

#include "load/import_readers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEYS_MAX = 32, VALUE_B = 160 };

struct ec_state {
    int line, n;
    char keys[KEYS_MAX][48], values[KEYS_MAX][VALUE_B];
    char name[VALUE_B];
};

static const char *const known_keys[] = {"k",
                                         "m",
                                         "l",
                                         "c",
                                         "d",
                                         "w",
                                         "plugin",
                                         "technique",
                                         "directory",
                                         "mapping",
                                         "layers",
                                         "packetsize",
                                         "scalar_mds",
                                         "stripe_unit",
                                         "crush-root",
                                         "crush-device-class",
                                         "crush-failure-domain",
                                         "crush-locality",
                                         "crush-num-failure-domains",
                                         "crush-osds-per-failure-domain",
                                         "ruleset-root",
                                         "ruleset-failure-domain",
                                         "ruleset-locality",
                                         "jerasure-per-chunk-alignment"};

static const char *value_of(const struct ec_state *state, const char *key)
{
    for (int i = 0; i < state->n; i++)
        if (strcmp(state->keys[i], key) == 0)
            return state->values[i][0] == '\0' ? NULL : state->values[i];
    return NULL;
}

static int whole_of(const struct ec_state *state, const char *key)
{
    const char *p = value_of(state, key);
    int number;
    return p != NULL && text_int(&p, &number) && *p == '\0' && number >= 0 && number < 1000
               ? number
               : FIELD_ABSENT;
}

static const char *copy_of(struct import_session *session, const struct ec_state *state,
                           const char *key, const char *otherwise)
{
    const char *value = value_of(state, key);
    return value == NULL ? otherwise : arena_copy(session->import->arena, value);
}

/* "DD_DD__": the chunks of a code given by its layers. */
static void read_mapping(const struct ec_state *state, struct import_profile *profile)
{
    const char *mapping = value_of(state, "mapping");
    if (profile->k != FIELD_ABSENT || mapping == NULL)
        return;
    int data = 0, all = (int)strlen(mapping);
    for (const char *p = mapping; *p != '\0'; p++)
        data += *p == 'D';
    profile->k = data;
    profile->m = all - data;
}

static void close(struct import_session *session, struct ec_state *state)
{
    struct import_profile read = {.k = whole_of(state, "k"), .m = whole_of(state, "m")};
    read_mapping(state, &read);
    bool ours = value_of(state, "plugin") != NULL || state->n >= 3;
    int line = state->line;
    if (state->n == 0 || !ours) {
        state->n = 0;
        return;
    }
    if (read.k < 1 || read.m < 1) {
        import_refuse(session->import, session->file, line,
                      "an erasure code profile without k and m");
        state->n = 0;
        return;
    }
    struct import_profile *profile = import_add_profile(session->import);
    double unit;
    profile->name = state->name[0] == '\0' ? NULL : arena_copy(session->import->arena, state->name);
    profile->k = read.k;
    profile->m = read.m;
    profile->l = whole_of(state, "l");
    profile->c = whole_of(state, "c");
    profile->d = whole_of(state, "d");
    profile->plugin = copy_of(session, state, "plugin", "jerasure");
    profile->technique = copy_of(session, state, "technique", NULL);
    const char *domain = copy_of(session, state, "ruleset-failure-domain", "host");
    profile->failure_domain = copy_of(session, state, "crush-failure-domain", domain);
    profile->device_class = copy_of(session, state, "crush-device-class", NULL);
    profile->root =
        copy_of(session, state, "crush-root", copy_of(session, state, "ruleset-root", NULL));
    if (value_of(state, "stripe_unit") != NULL &&
        import_size(value_of(state, "stripe_unit"), &unit))
        profile->stripe_unit_B = unit;
    profile->chunks = profile->k + profile->m;
    if (strcmp(profile->plugin, "lrc") == 0 && profile->l > 0)
        profile->chunks += profile->chunks / profile->l;
    session->import->seen |= IMPORT_PROFILE;
    import_add_format(session->import, "ec-profile");
    state->n = 0;
}

static void put(struct ec_state *state, const char *key, size_t length, const char *value)
{
    if (state->n == KEYS_MAX || length >= sizeof state->keys[0])
        return;
    memcpy(state->keys[state->n], key, length);
    state->keys[state->n][length] = '\0';
    (void)snprintf(state->values[state->n], VALUE_B, "%.*s", (int)strcspn(value, " \t"), value);
    state->n++;
}

/* -- text -- */

/* The length of a known key in front of '='; 0: the line is none. */
static size_t key_length(const char *text)
{
    for (size_t i = 0; i < sizeof known_keys / sizeof known_keys[0]; i++) {
        size_t n = strlen(known_keys[i]);
        if (strncmp(text, known_keys[i], n) == 0 && text[n] == '=')
            return strpbrk(text, " \t") == NULL || text_begins(text, "layers=") ? n : 0;
    }
    return 0;
}

static bool sniff(const struct import_item *item)
{
    if (item->json != NULL)
        return jnode_get(item->json, "k") != NULL && jnode_get(item->json, "m") != NULL &&
               jnode_get(item->json, "plugin") != NULL;
    return key_length(text_skip_blanks(item->text)) > 0;
}

/* Can a value at the very end of the input be no beginning of another? */
static bool is_whole(const char *value)
{
    static const char *const words[] = {"jerasure",    "isa",           "lrc",         "shec",
                                        "clay",        "reed_sol_van",  "cauchy_good", "liberation",
                                        "cauchy_orig", "reed_sol_r6_op"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(value, words[i]) == 0)
            return true;
    return false;
}

static void read_name(struct import_session *session, struct ec_state *state)
{
    const char *command = import_take_command(session, "erasure-code-profile get ");
    if (command == NULL)
        return;
    const char *name = text_skip_blanks(strstr(command, " get ") + 5);
    (void)snprintf(state->name, sizeof state->name, "%.*s", (int)strcspn(name, " \t"), name);
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    if (item->json != NULL) {
        struct ec_state named = {.n = 0};
        read_name(session, &named);
        import_ec_profile_json(session, named.name[0] == '\0' ? NULL : named.name, item->json,
                               item->number);
        return STEP_END;
    }
    struct ec_state *state = import_state(session, sizeof *state);
    const char *text = text_skip_blanks(item->text);
    size_t n = key_length(text);
    if (n == 0)
        return STEP_PASS;
    char key[48];
    (void)snprintf(key, sizeof key, "%.*s", (int)n, text);
    if (value_of(state, key) != NULL)
        close(session, state);
    if (state->n == 0) {
        state->line = item->number;
        state->name[0] = '\0';
        read_name(session, state);
    }
    if (!text_is_cut(item->line, text + strlen(text)) || is_whole(text + n + 1))
        put(state, text, n, text + n + 1);
    return STEP_TAKEN;
}

static void end(struct import_session *session)
{
    if (session->state != NULL)
        close(session, session->state);
}

const struct import_reader import_ec_profile_reader = {
    "ec-profile", sniff, read, end, "ceph osd erasure-code-profile get, text and JSON"};

/* -- JSON -- */

void import_ec_profile_json(struct import_session *session, const char *name,
                            const struct jnode *json, int line)
{
    struct ec_state state = {.line = line};
    if (name != NULL)
        (void)snprintf(state.name, sizeof state.name, "%s", name);
    for (void *at = jnode_first(json); at != NULL; at = jnode_next(json, at)) {
        char number[40];
        const char *text = jnode_text(jnode_value(at)), *key = jnode_key(at);
        double value = jnode_number(jnode_value(at));
        if (text == NULL && isfinite(value)) {
            (void)snprintf(number, sizeof number, "%.15g", value);
            text = number;
        }
        if (text != NULL)
            put(&state, key, strlen(key), text);
    }
    close(session, &state);
}
