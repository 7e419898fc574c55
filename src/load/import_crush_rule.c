/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph osd crush rule dump -f json` and the rules of `ceph osd crush dump`: which device class a
 * rule takes ("default~hdd") and over what it spreads copies (CrushWrapper::dump_rules). */
#include "load/import_readers.h"

#include <string.h>

static bool is_rule(const struct jnode *json)
{
    return jnode_get(json, "rule_id") != NULL && jnode_is_array(jnode_get(json, "steps"));
}

static const struct jnode *rule_list(const struct jnode *json)
{
    return jnode_is_array(json) ? json : jnode_get(json, "rules");
}

static bool sniff(const struct import_item *item)
{
    return item->json != NULL &&
           (is_rule(item->json) || is_rule(jnode_at(rule_list(item->json), 0)));
}

static const char *copy(struct import_session *session, const char *text, size_t n)
{
    return n == 0 ? NULL : arena_string(session->import->arena, text, n);
}

static void read_step(struct import_session *session, struct import_rule *rule,
                      const struct jnode *step, int *takes)
{
    const char *op = jnode_get_text(step, "op"), *item = jnode_get_text(step, "item_name");
    const char *type = jnode_get_text(step, "type");
    if (op == NULL)
        return;
    if (strcmp(op, "take") == 0 && item != NULL) {
        size_t root = strcspn(item, "~");
        rule->root = copy(session, item, root);
        rule->device_class =
            item[root] == '\0' ? NULL : copy(session, item + root + 1, strlen(item + root + 1));
        (*takes)++;
    } else if (text_begins(op, "choose") && type != NULL) {
        rule->simple = rule->failure_domain == NULL;
        rule->failure_domain = copy(session, type, strlen(type));
    }
}

static void read_rule(struct import_session *session, const struct jnode *json)
{
    const char *name = jnode_get_text(json, "rule_name");
    double id = jnode_get_number(json, "rule_id");
    const struct jnode *steps = jnode_get(json, "steps");
    int takes = 0;
    if (!is_rule(json) || !(id >= 0 && id < 1e6))
        return;
    struct import_rule *rule = import_add_rule(session->import);
    rule->id = (int)id;
    rule->name = name == NULL ? NULL : copy(session, name, strlen(name));
    for (size_t i = 0; i < jnode_count(steps); i++)
        read_step(session, rule, jnode_at(steps, i), &takes);
    rule->simple = rule->simple && takes == 1;
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    const struct jnode *list = rule_list(item->json);
    import_add_format(session->import, "crush-rules");
    if (is_rule(item->json))
        read_rule(session, item->json);
    for (size_t i = 0; i < jnode_count(list); i++)
        read_rule(session, jnode_at(list, i));
    return STEP_END;
}

const struct import_reader import_crush_rule_reader = {
    "crush-rules", sniff, read, NULL, "ceph osd crush rule dump -f json, ceph osd crush dump"};
