/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: once something is missing it stays named, and the sum is no longer known. */
#include "plan/bill.h"

#include <string.h>

struct counting {
    struct bill *bill;
    struct arena *arena;
};

static void miss_cost(struct counting *c, const char *format, const char *what)
{
    c->bill->cost.value = UNKNOWN;
    if (c->bill->cost_missing == NULL)
        c->bill->cost_missing = arena_printf(c->arena, "%s %s", what, format);
}

static void add_price(struct counting *c, const struct money *price, double count, const char *what)
{
    struct money *sum = &c->bill->cost;
    if (count <= 0)
        return;
    if (isnan(price->value)) {
        miss_cost(c, "has no price", what);
        return;
    }
    if (sum->currency[0] != '\0' && strcmp(sum->currency, price->currency) != 0) {
        miss_cost(c, "is priced in another currency", what);
        return;
    }
    memcpy(sum->currency, price->currency, sizeof sum->currency);
    sum->value += count * price->value;
}

static void add_power(struct counting *c, double power_W, double count, const char *what)
{
    if (count <= 0)
        return;
    c->bill->power_W += count * power_W;
    if (isnan(power_W) && c->bill->power_missing == NULL)
        c->bill->power_missing = arena_printf(c->arena, "%s states no power", what);
}

static void add_device(struct counting *c, const struct device *device, double count)
{
    static const struct money unpriced = {.value = UNKNOWN};
    const char *what = device == NULL ? "a device" : device_title(device);
    bool powered = device != NULL && device->power != NULL;
    add_price(c, device == NULL ? &unpriced : &device->price, count, what);
    add_power(c, powered ? device->power->active_W : UNKNOWN, count, what);
    c->bill->devices += count;
}

static void add_side(struct counting *c, const struct side_device *side, double hosts)
{
    if (side != NULL)
        add_device(c, side->device, hosts * (side->count == FIELD_ABSENT ? 1 : side->count));
}

static void add_osds(struct counting *c, const struct osd_group *osds, double hosts)
{
    double sharing = osds->osds_per_device == FIELD_ABSENT ? 1 : osds->osds_per_device;
    if (osds->count == FIELD_ABSENT) {
        miss_cost(c, "has no count", "an OSD group");
        return;
    }
    add_device(c, osds->device, hosts * osds->count / sharing);
    add_side(c, osds->db, hosts);
    add_side(c, osds->wal, hosts);
    add_side(c, osds->journal, hosts);
}

void bill_make(const struct cluster *cluster, struct arena *arena, struct bill *bill)
{
    struct counting c = {bill, arena};
    const struct cache_tier *tier = cluster->cache_tier;
    double all = 0;
    *bill = (struct bill){.cost = {.value = 0}};
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *host = &cluster->hosts[i];
        const char *what = host->name == NULL ? "a host" : host->name;
        double hosts = host->count;
        if (host->count == FIELD_ABSENT) {
            miss_cost(&c, "has no count", what);
            hosts = UNKNOWN;
        }
        all += hosts;
        add_price(&c, &host->price, hosts, what);
        add_power(&c, host->power_W, hosts, what);
        for (int j = 0; j < host->n_osds; j++)
            add_osds(&c, &host->osds[j], hosts);
    }
    if (tier != NULL)
        add_device(&c, tier->device, all * (tier->per_host == FIELD_ABSENT ? 1 : tier->per_host));
}
