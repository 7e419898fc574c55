/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/risk.h"

#include "base/num.h"
#include "engine/durability.h"

#include <string.h>

enum { DRAWS = 400, SEED = 1 };

/* Written in the cluster's own document, and not taken over from the catalogue. */
static bool is_stated(const struct cluster *cluster, const struct device *device)
{
    if (isnan(device->afr_per_year) || device->place.file == NULL || cluster->place.file == NULL)
        return false;
    bool inherited = device->base != NULL && device->base->afr_per_year == device->afr_per_year;
    return !inherited && strcmp(device->place.file, cluster->place.file) == 0;
}

/* The yearly failure rate of a device at a standard normal deviate z: what the cluster's document
 * states, else the field's (afr_hdd, afr_flash): figures of data sheets and catalogue are a
 * fraction of what the field sees. `stated` receives which. */
static double afr_of(const struct cluster *cluster, const struct device *device,
                     const struct planning *planning, double z, bool *stated)
{
    *stated = is_stated(cluster, device);
    if (*stated)
        return device->afr_per_year;
    bool disk = device->class == CLASS_HDD || device->class == FIELD_ABSENT;
    return planning_at(planning, disk ? PLAN_afr_hdd : PLAN_afr_flash, z);
}

/* One way to lose a shard. */
struct way {
    bool exists, waits; /* waits for a replacement */
    struct recovery_work work;
    double refill_B; /* what a new device takes in */
};

struct ways {
    struct way device, db;
};

static bool prepare_way(const struct capacity *c, const double *stored, int pool,
                        enum failure_unit unit, struct arena *arena, struct way *way,
                        struct err *err)
{
    struct recovery_case question = {.capacity = c, .stored = stored};
    if (!capacity_loss(c, pool, unit, &question.failure))
        return true;
    way->exists = true;
    way->waits = true;
    if (!recovery_work_make(&question, arena, &way->work, err))
        return false;
    /* Another pool that cannot be rebuilt does not keep this one from it. */
    way->waits = !way->work.pools[pool].rebuilds || way->work.fullest_frac > c->backfillfull_frac;
    way->refill_B = way->work.lost_B / fmax(1, way->work.lost_osds);
    return true;
}

struct risk_draw {
    struct recovery_draw recovery;
    double afr, replace;
};

static double repair_s(const struct way *way, const struct planning *planning,
                       enum recovery_profile profile, const struct capacity *c,
                       const struct risk_draw *draw)
{
    double out_s = planning_value(planning, PLAN_mark_out);
    if (!way->waits)
        return out_s + recovery_speed(&way->work, planning, profile, &draw->recovery).seconds;
    double rate = recovery_osd_rate(&c->topology.sets[0], planning, profile, draw->recovery.rate);
    return planning_at(planning, PLAN_replace_time, draw->replace) + way->refill_B / rate;
}

/* Mean failure rates of the device and of the DB device behind one shard of the pool, per second.
 */
static void shard_rates(const struct capacity *c, int pool, const struct planning *planning,
                        double z, double *device, double *db, bool *stated)
{
    double weight = 0;
    *device = *db = 0;
    *stated = true;
    for (int i = 0; i < c->topology.n_sets; i++) {
        const struct osd_group *group = c->topology.sets[i].group;
        double here = c->layouts[pool].share[i] * topology_osds(&c->topology, i);
        bool said = false;
        if (!(here > 0))
            continue;
        weight += here;
        *device += here * durability_rate(afr_of(c->cluster, group->device, planning, z, &said));
        *stated = *stated && said;
        const struct side_device *side = topology_side_of(group);
        if (side != NULL && side->device != NULL)
            *db += here * durability_rate(afr_of(c->cluster, side->device, planning, z, &said));
    }
    *device /= weight;
    *db /= weight;
}

/* Loss a year and repair time at one draw. */
static double risk_at(const struct capacity *c, int pool, const struct ways *ways,
                      const struct planning *planning, enum recovery_profile profile,
                      const struct risk_draw *draw, struct risk *risk, double *repair)
{
    const struct layout *layout = &c->layouts[pool];
    double device = 0, db = 0;
    shard_rates(c, pool, planning, draw->afr, &device, &db, &risk->afr_stated);
    double device_s = repair_s(&ways->device, planning, profile, c, draw);
    double db_s = ways->db.exists ? repair_s(&ways->db, planning, profile, c, draw) : device_s;
    *repair = (device * device_s + db * db_s) / (device + db);
    double mttdl_s =
        durability_mttdl_s(layout->placed, layout->placed - layout->scheme.k, device + db, *repair);
    risk->afr_per_year = -expm1(-(device + db) * YEAR_S);
    return durability_loss_per_year(mttdl_s, risk->sets);
}

static void fill_risk(const struct capacity *c, int pool, const struct ways *ways,
                      const struct planning *planning, enum recovery_profile profile,
                      struct num_rng *rng, struct risk *risk)
{
    double loss[DRAWS], repair[DRAWS], middle_repair = 0;
    struct risk_draw middle = {{0, 0, 0, 0}, 0, 0};
    for (int i = 0; i < DRAWS; i++) {
        struct risk_draw draw;
        draw.recovery.rate = num_normal(rng);
        draw.recovery.client = 0;
        draw.recovery.read_cost = num_normal(rng);
        draw.recovery.net = num_normal(rng);
        draw.afr = num_normal(rng);
        draw.replace = num_normal(rng);
        loss[i] = risk_at(c, pool, ways, planning, profile, &draw, risk, &repair[i]);
    }
    double loss_middle = risk_at(c, pool, ways, planning, profile, &middle, risk, &middle_repair);
    risk->loss_per_year = recovery_range(loss, DRAWS, loss_middle);
    risk->repair_s = recovery_range(repair, DRAWS, middle_repair);
    risk->replaced = ways->device.waits;
}

bool risk_pools(const struct capacity *capacity, const double *stored,
                const struct planning *planning, enum recovery_profile profile, struct arena *arena,
                struct risk *risks, struct err *err)
{
    struct num_rng rng;
    bool ok = true;
    num_rng_start(&rng, SEED);
    for (int i = 0; i < capacity->n_pools && ok; i++) {
        const struct layout *layout = &capacity->layouts[i];
        struct ways *ways = arena_alloc(arena, sizeof *ways);
        risks[i] = (struct risk){.sets = 0};
        ok = prepare_way(capacity, stored, i, FAIL_OSD, arena, &ways->device, err) &&
             prepare_way(capacity, stored, i, FAIL_DB_DEVICE, arena, &ways->db, err);
        if (!ok || layout->placed < layout->scheme.k)
            continue;
        risks[i].sets =
            durability_sets(layout->placed, layout->domains, (double)layout->osds / layout->domains,
                            capacity->pools[i].pg_num);
        fill_risk(capacity, i, ways, planning, profile, &rng, &risks[i]);
    }
    return ok;
}
