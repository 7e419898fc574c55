/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ceph osd metadata -f json`: one OSD or all. All values but the id are text. An OSD that never
 * booted has an id only. Which device holds the DB: `bluefs_dedicated_db` since Nautilus, before by
 * `bluefs_single_shared_device`. */
#include "load/import_readers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_osd(const struct jnode *json)
{
    return jnode_get(json, "osd_objectstore") != NULL || jnode_get(json, "osd_data") != NULL;
}

static bool sniff(const struct import_item *item)
{
    if (jnode_is_object(item->json))
        return is_osd(item->json);
    for (size_t i = 0; i < jnode_count(item->json); i++)
        if (is_osd(jnode_at(item->json, i)))
            return true;
    return false;
}

static const char *copy_text(struct import_session *session, const struct jnode *json,
                             const char *key)
{
    const char *text = jnode_get_text(json, key);
    return text == NULL || *text == '\0' ? NULL : arena_copy(session->import->arena, text);
}

static const char *either(struct import_session *session, const struct jnode *json, const char *key,
                          const char *older)
{
    const char *text = copy_text(session, json, key);
    return text != NULL ? text : copy_text(session, json, older);
}

/* "16.2.15" of `ceph_version_short`, or out of "ceph version 12.2.2 (cf0b...) luminous (stable)".
 */
static const char *version(struct import_session *session, const struct jnode *json)
{
    const char *brief = copy_text(session, json, "ceph_version_short");
    const char *full = jnode_get_text(json, "ceph_version");
    if (brief == NULL && full != NULL && text_begins(full, "ceph version ")) {
        full += strlen("ceph version ");
        brief = arena_string(session->import->arena, full, strcspn(full, " -"));
    }
    bool release = brief == NULL || /* else no document may say it */
                   (isdigit((unsigned char)*brief) && strtol(brief, NULL, 10) < 1000);
    return release ? brief : NULL;
}

static int flag(const struct jnode *json, const char *key)
{
    return jnode_bool(jnode_get(json, key));
}

/* Does the OSD have a DB (or WAL) device of its own? */
static int separate(const struct jnode *json, const char *dedicated, const char *size)
{
    if (jnode_get(json, dedicated) != NULL)
        return flag(json, dedicated);
    int shared = flag(json, "bluefs_single_shared_device");
    if (shared < 0)
        return FIELD_ABSENT;
    return shared == 0 && jnode_get(json, size) != NULL;
}

/* "sdb=VENDOR_HDD_S207,nvme1n1=VENDOR_NVME_1T_S0001": vendor and model of a device, without the
 * serial. */
static const char *model_of(struct import_session *session, const struct jnode *json,
                            const char *device)
{
    const char *ids = jnode_get_text(json, "device_ids");
    size_t n = device == NULL ? 0 : strlen(device);
    for (const char *p = ids; p != NULL && n > 0;) {
        if (strncmp(p, device, n) == 0 && p[n] == '=') {
            const char *id = p + n + 1;
            size_t length = strcspn(id, ","), serial = length;
            while (serial > 0 && id[serial - 1] != '_')
                serial--;
            return arena_string(session->import->arena, id, serial > 1 ? serial - 1 : length);
        }
        p = strchr(p, ',');
        p = p == NULL ? NULL : p + 1;
    }
    return NULL;
}

/* "ST4000NM0033-9ZM   " as the kernel pads it; NULL when nothing is left. */
static const char *without_padding(struct arena *arena, const char *text)
{
    size_t n = text == NULL ? 0 : strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    return n == 0 ? NULL : arena_string(arena, text, n);
}

static void read_db(struct import_session *session, struct import_osd *osd,
                    const struct jnode *json)
{
    osd->db_separate = separate(json, "bluefs_dedicated_db", "bluefs_db_size");
    osd->wal_separate = separate(json, "bluefs_dedicated_wal", "bluefs_wal_size");
    if (osd->db_separate == 1) {
        osd->db_device = either(session, json, "bluefs_db_devices", "bluefs_db_dev_node");
        osd->db_size_B = jnode_get_number(json, "bluefs_db_size");
        osd->db_rotational = flag(json, "bluefs_db_rotational");
    }
    if (osd->wal_separate == 1) {
        osd->wal_device = either(session, json, "bluefs_wal_devices", "bluefs_wal_dev_node");
        osd->wal_size_B = jnode_get_number(json, "bluefs_wal_size");
    }
}

static void read_osd(struct import_session *session, const struct jnode *json)
{
    double id = jnode_get_number(json, "id");
    if (!(id >= 0 && id < 1e7 && id == floor(id)))
        return;
    struct import_osd *osd = import_osd(session->import, (int)id, IMPORT_OSD_METADATA);
    const char *host = copy_text(session, json, "hostname");
    if (osd->bucket[BUCKET_HOST] == NULL)
        osd->bucket[BUCKET_HOST] = host;
    osd->objectstore = copy_text(session, json, "osd_objectstore");
    osd->version = version(session, json);
    osd->rotational = flag(json, "rotational");
    osd->device = either(session, json, "bluestore_bdev_devices", "bluestore_bdev_dev_node");
    osd->model = model_of(session, json, osd->device);
    if (osd->model == NULL) /* before Nautilus there were no device_ids */
        osd->model =
            without_padding(session->import->arena, jnode_get_text(json, "bluestore_bdev_model"));
    osd->default_class = either(session, json, "default_device_class", "bluestore_bdev_type");
    osd->cpu = copy_text(session, json, "cpu");
    osd->min_alloc_B = jnode_get_number(json, "bluestore_min_alloc_size");
    osd->mem_B = jnode_get_number(json, "mem_total_kb") * 1024;
    double size = jnode_get_number(json, "bluestore_bdev_size");
    if (size > 0)
        osd->data_device_B = size;
    if (isnan(osd->size_B) && size > 0)
        osd->size_B = size;
    read_db(session, osd, json);
}

static void tell_missing(struct import_session *session, int line)
{
    struct import *import = session->import;
    int *ids = arena_array(import->arena, (size_t)import->n_osds + 1, sizeof *ids), n = 0;
    for (int i = 0; i < import->n_osds; i++)
        if ((import->osds[i].formats & IMPORT_OSD_METADATA) && import->osds[i].objectstore == NULL)
            ids[n++] = import->osds[i].id;
    if (n > 0)
        import_tell(import, IMPORT_WARNING, session->file, line, "%s %s no metadata: never booted",
                    import_list_osds(import->arena, ids, n), n == 1 ? "has" : "have");
}

static void tell_rotational_db(struct import_session *session, int line)
{
    struct import *import = session->import;
    int *ids = arena_array(import->arena, (size_t)import->n_osds + 1, sizeof *ids), n = 0;
    for (int i = 0; i < import->n_osds; i++)
        if (import->osds[i].db_separate == 1 && import->osds[i].db_rotational == 1)
            ids[n++] = import->osds[i].id;
    if (n > 0)
        import_tell(
            import, IMPORT_WARNING, session->file, line,
            "the DB device of %s calls itself rotational (virtio and RAID controllers do that)",
            import_list_osds(import->arena, ids, n));
}

static enum import_step read(struct import_session *session, const struct import_item *item)
{
    import_add_format(session->import, "osd-metadata");
    if (jnode_is_object(item->json))
        read_osd(session, item->json);
    for (size_t i = 0; jnode_is_array(item->json) && i < jnode_count(item->json); i++)
        read_osd(session, jnode_at(item->json, i));
    tell_missing(session, item->number);
    tell_rotational_db(session, item->number);
    return STEP_END;
}

const struct import_reader import_ceph_meta_reader = {"osd-metadata", sniff, read, NULL,
                                                      "ceph osd metadata -f json"};
