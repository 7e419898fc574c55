/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: nothing is changed here. */
#include "load/import_check_cluster.h"

#include "base/units.h"

#include <math.h>
#include <string.h>

/* -- OSDs -- */

typedef bool osd_test(const struct import_osd *osd);

static const char *list(struct import *import, osd_test *test, int *n)
{
    int *ids = arena_array(import->arena, (size_t)import->n_osds + 1, sizeof *ids);
    *n = 0;
    for (int i = 0; i < import->n_osds; i++)
        if (test(&import->osds[i]))
            ids[(*n)++] = import->osds[i].id;
    return import_list_osds(import->arena, ids, *n);
}

static bool has_status(const struct import_osd *osd, const char *status)
{
    return osd->status != NULL && strcmp(osd->status, status) == 0;
}

static bool is_silent(const struct import_osd *osd)
{
    return (osd->formats & (IMPORT_OSD_DF | IMPORT_OSD_DF_TREE)) != 0 && osd->size_B == 0;
}

static bool is_down_and_out(const struct import_osd *osd)
{
    return has_status(osd, "down") && osd->reweight == 0;
}

static bool is_down_only(const struct import_osd *osd)
{
    return has_status(osd, "down") && !(osd->reweight == 0) && !is_silent(osd);
}

static bool is_out_only(const struct import_osd *osd)
{
    return !has_status(osd, "down") && !has_status(osd, "destroyed") && osd->reweight == 0 &&
           !is_silent(osd);
}

static bool is_destroyed(const struct import_osd *osd)
{
    return has_status(osd, "destroyed");
}

static bool is_full(const struct import_osd *osd)
{
    return osd->use_pct >= 95;
}

static bool is_backfillfull(const struct import_osd *osd)
{
    return osd->use_pct >= 90 && !is_full(osd);
}

static bool is_nearfull(const struct import_osd *osd)
{
    return osd->use_pct >= 85 && osd->use_pct < 90;
}

static bool is_reweighted(const struct import_osd *osd)
{
    return osd->reweight > 0 && osd->reweight < 1;
}

struct osd_message {
    osd_test *test;
    enum import_level level;
    const char *one, *many; /* behind the list */
};

static const struct osd_message osd_messages[] = {
    {is_silent, IMPORT_WARNING, "reports nothing: out or down", "report nothing: out or down"},
    {is_down_and_out, IMPORT_WARNING, "is down and out", "are down and out"},
    {is_down_only, IMPORT_WARNING, "is down", "are down"},
    {is_out_only, IMPORT_WARNING, "is out", "are out"},
    {is_destroyed, IMPORT_WARNING, "is destroyed", "are destroyed"},
    {is_full, IMPORT_WARNING, "is over 95 %: full, writes stop",
     "are over 95 %: full, writes stop"},
    {is_backfillfull, IMPORT_WARNING, "is over 90 %: backfillfull", "are over 90 %: backfillfull"},
    {is_nearfull, IMPORT_WARNING, "is over 85 %: nearfull", "are over 85 %: nearfull"},
    {is_reweighted, IMPORT_NOTE, "has a reweight below 1 and takes less than its size",
     "have a reweight below 1 and take less than their size"}};

static void tell_osds(struct import *import)
{
    for (size_t i = 0; i < sizeof osd_messages / sizeof osd_messages[0]; i++) {
        int n;
        const char *ids = list(import, osd_messages[i].test, &n);
        if (n > 0)
            import_tell(import, osd_messages[i].level, NULL, 0, "%s %s", ids,
                        n == 1 ? osd_messages[i].one : osd_messages[i].many);
    }
}

/* `ceph osd df` and `ceph osd metadata` of one OSD agree, but for a DB that the size may hold. */
static void tell_sizes(struct import *import)
{
    int n = 0, id = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const struct import_osd *osd = &import->osds[i];
        double db_B = osd->db_size_B > 0 ? osd->db_size_B : 0;
        if (!(osd->size_B > 0) || !(osd->data_device_B > 0))
            continue;
        if (osd->size_B < 0.8 * osd->data_device_B ||
            osd->size_B > 1.2 * (osd->data_device_B + db_B))
            id = n++ == 0 ? osd->id : id;
    }
    if (n > 0)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "%d OSD%s another size in `ceph osd df` than in `ceph osd metadata` (osd.%d "
                    "is the first): outputs of two clusters, or of two times",
                    n, n == 1 ? " has" : "s have", id);
}

static void tell_fullest(struct import *import)
{
    const struct import_osd *fullest = NULL;
    for (int i = 0; i < import->n_osds; i++)
        if (import->osds[i].use_pct > (fullest == NULL ? 0 : fullest->use_pct))
            fullest = &import->osds[i];
    if (fullest != NULL && fullest->use_pct >= 85 && import->total_pct < fullest->use_pct - 5)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "osd.%d (%.3g TiB) is at %s, while the average is %s: the fullest "
                    "OSD decides",
                    fullest->id,
                    isfinite(fullest->weight_tib) ? fullest->weight_tib : fullest->size_B / TIB_B,
                    units_text(DIM_FRACTION, fullest->use_pct / 100).text,
                    units_text(DIM_FRACTION, import->total_pct / 100).text);
}

static void tell_strays(struct import *import)
{
    for (int i = 0; i < import->n_empty_hosts; i++)
        import_tell(import, IMPORT_NOTE, NULL, 0, "host %s holds no OSD", import->empty_hosts[i]);
    if (import->n_strays > 0)
        import_tell(import, IMPORT_WARNING, NULL, 0, "%s %s in no CRUSH bucket",
                    import_list_osds(import->arena, import->strays, import->n_strays),
                    import->n_strays == 1 ? "is" : "are");
}

/* -- classes and weights -- */

static bool is_known_class(const char *class)
{
    static const char *const known[] = {"hdd", "ssd", "nvme", NULL};
    for (int i = 0; known[i] != NULL; i++)
        if (strcmp(known[i], class) == 0)
            return true;
    return false;
}

static void tell_classes(struct import *import)
{
    bool any = false;
    for (int i = 0; i < import->n_osds; i++) {
        const char *class = import->osds[i].class;
        any = any || class != NULL;
        if (class != NULL && !is_known_class(class))
            import_tell(import, IMPORT_WARNING, NULL, 0,
                        "class %s is not one that the planner knows: say with --class what it is",
                        class);
    }
    if (!any && (import->seen & IMPORT_OSD_TREE))
        import_tell(import, IMPORT_NOTE, NULL, 0,
                    "no device class in this release: say with --class what the OSDs are");
}

static void tell_weights(struct import *import)
{
    int zero = 0, one = 0, n = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const struct import_osd *osd = &import->osds[i];
        if (!(osd->formats & IMPORT_OSD_TREE) || isnan(osd->weight_tib) || isfinite(osd->size_B))
            continue;
        n++;
        zero += osd->weight_tib == 0;
        one += osd->weight_tib == 1;
    }
    if (n > 0 && zero == n)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "all CRUSH weights are 0 (disks under 5 GiB): sizes must come from elsewhere");
    if (n > 1 && one == n)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "all CRUSH weights are 1: they were set by hand and are no sizes in TiB; sizes "
                    "must come "
                    "from elsewhere");
}

static double host_weight(const struct import *import, const char *host, const char *class)
{
    double sum = 0;
    for (int i = 0; i < import->n_osds; i++) {
        const struct import_osd *osd = &import->osds[i];
        const char *of = osd->bucket[BUCKET_HOST];
        bool mine = host == NULL || (of != NULL && strcmp(of, host) == 0);
        bool same = class == NULL || (osd->class != NULL && strcmp(osd->class, class) == 0);
        if (mine && same && isfinite(osd->weight_tib))
            sum += osd->weight_tib;
    }
    return sum;
}

static void tell_host_share(struct import *import, const char *class)
{
    double all = host_weight(import, NULL, class);
    for (int h = 0; h < import->n_hosts && all > 0; h++) {
        double share = host_weight(import, import->hosts[h].name, class) / all;
        if (share <= 0.35 || import->n_hosts < 2)
            continue;
        import_tell(import, share >= 0.48 && import->n_hosts > 2 ? IMPORT_WARNING : IMPORT_NOTE,
                    NULL, 0,
                    "%.0f %% of the weight%s%s sits on %s: with three copies on different hosts it "
                    "cannot all "
                    "be used",
                    100 * share, class == NULL ? "" : " of class ", class == NULL ? "" : class,
                    import->hosts[h].name);
    }
}

static void tell_shares(struct import *import)
{
    bool classes = false;
    for (int i = 0; i < import->n_osds; i++) {
        const char *class = import->osds[i].class;
        bool first = class != NULL;
        for (int j = 0; j < i && first; j++)
            first = import->osds[j].class == NULL || strcmp(import->osds[j].class, class) != 0;
        if (first)
            tell_host_share(import, class);
        classes = classes || class != NULL;
    }
    if (!classes)
        tell_host_share(import, NULL);
}

/* -- pools -- */

/* k of an erasure coded pool: of its profile, else of its stripe (4 KiB units). */
static int data_chunks(const struct import *import, const struct import_pool *pool)
{
    for (int i = 0; i < import->n_profiles; i++)
        if (import->profiles[i].name != NULL && pool->profile != NULL &&
            strcmp(import->profiles[i].name, pool->profile) == 0)
            return import->profiles[i].k;
    double k = pool->stripe_width_B / 4096;
    return k == floor(k) && k > 1 && k < pool->size ? (int)k : FIELD_ABSENT;
}

static void check_erasure(struct import *import, const struct import_pool *pool)
{
    int k = data_chunks(import, pool);
    if (k == FIELD_ABSENT && pool->min_size == pool->size - 1 && pool->size == 3)
        k = pool->min_size;
    if (k != FIELD_ABSENT && pool->min_size == k)
        import_tell(
            import, IMPORT_WARNING, NULL, 0,
            "pool %s: k=%d m=%d, min_size %d = k: it takes writes that no spare chunk protects",
            pool->name, k, pool->size - k, pool->min_size);
}

static void check_pool(struct import *import, const struct import_pool *pool)
{
    if (!(pool->formats & IMPORT_POOLS))
        return;
    if (pool->type != NULL && strcmp(pool->type, "erasure") == 0)
        check_erasure(import, pool);
    else if (pool->size == 1)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "pool %s has one copy only: a lost OSD loses data", pool->name);
    else if (pool->size == 2 && pool->min_size == 1)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "pool %s has size 2 and min_size 1: data loss is to be expected", pool->name);
    if (pool->quota_B > 0 && !(pool->formats & IMPORT_DF))
        import_tell(import, IMPORT_NOTE, NULL, 0, "pool %s may take only %s (quota)", pool->name,
                    import_bytes(import->arena, pool->quota_B));
}

static void check_class(struct import *import, const struct import_class *class)
{
    double percent = class->raw_used_pct;
    if (isnan(percent))
        percent = 100 * class->raw_used_B / class->size_B;
    if (percent >= 85)
        import_tell(import, IMPORT_WARNING, NULL, 0, "class %s is at %.0f %%: nearfull",
                    class->name, percent);
}

static void check_profile(struct import *import, const struct import_profile *profile)
{
    const char *name =
        profile->name == NULL ? "" : arena_printf(import->arena, " %s", profile->name);
    if (profile->failure_domain != NULL && strcmp(profile->failure_domain, "osd") == 0)
        import_tell(import, IMPORT_WARNING, NULL, 0,
                    "erasure code profile%s (%d+%d) has failure domain osd: a host with %d or "
                    "more OSDs may "
                    "hold %d shards, its loss can lose data",
                    name, profile->k, profile->m, profile->m + 1, profile->m + 1);
    if (profile->m == 1)
        import_tell(import, IMPORT_NOTE, NULL, 0,
                    "erasure code profile%s has m=1: one lost chunk leaves no redundancy", name);
}

void import_check_cluster(struct import *import)
{
    enum { MOST = 20000 };
    tell_osds(import);
    tell_sizes(import);
    tell_fullest(import);
    tell_strays(import);
    if (import->n_osds <= MOST) {
        tell_classes(import);
        tell_weights(import);
        tell_shares(import);
    }
    for (int i = 0; i < import->n_pools; i++)
        check_pool(import, &import->pools[i]);
    for (int i = 0; i < import->n_classes; i++)
        check_class(import, &import->classes[i]);
    for (int i = 0; i < import->n_profiles; i++)
        check_profile(import, &import->profiles[i]);
}
