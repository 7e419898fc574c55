/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what a document states is shown; what was assumed for the rest stands with the assumptions.
 */
#include "cli/report_cluster.h"

static double raw_of(const struct cluster *cluster)
{
    double raw_B = 0;
    for (int i = 0; i < cluster->n_hosts; i++) {
        const struct host_group *group = &cluster->hosts[i];
        for (int k = 0; k < group->n_osds; k++) {
            const struct osd_group *osds = &group->osds[k];
            int sharing = osds->osds_per_device > 0 ? osds->osds_per_device : 1;
            if (osds->device == NULL || group->count == FIELD_ABSENT || osds->count == FIELD_ABSENT)
                return UNKNOWN;
            raw_B += osds->device->capacity_B * osds->count / sharing * group->count;
        }
    }
    return raw_B;
}

static const char *plural(struct arena *arena, int n, const char *one)
{
    return arena_printf(arena, "%d %s%s", n, one, n == 1 ? "" : "s");
}

static const char *scheme_words(struct arena *arena, const struct pool *pool)
{
    if (pool->type == POOL_ERASURE && pool->k > 0)
        return arena_printf(arena, "erasure code %d+%d", pool->k, pool->m);
    if (pool->size <= 0)
        return NULL;
    return arena_printf(arena, "%d %s", pool->size, pool->size == 1 ? "copy" : "copies");
}

const char *report_describe(const struct report *report, const struct cluster *cluster)
{
    struct arena *arena = report->ctx->arena;
    double raw_B = raw_of(cluster);
    int hosts = cluster_hosts(cluster), osds = cluster_osds(cluster);
    const char *text = hosts > 0 ? plural(arena, hosts, "host") : "";
    if (osds > 0)
        text = arena_printf(arena, "%s%s%s", text, *text == '\0' ? "" : ", ",
                            plural(arena, osds, "OSD"));
    if (raw_B > 0)
        text = arena_printf(arena, "%s, %s raw", text, report_value(report, DIM_CAPACITY, raw_B));
    return text;
}

/* -- hosts --------------------------------------------------------------------------------------
 */

static const char *cpu_of(const struct report *report, const struct cpu *cpu)
{
    struct arena *arena = report->ctx->arena;
    if (cpu == NULL)
        return NULL;
    const char *text = cpu->model == NULL ? "" : cpu->model;
    if (cpu->sockets > 1)
        text = arena_printf(arena, "%d x %s", cpu->sockets, text);
    if (!isnan(cpu->cores) || !isnan(cpu->threads))
        text = arena_printf(arena, "%s%s%.0f %s", text, *text == '\0' ? "" : ", ",
                            isnan(cpu->threads) ? cpu->cores : cpu->threads,
                            isnan(cpu->threads) ? "cores" : "threads");
    return *text == '\0' ? NULL : text;
}

static const char *side_of(const struct report *report, const struct osd_group *osds)
{
    static const char *const names[] = {"DB", "WAL", "journal"};
    const struct side_device *sides[] = {osds->db, osds->wal, osds->journal};
    const char *text = NULL;
    for (int i = 0; i < 3; i++) {
        if (sides[i] == NULL || sides[i]->device == NULL)
            continue;
        const char *one =
            arena_printf(report->ctx->arena, "%s: %d x %s", names[i],
                         sides[i]->count > 0 ? sides[i]->count : 1, device_title(sides[i]->device));
        text = text == NULL ? one : arena_printf(report->ctx->arena, "%s; %s", text, one);
    }
    return text;
}

static void host_row(struct report *report, struct table *table, const struct host_group *group,
                     int k)
{
    struct cell *c = table_row(table);
    const struct osd_group *osds = &group->osds[k];
    c[0] = cell_text(group->name == NULL ? "hosts" : group->name);
    if (k == 0) {
        c[1] = group->count == FIELD_ABSENT ? cell_text(NULL) : cell_int(group->count);
        c[2] = cell_text(cpu_of(report, group->cpu));
        c[3] = isnan(group->ram_B) ? cell_text(NULL)
                                   : cell_text(report_value(report, DIM_BLOCK, group->ram_B));
    }
    if (group->n_osds == 0)
        return;
    c[4] = osds->count == FIELD_ABSENT ? cell_text(NULL) : cell_int(osds->count);
    if (osds->device != NULL) {
        c[5] = cell_text(device_title(osds->device));
        c[6] = isnan(osds->device->capacity_B) ? cell_text(NULL)
                                               : cell_number(osds->device->capacity_B);
    }
    c[7] = cell_text(side_of(report, osds));
}

static void hosts_table(struct report *report, const struct cluster *cluster)
{
    static const struct column columns[] = {
        {"hosts", DIM_NUMBER},      {"number", DIM_NUMBER},      {"processors", DIM_NUMBER},
        {"memory", DIM_NUMBER},     {"OSDs a host", DIM_NUMBER}, {"data device", DIM_NUMBER},
        {"capacity", DIM_CAPACITY}, {"beside it", DIM_NUMBER}};
    struct table table;
    table_init(&table, report->ctx->arena, columns, 8);
    table.title = "Hosts";
    for (int i = 0; i < cluster->n_hosts; i++)
        for (int k = 0; k == 0 || k < cluster->hosts[i].n_osds; k++)
            host_row(report, &table, &cluster->hosts[i], k);
    document_put_table(&report->document, &table);
}

/* -- pools --------------------------------------------------------------------------------------
 */

static void pool_row(struct report *report, struct table *table, const struct pool *pool)
{
    struct cell *c = table_row(table);
    c[0] = cell_text(pool->name);
    c[1] = cell_text(scheme_words(report->ctx->arena, pool));
    c[2] = pool->min_size > 0 ? cell_int(pool->min_size) : cell_text(NULL);
    c[3] = cell_text(
        pool->failure_domain == FIELD_ABSENT ? NULL : failure_domain_names[pool->failure_domain]);
    c[4] = cell_text(pool->device_class);
    c[5] = pool->pg_num > 0 ? cell_int(pool->pg_num) : cell_text(NULL);
    c[6] = isnan(pool->stored_B) ? cell_text(NULL) : cell_number(pool->stored_B);
    c[7] = isnan(pool->growth_per_year)
               ? cell_text(NULL)
               : cell_text(report_value(report, DIM_GROWTH, pool->growth_per_year));
}

static void pools_table(struct report *report, const struct cluster *cluster)
{
    static const struct column columns[] = {
        {"pool", DIM_NUMBER},           {"redundancy", DIM_NUMBER},   {"least for I/O", DIM_NUMBER},
        {"failure domain", DIM_NUMBER}, {"device class", DIM_NUMBER}, {"PGs", DIM_NUMBER},
        {"stored", DIM_CAPACITY},       {"growth", DIM_NUMBER}};
    struct table table;
    if (cluster->n_pools == 0)
        return;
    table_init(&table, report->ctx->arena, columns, 8);
    table.title = "Pools";
    for (int i = 0; i < cluster->n_pools; i++)
        pool_row(report, &table, &cluster->pools[i]);
    document_put_table(&report->document, &table);
}

/* -- facts --------------------------------------------------------------------------------------
 */

static void ceph_fact(struct report *report, const struct ceph *ceph)
{
    const char *version = ceph->version == NULL ? "version not stated" : ceph->version;
    const char *store =
        ceph->objectstore == FIELD_ABSENT ? NULL : objectstore_names[ceph->objectstore];
    document_item(&report->document, "Ceph", NULL, "%s%s%s", version, store == NULL ? "" : ", ",
                  store == NULL ? "" : store);
}

static void network_fact(struct report *report, const struct network *network)
{
    struct arena *arena = report->ctx->arena;
    const char *text =
        isnan(network->public_Bps)
            ? "not stated"
            : arena_printf(arena, "%s a host", report_value(report, DIM_LINK, network->public_Bps));
    if (!isnan(network->cluster_Bps))
        text = arena_printf(arena, "%s, cluster network %s", text,
                            report_value(report, DIM_LINK, network->cluster_Bps));
    if (network->shared == 1)
        text = arena_printf(arena, "%s, one wire for both", text);
    if (network->mtu > 0)
        text = arena_printf(arena, "%s, MTU %d", text, network->mtu);
    document_item(&report->document, "Network", NULL, "%s", text);
}

static void clients_fact(struct report *report, const struct clients *clients)
{
    struct arena *arena = report->ctx->arena;
    const char *text = clients->colocated == 1 ? "on the OSD hosts" : "hosts of their own";
    if (clients->count > 0)
        text = arena_printf(arena, "%d, %s", clients->count, text);
    if (!isnan(clients->network_Bps))
        text = arena_printf(arena, "%s, %s each", text,
                            report_value(report, DIM_LINK, clients->network_Bps));
    document_item(&report->document, "Clients", NULL, "%s", text);
}

static void facts(struct report *report, const struct cluster *cluster)
{
    struct document *document = &report->document;
    document_items(document, BLOCK_FACTS);
    document_item(document, "Size", NULL, "%s", report_describe(report, cluster));
    if (cluster->ceph != NULL)
        ceph_fact(report, cluster->ceph);
    if (cluster->network != NULL)
        network_fact(report, cluster->network);
    if (cluster->clients != NULL)
        clients_fact(report, cluster->clients);
    if (cluster->source != NULL && cluster->source->title != NULL)
        document_item(document, "Source", cluster->source->url, "%s", cluster->source->title);
    if (cluster->notes != NULL)
        document_item(document, "Notes", NULL, "%s", cluster->notes);
}

void report_cluster(struct report *report, struct report_side *side)
{
    document_heading(&report->document, 1, "The cluster%s", side->chapter.of);
    facts(report, side->cluster);
    hosts_table(report, side->cluster);
    pools_table(report, side->cluster);
}

/* -- cost ---------------------------------------------------------------------------------------
 */

void report_cost(struct report *report, struct report_side *side)
{
    const struct bill *bill = &side->bill;
    const struct capacity_digest *capacity = &side->capacity;
    struct document *document = &report->document;
    bool cost = !isnan(bill->cost.value), power = !isnan(bill->power_W);
    if (!cost && !power)
        return;
    document_heading(document, 1, "Cost and power%s", side->chapter.of);
    document_items(document, BLOCK_FACTS);
    if (cost)
        document_item(document, "Price",
                      "hosts and devices, as the document and the catalogue "
                      "state them",
                      "%.0f %s", bill->cost.value, bill->cost.currency);
    else
        document_item(document, "Price", NULL, "not known: %s", bill->cost_missing);
    if (cost && capacity->known && capacity->plan_B > 0)
        document_item(document, "Price of a TB", "of client data, up to what to store at most",
                      "%.0f %s", bill->cost.value / capacity->plan_B * 1e12, bill->cost.currency);
    if (power)
        document_item(document, "Power", "with the devices at work", "%s",
                      report_value(report, DIM_POWER, bill->power_W));
    else
        document_item(document, "Power", NULL, "not known: %s", bill->power_missing);
}
