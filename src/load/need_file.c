/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what can never be answered is refused here; what the choices cannot reach is the answer of
 * the search. */
#include "load/need_file.h"

#include "load/check.h"

#include <stdio.h>
#include <string.h>

/* Where a key's value stands, or the mapping itself where it is not stated. */
static const struct ynode *at(const struct ynode *node, const char *key)
{
    const struct ynode *value = yamldoc_get(node, key);
    return value == NULL ? node : value;
}

static const struct ynode *item(const struct ynode *node, const char *key, int i)
{
    return yamldoc_get(node, key)->items[i];
}

static bool needed(const struct ynode *node, const char *what, const char *key, const char *why,
                   struct err *err)
{
    return yamldoc_error(node, err, "%s has no '%s'; needed: %s", what, key, why);
}

/* Where a data device is stated: its row, or the classes that it is taken for. */
static const struct ynode *device_node(const struct ynode *choices, int i)
{
    const struct ynode *devices = yamldoc_get(choices, "devices");
    return devices != NULL ? devices->items[i] : yamldoc_get(choices, "classes");
}

/* -- devices by class -- */

static bool is_of_classes(const struct need_choices *c, const struct device *device)
{
    for (int i = 0; i < c->n_classes; i++)
        if (device->class != FIELD_ABSENT &&
            strcmp(c->classes[i], device_class_names[device->class]) == 0)
            return true;
    return c->n_classes == 0;
}

static bool unknown_class(const struct ynode *node, const char *class, struct err *err)
{
    char allowed[200] = "";
    size_t n = 0;
    for (; device_class_names[n] != NULL; n++) {
        size_t used = strlen(allowed);
        (void)snprintf(allowed + used, sizeof allowed - used, "%s%s", n == 0 ? "" : ", ",
                       device_class_names[n]);
    }
    return yamldoc_error(node, err, "class '%.40s'; allowed: %s%s", class, allowed,
                         err_hint(err_nearest(class, device_class_names, n)).text);
}

static bool check_classes(const struct ynode *choices, const struct need_choices *c,
                          struct err *err)
{
    for (int i = 0; i < c->n_classes; i++) {
        size_t k = 0;
        while (device_class_names[k] != NULL && strcmp(c->classes[i], device_class_names[k]) != 0)
            k++;
        if (device_class_names[k] == NULL)
            return unknown_class(at(choices, "classes"), c->classes[i], err);
    }
    return true;
}

/* Every device of the user's catalogue that is of a class, in the order of their names. */
static bool take_devices(struct loader *loader, const struct ynode *choices, struct need_choices *c,
                         struct err *err)
{
    size_t n = 0;
    const struct ynode *node = at(choices, "classes");
    const char *const *names =
        loader->own_names == NULL ? NULL : loader->own_names(loader->catalogue, &n);
    c->devices = arena_array(loader->arena, n + 1, sizeof *c->devices);
    for (size_t i = 0; i < n; i++) {
        struct need_device *row = &c->devices[c->n_devices];
        field_init(&need_device_schema, row);
        row->place = (struct place){node->file, node->line, node->col};
        if (!load_catalogue_device(loader, node, names[i], &row->device, err))
            return false;
        c->n_devices += is_of_classes(c, row->device);
    }
    return c->n_devices > 0 ||
           yamldoc_error(node, err,
                         "no devices, and %s; needed: devices, or a catalogue that has some",
                         n == 0 ? "no --catalogue to take them from"
                                : "the catalogue has none of these classes");
}

static bool choose_devices(struct loader *loader, const struct ynode *root, struct need *need,
                           struct err *err)
{
    const struct ynode *choices = yamldoc_get(root, "choices");
    struct need_choices *c = need->choices;
    if (!check_classes(choices, c, err))
        return false;
    if (yamldoc_get(choices, "devices") != NULL)
        return true;
    return c->n_classes > 0 ? take_devices(loader, choices, c, err)
                            : needed(choices, "need choices", "devices",
                                     "what holds the data, or classes with --catalogue", err);
}

/* Listed devices of other classes were checked like all, and are no choice. */
static bool keep_classes(const struct ynode *root, struct need_choices *c, struct err *err)
{
    int kept = 0;
    for (int i = 0; i < c->n_devices; i++)
        if (is_of_classes(c, c->devices[i].device))
            c->devices[kept++] = c->devices[i];
    c->n_devices = kept;
    return kept > 0 || yamldoc_error(at(yamldoc_get(root, "choices"), "classes"), err,
                                     "no device is of these classes; needed: at least one");
}

/* -- workloads -- */

static bool check_targets(const struct ynode *node, const struct need_load *load, struct err *err)
{
    bool rate = !isnan(load->iops_ops) || !isnan(load->bw_Bps);
    bool time = !isnan(load->lat_s) || !isnan(load->p99_s);
    if (!rate && !time)
        return yamldoc_error(node, err,
                             "workload has no target; needed: at least one of iops, bw, lat, p99");
    bool closed = load->load.iodepth != FIELD_ABSENT || load->load.numjobs != FIELD_ABSENT ||
                  !isnan(load->load.in_flight);
    if (!rate && !closed && isnan(load->load.rate_ops))
        return yamldoc_error(node, err,
                             "a latency without a load; needed: iodepth, in_flight, rate, iops or "
                             "bw");
    if (load->p99_s < load->lat_s)
        return yamldoc_error(at(node, "p99"), err,
                             "p99 is below lat, the mean; allowed: at least that");
    if (need_ops(load) > load->load.rate_ops)
        return yamldoc_error(at(node, isnan(load->iops_ops) ? "bw" : "iops"), err,
                             "more is asked for than arrives at the rate; allowed: at most that");
    return true;
}

static bool check_workloads(const struct ynode *root, const struct need *need, struct err *err)
{
    if (isnan(need->usable_B) && need->n_workloads == 0)
        return yamldoc_error(root, err,
                             "need asks for nothing; needed: usable, or workloads with targets");
    for (int i = 0; i < need->n_workloads; i++) {
        const struct ynode *node = item(root, "workloads", i);
        if (need->workloads[i].load.pool != NULL)
            return yamldoc_error(at(node, "pool"), err,
                                 "a pool in a need, which has one; allowed: leave the key out");
        if (!check_load_alone(node, &need->workloads[i].load, err) ||
            !check_targets(node, &need->workloads[i], err))
            return false;
    }
    return true;
}

/* -- failure and limits -- */

static bool check_racks(const struct ynode *root, const struct need *need, struct err *err)
{
    bool racks = need->limits != NULL && need->limits->racks != FIELD_ABSENT;
    const struct ynode *choices = yamldoc_get(root, "choices");
    if (racks)
        return true;
    if (need->failure != NULL && need->failure->lose == NEED_LOSE_RACK)
        return yamldoc_error(at(yamldoc_get(root, "failure"), "lose"), err,
                             "a rack is to fail, but limits.racks is not stated; needed: how many "
                             "there are");
    if (need->choices->failure_domain == DOMAIN_RACK)
        return yamldoc_error(at(choices, "failure_domain"), err,
                             "failure_domain is rack, but limits.racks is not stated; needed: how "
                             "many there are");
    return true;
}

static bool check_limits(const struct ynode *root, const struct need *need, struct err *err)
{
    const struct need_limits *limits = need->limits;
    const struct ynode *node = yamldoc_get(root, "limits");
    if (limits == NULL || limits->min_hosts == FIELD_ABSENT)
        return true;
    int most = limits->max_hosts == FIELD_ABSENT ? NEED_HOSTS_DEFAULT : limits->max_hosts;
    if (limits->min_hosts > most)
        return yamldoc_error(at(node, "min_hosts"), err,
                             "min_hosts is %d, above max_hosts, %d; allowed: at most that",
                             limits->min_hosts, most);
    return true;
}

/* -- choices -- */

static bool check_any(const struct ynode *choices, const char *key, int n, struct err *err)
{
    return n > 0 ||
           yamldoc_error(at(choices, key), err, "%s is empty; needed: at least one choice", key);
}

static bool check_scheme(const struct ynode *node, const struct need_scheme *scheme,
                         struct err *err)
{
    bool copies = scheme->size != FIELD_ABSENT;
    bool code = scheme->k != FIELD_ABSENT || scheme->m != FIELD_ABSENT;
    if (copies == code)
        return yamldoc_error(node, err, "scheme %s; allowed: size, or k and m",
                             copies ? "has size and k or m" : "has neither size nor k and m");
    if (code && (scheme->k == FIELD_ABSENT || scheme->m == FIELD_ABSENT))
        return needed(node, "scheme", scheme->k == FIELD_ABSENT ? "k" : "m", "both k and m", err);
    int low = code ? scheme->k : 1, high = code ? scheme->k + scheme->m : scheme->size;
    if (scheme->min_size != FIELD_ABSENT && (scheme->min_size < low || scheme->min_size > high))
        return yamldoc_error(at(node, "min_size"), err, "min_size is %d; allowed: %d to %d",
                             scheme->min_size, low, high);
    if (copies && scheme->optimizations == 1)
        return yamldoc_error(at(node, "optimizations"), err,
                             "optimizations without k and m; allowed: of an erasure code");
    return true;
}

static bool check_data_device(const struct ynode *node, const struct need *need, int i,
                              struct err *err)
{
    const struct need_device *row = &need->choices->devices[i];
    if (!check_device_at(node, row->device, err))
        return false;
    if (row->device->class == FIELD_ABSENT)
        return needed(at(node, "device"), "device", "class", "hdd, nvme ...", err);
    if (isnan(row->device->capacity_B))
        return needed(at(node, "device"), "device", "capacity", "its size, e.g. 4TB", err);
    if (row->min_per_host != FIELD_ABSENT && row->max_per_host != FIELD_ABSENT &&
        row->min_per_host > row->max_per_host)
        return yamldoc_error(at(node, "min_per_host"), err,
                             "min_per_host is above max_per_host; allowed: at most that");
    for (int h = 0; h < need->choices->n_hosts && row->max_per_host == FIELD_ABSENT; h++)
        if (need->choices->hosts[h].bays == FIELD_ABSENT)
            return needed(node, "device choice", "max_per_host",
                          "how many fit, as a host states no bays", err);
    return true;
}

static bool check_choices(const struct ynode *root, const struct need *need, struct err *err)
{
    const struct need_choices *c = need->choices;
    const struct ynode *node = yamldoc_get(root, "choices");
    if (!check_any(node, "hosts", c->n_hosts, err) ||
        !check_any(node, "devices", c->n_devices, err) ||
        !check_any(node, "networks", c->n_networks, err))
        return false;
    for (int i = 0; i < c->n_devices; i++)
        if (!check_data_device(device_node(node, i), need, i, err))
            return false;
    for (int i = 0; i < c->n_dbs; i++) {
        const struct ynode *row = item(node, "db", i);
        if (!check_device_at(row, c->dbs[i].device, err))
            return false;
        if (c->dbs[i].device->class == FIELD_ABSENT)
            return needed(at(row, "device"), "device", "class", "nvme, sata-ssd ...", err);
        if (isnan(c->dbs[i].device->capacity_B) && !(c->dbs[i].min_share_frac == 0))
            return needed(at(row, "device"), "device", "capacity",
                          "its size, e.g. 1.6TB, or 'min_share: 0'", err);
    }
    for (int i = 0; i < c->n_schemes; i++)
        if (!check_scheme(item(node, "schemes", i), &c->schemes[i], err))
            return false;
    return true;
}

/* -- money, power, room -- */

/* One currency for all; with a budget, a price for all. */
struct pricing {
    const struct need *need;
    const char *currency; /* the first that was met */
    struct err *err;
};

static bool check_price(struct pricing *p, const struct ynode *node, const struct money *price,
                        const char *what)
{
    bool budget = p->need->limits != NULL && !isnan(p->need->limits->budget.value);
    if (isnan(price->value))
        return !budget || yamldoc_error(node, p->err,
                                        "%.80s has no price, but there is a budget; needed: a "
                                        "price for every choice",
                                        what);
    if (p->currency != NULL && strcmp(p->currency, price->currency) != 0)
        return yamldoc_error(node, p->err,
                             "price of %.80s is in %s; allowed: one currency, here %s", what,
                             price->currency, p->currency);
    p->currency = price->currency;
    return true;
}

static bool check_power(const struct need *need, const struct ynode *node, double power_W,
                        const char *what, struct err *err)
{
    bool limit = need->limits != NULL && !isnan(need->limits->power_W);
    return !limit || !isnan(power_W) ||
           yamldoc_error(node, err,
                         "%.80s states no power, but there is a limit; needed: its watts", what);
}

static bool check_part(struct pricing *p, const struct ynode *node, const struct device *device)
{
    const char *what = device_title(device);
    double power_W = device->power == NULL ? UNKNOWN : device->power->active_W;
    return check_price(p, at(node, "device"), &device->price, what) &&
           check_power(p->need, at(node, "device"), power_W, what, p->err);
}

static bool check_host(struct pricing *p, const struct ynode *node, const struct need_host *host)
{
    const char *what = host->name == NULL ? "a host" : host->name;
    bool room = p->need->limits != NULL && p->need->limits->rack_units != FIELD_ABSENT;
    if (room && host->rack_units == FIELD_ABSENT)
        return needed(node, "host choice", "rack_units", "its height, as there is a limit", p->err);
    return check_price(p, at(node, "price"), &host->price, what) &&
           check_power(p->need, at(node, "power"), host->power_W, what, p->err);
}

static bool check_bills(const struct ynode *root, const struct need *need, struct err *err)
{
    struct pricing p = {need, NULL, err};
    const struct need_choices *c = need->choices;
    const struct ynode *node = yamldoc_get(root, "choices");
    if (need->limits != NULL && !isnan(need->limits->budget.value))
        p.currency = need->limits->budget.currency;
    for (int i = 0; i < c->n_hosts; i++)
        if (!check_host(&p, item(node, "hosts", i), &c->hosts[i]))
            return false;
    for (int i = 0; i < c->n_devices; i++)
        if (!check_part(&p, device_node(node, i), c->devices[i].device))
            return false;
    for (int i = 0; i < c->n_dbs; i++)
        if (!check_part(&p, item(node, "db", i), c->dbs[i].device))
            return false;
    for (int i = 0; i < c->n_networks; i++)
        if (!isnan(c->networks[i].price.value) &&
            !check_price(&p, at(item(node, "networks", i), "price"), &c->networks[i].price,
                         "a network"))
            return false;
    return true;
}

/* -- all -- */

/* Unnamed loads of one title get names that tell them apart. */
static void name_loads(struct arena *arena, struct need *need)
{
    struct workload *loads = arena_array(arena, (size_t)need->n_workloads + 1, sizeof *loads);
    for (int i = 0; i < need->n_workloads; i++)
        loads[i] = need->workloads[i].load;
    loads = workload_tell_apart(loads, need->n_workloads, arena);
    for (int i = 0; i < need->n_workloads; i++)
        need->workloads[i].load = loads[i];
}

static bool load_need_from(struct loader *loader, const struct filetext *text, struct need **need,
                           struct err *err)
{
    struct ynode *root = NULL;
    if (!load_root(loader, text, "need/1", &root, err))
        return false;
    struct need *made = arena_alloc(loader->arena, sizeof *made);
    if (!load_map(loader, root, &need_schema, made, err) || !check_version(root, made->ceph, err) ||
        !check_ratios(root, made->ratios, err) || !check_workloads(root, made, err) ||
        !choose_devices(loader, root, made, err) || !check_choices(root, made, err) ||
        !check_racks(root, made, err) || !check_limits(root, made, err) ||
        !check_bills(root, made, err) || !keep_classes(root, made->choices, err))
        return false;
    if (made->name == NULL)
        made->name = load_file_title(text->name);
    name_loads(loader->arena, made);
    *need = made;
    return true;
}

bool load_need_text(struct loader *loader, const struct filetext *text, struct need **need,
                    struct err *err)
{
    return load_blame(load_need_from(loader, text, need, err), err);
}

bool load_need(struct loader *loader, const char *path, struct need **need, struct err *err)
{
    static const char *const folders[] = {"models/needs", NULL};
    struct filetext text;
    return filetext_read(loader->arena, load_find(loader->arena, folders, path), &text, err) &&
           load_need_text(loader, &text, need, err);
}
