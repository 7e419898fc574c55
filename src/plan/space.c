/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: families stand in the order of the need's lists, which decides between equals. */
#include "plan/space.h"

#include "base/parallel.h"
#include "engine/capacity.h"
#include "engine/inputs.h"
#include "engine/pgs.h"

#include <string.h>

enum { FAMILIES_MAX = 20000000 };

struct building {
    const struct space_question *q;
    const struct need_choices *c;
    struct arena *arena;
    struct space *space;
    struct err *err;
};

/* -- what is stated -- */

static void note_price(struct space *space, const struct money *price, const char *what)
{
    if (isnan(price->value)) {
        space->priced = false;
        if (space->unpriced == NULL)
            space->unpriced = what;
    } else {
        memcpy(space->currency, price->currency, sizeof space->currency);
    }
}

static double device_W(const struct device *device)
{
    return device->power == NULL ? UNKNOWN : device->power->active_W;
}

static void note_bills(struct building *b)
{
    struct space *space = b->space;
    space->priced = space->powered = true;
    for (int i = 0; i < b->c->n_hosts; i++) {
        const struct need_host *host = &b->c->hosts[i];
        note_price(space, &host->price, host->name == NULL ? "a host" : host->name);
        space->powered = space->powered && !isnan(host->power_W);
    }
    for (int i = 0; i < b->c->n_devices; i++) {
        const struct device *device = b->c->devices[i].device;
        note_price(space, &device->price, device_title(device));
        space->powered = space->powered && !isnan(device_W(device));
    }
    for (int i = 0; i < b->c->n_dbs; i++) {
        const struct device *device = b->c->dbs[i].device;
        note_price(space, &device->price, device_title(device));
        space->powered = space->powered && !isnan(device_W(device));
    }
}

/* -- kinds -- */

/* The least sd that a range of the load can have: no parameter spread, the narrower noise. */
static double least_sd(const struct engine_model *model, const struct engine_inputs *in)
{
    double width = fmin(estimate_width(model, in, 0), estimate_width(model, in, 1));
    double kappa = model->constants.kappa;
    return sqrt(kappa * kappa * width * width + in->guess_variance);
}

static bool make_kind(struct building *b, const struct design *design, struct space_kind *kind)
{
    const struct space *space = b->space;
    struct engine_group *groups = arena_array(b->arena, MAX_GROUPS, sizeof *groups);
    size_t n = (size_t)space->n_loads + 1;
    double target = b->q->model->constants.pgs_default;
    const struct cluster *cluster = design_cluster(space->need, design, target, b->arena);
    kind->in = arena_array(b->arena, n, sizeof *kind->in);
    kind->group = arena_array(b->arena, n, sizeof *kind->group);
    kind->log_sd_low = arena_array(b->arena, n, sizeof *kind->log_sd_low);
    kind->log_sd_lost = arena_array(b->arena, n, sizeof *kind->log_sd_lost);
    for (int i = 0; i < space->n_loads; i++) {
        struct engine_inputs *in = &kind->in[i];
        if (!engine_inputs_make(b->q->model, cluster, &cluster->workloads[i], NULL, groups, in,
                                b->err))
            return false;
        kind->group[i] = groups[0];
        kind->group[i].threads *= design_osds_per_host(space->need, design);
        kind->threads_known = true;
        for (int k = 0; k < in->n_assumed; k++)
            if (in->assumed[k].key == INPUT_THREADS)
                kind->threads_known = false;
        kind->log_sd_low[i] = kind->log_sd_lost[i] = least_sd(b->q->model, in);
    }
    return true;
}

/* -- families -- */

static int or_else(int value, int otherwise)
{
    return value == FIELD_ABSENT ? otherwise : value;
}

static int osds_of(const struct need_device *device, int per_host)
{
    return per_host * or_else(device->osds_per_device, 1);
}

/* Data devices beside so many DB devices in a host. */
static int most_devices(const struct need_host *host, const struct need_device *device, int dbs)
{
    int bays = or_else(host->bays, 1000000);
    if (host->db_bays == FIELD_ABSENT)
        bays -= dbs;
    int most = or_else(device->max_per_host, bays);
    return most < bays ? most : bays;
}

/* May a host keep its data OSDs' DBs on so many of these devices? */
static bool db_fits(const struct building *b, const struct need_device *device,
                    const struct need_db *db, int per_host, int dbs)
{
    int osds = osds_of(device, per_host), behind = (osds + dbs - 1) / dbs;
    int class = db->device->class;
    enum advice_number rule = class == CLASS_NVME || class == CLASS_SCM ? ADVICE_osds_per_db_nvme
                                                                        : ADVICE_osds_per_db_ssd;
    int most = or_else(db->max_osds, (int)advice_value(b->q->advice, rule));
    double share = isnan(db->min_share_frac) ? advice_value(b->q->advice, ADVICE_db_share)
                                             : db->min_share_frac;
    double osd_B = device->device->capacity_B / or_else(device->osds_per_device, 1);
    return behind <= most && dbs <= osds && !(db->device->capacity_B / behind < share * osd_B);
}

static bool ram_suffices(const struct building *b, const struct need_host *host, int osds)
{
    double per_osd = isnan(b->q->need->ram_per_osd_B)
                         ? advice_value(b->q->advice, ADVICE_ram_per_osd)
                         : b->q->need->ram_per_osd_B;
    return isnan(host->ram_B) || host->ram_B >= osds * per_osd;
}

/* Fewest hosts that give every copy a place of its own. */
static int fewest_hosts(const struct building *b, const struct need_scheme *scheme, int osds)
{
    const struct need_limits *limits = b->q->need->limits;
    int shards = design_shards(scheme), stated = limits == NULL ? 1 : limits->min_hosts;
    int fewest = shards;
    if (b->c->failure_domain == DOMAIN_OSD)
        fewest = (shards + osds - 1) / osds;
    else if (b->c->failure_domain == DOMAIN_RACK && (limits == NULL || limits->racks < shards))
        return 1000000;
    return stated > fewest ? stated : fewest;
}

static int most_hosts(const struct need *need)
{
    return need->limits == NULL ? NEED_HOSTS_DEFAULT
                                : or_else(need->limits->max_hosts, NEED_HOSTS_DEFAULT);
}

static void price_family(const struct building *b, struct space_family *f)
{
    const struct design *d = &f->design;
    const struct need_host *host = &b->c->hosts[d->host];
    const struct device *device = b->c->devices[d->device].device;
    const struct need_network *network = &b->c->networks[d->network];
    f->host_devices = d->per_host + d->db_per_host;
    f->host_cost = host->price.value + d->per_host * device->price.value;
    f->host_W = host->power_W + d->per_host * device_W(device);
    if (!isnan(network->price.value))
        f->host_cost += network->price.value;
    if (!isnan(network->power_W))
        f->host_W += network->power_W;
    if (d->db != DESIGN_NO_DB) {
        f->host_cost += d->db_per_host * b->c->dbs[d->db].device->price.value;
        f->host_W += d->db_per_host * device_W(b->c->dbs[d->db].device);
    }
}

static bool add_family(struct building *b, int kind, const struct design *design, int osds)
{
    struct space *space = b->space;
    if (space->n_families == FAMILIES_MAX)
        return err_set(b->err, ERR_MODEL,
                       "more than %d combinations beside the number of hosts; list fewer choices",
                       FAMILIES_MAX);
    struct space_family *f =
        arena_append(b->arena, &space->families, &space->n_families, sizeof *f);
    bool colocated = space->need->clients != NULL && space->need->clients->colocated == 1;
    *f = (struct space_family){.kind = kind,
                               .design = *design,
                               .most_hosts = most_hosts(space->need),
                               .osds_per_host = osds,
                               .steady = !colocated && osds > 1};
    price_family(b, f);
    space->candidates += f->most_hosts - design->hosts + 1;
    if (osds > space->safe_osds)
        space->safe_osds = osds;
    return true;
}

static void leave_out(struct space *space, const char *why)
{
    if (space->left_out == NULL)
        space->left_out = why;
}

/* All numbers of data devices of one host, DB device and its number. */
static bool add_counts(struct building *b, int kind, struct design design)
{
    const struct need_host *host = &b->c->hosts[design.host];
    const struct need_device *device = &b->c->devices[design.device];
    const struct need_scheme *scheme = design_scheme(b->q->need, design.scheme);
    int most = most_devices(host, device, design.db_per_host);
    for (int n = or_else(device->min_per_host, 1); n <= most; n++) {
        int osds = osds_of(device, n);
        design.per_host = n;
        design.hosts = fewest_hosts(b, scheme, osds);
        if (!ram_suffices(b, host, osds)) {
            leave_out(b->space, "a host has too little memory for its OSDs");
            break;
        }
        if (design.db != DESIGN_NO_DB &&
            !db_fits(b, device, &b->c->dbs[design.db], n, design.db_per_host)) {
            leave_out(b->space, "DB devices are too small, or too few for the OSDs behind them");
            continue;
        }
        if (design.hosts > most_hosts(b->q->need)) {
            leave_out(b->space, "a scheme needs more hosts, or racks, than there may be");
            continue;
        }
        if (!add_family(b, kind, &design, osds))
            return false;
    }
    return true;
}

static bool add_kind(struct building *b, struct design design)
{
    struct space *space = b->space;
    int before = space->n_families;
    const struct need_host *host = &b->c->hosts[design.host];
    int dbs = design.db == DESIGN_NO_DB
                  ? 0
                  : or_else(b->c->dbs[design.db].max_per_host, or_else(host->db_bays, 4));
    if (host->db_bays != FIELD_ABSENT && dbs > host->db_bays)
        dbs = host->db_bays;
    for (int n = design.db == DESIGN_NO_DB ? 0 : 1; n <= dbs; n++) {
        design.db_per_host = n;
        if (!add_counts(b, space->n_kinds, design))
            return false;
    }
    if (space->n_families == before)
        return true;
    return make_kind(b, &space->families[before].design, &space->kinds[space->n_kinds++]);
}

static bool add_kinds(struct building *b)
{
    const struct need_choices *c = b->c;
    int schemes = design_n_schemes(b->q->need);
    size_t all = (size_t)c->n_hosts * (size_t)c->n_devices * (size_t)(c->n_dbs + 1) *
                 (size_t)c->n_networks * (size_t)schemes;
    b->space->kinds = arena_array(b->arena, all, sizeof *b->space->kinds);
    struct design d = {.per_host = 0};
    for (d.host = 0; d.host < c->n_hosts; d.host++)
        for (d.device = 0; d.device < c->n_devices; d.device++)
            for (d.db = DESIGN_NO_DB; d.db < c->n_dbs; d.db++)
                for (d.network = 0; d.network < c->n_networks; d.network++)
                    for (d.scheme = 0; d.scheme < schemes; d.scheme++)
                        if (!add_kind(b, d))
                            return false;
    return true;
}

/* -- safe fill -- */

/* One scheme and number of OSDs a host, over all numbers of hosts. */
struct safe_row {
    const struct space *space;
    const struct device *device; /* some device, of 1 TB */
    double *values;              /* [safe_hosts + 1] */
    bool wanted;
    int scheme, osds, hosts;
    bool ok;
    struct err err;
};

/* A host of `osds` equal OSDs of capacity 1 TB. */
static struct cluster *plain_cluster(const struct safe_row *row, int hosts, struct arena *arena)
{
    struct need need = *row->space->need;
    struct need_choices choices = *need.choices;
    struct need_host host = {.rack_units = FIELD_ABSENT, .ram_B = UNKNOWN};
    struct need_device device = {.device = (struct device *)row->device, .osds_per_device = 1};
    struct need_network network = need.choices->networks[0];
    struct design d = {
        .db = DESIGN_NO_DB, .scheme = row->scheme, .per_host = row->osds, .hosts = hosts};
    host.price.value = host.power_W = network.power_W = network.price.value = UNKNOWN;
    choices.hosts = &host;
    choices.devices = &device;
    choices.networks = &network;
    need.choices = &choices;
    need.n_workloads = 0;
    return design_cluster(&need, &d, row->space->model->constants.pgs_default, arena);
}

static void fill_safe_hosts(struct arena *arena, void *context)
{
    struct safe_row *row = context;
    struct capacity capacity;
    const struct cluster *cluster = plain_cluster(row, row->hosts, arena);
    row->ok = capacity_make(cluster, &row->space->model->constants, arena, &capacity, &row->err);
    if (row->ok)
        row->values[row->hosts] =
            capacity.pools[0].placeable ? capacity.safe_fill_B / row->device->capacity_B : 0;
}

static void fill_safe_row(int i, void *context)
{
    struct safe_row *row = &((struct safe_row *)context)[i];
    if (!row->wanted)
        return;
    for (row->hosts = 1; row->hosts <= row->space->safe_hosts && row->ok; row->hosts++)
        if (!arena_try(fill_safe_hosts, row))
            row->ok = err_set(&row->err, ERR_IO, "out of memory");
}

/* The safe fill is in proportion to the OSDs' capacity, so that one device serves for all. */
static bool fill_safe(struct building *b)
{
    struct space *space = b->space;
    int schemes = design_n_schemes(space->need), rows = schemes * (space->safe_osds + 1);
    size_t each = (size_t)space->safe_hosts + 1;
    struct safe_row *all = arena_array(b->arena, (size_t)rows, sizeof *all);
    struct device *device = arena_alloc(b->arena, sizeof *device);
    *device = *b->c->devices[0].device;
    device->capacity_B = 1e12;
    space->safe = arena_array(b->arena, (size_t)rows * each, sizeof *space->safe);
    for (int i = 0; i < rows; i++)
        all[i] = (struct safe_row){.space = space,
                                   .device = device,
                                   .values = space->safe + (size_t)i * each,
                                   .scheme = i / (space->safe_osds + 1),
                                   .osds = i % (space->safe_osds + 1),
                                   .ok = true,
                                   .err = ERR_INIT};
    for (int i = 0; i < space->n_families; i++) {
        const struct space_family *f = &space->families[i];
        all[f->design.scheme * (space->safe_osds + 1) + f->osds_per_host].wanted = true;
    }
    parallel_for(rows, 0, fill_safe_row, all);
    for (int i = 0; i < rows; i++)
        if (!all[i].ok)
            return err_set(b->err, all[i].err.kind, "%s", all[i].err.text);
    return true;
}

double space_safe_B(const struct space *space, const struct space_family *f, int hosts)
{
    const struct need_device *device = &space->need->choices->devices[f->design.device];
    size_t row =
        (size_t)f->design.scheme * ((size_t)space->safe_osds + 1) + (size_t)f->osds_per_host;
    double osd_B = device->device->capacity_B / or_else(device->osds_per_device, 1);
    return osd_B * space->safe[row * ((size_t)space->safe_hosts + 1) + (size_t)hosts];
}

/* -- all -- */

bool space_make(const struct space_question *question, struct arena *arena, struct space *space,
                struct err *err)
{
    const struct need *need = question->need;
    struct building b = {question, need->choices, arena, space, err};
    *space = (struct space){.need = need,
                            .model = question->model,
                            .planning = question->planning,
                            .advice = question->advice,
                            .draws = question->draws,
                            .n_loads = need->n_workloads,
                            .stored_B = need_stored_B(need),
                            .safe_hosts = most_hosts(need)};
    if (need->n_workloads > SPACE_LOADS_MAX)
        return err_set(err, ERR_MODEL, "%d workloads; allowed: at most %d", need->n_workloads,
                       SPACE_LOADS_MAX);
    space->loads = arena_array(arena, (size_t)need->n_workloads + 1, sizeof *space->loads);
    for (int i = 0; i < need->n_workloads; i++)
        space->loads[i] = design_load(&need->workloads[i]);
    note_bills(&b);
    if (!add_kinds(&b))
        return false;
    if (space->n_families == 0)
        return err_at(err, need->place.file, need->place.line, need->place.col,
                      "no choices fit together: %s; allowed: choices that do",
                      space->left_out == NULL ? "no device fits into a host" : space->left_out);
    return fill_safe(&b);
}

struct design space_design(const struct space_family *family, int hosts)
{
    struct design design = family->design;
    design.hosts = hosts;
    return design;
}

struct space_loss space_loss_of(const struct space *space, const struct space_family *family,
                                int hosts)
{
    const struct need_failure *failure = space->need->failure;
    struct space_loss loss = {0, 0};
    int what = failure == NULL ? FIELD_ABSENT : or_else(failure->lose, NEED_LOSE_HOST);
    if (what == NEED_LOSE_OSD && family->osds_per_host > 1)
        loss.osds = 1;
    else if (what == NEED_LOSE_OSD || what == NEED_LOSE_HOST)
        loss.hosts = 1;
    else if (what == NEED_LOSE_RACK)
        loss.hosts = (hosts + space->need->limits->racks - 1) / space->need->limits->racks;
    return loss;
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Failure domains that are left for copies after the loss. */
static int places_left(const struct space *space, int hosts, const struct space_loss *loss)
{
    int domain = space->need->choices->failure_domain;
    if (domain == DOMAIN_OSD)
        return 1000000;
    if (domain != DOMAIN_RACK)
        return hosts - loss->hosts;
    int racks = least_of(space->need->limits->racks, hosts);
    if (space->need->failure->lose == NEED_LOSE_RACK)
        return racks - 1;
    /* A host that stands alone in its rack takes it along. */
    return hosts <= racks ? racks - loss->hosts : racks;
}

/* Places only grow with hosts; once they hold all copies, or no more come, a further host brings
 * speed and no further copy. */
int space_steady_from(const struct space *space, const struct space_family *family)
{
    int shards = design_shards(design_scheme(space->need, family->design.scheme));
    int small = shards > 3 ? shards : 3, most = family->most_hosts;
    struct space_loss loss = space_loss_of(space, family, most);
    if (space->need->failure == NULL)
        return small;
    int copies = least_of(shards, places_left(space, most, &loss));
    for (; small < most; small++) {
        loss = space_loss_of(space, family, small);
        if (least_of(shards, places_left(space, small, &loss)) >= copies)
            break;
    }
    return small;
}

/* -- the engine's inputs -- */

/* Threads of an OSD: those of the host shared out, or the engine's own default. */
static double threads_of(const struct space *space, const struct space_kind *kind, int load,
                         int osds)
{
    const struct constants *c = &space->model->constants;
    const struct engine_group *group = &kind->group[load];
    if (kind->threads_known)
        return group->threads / osds;
    if (group->law.flash)
        return c->flash_threads_default;
    return fmax(c->hdd_threads_default, 2.0 * osds) / osds;
}

static void fill_clients(const struct space *space, struct engine_inputs *in)
{
    const struct clients *clients = space->need->clients;
    bool counted = clients != NULL && clients->count != FIELD_ABSENT;
    if (in->colocated && !counted)
        in->client_hosts = fmin(in->processes, in->hosts);
    in->one_host = in->hosts == 1 && in->colocated;
    in->local_frac = in->one_host ? 1 : in->colocated ? 1 / in->hosts : 0;
}

/* The round trip that the engine takes for a cluster of one host, or by the link. */
static void fill_rtt(const struct space *space, const struct space_kind *kind, int load,
                     struct engine_inputs *in)
{
    const struct engine_inputs *made = &kind->in[load];
    in->rtt_s = made->rtt_s;
    for (int i = 0; i < in->n_assumed && in->one_host != made->one_host; i++)
        if (in->assumed[i].key == INPUT_RTT)
            in->rtt_s = engine_inputs_rtt(space->model, in->one_host, in->public_Bps);
}

void space_resize(const struct space *space, const struct space_family *family, int hosts, int load,
                  const struct space_loss *loss, struct engine_inputs *in,
                  struct engine_group *group)
{
    const struct space_kind *kind = &space->kinds[family->kind];
    const struct need_device *device = &space->need->choices->devices[family->design.device];
    const struct need_scheme *scheme = design_scheme(space->need, family->design.scheme);
    int left = hosts - (loss == NULL ? 0 : loss->hosts);
    double lost_osds = loss == NULL ? 0 : loss->osds;
    in->hosts = left;
    in->osds = (double)left * family->osds_per_host - lost_osds;
    in->devices = in->osds / or_else(device->osds_per_device, 1);
    in->copies = kind->in[load].copies;
    group->osds = in->osds;
    group->devices = in->devices;
    group->net_hosts = left;
    group->side_count = (double)left * family->design.db_per_host;
    in->osd_domain = left == 1 || space->need->choices->failure_domain == DOMAIN_OSD;
    if (loss != NULL && !in->erasure && !in->osd_domain)
        in->copies = fmin(in->copies, places_left(space, hosts, loss));
    int pg_num = pgs_advise(hosts * family->osds_per_host, 1, design_shards(scheme),
                            space->model->constants.pgs_default);
    in->pgs_per_osd = pg_num * in->copies / in->osds;
    fill_clients(space, in);
    fill_rtt(space, kind, load, in);
}

void space_inputs(const struct space *space, const struct space_family *family, int hosts, int load,
                  const struct space_loss *loss, struct engine_inputs *in,
                  struct engine_group *group)
{
    const struct space_kind *kind = &space->kinds[family->kind];
    *in = kind->in[load];
    *group = kind->group[load];
    in->groups = group;
    group->share = group->net_share = 1;
    group->threads = threads_of(space, kind, load, family->osds_per_host);
    space_resize(space, family, hosts, load, loss, in, group);
}
